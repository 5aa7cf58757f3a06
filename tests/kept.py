"""Reads a program's library through a separate connection."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from red7_desktop.app.library import database, matches, repair, schema
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.tabletop.match import Match, read_match

T = TypeVar("T")


def find_library(home: Path) -> Path:
    """Return the path of the library in a home folder given by RED7_HOME."""
    return home / "saves" / "library.sqlite3"


def read_library(library: Path, query: Callable[[sqlite3.Connection], T]) -> T:
    """Return the result of a query on a library, which may be in use."""
    with closing(database.connect(library)) as db:
        return query(db)


def read_copy(library: Path, query: Callable[[sqlite3.Connection], T]) -> T:
    """Return the result of a query on a copy of a library.

    A program in Wine doesn't share locks with this system. If both opened the same file, SQLite
    here would not notice that the library is in use.
    """
    log = repair.name_log(library)
    while True:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / library.name
            shutil.copyfile(library, copy)
            if log.exists():
                shutil.copyfile(log, repair.name_log(copy))
            with (
                suppress(sqlite3.Error, schema.DamagedLibrary),
                closing(database.connect(copy)) as db,
            ):
                database.check_rows(db)
                return query(db)


def change_library(library: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    """Change rows and update their checksums, as the program does."""
    with closing(database.connect(library)) as db, database.transaction(db):
        change(db)


def read_running(library: Path) -> list[Match]:
    """Return the running matches on disk, the most recently played first."""
    rows = read_library(library, matches.list_running)
    return [read_match(row.text, load_all_rules(CATALOGUE)).match for row in rows]


def read_records(library: Path) -> list[str]:
    """Return the records of finished matches, the newest first."""
    return [row.text for row in read_library(library, matches.list_played)]
