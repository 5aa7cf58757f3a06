"""Search by rollouts in determinizations, for any game with hidden cards. Compiled by mypyc.

A *line* is a turn that the search considers. A *world* is a guess at the hidden cards. A *rollout*
simulates the rest of the round after a line, in one world. All lines are rolled out in the same
worlds with the same random numbers, so differences between their results come from the turns alone.
Sequential halving shares the budget among the lines.

A game subclasses `Simulator` and `SearchPlayer`, and `CandidateLine` if a line has to store more
than the results of its rollouts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import fsum, sqrt
from operator import attrgetter, mul, sub
from typing import Any, Final, Generic, NamedTuple, TypeVar

from red7_desktop.tabletop.player import (
    Candidate,
    Choice,
    ShouldStop,
    mypyc_attr,
    never_stop,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class CandidateLine:
    """A candidate turn and the results of its rollouts (simulations of the rest of the round).

    Attributes:
        steps: The steps of the turn.
        values: The value of each rollout's outcome for the seat, from 0 to 1.
        total: Sum of `values`.
        wins: Number of rollouts in which the seat won the round. A rollout that stopped before the
            end of the round counts as the seat's estimated chance to win the round.
    """

    __slots__ = ("steps", "total", "values", "wins")

    def __init__(self, steps: tuple[Any, ...]) -> None:
        self.steps: Final = steps
        self.values: Final[list[float]] = []
        self.total = 0.0
        self.wins = 0.0

    def record(self, value: float, won: float) -> None:
        """Add the outcome of one rollout.

        Args:
            value: Value of the outcome for the seat, from 0 to 1, which the search maximises.
                Besides winning, it may count the points won.
            won: 1 if the seat won the round, 0 if not. If the rollout stopped before the end of the
                round, the seat's estimated chance to win the round.
        """
        self.values.append(value)
        self.total += value
        self.wins += won

    @property
    def samples(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        """Mean of `values`, 0 without samples."""
        if self.values:
            return self.total / len(self.values)
        return 0.0

    @property
    def estimate(self) -> float:
        """Estimated value of the turn: `mean`, unless a game's subclass corrects it."""
        return self.mean

    @property
    def sort_key(self) -> Any:
        """Sort key by which the search drops the worst turns; the best turn has the highest key."""
        return self.estimate

    def comparable_values(self) -> list[float]:
        """Return one value for each rollout; candidate turns are compared by these values.

        The base class returns `values`. A game's subclass may replace some of the values, if the
        rollouts are known to be wrong about an opponent's choices. It must then also override
        `estimate`, so that `estimate` is the mean of the returned values.
        """
        return self.values

    def to_candidate(self, best: CandidateLine) -> Candidate:
        """Convert the turn and its results to a `Candidate` with estimates.

        Args:
            best: The best turn, with which this turn is compared by `compare_with_best`. The
                candidate's error is the standard error of the difference between the two turns. If
                this turn is the best turn, it is the standard error of its own value.
        """
        settled = self.comparable_values()
        if self is best:
            value = self.estimate
            error = error_of(settled)
        else:
            value, error = compare_with_best(
                settled, self.estimate, best.comparable_values(), best.estimate
            )
        if self.values:
            wins = self.wins / len(self.values)
        else:
            wins = 0.0
        return Candidate(self.steps, value, wins, len(self.values), error=error)


