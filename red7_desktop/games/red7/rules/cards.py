"""Cards as small numbers, sets of cards as 49-bit integers.

A card is an `int` from 0 to 48: seven times (number - 1) plus the rank of its colour, Violet 0 up
to Red 6. So cards compare as the rulebook wants (number first, then colour) by comparing the
integers, and the top card of a set is its highest bit. A set of cards has bit `1 << card` set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mypy_extensions import i64

VIOLET: Final = 0

INDIGO: Final = 1

BLUE: Final = 2

GREEN: Final = 3

YELLOW: Final = 4

ORANGE: Final = 5

RED: Final = 6


COLOURS: Final = range(7)
"""Colour ranks, lowest (Violet) to highest (Red). A rule is named by its colour."""

LETTERS: Final = "VIBGYOR"
"""Colour letters by rank."""

COLOUR_NAMES: Final = ("violet", "indigo", "blue", "green", "yellow", "orange", "red")
"""What colours are called in file names, and in the laboratory, by rank."""

DECK_SIZE: Final = 49

ALL: Final = (1 << DECK_SIZE) - 1
"""The set of all 49 cards."""

UNKNOWN: Final = -1
"""Stands for a card whose face is not known (in a deck)."""


def number_of(card: int) -> int:
    """Give the number of a card, 1 to 7."""
    return card // 7 + 1


def colour_of(card: int) -> int:
    """Give the colour of a card as a rank, Violet 0 to Red 6."""
    return card % 7


def card_of(colour: int, number: int) -> int:
    """Give the card of a colour rank and a number 1 to 7."""
    return 7 * (number - 1) + colour


COMPILED: Final = not hasattr(number_of, "__code__")
"""True in the compiled build, where some things are done in another way."""

COUNT: Final = int.bit_count
"""What `bits` does in plain Python; where calls cost most it is asked in place."""


TEXTS: Final[tuple[str, ...]] = tuple(
    f"{LETTERS[colour_of(card)]}{number_of(card)}" for card in range(DECK_SIZE)
)
"""Text form of every card, by card."""

BY_TEXT: Final[dict[str, int]] = {text: card for card, text in enumerate(TEXTS)}
"""The card of every text form."""

OF_COLOUR: Final[tuple[int, ...]] = tuple(
    sum(1 << card_of(colour, number) for number in range(1, 8)) for colour in COLOURS
)
"""The set of all cards of a colour, by colour rank."""

OF_NUMBER: Final[tuple[int, ...]] = (0, *(0b1111111 << 7 * n for n in range(7)))
"""The set of all cards of a number; index 0 is empty."""

EVENS: Final = OF_NUMBER[2] | OF_NUMBER[4] | OF_NUMBER[6]
"""The set of all cards with an even number."""

LOWS: Final = OF_NUMBER[1] | OF_NUMBER[2] | OF_NUMBER[3]
"""The set of all cards below 4."""


_ONLY: Final = bytes([card for _, card in sorted([((1 << c) % 59, c) for c in range(58)])])

ALONE: Final = ((), *[(card,) for card in _ONLY])
"""By what 59 leaves of a set of one card (each leaves something else): the card, as a row."""


def bits(cards: i64) -> int:
    """Count the members of a set of cards or endings; `COUNT` does in plain Python."""
    if COMPILED:  # for sets of up to 62 bits: greater masks would be big integers
        pairs = cards - (cards >> 1 & 0x1555555555555555)
        nibbles = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
        octets = nibbles + (nibbles >> 4) & 0x0F0F0F0F0F0F0F0F
        return octets * 0x0101010101010101 >> 56
    return COUNT(cards)


def only_card(cards: i64) -> int:
    """Give the card of a set of one; `bit_length` would need a big integer when compiled."""
    return _ONLY[cards % 59 - 1]


def cards_in(cards: int) -> Iterator[int]:
    """List the cards of a set, low to high."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def set_of(cards: Iterable[int]) -> int:
    """Give the set of some cards."""
    whole = 0
    for card in cards:
        whole |= 1 << card
    return whole


def texts_of(cards: int) -> list[str]:
    """List the text forms of a set, high card first.

    >>> texts_of(set_of([BY_TEXT["V1"], BY_TEXT["R7"]]))
    ['R7', 'V1']
    """
    return [TEXTS[card] for card in cards_in(cards)][::-1]


def worth_of(cards: int) -> int:
    """Give the points of a set: the sum of its numbers."""
    return sum(number_of(card) for card in cards_in(cards))
