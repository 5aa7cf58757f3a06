"""Builds the program and runs it, in a window or without one."""

from __future__ import annotations

import datetime
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.app import crash, reports
from red7_desktop.app.features import PhonesFeature
from red7_desktop.app.library.library import Library
from red7_desktop.app.matches.setups import SetupStore, build_first_setup
from red7_desktop.app.program import Program
from red7_desktop.app.window import (
    FRAMES_PER_SECOND,
    GROUND,
    HANDHELD_SETTINGS,
    FramePacing,
    NoDisplay,
    Window,
    find_sdl,
    is_steam_deck,
    list_uncovered,
    set_mmap_threshold,
    wait_for_events,
)
from red7_desktop.games.registry import CATALOGUE, Catalogue
from red7_desktop.kit import devices, storage
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.kit.settings import FIRST_TABLE
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.sound.speech import Speech, find_voice
from red7_desktop.play.ai import Thinker, ThinkerThreads, ThreadThinker
from red7_desktop.resources import MissingAsset, asset_path
from red7_desktop.scene.animation import MonotonicClock, SteppedClock
from red7_desktop.scene.paint.text import FontFile, UnreadableFontError, read_any_font
from red7_desktop.tabletop import files
from red7_desktop.tabletop.game import InvalidOptions

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from red7_desktop.play.session import Session

_LOG: Final = logging.getLogger("red7_desktop")
EXIT_NO_START: Final = 2
"""Exit status if no window can be opened, or the arguments are invalid."""
_CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of the folder (`Mailbox`) through which other instances of the program
ask this instance to open files."""
_MAX_MESSAGE: Final = 40_000
"""Maximum size in bytes of a message from another instance of the program. The message is the path
of a file to open, with two hexadecimal digits for each byte."""
_ACCEPT_TIMEOUT: Final = 4.0
"""Seconds to wait until the already running instance of the program accepts a file; then this
instance opens the file itself."""
LONG_WRITTEN: Final = 60.0
"""Age in seconds from which a temporary file can't belong to a write in progress."""


def run(options: argparse.Namespace, began: float) -> int:
    """Open the window and run until it is closed; return the exit status.

    Args:
        options: Parsed arguments of the command line.
        began: `time.perf_counter()` at the start.
    """
    set_mmap_threshold()
    try:
        paths = storage.find_paths(os.environ, storage.find_own_folder())
    except storage.HomeError as error:
        print(f"red7-desktop: {error}", file=sys.stderr)
        return EXIT_NO_START
    end = EndRequest()
    end.listen()
    instance = storage.reserve_instance_number(paths)
    if (
        options.record is not None
        and instance.others
        and open_in_running_instance(options.record, paths)
    ):
        instance.release()
        return 0
    mailbox = None if instance.others else Mailbox(paths.saves)
    for shared in (
        *(paths.settings, paths.setup, paths.library, paths.records),
        *(paths.profiles, paths.pictures),
    ):
        files.remove_temporary_files(shared, time.time() - LONG_WRITTEN)
    redactor = reports.Redactor(
        reports.collect_personal_data(storage.find_home(os.environ, storage.find_own_folder()))
    )
    reports.start_log(reports.open_log(paths.log_file(instance.number), redactor))
    try:
        named = (options.game, options.deal, options.seats, options.rules)
        is_asked = options.play or any(value is not None for value in named)
        setup = (
            parse_setup(options, paths, CATALOGUE) if is_asked and options.record is None else None
        )
        window = Window(options.window, read_icon())
    except files.InvalidValue as error:
        print(f"red7-desktop: {error}", file=sys.stderr)
        return EXIT_NO_START
    except NoDisplay as error:
        print(f"red7-desktop needs a screen to open its window on: {error}", file=sys.stderr)
        return EXIT_NO_START
    library = open_library(paths, instance, datetime.datetime.now)
    writes = storage.Worker("file keeper")
    opening = Startup(paths, window, library, writes, setup, instance, options.record, mailbox)
    opening.phones = options.phones_address if options.phones else None
    guard = crash.CrashGuard(
        opening.make_program,
        opening.open_first_screen,
        library=library,
        reporter=reports.CrashReporter(paths.logs, redactor, datetime.datetime.now),
        clock=MonotonicClock(),
        clipboard=SystemClipboard(),
        font=read_plain_font(),
        read_first=(paths.setup, paths.settings),
    )
    redactor.names = lambda: list_people(guard.program)
    threading.excepthook = guard.record_thread_error

    def first_frame() -> None:
        if options.announce:
            _announce(began)
        opening.open_devices(guard.program)

    try:
        drive(window, guard, first_frame, end)
    except Exception:
        _LOG.exception("The crash page has crashed itself")
        raise
    finally:
        library.close()
        writes.close()
    opening.close_devices()
    pygame.display.quit()
    guard.close()
    instance.release()
    return 0


