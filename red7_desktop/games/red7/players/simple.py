"""Players that look no further than the table: random, first_legal, and those with a taste."""

from __future__ import annotations

import random
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.afterstate import iterate_until_stopped, list_aftermaths
from red7_desktop.games.red7.players.forced_choice import find_turns_or_choice
from red7_desktop.games.red7.players.heuristic import GREEDY, THRIFTY, Weights, rate_turn
from red7_desktop.games.red7.players.playout_policy import TENTHS_AT_ONE
from red7_desktop.games.red7.rules.engine.turns import list_all_turns, list_steps
from red7_desktop.games.red7.rules.steps import DISCARD, DRAW, END, PASS
from red7_desktop.tabletop.player import Choice, ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.steps import Step

NEARLY_NOUGHT: Final = 0.01
"""A temperature at which only turns that appeal exactly alike are left to chance."""


class RandomPlayer:
    """Plays any turn that keeps it in, all alike likely; goes out only when it must."""

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        turns = find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        stays = turns.count - 1 if turns.may_pass else turns.count
        return Choice(list_steps(turns, int(random.Random(seed).random() * stays)))


class FirstLegalPlayer:
    """Plays the first turn that wins: a card to the palette, else to the canvas, else both.

    Cards are tried in the order of the hand, high card first. Draws are taken.
    """

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        turns = find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        first = min(list_all_turns(turns), key=_place_in_order)
        return Choice(first)


def _place_in_order(steps: tuple[Step, ...]) -> tuple[int, list[tuple[int, int]], bool]:
    """Give the sort key: palette, canvas, both, out; then by the cards; with a draw first."""
    kinds = {step.kind for step in steps}
    cards = [(step.kind, -step.card) for step in steps if step.kind not in {DRAW, END}]
    if PASS in kinds:
        return 3, cards, False
    discards = DISCARD in kinds
    plays = bool(kinds - {DISCARD, DRAW, END})
    return discards + (discards and plays), cards, DRAW not in kinds


class HeuristicPlayer:
    """Takes the turn that appeals most at first sight, or nearly so; goes out when it must.

    temperature: how far less appealing turns are taken too, as a person errs; a turn one point
    less appealing is e to the power of (1 / temperature) times less likely. At 0 it never errs.
    counts_draws: whether a card that a turn draws counts as one in hand.
    """

    def __init__(
        self, taste: Weights, temperature: float = 0.0, *, counts_draws: bool = True
    ) -> None:
        self.taste: Final = taste
        self.temperature: Final = temperature
        self.overlooked: Final = 0 if counts_draws else taste.cards

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        turns = find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        rule = turns.position.rule
        appeals = [
            rate_turn(self.taste, left, rule) - self.overlooked * left.drawn
            for left in iterate_until_stopped(list_aftermaths(turns), should_stop)
        ]
        return Choice(list_steps(turns, self._pick(appeals, random.Random(seed))))

    def _pick(self, appeals: list[int], chance: random.Random) -> int:
        best = max(appeals)
        if not self.temperature:
            return appeals.index(best)
        base = TENTHS_AT_ONE ** (1.0 / self.temperature)
        weights = list(accumulate([base ** (each - best) for each in appeals]))
        return min(bisect_right(weights, chance.random() * weights[-1]), len(weights) - 1)


def make_greedy_player(temperature: float = 0.0) -> HeuristicPlayer:
    """Give the player that plays best among those that do not look ahead."""
    return HeuristicPlayer(GREEDY, temperature)


def make_formula_player() -> HeuristicPlayer:
    """Give the greedy player without its two refinements: draws count nothing, ties fall by lot."""
    return HeuristicPlayer(GREEDY, NEARLY_NOUGHT, counts_draws=False)


def make_thrifty_player() -> HeuristicPlayer:
    """Give the player that keeps as many cards as it can."""
    return HeuristicPlayer(THRIFTY)
