"""Computes the input features of the value network, a neural network; compiled by mypyc.

The features describe the cards that a seat knows of a round.

The groups of features, in the order of their indices: unseen cards, deck and the option `at_once`;
each rival in clockwise order; how close the seats are to finishing; own hand; numbers of cards; own
offer; sets and runs possible with offers; combination to beat; seat to move; pending step.
`tools/training/spring_features.h` computes the same features for the training; a test compares
the two.

For each group, the sum of the network's weights for the group's active features is cached, because
the same hands and tables occur again and again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.evaluation import count_packed_cards
from red7_desktop.games.spring_cleaning.players.network import Network
from red7_desktop.games.spring_cleaning.rules.cards import FIELD_MASK, HIGHEST, RUN, TOP_SHIFT

if TYPE_CHECKING:
    from mypy_extensions import i64

# Pending step of a seat's turn. A value from 1 to 9 means: insert a drawn card of this number.
NOTHING_PENDING: Final = 0
UNKNOWN_INSERT_PENDING: Final = 10
"""Value for the pending step of a seat's turn: insert the card that was drawn from the deck, whose
number isn't known yet."""
OFFER_PENDING: Final = 11
"""Value for the pending step of a seat's turn: offer a card, after the drawn card was inserted into
the hand."""
_UNSEEN: Final = 13
_RIVAL: Final = 47
_HAND: Final = 6 * 9 + 81 + 12 + 19 + 9
_SIZES: Final = 16 + 9 + 17
_OWN_OFFER: Final = 27
_REACH: Final = 36
_TABLE: Final = 90
_PENDING: Final = 11
MAX_COMBINATION: Final = 5
"""Maximum length of sets and runs in the features."""
MAX_HAND: Final = 15
"""Maximum number of hand cards that `count_fewest_plays` considers; further cards are ignored."""
CACHE_SIZE: Final = 6_000
"""Maximum number of entries in each cache of the network's partial sums, such as those for one
rival."""
_BUCKETS: Final = (0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6)
"""Index of the network's set of output weights to use, by the number of cards that the seat has
left. With more than 12 cards, set 7 is used. The network has learned a separate set for each stage
of a round."""


def find_bucket(left: i64) -> i64:
    """Return the index of the network's output weights for a seat with this many cards left."""
    if left > 12:
        return 7
    bucket: i64 = _BUCKETS[left]
    return bucket


def count_features(seats: int) -> int:
    """Return the number of inputs of the value network for a round with a number of seats.

    >>> [count_features(seats) for seats in (2, 3, 4, 5)]
    [458, 508, 558, 608]
    """
    around = _UNSEEN + (seats - 1) * _RIVAL
    own = 10 + seats + _HAND + _SIZES + _OWN_OFFER + _REACH
    return around + own + 1 + seats + _TABLE + seats + _PENDING


def count_fewest_plays(hand: list[int]) -> int:
    """Return the lowest number of plays with which a seat can empty its hand without drawing.

    Cards become adjacent when those between them have been played.

    >>> count_fewest_plays([4, 9, 5, 6]), count_fewest_plays([4, 9, 7, 6])
    (2, 4)
    """
    size: i64 = len(hand)
    if size > MAX_HAND:
        size = MAX_HAND
    wide: i64 = size + 1
    cells = [0] * (wide * wide)
    sets = cells[:]
    runs = cells[:]
    first: i64 = size - 1
    while first >= 0:
        card: i64 = hand[first]
        above = (first + 1) * wide
        end: i64 = first + 1
        while end <= size:
            least: i64 = cells[above + end] if first + 1 < end else 0
            as_set = least
            as_run = least
            after: i64 = first + 1
            while after < end:
                other: i64 = hand[after]
                if other == card or other == card + 1:
                    between: i64 = cells[above + after] if first + 1 < after else 0
                    if other == card:
                        between += sets[after * wide + end]
                        if between < as_set:
                            as_set = between
                    else:
                        between += runs[after * wide + end]
                        if between < as_run:
                            as_run = between
                after += 1
            at = first * wide + end
            sets[at] = as_set
            runs[at] = as_run
            cells[at] = 1 + (as_set if as_set < as_run else as_run)
            end += 1
        first -= 1
    if size:
        return cells[size]
    return 0


