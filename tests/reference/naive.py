"""A slow and simple implementation of Red7, to compare engines with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

Card = tuple[str, int]  # colour letter, number
COLOURS = "ROYGBIV"  # high to low
NAMES = "ABCD"  # seats, clockwise
RULES = [
    f"{scoring}{actions}@{edition}"
    for scoring in ("basic", "advanced")
    for actions in ("", "+actions")
    for edition in ("1.3", "first")
]


class Seat(NamedTuple):
    name: str
    palette: tuple[Card, ...]  # in the order played
    hand: tuple[Card, ...]
    score: tuple[Card, ...]
    is_out: bool = False


class Position(NamedTuple):
    rules: str
    canvas: tuple[Card, ...]  # oldest first, without the starter card
    deck: tuple[Card, ...]  # top first
    seats: tuple[Seat, ...]
    to_move: int | None  # index of a seat, None when the round is over


@cache
def rank(card: Card) -> tuple[int, int]:
    return card[1], -COLOURS.index(card[0])


def sorted_high_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=rank, reverse=True))


def parse(text: str) -> Position:
    rules, canvas, deck, *rest = [part.split() for part in text.split("/")]
    seats = [parse_seat(words) for words in rest]
    to_move = [nth for nth, words in enumerate(rest) if words[0].endswith(">")]
    return Position(
        rules[1],
        parse_cards(canvas[1:]),
        parse_cards(deck[1:]),
        tuple(seats),
        to_move[0] if to_move else None,
    )


def parse_seat(words: list[str]) -> Seat:
    palette, hand, score = [parse_cards(part.split()) for part in " ".join(words[1:]).split(":")]
    return Seat(words[0][0], palette, hand, score, is_out=words[0].endswith("x"))


def parse_cards(words: list[str]) -> tuple[Card, ...]:
    return tuple((word[0], int(word[1])) for word in words)


def show(position: Position) -> str:
    parts = [
        f"red7 {position.rules}",
        f"canvas {show_cards(position.canvas)}",
        f"deck {show_cards(position.deck)}",
    ]
    for index, seat in enumerate(position.seats):
        mark = "x" if seat.is_out else ">" if index == position.to_move else ""
        hand = sorted_high_first(seat.hand)
        lists = [show_cards(cards) for cards in (seat.palette, hand, seat.score)]
        parts.append(f"{seat.name}{mark} {' : '.join(lists)}")
    return " ".join(" / ".join(parts).split())


def show_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(f"{colour}{number}" for colour, number in cards)


# == Qualifying sets and the winning seat, by trying all subsets.

Cards = tuple[Card, ...]


def is_the_highest(cards: Cards, palette: Cards) -> bool:
    """Test Red's rule: the card is the highest of the palette."""
    return list(cards) == [max(palette, key=rank)]


def have_one_number(cards: Cards, palette: Cards) -> bool:
    """Test Orange's rule: all cards have the same number."""
    return len({number for _, number in cards}) == 1


def have_one_colour(cards: Cards, palette: Cards) -> bool:
    """Test Yellow's rule: all cards have the same colour."""
    return len({colour for colour, _ in cards}) == 1


def are_even(cards: Cards, palette: Cards) -> bool:
    """Test Green's rule: all cards are even."""
    return all(number in (2, 4, 6) for _, number in cards)


def are_the_highest_of_different_colours(cards: Cards, palette: Cards) -> bool:
    """Test Blue's rule: all colours differ, and each card is the palette's best of its colour."""
    colours = [colour for colour, _ in cards]
    highest = [max((c for c in palette if c[0] == colour), key=rank) for colour in colours]
    return len(set(colours)) == len(colours) and list(cards) == highest


def form_a_run(cards: Cards, palette: Cards) -> bool:
    """Test Indigo's rule: the numbers rise by one, without repetition or wrapping around."""
    numbers = sorted(number for _, number in cards)
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def are_below_four(cards: Cards, palette: Cards) -> bool:
    """Test Violet's rule: all cards are 1, 2 or 3."""
    return all(number in (1, 2, 3) for _, number in cards)


