"""Plays open rounds on; compiled.

Rounds are played here on a table that changes in place, and only plays that may be worth it are
looked at: sets with as many hand cards as there are, offer cards alone only from the own offer. A
test holds them against those of `list_plays`. Functions are longer than elsewhere and repeat
themselves, because calls cost most.
"""

from __future__ import annotations

from math import log
from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.players.evaluation import (
    NEVER,
    ONES,
    Costs,
    Reading,
    count_packed_cards,
)
from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    DRAW,
    FIELD,
    HIGHEST,
    INSERT,
    LAY,
    OFFER,
    OWNERS,
    PLAY,
    RUN,
    TAKE,
    TOP,
    Step,
    cards_of,
    find_hand_part,
)
from red7_desktop.games.spring_cleaning.rules.legality import RUNS_AROUND
from red7_desktop.games.spring_cleaning.rules.position import Position, compute_trash_given
from red7_desktop.tabletop.player import ShouldStop, keep_on

TWINS: Final = 6 * ONES
"""Meets packed cards where there are two and more of a number."""
WHIMS: Final = 1021
"""How many whims a habit has, used one after the other and again from the start."""


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
    """Return what chance, from 0 up to 1, adds to a cost: the least sum is then a soft choice.

    Rounded, because the last digits of logarithms are not the same on every machine.
    """
    return round(1000.0 * temperature * log(-log(1.0 - max(chance, 1e-9))))


class Cheapest:
    """The cheapest play so far of one seat.

    cost: what it costs. start, end: the hand cards it uses. at: its place in `Costs.tricks`, 0
    where no play has been found. rest: the cards from offers, packed. luck: which whim comes next.
    most: the most cards that a rival has left, `HIGHEST` for more or where that does not count.
    """

    __slots__ = ("_policy", "_trick", "at", "cost", "end", "is_run", "luck", "rest", "start")

    def __init__(self, policy: Policy, luck: int, most: int = HIGHEST) -> None:
        self._policy: Final = policy
        self._trick: Final = policy.costs.tricks[most]
        self.luck = luck
        self.cost = NEVER
        self.start = self.end = self.at = self.rest = 0
        self.is_run = False

    def lead(self, reading: Reading) -> None:
        hand, trick, whims = reading.cards, self._trick, self._policy.whims
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
        hand, costs, whims = reading.cards, reading.costs, self._policy.whims
        length = table & FIELD
        beaten = HIGHEST if table & RUN else table >> TOP & FIELD
        size, luck, start = len(hand), self.luck, 0
        trick, everything = self._trick, costs.offer(own)
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
        costs, whims = reading.costs, self._policy.whims
        length = table & FIELD
        beaten = HIGHEST if table & RUN else table >> TOP & FIELD
        luck = self.luck
        for number in range(1, HIGHEST + 1):
            wanted = length if number > beaten else length + 1
            if own >> 3 * number & 7 >= wanted:
                at = wanted << 4 | number
                rest = wanted << 3 * number
                cost = reading.cost + costs.offer(own - rest) - self._trick[at] + whims[luck]
                luck = luck + 1 if luck + 1 < WHIMS else 0
                if cost < self.cost:
                    self._keep(cost, 0, 0, at, rest, False)
        self.luck = luck

    def _runs(self, reading: Reading, length: int, beaten: int, own: int, total: int) -> None:
        """Look at runs of this many cards: windows of rising hand cards, the rest from offers."""
        hand, costs, whims = reading.cards, reading.costs, self._policy.whims
        offered = (total | total >> 1 | total >> 2) & ONES
        missing, fewest = ~offered, length - offered.bit_count()
        owned = (own | own >> 1 | own >> 2) & ONES
        around, trick = AROUND[length], self._trick
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
        found = self.at >> 4 | (self.at & FIELD) << TOP
        return found | RUN if self.is_run else found


def find_least_cost_offered(reading: Reading, own: int) -> int:
    """Return what all costs at least once a card of the hand is offered. own: the offer, packed."""
    hand, costs, best = reading.cards, reading.costs, NEVER
    for place in range(len(hand)):
        cost = reading.without(place, place + 1) + costs.offer(own + (1 << 3 * hand[place]))
        if cost < best:
            best = cost
    return best


