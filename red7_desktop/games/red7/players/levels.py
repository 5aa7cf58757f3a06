"""The levels and their measured strength, simple players, and appraisals.

The table "The levels" of docs/opponents.md has the same figures as this module, which a test
checks. Change both together, after an arena run with the shipped budgets. The last run of the
strongest level had a smaller budget, so its figure here is probably too low.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Final

from red7_desktop.games.red7.players import evaluation, rollout, search
from red7_desktop.games.red7.rules import game
from red7_desktop.games.red7.rules.cards import COMPILED, DISCARD, DRAW, END, PASS, Step
from red7_desktop.games.red7.rules.turns import (
    Steps,
    Turns,
    list_all_turns,
    list_steps,
)
from red7_desktop.tabletop.player import (
    BASE_ELO,
    CASUAL,
    EXPERT,
    EXPERT_CAP,
    NEWCOMER,
    SHARP,
    STEADY,
    Appraisal,
    Choice,
    Level,
    MeasuredStrength,
    Player,
    Players,
    ShouldStop,
    keep_on,
    plan_daily,
)
from red7_desktop.tabletop.search import appraise_steps as appraise

MEASURED: Final[dict[str, MeasuredStrength]] = {
    "newcomer": MeasuredStrength(BASE_ELO, None),
    "casual": MeasuredStrength(1144, 0.696),
    "steady": MeasuredStrength(1301, 0.712),
    "sharp": MeasuredStrength(1470, 0.726),
    "expert": MeasuredStrength(1584, 0.658),
}
"""Strength of each level in whole advanced matches, in the order of `LEVELS`."""
WORLDS: Final = 800
"""Number of worlds in which an appraisal compares two turns."""


def appraise_steps(
    player: Player,
    observation: game.Red7Observation,
    taken: tuple[Step, ...],
    budget: int,
    seed: int,
    should_stop: ShouldStop = keep_on,
) -> Appraisal | None:
    """Compare steps of the observing seat with a player's choice.

    The steps must be a legal turn from the observation on, up to its end or its next unknown draw.
    Arguments and result are those of `tabletop.search.appraise_steps`.
    """
    judge = search.SearchPlayer(1)
    return appraise(judge, player, observation, taken, budget, seed, should_stop, worlds=WORLDS)


NEARLY_NOUGHT: Final = 0.01
"""A temperature so low that only turns with equal scores are chosen at random."""


class SimplePlayer(ABC):
    """Base of players that choose a turn without search."""

    def choose(
        self,
        observation: game.Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        turns = game.find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        return Choice(self.pick(turns, random.Random(seed), should_stop))

    @abstractmethod
    def pick(self, turns: Turns, chance: random.Random, should_stop: ShouldStop) -> Steps:
        """Return the steps of a turn."""


class RandomPlayer(SimplePlayer):
    """Plays a random turn that keeps it in; drops out only if it must."""

    def pick(self, turns: Turns, chance: random.Random, should_stop: ShouldStop) -> Steps:
        if turns.may_pass:
            stays = turns.count - 1
        else:
            stays = turns.count
        return list_steps(turns, int(chance.random() * stays))


class FirstLegalPlayer(SimplePlayer):
    """Plays the first turn that wins: a card to the palette, else to the canvas, else both.

    Cards are tried in the order of the hand, highest first. Draws are taken.
    """

    def pick(self, turns: Turns, chance: random.Random, should_stop: ShouldStop) -> Steps:
        return min(list_all_turns(turns), key=_place_in_order)


def _place_in_order(steps: tuple[Step, ...]) -> tuple[int, list[tuple[int, int]], bool]:
    """Return a sort key: palette, canvas, both, out; then the cards; turns with a draw first."""
    kinds = {step.kind for step in steps}
    cards = [(step.kind, -step.card) for step in steps if step.kind not in {DRAW, END}]
    if PASS in kinds:
        return 3, cards, False
    discards = DISCARD in kinds
    plays = bool(kinds - {DISCARD, DRAW, END})
    return discards + (discards and plays), cards, DRAW not in kinds


class HeuristicPlayer(SimplePlayer):
    """Plays the turn with the best heuristic score, with random errors; drops out if it must.

    Attributes:
        taste: Weights of the score.
        temperature: Size of the errors. A turn that scores one point less is exp(1 / temperature)
            times less likely. At 0 there are no errors.
        overlooked: Score subtracted for each drawn card, if the player doesn't count draws.
    """

    def __init__(
        self,
        taste: evaluation.Weights = evaluation.GREEDY,
        temperature: float = 0.0,
        *,
        counts_draws: bool = True,
    ) -> None:
        self.taste: Final = taste
        self.temperature: Final = temperature
        self.overlooked: Final = 0 if counts_draws else taste.cards

    def pick(self, turns: Turns, chance: random.Random, should_stop: ShouldStop) -> Steps:
        rule = turns.position.rule
        looked = evaluation.iterate_until_stopped(evaluation.list_aftermaths(turns), should_stop)
        appeals = [
            evaluation.rate_turn(self.taste, left, rule) - self.overlooked * left.drawn
            for left in looked
        ]
        best = max(appeals)
        if not self.temperature:
            return list_steps(turns, appeals.index(best))
        base = rollout.TENTHS_AT_ONE ** (1.0 / self.temperature)
        weights = list(accumulate([base ** (each - best) for each in appeals]))
        nth = bisect_right(weights, chance.random() * weights[-1])
        return list_steps(turns, min(nth, len(weights) - 1))


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        *NEWCOMER,
        budget=0,
        make=lambda: HeuristicPlayer(evaluation.Weights(9, 3, 2, 2, change=2, spend=1), 0.4),
    ),
    Level(*CASUAL, budget=0, make=lambda: HeuristicPlayer(evaluation.Weights(12, 3, 2, 2), 0.4)),
    Level(*STEADY, budget=0, make=lambda: HeuristicPlayer(evaluation.GREEDY, 0.04)),
    Level(*SHARP, budget=400, make=lambda: search.SearchPlayer(5)),
    Level(
        *EXPERT,
        budget=200_000 if COMPILED else 48_000,
        make=lambda: search.SearchPlayer(24),
        cap=EXPERT_CAP,
    ),
)
"""The levels from the weakest to the strongest. Each wins more than half of its matches against
the one before it; docs/opponents.md has the figures. Only on very slow machines does a level reach
its time limit before its budget is spent."""

SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "first_legal": FirstLegalPlayer,
    "thrifty": lambda: HeuristicPlayer(evaluation.THRIFTY),
    "formula": lambda: HeuristicPlayer(evaluation.GREEDY, NEARLY_NOUGHT, counts_draws=False),
    "greedy": HeuristicPlayer,
}
"""Players for measurements, by name. The formula is the greedy player without two refinements: it
doesn't count draws, and breaks ties at random."""


def name_moment(observation: game.Red7Observation) -> str:
    """Return a text that differs between a match's observations: round, turn and viewer."""
    return f"{observation.round_number}.{len(observation.turns)}.{observation.viewer}"


PLAYERS: Final = Players(
    LEVELS,
    spare=HeuristicPlayer,
    moment=name_moment,
    simple=SIMPLE,
    measured=MEASURED,
    adviser=LEVELS[-1].key,
    appraise=appraise_steps,
    settled=evaluation.value_settled_round,
    daily=plan_daily(LEVELS, {"rules": "advanced@1.3", "target": 20}),
)
"""The players of Red7, for the registry."""