# Tests by rule: whether `cards`, a non-empty subset of `palette`, satisfy it.
MEETS: dict[str, Callable[[Cards, Cards], bool]] = {
    "R": is_the_highest,
    "O": have_one_number,
    "Y": have_one_colour,
    "G": are_even,
    "B": are_the_highest_of_different_colours,
    "I": form_a_run,
    "V": are_below_four,
}


@cache  # the same few palettes occur again and again
def largest_sets(rule: str, palette: Cards) -> list[Cards]:
    for size in range(len(palette), 0, -1):
        found = [some for some in combinations(palette, size) if MEETS[rule](some, palette)]
        if found:
            return [sorted_high_first(some) for some in found]
    return []


@cache
def qualifying(rule: str, palette: Cards) -> Cards:
    """Return the qualifying set: the largest one; in a tie, the one with the highest cards."""
    sets = largest_sets(rule, palette)
    return max(sets, key=lambda cards: [rank(card) for card in cards]) if sets else ()


def rule_in_force(position: Position) -> str:
    """Return the colour of the canvas's top card, Red for the starter card."""
    return position.canvas[-1][0] if position.canvas else "R"


def live_seats(position: Position) -> list[int]:
    return [index for index, seat in enumerate(position.seats) if not seat.is_out]


def winning_seat(position: Position, rule: str | None = None) -> int | None:
    """Return the live seat whose set beats all others, None if no seat has a qualifying card."""
    rule = rule or rule_in_force(position)
    best: tuple[int, tuple[int, int], int] | None = None
    for index in live_seats(position):
        cards = qualifying(rule, position.seats[index].palette)
        if cards and (best is None or (len(cards), rank(cards[0])) > best[:2]):
            best = (len(cards), rank(cards[0]), index)
    return None if best is None else best[2]


# == Moves of cards and turns, without checks of legality.


def mover(position: Position) -> Seat:
    assert position.to_move is not None
    return position.seats[position.to_move]


def with_seat(position: Position, index: int, seat: Seat) -> Position:
    seats = list(position.seats)
    seats[index] = seat
    return position._replace(seats=tuple(seats))


def with_mover(position: Position, seat: Seat) -> Position:
    assert position.to_move is not None
    return with_seat(position, position.to_move, seat)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    left = list(cards)
    left.remove(card)
    return tuple(left)


def hand_to_palette(position: Position, card: Card) -> Position:
    seat = mover(position)
    seat = seat._replace(hand=without(seat.hand, card), palette=(*seat.palette, card))
    return with_mover(position, seat)


def hand_to_canvas(position: Position, card: Card) -> Position:
    seat = mover(position)._replace(hand=without(mover(position).hand, card))
    return with_mover(position, seat)._replace(canvas=(*position.canvas, card))


def palette_to_canvas(position: Position, index: int, card: Card) -> Position:
    seat = position.seats[index]
    seat = seat._replace(palette=without(seat.palette, card))
    return with_seat(position, index, seat)._replace(canvas=(*position.canvas, card))


def palette_to_deck(position: Position, index: int, card: Card) -> Position:
    seat = position.seats[index]
    seat = seat._replace(palette=without(seat.palette, card))
    return with_seat(position, index, seat)._replace(deck=(card, *position.deck))


def draw(position: Position) -> Position:
    seat = mover(position)._replace(hand=(*mover(position).hand, position.deck[0]))
    return with_mover(position, seat)._replace(deck=position.deck[1:])


def end_turn(position: Position) -> Position:
    """Pass the turn to the next live seat clockwise, or to None if only one is left."""
    assert position.to_move is not None
    if len(live_seats(position)) == 1:
        return position._replace(to_move=None)
    following = (position.to_move + 1) % len(position.seats)
    while position.seats[following].is_out:
        following = (following + 1) % len(position.seats)
    return position._replace(to_move=following)