def list_candidates(
    lines: Sequence[CandidateLine], should_stop: ShouldStop = never_stop
) -> tuple[Candidate, ...]:
    """Convert examined turns to candidates with estimates.

    The first turn stays first; the others are sorted by value, best first.

    Args:
        lines: The examined turns, beginning with the chosen turn. All were simulated with the same
            guesses at the hidden cards.
        should_stop: Called before each turn after the first; once it returns True, the remaining
            turns are left out.
    """
    chosen = lines[0].to_candidate(lines[0])
    others: list[Candidate] = []
    for line in lines[1:]:
        if should_stop():
            break
        others.append(line.to_candidate(lines[0]))
    return (chosen, *sorted(others, key=attrgetter("value"), reverse=True))


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of the mean of values that differ by at most 1.

    The variance includes one extra value at distance 1 from the mean, because otherwise a few equal
    values would count as certain.
    """
    many = len(values)
    if not many:
        return 1.0
    mean = fsum(values) / many
    # `map` is faster than a Python loop. The search for a turn makes tens of thousands of values,
    # and can't be stopped while they are summed.
    squares = max(fsum(map(mul, values, values)) - many * mean * mean, 0.0)
    return sqrt((squares + 1.0) / many) / sqrt(many)


def compare_with_best(
    own: Sequence[float], own_value: float, best: Sequence[float], best_value: float
) -> tuple[float, float]:
    """Return a candidate turn's value relative to the best turn's, and its standard error.

    A turn that the search dropped early was simulated in fewer worlds (guesses at the hidden cards)
    than the best turn, and the seat may have been lucky in these worlds. Therefore the two turns
    are compared only in the worlds in which both were simulated. The returned value is the best
    turn's value minus the mean difference in these worlds. The returned error is the standard error
    of this difference.

    Args:
        own: Values of the candidate in each world, see `CandidateLine.comparable_values`.
        own_value: `CandidateLine.estimate` of the candidate.
        best: Values of the best turn, in the same worlds and perhaps in more.
        best_value: `CandidateLine.estimate` of the best turn.
    """
    if not own:
        return 0.0, 1.0
    behind = list(map(sub, best, own))
    if len(own) < len(best):
        own_value = min(max(best_value - fsum(behind) / len(behind), 0.0), 1.0)
    return own_value, error_of(behind)


def shuffle(cards: list[Any], next_random: Callable[[], float]) -> None:
    """Shuffle a list in place, identically on every machine and in every version of Python.

    Args:
        cards: The list.
        next_random: Returns random numbers from 0 to 1, such as `random.Random.random`, the only
            method whose sequence Python guarantees.
    """
    for last in range(len(cards) - 1, 0, -1):
        other = int(next_random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


WorldT = TypeVar("WorldT")


@mypyc_attr(allow_interpreted_subclasses=True)
class Simulator(ABC, Generic[WorldT]):
    """Simulates the rest of a round after candidate turns, to estimate the turns' values.

    For each simulation it deals a world: a guess at the hidden cards that fits the observation.

    Attributes:
        should_stop: Once it returns True, a simulation may be given up without a result.
        simulated: Number of turns simulated so far. A game may count a costly turn several times.
    """

    def __init__(self, should_stop: ShouldStop = never_stop) -> None:
        self.should_stop = should_stop
        self.simulated = 0

    @property
    def work(self) -> int:
        """Number of turns simulated so far, which count against the search budget."""
        return self.simulated

    @abstractmethod
    def deal(self) -> WorldT:
        """Deal a world: a guess at the cards that the seat can't see.

        A world also contains the random numbers of the simulations in it. All worlds are equally
        likely, unless the game infers hidden cards from the opponents' actions.
        """

    @abstractmethod
    def roll_out(self, line: Any, world: WorldT) -> None:
        """Simulate a candidate turn and the rest of the round in one world.

        Implementations add the result to `line`, and the number of turns to `simulated`.

        Args:
            line: The candidate turn with its results so far.
            world: The hidden cards and the random numbers of the simulation. It must stay
                unchanged, because other candidate turns are simulated in it too.
        """

    def make_line(self, steps: tuple[Any, ...]) -> CandidateLine:
        """Return an empty `CandidateLine` for a turn, to collect the results of its rollouts.

        Games with a subclass of `CandidateLine` override this.
        """
        return CandidateLine(steps)

    def simulate_once(self, lines: Sequence[Any]) -> int:
        """Deal one more world (a guess at the hidden cards) and simulate candidate turns in it.

        The rest of the round is simulated after each candidate turn. Once `should_stop` returns
        True, all candidates but the first are skipped.

        Args:
            lines: The candidate turns, to which the results are added.

        Returns:
            The number of simulated turns.
        """
        before = self.work
        world = self.deal()
        for nth in range(len(lines)):
            if nth and self.should_stop():
                break
            self.roll_out(lines[nth], world)
        return self.work - before


# -- sharing the budget ----------------------------------------------------------------------


MIN_EXPECTED_GAIN: Final = 0.0005
"""Minimum expected gain of a candidate turn; with less, the search drops the turn.

The expected gain is that of simulating the turn further, see `estimate_gain`. With large budgets,
the minimum is smaller, see `LIMIT_PER_BUDGET`.
"""
LIMIT_PER_BUDGET: Final = 24.0
"""Minimum expected gain of a candidate turn, times the budget, if the budget is large.

With a budget above 48,000 simulated turns, the search drops a candidate turn whose expected gain is
less than this number divided by the budget. With a smaller budget, the minimum is
`MIN_EXPECTED_GAIN`. See `estimate_gain`.
"""
_GAINS: Final = (0.399, 0.198, 0.0833, 0.0293, 0.00849, 0.002, 0.000382, 0.000058)
"""Expected gain of simulating a candidate turn further, by how far it is behind the best turn.

The items are for candidates that are 0, 0.5, 1 ... standard errors behind. Gains are in standard
errors too. A gain is the mean of max(0, x) for a normally distributed x with the mean 0, -0.5,
-1 ... and the standard deviation 1. It is a table because computed exponentials differ in their
last digits between machines.
"""
MIN_WORLDS: Final = 16
"""Number of guesses at the hidden cards after which the search first drops its worst candidates.

