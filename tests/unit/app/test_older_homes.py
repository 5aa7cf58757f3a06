"""Homes of older programs are read whole, unchanged, and as far as damage allows."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, NoReturn

import pytest

from red7_desktop.app.library import matches, older_homes, people
from red7_desktop.app.library.exchange import write_profile
from red7_desktop.app.library.matches import MatchRow
from red7_desktop.app.library.older_homes import (
    has_legacy_data,
    import_once,
    make_old_uid,
    put_running_matches,
    read_legacy_data,
    read_running,
)
from red7_desktop.app.library.schema import list_statements, sum_row
from red7_desktop.app.profile.statistics import (
    MatchFacts,
    PlayerProfile,
    ProfileData,
    ProfileEvent,
    RoundTally,
    SeatFacts,
)
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.storage import Cancelled, JobProgress, Paths
from red7_desktop.tabletop.files import hash_text
from red7_desktop.tabletop.match import HUMAN, Match, SeatInfo, write_match
from red7_desktop.tabletop.puzzle import Puzzle, format_head, read_puzzles
from red7_desktop.tabletop.rounds import read_record, write_record
from tests.matches import begin, played

DATA: Final = Path(__file__).parents[2] / "data"
DAY: Final = date(2020, 2, 20)
NOON: Final = datetime(2020, 2, 20, 12, 0).timestamp()
LATER: Final = datetime(2026, 11, 28, 12, 0).timestamp()
DEEDS: Final = 630
"""Events in the profile of `damaged-profiles`."""
NAMES, PLAYERS = ("Ann", "Bo"), (HUMAN, "casual")


def paths_of(home: Path) -> Paths:
    return Paths(home / "config", home / "saves", home / "logs")


class Record(NamedTuple):
    """A finished match with a record, as the library has it."""

    facts: MatchFacts
    row: MatchRow


class Imported(NamedTuple):
    """What a library has after a home was imported into it.

    `matches` are those without a record, `running` the deals of running matches.
    """

    people: tuple[PlayerProfile, ...]
    chosen: int
    matches: tuple[MatchFacts, ...]
    events: tuple[tuple[int, ProfileEvent], ...]
    records: tuple[Record, ...]
    puzzles: dict[str, tuple[Puzzle, ...]]
    unreadable_files: tuple[str, ...]
    running: tuple[int, ...]


NOTHING: Final = Imported((PlayerProfile(1, "", "A", "cat"),), 1, (), (), (), {}, (), ())
"""What a library has after a home without a profile, records and puzzles was imported."""


def read(home: Path, fill: Callable[[sqlite3.Connection], object] = lambda db: None) -> Imported:
    """Import a home into a library in memory, which `fill` has filled before."""
    found = read_legacy_data(paths_of(home), CATALOGUE)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.create_function("sum_row", -1, sum_row, deterministic=True)
        db.execute("PRAGMA foreign_keys = ON")
        for statement in list_statements():
            db.execute(statement)
        fill(db)
        put_running_matches(db, paths_of(home), LATER)
        import_once(db, found, CATALOGUE, JobProgress())
        facts = {match.uid: match for match in people.iterate_matches(db)}
        rows = matches.list_played(db)[::-1]
        kept = people.read_all(db)
        running = [json.loads(row.text)["seed"] for row in matches.list_running(db)]
        puzzles = {
            game: read_puzzles(
                "\n".join([format_head(game), *matches.list_puzzles(db, game)]), game
            )
            for game in CATALOGUE
        }
    records = tuple([Record(facts.pop(row.uid), row) for row in rows])
    return Imported(
        kept.people,
        kept.chosen,
        tuple(facts.values()),
        tuple(kept.events),
        records,
        {game: each for game, each in puzzles.items() if each},
        found.unreadable_files,
        tuple(running),
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the home of version 1.0.0."""
    return shutil.copytree(DATA / "home-1.0.0", tmp_path / "home")


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A home without any file."""
    made = tmp_path / "empty"
    (made / "saves" / "played").mkdir(parents=True)
    return made


def list_tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        file.relative_to(folder).as_posix(): (file.stat().st_mtime_ns, file.read_bytes())
        for file in folder.rglob("*")
        if file.is_file()
    }


def sort_tallies(facts: MatchFacts) -> MatchFacts:
    """Return a match with its tallies in the order in which the profile has them."""
    seats = [seat._replace(tallies=tuple(sorted(seat.tallies))) for seat in facts.seats]
    return facts._replace(seats=tuple(seats))


def change_profile(home: Path, *statements: str) -> None:
    with closing(sqlite3.connect(home / "saves" / "profile.sqlite3")) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def keep_record(home: Path, number: int, match: Match, label: str = "", day: date = DAY) -> Path:
    form = CATALOGUE[match.game.name].view().story.record_form
    name = f"{number:06}-{day.isoformat()}-deal-{match.seed}{label}.red7"
    file = home / "saves" / "played" / name
    file.write_text(write_record(form, match, NAMES, PLAYERS, day), encoding="utf-8")
    return file


def save_running(saves: Path, number: int, seed: int, when: float, **extra: str) -> Path:
    text = write_match(begin("basic@1.3", 2, seed), [SeatInfo("Ann", HUMAN)] * 2, extra)
    file = saves / ("match.json" if number == 1 else f"match-{number}.json")
    saves.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (when, when))
    return file


def list_seeds(saves: Path, now: float = LATER) -> list[int]:
    return [json.loads(text)["seed"] for text in read_running(saves, now)]


# -- what each version has left --------------------------------------------------------------------

CAT, JONAS = PlayerProfile(1, "Cat", "A", "frog"), PlayerProfile(2, "Jonas", "B", "bear")
QUICK = '{"rules": "basic@1.3", "seats": 2, "starter": "after_highest", "target": 40}'
MARKS: Final = (
    (RoundTally("B", 1, 0), RoundTally("R", 1, 1)),
    (RoundTally("B", 1, 1), RoundTally("R", 1, 0)),
)
PLAYED_1_0_0 = (
    MatchFacts(
        *("bbf91f31c914bddf7325e077", "red7", QUICK, DAY, 1, True),
        (
            SeatFacts("Cat", HUMAN, 0, False, 5, 0, (RoundTally("G", 1, 0),), 1),
            SeatFacts("Tomás", "newcomer", 0, True, 5, 0, (RoundTally("G", 1, 1),)),
        ),
    ),
    MatchFacts(
        "6772fb87f7d14b6b3ed9d744",
        "spring",
        '{"pickup": "next_turn", "seats": 2}',
        DAY,
        4,
        True,
        (
            SeatFacts(
                *("Cat", HUMAN, 3, False, 41, 0),
                (RoundTally("1", 3, 1), RoundTally("2", 1, 0)),
                1,
            ),
            SeatFacts(
                *("Tomás", "newcomer", 1, True, 40, 0),
                (RoundTally("1", 1, 1), RoundTally("2", 3, 2)),
            ),
        ),
    ),
    MatchFacts(
        *("1a4973a410abc2bc4f0b68be", "red7", QUICK, DAY, 1, False),
        (
            SeatFacts("Cat", HUMAN, None, False, 1, person=1),
            SeatFacts("Tomás", "newcomer", None, False, 0),
        ),
    ),
    MatchFacts(
        "f2ca7ed7f9978867c9b9e7c4",
        "red7",
        '{"rules": "advanced@1.3", "seats": 2, "target": 20}',
        DAY,
        2,
        True,
        (
            SeatFacts("Cat", HUMAN, 3, False, 5, 0, MARKS[0], 1),
            SeatFacts("Hana", "expert", 27, True, 5, 0, MARKS[1]),
        ),
    ),
)


def test_home_of_1_0_0_is_read_whole(home: Path) -> None:
    record = home / "saves" / "played" / "000002-2020-02-20-deal-22.red7"
    os.utime(record, (NOON, NOON))

    found = read(home)

    assert (found.people, found.chosen) == ((CAT, JONAS), 1)
    assert found.matches == ()
    assert found.events == tuple(
        [
            (1, ProfileEvent(kind, game, key, DAY, outcome, value))
            for kind, game, key, outcome, value in (
                ("puzzle", "red7", "dd7a876019", "solved", 0),
                ("lesson", "red7", "green", "done", 0),
                ("daily", "red7", "2020-02-20", "begun", 0),
                ("daily", "red7", "2020-02-20", "lost", 24),
                ("achievement", "", "daily", "got", 0),
                ("look", "", "felt", "got", 0),
            )
        ]
    )
    assert tuple([record.facts for record in found.records]) == PLAYED_1_0_0
    assert [record.row.is_pinned for record in found.records] == [True, False, False, False]
    assert [record.row.curve[:11] for record in found.records] == ["", "", "", "0.077 0.555"]
    assert [record.row.ended for record in found.records] == ["", "12:00", "", ""]
    assert all(record.row.is_searched for record in found.records)
    assert found.records[1].row.text == record.read_text(encoding="utf-8")
    (puzzle,) = found.puzzles["red7"]
    assert (puzzle.kind, puzzle.answers) == ("stay", ("@Y2",))
    assert found.puzzles.keys() == {"red7"}
    assert found.unreadable_files == ()


def test_home_of_f64ba4a_is_read_whole() -> None:
    found = read(DATA / "home-f64ba4a")

    assert (found.people, found.chosen) == ((PlayerProfile(1, "", "A", "cat"),), 1)
    assert [(by, event.kind, event.key) for by, event in found.events] == [
        (1, "achievement", "first_win"),
        (1, "look", "night"),
        (1, "achievement", "all_round"),
        (1, "look", "waves"),
    ]
    assert [record.facts.uid for record in found.records] == [
        "23603d5617bce2eb4555cdf9",
        "778b4505f2622ff850e1c053",
    ]
    assert [record.facts.seats[0].person for record in found.records] == [1, 1]
    assert [record.row.is_searched for record in found.records] == [True, True]
    assert (found.matches, found.puzzles, found.unreadable_files) == ((), {}, ())


def test_home_of_0_1_0_has_running_matches_only() -> None:
    home = DATA / "home-0.1.0"

    assert read(home) == NOTHING._replace(running=(4711, 12))
    assert sorted(list_seeds(home / "saves")) == [12, 4711]


@pytest.mark.parametrize("version", ["0.1.0", "f64ba4a", "1.0.0"])
def test_older_data_folder_is_recognised_and_not_changed(version: str, tmp_path: Path) -> None:
    home = shutil.copytree(DATA / f"home-{version}", tmp_path / "home")
    journal = home / "saves" / "profile.sqlite3-journal"
    journal.write_bytes((DATA / "damaged-profiles" / "old-journal").read_bytes())
    before = list_tree(tmp_path)

    assert has_legacy_data(paths_of(home))
    read(home)
    read_running(home / "saves", LATER)

    assert list_tree(tmp_path) == before


def test_home_without_older_files_is_empty(empty: Path, tmp_path: Path) -> None:
    (empty / "saves" / "puzzles").mkdir()
    (empty / "saves" / "puzzles" / "looked-at.txt").write_text("0123\n", encoding="utf-8")

    assert not has_legacy_data(paths_of(empty))
    assert not has_legacy_data(paths_of(tmp_path / "missing"))
    assert read(tmp_path / "missing") == NOTHING
    assert read_running(tmp_path / "missing", LATER) == []


@pytest.mark.parametrize(
    "name",
    [
        "match-12.json.bak",
        "profile.sqlite3",
        "played/000001-2020-02-20-deal-5 (conflicted copy).red7",
        "late-1.red7profile",
        "puzzles/red7.txt",
    ],
)
def test_older_data_folder_is_recognised_by_any_one_of_its_files(name: str, empty: Path) -> None:
    file = empty / "saves" / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"")

    assert has_legacy_data(paths_of(empty))


# -- running matches -------------------------------------------------------------------------------


def test_running_matches_are_sorted_by_day_then_time(tmp_path: Path) -> None:
    save_running(tmp_path, 1, 11, NOON, day="2020-02-19")
    save_running(tmp_path, 2, 12, NOON - 60, day="2020-02-20")
    save_running(tmp_path, 3, 13, NOON + 60, day="2020-02-18")
    save_running(tmp_path, 10, 14, NOON - 120, day="2020-02-20")
    save_running(tmp_path, 5, 15, NOON - 90)

    assert list_seeds(tmp_path) == [13, 11, 14, 15, 12]


def test_running_match_with_a_future_time_is_listed_oldest_of_its_day(tmp_path: Path) -> None:
    # The clock was an hour ahead when the first was written, and has been set right since.
    save_running(tmp_path, 1, 8, NOON + 3600, day="2020-02-20")
    save_running(tmp_path, 4, 77, NOON - 60, day="2020-02-20")
    save_running(tmp_path, 5, 78, NOON - 60, day="2020-02-19")
    save_running(tmp_path, 6, 79, NOON + 1)

    assert list_seeds(tmp_path, now=NOON) == [79, 78, 8, 77]


def test_running_match_with_a_future_day_is_listed_as_todays(tmp_path: Path) -> None:
    save_running(tmp_path, 1, 8, NOON + 86400, day="2020-02-21")
    save_running(tmp_path, 2, 9, NOON - 60, day="2020-02-20")

    assert list_seeds(tmp_path, now=NOON) == [8, 9]


def test_running_match_with_impossible_time_is_read(tmp_path: Path) -> None:
    save_running(tmp_path, 1, 8, -1e10)
    save_running(tmp_path, 2, 9, NOON)

    assert list_seeds(tmp_path) == [8, 9]


@pytest.mark.parametrize("damaged", [None, b"", b"{", b"\xff\xfe", b'{"format": "other"}'])
def test_running_match_is_read_from_its_backup(damaged: bytes | None, tmp_path: Path) -> None:
    file = save_running(tmp_path, 2, 12, NOON)
    file.rename(tmp_path / "match-2.json.bak")
    if damaged is not None:
        file.write_bytes(damaged)

    assert list_seeds(tmp_path) == [12]


@pytest.mark.parametrize(
    ("damaged", "text"),
    [(b"", ""), (b"{", "{"), (b'{"log": "\xff', '{"log": "\ufffd'), (b"[1]", "[1]")],
)
def test_damaged_running_match_without_backup_keeps_its_text(
    damaged: bytes, text: str, tmp_path: Path
) -> None:
    (tmp_path / "match.json").write_bytes(damaged)
    (tmp_path / "match.json.bak").write_bytes(b"also damaged")

    assert read_running(tmp_path, LATER) == [text]


def test_folder_in_place_of_a_running_match_is_reported(home: Path) -> None:
    (home / "saves" / "match-7.json").mkdir()

    assert len(read_running(home / "saves", LATER)) == 2
    assert read(home).unreadable_files == ("match-7.json",)


# -- the profile -----------------------------------------------------------------------------------


@pytest.fixture
def full(empty: Path) -> Path:
    """A home with a profile of many events."""
    shutil.copy(DATA / "damaged-profiles" / "profile.sqlite3", empty / "saves")
    return empty


def spoil(home: Path, change: Callable[[bytearray], object]) -> None:
    file = home / "saves" / "profile.sqlite3"
    data = bytearray(file.read_bytes())
    change(data)
    file.write_bytes(data)


def test_stray_journal_is_not_rolled_into_the_profile(full: Path) -> None:
    shutil.copy(DATA / "damaged-profiles" / "old-journal", full / "saves/profile.sqlite3-journal")

    found = read(full)

    assert len(found.events) == DEEDS
    assert found.unreadable_files == ()


def test_journal_of_a_crash_repairs_the_profile(full: Path, tmp_path: Path) -> None:
    before = read(full)
    file = full / "saves" / "profile.sqlite3"
    written = shutil.copy(file, tmp_path / "written.sqlite3")
    with closing(sqlite3.connect(written, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        db.execute("UPDATE deeds SET outcome = outcome || '!'")
        shutil.copy(written, file)
        shutil.copy(f"{written}-journal", f"{file}-journal")
    (root,) = (
        sqlite3.connect(written)
        .execute("SELECT rootpage FROM sqlite_master WHERE name = 'deeds'")
        .fetchone()
    )
    spoil(full, lambda data: data.__setitem__(slice(4096 * (root - 1), 4096 * root), bytes(4096)))

    found = read(full)

    assert found == before


def test_profile_without_its_first_bytes_is_read_whole(full: Path) -> None:
    spoil(full, lambda data: data.__setitem__(slice(0, 8), b"X" * 8))

    found = read(full)

    assert len(found.events) == DEEDS
    assert found.unreadable_files == ()


def test_write_ahead_profile_is_read(full: Path) -> None:
    spoil(full, lambda data: data.__setitem__(slice(18, 20), b"\2\2"))

    assert len(read(full).events) == DEEDS


def test_truncated_profile_is_read_as_far_as_possible(full: Path) -> None:
    spoil(full, lambda data: data.__delitem__(slice(len(data) - 4096 - 100, None)))

    found = read(full)

    assert DEEDS // 2 < len(found.events) < DEEDS
    assert len({event.key for _, event in found.events}) == len(found.events)
    assert found.unreadable_files == ("profile.sqlite3",)


def test_damaged_profile_with_a_huge_key_is_read_in_time(full: Path) -> None:
    change_profile(full, "UPDATE deeds SET id = 1000000000000 WHERE id = 1")
    spoil(full, lambda data: data.__delitem__(slice(len(data) - 4096, None)))

    found = read(full)

    assert DEEDS // 2 < len(found.events) < DEEDS


@pytest.mark.parametrize("damaged", [b"", b"garbage", b"\0" * 5000, b"SQLite format 3\0" * 500])
def test_file_that_is_no_profile_is_named(damaged: bytes, home: Path) -> None:
    (home / "saves" / "profile.sqlite3").write_bytes(damaged)

    found = read(home)

    assert (found.people, found.events) == ((PlayerProfile(1, "Cat", "A", "cat"),), ())
    assert [record.facts.seats[0].person for record in found.records] == [1] * 4
    assert found.unreadable_files == ("profile.sqlite3",)


def test_profile_with_flipped_bits_loses_nothing_in_silence(full: Path) -> None:
    sound = (full / "saves" / "profile.sqlite3").read_bytes()
    rng = Random(1)
    kept = 0

    for _ in range(80):
        data = bytearray(sound)
        data[rng.randrange(rng.choice((100, 4096, len(data))))] ^= 1 << rng.randrange(8)
        (full / "saves" / "profile.sqlite3").write_bytes(data)
        found = read_legacy_data(paths_of(full), CATALOGUE)
        events = sum(len(profile.events) for profile in found.profiles)
        kept += events
        assert events == DEEDS or found.unreadable_files == ("profile.sqlite3",)

    assert kept > 0.9 * 80 * DEEDS


def test_row_whose_key_is_no_number_is_named(home: Path) -> None:
    change_profile(home, "UPDATE marks SET match = 'one' WHERE match = 1")

    assert read(home).unreadable_files == ("profile.sqlite3",)


def test_invalid_profile_rows_lose_no_match_that_has_a_record(home: Path) -> None:
    change_profile(
        home,
        "DELETE FROM seats WHERE match = 1 AND seat = 0",
        "UPDATE matches SET day = 'yesterday' WHERE id = 3",
        "UPDATE people SET name = 7 WHERE id = 2",
    )

    found = read(home)

    assert [record.facts.uid for record in found.records] == [each.uid for each in PLAYED_1_0_0]
    assert [record.facts.seats[0].person for record in found.records] == [1, 1, 1, 1]
    assert found.people == (CAT, JONAS._replace(name="7"))
    assert found.unreadable_files == ("profile.sqlite3",)


def test_people_whose_rows_are_lost_keep_their_matches(home: Path) -> None:
    change_profile(home, "UPDATE people SET colour = x'00' WHERE id = 1")

    found = read(home)

    assert found.people == (PlayerProfile(1, "", "A", "cat"), JONAS)
    assert found.chosen == 1
    assert [record.facts for record in found.records] == list(PLAYED_1_0_0)


VERSION_1: Final = """
CREATE TABLE people (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT NOT NULL, face TEXT NOT NULL,
    is_chosen INTEGER NOT NULL DEFAULT 0);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL,
    day TEXT NOT NULL, rounds INTEGER NOT NULL, is_over INTEGER NOT NULL);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL, name TEXT NOT NULL,
    player TEXT NOT NULL, person INTEGER REFERENCES people, score INTEGER,
    is_winner INTEGER NOT NULL, turns INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;
