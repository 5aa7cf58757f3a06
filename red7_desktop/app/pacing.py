"""How soon the loop turns again: at the screen's pace while anything goes on, seldom at rest.

SDL's own waiting for events would be no rest: in pygame it looks a thousand times a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

FRAMES_PER_SECOND: Final = 60

NAP: Final = 1 / 24
"""Seconds of sleep between two looks for events at rest. A press waits so long at most, and with
the frame that it brings it is answered within 50 milliseconds."""

REST_AFTER: Final = 2.0
"""Seconds without events and without anything that moves or is waited for."""

HEARTBEAT: Final = 3.0
"""Seconds between two turns at rest, in which what other threads have to say is heard."""


class FramePacing:
    """Decides after every turn of the loop how long it may sleep. now: the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._stirred = now()

    def naps(self, has_events: bool, idle_for: float) -> int:
        """Give how many naps fit in before the next turn; an event ends them, 0 is no rest.

        has_events: whether there were any in the last turn. idle_for: for how many seconds nothing
        will go on without events, 0 while anything does.
        """
        if has_events or idle_for <= 0:
            self._stirred = self._now()
        if self._now() - self._stirred < REST_AFTER:
            return 0
        return int(min(idle_for, HEARTBEAT) / NAP + 1e-9)
