"""The crash page, crash reports, and a log without personal data.

The page uses only a surface, a font and events, so it works even if the theme, the stage or the
rest of the program is broken. After a crash the program object is discarded and created again when
the user continues. The match is on the disk after every step.

Users send reports and logs to others. `Redactor` removes personal data, and cards that a seat may
not know, from everything that is written.
"""

from __future__ import annotations

import datetime
import getpass
import logging
import math
import platform
import re
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple, TypeAlias

import pygame

from red7_desktop import PRODUCT, __version__, resources
from red7_desktop.app.library.library import Library
from red7_desktop.app.program import Program
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.kit.texts import Texts
from red7_desktop.play.session import Session, may_see_hand
from red7_desktop.scene import animation, commands, theme
from red7_desktop.scene.paint.text import FontFile, MissingFontError, UnreadableFontError
from red7_desktop.tabletop import files, game

BACK: Final = (18, 15, 24)
PANEL: Final = (30, 25, 39)
BORDER: Final = (112, 99, 132)
TEXT: Final = (246, 239, 226)
ACCENT: Final = (242, 198, 109)
MARGIN: Final = 0.05
"""Margin at both sides of the page, as a share of the window's width."""
_SCROLLS: Final[Mapping[object, int]] = {
    commands.FocusCommand.UP: -1,
    commands.FocusCommand.DOWN: 1,
    pygame.K_PAGEUP: -8,
    pygame.K_PAGEDOWN: 8,
}
"""Number of lines that a command or key scrolls."""
_STEPS: Final[Mapping[object, int]] = {
    commands.FocusCommand.NEXT: 1,
    commands.FocusCommand.RIGHT: 1,
    commands.FocusCommand.PREVIOUS: -1,
    commands.FocusCommand.LEFT: -1,
}
Rgb: TypeAlias = tuple[int, int, int]
CrashButton: TypeAlias = "tuple[str, Callable[[], str | None]]"
"""A button: its label and its action. If the action returns a text, it becomes the new label."""


