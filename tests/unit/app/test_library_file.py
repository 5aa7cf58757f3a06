"""The library's file is checked, repaired, backed up, and never mixed with another moment's log."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.app.library import database, matches, people
from red7_desktop.app.library.database import (
    APPLICATION_ID,
    VERSION,
    Database,
    LibraryProblem,
    LibraryProblemKind,
    connect,
    is_sound,
)
from red7_desktop.app.library.matches import MatchRow
from red7_desktop.app.library.repair import name_journal, name_log
from red7_desktop.app.library.schema import TABLES
from red7_desktop.app.profile.statistics import MatchFacts, ProfileEvent, SeatFacts
from red7_desktop.kit import storage
from red7_desktop.kit.storage import Lock
from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop import files
from red7_desktop.tabletop.files import FileReadError, FileWriteError

DAY: Final = date(2026, 1, 30)
HOUR: Final = 3600.0
NOON: Final = datetime(2026, 1, 30, 12, 0).timestamp()
EVENT: Final = ProfileEvent("puzzle", "red7", "17", DAY, "solved")
Job = Callable[[sqlite3.Connection], object]


def make(file: Path, *, is_alone: bool = True) -> Database:
    return Database(file, lambda db: None, lambda: is_alone)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "saves" / "library.sqlite3"


@pytest.fixture
def library(file: Path) -> Iterator[Database]:
    """An open library in which nothing is yet."""
    made = make(file)
    made.open()
    yield made
    made.close()


def put(uid: str, text: str = "a save", instance: int = 0) -> Job:
    """Return what stores a running match."""
    row = MatchRow(uid, text, "red7", DAY.isoformat(), "12:00", instance)
    return lambda db: matches.store_running(db, row)


def end(uid: str, *seated: int | None) -> Job:
    """Return a function that stores a finished match with a person or an AI player in each seat."""
    seats = [
        SeatFacts(f"seat {n}", "human", n, n == 0, 3, 0, (), who) for n, who in enumerate(seated)
    ]
    facts = MatchFacts(uid, "red7", "{}", DAY, 1, True, tuple(seats))

    def write(db: sqlite3.Connection) -> None:
        people.put_match(db, facts)
        matches.store_record(db, MatchRow(uid, f"record of {uid}"))

    return write


def add_person(name: str) -> Job:
    return lambda db: people.add_person(db, name)


def read(library: Database, query: str) -> list[tuple[Any, ...]]:
    with library.reading() as db:
        return db.execute(query).fetchall()


def texts_in(library: Database) -> dict[str, str]:
    return dict(read(library, "SELECT uid, text FROM matches ORDER BY uid"))


def kinds(library: Database) -> list[LibraryProblemKind]:
    return [trouble.kind for trouble in library.troubles]


def change_raw(file: Path, *statements: str) -> None:
    """Change a library without its triggers, so that its sums don't follow."""
    with closing(connect(file)) as db:
        triggers = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        kept = db.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert db.execute(statement).rowcount
        for (sql,) in kept:
            db.execute(sql)


def spoil(file: Path, old: bytes, new: bytes) -> None:
    """Change bytes of a file where they are found first."""
    data = file.read_bytes()
    assert old in data
    file.write_bytes(data.replace(old, new, 1))


def overwrite(file: Path, at: int, data: bytes) -> None:
    with file.open("rb+") as opened:
        opened.seek(at)
        opened.write(data)


def copy_as_after_a_kill(file: Path, folder: Path) -> Path:
    """Copy a library with its log as they lie on the disk now; return the copy."""
    folder.mkdir()
    for each in (file, name_log(file)):
        shutil.copy(each, folder / each.name)
    return folder / file.name


# == Opening


