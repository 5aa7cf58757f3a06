"""The crash page, crash reports, and a log without personal data.

The page uses only a surface, a font and events, so it works even if the rest of the program is
broken. Each section of a report is written separately; if that fails, the report says that the
section is missing. After a crash the program object is discarded and created again when the user
continues. The match is on the disk after every step.

Users send reports and logs to others. `Redactor.redact` removes personal data, and cards that a
seat may not know, from everything that is written.
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
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple, TypeAlias, TypeVar

import pygame

from red7_desktop import PRODUCT, __version__, resources
from red7_desktop.app.library.library import Library
from red7_desktop.app.program import Program
from red7_desktop.games.registry import CATALOGUE, Catalogue
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.kit.texts import Texts
from red7_desktop.play.session import Session, may_see_hand
from red7_desktop.scene import animation, commands, theme
from red7_desktop.scene.paint.text import FontFile, MissingFontError, UnreadableFontError
from red7_desktop.tabletop import files, game

T = TypeVar("T")
BACK: Final = (18, 15, 24)
PANEL: Final = (30, 25, 39)
BORDER: Final = (112, 99, 132)
TEXT: Final = (246, 239, 226)
DIM: Final = (198, 189, 210)
ACCENT: Final = (242, 198, 109)
MARGIN: Final = 0.05
"""Margin at both sides of the page, as a share of the window's width."""
_PAGE: Final = 8
"""Number of lines that a page key or three notches of the wheel scroll."""
_SCROLL: Final = {
    pygame.K_UP: -1,
    pygame.K_DOWN: 1,
    pygame.K_PAGEUP: -_PAGE,
    pygame.K_PAGEDOWN: _PAGE,
}
_STEPS: Final = {
    commands.FocusCommand.NEXT: 1,
    commands.FocusCommand.RIGHT: 1,
    commands.FocusCommand.PREVIOUS: -1,
    commands.FocusCommand.LEFT: -1,
}


CrashButton: TypeAlias = "tuple[str, Callable[[], str | None]]"
"""A button: its label and its action. If the action returns a text, it becomes the new label."""


