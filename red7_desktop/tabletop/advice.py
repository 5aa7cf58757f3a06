"""Advice for one seat, shared by hints, the coach and reviews.

Advice is the turn that a hint proposes, with estimated winning chances. It depends only on the
observation: a search ends when its budget is spent, not at a time limit, and its random seed is
derived from the observation. So the same position gets the same advice on every machine, with any
load, compiled or not. If a search is stopped early, it has no result.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from threading import Lock
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.tabletop.player import (
    AdviceBudget,
    Appraisal,
    Candidate,
    Choice,
    Players,
    ShouldStop,
    compare_gain,
    never_stop,
)
from red7_desktop.tabletop.search import UNLIMITED_BUDGET, CandidateLine, Search, list_candidates

COMPARED_TURNS: Final = 3
"""Number of turns that a hint compares: the turn that the search chose, and the next best ones."""


def derive_seed(players: Players, observation: Any) -> int:
    """Return a random seed that depends only on an observation.

    Args:
        players: The game's players.
        observation: The seat's observation.
    """
    shown = json.dumps([players.name_moment(observation), dict(observation.zones)], sort_keys=True)
    return int.from_bytes(blake2b(shown.encode(), digest_size=6).digest(), "big")


def choose_deterministically(
    players: Players,
    key: str,
    observation: Any,
    budget: int | None = None,
    should_stop: ShouldStop = never_stop,
) -> Choice:
    """Let an AI level choose a turn, which is the same on every machine.

    The search is limited by a number of simulated turns, not by time, and its seed is derived from
    the observation.

    Args:
        players: The game's players.
        key: Key of the level.
        observation: The seat's observation.
        budget: Maximum number of simulated turns. None or 0 means the full budget of a hint
            (`Players.full_advice_budget`). If the game has no hints, None or 0 means the level's
            own budget, which may differ between compiled and plain Python.
        should_stop: Returns True to cancel the search. The returned choice is then worthless.

    Raises:
        UnknownPlayerError: No level has this key.
        NotToActError: The seat has no legal step.
    """
    level = players.level_of(key)
    budget = budget or players.full_advice_budget.turns or level.budget
    seed = derive_seed(players, observation)
    return level.create().choose(observation, budget, seed, should_stop)


class Advice(NamedTuple):
    """A proposed turn, with the results of the simulations that support it.

    Attributes:
        choice: The proposed turn and the turns that it was compared with, with estimated values.
            The values are calibrated: corrected so that they match real results.
        lines: The compared turns with the results of their simulations, the proposed turn first.
            Empty if no turns were compared.
    """

    choice: Choice
    lines: tuple[CandidateLine, ...] = ()


class AdviceStore:
    """A thread-safe cache of advice by observation.

    It only contains advice that was found with the full budget. Its keys are texts, because
    observations needn't be hashable.
    """

    def __init__(self, most: int = 400) -> None:
        """Create an empty cache.

        Args:
            most: Maximum number of cached observations. The least recently used one is dropped.
        """
        self._most: Final = most
        self._kept: Final[OrderedDict[str, Advice]] = OrderedDict()
        self._lock: Final = Lock()

    def get(self, observation: Any) -> Advice | None:
        key = repr(observation)
        with self._lock:
            advice = self._kept.get(key)
            if advice is not None:
                self._kept.move_to_end(key)
            return advice

    def put(self, observation: Any, advice: Advice) -> None:
        key = repr(observation)
        with self._lock:
            self._kept[key] = advice
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


class _StopMemory:
    """Wraps a stop function, and remembers whether it ever returned True."""

    def __init__(self, should_stop: ShouldStop) -> None:
        self._should_stop = should_stop
        self.has_stopped = False

    def __call__(self) -> bool:
        self.has_stopped = self.has_stopped or self._should_stop()
        return self.has_stopped


def advise(
    players: Players, observation: Any, budget: AdviceBudget, should_stop: ShouldStop = never_stop
) -> Advice | None:
    """Find the turn that a hint proposes to a seat, with estimates of its value.

    First a search chooses a turn. Then this turn and the next best turns are simulated in new
    guesses at the hidden cards, because in the guesses of the search the chosen turn is often best
    by luck.

    Args:
        players: The game's players; one of the levels is the adviser.
        observation: The seat's observation.
        budget: Budget of the search and of the comparison.
        should_stop: Returns True to cancel the work.

    Returns:
        The advice. None if `should_stop` returned True.

    Raises:
        NotToActError: The seat has no legal step.
    """
    stop = _StopMemory(should_stop)
    seed = derive_seed(players, observation)
    choice = choose_deterministically(players, players.adviser, observation, budget.turns, stop)
    lines: list[CandidateLine] = []
    search = _prepare_judge(players, observation, seed, stop)
    if search is not None:
        lines = [search.simulator.make_line(steps) for steps in _list_compared(players, choice)]
        _compare(search, lines, budget.worlds, stop)
        lines = _put_proposed_first(players, lines)
        candidates = [
            _calibrate(players, observation, each) for each in list_candidates(lines, stop)
        ]
        choice = Choice(lines[0].steps, tuple(candidates))
    if players.find_reason is not None:
        reasons = players.find_reason(observation, choice, lines, seed, stop)
        choice = choice._replace(reasons=reasons)
    if stop.has_stopped:
        return None
    return Advice(choice, tuple(lines))


def appraise(
    players: Players,
    observation: Any,
    taken: tuple[Any, ...],
    advice: Advice,
    should_stop: ShouldStop = never_stop,
) -> Appraisal | None:
    """Compare the turn that a seat took with the advised turn.

    Both turns are simulated with the same guesses at the hidden cards.

    Args:
        players: The game's players.
        observation: The seat's observation before the turn.
        taken: The steps that the seat took, up to the end of the turn or to the next draw of an
            unknown card.
        advice: The advice for the same observation.
        should_stop: Returns True to cancel the comparison.

    Returns:
        The advised turn and the taken turn, each with its estimated value. None if the seat had
        only one legal turn, or if `should_stop` returned True.
    """
    if not advice.lines:
        return None
    stop = _StopMemory(should_stop)
    search = _prepare_judge(players, observation, derive_seed(players, observation), stop)
    if search is None:
        return None
    best = advice.lines[0]
    own = search.simulator.make_line(taken)
    known = next((each for each in advice.lines if each.steps == own.steps), None)
    if known is None:
        # Simulate only the taken turn, with the same guesses at the hidden cards as in the advice.
        # The other turns keep their values, because users have already seen these values.
        _compare(search, [own], best.samples, stop)
        known = own
    if stop.has_stopped or not known.samples:
        return None
    return Appraisal(
        advice.choice.candidates[0], _calibrate(players, observation, known.to_candidate(best))
    )


def _list_compared(players: Players, choice: Choice) -> list[tuple[Any, ...]]:
    """Return the turns to compare: the chosen turn and the next best ones.

    If possible, at least one of them has another category than the chosen turn, such as drawing a
    card instead of playing one. See `Players.category_of`.
    """
    others = [each.steps for each in choice.candidates if each.steps != choice.steps]
    category_of = players.category_of
    if category_of is not None:
        own = category_of(choice.steps)
        contrast = next((nth for nth, each in enumerate(others) if category_of(each) != own), 0)
        if contrast >= COMPARED_TURNS - 1:
            others.insert(COMPARED_TURNS - 2, others.pop(contrast))
    return [choice.steps, *others[: COMPARED_TURNS - 1]]


def _prepare_judge(
    players: Players, observation: Any, seed: int, should_stop: ShouldStop
) -> Search | None:
    """Create the judge: an object that simulates turns in order to compare them.

    It simulates them with new guesses at the hidden cards, other than those of the search that
    chose the turn.

    Returns:
        None if the game can't compare turns, or if only one turn is possible.
    """
    if players.judge is None:
        return None
    search = players.judge().prepare(observation, UNLIMITED_BUDGET, seed + 1, should_stop)
    if isinstance(search, Search):
        return search
    return None


def _compare(
    search: Search, lines: list[CandidateLine], worlds: int, should_stop: ShouldStop
) -> None:
    for _ in range(worlds):
        if should_stop():
            break
        search.simulator.simulate_once(lines)


def _put_proposed_first(players: Players, lines: Sequence[CandidateLine]) -> list[CandidateLine]:
    """Move the turn to propose to the front of the compared turns.

    Usually this is the turn that the search chose. If another turn is significantly better in the
    comparison, it is that turn. The search can be wrong: it uses other guesses at the hidden cards
    than the comparison, which resemble each other because they are weighted by the opponents'
    actions. A game may prefer still another turn, see `Players.prefer`.

    Args:
        players: The game's AI players.
        lines: The compared turns, beginning with the turn that the search chose.
    """
    chosen, *others = list_candidates(lines)
    candidates = [chosen, *others]
    if others and compare_gain(others[0], chosen._replace(error=others[0].error)):
        candidates = [others[0], chosen, *others[1:]]
    if players.prefer is None:
        proposed = candidates[0].steps
    else:
        proposed = players.prefer(candidates).steps
    return sorted(lines, key=lambda line: line.steps != proposed)


def _calibrate(players: Players, observation: Any, candidate: Candidate) -> Candidate:
    if players.calibrate is None:
        return candidate
    return players.calibrate(observation, candidate)


# -- figures, corrected by what came true ----------------------------------------------------


Knots: TypeAlias = tuple[tuple[float, float], ...]
"""A calibration curve: the knots of a piecewise linear curve that rises from (0, 0) to (1, 1).

