"""Worlds: ways in which the cards that a seat cannot see may lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.cheapest import WHIMS, Habit
from red7_desktop.games.spring_cleaning.players.costs import Reading, packed
from red7_desktop.games.spring_cleaning.players.open_round import OpenRound
from red7_desktop.games.spring_cleaning.players.options import unseen_by
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.known import PICKED

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation


class World:
    """One way in which all cards may lie, and where the luck of a round begins."""

    __slots__ = ("deck", "hands", "luck", "offers")

    def __init__(
        self, hands: list[list[int]], offers: list[int], deck: list[int], luck: int
    ) -> None:
        self.hands: Final = hands
        self.offers: Final = offers
        self.deck: Final = deck
        self.luck: Final = luck


class Worlds:
    """Makes worlds of an observation, all alike likely, and opens rounds in them.

    habit: how all seats choose from there on; before the first trick also how the others pick
    their offers. chance: gives numbers from 0 up to 1, of which the sequence is the same on every
    machine and in every version of Python.
    """

    __slots__ = ("_chance", "_faces", "_habit", "_picked", "_unseen", "position", "seat")

    def __init__(
        self, observation: SpringObservation, habit: Habit, chance: Callable[[], float]
    ) -> None:
        position, seat = observation.position, observation.to_act[0]
        if observation.viewer is not None:
            seat = observation.viewer
        self.position: Final = position
        self.seat: Final = seat
        self._habit: Final = habit
        self._chance: Final = chance
        self._unseen: Final[list[int]] = []
        for number, many in enumerate(unseen_by(observation)):
            self._unseen.extend([number] * many)
        hands, seen = position.hands, observation.seen
        self._faces: Final[list[list[int]]] = [
            list(hands[each] if each == seat else seen[each].faces) for each in range(len(hands))
        ]
        self._picked: Final[list[list[int]]] = [
            [] if each == seat else list(seen[each].picked) for each in range(len(hands))
        ]

    def _shuffle(self, cards: list[int]) -> None:
        chance = self._chance
        for last in range(len(cards) - 1, 0, -1):
            other = int(chance() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]

    def deal(self) -> World:
        """Deal a world."""
        unseen = self._unseen
        self._shuffle(unseen)
        position = self.position
        hands: list[list[int]] = []
        at = 0
        for seat, faces in enumerate(self._faces):
            hand = faces[:]
            picked = self._picked[seat]
            if picked:
                self._shuffle(picked)
            nth = 0
            for place, face in enumerate(faces):
                if face == PICKED:
                    hand[place] = picked[nth]
                    nth += 1
                elif not face:
                    hand[place] = unseen[at]
                    at += 1
            hands.append(hand)
        deck = unseen[at : at + len(position.deck)]
        offers = [packed(offer) for offer in position.offers]
        return World(hands, offers, deck, int(self._chance() * WHIMS))

    def open(self, world: World) -> OpenRound:
        """Open a round in a world, all others having picked their first offers."""
        position, seat = self.position, self.seat
        hands = [hand[:] for hand in world.hands]
        table = OpenRound(self._habit, position, hands, world.offers[:], world.deck[:], world.luck)
        if position.phase == SEALED:
            for other, hand in enumerate(hands):
                if other != seat:
                    table.mover = other
                    table.offer(Reading(self._habit.costs, hand))
            table.mover = seat
        return table
