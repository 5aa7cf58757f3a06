"""Search by rollouts in determinizations, for any game with hidden cards; compiled.

A *line* is a candidate turn. A *simulator* deals *worlds*, each one way in which the hidden cards
may lie, and plays the round on after a line: a rollout. All lines meet the same worlds and the same
luck, so a difference between two lines is a difference between the turns. Sequential halving
shares the budget among the lines.

A game writes a `Simulator` and a `SearchPlayer`, and its own `Line` where a line has to remember
more than how its rollouts ended.
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
    keep_on,
    mypyc_attr,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Line:
    """A candidate turn and how its rollouts ended.

    Attributes:
        steps: The turn.
        values: The value of each rollout, from 0 to 1, in the order of the worlds.
        total: Sum of `values`.
        wins: Rollouts in which the seat won the round, or the sum of its chances to win it.
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
            value: From 0 to 1.
            won: 1 if the seat won the round, 0 if not; or its chance, if the rollout stopped early.
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
    def worth(self) -> float:
        """Estimated value of the turn; the mean, unless the game corrects it."""
        return self.mean

    @property
    def merit(self) -> Any:
        """Sort key while the budget is shared: the best line has the greatest."""
        return self.worth

    def settled(self) -> list[float]:
        """List the values that `worth` is the mean of, in the order of the worlds."""
        return self.values

    def to_candidate(self, best: Line) -> Candidate:
        """Summarise the line.

        Args:
            best: The first line of the list, which gets its own value and error; the value and
                the error of other lines are relative to it.
        """
        settled = self.settled()
        if self is best:
            value = self.worth
            error = error_of(settled)
        else:
            value, error = place_beside(settled, self.worth, best.settled(), best.worth)
        if self.values:
            wins = self.wins / len(self.values)
        else:
            wins = 0.0
        return Candidate(self.steps, value, wins, len(self.values), error=error)


def list_candidates(
    lines: Sequence[Line], should_stop: ShouldStop = keep_on
) -> tuple[Candidate, ...]:
    """Summarise lines that met the same worlds: the first line, then the others, best first.

    Args:
        lines: The chosen line first.
        should_stop: Asked before each other line; once it says stop, the rest is left out.
    """
    chosen = lines[0].to_candidate(lines[0])
    others: list[Candidate] = []
    for line in lines[1:]:
        if should_stop():
            break
        others.append(line.to_candidate(lines[0]))
    return (chosen, *sorted(others, key=attrgetter("value"), reverse=True))


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of the mean of values that lie within 1 of one another.

    A few equal values prove little, so the error counts one more value that is off by 1.
    """
    many = len(values)
    if not many:
        return 1.0
    mean = fsum(values) / many
    # One call for all values: a choice has tens of thousands, and a stop must not wait for them.
    squares = max(fsum(map(mul, values, values)) - many * mean * mean, 0.0)
    return sqrt((squares + 1.0) / many) / sqrt(many)


def place_beside(
    own: Sequence[float], own_value: float, best: Sequence[float], best_value: float
) -> tuple[float, float]:
    """Return a line's value next to the best one's, and the standard error of their difference.

    A line that was dropped early is valued at the best one's value minus their mean difference in
    the worlds that both met. So lucky worlds do not put it above the best line.

    Args:
        own: The line's settled values.
        own_value: Its worth.
        best: Settled values of the best line, for the same worlds and perhaps more.
        best_value: Worth of the best line.
    """
    if not own:
        return 0.0, 1.0
    behind = list(map(sub, best, own))
    if len(own) < len(best):
        own_value = min(max(best_value - fsum(behind) / len(behind), 0.0), 1.0)
    return own_value, error_of(behind)


def shuffle(cards: list[Any], chance: Callable[[], float]) -> None:
    """Shuffle a list in place, the same way on every machine and in every version of Python.

    Args:
        cards: Anything.
        chance: Returns numbers from 0 up to 1, as `Random.random`, the only generator whose
            sequence Python promises to keep.
    """
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


WorldT = TypeVar("WorldT")


@mypyc_attr(allow_interpreted_subclasses=True)
class Simulator(ABC, Generic[WorldT]):
    """Deals worlds that fit one observation, and plays the round on in them.

    Attributes:
        should_stop: Once it says stop, a rollout may be given up without an outcome.
        simulated: Turns simulated so far. A game may count a costly turn several times.
    """

    def __init__(self, should_stop: ShouldStop = keep_on) -> None:
        self.should_stop = should_stop
        self.simulated = 0

    @property
    def work(self) -> int:
        """The part of a budget that is spent, in simulated turns."""
        return self.simulated

    @abstractmethod
    def deal(self) -> WorldT:
        """Deal what the seat can't see, and the luck of the rollouts.

        If nothing is inferred from what others did, all worlds are equally likely.
        """

    @abstractmethod
    def roll_out(self, line: Any, world: WorldT) -> None:
        """Play the round to its end after a line, record the outcome, and count the turns.

        The world is left as it is, for the next line.
        """

    def line_of(self, steps: tuple[Any, ...]) -> Line:
        """Make the line of a turn; a game that has its own class overrides this."""
        return Line(steps)

    def try_lines(self, lines: Sequence[Any]) -> int:
        """Roll out all lines in one more world; return the work that took.

        Once it is time to stop, only the first line is tried.
        """
        before = self.work
        world = self.deal()
        for nth in range(len(lines)):
            if nth and self.should_stop():
                break
            self.roll_out(lines[nth], world)
        return self.work - before


# -- sharing the budget ----------------------------------------------------------------------


LEAST_GAIN: Final = 0.0005
"""Drop a line when its expected gain over the best one is less than this."""
PATIENCE: Final = 24.0
"""With a budget beyond 48,000 the limit is this divided by the budget: then work is cheap."""
_GAINS: Final = (0.399, 0.198, 0.0833, 0.0293, 0.00849, 0.002, 0.000382, 0.000058)
"""Expected gain of a line, in standard errors, by how many half standard errors it is behind.

