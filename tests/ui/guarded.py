"""The pilot behind the guard, as the program runs for people: a fault ends in a page."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from red7_desktop.app.crash import CrashGuard, CrashPage, CrashReporter, PersonalData, Redactor
from red7_desktop.app.headless import FRAME
from red7_desktop.app.launch import list_people, read_plain_font
from tests.ui.pilot import Pilot

if TYPE_CHECKING:
    from red7_desktop.app.program import Program

ANN = PersonalData(
    ((str(Path("/who/ann/red7")), "HOME"), ("/who/ann", "~")), (("ann", "USER"), ("annbox", "HOST"))
)


class Scrap:
    """A clipboard that a test can look at; `works` False refuses."""

    def __init__(self) -> None:
        self.text = ""
        self.works = True

    def copy(self, text: str) -> bool:
        self.text = text if self.works else self.text
        return self.works

    def paste(self) -> str:
        return self.text


class GuardedPilot(Pilot):
    """Flies the program through the guard. begin: what is opened first, the title by default."""

    def __init__(
        self,
        home: Path,
        size: tuple[int, int] = (1280, 720),
        begin: Callable[[Program], None] = lambda program: program.show_title(),
    ) -> None:
        self.clipboard = Scrap()
        self.font = read_plain_font()
        self._begin = begin
        super().__init__(home, size)

    def start(self) -> None:
        """Put the guard before the program; what is made after this may raise."""
        discretion = Redactor(ANN)
        self.guard = CrashGuard(
            self._made,
            self._begin,
            keeper=self.keeper,
            reporter=CrashReporter(
                self.paths.logs, discretion, lambda: datetime.datetime(2020, 2, 20)
            ),
            clock=self.clock,
            clipboard=self.clipboard,
            font=self.font,
        )
        discretion.names = lambda: list_people(self.guard.program)
        self._settle()

    def _made(self) -> Program:
        return self.make()

    def _settle(self) -> None:
        if self.guard.program is not None:
            self.program = self.guard.program

    @property
    def page(self) -> CrashPage:
        """The page about a fault, which must be shown."""
        assert self.guard.page is not None
        return self.guard.page

    def frame(self, seconds: float = FRAME, *, draws: bool = True) -> None:
        self.clock.step(seconds)
        for event in pygame.event.get():
            self.guard.handle(event)
        self.guard.tick()
        if draws:
            self.guard.draw(self.surface)
        self._settle()

    def choose(self, words: str) -> None:
        """Click a button of the page about a fault."""
        box = self.page.boxes[self.page.words.index(words)]
        self.post(pygame.MOUSEMOTION, pos=box.center, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=box.center, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=box.center, button=1)