PRAGMA user_version = 1;
INSERT INTO people VALUES (1, 'Mara', 'B', 'frog', 0), (2, '', 'A', 'cat', 1);
INSERT INTO matches VALUES (1, 'a', 'red7', '{}', '2026-01-30', 3, 1);
INSERT INTO seats VALUES (1, 0, 'Mara', 'human', 1, 30, 1, 9);
"""


def test_profile_of_version_1_is_read(empty: Path) -> None:
    with closing(sqlite3.connect(empty / "saves" / "profile.sqlite3")) as db:
        db.executescript(VERSION_1)

    found = read(empty)

    assert (found.people, found.chosen) == (
        (PlayerProfile(1, "Mara", "B", "frog"), PlayerProfile(2, "", "A", "cat")),
        2,
    )
    seats = (SeatFacts("Mara", HUMAN, 30, True, 9, person=1),)
    assert found.matches == (MatchFacts("a", "red7", "{}", date(2026, 1, 30), 3, True, seats),)
    assert found.unreadable_files == ()


def test_nameless_player_of_the_profile_stays_if_the_library_has_one_too(home: Path) -> None:
    change_profile(home, "UPDATE people SET name = '' WHERE id = 1")

    found = read(home, people.ensure_default_player)

    assert [person.name for person in found.people] == ["", "Jonas"]
    assert {by for by, _ in found.events} == {found.people[0].number}


# -- late files ------------------------------------------------------------------------------------


def leave_late(home: Path, *people: PlayerProfile, uid: str = "late", hints: int = 0) -> None:
    event = ProfileEvent("puzzle", "red7", "dd7a876019", DAY, "solved")
    seats = (SeatFacts("Cat", HUMAN, 30, True, 9, hints, person=people[0].number),)
    match = MatchFacts(uid, "red7", "{}", DAY, 3, True, seats)
    late = ProfileData(people, 1, (match,), ((people[0].number, event),) * 2)
    file = home / "saves" / "late-1.red7profile"
    file.write_text(write_profile(late), encoding="utf-8")


def test_separately_saved_profile_counts_for_the_person_of_its_name(home: Path) -> None:
    leave_late(home, PlayerProfile(5, "jonas", "C", "cat"), PlayerProfile(6, "Zoe", "D", "panda"))

    found = read(home)

    assert found.people == (CAT, JONAS, PlayerProfile(3, "Zoe", "D", "panda"))
    assert [match.seats[0].person for match in found.matches] == [2]
    assert [by for by, event in found.events if event.kind == "puzzle"] == [1, 2, 2]


def test_event_in_the_profile_and_in_a_separate_file_counts_once(home: Path) -> None:
    leave_late(home, PlayerProfile(1, "", "A", "cat"))

    found = read(home)

    assert [by for by, event in found.events if event.kind == "puzzle"] == [1, 1]
    assert found.people == (CAT, JONAS)


def test_match_in_the_profile_takes_hints_from_a_separate_file(home: Path) -> None:
    leave_late(home, CAT, uid=PLAYED_1_0_0[0].uid, hints=4)

    found = read(home)

    assert found.matches == ()
    assert [seat.hints for seat in found.records[0].facts.seats] == [4, 0]


def test_people_of_a_separate_file_are_read_without_a_profile(empty: Path) -> None:
    leave_late(empty, PlayerProfile(5, "Zoe", "D", "panda"))

    found = read(empty)

    assert (found.people, found.chosen) == ((PlayerProfile(1, "Zoe", "D", "panda"),), 1)
    assert [match.seats[0].person for match in found.matches] == [1]


# -- records ---------------------------------------------------------------------------------------


def test_conflict_copies_of_a_record_count_once(home: Path) -> None:
    played_files = home / "saves" / "played"
    file = played_files / "000002-2020-02-20-deal-22.red7"
    text = file.read_text(encoding="utf-8")
    for name in (
        "000002-2020-02-20-deal-22 (conflicted copy).red7",
        "000002-2020-02-20-deal-22~conflict.pinned.red7",
        "000002-2020-02-20-deal-22.sync-conflict-20200220-101010-ABC.red7",
    ):
        (played_files / name).write_text(text, encoding="utf-8")
    later = text.replace("date: 2020-02-20", "date: 2020-02-21")
    (played_files / "000007-2020-02-21-deal-22.red7").write_text(later, encoding="utf-8")

    found = read(home)

    assert [record.facts for record in found.records] == list(PLAYED_1_0_0)
    assert [record.row.is_pinned for record in found.records] == [True, True, False, False]
    assert found.records[1].row.text == text


def test_record_that_is_only_a_conflict_copy_is_read(home: Path) -> None:
    file = home / "saves" / "played" / "000002-2020-02-20-deal-22.red7"
    file.rename(file.with_name("000002-2020-02-20-deal-22 (conflicted copy).red7"))

    assert [record.facts for record in read(home).records] == list(PLAYED_1_0_0)


def test_record_that_the_profile_lacks_is_replayed(home: Path) -> None:
    change_profile(home, "DELETE FROM seats", "DELETE FROM marks", "DELETE FROM matches")

    found = read(home)

    facts = [sort_tallies(record.facts) for record in found.records]
    assert [each.uid for each in facts] == [each.uid for each in PLAYED_1_0_0]
    # The record of the third leaves out a turn that was begun, that of the fourth names an option.
    assert facts[:2] == [*PLAYED_1_0_0[:2]]
    assert facts[3].seats == PLAYED_1_0_0[3].seats
    assert found.unreadable_files == ()


def test_record_of_a_deleted_match_belongs_to_nobody(home: Path) -> None:
    change_profile(
        home,
        "DELETE FROM seats",
        "DELETE FROM marks",
        "DELETE FROM matches",
        "UPDATE records SET newest = 3",
    )

    found = read(home)

    persons = [record.facts.seats[0].person for record in found.records]
    assert persons == [None, None, None, 1]


def test_record_is_not_replayed_where_the_profile_has_its_match(home: Path) -> None:
    file = home / "saves" / "played" / "000002-2020-02-20-deal-22.red7"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("A offer", "A offered"), encoding="utf-8")

    found = read(home)

    assert [record.facts for record in found.records] == list(PLAYED_1_0_0)


def test_match_without_a_record_is_read_from_the_profile(home: Path) -> None:
    (home / "saves" / "played" / "000003-2020-02-20-deal-23.red7").unlink()

    found = read(home)

    assert found.matches == PLAYED_1_0_0[2:3]
    assert len(found.records) == 3


def test_records_of_equal_results_find_their_own_matches(home: Path) -> None:
    """Two quick matches that differ only in their turns; the record of a third was deleted."""
    copy = "INSERT INTO matches SELECT {0}, 'uid{0}', game, options, day, rounds, is_over FROM"
    seats = (
        "INSERT INTO seats SELECT {0}, seat, name, player, person, score, is_winner, turns + {1},"
        " hints FROM seats WHERE match = 1"
    )
    change_profile(
        home,
        *[f"{copy.format(nth)} matches WHERE id = 1" for nth in (8, 9)],
        seats.format(8, 0),
        seats.format(9, 3),
    )

    found = read(home)

    assert found.records[0].facts.uid == "uid8"
    assert [match.uid for match in found.matches] == [PLAYED_1_0_0[0].uid, "uid9"]


@pytest.mark.parametrize("damaged", [b"", b"garbage", b"\xff\xfe\0", b"game: red7\n\n1. A"])
def test_damaged_record_is_named(damaged: bytes, home: Path) -> None:
    file = home / "saves" / "played" / "000002-2020-02-20-deal-22.red7"
    file.write_bytes(damaged)

    found = read(home)

    assert found.unreadable_files == ("played/000002-2020-02-20-deal-22.red7",)
    assert len(found.records) == 3
    assert found.matches == PLAYED_1_0_0[1:2]


def test_record_of_an_unknown_game_is_named(empty: Path) -> None:
    file = keep_record(empty, 1, played("basic@1.3", 2, 5))
    file.write_text(file.read_text(encoding="utf-8").replace("game: red7", "game: chess"), "utf-8")

    assert read(empty).unreadable_files == (f"played/{file.name}",)


def test_records_are_sorted_by_number(empty: Path) -> None:
    for number, seed in ((12, 5), (9, 6), (1_000_000, 7)):
        keep_record(empty, number, played("basic@1.3", 2, seed))

    found = read(empty)

    seeds = [record.row.text.partition("seed: ")[2].partition("\n")[0] for record in found.records]
    assert seeds == ["6", "5", "7"]
    assert found.people == (PlayerProfile(1, "Ann", "A", "cat"),)
    assert found.records[0].facts.seats[0].person == 1


def test_reading_stops_before_the_next_record_when_it_is_cancelled(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        keep_record(empty, number, played("basic@1.3", 2, number + 5))
    progress = JobProgress()
    replayed: list[str] = []

    def replay(*args: Any) -> NoReturn:
        replayed.append("record")
        progress.cancel()
        raise KeyError

    monkeypatch.setattr(older_homes, "make_old_uid", replay)

    with pytest.raises(Cancelled):
        read_legacy_data(paths_of(empty), CATALOGUE, progress)

    assert replayed == ["record"]


@pytest.mark.parametrize("damaged", [b"0.1 0.2 0.3", b"0.1 two", b"0.1 1.5", b"0.1 nan", b"\xff"])
def test_damaged_win_chance_curve_is_reported_and_loses_no_record(
    damaged: bytes, home: Path
) -> None:
    (home / "saves" / "played" / "000004.curve").write_bytes(damaged)

    found = read(home)

    assert [record.facts for record in found.records] == list(PLAYED_1_0_0)
    assert found.records[3].row.curve == ""
    assert found.unreadable_files == ("played/000004.curve",)


def test_record_not_yet_searched_for_puzzles_is_marked_unsearched(home: Path) -> None:
    searched = home / "saves" / "puzzles" / "looked-at.txt"
    record = home / "saves" / "played" / "000002-2020-02-20-deal-22.red7"
    mark = hash_text(record.read_text(encoding="utf-8"), 8)
    searched.write_text(searched.read_text(encoding="utf-8").replace(mark, "0"), encoding="utf-8")

    assert [each.row.is_searched for each in read(home).records] == [True, False, True, True]


# -- matches that ended in their slots -------------------------------------------------------------


def leave_finished(home: Path, match: Match) -> None:
    seats = [SeatInfo(*each) for each in zip(NAMES, PLAYERS, strict=True)]
    extra = {"day": DAY.isoformat(), "hints": {"A": 2, "Z": 1, "B": "many"}}
    file = home / "saves" / "match-3.json"
    file.write_text(write_match(match, seats, extra), encoding="utf-8")


def test_finished_match_in_a_save_slot_is_read_as_running(home: Path) -> None:
    running = read(home).running
    leave_finished(home, played("basic@1.3", 2, 5))

    found = read(home)

    assert sorted(found.running) == sorted([*running, 5])
    assert len(found.records) == 4


def test_finished_match_in_a_save_slot_with_a_record_counts_once(home: Path) -> None:
    running = read(home).running
    match = played("basic@1.3", 2, 5)
    leave_finished(home, match)
    keep_record(home, 5, match)

    found = read(home)

    assert found.running == running
    assert len(found.records) == 5
    assert found.records[-1].facts.seats[0].hints == 2


def test_finished_match_in_a_save_slot_and_the_profile_counts_once(home: Path) -> None:
    running = read(home).running
    match = played("basic@1.3", 2, 5)
    leave_finished(home, match)
    uid = make_old_uid(match, CATALOGUE["red7"].view(), NAMES, PLAYERS, DAY)
    change_profile(home, f"UPDATE matches SET uid = '{uid}', day = '2020-01-01' WHERE id = 3")

    found = read(home)

    assert found.running == running
    assert [match.uid for match in found.matches] == [uid]


def test_match_in_a_save_slot_that_the_profile_forgot_is_ignored(home: Path) -> None:
    running = read(home).running
    leave_finished(home, played("basic@1.3", 2, 5))
    columns = "person, kind, game, key, day, outcome, value"
    values = "1, 'forgotten', 'red7', '5', '2020-02-20', '', 0"
    change_profile(home, f"INSERT INTO deeds ({columns}) VALUES ({values})")

    found = read(home)

    assert found.running == running
    assert len(found.records) == 4
    assert "forgotten" not in [event.kind for _, event in found.events]


@pytest.mark.parametrize("is_over", [True, False])
def test_match_uid_equals_that_of_older_versions(is_over: bool) -> None:
    match = played("advanced@1.3", 2, 5) if is_over else begin("advanced@1.3", 2, 5)
    view = CATALOGUE["red7"].view()
    seats = (("A", "B"), (HUMAN, "x"))
    day = date(2026, 1, 30)

    uid = make_old_uid(match, view, *seats, day)

    # Homes hold these: with another one a match would be counted twice.
    assert uid == ("66fb0faff2f966072f5e2bcb" if is_over else "467c27c852407c146d01d53c")
    again = read_record(
        view.story.record_form, write_record(view.story.record_form, match, *seats, day), match.game
    ).match
    assert make_old_uid(again, view, *seats, day) == uid


# -- puzzles ---------------------------------------------------------------------------------------


def spoil_puzzles(home: Path) -> Iterator[Path]:
    file = home / "saves" / "puzzles" / "red7.txt"
    sound = file.read_bytes()
    cut_off = sound[:30], sound[:-1]
    for damaged in (b"garbage", b"", b"\xff\xfe", *cut_off, sound.replace(b"1 stay", b"9 stay")):
        file.write_bytes(damaged)
        yield file


def test_damaged_puzzles_are_named(home: Path) -> None:
    for _ in spoil_puzzles(home):
        found = read(home)

        assert found.puzzles == {}
        assert found.unreadable_files == ("puzzles/red7.txt",)


def test_damaged_puzzles_are_read_from_their_backup(home: Path) -> None:
    file = home / "saves" / "puzzles" / "red7.txt"
    shutil.copy(file, file.with_name("red7.txt.bak"))
    for _ in spoil_puzzles(home):
        found = read(home)

        assert len(found.puzzles["red7"]) == 1
        assert found.unreadable_files == ("puzzles/red7.txt",)


# -- any damage ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_damage_anywhere_never_raises(seed: int, home: Path) -> None:
    rng = Random(seed)
    sound = {file: file.read_bytes() for file in home.rglob("*") if file.is_file()}

    for _ in range(40):
        file = rng.choice(list(sound))
        data = bytearray(sound[file])
        at = rng.randrange(len(data))
        if rng.random() < 0.3:
            del data[at:]
        else:
            data[at : at + rng.choice((1, 8, 600))] = rng.randbytes(8)
        file.write_bytes(data)
        found = read(home)
        assert len(found.records) + len(found.unreadable_files) >= 4
        assert read_running(home / "saves", LATER)
        file.write_bytes(sound[file])
