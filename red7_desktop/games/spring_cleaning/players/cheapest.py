"""Finds the play that costs a seat least, as seats choose while a round is played on.

Only plays that may be worth it are looked at: sets with as many hand cards as there are, offer
cards alone only from the own offer. Functions repeat themselves, because calls cost most.
"""

from __future__ import annotations

from math import log
from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.costs import ONES, count_packed_cards
from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import FIELD, RUN, TOP

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.players.costs import Costs, Reading

TWINS: Final = 6 * ONES
"""Meets packed cards where there are two and more of a number."""

NEVER: Final = 1 << 30
"""More than anything costs."""

WHIMS: Final = 1021
"""So many whims a habit has, used one after the other and again from the start."""


class Policy:
    """How seats choose while a round is played on.

    costs: to their taste. whims: what chance adds to costs, so that a choice is as likely as e to
    the power of minus its cost, in thousands, over the temperature.
    """

    __slots__ = ("costs", "whims")

    def __init__(self, costs: Costs, temperature: float) -> None:
        self.costs: Final = costs
        draw = Random(1).random
        self.whims: Final[list[int]] = [add_whim(temperature, draw()) for _ in range(WHIMS)]


def add_whim(temperature: float, chance: float) -> int:
    """Give what chance, from 0 up to 1, adds to a cost: the least sum is then a soft choice.

    Rounded, because the last digits of logarithms are not the same on every machine.
    """
    return round(1000.0 * temperature * log(-log(1.0 - max(chance, 1e-9))))


class Cheapest:
    """The cheapest play so far of one seat.

    cost: what it costs. start, end: the hand cards it uses. at: its place in `Costs.trick`, 0 where
    no play has been found. rest: the cards from offers, packed. luck: which whim comes next.
    """

    __slots__ = ("_habit", "at", "cost", "end", "is_run", "luck", "rest", "start")

    def __init__(self, habit: Policy, luck: int, cost: int = NEVER) -> None:
        self._habit: Final = habit
        self.luck = luck
        self.cost = cost
        self.start = self.end = self.at = self.rest = 0
        self.is_run = False

    def lead(self, reading: Reading) -> None:
        """Look at all that a hand can lead."""
        hand, trick, whims = reading.cards, reading.costs.trick, self._habit.whims
        size, luck, best = len(hand), self.luck, self.cost
        for start in range(size):
            number = hand[start]
            rise = hand[start + 1] - number if start + 1 < size else -1
            end = start + 1
            while True:
                at = end - start << 4 | number
                cost = reading.without(start, end) - trick[at] + whims[luck]
                luck = luck + 1 if luck + 1 < WHIMS else 0
                if cost < best:
                    best = cost
                    self.start, self.end, self.at = start, end, at
                number += rise
                if rise < 0 or rise > 1 or end >= size or hand[end] != number:
                    break
                end += 1
        self.luck, self.cost = luck, best
        start = self.start
        self.is_run = self.end > start + 1 and hand[start + 1] != hand[start]

    def follow(self, reading: Reading, table: int, own: int, total: int) -> None:
        """Look at what beats a combination. own, total: the own offer and all of them, packed."""
        self._sets(reading, table, own, total)
        if own & TWINS or (own and table & FIELD == 1):
            self._own_sets(reading, table, own)
        length = table & FIELD
        numbers = (total | total >> 1 | total >> 2) & ONES
        for number in reading.cards:
            numbers |= 1 << 3 * number
        if table & RUN and _holds_run(numbers, length):
            self._runs(reading, length, table >> TOP & FIELD, own, total)
        if length < HIGHEST and _holds_run(numbers, length + 1):
            self._runs(reading, length + 1, 0, own, total)

    def _sets(self, reading: Reading, table: int, own: int, total: int) -> None:
        """Look at sets: a whole group of equal hand cards, or as much of it as is asked for."""
        hand, costs, whims = reading.cards, reading.costs, self._habit.whims
        length = table & FIELD
        beaten = HIGHEST if table & RUN else table >> TOP & FIELD
        size, luck, start = len(hand), self.luck, 0
        trick, everything = costs.trick, costs.offer(own)
        while start < size:
            number = hand[start]
            end = start + 1
            while end < size and hand[end] == number:
                end += 1
            width = end - start
            most = width + (total >> 3 * number & 7)
            wanted = length if number > beaten else length + 1
            while wanted <= length + 1 and wanted <= most:
                used = width if width < wanted else wanted
                rest = wanted - used
                mine = own >> 3 * number & 7
                if mine > rest:
                    mine = rest
                at = wanted << 4 | number
                cost = reading.without(start, start + used) - trick[at] + whims[luck]
                cost += costs.offer(own - (mine << 3 * number)) if mine else everything
                if rest > mine:
                    cost += costs.help * (rest - mine)
                luck = luck + 1 if luck + 1 < WHIMS else 0
                if cost < self.cost:
                    self._keep(cost, start, start + used, at, rest << 3 * number, False)
                wanted += 1
            start = end
        self.luck = luck

    def _own_sets(self, reading: Reading, table: int, own: int) -> None:
        """Look at sets of own offer cards alone."""
        costs, whims = reading.costs, self._habit.whims
        length = table & FIELD
        beaten = HIGHEST if table & RUN else table >> TOP & FIELD
        luck = self.luck
        for number in range(1, HIGHEST + 1):
            wanted = length if number > beaten else length + 1
            if own >> 3 * number & 7 >= wanted:
                at = wanted << 4 | number
                rest = wanted << 3 * number
                cost = reading.cost + costs.offer(own - rest) - costs.trick[at] + whims[luck]
                luck = luck + 1 if luck + 1 < WHIMS else 0
                if cost < self.cost:
                    self._keep(cost, 0, 0, at, rest, False)
        self.luck = luck

    def _runs(self, reading: Reading, length: int, beaten: int, own: int, total: int) -> None:
        """Look at runs of so many cards: windows of rising hand cards, the rest from offers."""
        hand, costs, whims = reading.cards, reading.costs, self._habit.whims
        offered = (total | total >> 1 | total >> 2) & ONES
        missing, fewest = ~offered, length - offered.bit_count()
        owned = (own | own >> 1 | own >> 2) & ONES
        around, trick = AROUND[length], costs.trick
        everything = costs.offer(own)
        size, luck = len(hand), self.luck
        for start in range(size if fewest < 2 else size + 1 - fewest):
            part = before = 0
            end = start
            while end < size and hand[end] > before:
                before = hand[end]
                part |= 1 << 3 * before
                end += 1
                if end - start < fewest:
                    continue
                runs = around.get(part)
                if runs is None:
                    break
                left = -1
                for top, rest in runs:
                    if rest & missing or top <= beaten:
                        continue
                    mine = rest & owned
                    at = length << 4 | top
                    if left < 0:
                        left = reading.without(start, end)
                    cost = left - trick[at] + whims[luck]
                    cost += costs.offer(own - mine) if mine else everything
                    if rest != mine:
                        cost += costs.help * count_packed_cards(rest ^ mine)
                    luck = luck + 1 if luck + 1 < WHIMS else 0
                    if cost < self.cost:
                        self._keep(cost, start, end, at, rest, True)
        for top, rest in around[0] if owned.bit_count() >= length else NO_RUNS:
            if not rest & ~owned and top > beaten:
                at = length << 4 | top
                cost = reading.cost + costs.offer(own - rest) - trick[at] + whims[luck]
                luck = luck + 1 if luck + 1 < WHIMS else 0
                if cost < self.cost:
                    self._keep(cost, 0, 0, at, rest, True)
        self.luck = luck

    def _keep(self, cost: int, start: int, end: int, at: int, rest: int, is_run: bool) -> None:
        self.cost, self.start, self.end = cost, start, end
        self.at, self.rest, self.is_run = at, rest, is_run

    @property
    def combination(self) -> int:
        """The combination that is played."""
        found = self.at >> 4 | (self.at & FIELD) << TOP
        return found | RUN if self.is_run else found


