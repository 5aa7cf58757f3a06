"""Text forms of positions: printing, and reading with errors that name the place.

    spring / table COMBINATIONS / deck DECK / discard CARDS / SEAT / SEAT [/ SEAT ...]

docs/notation.md describes them in full. Printing a parsed text gives its canonical form; parsing
a printed value gives an equal value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import (
    DECK_SIZE,
    MAX_SEATS,
    MIN_SEATS,
    SEATS,
    UNKNOWN,
)
from red7_desktop.games.spring_cleaning.rules.combinations import (
    combination_of,
    is_beating,
    text_of_combination,
)
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    HIDDEN,
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    replace_hand,
)
from red7_desktop.games.spring_cleaning.rules.text.possible import check_possible
from red7_desktop.tabletop.errors import InvalidPosition

if TYPE_CHECKING:
    from collections.abc import Sequence

GAME: Final = "spring"

AT_ONCE: Final = "spring@once"
"""The first word of a position, by the option when an emptied hand picks up its offer."""


def text_of_position(position: Position) -> str:
    """Give the text form of a position."""
    table = ["table", " ; ".join([text_of_combination(each) for each in position.trick])]
    if position.trick:
        table.append(f":{SEATS[position.holder]}")
    fields = [
        AT_ONCE if position.at_once else GAME,
        " ".join(table) if position.trick else "table",
        " ".join(["deck", *_write_cards(position.deck)]),
        " ".join(["discard", *_write_cards(position.discard)]),
    ]
    fields += [_text_of_seat(position, seat) for seat in range(position.seats)]
    return " / ".join(fields)


def _write_cards(cards: Sequence[int]) -> list[str]:
    """Write cards, those not known as `?N` where they lie."""
    words: list[str] = []
    hidden = 0
    for card in (*cards, -1):
        if card == UNKNOWN:
            hidden += 1
            continue
        if hidden:
            words.append(f"?{hidden}")
            hidden = 0
        words.append(str(card))
    return words[:-1]


def _text_of_seat(position: Position, seat: int) -> str:
    name = SEATS[seat] + _mark_of(position, seat)
    hand, offer = _write_cards(position.hands[seat]), _write_cards(position.offers[seat])
    return " ".join([name, *hand, ":", *offer, ":", str(position.trash[seat])])


def _mark_of(position: Position, seat: int) -> str:
    mark = ">" if seat == position.mover else ""
    if position.phase == SEALED:
        place = position.sealed[seat]
        return mark + ("?" if not place else "=" if place == HIDDEN else f"={place}")
    if not mark or position.phase == START:
        return mark
    if position.phase == OWES_INSERT:
        return f">insert {position.drawn or '?'}"
    return (
        ">offer"
        if position.phase == OWES_OFFER
        else f">order({' '.join(_write_cards(position.loose))})"
    )


def parse_position(text: str) -> Position:
    """Read a position from its text form.

    Raises InvalidPosition, which names the field and the word.

    >>> p = parse_position("spring / table 6 :B / deck ?40 / discard / A> 7 7 : 4 : 0 / B ?9 : : 1")
    >>> p.seats, p.card_count(1), str(p)[:24]
    (2, 9, 'spring / table 6 :B / de')
    """
    fields = [field.strip() for field in text.strip().split("/")]
    if not 4 + MIN_SEATS <= len(fields) <= 4 + MAX_SEATS:
        why = f"needs game, table, deck, discard, {MIN_SEATS} to {MAX_SEATS} seats between '/'"
        raise InvalidPosition("position", _shorten(text), why)
    if fields[0] not in {GAME, AT_ONCE}:
        raise InvalidPosition("game", _shorten(fields[0]), f"must be {GAME!r} or {AT_ONCE!r}")
    seats = [_read_seat(SEATS[nth], field) for nth, field in enumerate(fields[4:])]
    trick, holder = _read_table(_strip_keyword("table", fields[1]), len(seats))
    position = _build_position(
        fields[0] == AT_ONCE,
        trick,
        holder,
        _read_cards("deck", _strip_keyword("deck", fields[2])),
        _read_cards("discard", _strip_keyword("discard", fields[3])),
        seats,
    )
    check_possible(position)
    return position


def _shorten(text: str) -> str:
    """Shorten a text for a message."""
    text = text.strip()
    return text if len(text) <= 60 else f"{text[:60]}…"


@dataclass(frozen=True)
class _SeatText:
    """One seat's field, read; place is the picked offer's, 0 before, None in a round that runs."""

    hand: tuple[int, ...]
    offer: tuple[int, ...]
    trash: int
    is_mover: bool
    phase: int
    drawn: int
    loose: tuple[int, ...]
    place: int | None


def _strip_keyword(keyword: str, field: str) -> str:
    head, _, rest = field.partition(" ")
    if head != keyword:
        raise InvalidPosition(keyword, _shorten(head), f"must begin with {keyword!r}")
    return rest.strip()


def _read_cards(field: str, text: str) -> tuple[int, ...]:
    """Read a list of cards; `?N` stands for N cards whose faces are not known."""
    cards: list[int] = []
    for word in text.split():
        if _CARD.fullmatch(word):
            cards.append(int(word))
        elif _COUNT.fullmatch(word) and int(word[1:]) <= DECK_SIZE:
            cards += [UNKNOWN] * int(word[1:])
        else:
            raise InvalidPosition(field, _shorten(word), "no such card")
    return tuple(cards)


_CARD: Final = re.compile(r"[1-9]", re.ASCII)

_COUNT: Final = re.compile(r"\?[0-9]{1,2}", re.ASCII)


def _read_table(text: str, seats: int) -> tuple[tuple[int, ...], int]:
    """Read the trick and the seat that played last."""
    if not text:
        return (), NOBODY
    played, colon, name = text.rpartition(":")
    if not colon or len(name) != 1 or name not in SEATS[:seats]:
        why = f"must end with ':' and one of {', '.join(SEATS[:seats])}"
        raise InvalidPosition("table", _shorten(text), why)
    trick: list[int] = []
    for words in played.split(";"):
        cards = _read_cards("table", words)
        combination = combination_of(cards)
        if not combination:
            raise InvalidPosition("table", _shorten(words), "no single, set or run, written upward")
        if trick and not is_beating(combination, trick[-1]):
            raise InvalidPosition("table", _shorten(words), "does not beat the one before it")
        trick.append(combination)
    return tuple(trick), SEATS.index(name)


_HEAD: Final = re.compile(
    r"(?P<name>[A-Z])(?P<mover>>?)"
    r"(?:(?P<picks>\?)|=(?P<place>[0-9]{0,2})"
    r"|(?<=>)insert (?P<drawn>[1-9?])|(?<=>)(?P<offer>offer)|(?<=>)order\((?P<loose>[^()]*)\))?"
    r"(?= |$)(?P<hand>.*)",
    re.ASCII,
)


def _read_seat(name: str, text: str) -> _SeatText:
    field = f"seat {name}"
    parts = text.split(":")
    if len(parts) != 3:
        raise InvalidPosition(field, _shorten(text), "needs hand, offer and trash between ':'")
    found = _HEAD.fullmatch(" ".join(parts[0].split()))
    if not found or found["name"] != name:
        why = f"must begin with {name!r}, perhaps '>' and what it owes, '?' or '=', and a space"
        raise InvalidPosition(field, _shorten(parts[0]), why)
    trash = parts[2].strip()
    if not _TRASH.fullmatch(trash):
        raise InvalidPosition(f"{field}: trash", _shorten(trash), "must be a number")
    place = None
    if found["picks"]:
        place = 0
    elif found["place"] is not None:
        place = int(found["place"]) if found["place"] else HIDDEN
    return _SeatText(
        hand=_read_cards(f"{field}: hand", found["hand"]),
        offer=_parse_offer(field, parts[1]),
        trash=int(trash),
        is_mover=bool(found["mover"]),
        phase=_find_phase(found),
        drawn=int((found["drawn"] or "?").replace("?", "0")),
        loose=tuple(sorted(_read_cards(f"{field}: order", found["loose"] or ""))),
        place=place,
    )


_TRASH: Final = re.compile(r"[0-9]{1,3}", re.ASCII)


def _parse_offer(field: str, text: str) -> tuple[int, ...]:
    offer = _read_cards(f"{field}: offer", text)
    if UNKNOWN in offer:
        raise InvalidPosition(f"{field}: offer", _shorten(text), "its cards lie face up")
    return tuple(sorted(offer))


def _find_phase(found: re.Match[str]) -> int:
    marks = (("drawn", OWES_INSERT), ("offer", OWES_OFFER), ("loose", OWES_ORDER))
    return next((phase for name, phase in marks if found[name] is not None), START)


def _build_position(
    at_once: bool,
    trick: tuple[int, ...],
    holder: int,
    deck: tuple[int, ...],
    discard: tuple[int, ...],
    seats: list[_SeatText],
) -> Position:
    movers = [nth for nth, seat in enumerate(seats) if seat.is_mover]
    if len(movers) > 1:
        raise InvalidPosition("seats", SEATS[movers[1]] + ">", "two seats cannot act")
    mover = movers[0] if movers else NOBODY
    sealed = _list_sealed(seats)
    offers = tuple([seat.offer for seat in seats])
    acting = seats[mover]
    phase, loose = (acting.phase, acting.loose) if movers else (START, seats[0].loose)
    if sealed:
        if not movers:
            raise InvalidPosition("seats", SEATS[0], "'>' must mark the seat that will lead")
        phase = SEALED
    elif movers and phase == START and not seats[mover].hand and not at_once:
        # Its turn begins with picking up.
        phase, loose, offers = OWES_ORDER, offers[mover], replace_hand(offers, mover, ())
    return Position(
        at_once,
        trick,
        holder,
        deck,
        discard,
        tuple([seat.hand for seat in seats]),
        offers,
        tuple([seat.trash for seat in seats]),
        mover,
        phase,
        acting.drawn if movers else UNKNOWN,
        loose,
        sealed,
    )


def _list_sealed(seats: list[_SeatText]) -> tuple[int, ...]:
    """Give the places of the picked offers; none in a round that runs."""
    places = [seat.place for seat in seats if seat.place is not None]
    if places and len(places) < len(seats):
        missing = next(nth for nth, seat in enumerate(seats) if seat.place is None)
        why = "every seat needs '?' or '=' before the first trick, or none"
        raise InvalidPosition("seats", SEATS[missing], why)
    return tuple(places)