def drive(
    window: Window, guard: crash.CrashGuard, on_first_frame: Callable[[], None], end: EndRequest
) -> None:
    """Run the main loop: pass events, time and the window's surface to the crash guard."""
    clock = pygame.time.Clock()
    frame_pacing = FramePacing(time.monotonic)
    sdl = find_sdl()
    events = pygame.event.get()
    drawn = False
    size = window.surface.get_size()
    while guard.is_running:
        for event in events:
            if event.type == pygame.DROPFILE:
                with suppress(pygame.error):
                    pygame.Window.from_display_module().focus()
            elif event.type == pygame.WINDOWSIZECHANGED:
                bare = list_uncovered(size, (event.x, event.y))
                for strip in bare:
                    window.surface.fill(GROUND, strip)
                pygame.display.update(bare)
                size = event.x, event.y
            guard.handle(event)
        # Handle a signal here that arrived before the window existed and couldn't post an event.
        if end.is_heard and guard.is_running:
            guard.handle(pygame.Event(pygame.APP_TERMINATING))
        guard.tick()
        changed = guard.draw(window.surface)
        if changed:
            pygame.display.update(changed)
        if not drawn:
            drawn = True
            on_first_frame()
        rest = frame_pacing.compute_wait(bool(events), guard.idle_for)
        if rest:
            events = wait_for_events(rest, sdl)
        else:
            clock.tick(FRAMES_PER_SECOND)
            events = pygame.event.get()


