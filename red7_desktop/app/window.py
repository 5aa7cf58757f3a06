"""The window: opening it, sizes and fullscreen, and the loop that drives the program."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final, Protocol

import pygame

from red7_desktop import PRODUCT
from red7_desktop.app.pacing import FRAMES_PER_SECOND, NAP, FramePacing

FIRST_SIZE: Final = (1280, 720)

LEAST_SIZE: Final = (960, 600)

_BARS, _EDGES = 90, 16
"""Pixels that title bar and taskbar take of a screen's height, and a window's edges of its width.
SDL knows the room that the desktop leaves, but pygame does not ask it."""

_UNSEEN: Final = frozenset({"dummy", "evdev", "offscreen"})
"""Drivers that SDL falls back to where there is no screen."""

_FRAMING: Final = 250
"""Milliseconds that a window manager has to put a frame around a window."""

_POLL: Final = 10


class NoDisplay(Exception):
    """No window can be opened; says what SDL said."""


class Driven(Protocol):
    """What the loop drives."""

    @property
    def is_running(self) -> bool:
        """False ends the loop."""

    def handle(self, event: pygame.Event) -> None:
        """Take an event."""

    def tick(self) -> None:
        """Move on to the present time."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring the window's pixels up to date; give the rectangles that changed."""

    @property
    def idle_for(self) -> float:
        """For how many seconds nothing will go on without events: 0 while anything does."""


class Window:
    """The one window of the program.

    size: in pixels, None for one that suits the screen.
    """

    def __init__(self, size: tuple[int, int] | None, *, fullscreen: bool = False) -> None:
        """Open the window. Raises NoDisplay where there is no screen for one."""
        try:
            pygame.display.init()
            _refuse_unseen(pygame.display.get_driver(), os.environ.get("SDL_VIDEODRIVER", ""))
            pygame.font.init()
            self._size = size or _choose_size()
            self._is_fullscreen = False
            self._place = (0, 0)
            self._screens: list[tuple[int, int]] = []
            self._open()
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
        self.set_title(PRODUCT)
        if fullscreen:
            self.set_fullscreen(True)

    def _open(self) -> None:
        pygame.display.set_mode(self._size, pygame.RESIZABLE)
        _limit_size()

    @property
    def surface(self) -> pygame.Surface:
        """The window's pixels."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplay("the window is closed")
        return surface

    def set_fullscreen(self, is_fullscreen: bool) -> None:
        """Fill the screen, or go back to the window as it was; nothing where it is so already.

        `set_mode` fills the screen even without a window manager, but finds no way back from it:
        the window would stay as large as the screen.
        """
        if is_fullscreen == self._is_fullscreen:
            return
        self._is_fullscreen = is_fullscreen
        if is_fullscreen:
            self._size = self.surface.get_size()
            self._place = pygame.Window.from_display_module().position
            self._screens = pygame.display.get_desktop_sizes()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN | pygame.RESIZABLE)
        else:
            window = pygame.Window.from_display_module()
            window.set_windowed()
            window.size = self._size
            _limit_size()
            # On other screens than before, its place may be one that nobody sees.
            if pygame.display.get_desktop_sizes() == self._screens:
                _move_back(window, self._place)

    def set_title(self, title: str) -> None:
        """Show a title where the system has a place for it."""
        pygame.display.set_caption(title)

    def set_icon(self, icon: pygame.Surface) -> None:
        """Show an icon where the system has a place for it."""
        pygame.display.set_icon(icon)

    def run(self, driven: Driven, on_first_frame: Callable[[], None]) -> None:
        """Drive something until it no longer runs."""
        clock, pacing = pygame.time.Clock(), FramePacing(time.monotonic)
        events, drawn = pygame.event.get(), False
        while driven.is_running:
            for event in events:
                driven.handle(event)
            driven.tick()
            changed = driven.draw(self.surface)
            if changed:
                pygame.display.update(changed)
            if not drawn:
                drawn = True
                on_first_frame()
            events = _sleep_till_event(clock, pacing.naps(bool(events), driven.idle_for))


def _sleep_till_event(clock: pygame.time.Clock, naps: int) -> list[pygame.Event]:
    """Sleep till the next turn of the loop, at rest till something happens; give the events."""
    if not naps:
        clock.tick(FRAMES_PER_SECOND)
        return pygame.event.get()
    events: list[pygame.Event] = []
    while naps and not events:
        time.sleep(NAP)
        events = pygame.event.get()
        naps -= 1
    return events


def _refuse_unseen(driver: str, wanted: str) -> None:
    """Refuse a driver that draws where nobody looks, unless the user has asked for it."""
    if driver in _UNSEEN and driver not in wanted.split(","):
        pygame.display.quit()
        raise NoDisplay("no X server and no Wayland compositor answers")


def _choose_size() -> tuple[int, int]:
    """Give the size of a first window for the screen that there is."""
    sizes = pygame.display.get_desktop_sizes()
    return choose_first_size(sizes[0]) if sizes else FIRST_SIZE


def choose_first_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Give the largest of some sizes that leaves room for the desktop around it.

    On a small screen, it is what title bar and taskbar leave.

    >>> first_size((1920, 1080)), first_size((1366, 768))
    ((1600, 900), (1205, 678))
    """
    width, height = screen
    for size in ((2560, 1440), (1920, 1080), (1600, 900), FIRST_SIZE):
        if size[0] <= width * 0.9 and size[1] <= height * 0.85:
            return size
    high = height - _BARS
    wide = min(width - _EDGES, high * FIRST_SIZE[0] // FIRST_SIZE[1])
    return max(wide, LEAST_SIZE[0]), max(high, LEAST_SIZE[1])


def _move_back(window: pygame.Window, place: tuple[int, int]) -> None:
    """Move a window back to where it was, once the window manager has put a frame around it.

    SDL forgets that frame: by its own reckoning the window comes back lower by the title bar.
    """
    for _ in range(_FRAMING // _POLL):
        pygame.time.wait(_POLL)
        pygame.event.pump()
    if window.position != place:
        window.position = place


def _limit_size() -> None:
    """Keep the window from being made too small, where SDL can do that."""
    try:
        pygame.Window.from_display_module().minimum_size = LEAST_SIZE
    except (AttributeError, ValueError, pygame.error):
        return
