"""Rollouts: fast simulation of rounds with all cards known; compiled.

The state is mutable. Only promising plays are considered: sets with as many hand cards as possible,
and plays without hand cards only from the seat's own offer. A test compares the plays with those of
`legality.list_plays`. Functions are long and repeat code, because calls are the most expensive
part.
"""

from __future__ import annotations

from math import log
from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.evaluation import (
    INFINITE_COST,
    ONE,
    ONES,
    Costs,
    HandCosts,
    count_packed_cards,
    list_joining_places,
)
from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    COMPILED,
    DRAW,
    FIELD_MASK,
    HIGHEST,
    INSERT,
    OFFER,
    ORDER,
    OWNERS_SHIFT,
    PLAY,
    RUN,
    TAKE,
    TOP_SHIFT,
    Step,
    cards_of,
    find_hand_part,
)
from red7_desktop.games.spring_cleaning.rules.position import Position, compute_trash_given
from red7_desktop.tabletop.player import ShouldStop, never_stop

if TYPE_CHECKING:
    from mypy_extensions import i64

BIT_COUNT: Final = int.bit_count
PAIR_MASK: Final = 6 * ONES
"""Bit mask for packed cards, in which bits 3n to 3n + 2 count the cards of number n. The value of
`cards & PAIR_MASK` isn't 0 if there are at least two cards of the same number."""
NOISE_COUNT: Final = 1021
"""Number of random terms that a `Policy` precomputes. They are added to the costs of actions, so
that choices vary, and are used again from the start when all have been used."""


class Policy:
    """Says how all seats choose actions in rollouts: the action with the lowest cost, plus noise.

    The cost of an action estimates how far the seat is from having no cards left after the action;
    a low single card costs about 1000.

    Attributes:
        costs: Tables of the costs of cards and actions.
        noise: Random numbers (Gumbel noise) that are added to the costs of actions. They make the
            probability of an action proportional to exp(-cost / (1000 * temperature)).
    """

    __slots__ = ("costs", "noise")

    def __init__(self, costs: Costs, temperature: float) -> None:
        self.costs: Final = costs
        draw = Random(1).random
        self.noise: Final[list[int]] = [
            gumbel_noise(temperature, draw()) for _ in range(NOISE_COUNT)
        ]


def gumbel_noise(temperature: float, random_number: float) -> int:
    """Return Gumbel noise that is added to the cost of an action.

    The noise is rounded, because the last digits of logarithms differ between machines.

    Args:
        temperature: Scale of the noise; 1 scales it to the cost of a low single card (1000).
        random_number: Uniform random number from 0 up to 1.
    """
    return round(1000.0 * temperature * log(-log(1.0 - max(random_number, 1e-9))))