class EndRequest:
    """Handles the signals by which a terminal or the system asks the program to exit.

    Every signal closes the window without a question, after the last step is saved. (By default,
    Ctrl-C would raise KeyboardInterrupt anywhere, and other signals would kill the program.) A
    second signal kills a program that hangs.

    Attributes:
        is_heard: Whether a signal was received.
    """

    def __init__(self) -> None:
        self.is_heard = False

    def listen(self) -> None:
        """Install a handler for each signal that the parent process hasn't set to ignore."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)

    def _handle(self, number: int, _frame: object) -> None:
        if self.is_heard:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self.is_heard = True
        # Post an event to wake a waiting event loop. This fails if there is no window yet.
        with suppress(pygame.error):
            pygame.event.post(pygame.Event(pygame.APP_TERMINATING))


class Mailbox:
    """A folder through which a second instance of the program passes files to the running one.

    Each message is a file of its own, so several can arrive at once. The folder has a new name in
    every run, and folders of earlier runs are deleted, so that old messages are never opened.
    """

    def __init__(self, saves: Path) -> None:
        """Create a new mailbox folder, and delete the mailbox folders of earlier runs.

        If the folder can't be created, an instance of the program that is started later to open a
        file opens it in a window of its own.

        Args:
            saves: Folder of the saves, in which the mailbox folder is created.
        """
        self._folder = saves / f"{_MAILBOX}{time.time_ns():x}-{os.getpid()}"
        self._waiting: list[str] = []
        for left in (*saves.glob(f"{_MAILBOX}*"), saves / _EARLIER_MAILBOX):
            _delete(left)
        with suppress(OSError):
            self._folder.mkdir(parents=True)

    def close(self) -> None:
        """Delete the accepted messages, and the mailbox folder if it is empty then.

        Called when the program exits. A message asks this instance of the program to open a file.
        If no instance accepts a message in time, the sending instance opens the file itself.
        """
        for letter in self._folder.glob(f"*{_TAKEN_ENDING}"):
            with suppress(OSError):
                letter.unlink()
        with suppress(OSError):
            self._folder.rmdir()

    def post_events(self) -> None:
        """Accept all waiting messages, and post a `DROPFILE` event for each message.

        A message comes from another instance of the program. It names a file that this instance
        is to open; the event contains the path of this file.
        """
        for letter in sorted(self._folder.glob(f"*{_SENT_ENDING}")):
            try:
                file = _read_message(letter)
            except (files.FileReadError, ValueError) as error:
                _LOG.warning("%s is not opened: %s", letter.name, error)
                with suppress(OSError):
                    letter.unlink()
                continue
            # Renaming fails if the sender has stopped waiting, deleted its message and opened the
            # file itself.
            with suppress(OSError):
                letter.rename(letter.with_suffix(_TAKEN_ENDING))
                self._waiting.append(file)
        with suppress(pygame.error):  # If the event queue is full, the next call tries again.
            while self._waiting:
                pygame.event.post(pygame.Event(pygame.DROPFILE, file=self._waiting[0]))
                del self._waiting[0]

    def watch(self) -> None:
        """Accept messages from other instances of the program in an endless loop.

        Run this in a daemon thread.
        """
        while True:
            time.sleep(_CHECK_INTERVAL)
            with suppress(OSError):
                self.post_events()


_MAILBOX: Final = "open-"
_EARLIER_MAILBOX: Final = "open.txt"
"""Name of the file through which program versions before 1.1 passed the path of a file to open to
the running instance."""
_SENT_ENDING: Final = ".sent"
_TAKEN_ENDING: Final = ".taken"


def _read_message(letter: Path) -> str:
    """Return the path of the file that a message in the mailbox asks to open.

    Raises:
        FileReadError: The message can't be read.
        ValueError: The message isn't an absolute path.
    """
    path = os.fsdecode(bytes.fromhex(files.read_text(letter, _MAX_MESSAGE)))
    if "\0" in path or not os.path.isabs(path):
        raise ValueError("it holds no absolute path")
    return path


def _delete(left: Path) -> None:
    """Delete a file, or a folder of files."""
    with suppress(OSError):
        if left.is_dir() and not left.is_symlink():
            for each in left.iterdir():
                each.unlink()
            left.rmdir()
        else:
            left.unlink()


def open_in_running_instance(
    file: Path, paths: storage.Paths, timeout: float = _ACCEPT_TIMEOUT
) -> bool:
    """Hand a file over to another running instance of the program, which opens it.

    Args:
        file: The file to open.
        paths: Paths of the program's files.
        timeout: Maximum seconds to wait for an answer.

    Returns:
        Whether the other instance has accepted the file.
    """
    ends = time.monotonic() + timeout
    sent = None
    while time.monotonic() < ends:
        if sent is None:
            boxes = sorted(paths.saves.glob(f"{_MAILBOX}*"), key=lambda box: box.name)
            sent = None
            if boxes:
                sent = _send(file, boxes[-1])
        elif sent.with_suffix(_TAKEN_ENDING).exists():
            files.remove(sent.with_suffix(_TAKEN_ENDING))
            return True
        time.sleep(0.1)
    if sent is not None:
        with suppress(OSError):
            sent.unlink()
        if sent.with_suffix(_TAKEN_ENDING).exists():
            return True
    _LOG.warning("the running instance has not taken %s: it opens here", file.name)
    return False


def _send(file: Path, box: Path) -> Path | None:
    """Ask the running instance of the program to open a file.

    Args:
        file: The file to open.
        box: The running instance's mailbox folder, in which this writes a message.

    Returns:
        Path of the message; None if it can't be written.
    """
    letter = box / f"{time.time_ns():020}-{os.getpid()}{_SENT_ENDING}"
    try:
        # As bytes, because a path may contain bytes that aren't text.
        files.write_atomically(letter, os.fsencode(file.absolute()).hex())
    except (OSError, files.FileWriteError):  # OSError: the working directory was deleted
        return None
    return letter


@dataclass(eq=False, repr=False)
class Startup:
    """Creates the program and opens its first screen.

    Attributes:
        paths: Paths of the program's files.
        window: The window.
        library: Stores matches and players.
        writes: Thread that writes settings and set-ups.
        setup: Set-up of the match to start, None for the title screen.
        instance: The number that this running instance of the program has reserved, with the lock
            that reserves it. The number marks the matches that are open in this instance.
        record: File with a match to replay, None to open the usual first screen.
        mailbox: Receives files from instances of the program that are started later, None for no
            mailbox.
        phones: Address to serve phones on, "" for the most probable one, None for no phones.
    """

    paths: storage.Paths
    window: Window
    library: Library
    writes: storage.Worker
    setup: GameSetup | None
    instance: storage.InstanceNumber
    record: Path | None = None
    mailbox: Mailbox | None = None
    phones: str | None = None

    def __post_init__(self) -> None:
        self._crew = ThinkerThreads()
        self._speech = Speech(find_voice())
        self._pads: devices.Gamepads | None = None
        self._is_shown = False

    def make_program(self) -> Program:
        """Create the program object; called again after a crash to replace the broken one."""
        window = self.window
        newcomers = list_first_settings(self.paths, self.library)
        first_settings = {**newcomers, **(HANDHELD_SETTINGS if is_steam_deck(os.environ) else {})}
        program = Program(
            self.paths,
            self.library,
            size=window.surface.get_size(),
            clock=MonotonicClock(),
            writes=self.writes,
            make_thinker=lambda: ThreadThinker(self._crew),
            new_number=SystemRandom().randrange,
            today=datetime.date.today,
            set_fullscreen=window.set_fullscreen,
            set_title=window.set_title,
            set_text_input=window.set_text_input,
            first_settings=first_settings,
        )
        if newcomers:
            program.plays_music_from_first_press = True
        program.ui.speech = self._speech
        troubles = program.presentation.troubles
        for trouble in troubles:
            _LOG.warning("%s: %s %s", trouble.file.name, trouble.kind, trouble.key)
        program.notices.file_troubles(troubles)
        if self._is_shown:
            self.open_devices(program)
        return program

    def open_first_screen(self, program: Program) -> None:
        self.window.set_fullscreen(program.ui.settings.fullscreen)
        if self.instance.others:
            program.notices.warn_of_other_instances()
        if self.phones is not None:
            program.feature(PhonesFeature).open_lobby(self.setup, self.phones)
        elif self.setup is not None:
            program.play(self.setup)
        else:
            program.show_title()
        if self.record is not None:
            program.open_record(self.record)

    def open_devices(self, program: Program | None) -> None:
        """Open sound and gamepads. This takes time, so it comes after the first frame."""
        self._is_shown = True
        gc.enable()
        if program is None:
            return
        before, self._pads = self._pads, program.inputs.pads
        if before is None:
            self._pads.start()
            if self.mailbox is not None:
                threading.Thread(target=self.mailbox.watch, name="inbox", daemon=True).start()
        else:
            self._pads.adopt_pads(before)
        program.ui.audio.open()
        program.preload()

    def close_devices(self) -> None:
        self._speech.close()
        if self._pads is not None:
            self._pads.stop()
        if self.mailbox is not None:
            self.mailbox.close()


def list_people(program: Program | None) -> Iterable[str]:
    """Return the names of human players in all matches and replays shown since the program started.

    Log files must not contain these names, so the log replaces them.
    """
    if program is None:
        return ()
    return tuple(program.match_service.people)


def read_icon() -> pygame.Surface | None:
    """Load the window's icon, None if it can't be read."""
    try:
        return pygame.image.load(asset_path("icon", "red7_64.png"))
    except (OSError, pygame.error) as error:
        _LOG.warning("the window goes without its icon: %s", error)
        return None


def read_plain_font() -> FontFile | None:
    """Load the font of the crash page in advance, while nothing is wrong.

    Returns:
        The usual font; if it can't be read, another bundled font; None if none can be read.
    """
    paths: list[Path] = []
    with suppress(MissingAsset):
        folder = asset_path("fonts")
        paths = [folder / "Figtree_500Medium.ttf", *sorted(folder.glob("*.ttf"))]
    with suppress(UnreadableFontError):
        return read_any_font(paths)
    return None


def parse_setup(
    options: argparse.Namespace, paths: storage.Paths, catalogue: Catalogue
) -> GameSetup:
    """Return the set-up that the command line asks for.

    Arguments that are missing are taken from the last set-up.

    Raises:
        InvalidValue: An argument isn't allowed; the error names it.
    """
    kept = SetupStore(paths.setup, catalogue, storage.Worker("file keeper"))
    setup, _ = kept.load()
    if options.game is not None:
        if options.game not in catalogue:
            raise files.InvalidValue(
                "--game", f"{options.game!r} is not one of {', '.join(catalogue)}"
            )
        setup = kept.of(options.game)
    row = catalogue[setup.game]
    view = row.view()
    levels = row.players().levels
    if options.seats is not None:
        if options.seats not in view.setup.seats:
            raise files.InvalidValue(
                "--seats", f"must be {view.setup.seats[0]} to {view.setup.seats[-1]}"
            )
        others = [levels[number % len(levels)].key for number in range(1, options.seats)]
        setup = replace(setup, seats=(SeatPlan(), *[SeatPlan(level=level) for level in others]))
    if options.rules is not None:
        try:
            values = view.setup.parse_options(options.rules)
        except InvalidOptions as error:
            raise files.InvalidValue("--rules", error.why) from error
        setup = setup.with_values(**values)
    if options.deal is not None:
        try:
            setup = replace(setup, seed=options.deal)
        except files.InvalidValue as error:
            raise files.InvalidValue("--deal", error.why) from error
    return setup


def _announce(began: float) -> None:
    try:
        print(f"first frame after {1000 * (time.perf_counter() - began):.0f} ms", flush=True)
    except (OSError, ValueError) as error:
        _LOG.warning("nobody takes what is announced: %s", error)
        sys.stdout = None  # Keep Python from flushing the broken stream at exit, which would fail.


FRAME = 1 / 60
HEADLESS_TIME: Final = datetime.datetime(2020, 2, 20, 12, 0)
"""The fixed date and time in a program without a window, so that screenshots and tests repeat."""


def open_library(
    paths: storage.Paths,
    instance: storage.InstanceNumber,
    now: Callable[[], datetime.datetime],
    catalogue: Catalogue = CATALOGUE,
) -> Library:
    """Return the library of matches and players in a data folder; its thread opens the file.

    Args:
        paths: Paths of the data folder.
        instance: The number that this running instance of the program has reserved, with the lock
            that reserves it.
        now: Returns the local date and time.
        catalogue: Catalogue of all games.
    """
    return Library(
        paths, instance, catalogue, now, lambda: f"{SystemRandom().getrandbits(96):024x}"
    )


class WorkClock(SteppedClock):
    """A clock that runs with the processor time that the thread uses.

    `step` advances the clock to the given number of seconds after the previous step. It doesn't
    advance the clock if the thread has already used that much processor time since then.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since = time.thread_time()

    def now(self) -> float:
        return super().now() + time.thread_time() - self._since

    def step(self, seconds: float) -> None:
        super().step(max(seconds, time.thread_time() - self._since))
        self._since = time.thread_time()


