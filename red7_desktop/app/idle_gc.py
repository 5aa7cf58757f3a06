"""Keeps the program's memory close to what it uses."""

from __future__ import annotations

import gc
import sys
from typing import Final

_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD of glibc's mallopt."""

_LARGE: Final = 128 * 1024
"""Bytes. Most pictures are larger; what is smaller is soon used again."""


STILL: Final = 2.0
"""Seconds without a change after which nobody is in the middle of something."""

_SELDOM: Final = 100
"""So many rounds of collecting young garbage pass before Python looks through old objects."""

_PILED_UP: Final = 60
"""So many rounds are more than some pages make, or puzzles that are made in the background."""


def give_back_early() -> None:
    """Let the memory of freed pictures go back to the system at once, where that can be asked for.

    glibc raises its limit for that as it goes, up to 32 MB, and then keeps the holes that freed
    pictures leave: at 1920x1080 some 80 MB after a few matches. Naming a limit keeps it where it
    is. Elsewhere this does nothing.
    """
    _ask_glibc("mallopt", _MMAP_THRESHOLD, _LARGE)


def tidy() -> None:
    """Collect garbage, and give back the holes that small pictures left. Takes some milliseconds.

    Pictures below that limit leave theirs in the heap, 40 MB of them after an hour of matches.
    """
    gc.collect()
    _ask_glibc("malloc_trim", 0)


def _ask_glibc(function: str, *numbers: int) -> None:
    """Call a function of glibc; elsewhere do nothing."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    try:
        getattr(ctypes.CDLL(None), function)(*numbers)
    except (AttributeError, OSError):  # another C library
        return


class IdleGc:
    """Tidies while nothing moves, so that garbage neither piles up nor holds a frame up.

    Nodes know their parents and their children, so what leaves the screen goes only with a
    collection of all that has lived for a while. That takes longer than a frame: Python is told to
    begin it by itself only where nothing rests for very long. Young garbage goes as ever.
    """

    def __init__(self, pause: float = 10.0) -> None:
        self._pause = pause
        self._last = 0.0
        self._tidied = self._seen = -1
        self._still_since = 0.0
        gc.set_threshold(*gc.get_threshold()[:2], _SELDOM)

    def tick(self, now: float, changes: int, *, is_resting: bool) -> None:
        """Tidy when the last time was a while ago, something has changed, and all is still.

        now: in seconds. changes: a count of what has changed on the screen. Where much has piled
        up, the first moment of rest is good enough.
        """
        if changes != self._seen or not is_resting:
            self._seen, self._still_since = changes, now
        is_still = now - self._still_since >= STILL or gc.get_count()[2] >= _PILED_UP
        is_due = changes != self._tidied and now - self._last >= self._pause
        if is_resting and is_still and is_due:
            self._last, self._tidied = now, changes
            tidy()
