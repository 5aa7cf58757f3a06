"""The window, waiting for events, and tasks for idle moments.

While the program rests, SDL waits for events directly, because pygame polls a thousand times a
second.

Screens are imported when they are opened, to start quickly. A background thread imports them ahead,
because the table alone takes a fifth of a second. Pictures are not painted ahead, which would use
memory; the renderer spreads painting over frames.
"""

from __future__ import annotations

import ctypes
import gc
import logging
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
from red7_desktop.games.registry import Catalogue
from red7_desktop.kit.devices import Inputs
from red7_desktop.kit.game_view import load_facets
from red7_desktop.kit.pages.page import PageStack
from red7_desktop.kit.storage import COLLECTION_PAUSE
from red7_desktop.kit.ui import Screen, Ui
from red7_desktop.scene import focus, keyboard, stage, theme

if TYPE_CHECKING:
    from red7_desktop.app.table.screen import TableScreen

FRAMES_PER_SECOND: Final = 60
POLL_SECONDS: Final = 1 / 24
"""Seconds of sleep between two polls on systems where SDL can't wait for events. The program
notices a press after at most this time, and so draws a reaction within 50 milliseconds."""
IDLE_SECONDS: Final = 2.0
"""Seconds without events, animations or pending work after which the loop rests."""
MAX_WAIT: Final = 0.5
"""Longest wait in SDL, in seconds, so that Python can handle signals (Ctrl-C, SIGTERM)."""
MAX_REST: Final = 3.0
"""Maximum wait of an idle main loop in seconds. Then the loop checks for other threads' results."""


class FramePacing:
    """Computes how long the main loop may sleep after each iteration.

    Args:
        now: Returns the time in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last_event = now()

    def compute_wait(self, has_events: bool, idle_for: float) -> float:
        """Return how long the main loop may wait for an event before its next iteration.

        Args:
            has_events: Whether the last iteration had events.
            idle_for: Seconds until the program has something to do even without an event.

        Returns:
            The wait in seconds; 0 to continue at the usual frame rate.
        """
        if has_events or idle_for <= 0:
            self._last_event = self._now()
        if self._now() - self._last_event < IDLE_SECONDS:
            return 0.0
        if idle_for >= POLL_SECONDS:
            return min(idle_for, MAX_REST)
        return 0.0


FIRST_SIZE: Final = (1280, 720)
MIN_SIZE: Final = (960, 600)
_BARS_HEIGHT = 90
"""Height of title bar and taskbar in pixels; pygame doesn't expose the usable desktop area."""
_FRAME_WIDTH = 16
"""Width of a window's frame in pixels."""
_INVISIBLE_DRIVERS: Final = frozenset({"dummy", "evdev", "offscreen"})
"""SDL drivers without a visible screen. SDL falls back to one of them without an error."""
_FRAME_MS: Final = 250
"""Milliseconds to wait until the window manager has added a frame to the window."""
_POLL: Final = 10


class NoDisplay(Exception):
    """Raised if no window can be opened; the message is SDL's reason."""


