"""What a damaged library gives back: by its pages, its log and its backups."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from red7_desktop.app.library import database, matches, people, repair, schema
from red7_desktop.app.library.database import Database, LibraryProblemKind
from red7_desktop.tabletop.files import FileWriteError

LONG = "a long text " * 900
"""It goes on on other pages."""


def make(file: Path) -> Database:
    return Database(file, lambda db: None, lambda: True)


def put(uid: str, text: str = "a save") -> Callable[[sqlite3.Connection], None]:
    row = matches.MatchRow(uid, text, "red7", "2026-02-01", "12:00")
    return lambda db: matches.store_running(db, row)


def read_texts(library: Database) -> dict[str, str]:
    with library.reading() as db:
        return {row.uid: row.text for row in matches.list_running(db)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite3"


@pytest.fixture
def library(file: Path) -> Database:
    made = make(file)
    made.open()
    made.write(lambda db: people.add_person(db, "Mara"))
    made.write(put("a"))
    made.write(put("b", LONG))
    return made


def test_rows_are_read_without_header_schema_and_indexes(library: Database, file: Path) -> None:
    library.close()
    with closing(database.connect(file)) as db:
        roots = db.execute("SELECT tbl_name, rootpage FROM sqlite_master WHERE rootpage").fetchall()
    data = file.read_bytes()
    kept = b""
    needed = {page for table, page in roots if table in ("players", "matches")}
    for page in range(1, len(data) // 4096 + 1):
        is_overflow = data[(page - 1) * 4096 + 4 :].startswith(b"text", 1) or page > max(
            [number for _, number in roots]
        )
        is_kept = page in needed or is_overflow
        kept += data[(page - 1) * 4096 : page * 4096] if is_kept else b"\xff" * 4096

    rows = repair.carve_rows(kept).rows

    assert [row[1] for row in rows["players"]] == ["Mara"]
    text = schema.columns_of("matches").index("text")
    assert [row[text] for row in rows["matches"]] == ["a save", LONG]


def test_rows_that_fail_their_checksum_are_left_out(library: Database, file: Path) -> None:
    library.close()
    data = file.read_bytes().replace(b"a save", b"a sane")

    rows = repair.carve_rows(data).rows

    assert [row[1] for row in rows["matches"]] == ["b"]


def test_damaged_header_loses_no_matches_when_there_is_no_backup(
    library: Database, file: Path
) -> None:
    library.close()
    data = file.read_bytes()
    file.write_bytes(b"\xff" * 100 + data[100:])

    library.open()

    assert [trouble.kind for trouble in library.troubles] == [LibraryProblemKind.REBUILT]
    assert read_texts(library) == {"a": "a save", "b": LONG}


@pytest.mark.parametrize("at", [18, 19, 20, 21, 59])
def test_write_protected_header_is_repaired(library: Database, file: Path, at: int) -> None:
    library.close()
    data = bytearray(file.read_bytes())
    data[at] ^= 4
    file.write_bytes(data)

    library.open()

    library.write(put("c"))
    assert read_texts(library) == {"a": "a save", "b": LONG, "c": "a save"}
    assert [trouble.kind for trouble in library.troubles] == [LibraryProblemKind.REBUILT]


def test_altered_database_trigger_is_detected(library: Database, file: Path) -> None:
    library.close()
    data = file.read_bytes()
    assert b"+ (NEW.sum)" in data
    file.write_bytes(data.replace(b"+ (NEW.sum)", b"- (NEW.sum)"))

    library.open()

    assert [trouble.kind for trouble in library.troubles] == [LibraryProblemKind.REBUILT]
    library.check()
    assert len(library.troubles) == 1


def test_library_older_than_its_backup_is_completed_from_it(library: Database, file: Path) -> None:
    library.close()
    old = file.read_bytes()
    library.write(put("c"))
    library.write(put("a", "a later save"))
    library.back_up(1.0, 0.0)
    library.close()
    file.write_bytes(old)

    library.open()

    (told,) = library.troubles
    assert (told.kind, told.recovered) == (LibraryProblemKind.OLDER, 2)
    assert read_texts(library) == {"a": "a later save", "b": LONG, "c": "a save"}
    library.close()
    library.open()
    assert library.troubles == [told]


def test_library_as_old_as_its_backup_is_left_alone(library: Database, file: Path) -> None:
    library.back_up(1.0, 0.0)
    library.close()
    shutil.copy(library.backups[0], file)

    library.open()

    assert library.troubles == []


def test_missing_library_is_rebuilt_from_its_write_ahead_log(library: Database, file: Path) -> None:
    lying = file.parent / "killed" / file.name
    lying.parent.mkdir()
    shutil.copy(repair.name_log(file), repair.name_log(lying))
    again = make(lying)

    again.open()

    (told,) = again.troubles
    assert told.kind == LibraryProblemKind.REBUILT
    assert read_texts(again) == {"a": "a save", "b": LONG}
    again.check()
    assert len(again.troubles) == 1
    again.close()


def test_missing_library_with_damaged_backups_is_reported(library: Database, file: Path) -> None:
    library.back_up(1.0, 0.0)
    library.close()
    file.unlink()
    library.backups[0].write_bytes(b"damaged")

    library.open()

    assert [(each.kind, each.renamed_to) for each in library.troubles] == [
        (LibraryProblemKind.REBUILT, "")
    ]


def test_full_disk_leaves_a_damaged_library_where_it_is(
    library: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.close()
    data = b"\xff" * 100 + file.read_bytes()[100:]
    file.write_bytes(data)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(database, "merge_images", fail)
        with pytest.raises(FileWriteError):
            library.open()
    assert file.read_bytes() == data
    assert library.troubles == []

    library.open()

    assert read_texts(library) == {"a": "a save", "b": LONG}


def test_read_only_connection_creates_no_missing_database(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        database.connect(tmp_path / "none", is_frozen=True)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("version", [3, 5, 129, 1 << 20])
def test_damaged_version_number_is_not_taken_for_a_newer_program(
    library: Database, file: Path, version: int
) -> None:
    library.close()
    with closing(database.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {version}")

    library.open()

    assert not library.is_read_only
    assert read_texts(library) == {"a": "a save", "b": LONG}


def test_newer_name_of_a_person_wins_over_the_backup(library: Database, file: Path) -> None:
    library.back_up(1.0, 0.0)
    library.write(
        lambda db: people.update_player(db, people.list_players(db)[0]._replace(name="Mia"))
    )
    library.close()
    data = file.read_bytes()
    file.write_bytes(b"\xff" * 100 + data[100:])

    library.open()

    with library.reading() as db:
        assert [person.name for person in people.list_players(db)] == ["Mia"]
