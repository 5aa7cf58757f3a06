"""Calls things after a time on the injected clock, at any animation speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from red7_desktop.scene.motion.clock import Clock


@dataclass(eq=False, frozen=True, slots=True)
class Timer:
    """A call that waits for its time; the handle for cancelling it."""

    due: float
    call: Callable[[], None]


class Timers:
    """Holds the calls that wait.

    Unlike animations they do not run faster at a higher speed: a message stays long enough to be
    read even when nothing is animated.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: list[Timer] = []

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call something once, at the first tick that is no earlier than `seconds` from now."""
        timer = Timer(self._clock.now() + seconds, call)
        self._waiting.append(timer)
        return timer

    def cancel(self, timer: Timer) -> None:
        """Take a call back; nothing happens when it has been made or cancelled before."""
        if timer in self._waiting:
            self._waiting.remove(timer)

    def tick(self) -> None:
        """Make the calls that are due, the earliest first."""
        now = self._clock.now()
        for timer in sorted(self._waiting, key=lambda timer: timer.due):
            # A call may cancel a later one, so look again before each.
            if timer.due <= now and timer in self._waiting:
                self._waiting.remove(timer)
                timer.call()

    @property
    def next_due(self) -> float | None:
        """The clock's time at which the next call is due, or None."""
        return min((timer.due for timer in self._waiting), default=None)
