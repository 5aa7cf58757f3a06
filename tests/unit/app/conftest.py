"""Libraries for tests: an empty one, and copies of the program that share one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from red7_desktop.app.library import database
from red7_desktop.kit.storage import Paths
from tests.unit.app.copies import Copy


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "saves", tmp_path / "logs")


@pytest.fixture
def start(paths: Paths) -> Iterator[Callable[[], Copy]]:
    """Starts copies of the program, which are closed after the test unless they have died."""
    started: list[Copy] = []

    def start() -> Copy:
        started.append(Copy(paths))
        return started[-1]

    yield start
    for copy in started:
        copy.library.close()


@pytest.fixture
def copy(start: Callable[[], Copy]) -> Copy:
    return start()


@pytest.fixture
def other(copy: Copy, start: Callable[[], Copy]) -> Copy:
    """Another copy that runs at the same time."""
    return start()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Callable[[], sqlite3.Connection]]:
    """Makes empty libraries, each in its own file; they are checked after the test."""
    made: list[sqlite3.Connection] = []

    def make() -> sqlite3.Connection:
        file = tmp_path / f"library-{len(made)}"
        database.fill_new(file, lambda db: None)
        made.append(database.connect(file))
        made[-1].execute("PRAGMA journal_mode = MEMORY")
        made[-1].execute("PRAGMA synchronous = OFF")
        return made[-1]

    yield make
    for db in made:
        database.check_pages(db)
        database.check_rows(db)
        db.close()


@pytest.fixture
def db(empty: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
    """An empty library."""
    return empty()
