"""Plays an open round with actions on to its end; without actions see `rollout`.

The actions are the engine's own branches. They are many, so a seat looks at those of one odd card
of its hand only, chosen by chance, and weighs them for all its odd cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.rollout import (
    choose_by_weight,
    pick_ending,
    settle_discard,
    weigh,
)
from red7_desktop.games.red7.players.turn_code import ACTS, DRAWS, GOES_OUT, NO_CARD, ONE_OF_MANY
from red7_desktop.games.red7.rules.cards import bits
from red7_desktop.games.red7.rules.engine.actions import list_played_branches
from red7_desktop.games.red7.rules.engine.apply_steps import carry_out
from red7_desktop.games.red7.rules.engine.endings import ALLOWED, EARNING, find_best_rival
from red7_desktop.games.red7.rules.engine.position import NOBODY, START, Position, find_next_live
from red7_desktop.games.red7.rules.engine.strength import END_GUARD, GUARD, GUARDS, compute_strength
from red7_desktop.games.red7.rules.engine.turns import ODDS

if TYPE_CHECKING:
    from red7_desktop.games.red7.players.playout_policy import Policy
    from red7_desktop.games.red7.rules.engine.actions import Branch
    from red7_desktop.games.red7.rules.ruleset import Ruleset

_STAYS: Final = 1 << 15
"""Marks a turn with an action that ends as it stands."""

_PLACE: Final = 16
"""Where in a turn with an action the place of its branch in the list begins."""

_LOST: Final = -60
"""Added to the appeal of a draw that may leave the seat losing, in tenths."""

_SHUFFLE: Final = 997.0
"""Takes a second number from 0 up to 1 out of the last digits of one."""


class OpenRound:
    """A round with every card known, on bare sets; it changes as it is played.

    hands, palettes: sets by seat. deck: the next card last. rule: the rule in force. out: bit set
    of the seats that are out.
    """

    __slots__ = ("deck", "hands", "mover", "out", "palettes", "rule", "rules")

    def __init__(
        self,
        rules: Ruleset,
        hands: list[int],
        palettes: list[int],
        deck: list[int],
        rule: int,
        mover: int,
        out: int,
    ) -> None:
        self.rules: Final = rules
        self.hands: Final = hands
        self.palettes: Final = palettes
        self.deck: Final = deck
        self.rule = rule
        self.mover = mover
        self.out = out

    def must(self) -> int:
        """Give what the mover's palette has to reach (`endings.rivals_of`)."""
        return find_best_rival(self.mover, self.out, tuple(self.palettes))

    def earning(self, more: int) -> int:
        """Give the cards whose discard earns the draw, with so many more cards in the palette."""
        if not self.rules.advanced or not self.deck:
            return 0
        return EARNING[bits(self.palettes[self.mover]) + more]

    def branches_of(self, card: int) -> list[Branch]:
        """List the branches that open with a card of the mover's hand (the set of it alone)."""
        seats = len(self.hands)
        position = Position(
            self.rules,
            (self.rule,),
            tuple(self.deck),
            tuple(self.hands),
            (0,) * seats,
            ((),) * seats,
            tuple(self.palettes),
            ((),) * seats,
            self.mover,
            self.out,
            START,
        )
        return list_played_branches(position, card)

    def end(self, code: int) -> None:
        """End the mover's turn as a packed turn says: discard, draw."""
        name = code >> 6 & 63
        if name == NO_CARD:
            return
        hand = self.hands[self.mover] ^ 1 << name
        self.rule = name % 7
        if code & DRAWS:
            hand |= 1 << self.deck.pop()
        self.hands[self.mover] = hand


def play_out_acting(habit: Policy, table: OpenRound, chances: list[float]) -> tuple[int, int, int]:
    """Play a round on to its end.

    Gives the winner, the number of turns, and the first one's packed turn. chances: as in
    `rollout.play_out`.
    """
    seats = len(table.hands)
    turns = 0
    first = GOES_OUT
    while table.mover != NOBODY:
        code = GOES_OUT
        if table.hands[table.mover]:
            code = _take_turn(habit, table, chances[turns % len(chances)])
        if not turns:
            first = code
        if code == GOES_OUT:
            table.out |= 1 << table.mover
        turns += 1
        table.mover = find_next_live(seats, table.out, table.mover)
    out = table.out
    return (~out & -~out).bit_length() - 1, turns, first


