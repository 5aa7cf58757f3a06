"""The slots that matches are kept in: one file each, and a lock for whoever plays it.

The first is `match.json`, the others are `match-2.json` and so on. A running copy of the program
locks the slots that it writes, so that no two copies ever write the same one.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.storage.instance_lock import Lock, LockHeld
from red7_desktop.tabletop.files import backup_of, sweep

if TYPE_CHECKING:
    from pathlib import Path

MOST: Final = 12
"""So many matches are kept; a folder that holds more of them is read all the same."""

_MATCH: Final = re.compile(r"match(?:-([2-9]|[1-9]\d{1,3}))?\.json(?:\.bak)?")


class SaveSlots:
    """Which slots of a folder are in use, and which of them are locked by this copy."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._locks: dict[int, Lock | None] = {}

    def file(self, number: int) -> Path:
        """Give the file of a slot.

        >>> from pathlib import Path
        >>> Slots(Path("saves")).file(2).as_posix()
        'saves/match-2.json'
        """
        return self._folder / f"{_stem(number)}.json"

    def used(self) -> set[int]:
        """Give the numbers of the slots that hold a file, or the backup of one."""
        found: list[re.Match[str] | None] = []
        with suppress(OSError):
            found = [_MATCH.fullmatch(path.name) for path in self._folder.iterdir()]
        return {int(each[1] or 1) for each in found if each}

    def written(self, number: int) -> float:
        """Tell when a slot was written, in seconds since 1970; 0 where there is no file."""
        times = [0.0]
        for path in (self.file(number), backup_of(self.file(number))):
            with suppress(OSError):
                times.append(path.stat().st_mtime)
        return max(times)

    def take(self, number: int) -> None:
        """Lock a slot, or go on without a lock where the disk has none. Raises Held."""
        if number in self._locks:
            return
        try:
            self._locks[number] = Lock(self._folder / f"{_stem(number)}.lock")
        except OSError:
            self._locks[number] = None
        else:
            sweep(self.file(number))  # of what a write has left that was cut off

    def take_free(self) -> int | None:
        """Lock a slot that holds no match, and give its number; None where all are in use."""
        for number in range(1, MOST + 1):
            if number in self._locks or number in self.used():
                continue
            try:
                self.take(number)
            except LockHeld:
                continue
            if number not in self.used():  # another copy may have been quicker, and gone again
                return number
            self.release(number)
        return None

    def release(self, number: int) -> None:
        """Let other copies have a slot."""
        lock = self._locks.pop(number, None)
        if lock is not None:
            lock.release()

    def release_all(self) -> None:
        """Let other copies have all slots."""
        for number in list(self._locks):
            self.release(number)

    def is_elsewhere(self, number: int) -> bool:
        """Whether another copy of the program plays the match of a slot."""
        if number in self._locks or not os.path.lexists(self._folder / f"{_stem(number)}.lock"):
            return False
        try:
            self.take(number)
        except LockHeld:
            return True
        self.release(number)
        return False


def _stem(number: int) -> str:
    return "match" if number == 1 else f"match-{number}"
