"""The steps a turn is made of, as values.

Their text forms are those of the turn notation; what a card's action does stands in brackets:

    R7      play to the palette              (B:G4)  a 1 takes G4 from seat B to the deck's top
    @V3     discard from hand to canvas      (+)     a 3 draws; (+Y6) once the card is known
    +       take the advanced draw; +Y6      (@G2)   a 7 moves G2 from the palette to the canvas
    end     end the turn                     (^G2)   a 7 puts G2 on top of the deck
    pass    go out of the round
"""

from __future__ import annotations

from typing import Final, NamedTuple

from red7_desktop.games.red7.rules.cards import BY_TEXT, DECK_SIZE, TEXTS, UNKNOWN
from red7_desktop.tabletop.errors import InvalidTurn

PLAY: Final = 0

DISCARD: Final = 1

DRAW: Final = 2

END: Final = 3

PASS: Final = 4

TAKE: Final = 5

FETCH: Final = 6

SHED: Final = 7

BURY: Final = 8


SEATS: Final = "ABCD"
"""Names of the seats, clockwise."""


class Step(NamedTuple):
    """One step: its kind (a constant of this module), its card, and for TAKE the rival's seat.

    `card` is UNKNOWN where there is none, or for a draw of a card not yet seen.
    """

    kind: int
    card: int = UNKNOWN
    seat: int = -1

    def __str__(self) -> str:
        """Give the text form."""
        card = TEXTS[self.card] if self.card >= 0 else ""
        return _FORMS[self.kind].format(card=card, seat=SEATS[self.seat])


_FORMS: Final = (
    "{card}",
    "@{card}",
    "+{card}",
    "end",
    "pass",
    "({seat}:{card})",
    "(+{card})",
    "(@{card})",
    "(^{card})",
)


def parse_step(text: str) -> Step:
    """Read a step from its text form.

    Raises InvalidTurn, naming the word.

    >>> parse_step("(B:G4)")
    Step(kind=5, card=24, seat=1)
    """
    if text in _FIXED:
        return _FIXED[text]
    inside = text[1:-1] if text.startswith("(") and text.endswith(")") else ""
    mark = inside[:1] if inside else text[:1]
    if inside[1:2] == ":":
        if mark not in SEATS:
            raise InvalidTurn(text, f"no such seat: {mark!r}")
        return Step(TAKE, _parse_card(inside[2:], text), SEATS.index(mark))
    kinds = _ACTION_MARKS if inside else _MARKS
    if mark in kinds:
        return Step(kinds[mark], _parse_card((inside or text)[1:], text))
    if inside:
        raise InvalidTurn(text, "no such action")
    return Step(PLAY, _parse_card(text, text))


def _parse_card(word: str, text: str) -> int:
    if word not in BY_TEXT:
        raise InvalidTurn(text, f"no such card: {word!r}")
    return BY_TEXT[word]


_MARKS: Final = {"@": DISCARD, "+": DRAW}

_ACTION_MARKS: Final = {"@": SHED, "^": BURY, "+": FETCH}


PLAYS: Final = tuple([Step(PLAY, card) for card in range(DECK_SIZE)])

DISCARDS: Final = tuple([Step(DISCARD, card) for card in range(DECK_SIZE)])

SHEDS: Final = tuple([Step(SHED, card) for card in range(DECK_SIZE)])

BURIES: Final = tuple([Step(BURY, card) for card in range(DECK_SIZE)])

TAKES: Final = tuple([tuple([Step(TAKE, c, seat) for c in range(DECK_SIZE)]) for seat in range(4)])

THE_DRAW: Final = Step(DRAW)

THE_FETCH: Final = Step(FETCH)

THE_END: Final = Step(END)

THE_PASS: Final = Step(PASS)

_FIXED: Final = {"+": THE_DRAW, "(+)": THE_FETCH, "end": THE_END, "pass": THE_PASS}
