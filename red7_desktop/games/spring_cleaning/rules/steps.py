"""The steps a turn is made of, as values, and their text forms.

5 5 @2        play a combination, `combinations` says how it is packed and written
draw          draw from the deck; `draw=7` once the card is known
draw(B:4)     draw from an offer
insert 3      put the drawn card into the hand: it becomes the third card
offer 3       put the third card of the hand into the own offer; also the first, sealed one
order(4)      lay the next card of a picked-up hand, left to right
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules.cards import DECK_SIZE, SEATS, UNKNOWN
from red7_desktop.games.spring_cleaning.rules.combinations import play_of, text_of_play
from red7_desktop.tabletop.errors import InvalidTurn

PLAY: Final = 0

DRAW: Final = 1

TAKE: Final = 2

INSERT: Final = 3

OFFER: Final = 4

LAY: Final = 5


LONGEST: Final = 200
"""No step is longer, in characters."""


class Step(NamedTuple):
    """One step: its kind (a constant of this module), what, and for TAKE whose offer.

    what: the packed play, the number of the card drawn, taken or laid (UNKNOWN: not seen), or the
    place of INSERT and OFFER, from 1.
    """

    kind: int
    what: int = UNKNOWN
    seat: int = -1

    def __str__(self) -> str:
        """Give the text form."""
        if self.kind == PLAY:
            return text_of_play(self.what)
        if self.kind == DRAW:
            return f"draw={self.what}" if self.what else "draw"
        if self.kind == TAKE:
            return f"draw({SEATS[self.seat]}:{self.what})"
        if self.kind == LAY:
            return f"order({self.what or '?'})"
        return f"{'insert' if self.kind == INSERT else 'offer'} {self.what}"


THE_DRAW: Final = Step(DRAW)


_DRAW: Final = re.compile(r"draw(?:=([1-9]))?", re.ASCII)

_TAKE: Final = re.compile(rf"draw\(([{SEATS}]):([1-9])\)", re.ASCII)

_PLACED: Final = re.compile(r"(insert|offer) ([1-9][0-9]?)", re.ASCII)

_LAY: Final = re.compile(r"order\(([1-9?])\)", re.ASCII)

_PLAY: Final = re.compile(
    rf"([1-9](?:\([{SEATS}]\))?(?: [1-9](?:\([{SEATS}]\))?)*)(?: @([1-9][0-9]?))?", re.ASCII
)


def parse_step(text: str) -> Step:
    """Read a step from its text form.

    Raises InvalidTurn, naming the word.

    >>> parse_step("draw(B:4)"), str(parse_step("3 4(B) 5 @7"))
    (Step(kind=2, what=4, seat=1), '3 4(B) 5 @7')
    """
    if len(text) > LONGEST:
        raise InvalidTurn(text[:LONGEST], "no step is so long")
    if found := _DRAW.fullmatch(text):
        return Step(DRAW, int(found[1] or UNKNOWN))
    if found := _TAKE.fullmatch(text):
        return Step(TAKE, int(found[2]), SEATS.index(found[1]))
    if found := _PLACED.fullmatch(text):
        return Step(INSERT if found[1] == "insert" else OFFER, _parse_place(text, found[2]))
    if found := _LAY.fullmatch(text):
        return Step(LAY, UNKNOWN if found[1] == "?" else int(found[1]))
    if found := _PLAY.fullmatch(text):
        return Step(PLAY, _read_play(text, found[1].split(), found[2]))
    raise InvalidTurn(text, "no such step")


def _parse_place(text: str, digits: str) -> int:
    if int(digits) > DECK_SIZE:
        raise InvalidTurn(text, f"no hand has a place {digits}")
    return int(digits)


def _read_play(text: str, words: list[str], digits: str | None) -> int:
    cards = [int(word[0]) for word in words]
    owners = [SEATS.index(word[2]) if len(word) > 1 else -1 for word in words]
    uses_hand = -1 in owners
    if uses_hand != (digits is not None):
        raise InvalidTurn(text, "'@' and a place follow if, and only if, hand cards are used")
    play = play_of(cards, owners, _parse_place(text, digits) if digits else 0)
    if not play:
        raise InvalidTurn(text, "no single, set or run, a run being written upward")
    return play
