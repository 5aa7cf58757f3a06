"""A line: a way to take a turn in a search, and what became of it so far."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from red7_desktop.tabletop.comparing import error_of, sort_best_first
from red7_desktop.tabletop.player import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.steps import Step


SURELY: Final = 3.0
"""A line that is so many standard errors behind the best one is given up, however far it got."""


FIRST_SIGHT: Final = 14.0
"""A thousand more at first sight counts as much as so many samples with 0 in place of 1: it is
worth some .07 of a round, and that is as good a guess as 200 samples."""


class Line:
    """A way to take a turn.

    steps: its steps. cost: at first sight, in thousandths. values: what came of each sample, from 0
    (most trash) to 1 (none). wins: how often it brought no trash.
    """

    __slots__ = ("cost", "steps", "total", "values", "wins")

    def __init__(self, steps: tuple[Step, ...], cost: int = 0) -> None:
        self.steps: Final = steps
        self.cost: Final = cost
        self.values: Final[list[float]] = []
        self.total = 0.0
        self.wins = 0

    def record(self, value: float, won: bool) -> None:
        """Take in one sample."""
        self.values.append(value)
        self.total += value
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
        """What lines are ranked by: the value so far, less what the first sight says against it.

        The fewer samples there are, the more it has to say.
        """
        return self.mean - FIRST_SIGHT * self.cost / 1000.0 / (len(self.values) + 1)

    def behind(self, best: Line) -> tuple[float, float]:
        """Give how far its value lies behind another's in the worlds that both met, and the error.

        Both are 0 and 1 where there are none.
        """
        apart = [theirs - own for theirs, own in zip(best.values, self.values, strict=False)]
        return (fsum(apart) / len(apart) if apart else 0.0), error_of(apart)

    def is_surely_worse(self, best: Line) -> bool:
        """Whether it is so far behind that more samples will not change it."""
        behind, error = self.behind(best)
        return behind > SURELY * error

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
        if not self.values:
            return 0.0, 1.0
        if self is best:
            return self.mean, error_of(self.values)
        behind, error = self.behind(best)
        is_shorter = len(self.values) < len(best.values)
        return min(max(best.mean - behind, 0.0), 1.0) if is_shorter else self.mean, error


def candidates_of(lines: Sequence[Line]) -> tuple[Candidate, ...]:
    """Give what was found about lines that met the same worlds: the first one, then best first."""
    best = lines[0]
    return sort_best_first([line.candidate(best) for line in lines])