def list_first_settings(paths: storage.Paths, library: Library) -> dict[str, Any]:
    """Return the settings of a new user that differ from the defaults: a newer table design.

    Empty if the library or a settings file already existed, so that an update of the program
    doesn't change the design for its users.
    """
    if library.is_new and not paths.settings.exists():
        return {"table": FIRST_TABLE}
    return {}


class Headless:
    """The whole program without a window: it draws on a surface, and the caller advances its clock.

    Used by tests, the lab and tools that take screenshots. Needs SDL's dummy video driver for
    events: set SDL_VIDEODRIVER=dummy before importing pygame, and SDL_NO_SIGNAL_HANDLERS=1, as
    signals would otherwise look like a closed window.

    Attributes:
        program: The program.
        clock: The clock, which the caller advances from frame to frame.
        surface: The surface that is drawn on.
        paths: Paths of the program's files.
        library: Stores matches and players.
    """

    def __init__(
        self,
        home: Path,
        size: tuple[int, int] = (1280, 720),
        seed: int = 5,
        clock: SteppedClock | None = None,
        make_thinker: Callable[[], Thinker] = Thinker,
        catalogue: Catalogue = CATALOGUE,
        *,
        writes_late: bool = False,
        first_settings: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Start the program without a window.

        Args:
            home: Folder of the program's files.
            size: Size in pixels of the surface that replaces the window.
            seed: Seed of all random numbers.
            clock: The clock, None for a new one.
            make_thinker: Creates the worker that runs AI players.
            catalogue: Catalogue of all games.
            writes_late: Whether settings and set-ups are written in a background thread, as in the
                program with a window. If False, they are written at once.
            first_settings: See `Program`.
        """
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((64, 64))
        pygame.event.clear()
        self.clock = clock or SteppedClock()
        self._make_thinker = make_thinker
        self.surface = pygame.Surface(size)
        self.paths = storage.Paths(home / "config", home / "saves", home / "logs")
        self._instance = storage.reserve_instance_number(self.paths)
        self.library = open_library(self.paths, self._instance, lambda: HEADLESS_TIME, catalogue)
        self.library.open()
        self._seed = seed
        self._catalogue = catalogue
        self._first_settings = first_settings
        if writes_late:
            self._worker = storage.Worker("file keeper")
        else:
            self._worker = storage.SynchronousWorker()
        self.program = self.make_program()

    def make_program(self) -> Program:
        return Program(
            self.paths,
            self.library,
            size=self.surface.get_size(),
            clock=self.clock,
            writes=self._worker,
            make_thinker=self._make_thinker,
            new_number=Random(self._seed).randrange,
            today=HEADLESS_TIME.date,
            first_settings=self._first_settings,
            catalogue=self._catalogue,
        )

    def start_match(self, *levels: str, seed: int, game: str | None = None, **values: Any) -> None:
        """Start a match that `make_setup` describes."""
        self.program.play(self.make_setup(*levels, seed=seed, game=game, **values))

    def make_setup(
        self, *levels: str, seed: int, game: str | None = None, **values: Any
    ) -> GameSetup:
        """Return the setup of a match of a human player against AI players.

        Args:
            levels: Keys of the AI players.
            seed: Seed of the deal.
            game: Name of the game, None for the first.
            values: Options of the game that differ from its defaults.
        """
        setup = build_first_setup(self._catalogue[game or next(iter(self._catalogue))])
        seats = (SeatPlan(), *[SeatPlan(level=level) for level in levels])
        return replace(setup, seats=seats, seed=seed).with_values(**values)

    def close(self) -> None:
        self.program.quit()
        self.library.close()
        self._instance.release()

    @property
    def session(self) -> Session:
        """The match in progress.

        Raises:
            RuntimeError: There is none.
        """
        if self.program.session is None:
            is_over = not self.program.is_running
            raise RuntimeError("the program has ended" if is_over else "no match is being played")
        return self.program.session

    def step_frame(self, seconds: float = FRAME, *, draws: bool = True) -> None:
        self.clock.step(seconds)
        for event in pygame.event.get():
            self.program.handle(event)
        self.program.tick()
        if draws:
            self.program.draw(self.surface)

    def wait(self, seconds: float, frame: float = FRAME) -> None:
        for _ in range(max(1, round(seconds / frame))):
            self.step_frame(frame)

    def post(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.Event(kind, **fields))
        self.step_frame()
