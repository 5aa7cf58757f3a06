"""Stands between the window and the program: a fault anywhere ends in a page, not in a crash.

The program is thrown away with the fault, for nobody knows what is broken in it, and made anew
when the player goes on. The match lies on the disk after every step.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.crash.page import CrashButton, CrashPage
from red7_desktop.app.crash.report import CrashReport, CrashReporter, signature_of
from red7_desktop.kit.language.texts import Texts
from red7_desktop.kit.pages.clipboard import Clipboard

if TYPE_CHECKING:
    import threading

    from red7_desktop.app.match.autosave import MatchStore
    from red7_desktop.app.program import Program
    from red7_desktop.scene.motion.clock import Clock
    from red7_desktop.scene.paint.fonts import FontFile

_LOG: Final = logging.getLogger(__name__)

AT_ONCE: Final = 10.0
"""A fault within so many seconds after going on means that going on does not help."""

INPUTS: Final = 12
"""So many inputs are remembered for the report."""


class CrashGuard:
    """Drives the program for the window, as `window.Driven`, and stands in for it after a fault.

    make: makes the program. begin: opens its first screen. keeper: has the match. reporter: writes
    the reports. font: for the page about a fault.
    """

    def __init__(
        self,
        make: Callable[[], Program],
        begin: Callable[[Program], None],
        *,
        keeper: MatchStore,
        reporter: CrashReporter,
        clock: Clock,
        clipboard: Clipboard,
        font: FontFile | None = None,
    ) -> None:
        self._make = make
        self._keeper = keeper
        self._reporter = reporter
        self._clock = clock
        self._clipboard = clipboard
        self._font = font
        self._texts = Texts()
        self._inputs: deque[str] = deque(maxlen=INPUTS)
        self._from_threads: SimpleQueue[BaseException] = SimpleQueue()
        self._went_on_at: float | None = None
        self._last = ("", -1)
        self._has_quit = False
        self.program: Program | None = None
        self.page: CrashPage | None = None
        self._guarded(lambda: self._start(begin))

    # -- what the window drives --------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """False once the player has quit."""
        if self.page is not None or self.program is None:
            return not self._has_quit
        return self.program.is_running

    def handle(self, event: pygame.Event) -> None:
        """Take an event."""
        if self.page is None and self.program is not None:
            program = self.program
            if event.type in _TOLD:
                self._inputs.append(_describe_event(event))
            self._guarded(lambda: program.handle(event))
        elif event.type in (pygame.QUIT, pygame.APP_TERMINATING):
            self._has_quit = True
        elif self.page is not None:
            self.page.handle(event)

    def tick(self) -> None:
        """Move on to the present time; hear of faults in other threads."""
        if self.page is None and self.program is not None:
            with suppress(Empty):
                self._meet(self._from_threads.get_nowait())
                return
            self._guarded(self.program.tick)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring the window's pixels up to date; gives the rectangles that changed."""
        if self.page is None and self.program is not None:
            drawn: list[pygame.Rect] = []
            program = self.program
            self._guarded(lambda: drawn.extend(program.draw(surface)))
            if self.page is None:
                return drawn
        return [] if self.page is None else self.page.draw(surface)

    @property
    def idle_for(self) -> float:
        """For how many seconds nothing will go on without events: 0 while anything does."""
        program = self.program
        if self.page is not None or program is None:
            return math.inf
        found = [0.0]
        self._guarded(lambda: found.append(program.idle_for))
        return found[-1]

    def hear_of(self, failed: threading.ExceptHookArgs) -> None:
        """Take note of a fault in another thread; for `threading.excepthook`."""
        if failed.exc_value is not None:
            self._from_threads.put(failed.exc_value)

    def close(self) -> None:
        """Let go of the sound device."""
        if self.program is not None:
            self.program.kit.audio.close()

    # -- faults ------------------------------------------------------------------------------

    def _start(self, begin: Callable[[Program], None]) -> None:
        self.program = self._make()
        self._texts = self.program.kit.texts
        begin(self.program)

    def _guarded(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except Exception as error:  # whatever it is, the player is told and the match goes on
            self._meet(error)

    def _meet(self, error: BaseException) -> None:
        """Tell about a fault, and put the page in the program's place."""
        _LOG.error("The program has met a fault", exc_info=error)
        program = self.program
        if program is not None:
            with suppress(Exception):
                self._texts = program.kit.texts
        report = self._reporter.report(error, program, self._inputs)
        fault = (signature_of(error), _find_revision(program))
        soon = self._went_on_at is not None and self._clock.now() - self._went_on_at < AT_ONCE
        is_again = self._went_on_at is not None and (soon or fault == self._last)
        self._last = fault
        if program is not None:
            with suppress(Exception):
                program.abandon()
        with suppress(Exception):
            self._keeper.save_again()
        self.page = self._page(error, report, is_again)

    def _page(self, error: BaseException, report: CrashReport, is_again: bool) -> CrashPage:
        texts = self._texts
        has_match = self._keeper.last is not None
        onward = texts("Go on from the last save") if has_match else texts("Start again")
        choices = [
            CrashButton(texts("Copy report"), lambda: self._copy(report)),
            CrashButton(onward, lambda: self._go_on(self._resume)),
            CrashButton(texts("Quit"), self._quit),
        ]
        if is_again:
            title = CrashButton(texts("Back to the main menu"), lambda: self._go_on(_show_title))
            choices.insert(1, title)
        return CrashPage(
            texts("Something has gone wrong"),
            "\n".join(self._lead(error, report, is_again, has_match)),
            report.text,
            choices,
            first=1,
            font=self._font,
        )

    def _lead(
        self, error: BaseException, report: CrashReport, is_again: bool, has_match: bool
    ) -> list[str]:
        texts, lead = self._texts, []
        if is_shipped_fault(error):
            lead.append(
                texts("A file that came with the program is damaged. Installing it again helps.")
            )
        if self._keeper.is_unsaved:
            lead.append(
                texts("Your match cannot be saved now. Going on keeps it, quitting may lose steps.")
            )
        elif has_match:
            lead.append(texts("Your match is safe: it goes on from the last completed step."))
        if is_again:
            lead.append(
                texts("It has happened again at once. The main menu may be a way round it.")
            )
        if report.file is None:
            lead.append(texts("This report could not be written to a file: {why}", why=report.why))
        else:
            name = report.file.name
            lead.append(
                texts(
                    "This report names no people. It lies in the log folder as {name}.", name=name
                )
            )
        return lead

    # -- what the player chooses -------------------------------------------------------------

    def _copy(self, report: CrashReport) -> str:
        done = self._clipboard.copy(report.text)
        return self._texts("Copied") if done else self._texts("It cannot be copied here")

    def _quit(self) -> None:
        self._has_quit = True

    def _go_on(self, begin: Callable[[Program], None]) -> None:
        """Make the program anew."""
        self.page = self.program = None
        self._inputs.clear()
        self._from_threads = SimpleQueue()  # what threads of the old program still had to say
        self._went_on_at = self._clock.now()
        self._guarded(lambda: self._start(begin))

    def _resume(self, program: Program) -> None:
        program.show_title()
        if self._keeper.last is not None:
            program.resume()


def is_shipped_fault(error: BaseException) -> bool:
    """Tell whether a fault is about a file that came with the program."""
    from red7_desktop.resources import MissingAsset
    from red7_desktop.scene.paint.fonts import MissingFont, UnreadableFont
    from red7_desktop.scene.theme.theme_reader import ThemeError
    from red7_desktop.table.spec import LayoutError

    shipped = MissingAsset | ThemeError | MissingFont | UnreadableFont | LayoutError
    return isinstance(error, shipped)


def _show_title(program: Program) -> None:
    program.show_title()


def _find_revision(program: Program | None) -> int:
    session = None if program is None else program.session
    return -1 if session is None else session.match.revision


_FIRST_NAMED: Final = 1 << 30
"""From here on the numbers of keys stand for no letter of any alphabet."""

_TOLD: Final = {
    pygame.KEYDOWN: "key",
    pygame.MOUSEBUTTONDOWN: "press",
    pygame.MOUSEBUTTONUP: "release",
    pygame.CONTROLLERBUTTONDOWN: "pad",
    pygame.FINGERDOWN: "finger",
    pygame.WINDOWRESIZED: "resize",
}


def _describe_event(event: pygame.Event) -> str:
    """Name an input for the report. A key that may be a letter of a name is not told."""
    word = _TOLD[event.type]
    if event.type == pygame.KEYDOWN:
        is_letter = pygame.K_SPACE < event.key < _FIRST_NAMED and event.key != pygame.K_DELETE
        return word if is_letter else f"{word} {pygame.key.name(event.key)}"
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        return f"{word} {event.pos[0]},{event.pos[1]}"
    return f"{word} {event.button}" if event.type == pygame.CONTROLLERBUTTONDOWN else word