def _take_turn(habit: Policy, table: OpenRound, chance: float) -> int:
    """Take one turn of the mover; give its packed form."""
    hand = table.hands[table.mover]
    must, earning = table.must(), table.earning(1)
    codes: list[int] = []
    sums: list[float] = []
    odd = hand & ODDS
    plain = hand ^ odd
    palette = table.palettes[table.mover]
    first = table.earning(0)
    reach = weigh(habit, palette, hand, plain, must, table.rule, first, earning, codes, sums)
    branches: list[Branch] = []
    if odd:
        times = bits(odd)
        branches = table.branches_of(_pick_one_of(odd, int(chance * _SHUFFLE % 1.0 * times)))
        _weigh_branches(habit, table, branches, must, reach, times, codes, sums)
    if not codes:
        return GOES_OUT
    at = choose_by_weight(sums, chance)
    start = sums[at - 1] if at else 0.0
    share = (chance * sums[-1] - start) / (sums[at] - start)
    if codes[at] & ACTS:
        return _carry_out_branch(habit, table, branches[codes[at] >> _PLACE], codes[at], share)
    return _play_plainly(table, codes[at], must, earning, share)


def _pick_one_of(cards: int, skipped: int) -> int:
    """Give the set of one of some cards."""
    while skipped and cards & (cards - 1):
        cards &= cards - 1
        skipped -= 1
    return cards & -cards


def _play_plainly(table: OpenRound, code: int, must: int, earning: int, share: float) -> int:
    name = code & 63
    if name != NO_CARD:
        table.hands[table.mover] ^= 1 << name
        table.palettes[table.mover] |= 1 << name
    if code & ONE_OF_MANY:
        able = (compute_strength(table.palettes[table.mover]) - must) & GUARDS
        ends = table.hands[table.mover] & ALLOWED[able % 255]
        ends &= earning if code & DRAWS else ~earning
        code = name | settle_discard(ends, earning, share)
    table.end(code)
    return code


def _carry_out_branch(
    habit: Policy, table: OpenRound, branch: Branch, code: int, share: float
) -> int:
    """Carry out a branch and end the turn; give its packed form, GOES_OUT where that fails."""
    mover = table.mover
    table.hands[mover], table.rule = carry_out(
        branch.steps, mover, table.hands[mover], table.palettes, table.deck, table.rule
    )
    ending = NO_CARD << 6
    if branch.stops:
        hand, palette = table.hands[mover], table.palettes[mover]
        earning = table.earning(0)
        ending = pick_ending(habit, palette, hand, table.must(), table.rule, earning, share)
        if ending == GOES_OUT:
            return GOES_OUT
    elif not code & _STAYS:
        ending = settle_discard(branch.endings & ~END_GUARD, branch.earning, share)
    table.end(ending)
    return ACTS | branch.steps[0].card


def _weigh_branches(
    habit: Policy,
    table: OpenRound,
    branches: list[Branch],
    must: int,
    reach: int,
    times: int,
    codes: list[int],
    sums: list[float],
) -> None:
    """Add every branch, once with its discards and once as it stands, each several times."""
    weights, draw = habit.weights, habit.cards
    total = sums[-1] if sums else 0.0
    for at, branch in enumerate(branches):
        score = _appeal_of_branch(habit, table, branch, must, reach)
        if branch.stops:
            total += weights[max(score, 0)] * times
            codes.append(ACTS | at << _PLACE)
            sums.append(total)
            continue
        if branch.endings & END_GUARD:
            total += weights[score] * times
            codes.append(ACTS | _STAYS | at << _PLACE)
            sums.append(total)
        ends = bits(branch.endings & ~END_GUARD)
        if ends:
            earns = bits(branch.earning)
            score -= draw + habit.discards
            weight = weights[max(score, 0)] * (ends - earns)
            if earns:
                weight += weights[max(score + draw, 0)] * earns
            total += weight * times
            codes.append(ACTS | at << _PLACE)
            sums.append(total)


def _appeal_of_branch(
    habit: Policy, table: OpenRound, branch: Branch, must: int, reach: int
) -> int:
    """Give how a branch appeals as it stands, before any discard."""
    mover, before = table.mover, table.palettes
    steps = branch.steps[:-1] if branch.stops else branch.steps
    palettes = before[:]
    hand, rule = carry_out(steps, mover, table.hands[mover], palettes, [], table.rule)
    for seat in range(len(palettes)):
        if seat != mover and palettes[seat] != before[seat]:
            must = find_best_rival(mover, table.out, tuple(palettes))
    able = (compute_strength(palettes[mover]) - must) & GUARDS
    many = bits(hand & ALLOWED[able % 255])
    score = habit.cards * bits(hand) + habit.rules[able % 255] + habit.discards * many
    score += habit.reach[(reach | able) % 255]
    if not branch.stops:
        return score
    if able & GUARD[rule]:
        return score + habit.cards
    return score if many else score + _LOST
