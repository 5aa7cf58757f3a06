"""Copies of the program for tests, reduced to their use of the library."""

from __future__ import annotations

from datetime import date, datetime
from itertools import count
from typing import Any, Final

from red7_desktop.app.library import matches, people
from red7_desktop.app.library.library import Library
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.storage import InstanceNumber, Paths, reserve_instance_number
from red7_desktop.tabletop.match import Match, SeatInfo, write_match
from tests.setups import red7_setup

DAY: Final = date(2026, 1, 30)
SEATS: Final = (SeatInfo("Ann", "human"), SeatInfo("Amaka", "casual"))


class Copy:
    """A running copy of the program, reduced to its use of the library."""

    def __init__(self, paths: Paths) -> None:
        self.file = paths.library
        self.time = datetime(2026, 1, 30, 12, 0)
        self.place: InstanceNumber = reserve_instance_number(paths)
        numbers = count(1)
        self.library = Library(
            paths,
            self.place,
            CATALOGUE,
            lambda: self.time,
            lambda: f"{self.place.number}-{next(numbers)}",
        )

    def play(self, seed: int, uid: str | None = None) -> str:
        """Begin or continue a match; return its id."""
        uid = uid or self.library.add_running()
        self.library.save_running(uid, "red7", save_of(seed), DAY)
        self.library.flush()
        return uid

    @property
    def seeds(self) -> list[int]:
        """The deals of the running matches, in order."""
        found = self.library.list_running()
        return [each.saved.match.seed for each in found if each.saved is not None]

    @property
    def played(self) -> list[matches.MatchRow]:
        """The records, the newest first."""
        with self.library.reading() as db:
            return matches.list_played(db)

    @property
    def score(self) -> tuple[int, int]:
        """Numbers of matches that Ann has played and won."""
        with self.library.reading() as db:
            return people.read_snapshot(db).score

    def read(self, query: str) -> list[tuple[Any, ...]]:
        with self.library.reading() as db:
            return db.execute(query).fetchall()

    def die(self) -> None:
        """End like a killed process: release only the lock of the instance number."""
        self.place.release()
        self.library._worker.close()

    def close(self) -> None:
        self.library.close()
        self.place.release()


def save_of(seed: int) -> str:
    match = Match(CATALOGUE["red7"].rules(), RED7_VIEW.setup.to_options(red7_setup()), seed)
    return write_match(match, SEATS, {})
