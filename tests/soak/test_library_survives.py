"""The library loses nothing: kills, damaged files, several copies, full disks, older versions.

The environment says how many: RED7_PROOF_KILLS (16), RED7_PROOF_LIBRARIES (200), RED7_PROOF_PAIRS
(2), RED7_PROOF_DISKS (4); RED7_PROOF_SEED (1) makes it another run.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import date
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from red7_desktop.app import features, launch
from red7_desktop.app.library import (
    database,
    exchange,
    library,
    matches,
    older_homes,
    people,
    repair,
    schema,
)
from red7_desktop.app.library.repair import name_journal
from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.app.profile.statistics import ProfileData, ProfileEvent
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.tabletop.files import FileReadError, FileWriteError
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
    place = storage.reserve_instance_number(paths)
    kept = launch.open_library(paths, place, lambda: launch.HEADLESS_TIME)
    kept.check_and_import()
    kept.flush()
    try:
        yield kept
    finally:
        kept.close()
        place.release()


def check_sound(home: Path) -> None:
    """Raise DamagedLibrary unless the library is intact."""
    with closing(database.connect(paths_of(home).library)) as db:
        database.check_shape(db)
        database.check_pages(db)
        database.check_rows(db)


# == The program is killed at any moment: during play, at the end of a match, while an older home
# is imported, while a backup is written, and while a profile is imported. Everything that was
# confirmed must be there once at the next start.

SERVER: Final = get_context("forkserver")
PRELOADED: Final = (
    "red7_desktop.app.library.older_homes",
    "red7_desktop.app.table.screen",
    "red7_desktop.games.red7.face.view",
    "red7_desktop.games.spring_cleaning.face.view",
)
"""Modules that the program would otherwise load at each start."""
STAGES: Final = ("play", "migration", "backup", "import")
"""Moments at which the program is killed in every other run; in the others a match is ending."""
LIVES: Final = 16
"""Number of runs with the same home, whose library has room for the records of 200 matches."""
PATIENCE: Final = 60.0
MOST_TOLD: Final = 2_000
"""Maximum number of messages before the program reaches the moment of its death."""
BROUGHT: Final = 200
OLD_HOMES: Final = ("home-0.1.0", "home-f64ba4a")
Told = tuple[str, Any]


def live(home: Path, stage: str, number: int, tells: Connection) -> None:
    """Play match after match, and report everything that must not be lost, until killed.

    It resumes a match that is there, even if only to leave it, and then begins another.
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

    taking = ("put_running_matches", "import_once")[number // 8 % 2]
    setattr(older_homes, taking, aiming("migration", getattr(older_homes, taking)))
    database.Database.back_up = aiming(  # type: ignore[method-assign]
        "backup", database.Database.back_up
    )
    matches.store_record = aiming("end", matches.store_record)
    people.import_profile = aiming("import", people.import_profile)
    if stage == "backup":
        library.BACKUP_PAUSE = 0.0  # type: ignore[misc]
    flight = launch.Headless(home, (960, 600), seed=number, writes_late=True)
    flight.library.check_and_import()
    flight.program.show_title()
    flight.step_frame(draws=False)
    keeper = flight.program.feature(features.ProfileFeature).service
    keeper.read()
    if stage == "import":
        keeper.import_profile(home / "brought.red7profile")
    if flight.library.has_running:
        flight.program.resume()
    rng = Random(f"{SEED} {number}")
    while True:
        play_a_match(flight, rng, tell, is_aim=stage == "play")


def play_a_match(
    flight: launch.Headless, rng: Random, tell: Callable[..., None], *, is_aim: bool
) -> None:
    """Play the match on the table, or a new one, to its end."""
    if flight.program.session is None:
        setup = build_first_setup(CATALOGUE[rng.choice(list(CATALOGUE))])
        level = CATALOGUE[setup.game].players().levels[0].key
        seats = (SeatPlan(), SeatPlan(level=level))
        flight.program.play(replace(setup, seats=seats, seed=rng.randrange(1_000_000_000)))
    session = flight.session
    uid = flight.program.match_service._uid
    session.pause = 0.0

    def confirm() -> None:
        flight.library.flush()
        assert uid not in flight.library._find_unsaved()

    while session.to_act:
        flight.step_frame(0.2, draws=False)
        if session.is_waiting_for_table:
            session.deal_next_round()
        elif session.is_viewers_turn:
            session.take(rng.choice(session.observe().legal))
        if rng.random() < 0.2:
            confirm()
            tell("step", (uid, session.match.revision))
            if is_aim:
                tell("now")
    confirm()
    tell("over", uid)
    flight.program.show_title()
    flight.step_frame(draws=False)


def kill(home: Path, stage: str, number: int) -> list[Told]:
    """Start the program, kill it soon after it reaches `stage`, and return what it reported."""
    here, there = SERVER.Pipe(duplex=False)
    process = SERVER.Process(target=live, args=(home, stage, number, there), daemon=True)
    process.start()
    there.close()
    told: list[Told] = []
    rng = Random(f"{SEED} {number}")
    delay = rng.choice((0.0, 0.003, 0.03, 0.3)) * rng.random()
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
    flight.library.check_and_import()
    flight.program.show_title()
    flight.program.feature(features.ProfileFeature).service.read().result()
    for kept in flight.library.list_running():
        flight.program.resume(kept.uid)
        flight.step_frame(draws=False)
    flight.close()


class KilledHome:
    """The content that a home must have, by the program's reports before it was killed."""

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
        """Open the library as at the next start, and check its content."""
        with opened(self.home) as kept:
            assert not kept.pop_problems(), where
            assert kept.pop_write_error() is None, where
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
                saved = read_match(running[uid], load_all_rules(CATALOGUE))
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
def test_program_killed_at_any_moment_loses_no_saved_data(tmp_path: Path) -> None:
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


# == The library is damaged: flipped bits, overwritten and missing parts, parts of another moment.
# Everything in the backup is there afterwards, and newer content as far as it is readable. The user
# is informed.

SMALL: Final = 4096
Content = dict[tuple[str, Any], tuple[Any, ...]]


class Moment(NamedTuple):
    """The files of a library at one moment, by name, and the library's content."""

    files: dict[str, bytes]
    content: Content


def read_content(db: sqlite3.Connection) -> Content:
    """Return the content of a library, with a key for each thing that could be lost separately."""
    found: Content = {}
    for table in ("players", "events"):
        names = ", ".join(schema.columns_of(table))
        for row in db.execute(f"SELECT {names} FROM {table}"):
            found[table, row[0]] = row[1:]
    for row in db.execute("SELECT game, key, text FROM puzzles"):
        found["puzzles", row[:2]] = row[2:]
    names = ", ".join([name for name in schema.columns_of("matches") if name != "copy"])
    for row in db.execute(f"SELECT {names} FROM matches"):
        found["matches", row[1]] = row[2:]  # the instance that plays it doesn't matter
        seats = ", ".join(schema.columns_of("seats"))
        for seat in db.execute(f"SELECT {seats} FROM seats WHERE match = ?", row[:1]):
            found["seats", (row[1], seat[1])] = seat[2:]
    return found


class Story:
    """The states of a library's files on disk, moment by moment, while it is used."""

    def __init__(self, folder: Path, journal: str) -> None:
        folder.mkdir()
        self.moments: list[Moment] = []
        self.journals: list[bytes] = []
        self._file = folder / "library.sqlite3"
        self._journal = journal
        self._rng = Random(f"{SEED} {journal}")
        self._open()
        for number in range(72):
            self._database.write(partial(self._change, number=number))
            if number in (20, 44):
                self._database.back_up(86_400.0 * number, 0.0)
            if number % 18 == 17:
                self._database.close()
                self._open()
            self._note()

    def _open(self) -> None:
        self._database = database.Database(self._file, lambda db: None, lambda: True)
        if self._journal == "delete":
            self._database._connect_for_writing = partial(  # type: ignore[method-assign]
                connect_by_journal, self._file
            )
        self._database.open()
        assert not self._database.troubles

    def _change(self, db: sqlite3.Connection, number: int) -> None:
        if self._journal == "delete":
            # so that the journal is written before the transaction ends
            db.execute("PRAGMA cache_size = 2")
        rng = self._rng
        if number % 12 == 0:
            people.choose_person(db, people.add_person(db, f"Person {number}"))
        chosen = people.find_default_player(db)
        assert chosen is not None
        if number % 12 == 5:
            people.update_player(db, chosen._replace(name=f"Name {number}"))
        uid = f"match-{number // 3:03}"
        if number % 3 < 2:
            text = f"{uid} {number} ".ljust(
                rng.choice((300, 3_000, 12_000)), "abcdefgh"[number % 8]
            )
            matches.store_running(db, matches.MatchRow(uid, text, "red7", "2026-02-01", "12:00", 1))
        else:
            facts = make_facts(uid, chosen.name)
            people.put_match(db, facts.with_people(people.list_players(db), chosen.number))
            matches.store_record(db, matches.MatchRow(uid, f"record of {uid} " * 60))
        for nth in range(3):
            event = ProfileEvent("puzzle", "red7", f"{number}-{nth}", date(2026, 2, 1), "solved")
            people.put_event(db, event, chosen.number)
        if number % 7 == 0:
            matches.put_puzzles(db, "red7", [(f"key {number}", f"puzzle {number} " * 20)], 30)
        if number % 10 == 8:
            matches.pin(db, f"match-{number // 6:03}", is_pinned=True)
        if number % 24 == 23:
            matches.delete(db, f"match-{number // 8:03}")
        journal = name_journal(self._file)
        if journal.exists():
            self.journals.append(journal.read_bytes())

    def _note(self) -> None:
        folder = self._file.parent
        kept = [file for file in folder.iterdir() if file.suffix != ".lock"]
        held = {file.name: file.read_bytes() for file in kept if not file.name.endswith("-shm")}
        with closing(database.connect(self._file)) as db:
            self.moments.append(Moment(held, read_content(db)))


def connect_by_journal(file: Path) -> sqlite3.Connection:
    db = database.connect(file)
    db.execute("PRAGMA journal_mode = DELETE")
    return db


MAIN: Final = "library.sqlite3"
LOG: Final = "library.sqlite3-wal"
JOURNAL: Final = "library.sqlite3-journal"


class Damage:
    """Damages the files of one moment of a story. Each method returns the damaged files."""

    def __init__(self, story: Story, rng: Random) -> None:
        self.story = story
        self.rng = rng
        self.number = rng.randrange(len(story.moments))
        self.moment = story.moments[self.number]
        self.files = dict(self.moment.files)

    def _pick(self) -> str:
        names = [name for name in (MAIN, MAIN, LOG, JOURNAL) if self.files.get(name)]
        return self.rng.choice(names)

    def flip(self, name: str = "") -> None:
        name = name or self._pick()
        data = bytearray(self.files[name])
        at = self.rng.randrange(self.rng.choice((100, SMALL, len(data), len(data))))
        data[min(at, len(data) - 1)] ^= 1 << self.rng.randrange(8)
        self.files[name] = bytes(data)

    def flip_many(self) -> None:
        for _ in range(self.rng.choice((2, 20, 200))):
            self.flip()

    def overwrite(self) -> None:
        name = self._pick()
        data = self.files[name]
        start = self.rng.randrange(len(data))
        size = self.rng.choice((1, 16, 512, SMALL, 5 * SMALL))
        junk = self.rng.choice((bytes(size), b"\xff" * size, self.rng.randbytes(size)))
        self.files[name] = data[:start] + junk[: len(data) - start] + data[start + size :]

    def truncate(self) -> None:
        name = self._pick()
        size = self.rng.randrange(len(self.files[name]))
        self.files[name] = self.files[name][: self.rng.choice((size, size // SMALL * SMALL))]

    def empty(self) -> None:
        self.files[self._pick()] = b""

    def remove(self) -> None:
        del self.files[MAIN]
        if self.rng.random() < 0.5:
            self.files.pop(LOG, None)

    def _other(self) -> Moment:
        return self.rng.choice(self.story.moments)

    def roll_back(self) -> None:
        """Combine another moment's main file with this moment's log and backups."""
        self.files[MAIN] = self._other().files[MAIN]

    def exchange_log(self) -> None:
        self.files.pop(LOG, None)
        logs = [each.files[LOG] for each in self.story.moments if each.files.get(LOG)]
        if logs:
            self.files[LOG] = self.rng.choice(logs)

    def add_journal(self) -> None:
        journals = self.story.journals
        if journals:
            self.files[JOURNAL] = self.rng.choice(journals)

    def copy_half(self) -> None:
        """Take one part of the main file, up to or from a page, from another moment."""
        this, other = self.files[MAIN], self._other().files[MAIN]
        at = self.rng.randrange(len(this) // SMALL + 1) * SMALL
        halves = [this[:at] + other[at:], other[:at] + this[at:]]
        self.files[MAIN] = self.rng.choice(halves)

    def replace(self) -> None:
        """Replace the library with a file of another type."""
        with closing(sqlite3.connect(":memory:")) as db:
            db.execute("CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT)")
            db.execute("INSERT INTO players VALUES (1, 'Zoe')")
            foreign = db.serialize()
        others = (b"", b"no database", bytes(SMALL), foreign, self.rng.randbytes(20_000))
        self.files[MAIN] = self.rng.choice(others)

    def spoil_backups(self) -> None:
        """Damage a backup in addition to the library."""
        backups = [name for name in self.files if ".backup-" in name]
        if backups:
            name = self.rng.choice(backups)
            self.flip(name)
            if self.rng.random() < 0.5:
                self.files[name] = self.files[name][: self.rng.randrange(len(self.files[name]))]


WAYS: Final = (
    *[Damage.flip] * 6,
    *(Damage.flip_many, Damage.overwrite, Damage.overwrite, Damage.truncate, Damage.empty),
    *(Damage.remove, Damage.roll_back, Damage.roll_back, Damage.exchange_log, Damage.exchange_log),
    *(Damage.add_journal, Damage.copy_half, Damage.copy_half, Damage.replace),
)


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> list[Story]:
    folder = tmp_path_factory.mktemp("stories")
    return [Story(folder / journal, journal) for journal in ("wal", "delete")]


def list_versions(story: Story, since: int) -> dict[tuple[str, Any], set[tuple[Any, ...] | None]]:
    """Return all versions of each thing since a moment; None if it didn't exist."""
    found: dict[tuple[str, Any], set[tuple[Any, ...] | None]] = {}
    for moment in story.moments[since:]:
        for key, value in moment.content.items():
            found.setdefault(key, set()).add(value)
    for moment in story.moments[since:]:
        for key in found.keys() - moment.content.keys():
            found[key].add(None)
    return found


def find_backed_up(folder: Path) -> Content:
    """Return the content of the newest intact backup, empty if there is none."""
    kept = database.Database(folder / MAIN, lambda db: None, lambda: True)
    for backup in kept.backups:
        if backup.exists() and database.is_sound(backup):
            with closing(database.connect(backup, is_frozen=True)) as db:
                return read_content(db)
    return {}


def count_rows_on(page: bytes, is_first: bool) -> int:
    """Return how many rows may be lost if a page is damaged in one place."""
    kind = page[100 if is_first else 0]
    if kind == 0x0D:
        return int.from_bytes(page[3:5], "big")
    return 0 if kind in (0x02, 0x0A, 0x05) or is_first else 1


def test_damaged_database_is_restored_with_everything_backed_up(
    tmp_path: Path, stories: list[Story]
) -> None:
    told = Counter[str]()
    for number in range(count_of("LIBRARIES", 200)):
        rng = Random(f"{SEED} {number}")
        story = rng.choice(stories)
        damage = Damage(story, rng)
        way = rng.choice(WAYS)
        where = f"{way.__name__} {number} of seed {SEED}, moment {damage.number}"
        way(damage)
        if way is not Damage.flip and rng.random() < 0.2:
            damage.spoil_backups()
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, data in damage.files.items():
            (folder / name).write_bytes(data)
        backed_up = find_backed_up(folder)

        kept = database.Database(folder / MAIN, lambda db: None, lambda: True)
        troubles = open_and_check(kept, where)
        with kept.reading() as db:
            after = read_content(db)

        told.update([trouble.kind for trouble in troubles])
        told[way.__name__] += 1
        check_content(damage, backed_up, after, troubles, where)
        assert not kept.is_read_only, where
        check_again(kept, where)
        shutil.rmtree(folder)
    print(dict(told))


def open_and_check(kept: database.Database, where: str) -> list[database.LibraryProblem]:
    try:
        kept.open()
        kept.check()
    except FileWriteError as error:
        pytest.fail(f"{where}: {error}")
    except Exception as error:
        pytest.fail(f"{where}: {type(error).__name__}: {error}")
    troubles = list(kept.troubles)
    kept.troubles.clear()
    for trouble in troubles:
        assert not trouble.renamed_to or kept.file.with_name(trouble.renamed_to).exists(), where
    return troubles


def check_content(
    damage: Damage,
    backed_up: Content,
    after: Content,
    troubles: list[database.LibraryProblem],
    where: str,
) -> None:
    versions = list_versions(damage.story, 0)
    since = next((n for n, each in enumerate(damage.story.moments) if each.content == backed_up), 0)
    newer = list_versions(damage.story, since)
    for key, value in backed_up.items():
        assert after.get(key) in newer[key] | {value}, f"{where}: {key} was backed up"
    for key, value in after.items():
        is_known = value in versions.get(key, ())
        is_lost_person = key[0] == "players" and value[1:] == repair._LOST_PERSON
        assert is_known or is_lost_person, f"{where}: {key} was never so: {value}"
    before = damage.moment.content
    lost = {key for key, value in before.items() if after.get(key) != value}
    lost -= {key for key in lost if key[0] == "seats" and ("matches", key[1][0]) in lost}
    # Files that are intact and from an earlier moment have that moment's content.
    is_as_once = not after or any(after == moment.content for moment in damage.story.moments)
    assert troubles or not lost or is_as_once, f"{where}: not told, lost {sorted(lost, key=repr)}"
    name, data = (
        next(
            (
                (name, data)
                for name, data in damage.files.items()
                if damage.moment.files[name] != data
            ),
            ("", b""),
        )
        if "flip " in where
        else ("", b"")
    )
    if name == MAIN and before != backed_up:
        good = damage.moment.files[MAIN]
        at = next(n for n in range(len(good)) if good[n] != data[n]) // SMALL * SMALL
        most = count_rows_on(good[at : at + SMALL], at == 0)
        assert len(lost) <= most, f"{where}: lost are {sorted(lost, key=repr)}"


def check_again(kept: database.Database, where: str) -> None:
    """Check that a repaired library is intact, writable, and stays so."""
    kept.write(lambda db: people.add_person(db, "After"))
    kept.close()
    assert database.is_sound(kept.file), where
    kept.open()
    kept.check()
    assert not kept.troubles, f"{where}: {kept.troubles}"
    with kept.reading() as db:
        assert "After" in [person.name for person in people.list_players(db)], where
    kept.close()


# == The disk is full, or can only be read, at every kind of write.

ROOMS: Final = (0, 0, 4_096, 12_288, 40_960, 90_112)
"""Free bytes during a write: a transaction takes about 20 KB, a backup 100 KB."""


class Disk:
    """A small disk that can be filled and write-protected."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, room: int) -> None:
        """Fill the disk except for this many bytes."""
        with self._ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4_096)):
                pass
        os.truncate(self._ballast, max(0, self._ballast.stat().st_size - room))

    def empty(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def remount(self, mode: str) -> None:
        command = ["mount", "-o", f"remount,{mode}", str(self.folder)]
        subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if (
        not sys.platform.startswith("linux")
        or subprocess.run(mount, check=False, capture_output=True).returncode
    ):
        pytest.skip("needs a disk of its own: no tmpfs can be mounted here")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


def write_step(kept: library.Library) -> None:
    kept.save_running("begun", "red7", "a later step " * 300, date(2026, 2, 3))


def write_end(kept: library.Library) -> None:
    def end(db: sqlite3.Connection) -> str:
        people.put_match(db, make_facts("begun"))
        return "a record " * 300

    kept.finish("begun", end)


def write_event(kept: library.Library) -> None:
    event = ProfileEvent("puzzle", "red7", "late", date(2026, 2, 3), "solved")
    kept.write_with_retry(lambda db: people.put_event(db, event, people.ensure_default_player(db)))


def write_puzzle(kept: library.Library) -> None:
    kept.write_with_retry(
        partial(matches.put_puzzles, game="red7", puzzles=[("k", "late " * 99)], most=9)
    )


def change_name(db: sqlite3.Connection) -> None:
    chosen = people.find_default_player(db)
    assert chosen is not None
    people.update_player(db, chosen._replace(name="Late"))


SURE: Final[Mapping[str, Callable[[library.Library], None]]] = {
    "step": write_step,
    "end": write_end,
    "event": write_event,
    "puzzle": write_puzzle,
}
"""Writes that are repeated until they succeed."""
ONCE: Final[Mapping[str, Callable[[sqlite3.Connection], object]]] = {
    "person": change_name,
    "pin": partial(matches.pin, uid="over", is_pinned=True),
    "curve": partial(matches.put_curve, uid="over", curve="0.1 0.5 1.0 0.7"),
    "import": partial(
        people.import_profile,
        kept=ProfileData((), 0, tuple([make_facts(f"brought-{nth}") for nth in range(60)])),
    ),
}
"""Writes that are tried once and report their failure."""


def fill_home(home: Path) -> Content:
    """Create a library with content of every kind; return the content."""
    with opened(home) as kept:
        kept.write(people.ensure_default_player)
        kept.save_running("begun", "red7", "a step " * 300, date(2026, 2, 2))
        kept.save_running("over", "red7", "a step " * 300, date(2026, 2, 2))

        def end(db: sqlite3.Connection) -> str:
            people.put_match(db, make_facts("over"))
            return "a record " * 300

        kept.finish("over", end)
        kept.flush()
        assert not kept.is_unsaved
        with kept.reading() as db:
            return read_content(db)


def read_home(kept: library.Library) -> Content:
    with kept.reading() as db:
        return read_content(db)


def drop_times(content: Content) -> dict[tuple[str, Any], Any]:
    """Remove numbers that grow with every write."""
    return {
        key: value[1:] if key[0] == "matches" else value[:-1] if key[0] == "players" else value
        for key, value in content.items()
    }


@pytest.mark.parametrize("kind", [*SURE, *ONCE])
def test_full_disk_loses_no_written_data_and_saves_it_once_there_is_room(
    disk: Disk, tmp_path: Path, kind: str
) -> None:
    for number in range(count_of("DISKS", 4)):
        rng = Random(f"{SEED} {kind} {number}")
        where = f"{kind} {number} of seed {SEED}"
        home = disk.folder / str(number)
        plain = tmp_path / f"plain-{number}"
        before = fill_home(home)
        fill_home(plain)
        wanted = write_kind(plain, kind)
        with opened(home) as kept:
            disk.fill(rng.choice(ROOMS))

            write_in(kept, kind)
            kept.retry_writes()

            check_full(kept, kind, before, wanted, where)
            disk.empty()
            if kind in ONCE:
                kept.write(ONCE[kind]).result()
            assert kept.retry_writes(), where
            assert drop_times(read_home(kept)) == wanted, where
        check_sound(home)
        with opened(home) as kept:
            assert drop_times(read_home(kept)) == wanted, where
            assert not kept.pop_problems(), where
        shutil.rmtree(home)


def write_in(kept: library.Library, kind: str) -> None:
    if kind in SURE:
        SURE[kind](kept)
    elif kind in ONCE:
        with suppress(FileWriteError):
            kept.write(ONCE[kind]).result()
    kept.flush()


def write_kind(home: Path, kind: str) -> dict[tuple[str, Any], Any]:
    """Write one thing while there is room; return the library's content."""
    with opened(home) as kept:
        write_in(kept, kind)
        return drop_times(read_home(kept))


def check_full(
    kept: library.Library,
    kind: str,
    before: Content,
    wanted: dict[tuple[str, Any], Any],
    where: str,
) -> None:
    """Check that the library is as before or as wanted, and that a failure was reported once."""
    now = drop_times(read_home(kept))
    assert now in (drop_times(before), wanted), where
    told = kept.pop_write_error()
    if now != wanted:
        assert told is not None, where
        assert told.code == "full", where
        assert kept.is_unsaved == (kind in SURE), where
    write_in(kept, "")
    assert kept.pop_write_error() is None, f"{where}: told twice"


@pytest.mark.parametrize("kind", [*SURE, *ONCE])
def test_write_protected_disk_loses_no_data_and_saves_it_once_writable(
    disk: Disk, tmp_path: Path, kind: str
) -> None:
    home = disk.folder / "home"
    before = drop_times(fill_home(home))
    fill_home(tmp_path / "plain")
    wanted = write_kind(tmp_path / "plain", kind)
    disk.remount("ro")
    with opened(home) as kept:
        assert drop_times(read_home(kept)) == before

        write_in(kept, kind)

        told = kept.pop_write_error()
        assert told is not None
        assert told.code == "not_permitted"
        kept.retry_writes()
        assert kept.pop_write_error() is None, "told twice"
        assert drop_times(read_home(kept)) == before
        disk.remount("rw")
        if kind in ONCE:
            kept.write(ONCE[kind]).result()
        assert kept.retry_writes()
        assert drop_times(read_home(kept)) == wanted
    check_sound(home)


def limit_full(disk: Disk) -> Callable[[], None]:
    disk.fill(Random(f"{SEED} {disk.folder}").choice(ROOMS[:4]))
    return disk.empty


def limit_read_only(disk: Disk) -> Callable[[], None]:
    disk.remount("ro")
    return lambda: disk.remount("rw")


LIMITS: Final = (limit_full, limit_read_only)


@pytest.mark.parametrize("limit", LIMITS)
def test_database_is_created_as_soon_as_the_full_disk_has_room(
    disk: Disk, limit: Callable[[Disk], Callable[[], None]]
) -> None:
    home = disk.folder / "home"
    (home / "saves").mkdir(parents=True)
    lift = limit(disk)
    with opened(home) as kept:
        write_step(kept)
        kept.flush()
        if kept.is_unsaved:  # a few pages may still be free
            assert kept.pop_write_error() is not None
        kept.retry_writes()
        assert kept.pop_write_error() is None, "told twice"
        assert [each.uid for each in kept.list_running()] == ["begun"]
        lift()
        assert kept.retry_writes()
        assert [each.uid for each in kept.list_running()] == ["begun"]
    check_sound(home)


@pytest.mark.parametrize("name", OLD_HOMES)
@pytest.mark.parametrize("limit", LIMITS)
def test_older_data_folder_is_imported_as_soon_as_the_disk_has_room(
    disk: Disk, tmp_path: Path, limit: Callable[[Disk], Callable[[], None]], name: str
) -> None:
    home = disk.folder / "home"
    shutil.copytree(DATA / name, home)
    shutil.copytree(DATA / name, tmp_path / "plain")
    with opened(tmp_path / "plain") as kept:
        wanted = drop_times(read_home(kept))
    lift = limit(disk)
    with opened(home) as kept:
        kept.flush()
        assert kept.pop_write_error() is not None
        assert kept.pop_write_error() is None, "told twice"
    lift()

    with opened(home) as kept:
        assert drop_times(read_home(kept)) == wanted
    check_sound(home)


@pytest.mark.parametrize("limit", LIMITS)
def test_database_backups_stay_unchanged_while_the_disk_is_full(
    disk: Disk, limit: Callable[[Disk], Callable[[], None]]
) -> None:
    fill_home(disk.folder / "home")
    kept = open_plainly(disk.folder / "home")
    kept.back_up(1.0, 0.0)
    before = [backup.read_bytes() for backup in kept.backups if backup.exists()]
    assert before
    kept.close()
    lift = limit(disk)
    with suppress(FileWriteError):
        kept.back_up(100_000.0, 0.0)
    after = [backup.read_bytes() for backup in kept.backups if backup.exists()]
    assert after == before
    lift()
    assert kept.back_up(200_000.0, 0.0)
    assert all(database.is_sound(backup) for backup in kept.backups if backup.exists())
    assert not kept.troubles
    kept.close()


def open_plainly(home: Path) -> database.Database:
    return database.Database(paths_of(home).library, lambda db: None, lambda: True)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("way", [Damage.empty, Damage.flip_many, Damage.remove])
def test_damaged_database_is_restored_as_soon_as_the_disk_has_room(
    disk: Disk,
    limit: Callable[[Disk], Callable[[], None]],
    way: Callable[[Damage], None],
    stories: list[Story],
) -> None:
    for number in range(count_of("DISKS", 4)):
        rng = Random(f"{SEED} {way.__name__} {number}")
        where = f"{way.__name__} {number} of seed {SEED}"
        damage = Damage(stories[1], rng)
        way(damage)
        folder = disk.folder / str(number)
        folder.mkdir()
        for name, data in damage.files.items():
            (folder / name).write_bytes(data)
        backed_up = find_backed_up(folder)
        lift = limit(disk)
        kept = database.Database(folder / MAIN, lambda db: None, lambda: True)
        for _ in range(2):
            with suppress(FileWriteError):
                kept.open()
                kept.check()
        told = kept.troubles[:]
        kept.troubles.clear()
        lift()

        troubles = told + open_and_check(kept, where)

        with kept.reading() as db:
            after = read_content(db)
        check_content(damage, backed_up, after, troubles, where)
        assert len(troubles) == len(set(troubles)), f"{where}: told twice: {troubles}"
        check_again(kept, where)
        shutil.rmtree(folder)


# == Two copies of the program share a home, and a third program locks the library now and then.

ACTS: Final = 12
"""Number of actions of each copy: play, begin, delete, import, rename."""
HELD: Final = 0.6
"""Seconds for which the third program locks the library, less than a copy's timeout."""


class Sharer:
    """One of two copies of the program, which acts like a user and reports its actions."""

    def __init__(self, home: Path, name: str, number: int, pipe: Connection) -> None:
        self.home = home
        self.name = name
        self.pipe = pipe
        self.rng = Random(f"{SEED} {number} {name}")
        self.longest = 0.0
        database.Database.write = self.measured(  # type: ignore[method-assign]
            database.Database.write
        )
        self.flight = launch.Headless(home, (960, 600), seed=number, writes_late=True)
        self.library = self.flight.library
        self.flight.program.show_title()
        self.profiles = self.flight.program.feature(features.ProfileFeature).service

    def live(self) -> None:
        add = self.library.write(lambda db: people.add_person(db, f"{self.name} 0"))
        self.person = add.result()
        acts = [self.play, self.play, self.play, self.play, self.delete, self.bring, self.rename]
        for number in range(ACTS):
            self.rng.choice(acts)(number)
            self.library.flush()
            assert self.library.pop_write_error() is None
        self.pipe.send(("done", None))
        self.pipe.recv()
        with self.library.reading() as db:
            uids = [uid for (uid,) in db.execute("SELECT uid FROM matches ORDER BY uid")]
        self.pipe.send(("sees", uids))
        self.pipe.recv()
        self.measured(self.flight.close)()
        self.pipe.send(("waited", self.longest))

    def measured(self, job: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a job, and record how long it waits for other programs or the disk."""

        def measure(*given: Any) -> Any:
            began = time.perf_counter() - time.thread_time()
            try:
                return job(*given)
            finally:
                waited = time.perf_counter() - time.thread_time() - began
                self.longest = max(self.longest, waited)

        return measure

    def play(self, number: int) -> None:
        """Play some steps of a running or new match, possibly to its end, and leave it."""
        program = self.flight.program
        running = [each.uid for each in self.library.list_running()]
        if running and self.rng.random() < 0.6:
            try:
                program.match_service.resume(self.rng.choice(running))
            except (storage.LockHeld, FileReadError):
                return
        elif len(running) < 8:
            setup = build_first_setup(CATALOGUE["red7"])
            seats = (SeatPlan(), SeatPlan(level=CATALOGUE["red7"].players().levels[0].key))
            seed = self.rng.randrange(1_000_000_000)
            program.play(replace(setup, seats=seats, seed=seed))
        else:
            return
        session = self.flight.session
        uid = program.match_service._uid or ""
        mark = self.home / f"played-{uid}"
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))  # fails if the other copy plays it
        program.open_table(session)
        session.pause = 0.0
        most = self.rng.choice((5, 15, 1_000))
        while session.to_act and most:
            most -= 1
            self.flight.step_frame(0.2, draws=False)
            if session.is_waiting_for_table:
                session.deal_next_round()
            elif session.is_viewers_turn:
                session.take(self.rng.choice(session.observe().legal))
        self.library.flush()
        self.pipe.send(("step" if session.to_act else "over", (uid, session.match.revision)))
        mark.unlink()
        program.show_title()
        self.flight.step_frame(draws=False)

    def delete(self, number: int) -> None:
        running = [each.uid for each in self.library.list_running()]
        if running:
            uid = self.rng.choice(running)
            with suppress(storage.LockHeld):
                self.library.delete(uid)
                self.pipe.send(("deleted", (uid, self.name)))

    def bring(self, number: int) -> None:
        facts = [make_facts(f"{self.name}{number}-{nth}") for nth in range(BROUGHT)]
        kept = ProfileData((), 0, tuple(facts))
        assert self.library.write(partial(people.import_profile, kept=kept)).result() == BROUGHT
        self.pipe.send(("brought", f"{self.name}{number}"))

    def rename(self, number: int) -> None:
        with self.library.reading() as db:
            (own,) = [each for each in people.list_players(db) if each.number == self.person]
        name = f"{self.name} {number}"
        self.profiles.change(own._replace(name=name))
        self.library.flush()
        self.pipe.send(("named", name))


def share(home: Path, name: str, number: int, pipe: Connection) -> None:
    Sharer(home, name, number, pipe).live()


def lock_now_and_then(file: Path, ends: threading.Event) -> None:
    """Lock the library for writing for a while, again and again."""
    while not ends.wait(HELD):
        with suppress(sqlite3.Error), closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            ends.wait(HELD)
            db.execute("ROLLBACK")


def hear_until(pipe: Connection, last: str, told: list[Told]) -> Any:
    while pipe.poll(PATIENCE):
        told.append(pipe.recv())
        if told[-1][0] == last:
            return told[-1][1]
    pytest.fail(f"nothing is told any more, last {told[-1:]}")


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_two_programs_with_one_data_folder_lose_no_data(tmp_path: Path) -> None:
    SERVER.set_forkserver_preload([__name__, *PRELOADED])
    longest = 0.0
    for number in range(count_of("PAIRS", 2)):
        where = f"pair {number} of seed {SEED}"
        home = tmp_path / str(number)
        told: list[Told] = []
        copies = []
        for name in "AB":
            here, there = SERVER.Pipe()
            copy = SERVER.Process(target=share, args=(home, name, number, there), daemon=True)
            copy.start()
            there.close()
            copies.append((copy, here))
        ends = threading.Event()
        locker = threading.Thread(target=lock_now_and_then, args=(paths_of(home).library, ends))
        if number % 2:
            locker.start()
        for last in ("done", "sees"):
            found = [hear_until(pipe, last, told) for _, pipe in copies]
            for _, pipe in copies:
                pipe.send(None)
        assert found[0] == found[1], f"{where}: they don't see the same matches"
        longest = max([longest, *[hear_until(pipe, "waited", told) for _, pipe in copies]])
        for copy, _ in copies:
            copy.join(PATIENCE)
            assert copy.exitcode == 0, where
        ends.set()
        if number % 2:
            locker.join()

        check_shared(home, told, where)
        shutil.rmtree(home)
    print(f"the longest wait: {longest:.2f} s")


def check_shared(home: Path, told: list[Told], where: str) -> None:
    """Check that everything that either copy reported is in the library once."""
    over = [value[0] for what, value in told if what == "over"]
    deleted = {value[0] for what, value in told if what == "deleted"}
    names = [value for what, value in told if what == "named"]
    brought = {value for what, value in told if what == "brought"}
    assert len(over) == len(set(over)), f"{where}: a match has ended twice"
    with opened(home) as kept:
        assert not kept.pop_problems(), where
        with kept.reading() as db:
            running = {row.uid: row.text for row in matches.list_running(db)}
            played = [row.uid for row in matches.list_played(db)]
            counted = Counter([facts.uid for facts in people.iterate_matches(db)])
            there = [person.name for person in people.list_players(db)]
    assert sorted(played) == sorted(over), where
    assert not running.keys() & {*played}, where
    back = deleted & running.keys()  # a match that has ended meanwhile can't be deleted
    acts = [each for each in told if isinstance(each[1], tuple) and each[1][0] in back]
    assert not back, f"{where}: {acts}"
    assert all(counted[uid] == 1 for uid in over), where
    for uid, least in [value for what, value in told if what == "step"]:
        if uid in running:
            saved = read_match(running[uid], load_all_rules(CATALOGUE))
            assert saved.match.revision >= least, where
        else:
            assert uid in deleted | {*over}, where
    for name in "AB":
        own = [each for each in names if each.startswith(name)] or [f"{name} 0"]
        assert own[-1] in there, where
    groups = Counter([uid.partition("-")[0] for uid in counted if "-" in uid])
    assert groups == dict.fromkeys(brought, BROUGHT), where
    check_sound(home)