class CheapestPlay:
    """Searches for a seat's play with the lowest cost, and stores the best play found so far.

    The cost of a play is a sum of three terms: an estimate of how far the seat is from having no
    cards left after the play, a negative term as a reward for the play, and a random term. A low
    single card costs about 1000.

    Attributes:
        cost: Cost of the best play so far.
        start: Index of the first hand card in the best play.
        end: Index after the last hand card in the best play.
        reward_index: 16 * length + highest number of the best play; 0 if no play was found. It is
            also the index of the play's reward in the tables of `Costs.play_rewards`.
        rest: Cards of the best play that come from offers, packed.
        is_run: Whether the best play is a run.
        noise_index: Index of the next random term in `Policy.noise`.
    """

    __slots__ = (
        "_policy",
        "_trick",
        "cost",
        "end",
        "is_run",
        "noise_index",
        "rest",
        "reward_index",
        "start",
    )

    def __init__(self, policy: Policy, luck: int, most: int = HIGHEST) -> None:
        self._policy: Final = policy
        self._trick: Final = policy.costs.play_rewards[most]
        self.noise_index = luck
        self.cost = INFINITE_COST
        self.start = self.end = self.reward_index = self.rest = 0
        self.is_run = False

    def try_leads(self, hand_costs: HandCosts) -> None:
        """Search the plays that can begin a trick, which use only hand cards.

        The play with the lowest cost is stored in this object's attributes, unless they contain a
        play with a lower cost.

        Args:
            hand_costs: The hand, which computes the cost of the cards left after a play.
        """
        hand = hand_costs.cards
        trick = self._trick
        whims = self._policy.noise
        size: i64 = len(hand)
        luck: i64 = self.noise_index
        best: i64 = self.cost
        start: i64 = 0
        while start < size:
            number: i64 = hand[start]
            rise: i64 = hand[start + 1] - number if start + 1 < size else -1
            end = start + 1
            while True:
                reward_index = end - start << 4 | number
                worth: i64 = trick[reward_index]
                whim: i64 = whims[luck]
                cost = hand_costs.cost_without(start, end) - worth + whim
                luck = luck + 1 if luck + 1 < NOISE_COUNT else 0
                if cost < best:
                    best = cost
                    self.start = start
                    self.end = end
                    self.reward_index = reward_index
                number += rise
                if rise < 0 or rise > 1 or end >= size:
                    break
                if hand[end] != number:
                    break
                end += 1
            start += 1
        self.noise_index = luck
        self.cost = best
        first = self.start
        self.is_run = self.end > first + 1 and hand[first + 1] != hand[first]

    def try_answers(self, hand_costs: HandCosts, table: i64, own: i64, total: i64) -> None:
        """Search the plays that beat a combination.

        A play may combine hand cards with cards that seats have offered. The play with the lowest
        cost is stored in this object's attributes, unless they contain a play with a lower cost.

        Args:
            hand_costs: The hand, which computes the cost of the cards left after a play.
            table: The combination to beat.
            own: The seat's own offer, packed: three bits for each number.
            total: The offers of all seats together, packed: three bits for each number.
        """
        whole_offer_cost = hand_costs.costs.offer_cost(own)
        self._try_sets(hand_costs, table, own, total, whole_offer_cost)
        if own & PAIR_MASK or (own and table & FIELD_MASK == 1):
            self._try_own_sets(hand_costs, table, own)
        length = table & FIELD_MASK
        numbers = (total | total >> 1 | total >> 2) & ONES
        for number in hand_costs.cards:
            numbers |= ONE[number]
        if table & RUN and _holds_run(numbers, length):
            self._try_runs(
                hand_costs, length, table >> TOP_SHIFT & FIELD_MASK, own, total, whole_offer_cost
            )
        if length < HIGHEST and _holds_run(numbers, length + 1):
            self._try_runs(hand_costs, length + 1, 0, own, total, whole_offer_cost)

    def _try_sets(
        self, hand_costs: HandCosts, table: i64, own: i64, total: i64, whole_offer_cost: i64
    ) -> None:
        """Search the sets that beat a combination.

        Each set uses adjacent equal hand cards: all of them, or as many as the set needs. Missing
        cards come from offers. The set with the lowest cost is stored as the best play, unless the
        best play so far has a lower cost.

        Args:
            hand_costs: The hand, which computes the cost of the cards left after a play.
            table: The combination to beat.
            own: The seat's own offer, packed: three bits for each number.
            total: The offers of all seats together, packed: three bits for each number.
            whole_offer_cost: Cost of the seat's own offer if the play uses none of its cards.
        """
        hand = hand_costs.cards
        costs = hand_costs.costs
        whims = self._policy.noise
        trick = self._trick
        length = table & FIELD_MASK
        if table & RUN:
            beaten = HIGHEST
        else:
            beaten = table >> TOP_SHIFT & FIELD_MASK
        size: i64 = len(hand)
        luck: i64 = self.noise_index
        best: i64 = self.cost
        start: i64 = 0
        while start < size:
            number: i64 = hand[start]
            end = start + 1
            while end < size:
                if hand[end] != number:
                    break
                end += 1
            width = end - start
            most = width + (total >> 3 * number & 7)
            if number > beaten:
                wanted = length
            else:
                wanted = length + 1
            while wanted <= length + 1 and wanted <= most:
                used = width if width < wanted else wanted
                rest = wanted - used
                mine = own >> 3 * number & 7
                if mine > rest:
                    mine = rest
                reward_index = wanted << 4 | number
                worth: i64 = trick[reward_index]
                whim: i64 = whims[luck]
                cost = hand_costs.cost_without(start, start + used) - worth + whim
                cost += costs.offer_cost(own - (mine << 3 * number)) if mine else whole_offer_cost
                if rest > mine:
                    cost += costs.help * (rest - mine)
                luck = luck + 1 if luck + 1 < NOISE_COUNT else 0
                if cost < best:
                    best = cost
                    self._store(cost, start, start + used, reward_index, rest << 3 * number, False)
                wanted += 1
            start = end
        self.noise_index = luck

    def _try_own_sets(self, hand_costs: HandCosts, table: i64, own: i64) -> None:
        """Search the sets in the seat's own offer that beat a combination.

        The set with the lowest cost is stored as the best play, unless the best play so far has a
        lower cost.

        Args:
            hand_costs: The hand, whose cost is part of each play's cost.
            table: The combination to beat.
            own: The seat's own offer, packed: three bits for each number.
        """
        costs = hand_costs.costs
        whims = self._policy.noise
        length = table & FIELD_MASK
        if table & RUN:
            beaten = HIGHEST
        else:
            beaten = table >> TOP_SHIFT & FIELD_MASK
        luck: i64 = self.noise_index
        number: i64 = 1
        while number <= HIGHEST:
            if number > beaten:
                wanted = length
            else:
                wanted = length + 1
            if own >> 3 * number & 7 >= wanted:
                reward_index = wanted << 4 | number
                rest = wanted << 3 * number
                cost = (
                    hand_costs.cost
                    + costs.offer_cost(own - rest)
                    - self._trick[reward_index]
                    + whims[luck]
                )
                luck = luck + 1 if luck + 1 < NOISE_COUNT else 0
                if cost < self.cost:
                    self._store(cost, 0, 0, reward_index, rest, False)
            number += 1
        self.noise_index = luck

    def _try_runs(
        self,
        hand_costs: HandCosts,
        length: i64,
        beaten: i64,
        own: i64,
        total: i64,
        whole_offer_cost: i64,
    ) -> None:
        """Search the runs with a certain number of cards.

        A run uses adjacent hand cards in rising order; offered cards supply the missing numbers.
        The run with the lowest cost is stored as the best play, unless the best play so far has a
        lower cost.

        Args:
            hand_costs: The hand, which computes the cost of the cards left after a play.
            length: Number of cards of the run.
            beaten: The highest number of the run to beat, 0 for none.
            own: The seat's own offer, packed: three bits for each number.
            total: The offers of all seats together, packed: three bits for each number.
            whole_offer_cost: Cost of the seat's own offer if the play uses none of its cards.
        """
        hand = hand_costs.cards
        offered = (total | total >> 1 | total >> 2) & ONES
        owned = (own | own >> 1 | own >> 2) & ONES
        fewest = length - _count_numbers(offered)
        lowest_top = beaten + 1 if beaten >= length else length
        size: i64 = len(hand)
        last_start = size if fewest < 2 else size + 1 - fewest
        start: i64 = 0
        while start < last_start:
            first: i64 = hand[start]
            highest_top = first + length - 1 if first + length - 1 < HIGHEST else HIGHEST
            part: i64 = 0
            before: i64 = 0
            end = start
            while end < size:
                number: i64 = hand[end]
                if number <= before or number > highest_top:
                    break
                before = number
                part |= ONE[number]
                end += 1
                top = number if number > lowest_top else lowest_top
                while end - start >= fewest and top <= highest_top:
                    reward_index = length << 4 | top
                    rest: i64 = _RUN_CARDS[reward_index]
                    rest &= ~part
                    if not rest & ~offered:
                        self._try_run(
                            hand_costs, start, end, reward_index, rest, own, owned, whole_offer_cost
                        )
                    top += 1
            start += 1
        top = lowest_top
        while owned and top <= HIGHEST:
            reward_index = length << 4 | top
            rest = _RUN_CARDS[reward_index]
            if not rest & ~owned:
                self._try_run(hand_costs, 0, 0, reward_index, rest, own, owned, whole_offer_cost)
            top += 1

    def _try_run(
        self,
        hand_costs: HandCosts,
        start: i64,
        end: i64,
        reward_index: i64,
        rest: i64,
        own: i64,
        owned: i64,
        whole_offer_cost: i64,
    ) -> None:
        """Store a run as the best play if its cost is lower than that of the best play so far.

        The cost estimates how far the seat is from having no cards left after the play, minus a
        reward for the play, plus a random term. A low single card costs about 1000.

        Args:
            hand_costs: The hand, which computes the cost of the cards left after the play.
            start: Index of the first hand card that the run uses.
            end: Index after the last hand card that the run uses; equal to `start` if the run uses
                only offered cards.
            reward_index: 16 * length + highest number of the run. It is also the index of the run's
                reward in the tables of `Costs.play_rewards`.
            rest: The run's cards that come from offers, packed: three bits for each number.
            own: The seat's own offer, packed: three bits for each number.
            owned: The seat's own offer without duplicates: one card of each number, packed.
            whole_offer_cost: Cost of the seat's whole offer. It is used if the run takes no card
                from this offer.
        """
        costs = hand_costs.costs
        luck: i64 = self.noise_index
        worth: i64 = self._trick[reward_index]
        whim: i64 = self._policy.noise[luck]
        cost = hand_costs.cost_without(start, end) - worth + whim
        mine = rest & owned
        cost += costs.offer_cost(own - mine) if mine else whole_offer_cost
        if rest != mine:
            cost += costs.help * _count_numbers(rest ^ mine)
        if luck + 1 < NOISE_COUNT:
            self.noise_index = luck + 1
        else:
            self.noise_index = 0
        if cost < self.cost:
            self._store(cost, start, end, reward_index, rest, True)

    def _store(
        self, cost: i64, start: i64, end: i64, reward_index: i64, rest: i64, is_run: bool
    ) -> None:
        self.cost = cost
        self.start = start
        self.end = end
        self.reward_index = reward_index
        self.rest = rest
        self.is_run = is_run

    @property
    def combination(self) -> int:
        found = self.reward_index >> 4 | (self.reward_index & FIELD_MASK) << TOP_SHIFT
        if self.is_run:
            return found | RUN
        return found