@dataclass(eq=False)
class CrashPage:
    """Explains a crash, shows its report, and offers buttons to continue.

    Attributes:
        title: Title of the page.
        lead: Text below the title.
        report: Text in the scrolling box.
        choices: The buttons; the second one has the focus first.
        font: Font of all texts, None for pygame's own.
        words: Labels of the buttons, as last changed by their actions.
        boxes: Rectangles of the buttons in pixels, as last drawn.
    """

    title: str
    lead: str
    report: str
    choices: Sequence[CrashButton]
    font: FontFile | None = None

    def __post_init__(self) -> None:
        self._lines = self.report.replace("\0", "?").replace("\t", "    ").split("\n")
        self.words = tuple([words for words, _ in self.choices])
        self._focus = 1
        self._top = 0
        self.boxes: list[pygame.Rect] = []

    def handle(self, event: pygame.Event) -> None:
        command = commands.read_command(event) or getattr(event, "key", None)
        if event.type == pygame.MOUSEMOTION:
            self._focus = self._find_button(event.pos, self._focus)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._press(self._find_button(event.pos, -1))
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-3 * event.y)
        elif event.type in {pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN}:
            self._focus = (self._focus + _STEPS.get(command, 0)) % len(self.words)
            self._scroll(_SCROLLS.get(command, 0))
            if command is commands.FocusCommand.ACTIVATE:
                self._press(self._focus)

    def _find_button(self, pos: tuple[int, int], otherwise: int) -> int:
        """Return the index of the button nearest to a point.

        Return `otherwise` if the point is outside of the row of buttons.
        """
        if not self.boxes or not self.boxes[0].unionall(self.boxes).collidepoint(pos):
            return otherwise
        return min(range(len(self.boxes)), key=lambda at: abs(self.boxes[at].centerx - pos[0]))

    def _press(self, index: int) -> None:
        if index >= 0:
            self._focus = index
            label = self.choices[index][1]() or self.words[index]
            self.words = (*self.words[:index], label, *self.words[index + 1 :])

    def _scroll(self, lines: int) -> None:
        self._top = min(max(0, self._top + lines), len(self._lines) - 1)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw the page, and return the changed rectangles."""
        width, height = surface.get_size()
        letter = max(13, min(height // 40, width // 64))
        room = surface.get_rect().inflate(-2 * round(width * MARGIN), -round(width * MARGIN))
        surface.set_clip(None)
        surface.fill(BACK)
        for text, size, colour in ((self.title, 2.0, ACCENT), (self.lead, 1.2, TEXT)):
            words = self._render(text, size * letter, colour, room.w)
            surface.blit(words, room)
            used = words.get_height() + letter // 2
            room = pygame.Rect(room.x, room.y + used, room.w, room.h - used)
        room.h -= self._draw_buttons(surface, room, letter) + letter
        surface.fill(PANEL, room)
        inside = room.inflate(-2 * letter, -letter)
        if inside.w > letter and inside.h > letter:
            count = inside.h // letter
            text = "\n".join(self._lines[self._top : self._top + count])
            report = self._render(text, letter, TEXT, inside.w)
            surface.blit(report, inside, pygame.Rect(0, 0, *inside.size))
            share = room.h / len(self._lines)
            surface.fill(BORDER, (room.right - 6, room.y + self._top * share, 6, count * share))
        return [surface.get_rect()]

    def _draw_buttons(self, surface: pygame.Surface, room: pygame.Rect, letter: int) -> int:
        """Draw the buttons at the bottom of a rectangle, and return their height."""
        width = (room.w + letter) // len(self.words) - letter
        labels = []
        for index, words in enumerate(self.words):
            colour = BACK if index == self._focus else TEXT
            labels.append(
                self._render(words, 1.15 * letter, colour, width - letter, pygame.FONT_CENTER)
            )
        height = max(44, *[label.get_height() + letter for label in labels])
        self.boxes = []
        for index, label in enumerate(labels):
            left = room.x + index * (width + letter)
            box = pygame.Rect(left, room.bottom - height, width, height)
            surface.fill(ACCENT if index == self._focus else PANEL, box)
            pygame.draw.rect(surface, BORDER, box, 1)
            surface.blit(label, label.get_rect(center=box.center))
            self.boxes.append(box)
        return height

    def _render(
        self, text: str, size: float, colour: Rgb, width: int, align: int = pygame.FONT_LEFT
    ) -> pygame.Surface:
        if not pygame.font.get_init():
            pygame.font.init()
        font = (self.font or FontFile(None)).of_size(round(size))
        font.align = align
        return font.render(text, True, colour, None, max(1, width))


MAX_TRACE_LINES: Final = 120
"""Number of lines that a report keeps from each end of a long traceback."""
MAX_STEPS: Final = 12
"""Maximum number of the match's last steps to report."""
MAX_REPORTS: Final = 10
"""Number of reports to keep in the folder of the logs."""


class CrashReport(NamedTuple):
    """A crash report.

    Attributes:
        text: The report.
        file: The file with the report, None if it could not be written.
        error_message: Why it could not be written.
        is_known: Whether the same error has been reported before.
    """

    text: str
    file: Path | None
    error_message: str
    is_known: bool


class CrashReporter(NamedTuple):
    """Writes crash reports, and keeps the last few in a folder.

    Attributes:
        folder: Folder of the reports.
        redactor: Removes personal data.
        now: Returns the date and time, for the names of files.
    """

    folder: Path
    redactor: Redactor
    now: Callable[[], datetime.datetime]

    def report(
        self, error: BaseException, program: Program | None, inputs: Iterable[str]
    ) -> CrashReport:
        """Write a report of an error to a new file, and delete the oldest files.

        Args:
            error: The error.
            program: The program, None if it hadn't started.
            inputs: Descriptions of the last inputs.
        """
        session = None if program is None else program.session
        sections: dict[str, Callable[[], str]] = {
            "Program": _describe_versions,
            "Screen": partial(_describe_screen, program),
            "Position": partial(_describe_position, session),
            "Last steps": partial(_describe_steps, session),
            "Last inputs": partial(", ".join, inputs),
        }
        lines = [f"{title}: {_describe_safely(part)}" for title, part in sections.items()]
        trace = self.redactor.redact(_format_traceback(error))
        text = "\n".join([*lines, trace])
        earlier = list(self.folder.glob("crash-*.txt"))
        is_known = False
        with suppress(files.FileReadError):
            is_known = any(files.read_text(path).endswith(trace) for path in earlier)
        names = files.number_names(self.folder / f"crash-{self.now():%Y-%m-%d-%H%M%S}.txt")
        try:
            file = files.write_new(names, text.encode("utf-8", "backslashreplace"))
        except files.FileWriteError as unwritten:
            return CrashReport(text, None, unwritten.why, is_known)
        with suppress(OSError):
            earlier.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
            for path in earlier[MAX_REPORTS - 1 :]:
                path.unlink(missing_ok=True)
        return CrashReport(text, file, "", is_known)