class Window:
    """The program's window.

    Args:
        size: Size in pixels, None for one that suits the screen.
        icon: The window's icon. None for pygame's own, which costs the time to load it and the
            modules for it.

    Raises:
        NoDisplay: There is no screen.
    """

    def __init__(self, size: tuple[int, int] | None, icon: pygame.Surface | None = None) -> None:
        try:
            pygame.display.init()
            driver = pygame.display.get_driver()
            # Refuse an invisible driver unless the user has requested it.
            if driver in _INVISIBLE_DRIVERS and driver not in os.environ.get(
                "SDL_VIDEODRIVER", ""
            ).split(","):
                pygame.display.quit()
                raise NoDisplay("no X server and no Wayland compositor answers")
            # Use OpenGL only on Wayland, where SDL needs it: without a graphics card it makes
            # updates several times as slow. SDL reads this variable when it opens the window.
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
        """Switch full screen on or off; do nothing if the window is already in that state.

        pygame's `set_mode` enters full screen even without a window manager, but can't leave it:
        the window would stay as large as the screen. Leaving therefore uses the window's methods.
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
            # Restore the position only if the monitors are the same: on others it may be invisible.
            if pygame.display.get_desktop_sizes() == self._screens:
                _move_back(window, self._place)

    def set_title(self, title: str) -> None:
        pygame.display.set_caption(title)

    def set_text_input(self, place: pygame.Rect | None, by_screen: bool = False) -> None:
        """Start text input at a rectangle in pixels, or stop it (None).

        SDL starts text input when the window opens. It must be stopped while no text field has the
        focus, because an input method would otherwise take keys that control the game.

        Args:
            place: Rectangle of the caret, or None.
            by_screen: Whether SDL may open the system's on-screen keyboard, as on a Steam Deck.
        """
        os.environ["SDL_ENABLE_SCREEN_KEYBOARD"] = "1" if by_screen else "0"
        if place is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(place)


GROUND: Final = "#120F18"
"""Colour of the window until something is drawn."""


def list_uncovered(before: tuple[int, int], after: tuple[int, int]) -> list[pygame.Rect]:
    """Return the areas that a resized window shows in addition; they are white until drawn.

    >>> list_uncovered((960, 600), (1000, 500)), list_uncovered((960, 600), (960, 700))
    ([Rect(960, 0, 40, 500)], [Rect(0, 600, 960, 100)])
    """
    width, height = before
    w, h = after
    strips = pygame.Rect(width, 0, w - width, h), pygame.Rect(0, height, w, h - height)
    return [strip for strip in strips if strip.w > 0 and strip.h > 0]


_WAITING_DRIVERS: Final = frozenset({"x11", "wayland", "windows", "cocoa"})
"""Names of the SDL video drivers that can wait for events. Other drivers poll."""


def find_sdl() -> ctypes.CDLL | None:
    """Load the SDL library, to wait for events with it.

    Returns:
        The library; None if it can't be loaded, or if its video driver only polls for events.
    """
    if pygame.display.get_driver() in _WAITING_DRIVERS:
        return keyboard.load_sdl()
    return None


def wait_for_events(seconds: float, sdl: ctypes.CDLL | None) -> list[pygame.Event]:
    """Wait for events, at most for a number of seconds, and return them.

    The wait is SDL's own if possible. Without SDL, or with a gamepad, which SDL would poll a
    thousand times a second, the function polls and sleeps.
    """
    events = pygame.event.get()
    ends = time.monotonic() + seconds
    while not events and (remaining := ends - time.monotonic()) > 0.001:
        if sdl is None or sdl.SDL_NumJoysticks() > 0:
            time.sleep(min(remaining, POLL_SECONDS))
        else:
            sdl.SDL_WaitEventTimeout(None, int(1000 * min(remaining, MAX_WAIT)))
        events = pygame.event.get()
    return events


HANDHELD_SETTINGS: Final[Mapping[str, Any]] = {"ui_scale": 125, "fullscreen": True}
"""Default settings on a Steam Deck, which has a small screen and no desktop."""
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
    """Return the first size of the window: the largest standard size that leaves some desktop free.

    If no standard size leaves desktop free, the window gets all the height between title bar and
    taskbar. Its ratio of width to height is then at most that of the smallest standard size.

    >>> [choose_first_size(screen) for screen in ((1920, 1080), (1366, 768), (900, 1440))]
    [(1600, 900), (1205, 678), (884, 1350)]
    """
    width, height = screen
    for size in ((2560, 1440), (1920, 1080), (1600, 900), FIRST_SIZE):
        if size[0] <= width * 0.9 and size[1] <= height * 0.85:
            return size
    high = height - _BARS_HEIGHT
    wide = min(width - _FRAME_WIDTH, high * FIRST_SIZE[0] // FIRST_SIZE[1])
    return max(wide, min(MIN_SIZE[0], width - _FRAME_WIDTH)), max(high, MIN_SIZE[1])


def _move_back(window: pygame.Window, place: tuple[int, int]) -> None:
    """Restore a window's position once the window manager has added its frame.

    SDL ignores the frame, so the window would be lower by the height of its title bar.
    """
    for _ in range(_FRAME_MS // _POLL):
        pygame.time.wait(_POLL)
        pygame.event.pump()
    if window.position != place:
        window.position = place


def _limit_size() -> None:
    try:
        # Limit the minimum width to the narrowest monitor, which may be in portrait orientation.
        width = min([MIN_SIZE[0], *(size[0] for size in pygame.display.get_desktop_sizes())])
        pygame.Window.from_display_module().minimum_size = (width, MIN_SIZE[1])
    except (AttributeError, ValueError, pygame.error):
        return


_MMAP_THRESHOLD: Final = -3
"""Parameter M_MMAP_THRESHOLD of glibc's `mallopt`."""
_MMAP_BYTES: Final = 128 * 1024
"""Size in bytes from which glibc maps a block separately. Such a block is returned to the system at
once when it is freed."""
STILL_SECONDS: Final = 2.0
"""Seconds without changes on the screen after which garbage is collected. The user then probably
isn't in the middle of an action."""
_FULL_COLLECTION_THRESHOLD: Final = 100
"""Number of young garbage collections before Python collects old objects by itself."""
_MUCH_GARBAGE: Final = 60
"""If `gc.get_count()[2]` is at least this, garbage is collected at the next quiet moment.

Opening pages and generating puzzles can reach it."""


