"""How long the table takes for a frame: the real program on SDL's dummy driver.

As many seats as a game has; a card follows the pointer while eight others are always on their
way. What is timed is the program's own work for a frame (events, time, drawing), not the window
system's. `openings` and `resting` measure pages that come up for the first time, and the table
while nothing moves, of the box's first game.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.registry import BOX, GameRow
from red7_desktop.lab.timing.openings import answer_openings
from red7_desktop.lab.timing.resting import answer_rest
from red7_desktop.lab.workbench import load_workbench
from red7_desktop.play.ai import ThreadThinker
from red7_desktop.tabletop.game import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.lab.command import Answer

SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))


REQUIRED_SIZE: Final = (1920, 1080)


FRAME_REQUIRED: Final = {"median": 3.0, "p99": 8.0}
"""Milliseconds for a frame at REQUIRED_SIZE."""


IN_FLIGHT: Final = 8


FLIGHT: Final = 18
"""After so many frames the eight cards are sent the other way."""


def answer_ui(row: GameRow, frames: int, repeats: int) -> Iterator[Answer]:
    """Measure frames of a game, and of the box's first one first openings and the rest.

    frames: how many at each size, after as many to warm up. repeats: of each opening.
    """
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", LANGUAGE="en")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for size, thinks in [*[(size, False) for size in SIZES], (REQUIRED_SIZE, True)]:
        with tempfile.TemporaryDirectory() as home:
            times = sorted(_time_frames(row, Path(home), size, frames, thinks))
        p99 = times[min(len(times) - 1, round(0.99 * len(times)))]
        what = "an AI player thinks" if thinks else f"{IN_FLIGHT} in flight"
        answer: Answer = {
            "measure": "frames_while_thinking" if thinks else "frames",
            "title": f"frame at {size[0]}x{size[1]}, a card dragged, {what}",
            "unit": "milliseconds",
            "median": median(times),
            "p99": p99,
            "required": dict(FRAME_REQUIRED) if size == REQUIRED_SIZE else None,
        }
        if size == REQUIRED_SIZE:
            answer["met"] = (
                median(times) <= FRAME_REQUIRED["median"] and p99 <= FRAME_REQUIRED["p99"]
            )
        yield answer
    if row.name == next(iter(BOX)):
        yield from answer_openings({REQUIRED_SIZE: True, SIZES[-1]: False}, repeats)
        yield answer_rest()


def _time_frames(
    row: GameRow, home: Path, size: tuple[int, int], frames: int, thinks: bool
) -> list[float]:
    """Return the milliseconds of each frame; `thinks` lets an AI player think all the time."""
    from red7_desktop.app.headless import Headless

    flown = Headless(home, size, box={row.name: row})
    levels = ("casual", "steady", "newcomer", "newcomer")[: row.face().setup.seats[-1] - 1]
    flown.sit_down(*levels, seed=3, **load_workbench(row.name).full_table)
    flown.wait(2.0)
    while not flown.session.is_viewers_turn:
        flown.frame(0.1)
    flown.wait(2.0)
    thinker = ThreadThinker()
    if thinks:
        thinker.ask(0, 0, partial(_think_on, row), flown.session.observe())
    times = _Drag(flown).times(frames)[frames // 2 :]
    thinker.close()
    flown.close()
    return times


def _think_on(row: GameRow, observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
    """Choose as a game's strongest level does, again and again, until told to stop."""
    level = row.players().levels[-1]
    while not should_stop():
        level.make().choose(observation, level.budget, 1, should_stop)
    return ()


class _Drag:
    """Holds a card and moves it about while eight others fly."""

    def __init__(self, flown: Any) -> None:
        self._flown = flown
        self._view = flown.program.screen.view
        self._home = dict(self._view.zones)
        self._away = _move_cards_away(self._home)

    def times(self, frames: int) -> list[float]:
        """Return the milliseconds of each frame of a drag that long, and half as long before."""
        import pygame

        flown = self._flown
        start = self._grab_point()
        flown.post(pygame.MOUSEMOTION, pos=start, rel=(0, 0), buttons=(0, 0, 0))
        flown.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        times = []
        for nth in range(frames + frames // 2):
            if nth % FLIGHT == 0:
                self._view.show(self._away if nth // FLIGHT % 2 == 0 else self._home)
            at = start[0] + nth % 60, start[1] - 40 - nth % 40
            pygame.event.post(
                pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0))
            )
            began = perf_counter()
            flown.frame()
            times.append(1000 * (perf_counter() - began))
        return times

    def _grab_point(self) -> tuple[int, int]:
        card = self._view.cast.rows["hand:A"][-1]
        middle = card.world.apply(type(card.position)(card.size.w * 0.7, card.size.h * 0.5))
        x, y = self._flown.program.kit.stage.view.to_pixels(middle)
        return round(x), round(y)


def _move_cards_away(zones: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    away = dict(zones)
    left = IN_FLIGHT
    for seat in SEAT_LETTERS[1:]:
        own = [zone for zone in zones if zone.endswith(f":{seat}")]
        if not own:
            break
        hand, goal, *_ = own
        count = min(left, 3, len(away[hand]))
        away[goal] = (*away[goal], *away[hand][:count])
        away[hand] = away[hand][count:]
        left -= count
    return away
