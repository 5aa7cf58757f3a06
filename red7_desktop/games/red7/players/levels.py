"""Red7's AI levels with their measured strength, simple AI players, and calibrated win chances.

The table "The levels" of docs/opponents.md has the same figures as this module, which a test
checks. Change both together, after a run of `lab arena` with the budgets that players get. The
strongest level was last measured with a smaller budget than it has now, so its figure here is
probably too low.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Final

from red7_desktop.games.red7.players import evaluation, rollout, search
from red7_desktop.games.red7.players.reasons import find_reason
from red7_desktop.games.red7.rules import game
from red7_desktop.games.red7.rules.cards import COMPILED, DISCARD, DRAW, END, PASS, Step, drops_out
from red7_desktop.games.red7.rules.rounds import MatchState
from red7_desktop.games.red7.rules.turns import (
    Steps,
    Turns,
    list_all_turns,
    list_steps,
)
from red7_desktop.resources import reading_asset
from red7_desktop.tabletop.advice import Calibration, parse_calibrations
from red7_desktop.tabletop.player import (
    BASE_ELO,
    CASUAL,
    EXPERT,
    EXPERT_TIME_LIMIT,
    NEWCOMER,
    SHARP,
    STEADY,
    AdviceBudget,
    Candidate,
    Choice,
    Level,
    MeasuredStrength,
    Player,
    Players,
    ShouldStop,
    never_stop,
    plan_daily,
)

STRENGTHS: Final[dict[str, MeasuredStrength]] = {
    "newcomer": MeasuredStrength(BASE_ELO, None),
    "casual": MeasuredStrength(1144, 0.696),
    "steady": MeasuredStrength(1301, 0.712),
    "sharp": MeasuredStrength(1470, 0.726),
    "expert": MeasuredStrength(1584, 0.658),
}
"""Strength of each level in whole advanced matches, in the order of `LEVELS`."""
FIRST_ADVICE_BUDGET: Final = AdviceBudget(4_000, 150)
"""Budget of the computation of a hint's first, preliminary answer: 4,000 simulated turns to find
the best candidate turns, then 150 guesses at the hidden cards to compare these turns. The
computation takes 0.1 seconds in plain Python."""
FULL_ADVICE_BUDGET: Final = AdviceBudget(48_000, 800)
"""Budget of the computation of a hint's final answer: 48,000 simulated turns to find the best
candidate turns, then 800 guesses at the hidden cards to compare these turns. The computation takes
0.5 to 1 second in plain Python and a tenth of that compiled."""
DROP_OUT_MARGIN: Final = 0.06
"""Threshold for the advice to drop out of a round. The adviser only gives it if the value of
dropping out (from 0 to 1) is higher than that of every other turn by more than this."""


def prefer_staying(candidates: Sequence[Candidate]) -> Candidate:
    """Return the turn to propose: the best turn that stays in the round, or dropping out.

    Dropping out is proposed only if its value is more than DROP_OUT_MARGIN above the value of each
    other turn.

    Args:
        candidates: The turns to choose from, at least one, the strongest first.
    """
    best = candidates[0]
    if not drops_out(best.steps):
        return best
    for other in candidates[1:]:
        if not drops_out(other.steps) and best.value - other.value <= DROP_OUT_MARGIN:
            return other
    return best


@cache
def _read_calibrations() -> dict[str, Calibration]:
    with reading_asset("advice", "red7.json") as path:
        return parse_calibrations(path.read_text("utf-8"))


def calibrate(observation: game.Red7Observation, candidate: Candidate) -> Candidate:
    """Correct the estimates of a candidate turn: its value and its chance to win the round.

    Calibration curves, one pair for each number of seats, map these estimates to the average
    results that were measured in advanced matches. In a basic match the value is the chance to win
    the round, so both estimates are corrected by the curve for this chance.

    Raises:
        MissingAsset: The file of the curves doesn't exist; the message names it.
        DamagedAsset: The file is invalid; the message names it.
    """
    calibration = _read_calibrations()[str(len(observation.rows))]
    if not observation.keeps_points:
        calibration = calibration._replace(value=calibration.win_chance)
    return calibration.apply(candidate)


TINY_TEMPERATURE: Final = 0.01
"""Temperature of a player whose random choice follows the turns' scores. It is so low that the
choice is random only among turns with equal scores."""


class SimplePlayer(ABC):
    """Base of players that choose a turn without search."""

    def choose(
        self,
        observation: game.Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = never_stop,
    ) -> Choice:
        turns = game.find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        return Choice(self.pick_steps(turns, random.Random(seed), should_stop))

    @abstractmethod
    def pick_steps(self, turns: Turns, rng: random.Random, should_stop: ShouldStop) -> Steps:
        """Choose a turn and return its steps.

        Args:
            turns: All legal turns.
            rng: Random generator.
            should_stop: Polled regularly; once it returns True, choose among the turns examined
                so far.
        """


class RandomPlayer(SimplePlayer):
    """Player that takes a random turn which keeps its seat in the round.

    It drops out only if no such turn exists.
    """

    def pick_steps(self, turns: Turns, rng: random.Random, should_stop: ShouldStop) -> Steps:
        if turns.may_pass:
            stays = turns.count - 1
        else:
            stays = turns.count
        return list_steps(turns, int(rng.random() * stays))


class FirstLegalPlayer(SimplePlayer):
    """Player for tests and measurements that takes the first legal turn in a fixed order.

    Turns that only play come first, then turns that only discard, then turns that do both. Within
    each kind, turns with higher cards come first. A turn with a draw comes right before the same
    turn without the draw.
    """

    def pick_steps(self, turns: Turns, rng: random.Random, should_stop: ShouldStop) -> Steps:
        return min(list_all_turns(turns), key=_place_in_order)


def _place_in_order(steps: tuple[Step, ...]) -> tuple[int, list[tuple[int, int]], bool]:
    """Return a key by which turns are sorted; the first turn is preferred.

    Returns:
        Kind of turn (0: only plays, 1: only a discard, 2: a play and a discard, 3: drops out), the
        steps with cards (higher cards sort first), and whether the turn doesn't draw.
    """
    kinds = {step.kind for step in steps}
    cards = [(step.kind, -step.card) for step in steps if step.kind not in {DRAW, END}]
    if PASS in kinds:
        return 3, cards, False
    discards = DISCARD in kinds
    plays = bool(kinds - {DISCARD, DRAW, END})
    return discards + (discards and plays), cards, DRAW not in kinds


class HeuristicPlayer(SimplePlayer):
    """AI player that takes the turn with the best heuristic score, with random errors.

    It drops out only if no other turn is legal.

    Attributes:
        weights: Weights of the score.
        temperature: Size of the errors. A turn that scores one point less is exp(1 / temperature)
            times less likely. At 0 there are no errors.
        draw_penalty: Penalty in a turn's score for each card that the turn draws. For a player that
            ignores draws, the penalty cancels the score of the drawn card. For others it is 0.
    """

    def __init__(
        self,
        weights: evaluation.Weights = evaluation.GREEDY_WEIGHTS,
        temperature: float = 0.0,
        *,
        counts_draws: bool = True,
    ) -> None:
        self.weights: Final = weights
        self.temperature: Final = temperature
        self.draw_penalty: Final = 0 if counts_draws else weights.cards

    def pick_steps(self, turns: Turns, rng: random.Random, should_stop: ShouldStop) -> Steps:
        rule = turns.position.rule
        results = evaluation.iterate_until_stopped(
            evaluation.iterate_turn_results(turns), should_stop
        )
        appeals = [
            evaluation.rate_turn(self.weights, result, rule) - self.draw_penalty * result.drawn
            for result in results
        ]
        best = max(appeals)
        if not self.temperature:
            return list_steps(turns, appeals.index(best))
        base = rollout.TENTH_FACTOR ** (1.0 / self.temperature)
        weights = list(accumulate([base ** (each - best) for each in appeals]))
        nth = bisect_right(weights, rng.random() * weights[-1])
        return list_steps(turns, min(nth, len(weights) - 1))


PLAIN_BUDGET: Final = 48_000
"""Budget of the strongest level in plain Python, in simulated turns.

