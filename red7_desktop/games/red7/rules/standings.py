"""Computes the strength of palettes and the seat that leads. Compiled by mypyc.

Under a rule, palettes are compared by the number of cards in the qualifying set, then by the top
card of that set. This module turns the pair into a small rank, 0 for "no qualifying card". The
ranks under the seven rules are packed into 62 bits; above each rank is a *guard* bit that is always
set:

    V guard+8 | I guard+8 | B guard+9 | G guard+8 | Y guard+8 | O guard+8 | R guard+6

One subtraction then compares two palettes under all seven rules at once: a guard bit stays set if
no borrow ran through its field. 62 bits fit into a machine word, so that compiled code needs no
big integers.

The ranks fit into so few bits because only pairs (count, top) that can occur get a rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import (
    BLUE,
    COLOURS,
    COMPILED,
    GREEN,
    INDIGO,
    ORANGE,
    RED,
    UNKNOWN,
    VIOLET,
    YELLOW,
    count_bits,
)
from red7_desktop.games.red7.rules.position import NOBODY, Position
from red7_desktop.games.red7.rules.rules import RULES, find_qualifying_set

if TYPE_CHECKING:
    from mypy_extensions import i64

END_GUARD: Final = 1 << 49
"""A bit (number 49) in the bit mask of the possible endings of a turn. This bit means that the turn
may end without a discard; each of the bits 0 to 48 means that it may end with the discard of that
card."""
RULE_SETS: Final = [[rule for rule in COLOURS if chosen >> rule & 1] for chosen in range(128)]
"""Table that converts a set of rules from a bit mask to a list. The index is the bit mask: bit n is
set if the rule n is in the set. The entry is the list of the rules, lowest first."""
_WIDTH: Final = {RED: 6, ORANGE: 8, YELLOW: 8, GREEN: 8, BLUE: 9, INDIGO: 8, VIOLET: 8}
_SHIFT: Final = {RED: 0, ORANGE: 7, YELLOW: 16, GREEN: 25, BLUE: 34, INDIGO: 44, VIOLET: 53}
GUARD: Final[tuple[int, ...]] = tuple(1 << (_SHIFT[rule] + _WIDTH[rule]) for rule in COLOURS)
"""The guard bit of each rule, indexed by rule. A packed strength (a palette's ranks under all seven
rules in one integer) has such a bit above each rank, to stop the borrows of a subtraction."""
GUARDS_BY_RULES: Final = [sum([GUARD[rule] for rule in rules]) for rules in RULE_SETS]
"""Table that converts a set of rules to the guard bits of these rules, as one integer.

A guard bit is the bit directly above a rule's rank in a packed strength. The index is the set of
rules as a bit mask (bit n is set if the rule n is in the set)."""
GUARDS: Final = (1 << 6) | (1 << 15) | (1 << 24) | (1 << 33) | (1 << 43) | (1 << 52) | (1 << 61)
"""Bit mask of the seven guard bits of a packed strength. A packed strength contains a palette's
ranks under the seven rules, and directly above each rank a guard bit."""
LOWEST_BITS: Final = 1 | (1 << 7) | (1 << 16) | (1 << 25) | (1 << 34) | (1 << 44) | (1 << 53)
"""Bit mask of the lowest bit of each rule's rank in a packed strength (a palette's ranks under all
seven rules in one integer). Adding it raises each rank by one, so that a comparison with the sum
finds only palettes that are better, not equal ones."""


def _build_rules_table() -> bytes:
    table = bytearray(255)
    for chosen, guards in enumerate(GUARDS_BY_RULES):
        table[guards % 255] = chosen
    return bytes(table)


RULES_BY_GUARDS: Final = _build_rules_table()
"""Table that converts guard bits to a set of rules. A guard bit is the bit directly above a rule's
rank in a packed strength.

