"""The library loses nothing: kills, damaged files, several copies, full disks, older versions.

The environment says how many: RED7_PROOF_KILLS (16), RED7_PROOF_LIBRARIES (200), RED7_PROOF_PAIRS
(2), RED7_PROOF_DISKS (4); RED7_PROOF_SEED (1) makes it another run.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from red7_desktop.app import features, launch
from red7_desktop.app.library import database, exchange, library, matches, people
from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.app.profile.statistics import ProfileData
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.tabletop.match import read_match
from tests.soak.matches import make_facts

pytestmark = pytest.mark.slow
SEED: Final = os.environ.get("RED7_PROOF_SEED", "1")
DATA: Final = Path(__file__).parents[1] / "data"


def count_of(what: str, usual: int) -> int:
    return int(os.environ.get(f"RED7_PROOF_{what}", usual))


def paths_of(home: Path) -> storage.Paths:
    return storage.Paths(home / "config", home / "saves", home / "logs")


@contextmanager
def opened(home: Path) -> Iterator[library.Library]:
    """Open the library of a home as the program does at its start, and wait until it is checked."""
    paths = paths_of(home)
    place = storage.take_place(paths)
    kept = launch.open_library(paths, place, lambda: launch.A_TIME)
    kept.prepare()
    kept.flush()
    try:
        yield kept
    finally:
        kept.close()
        place.release()


def check_sound(home: Path) -> None:
    """Raise DamagedLibrary unless everything in the library is as it was written."""
    with closing(database.connect(paths_of(home).library)) as db:
        database.check_shape(db)
        database.check_pages(db)
        database.check_rows(db)


# == The program is killed at any moment: at play, as a match ends, as an older home is taken in, as
# a backup is written, as a profile is brought. What was confirmed is there at the next start, once.

SERVER: Final = get_context("forkserver")
PRELOADED: Final = (
    "red7_desktop.app.library.older_homes",
    "red7_desktop.app.table.screen",
    "red7_desktop.games.red7.face.view",
    "red7_desktop.games.spring_cleaning.face.view",
)
"""What the program would load at each start."""
STAGES: Final = ("play", "migration", "backup", "import")
"""Where the program is killed besides the end of a match, which is every other time."""
LIVES: Final = 16
"""So many times a home is used, which has no more room for records than for 200 matches."""
PATIENCE: Final = 60.0
MOST_TOLD: Final = 2_000
"""After so many messages the program should have come to where it is to be killed."""
BROUGHT: Final = 200
OLD_HOMES: Final = ("home-0.1.0", "home-f64ba4a")
Told = tuple[str, Any]


def live(home: Path, stage: str, number: int, tells: Connection) -> None:
    """Play match after match as people do, and tell what must not be lost, till this is killed.

    It goes on with the match that is there, even if only to leave it, and plays another.
    """
    telling = threading.Lock()

    def tell(what: str, value: Any = None) -> None:
        with telling:
            tells.send((what, value))

    def aiming(at: str, job: Callable[..., Any]) -> Callable[..., Any]:
        def aimed(*given: Any, **named: Any) -> Any:
            if at == stage:
                tell("now")
            found = job(*given, **named)
            if at == "backup" and found:
                tell("backed up")
            return found

        return aimed

    taking = ("_fill", "_take_in_once")[number // 8 % 2]
    owner: Any = library.Library if taking == "_fill" else library
    setattr(owner, taking, aiming("migration", getattr(owner, taking)))
    database.Database.back_up = aiming(  # type: ignore[method-assign]
        "backup", database.Database.back_up
    )
    matches.put_record = aiming("end", matches.put_record)
    people.take_in = aiming("import", people.take_in)
    if stage == "backup":
        library.BACKUP_PAUSE = 0.0  # type: ignore[misc]
    flight = launch.Headless(home, (960, 600), seed=number, writes_late=True)
    flight.library.prepare()
    flight.program.show_title()
    flight.frame(draws=False)
    keeper = flight.program.feature(features.ProfileFeature).service
    keeper.read()
    if stage == "import":
        keeper.bring(home / "brought.red7profile")
    if flight.library.has_running:
        flight.program.resume()
    chance = Random(f"{SEED} {number}")
    while True:
        play_a_match(flight, chance, tell, is_aim=stage == "play")


def play_a_match(
    flight: launch.Headless, chance: Random, tell: Callable[..., None], *, is_aim: bool
) -> None:
    """Play the match on the table, or a new one, to its end."""
    if flight.program.session is None:
        setup = build_first_setup(BOX[chance.choice(list(BOX))])
        level = BOX[setup.game].players().levels[0].key
        seats = (SeatPlan(), SeatPlan(level=level))
        flight.program.play(replace(setup, seats=seats, seed=chance.randrange(1_000_000_000)))
    session = flight.session
    uid = flight.program.match_service._uid
    session.pause = 0.0

    def confirm() -> None:
        flight.library.flush()
        assert uid not in flight.library._unsaved

    while session.to_act:
        flight.frame(0.2, draws=False)
        if session.is_waiting_for_table:
            session.go_on()
        elif session.is_viewers_turn:
            session.take(chance.choice(session.observe().legal))
        if chance.random() < 0.2:
            confirm()
            tell("step", (uid, session.match.revision))
            if is_aim:
                tell("now")
    confirm()
    tell("over", uid)
    flight.program.show_title()
    flight.frame(draws=False)


def kill(home: Path, stage: str, number: int) -> list[Told]:
    """Let the program live, and kill it soon after it is where it is to be; return what it told."""
    here, there = SERVER.Pipe(duplex=False)
    process = SERVER.Process(target=live, args=(home, stage, number, there), daemon=True)
    process.start()
    there.close()
    told: list[Told] = []
    chance = Random(f"{SEED} {number}")
    delay = chance.choice((0.0, 0.003, 0.03, 0.3)) * chance.random()
    ends = 0.0
    with suppress(EOFError):
        while here.poll(max(0.0, ends - time.monotonic()) if ends else PATIENCE):
            told.append(here.recv())
            if len(told) > MOST_TOLD and not ends:
                break
            if told[-1][0] == "now" and not ends:
                ends = time.monotonic() + delay
        process.kill()
        while True:
            told.append(here.recv())
    process.join()
    assert process.exitcode == -signal.SIGKILL, f"{stage} {number} has ended by itself"
    assert ends, f"{stage} {number} has not come to where it was to be killed"
    return told


def come_back(home: Path) -> None:
    """Start the program, leave the matches that are there, and quit."""
    flight = launch.Headless(home, (960, 600), writes_late=True)
    flight.library.prepare()
    flight.program.show_title()
    flight.program.feature(features.ProfileFeature).service.read().result()
    for kept in flight.library.list_running():
        flight.program.resume(kept.uid)
        flight.frame(draws=False)
    flight.close()


class KilledHome:
    """What must be in a home, by what the program has told before it was killed."""

    def __init__(self, home: Path, old: Path | None = None) -> None:
        self.home = home
        self.over = set[str]()
        self.steps: dict[str, int] = {}
        self.has_backup = False
        self.old_running = set[str]()
        self.old_records = 0
        (home / "saves").mkdir(parents=True)
        if old is not None:
            shutil.copytree(old, home, dirs_exist_ok=True)
            (home / "new").mkdir()
            shutil.copytree(old, home / "other")
            with opened(home / "other") as kept, kept.reading() as db:
                self.old_running = {row.uid for row in matches.list_running(db)}
                self.old_records = len(matches.list_played(db))
            assert self.old_running

    def hear(self, told: list[Told]) -> None:
        for what, value in told:
            if what == "over":
                self.over.add(value)
                self.steps.pop(value, None)
            elif what == "step":
                self.steps[value[0]] = value[1]
            self.has_backup = self.has_backup or what == "backed up"

    def check(self, where: str) -> None:
        """Open the library as the next start does, and find everything in it."""
        with opened(self.home) as kept:
            assert not kept.take_troubles(), where
            assert kept.take_trouble() is None, where
            with kept.reading() as db:
                running = {row.uid: row.text for row in matches.list_running(db)}
                played = [row.uid for row in matches.list_played(db)]
                counted = Counter([facts.uid for facts in people.iterate_matches(db)])
                query = "SELECT count(*), count(DISTINCT uid) FROM matches"
                rows, uids = db.execute(query).fetchone()
        assert rows == uids, where
        assert not running.keys() & {*played}, where
        assert len(played) == len({*played}), where
        assert self.over <= {*played}, where
        assert all(counted[uid] == 1 for uid in self.over), where
        assert {*played} <= counted.keys(), where
        for uid, least in self.steps.items():
            if uid in running:
                saved = read_match(running[uid], load_all_rules(BOX))
                assert saved.match.revision >= least, where
            else:
                assert uid in played, where
        assert self.old_running <= {*running, *played}, where
        assert len(played) >= self.old_records, where
        brought = Counter([uid.partition("-")[0] for uid in counted if "-" in uid])
        assert set(brought.values()) <= {BROUGHT}, where
        check_sound(self.home)
        backups = database.Database(
            paths_of(self.home).library, lambda db: None, lambda: True
        ).backups
        is_backed_up = any(backup.exists() and database.is_sound(backup) for backup in backups)
        assert is_backed_up or not self.has_backup, where


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_program_loses_nothing_when_killed_at_any_moment(tmp_path: Path) -> None:
    SERVER.set_forkserver_preload([__name__, *PRELOADED])
    shared: KilledHome | None = None
    for number in range(count_of("KILLS", 16)):
        stage = "end" if number % 2 else STAGES[number // 2 % len(STAGES)]
        where = f"{stage} {number} of seed {SEED}"
        if number % LIVES == 0:
            shared = KilledHome(tmp_path / f"home-{number}")
        if stage == "migration":
            home = KilledHome(tmp_path / f"old-{number}", DATA / OLD_HOMES[number // 8 % 2])
        else:
            assert shared is not None
            home = shared
        if stage == "import":
            facts = [make_facts(f"{number}-{nth}") for nth in range(BROUGHT)]
            text = exchange.write_profile(ProfileData((), 0, tuple(facts)))
            (home.home / "brought.red7profile").write_text(text, "utf-8")

        home.hear(kill(home.home, stage, number))

        home.check(where)
        if number % 3 == 0 or stage == "migration":
            come_back(home.home)
            home.check(f"{where}, after the next start")
            with opened(home.home) as kept:
                saved = [each.saved for each in kept.list_running()]
            assert all(each and each.match.game.to_act(each.match.state) for each in saved), where
