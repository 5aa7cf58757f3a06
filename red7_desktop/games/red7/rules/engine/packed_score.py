"""What a palette is worth to the winner of a round, as numbers: the fast form of `takings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import (
    ALL,
    BLUE,
    EVENS,
    GREEN,
    INDIGO,
    LOWS,
    OF_COLOUR,
    OF_NUMBER,
    ORANGE,
    RED,
    VIOLET,
    YELLOW,
    bits,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

PER_CARD: Final = 256
"""A spoil is the points plus this times the number of cards that they are on."""


_N1: Final = OF_NUMBER[1]

_N2: Final = OF_NUMBER[2]

_N3: Final = OF_NUMBER[3]

_N4: Final = OF_NUMBER[4]

_N5: Final = OF_NUMBER[5]

_N6: Final = OF_NUMBER[6]

_N7: Final = OF_NUMBER[7]


def count_spoil(rule: i64, palette: i64) -> i64:
    """Give the points of the set that `takings` proposes, and its size, as one number.

    The points are the remainder by PER_CARD, the number of cards the quotient; 0 where no card
    qualifies.
    """
    if rule == ORANGE:
        return _spoil_of_number(palette)
    if rule == YELLOW:
        return _spoil_of_colour(palette)
    if rule == BLUE:
        return _spoil_of_colours(palette)
    if rule == INDIGO:
        return _spoil_of_run(palette)
    if rule == RED:
        palette = 1 << _length(palette) - 1 if palette else 0
    return _spoil_of_all(palette & (EVENS if rule == GREEN else LOWS if rule == VIOLET else ALL))


def _length(cards: int) -> int:
    return cards.bit_length()


def _spoil_of_all(cards: i64) -> i64:
    points = (
        bits(cards & _N1)
        + 2 * bits(cards & _N2)
        + 3 * bits(cards & _N3)
        + 4 * bits(cards & _N4)
        + 5 * bits(cards & _N5)
        + 6 * bits(cards & _N6)
        + 7 * bits(cards & _N7)
    )
    return points + PER_CARD * bits(cards)


def _spoil_of_number(palette: i64) -> i64:
    best: i64 = 0
    number: i64 = 1
    while palette:
        count: i64 = bits(palette & 127)
        found: i64 = count * (number + PER_CARD)
        if count and found >= best:
            best = found
        palette >>= 7
        number += 1
    return best


def _spoil_of_colour(palette: i64) -> i64:
    best: i64 = 0
    for cards in OF_COLOUR:
        held: i64 = palette & cards
        if held:
            found: i64 = _spoil_of_all(held)
            if found > best:
                best = found
    return best


def _spoil_of_colours(palette: i64) -> i64:
    """Add up the highest card of each colour, number by number from the top."""
    total: i64 = 0
    number: i64 = 7
    taken: i64 = 0
    while number:
        fresh: i64 = palette >> 7 * (number - 1) & 127 & ~taken
        if fresh:
            total += bits(fresh) * (number + PER_CARD)
            taken |= fresh
        number -= 1
    return total


def _spoil_of_run(palette: i64) -> i64:
    best: i64 = 0
    run: i64 = 0
    number: i64 = 1
    while number < 8:
        if palette & 127:
            run += number + PER_CARD
            if run > best:
                best = run
        else:
            run = 0
        palette >>= 7
        number += 1
    return best