The index is an integer that contains only guard bits, modulo 255; every set of guard bits has a
different remainder. The entry is the set of the rules whose guard bits are 1, as a bit mask (bit n
for the rule n)."""
_COUNT: Final = bytes([held.bit_count() for held in range(128)])
_TOP: Final = bytes([held.bit_length() for held in range(128)])


def _build_ranks(pairs: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return the ranks of all possible (count, top) pairs, from 1 for the weakest."""
    return {pair: rank for rank, pair in enumerate(sorted(pairs), 1)}


_NUMBERS: Final = _build_ranks(
    [(c, 7 * n + top) for c in range(1, 8) for n in range(7) for top in range(c - 1, 7)]
)
"""Ranks of sets of cards under the Orange rule (most of one number), from 1 for the weakest set.

The key is a pair: how many cards the set has, and the highest of them.

Pairs that can't occur are left out. For example, three cards of one number have three different
colours, so the highest of them isn't violet or indigo.
"""


def _build_number_table(n: int) -> bytes:
    """Build a table of ranks under the Orange rule (most of one number), for cards of one number.

    Args:
        n: The number minus 1.

    Returns:
        The rank of a palette's cards of this number. The index is the set of their colours (seven
        bits).
    """
    return bytes([0] + [_NUMBERS[_COUNT[held], 7 * n + _TOP[held] - 1] for held in range(1, 128)])


_LONGEST: Final = _build_ranks(
    [(c, 7 * n + top) for c in range(1, 8) for n in range(c - 1, 7) for top in range(7)]
)
"""Ranks of sets of cards under the Yellow rule (most of one colour) and the Indigo rule (longest
run), from 1 for the weakest set.

The key is a pair: how many cards the set has, and the highest of them.

Pairs that can't occur are left out. For example, the highest of three cards of one colour has at
least the number 3. So has the highest card of a run of three.
"""


def _build_colour_table(c: int) -> bytes:
    """Return a lookup table with ranks under the Yellow rule (most cards of one colour).

    The index is a set of cards of the colour, as an integer modulo 255. The bits of the cards of a
    colour are seven apart. Modulo 255, which is 2^8 - 1, each of these bits becomes a different bit
    of one byte. So every set has an index of its own.

    Args:
        c: The colour.
    """
    ranks = bytearray(255)
    for held in range(1, 128):
        cards = sum([1 << 7 * n + c for n in range(7) if held >> n & 1])
        ranks[cards % 255] = _LONGEST[_COUNT[held], 7 * _TOP[held] - 7 + c]
    return bytes(ranks)


def _find_longest_run(numbers: int) -> tuple[int, int]:
    """Return the length of the longest run of numbers, and the run's highest number minus 1.

    If several runs are equally long, the one with the highest numbers counts. The result is (0, 0)
    if there are no numbers.

    Args:
        numbers: Set of the numbers (seven bits).
    """
    best = (0, 0)
    length = 0
    for n in range(7):
        length = length + 1 if numbers >> n & 1 else 0
        best = max(best, (length, n)) if length else best
    return best


def _run_table() -> bytes:
    """Build a table of ranks under the Indigo rule (longest run).

    Returns:
        The rank of a palette, 0 for no cards. The index is 8 times the set of the palette's numbers
        (seven bits), plus the colour rank + 1 of the highest card of its longest run.
    """
    ranks = bytearray(8 * 128)
    for numbers in range(1, 128):
        length, n = _find_longest_run(numbers)
        for top in range(1, 8):
            ranks[8 * numbers + top] = _LONGEST[length, 7 * n + top - 1]
    return bytes(ranks)


def _count_table(cards: list[int]) -> bytes:
    """Build a table of ranks under a rule that only counts certain cards of a palette.

    Args:
        cards: All cards that count, lowest first.

    Returns:
        The rank of a palette, indexed by 64 * count + top + 1. Here `count` is how many cards of
        the palette count under the rule, and `top` is the highest of these.
    """
    table = bytearray(64 * (len(cards) + 1))
    pairs = [(c, top) for c in range(1, len(cards) + 1) for top in cards[c - 1 :]]
    for (count, top), rank in _build_ranks(pairs).items():
        table[64 * count + top + 1] = rank
    return bytes(table)