def _describe_safely(describe: Callable[[], str]) -> str:
    try:
        return describe() or "none"
    except Exception as error:  # Catch all errors: the crash may have broken the object.
        return f"cannot be told ({type(error).__name__})"


def _describe_versions() -> str:
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    driver = pygame.display.get_driver() if pygame.display.get_init() else "no display"
    frozen = ", frozen" if getattr(sys, "frozen", False) else ""
    return (
        f"{PRODUCT} {__version__}, Python {platform.python_version()}, "
        f"pygame-ce {pygame.version.ver}, SDL {sdl} ({driver}), {platform.platform()}{frozen}"
    )


def _describe_screen(program: Program | None) -> str:
    if program is None:
        return "none: the program had not begun"
    width, height = program.ui.stage.view.window
    settings = program.ui.settings
    return (
        f"{type(program.screen).__name__}, {width}x{height}, language {program.ui.texts.language}, "
        f"scale {settings.ui_scale}, colours {settings.colours}, speed {settings.speed}"
    )


def _describe_position(session: Session | None) -> str:
    if session is None:
        return ""
    viewer = session.viewer if may_see_hand(session, session.viewer) else None
    who = "a spectator" if viewer is None else game.SEAT_LETTERS[viewer]
    observation = session.match.game.observe(session.match.state, viewer)
    players = ", ".join(seat.player or "person" for seat in session.seats)
    text = CATALOGUE[session.match.game.name].view().story.position_text(observation)
    return f"{text} (as {who} sees it; {players})"


def _describe_steps(session: Session | None) -> str:
    if session is None:
        return ""
    log = session.match.log
    letters = {game.TABLE: "table", **dict(enumerate(game.SEAT_LETTERS))}
    steps = [f"{letters[entry.seat]} {entry.step}" for entry in log[-MAX_STEPS:]]
    return f"{len(log)} taken; {', '.join(steps)}"


def _format_traceback(error: BaseException) -> str:
    lines = "".join(traceback.format_exception(error)).rstrip().split("\n")
    left_out = len(lines) - 2 * MAX_TRACE_LINES
    if left_out > 0:
        lines[MAX_TRACE_LINES:-MAX_TRACE_LINES] = [f"  [{left_out} lines]"]
    return "\n".join(lines)


_LOG: Final = logging.getLogger(__name__)
CRASH_LOOP_SECONDS: Final = 10.0
"""A crash within this many seconds after the start or after continuing counts as immediate."""
MAX_INPUTS: Final = 12
"""Number of inputs to remember for the report."""


