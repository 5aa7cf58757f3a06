"""A line: a candidate turn in a search, and what became of it so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.ai.packed import GOES_OUT, opening_of
from red7_desktop.ai.player import Candidate
from red7_desktop.games.red7.steps import FETCH, PASS

if TYPE_CHECKING:
    from red7_desktop.games.red7.steps import Step


class Line:
    """A candidate turn.

    steps: the turn. is_open: whether it stops at a 3's draw. goes_out: whether it passes. samples:
    how often it was tried; total, squares, wins: sums over them of the value, of its square, and
    of rounds won. replies: by packed turn of the next seat, how often it came and the sum of the
    values.
    """

    __slots__ = (
        "goes_out",
        "is_open",
        "replies",
        "samples",
        "squares",
        "steps",
        "total",
        "wins",
    )

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps: Final = steps
        self.is_open: Final = steps[-1].kind == FETCH
        self.goes_out: Final = steps[-1].kind == PASS
        self.samples = 0
        self.total = 0.0
        self.squares = 0.0
        self.wins = 0
        self.replies: Final[dict[int, list[float]]] = {}

    def record(self, value: float, won: bool, reply: int) -> None:
        """Take in one sample."""
        self.samples += 1
        self.total += value
        self.squares += value * value
        if won:
            self.wins += 1
        met = self.replies.get(reply)
        if met is None:
            self.replies[reply] = [1.0, value]
        else:
            met[0] += 1.0
            met[1] += value

    @property
    def mean(self) -> float:
        """The value so far; 0 without samples."""
        return self.total / self.samples if self.samples else 0.0

    @property
    def silence(self) -> float:
        """How often the next seat had no reply, as a part of the samples."""
        met = self.replies.get(GOES_OUT)
        return met[0] / self.samples if met is not None else 0.0

    @property
    def variance(self) -> float:
        """The square of the standard error of the mean."""
        if not self.samples:
            return 1.0
        return max(self.squares / self.samples - self.mean**2, 0.0) / self.samples

    def candidate(self, next_seat: int) -> Candidate:
        """Give what was found, with the reply that hurts most."""
        feared = self._feared()
        return Candidate(
            self.steps,
            self.mean,
            self.wins / self.samples if self.samples else 0.0,
            self.samples,
            opening_of(feared) if feared != GOES_OUT else (),
            next_seat if feared != GOES_OUT else -1,
        )

    def _feared(self) -> int:
        """Give the reply that costs most against the mean, how often it comes counted in."""
        worst, cost = GOES_OUT, 0.0
        for reply, (count, total) in self.replies.items():
            costs = count * self.mean - total
            if reply != GOES_OUT and costs > cost:
                worst, cost = reply, costs
        return worst
