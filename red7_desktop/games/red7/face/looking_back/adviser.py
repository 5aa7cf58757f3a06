"""Finds hints in the background, so that the table never waits for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.looking_back.opponents import TIME_CAPS, capped
from red7_desktop.games.red7.players.levels import level_of

if TYPE_CHECKING:
    from red7_desktop.play.thinker import Thinker
    from red7_desktop.tabletop.player import Choice

LEVEL: Final = "expert"
"""Whose advice it is."""


class Adviser:
    """Asks the strongest player what it would do in a seat's place.

    It gets what the seat may know and nothing else. now: gives the time in seconds. is_busy: an
    answer is still to come.
    """

    def __init__(self, thinker: Thinker, now: Callable[[], float]) -> None:
        self._thinker = thinker
        self._now = now
        self.is_busy = False

    def ask(self, revision: int, observation: Any) -> None:
        """Begin to think about an observation."""
        self.is_busy = True
        self._thinker.ask(revision, observation.viewer or 0, self._advice, observation)

    def poll(self) -> Choice | None:
        """Give the advice when it has come, once."""
        found = self._thinker.poll()
        if found is None:
            return None
        self.is_busy = False
        if not found.steps:
            return None
        choice: Choice = found.steps[0]
        return choice

    def forget(self) -> None:
        """Drop what was asked."""
        self.is_busy = False
        self._thinker.cancel()

    def _advice(self, observation: Any, should_stop: Callable[[], bool]) -> tuple[Choice]:
        level = level_of(LEVEL)
        in_time = capped(TIME_CAPS[LEVEL], self._now, should_stop)
        return (level.make().choose(observation, level.budget, 0, in_time),)
