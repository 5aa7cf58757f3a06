"""Clocks: the one place where the scene learns what time it is."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Something that tells the time in seconds, never going backwards; its zero means nothing."""

    def now(self) -> float: ...


class MonotonicClock:
    """Tells the real time; for the running program."""

    def now(self) -> float:
        return time.monotonic()


class SteppedClock:
    """Tells the time that a test has set.

    >>> clock = SteppedClock()
    >>> clock.step(0.25)
    >>> clock.now()
    0.25
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def step(self, seconds: float) -> None:
        """Move the time on; ValueError for a step backwards."""
        if seconds < 0:
            raise ValueError(f"a clock never goes back: step({seconds})")
        self._now += seconds