@dataclass(eq=False)
class CrashGuard:
    """Runs the program for the window, and shows the crash page instead after an error.

    Attributes:
        make: Makes the program.
        begin: Opens its first screen.
        library: Stores the match.
        reporter: Writes reports.
        clock: Measures the time between crashes.
        clipboard: Receives a copied report.
        font: Font of the crash page, None for pygame's own.
        read_first: Files of the user that are read at the start and may cause a crash.
        program: The program, None before it starts and after a crash.
        page: The crash page, None while the program runs.
    """

    make: Callable[[], Program]
    begin: Callable[[Program], None]
    library: Library
    reporter: CrashReporter
    clock: animation.Clock
    clipboard: SystemClipboard
    font: FontFile | None = None
    read_first: Sequence[Path] = ()
    program: Program | None = None
    page: CrashPage | None = None

    def __post_init__(self) -> None:
        self._suspects = list(self.read_first)
        self._texts = Texts()
        self._inputs: deque[str] = deque(maxlen=MAX_INPUTS)
        self._from_threads: SimpleQueue[BaseException] = SimpleQueue()
        self._continued_at = -math.inf
        self._last_fault: tuple[type, int] | None = None
        self._has_quit = False
        self._dropped: list[pygame.Event] = []
        self._next_start: Callable[[Program], None] | None = None
        self._is_start_announced = False
        self._start(self.begin)

    # -- called by the window ----------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        if self.page is None and self.program is not None:
            return self.program.is_running
        return not self._has_quit

    def handle(self, event: pygame.Event) -> None:
        if self.page is None and self.program is not None:
            if event.type in _LOGGED_EVENTS:
                self._inputs.append(_describe_event(event))
            with self._catch_errors():
                self.program.handle(event)
        elif event.type in (pygame.QUIT, pygame.APP_TERMINATING):
            self._has_quit = True
        elif event.type == pygame.DROPFILE:
            self._dropped.append(event)  # Open the file when the user leaves the crash page.
        elif self.page is not None:
            self.page.handle(event)

    def tick(self) -> None:
        if self.page is None and self.program is not None:
            with suppress(Empty):
                self._handle_crash(self._from_threads.get_nowait())
                return
            with self._catch_errors():
                self.program.tick()
        elif self._next_start is not None and self._is_start_announced:
            self._restart(self._next_start)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        if self.page is None and self.program is not None:
            with self._catch_errors():
                return self.program.draw(surface)
        self._is_start_announced = self._next_start is not None
        return [] if self.page is None else self.page.draw(surface)

    @property
    def idle_for(self) -> float:
        seconds = 0.0
        if self.page is None and self.program is not None:
            with self._catch_errors():
                seconds = self.program.idle_for
        elif self._next_start is None:
            seconds = math.inf
        return seconds

    def record_thread_error(self, failed: threading.ExceptHookArgs) -> None:
        """Record an error of another thread; for `threading.excepthook`."""
        if failed.exc_value is not None:
            self._from_threads.put(failed.exc_value)

    def close(self) -> None:
        if self.program is not None:
            self.program.ui.audio.close()

    # -- crashes -----------------------------------------------------------------------------

    @contextmanager
    def _catch_errors(self) -> Iterator[None]:
        """If the `with` block raises an error, show the crash page.

        The user can continue from this page.
        """
        try:
            yield
        except Exception as error:
            self._handle_crash(error)

    def _start(self, begin: Callable[[Program], None]) -> None:
        # A crash before startup is finished counts as a crash right after startup.
        self._started_at = math.inf
        resumes = begin == self._resume and self.library.last is not None
        with self._catch_errors():
            self.program = self.make()
            begin(self.program)
            self._started_at = -math.inf if resumes else self.clock.now()

    def _handle_crash(self, error: BaseException) -> None:
        _LOG.error("The program has met a fault", exc_info=error)
        program = self.program
        report = self.reporter.report(error, program, self._inputs)
        session = None if program is None else program.session
        fault = type(error), -1 if session is None else session.match.revision
        now = self.clock.now()
        is_again = now - self._continued_at < CRASH_LOOP_SECONDS or fault == self._last_fault
        self._last_fault = fault
        suspect = None
        if now - self._started_at < CRASH_LOOP_SECONDS and (is_again or report.is_known):
            suspect = self._find_suspect(error)
        if program is not None:
            self._texts = program.ui.texts
            with suppress(Exception):  # Ignore errors: the crash may have broken the match.
                program.stop_after_crash()
        self.library.retry_writes()
        self.page = self._build_page(error, report, is_again, suspect)

    def _find_suspect(self, error: BaseException) -> Path | None:
        """Return the user's file that most likely caused the crash.

        Of the user's files that are read at the program's start, prefer a file that has the name of
        a module in the traceback. Files that were set aside before are left out.

        Returns:
            The file. None if a file that was installed with the program caused the crash, or if
            none of the user's files is left.
        """
        if is_about_shipped_file(error):
            return None
        there = [file for file in self._suspects if file.exists()]
        code = " ".join([frame.filename for frame in traceback.extract_tb(error.__traceback__)])
        return min(there, key=lambda file: file.stem not in code, default=None)

    def _build_page(
        self, error: BaseException, report: CrashReport, is_again: bool, suspect: Path | None
    ) -> CrashPage:
        texts = self._texts
        has_match = self.library.last is not None
        next_step = texts("Continue from last save") if has_match else texts("Restart")
        choices: list[CrashButton] = [
            (texts("Copy report"), lambda: self._copy(report)),
            (next_step, lambda: self._continue(self._resume)),
            (texts("Quit"), self._quit),
        ]
        lead = []
        if is_about_shipped_file(error):
            lead.append(texts("A program file is damaged. Please reinstall."))
        if self.library.is_unsaved:
            lead.append(
                texts(
                    "Your match can’t be saved right now. If you quit, you may lose the last moves."
                )
            )
        elif has_match:
            lead.append(texts("Your match is safe: it continues from the last move."))
        if is_again:
            lead.append(texts("It happened again. Try going back to the main menu."))
            title = texts("Back to the main menu")
            choices.insert(1, (title, lambda: self._continue(Program.show_title)))
        if suspect is not None:
            name = suspect.name
            lead.append(
                texts("The problem may be in {name}. Setting it aside won’t delete it.", name=name)
            )
            choices.insert(
                1, (texts("Set {name} aside", name=name), partial(self._set_aside, suspect))
            )
        if report.file is None:
            lead.append(texts("This report couldn’t be saved: {why}", why=report.error_message))
        else:
            name = report.file.name
            lead.append(
                texts("This report contains no names. It’s in the log folder: {name}.", name=name)
            )
        heading = texts("Something has gone wrong")
        return CrashPage(heading, "\n".join(lead), report.text, choices, self.font)

    # -- actions of the user -----------------------------------------------------------------

    def _copy(self, report: CrashReport) -> str:
        if self.clipboard.copy(report.text):
            return self._texts("Copied")
        return self._texts("Can’t copy here")

    def _quit(self) -> None:
        self._has_quit = True

    def _continue(self, begin: Callable[[Program], None]) -> str:
        """Schedule a restart of the program for after the next frame.

        The restart takes seconds, so the pressed button first shows a message.

        Returns:
            The message, as the button's new label.
        """
        self._next_start = begin
        self._is_start_announced = False
        return self._texts("One moment…")

    def _restart(self, begin: Callable[[Program], None]) -> None:
        self._next_start = None
        self.page = self.program = None
        self._inputs.clear()
        self._from_threads = SimpleQueue()  # Discard errors of the crashed program's threads.
        self._continued_at = self.clock.now()
        self._start(begin)
        while self._dropped and self.page is None:
            self.handle(self._dropped.pop(0))

    def _set_aside(self, file: Path) -> str:
        self._suspects.remove(file)
        for each in (file, files.backup_of(file)):
            with suppress(files.FileWriteError):
                _LOG.warning("set aside as %s", files.set_aside(each).name)
        return self._continue(Program.show_title)

    def _resume(self, program: Program) -> None:
        program.show_title()
        if self.library.last is not None:
            program.resume()


