"""A rush: three minutes to solve as many puzzles as possible, until the third mistake.

This module draws nothing. The clock is passed in, and only counts while the player looks for a
turn, so that no device is too slow for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.tabletop.puzzle import Puzzle

if TYPE_CHECKING:
    from red7_desktop.app.puzzles.attempt import Attempt

RUSH_KIND: Final = "puzzle rush"
"""Kind of the profile's events about finished rushes.

The attribute `value` of such an event is the number of puzzles solved in the rush."""
SECONDS: Final = 180.0
MISTAKES: Final = 3
"""Number of mistakes that end a rush. A skipped puzzle counts as a mistake."""
ANNOUNCED: Final = (60, 30, 10)
"""Remaining seconds at which the time is announced."""
PER_LEVEL: Final = (5, 6, 8, 10)
"""Number of puzzles of each level before the next level begins; the last level has no limit."""


def choose_puzzles(
    puzzles: Sequence[Puzzle], new_number: Callable[[int], int]
) -> tuple[Puzzle, ...]:
    """Choose the puzzles of a rush: in random order within a level, the easiest level first.

    Args:
        puzzles: All puzzles, sorted by grade.
        new_number: Returns a random number below its argument.
    """
    found: list[Puzzle] = []
    for nth, (_, group) in enumerate(groupby(puzzles, key=lambda each: each.grade)):
        left = list(group)
        count = PER_LEVEL[nth] if nth < len(PER_LEVEL) else len(left)
        for _ in range(min(count, len(left))):
            found.append(left.pop(new_number(len(left))))
    return tuple(found)


def find_best(events: Iterable[ProfileEvent], game: str) -> int:
    """Return the most puzzles that were solved in one rush; 0 if there was none."""
    scores = [each.value for each in events if (each.kind, each.game) == (RUSH_KIND, game)]
    return max(scores, default=0)


class Rush:
    """Time and score of one rush, in which the user solves as many puzzles as possible.

    A rush ends when its time is up, after the last allowed mistake, or without further puzzles.

    Args:
        puzzles: The puzzles, in order.
        best: The best result so far.
        keep: Stores the result.

    Attributes:
        left: Remaining seconds.
        solved: Number of solved puzzles.
        mistakes: Number of wrong turns and skipped puzzles.
        is_over: Whether the rush has ended, for whatever reason.
        current: The attempt at the current puzzle.
    """

    def __init__(self, puzzles: Sequence[Puzzle], best: int, keep: Callable[[int], None]) -> None:
        self._puzzles = list(reversed(puzzles))
        self._keep = keep
        self._ticked_at: float | None = None
        self._announced = SECONDS
        self.best: Final = best
        self.left = SECONDS
        self.solved = 0
        self.mistakes = 0
        self.is_over = False
        self.current: Attempt | None = None

    @property
    def is_best(self) -> bool:
        """Whether the result is better than every earlier one."""
        return self.solved > self.best

    def take_next(self) -> Puzzle | None:
        """Return the next puzzle; end the rush and return None if there is none."""
        if self.is_over or not self._puzzles:
            self.finish()
            return None
        return self._puzzles.pop()

    def tick(self, now: float, *, is_counting: bool) -> None:
        """Advance the clock.

        Args:
            now: The time in seconds.
            is_counting: Whether the player is looking for a turn. Time only counts between two
                successive calls with True.
        """
        if self._ticked_at is not None and is_counting and not self.is_over:
            self.left = max(0.0, self.left - max(0.0, now - self._ticked_at))
            if not self.left:
                self.finish()
        self._ticked_at = now if is_counting else None

    def take_announcement(self) -> int:
        """Return the remaining seconds if they should be announced now, else 0."""
        due = [each for each in ANNOUNCED if self.left <= each < self._announced]
        if not due:
            return 0
        self._announced = min(due)
        return min(due)

    def count_puzzle(self, *, is_solved: bool) -> None:
        """Count a puzzle as solved, or as a mistake."""
        if self.is_over:
            return
        if is_solved:
            self.solved += 1
        else:
            self.mistakes += 1
            if self.mistakes == MISTAKES:
                self.finish()

    def finish(self) -> None:
        """End the rush and store its result, unless it is over or nothing was tried."""
        if self.is_over:
            return
        self.is_over = True
        if self.solved or self.mistakes:
            self._keep(self.solved)
