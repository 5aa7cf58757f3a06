"""Reads what a program has stored in its library, with a connection of its own."""

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
    """Return where a home that was named by RED7_HOME has its library."""
    return home / "saves" / "library.sqlite3"


def read_library(library: Path, query: Callable[[sqlite3.Connection], T]) -> T:
    """Return what a query finds in a library, which may be in use."""
    with closing(database.connect(library)) as db:
        return query(db)


def read_copy(library: Path, query: Callable[[sqlite3.Connection], T]) -> T:
    """Return what a query finds in a copy of a library.

    The program that has the library open may run in Wine, whose locks are not the system's: opened
    beside it, SQLite would take the library for its own.
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
    """Change rows as the program itself would: checksums fit."""
    with closing(database.connect(library)) as db, database.transaction(db):
        change(db)


def read_running(library: Path) -> list[Match]:
    """Return the running matches as they are on disk, the one that was played last first."""
    rows = read_library(library, matches.list_running)
    return [read_match(row.text, load_all_rules(CATALOGUE)).match for row in rows]


def read_records(library: Path) -> list[str]:
    """Return the records of the matches that are over, the newest first."""
    return [row.text for row in read_library(library, matches.list_played)]
