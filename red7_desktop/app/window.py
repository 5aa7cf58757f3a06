"""The window, and how its loop waits; what is done while nothing moves.

At rest SDL itself waits for events, past pygame, which looks a thousand times a second.

Screens are imported when they are opened, so that the start is short. Without this the first
opening of each would be long instead: the table and what plays there take a fifth of a second.
Painting is not done ahead, for it would take memory: the renderer spreads it over frames.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import math
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop import PRODUCT
from red7_desktop.games.registry import Box
from red7_desktop.kit.devices import Inputs
from red7_desktop.kit.game_view import load_facets
from red7_desktop.kit.pages.page import PageStack
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.scene import focus, keyboard, stage, theme

if TYPE_CHECKING:
    from red7_desktop.app.table.screen import TableScreen

FRAMES_PER_SECOND: Final = 60
NAP: Final = 1 / 24
"""Seconds of sleep between two looks for events where SDL can't wait for them. A press waits so
long at most, and with the frame that it brings it is answered within 50 milliseconds."""
REST_AFTER: Final = 2.0
"""Seconds without events and without anything that moves or is waited for."""
LONGEST_WAIT: Final = 0.5
"""Seconds that SDL waits at a time: Python hears of signals (Ctrl-C, SIGTERM) in between."""
HEARTBEAT: Final = 3.0
"""Seconds between two turns at rest, in which what other threads have to say is heard."""


class FramePacing:
    """Decides after every turn of the loop how long it may sleep. now: the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._stirred = now()

    def rest(self, has_events: bool, idle_for: float) -> float:
        """Return how many seconds there are before the next turn; an event ends them, 0 is no rest.

        has_events: whether there were any in the last turn. idle_for: for how many seconds nothing
        will go on without events, 0 while anything does.
        """
        if has_events or idle_for <= 0:
            self._stirred = self._now()
        if self._now() - self._stirred < REST_AFTER:
            return 0.0
        if idle_for >= NAP:
            return min(idle_for, HEARTBEAT)
        return 0.0


FIRST_SIZE: Final = (1280, 720)
LEAST_SIZE: Final = (960, 600)
_BARS = 90
_EDGES = 16
"""Pixels that title bar and taskbar take of a screen's height, and a window's edges of its width.
SDL knows the room that the desktop leaves, but pygame does not ask it."""
_UNSEEN: Final = frozenset({"dummy", "evdev", "offscreen"})
"""Drivers that SDL falls back to where there is no screen."""
_FRAMING: Final = 250
"""Milliseconds that a window manager has to put a frame around a window."""
_POLL: Final = 10


class NoDisplay(Exception):
    """No window can be opened; says what SDL said."""


class Window:
    """The one window of the program.

    size: in pixels, None for one that suits the screen. icon: its own; pygame would read another
    one, and import what reads it.
    """

    def __init__(self, size: tuple[int, int] | None, icon: pygame.Surface | None = None) -> None:
        """Open the window. Raises NoDisplay where there is no screen for one."""
        try:
            pygame.display.init()
            driver = pygame.display.get_driver()
            # A driver that draws where no one looks, unless the user has asked for it.
            if driver in _UNSEEN and driver not in os.environ.get("SDL_VIDEODRIVER", "").split(","):
                pygame.display.quit()
                raise NoDisplay("no X server and no Wayland compositor answers")
            # Through OpenGL a window's pixels cost several times as much where there is no graphics
            # card, but SDL knows no other way to Wayland. It asks when it opens the window.
            by_opengl = "1" if driver == "wayland" else "0"
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", by_opengl)
            pygame.font.init()
            if icon is not None:
                pygame.display.set_icon(icon)
            self._size = size or _choose_size()
            self._is_fullscreen = False
            self._place = (0, 0)
            self._screens: list[tuple[int, int]] = []
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
            _limit_size()
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
        self.set_title(PRODUCT)

    @property
    def surface(self) -> pygame.Surface:
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
            # On other screens than before, its place may be one that no one sees.
            if pygame.display.get_desktop_sizes() == self._screens:
                _move_back(window, self._place)

    def set_title(self, title: str) -> None:
        pygame.display.set_caption(title)

    def set_text_input(self, place: pygame.Rect | None, by_screen: bool = False) -> None:
        """Let letters be typed at a place in the window, in pixels; None: nothing is typed.

        SDL starts text input with the window. An input method would then compose words of the
        keys that are pressed at the table.

        by_screen: Whether SDL may open the system's screen keyboard, as it does on a Steam Deck.
        """
        os.environ["SDL_ENABLE_SCREEN_KEYBOARD"] = "1" if by_screen else "0"
        if place is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(place)


