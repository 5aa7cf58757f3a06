"""The text form of a Red7 position, for the naive reference: parse and print."""

from __future__ import annotations

import re
from dataclasses import dataclass

Card = tuple[str, int]  # colour letter, number

COLOURS = "ROYGBIV"  # high to low
NAMES = "ABCD"  # seats, clockwise
HIDDEN: Card = ("?", 0)  # a card that is there but not known
RULES = [
    f"{scoring}{actions}@{edition}"
    for scoring in ("basic", "advanced")
    for actions in ("", "+actions")
    for edition in ("1.3", "first")
]


class InvalidPosition(ValueError):
    """A text that is no position; the message names the field and the word."""


@dataclass(frozen=True)
class Seat:
    """One seat: what lies before it, what it holds, what it has scored."""

    name: str
    palette: tuple[Card, ...]  # in the order played
    hand: tuple[Card, ...]
    score: tuple[Card, ...]
    is_out: bool = False


@dataclass(frozen=True)
class Position:
    """Everything on the table between two turns."""

    rules: str
    canvas: tuple[Card, ...]  # oldest first, without the starter card
    deck: tuple[Card, ...]  # top first
    seats: tuple[Seat, ...]
    to_move: int | None  # index of a seat, None when the round is over


def rank(card: Card) -> tuple[int, int]:
    """Give the order of cards: by number, then by colour with Red on top."""
    return card[1], -COLOURS.index(card[0])


def sorted_high_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort cards from the highest down."""
    return tuple(sorted(cards, key=rank, reverse=True))


def parse(text: str) -> Position:
    """Read a position; raises InvalidPosition."""
    parts = [part.split() for part in text.split("/")]
    if len(parts) < 5 or len(parts) > 7:
        raise InvalidPosition(f"position: {len(parts)} parts, expected 5 to 7")
    for words, first in zip(parts, ("red7", "canvas", "deck"), strict=False):
        if not words or words[0] != first:
            raise InvalidPosition(f"{first}: word {first!r} expected, found {' '.join(words)!r}")
    if len(parts[0]) != 2 or parts[0][1] not in RULES:
        raise InvalidPosition(f"rules: {' '.join(parts[0][1:])!r}: no such rules")
    canvas = parse_cards("canvas", parts[1][1:])
    deck = parse_cards("deck", parts[2][1:], may_be_hidden=True)
    seats, marks = [], []
    for name, words in zip(NAMES, parts[3:], strict=False):
        seat, has_mark = parse_seat(name, words)
        seats.append(seat)
        marks.append(has_mark)
    position = Position(
        parts[0][1], canvas, deck, tuple(seats), marks.index(True) if True in marks else None
    )
    check_marks(position, marks)
    check_cards(position)
    return position


def parse_seat(name: str, words: list[str]) -> tuple[Seat, bool]:
    """Read one seat, and whether it is marked as the one to move."""
    field = f"seat {name}"
    mark = words[0][1:] if words else ""
    if not words or words[0][0] != name or mark not in ("", ">", "x"):
        raise InvalidPosition(f"{field}: {' '.join(words[:1])!r}: {name!r} expected")
    lists = " ".join(words[1:]).split(":")
    if len(lists) != 3:
        raise InvalidPosition(f"{field}: {len(lists)} lists, expected palette : hand : score")
    palette = parse_cards(field, lists[0].split())
    hand = parse_cards(field, lists[1].split(), may_be_hidden=True)
    score = parse_cards(field, lists[2].split())
    return Seat(name, palette, hand, score, is_out=mark == "x"), mark == ">"


def parse_cards(field: str, words: list[str], may_be_hidden: bool = False) -> tuple[Card, ...]:
    """Read a list of cards, or `?N` where cards may be hidden."""
    if may_be_hidden and len(words) == 1 and re.fullmatch(r"\?\d+", words[0]):
        return (HIDDEN,) * int(words[0][1:])
    for word in words:
        if not re.fullmatch(r"[ROYGBIV][1-7]", word):
            raise InvalidPosition(f"{field}: card {word!r}: no such card")
    return tuple((word[0], int(word[1])) for word in words)


def check_marks(position: Position, marks: list[bool]) -> None:
    """Refuse a position where no seat or more than one is to move, unless one seat is left."""
    live = [seat.name for seat in position.seats if not seat.is_out]
    if not live:
        raise InvalidPosition("seats: all are out")
    if marks.count(True) != (0 if len(live) == 1 else 1):
        raise InvalidPosition(f"seats: {marks.count(True)} to move of {len(live)} live")


def check_cards(position: Position) -> None:
    """Refuse a position where a card lies twice."""
    seen: list[Card] = []
    for field, cards in zones(position):
        for card in cards:
            if card in seen and card != HIDDEN:
                raise InvalidPosition(f"{field}: card {show_cards((card,))!r}: there twice")
            seen.append(card)


def zones(position: Position) -> list[tuple[str, tuple[Card, ...]]]:
    """List all the places where cards lie, with the name of the field."""
    lists = [("canvas", position.canvas), ("deck", position.deck)]
    for seat in position.seats:
        for cards in (seat.palette, seat.hand, seat.score):
            lists.append((f"seat {seat.name}", cards))
    return lists


def show(position: Position) -> str:
    """Print a position, words parted by single spaces."""
    parts = [
        f"red7 {position.rules}",
        f"canvas {show_cards(position.canvas)}",
        f"deck {show_cards(position.deck)}",
    ]
    for index, seat in enumerate(position.seats):
        mark = "x" if seat.is_out else ">" if index == position.to_move else ""
        hand = seat.hand if HIDDEN in seat.hand else sorted_high_first(seat.hand)
        lists = [show_cards(cards) for cards in (seat.palette, hand, seat.score)]
        parts.append(f"{seat.name}{mark} {' : '.join(lists)}")
    return " ".join(" / ".join(parts).split())


def show_cards(cards: tuple[Card, ...]) -> str:
    """Print a list of cards, or `?N` when some of it is hidden."""
    if HIDDEN in cards:
        return f"?{len(cards)}"
    return " ".join(f"{colour}{number}" for colour, number in cards)
