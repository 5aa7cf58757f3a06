"""The timeline of a match that has been played: where its turns and rounds begin and end."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.tabletop.game import TABLE

if TYPE_CHECKING:
    from red7_desktop.tabletop.match import Match


class TimelinePosition(NamedTuple):
    """Where a moment lies: its round from 1, and how many of the round's turns are over."""

    round: int
    turn: int
    turns: int


class Timeline:
    """Moments are revisions of the match: the numbers of steps taken, from 0 to `last`.

    rounds: those at which a round lies dealt, the first at 0; ends: those at which each has nothing
    more to come. turns: those at which a turn is over:
    whoever has acted acts no more, or cannot take it back.
    """

    def __init__(self, match: Match) -> None:
        log, outcomes = match.log, match.outcomes
        self.last = match.revision
        dealt = [at for at, entry in enumerate(log, start=1) if entry.seat == TABLE]
        self.rounds = (0, *dealt)
        self.ends = (*[at - 1 for at in dealt], self.last)
        ends: list[int] = []
        for at, (entry, outcome) in enumerate(zip(log, outcomes, strict=True), start=1):
            follows = log[at].seat if at < len(log) else None
            if entry.seat != TABLE and (
                follows != entry.seat or outcome.barrier in ("turn_over", "sealed")
            ):
                ends.append(at)
        self.turns = tuple(ends)
        self._stops = tuple(sorted({*self.rounds, *ends, self.last}))

    def turn_after(self, at: int) -> int:
        """Give where the next turn is over, or a round dealt; the end after the last."""
        return self._after(self._stops, at)

    def turn_before(self, at: int) -> int:
        """Give where the turn before was over, or the round was dealt; 0 before the first."""
        return self._before(self._stops, at)

    def round_after(self, at: int) -> int:
        """Give where the next round lies dealt, or the end."""
        return self._after(self.rounds, at)

    def round_before(self, at: int) -> int:
        """Give where this round was dealt, or, from there, the one before."""
        return self._before(self.rounds, at)

    def spot(self, at: int) -> TimelinePosition:
        """Tell where a moment lies."""
        number = bisect_right(self.rounds, at)
        begin = self.rounds[number - 1]
        end = self.rounds[number] if number < len(self.rounds) else self.last
        first, over = bisect_right(self.turns, begin), bisect_right(self.turns, at)
        return TimelinePosition(number, over - first, bisect_right(self.turns, end) - first)

    def _after(self, stops: tuple[int, ...], at: int) -> int:
        nth = bisect_right(stops, at)
        return stops[nth] if nth < len(stops) else self.last

    @staticmethod
    def _before(stops: tuple[int, ...], at: int) -> int:
        nth = bisect_left(stops, at)
        return stops[nth - 1] if nth else 0
