"""Spring Cleaning's AI levels with their measured strength, simple AI players, calibrated hints.

The table "The levels of Spring Cleaning" of docs/opponents.md has the same figures as this module,
which a test checks. Change both together, after a run of `lab arena` with the budgets that players
get.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.players import evaluation, lookahead, rollout, search
from red7_desktop.games.spring_cleaning.players.reasons import find_reason, is_play
from red7_desktop.games.spring_cleaning.players.worlds import (
    complete_turn,
    find_belief,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.rules import advance, cards, game, legality
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.rounds import MatchState
from red7_desktop.resources import reading_asset
from red7_desktop.tabletop.advice import Calibration, parse_calibrations
from red7_desktop.tabletop.game import TURN
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
    NotToActError,
    Player,
    Players,
    RoundStake,
    ShouldStop,
    never_stop,
    plan_daily,
)

STRENGTHS: Final[dict[str, MeasuredStrength]] = {
    "newcomer": MeasuredStrength(BASE_ELO, None),
    "casual": MeasuredStrength(1123, 0.670),
    "steady": MeasuredStrength(1320, 0.757),
    "sharp": MeasuredStrength(1456, 0.686),
    "expert": MeasuredStrength(1914, 0.933),
}
"""Strength of each level in whole matches, in the order of `LEVELS`."""
FIRST_ADVICE_BUDGET: Final = AdviceBudget(400, 10)
"""Budget of the computation of a hint's first, preliminary answer: 400 simulated turns to find the
best candidate turns, then 10 guesses at the hidden cards to compare these turns. The computation
takes 0.1 to 0.4 seconds in plain Python."""
FULL_ADVICE_BUDGET: Final = AdviceBudget(8_000, 150)
"""Budget of the computation of a hint's final answer: 8,000 simulated turns to find the best
candidate turns, then 150 guesses at the hidden cards to compare these turns. The computation takes
1 to 3 seconds in plain Python and a seventh of that compiled."""


@cache
def _read_calibrations() -> dict[str, Calibration]:
    with reading_asset("advice", "spring.json") as path:
        return parse_calibrations(path.read_text("utf-8"))


def calibrate(observation: SpringObservation, candidate: Candidate) -> Candidate:
    """Correct the estimates of a candidate turn: its value and its chance to win the round.

    Calibration curves, one pair for each number of seats, map these estimates to the average
    results that were measured in matches.

    Raises:
        MissingAsset: The file of the curves doesn't exist; the message names it.
        DamagedAsset: The file is invalid; the message names it.
    """
    return _read_calibrations()[str(len(observation.public_hands))].apply(candidate)


def value_settled_round(observation: SpringObservation) -> tuple[float, ...] | None:
    """Return the value of a finished round for each seat, from 0 to 1; None if it isn't over."""
    if observation.stage == TURN or not observation.rounds:
        return None
    given = observation.rounds[-1].trash
    total = observation.position.trash
    before = tuple([now - more for now, more in zip(total, given, strict=True)])
    return tuple([evaluation.value_round(before, given, seat) for seat in range(len(given))])


def find_stakes(observation: SpringObservation) -> tuple[RoundStake, ...]:
    """Return for each seat how much its chance to win the match depends on the current round.

    Returns:
        One `RoundStake` for each seat. Its weight is 0 if no result of the round can change the
        seat's chance to win the match.
    """
    trash = observation.position.trash
    found: list[RoundStake] = []
    for seat in range(len(trash)):
        least = evaluation.match_chance(trash, 0.0, seat)
        most = evaluation.match_chance(trash, 1.0, seat)
        if least is None or most is None:
            found.append(RoundStake(0.0, 0.0))
        else:
            weight = most - least
            before = evaluation.win_chance(trash[seat:] + trash[:seat])
            found.append(RoundStake((before - least) / weight, weight))
    return tuple(found)


_CONTINUING: Final = frozenset({cards.TAKE, cards.INSERT, cards.ORDER})
"""Kinds of steps after which the mover's turn continues. ORDER, the arranging of a picked-up card,
may also be the last step of a turn: if a seat picks up its offer in the turn that empties its hand
(`Position.at_once`)."""


class RandomPlayer:
    """Player for measurements that takes random legal steps.

    Args:
        eager: If True, the player plays cards whenever a play is legal, and draws only otherwise.
    """

    def __init__(self, eager: bool = False) -> None:
        self._eager: Final = eager

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = never_stop,
    ) -> Choice:
        rng = Random(seed)
        seat = observation.viewer
        position = observation.position
        if seat is None or seat not in observation.to_act:
            raise NotToActError
        steps: list[cards.Step] = []
        while not steps or (steps[-1].kind in _CONTINUING and position.mover == seat):
            asked = legality.list_legal_steps(position, seat)
            if self._eager:
                plays = [step for step in asked if step.kind == cards.PLAY]
            else:
                plays = []
            asked = tuple(plays) or asked
            steps.append(asked[int(rng.random() * len(asked))])
            if steps[-1].kind != cards.DRAW:
                position = advance.apply_step(position, steps[-1], seat)
        return Choice(tuple(steps))


