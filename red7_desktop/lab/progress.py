"""Shows on a terminal how far a long piece of work has come."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import Final, TextIO

WIDTH: Final = 30
"""Of the bar, in characters."""


EVERY: Final = 0.2
"""Seconds between two lines on a terminal; a file gets one at each tenth of the way instead."""


class ProgressBar:
    """A bar on one line that is written over and over; in a file, a line now and then."""

    def __init__(self, whole: int, stream: TextIO) -> None:
        self._whole: Final = whole
        self._stream: Final = stream
        self._on_terminal: Final = stream.isatty()
        self._started: Final = monotonic()
        self._shown = self._started
        self._tenths = 0

    def show(self, done: int, note: str = "") -> None:
        """Return how much is done, with a note."""
        now = monotonic()
        tenths = 10 * done // self._whole
        if self._on_terminal:
            if now - self._shown < EVERY and done < self._whole:
                return
        elif tenths == self._tenths:
            return
        self._shown, self._tenths = now, tenths
        bar = "#" * (WIDTH * done // self._whole)
        left = (now - self._started) / done * (self._whole - done)
        text = f"[{bar:<{WIDTH}}] {done}/{self._whole} {note} {_format_time(left)} left"
        self._stream.write(f"\r{text:<78}" if self._on_terminal else f"{text}\n")
        self._stream.flush()

    def __enter__(self) -> ProgressBar:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal's line."""
        if self._on_terminal:
            self._stream.write("\n")


def _format_time(seconds: float) -> str:
    """Write a time as minutes and seconds.

    >>> _format_time(75.2)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