class FeatureNetwork:
    """Computes the first layer of a neural network from the cards that a seat knows.

    Each feature of the input has a small integer value and a row of weights. The result is the sum
    of the rows, each multiplied by the value of its feature.

    Offers, unseen and known cards are packed: bits 3n to 3n + 2 count the cards of number n. Lists
    by rival are in clockwise order from the seat.

    Args:
        network: The neural network.
        seats: Number of seats.
    """

    def __init__(self, network: Network, seats: int) -> None:
        self.network: Final = network
        self.seats: Final[int] = seats
        self._rows: Final = network.rows
        self._fewest: Final[int] = _UNSEEN + (seats - 1) * _RIVAL
        self._hand: Final[int] = self._fewest + 10 + seats
        self._sizes: Final[int] = self._hand + _HAND
        self._offer: Final[int] = self._sizes + _SIZES
        self._reach: Final[int] = self._offer + _OWN_OFFER
        self._table: Final[int] = self._reach + _REACH
        self._mover: Final[int] = self._table + 1 + seats + _TABLE
        self._pending: Final[int] = self._mover + seats
        rows = network.rows
        self._offer_rows: Final = _list_offer_rows(rows, self._offer)
        self._own_reach: Final = _list_reach_rows(rows, self._reach)
        self._all_reach: Final = _list_reach_rows(rows, self._reach + 18)
        self._unseen: Final[dict[int, int]] = {}
        self._mine: Final[dict[tuple[tuple[int, ...], int], int]] = {}
        self._tables: Final[dict[int, int]] = {}
        self._counts: Final[dict[int, int]] = {}
        self._rivals: Final[dict[tuple[int, int, int, int], int]] = {}

    def sum_around(
        self,
        unseen: i64,
        deck: int,
        at_once: bool,
        sizes: list[int],
        offers: list[int],
        known: list[int],
    ) -> int:
        """Sum the network's biases and the weights of the features outside the seat's own cards.

        The seat's plays don't change this sum. The sum has a number for each hidden unit of the
        network, packed into one integer.

        Args:
            unseen: Packed cards whose place the seat doesn't know.
            deck: Number of cards in the deck.
            at_once: Whether a seat whose hand becomes empty picks up its offer in the same turn.
            sizes: Number of cards in each rival's hand.
            offers: Each rival's packed offer.
            known: Packed cards of each rival's hand that are public.
        """
        total = self._sum_unseen(unseen, deck, at_once)
        for nth in range(len(sizes)):
            total += self._sum_rival(nth, sizes[nth], offers[nth], known[nth])
        return total

    def _sum_unseen(self, unseen: i64, deck: int, at_once: bool) -> int:
        key = (unseen << 6 | deck) << 1 | at_once
        found = self._unseen.get(key)
        if found is not None:
            return found
        rows = self._rows
        total = self.network.start + deck * rows[11]
        number: i64 = 1
        while number <= HIGHEST:
            many: int = unseen >> 3 * number & 7
            if many:
                total += many * rows[number - 1]
            number += 1
        if deck < 1:
            total += rows[9]
        if deck < 6:
            total += rows[10]
        if at_once:
            total += rows[12]
        if len(self._unseen) >= CACHE_SIZE:
            self._unseen.clear()
        self._unseen[key] = total
        return total

    def _sum_rival(self, nth: int, size: int, offer: i64, known: i64) -> int:
        key = (nth, size, offer, known)
        found = self._rivals.get(key)
        if found is not None:
            return found
        rows = self._rows
        base = _UNSEEN + nth * _RIVAL
        offered: int = count_packed_cards(offer)
        left = size + offered
        seen: int = count_packed_cards(known)
        total = rows[base + (size if size < 8 else 8)] + size * rows[base + 9]
        total += rows[base + 10 + (offered if offered < 5 else 5)]
        total += rows[base + 16 + (left if left < 9 else 9)] + left * rows[base + 26]
        number: i64 = 1
        while number <= HIGHEST:
            many: int = offer >> 3 * number & 7
            if many:
                total += many * rows[base + 26 + number]
            many = known >> 3 * number & 7
            if many:
                total += many * rows[base + 35 + number]
            number += 1
        total += seen * rows[base + 45]
        if seen == size:
            total += rows[base + 46]
        if len(self._rivals) >= CACHE_SIZE:
            self._rivals.clear()
        self._rivals[key] = total
        return total

    def find_chances(
        self,
        around: int,
        hand: list[int],
        own: i64,
        others: i64,
        lefts: list[int],
        table: i64,
        whose: i64,
        mover: i64,
        pending: i64 = NOTHING_PENDING,
    ) -> list[int]:
        """Compute a seat's chances to finish the round first, among the first two, and so on.

        Args:
            around: Weighted sum of the features of all cards outside the seat's own hand and offer,
                from `sum_around`.
            hand: The seat's hand.
            own: The seat's offer, packed: three bits for each number.
            others: The offers of all rivals together, packed: three bits for each number.
            lefts: Number of cards that each rival has left.
            table: The combination to beat, 0 for none.
            whose: Seat that played the combination to beat, counted clockwise from the seat (0).
            mover: Seat to move, counted clockwise from the seat (0).
            pending: The pending step of the seat's turn: one of the `..._PENDING` constants, or the
                number of the drawn card to insert.
        """
        left: i64 = len(hand) + count_packed_cards(own)
        if 0 < pending < OFFER_PENDING:
            left += 1
        total = around + self.sum_own(hand, own, others, lefts, table, whose, mover, pending)
        return self.network.evaluate(total, find_bucket(left))

    def sum_own(
        self,
        hand: list[int],
        own: i64,
        others: i64,
        lefts: list[int],
        table: i64,
        whose: i64,
        mover: i64,
        pending: i64 = NOTHING_PENDING,
    ) -> int:
        """Sum the network's weight rows for the features that `sum_around` leaves out.

        These features describe the seat's own cards, the trick and the state of the turn. The
        arguments are the same as those of `find_chances`.
        """
        size: i64 = len(hand)
        offered = count_packed_cards(own)
        left = size + offered
        if 0 < pending < OFFER_PENDING:
            left += 1
        fewest: i64 = 9
        ahead: i64 = 0
        for each in lefts:
            if each < fewest:
                fewest = each
            if each < left:
                ahead += 1
        total = self._sum_mine(hand, own)
        total += sum_reach(hand, own + others, self._all_reach)
        total += self._sum_table(table, whose, mover, pending)
        return total + self._sum_counts(size, offered, left, fewest, ahead)

    def _sum_counts(self, size: i64, offered: i64, left: i64, fewest: i64, ahead: i64) -> int:
        if size > 15:
            size = 15
        if offered > 8:
            offered = 8
        if left > 16:
            left = 16
        key = ((size * 9 + offered) * 17 + left) * 60 + fewest * 6 + ahead
        found = self._counts.get(key)
        if found is None:
            rows = self._rows
            sizes: i64 = self._sizes
            base: i64 = self._fewest
            found = rows[sizes + size] + rows[sizes + 16 + offered] + rows[sizes + 25 + left]
            found += rows[base + fewest] + rows[base + 10 + ahead]
            self._counts[key] = found
        return found

    def _sum_table(self, table: i64, whose: i64, mover: i64, pending: i64) -> int:
        key = ((table * 8 + whose) * 8 + mover) * 16 + pending
        found = self._tables.get(key)
        if found is None:
            rows = self._rows
            base: i64 = self._table
            if not table:
                found = rows[base]
            else:
                length = table & FIELD_MASK
                kind: i64 = 2 if table & RUN else 1 if length > 1 else 0
                if length > 6:
                    length = 6
                found = rows[base + 1 + whose]
                base += 1 + self.seats
                if whose:
                    base += 45
                found += rows[base + kind * 6 + length - 1]
                found += rows[base + 18 + kind * 9 + (table >> TOP_SHIFT & FIELD_MASK) - 1]
            found += rows[self._mover + mover]
            if pending:
                found += rows[self._pending + pending - 1]
            self._tables[key] = found
        return found

    def _sum_mine(self, hand: list[int], own: i64) -> int:
        key = (tuple(hand), own)
        found = self._mine.get(key)
        if found is None:
            if len(self._mine) >= CACHE_SIZE:
                self._mine.clear()
            found = self._sum_hand(hand)
            held: i64 = 0
            for card in hand:
                held |= 1 << card
            offered = self._offer_rows
            number: i64 = 1
            while number <= HIGHEST:
                many = own >> 3 * number & 7
                if many:
                    found += offered[number << 4 | many << 1 | (held >> number & 1)]
                number += 1
            found += sum_reach(hand, own, self._own_reach)
            self._mine[key] = found
        return found

    def _sum_hand(self, hand: list[int]) -> int:
        """Sum the network's weight rows for the features of a hand.

        These features are the hand's blocks (sets, runs and single cards), its pairs of adjacent
        cards, the blocks that could join (see `_sum_bridges`), and the number of plays that empty
        the hand.
        """
        rows = self._rows
        base: i64 = self._hand
        size: i64 = len(hand)
        total = 0
        firsts: list[int] = []
        lasts: list[int] = []
        start: i64 = 0
        while start < size:
            card: i64 = hand[start]
            last: i64 = card
            end = start + 1
            rise: i64 = hand[end] - card if end < size else -1
            if rise == 0 or rise == 1:
                while end < size and hand[end] - last == rise:
                    last = hand[end]
                    end += 1
            total += rows[base + block_kind(end - start, rise) * 9 + last - 1]
            firsts.append(card)
            lasts.append(last)
            start = end
        base += 54
        start = 0
        while start + 1 < size:
            total += rows[base + (hand[start] - 1) * 9 + hand[start + 1] - 1]
            start += 1
        leads: i64 = count_fewest_plays(hand)
        total += rows[base + 112 + (leads if leads < 8 else 8)]
        return total + self._sum_bridges(firsts, lasts, base + 81)

    def _sum_bridges(self, firsts: list[int], lasts: list[int], base: i64) -> int:
        """Sum the network's weights for two kinds of features of a hand.

        A block is a set, a run or a single card. The first kind of feature is the number of blocks
        in the hand. The second kind is two blocks that become one longer block when the one or two
        blocks between them have been played.

        Args:
            firsts: The first card of each block.
            lasts: The last card of each block.
            base: Index of the first feature of the two kinds.
        """
        rows = self._rows
        blocks: i64 = len(firsts)
        total = rows[base + (blocks if blocks < 11 else 11)]
        base += 12
        doubles = 0
        at: i64 = 1
        while at + 1 < blocks:
            before: i64 = lasts[at - 1]
            rise: i64 = firsts[at + 1] - before
            if rise == 0 or rise == 1:
                total += rows[base + rise * 9 + before - 1]
            if at + 2 < blocks:
                rise = firsts[at + 2] - before
                if rise == 0 or rise == 1:
                    doubles += 1
            at += 1
        return total + doubles * rows[base + 18]