It is also every player's budget when par is computed. Par is the strongest level's median result in
a daily deal, with which the user's result is compared."""
LEVELS: Final[tuple[Level, ...]] = (
    Level(
        *NEWCOMER,
        budget=0,
        create=lambda: HeuristicPlayer(evaluation.Weights(9, 3, 2, 2, change=2, spend=1), 0.4),
    ),
    Level(*CASUAL, budget=0, create=lambda: HeuristicPlayer(evaluation.Weights(12, 3, 2, 2), 0.4)),
    Level(*STEADY, budget=0, create=lambda: HeuristicPlayer(evaluation.GREEDY_WEIGHTS, 0.04)),
    Level(*SHARP, budget=400, create=lambda: search.SearchPlayer(5)),
    Level(
        *EXPERT,
        budget=200_000 if COMPILED else PLAIN_BUDGET,
        create=lambda: search.SearchPlayer(24),
        time_limit=EXPERT_TIME_LIMIT,
    ),
)
"""The AI levels, from weakest to strongest. Each level wins more than half of its matches against
the level before it; docs/opponents.md has the figures. Except on very slow machines, a level uses
up its search budget before it reaches its time limit.
"""

SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "first_legal": FirstLegalPlayer,
    "thrifty": lambda: HeuristicPlayer(evaluation.HAND_COUNT_WEIGHTS),
    "formula": lambda: HeuristicPlayer(
        evaluation.GREEDY_WEIGHTS, TINY_TEMPERATURE, counts_draws=False
    ),
    "greedy": HeuristicPlayer,
}
"""Players for measurements, by name. `formula` is the greedy player without two refinements: it
ignores draws, and breaks ties at random.
"""


def name_moment(observation: game.Red7Observation) -> str:
    """Return a text that identifies the decision that a seat has to make, such as "2.5.0".

    The text consists of the number of the round, the number of turns so far, and the seat.
    """
    return f"{observation.round_number}.{len(observation.turns)}.{observation.viewer}"


def redeal_state(state: MatchState, seat: int, rng: random.Random) -> MatchState:
    """Replace the cards that a seat can't see by random ones; its observation stays the same."""
    dealt = game.redeal(game.RULES.observe(state, seat), rng)
    return replace(state, position=dealt)


PLAYERS: Final = Players(
    LEVELS,
    fallback_player=HeuristicPlayer,
    name_moment=name_moment,
    simple_players=SIMPLE,
    strengths=STRENGTHS,
    adviser=LEVELS[-1].key,
    redeal=redeal_state,
    first_advice_budget=FIRST_ADVICE_BUDGET,
    full_advice_budget=FULL_ADVICE_BUDGET,
    judge=lambda: search.SearchPlayer(1),
    category_of=drops_out,
    prefer=prefer_staying,
    calibrate=calibrate,
    find_reason=find_reason,
    value_settled_round=evaluation.value_settled_round,
    daily=plan_daily(LEVELS, {"rules": "advanced@1.3", "target": 20}, PLAIN_BUDGET),
)
"""AI levels of Red7, with the functions for hints, calibration and the daily deal. The registry of
games returns this object."""