The mean of the positive part of a normal distribution. A table, because the last digits of powers
of e differ between machines.
"""
FIRST_LOOK: Final = 16
"""Number of worlds after which lines are first dropped; the next times are at twice as many."""

LineT = TypeVar("LineT", bound=Line)


def halve_sequentially(
    lines: list[LineT],
    budget: int,
    try_lines: Callable[[list[LineT]], int],
    should_stop: ShouldStop,
    least_worlds: int = 0,
) -> list[LineT]:
    """Share a budget among lines by sequential halving with early elimination.

    All lines get an equal part, then the better half gets as much again, until one is left. A line
    that can hardly become the best is dropped earlier.

    Args:
        lines: At least one.
        budget: Work to spend.
        try_lines: Rolls lines out in one more world and returns the work that took.
        should_stop: Ends the search early.
        least_worlds: Worlds that the last line meets at least, if the budget allows.

    Returns:
        All lines: the best first, then the dropped ones, last dropped first.
    """
    running = lines[:]
    dropped: list[LineT] = []
    stages = max(1, (len(running) - 1).bit_length())
    least_gain = min(LEAST_GAIN, PATIENCE / max(budget, 1))
    work = 0
    worlds = 0
    next_look = FIRST_LOOK
    told_to_stop = False

    def is_over() -> bool:
        nonlocal told_to_stop
        told_to_stop = told_to_stop or should_stop()
        return told_to_stop

    for stage in range(1, stages + 1):
        until = budget * stage // stages
        while work < until and (len(running) > 1 or worlds < least_worlds) and not is_over():
            work += try_lines(running)
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
    """Keep the best lines that may still gain enough; move the others to `dropped`.

    Once it is time to stop, all of the best `most` lines are kept.
    """
    running.sort(key=attrgetter("merit"), reverse=True)
    best = running[0].settled()
    kept: list[LineT] = []
    for line in running[1:most]:
        if should_stop() or may_gain(line.settled(), best) >= least_gain:
            kept.append(line)
    dropped[:0] = [line for line in running[1:] if line not in kept]
    running[1:] = kept


def may_gain(own: Sequence[float], best: Sequence[float]) -> float:
    """Return the expected gain of knowing a line's true value instead of taking the best line.

    It is small for a line far behind, and for one whose value is known well.

    Args:
        own: The line's settled values.
        best: Those of the best line, for the same worlds.
    """
    behind = list(map(sub, best, own))
    if not behind:
        return 1.0
    error = error_of(behind)
    half_errors = int(max(2.0 * fsum(behind) / len(behind) / error, 0.0))
    return error * _GAINS[min(half_errors, len(_GAINS) - 1)]


# -- the player ------------------------------------------------------------------------------


class Search(NamedTuple):
    """What a player is about to search.

    Attributes:
        simulator: Plays on from the observation.
        lines: The candidate turns, at least one.
        least_worlds: Worlds that the chosen line meets at least, because its figures are shown.
    """

    simulator: Simulator[Any]
    lines: list[Any]
    least_worlds: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(ABC):
    """Chooses the turn that does best in rollouts. A game's own player says what to search."""

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        search = self.prepare(observation, budget, seed, should_stop)
        if isinstance(search, Choice):
            return search
        lines = halve_sequentially(
            search.lines, budget, search.simulator.try_lines, should_stop, search.least_worlds
        )
        return Choice(lines[0].steps, list_candidates(lines, should_stop))

    @abstractmethod
    def prepare(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop
    ) -> Search | Choice:
        """List the candidate turns; or return the choice, if there is only one thing to do.

        Args:
            observation: What the seat knows.
            budget: Simulated turns that the search may take.
            seed: Of all chance in the worlds and rollouts.
            should_stop: For the simulator, and for long work of its own.

        Raises:
            NothingToChoose: The observing seat isn't asked to act.
        """


AT_LEISURE: Final = 1 << 30
"""The budget with which a judge prepares to compare turns: there no time is spared."""