GROUND: Final = "#120F18"
"""What a window is filled with until something is drawn, as dark as every table."""


def list_uncovered(before: tuple[int, int], after: tuple[int, int]) -> list[pygame.Rect]:
    """Return what a window shows more than before: white, until something is drawn there.

    >>> list_uncovered((960, 600), (1000, 500)), list_uncovered((960, 600), (960, 700))
    ([Rect(960, 0, 40, 500)], [Rect(0, 600, 960, 100)])
    """
    wide, high = before
    w, h = after
    strips = pygame.Rect(wide, 0, w - wide, h), pygame.Rect(0, high, w, h - high)
    return [strip for strip in strips if strip.w > 0 and strip.h > 0]


_WAITING: Final = frozenset({"x11", "wayland", "windows", "cocoa"})
"""Drivers with which SDL waits; with others it looks a thousand times a second too."""


def find_sdl() -> ctypes.CDLL | None:
    """Return SDL as pygame has loaded it; None where it can't be found or doesn't wait."""
    if pygame.display.get_driver() in _WAITING:
        return keyboard.load_sdl()
    return None


def wait_for_events(seconds: float, sdl: ctypes.CDLL | None) -> list[pygame.Event]:
    """Wait so long at most, or until there are events: in SDL, or in naps; return the events.

    With a pad, which SDL asks a thousand times a second while it waits, in naps too.
    """
    events = pygame.event.get()
    ends = time.monotonic() + seconds
    while not events and (left := ends - time.monotonic()) > 0.001:
        if sdl is None or sdl.SDL_NumJoysticks() > 0:
            time.sleep(min(left, NAP))
        else:
            sdl.SDL_WaitEventTimeout(None, int(1000 * min(left, LONGEST_WAIT)))
        events = pygame.event.get()
    return events


HANDHELD_SETTINGS: Final[Mapping[str, Any]] = {"ui_scale": 125, "fullscreen": True}
"""The first settings on a Steam Deck: its screen is small, and no desktop is around the window."""
_BOARD: Final = Path("/sys/devices/virtual/dmi/id/board_vendor")


def is_steam_deck(environ: Mapping[str, str], board: Path = _BOARD) -> bool:
    """Return whether the program runs on a Steam Deck, started by Steam or without it.

    Args:
        environ: Steam sets SteamDeck to 1 there.
        board: File in which Linux names the maker of the mainboard; it may be missing.
    """
    if environ.get("SteamDeck") == "1":
        return True
    try:
        return board.read_text(encoding="utf-8").strip() == "Valve"
    except (OSError, UnicodeError):
        return False


def _choose_size() -> tuple[int, int]:
    sizes = pygame.display.get_desktop_sizes()
    if sizes:
        return choose_first_size(sizes[0])
    return FIRST_SIZE


def choose_first_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Return the largest of some sizes that leaves room for the desktop around it.

    On a small screen, it is what title bar and taskbar leave.

    >>> [choose_first_size(screen) for screen in ((1920, 1080), (1366, 768), (900, 1440))]
    [(1600, 900), (1205, 678), (884, 1350)]
    """
    width, height = screen
    for size in ((2560, 1440), (1920, 1080), (1600, 900), FIRST_SIZE):
        if size[0] <= width * 0.9 and size[1] <= height * 0.85:
            return size
    high = height - _BARS
    wide = min(width - _EDGES, high * FIRST_SIZE[0] // FIRST_SIZE[1])
    return max(wide, min(LEAST_SIZE[0], width - _EDGES)), max(high, LEAST_SIZE[1])


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
    try:
        # A screen that stands upright may be narrower than that.
        wide = min([LEAST_SIZE[0], *(size[0] for size in pygame.display.get_desktop_sizes())])
        pygame.Window.from_display_module().minimum_size = (wide, LEAST_SIZE[1])
    except (AttributeError, ValueError, pygame.error):
        return


_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD of glibc's mallopt."""
_LARGE: Final = 128 * 1024
"""Bytes. Most pictures are larger; what is smaller is soon used again."""
STILL: Final = 2.0
"""Seconds without a change after which no one is in the middle of something."""
_SELDOM: Final = 100
"""How many rounds of collecting young garbage pass before Python looks through old objects."""
_PILED_UP: Final = 60
"""How many rounds are more than some pages make, or puzzles that are made in the background."""


