"""A line: a way to take a turn in a search, and what became of it so far."""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, Final

from red7_desktop.tabletop.player import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.steps import Step


class Line:
    """A way to take a turn.

    steps: its steps. handicap: what of its value it loses for what it costs at first sight. values:
    what came of each sample, from 0 (most trash) to 1 (none). wins: how often it brought no trash.
    """

    __slots__ = ("handicap", "squares", "steps", "total", "values", "wins")

    def __init__(self, steps: tuple[Step, ...], handicap: float = 0.0) -> None:
        self.steps: Final = steps
        self.handicap: Final = handicap
        self.values: Final[list[float]] = []
        self.total = 0.0
        self.squares = 0.0
        self.wins = 0

    def record(self, value: float, won: bool) -> None:
        """Take in one sample."""
        self.values.append(value)
        self.total += value
        self.squares += value * value
        self.wins += won

    @property
    def samples(self) -> int:
        """How often it was tried."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """The value so far; 0 without samples."""
        return self.total / len(self.values) if self.values else 0.0

    @property
    def merit(self) -> float:
        """What lines are ranked by: the value so far, less the handicap."""
        return self.mean - self.handicap

    @property
    def variance(self) -> float:
        """The square of the standard error of the mean."""
        if not self.values:
            return 1.0
        many = len(self.values)
        return max(self.squares / many - self.mean**2, 0.0) / many

    def candidate(self, best: Line) -> Candidate:
        """Give what was found beside the best line.

        Where this one was given up sooner, its value is the best one's less the distance between
        them in the worlds that both have met, so that the luck in the others does not count.
        """
        value, error = self._beside(best)
        chance = self.wins / self.samples if self.samples else 0.0
        return Candidate(self.steps, value, chance, self.samples, error=error)

    def _beside(self, best: Line) -> tuple[float, float]:
        """Give the value, and the standard error of how far it is from the best line's."""
        if not self.samples:
            return 0.0, 1.0
        if self is best:
            return self.mean, _error(self.values)
        behind = [theirs - own for theirs, own in zip(best.values, self.values, strict=False)]
        value = self.mean
        if self.samples < best.samples:
            value = min(max(best.mean - fsum(behind) / len(behind), 0.0), 1.0)
        return value, _error(behind)


def candidates_of(lines: Sequence[Line]) -> tuple[Candidate, ...]:
    """Give what was found about lines that met the same worlds: the first one, then best first."""
    best = lines[0]
    rest = [line.candidate(best) for line in lines[1:]]
    rest.sort(key=_value, reverse=True)
    return (best.candidate(best), *rest)


def _value(candidate: Candidate) -> float:
    return candidate.value


def _error(values: list[float]) -> float:
    """Give the standard error of the mean of values that lie within 1 of one another.

    A few that are all alike prove little: it is as if one more had been off by 1.
    """
    many = len(values)
    if not many:
        return 1.0
    mean = fsum(values) / many
    squares = fsum([(value - mean) ** 2 for value in values])
    return sqrt((squares + 1.0) / many) / sqrt(many)