def _list_offer_rows(rows: list[int], base: int) -> list[int]:
    """Precompute the contribution of the seat's own offer to the network's weighted sum.

    Args:
        rows: The network's rows of weights, one for each feature. A row has a weight for each
            hidden unit, packed into one integer.
        base: Index of the first feature that describes the seat's own offer.

    Returns:
        Contributions, packed like a row. For k offered cards of number n, the contribution is at
        index 16 * n + 2 * k if the seat's hand has no card of number n, and at the next index if
        the hand has one.
    """
    found = [0] * (16 * (HIGHEST + 1))
    for number in range(1, HIGHEST + 1):
        for many in range(1, 8):
            total = rows[base + number - 1] + (many - 1) * rows[base + 8 + number]
            found[number << 4 | many << 1] = total
            found[number << 4 | many << 1 | 1] = total + rows[base + 17 + number]
    return found


def _list_reach_rows(rows: list[int], base: int) -> list[int]:
    """Precompute the contributions of a seat's best sets and runs to the network's weighted sum.

    For each length, only the highest set and the highest run that the seat can make contribute.

    Args:
        rows: The network's rows of weights, one for each feature. A row has a weight for each
            hidden unit, packed into one integer.
        base: Index of the first feature that describes a seat's highest sets and runs.

    Returns:
        Contributions, packed like a row. A set's contribution is at index 16 * length + number, a
        run's contribution at index 128 + 16 * length + highest number.
    """
    found = [0] * 256
    for length in range(1, MAX_COMBINATION + 1):
        for top in range(1, HIGHEST + 1):
            at = length << 4 | top
            found[at] = rows[base + length - 1] + top * rows[base + 4 + length]
            if length > 1:
                found[128 | at] = rows[base + 8 + length] + top * rows[base + 12 + length]
    return found


