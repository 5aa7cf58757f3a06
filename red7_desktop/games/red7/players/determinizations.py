"""Worlds: ways in which the cards that a seat cannot see may lie."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.rules.cards import ALL, UNKNOWN, cards_in, set_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.red7.rules.engine.position import Position


FEW: Final = 2
"""Hands of so few hidden cards are gone through one by one instead of being drawn by lot."""


class Determinizations:
    """Makes worlds of a position with unknown cards, all alike likely.

    Where one rival is left with few hidden cards, worlds go through all its hands in turn. It
    takes nothing from its source of chance but numbers from 0 up to 1, whose sequence is the same
    on every machine and in every version of Python.
    """

    __slots__ = (
        "_chance",
        "_few",
        "_hands",
        "_hidden",
        "_known_deck",
        "_next",
        "_seat",
        "_unknown_deck",
        "_unseen",
    )

    def __init__(self, position: Position, chance: Callable[[], float]) -> None:
        deck = [card for card in position.deck if card != UNKNOWN]
        seen = set_of(position.canvas) | set_of(deck)
        for row in (*position.rows, *position.scores):
            seen |= set_of(row)
        for hand in position.hands:
            seen |= hand
        self._hidden: Final = list(cards_in(ALL & ~seen))
        self._hands: Final = position.hands
        self._unseen: Final = position.unseen
        self._known_deck: Final = deck[::-1]
        self._unknown_deck: Final = len(position.deck) - len(deck)
        self._chance: Final = chance
        self._few: Final[list[tuple[int, ...]]] = []
        self._next = 0
        rivals = [seat for seat in position.live if seat != position.mover]
        self._seat: Final = rivals[0]
        if len(rivals) == 1 and 0 < position.unseen[rivals[0]] <= FEW:
            self._few.extend(combinations(self._hidden, position.unseen[rivals[0]]))
            self._shuffle(self._few)

    def _shuffle(self, things: list[Any]) -> None:
        chance = self._chance
        for last in range(len(things) - 1, 0, -1):
            other = int(chance() * (last + 1))
            things[last], things[other] = things[other], things[last]

    def deal(self) -> tuple[list[int], list[int]]:
        """Give the hands, as sets by seat, and the deck, the next card last."""
        hidden, chance = self._hidden, self._chance
        for last in range(len(hidden) - 1, 0, -1):
            other = int(chance() * (last + 1))
            hidden[last], hidden[other] = hidden[other], hidden[last]
        if self._few:
            hidden = self._with_next_hand_first(hidden)
        hands = list(self._hands)
        start = 0
        for seat in (self._seat, *range(len(hands))):
            unseen = self._unseen[seat]
            if not unseen or (seat == self._seat and start):
                continue
            for card in hidden[start : start + unseen]:
                hands[seat] |= 1 << card
            start += unseen
        return hands, hidden[start : start + self._unknown_deck] + self._known_deck

    def _with_next_hand_first(self, hidden: list[int]) -> list[int]:
        hand = self._few[self._next]
        self._next = (self._next + 1) % len(self._few)
        return [*hand, *[card for card in hidden if card not in hand]]