Each knot is a pair of an estimated winning chance (or value) and the corrected one.
"""


class Calibration(NamedTuple):
    """Corrects estimated winning chances so that they match the results of measured matches.

    Attributes:
        value: Calibration curve for `Candidate.value`.
        win_chance: Calibration curve for `Candidate.win_chance`.
    """

    value: Knots
    win_chance: Knots

    def apply(self, candidate: Candidate) -> Candidate:
        value, slope = correct(candidate.value, self.value)
        win_chance, _ = correct(candidate.win_chance, self.win_chance)
        error = candidate.error * slope
        return candidate._replace(value=value, win_chance=win_chance, error=error)


def correct(figure: float, knots: Knots) -> tuple[float, float]:
    """Correct an estimate of a winning chance with a calibration curve.

    Args:
        figure: The estimate, from 0 to 1.
        knots: Points of the piecewise linear curve: pairs of an estimate and the corrected value.

    Returns:
        The corrected value, and the slope of the curve at the estimate.

    >>> correct(0.25, ((0.0, 0.0), (0.5, 0.4), (1.0, 1.0)))
    (0.2, 0.8)
    """
    at = min(max(bisect_right(knots, (figure, 2.0)), 1), len(knots) - 1)
    left, low = knots[at - 1]
    right, high = knots[at]
    slope = (high - low) / (right - left)
    return low + slope * (figure - left), slope


def parse_calibrations(text: str) -> dict[str, Calibration]:
    """Parse the calibration curves of a game from JSON.

    A calibration curve maps an estimated winning chance (or value) to the one that was measured.

    Returns:
        The curves by their key in the JSON object, such as the number of seats.

    Raises:
        ValueError: The text is invalid, or a curve doesn't rise from (0, 0) to (1, 1).
    """
    found: dict[str, Calibration] = {}
    for key, curves in json.loads(text).items():
        value, win_chance = [
            tuple([(float(x), float(y)) for x, y in curves[name]]) for name in _FIGURES
        ]
        for knots in (value, win_chance):
            rises = all(a < c and b <= d for (a, b), (c, d) in pairwise(knots))
            if not rises or (knots[0], knots[-1]) != ((0.0, 0.0), (1.0, 1.0)):
                raise ValueError(f"{key!r}: a curve must rise from (0, 0) to (1, 1)")
        found[key] = Calibration(value, win_chance)
    return found


_FIGURES: Final = ("value", "win_chance")
