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

from red7_desktop.lab.timing.big_profile import MATCHES, fill_profile

if TYPE_CHECKING:
    from red7_desktop.lab.command import Answer

OPENING_REQUIRED: Final = 33.0
"""Milliseconds for the longest frame at the sizes where something is required."""


LEFT_ALONE: Final = 3.0
"""Seconds between the start, or the table, and the opening."""


OPENING_WATCHED: Final = 1.5
"""Seconds in which the longest frame is looked for."""


STEP: Final = 1 / 60
"""Seconds from frame to frame."""


OPENING_PATIENCE: Final = 1200
"""So many frames pass at most till what is to come is there."""


class _Flight:
    """A program without a window, and the milliseconds of its frames."""

    def __init__(self, home: Path, size: tuple[int, int]) -> None:
        from red7_desktop.app.headless import Headless, WorkClock
        from red7_desktop.play.ai import ThreadThinker

        clock = WorkClock()
        self.flown: Any = Headless(
            home, size, clock=clock, make_thinker=ThreadThinker, writes_late=True
        )
        self.times: list[float] = []
        self.flown.program.show_title()
        self.frame()
        self.flown.program.load_ahead().join()
        self.wait(LEFT_ALONE)

    def frame(self) -> None:
        began = thread_time()
        self.flown.frame(STEP)
        self.times.append(1000 * (thread_time() - began))

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / STEP))):
            self.frame()

    def wait_for(self, name: str, *, to_press: bool = False) -> Any:
        """Let frames pass till a node is shown, and give it; its name, or what that begins with.

        What it is made of may be read in another thread. Raises RuntimeError with the name where it
        does not come.
        """
        root = self.flown.program.kit.stage.root
        for _ in range(OPENING_PATIENCE):
            shown = [node for node in root.walk() if node.is_shown]
            able = [node for node in shown if node.interactive] if to_press else shown
            exact = [node for node in able if node.name == name]
            longer = [node for node in able if node.name.startswith(f"{name} ")]
            if exact or longer:
                return exact[-1] if exact else longer[0]
            sleep(0.005)
            self.frame()
        raise RuntimeError(f"nothing that is shown is called {name!r}")

    def press(self, name: str) -> None:
        """Click the middle of a node, a button or a card, by its name."""
        import pygame

        spot = self.point_at(self.wait_for(name, to_press=True))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=spot, button=1))
            self.frame()

    def point_at(self, node: Any) -> tuple[int, int]:
        """Move the pointer to the middle of a node, and give the pixel."""
        import pygame

        x, y = map(round, self.flown.program.kit.stage.view.to_pixels(node.centre))
        pygame.event.post(
            pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0,) * 3)
        )
        self.frame()
        return x, y

    def scroll(self) -> None:
        """Turn the wheel over the page, to its end and back."""
        import pygame

        for step in (-1,) * 8 + (1,) * 8:
            pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=step, precise_y=float(step)))
            self.wait(0.1)

    def sit_down_to_one_round(self) -> None:
        """Begin a match that is over with its first round."""
        self.sit_down(advanced=False)

    def sit_down(self, *, advanced: bool = True) -> None:
        """Begin a match with three AI players, and wait till it is the person's turn."""
        others = ("newcomer",) * 3
        self.flown.sit_down(*others, seed=3, advanced=advanced, actions=advanced)
        self.wait(1.0)
        self._play(lambda session: session.is_viewers_turn)
        self.wait(LEFT_ALONE)

    def play_on(self) -> None:
        """Let the round go on to its end."""
        from red7_desktop.tabletop.game import TABLE

        self._play(lambda session: session.to_act in ((), (TABLE,)))

    def _play(self, until: Callable[[Any], bool]) -> None:
        """Let the round go on, the person's part by chance but never out of it by will."""
        chance, session = Random(7), self.flown.session
        while not until(session):
            if session.is_viewers_turn:
                legal = session.observe().legal
                session.take(chance.choice(legal[:-1] or legal))
            self.frame()
            sleep(0.0005)  # the players think in threads of their own

    def play_a_round(self) -> None:
        """Begin a match and play a round of it."""
        self.sit_down()
        self.play_on()

    def look_closely(self) -> None:
        """Let the pointer rest on a card, which opens its close-up."""
        self.point_at(self.flown.program.screen.view.cast.rows["hand:A"][0])

    def keep_record(self) -> None:
        """Play a round, keep what was played, and show the list of what is kept."""
        self.play_a_round()
        program = self.flown.program
        program.replays.over(self.flown.session)
        program.show_title()
        self.wait(LEFT_ALONE)
        program.replays.show()


