"""The pages that lie open above the table, the last one on top."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.pages.page import Page


class PageStack:
    """Holds the open pages, so that their owner can show, close and lay them out in one line.

    on_show: runs before a page comes up, for what must not stay below it.
    """

    def __init__(self, on_show: Callable[[], None] = lambda: None) -> None:
        self._on_show = on_show
        self._open: list[Page] = []

    @property
    def top(self) -> Page | None:
        """The page on top, None while none is open."""
        return self._open[-1] if self._open else None

    @property
    def open_pages(self) -> tuple[Page, ...]:
        """The pages, from the lowest to the one on top."""
        return tuple(self._open)

    def show(self, page: Page) -> None:
        """Open a page above the others."""
        self._on_show()
        self._open.append(page)
        page.opened()

    def close(self, page: Page | None = None) -> None:
        """Close a page, the one on top unless it is named; nothing happens when it is not open."""
        closing = self.top if page is None else page
        if closing is not None and closing in self._open:
            self._open.remove(closing)
            closing.closed()

    def close_all(self) -> None:
        """Close every page, the topmost first."""
        while self._open:
            self.close()

    def resized(self) -> None:
        """Lay every page out for the present window, theme, words and cards."""
        for page in tuple(self._open):
            page.resized()

    def handle(self, event: pygame.Event) -> bool:
        """Let the page on top take an event."""
        return self.top is not None and self.top.take(event)

    def tick(self, now: float) -> None:
        """Let every page do what the time asks for."""
        for page in tuple(self._open):
            page.tick(now)

    @property
    def is_waiting(self) -> bool:
        """Whether time alone will change one of the pages."""
        return any(page.is_waiting for page in self._open)
