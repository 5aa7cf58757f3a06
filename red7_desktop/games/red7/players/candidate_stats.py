"""A line: a candidate turn in a search, and what became of it so far."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.turn_code import GOES_OUT, decode_opening
from red7_desktop.games.red7.rules.steps import FETCH, PASS
from red7_desktop.tabletop.comparing import error_of, sort_best_first
from red7_desktop.tabletop.player import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.rules.steps import Step


PULL: Final = 10.0
"""So many samples of one reply weigh as much as what the others say of it."""


class Line:
    """A candidate turn.

    steps: the turn. conceded: what it is worth where the only rival goes out at once, 1 where that
    is not reckoned with. is_open: whether it stops at a 3's draw. goes_out: whether it passes.
    samples: how often it was tried; values: what came of it each time; met: the packed turn of the
    next seat each time; total, squares: the sums of the values and of their squares. wins: how
    often it won the round, points: what that brought in all. replies: by packed turn of the next
    seat, how often it came and the sum of the values.
    """

    __slots__ = (
        "conceded",
        "goes_out",
        "is_open",
        "met",
        "points",
        "replies",
        "samples",
        "squares",
        "steps",
        "total",
        "values",
        "wins",
    )

    def __init__(self, steps: tuple[Step, ...], conceded: float = 1.0) -> None:
        self.steps: Final = steps
        self.conceded: Final = conceded
        self.is_open: Final = steps[-1].kind == FETCH
        self.goes_out: Final = steps[-1].kind == PASS
        self.samples = 0
        self.values: Final[list[float]] = []
        self.met: Final[list[int]] = []
        self.total = 0.0
        self.squares = 0.0
        self.wins = 0
        self.points = 0
        self.replies: Final[dict[int, list[float]]] = {}

    def record(self, value: float, won: bool, points: int, reply: int) -> None:
        """Take in one sample; the points are those of whoever won the round."""
        self.samples += 1
        self.values.append(value)
        self.met.append(reply)
        self.total += value
        self.squares += value * value
        if won:
            self.wins += 1
            self.points += points
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
    def worth(self) -> float:
        """The value so far, where the rival goes out as soon as that is better for it.

        Nobody goes out on purpose while a round is played on. But a rival knows its own hand, and
        how it would reply is a sign of it: where those replies lead to more than `conceded`, it
        would not reply at all. Few samples of a reply say little, so its mean is drawn towards
        that of all replies, as if PULL samples more had come to that.
        """
        kept = self.total
        for reply in self._given_up():
            count, total = self.replies[reply]
            kept += count * self.conceded - total
        return kept / self.samples if self.samples else 0.0

    def _given_up(self) -> list[int]:
        """List the replies instead of which the rival goes out."""
        pull = PULL * self.mean
        return [
            reply
            for reply, (count, total) in self.replies.items()
            if total + pull > self.conceded * (count + PULL)
        ]

    def settled(self) -> list[float]:
        """List what came of each sample, where the rival goes out as in `worth`."""
        given_up = set(self._given_up())
        if not given_up:
            return self.values
        return [
            self.conceded if reply in given_up else value
            for value, reply in zip(self.values, self.met, strict=True)
        ]

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

    def candidate(self, next_seat: int, best: Line) -> Candidate:
        """Give what was found beside the best line, with the reply that hurts most.

        Where this one was given up sooner, its value is the best one's less the distance between
        them in the worlds that both have met, so that the luck in the others does not count.
        """
        feared = self._feared()
        value, error = self._beside(best)
        return Candidate(
            self.steps,
            value,
            self.wins / self.samples if self.samples else 0.0,
            self.samples,
            decode_opening(feared) if feared != GOES_OUT else (),
            next_seat if feared != GOES_OUT else -1,
            error,
            self.points / self.wins if self.wins else 0.0,
        )

    def _beside(self, best: Line) -> tuple[float, float]:
        """Give the value, and the standard error of how far it is from the best line's."""
        if not self.samples:
            return 0.0, 1.0
        settled = self.settled()
        if self is best:
            return self.worth, error_of(settled)
        behind = [theirs - own for theirs, own in zip(best.settled(), settled, strict=False)]
        value = self.worth
        if self.samples < best.samples:
            value = min(max(best.worth - fsum(behind) / len(behind), 0.0), 1.0)
        return value, error_of(behind)

    def _feared(self) -> int:
        """Give the reply that costs most against the mean, how often it comes counted in."""
        worst, cost = GOES_OUT, 0.0
        for reply, (count, total) in self.replies.items():
            costs = count * self.mean - total
            if reply != GOES_OUT and costs > cost:
                worst, cost = reply, costs
        return worst


def candidates_of(lines: Sequence[Line], next_seat: int) -> tuple[Candidate, ...]:
    """Give what was found about lines that met the same worlds: the first one, then best first."""
    best = lines[0]
    return sort_best_first([line.candidate(next_seat, best) for line in lines])