def go_out(position: Position) -> Position:
    return end_turn(with_mover(position, mover(position)._replace(is_out=True)))


# == All turns of a position, step by step.


class Line(NamedTuple):
    """A partial turn: its text, its position, and the draw at which it stops, if any."""

    text: str
    position: Position
    stops_at: str = ""  # "" or "3" (the action's draw) or "discard" (the advanced draw)


def is_winning(position: Position) -> bool:
    return winning_seat(position) == position.to_move


def uses(position: Position, word: str) -> bool:
    """Return whether the ruleset contains `word`: advanced, actions, 1.3 or first."""
    return word in split_rules(position.rules)


@cache
def split_rules(rules: str) -> list[str]:
    return re.split(r"[+@]", rules)


def lines_of_play(position: Position, card: Card) -> list[Line]:
    """List all ways to play `card` to the palette and carry out its action."""
    played = hand_to_palette(position, card)
    lines: list[Line] = []
    if uses(position, "actions") and card[1] in (1, 3, 5, 7):
        actions = {1: lines_of_1, 3: lines_of_3, 5: lines_of_5, 7: lines_of_7}
        lines = actions[card[1]](played, card)
    return lines or [Line(show_cards((card,)), played)]


def lines_of_1(position: Position, card: Card) -> list[Line]:
    """Move a card of another live seat's palette to the deck."""
    lines = []
    for index in live_seats(position):
        victim = position.seats[index]
        if index == position.to_move:
            continue
        if uses(position, "first") and len(victim.palette) == 1:
            continue
        if uses(position, "1.3") and len(victim.palette) < len(mover(position).palette):
            continue
        for target in victim.palette:
            text = f"{show_cards((card,))}({victim.name}:{show_cards((target,))})"
            lines.append(Line(text, palette_to_deck(position, index, target)))
    return lines


def lines_of_3(position: Position, card: Card) -> list[Line]:
    """Stop at the draw if the deck has a card."""
    if not position.deck:
        return []
    return [Line(f"{show_cards((card,))}(+)", position, stops_at="3")]


def lines_of_5(position: Position, card: Card) -> list[Line]:
    """Play any other card from the hand that may be played."""
    lines = []
    for another in mover(position).hand:
        if may_be_played(position, another):
            for line in lines_of_play(position, another):
                text = f"{show_cards((card,))}({line.text})"
                lines.append(line._replace(text=text))
    return lines


def lines_of_7(position: Position, card: Card) -> list[Line]:
    """Move a card out of the active seat's own palette."""
    assert position.to_move is not None
    lines = []
    for own in mover(position).palette:
        name, own_name = show_cards((card,)), show_cards((own,))
        discarded = palette_to_canvas(position, position.to_move, own)
        if uses(position, "1.3"):
            lines.append(Line(f"{name}(@{own_name})", discarded))
            on_deck = palette_to_deck(position, position.to_move, own)
            lines.append(Line(f"{name}(^{own_name})", on_deck))
        elif own != card and is_winning(discarded):
            lines.append(Line(f"{name}(@{own_name})", discarded))
    return lines


def may_be_played(position: Position, card: Card) -> bool:
    if uses(position, "first") or card[1] not in (1, 7):
        return True
    return any(winning_endings(line) for line in lines_of_play(position, card))


def discards(line: Line) -> list[Line]:
    """List the turns that continue with a discard from the hand, and with its draw if any."""
    lines = []
    seat = mover(line.position)
    for card in seat.hand:
        after = hand_to_canvas(line.position, card)
        text = f"{line.text} @{show_cards((card,))}".strip()
        lines.append(Line(text, after))
        if uses(after, "advanced") and card[1] > len(seat.palette) and after.deck:
            lines.append(Line(text + "+", after, stops_at="discard"))
    return lines


def winning_endings(line: Line) -> list[Line]:
    """List the ways to end a turn, here or with a discard, so that the active seat is winning."""
    return [end for end in [line, *discards(line)] if is_winning(end.position)]