def set_mmap_threshold() -> None:
    """Make glibc return freed pictures' memory to the system at once; do nothing elsewhere.

    By default glibc adapts the block size from which it returns memory, up to 32 MB. After a few
    matches at 1920x1080 it then keeps about 80 MB of freed memory. Setting the size stops that.
    """
    _ask_glibc("mallopt", _MMAP_THRESHOLD, _MMAP_BYTES)


_FROZEN: Final = threading.Event()
"""Set once objects have been frozen. Asking Python for the number of frozen objects would take 5
milliseconds, because it counts them."""


def freeze_all() -> None:
    """Exclude all objects that exist now from `collect_recent`, because most of them stay."""
    gc.freeze()
    _FROZEN.set()


def collect_all_garbage() -> None:
    """Collect all garbage, and return free heap memory to the system; takes 50 milliseconds.

    Small pictures are allocated in the heap, which may have 40 MB of free blocks after an hour.
    Surviving objects are frozen, so that `collect_recent` is fast. Nothing is collected while
    collection is paused.
    """
    if COLLECTION_PAUSE.is_on:
        return
    gc.unfreeze()
    gc.collect()
    freeze_all()
    trim_heap()


def trim_heap() -> None:
    """Release free heap memory to the system; takes 1 to 7 milliseconds."""
    _ask_glibc("malloc_trim", 0)


def collect_recent() -> None:
    """Collect garbage created since the last `collect_all_garbage`, such as a closed screen.

    It takes 5 milliseconds for a page, and 20 and more for a table. It checks only the objects that
    have been created since the last `collect_all_garbage`. The first call freezes all existing
    objects instead if none have been frozen yet; most of them belong to modules. Nothing is
    collected while collection is paused.
    """
    if COLLECTION_PAUSE.is_on:
        return
    if _FROZEN.is_set():
        gc.collect()
    else:
        freeze_all()


def _ask_glibc(function: str, *numbers: int) -> None:
    """Call a function of glibc; do nothing on other systems."""
    if not sys.platform.startswith("linux"):
        return
    try:
        getattr(ctypes.CDLL(None), function)(*numbers)
    except (AttributeError, OSError):  # Linux with another C library, which lacks the function.
        return


class IdleGc:
    """A garbage collector for idle moments, so that garbage neither accumulates nor delays a frame.

    Nodes and their parents refer to each other, so removed nodes are only freed by a full
    collection, which takes longer than a frame. Python's own full collections are made rare. Young
    garbage is collected as usual, and a closed screen by `collect_recent`.
    """

    def __init__(self, pause: float = 10.0) -> None:
        self._pause = pause
        self._last = 0.0
        self._tidied = self._seen = -1
        self._still_since = 0.0
        gc.set_threshold(*gc.get_threshold()[:2], _FULL_COLLECTION_THRESHOLD)

    def tick(self, now: float, changes: int, *, is_resting: bool) -> None:
        """Collect garbage if enough has happened and the user is idle; call this once a frame.

        Garbage is collected `STILL_SECONDS` after the last change or movement on the screen. If
        much garbage has accumulated, it is collected as soon as nothing moves.

        Args:
            now: Time in seconds.
            changes: Number of changes on the screen so far. If the number is the same as at the
                last collection, nothing is collected.
            is_resting: Whether nothing on the screen moves.
        """
        if changes != self._seen or not is_resting:
            self._seen = changes
            self._still_since = now
        is_still = now - self._still_since >= STILL_SECONDS or gc.get_count()[2] >= _MUCH_GARBAGE
        is_due = changes != self._tidied and now - self._last >= self._pause
        if is_resting and is_still and is_due:
            self._last = now
            self._tidied = changes
            collect_all_garbage()


