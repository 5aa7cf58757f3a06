"""What cards and trash cost; compiled.

A hand is cut into blocks, sets and runs of neighbours, the cheapest way. An offer is too, with its
cards in any order, for so it is picked up. All costs are whole thousandths, so that they are the
same on every machine; a weak single card costs about a thousand.

All seats are taken to be alike strong, and every order in which they may go out of a round to be
alike likely. With two seats a round is won or lost; with more, second place may be as good as the
first, or as bad as the last.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.position import LIMITS, find_winners, is_match_over

ONES: Final = sum([1 << 3 * number for number in range(1, HIGHEST + 1)])
"""One card of each number, packed as offers are: three bits a number, from bit 3."""
NEVER: Final = 1 << 30
"""More than anything costs."""
MANY_OFFERS: Final = 20_000
"""How many costs of offers are remembered."""


class Weights(NamedTuple):
    """What a player thinks that cards cost, in thousandths.

    single, pair, two, and what they lose for each number above 1: a single card, a set of two, a
    run of two (by its highest card). longer: what is left of that with each card more, of a
    hundred. offer: what offered cards cost, of a hundred of what they cost in hand.
    per_card, per_number: what the chance to win the trick is worth, by what is played. help:
    using or taking a rival's card. draw: losing a turn by drawing. average: how much more the hand
    costs with a card of the deck. safe: what a play is worth that has more cards than any rival.
    urgent: how much more drawing costs where a rival has one card left, two, and so on.
    """

    single: int = 1040
    single_less: int = 40
    pair: int = 730
    pair_less: int = 40
    two: int = 690
    two_less: int = 45
    longer: int = 36
    offer: int = 68
    per_card: int = -60
    per_number: int = 0
    help: int = 150
    draw: int = 230
    average: int = -100
    safe: int = 0
    urgent: tuple[int, ...] = ()


GREEDY: Final = Weights()
"""The taste of players that play well."""
SHREWD: Final = Weights(safe=400, urgent=(1000, 600, 300, 150))
"""The taste of players that also count the cards that others have left."""
FORMULA: Final = Weights(1000, 40, 800, 40, 850, 30, 60, 90, 150, 20, 150, 300)
"""The first guess, which those above come from."""


class Costs:
    """The costs of blocks, plays and offers to one taste.

    single: by number. sets, runs: at 16 times the length plus the highest number. tricks: what
    playing a combination is worth, at the same places, by the most cards that a rival has left.
    draws: what drawing costs, by the fewest. help, draw: as in `Weights`.
    """

    def __init__(self, taste: Weights = GREEDY) -> None:
        numbers = range(HIGHEST + 1)
        places = 16 * (HIGHEST + 1)
        self.single: Final[list[int]] = [
            taste.single - taste.single_less * (number - 1) for number in numbers
        ]
        self.sets: Final[list[int]] = [0] * places
        self.runs: Final[list[int]] = [0] * places
        self.tricks: Final[list[list[int]]] = [[0] * places for _ in range(HIGHEST + 1)]
        left = 100
        for length in range(1, HIGHEST + 1):
            for number in range(1, HIGHEST + 1):
                at = length << 4 | number
                pair = taste.pair - taste.pair_less * (number - 1)
                two = taste.two - taste.two_less * (number - 1)
                self.sets[at] = pair * left // 100 if length > 1 else self.single[number]
                self.runs[at] = two * left // 100 if length > 1 else self.single[number]
                worth = taste.per_card * (length - 1) + taste.per_number * number
                for most, trick in enumerate(self.tricks):
                    trick[at] = worth + (taste.safe if length > most else 0)
            left = left * taste.longer // 100 if length > 1 else left
        self.help: Final[int] = taste.help
        self.draw: Final[int] = taste.draw
        self.draws: Final[list[int]] = [taste.draw] * (HIGHEST + 1)
        for fewest, more in enumerate(taste.urgent, 1):
            self.draws[fewest] += more
        self.average: Final[int] = taste.average
        self._share: Final[int] = taste.offer
        self._offers: Final[dict[int, int]] = {}

    def offer(self, cards: int) -> int:
        """Return what offered cards cost, packed three bits a number."""
        return self._loose(cards) * self._share // 100

    def _loose(self, cards: int) -> int:
        if not cards:
            return 0
        known = self._offers.get(cards)
        if known is None:
            if len(self._offers) >= MANY_OFFERS:
                self._offers.clear()
            known = self._offers[cards] = self._cut(cards)[0]
        return known

    def _cut(self, cards: int) -> tuple[int, int, int]:
        """Cut the block with the lowest card off loose cards, the cheapest way.

        Gives what all cost, the block's length with 16 added for a run, and what is left.
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
            cost = self.sets[length << 4 | number] + self._loose(rest)
            if best < 0 or cost < best:
                best, block, left = cost, length, rest
        rest = cards - one
        top = number + 1
        while top <= HIGHEST and rest >> 3 * top & 7:
            rest -= 1 << 3 * top
            cost = self.runs[top - number + 1 << 4 | top] + self._loose(rest)
            if cost < best:
                best, block, left = cost, 16 | top - number + 1, rest
            top += 1
        return best, block, left

    def laid_out(self, cards: int) -> list[int]:
        """Lay loose cards out as a hand, left to right, so that they cost least."""
        hand: list[int] = []
        while cards:
            number = 1
            while not cards >> 3 * number & 7:
                number += 1
            _, block, cards = self._cut(cards)
            if block & 16:
                hand += range(number, number + (block & 15))
            else:
                hand += [number] * block
        return hand


