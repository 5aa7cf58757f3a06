"""Matches that have been played: with who played them, and shown up to any of their steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.tabletop.match import Match

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.tabletop.seated import Seated


class Replayed(NamedTuple):
    """A record that has been played again. day: on which the match was played."""

    match: Match
    seats: tuple[Seated, ...]
    day: date


class RecordedMatch(Match):
    """A match that is known to its end, shown up to one of its steps: at first to the last.

    For whoever looks at it, it is a match that stands there.
    """

    def __init__(self, played: Match) -> None:
        self.game, self.options, self.seed = played.game, played.options, played.seed
        self.played = played
        self.turn_to(played.revision)

    def turn_to(self, revision: int) -> None:
        """Show the match as it was after so many steps, 0 for the start. Raises IndexError."""
        played = self.played
        self._states = [played.state_at(number) for number in range(revision + 1)]
        self._entries = list(played.log[:revision])
        self._outcomes = list(played.outcomes[:revision])