class CrashPage:
    """Explains a crash, shows its report, and offers buttons to continue.

    Attributes:
        lead: Text below the title.
        words: Labels of the buttons.
        boxes: Rectangles of the buttons in pixels, as last drawn.
    """

    def __init__(
        self,
        title: str,
        lead: str,
        report: str,
        choices: Sequence[CrashButton],
        *,
        first: int = 0,
        font: FontFile | None = None,
    ) -> None:
        """Set up the page.

        Args:
            title: Title of the page.
            lead: Text below the title.
            report: Text in the scrolling box.
            choices: The buttons.
            first: Index of the button with the focus.
            font: Font of all texts, None for pygame's own.
        """
        self._title = title
        self.lead = lead
        self._report = report.replace("\0", "?").replace("\t", "    ")
        self._choices = choices
        self.words = tuple([words for words, _ in choices])
        self._focus = first
        self._font = font or FontFile(None)
        self._top = 0
        self.boxes: list[pygame.Rect] = []
        self._drawn: tuple[object, ...] | None = None

    # -- events ------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> None:
        if event.type == pygame.WINDOWEXPOSED:
            self._drawn = None
        elif event.type == pygame.MOUSEMOTION:
            self._focus = self._at(event.pos, self._focus)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._press(self._at(event.pos, -1))
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-3 * event.y)
        elif event.type == pygame.KEYDOWN and event.key in _SCROLL:
            self._scroll(_SCROLL[event.key])
        else:
            self._run_command(commands.read_command(event))

    def _run_command(self, command: commands.FocusCommand | None) -> None:
        if command in _STEPS:
            self._focus = (self._focus + _STEPS[command]) % len(self._choices)
        elif command is commands.FocusCommand.ACTIVATE:
            self._press(self._focus)
        elif command in {commands.FocusCommand.UP, commands.FocusCommand.DOWN}:
            self._scroll(-1 if command is commands.FocusCommand.UP else 1)

    def _at(self, pos: tuple[int, int], otherwise: int) -> int:
        """Return the index of the button at a point, or of the nearest one if it is in a gap.

        Returns:
            The index; `otherwise` if the point is outside of the row of buttons.
        """
        if not self.boxes or not self.boxes[0].unionall(self.boxes).collidepoint(pos):
            return otherwise
        distances = [abs(box.centerx - pos[0]) for box in self.boxes]
        return distances.index(min(distances))

    def _press(self, index: int) -> None:
        if index >= 0:
            self._focus = index
            label = self._choices[index][1]() or self.words[index]
            self.words = (*self.words[:index], label, *self.words[index + 1 :])

    def _scroll(self, lines: int) -> None:
        self._top = max(0, self._top + lines)

    # -- drawing -----------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw the page if anything has changed; return the changed rectangles."""
        if (surface.get_size(), self._focus, self._top, self.words) == self._drawn:
            return []
        width, height = surface.get_size()
        letter = max(13, min(height // 40, width // 64))
        margin = round(width * MARGIN)
        inner = width - 2 * margin
        surface.set_clip(None)
        surface.fill(BACK)
        y = margin // 2
        for text, size, colour in ((self._title, 2.0, ACCENT), (self.lead, 1.2, TEXT)):
            words = self._text(text, round(letter * size), colour, inner)
            surface.blit(words, (margin, y))
            y += words.get_height() + letter // 2
        low = self._draw_choices(surface, letter, margin)
        self._draw_report(surface, pygame.Rect(margin, y, inner, low - letter - y), letter)
        self._drawn = (surface.get_size(), self._focus, self._top, self.words)
        return [surface.get_rect()]

    def _draw_choices(self, surface: pygame.Surface, letter: int, margin: int) -> int:
        count = len(self._choices)
        gap = letter
        width = (surface.get_width() - 2 * margin - (count - 1) * gap) // count
        labels = [
            self._text(
                words, round(letter * 1.15), BACK if has else TEXT, width - gap, pygame.FONT_CENTER
            )
            for words, has in zip(self.words, self._has_focus(), strict=True)
        ]
        height = max(44, max(label.get_height() for label in labels) + gap)
        top = surface.get_height() - margin // 2 - height
        self.boxes = [
            pygame.Rect(margin + index * (width + gap), top, width, height)
            for index in range(count)
        ]
        for box, label, has in zip(self.boxes, labels, self._has_focus(), strict=True):
            pygame.draw.rect(surface, ACCENT if has else PANEL, box, border_radius=letter // 2)
            outline = TEXT if has else BORDER
            pygame.draw.rect(surface, outline, box, 3 if has else 1, border_radius=letter // 2)
            surface.blit(label, label.get_rect(center=box.center))
        return top

    def _has_focus(self) -> list[bool]:
        return [index == self._focus for index in range(len(self._choices))]

    def _draw_report(self, surface: pygame.Surface, box: pygame.Rect, letter: int) -> None:
        pygame.draw.rect(surface, PANEL, box)
        pygame.draw.rect(surface, BORDER, box, 1)
        inside = box.inflate(-2 * letter, -letter)
        if inside.width < letter or inside.height < letter:
            return
        report = self._text(self._report, letter, DIM, inside.width)
        most = max(0, -(-(report.get_height() - inside.height) // letter))
        self._top = min(self._top, most)
        surface.blit(report, inside, pygame.Rect(0, self._top * letter, *inside.size))
        if most:
            length = max(letter, inside.height * inside.height // report.get_height())
            at = box.top + (box.height - length) * self._top // most
            bar = pygame.Rect(box.right - letter // 2, at, letter // 3, length)
            pygame.draw.rect(surface, BORDER, bar)

    def _text(
        self,
        text: str,
        size: int,
        colour: tuple[int, int, int],
        width: int,
        align: int = pygame.FONT_LEFT,
    ) -> pygame.Surface:
        if not pygame.font.get_init():
            pygame.font.init()
        font = self._font.of_size(size)
        font.align = align
        return font.render(text, True, colour, None, max(1, width))


MAX_FRAMES: Final = 30
"""Number of calls that a report keeps from each end of a long traceback."""
MAX_STEPS: Final = 12
"""Maximum number of the match's last steps to report."""
MAX_REPORTS: Final = 10
"""Number of reports to keep in the folder of the logs."""
_NAME: Final = "crash-*.txt"
_UNDERLINES: Final = re.compile(r" +[~^]+")
"""Matches the lines of a traceback that underline code with ~ and ^. They are left out, because
they are only aligned in a monospaced font."""


class CrashReport(NamedTuple):
    """A crash report.

    Attributes:
        text: The report.
        file: The file with the report, None if it could not be written.
        error_message: Why it could not be written.
        is_known: Whether the same error has been reported before.
    """

    text: str
    file: Path | None = None
    error_message: str = ""
    is_known: bool = False


def error_signature(error: BaseException) -> str:
    """Return a text that is equal for equal errors: class, file and line."""
    frames = traceback.extract_tb(error.__traceback__)
    if frames:
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"
    else:
        place = ""
    return f"{type(error).__name__} {place}"


@dataclass(eq=False)
class CrashReporter:
    """Writes crash reports, and keeps the last few in a folder.

    Attributes:
        folder: Folder of the reports.
        redactor: Removes personal data.
        now: Returns the date and time, for the names of files.
        box: All games.
    """

    folder: Path
    redactor: Redactor
    now: Callable[[], datetime.datetime]
    box: Catalogue = field(default_factory=lambda: CATALOGUE)

    def report(
        self, error: BaseException, program: Program | None, inputs: Iterable[str]
    ) -> CrashReport:
        """Write a report of an error to a new file.

        Args:
            error: The error.
            program: The program, None if it hadn't started.
            inputs: Descriptions of the last inputs.
        """
        parts = [
            _write_section("Program", _describe_versions),
            _write_section("Screen", lambda: _describe_screen(program)),
            _write_section("Position", lambda: _describe_position(_session_of(program), self.box)),
            _write_section("Last steps", lambda: _describe_steps(_session_of(program))),
            _write_section("Last inputs", lambda: ", ".join(inputs) or "none"),
        ]
        trace = self.redactor.redact(_format_traceback(error))
        return self._write("\n".join([*parts, trace]), trace)

    def _write(self, text: str, trace: str) -> CrashReport:
        """Write a report to a new file, and delete the oldest files.

        Args:
            text: The report.
            trace: Its traceback; an earlier report with the same one is about the same error.
        """
        earlier = list(self.folder.glob(_NAME))
        is_known = False
        for each in earlier:
            with suppress(files.FileReadError):
                is_known = is_known or files.read_text(each).endswith(trace)
        stem = f"crash-{self.now():%Y-%m-%d-%H%M%S}"
        names = files.number_names(self.folder / f"{stem}.txt")
        try:
            file = files.write_new(names, text.encode("utf-8", "backslashreplace"))
        except files.FileWriteError as error:
            return CrashReport(text, None, error.why, is_known)
        with suppress(OSError):
            earlier.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
            for path in earlier[MAX_REPORTS - 1 :]:
                path.unlink(missing_ok=True)
        return CrashReport(text, file, "", is_known)


def _write_section(title: str, describe: Callable[[], str]) -> str:
    try:
        return f"{title}: {describe()}"
    except Exception as error:  # Catch all errors: the crash may have broken the object.
        return f"{title}: cannot be told ({type(error).__name__})"


def _describe_versions() -> str:
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    if pygame.display.get_init():
        driver = pygame.display.get_driver()
    else:
        driver = "no display"
    return (
        f"{PRODUCT} {__version__}, Python {platform.python_version()}, "
        f"pygame-ce {pygame.version.ver}, SDL {sdl} ({driver}), {platform.platform()}"
        f"{', frozen' if getattr(sys, 'frozen', False) else ''}"
    )


def _describe_screen(program: Program | None) -> str:
    if program is None:
        return "none: the program had not begun"
    ui = program.ui
    window = program.ui.stage.view.window
    return (
        f"{type(program.screen).__name__}, {window[0]}x{window[1]}, language {ui.texts.language}, "
        f"scale {ui.settings.ui_scale}, colours {ui.settings.colours}, speed {ui.settings.speed}"
    )


def _describe_position(session: Session | None, box: Catalogue) -> str:
    if session is None:
        return "no match"
    viewer = None
    if may_see_hand(session, session.viewer):
        viewer = session.viewer
    observation = session.match.game.observe(session.match.state, viewer)
    if viewer is None:
        who = "a spectator"
    else:
        who = game.SEAT_LETTERS[viewer]
    players = ", ".join(seat.player or "person" for seat in session.seats)
    text = box[session.match.game.name].view().story.position_text(observation)
    return f"{text} (as {who} sees it; {players})"


def _describe_steps(session: Session | None) -> str:
    if session is None:
        return "none"
    log = session.match.log
    steps = [
        f"{'table' if entry.seat < 0 else game.SEAT_LETTERS[entry.seat]} {entry.step}"
        for entry in log[-MAX_STEPS:]
    ]
    return f"{len(log)} taken; {', '.join(steps)}"


def _session_of(program: Program | None) -> Session | None:
    if program is None:
        return None
    return program.session


def _format_traceback(error: BaseException) -> str:
    trace = "".join(traceback.format_exception(error)).rstrip().split("\n")
    lines = [line for line in trace if not _UNDERLINES.fullmatch(line)]
    most = 4 * MAX_FRAMES
    if len(lines) > 2 * most:
        lines = [*lines[:most], f"  [{len(lines) - 2 * most} lines]", *lines[-most:]]
    return "\n".join(lines)


_LOG: Final = logging.getLogger(__name__)
CRASH_LOOP_SECONDS: Final = 10.0
"""A crash within this many seconds after the start or after continuing counts as immediate."""
MAX_INPUTS: Final = 12
"""Number of inputs to remember for the report."""


class CrashGuard:
    """Runs the program for the window, and shows the crash page instead after an error.

    Attributes:
        program: The program, None before it starts and after a crash.
        page: The crash page, None while the program runs.
    """

    def __init__(
        self,
        make: Callable[[], Program],
        begin: Callable[[Program], None],
        *,
        library: Library,
        reporter: CrashReporter,
        clock: animation.Clock,
        clipboard: SystemClipboard,
        font: FontFile | None = None,
        read_first: Iterable[Path] = (),
    ) -> None:
        """Make the program and open its first screen.

        Args:
            make: Makes the program.
            begin: Opens the first screen.
            library: Stores the match.
            reporter: Writes reports.
            clock: Measures the time between crashes.
            clipboard: Receives a copied report.
            font: Font of the crash page, None for pygame's own.
            read_first: Files that are read at the start and may cause a crash.
        """
        self._make = make
        self._read_first = tuple(read_first)
        self._suspects: list[Path] = []
        self._acquitted: set[Path] = set()
        self._started_at = -math.inf
        self._has_begun = False
        self._library = library
        self._reporter = reporter
        self._clock = clock
        self._clipboard = clipboard
        self._font = font
        self._texts = Texts()
        self._inputs: deque[str] = deque(maxlen=MAX_INPUTS)
        self._from_threads: SimpleQueue[BaseException] = SimpleQueue()
        self._went_on_at: float | None = None
        self._last = ("", -1)
        self._has_quit = False
        self._dropped: list[pygame.Event] = []
        self._next_start: Callable[[Program], None] | None = None
        self._is_start_announced = False
        self.program: Program | None = None
        self.page: CrashPage | None = None
        self._call_guarded(lambda: self._start(begin))

    # -- called by the window ----------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        if self.page is not None or self.program is None:
            return not self._has_quit
        return self.program.is_running

    def handle(self, event: pygame.Event) -> None:
        if self.page is None and self.program is not None:
            program = self.program
            if event.type in _LOGGED_EVENTS:
                self._inputs.append(_describe_event(event))
            self._call_guarded(lambda: program.handle(event))
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
            self._call_guarded(self.program.tick)
        elif self._next_start is not None and self._is_start_announced:
            self._restart(self._next_start)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        if self.page is None and self.program is not None:
            drawn = self._call_guarded(partial(self.program.draw, surface))
            if drawn is not None:
                return drawn
        if self.page is None:
            return []
        self._is_start_announced = self._next_start is not None
        return self.page.draw(surface)

    @property
    def idle_for(self) -> float:
        program = self.program
        if self._next_start is not None:
            return 0.0
        if self.page is not None or program is None:
            return math.inf
        return self._call_guarded(lambda: program.idle_for) or 0.0

    def record_thread_error(self, failed: threading.ExceptHookArgs) -> None:
        """Record an error of another thread; for `threading.excepthook`."""
        if failed.exc_value is not None:
            self._from_threads.put(failed.exc_value)

    def close(self) -> None:
        if self.program is not None:
            self.program.ui.audio.close()

    # -- crashes -----------------------------------------------------------------------------

    def _start(self, begin: Callable[[Program], None]) -> None:
        self._has_begun = False
        to_match = begin == self._resume and self._library.last is not None
        if to_match:
            self._started_at = -math.inf
        else:
            self._started_at = self._clock.now()
        self.program = self._make()
        self._texts = self.program.ui.texts
        begin(self.program)
        self._has_begun = True

    def _call_guarded(self, call: Callable[[], T]) -> T | None:
        try:
            return call()
        except Exception as error:
            # Show any error on the crash page, from where the user can continue the match.
            self._handle_crash(error)
        return None

    def _handle_crash(self, error: BaseException) -> None:
        _LOG.error("The program has met a fault", exc_info=error)
        program = self.program
        if program is not None:
            with suppress(Exception):
                self._texts = program.ui.texts
        report = self._reporter.report(error, program, self._inputs)
        session = _session_of(program)
        fault = error_signature(error), -1 if session is None else session.match.revision
        soon = (
            self._went_on_at is not None
            and self._clock.now() - self._went_on_at < CRASH_LOOP_SECONDS
        )
        is_again = self._went_on_at is not None and (soon or fault == self._last)
        self._last = fault
        is_early = self._clock.now() - self._started_at < CRASH_LOOP_SECONDS
        stops_starts = (is_early or not self._has_begun) and (is_again or report.is_known)
        is_players = stops_starts and not is_about_shipped_file(error)
        if is_players:
            self._suspects = self._find_suspects(error)
        else:
            self._suspects = []
        if program is not None:
            with suppress(Exception):
                program.stop_after_crash()
        with suppress(Exception):
            self._library.retry_writes()
        self.page = self._build_page(error, report, is_again)

    def _build_page(self, error: BaseException, report: CrashReport, is_again: bool) -> CrashPage:
        texts = self._texts
        has_match = self._library.last is not None
        if has_match:
            next_step = texts("Continue from last save")
        else:
            next_step = texts("Restart")
        choices: list[CrashButton] = [
            (texts("Copy report"), lambda: self._copy(report)),
            (next_step, lambda: self._continue(self._resume)),
            (texts("Quit"), self._quit),
        ]
        if is_again:
            title = texts("Back to the main menu")
            choices.insert(1, (title, lambda: self._continue(Program.show_title)))
        for each in self._suspects[:1]:
            words = texts("Set {name} aside", name=each.name)
            choices.insert(1, (words, partial(self._set_aside, each)))
        return CrashPage(
            texts("Something has gone wrong"),
            "\n".join(self._build_text(error, report, is_again, has_match)),
            report.text,
            choices,
            first=1,
            font=self._font,
        )

    def _build_text(
        self, error: BaseException, report: CrashReport, is_again: bool, has_match: bool
    ) -> list[str]:
        texts = self._texts
        lead = []
        if is_about_shipped_file(error):
            lead.append(texts("A program file is damaged. Please reinstall."))
        if self._library.is_unsaved:
            lead.append(
                texts(
                    "Your match can’t be saved right now. If you quit, you may lose the last moves."
                )
            )
        elif has_match:
            lead.append(texts("Your match is safe: it continues from the last move."))
        if is_again:
            lead.append(texts("It happened again. Try going back to the main menu."))
        for each in self._suspects[:1]:
            words = texts(
                "The problem may be in {name}. Setting it aside won’t delete it.", name=each.name
            )
            lead.append(words)
        if report.file is None:
            lead.append(texts("This report couldn’t be saved: {why}", why=report.error_message))
        else:
            name = report.file.name
            lead.append(
                texts("This report contains no names. It’s in the log folder: {name}.", name=name)
            )
        return lead

    # -- actions of the user -----------------------------------------------------------------

    def _copy(self, report: CrashReport) -> str:
        done = self._clipboard.copy(report.text)
        if done:
            return self._texts("Copied")
        return self._texts("Can’t copy here")

    def _quit(self) -> None:
        self._has_quit = True

    def _continue(self, begin: Callable[[Program], None]) -> str:
        """Schedule a restart of the program for after the next frame, because it takes seconds.

        Returns:
            Label of the button until then.
        """
        self._next_start = begin
        self._is_start_announced = False
        return self._texts("One moment…")

    def _restart(self, begin: Callable[[Program], None]) -> None:
        self._next_start = None
        self.page = self.program = None
        self._inputs.clear()
        self._from_threads = SimpleQueue()  # Discard errors of the crashed program's threads.
        self._went_on_at = self._clock.now()
        self._call_guarded(lambda: self._start(begin))
        while self._dropped and self.page is None:
            self.handle(self._dropped.pop(0))

    def _find_suspects(self, error: BaseException) -> list[Path]:
        """Return the files read at the program's start that may have caused the crash.

        Files that belong to a module in the traceback come first. Files that were set aside after
        an earlier crash are left out.
        """
        files = self._read_first
        there = [file for file in files if file.exists() and file not in self._acquitted]
        code = " ".join([frame.filename for frame in traceback.extract_tb(error.__traceback__)])
        return sorted(there, key=lambda file: file.stem not in code)

    def _set_aside(self, file: Path) -> str:
        self._acquitted.add(file)
        for each in (file, files.backup_of(file)):
            with suppress(files.FileWriteError):
                _LOG.warning("set aside as %s", files.set_aside(each).name)
        return self._continue(Program.show_title)

    def _resume(self, program: Program) -> None:
        program.show_title()
        if self._library.last is not None:
            program.resume()


def is_about_shipped_file(error: BaseException | None) -> bool:
    """Return whether an error or its cause names a file of the installed program."""
    from red7_desktop.table.layout import LayoutError

    shipped = (
        *(resources.MissingAsset, resources.DamagedAsset, theme.ThemeError, MissingFontError),
        *(UnreadableFontError, LayoutError),
    )
    while error is not None and not isinstance(error, shipped):
        error = error.__cause__
    return error is not None


_FIRST_NAMED: Final = 1 << 30
"""First key code of keys without a character, such as F1; lower codes are characters."""
_LOGGED_EVENTS: Final = {
    pygame.KEYDOWN: "key",
    pygame.MOUSEBUTTONDOWN: "press",
    pygame.MOUSEBUTTONUP: "release",
    pygame.CONTROLLERBUTTONDOWN: "pad",
    pygame.FINGERDOWN: "finger",
    pygame.WINDOWRESIZED: "resize",
}


def _describe_event(event: pygame.Event) -> str:
    word = _LOGGED_EVENTS[event.type]
    if event.type == pygame.KEYDOWN:
        is_letter = pygame.K_SPACE < event.key < _FIRST_NAMED and event.key != pygame.K_DELETE
        if is_letter:
            return word
        return f"{word} {pygame.key.name(event.key)}"
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        return f"{word} {event.pos[0]},{event.pos[1]}"
    if event.type == pygame.CONTROLLERBUTTONDOWN:
        return f"{word} {event.button}"
    return word


SIZE: Final = 500_000
"""Maximum size of a log file in bytes; then a new file is started."""
OLDER: Final = 2
"""Number of full log files to keep besides the current one."""
_LOG_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class RedactingFormatter(logging.Formatter):
    """Formats a log record, traceback included, and removes personal data from it."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__(_LOG_FORMAT)
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        return self._redactor.redact(super().format(record))


class LogHandler(logging.Handler):
    """Writes records to a rotating log file, or to the terminal if the file can't be created.

    An empty file is created at once, so that users find it. It is opened for the first record: most
    starts log nothing, and `logging.handlers` takes longer to load than a start may spend on the
    log.
    """

    def __init__(self, path: Path, redactor: Redactor, size: int = SIZE) -> None:
        super().__init__()
        self.setFormatter(RedactingFormatter(redactor))
        self._path = path
        self._size = size
        self._target: logging.Handler | None = None
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    def emit(self, record: logging.LogRecord) -> None:
        if self._target is None:
            self._target = self._open()
        self._target.handle(record)

    def _open(self) -> logging.Handler:
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

    def close(self) -> None:
        if self._target is not None:
            with suppress(OSError):
                self._target.close()
        super().close()


def start_log(handler: logging.Handler) -> None:
    """Send all log messages to a handler from now on, and ignore errors such as a full disk."""
    logging.raiseExceptions = False
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)


_SEED: Final = re.compile(r"\b(seed|deal)([=: ]+)\d+")
_FILE: Final = re.compile(r'File "([^"\n]+)"')
_CODE: Final = re.compile(r'  File "[^"\n]+", line \d+')
_OWN: Final = "red7_desktop"


class PersonalData(NamedTuple):
    """Texts that would identify the user's computer, and the placeholders that replace them.

    Attributes:
        folders: Paths of folders, each with its placeholder.
        words: Names of the computer and its user, each with its placeholder.
    """

    folders: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


def collect_personal_data(own_folder: Path | None = None) -> PersonalData:
    """Collect the folders, host name and user name of this computer, with their placeholders.

    Args:
        own_folder: Folder with the program's files if the user has chosen one, otherwise None.
    """
    if own_folder is None:
        folders = []
    else:
        folders = [(str(own_folder), "HOME")]
    with suppress(RuntimeError):
        folders.append((str(Path.home()), "~"))
    host = platform.node()
    words = [(host, "HOST"), (host.partition(".")[0], "HOST")]
    with suppress(OSError, KeyError, ImportError):
        words.insert(0, (getpass.getuser(), "USER"))
    return PersonalData(
        tuple([(path, word) for path, word in folders if len(path) > 1]),
        tuple([(name, word) for name, word in words if name]),
    )


class Redactor:
    """Removes personal data and hidden cards from texts.

    Attributes:
        names: Returns the names of the players at the moment.
    """

    def __init__(
        self,
        personal: PersonalData,
        names: Callable[[], Iterable[str]] = tuple,
        box: Catalogue = CATALOGUE,
    ) -> None:
        self._personal = personal
        self.names = names
        self._secrets = [pair for row in box.values() for pair in row.redactions]

    def redact(self, text: str) -> str:
        """Return a text without personal data and hidden cards.

        Lines of the program's source code in a traceback are unchanged.

        >>> Redactor(PersonalData((("/who/ann", "~"),), (("ann", "USER"),))).redact(
        ...     "ann cannot write /who/ann/saves: seed 4711"
        ... )
        'USER cannot write ~/saves: seed [number]'
        """
        lines = []
        before = ""
        for line in text.split("\n"):
            is_code = line.startswith("    ") and _CODE.match(before)
            lines.append(line if is_code else self._veiled(line))
            before = line
        return "\n".join(lines)

    def _veiled(self, line: str) -> str:
        line = _FILE.sub(lambda found: f'File "{_shorten_path(found[1])}"', line)
        for pattern, word in self._secrets:
            line = re.sub(pattern, word, line)
        line = _SEED.sub(r"\1\2[number]", line)
        for folder, word in self._personal.folders:
            line = _compile_word(folder).sub(word, line)
        for name, word in self._personal.words:
            line = _compile_word(name, re.IGNORECASE).sub(word, line)
        for name in self.names():
            line = _compile_word(name).sub("[player]", line)
        return line


def _shorten_path(path: str) -> str:
    """Return the end of a path: from the package `red7_desktop` on, or its last two parts."""
    parts = re.split(r"[\\/]", path)
    start = parts.index(_OWN) if _OWN in parts else -2
    return "/".join(parts[start:])


def _compile_word(name: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", flags)