def sum_reach(hand: list[int], offered: i64, rows: list[int]) -> int:
    """Return the contribution of a seat's best sets and runs to the network's weighted sum.

    For each length, the highest set and the highest run that the seat can make contribute. Sets and
    runs may use offered cards.

    Args:
        hand: The seat's hand.
        offered: The offered cards, packed: bits 3n to 3n + 2 count the cards of number n.
        rows: The contribution of each set and run, from `_list_reach_rows`.
    """
    sets = find_set_tops(hand, offered)
    runs = find_run_tops(hand, offered)
    total = 0
    length: i64 = 1
    while length <= MAX_COMBINATION:
        top: i64 = sets[length]
        if top:
            total += rows[length << 4 | top]
        top = runs[length]
        if top:
            total += rows[128 | length << 4 | top]
        length += 1
    return total


def block_kind(length: i64, rise: i64) -> i64:
    """Return the kind of a block: a set or run of adjacent cards, or a single card.

    Returns:
        0 for a single card, 1 for a pair, 2 for a longer set, 3 for a run of two cards, 4 for a run
        of three, 5 for a longer run.
    """
    if length == 1:
        return 0
    if rise == 0:
        if length == 2:
            return 1
        return 2
    if length == 2:
        return 3
    if length == 3:
        return 4
    return 5


