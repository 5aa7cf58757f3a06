"""Combinations and plays as small whole numbers, so that listing and comparing them is cheap.

A combination is a single, a set (equal numbers) or a run (numbers rising by one); kind, length and
highest number say all about it:

    bits 0-3 length    bits 4-7 highest number    bit 8 set for a run

A play is a combination with where its cards come from:

    bits 9-12 number of hand cards    bits 13-18 place of the first one, from 1 (0: offers alone)
    from bit 19, three bits a card in the order of its text: 0 from the hand, else the seat + 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

RUN: Final = 1 << 8

COMBINATION: Final = (1 << 9) - 1
"""The bits of a play that make its combination."""

TOP: Final = 4

FROM_HAND: Final = 9

PLACE: Final = 13

OWNERS: Final = 19
"""Where the fields of a play begin."""


FIELD: Final = 15

MOST_PLACE: Final = 63


def length_of(play: int) -> int:
    """Count the cards of a combination or play."""
    return play & FIELD


def top_of(play: int) -> int:
    """Give the highest number of a combination or play."""
    return play >> TOP & FIELD


def cards_of(play: int) -> tuple[int, ...]:
    """List the cards of a combination or play in the order of its text.

    >>> cards_of(combination_of((4, 5, 6))), cards_of(combination_of((7, 7)))
    ((4, 5, 6), (7, 7))
    """
    length, top = play & FIELD, play >> TOP & FIELD
    if play & RUN:
        return tuple(range(top - length + 1, top + 1))
    return (top,) * length


def combination_of(cards: Sequence[int]) -> int:
    """Give the combination that cards make in this order; 0 for none."""
    length, top = len(cards), cards[-1] if cards else 0
    if not 1 <= top <= HIGHEST:
        return 0
    if cards.count(top) == length:
        return top << TOP | length if length <= 7 else 0
    is_rising = list(cards) == list(range(top - length + 1, top + 1)) and cards[0] >= 1
    return RUN | top << TOP | length if is_rising else 0


def is_beating(play: int, table: int) -> bool:
    """Whether a combination beats another one."""
    length, against = play & FIELD, table & FIELD
    if length == against:
        return (play ^ table) & RUN == 0 and play >> TOP & FIELD > table >> TOP & FIELD
    return length == against + 1


def owners_of(play: int) -> list[int]:
    """List for each card of a play, in the order of its text, the seat of its offer; -1: hand."""
    owners = play >> OWNERS
    return [(owners >> 3 * nth & 7) - 1 for nth in range(play & FIELD)]


def find_hand_part(play: int) -> tuple[int, int]:
    """Give the index of a play's first hand card, and the index behind its last one."""
    place, count = play >> PLACE & MOST_PLACE, play >> FROM_HAND & FIELD
    return (place - 1, place - 1 + count) if count else (0, 0)


def play_of(cards: Sequence[int], owners: Sequence[int], place: int) -> int:
    """Pack a play: its cards in order, for each the seat of its offer or -1, the place from 1.

    Gives 0 where the cards are no combination.
    """
    combination = combination_of(cards)
    if not combination:
        return 0
    taken = sum([owner + 1 << 3 * nth for nth, owner in enumerate(owners)])
    from_hand = sum([owner < 0 for owner in owners])
    return combination | from_hand << FROM_HAND | place << PLACE | taken << OWNERS


def text_of_combination(combination: int) -> str:
    """Give the text form, `4 5 6`."""
    return " ".join([str(card) for card in cards_of(combination)])


def text_of_play(play: int) -> str:
    """Give the text form, `3 4(B) 5 @7`.

    >>> text_of_play(play_of((3, 4, 5), (-1, 1, -1), 7))
    '3 4(B) 5 @7'
    """
    words = [
        f"{card}({SEATS[owner]})" if owner >= 0 else str(card)
        for card, owner in zip(cards_of(play), owners_of(play), strict=True)
    ]
    place = play >> PLACE & MOST_PLACE
    return " ".join([*words, f"@{place}"] if place else words)
