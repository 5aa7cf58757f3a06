"""Worlds: ways in which the cards that a seat cannot see may lie."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.cheapest import WHIMS, Policy
from red7_desktop.games.spring_cleaning.players.clues import Evidence, list_rival_actions
from red7_desktop.games.spring_cleaning.players.costs import Reading, pack_cards
from red7_desktop.games.spring_cleaning.players.equity import round_worth
from red7_desktop.games.spring_cleaning.players.open_round import AT_ONCE, OpenRound
from red7_desktop.games.spring_cleaning.players.options import count_unseen
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.known import PICKED
from red7_desktop.tabletop.player import ShouldStop, keep_on

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


class EvidenceWeights(NamedTuple):
    """How much is made of what rivals have done.

    error: a deed that costs so much more than the best one, in thousandths, is e times less likely.
    most: none counts as dearer by more, for people do as they like. first, between: how often every
    hidden card is swapped before the first world, and before each that follows, of ten.
    """

    error: int = 100
    most: int = 500
    first: int = 200
    between: int = 6


class Determinizations:
    """Makes worlds of an observation and opens rounds in them.

    habit: how all seats choose from there on; before the first trick also how the others pick
    their offers. chance: gives numbers from 0 up to 1, of which the sequence is the same on every
    machine and in every version of Python. belief: without it all worlds are alike likely. work:
    how many deeds of rivals have been weighed, each about as much work as a turn that is played on.
    """

    __slots__ = (
        "_belief",
        "_chance",
        "_clues",
        "_faces",
        "_habit",
        "_hidden",
        "_is_first",
        "_partners",
        "_slots",
        "_worth",
        "position",
        "seat",
    )

    def __init__(
        self,
        observation: SpringObservation,
        habit: Policy,
        chance: Callable[[], float],
        belief: EvidenceWeights | None = None,
    ) -> None:
        position, seat = observation.position, observation.to_act[0]
        if observation.viewer is not None:
            seat = observation.viewer
        self.position: Final = position
        self.seat: Final = seat
        self._habit: Final = habit
        self._chance: Final = chance
        self._worth: Final[dict[tuple[int, ...], float]] = {}
        # Hands as numbers and, below 0, places in the list of hidden cards from -1 down. In that
        # list follows the deck. partners: by place, the places of cards it may be swapped with.
        self._faces: Final[list[list[int]]] = []
        self._hidden: Final[list[int]] = []
        self._partners: Final[list[list[int]]] = []
        self._slots = 0
        self._lay(observation)
        self._belief: Final = belief or EvidenceWeights()
        deeds = list_rival_actions(observation, seat) if belief else []
        judge = Policy(habit.costs, 0.0)
        self._clues: Final = (
            Evidence(deeds, self._hidden, judge, self._belief.most) if deeds else None
        )
        self._is_first = True

    def _lay(self, observation: SpringObservation) -> None:
        """Lay the hidden cards in some order."""
        position = self.position
        unseen: list[int] = []
        for number, many in enumerate(count_unseen(observation)):
            unseen.extend([number] * many)
        self._shuffle(unseen)
        anywhere: list[int] = []
        for seat, (faces, picked) in enumerate(observation.seen):
            hand = list(position.hands[seat] if seat == self.seat else faces)
            self._faces.append(hand)
            loose = list(picked)
            self._shuffle(loose)
            mine: list[int] = []
            for place, face in enumerate(hand):
                if face > 0:
                    continue
                slot = len(self._hidden)
                hand[place] = -1 - slot
                partners = mine if face == PICKED else anywhere
                partners.append(slot)
                self._partners.append(partners)
                self._hidden.append((loose if face == PICKED else unseen).pop())
        self._slots = len(self._hidden)
        deck = unseen[: len(position.deck)]
        anywhere.extend(range(self._slots, self._slots + len(deck)))
        self._hidden.extend(deck)

    @property
    def work(self) -> int:
        """How many deeds of rivals have been weighed."""
        return self._clues.work if self._clues else 0

    def _shuffle(self, cards: list[int]) -> None:
        chance = self._chance
        for last in range(len(cards) - 1, 0, -1):
            other = int(chance() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]

    def _mix(self, clues: Evidence, should_stop: ShouldStop) -> None:
        """Swap hidden cards, so that the likelier ones come up more often.

        Swaps that make what was done less likely are made as much more rarely, so that in the end
        (Metropolis) worlds come up as often as they are likely. Logarithms are rounded: their last
        digits are not the same on every machine.
        """
        belief, chance, slots = self._belief, self._chance, self._slots
        times = belief.first if self._is_first else belief.between
        self._is_first = False
        for nth in range(slots * times // 10 + 1):
            if not nth % AT_ONCE and should_stop():
                break
            slot = int(chance() * slots)
            partners = self._partners[slot]
            other = partners[int(chance() * len(partners))]
            clues.swap(slot, other, round(-belief.error * log(1.0 - chance())))

    def _deal_anew(self) -> None:
        """Deal all hidden cards anew, all ways alike likely."""
        hidden, chance = self._hidden, self._chance
        left: dict[int, int] = {}
        for slot, partners in enumerate(self._partners):
            # Those of its kind that come before it have been dealt.
            dealt = left.get(id(partners), 0)
            left[id(partners)] = dealt + 1
            other = partners[dealt + int(chance() * (len(partners) - dealt))]
            hidden[slot], hidden[other] = hidden[other], hidden[slot]

    def deal(self, should_stop: ShouldStop = keep_on) -> World:
        """Deal a world. Told to stop, it deals one that has been less well thought through."""
        hidden = self._hidden
        if self._clues:
            self._mix(self._clues, should_stop)
        else:
            self._deal_anew()
        hands = [
            [cell if cell > 0 else hidden[-1 - cell] for cell in faces] for faces in self._faces
        ]
        deck = hidden[self._slots :]
        self._shuffle(deck)
        offers = [pack_cards(offer) for offer in self.position.offers]
        return World(hands, offers, deck, int(self._chance() * WHIMS))

    def worth(self, given: tuple[int, ...]) -> float:
        """Give what the trash that a round gives is worth to the seat, from 0 to 1."""
        known = self._worth.get(given)
        if known is None:
            known = self._worth[given] = round_worth(self.position.trash, given, self.seat)
        return known

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
