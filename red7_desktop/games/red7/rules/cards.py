"""Cards, sets of cards, and steps. Compiled by mypyc.

A card is an `int` from 0 to 48: seven times (number - 1), plus the rank of its colour from Violet 0
to Red 6. So the order of the integers is the rulebook's (number first, then colour), and the
highest bit of a set is its top card. A set of cards is an integer with the bit `1 << card` set.

Text forms of steps, as in the notation of turns (actions are in brackets):

    R7      play to the palette              (B:G4)  a 1 moves G4 of seat B to the deck's top
    @V3     discard from hand to canvas      (+)     a 3 draws; (+Y6) once the card is known
    +       take an earned draw; +Y6         (@G2)   a 7 moves G2 from the palette to the canvas
    end     end the turn                     (^G2)   a 7 puts G2 on top of the deck
    pass    drop out of the round
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.tabletop.game import InvalidTurn

if TYPE_CHECKING:
    from mypy_extensions import i64

VIOLET: Final = 0
INDIGO: Final = 1
BLUE: Final = 2
GREEN: Final = 3
YELLOW: Final = 4
ORANGE: Final = 5
RED: Final = 6
COLOURS: Final = range(7)
"""Ranks of the seven colours, from Violet 0 to Red 6. Each rule has the rank of its colour."""
LETTERS: Final = "VIBGYOR"
"""Colour letters by rank."""
COLOUR_NAMES: Final = ("violet", "indigo", "blue", "green", "yellow", "orange", "red")
"""Names of the colours by rank. Used in the names of asset files and in the output of the `lab`
commands, which are experiments with the game."""
DECK_SIZE: Final = 49
ALL_CARDS: Final = (1 << DECK_SIZE) - 1
"""The set of all 49 cards."""
UNKNOWN: Final = -1
"""Value in place of a card whose face isn't known, for example of a face-down card in the deck."""


def number_of(card: int) -> int:
    """Return the number of a card, 1 to 7."""
    return card // 7 + 1


def colour_of(card: int) -> int:
    """Return the colour rank of a card, Violet 0 to Red 6."""
    return card % 7


def card_of(colour: int, number: int) -> int:
    """Return the card with a colour rank and a number from 1 to 7."""
    return 7 * (number - 1) + colour


COMPILED: Final = not hasattr(number_of, "__code__")
"""True if this module is compiled; other modules then use a different implementation."""
BIT_COUNT: Final = int.bit_count
"""Counts the bits of an integer; in plain Python it is faster than `count_bits`."""
CARD_TEXTS: Final[tuple[str, ...]] = tuple(
    f"{LETTERS[colour_of(card)]}{number_of(card)}" for card in range(DECK_SIZE)
)
"""Text of every card, indexed by card."""
CARD_BY_TEXT: Final[dict[str, int]] = {text: card for card, text in enumerate(CARD_TEXTS)}
"""The cards by their texts, such as "R7"."""
CARDS_OF_COLOUR: Final[tuple[int, ...]] = tuple(
    sum(1 << card_of(colour, number) for number in range(1, 8)) for colour in COLOURS
)
"""Set of all cards of a colour, indexed by colour rank."""
VIOLET_CARDS: Final = 0x0040810204081
"""Set of all violet cards. Its product with a set of colours (seven bits) is the set of all cards
of these colours."""
CARDS_OF_NUMBER: Final[tuple[int, ...]] = (0, *(0b1111111 << 7 * n for n in range(7)))
"""Set of all cards of a number, indexed by number; index 0 is empty."""
EVENS: Final = CARDS_OF_NUMBER[2] | CARDS_OF_NUMBER[4] | CARDS_OF_NUMBER[6]
LOWS: Final = CARDS_OF_NUMBER[1] | CARDS_OF_NUMBER[2] | CARDS_OF_NUMBER[3]
"""The set of all cards with a number below 4, as a bit mask."""
SINGLETONS: Final = [1 << card for card in range(DECK_SIZE)]
"""For each card the set that contains only it. Compiled code can't compute `1 << card` directly."""
SINGLETON_CARDS: Final = bytes(
    [0, *[card for _, card in sorted([((1 << c) % 59, c) for c in range(58)])]]
)
"""Lookup table from a set with one card to the card.

A set with one card is the bit mask `1 << card`. The index is the bit mask modulo 59; every card has
a different remainder."""
SINGLETON_TUPLES: Final = ((), *[(card,) for card in SINGLETON_CARDS[1:]])
"""Lookup table from a set with one card to a tuple with the card. The index is the set's bit mask
modulo 59."""


