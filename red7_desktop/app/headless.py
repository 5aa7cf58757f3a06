"""The whole program without a window: on a surface, with a clock that is stepped.

Tests fly it, the laboratory measures it, pictures are taken with it. SDL's dummy video driver is
needed for events: whoever uses this sets SDL_VIDEODRIVER=dummy before pygame is imported.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Any

import pygame

from red7_desktop.app.matches.match_store import MatchStore, build_first_setup
from red7_desktop.app.program import Program
from red7_desktop.games.registry import BOX, Box
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import Paths, Worker, WorkerHere
from red7_desktop.play.ai import Thinker
from red7_desktop.scene.animation import SteppedClock

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.play.session import Session

FRAME = 1 / 60


class WorkClock(SteppedClock):
    """Tells the time that was stepped to and what the thread has worked since."""

    def __init__(self) -> None:
        super().__init__()
        self._since = thread_time()

    def now(self) -> float:
        return super().now() + thread_time() - self._since

    def step(self, seconds: float) -> None:
        worked = thread_time() - self._since
        super().step(max(seconds, worked))
        self._since = thread_time()


class Headless:
    """Drives the program.

    home: where it keeps its files. size: of the surface, in pixels. clock: stepped from frame to
    frame. make_thinker: makes where AI players think. box: the games that there are.
    writes_late: whether settings and set-ups are written in a thread, as they are for people.
    """

    def __init__(
        self,
        home: Path,
        size: tuple[int, int] = (1280, 720),
        seed: int = 5,
        clock: SteppedClock | None = None,
        make_thinker: Callable[[], Thinker] = Thinker,
        box: Box = BOX,
        *,
        writes_late: bool = False,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((64, 64))
        pygame.event.clear()
        self.clock = clock or SteppedClock()
        self._make_thinker = make_thinker
        self.surface = pygame.Surface(size)
        self.paths = Paths(home / "config", home / "saves", home / "logs")
        self.keeper = MatchStore(self.paths.saves, box)
        self._seed = seed
        self._box = box
        self._worker = Worker("file keeper") if writes_late else WorkerHere()
        self.program = self.make()

    def make(self) -> Program:
        """Make a program that keeps its files in the same place as the one before."""
        return Program(
            self.paths,
            self.keeper,
            size=self.surface.get_size(),
            clock=self.clock,
            writes=self._worker,
            make_thinker=self._make_thinker,
            new_number=Random(self._seed).randrange,
            today=lambda: datetime.date(2020, 2, 20),
            box=self._box,
        )

    def sit_down(self, *levels: str, seed: int, game: str | None = None, **values: Any) -> None:
        """Begin a match, of the box's first game by default: a person against AI players of levels.

        values: of the game's options; the others are as a new player finds them.
        """
        setup = build_first_setup(self._box[game or next(iter(self._box))])
        seats = (SeatPlan(), *[SeatPlan(level=level) for level in levels])
        self.program.play(replace(setup, seats=seats, seed=seed).with_values(**values))

    def close(self) -> None:
        """End the program, as closing its window does."""
        self.program.quit()
        self.keeper.close()

    @property
    def session(self) -> Session:
        """The match that is being played. Raises RuntimeError when there is none."""
        if self.program.session is None:
            raise RuntimeError("no match is being played")
        return self.program.session

    def frame(self, seconds: float = FRAME, *, draws: bool = True) -> None:
        """Let one frame pass: time, events and, unless nobody looks, drawing."""
        self.clock.step(seconds)
        for event in pygame.event.get():
            self.program.handle(event)
        self.program.tick()
        if draws:
            self.program.draw(self.surface)

    def wait(self, seconds: float, frame: float = FRAME) -> None:
        """Let time pass, frame by frame."""
        for _ in range(max(1, round(seconds / frame))):
            self.frame(frame)

    def post(self, kind: int, **fields: Any) -> None:
        """Post one event and let the program take it."""
        pygame.event.post(pygame.Event(kind, **fields))
        self.frame()
