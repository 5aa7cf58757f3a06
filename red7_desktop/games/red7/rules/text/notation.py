"""Text forms of positions and turns: printing, and reading with errors that name the place.

    red7 RULES / canvas CARDS / deck DECK / SEAT / SEAT [/ SEAT [/ SEAT]]

docs/notation.md describes them in full. Printing a parsed text gives its canonical form; parsing
a printed value gives an equal value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import BY_TEXT, TEXTS, UNKNOWN, number_of, set_of, texts_of
from red7_desktop.games.red7.rules.engine.position import (
    DISCARDED,
    DONE,
    DREW,
    NOBODY,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PHASES,
    Position,
)
from red7_desktop.games.red7.rules.ruleset import parse_ruleset
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.tabletop.errors import InvalidPosition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MIN_SEATS: Final = 2

MAX_SEATS: Final = 4


def text_of_position(position: Position) -> str:
    """Give the text form of a position."""
    canvas = " ".join(["canvas", *[TEXTS[card] for card in position.canvas]])
    deck = " ".join(["deck", *_write_deck(position.deck)])
    fields = [f"red7 {position.rules}", canvas, deck]
    fields += [_text_of_seat(position, seat) for seat in range(position.seats)]
    return " / ".join(fields)


def _write_deck(deck: tuple[int, ...]) -> list[str]:
    known = [TEXTS[card] for card in deck if card != UNKNOWN]
    hidden = len(deck) - len(known)
    return [*known, f"?{hidden}"] if hidden else known


def _text_of_seat(position: Position, seat: int) -> str:
    if seat == position.mover:
        mark = f">{PHASES[position.phase]}"
    else:
        mark = "x" if position.out >> seat & 1 else ""
    unseen = position.unseen[seat]
    row = [TEXTS[card] for card in position.rows[seat]]
    hand = texts_of(position.hands[seat]) + ([f"?{unseen}"] if unseen else [])
    return " ".join(
        [
            SEATS[seat] + mark,
            *row,
            ":",
            *hand,
            ":",
            *[TEXTS[card] for card in position.scores[seat]],
        ]
    )


def parse_position(text: str) -> Position:
    """Read a position from its text form.

    Raises InvalidPosition, which names the field and the word.

    >>> p = parse_position("red7 basic / canvas / deck ?33 / A> R7 : Y1 V2 : / B V7 : ?7 :")
    >>> p.seats, p.hand_count(1)
    (2, 7)
    """
    fields = [field.strip() for field in text.strip().split("/")]
    if len(fields) < 3 + MIN_SEATS or len(fields) > 3 + MAX_SEATS:
        why = f"needs rules, canvas, deck and {MIN_SEATS} to {MAX_SEATS} seats between '/'"
        raise InvalidPosition("position", text.strip(), why)
    rules = parse_ruleset(_strip_keyword("rules", fields[0], "red7"))
    canvas = _parse_cards("canvas", _strip_keyword("canvas", fields[1], "canvas"))
    deck_text = _strip_keyword("deck", fields[2], "deck")
    words, hidden = _split_hidden("deck", deck_text)
    deck = (*_parse_cards("deck", words), *[UNKNOWN] * hidden)
    seats = [_parse_seat(SEATS[i], field) for i, field in enumerate(fields[3:])]
    _refuse_doubles(canvas, deck, seats)
    mover, phase, out = _find_mover_and_out(seats)
    position = Position(
        rules,
        canvas,
        deck,
        tuple([set_of(seat.hand) for seat in seats]),
        tuple([seat.unseen for seat in seats]),
        tuple([seat.row for seat in seats]),
        tuple([set_of(seat.row) for seat in seats]),
        tuple([seat.score for seat in seats]),
        mover,
        out,
        phase,
    )
    _refuse_phase(position)
    return position


class _SeatText:
    """One seat's field, read."""

    __slots__ = ("hand", "mark", "name", "row", "score", "unseen")

    def __init__(
        self,
        name: str,
        mark: str,
        row: tuple[int, ...],
        hand: tuple[int, ...],
        unseen: int,
        score: tuple[int, ...],
    ) -> None:
        self.name: Final = name
        self.mark: Final = mark
        self.row: Final = row
        self.hand: Final = hand
        self.unseen: Final = unseen
        self.score: Final = score


def _strip_keyword(field: str, text: str, keyword: str) -> str:
    head, _, rest = text.partition(" ")
    if head != keyword:
        raise InvalidPosition(field, head, f"must begin with {keyword!r}")
    return rest.strip()


def _parse_cards(field: str, text: str) -> tuple[int, ...]:
    cards = []
    for word in text.split():
        if word not in BY_TEXT:
            raise InvalidPosition(field, word, "no such card")
        cards.append(BY_TEXT[word])
    return tuple(cards)