def rebuild_table(
    before: Screen,
    table: TableScreen,
    pages: PageStack,
    focus: focus.Focus,
    show: Callable[[Screen], None],
) -> None:
    """Replace the table below open pages and overlays, which stay open.

    Args:
        before: The screen that is shown now, with the old table.
        table: The new table.
        pages: Open pages above the screen.
        focus: The keyboard focus; it stays on the node with the same name.
        show: Makes a screen the current one and builds all of it at once.
    """
    from red7_desktop.app.table.screen import TableScreen

    page = pages.top
    opened = None
    if isinstance(before, TableScreen):
        opened = before.more.left_open()
    place = ""
    if page is not None:
        place = focus.focused_name(page.node)
        pages.close(page)
    show(table)
    if opened is not None:
        table.more.open_again(opened)
    if page is not None:
        pages.show(page)
        focus.restore(place)


_LOG: Final = logging.getLogger(__name__)
_COMMON_CHARACTERS: Final = "".join(map(chr, range(ord(" "), ord("~") + 1)))
MODULES: Final = (
    "red7_desktop.app.screens.new_game",
    "red7_desktop.app.screens.settings",
    "red7_desktop.app.screens.rules",
    "red7_desktop.app.screens.daily_page",
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
"""Modules to import in the background, in the order in which users may need them; afterwards the
games' players, views and puzzles are loaded."""


def load_in_background(catalogue: Catalogue, *tasks: Callable[[], object]) -> threading.Thread:
    """Import modules in a thread, and then run tasks such as reading files.

    Importing lets other threads run every few milliseconds.

    Args:
        catalogue: The games to load.
        tasks: Functions to call afterwards.

    Returns:
        The thread.
    """
    thread = threading.Thread(target=lambda: _load(catalogue, tasks), name="preparing", daemon=True)
    thread.start()
    return thread


def _load(catalogue: Catalogue, tasks: Sequence[Callable[[], object]]) -> None:
    try:
        for name in MODULES:
            import_module(name)
        for row in catalogue.values():
            row.players()
            load_facets(row.view())
            if row.puzzles is not None:
                row.puzzles()
        for task in tasks:
            task()
    # Only log the error here. The page that needs the module will import it again, and the user
    # then sees the error.
    except Exception:
        _LOG.exception("Something could not be made ready")


class FontWarmup:
    """Opens a theme's fonts in advance, one per tick.

    Call `tick` while nothing moves. A thread can't do this, because SDL's font library isn't
    thread-safe.
    """

    def __init__(self, stage: stage.Stage) -> None:
        self._stage = stage
        self._warmed_for: tuple[theme.Theme, float] | None = None
        self._remaining: list[tuple[str, int]] = []

    @property
    def is_done(self) -> bool:
        return not self._remaining and self._warmed_for == self._wanted

    @property
    def _wanted(self) -> tuple[theme.Theme, float]:
        look = self._stage.look
        return look.theme, look.scale

    def tick(self) -> None:
        wanted = self._wanted
        if self._warmed_for != wanted:
            self._warmed_for = theme, scale = wanted
            sizes = {(text.font, round(text.size * scale)) for text in theme.texts.values()}
            self._remaining = sorted(sizes)
        if self._remaining:
            self._stage.look.text.fonts.font(*self._remaining.pop()).size(_COMMON_CHARACTERS)


SUSPEND_AUDIO_AFTER: Final = 20.0
"""Seconds without events and animations after which the audio device is closed."""
PAUSE_MUSIC_AFTER: Final = 300.0
"""Seconds without events after which music and ambience pause."""
FREE_WITHIN: Final = 2.0
"""Seconds after which a replaced screen is freed although something moves."""
_HAS_FOCUS: Final = {pygame.WINDOWFOCUSLOST: False, pygame.WINDOWFOCUSGAINED: True}


class IdleTasks:
    """Tasks for idle moments: opening fonts, collecting garbage, closing the audio device.

    Call `note_event` for every event and `tick` once a frame.
    """

    def __init__(self, ui: Ui, inputs: Inputs) -> None:
        self._ui = ui
        self._inputs = inputs
        self._layers: Sequence[Screen] = ()
        self._fonts = FontWarmup(ui.stage)
        self._idle_gc = IdleGc()
        self._due: deque[Callable[[], None]] = deque()
        self._due_until = 0.0
        self._last_event = ui.stage.clock.now()
        self._was_quiet = False
        self._has_focus = True
        self._began: float | None = None
        self._has_ticked = False
        self._has_drawn = False

    @property
    def idle_for(self) -> float:
        stage = self._ui.stage
        if not (stage.is_resting and self._fonts.is_done):
            return 0.0
        for layer in self._layers:
            if layer.needs_tick:
                return 0.0
        due = stage.timers.next_due
        if due is None:
            return self._inputs.idle_for
        return min(max(0.0, due - stage.clock.now()), self._inputs.idle_for)

    def note_event(self, event: pygame.Event) -> None:
        if event.type in _HAS_FOCUS:
            self._has_focus = _HAS_FOCUS[event.type]
        self._ui.audio.is_away = not self._has_focus
        self._ui.audio.handle_device_event(event)
        self._last_event = self._ui.stage.clock.now()
        self.begin_frame()

    def free_replaced_screen(self) -> None:
        """Free the memory of a replaced screen.

        Its pictures are freed in the next frame. Everything else is freed as soon as nothing moves,
        or after a few seconds.
        """
        self._ui.stage.renderer.release_replaced_screen()
        self._due = deque([collect_recent, trim_heap])
        self._due_until = self._ui.stage.clock.now() + FREE_WITHIN

    def begin_frame(self) -> None:
        if self._began is None:
            self._began = self._ui.stage.clock.now()

    def start_tick(self) -> float:
        """Start the part of a frame in which the program handles events and builds screens.

        Returns:
            Time of the stage's clock at which the frame began.
        """
        now = self._ui.stage.clock.now()
        if self._began is None or self._has_ticked:  # The last frame may not have been drawn.
            self._began = now
        self._has_ticked = True
        return self._began

    def frame_time(self) -> float:
        """Return the seconds since the frame began, and reset the measurement.

        Called before each frame is drawn.
        """
        self._has_drawn = True
        now = self._ui.stage.clock.now()
        began, self._began = self._began, None
        self._has_ticked = False
        if began is None:
            return 0.0
        return now - began

    def tick(self, layers: Sequence[Screen], now: float) -> None:
        """Do the next part of the work for idle moments, such as opening a font.

        Args:
            layers: The screens and pages in use. While any of them waits for background work or a
                timer, the program runs at its full frame rate.
            now: Time of the stage's clock in seconds.
        """
        self._layers = layers
        stage = self._ui.stage
        is_resting = stage.is_resting
        if self._due and (is_resting or now >= self._due_until):
            self._due.popleft()()
        if is_resting and self._has_drawn:
            self._fonts.tick()
        self._idle_gc.tick(now, stage.root.changes, is_resting=is_resting)
        self._suspend_or_resume_audio(now, is_resting=is_resting)

    def _suspend_or_resume_audio(self, now: float, *, is_resting: bool) -> None:
        """Close the audio device after a time without events and animations.

        The device is reopened one frame after an event, because opening takes milliseconds and the
        event's result should be shown first.
        """
        if not is_resting:
            self._last_event = now
        is_quiet = now - self._last_event >= SUSPEND_AUDIO_AFTER
        if now - self._last_event >= PAUSE_MUSIC_AFTER:
            self._ui.audio.is_away = True
        if is_quiet:
            self._ui.audio.suspend()
        elif not self._was_quiet:
            self._ui.audio.resume()
        self._was_quiet = is_quiet
