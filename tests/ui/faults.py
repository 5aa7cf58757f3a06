"""Faults for tests: exceptions, failing screens and full disks."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from red7_desktop.app.library import database
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.tabletop import files
from tests.setups import red7_setup
from tests.ui.pilot import GuardedPilot

GO_ON, QUIT, COPY, TITLE = (
    "Continue from last save",
    "Quit",
    "Copy report",
    "Back to the main menu",
)
SETUP = red7_setup((SeatPlan("Wilhelmina"), SeatPlan(level="casual")), actions=True, seed=11)


class Fault(Exception):
    """An exception that tests let the program raise."""


MESSAGE = "Wilhelmina's R7 is not in /who/ann/red7/saves, says ann"


def fail(*_: Any, **__: Any) -> Any:
    raise Fault(MESSAGE)


def at_a_table(pilot: GuardedPilot) -> int:
    """Play one step of a match; return the match's revision."""
    pilot.play_to_me(SETUP)
    (first, *_) = [step for step in pilot.session.observe().legal if str(step) != "pass"]
    pilot.session.take(first)
    return pilot.session.match.revision


def break_the_table(pilot: GuardedPilot, patch: pytest.MonkeyPatch, what: str = "tick") -> None:
    patch.setattr(TableScreen, what, fail)
    pilot.hold_key(pygame.K_l)
    pilot.wait(0.1)  # the log takes several frames to open


@contextmanager
def a_broken_table(pilot: GuardedPilot) -> Iterator[None]:
    """Open a table that fails while the block runs."""
    at_a_table(pilot)
    with pytest.MonkeyPatch.context() as patch:
        break_the_table(pilot, patch)
        yield


def look_of(pilot: GuardedPilot) -> bytes:
    return pygame.image.tobytes(pilot.surface, "RGB")


def names_of(pilot: GuardedPilot) -> list[str]:
    return sorted(path.name for path in pilot.paths.logs.glob("crash-*.txt"))


def report_of(pilot: GuardedPilot) -> str:
    return (pilot.paths.logs / names_of(pilot)[-1]).read_text("utf-8")


SQLITE_NAMES = {
    errno.ENOSPC: "SQLITE_FULL",
    errno.EDQUOT: "SQLITE_IOERR_WRITE",
    errno.EROFS: "SQLITE_READONLY",
    errno.EIO: "SQLITE_IOERR_FSYNC",
}
"""SQLite's error names by error number of the system."""


@contextmanager
def disk_that(code: int) -> Iterator[None]:
    """Let every write fail with a system error.

    The library fails at the end of a transaction, other files when they are created.
    """

    def fail_to_write(*_: object) -> None:
        raise OSError(code, "as the system says it")

    @contextmanager
    def fail_to_commit(db: sqlite3.Connection) -> Iterator[None]:
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            db.execute("ROLLBACK")
        error = sqlite3.OperationalError("as SQLite says it")
        error.sqlite_errorname = SQLITE_NAMES[code]
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_write_through", fail_to_write)
        patch.setattr(os, "link", fail_to_write)
        patch.setattr(database, "transaction", fail_to_commit)
        yield