def test_new_library_is_sound_empty_and_without_problems(library: Database, file: Path) -> None:
    library.check()
    library.close()

    assert is_sound(file)
    assert library.troubles == []
    with closing(connect(file)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        for table in TABLES:
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_new_library_imports_the_data_of_older_versions(file: Path) -> None:
    library = Database(file, put("old"), lambda: True)

    library.open()

    assert texts_in(library) == {"old": "a save"}
    library.close()
    again = Database(file, put("old again"), lambda: True)
    again.open()
    assert texts_in(again) == {"old": "a save"}
    again.close()


def test_library_is_not_created_when_its_first_import_fails(file: Path) -> None:
    def fail(db: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(FileWriteError):
        Database(file, fail, lambda: True).open()

    assert not file.exists()


def test_transactions_wait_for_the_disk_and_for_two_seconds_at_most(library: Database) -> None:
    settings = library.write(
        lambda db: [
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "journal_mode", "busy_timeout", "foreign_keys")
        ]
    )

    assert settings == [2, "wal", 2000, 1]


def test_write_is_all_or_nothing(library: Database) -> None:
    def fail(db: sqlite3.Connection) -> None:
        put("a")(db)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        library.write(fail)

    assert texts_in(library) == {}
    library.write(put("b"))
    assert texts_in(library) == {"b": "a save"}


def test_reading_connection_cannot_write(library: Database) -> None:
    with pytest.raises(FileReadError), library.reading() as db:
        put("a")(db)


def test_reading_a_missing_library_raises_and_creates_none(file: Path) -> None:
    with pytest.raises(FileReadError) as caught, make(file).reading():
        pass

    assert caught.value.code == "missing"
    assert not file.exists()


def test_every_transaction_gets_a_new_token(library: Database) -> None:
    tokens = []
    for uid in "abc":
        library.write(put(uid))
        tokens += read(library, "SELECT before, token FROM epoch")

    assert [before for before, _ in tokens[1:]] == [token for _, token in tokens[:-1]]
    assert len({token for _, token in tokens}) == 3


# == Checking


def fill(library: Database) -> None:
    """Put people, matches, seats, events and puzzles into a library."""

    def write(db: sqlite3.Connection) -> None:
        people.add_person(db, "Mara")
        people.add_person(db, "Jonas")
        for number in range(20):
            end(f"over {number:02}", 1, 2, None)(db)
        put("running", "the first text")(db)
        people.put_event(db, EVENT, 1)
        matches.put_puzzles(db, "red7", [("k", "puzzle k")], 9)

    library.write(write)


STALE: Final = [
    "UPDATE matches SET text = 'another' WHERE uid = 'running'",
    "UPDATE matches SET changed = changed - 1 WHERE uid = 'running'",
    "UPDATE seats SET score = 99 WHERE match = 1 AND seat = 1",
    "UPDATE seats SET person = NULL WHERE match = 1 AND seat = 1",
    "UPDATE players SET name = 'Maro' WHERE id = 1",
    "UPDATE events SET value = 1",
    "UPDATE puzzles SET text = 'puzzle j'",
    "DELETE FROM matches WHERE uid = 'running'",
    "DELETE FROM seats WHERE match = 1 AND seat = 1",
    "DELETE FROM events",
    "DELETE FROM puzzles",
]
"""Rows as they might have been before: each has the right checksum."""


@pytest.mark.parametrize("change", STALE)
def test_integrity_check_finds_outdated_and_missing_rows(
    library: Database, file: Path, change: str
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    change_raw(file, change)
    assert not is_sound(file)
    damaged = file.read_bytes()

    library.check()

    assert library.troubles == [
        LibraryProblem(
            LibraryProblemKind.RESTORED,
            file.name,
            "library.sqlite3.damaged-1",
            DAY,
            library.troubles[0].recovered,
        )
    ]
    assert file.with_name("library.sqlite3.damaged-1").read_bytes() == damaged
    counts = [read(library, f"SELECT count(*) FROM {table}")[0][0] for table in TABLES]
    assert counts == [2, 21, 60, 1, 1]
    library.close()
    assert is_sound(file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"the first text", b"the farst text"),
        (b"Jonas", b"Jonos"),
        (b"record of over 03", b"record of ov\xff\xff03"),
        (b"puzzle k", b"puzzle K"),
    ],
)
def test_check_finds_a_byte_that_was_changed(
    library: Database, file: Path, old: bytes, new: bytes
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    spoil(file, old, new)

    library.check()

    assert kinds(library) == [LibraryProblemKind.RESTORED]
    assert texts_in(library)["running"] == "the first text"


def test_integrity_check_finds_each_outdated_database_page(library: Database, file: Path) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    before = file.read_bytes()
    library.write(add_person("Zoë"))
    library.write(end("over 20", 1, 2))
    library.write(put("running", "the second text"))
    library.write(put("another", "a text"))
    library.write(lambda db: people.put_event(db, EVENT, 1))
    library.write(lambda db: matches.put_puzzles(db, "red7", [("j", "puzzle j")], 9))
    library.close()
    after = file.read_bytes()
    size = int.from_bytes(after[16:18], "big")
    with closing(connect(file)) as db:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_sequence'"
        (harmless,) = db.execute(query).fetchone()  # SQLite looks at the greatest number too
    pages = [
        page
        for page in range(1, len(before) // size + 1)
        if page != harmless and before[: page * size][-size:] != after[: page * size][-size:]
    ]
    assert len(pages) > 10

    for page in pages:
        start = (page - 1) * size
        file.write_bytes(after[:start] + before[start : start + size] + after[start + size :])
        library.check()
        assert kinds(library) == [LibraryProblemKind.RESTORED], f"page {page}"
        assert read(library, "SELECT count(*) FROM matches") in ([(21,)], [(23,)])
        library.troubles.clear()
        library.close()
        assert is_sound(file)


# == Foreign and incomplete files


def empty(file: Path) -> None:
    file.write_bytes(b"")


def noise(file: Path) -> None:
    file.write_bytes(b"no database at all " * 400)


def foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE songs (name)")


def foreign_with_the_same_mark(file: Path) -> None:
    foreign(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")


def half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def torn_head(file: Path) -> None:
    overwrite(file, 0, bytes(16))


def torn_table(file: Path) -> None:
    """Empty the second page, where the sums and tokens are."""
    overwrite(file, 4096, bytes(4096))


def version_zero(file: Path) -> None:
    overwrite(file, 60, bytes(4))


def without_its_row_of_tokens(file: Path) -> None:
    with closing(connect(file)) as db:
        db.execute("DELETE FROM epoch")


def rows_of(data: bytes) -> bytes:
    """Return a SQLite file without its head, where SQLite notes how it was opened."""
    return data[100:]


SPOILS: Final = [
    empty,
    noise,
    foreign,
    foreign_with_the_same_mark,
    half,
    torn_head,
    torn_table,
    version_zero,
    without_its_row_of_tokens,
]


@pytest.mark.parametrize("spoil_it", SPOILS)
def test_foreign_file_is_set_aside_and_the_backup_is_opened(
    library: Database, file: Path, spoil_it: Callable[[Path], None]
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    spoil_it(file)
    damaged = file.read_bytes()
    again = make(file)

    again.open()

    (told,) = again.troubles
    assert (told.kind, told.file, told.day) == (LibraryProblemKind.RESTORED, file.name, DAY)
    assert told.renamed_to == "library.sqlite3.damaged-1"
    assert rows_of(file.with_name(told.renamed_to).read_bytes()) == rows_of(damaged)
    assert len(texts_in(again)) == 21
    again.check()
    again.close()
    assert len(again.troubles) == 1


@pytest.mark.parametrize("spoil_it", SPOILS)
def test_foreign_file_is_set_aside_when_there_is_no_backup(
    file: Path, spoil_it: Callable[[Path], None]
) -> None:
    library = make(file)
    fill(library)
    library.close()
    spoil_it(file)
    damaged = file.read_bytes()
    again = Database(file, put("of an older program"), lambda: True)

    again.open()

    (told,) = again.troubles
    assert (told.kind, told.day) == (LibraryProblemKind.REBUILT, None)
    assert rows_of(file.with_name(told.renamed_to).read_bytes()) == rows_of(damaged)
    assert "of an older program" in texts_in(again)
    again.check()
    again.close()
    assert is_sound(file)


def test_missing_library_comes_back_from_its_backup(library: Database, file: Path) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    file.unlink()

    library.open()

    assert library.troubles == [LibraryProblem(LibraryProblemKind.RESTORED, file.name, "", DAY)]
    assert len(texts_in(library)) == 21


def test_library_deleted_while_open_is_restored_from_its_backup(
    library: Database, file: Path
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    for each in (file, name_log(file), file.with_name(f"{file.name}-shm")):
        each.unlink()

    library.write(put("later"))

    assert kinds(library) == [LibraryProblemKind.RESTORED]
    assert len(texts_in(library)) == 22


@pytest.mark.parametrize("left", [2, 3])
def test_newest_sound_backup_is_restored(library: Database, file: Path, left: int) -> None:
    for number in range(3):
        library.write(put(f"match {number}"))
        assert library.back_up(NOON + number * HOUR, HOUR)
    library.close()
    for backup in library.backups[: left - 1]:
        spoil(backup, b"a save", b"a sAve")
    noise(file)

    library.open()

    assert kinds(library) == [LibraryProblemKind.RESTORED]
    assert len(texts_in(library)) == 4 - left


def test_only_the_first_opening_after_damage_is_told(library: Database, file: Path) -> None:
    library.close()
    noise(file)
    library.open()
    library.close()
    again = make(file)

    again.open()

    assert again.troubles == []
    again.close()
    noise(file)
    again.open()
    assert [each.renamed_to for each in again.troubles] == ["library.sqlite3.damaged-2"]
    again.close()


def test_write_into_a_damaged_library_repairs_it_and_is_stored(
    library: Database, file: Path
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    library.open()
    with closing(connect(file)) as db:
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'matches'").fetchone()[0]
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    overwrite(file, (page - 1) * 4096, b"\xff" * 4096)

    library.write(put("later"))

    assert kinds(library) == [LibraryProblemKind.RESTORED]
    assert len(texts_in(library)) == 22


def test_reading_a_damaged_library_raises_an_error_naming_the_file(
    library: Database, file: Path
) -> None:
    library.close()
    noise(file)

    with pytest.raises(FileReadError) as caught:
        texts_in(library)

    assert (caught.value.path, caught.value.code) == (file, "failed")


# == Rows that are newer than the backup


def test_rows_newer_than_the_backup_are_recovered_and_counted(
    library: Database, file: Path
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.write(add_person("Zoë"))
    library.write(
        lambda db: people.update_player(db, people.list_players(db)[0]._replace(name="Mia"))
    )
    library.write(lambda db: people.choose_person(db, 3))
    library.write(end("newer", 3, 1))
    library.write(end("running", 1, 2))
    library.write(put("begun", "a new text", instance=2))
    library.write(lambda db: matches.pin(db, "over 03", is_pinned=True))
    library.write(lambda db: people.put_event(db, EVENT._replace(key="18"), 3))
    library.write(lambda db: matches.put_puzzles(db, "red7", [("n", "puzzle n")], 9))
    library.close()
    without_its_row_of_tokens(file)

    library.open()

    assert [each.recovered for each in library.troubles] == [6]
    assert read(library, "SELECT name, is_chosen FROM players") == [
        ("Mia", 0),
        ("Jonas", 0),
        ("Zoë", 1),
    ]
    found = texts_in(library)
    assert (found["newer"], found["begun"]) == ("record of newer", "a new text")
    assert found["running"] == "record of running"
    assert read(library, "SELECT uid FROM matches WHERE is_running = 1") == [("begun",)]
    assert read(library, "SELECT uid FROM matches WHERE is_pinned = 1") == [("over 03",)]
    assert read(library, "SELECT uid FROM matches WHERE copy != 0") == []
    seats = "SELECT person FROM seats JOIN matches ON id = match WHERE uid = 'newer' ORDER BY seat"
    assert read(library, seats) == [(3,), (1,)]
    assert read(library, "SELECT key FROM events ORDER BY id") == [("17",), ("18",)]
    assert read(library, "SELECT text FROM puzzles ORDER BY id") == [("puzzle k",), ("puzzle n",)]
    library.check()
    assert len(library.troubles) == 1


def test_recovery_leaves_out_rows_with_a_wrong_value(library: Database, file: Path) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.write(put("running", "the second text"))
    library.write(put("b", "the text of b"))
    library.write(put("c", "the text of c"))
    library.write(end("over 20", 1, 2, None))
    library.close()
    spoil(file, b"the second text", b"the sec\xffnd text")
    spoil(file, b"the text of b", b"the text of B")
    spoil(file, b"seat 2human", b"seat 2humon")

    library.check()

    assert [each.recovered for each in library.troubles] == [2]
    found = texts_in(library)
    assert found["running"] == "the first text"
    assert (found["c"], found["over 20"]) == ("the text of c", "record of over 20")
    assert "b" not in found


def test_recovery_never_takes_an_older_row_for_a_newer_one(library: Database, file: Path) -> None:
    library.write(put("a", "the first text"))
    library.close()
    old = file.read_bytes()
    library.write(put("a", "the second text"))
    library.back_up(NOON, HOUR)
    library.close()
    file.write_bytes(old)
    without_its_row_of_tokens(file)

    library.open()

    assert [each.recovered for each in library.troubles] == [0]
    assert texts_in(library) == {"a": "the second text"}


def test_recovery_keeps_matches_of_people_whose_own_row_is_lost(
    library: Database, file: Path
) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    library.write(add_person("Zoë"))
    library.write(end("newer", 3, 1))
    library.write(lambda db: people.put_event(db, EVENT._replace(key="18"), 3))
    library.close()
    spoil(file, "Zoë".encode(), b"Zoe!")

    library.check()

    assert [each.recovered for each in library.troubles] == [2]
    seats = "SELECT person FROM seats JOIN matches ON id = match WHERE uid = 'newer' ORDER BY seat"
    assert read(library, seats) == [(3,), (1,)]
    assert read(library, "SELECT name FROM players WHERE id = 3") == [("seat 0",)]
    assert read(library, "SELECT key FROM events") == [("17",), ("18",)]
    library.check()
    assert len(library.troubles) == 1


def test_recovery_reads_rows_that_are_only_in_the_write_ahead_log(
    library: Database, file: Path
) -> None:
    library.write(put("a"))
    library.write(add_person("Mara"))
    library.back_up(NOON, HOUR)
    library.close()
    library.write(put("b", "only in the log"))
    lying = copy_as_after_a_kill(file, file.parent / "killed")
    shutil.copy(library.backups[0], lying.parent)
    spoil(lying, b"Mara", b"Maro")
    again = make(lying)

    again.check()

    assert [each.recovered for each in again.troubles] == [1]
    assert texts_in(again) == {"a": "a save", "b": "only in the log"}
    again.close()


def test_recovered_match_gets_a_new_row_id_when_its_own_is_taken(
    library: Database, file: Path
) -> None:
    library.write(put("a"))
    library.close()
    file.rename(file.with_name("elsewhere"))
    library.write(put("b"))
    library.back_up(NOON, HOUR)
    library.close()
    file.with_name("elsewhere").replace(file)
    without_its_row_of_tokens(file)

    library.open()

    assert texts_in(library) == {"a": "a save", "b": "a save"}


# == Logs and journals beside the library


def test_write_ahead_log_of_a_killed_process_is_recovered(library: Database, file: Path) -> None:
    for number in range(5):
        library.write(put(f"match {number}"))
    again = make(copy_as_after_a_kill(file, file.parent / "killed"))

    again.open()

    assert again.troubles == []
    assert len(texts_in(again)) == 5
    again.check()
    assert again.troubles == []
    again.close()


@pytest.mark.parametrize("torn", [1, 24, 4119, 4120, 2 * 4120])
def test_transaction_cut_off_by_a_kill_is_not_reported_as_damage(
    library: Database, file: Path, torn: int
) -> None:
    library.write(put("a"))
    whole = name_log(file).stat().st_size
    library.write(put("b"))
    lying = copy_as_after_a_kill(file, file.parent / "killed")
    log = name_log(lying)
    log.write_bytes(log.read_bytes()[: whole + torn])
    again = make(lying)

    again.open()

    assert again.troubles == []
    assert texts_in(again) == {"a": "a save"}
    again.close()


def test_outdated_write_ahead_log_is_set_aside(library: Database, file: Path) -> None:
    library.write(put("a"))
    stray = name_log(file).read_bytes()
    library.close()
    library.write(put("a", "a newer text"))
    library.write(put("b"))
    library.close()
    name_log(file).write_bytes(stray)

    library.open()

    aside = "library.sqlite3-wal.damaged-1"
    assert library.troubles == [
        LibraryProblem(LibraryProblemKind.FOREIGN_LOG, "library.sqlite3-wal", aside)
    ]
    assert file.with_name(aside).read_bytes() == stray
    assert texts_in(library) == {"a": "a newer text", "b": "a save"}
    library.check()
    assert len(library.troubles) == 1


def test_write_ahead_log_of_another_library_is_set_aside(
    library: Database, file: Path, tmp_path: Path
) -> None:
    library.write(put("a"))
    library.close()
    other = make(tmp_path / "other.sqlite3")
    other.write(put("of another library"))
    shutil.copy(name_log(other.file), name_log(file))
    other.close()

    library.open()

    assert kinds(library) == [LibraryProblemKind.FOREIGN_LOG]
    assert texts_in(library) == {"a": "a save"}


def test_write_ahead_log_of_a_foreign_database_is_set_aside(
    library: Database, file: Path, tmp_path: Path
) -> None:
    library.write(put("a"))
    library.close()
    with closing(sqlite3.connect(tmp_path / "songs")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE songs (name)")
        shutil.copy(tmp_path / "songs-wal", name_log(file))

    library.open()

    assert kinds(library) == [LibraryProblemKind.FOREIGN_LOG]
    assert texts_in(library) == {"a": "a save"}


def test_write_ahead_log_with_another_page_size_is_set_aside(
    library: Database, file: Path, tmp_path: Path
) -> None:
    library.write(put("a"))
    library.close()
    with closing(sqlite3.connect(tmp_path / "songs")) as db:
        db.execute("PRAGMA page_size = 1024")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE songs (name)")
        shutil.copy(tmp_path / "songs-wal", name_log(file))

    library.open()

    assert kinds(library) == [LibraryProblemKind.FOREIGN_LOG]
    assert texts_in(library) == {"a": "a save"}


def test_write_ahead_log_from_before_a_restored_backup_is_set_aside(
    library: Database, file: Path
) -> None:
    library.write(put("a"))
    library.back_up(NOON, HOUR)
    backup = library.backups[0].read_bytes()
    library.close()
    library.write(put("b"))
    lying = copy_as_after_a_kill(file, file.parent / "killed")
    lying.write_bytes(backup)
    again = make(lying)

    again.open()

    assert kinds(again) == [LibraryProblemKind.FOREIGN_LOG]
    assert texts_in(again) == {"a": "a save"}
    again.check()
    assert len(again.troubles) == 1
    again.close()


def test_write_ahead_log_is_kept_while_another_program_may_write_it(
    library: Database, file: Path
) -> None:
    library.write(put("a"))
    stray = name_log(file).read_bytes()
    library.close()
    library.write(put("b"))
    library.close()
    name_log(file).write_bytes(stray)
    again = make(file, is_alone=False)

    again.open()

    assert again.troubles == []
    again.close()


FRAME: Final = 24 + 4096
"""Bytes of a page in a write-ahead log, with its head."""


def damage_salts(at: int) -> int:
    return at + 8


def damage_page(at: int) -> int:
    return at + 24 + 2000


def damage_checksum(at: int) -> int:
    return at + 16


@pytest.mark.parametrize("place", [damage_salts, damage_page, damage_checksum])
def test_write_ahead_log_damaged_in_the_middle_is_reported_and_read(
    library: Database, file: Path, place: Callable[[int], int]
) -> None:
    library.write(put("a"))
    before = name_log(file).stat().st_size
    library.write(put("b"))
    library.write(put("c"))
    lying = copy_as_after_a_kill(file, file.parent / "killed")
    overwrite(name_log(lying), place(before), b"\x5a\xa5\x5a\xa5")
    again = make(lying)

    again.open()

    told = LibraryProblem(LibraryProblemKind.CUT_OFF, "library.sqlite3-wal", recovered=2)
    assert again.troubles == [told]
    assert texts_in(again) == {"a": "a save", "b": "a save", "c": "a save"}
    again.check()
    assert len(again.troubles) == 1
    again.close()


@pytest.mark.parametrize("at", [0, 4, 8, 16, 24, 32 + 8, 32 + 24 + 1000])
def test_write_ahead_log_damaged_at_its_start_is_reported_and_read(
    library: Database, file: Path, at: int
) -> None:
    library.write(put("a"))
    library.close()
    library.write(put("b"))
    library.write(put("c"))
    lying = copy_as_after_a_kill(file, file.parent / "killed")
    overwrite(name_log(lying), at, b"\x5a\xa5\x5a\xa5")
    again = make(lying)

    again.open()

    (told,) = kinds(again)
    assert told == LibraryProblemKind.CUT_OFF
    assert texts_in(again) == {"a": "a save", "b": "a save", "c": "a save"}
    again.check()
    assert len(again.troubles) == 1
    again.close()


def test_restarted_write_ahead_log_is_read(library: Database, file: Path) -> None:
    for number in range(3):
        library.write(put(f"match {number}"))
    library.write(lambda db: None)
    with closing(connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(RESTART)")
    library.write(put("later"))
    again = make(copy_as_after_a_kill(file, file.parent / "killed"))

    again.open()

    assert again.troubles == []
    assert len(texts_in(again)) == 4
    again.close()


def leave_journal(library: Database, file: Path, ending: str = "ROLLBACK") -> bytes:
    """Return the rollback journal of a transaction before its end."""
    library.close()
    with closing(connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA cache_spill = 1")
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE epoch SET before = token, token = randomblob(8)")
        put("cut off", "x" * 100_000)(db)
        journal = name_journal(file).read_bytes()
        assert any(journal[:8])
        name_journal(file).with_name("half").write_bytes(file.read_bytes())
        db.execute(ending)
    return journal


def assert_opens_sound(library: Database, texts: dict[str, str]) -> None:
    """Open a library with these texts; neither opening nor checking it may find a problem."""
    library.open()

    assert library.troubles == []
    assert texts_in(library) == texts
    library.check()
    assert library.troubles == []


def test_rollback_journal_of_a_killed_process_is_applied(library: Database, file: Path) -> None:
    library.write(put("a"))
    journal = leave_journal(library, file)
    file.with_name("half").replace(file)
    name_journal(file).write_bytes(journal)

    assert_opens_sound(library, {"a": "a save"})


def test_outdated_rollback_journal_is_set_aside(library: Database, file: Path) -> None:
    library.write(put("a"))
    journal = leave_journal(library, file)
    library.write(put("a", "a newer text"))
    library.write(put("b"))
    library.close()
    name_journal(file).write_bytes(journal)

    library.open()

    aside = "library.sqlite3-journal.damaged-1"
    assert library.troubles == [
        LibraryProblem(LibraryProblemKind.FOREIGN_LOG, "library.sqlite3-journal", aside)
    ]
    assert file.with_name(aside).read_bytes() == journal
    assert texts_in(library) == {"a": "a newer text", "b": "a save"}


def leave_journal_of_first_page(file: Path) -> bytes:
    """Return a rollback journal that only has the file's first page, as when modes are switched."""
    with closing(connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA synchronous = OFF")  # so that the journal has its first bytes at once
        db.execute("BEGIN IMMEDIATE")
        db.execute(f"PRAGMA user_version = {VERSION}")
        return name_journal(file).read_bytes()


def switch_mode(file: Path, mode: str) -> None:
    with closing(connect(file)) as db:
        assert db.execute(f"PRAGMA journal_mode = {mode}").fetchone() == (mode,)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_rollback_journal_of_a_killed_mode_switch_is_accepted(
    library: Database, file: Path, mode: str
) -> None:
    """The process ended before the file was changed ("delete"), or right after it ("wal")."""
    library.write(put("a"))
    library.close()
    journal = leave_journal_of_first_page(file)
    switch_mode(file, mode)
    name_journal(file).write_bytes(journal)

    assert_opens_sound(library, {"a": "a save"})


def test_journal_without_its_first_bytes_is_ignored(library: Database, file: Path) -> None:
    library.write(put("a"))
    library.close()
    journal = leave_journal_of_first_page(file)
    switch_mode(file, "wal")
    name_journal(file).write_bytes(bytes(12) + journal[12:])

    library.open()

    assert library.troubles == []
    assert texts_in(library) == {"a": "a save"}


def test_rollback_journal_of_a_committed_transaction_is_set_aside(
    library: Database, file: Path
) -> None:
    library.write(put("a"))
    journal = leave_journal(library, file, ending="COMMIT")
    name_journal(file).write_bytes(journal)

    library.open()

    assert kinds(library) == [LibraryProblemKind.FOREIGN_LOG]
    assert texts_in(library).keys() == {"a", "cut off"}


def test_cut_off_journal_is_ignored(library: Database, file: Path) -> None:
    library.write(put("a"))
    library.close()
    journal = leave_journal_of_first_page(file)
    name_journal(file).write_bytes(journal[:20])

    library.open()

    assert library.troubles == []
    assert texts_in(library) == {"a": "a save"}


def test_damaged_library_is_rebuilt_from_its_write_ahead_log(library: Database, file: Path) -> None:
    library.write(put("a"))
    lying = copy_as_after_a_kill(file, file.parent / "killed")
    noise(lying)
    again = make(lying)

    again.open()

    assert kinds(again) == [LibraryProblemKind.REBUILT]
    assert texts_in(again) == {"a": "a save"}
    again.write(put("b"))
    again.check()
    assert len(again.troubles) == 1
    again.close()


# == File systems without write-ahead logs


def block_by_folder(shared: Path) -> None:
    shared.mkdir()


def block_by_link(shared: Path) -> None:
    shared.symlink_to("nowhere")


def unblock(shared: Path) -> None:
    if shared.is_symlink():
        shared.unlink()
    else:
        shared.rmdir()


@pytest.fixture(params=[block_by_folder, block_by_link])
def without_wal(file: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A library on a disk that can't share memory: the file for that can't be made."""
    made = make(file)
    made.write(put("a"))
    made.close()
    request.param(file.with_name(f"{file.name}-shm"))
    yield made
    made.close()


def test_library_is_read_where_no_shared_memory_file_can_be_made(without_wal: Database) -> None:
    assert texts_in(without_wal) == {"a": "a save"}


def test_library_falls_back_to_a_journal(without_wal: Database, file: Path) -> None:
    without_wal.open()
    without_wal.write(put("b"))

    assert without_wal.troubles == []
    assert texts_in(without_wal) == {"a": "a save", "b": "a save"}
    assert without_wal.write(lambda db: db.execute("PRAGMA journal_mode").fetchone()) == ("delete",)
    assert not name_log(file).exists()
    without_wal.check()
    assert without_wal.back_up(NOON, HOUR)
    assert without_wal.troubles == []


def test_two_programs_write_one_library_with_a_rollback_journal(
    without_wal: Database, file: Path
) -> None:
    other = make(file, is_alone=False)
    for uid in "bcd":
        without_wal.write(put(uid))
        other.write(put(f"{uid} of the other"))

    assert len(texts_in(other)) == 7
    other.check()
    assert other.troubles == []
    other.close()


def test_outdated_journal_is_set_aside_without_write_ahead_mode(
    without_wal: Database, file: Path
) -> None:
    without_wal.open()
    journal = leave_journal(without_wal, file)
    without_wal.write(put("b"))
    without_wal.write(put("c"))
    without_wal.close()
    name_journal(file).write_bytes(journal)

    without_wal.open()

    assert kinds(without_wal) == [LibraryProblemKind.FOREIGN_LOG]
    assert texts_in(without_wal) == {"a": "a save", "b": "a save", "c": "a save"}


# == Backups


def test_backup_is_written_at_most_once_an_hour(library: Database) -> None:
    library.write(put("a"))

    assert library.back_up(NOON, HOUR)
    assert not library.back_up(NOON + HOUR - 1.0, HOUR)
    assert library.back_up(NOON + HOUR, HOUR)

    assert [backup.exists() for backup in library.backups] == [True, True, False]


def test_backup_is_not_put_off_when_the_clock_was_set_back(library: Database) -> None:
    library.back_up(NOON + 1000 * HOUR, HOUR)

    assert library.back_up(NOON, HOUR)
    assert not library.back_up(NOON + 1.0, HOUR)


def test_backup_is_due_where_the_newest_has_gone(library: Database) -> None:
    library.back_up(NOON, HOUR)
    library.backups[0].unlink()

    assert library.back_up(NOON + 1.0, HOUR)


def test_three_backups_are_kept_the_newest_first(library: Database) -> None:
    for number in range(5):
        library.write(put(f"match {number}"))
        library.back_up(NOON + number * HOUR, HOUR)

    counts = []
    for backup in library.backups:
        assert is_sound(backup)
        with closing(connect(backup, is_frozen=True)) as db:
            counts += db.execute("SELECT count(*), max(backed_up) FROM matches, epoch").fetchall()
    assert counts == [(5, NOON + 4 * HOUR), (4, NOON + 3 * HOUR), (3, NOON + 2 * HOUR)]
    assert sorted(each.name for each in library.file.parent.glob("*backup*")) == [
        "library.backup-1",
        "library.backup-2",
        "library.backup-3",
    ]


def test_backup_contains_rows_that_are_only_in_the_write_ahead_log(library: Database) -> None:
    library.write(put("a"))
    assert name_log(library.file).stat().st_size

    library.back_up(NOON, HOUR)

    with closing(connect(library.backups[0], is_frozen=True)) as db:
        assert db.execute("SELECT uid FROM matches").fetchall() == [("a",)]


def test_damaged_library_replaces_no_backup_and_is_repaired(library: Database, file: Path) -> None:
    fill(library)
    library.back_up(NOON, HOUR)
    sound = library.backups[0].read_bytes()
    library.close()
    spoil(file, b"the first text", b"the farst text")

    with pytest.raises(FileWriteError):
        library.back_up(NOON + HOUR, HOUR)

    assert library.backups[0].read_bytes() == sound
    assert not library.backups[1].exists()
    assert kinds(library) == [LibraryProblemKind.RESTORED]
    assert texts_in(library)["running"] == "the first text"
    assert library.back_up(NOON + HOUR, HOUR)


def test_backup_that_cannot_be_written_leaves_the_others(
    library: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.back_up(NOON, HOUR)
    sound = library.backups[0].read_bytes()

    def fail(fresh: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(files, "replace_file", fail)
        with pytest.raises(FileWriteError):
            library.back_up(NOON + HOUR, HOUR)

    assert sound in [backup.read_bytes() for backup in library.backups if backup.exists()]
    assert not list(library.file.parent.glob("*.tmp*"))
    assert library.back_up(NOON + HOUR, HOUR)


# == A library of a newer program


@pytest.fixture
def newer(library: Database, file: Path) -> bytes:
    """The bytes of a library with another column and another table, of version 2."""
    fill(library)
    library.close()
    with closing(connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("ALTER TABLE puzzles RENAME TO riddles")
        db.execute("ALTER TABLE players ADD COLUMN mood TEXT")
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.execute("PRAGMA journal_mode = WAL")
    return file.read_bytes()


def test_library_of_a_newer_program_is_only_read(newer: bytes, library: Database) -> None:
    library.open()
    library.check()
    assert not library.back_up(NOON, HOUR)
    with pytest.raises(FileWriteError) as caught:
        library.write(put("a"))

    assert caught.value.code == "newer"
    assert library.is_read_only
    assert library.troubles == [LibraryProblem(LibraryProblemKind.NEWER, library.file.name)]
    assert len(texts_in(library)) == 21
    library.close()
    assert library.file.read_bytes() == newer
    assert {each.name for each in library.file.parent.iterdir()} <= {
        "library.sqlite3",
        "library.sqlite3.lock",
    }


# == Two programs with one library


def test_library_that_another_copy_replaced_is_opened_again(library: Database, file: Path) -> None:
    library.write(put("a"))
    file.with_name("elsewhere").mkdir()
    other = make(file.with_name("elsewhere") / file.name)
    other.write(put("of the other copy"))
    other.close()
    aside = file.rename(file.with_name("library.sqlite3.damaged-1"))
    name_log(file).rename(name_log(aside))
    other.file.replace(file)

    library.write(put("b"))

    assert set(texts_in(library)) == {"of the other copy", "b"}
    assert library.troubles == []
    library.check()
    assert library.troubles == []


def test_library_repaired_by_another_program_is_not_set_aside_again(
    library: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "LOCK_TIMEOUT", 600.0)
    fill(library)
    library.back_up(NOON, HOUR)
    library.close()
    good = file.with_name("good")
    shutil.copy(file, good)
    spoil(file, b"the first text", b"the farst text")
    library.open()
    lock = Lock(file.with_name(f"{file.name}.lock"))
    checking = threading.Thread(target=library.check)
    checking.start()
    checking.join(0.3)
    assert checking.is_alive()

    file.rename(file.with_name("library.sqlite3.damaged-1"))
    good.replace(file)
    lock.release()
    checking.join()

    assert library.troubles == []
    assert len(texts_in(library)) == 21
    assert not list(file.parent.glob("*.damaged-2"))


def test_write_into_a_busy_library_times_out_and_can_be_repeated(
    library: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert database.BUSY_TIMEOUT == 2.0
    library.write(put("a"))
    library.close()
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.05)
    library.open()
    with closing(connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(FileWriteError) as caught:
            library.write(put("b"))
        assert texts_in(library) == {"a": "a save"}
        other.execute("COMMIT")

    assert caught.value.code == "busy"
    assert library.troubles == []
    library.write(put("b"))
    assert set(texts_in(library)) == {"a", "b"}


def test_library_opens_while_another_copy_writes(
    library: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.05)
    library.write(put("a"))
    with closing(connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        again = make(file, is_alone=False)

        again.open()

        assert again.troubles == []
        assert texts_in(again) == {"a": "a save"}
        again.close()


def test_full_disk_changes_nothing(library: Database) -> None:
    library.write(put("a"))
    (pages,) = library.write(lambda db: db.execute("PRAGMA page_count").fetchone())
    library.write(lambda db: db.execute(f"PRAGMA max_page_count = {pages}"))

    with pytest.raises(FileWriteError) as caught:
        library.write(put("b", "x" * 100_000))

    assert caught.value.code == "full"
    assert texts_in(library) == {"a": "a save"}
    library.write(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
    library.write(put("b", "x" * 100_000))
    assert set(texts_in(library)) == {"a", "b"}


# == Messages to the player

TOLD: Final = {
    LibraryProblem(
        LibraryProblemKind.RESTORED, "library.sqlite3", "library.sqlite3.damaged-1", DAY
    ): (
        "library.sqlite3 was damaged and is now library.sqlite3.damaged-1."
        " The backup of 2026-01-30 was restored."
    ),
    LibraryProblem(LibraryProblemKind.RESTORED, "l", "l.damaged-1", DAY, 1): (
        "l was damaged and is now l.damaged-1. The backup of 2026-01-30 was restored."
        " 1 newer entry was recovered."
    ),
    LibraryProblem(LibraryProblemKind.RESTORED, "l", "", DAY): (
        "l was missing. The backup of 2026-01-30 was restored."
    ),
    LibraryProblem(LibraryProblemKind.RESTORED, "l"): (
        "l was missing. The backup of an earlier day was restored."
    ),
    LibraryProblem(LibraryProblemKind.REBUILT, "l", "l.damaged-1", None, 3): (
        "l was damaged and is now l.damaged-1. There was no backup. 3 newer entries were recovered."
    ),
    LibraryProblem(LibraryProblemKind.REBUILT, "l"): "l was missing and its backup was damaged.",
    LibraryProblem(LibraryProblemKind.OLDER, "l"): "l was older than its backup.",
    LibraryProblem(LibraryProblemKind.FOREIGN_LOG, "l-wal", "l-wal.damaged-1"): (
        "l-wal didn’t belong to your library. It was renamed to l-wal.damaged-1."
    ),
    LibraryProblem(LibraryProblemKind.CUT_OFF, "l-wal"): (
        "l-wal was damaged: the last moves may be missing."
    ),
    LibraryProblem(LibraryProblemKind.UNREAD, "played/1.red7"): (
        "played/1.red7 can’t be read: its entries are missing."
    ),
    LibraryProblem(LibraryProblemKind.NEWER, "l"): "A newer version wrote l: nothing can be saved.",
}


@pytest.mark.parametrize("trouble", TOLD)
def test_library_problem_message_says_what_happened_to_the_file(trouble: LibraryProblem) -> None:
    assert trouble.words(Texts()) == TOLD[trouble]


class RecordingTexts(Texts):
    """Texts that keep every sentence that was translated."""

    def __init__(self) -> None:
        super().__init__()
        self.translated: list[str] = []

    def __call__(self, message: str, /, **values: object) -> str:
        self.translated.append(message)
        return super().__call__(message, **values)


def test_library_problem_translates_only_its_own_message() -> None:
    texts = RecordingTexts()

    LibraryProblem(LibraryProblemKind.OLDER, "l").words(texts)

    assert texts.translated == ["{name} was older than its backup."]