def is_about_shipped_file(error: BaseException | None) -> bool:
    """Return whether an error or its cause names a file of the installed program."""
    from red7_desktop.table.layout import LayoutError

    assets = (resources.MissingAsset, resources.DamagedAsset, theme.ThemeError, LayoutError)
    shipped = (*assets, MissingFontError, UnreadableFontError)
    while error is not None and not isinstance(error, shipped):
        error = error.__cause__
    return error is not None


_LOGGED_EVENTS: Final = {
    pygame.KEYDOWN: "key",
    pygame.MOUSEBUTTONDOWN: "press",
    pygame.MOUSEBUTTONUP: "release",
    pygame.CONTROLLERBUTTONDOWN: "pad",
    pygame.FINGERDOWN: "finger",
    pygame.WINDOWRESIZED: "resize",
}


def _describe_event(event: pygame.Event) -> str:
    """Return a short description without typed letters, such as "key tab" or "press (80, 20)"."""
    detail = event.dict.get("pos", event.dict.get("button", ""))
    if event.type == pygame.KEYDOWN and not chr(min(event.key, 0x10FFFF)).isprintable():
        detail = pygame.key.name(event.key)
    return f"{_LOGGED_EVENTS[event.type]} {detail}".rstrip()


SIZE: Final = 500_000
"""Maximum size of a log file in bytes; then a new file is started."""
OLDER: Final = 2
"""Number of full log files to keep besides the current one."""


