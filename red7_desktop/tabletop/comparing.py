"""Says which of two turns is better, as far as trying them has shown: the one place that does."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.tabletop.player import Candidate

SURE: Final = 2.0
"""A difference counts from so many standard errors on: chance alone shows that in 1 of 40 cases."""

FELT: Final = 0.01
"""A difference up to this is called none, however sure it is: nobody meets it at a table."""


def compare_gain(better: Candidate, other: Candidate) -> float:
    """Give how much better the first candidate of a list is than another one of it.

    0 where that is within the error: then the other one is as good.
    """
    ahead = better.value - other.value
    return ahead if ahead > max(FELT, SURE * other.error) else 0.0


def is_winning_less_often(one: Candidate, other: Candidate) -> bool:
    """Whether a turn surely wins the round less often than another."""
    behind = other.win_chance - one.win_chance
    spread = _variance_of(one) + _variance_of(other)
    return behind > max(FELT, SURE * sqrt(spread))


def _variance_of(candidate: Candidate) -> float:
    """Give the square of the standard error of the chance to win the round."""
    chance = candidate.win_chance
    return chance * (1.0 - chance) / max(candidate.samples, 1)


def error_of(values: Sequence[float]) -> float:
    """Give the standard error of the mean of values that lie within 1 of one another.

    A few that are all alike prove little: it is as if one more had been off by 1.
    """
    many = len(values)
    if not many:
        return 1.0
    mean = fsum(values) / many
    squares = fsum([(value - mean) ** 2 for value in values])
    return sqrt((squares + 1.0) / many) / sqrt(many)


def sort_best_first(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Sort candidates by their values, the best first; but the one that was chosen stays first."""
    chosen, *rest = candidates
    return (chosen, *sorted(rest, key=attrgetter("value"), reverse=True))


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A turn beside others. proposed: the best one; taken: what was done, which may be the same.

    others: the rest, best first. All were tried in the same worlds after the player had
    chosen, so that its luck in choosing does not count.
    """

    proposed: Candidate
    taken: Candidate
    others: tuple[Candidate, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether just this turn was proposed."""
        return self.proposed.steps == self.taken.steps

    @property
    def loss(self) -> float:
        """How much of its value the turn taken gives away, 0 where it is as good."""
        return 0.0 if self.is_same else compare_gain(self.proposed, self.taken)
