"""How far somebody has come with puzzles, from their deeds alone; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from red7_desktop.app.profile.facts import ProfileEvent
    from red7_desktop.tabletop.puzzle import Puzzle

KIND: Final = "puzzle"
"""Of the deeds that tell of puzzles."""

SOLVED, MISSED, SHOWN, SKIPPED = "solved", "missed", "shown", "skipped"
"""What may come of a puzzle: the turn was found, missed in all tries, asked for, or put off."""

TRIES: Final = 3
"""After so many wrong turns a puzzle counts as missed."""

GIVEN_AWAY: Final = 3
"""From this value on, a solved puzzle was no feat: the hints gave the turn away."""

LIGHTS: Final = 7
"""So many in a row light the ring."""


class PuzzleProgress(NamedTuple):
    """What somebody has done. solved: by key. streak: how many were found in a row."""

    solved: frozenset[str] = frozenset()
    streak: int = 0

    @property
    def lit(self) -> int:
        """How many of the ring's lights are on; all are while the streak has just filled it."""
        return (self.streak - 1) % LIGHTS + 1 if self.streak else 0


def sum_up_progress(deeds: Iterable[ProfileEvent], game: str) -> PuzzleProgress:
    """Add up the deeds of a person, the oldest first.

    A puzzle that was solved before adds nothing to a streak, nor does one whose hints gave the turn
    away; a missed one and one whose answer was asked for end it, and one put off leaves it.
    """
    solved: set[str] = set()
    streak = 0
    for deed in deeds:
        if deed.kind != KIND or deed.game != game:
            continue
        if deed.outcome == SOLVED:
            streak += deed.key not in solved and deed.value < GIVEN_AWAY
            solved.add(deed.key)
        elif deed.outcome in (MISSED, SHOWN):
            streak = 0
    return PuzzleProgress(frozenset(solved), streak)


def find_next_puzzle(
    puzzles: Sequence[Puzzle], solved: frozenset[str], after: str | None = None
) -> Puzzle | None:
    """Give the next puzzle that is not solved, after the one of a key, from the beginning again.

    Where all are solved, the next one; None where there are none.
    """
    keys = [puzzle.key for puzzle in puzzles]
    first = keys.index(after) + 1 if after in keys else 0
    row = [*puzzles[first:], *puzzles[:first]]
    return next((puzzle for puzzle in row if puzzle.key not in solved), row[0] if row else None)