def give_back_early() -> None:
    """Let the memory of freed pictures go back to the system at once, where that can be asked for.

    glibc raises its limit for that as it goes, up to 32 MB, and then keeps the holes that freed
    pictures leave: at 1920x1080 some 80 MB after a few matches. Naming a limit keeps it where it
    is. Elsewhere this does nothing.
    """
    _ask_glibc("mallopt", _MMAP_THRESHOLD, _LARGE)


def tidy() -> None:
    """Collect garbage, and give back the holes that small pictures left. Takes 50 milliseconds.

    Pictures below that limit leave theirs in the heap, 40 MB of them after an hour of matches.
    What has survived is frozen, so that `collect_recent` is quick.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    give_holes_back()


def give_holes_back() -> None:
    """Give free memory inside the heap back to the system. Takes 1 to 7 milliseconds."""
    _ask_glibc("malloc_trim", 0)


def collect_recent() -> None:
    """Collect what has become garbage since the last `tidy`, such as a screen that was left.

    It takes 2 to 8 milliseconds, as only a few thousand objects are newer than that. Where nothing
    has been tidied yet, it freezes what is there instead: modules, which stay.
    """
    if gc.get_freeze_count():
        gc.collect()
    else:
        gc.freeze()


def _ask_glibc(function: str, *numbers: int) -> None:
    """Call a function of glibc; elsewhere do nothing."""
    if not sys.platform.startswith("linux"):
        return
    try:
        getattr(ctypes.CDLL(None), function)(*numbers)
    except (AttributeError, OSError):  # another C library
        return


class IdleGc:
    """Tidies while nothing moves, so that garbage neither piles up nor holds a frame up.

    Nodes know their parents and their children, so what leaves the screen goes only with a
    collection of all that has lived for a while. That takes longer than a frame: Python is told to
    begin it by itself only where nothing rests for very long. Young garbage goes as ever, and a
    screen that is left goes with `collect_recent` as soon as the next one is open.
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
            self._seen = changes
            self._still_since = now
        is_still = now - self._still_since >= STILL or gc.get_count()[2] >= _PILED_UP
        is_due = changes != self._tidied and now - self._last >= self._pause
        if is_resting and is_still and is_due:
            self._last = now
            self._tidied = changes
            tidy()


def rebuild_table(
    before: Screen,
    table: TableScreen,
    pages: PageStack,
    focus: focus.Focus,
    show: Callable[[Screen], None],
) -> None:
    """Put another table below what lies above the one that is shown, with the same pages.

    pages: that lie above any screen. show: shows a screen, all of it.
    """
    from red7_desktop.app.table.screen import TableScreen

    page = pages.top
    left = None
    if isinstance(before, TableScreen):
        left = before.more.left_open()
    place = ""
    if page is not None:
        place = focus.place_in(page.node)
        pages.close(page)
    show(table)
    if left is not None:
        table.more.open_again(left)
    if page is not None:
        pages.show(page)
        focus.return_to(place)


_LOG: Final = logging.getLogger(__name__)
_SIGNS: Final = "".join(map(chr, range(ord(" "), ord("~") + 1)))
MODULES: Final = (
    "red7_desktop.app.screens.new_game",
    "red7_desktop.app.screens.settings",
    "red7_desktop.app.screens.rules",
    "red7_desktop.play.ai",
    "red7_desktop.app.table.screen",
    "red7_desktop.table.layout_file",
    "red7_desktop.app.screens.lessons",
    "red7_desktop.app.puzzles.puzzles",
    "red7_desktop.app.puzzles.table",
    "red7_desktop.app.profile.profiles",
    "red7_desktop.app.profile.screen",
    "red7_desktop.app.replay.replays",
)
"""What is loaded, with all that it imports, in the order in which people may come to it; then the
games' players, faces and puzzles."""


def load_in_background(box: Box, *tasks: Callable[[], object]) -> threading.Thread:
    """Import the modules in a thread of its own, and then run some tasks; returns the thread.

    box: the games whose parts are loaded too. tasks: such as to read files. No one waits for it. An
    import lets other threads go on every few milliseconds.
    """
    thread = threading.Thread(target=lambda: _load(box, tasks), name="preparing", daemon=True)
    thread.start()
    return thread


def _load(box: Box, tasks: Sequence[Callable[[], object]]) -> None:
    try:
        for name in MODULES:
            import_module(name)
        for row in box.values():
            row.players()
            load_facets(row.face())
            if row.puzzles is not None:
                row.puzzles()
        for task in tasks:
            task()
    except Exception:  # those who open the page will hear of it again
        _LOG.exception("Something could not be made ready")