class HeuristicPlayer:
    """Player without search that takes the turn with the lowest heuristic cost, with random errors.

    The cost of a turn estimates how far the seat is from having no cards left after the turn. A
    turn whose cost is higher by 1000 is exp(1 / temperature) times less likely. At temperature 0
    the player always takes the turn with the lowest cost.
    """

    def __init__(
        self, taste: evaluation.Weights = evaluation.GREEDY_WEIGHTS, temperature: float = 0.0
    ) -> None:
        self._costs: Final = evaluation.Costs(taste)
        self._temperature: Final = temperature

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = never_stop,
    ) -> Choice:
        decision = find_decision_point(observation, self._costs)
        if decision.is_done:
            return Choice(decision.arrange_steps)
        options = list_options(decision, self._costs)
        draw = Random(seed).random
        best = 1 << 40
        steps = options[0].steps
        for option in options:
            if self._temperature:
                whim = rollout.gumbel_noise(self._temperature, draw())
            else:
                whim = 0
            cost = option.cost + whim
            if cost < best:
                best = cost
                steps = option.steps
        return Choice(complete_turn(decision, steps, self._costs))


PLAIN_BUDGET: Final = 10_000
"""Budget of the strongest level in plain Python, in simulated turns.

It is also every player's budget when par is computed. Par is the strongest level's median result in
a daily deal, with which the user's result is compared."""
LEVELS: Final[tuple[Level, ...]] = (
    # This level plays whenever possible, high numbers first, and ignores that rivals can use its
    # offers.
    Level(
        *NEWCOMER,
        budget=0,
        create=lambda: HeuristicPlayer(
            evaluation.GREEDY_WEIGHTS._replace(per_number=60, draw=900, help_cost=0), 0.45
        ),
    ),
    # This level collects cards: it prefers drawing for a longer run to splitting a short one.
    Level(
        *CASUAL,
        budget=0,
        create=lambda: HeuristicPlayer(
            evaluation.GREEDY_WEIGHTS._replace(pair=600, two=560, draw=60, help_cost=50), 0.22
        ),
    ),
    # This level keeps a tidy hand and gets rid of loose cards in time.
    Level(*STEADY, budget=0, create=lambda: HeuristicPlayer(evaluation.GREEDY_WEIGHTS, 0.12)),
    # This level simulates the round a few times before every turn.
    Level(*SHARP, budget=400, create=lambda: search.SearchPlayer(search.SearchWidth(4, 1, 5))),
    # This level considers all hands that the rivals may have, and which offered cards would help
    # them.
    Level(
        *EXPERT,
        budget=70_000 if cards.COMPILED else PLAIN_BUDGET,
        create=lookahead.LookaheadPlayer,
        time_limit=EXPERT_TIME_LIMIT,
    ),
)
"""The AI levels, from weakest to strongest.

Each level wins more than half of its matches against the level before it; docs/opponents.md has the
figures. Except on slow machines, a level uses up its search budget before it reaches its time
limit.
"""

SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "eager": lambda: RandomPlayer(eager=True),
    "formula": lambda: HeuristicPlayer(evaluation.HAND_SET_WEIGHTS),
    "greedy": HeuristicPlayer,
    "network": lookahead.NetworkPlayer,
}
"""Players for measurements, by name."""


def name_moment(observation: SpringObservation) -> str:
    """Return a text that identifies the decision that a seat has to make, such as "2.5.1.0".

    The text consists of the number of the round, the number of turns, the number of steps of the
    unfinished turn, and the seat.
    """
    turns = len(observation.turns)
    steps = len(observation.steps)
    return f"{observation.round_number}.{turns}.{steps}.{observation.viewer}"


def redeal_state(state: MatchState, seat: int, rng: Random) -> MatchState:
    """Replace the cards that a seat can't see by random ones; its observation stays the same."""
    dealt = game.randomize_hidden(game.RULES.observe(state, seat), rng)
    return replace(state, position=dealt)


PLAYERS: Final = Players(
    LEVELS,
    fallback_player=HeuristicPlayer,
    name_moment=name_moment,
    simple_players=SIMPLE,
    strengths=STRENGTHS,
    adviser=LEVELS[-1].key,
    first_advice_budget=FIRST_ADVICE_BUDGET,
    full_advice_budget=FULL_ADVICE_BUDGET,
    judge=lookahead.LookaheadPlayer,
    category_of=is_play,
    calibrate=calibrate,
    find_reason=find_reason,
    find_belief=find_belief,
    redeal=redeal_state,
    value_settled_round=value_settled_round,
    find_stakes=find_stakes,
    daily=plan_daily(LEVELS, {}, PLAIN_BUDGET),
)
"""AI levels of Spring Cleaning, with the functions for hints, calibration and the daily deal."""