def _split_hidden(field: str, text: str) -> tuple[str, int]:
    """Split off a final `?N`: give the words before it and N (0 without)."""
    words = text.split()
    if not words or not words[-1].startswith("?"):
        return text, 0
    count = words[-1][1:]
    is_short = count.isascii() and count.isdigit() and len(count) <= 2
    if not is_short or int(count) > len(TEXTS):
        raise InvalidPosition(field, words[-1], "'?' needs a number from 0 to 49")
    return " ".join(words[:-1]), int(count)


def _parse_seat(name: str, text: str) -> _SeatText:
    field = f"seat {name}"
    parts = text.split(":")
    if len(parts) != 3:
        raise InvalidPosition(field, text, "needs palette, hand and score between ':'")
    head, _, row = parts[0].strip().partition(" ")
    if head[:1] != name:
        raise InvalidPosition(field, head, f"must begin with {name!r}")
    mark = head[1:]
    if mark not in {"", "x"} and not (mark[0] == ">" and mark[1:] in PHASES):
        raise InvalidPosition(field, head, "only '>' or 'x' may follow the name")
    words, unseen = _split_hidden(f"{field}: hand", parts[1])
    hand = _parse_cards(f"{field}: hand", words)
    palette = _parse_cards(f"{field}: palette", row)
    return _SeatText(name, mark, palette, hand, unseen, _parse_cards(f"{field}: score", parts[2]))


def _refuse_doubles(canvas: tuple[int, ...], deck: tuple[int, ...], seats: list[_SeatText]) -> None:
    places: list[tuple[str, Iterable[int]]] = [("canvas", canvas), ("deck", deck)]
    hidden = deck.count(UNKNOWN)
    for seat in seats:
        places += [(f"seat {seat.name}: palette", seat.row), (f"seat {seat.name}: hand", seat.hand)]
        places.append((f"seat {seat.name}: score", seat.score))
        hidden += seat.unseen
    seen: dict[int, str] = {}
    for field, cards in places:
        for card in cards:
            if card in seen:
                raise InvalidPosition(field, TEXTS[card], f"already in {seen[card]}")
            if card != UNKNOWN:
                seen[card] = field
    if len(seen) + hidden > len(TEXTS):
        why = f"{len(seen)} cards are named, so no more than {len(TEXTS) - len(seen)} can be hidden"
        raise InvalidPosition("position", f"?{hidden}", why)


def _find_mover_and_out(seats: list[_SeatText]) -> tuple[int, int, int]:
    """Give the mover, the phase and the bit set of seats that are out."""
    out = sum(1 << i for i, seat in enumerate(seats) if seat.mark == "x")
    movers = [i for i, seat in enumerate(seats) if seat.mark[:1] == ">"]
    live = len(seats) - out.bit_count()
    if not live:
        raise InvalidPosition("seats", seats[-1].name + "x", "one seat must be in the round")
    if len(movers) > 1:
        raise InvalidPosition("seats", seats[movers[1]].name + ">", "two seats cannot move")
    if live == 1:
        if movers:
            raise InvalidPosition("seats", seats[movers[0]].name + ">", "the round is over")
        return NOBODY, 0, out
    if not movers:
        raise InvalidPosition("seats", seats[0].name, "one live seat must be marked '>'")
    return movers[0], PHASES.index(seats[movers[0]].mark[1:]), out


def _refuse_phase(position: Position) -> None:
    """Refuse a point in a turn that no turn comes to."""
    for phases, is_met, why in _PHASE_NEEDS:
        if position.phase in phases and not is_met(position):
            seat = SEATS[position.mover]
            raise InvalidPosition(f"seat {seat}", f"{seat}>{PHASES[position.phase]}", why)


def _has_acting_card_on_top(position: Position) -> bool:
    row = position.rows[position.mover]
    return bool(row) and number_of(row[-1]) == _ACTING[position.phase]


_ACTING: Final = {OWES_TAKE: 1, OWES_FETCH: 3, OWES_PLAY: 5, OWES_MOVE: 7}
"""By what is owed: the number of the card that was played last."""


_PHASE_NEEDS: Final[tuple[tuple[frozenset[int], Callable[[Position], bool], str], ...]] = (
    (frozenset({DREW, *_ACTING}), lambda p: p.rules.actions, "needs rules with actions"),
    (frozenset(_ACTING), _has_acting_card_on_top, "needs a card with this action played last"),
    (frozenset({OWES_FETCH, DISCARDED}), lambda p: bool(p.deck), "needs a card in the deck"),
    (frozenset({DISCARDED}), lambda p: p.rules.advanced, "needs advanced rules"),
    (frozenset({DISCARDED, DONE}), lambda p: bool(p.canvas), "needs a card on the canvas"),
)
"""By phases: what must be so, and how to say it where it is not."""
