"""The crash page, and the guard that shows it after an error.

The page uses only a surface, a font and events, so it works even if the theme, the stage or the
rest of the program is broken. After a crash the program object is discarded and created again when
the user continues. The match is on the disk after every step.
"""

from __future__ import annotations

import logging
import math
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

import pygame

from red7_desktop import resources
from red7_desktop.app.library.library import Library
from red7_desktop.app.program import Program
from red7_desktop.app.reports import (
    REPORTED_EVENTS,
    CrashReport,
    CrashReporter,
    describe_event,
)
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import animation, commands, theme
from red7_desktop.scene.paint.text import FontFile, MissingFontError, UnreadableFontError
from red7_desktop.tabletop import files

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


@dataclass(eq=False, repr=False)
class CrashPage:
    """Explains a crash, shows its report, and offers buttons to continue.

    Attributes:
        title: Title of the page.
        lead: Text below the title.
        report: Text in the scrolling panel.
        choices: The buttons; the second one has the focus first.
        font: Font of all texts, None for pygame's own.
        words: Labels of the buttons, as last changed by their actions.
        boxes: Clickable rectangles of the buttons, without gaps, in pixels, as last drawn.
    """

    title: str
    lead: str
    report: str
    choices: Sequence[CrashButton]
    font: FontFile | None = None

    def __post_init__(self) -> None:
        self._lines = self.report.replace("\0", "?").replace("\t", "    ").split("\n")
        self.words = [words for words, _ in self.choices]
        self._focus = 1
        self._top = 0
        self.boxes: list[pygame.Rect] = []

    def handle(self, event: pygame.Event) -> None:
        command = commands.read_command(event) or getattr(event, "key", None)
        if event.type in {pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP}:
            index = pygame.Rect(event.pos, (1, 1)).collidelist(self.boxes)
            if index >= 0:
                self._focus = index
                if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                    self._press()
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-3 * event.y)
        elif event.type in {pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN}:
            self._focus = (self._focus + _STEPS.get(command, 0)) % len(self.words)
            self._scroll(_SCROLLS.get(command, 0))
            if command is commands.FocusCommand.ACTIVATE:
                self._press()

    def _press(self) -> None:
        label = self.choices[self._focus][1]()
        if label:
            self.words[self._focus] = label

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
        width = (room.w + letter) // len(self.words)
        labels = []
        for index, words in enumerate(self.words):
            colour = BACK if index == self._focus else TEXT
            label = self._render(
                words, 1.15 * letter, colour, width - 2 * letter, pygame.FONT_CENTER
            )
            labels.append(label)
        height = max(44, *[label.get_height() + letter for label in labels])
        left = room.x - letter // 2
        self.boxes = [
            pygame.Rect(left + index * width, room.bottom - height, width, height)
            for index in range(len(labels))
        ]
        for index, (box, label) in enumerate(zip(self.boxes, labels, strict=True)):
            frame = box.inflate(-letter, 0)
            surface.fill(ACCENT if index == self._focus else PANEL, frame)
            pygame.draw.rect(surface, BORDER, frame, 1)
            surface.blit(label, label.get_rect(center=frame.center))
        return height

    def _render(
        self, text: str, size: float, colour: Rgb, width: int, align: int = pygame.FONT_LEFT
    ) -> pygame.Surface:
        if not pygame.font.get_init():
            pygame.font.init()
        font = (self.font or FontFile(None)).of_size(round(size))
        font.align = align
        return font.render(text, True, colour, None, max(1, width))


_LOG: Final = logging.getLogger(__name__)
CRASH_LOOP_SECONDS: Final = 10.0
"""A crash within this many seconds after the start counts as caused by the start."""
MAX_INPUTS: Final = 12
"""Number of inputs to remember for the report."""


@dataclass(eq=False, repr=False)
class CrashGuard:
    """Runs the program for the window, and shows the crash page instead after an error.

    Attributes:
        make: Makes the program.
        begin: Opens its first screen.
        library: Stores the match.
        reporter: Writes reports.
        clock: Measures the time between start and crash.
        clipboard: Receives a copied report.
        font: Font of the crash page, None for pygame's own.
        read_first: Files of the user that are read at the start and may cause a crash.
        program: The program; None before it starts.
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
        self._last_fault: tuple[type, int] | None = None
        self._has_quit = False
        self._dropped: list[pygame.Event] = []
        self._next_start: Callable[[Program], None] | None = None
        self._is_start_announced = False
        self._start(self.begin)

    # -- called by the window ----------------------------------------------------------------

    @property
    def _running(self) -> Program | None:
        """The program, None while the crash page is shown."""
        return self.program if self.page is None else None

    @property
    def is_running(self) -> bool:
        program = self._running
        return not self._has_quit if program is None else program.is_running

    def handle(self, event: pygame.Event) -> None:
        if (program := self._running) is not None:
            if event.type in REPORTED_EVENTS:
                self._inputs.append(describe_event(event))
            with self._catch_errors():
                program.handle(event)
        elif event.type in (pygame.QUIT, pygame.APP_TERMINATING):
            self._has_quit = True
        elif event.type == pygame.DROPFILE:
            self._dropped.append(event)  # Open the file when the user leaves the crash page.
        elif self.page is not None:
            self.page.handle(event)

    def tick(self) -> None:
        if (program := self._running) is not None:
            with suppress(Empty):
                self._handle_crash(self._from_threads.get_nowait())
                return
            with self._catch_errors():
                program.tick()
        elif self._next_start is not None and self._is_start_announced:
            self._restart(self._next_start)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        if (program := self._running) is not None:
            with self._catch_errors():
                return program.draw(surface)
        self._is_start_announced = self._next_start is not None
        return [] if self.page is None else self.page.draw(surface)

    @property
    def idle_for(self) -> float:
        if (program := self._running) is not None:
            with self._catch_errors():
                return program.idle_for
        return math.inf if self._next_start is None else 0.0

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
        is_again = fault == self._last_fault
        self._last_fault = fault
        is_start = self.clock.now() - self._started_at < CRASH_LOOP_SECONDS
        suspect = None
        if is_start and (is_again or report.is_known):
            suspect = self._find_suspect(error)
        if program is not None:
            self._texts = program.ui.texts
            with suppress(Exception):  # Ignore errors: the crash may have broken the match.
                program.stop_after_crash()
        self.library.retry_writes()
        self.page = self._build_page(error, report, is_again, suspect)

    def _find_suspect(self, error: BaseException) -> Path | None:
        """Return the user's file that most likely caused a crash at the program's start.

        Prefer a file that has the name of a module in the traceback.

        Returns:
            The file. None if a file that was installed with the program caused the crash, or if
            all files of the user that are read at the start have been set aside.
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
            (texts("Copy report"), partial(self._copy, report)),
            (next_step, partial(self._continue, self._resume)),
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
            choices.insert(1, (title, partial(self._continue, Program.show_title)))
        if suspect is not None:
            name = suspect.name
            lead.append(
                texts("The problem may be in {name}. Setting it aside won’t delete it.", name=name)
            )
            label = texts("Set {name} aside", name=name)
            choices.insert(1, (label, partial(self._set_aside, suspect)))
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