def count_bits(cards: i64) -> int:
    """Return the number of one bits in a mask, such as the number of cards in a set of cards.

    In plain Python, `BIT_COUNT` is faster.
    """
    if COMPILED:  # This method works for up to 62 bits; longer masks would be big integers.
        pairs = cards - (cards >> 1 & 0x1555555555555555)
        nibbles = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
        octets = nibbles + (nibbles >> 4) & 0x0F0F0F0F0F0F0F0F
        return octets * 0x0101010101010101 >> 56
    return BIT_COUNT(cards)


def card_of_singleton(cards: i64) -> int:
    """Return the card of a set with one card.

    `bit_length` would do the same, but uses big integers in compiled code.
    """
    return SINGLETON_CARDS[cards % 59]


def cards_in(cards: int) -> Iterator[int]:
    """Yield the cards of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def set_of(cards: Iterable[int]) -> int:
    """Return the given cards as a set: a bit mask in which bit `1 << card` is set for each."""
    whole = 0
    for card in cards:
        whole |= 1 << card
    return whole


def texts_of(cards: int) -> list[str]:
    """Return the texts of the cards in a set, highest first.

    >>> texts_of(set_of([CARD_BY_TEXT["V1"], CARD_BY_TEXT["R7"]]))
    ['R7', 'V1']
    """
    return [CARD_TEXTS[card] for card in cards_in(cards)][::-1]


def sum_points(cards: int) -> int:
    """Return the points of a set of cards: the sum of their numbers."""
    return sum(number_of(card) for card in cards_in(cards))


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
"""Letters of the seats, clockwise."""


class Step(NamedTuple):
    """A step of a turn.

    Attributes:
        kind: One of the constants of this module, from PLAY to BURY.
        card: The card; UNKNOWN if there is none, or for a draw of a card not yet seen.
        seat: The opponent's seat for TAKE, else -1.
    """

    kind: int
    card: int = UNKNOWN
    seat: int = -1

    def __str__(self) -> str:
        card = CARD_TEXTS[self.card] if self.card >= 0 else ""
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
    """Parse a step.

    Raises:
        InvalidTurn: The text is not a step.

    >>> parse_step("(B:G4)")
    Step(kind=5, card=24, seat=1)
    """
    if text in _STEPS_WITHOUT_CARD:
        return _STEPS_WITHOUT_CARD[text]
    if text.startswith("(") and text.endswith(")"):
        inside = text[1:-1]
    else:
        inside = ""
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
    if word not in CARD_BY_TEXT:
        raise InvalidTurn(text, f"no such card: {word!r}")
    return CARD_BY_TEXT[word]


_MARKS: Final = {"@": DISCARD, "+": DRAW}
_ACTION_MARKS: Final = {"@": SHED, "^": BURY, "+": FETCH}
PLAY_STEPS: Final = tuple([Step(PLAY, card) for card in range(DECK_SIZE)])
DISCARD_STEPS: Final = tuple([Step(DISCARD, card) for card in range(DECK_SIZE)])
SHED_STEPS: Final = tuple([Step(SHED, card) for card in range(DECK_SIZE)])
BURY_STEPS: Final = tuple([Step(BURY, card) for card in range(DECK_SIZE)])
TAKE_STEPS: Final = tuple(
    [tuple([Step(TAKE, c, seat) for c in range(DECK_SIZE)]) for seat in range(4)]
)
DRAW_STEP: Final = Step(DRAW)
FETCH_STEP: Final = Step(FETCH)
END_STEP: Final = Step(END)
PASS_STEP: Final = Step(PASS)
_STEPS_WITHOUT_CARD: Final = {"+": DRAW_STEP, "(+)": FETCH_STEP, "end": END_STEP, "pass": PASS_STEP}


def drops_out(steps: Sequence[Step]) -> bool:
    """Return whether the seat drops out of the round with the turn that consists of these steps."""
    return steps[-1].kind == PASS