class PageOpening(NamedTuple):
    """A page: how one comes to where it is opened from, and what opens it.

    opens: what is measured, a press by a name or a deed. comes: what is shown as soon as the page
    is there, which may take seconds. way: done before; then what is pressed. scrolled: to its
    end and back. matches: how many the person has played in the profile that is found.
    """

    title: str
    opens: str | Callable[[_Flight], None]
    comes: str
    pressed: tuple[str, ...] = ()
    way: Callable[[_Flight], None] = lambda flight: None
    scrolled: bool = False
    matches: int = 0


_SIT: Final = _Flight.sit_down


OPENINGS: Final = {
    "new_game": PageOpening("new game", "play", "start"),
    "settings": PageOpening("settings, scrolled", "settings", "reset keys", scrolled=True),
    "rules": PageOpening("rules in short", "rules", "pages"),
    "learn": PageOpening("lessons", "learn", "lesson"),
    "lesson": PageOpening("a lesson", "lesson", "end", ("learn",)),
    "puzzles": PageOpening("puzzles, scrolled", "puzzles", "puzzles view", scrolled=True),
    "puzzle": PageOpening("a puzzle", "next", "puzzle answer", ("puzzles",)),
    "daily": PageOpening("daily deal", "daily", "close"),
    "profile": PageOpening(
        f"a profile of {MATCHES:,} matches, scrolled",
        "profile",
        "thumb",
        scrolled=True,
        matches=MATCHES,
    ),
    "people": PageOpening("people", "people", "people view", ("profile",), matches=1),
    "table": PageOpening("the first table", "start", "end", ("play",)),
    "table_settings": PageOpening("settings at the table", "settings", "reset keys", way=_SIT),
    "rule": PageOpening("the rule in force", "help", "pages", way=_SIT),
    "lens": PageOpening("lens", "eye", "lens sheet", way=_SIT),
    "log": PageOpening("log", "log", "close", way=_SIT),
    "menu": PageOpening("menu", "menu", "rules", way=_SIT),
    "close_up": PageOpening("close-up of a card", _Flight.look_closely, "close-up", way=_SIT),
    "round": PageOpening(
        "a round with its lights, and its end", _Flight.play_on, "review", way=_SIT
    ),
    "match": PageOpening(
        "a match with its lights, and its end",
        _Flight.play_on,
        "rematch",
        way=_Flight.sit_down_to_one_round,
    ),
    "review": PageOpening("review", "review", "close", way=_Flight.play_a_round),
    "replay": PageOpening("a match on record", "open", "turn_on", way=_Flight.keep_record),
}


def find_longest_frame(key: str, size: tuple[int, int]) -> float:
    """Open a page in this fresh process; give the milliseconds of the longest frame of that.

    Raises RuntimeError, which names the page, where what is to come never does.
    """
    opening = OPENINGS[key]
    with tempfile.TemporaryDirectory() as home:
        if opening.matches:
            fill_profile(Path(home) / "saves" / "profile.sqlite3", opening.matches)
        flight = _Flight(Path(home), size)
        try:
            _open(opening, flight)
        except RuntimeError as error:
            raise RuntimeError(f"{opening.title}: {error}") from error
        finally:
            flight.flown.close()
    return max(flight.times)


def _open(opening: PageOpening, flight: _Flight) -> None:
    """Go the way to a page and open it, so that the flight holds the frames of that alone."""
    opening.way(flight)
    for name in opening.pressed:
        flight.press(name)
        flight.wait(LEFT_ALONE)
    if isinstance(opening.opens, str):
        flight.wait_for(opening.opens, to_press=True)
        flight.wait(LEFT_ALONE)
        flight.times.clear()
        flight.press(opening.opens)
    else:
        flight.times.clear()
        opening.opens(flight)
    flight.wait_for(opening.comes)
    flight.wait(OPENING_WATCHED)
    if opening.scrolled:
        flight.scroll()


SCRIPT: Final = """
import json, sys
sys.path.insert(0, sys.argv[1])
from red7_desktop.lab.timing.openings import find_longest_frame
print(json.dumps(find_longest_frame(sys.argv[2], (int(sys.argv[3]), int(sys.argv[4])))))
"""


def measure_opening_once(key: str, size: tuple[int, int]) -> float:
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


def answer_openings(
    sizes: dict[tuple[int, int], bool],
    repeats: int,
    open_once: Callable[[str, tuple[int, int]], float] = measure_opening_once,
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
                "required": OPENING_REQUIRED if is_required else None,
                "met": longest <= OPENING_REQUIRED if is_required else None,
            }
