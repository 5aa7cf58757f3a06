"""Every turn of a position, step by step, for the naive reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.reference.naive_moves import (
    IllegalTurn,
    draw,
    end_turn,
    go_out,
    hand_to_canvas,
    hand_to_palette,
    mover,
    palette_to_canvas,
    palette_to_deck,
)
from tests.reference.naive_position import HIDDEN, Card, Position, show_cards
from tests.reference.naive_sets import live_seats, winning_seat


@dataclass(frozen=True)
class Line:
    """A turn as far as it has got: its text, the position, and the draw it stops at if any."""

    text: str
    position: Position
    stops_at: str = ""  # "" or "3" (the action's draw) or "discard" (the advanced draw)


def is_winning(position: Position) -> bool:
    """Tell whether the mover is winning."""
    return winning_seat(position) == position.to_move


def uses(position: Position, word: str) -> bool:
    """Tell whether the rules in use have `word`: advanced, actions, 1.3, first."""
    return word in re.split(r"[+@]", position.rules)


def lines_of_play(position: Position, card: Card) -> list[Line]:
    """List every way to play `card` to the palette and carry out its action."""
    played = hand_to_palette(position, card)
    lines: list[Line] = []
    if uses(position, "actions") and card[1] in (1, 3, 5, 7):
        actions = {1: lines_of_1, 3: lines_of_3, 5: lines_of_5, 7: lines_of_7}
        lines = actions[card[1]](played, card)
    return lines or [Line(show_cards((card,)), played)]


def lines_of_1(position: Position, card: Card) -> list[Line]:
    """Put a card of another live seat's palette on the deck."""
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
    """Stop where a card is to be drawn, if there is one."""
    if not position.deck:
        return []
    return [Line(f"{show_cards((card,))}(+)", position, stops_at="3")]


def lines_of_5(position: Position, card: Card) -> list[Line]:
    """Play another card from the hand, whichever may be played."""
    lines = []
    for another in mover(position).hand:
        if may_be_played(position, another):
            for line in lines_of_play(position, another):
                text = f"{show_cards((card,))}({line.text})"
                lines.append(replace(line, text=text))
    return lines


def lines_of_7(position: Position, card: Card) -> list[Line]:
    """Move a card out of the mover's own palette."""
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
    """Tell whether a 5 may play `card`: a 1 or 7 of edition 1.3 must leave a way to end winning."""
    if uses(position, "first") or card[1] not in (1, 7):
        return True
    return any(winning_endings(line) for line in lines_of_play(position, card))


def discards(line: Line) -> list[Line]:
    """List the turns that go on with a discard from the hand, and with its draw if it gives one."""
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
    """List the ways to end a turn, here or with a discard, that leave the mover winning."""
    return [end for end in [line, *discards(line)] if is_winning(end.position)]


def lays_5s_high_first(line: Line) -> bool:
    """Tell whether a turn that begins with a chain of 5s plays them in the order of their colours.

    A 5 does nothing but let another card be played, so every order of the same ones ends alike.
    """
    chain = re.match(r"([ROYGBIV]5\()*([ROYGBIV]5\b)?", line.text)
    colours = re.findall(r"([ROYGBIV])5", chain[0] if chain else "")
    return colours == sorted(colours, key="ROYGBIV".index)


def turn_lines(position: Position) -> Iterator[Line]:
    """Go through the turns but the pass; of those that differ in the order of 5s, through one."""
    return filter(lays_5s_high_first, lines_in_any_order(position))


def lines_in_any_order(position: Position) -> Iterator[Line]:
    """Go through every turn but the pass, each up to its end or to a 3's draw."""
    if HIDDEN in mover(position).hand:
        raise IllegalTurn(f"seat {mover(position).name}: its hand is hidden")
    for card in mover(position).hand:
        for line in lines_of_play(position, card):
            if line.stops_at == "3":
                yield line
            else:
                yield from winning_endings(line)
    for line in discards(Line("", position)):
        if is_winning(line.position):
            yield line


def whole_turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Go through every turn, followed through its draws to its end, with the position after it.

    The deck must be known. After a 3's draw the turn's ways on are: end there if winning, every
    discard that ends winning, and pass.
    """
    if position.to_move is None:
        return
    yield "pass", go_out(position)
    for line in turn_lines(position):
        if line.stops_at != "3":
            yield line.text, after_ending(line)
            continue
        drawn = draw(line.position, "")
        yield f"{line.text} pass", go_out(drawn)
        for end in winning_endings(Line("", drawn)):
            yield f"{line.text} {end.text}".rstrip(), after_ending(end)


def after_ending(line: Line, drawn: str = "") -> Position:
    """Carry out the advanced draw if the turn takes it, and end the turn.

    `drawn` is the card the turn's text claims to draw, or empty.
    """
    position = draw(line.position, drawn) if line.stops_at == "discard" else line.position
    return end_turn(position)