Candidates are turns, and each is simulated in each guess. The search drops further candidates each
time the number of guesses has doubled.
"""

LineT = TypeVar("LineT", bound=CandidateLine)


def halve_sequentially(
    lines: list[LineT],
    budget: int,
    simulate_once: Callable[[list[LineT]], int],
    should_stop: ShouldStop,
    least_worlds: int = 0,
) -> list[LineT]:
    """Find the best candidate turn by sequential halving.

    The budget is divided into equal stages. In each stage, all remaining candidates are simulated
    equally often; then the worse half is dropped, until one candidate is left. Candidates that have
    hardly a chance to become the best are dropped earlier.

    Args:
        lines: The candidate turns, at least one.
        budget: Number of simulated turns to spend.
        simulate_once: Simulates candidates once more, in a new guess at the hidden cards. Returns
            the number of simulated turns.
        should_stop: Returns True to end the search early.
        least_worlds: Minimum number of guesses at the hidden cards in which the last remaining
            candidate is simulated, if the budget allows.

    Returns:
        All candidates: the best first, then the dropped ones, beginning with the last dropped one.
    """
    running = lines[:]
    dropped: list[LineT] = []
    stages = max(1, (len(running) - 1).bit_length())
    least_gain = min(MIN_EXPECTED_GAIN, LIMIT_PER_BUDGET / max(budget, 1))
    work = 0
    worlds = 0
    next_look = MIN_WORLDS
    told_to_stop = False

    def is_over() -> bool:
        nonlocal told_to_stop
        told_to_stop = told_to_stop or should_stop()
        return told_to_stop

    for stage in range(1, stages + 1):
        until = budget * stage // stages
        while work < until and (len(running) > 1 or worlds < least_worlds) and not is_over():
            work += simulate_once(running)
            worlds += 1
            if worlds == next_look:
                next_look *= 2
                _drop(running, dropped, len(running), least_gain, is_over)
        if stage == stages:
            most = len(running)
        else:
            most = (len(running) + 1) // 2
        _drop(running, dropped, most, least_gain, is_over)
    return running + dropped


def _drop(
    running: list[LineT],
    dropped: list[LineT],
    most: int,
    least_gain: float,
    should_stop: ShouldStop,
) -> None:
    """Drop the candidate turns that can hardly become the best.

    Args:
        running: The candidates that are still examined; sorted and shortened in place.
        dropped: The candidates that were dropped before. The candidates that are dropped now are
            inserted at the beginning.
        most: Maximum number of candidates to keep.
        least_gain: Minimum expected gain of a candidate to keep, see `estimate_gain`.
        should_stop: Once it returns True, expected gains aren't checked any more.
    """
    running.sort(key=attrgetter("sort_key"), reverse=True)
    best = running[0].comparable_values()
    kept: list[LineT] = []
    for line in running[1:most]:
        if should_stop() or estimate_gain(line.comparable_values(), best) >= least_gain:
            kept.append(line)
    dropped[:0] = [line for line in running[1:] if line not in kept]
    running[1:] = kept


def estimate_gain(own: Sequence[float], best: Sequence[float]) -> float:
    """Return the expected gain of simulating a candidate turn further.

    Further simulation may show that the candidate is better than the best turn so far. The gain is
    the average increase in value from choosing the candidate in that case. It is small if the
    candidate is far behind the best turn, or if its value is already known precisely.

    Args:
        own: Values of the candidate in each world, see `CandidateLine.comparable_values`.
        best: Values of the best turn in the same worlds.
    """
    behind = list(map(sub, best, own))
    if not behind:
        return 1.0
    error = error_of(behind)
    half_errors = int(max(2.0 * fsum(behind) / len(behind) / error, 0.0))
    return error * _GAINS[min(half_errors, len(_GAINS) - 1)]


# -- the player ------------------------------------------------------------------------------


class Search(NamedTuple):
    """The inputs of an AI player's search for the best turn.

    Attributes:
        simulator: Simulates the rest of the round after a candidate turn.
        lines: The candidate turns, at least one.
        least_worlds: Minimum number of worlds (guesses at the hidden cards) in which the chosen
            turn is simulated, so that the estimates shown to the user are reliable.
    """

    simulator: Simulator[Any]
    lines: list[Any]
    least_worlds: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(ABC):
    """An AI player that simulates candidate turns and chooses the one with the best results.

    Each game's subclass lists the candidate turns.
    """

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = never_stop
    ) -> Choice:
        search = self.prepare(observation, budget, seed, should_stop)
        if isinstance(search, Choice):
            return search
        lines = halve_sequentially(
            search.lines, budget, search.simulator.simulate_once, should_stop, search.least_worlds
        )
        return Choice(lines[0].steps, list_candidates(lines, should_stop))

    @abstractmethod
    def prepare(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop
    ) -> Search | Choice:
        """Return the search among the candidate turns, or the choice if there is only one turn.

        Args:
            observation: The seat's observation.
            budget: Maximum number of simulated turns.
            seed: Seed of the guesses at hidden cards and of the simulations.
            should_stop: Called during the simulations, and in this method if it takes long. Once it
                returns True, the work ends early.

        Raises:
            NotToActError: The observing seat doesn't have to act.
        """


UNLIMITED_BUDGET: Final = 1 << 30
"""Budget for `SearchPlayer.prepare` with which no candidate turn is left out to save time."""