def find_least_cost_offered(reading: Reading, own: int) -> int:
    """Give what all costs at least once a card of the hand is offered. own: the offer, packed."""
    hand, costs, before, behind = reading.cards, reading.costs, reading.before, reading.behind
    best, left, last = NEVER, 0, len(hand) - 1
    for place in range(len(hand)):
        card = hand[place]
        right = hand[place + 1] if place < last else 0
        if left and (right == left or right == left + 1):
            cost = reading.without(place, place + 1)
        else:
            cost = before[place] + behind[place + 1]
        left = card
        cost += costs.offer(own + (1 << 3 * card))
        if cost < best:
            best = cost
    return best


def find_wanted(reading: Reading, others: int) -> tuple[int, int]:
    """Give how much more a hand costs with a drawn card, and the offered card that is best.

    others: what rivals offer, packed. The card is 0 where one of the deck does as well.
    """
    costs = reading.costs
    best, card = reading.cost + costs.average - costs.help, 0
    for number in range(1, HIGHEST + 1):
        if others >> 3 * number & 7:
            for place in reading.joining(number):
                cost = reading.with_card(place, number)
                if cost < best:
                    best, card = cost, number
    return best + costs.help - reading.cost, card


def _holds_run(numbers: int, length: int) -> bool:
    """Whether a set of numbers (a bit in three) holds so many that rise by one."""
    while length > 1 and numbers:
        numbers &= numbers >> 3
        length -= 1
    return numbers != 0


def _map_runs_around(length: int) -> dict[int, list[tuple[int, int]]]:
    """Map each set of numbers (a bit in three) to the runs around it: tops, and what is missing."""
    found: dict[int, list[tuple[int, int]]] = {}
    for top in range(length, HIGHEST + 1):
        run = sum([1 << 3 * number for number in range(top - length + 1, top + 1)])
        part = run
        while True:
            found.setdefault(part, []).append((top, run ^ part))
            if not part:
                break
            part = part - 1 & run
    return found


AROUND: Final[list[dict[int, list[tuple[int, int]]]]] = [
    _map_runs_around(length) for length in range(HIGHEST + 1)
]
"""By length of the run."""


NO_RUNS: Final[list[tuple[int, int]]] = []