def find_least_cost_after_offer(hand_costs: HandCosts, own: i64) -> i64:
    """Return the lowest total cost of hand and offer after one hand card has moved to the offer.

    A cost estimates how far a seat is from having no cards left; a low single card costs about
    1000.

    Args:
        hand_costs: The hand before a card is offered.
        own: The seat's own offer before, packed: three bits for each number.
    """
    hand = hand_costs.cards
    costs = hand_costs.costs
    best: i64 = INFINITE_COST
    one_more = costs.list_grown_offer_costs(own)
    size: i64 = len(hand)
    place: i64 = 0
    while place < size:
        cost: i64 = one_more[hand[place]]
        cost += hand_costs.cost_without(place, place + 1)
        if cost < best:
            best = cost
        place += 1
    return best


def find_best_draw(hand_costs: HandCosts, others: i64) -> tuple[int, int]:
    """Find the best card to draw: an offered card or the deck's unknown top card.

    Args:
        hand_costs: The hand before the draw.
        others: Rivals' offers, packed together.

    Returns:
        A pair: by how much the drawn card changes the hand's heuristic cost (negative if it
        improves the hand), and the number of the offered card to take. The number is 0 if drawing
        from the deck is at least as good.
    """
    costs = hand_costs.costs
    best: i64 = hand_costs.cost + costs.average - costs.help
    card: i64 = 0
    number: i64 = 1
    while number <= HIGHEST:
        if others >> 3 * number & 7:
            for place in list_joining_places(hand_costs.cards, number):
                cost = hand_costs.cost_with_card(place, number)
                if cost < best:
                    best = cost
                    card = number
        number += 1
    return best + costs.help - hand_costs.cost, card


