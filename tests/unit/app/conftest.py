"""Libraries for tests: an empty one, and copies of the program that share one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
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
    """Starts a copy of the program, which is closed after the test unless it has died."""
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
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An empty library in a file of its own."""
    file = tmp_path / "library"
    database.fill_new(file, lambda db: None)
    with closing(database.connect(file)) as db:
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        yield db
        database.check_pages(db)
        database.check_rows(db)
