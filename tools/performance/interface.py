"""Measures frame times, the first opening of pages, and processor time when idle.

The program runs without a window, with SDL's dummy drivers. The time of a frame is that of the
program's own work (events, timers, drawing). Pages are opened in fresh processes that have been
idle for a while. Only processor time of the drawing thread counts, so that other programs hardly
affect the figures. Idle processor time of all threads of the real program is compared with a bare
loop of `event.get()` and `clock.tick(60)` that also receives gamepad events.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep, thread_time
from typing import Any, Final, NamedTuple

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.lab.command import Answer, build_answer, load_workbench
from red7_desktop.lab.commands import TITLE_WIDTH
from red7_desktop.play.ai import Seat, ThreadThinker
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.game import SEAT_LETTERS
from red7_desktop.tabletop.match import Match, SeatInfo, write_match
from red7_desktop.tabletop.rounds import write_record

MATCHES: Final = 10_000
FEW: Final = 10
"""Number of finished matches with which `MATCHES` are compared."""
_FIRST: Final = date(2021, 1, 1)
_DAYS: Final = 1500
_RIVALS: Final = ("newcomer", "casual", "steady", "sharp", "expert")
_MARKS: Final = "ROYGBIV"
_DAILY_DEALS: Final = 5 * 365
_RUNNING: Final = 11
"""Number of saved running matches, one less than the maximum, so that another can be started."""
_STEPS: Final = 40


def fill_library(file: Path, count: int = MATCHES) -> None:
    """Write a library of a user who has played against AI players for years.

    Also contains daily deals (one a day, at most five years), solved puzzles (a tenth of the
    matches), puzzles from own matches, the newest records and some running matches.

    Args:
        file: File to write.
        count: Number of finished matches.
    """
    from red7_desktop.app.library import database, matches, people
    from red7_desktop.app.profile import statistics
    from red7_desktop.app.puzzles.sources import MOST_OWN_PUZZLES
    from red7_desktop.tabletop.puzzle import read_puzzles, text_of_puzzle

    game = next(iter(CATALOGUE))
    facts = tuple(_generate_matches(game, count))
    shipped = read_puzzles(asset_path("puzzles", f"{game}.txt").read_text(), game)
    keys = [puzzle.key for puzzle in shipped] + [str(nth) for nth in range(count // 10)]
    events = tuple(_generate_events(game, min(count, _DAILY_DEALS), keys[: count // 10]))
    mara = statistics.PlayerProfile(1, "Mara", "A", "cat")
    kept = statistics.ProfileData((mara,), 1, facts, events)
    own = [
        (puzzle.key, text_of_puzzle(puzzle)) for puzzle in shipped[: min(count, MOST_OWN_PUZZLES)]
    ]
    record, save = _play_for_texts(game)

    def fill(db: Any) -> None:
        people.import_profile(db, kept)
        matches.put_puzzles(db, game, own, MOST_OWN_PUZZLES)
        for match in facts[-matches.KEPT_RECORDS :]:
            matches.store_record(db, matches.MatchRow(match.uid, record))
        for nth in range(min(count, _RUNNING)):
            day = _FIRST.isoformat()
            matches.store_running(db, matches.MatchRow(f"running {nth}", save, game, day, "12:00"))

    database.fill_new(file, fill)


@cache
def _build_library(matches: int) -> bytes:
    """Return the content of a library with a number of finished matches."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "library.sqlite3"
        fill_library(file, matches)
        return file.read_bytes()


def fill_home(home: Path, matches: int) -> None:
    """Put a library with a number of finished matches into an empty home; nothing for 0."""
    if matches:
        saves = home / "saves"
        saves.mkdir()
        (saves / "library.sqlite3").write_bytes(_build_library(matches))