def find_set_tops(hand: list[int], offered: i64) -> list[int]:
    """Return for each length the number of the highest set that a seat can make.

    A set may contain equal cards that are adjacent in the hand, and offered cards.

    Args:
        hand: The seat's hand.
        offered: The offered cards, packed: bits 3n to 3n + 2 count the cards of number n.

    Returns:
        Numbers, indexed by the length of the set. 0 if the seat can make no set of this length.

    >>> find_set_tops([4, 4, 7], 1 << 3 * 7)
    [0, 7, 7, 0, 0, 0]
    """
    most = [0] * (HIGHEST + 1)
    tops = [0] * (MAX_COMBINATION + 1)
    number: i64 = 0
    length: i64 = 0
    for card in hand:
        length = length + 1 if card == number else 1
        number = card
        if length > most[card]:
            most[card] = length
    number = 1
    while number <= HIGHEST:
        many: i64 = most[number]
        many += offered >> 3 * number & 7
        length = 1
        while length <= MAX_COMBINATION and length <= many:
            tops[length] = number
            length += 1
        number += 1
    return tops


def find_run_tops(hand: list[int], offered: i64) -> list[int]:
    """Return for each length the highest number with which a seat can end a run.

    A run contains at least one hand card, and may contain offered cards.

    Args:
        hand: The seat's hand.
        offered: The offered cards, packed: bits 3n to 3n + 2 count the cards of number n.

    Returns:
        Numbers, indexed by the length of the run. 0 if the seat can make no run of this length.

    >>> find_run_tops([3, 5, 1], 1 << 3 * 4)
    [0, 0, 5, 5, 0, 0]
    """
    tops = [0] * (MAX_COMBINATION + 1)
    size: i64 = len(hand)
    start: i64 = 0
    while start < size:
        first: i64 = hand[start]
        lowest = first
        while lowest > 1 and offered >> 3 * (lowest - 1) & 7:
            lowest -= 1
        last = first
        end = start
        while True:
            highest = last
            while highest < HIGHEST and offered >> 3 * (highest + 1) & 7:
                highest += 1
            _update_tops(tops, first, last, lowest, highest)
            end += 1
            if end >= size:
                break
            gap = last + 1
            last = hand[end]
            while gap < last and offered >> 3 * gap & 7:
                gap += 1
            if gap != last:
                break
        start += 1
    return tops


def _update_tops(tops: list[int], first: i64, last: i64, lowest: i64, highest: i64) -> None:
    """Update the highest run of each length that has been found so far.

    For each length, the new candidate is the highest run that contains all numbers from `first` to
    `last` and no number outside `lowest` to `highest`.

    Args:
        tops: Highest number of any run found so far, indexed by the run's length; changed in place.
        first: Lowest number that the run must contain.
        last: Highest number that the run must contain.
        lowest: Lowest number that the run may contain.
        highest: Highest number that the run may contain.
    """
    length = last - first + 1
    if length < 2:
        length = 2
    while length <= MAX_COMBINATION and length <= highest - lowest + 1:
        top = first + length - 1
        if top > highest:
            top = highest
        if top > tops[length]:
            tops[length] = top
        length += 1