def find_wanted(reading: Reading, others: int) -> tuple[int, int]:
    """Return how much more a hand costs with a drawn card, and the offered card that is best.

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
    while length > 1 and numbers:
        numbers &= numbers >> 3
        length -= 1
    return numbers != 0


def _spread(numbers: int) -> int:
    """Return a set of numbers with three bits for each instead of one."""
    return sum([1 << 3 * number for number in range(HIGHEST + 1) if numbers >> number & 1])


AROUND: Final[list[dict[int, list[tuple[int, int]]]]] = [
    {
        _spread(part): [(top, _spread(missing)) for top, missing in runs]
        for part, runs in around.items()
    }
    for around in RUNS_AROUND
]
"""`RUNS_AROUND`, three bits a number."""
NO_RUNS: Final[list[tuple[int, int]]] = []
MOST_TURNS: Final = 150
"""A round is played on for this many turns at most."""
AT_ONCE: Final = 4
"""How many turns are played between two questions whether to stop: a quarter of a millisecond."""


class OpenRound:
    """A round in which all cards are known; it changes in place.

    hands: cards, left to right. offers: packed (see `costs`). deck: the next card last. trick: the
    combinations of the running trick. holder: the seat that played the last one, -1 for none.
    readings: the hands as far as they are read; one that changes by itself is read anew.
    discard: combinations and single cards (below 10) that lie in the discard. mover: the seat at
    its turn, or the last one that was. left: the cards that each seat has left. turns: how many
    have been played on.
    """

    def __init__(
        self,
        policy: Policy,
        position: Position,
        hands: list[list[int]],
        offers: list[int],
        deck: list[int],
        luck: int,
    ) -> None:
        self._policy: Final = policy
        self.at_once: Final = position.at_once
        self.hands: Final = hands
        self.offers: Final = offers
        self.deck: list[int] = deck
        self.trick: list[int] = list(position.trick)
        self.holder = position.holder
        self.discard: list[int] = list(position.discard)
        self.mover = position.mover
        self.left: Final[list[int]] = [
            len(hands[seat]) + count_packed_cards(offers[seat]) for seat in range(len(hands))
        ]
        if position.mover >= 0:
            self.left[position.mover] += len(position.loose) + (position.drawn > 0)
        self.readings: Final[list[Reading | None]] = [None] * len(hands)
        self.drawn = position.drawn
        self.luck = luck
        self.turns = 0

    def play_out(self, should_stop: ShouldStop = keep_on) -> tuple[int, ...]:
        """Play the round to its end; give the trash that each seat takes, () when told to stop."""
        while self.turns < MOST_TURNS:
            self.turns += 1
            if self.take_turn():
                break
            if not self.turns % AT_ONCE and should_stop():
                return ()
        return self.end()

    def end(self) -> tuple[int, ...]:
        return compute_trash_given(tuple(self.left), self.mover)

    def take_turn(self) -> bool:
        """Let the mover take its turn; tell whether the round is over."""
        mover = self.mover
        if not self.hands[mover]:
            self.pick_up(mover)
        return (self._follow() if self.trick else self._lead()) or self.pass_on()

    def pass_on(self) -> bool:
        mover = self.mover
        if self.at_once and not self.hands[mover]:
            self.pick_up(mover)
        mover = mover + 1 if mover + 1 < len(self.hands) else 0
        if mover == self.holder:
            self.discard += self.trick
            self.trick = []
            self.holder = -1
        self.mover = mover
        return False

    def pick_up(self, seat: int) -> None:
        self.hands[seat] = self._policy.costs.laid_out(self.offers[seat])
        self.offers[seat] = 0
        self.readings[seat] = None

    def _read(self) -> Reading:
        mover = self.mover
        reading = self.readings[mover]
        if reading is None:
            reading = self.readings[mover] = Reading(self._policy.costs, self.hands[mover])
        return reading

    def _count_rivals(self) -> tuple[int, int]:
        """Return the fewest and the most cards that a rival has left, at most `HIGHEST`."""
        fewest, most = HIGHEST, 0
        for seat, left in enumerate(self.left):
            if seat != self.mover:
                fewest, most = min(fewest, left), max(most, left)
        return fewest, min(most, HIGHEST)

    def _lead(self) -> bool:
        best = Cheapest(self._policy, self.luck, self._count_rivals()[1])
        reading = self._read()
        best.lead(reading)
        self.luck = best.luck
        return self._put(best, reading)

    def _follow(self) -> bool:
        costs, offers = self._policy.costs, self.offers
        own = offers[self.mover]
        total = 0
        for offer in offers:
            total += offer
        reading = self._read()
        fewest, most = self._count_rivals()
        best = Cheapest(self._policy, self.luck, most)
        best.follow(reading, self.trick[-1], own, total)
        self.luck = best.luck
        total -= own
        more, card = find_wanted(reading, total) if total else (costs.average, 0)
        if best.at:
            draw = find_least_cost_offered(reading, own) + more + costs.draws[fewest]
            if best.cost < draw:
                return self._put(best, reading)
        return self._draw(reading, card)

    def _put(self, best: Cheapest, reading: Reading) -> bool:
        """Put the play that was found on the table; tell whether the round is over."""
        mover = self.mover
        if best.rest:
            for number in range(1, HIGHEST + 1):
                many = best.rest >> 3 * number & 7
                while many:
                    owner = self.mover
                    if not self.offers[owner] >> 3 * number & 7:
                        owner = self._richest(number)
                    self.offers[owner] -= 1 << 3 * number
                    self.left[owner] -= 1
                    many -= 1
        self.left[mover] -= best.end - best.start
        reading.remove(best.start, best.end)
        self.trick.append(best.combination)
        self.holder = mover
        return 0 in self.left

    def _richest(self, number: int) -> int:
        most, found = 0, -1
        for seat in range(len(self.hands)):
            if (
                seat != self.mover
                and self.offers[seat] >> 3 * number & 7
                and self.left[seat] > most
            ):
                most, found = self.left[seat], seat
        return found

    def _draw(self, reading: Reading, card: int) -> bool:
        """Draw a card, put it into the hand and offer one. card: from an offer, 0: of the deck."""
        mover = self.mover
        if card:
            owner = self._richest(card)
            self.offers[owner] -= 1 << 3 * card
            self.left[owner] -= 1
            if not self.left[owner]:
                reading.insert(len(reading.cards), card)
                self.left[mover] += 1
                return True
        else:
            if not self.deck:
                self._restock()
            if self.deck:
                card = self.deck.pop()
        if card:
            reading.insert(reading.find_place(card), card)
            self.left[mover] += 1
        self.offer(reading)
        return False

    def offer(self, reading: Reading) -> None:
        """Offer the card without which all costs least."""
        mover = self.mover
        hand = reading.cards
        own = self.offers[mover]
        costs, whims, luck = self._policy.costs, self._policy.whims, self.luck
        best, best_place = NEVER, 0
        for place in range(len(hand)):
            card = hand[place]
            cost = reading.without(place, place + 1)
            cost += costs.offer(own + (1 << 3 * card)) + whims[luck]
            luck = luck + 1 if luck + 1 < WHIMS else 0
            if cost < best:
                best, best_place = cost, place
        self.luck = luck
        self.offers[mover] += 1 << 3 * hand[best_place]
        reading.remove(best_place, best_place + 1)

    def _restock(self) -> None:
        deck: list[int] = []
        for each in self.discard:
            if each < 10:
                deck.append(each)
            else:
                deck += cards_of(each)
        self.discard = []
        luck = self.luck
        for last in range(len(deck) - 1, 0, -1):
            luck = luck + 1 if luck + 1 < WHIMS else 0
            other = (luck * 7919 + last * 104729) % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        self.luck = luck
        self.deck = deck

    def take(self, step: Step) -> bool:
        """Let the mover take a step of its turn; tell whether that ends the round.

        A draw from the deck is a whole turn: the card is put in and one is offered as the habit is.
        An insert puts in the card that was drawn last. A card is laid out of the picked-up ones, or
        of the offer that is being picked up.
        """
        mover, what = self.mover, step.what
        hand = self.hands[mover]
        if step.kind == PLAY:
            return self.play(what)
        if step.kind == DRAW:
            return self._draw(self._read(), 0)
        self.readings[mover] = None
        if step.kind == TAKE:
            self.offers[step.seat] -= 1 << 3 * what
            self.left[step.seat] -= 1
            self.left[mover] += 1
            self.drawn = what
            return not self.left[step.seat]
        if step.kind == INSERT:
            hand.insert(what - 1, self.drawn)
        elif step.kind == OFFER:
            self.offers[mover] += 1 << 3 * hand[what - 1]
            del hand[what - 1]
        elif step.kind == LAY:
            hand.append(what)
            if self.offers[mover] >> 3 * what & 7:
                self.offers[mover] -= 1 << 3 * what
        return False

    def play(self, play: int) -> bool:
        """Let the mover play a packed play; tell whether the round is over."""
        mover = self.mover
        self.readings[mover] = None
        start, end = find_hand_part(play)
        owners = play >> OWNERS
        number = play >> TOP & FIELD
        step = 0
        if play & RUN:
            number, step = number - (play & FIELD) + 1, 1
        while owners:
            if owners & 7:
                self.offers[(owners & 7) - 1] -= 1 << 3 * number
                self.left[(owners & 7) - 1] -= 1
            owners >>= 3
            number += step
        self.left[mover] -= end - start
        del self.hands[mover][start:end]
        self.trick.append(play & COMBINATION)
        self.holder = mover
        return 0 in self.left
