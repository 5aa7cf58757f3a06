"""Heuristic costs of hands and offers, and the value of a round's result; compiled by mypyc.

A cost estimates how far a seat is from having no cards left. The cost of a hand is the cost of its
cheapest partition into blocks: single cards, and sets and runs of adjacent cards. An offer (a
seat's face-up cards) is partitioned with its cards in any order, because its owner can reorder the
cards when picking them up. All costs are integers in thousandths, so that they are the same on
every machine; a low single card costs about 1000.

The value of a round's result says how good the result is for a seat's chance to win the match. It
assumes that all seats are equally strong and that every order of ranks in a later round is equally
likely. With two seats a round is won or lost. With more, second place may be as good as first or as
bad as last, depending on the trash (penalty points) that the seats have so far.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.position import (
    TRASH_LIMITS,
    find_winners,
    is_match_over,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

ONES: Final = sum([1 << 3 * number for number in range(1, HIGHEST + 1)])
"""One card of each number, as `pack_cards` packs cards: bits 3n to 3n + 2 count those of number n.
"""
ONE: Final = [1 << 3 * number for number in range(HIGHEST + 1)]
"""A single card of each number, as `pack_cards` packs it. The index is the number."""
INFINITE_COST: Final = 1 << 30
"""A cost that is higher than the cost of any hand or offer."""
OFFER_CACHE_SIZE: Final = 20_000
"""Maximum number of entries in the cache of the costs of offers."""
LIST_CACHE_SIZE: Final = 5_000
"""Maximum number of entries in the cache of `Costs.list_grown_offer_costs`."""


class Weights(NamedTuple):
    """Weights from which the heuristic costs of a player are computed.

    A cost estimates how far a seat is from having no cards left; a low single card costs about
    1000. A reward lowers the cost.

    Attributes:
        single: Cost of a single card of number 1.
        single_less: Reduction of `single` per number: a single 3 costs `single - 2 * single_less`.
        pair: Cost of a set of two 1s.
        pair_less: Reduction of `pair` per number.
        two: Cost that a run of two cards would have if its highest number were 1.
        two_less: Reduction of `two` for each number by which the highest card is above 1.
        longer: Percentage to which each card above two reduces the cost of a set or run.
        offer: Cost of cards in the offer, as a percentage of their cost in hand.
        card_reward: Reward of a play for each card after the first; a penalty if negative.
        per_number: Reward of a play, multiplied by the number of its highest card.
        help_cost: Cost of using or taking a rival's card.
        draw: Cost of spending a turn on drawing.
        average: Change of the hand's cost that is assumed for drawing an unknown card.
        safe: Reward of a play with more cards than any rival has left.
        urgent: Extra costs of drawing: the first if the rival with fewest cards has 1 card left,
            the next if it has 2, and so on.
    """

    single: int = 1040
    single_less: int = 40
    pair: int = 730
    pair_less: int = 40
    two: int = 690
    two_less: int = 45
    longer: int = 36
    offer: int = 68
    card_reward: int = -60
    per_number: int = 0
    help_cost: int = 150
    draw: int = 230
    average: int = -100
    safe: int = 0
    urgent: tuple[int, ...] = ()


GREEDY_WEIGHTS: Final = Weights()
"""Weights that AI players use unless their level has its own weights. They were tuned for strong
play."""
COUNTING_WEIGHTS: Final = Weights(safe=400, urgent=(1000, 600, 300, 150))
"""Weights of a player that also considers how many cards its rivals have left."""
HAND_SET_WEIGHTS: Final = Weights(1000, 40, 800, 40, 850, 30, 60, 90, 150, 20, 150, 300)
"""Weights that were set by hand; tuning started from them and led to GREEDY_WEIGHTS."""


class Costs:
    """Tables with the heuristic costs of cards and actions, computed from a player's `Weights`.

    A cost estimates how far a seat is from having no cards left, in thousandths; a low single card
    costs about 1000.

    Attributes:
        single: Cost of a single card, by number.
        sets: Cost of a set, at index 16 * length + number.
        runs: Cost of a run, at index 16 * length + highest number.
        play_rewards: Reward of playing a combination. The first index is the number of cards that
            the rival with the most cards has left, up to 9. The second index is that of the
            combination in `sets` or `runs`.
        draw_costs: Cost of spending a turn on drawing. The index is the number of cards that the
            rival with fewest cards has left; each entry includes the extra cost for this number.
        help: Cost of using a rival's offered card in a play, or of taking it into the hand.
        draw: Cost of spending a turn on drawing, without an extra cost for the rivals' cards.
        average: Change of the hand's cost that is assumed for drawing an unknown card.
    """

    def __init__(self, taste: Weights = GREEDY_WEIGHTS) -> None:
        numbers = range(HIGHEST + 1)
        places = 16 * (HIGHEST + 1)
        self.single: Final[list[int]] = [
            taste.single - taste.single_less * (number - 1) for number in numbers
        ]
        self.sets: Final[list[int]] = [0] * places
        self.runs: Final[list[int]] = [0] * places
        self.play_rewards: Final[list[list[int]]] = [[0] * places for _ in range(HIGHEST + 1)]
        left = 100
        for length in range(1, HIGHEST + 1):
            for number in range(1, HIGHEST + 1):
                at = length << 4 | number
                pair = taste.pair - taste.pair_less * (number - 1)
                two = taste.two - taste.two_less * (number - 1)
                self.sets[at] = pair * left // 100 if length > 1 else self.single[number]
                self.runs[at] = two * left // 100 if length > 1 else self.single[number]
                worth = taste.card_reward * (length - 1) + taste.per_number * number
                for most, trick in enumerate(self.play_rewards):
                    trick[at] = worth + (taste.safe if length > most else 0)
            if length > 1:
                left = left * taste.longer // 100
        self.help: Final[int] = taste.help_cost
        self.draw: Final[int] = taste.draw
        self.draw_costs: Final[list[int]] = [taste.draw] * (HIGHEST + 1)
        for fewest, more in enumerate(taste.urgent, 1):
            self.draw_costs[fewest] += more
        self.average: Final[int] = taste.average
        self._share: Final[int] = taste.offer
        self._offers: Final[dict[int, int]] = {}
        self._one_more: Final[dict[int, list[int]]] = {}

    def offer_cost(self, cards: i64) -> i64:
        """Return the heuristic cost that an offer (a seat's face-up cards) has for its owner.

        A cost estimates how far a seat is from having no cards left, in thousandths; a low single
        card in the hand costs about 1000.

        Args:
            cards: The offer's cards, packed by `pack_cards`.
        """
        if not cards:
            return 0
        share: i64 = self._share
        return self._cost_of_loose(cards) * share // 100

    def list_grown_offer_costs(self, cards: i64) -> list[int]:
        """Return the heuristic cost of an offer after one more card has been added to it.

        Args:
            cards: The offer's cards before, packed by `pack_cards`.

        Returns:
            Costs as `offer_cost` returns them, indexed by the number of the added card; entry 0 is
            unused.
        """
        known = self._one_more.get(cards)
        if known is None:
            if len(self._one_more) >= LIST_CACHE_SIZE:
                self._one_more.clear()
            known = [0, *[self.offer_cost(cards + ONE[number]) for number in range(1, HIGHEST + 1)]]
            self._one_more[cards] = known
        return known

    def _cost_of_loose(self, cards: i64) -> i64:
        if not cards:
            return 0
        known = self._offers.get(cards)
        if known is None:
            if len(self._offers) >= OFFER_CACHE_SIZE:
                self._offers.clear()
            known = self._offers[cards] = self._cut_first_block(cards)[0]
        return known

    def _cut_first_block(self, cards: int) -> tuple[int, int, int]:
        """Find the cheapest partition of packed cards into sets and runs, and cut off one block.

        The block that contains the lowest card is cut off.

        Returns:
            The cost of all cards, the block's length (plus 16 for a run), and the remaining cards.
        """
        number = 1
        while not cards >> 3 * number & 7:
            number += 1
        one = 1 << 3 * number
        best = -1
        block = left = 0
        count = cards >> 3 * number & 7
        rest = cards
        for length in range(1, count + 1):
            rest -= one
            cost = self.sets[length << 4 | number] + self._cost_of_loose(rest)
            if best < 0 or cost < best:
                best = cost
                block = length
                left = rest
        rest = cards - one
        top = number + 1
        while top <= HIGHEST and rest >> 3 * top & 7:
            rest -= 1 << 3 * top
            cost = self.runs[top - number + 1 << 4 | top] + self._cost_of_loose(rest)
            if cost < best:
                best = cost
                block = 16 | top - number + 1
                left = rest
            top += 1
        return best, block, left

    def arrange(self, cards: int) -> list[int]:
        """Return the hand with the lowest cost that packed cards can form, from left to right."""
        hand: list[int] = []
        while cards:
            number = 1
            while not cards >> 3 * number & 7:
                number += 1
            _, block, cards = self._cut_first_block(cards)
            if block & 16:
                hand += range(number, number + (block & 15))
            else:
                hand += [number] * block
        return hand


class HandCosts:
    """A hand with its heuristic cost, which is updated quickly when cards are removed or added.

    The cost estimates how far the hand is from being empty; a low single card costs about 1000.

    Attributes:
        costs: The tables of costs.
        cards: The hand, left to right.
        before: Entry n is the cost of the hand's n leftmost cards. There may be more entries than
            the hand needs.
        behind: Entry n is the cost of the hand's n rightmost cards. There may be more entries than
            the hand needs.
    """

    __slots__ = ("before", "behind", "cards", "costs")

    def __init__(self, costs: Costs, cards: list[int]) -> None:
        self.costs: Final = costs
        self.cards: Final = cards
        self.before: Final[list[int]] = [0] * (len(cards) + 1)
        self.behind: Final[list[int]] = [0] * (len(cards) + 1)
        self._update_before(0)
        self._update_behind(0)

    def remove(self, start: i64, end: i64) -> None:
        """Remove the cards from index `start` up to `end` from the hand, and update the costs."""
        del self.cards[start:end]
        size: i64 = len(self.cards)
        self._update_before(start)
        self._update_behind(size - start)

    def insert(self, place: i64, card: i64) -> None:
        size: i64 = len(self.cards)
        self.cards.insert(place, card)
        if size + 1 >= len(self.before):
            self.before.append(0)
            self.behind.append(0)
        self._update_before(place)
        self._update_behind(size - place)

    def _update_before(self, first: i64) -> None:
        """Recompute the entries of `before` from index `first` + 1 on.

        Entry n is the cost of the hand's n leftmost cards. The entries up to index `first` are
        still valid.
        """
        cards = self.cards
        costs = self.costs
        before = self.before
        single = costs.single
        size: i64 = len(cards)
        best: i64 = before[first]
        low: i64 = cards[first - 1] if first else -1
        end = first
        while end < size:
            card: i64 = cards[end]
            alone: i64 = single[card]
            best += alone
            rise = card - low
            previous = low
            low = card
            if rise == 0 or rise == 1:
                table = costs.runs if rise else costs.sets
                at = end - 1
                length: i64 = 2
                while at >= 0:
                    if cards[at] != previous:
                        break
                    block: i64 = table[length << 4 | card]
                    cost: i64 = before[at]
                    cost += block
                    if cost < best:
                        best = cost
                    at -= 1
                    length += 1
                    previous -= rise
            end += 1
            before[end] = best

    def _update_behind(self, last: i64) -> None:
        """Recompute the entries of `behind` from index `last` + 1 on.

        Entry n is the cost of the hand's n rightmost cards. The entries up to index `last` are
        still valid.
        """
        cards = self.cards
        costs = self.costs
        behind = self.behind
        single = costs.single
        size: i64 = len(cards)
        best: i64 = behind[last]
        high: i64 = cards[size - last] if last else -1
        start = size - last - 1
        while start >= 0:
            card: i64 = cards[start]
            alone: i64 = single[card]
            best += alone
            rise = high - card
            following = high
            high = card
            if rise == 0 or rise == 1:
                table = costs.runs if rise else costs.sets
                at = start + 1
                length: i64 = 2
                while at < size:
                    if cards[at] != following:
                        break
                    at += 1
                    block: i64 = table[length << 4 | following]
                    cost: i64 = behind[size - at]
                    cost += block
                    if cost < best:
                        best = cost
                    length += 1
                    following += rise
            behind[size - start] = best
            start -= 1

    @property
    def cost(self) -> int:
        return self.behind[len(self.cards)]

    def cost_without(self, start: i64, end: i64) -> i64:
        """Return the cost that the hand would have without the cards from index `start` to `end`.

        The card at the index `end` stays in the hand.
        """
        before = self.before
        behind = self.behind
        cards = self.cards
        size: i64 = len(cards)
        best: i64 = before[start]
        rest: i64 = behind[size - end]
        best += rest
        if not start or end == size:
            return best
        left: i64 = cards[start - 1]
        right: i64 = cards[end]
        rise = right - left
        if rise != 0 and rise != 1:
            return best
        if rise:
            table = self.costs.runs
        else:
            table = self.costs.sets
        first = start - 1
        low = left
        while first >= 0:
            if cards[first] != low:
                break
            ahead: i64 = before[first]
            last = end
            high = right
            length = start - first + 1
            while last < size:
                if cards[last] != high:
                    break
                last += 1
                block: i64 = table[length << 4 | high]
                cost: i64 = behind[size - last]
                cost += ahead + block
                if cost < best:
                    best = cost
                length += 1
                high += rise
            first -= 1
            low -= rise
        return best

    def cost_with_card(self, place: i64, card: i64) -> i64:
        """Return the cost that the hand would have with a card inserted before index `place`."""
        before = self.before
        behind = self.behind
        cards = self.cards
        costs = self.costs
        size: i64 = len(cards)
        best: i64 = before[place]
        part: i64 = costs.single[card]
        best += part
        part = behind[size - place]
        best += part
        left: i64 = cards[place - 1] if place else 0
        right: i64 = cards[place] if place < size else 0
        rise: i64 = 0
        while rise < 2:
            if left + rise == card or card + rise == right:
                table = costs.runs if rise else costs.sets
                first = place
                low = card
                while True:
                    ahead: i64 = before[first]
                    last = place
                    high = card
                    length = place - first + 1
                    while True:
                        part = table[length << 4 | high]
                        cost: i64 = behind[size - last]
                        cost += ahead + part
                        if cost < best:
                            best = cost
                        high += rise
                        if last >= size:
                            break
                        if cards[last] != high:
                            break
                        last += 1
                        length += 1
                    low -= rise
                    if not first:
                        break
                    if cards[first - 1] != low:
                        break
                    first -= 1
            rise += 1
        return best

    def find_cheapest_place(self, card: i64) -> int:
        """Return the index at which an inserted card leaves the hand with the lowest cost.

        If the card can't form a set or run with any card of the hand, return the end of the hand.
        """
        least: i64 = INFINITE_COST
        found = len(self.cards)
        for place in list_joining_places(self.cards, card):
            cost = self.cost_with_card(place, card)
            if cost < least:
                least = cost
                found = place
        return found


def list_joining_places(hand: list[int], card: i64) -> list[int]:
    """Return the indices in a hand at which an inserted card forms a set or run with a neighbour.

    Beside several equal adjacent cards, only the index before the first of them is included.
    """
    found: list[int] = []
    size: i64 = len(hand)
    left: i64 = 0
    place: i64 = 0
    while place < size:
        right: i64 = hand[place]
        if left != card and (right == card or right == card + 1 or (left and left + 1 == card)):
            found.append(place)
        left = right
        place += 1
    if left and left + 1 == card:
        found.append(size)
    return found


def pack_cards(cards: tuple[int, ...]) -> int:
    """Pack the numbers of cards, in any order, into an integer.

    Bits 3n to 3n + 2 count the cards of number n. Three bits are enough, because there are seven
    cards of each number.
    """
    total = 0
    for card in cards:
        total += 1 << 3 * card
    return total


def unpack_cards(packed: i64) -> tuple[int, ...]:
    """Return the numbers of cards that `pack_cards` has packed into an integer, sorted."""
    cards: list[int] = []
    number: i64 = 1
    while packed >> 3 * number:
        many: i64 = packed >> 3 * number & 7
        while many:
            cards.append(number)
            many -= 1
        number += 1
    return tuple(cards)


def count_packed_cards(offer: i64) -> i64:
    """Return the number of cards in a group of cards that `pack_cards` has packed."""
    count: i64 = 0
    while offer:
        count += offer & 7
        offer >>= 3
    return count


Trash = tuple[int, ...]


def _list_round_results(seats: int) -> tuple[Trash, ...]:
    """Return possible results of a round, over which values are averaged.

    A result is the trash (penalty points) that each seat gets, which equals the seat's rank from 0.
    For up to four seats, all results are returned. For five seats, a balanced selection of twenty
    results is returned, in which any two seats have any two ranks exactly once.
    """
    if seats < 5:
        return tuple(permutations(range(seats)))
    return tuple(
        [
            tuple([(step * seat + first) % 5 for seat in range(5)])
            for step in range(1, 5)
            for first in range(5)
        ]
    )


ROUND_RESULTS: Final[dict[int, tuple[Trash, ...]]] = {
    seats: _list_round_results(seats) for seats in TRASH_LIMITS
}
"""Possible results of a round, by number of seats. A result is the trash (penalty points) of each
seat, which equals the seat's rank from 0. Chances and values are averaged over these results."""
_WIN_CHANCES: Final[dict[Trash, float]] = {}


def win_chance(trash: Trash) -> float:
    """Return the chance of seat 0 to win the match.

    All results of later rounds are assumed to be equally likely.

    Args:
        trash: The trash (penalty points) that each seat has now.
    """
    first, *rivals = trash
    rivals.sort()
    key = (first, *rivals)
    known = _WIN_CHANCES.get(key)
    if known is None:
        results = ROUND_RESULTS[len(trash)]
        known = _WIN_CHANCES[key] = sum([win_chance_after(key, given) for given in results]) / len(
            results
        )
    return known


def win_chance_after(trash: Trash, given: Trash) -> float:
    """Return the chance of seat 0 to win the match after a certain result of the current round.

    If the match goes on, all results of later rounds are assumed to be equally likely.

    Args:
        trash: The trash (penalty points) of each seat before the round.
        given: The trash that each seat gets in the round.

    >>> rounds = ((0, 0), (0, 1)), ((1, 3, 3), (1, 0, 2)), ((2, 4, 2), (1, 2, 0))
    >>> [win_chance_after(*each) for each in rounds]
    [0.6875, 1.0, 0.0]
    """
    total = tuple([had + more for had, more in zip(trash, given, strict=True)])
    if not is_match_over(total):
        return win_chance(total)
    winners = find_winners(total, given)
    if 0 in winners:
        return 1.0 / len(winners)
    return 0.0


@lru_cache(1024)
def find_chance_range(trash: Trash) -> tuple[float, float]:
    """Return the lowest and the highest chance of seat 0 to win the match after this round; cached.

    Args:
        trash: The trash (penalty points) of each seat before the round.
    """
    chances = [win_chance_after(trash, given) for given in ROUND_RESULTS[len(trash)]]
    return min(chances), max(chances)


def value_round(trash: Trash, given: Trash, seat: int) -> float:
    """Return the value of a round's result for a seat, from 0 (worst possible) to 1 (best).

    The value is linear in the seat's chance to win the match. If no result changes this chance, it
    is linear in the trash that the seat gets.

    Args:
        trash: The trash of all seats before the round.
        given: The trash that each seat gets in the round.
        seat: The seat.
    >>> [round(value_round((0, 0, 0), given, 0), 2) for given in ((0, 1, 2), (1, 0, 2), (2, 0, 1))]
    [1.0, 0.38, 0.0]
    """
    mine = trash[seat:] + trash[:seat]
    got = given[seat:] + given[:seat]
    least, most = find_chance_range(mine)
    if least == most:
        return 1.0 - got[0] / (len(got) - 1)
    return min(max((win_chance_after(mine, got) - least) / (most - least), 0.0), 1.0)


def match_chance(trash: Trash, value: float, seat: int) -> float | None:
    """Convert the value of a round's result for a seat into the seat's chance to win the match.

    Args:
        trash: The trash of all seats before the round.
        value: The value of the round's result for the seat, from `value_round`.
        seat: The seat.

    Returns:
        The chance, from 0 to 1; None if all results of the round lead to the same chance.

    >>> match_chance((0, 0), 0.5, 0), match_chance((1, 3, 3), 1.0, 0)
    (0.5, 1.0)
    """
    least, most = find_chance_range(trash[seat:] + trash[:seat])
    if least == most:
        return None
    return least + value * (most - least)