def _pair_table(n: int) -> bytes:
    """Build a table of ranks under the Orange rule (most of one number), for two adjacent numbers.

    Args:
        n: The lower number minus 1.

    Returns:
        Ranks of the cards of these numbers in a palette. The index is the set of these cards: seven
        bits for the lower number, then seven bits for the higher number.
    """
    lower = _build_number_table(n)
    upper = _build_number_table(n + 1)
    return bytes([low if low > high else high for high in upper for low in lower])


# The tables cover two numbers (14 bits) at a time, so a palette needs four look-ups.
_NUMBER_01: Final = _pair_table(0)
_NUMBER_23: Final = _pair_table(2)
_NUMBER_45: Final = _pair_table(4)
_NUMBER_6: Final = _build_number_table(6)

_PAIR: Final = bytes(
    [
        (low > 0) << 6 | (high > 0) << 7 | _COUNT[high] << 3 | _COUNT[low]
        for high in range(128)
        for low in range(128)
    ]
)
"""Lookup table for how many cards of two adjacent numbers a palette has.

The index has 14 bits: seven for the colours in which the palette has the lower number, then seven
for the higher number. In the value, bits 0 to 2 count the cards of the lower number, and bits 3 to
5 those of the higher number. Bit 6 is set if the palette has the lower number, bit 7 if it has the
higher number."""
_COLOURS: Final = bytes([low | high for high in range(128) for low in range(128)])
"""Lookup table for the colours that a palette has in at least one of two adjacent numbers.

The index has 14 bits: seven for the colours in which the palette has the lower number, then seven
for the higher number. The value is a set of colours (seven bits)."""
_HIGHEST: Final = bytes([7 * max(numbers.bit_length() - 1, 0) for numbers in range(128)])
"""Lookup table for the highest number in a palette. The index is the set of the palette's numbers
(seven bits). The value is the bit offset in the palette at which the highest number's seven cards
begin."""
_Y0: Final = _build_colour_table(0)
_Y1: Final = _build_colour_table(1)
_Y2: Final = _build_colour_table(2)
_Y3: Final = _build_colour_table(3)
_Y4: Final = _build_colour_table(4)
_Y5: Final = _build_colour_table(5)
_Y6: Final = _build_colour_table(6)
_RUN: Final = _run_table()
_RUN_END: Final = bytes([7 * _find_longest_run(numbers)[1] for numbers in range(128)])
_GREEN: Final = _count_table([7 * n + c for n in (1, 3, 5) for c in COLOURS])
_VIOLET: Final = _count_table(list(range(21)))


# Literals, so that compiled code contains them as constants.
_C0: Final = 0x0040810204081
_C1: Final = _C0 << 1
_C2: Final = _C0 << 2
_C3: Final = _C0 << 3
_C4: Final = _C0 << 4
_C5: Final = _C0 << 5
_C6: Final = _C0 << 6


# Maxima of table look-ups are written out, because `max` and loops are several times slower, both
# interpreted and compiled.


def _rank_colours(palette: i64) -> i64:
    best: i64 = _Y0[(palette & _C0) % 255]
    rank: i64 = _Y1[(palette & _C1) % 255]
    if rank > best:
        best = rank
    rank = _Y2[(palette & _C2) % 255]
    if rank > best:
        best = rank
    rank = _Y3[(palette & _C3) % 255]
    if rank > best:
        best = rank
    rank = _Y4[(palette & _C4) % 255]
    if rank > best:
        best = rank
    rank = _Y5[(palette & _C5) % 255]
    if rank > best:
        best = rank
    rank = _Y6[(palette & _C6) % 255]
    if rank > best:
        return rank
    return best