def _holds_run(numbers: i64, length: i64) -> bool:
    while length > 1 and numbers:
        numbers &= numbers >> 3
        length -= 1
    return numbers != 0


def _count_numbers(cards: i64) -> i64:
    """Count packed cards if no two of them have the same number.

    This function is faster than `count_packed_cards`.
    """
    if not COMPILED:
        return BIT_COUNT(cards)
    count: i64 = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


_RUN_CARDS: Final = [
    sum(ONE[top - length + 1 : top + 1]) if length <= top <= HIGHEST else 0
    for length in range(HIGHEST + 1)
    for top in range(16)
]
"""Cards of each run, packed: bits 3n to 3n + 2 count the cards of number n. The index is
16 * length + highest number."""
MAX_TURNS: Final = 150
"""Maximum number of turns of a rollout. If the round isn't over then, it is stopped, and its result
follows from the numbers of cards that the seats have left."""
STOP_INTERVAL: Final = 4
"""Number of simulated turns between two calls of `should_stop`, which may abort the simulation. It
takes a quarter of a millisecond."""


class OpenRound:
    """The mutable state of a simulated round with all cards known.

    Attributes:
        at_once: Whether a seat with an empty hand picks up its offer at the end of the turn that
            emptied the hand. Otherwise it does so at the beginning of its next turn.
        hands: Hand of each seat, left to right.
        offers: Offer of each seat, packed: bits 3n to 3n + 2 count the cards of number n.
        deck: Cards of the deck; the next card to draw is last.
        trick: Combinations that were played in the current trick.
        holder: The seat that played the last combination, -1 for none.
        discard: The discard pile. An entry below 10 is a single card's number; any other entry is a
            packed combination.
        mover: The seat to move; after the end of the round, the seat that moved last.
        left: Number of cards that each seat has left.
        hand_costs: A cached `HandCosts` for each hand; None until it is computed, and after the
            hand has changed.
        drawn: Number of the card that was drawn last.
        noise_index: Index of the next random term in `Policy.noise`.
        turns: Number of turns simulated.
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
            self.left[position.mover] += len(position.picked_up) + (position.drawn > 0)
        self.hand_costs: Final[list[HandCosts | None]] = [None] * len(hands)
        self.drawn = position.drawn
        self.noise_index = luck
        self.turns = 0

    def play_out(self, should_stop: ShouldStop = never_stop) -> tuple[int, ...]:
        """Simulate the round to its end.

        Returns:
            The trash that each seat gets; () if `should_stop` returned True.
        """
        while self.turns < MAX_TURNS:
            self.turns += 1
            if self.take_turn():
                break
            if not self.turns % STOP_INTERVAL and should_stop():
                return ()
        return self.end()

    def end(self) -> tuple[int, ...]:
        return compute_trash_given(tuple(self.left), self.mover)

    def take_turn(self) -> bool:
        """Simulate the mover's whole turn; return whether the round is over."""
        mover = self.mover
        if not self.hands[mover]:
            self.pick_up(mover)
        return (self._follow() if self.trick else self._lead()) or self.end_turn()

    def end_turn(self) -> bool:
        mover = self.mover
        if self.at_once and not self.hands[mover]:
            self.pick_up(mover)
        if mover + 1 < len(self.hands):
            mover = mover + 1
        else:
            mover = 0
        if mover == self.holder:
            self.discard += self.trick
            self.trick = []
            self.holder = -1
        self.mover = mover
        return False

    def pick_up(self, seat: int) -> None:
        self.hands[seat] = self._policy.costs.arrange(self.offers[seat])
        self.offers[seat] = 0
        self.hand_costs[seat] = None

    def _read(self) -> HandCosts:
        mover = self.mover
        hand_costs = self.hand_costs[mover]
        if hand_costs is None:
            hand_costs = self.hand_costs[mover] = HandCosts(self._policy.costs, self.hands[mover])
        return hand_costs

    def _find_fewest_and_most_left(self) -> tuple[int, int]:
        """Return the lowest and the highest number of cards that any rival of the mover has left.

        Numbers above `HIGHEST` are returned as `HIGHEST`.
        """
        fewest: i64 = HIGHEST
        most: i64 = 0
        mover: i64 = self.mover
        counts = self.left
        for seat in range(len(counts)):
            if seat != mover:
                left: i64 = counts[seat]
                if left < fewest:
                    fewest = left
                if left > most:
                    most = left
        return fewest, most if most < HIGHEST else HIGHEST

    def _lead(self) -> bool:
        most = self._find_fewest_and_most_left()[1]
        best = CheapestPlay(self._policy, self.noise_index, most)
        hand_costs = self._read()
        best.try_leads(hand_costs)
        self.noise_index = best.noise_index
        return self._apply(best, hand_costs)

    def _follow(self) -> bool:
        costs = self._policy.costs
        offers = self.offers
        own: i64 = offers[self.mover]
        total: i64 = 0
        for offer in offers:
            total += offer
        hand_costs = self._read()
        fewest, most = self._find_fewest_and_most_left()
        best = CheapestPlay(self._policy, self.noise_index, most)
        best.try_answers(hand_costs, self.trick[-1], own, total)
        self.noise_index = best.noise_index
        total -= own
        if total:
            more, card = find_best_draw(hand_costs, total)
        else:
            more = costs.average
            card = 0
        if best.reward_index:
            draw: i64 = costs.draw_costs[fewest]
            draw += find_least_cost_after_offer(hand_costs, own) + more
            if best.cost < draw:
                return self._apply(best, hand_costs)
        return self._draw(hand_costs, card)

    def _apply(self, best: CheapestPlay, hand_costs: HandCosts) -> bool:
        """Apply the play that the policy chose; return whether the round is over."""
        mover = self.mover
        rest: i64 = best.rest
        number: i64 = 1
        while rest >> 3 * number:
            many = rest >> 3 * number & 7
            while many:
                owner = mover
                if not self.offers[owner] >> 3 * number & 7:
                    owner = self._find_owner(number)
                self.offers[owner] -= ONE[number]
                self.left[owner] -= 1
                many -= 1
            number += 1
        self.left[mover] -= best.end - best.start
        hand_costs.remove(best.start, best.end)
        self.trick.append(best.combination)
        self.holder = mover
        return 0 in self.left

    def _find_owner(self, number: i64) -> int:
        """Find a rival that offers a card with a certain number.

        Returns:
            The rival's seat. If several rivals offer such a card, the one with the most cards left.
            -1 if no rival does.
        """
        most = 0
        found = -1
        for seat in range(len(self.hands)):
            if (
                seat != self.mover
                and self.offers[seat] >> 3 * number & 7
                and self.left[seat] > most
            ):
                most = self.left[seat]
                found = seat
        return found

    def _draw(self, hand_costs: HandCosts, card: int) -> bool:
        """Simulate a turn without a play: draw a card, insert it into the hand, and offer a card.

        The card comes from the deck or from a rival's offer. It is inserted where the hand gets the
        lowest heuristic cost. `offer` then chooses the hand card to offer.

        Args:
            hand_costs: The mover's hand with the heuristic costs of its cards.
            card: Number of the offered card to take, 0 to draw from the deck.

        Returns:
            True if the round is over, because the mover has taken a rival's last card.
        """
        mover = self.mover
        if card:
            owner = self._find_owner(card)
            self.offers[owner] -= ONE[card]
            self.left[owner] -= 1
            if not self.left[owner]:
                hand_costs.insert(len(hand_costs.cards), card)
                self.left[mover] += 1
                return True
        else:
            if not self.deck:
                self._restock()
            if self.deck:
                card = self.deck.pop()
        if card:
            hand_costs.insert(hand_costs.find_cheapest_place(card), card)
            self.left[mover] += 1
        self.offer(hand_costs)
        return False

    def offer(self, hand_costs: HandCosts) -> None:
        """Move a hand card of the mover to its offer: the choice with the lowest cost, plus noise.

        The cost of a choice is the heuristic cost of the hand and the offer after it. The noise is
        a random number that the policy adds to each cost.

        Args:
            hand_costs: The mover's hand.
        """
        mover = self.mover
        hand = hand_costs.cards
        own: i64 = self.offers[mover]
        one_more = self._policy.costs.list_grown_offer_costs(own)
        whims = self._policy.noise
        luck: i64 = self.noise_index
        best: i64 = INFINITE_COST
        best_place: i64 = 0
        size: i64 = len(hand)
        place: i64 = 0
        while place < size:
            cost: i64 = one_more[hand[place]]
            whim: i64 = whims[luck]
            cost += hand_costs.cost_without(place, place + 1) + whim
            luck = luck + 1 if luck + 1 < NOISE_COUNT else 0
            if cost < best:
                best = cost
                best_place = place
            place += 1
        self.noise_index = luck
        self.offers[mover] = own + ONE[hand[best_place]]
        hand_costs.remove(best_place, best_place + 1)

    def _restock(self) -> None:
        deck: list[int] = []
        for each in self.discard:
            if each < 10:
                deck.append(each)
            else:
                deck += cards_of(each)
        self.discard = []
        luck = self.noise_index
        for last in range(len(deck) - 1, 0, -1):
            luck = luck + 1 if luck + 1 < NOISE_COUNT else 0
            other = (luck * 7919 + last * 104729) % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        self.noise_index = luck
        self.deck = deck

    def take(self, step: Step) -> bool:
        """Apply a step of the mover; return whether the step ends the round.

        DRAW also carries out the rest of the turn: the policy chooses where to insert the card and
        which card to offer. INSERT inserts a card that the seat has taken from an offer, or that it
        had drawn before the simulation began.
        """
        mover = self.mover
        argument = step.argument
        hand = self.hands[mover]
        if step.kind == PLAY:
            return self.play(argument)
        if step.kind == DRAW:
            return self._draw(self._read(), 0)
        self.hand_costs[mover] = None
        if step.kind == TAKE:
            self.offers[step.seat] -= ONE[argument]
            self.left[step.seat] -= 1
            self.left[mover] += 1
            self.drawn = argument
            return not self.left[step.seat]
        if step.kind == INSERT:
            hand.insert(argument - 1, self.drawn)
        elif step.kind == OFFER:
            self.offers[mover] += ONE[hand[argument - 1]]
            del hand[argument - 1]
        elif step.kind == ORDER:
            hand.append(argument)
            if self.offers[mover] >> 3 * argument & 7:
                self.offers[mover] -= ONE[argument]
        return False

    def play(self, play: int) -> bool:
        """Apply a packed play of the mover; return whether the round is over."""
        mover = self.mover
        self.hand_costs[mover] = None
        start, end = find_hand_part(play)
        owners = play >> OWNERS_SHIFT
        number = play >> TOP_SHIFT & FIELD_MASK
        step = 0
        if play & RUN:
            number = number - (play & FIELD_MASK) + 1
            step = 1
        while owners:
            if owners & 7:
                self.offers[(owners & 7) - 1] -= ONE[number]
                self.left[(owners & 7) - 1] -= 1
            owners >>= 3
            number += step
        self.left[mover] -= end - start
        del self.hands[mover][start:end]
        self.trick.append(play & COMBINATION)
        self.holder = mover
        return 0 in self.left