def _generate_matches(game: str, count: int) -> Iterator[Any]:
    from red7_desktop.app.profile import statistics

    rng = Random(7)
    tally = statistics.RoundTally
    for nth in range(count):
        winner = rng.randrange(3)
        marks = tuple([tally(key, 1, int(not winner)) for key in rng.sample(_MARKS, 3)])
        seats = (
            statistics.SeatFacts("Mara", "human", 30, winner == 0, 20, 1, marks, person=1),
            statistics.SeatFacts("Ravi", rng.choice(_RIVALS), 20, winner == 1, 20),
            statistics.SeatFacts("Tess", rng.choice(_RIVALS), 10, winner == 2, 20),
        )
        day = _FIRST + timedelta(days=nth * _DAYS // count)
        yield statistics.MatchFacts(str(nth), game, "{}", day, 3, True, seats)


def _generate_events(game: str, deals: int, puzzles: Iterable[str]) -> Iterator[tuple[int, Any]]:
    """Yield everything that player 1 did besides matches, with the player's number.

    Args:
        game: Name of the game.
        deals: Number of daily deals, the last of them yesterday's.
        puzzles: Keys of the solved puzzles.
    """
    from red7_desktop.app.profile import daily_score, statistics, streaks
    from red7_desktop.app.puzzles.attempt import PUZZLE_KIND, SOLVED
    from red7_desktop.app.puzzles.rating import RATING_KIND
    from red7_desktop.kit.match_model import RoundGain

    rng = Random(7)
    today = date.today()
    for nth in range(deals, 0, -1):
        day = today - timedelta(days=nth)
        for outcome, margin in ((streaks.STARTED, 0), (rng.choice(streaks.OUTCOMES), 3)):
            key = day.isoformat()
            yield 1, statistics.ProfileEvent(streaks.DAILY_KIND, game, key, day, outcome, margin)
        for kind in (daily_score.OWN, daily_score.PAR):
            rounds = tuple([RoundGain(mark, rng.randrange(9), True) for mark in _MARKS])
            score = daily_score.DailyScore(rounds)
            yield 1, daily_score.make_event(kind, game, day, score, day)
    for key in puzzles:
        yield 1, statistics.ProfileEvent(PUZZLE_KIND, game, key, today, SOLVED)
        outcome = rng.choice((streaks.WON, streaks.LOST))
        yield 1, statistics.ProfileEvent(RATING_KIND, game, key, today, outcome, 3)


def _play_for_texts(game: str) -> tuple[str, str]:
    """Play a few random steps of a match; return its record and its save."""
    row = CATALOGUE[game]
    rng = Random(7)
    match = Match(row.rules(), {"seats": 3}, 7)
    while match.revision < _STEPS and (asked := match.game.to_act(match.state)):
        match.take(asked[0], rng.choice(list(match.game.legal_steps(match.state, asked[0]))))
    names = ["Mara", "Ravi", "Tess"]
    players = ["human", "casual", "sharp"]
    seats = [SeatInfo(name, player) for name, player in zip(names, players, strict=True)]
    form = row.view().story.record_form
    record = write_record(form, match, names, players, _FIRST)
    return record, write_match(match, seats, {})


OPENING_REQUIRED: Final = 33.0
"""Maximum milliseconds of the longest frame, for sizes with a requirement."""
IDLE_SECONDS: Final = 3.0
"""Seconds for which the program is idle before a page is opened."""
OPENING_SECONDS: Final = 1.5
"""Seconds after the opening in which the longest frame is searched."""
STEP: Final = 1 / 60
"""Seconds between frames."""
OPENING_TIMEOUT: Final = 1200
"""Maximum number of frames to wait for a node."""


class _Driver:
    """Drives the program without a window and records the milliseconds of its frames."""

    def __init__(self, home: Path, size: tuple[int, int]) -> None:
        from red7_desktop.app.launch import Headless, WorkClock

        self.app: Any = Headless(
            home, size, clock=WorkClock(), make_thinker=ThreadThinker, writes_late=True
        )
        self.times: list[float] = []
        self.app.program.show_title()
        self.frame()
        self.app.program.preload().join()
        self.wait(IDLE_SECONDS)

    def frame(self) -> None:
        began = thread_time()
        self.app.step_frame(STEP)
        self.times.append(1000 * (thread_time() - began))

    def wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / STEP))):
            self.frame()

    def wait_for(self, name: str, *, to_press: bool = False) -> Any:
        """Run frames until a node is shown, and return it.

        Args:
            name: Name of the node, or its first word.
            to_press: Only accept interactive nodes.

        Raises:
            RuntimeError: It isn't shown in time.
        """
        root = self.app.program.ui.stage.root
        for _ in range(OPENING_TIMEOUT):
            shown = (node for node in root.walk() if node.is_shown)
            able = [node for node in shown if node.interactive or not to_press]
            exact = [node for node in able if node.name == name]
            longer = [node for node in able if node.name.startswith(f"{name} ")]
            if found := exact[-1:] or longer[:1]:
                return found[0]
            sleep(0.005)
            self.frame()
        raise RuntimeError(f"nothing that is shown is called {name!r}")

    def post(self, kind: str, **fields: Any) -> None:
        import pygame

        pygame.event.post(pygame.Event(getattr(pygame, kind), **fields))

    def open_page(self, opening: PageOpening) -> None:
        """Open a page; `times` then has the frames since the last button was pressed.

        Raises:
            RuntimeError: The page isn't ready in time; the message names it.
        """
        try:
            opening.before(self)
            for name in opening.pressed:
                self.press(name)
                self.wait(IDLE_SECONDS)
            open_last = opening.target
            if isinstance(open_last, str):
                self.wait_for(open_last, to_press=True)
                self.wait(IDLE_SECONDS)
                open_last = partial(_Driver.press, name=open_last)
            self.times.clear()
            open_last(self)
            self.wait_for(opening.waits_for)
            self.wait(OPENING_SECONDS)
            if opening.scrolled:
                self.scroll(opening.scrolled)
        except RuntimeError as error:
            raise RuntimeError(f"{opening.title}: {error}") from error

    def press(self, name: str) -> None:
        spot = self.point_at(self.wait_for(name, to_press=True))
        for kind in ("MOUSEBUTTONDOWN", "MOUSEBUTTONUP"):
            self.post(kind, pos=spot, button=1)
            self.frame()

    def point_at(self, node: Any) -> tuple[int, int]:
        x, y = map(round, self.app.program.ui.stage.view.to_pixels(node.centre))
        self.post("MOUSEMOTION", pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
        self.frame()
        return x, y

    def scroll(self, way: int) -> None:
        """Scroll away and back with the wheel. way: -1 for down first, 1 for up first."""
        for step in (way,) * 8 + (-way,) * 8:
            self.post("MOUSEWHEEL", x=0, y=step, precise_y=float(step))
            self.wait(0.1)

    def sit_down(self, *, advanced: bool = True) -> None:
        """Start a match with three AI players, and wait for the user's turn."""
        self.app.start_match(*["newcomer"] * 3, seed=3, advanced=advanced, actions=advanced)
        self.wait(1.0)
        self.play(lambda: self.app.session.is_viewers_turn)
        self.wait(IDLE_SECONDS)

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play random steps until the condition is true, or the round is over."""
        rng = Random(7)
        session = self.app.session
        while session.to_act and not session.is_waiting_for_table and not until():
            if session.is_viewers_turn:
                legal = session.observe().legal
                session.take(rng.choice(legal[:-1] or legal))
            self.frame()
            sleep(0.0005)  # the players run in other threads

    def play_a_round(self) -> None:
        self.sit_down()
        self.play()

    def open_long_replay(self) -> None:
        """Open the replay of a match of LONG_MATCH steps at its end."""
        from red7_desktop.play.replay import ReplaySession

        match = play_long_match()
        seats = tuple([Seat(f"Player {letter}", None) for letter in SEAT_LETTERS])
        session = ReplaySession(match, seats[: match.options["seats"]])
        session.go_to(match.revision)
        program = self.app.program
        program.match_service.show_unsaved(session)
        program.open_table(session)
        self.wait(IDLE_SECONDS)

    def open_log(self) -> None:
        """Open the log and move the pointer onto it, for the wheel."""
        self.press("log")
        self.point_at(self.wait_for("view"))

    def play_until_other(self, read: Callable[[Any], object]) -> bool:
        """Play until a value of the table's model changes; return False if the round ends first."""
        table = self.app.program.screen
        before = read(table._model)
        self.play(lambda: read(table._model) != before)
        return read(table._model) != before

    def look_closely(self) -> None:
        self.point_at(self.app.program.screen.view.cards.rows["hand:A"][0])

    def keep_record(self) -> None:
        self.play_a_round()
        program = self.app.program
        program.give_up()
        self.wait(IDLE_SECONDS)
        program.show_records()


LONG_MATCH: Final = 1_000
"""Number of steps of the match for the long log."""
_PASS_PROBABILITY: Final = 0.8
"""Probability of choosing a seat's last legal step, a pass, which makes rounds longer."""


def play_long_match() -> Match:
    """Play LONG_MATCH random steps of the last game, with its maximum number of seats.

    Raises:
        ValueError: The match is over before that.
    """
    *_, row = CATALOGUE.values()
    seats = row.view().setup.seats[-1]
    rng = Random(0)
    match = Match(row.rules(), {"seats": seats}, 0)
    while match.revision < LONG_MATCH:
        acting = match.game.to_act(match.state)
        if not acting:
            raise ValueError(f"the long match is over after {match.revision} steps")
        legal = match.game.legal_steps(match.state, acting[0])
        if rng.random() < _PASS_PROBABILITY:
            step = legal[-1]
        else:
            step = rng.choice(legal)
        match.take(acting[0], step)
    return match


class PageOpening(NamedTuple):
    """A page to open, and how to get there.

    Attributes:
        title: Description for the output.
        target: The measured action: the name of a button to press, or a function.
        waits_for: Name of the node that is shown once the page is ready, which may take seconds.
        pressed: Buttons to press first.
        before: Function to call before them.
        scrolled: Scroll away and back: -1 for down first, 1 for up first, 0 for not.
        matches: Number of finished matches in the user's library.
        required: The page's own limit in milliseconds, if it is lower than that of all pages.
    """

    title: str
    target: str | Callable[[_Driver], None]
    waits_for: str
    pressed: tuple[str, ...] = ()
    before: Callable[[_Driver], None] = lambda driver: None
    scrolled: int = 0
    matches: int = 0
    required: float = math.inf


_SIT: Final = _Driver.sit_down
OPENINGS: Final = {
    "new_game": PageOpening("new game", "play", "start"),
    "settings": PageOpening("settings, scrolled", "settings", "reset keys", scrolled=-1),
    "rules": PageOpening("rules in short", "rules", "pages"),
    "learn": PageOpening("lessons", "learn", "lesson"),
    "lesson": PageOpening("a lesson", "lesson", "end", ("learn",)),
    "puzzles": PageOpening("puzzles, scrolled", "puzzles", "puzzles view", scrolled=-1),
    "puzzle": PageOpening("a puzzle", "next", "hint", ("puzzles",)),
    "daily": PageOpening("daily deal", "daily", "close"),
    "profile": PageOpening(
        f"a profile of {MATCHES:,} matches", "profile", "figures", matches=MATCHES
    ),
    "people": PageOpening("people", "people", "people view", ("profile",), matches=1),
    "title": PageOpening(
        f"the title after {MATCHES:,} matches",
        lambda driver: driver.app.program.show_title(),
        "continue",
        ("profile",),
        matches=MATCHES,
    ),
    "matches": PageOpening(
        f"running matches after {MATCHES:,}", "matches", "match 1", matches=MATCHES
    ),
    "played": PageOpening(
        f"played matches after {MATCHES:,}", "played", "record 1", ("matches",), matches=MATCHES
    ),
    "continue": PageOpening(
        f"a running match after {MATCHES:,}", "continue", "end", matches=MATCHES
    ),
    "sized_puzzles": PageOpening(
        f"puzzles, {MATCHES // 10:,} of them solved", "puzzles", "puzzles view", matches=MATCHES
    ),
    "sized_daily": PageOpening(
        f"daily deal after {_DAILY_DEALS:,}", "daily", "close", matches=MATCHES
    ),
    "table": PageOpening("the first table", "start", "end", ("play",)),
    "table_settings": PageOpening("settings at the table", "settings", "reset keys", before=_SIT),
    "rule": PageOpening("the rule in force", "help", "pages", before=_SIT),
    "lens": PageOpening("lens", "eye", "lens sheet", before=_SIT),
    "log": PageOpening("log", "log", "close", before=_SIT),
    "long_log": PageOpening(
        f"log of {LONG_MATCH:,} steps, scrolled",
        _Driver.open_log,
        "view",
        before=_Driver.open_long_replay,
        scrolled=1,
        required=16.0,
    ),
    "menu": PageOpening("menu", "menu", "rules", before=_SIT),
    "close_up": PageOpening("close-up of a card", _Driver.look_closely, "close-up", before=_SIT),
    "round": PageOpening(
        "a round with its lights, and its end", _Driver.play, "review", before=_SIT
    ),
    "match": PageOpening(
        "a match with its lights, and its end",
        _Driver.play,
        "rematch",
        before=partial(_Driver.sit_down, advanced=False),
    ),
    "review": PageOpening("review", "review", "turn_on", before=_Driver.play_a_round),
    "replay": PageOpening("a match on record", "open", "turn_on", before=_Driver.keep_record),
}


SIZED: Final = tuple(
    [key for key, opening in OPENINGS.items() if opening.matches == MATCHES],
)
"""Pages whose content grows with the library."""


def find_longest_frame(key: str, size: tuple[int, int], home: Path) -> float:
    """Open a page in this fresh process; return the milliseconds of the longest frame.

    Args:
        key: Key of the page in `OPENINGS`.
        size: Size of the window in pixels.
        home: Home of the program.

    Raises:
        RuntimeError: The page isn't ready in time; the message names it.
    """
    driver = _Driver(home, size)
    try:
        driver.open_page(OPENINGS[key])
    finally:
        driver.app.close()
    return max(driver.times)


def find_most_memory(home: Path) -> float:
    """Open all pages in `SIZED` in this fresh process; return the most megabytes it used.

    Raises:
        RuntimeError: A page isn't ready in time; the message names it.
    """
    driver = _Driver(home, REQUIRED_SIZE)
    try:
        for key in SIZED:
            driver.open_page(OPENINGS[key])
            driver.app.program.show_title()
            driver.wait(IDLE_SECONDS)
    finally:
        driver.app.close()
    (line,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(line) / 1000


SCRIPT: Final = """
from tools.performance.interface import find_longest_frame
key, width, height = sys.argv[3:]
print(json.dumps(find_longest_frame(key, (int(width), int(height)), Path(sys.argv[2]))))
"""
MEMORY_SCRIPT: Final = """
from tools.performance.interface import find_most_memory
print(json.dumps(find_most_memory(Path(sys.argv[2]))))
"""
_SCRIPT_HEAD: Final = """
import json, sys, threading, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
def print_share(wait):
    began, used = time.perf_counter(), time.process_time()
    wait(float(sys.argv[4]))
    print(json.dumps((time.process_time() - used) / (time.perf_counter() - began)), flush=True)
"""
"""First lines of each script: a function that prints the share of a processor that a call takes."""


def run_in_new_process(script: str, *words: object, matches: int = 0) -> float:
    """Run a script in a fresh interpreter and return the number that it prints last.

    Args:
        script: Its arguments are the program's folder, a home, and the words.
        words: Further arguments.
        matches: Number of finished matches in the home's library, 0 for an empty home.

    Raises:
        RuntimeError: The script failed.
    """
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as home:
        fill_home(Path(home), matches)
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT_HEAD + script, str(root), home, *map(str, words)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
            env=os.environ | {"RED7_HOME": home},
        )
    if done.returncode:
        raise RuntimeError(f"a fresh program failed: {done.stderr[-400:]}")
    return float(json.loads(done.stdout.splitlines()[-1]))


def answer_longest(
    measure: str, what: str, size: tuple[int, int], longest: float, required: float | None
) -> Answer:
    """Return the answer with the milliseconds of the longest frame at a size."""
    title = f"longest frame at {size[0]}x{size[1]}: {what}"
    is_met = required is None or longest <= required
    return build_answer(measure, title, "milliseconds", {"longest": longest}, required, is_met)


def answer_openings(
    keys: Iterable[str], sizes: dict[tuple[int, int], float | None], repeats: int
) -> Iterator[Answer]:
    """Measure pages at each size.

    Args:
        keys: Keys of the pages in `OPENINGS`.
        sizes: Required milliseconds at each size, None for no requirement.
        repeats: Number of repeats.
    """
    for size, required in sizes.items():
        for key in keys:
            yield answer_opening(key, size, required, repeats)


def answer_opening(key: str, size: tuple[int, int], required: float | None, repeats: int) -> Answer:
    """Measure a page at a size. The pages in `SIZED` are also measured with few matches.

    The best of several repeats counts, because disturbances only make a run longer.

    Args:
        key: Key of the page in `OPENINGS`.
        size: Size of the window in pixels.
        required: Required milliseconds, None for no requirement.
        repeats: Number of repeats.
    """
    opening = OPENINGS[key]
    found: dict[int, list[float]] = {opening.matches: []}
    if key in SIZED:
        found[FEW] = []
    for _ in range(repeats):
        for matches, times in found.items():
            times.append(run_in_new_process(SCRIPT, key, *size, matches=matches))
    if required is not None:
        required = min(required, opening.required)
    longest = min(found[opening.matches])
    answer = answer_longest("opening", opening.title, size, longest, required)
    if key in SIZED:
        answer["few"] = min(found[FEW])
    return answer | {"repeats": repeats}


MEMORY_REQUIRED: Final = 10.0
"""Maximum megabytes that the program needs more with `MATCHES` matches than with `FEW`."""


def answer_memory(repeats: int) -> Answer:
    """Compare the memory that the pages in `SIZED` need with many and with few matches.

    Args:
        repeats: Number of repeats; the median counts.
    """
    many, few = [], []
    for _ in range(repeats):
        many.append(run_in_new_process(MEMORY_SCRIPT, matches=MATCHES))
        few.append(run_in_new_process(MEMORY_SCRIPT, matches=FEW))
    more = median(many) - median(few)
    found = {"more": more, "many": median(many), "few": median(few), "repeats": repeats}
    title = f"more memory with {MATCHES:,} matches than with {FEW}"
    is_met = more <= MEMORY_REQUIRED
    return build_answer("memory", title, "megabytes", found, MEMORY_REQUIRED, is_met)


REST_REQUIRED: Final = 0.5
"""Maximum processor time of the table at rest, as a multiple of the bare loop's."""
REST_SECONDS: Final = 8.0
"""Seconds over which processor time is measured."""
REST_TIMEOUT: Final = 90.0
"""Maximum seconds until AI players have played and the sound device is closed."""
TABLE_SCRIPT: Final = """
from red7_desktop.__main__ import main
def watch():
    time.sleep(12.0)
    import pygame
    was_open = False
    for _ in range(round(4 * float(sys.argv[3]))):
        is_open = pygame.mixer.get_init() is not None
        if was_open and not is_open:
            break
        was_open = is_open
        time.sleep(0.25)
    time.sleep(3.0)
    print_share(time.sleep)
    pygame.event.post(pygame.Event(pygame.QUIT))
threading.Thread(target=watch, daemon=True).start()
main([*"--play --deal 3 --seats 4 --window 1600x900 --home".split(), sys.argv[2]])
"""
BARE_SCRIPT: Final = """
import pygame
from pygame._sdl2 import controller
pygame.display.init()
pygame.display.set_mode((1600, 900))
controller.init()
clock = pygame.time.Clock()
def tick(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pygame.event.get()
        clock.tick(60)
print_share(tick)
"""


def answer_rest() -> Answer:
    """Measure the bare loop before and after the table, and compare the table with their mean."""
    before, table, after = (
        run_in_new_process(script, REST_TIMEOUT, REST_SECONDS)
        for script in (BARE_SCRIPT, TABLE_SCRIPT, BARE_SCRIPT)
    )
    bare = (before + after) / 2
    title = "the table at rest, as parts of a bare loop at 60 Hz"
    ratio = table / bare
    found = {"ratio": ratio, "table": 100 * table, "bare": 100 * bare}
    return build_answer("rest", title, "ratio", found, REST_REQUIRED, ratio <= REST_REQUIRED)


SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
REQUIRED_SIZE: Final = (1920, 1080)
FRAME_REQUIRED: Final = {"median": 3.0, "p99": 8.0}
"""Maximum milliseconds for a frame at REQUIRED_SIZE."""
IN_FLIGHT: Final = 8
FLIGHT: Final = 18
"""Number of frames after which the eight flying cards change direction."""
MOTION_REQUIRED: Final = 16.0
"""Maximum milliseconds of the longest frame during a deal or a reaction of the table."""
MOTION_WATCHED: Final = 1.1


def format_answer(answer: Answer) -> str:
    """Return a line with an answer's title and figures, its limits, and whether it meets them."""
    if "p99" in answer:
        figures = f"median {answer['median']:.2f} ms  p99 {answer['p99']:.2f} ms"
    elif "longest" in answer:
        figures = f"{answer['longest']:.1f} ms"
        if "few" in answer:
            figures += f" ({answer['few']:.1f} ms with {FEW})"
    elif "more" in answer:
        figures = f"{answer['more']:.1f} MB ({answer['many']:.1f} against {answer['few']:.1f})"
    else:
        parts = f"{answer['table']:.2f}% against {answer['bare']:.2f}% of a processor"
        figures = f"{answer['ratio']:.2f} ({parts})"
    line = f"{answer['title']:<{TITLE_WIDTH}}  {figures}"
    required = answer["required"]
    if required is None:
        return line
    limits = required.values() if isinstance(required, dict) else [required]
    missed = "TOO MUCH" if "more" in answer else "TOO SLOW"
    verdict = "ok" if answer["met"] else missed
    return f"{line}  required {' and '.join([f'{each:g}' for each in limits])}: {verdict}"


ROWS: Final = ("frames", "motions", *OPENINGS, "memory", "rest")
"""Names of the measurements that can be chosen: the pages in `OPENINGS` and four others."""


def answer_interface(
    row: GameEntry, frames: int, repeats: int, chosen: Collection[str] = ROWS
) -> Iterator[Answer]:
    """Measure frames of a game, and for the first game also openings and rest.

    Args:
        row: The game.
        frames: Number of frames at each size, after half as many to warm up.
        repeats: Number of repeats of each opening.
        chosen: The measurements to take, some of `ROWS`.
    """
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", LANGUAGE="en")
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if "frames" in chosen:
        for size in SIZES:
            yield answer_frames(row, size, frames)
        yield answer_frames(row, REQUIRED_SIZE, frames, thinks=True)
    if "motions" in chosen:
        yield from answer_motions(row)
    if row.name == next(iter(CATALOGUE)):
        keys = [key for key in OPENINGS if key in chosen]
        sizes = {REQUIRED_SIZE: OPENING_REQUIRED, SIZES[-1]: None}
        yield from answer_openings(keys, sizes, repeats)
        if sys.platform == "linux" and "memory" in chosen:
            yield answer_memory(repeats)
        if "rest" in chosen:
            yield answer_rest()


_REACTIONS: Final[Mapping[str, Callable[[Any], object]]] = {
    "another light": lambda model: model.mood,
    "another lead": lambda model: [seat.is_leading for seat in model.seats],
    "a seat that goes out": lambda model: [seat.is_out for seat in model.seats],
}
"""Reactions of the table, each with the part of its model that shows when it happens."""


def answer_motions(row: GameEntry) -> Iterator[Answer]:
    """Measure a deal, the `_REACTIONS` of a round, the next deal, and going to the title and back.

    The deal is the third of its process, so that nothing is loaded for the first time.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        driver = _Driver(Path(home), REQUIRED_SIZE)
        options = load_workbench(row.name).busiest_options
        app = driver.app
        others = ("newcomer",) * (row.view().setup.seats[-1] - 1)
        for _ in range(2):
            app.start_match(*others, seed=3, game=row.name, **options)
            driver.wait(IDLE_SECONDS)
        app.start_match(*others, seed=3, game=row.name, **options)
        stage = app.program.ui.stage
        while stage.opening.steps or not stage.animator.is_running():
            driver.frame()
        driver.wait(4 * STEP)  # Skip the frames in which the table opens.
        yield _answer_motion(driver, "a deal")
        for what, read in _REACTIONS.items():
            if driver.play_until_other(read):
                yield _answer_motion(driver, what)
        driver.play()
        app.session.deal_next_round()
        yield _answer_motion(driver, "the next deal")
        app.program.show_title()
        yield _answer_motion(driver, "the way to the title")
        driver.press("continue")
        yield _answer_motion(driver, "the way to a table")
        app.close()


def _answer_motion(driver: _Driver, what: str) -> Answer:
    driver.times.clear()
    driver.wait(MOTION_WATCHED)
    return answer_longest("motion", what, REQUIRED_SIZE, max(driver.times), MOTION_REQUIRED)


def answer_frames(
    row: GameEntry, size: tuple[int, int], frames: int, *, thinks: bool = False
) -> Answer:
    """Measure frames of a drag while cards fly, or while an AI player thinks all the time."""
    from red7_desktop.app.launch import Headless

    with tempfile.TemporaryDirectory() as home:
        app = Headless(Path(home), size, catalogue={row.name: row})
        levels = ("casual", "steady", "newcomer", "newcomer")[: row.view().setup.seats[-1] - 1]
        app.start_match(*levels, seed=3, **load_workbench(row.name).busiest_options)
        app.wait(2.0)
        while not app.session.is_viewers_turn:
            app.step_frame(0.1)
        app.wait(2.0)
        thinker = ThreadThinker()
        if thinks:
            thinker.request(0, partial(_think_until_stopped, row, app.session.observe()))
        times = sorted(_time_drag(app, frames + frames // 2)[frames // 2 :])
        thinker.cancel()
        app.close()
    found = {"median": median(times), "p99": times[min(len(times) - 1, round(0.99 * len(times)))]}
    required = None
    if size == REQUIRED_SIZE:
        required = FRAME_REQUIRED
    if thinks:
        what = "an AI player thinks"
    else:
        what = f"{IN_FLIGHT} in flight"
    title = f"frame at {size[0]}x{size[1]}, a card dragged, {what}"
    if thinks:
        measure = "frames_while_thinking"
    else:
        measure = "frames"
    is_met = all(found[key] <= most for key, most in (required or {}).items())
    return build_answer(measure, title, "milliseconds", found, required, is_met)


def _think_until_stopped(
    row: GameEntry, observation: Any, should_stop: Callable[[], bool]
) -> tuple[Any, ...]:
    level = row.players().levels[-1]
    while not should_stop():
        level.create().choose(observation, level.budget, 1, should_stop)
    return ()


def _time_drag(app: Any, frames: int) -> list[float]:
    """Drag a card about while eight others fly; return the milliseconds of the frames."""
    import pygame

    view = app.program.screen.view
    card = view.cards.rows["hand:A"][-1]
    grabbed = card.world.apply(type(card.position)(card.size.w * 0.7, card.size.h * 0.5))
    x, y = map(round, app.program.ui.stage.view.to_pixels(grabbed))
    app.post(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
    app.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
    ways = itertools.cycle([_move_cards_away(view.zones), dict(view.zones)])
    times = []
    for nth in range(frames):
        if nth % FLIGHT == 0:
            view.show(next(ways))
        at = x + nth % 60, y - 40 - nth % 40
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0)))
        began = perf_counter()
        app.step_frame()
        times.append(1000 * (perf_counter() - began))
    return times


def _move_cards_away(zones: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
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