def measure_strength(palette: i64) -> i64:
    """Compute the strength of a palette (a set of cards) under all seven rules, with guard bits.

    The module's docstring describes the packed value. `compute_strength` returns the same, cached.
    """
    n01 = palette & 16383
    n23 = palette >> 14 & 16383
    n45 = palette >> 28 & 16383
    n6 = palette >> 42
    # Every look-up gets a typed variable, so that compiled code doesn't box the result.
    p01: i64 = _PAIR[n01]
    p23: i64 = _PAIR[n23]
    p45: i64 = _PAIR[n45]
    numbers = p01 >> 6 | p23 >> 4 & 12 | p45 >> 2 & 48
    if n6:
        numbers |= 64
    number: i64 = _NUMBER_01[n01]
    rank: i64 = _NUMBER_23[n23]
    if rank > number:
        number = rank
    rank = _NUMBER_45[n45]
    if rank > number:
        number = rank
    rank = _NUMBER_6[n6]
    if rank > number:
        number = rank
    first: i64 = _HIGHEST[numbers]
    top: i64 = _TOP[palette >> first]
    top += first
    first = _HIGHEST[numbers & 7]
    low: i64 = _TOP[palette >> first & 127]
    low += first + ((p01 & 7) + (p01 >> 3 & 7) + (p23 & 7) << 6)
    first = _HIGHEST[numbers & 42]
    even: i64 = _TOP[palette >> first & 127]
    even += first + ((p01 & 56) + (p23 & 56) + (p45 & 56) << 3)
    colours: i64 = _COLOURS[n01]
    more: i64 = _COLOURS[n23]
    colours |= more
    more = _COLOURS[n45]
    colours = _COUNT[colours | more | n6]
    first = _RUN_END[numbers]
    run: i64 = _TOP[palette >> first & 127]
    run = _RUN[numbers << 3 | run]
    lows: i64 = _VIOLET[low]
    evens: i64 = _GREEN[even]
    return (
        GUARDS
        | top
        | number << 7
        | _rank_colours(palette) << 16
        | evens << 25
        | (colours << 6 | top) << 34
        | run << 44
        | lows << 53
    )


class _StrengthCache(dict[int, int]):
    """Cache of the strengths of palettes. A missing strength is computed and stored.

    The key is a palette, a set of cards. The value is the palette's strength under all seven rules,
    packed into one integer. When the cache has `bound` entries, it is cleared.
    """

    bound = 250_000

    def __missing__(self, palette: int) -> int:
        if len(self) >= self.bound:
            self.clear()
        strength = self[palette] = measure_strength(palette)
        return strength


STRENGTH_CACHE: Final[dict[int, int]] = _StrengthCache()
"""Cache of the strength of each palette (a set of cards): how good it is under each of the seven
rules, packed into one integer. A missing entry is computed when it is read. In hot loops, plain
Python reads this cache directly, which is faster than calling `compute_strength`."""


def compute_strength(palette: i64) -> i64:
    """Return the packed strength of a palette under all seven rules, with guard bits.

    An empty palette has `GUARDS`, which is rank 0 under every rule.
    """
    if COMPILED:
        return measure_strength(palette)
    return STRENGTH_CACHE[palette]


def _build_fields() -> list[int]:
    """Build a table that converts guard bits to a bit mask of the ranks below them.

    A packed strength contains a rank for each rule, and directly above each rank a guard bit.

    Returns:
        A list of bit masks. The index is an integer that contains only guard bits, modulo 255. If
        the guard bit of a rule is 1 in this integer, all bits of the rule's rank are 1 in the mask;
        otherwise they are 0.
    """
    table = [0] * 255
    for rules, guards in zip(RULE_SETS, GUARDS_BY_RULES, strict=True):
        table[guards % 255] = sum([GUARD[rule] - (1 << _SHIFT[rule]) for rule in rules])
    return table


_FIELDS: Final = _build_fields()


def max_strength(one: i64, other: i64) -> i64:
    """Combine two packed strengths into one with the better of the two ranks under each rule."""
    fields: i64 = _FIELDS[((one - (other ^ GUARDS)) & GUARDS) % 255]
    return other ^ ((one ^ other) & fields)


PER_CARD: Final = 256
"""Factor of the number of cards in the result of `measure_best_takings`, which packs the number of
scored cards and their points into one integer: PER_CARD * cards + points."""