class LogHandler(logging.Handler):
    """Writes records to a rotating log file, or to the terminal if the file can't be created.

    An empty file is created at once, so that users find the file. The file is opened for the first
    record: most starts log nothing, and loading `logging.handlers` takes 6 ms of processor time.
    """

    def __init__(self, path: Path, redactor: Redactor, size: int = SIZE) -> None:
        super().__init__()
        self.setFormatter(redactor)
        self._path = path
        self._size = size
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    @cached_property
    def _target(self) -> logging.Handler:
        from logging.handlers import RotatingFileHandler

        target: logging.Handler = logging.StreamHandler()
        with suppress(OSError):
            if not self._path.is_fifo():  # Don't open a named pipe, which could block forever.
                target = RotatingFileHandler(
                    self._path,
                    maxBytes=self._size,
                    backupCount=OLDER,
                    encoding="utf-8",
                    errors="backslashreplace",
                )
        target.setFormatter(self.formatter)
        return target

    def emit(self, record: logging.LogRecord) -> None:
        self._target.handle(record)

    def close(self) -> None:
        with suppress(OSError):
            self.__dict__.get("_target", logging.NullHandler()).close()
        super().close()


def start_log(handler: logging.Handler) -> None:
    """Send all log messages to a handler from now on, and ignore errors such as a full disk."""
    logging.raiseExceptions = False
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)


_SEED: Final = r"\b((?:seed|deal)[=: ]+)\d+"
_FILE: Final = re.compile(r'File "([^"\n]+)"')


def collect_personal_data(own_folder: Path | None = None) -> list[tuple[str, str]]:
    """Return texts that identify this computer and its user, each with its placeholder.

    Args:
        own_folder: Folder with the program's files if the user has chosen one, otherwise None.
    """
    found = [] if own_folder is None else [(str(own_folder), "HOME")]
    with suppress(RuntimeError):
        found.append((str(Path.home()), "~"))
    with suppress(OSError, KeyError, ImportError):
        found.append((getpass.getuser(), "USER"))
    host = platform.node()
    found += [(host, "HOST"), (host.partition(".")[0], "HOST")]
    return [(text, placeholder) for text, placeholder in found if text not in {"", "/"}]


class Redactor(logging.Formatter):
    """Removes personal data and hidden cards from log records, tracebacks included, and reports.

    Attributes:
        names: Returns the names of the players at the moment.
    """

    def __init__(
        self, personal: Iterable[tuple[str, str]], names: Callable[[], Iterable[str]] = tuple
    ) -> None:
        """Compile the patterns to replace.

        Args:
            personal: Texts that identify the user, each with its placeholder. Case is ignored.
            names: Returns the names of the players.
        """
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.names = names
        secrets = [pair for row in CATALOGUE.values() for pair in row.redactions]
        secrets.append((_SEED, r"\1[number]"))
        secrets += [(f"(?i){_match_word(text)}", placeholder) for text, placeholder in personal]
        self._secrets = [(re.compile(pattern), placeholder) for pattern, placeholder in secrets]

    def format(self, record: logging.LogRecord) -> str:
        return self.redact(super().format(record))

    def redact(self, text: str) -> str:
        """Return a text without personal data and hidden cards.

        Lines of the program's source code in a traceback are unchanged.

        >>> Redactor([("/who/ann", "~"), ("ann", "USER")]).redact(
        ...     "ann cannot write /who/ann/saves: seed 4711"
        ... )
        'USER cannot write ~/saves: seed [number]'
        """
        lines: list[str] = []
        is_place = False
        for line in text.split("\n"):
            is_code = is_place and line.startswith("    ")
            lines.append(line if is_code else self._redact_line(line))
            is_place = line.startswith('  File "')
        return "\n".join(lines)

    def _redact_line(self, line: str) -> str:
        line = _FILE.sub(_shorten_path, line)
        for pattern, placeholder in self._secrets:
            line = pattern.sub(placeholder, line)
        for name in self.names():
            line = re.sub(_match_word(name), "[player]", line)
        return line


def _shorten_path(found: re.Match[str]) -> str:
    """Return the end of a path: from the package `red7_desktop` on, or its last two parts."""
    parts = re.split(r"[\\/]", found[1])
    start = parts.index("red7_desktop") if "red7_desktop" in parts else -2
    return f'File "{"/".join(parts[start:])}"'


def _match_word(text: str) -> str:
    return rf"(?<!\w){re.escape(text)}(?!\w)"
