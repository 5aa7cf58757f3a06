"""Opens a screen in steps, as many in a frame as find room; puts a table in another's place."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.overlays.pages import PageStack
    from red7_desktop.app.table_screen.screen import TableScreen
    from red7_desktop.kit.pages.screen import Screen
    from red7_desktop.scene.input.focus import Focus

SLICE: Final = 0.004
"""Seconds after which the rest of an opening waits for the next frame."""


class ScreenOpening:
    """Takes the steps of one screen. now: gives the time in seconds.

    Till the last one is taken the window stays as it was. Whoever has an event for the screen, or
    wants another, calls `finish` first.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._steps: deque[Callable[[], None]] = deque()

    @property
    def is_unfinished(self) -> bool:
        """Whether there are steps left."""
        return bool(self._steps)

    def begin(self, screen: Screen, since: float) -> None:
        """Open a screen. since: when this frame's work on it has begun."""
        self._steps.extend(screen.opening())
        self._fill(since)

    def go_on(self) -> None:
        """Take one more step, and others till the slice is over."""
        since = self._now()
        if self._steps:
            self._steps.popleft()()
        self._fill(since)

    def _fill(self, since: float) -> None:
        while self._steps and self._now() - since < SLICE:
            self._steps.popleft()()

    def finish(self) -> None:
        """Take all steps that are left."""
        while self._steps:
            self._steps.popleft()()


def rebuild_table(
    before: Screen,
    table: TableScreen,
    pages: PageStack,
    focus: Focus,
    show: Callable[[Screen], None],
) -> None:
    """Put another table below what lies above the one that is shown, with the same pages.

    pages: that lie above any screen. show: shows a screen, all of it.
    """
    from red7_desktop.app.table_screen.screen import TableScreen

    page = pages.top
    left = before.left_open() if isinstance(before, TableScreen) else None
    place = ""
    if page is not None:
        place = focus.place_in(page.node)
        pages.close(page)
    show(table)
    if left is not None:
        table.open_again(left)
    if page is not None:
        pages.show(page)
        focus.return_to(place)