def measure_best_takings(rule: int, palette: int) -> int:
    """Measure the best set of cards that the winner of a round can score.

    Args:
        rule: The rule under which the palette won.
        palette: The winner's palette, a set of cards.

    Returns:
        PER_CARD * number of cards + sum of their points, or 0 if no card qualifies. The points are
        always less than PER_CARD, so that more cards always count for more.
    """
    best = 0
    for cards in RULES[rule].sets(palette):
        takings = 0
        number = 1
        while cards:
            takings += count_bits(cards & 127) * (number + PER_CARD)
            cards >>= 7
            number += 1
        if takings > best:
            best = takings
    return best


class CountingCards(NamedTuple):
    """The cards in a seat's palette that count under a rule.

    Attributes:
        seat: The seat.
        cards: The set of the cards that count, as a bit mask.
        size: Number of cards that count.
        top: The highest card that counts, UNKNOWN if none does.
    """

    seat: int
    cards: int
    size: int
    top: int


class RuleVerdict(NamedTuple):
    """The result of comparing all palettes under a rule.

    Attributes:
        rule: The rule.
        leader: The leading seat, NOBODY if no seat has a qualifying card.
        runner_up: The second seat, NOBODY if no other seat has a qualifying card.
        by: The deciding criterion: `count` of cards, `number` or `colour` of the top card, `alone`
            (there is no second), or `nobody`.
        margin: The leader's advantage over the second seat by that criterion, in cards, numbers or
            colour ranks; 0 if there is no second.
        standings: The cards that count, for each seat that isn't out, clockwise from A.
    """

    rule: int
    leader: int
    runner_up: int
    by: str
    margin: int
    standings: tuple[CountingCards, ...]

    def standing_of(self, seat: int) -> CountingCards:
        """Return the cards of a seat that count under the rule.

        Raises:
            KeyError: The seat is out of the round.
        """
        for standing in self.standings:
            if standing.seat == seat:
                return standing
        raise KeyError(seat)


def find_counting_cards(seat: int, palette: int, rule: int) -> CountingCards:
    """Return the cards in a seat's palette that count under a rule.

    Args:
        seat: The seat.
        palette: The seat's palette, a set of cards.
        rule: The rule.
    """
    cards = find_qualifying_set(rule, palette)
    return CountingCards(
        seat, cards, cards.bit_count(), cards.bit_length() - 1 if cards else UNKNOWN
    )


def judge_rule(position: Position, rule: int) -> RuleVerdict:
    """Return which seat leads under a rule, which seat is second, and what decides between them.

    The palettes of all seats that aren't out of the round are compared.

    Args:
        position: The position with the palettes.
        rule: The rule, which needn't be the one in force.
    """
    standings = tuple([find_counting_cards(s, position.palettes[s], rule) for s in position.live])
    ranked = sorted((s for s in standings if s.size), key=lambda s: (s.size, s.top), reverse=True)
    if not ranked:
        return RuleVerdict(rule, NOBODY, NOBODY, "nobody", 0, standings)
    if len(ranked) == 1:
        return RuleVerdict(rule, ranked[0].seat, NOBODY, "alone", 0, standings)
    best, second = ranked[:2]
    by, margin = _find_margin(best, second)
    return RuleVerdict(rule, best.seat, second.seat, by, margin, standings)


def _find_margin(best: CountingCards, second: CountingCards) -> tuple[str, int]:
    if best.size > second.size:
        return "count", best.size - second.size
    if best.top // 7 > second.top // 7:
        return "number", best.top // 7 - second.top // 7
    return "colour", best.top % 7 - second.top % 7


def judge_all(position: Position) -> tuple[RuleVerdict, ...]:
    """Return the leader and the second seat under each of the seven rules.

    The index of a verdict is the colour rank of its rule, from Violet 0 to Red 6.
    """
    return tuple([judge_rule(position, rule) for rule in COLOURS])


def find_winner(position: Position) -> int:
    """Return the seat that leads under the rule in force; NOBODY if no card counts under it."""
    return judge_rule(position, position.rule).leader
