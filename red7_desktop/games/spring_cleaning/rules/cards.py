"""The cards: numbers from 1 to 9, seven of each, and no suits. A card is its number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

HIGHEST: Final = 9

COPIES: Final = 7

DECK_SIZE: Final = 63

UNKNOWN: Final = 0
"""In place of a number: a card whose face is not known."""


SEATS: Final = "ABCDE"
"""Names of the seats, clockwise."""

MIN_SEATS: Final = 2

MAX_SEATS: Final = 5


FULL_DECK: Final = tuple([number for number in range(1, HIGHEST + 1) for _ in range(COPIES)])


def get_hand_size(seats: int) -> int:
    """Give the number of cards dealt to each seat.

    >>> [hand_size(seats) for seats in (2, 3, 4, 5)]
    [12, 12, 12, 10]
    """
    return 10 if seats == MAX_SEATS else 12


COMPILED: Final = not hasattr(get_hand_size, "__code__")
"""Whether these are compiled modules."""


def remove_cards(cards: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """Give the cards without the first one of a number. Raises ValueError when there is none."""
    place = cards.index(gone)
    return cards[:place] + cards[place + 1 :]


def list_unseen(seen: Iterable[int]) -> list[int]:
    """List the cards of the deck, sorted, that are not among those seen (UNKNOWN counts none)."""
    left = [COPIES] * (HIGHEST + 1)
    for card in seen:
        left[card] -= 1
    return [number for number in range(1, HIGHEST + 1) for _ in range(left[number])]
