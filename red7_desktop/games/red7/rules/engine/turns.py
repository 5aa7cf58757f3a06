"""The legal turns of the seat to move: the one source of legality.

Everything asks here: the table (which drops are allowed), the AI (candidates), the laboratory.
A turn is a way of playing cards, with their actions, and then an *ending*: end as it stands, or
discard one hand card to the canvas and end. For every way of playing, the endings are one set:
the hand cards whose colour is a rule that the palette would lead, and the mark `END`. So a list
of turns is short even when there are hundreds of turns.

A way that plays one card without an action (or none) is kept as the rules that it leads. A way
with actions is a `Branch`. A 3's draw stops a branch: the card is not known, so the seat decides
again after it.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import (
    COMPILED,
    COUNT,
    OF_NUMBER,
    RED,
    bits,
    cards_in,
    number_of,
    only_card,
)
from red7_desktop.games.red7.rules.engine.actions import list_owed_branches, list_played_branches
from red7_desktop.games.red7.rules.engine.endings import ALLOWED_UNDER, EARNING, find_best_rival
from red7_desktop.games.red7.rules.engine.position import DREW, START
from red7_desktop.games.red7.rules.engine.strength import (
    END_GUARD,
    GUARDS,
    KNOWN,
    compute_strength,
    judge,
)
from red7_desktop.games.red7.rules.steps import (
    DISCARD,
    DISCARDS,
    PASS,
    PLAY,
    PLAYS,
    THE_DRAW,
    THE_END,
    THE_PASS,
)
from red7_desktop.games.red7.rules.steps import END as END_STEP

if TYPE_CHECKING:
    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.engine.actions import Branch
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step

ODDS: Final = OF_NUMBER[1] | OF_NUMBER[3] | OF_NUMBER[5] | OF_NUMBER[7]
"""The cards with an action."""


class Turns:
    """All legal turns of the seat to move, from where it stands in its turn.

    able: what may be ended in: for playing nothing, then for each card of `plain`, low to high, the
    guard bits of the rules that the palette would lead, modulo 255. `endings` and `plays` follow
    from it. plain: the set of hand cards that may be played without an action. idle: END where the
    turn may end without a play or a discard, else 0. branches: the ways with actions. upto: how
    many turns the ways give up to and with each one, those of `able` first, then the branches.
    earning_first: the cards that earn the advanced draw when nothing is played; earning: the same
    after one played card. may_pass: whether going out is allowed; it is the last turn. count: the
    number of turns in all.
    """

    __slots__ = (
        "able",
        "branches",
        "count",
        "earning",
        "earning_first",
        "idle",
        "may_pass",
        "plain",
        "position",
        "upto",
    )

    def __init__(
        self,
        position: Position,
        able: list[int],
        plain: i64,
        idle: i64,
        upto: list[int],
        branches: list[Branch],
        earning_first: i64,
        earning: i64,
        may_pass: bool,
    ) -> None:
        self.position: Final = position
        self.able: Final = able
        self.plain: Final = plain
        self.idle: Final = idle
        self.upto: Final = upto
        self.branches: Final = branches
        self.earning_first: Final = earning_first
        self.earning: Final = earning
        self.may_pass: Final = may_pass
        ways = upto[-1] if upto else 0
        self.count: Final = ways + 1 if may_pass else ways

    @property
    def plays(self) -> list[int]:
        """The sets of the one card played (0 for none) that have an ending."""
        return [play for play, _ in self.plain_ways()]

    @property
    def endings(self) -> list[int]:
        """The endings of each of `plays`."""
        return [ways for _, ways in self.plain_ways()]

    def plain_ways(self) -> list[tuple[int, int]]:
        """Give the pairs of `plays` and `endings`."""
        plays = [self.play_of(way) for way in range(len(self.able))]
        ways = [(play, self.endings_of(way, play)) for way, play in enumerate(plays)]
        return [(play, endings) for play, endings in ways if endings]

    def play_of(self, way: int) -> i64:
        """Give the card that a way of `able` plays, as a set, 0 for none."""
        if not way:
            return 0
        rest: i64 = self.plain
        while way > 1:
            rest &= rest - 1
            way -= 1
        return rest & -rest

    def endings_of(self, way: int, play: i64) -> i64:
        """Give the endings of a way of `able`, which plays the card of `play_of`."""
        position = self.position
        hand: i64 = position.hands[position.mover]
        ways: i64 = ALLOWED_UNDER[position.rule][self.able[way]]
        return ways & (hand ^ play | END_GUARD if play else hand | self.idle)

    def earning_of(self, play: int) -> int:
        """Give the cards that earn the draw after a play (set of one card, or 0 for none)."""
        return self.earning if play else self.earning_first


def build_turns(position: Position) -> Turns:
    """List the legal turns of a position's mover, from its phase on.

    The round must not be over and the mover's hand must be known (`unseen` 0); `legal` checks
    both for callers from outside.
    """
    phase = position.phase
    if phase == START:
        return _list_opening_turns(position)
    if phase <= DREW:
        return _list_ending_turns(position)
    branches = list_owed_branches(position)
    return Turns(position, [], 0, 0, _count_up_to(branches, 0), branches, 0, 0, may_pass=False)


def _count_up_to(branches: list[Branch], before: int) -> list[int]:
    """Count the turns up to and with each branch, after `before` others."""
    upto: list[int] = []
    for branch in branches:
        if branch.stops:
            before += 1
        elif COMPILED:
            before += bits(branch.endings) + bits(branch.earning)
        else:
            before += COUNT(branch.endings) + COUNT(branch.earning)
        upto.append(before)
    return upto


def _list_ending_turns(position: Position) -> Turns:
    """List the turns where all that is left is a discard, the end, or going out after a 3."""
    mover = position.mover
    must = find_best_rival(mover, position.out, position.palettes)
    able = ((compute_strength(position.palettes[mover]) - must) & GUARDS) % 255
    ways = (position.hands[mover] | END_GUARD) & ALLOWED_UNDER[position.rule][able]
    draws = position.rules.advanced and len(position.deck) > 0
    earning = EARNING[len(position.rows[mover])] if draws else 0
    upto = [bits(ways) + bits(ways & earning)]
    return Turns(position, [able], 0, END_GUARD, upto, [], earning, 0, position.phase == DREW)


def _list_opening_turns(position: Position) -> Turns:
    """List the turns from their beginning. The hot path of the engine."""
    mover = position.mover
    palettes = position.palettes
    palette: i64 = palettes[mover]
    hand: i64 = position.hands[mover]
    must: i64 = find_best_rival(mover, position.out, palettes)
    canvas = position.canvas
    allowed = ALLOWED_UNDER[canvas[-1] % 7 if canvas else RED]
    advanced, actions, _ = position.rules
    earning_first: i64 = 0
    earning: i64 = 0
    if advanced and position.deck:
        size = len(position.rows[mover])
        earning_first = EARNING[size]
        earning = EARNING[size + 1]
    led: i64 = compute_strength(palette)
    led = ((led - must) & GUARDS) % 255
    ends: i64 = allowed[led]
    ends &= hand
    count: i64 = bits(ends) + bits(ends & earning_first) if ends else 0
    able: list[int] = [led]
    upto: list[int] = [count]
    plain: i64 = hand & ~ODDS if actions else hand
    acting = hand ^ plain
    hand |= END_GUARD
    rest: i64 = plain
    while rest:
        card = rest & -rest
        rest ^= card
        if COMPILED:
            led = judge(palette | card)
        else:
            led = KNOWN[palette | card]
        led = ((led - must) & GUARDS) % 255
        if led:
            ends = allowed[led]
            ends &= hand ^ card
            count += bits(ends) if COMPILED else COUNT(ends)
            if earning:
                count += bits(ends & earning) if COMPILED else COUNT(ends & earning)
        able.append(led)
        upto.append(count)
    branches: list[Branch] = []
    if acting:
        branches = list_played_branches(position, acting)
        upto += _count_up_to(branches, count)
    return Turns(position, able, plain, 0, upto, branches, earning_first, earning, may_pass=True)


def find_way(upto: list[int], index: int) -> int:
    """Give the place of the way that the index-th turn belongs to; `upto` as in `Turns`."""
    if not COMPILED:
        return bisect_right(upto, index)
    low, high = 0, len(upto)
    while low < high:
        middle = (low + high) >> 1
        if upto[middle] > index:
            high = middle
        else:
            low = middle + 1
    return low


def list_steps(turns: Turns, index: int) -> tuple[Step, ...]:
    """Give the steps of one of the turns, `index` from 0 to `turns.count` - 1.

    The steps reach the end of the turn, or stop at a draw of a card that is not known.
    """
    way = find_way(turns.upto, index)
    if way == len(turns.upto):
        return (THE_PASS,)
    index -= turns.upto[way - 1] if way else 0
    if way < len(turns.able):
        play: int = turns.play_of(way)
        ways: int = turns.endings_of(way, play)
        opening = (PLAYS[only_card(play)],) if play else ()
        return opening + _list_closing_steps(ways, ways & turns.earning_of(play), index)
    branch = turns.branches[way - len(turns.able)]
    if branch.stops:
        return branch.steps
    return branch.steps + _list_closing_steps(branch.endings, branch.earning, index)


def _list_closing_steps(ways: int, earning: int, index: int) -> tuple[Step, ...]:
    """Give the last steps of a turn, for the index-th ending."""
    ending: int = find_ending(ways, earning, index)
    if ending == END_GUARD:
        return (THE_END,)
    discard = DISCARDS[(ending & ~TAKES_DRAW).bit_length() - 1]
    return (discard, THE_DRAW, THE_END) if ending & TAKES_DRAW else (discard, THE_END)


TAKES_DRAW: Final = END_GUARD << 1
"""A mark beside the card of an ending: the discard takes the draw that it earns."""


def find_ending(ways: i64, earning: i64, index: i64) -> i64:
    """Give the index-th ending: the set of one card or END, with TAKES_DRAW where it draws.

    ways: the endings; earning: those that may draw as well, which come after all others.
    """
    mark: i64 = 0
    size = bits(ways)
    if index >= size:
        index -= size
        ways = earning
        mark = TAKES_DRAW
    while index:
        ways &= ways - 1
        index -= 1
    return ways & -ways | mark


def list_all_turns(turns: Turns) -> list[tuple[Step, ...]]:
    """List the steps of every turn: by the card played, high first, then by ending; pass last."""
    listed: list[tuple[Step, ...]] = []
    for play, ways in turns.plain_ways():
        opening = (PLAYS[only_card(play)],) if play else ()
        listed += _list_ended_turns(opening, ways, ways & turns.earning_of(play))
    for branch in turns.branches:
        if branch.stops:
            listed.append(branch.steps)
        else:
            listed += _list_ended_turns(branch.steps, branch.endings, branch.earning)
    if turns.may_pass:
        listed.append((THE_PASS,))
    return sorted(listed, key=_listing_key)


def _list_ended_turns(opening: tuple[Step, ...], ways: int, earning: int) -> list[tuple[Step, ...]]:
    """Give a way with each of its endings, in the order of `ending_at`."""
    found = [(*opening, DISCARDS[card], THE_END) for card in cards_in(ways & ~END_GUARD)]
    if ways & END_GUARD:
        found.append((*opening, THE_END))
    return found + [(*opening, DISCARDS[card], THE_DRAW, THE_END) for card in cards_in(earning)]


def sort_as_listed(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Give a legal turn with its chain of 5s in the order in which turns are listed."""
    chain = 0
    while chain < len(steps) and steps[chain].kind == PLAY and number_of(steps[chain].card) == 5:
        chain += 1
    return (*sorted(steps[:chain], reverse=True), *steps[chain:])


def _listing_key(steps: tuple[Step, ...]) -> tuple[tuple[int, int], ...]:
    order = {PLAY: 0, DISCARD: 2, PASS: 9, END_STEP: 0}
    return tuple([(order.get(step.kind, 1), -step.card) for step in steps])
