"""How long the longest frame is when a page comes up for the first time, page by page.

Each page is opened in a program of its own that has just been started and was left alone for three
seconds, by a click on its button or by the move that brings it. What counts is the processor time
of the thread that draws, so that other programs hardly move the figures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import sleep, thread_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.lab.timing.big_profile import filled

if TYPE_CHECKING:
    from red7_desktop.lab.command import Answer

REQUIRED: Final = 33.0
"""Milliseconds for the longest frame at the sizes where something is required."""
LEFT_ALONE: Final = 3.0
"""Seconds between the start, or the table, and the opening."""
WATCHED: Final = 1.5
"""Seconds in which the longest frame is looked for."""


class Opening(NamedTuple):
    """A page: what is pressed to open it, `None` for what comes up by itself in a round."""

    title: str
    at_table: bool
    press: str | None


OPENINGS: Final = {
    "new_game": Opening("new game", False, "play"),
    "settings": Opening("settings", False, "settings"),
    "rules": Opening("rules in short", False, "rules"),
    "profile": Opening("a profile of 10,000 matches, scrolled", False, "profile"),
    "table": Opening("the first table", False, "start"),
    "table_settings": Opening("settings at the table", True, "settings"),
    "rule": Opening("the rule in force", True, "help"),
    "lens": Opening("lens", True, "lens"),
    "log": Opening("log", True, "log"),
    "menu": Opening("menu", True, "menu"),
    "close_up": Opening("close-up of a card", True, "card"),
    "round": Opening("a round with its lights, and its end", True, None),
    "review": Opening("review", True, "review"),
}


class _Flight:
    """A program without a window, and the milliseconds of its frames."""

    def __init__(self, home: Path, size: tuple[int, int]) -> None:
        from red7_desktop.app.headless import Headless, WorkClock
        from red7_desktop.play.thinker import ThreadThinker

        clock = WorkClock()
        self.flown: Any = Headless(home, size, clock=clock, make_thinker=ThreadThinker)
        self.times: list[float] = []
        self.flown.program.show_title()
        self.frame()
        self.flown.program.load_ahead().join()
        self.wait(LEFT_ALONE)

    def frame(self) -> None:
        began = thread_time()
        self.flown.frame()
        self.times.append(1000 * (thread_time() - began))

    def wait(self, seconds: float) -> None:
        for _ in range(round(60 * seconds)):
            self.frame()

    def press(self, name: str) -> None:
        """Click the middle of a node, a button or a card, by its name."""
        import pygame

        stage = self.flown.program.kit.stage
        found = [
            node
            for node in stage.root.walk()
            if node.name == name and node.is_shown and node.interactive
        ]
        x, y = (round(place) for place in stage.view.to_pixels(found[-1].centre))
        pygame.event.post(
            pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0,) * 3)
        )
        self.frame()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=(x, y), button=1))
            self.frame()

    def scroll(self) -> None:
        """Turn the wheel over the page, to its end and back, once that has been read."""
        import pygame

        while self.flown.program.screen.is_waiting:
            sleep(0.05)  # it is read in another thread
            self.frame()
        self.wait(WATCHED)
        for step in (-1,) * 8 + (1,) * 8:
            pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=step, precise_y=float(step)))
            self.wait(0.1)

    def sit_down(self) -> None:
        """Begin a match with three AI players, and wait till it is the person's turn."""
        others = ("newcomer",) * 3
        self.flown.sit_down(*others, seed=3, advanced=True, actions=True)
        self.wait(1.0)
        self.play(lambda session: session.is_viewers_turn)
        self.wait(LEFT_ALONE)

    def play(self, until: Callable[[Any], bool]) -> None:
        """Let the round go on, the person's part by chance but never out of it by will."""
        chance, session = Random(7), self.flown.session
        while not until(session):
            if session.is_viewers_turn:
                legal = session.observe().legal
                session.take(chance.choice(legal[:-1] or legal))
            self.frame()
            sleep(0.0005)  # the players think in threads of their own


def longest_frame(key: str, size: tuple[int, int]) -> float:
    """Open a page in this fresh process; give the milliseconds of the longest frame of that."""
    from red7_desktop.tabletop.game import TABLE

    def is_over(session: Any) -> bool:
        return session.to_act in ((), (TABLE,))

    opening = OPENINGS[key]
    with tempfile.TemporaryDirectory() as home:
        if key == "profile":
            filled(Path(home) / "saves" / "profile.sqlite3")
        flight = _Flight(Path(home), size)
        if opening.at_table:
            flight.sit_down()
        if key == "table":
            flight.press("play")
            flight.wait(LEFT_ALONE)
        if key == "review":
            flight.play(is_over)
            flight.wait(LEFT_ALONE)
        flight.times.clear()
        if key == "round":
            flight.play(is_over)
            flight.wait(2 * WATCHED)
        elif key == "close_up":
            screen = flight.flown.program.screen
            screen.view.on_look(screen.view.cast.rows["palette:A"][0])
            flight.wait(WATCHED)
        else:
            flight.press(str(opening.press))
            flight.wait(WATCHED)
        if key == "profile":
            flight.scroll()
        flight.flown.close()
    return max(flight.times)


SCRIPT: Final = """
import json, sys
sys.path.insert(0, sys.argv[1])
from red7_desktop.lab.timing.openings import longest_frame
print(json.dumps(longest_frame(sys.argv[2], (int(sys.argv[3]), int(sys.argv[4])))))
"""


def opened_once(key: str, size: tuple[int, int]) -> float:
    """Measure an opening in a fresh interpreter; RuntimeError when that fails."""
    import red7_desktop

    root = Path(red7_desktop.__file__).resolve().parent.parent
    words = [str(root), key, str(size[0]), str(size[1])]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        env=os.environ | {"RED7_HOME": tempfile.gettempdir()},
    )
    if done.returncode:
        raise RuntimeError(f"a fresh program failed: {done.stderr[-400:]}")
    return float(json.loads(done.stdout.splitlines()[-1]))


def opening_answers(
    sizes: dict[tuple[int, int], bool],
    repeats: int,
    open_once: Callable[[str, tuple[int, int]], float] = opened_once,
) -> Iterator[Answer]:
    """Measure every page at each size, several times; sizes: where True something is required.

    The least of the repeats is compared: what disturbs a run makes it longer, never shorter.
    """
    for size, is_required in sizes.items():
        for key, opening in OPENINGS.items():
            longest = min(open_once(key, size) for _ in range(repeats))
            yield {
                "measure": "opening",
                "title": f"longest frame at {size[0]}x{size[1]}: {opening.title}",
                "unit": "milliseconds",
                "longest": longest,
                "repeats": repeats,
                "required": REQUIRED if is_required else None,
                "met": longest <= REQUIRED if is_required else None,
            }