class Reading:
    """A hand, read once: what it costs, and what it would without some cards or with one more.

    cards: left to right. before, behind: by place what the cards to the left of it cost, and those
    from it on. costs: to whose taste.
    """

    __slots__ = ("before", "behind", "cards", "costs")

    def __init__(self, costs: Costs, cards: list[int]) -> None:
        self.costs: Final = costs
        self.cards: Final = cards
        self.before: Final[list[int]] = [0]
        self.behind: Final[list[int]] = [0] * (len(cards) + 1)
        self._read_before(0)
        self._read_behind(len(cards))

    def remove(self, start: int, end: int) -> None:
        """Take cards out of the hand; what lies to the one side of them costs what it did."""
        del self.cards[start:end]
        del self.before[start + 1 :]
        del self.behind[start:end]
        self._read_before(start)
        self._read_behind(start)

    def insert(self, place: int, card: int) -> None:
        self.cards.insert(place, card)
        del self.before[place + 1 :]
        self.behind.insert(place, 0)
        self._read_before(place)
        self._read_behind(place + 1)

    def _read_before(self, first: int) -> None:
        cards, costs, before = self.cards, self.costs, self.before
        single = costs.single
        best = before[first]
        for end in range(first, len(cards)):
            card = cards[end]
            best += single[card]
            at, length = end - 1, 2
            low = cards[at] if end else -1
            rise = card - low
            if rise == 0 or rise == 1:
                table = costs.runs if rise else costs.sets
                while at >= 0 and cards[at] == low:
                    cost = before[at] + table[length << 4 | card]
                    if cost < best:
                        best = cost
                    at -= 1
                    length += 1
                    low -= rise
            before.append(best)

    def _read_behind(self, last: int) -> None:
        cards, costs, behind = self.cards, self.costs, self.behind
        single, size = costs.single, len(cards)
        best = behind[last]
        for start in range(last - 1, -1, -1):
            card = cards[start]
            best += single[card]
            at, length = start + 1, 2
            high = cards[at] if at < size else -1
            rise = high - card
            if rise == 0 or rise == 1:
                table = costs.runs if rise else costs.sets
                while at < size and cards[at] == high:
                    at += 1
                    cost = behind[at] + table[length << 4 | high]
                    if cost < best:
                        best = cost
                    length += 1
                    high += rise
            behind[start] = best

    @property
    def cost(self) -> int:
        return self.behind[0]

    def without(self, start: int, end: int) -> int:
        """Return what the hand costs without the cards from one index up to another."""
        before, behind, cards = self.before, self.behind, self.cards
        best = before[start] + behind[end]
        size = len(cards)
        if not start or end == size:
            return best
        left, right = cards[start - 1], cards[end]
        if left != right and left + 1 != right:
            return best
        rise = right - left
        table = self.costs.runs if rise else self.costs.sets
        first, low = start - 1, left
        while first >= 0 and cards[first] == low:
            last, high, length = end, right, start - first + 1
            while last < size and cards[last] == high:
                cost = before[first] + table[length << 4 | high] + behind[last + 1]
                if cost < best:
                    best = cost
                last += 1
                length += 1
                high += rise
            first -= 1
            low -= rise
        return best

    def with_card(self, place: int, card: int) -> int:
        before, behind, cards, costs = self.before, self.behind, self.cards, self.costs
        best = before[place] + costs.single[card] + behind[place]
        size = len(cards)
        left = cards[place - 1] if place else 0
        right = cards[place] if place < size else 0
        for rise in (0, 1):
            if left + rise != card and card + rise != right:
                continue
            table = costs.runs if rise else costs.sets
            first, low = place, card
            while True:
                last, high, length = place, card, place - first + 1
                while True:
                    cost = before[first] + table[length << 4 | high] + behind[last]
                    if cost < best:
                        best = cost
                    high += rise
                    if last >= size or cards[last] != high:
                        break
                    last += 1
                    length += 1
                low -= rise
                if not first or cards[first - 1] != low:
                    break
                first -= 1
        return best

    def find_place(self, card: int) -> int:
        """Return the index before which a card costs least, the end where it joins nothing."""
        least, found = NEVER, len(self.cards)
        for place in self.joining(card):
            cost = self.with_card(place, card)
            if cost < least:
                least, found = cost, place
        return found

    def joining(self, card: int) -> list[int]:
        found: list[int] = []
        left = 0
        for place, right in enumerate(self.cards):
            if left != card and (right == card or right == card + 1 or (left and left + 1 == card)):
                found.append(place)
            left = right
        if left and left + 1 == card:
            found.append(len(self.cards))
        return found