def lays_5s_high_first(line: Line) -> bool:
    """Return whether a turn that begins with several 5s plays them in the order of their colours.

    A 5 only allows another card to be played, so all orders of the same 5s have the same result.
    """
    chain = re.match(r"([ROYGBIV]5\()*([ROYGBIV]5\b)?", line.text)
    colours = re.findall(r"([ROYGBIV])5", chain[0] if chain else "")
    return colours == sorted(colours, key="ROYGBIV".index)


def turn_lines(position: Position) -> Iterator[Line]:
    """Yield all turns except the pass, each up to its end or to the draw of a 3.

    Of turns that differ only in the order of 5s, yield one.
    """
    lines = [line for card in mover(position).hand for line in lines_of_play(position, card)]
    for line in filter(lays_5s_high_first, lines):
        if line.stops_at == "3":
            yield line
        else:
            yield from winning_endings(line)
    for line in discards(Line("", position)):
        if is_winning(line.position):
            yield line


def whole_turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Yield every turn with its draws, and the position after it.

    The deck must be known. After the draw of a 3, the turn can end there if the seat is winning,
    continue with a discard after which it is winning, or pass.
    """
    if position.to_move is None:
        return
    yield "pass", go_out(position)
    for line in turn_lines(position):
        if line.stops_at != "3":
            yield line.text, after_ending(line)
            continue
        drawn = draw(line.position)
        yield f"{line.text} pass", go_out(drawn)
        for end in winning_endings(Line("", drawn)):
            yield f"{line.text} {end.text}".rstrip(), after_ending(end)


def after_ending(line: Line) -> Position:
    """Carry out the advanced draw if the turn has one, and end the turn."""
    return end_turn(draw(line.position) if line.stops_at == "discard" else line.position)


# == A slow and simple implementation of Red7, to compare engines with.
# This module was written from the rules alone and shares no code with the game. Cards are pairs
# (colour letter, number). Qualifying sets are found by trying all subsets of a palette, turns by
# trying all steps. The code should be easy to compare with the rules, line by line. The functions
# below are its interface; they take and return text.


def legal_turns(position_text: str) -> set[str]:
    """Return the texts of all legal turns of the active seat; none if the round is over.

    Of turns that differ only in the order of 5s, only one is included.
    """
    position = parse(position_text)
    if position.to_move is None:
        return set()
    return {"pass"} | {line.text for line in turn_lines(position)}


def winner(position_text: str, rule: str | None = None) -> str | None:
    """Return the seat that is winning under `rule`, by default the current one; None for none."""
    position = parse(position_text)
    index = winning_seat(position, rule)
    return None if index is None else position.seats[index].name


def standings(position_text: str, rule: str | None = None) -> dict[str, str]:
    """Return the qualifying set of each live seat under `rule`, high card first, "" for none."""
    position = parse(position_text)
    rule = rule or rule_in_force(position)
    seats = [position.seats[index] for index in live_seats(position)]
    return {seat.name: show_cards(qualifying(rule, seat.palette)) for seat in seats}


def qualifying_sets(palette_text: str, rule: str) -> set[str]:
    """Return all largest sets of a palette under `rule`, as texts with the high card first."""
    palette = tuple((word[0], int(word[1])) for word in palette_text.split())
    return {show_cards(cards) for cards in largest_sets(rule, palette)}


def finished_turns(position_text: str) -> dict[str, str]:
    """Return every turn with its draws, and the position after it.

    The deck must be known. After the draw of a 3, the turn can end there if the seat is winning,
    continue with a discard after which it is winning, or pass.
    """
    return {text: show(after) for text, after in whole_turns(parse(position_text))}


def perft(position_text: str, depth: int) -> int:
    return count_sequences(parse(position_text), depth)


def divide(position_text: str, depth: int) -> dict[str, int]:
    turns = whole_turns(parse(position_text))
    return {text: count_sequences(after, depth - 1) for text, after in turns}


def count_sequences(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_sequences(after, depth - 1) for _, after in whole_turns(position))