class FontWarmup:
    """Opens a theme's fonts at their sizes, one at a tick, and lets each measure the usual signs.

    That cannot be done in another thread, for all fonts share one library. Call `tick` while
    nothing moves.
    """

    def __init__(self, stage: stage.Stage) -> None:
        self._stage = stage
        self._made_for: tuple[theme.Theme, float] | None = None
        self._left: list[tuple[str, int]] = []

    @property
    def is_done(self) -> bool:
        return not self._left and self._made_for == self._wanted

    @property
    def _wanted(self) -> tuple[theme.Theme, float]:
        look = self._stage.look
        return look.theme, look.scale

    def tick(self) -> None:
        wanted = self._wanted
        if self._made_for != wanted:
            self._made_for = theme, scale = wanted
            sizes = {(text.font, round(text.size * scale)) for text in theme.texts.values()}
            self._left = sorted(sizes)
        if self._left:
            self._stage.look.text.fonts.font(*self._left.pop()).size(_SIGNS)


QUIET: Final = 20.0
"""Seconds without events and without anything that moves, after which the sound device rests."""
ALONE: Final = 300.0
"""Seconds after which nobody seems to be there to hear what goes round, until something comes."""
_HAS_FOCUS: Final = {pygame.WINDOWFOCUSLOST: False, pygame.WINDOWFOCUSGAINED: True}


class IdleTasks:
    """Opens fonts ahead, tidies, and lets the sound device rest.

    Call `stir` for every event and `tick` once a frame.
    """

    def __init__(self, ui: Ui, inputs: Inputs) -> None:
        self._ui = ui
        self._inputs = inputs
        self._layers: Sequence[Screen] = ()
        self._fonts = FontWarmup(ui.stage)
        self._idle_gc = IdleGc()
        self._due: deque[Callable[[], None]] = deque()
        self._stirred = ui.stage.clock.now()
        self._was_quiet = False
        self._has_focus = True
        self._began: float | None = None

    @property
    def idle_for(self) -> float:
        stage = self._ui.stage
        return self._measure(stage.clock.now(), is_resting=stage.is_resting)

    def _measure(self, now: float, *, is_resting: bool) -> float:
        if not (is_resting and self._fonts.is_done):
            return 0.0
        for layer in self._layers:
            if layer.is_waiting:
                return 0.0
        due = self._ui.stage.timers.next_due
        return min(math.inf if due is None else max(0.0, due - now), self._inputs.idle_for)

    def stir(self, event: pygame.Event) -> None:
        if event.type in _HAS_FOCUS:
            self._has_focus = _HAS_FOCUS[event.type]
        self._ui.audio.is_away = not self._has_focus
        self._ui.audio.hear(event)
        self._stirred = self._ui.stage.clock.now()
        self.begin_frame()

    def clear_up(self) -> None:
        """Free what a screen that has been replaced held, in the next two frames."""
        self._due = deque([collect_recent, give_holes_back])

    def begin_frame(self) -> None:
        if self._began is None:
            self._began = self._ui.stage.clock.now()

    def frame_time(self) -> float:
        """Return the seconds that the frame has taken; the next call is about the next one."""
        now = self._ui.stage.clock.now()
        began, self._began = self._began, None
        if began is None:
            return 0.0
        return now - began

    def tick(self, layers: Sequence[Screen], now: float) -> None:
        """Do what can be done now.

        Args:
            layers: The screens that tick, and may wait.
            now: The time of the stage's clock, in seconds.
        """
        self._layers = layers
        stage = self._ui.stage
        is_resting = stage.is_resting
        if self._due:
            self._due.popleft()()
        if is_resting:
            self._fonts.tick()
        self._idle_gc.tick(now, stage.root.changes, is_resting=is_resting)
        self._rest_or_wake(now, self._measure(now, is_resting=is_resting))

    def _rest_or_wake(self, now: float, idle_for: float) -> None:
        """Let the sound device rest while nothing goes on.

        It is woken a frame later, for that takes some milliseconds: the answer to a press is first.
        """
        if idle_for <= 0:
            self._stirred = now
        is_quiet = now - self._stirred >= QUIET
        if now - self._stirred >= ALONE:
            self._ui.audio.is_away = True
        if is_quiet:
            self._ui.audio.rest()
        elif not self._was_quiet:
            self._ui.audio.wake()
        self._was_quiet = is_quiet
