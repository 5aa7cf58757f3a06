"""Gives every running copy of the program a match file of its own.

Two copies that kept their matches in one file would destroy each other's. So a copy locks its
place as long as it runs; the system takes the lock away with the process, however that ends. The
next copy takes the next place.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from red7_desktop.tabletop.files import sweep

if TYPE_CHECKING:
    from red7_desktop.app.paths import Paths

_MATCH: Final = re.compile(r"match(?:-(\d{1,4}))?\.json(?:\.bak)?")


class Held(Exception):
    """Another copy of the program has locked this file."""


class Lock:
    """A file that is locked till `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Lock a file, making it. Raises Held, or OSError where nothing can be locked here."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            if isinstance(error, BlockingIOError | PermissionError):
                raise Held(str(path)) from error
            raise

    def release(self) -> None:
        """Let others have the file."""
        os.close(self._descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a copy of the program keeps its match.

    number: 1 for the usual place. lock: None where nothing can be locked. others: how many other
    copies were met on the way here.
    """

    number: int
    match: Path
    lock: Lock | None
    others: int = 0

    def release(self) -> None:
        """Let other copies have the place."""
        if self.lock is not None:
            self.lock.release()


def take_place(paths: Paths) -> Place:
    """Lock a place: the first free one with a match in it, else the first free one.

    So a match that a second copy has left is offered to go on with once the first place is empty.
    Where nothing can be locked (a disk that can only be read, say) it is the usual place.
    """
    others: set[int] = set()
    for number in _numbers(paths.saves):
        try:
            lock = Lock(paths.saves / f"{_stem(number)}.lock")
        except Held:
            others.add(number)
            continue
        except OSError:
            break
        match = paths.saves / f"{_stem(number)}.json"
        sweep(match)
        return Place(number, match, lock, len(others))
    return Place(1, paths.match, None)


def _numbers(saves: Path) -> Iterator[int]:
    """Give the places that hold a match, then all."""
    found: list[re.Match[str] | None] = []
    with suppress(OSError):
        found = [_MATCH.fullmatch(path.name) for path in saves.iterdir()]
    yield from sorted({int(each[1] or 1) for each in found if each})
    yield from count(1)


def _stem(number: int) -> str:
    return "match" if number == 1 else f"match-{number}"