def pack_cards(cards: tuple[int, ...]) -> int:
    """Pack loose cards, three bits a number: there are seven of each."""
    total = 0
    for card in cards:
        total += 1 << 3 * card
    return total


def count_packed_cards(offer: int) -> int:
    """Count packed loose cards."""
    count = 0
    while offer:
        count += offer & 7
        offer >>= 3
    return count


Trash = tuple[int, ...]


def _list_orders(seats: int) -> tuple[Trash, ...]:
    """List what a round may give: each order once.

    Of five seats those twenty in which any two of them get any two places once: enough, and quick.
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


ORDERS: Final[dict[int, tuple[Trash, ...]]] = {seats: _list_orders(seats) for seats in LIMITS}
"""By number of seats."""
_KNOWN: Final[dict[Trash, float]] = {}


def win_chance(trash: Trash) -> float:
    """Return the chance that the first of some seats wins a match, from the trash that all have."""
    first, *rivals = trash
    rivals.sort()
    key = (first, *rivals)
    known = _KNOWN.get(key)
    if known is None:
        orders = ORDERS[len(trash)]
        known = _KNOWN[key] = sum([chance_after(key, given) for given in orders]) / len(orders)
    return known


def chance_after(trash: Trash, given: Trash) -> float:
    """Return the first seat's chance to win the match after a round has given trash.

    >>> rounds = ((0, 0), (0, 1)), ((1, 3, 3), (1, 0, 2)), ((2, 4, 2), (1, 2, 0))
    >>> [chance_after(*each) for each in rounds]
    [0.6875, 1.0, 0.0]
    """
    total = tuple([had + more for had, more in zip(trash, given, strict=True)])
    if not is_match_over(total):
        return win_chance(total)
    winners = find_winners(total, given)
    return 1.0 / len(winners) if 0 in winners else 0.0


def round_worth(trash: Trash, given: Trash, seat: int) -> float:
    """Return what a round is worth to a seat: 0 if it is the worst that may come of it, 1 the best.

    Between these it is as near to the one or the other as its chance to win the match. Where that
    no longer depends on the round, it goes by the trash that the seat takes.

    >>> [round(round_worth((0, 0, 0), given, 0), 2) for given in ((0, 1, 2), (1, 0, 2), (2, 0, 1))]
    [1.0, 0.38, 0.0]
    """
    mine = trash[seat:] + trash[:seat]
    got = given[seat:] + given[:seat]
    chances = [chance_after(mine, each) for each in ORDERS[len(trash)]]
    least, most = min(chances), max(chances)
    if least == most:
        return 1.0 - got[0] / (len(got) - 1)
    return min(max((chance_after(mine, got) - least) / (most - least), 0.0), 1.0)
