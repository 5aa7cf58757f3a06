"""Locks by which several running copies of the program keep out of each other's way.

Two copies that wrote the same file would destroy each other's matches. So a copy locks what it
writes as long as it does; the system takes the lock away with the process, however that ends.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.kit.storage.paths import Paths


MOST: Final = 32
"""More copies are not looked for: where every place is taken, nothing can be locked here."""


class LockHeld(Exception):
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
                raise LockHeld(str(path)) from error
            raise

    def release(self) -> None:
        """Let others have the file."""
        _unlock(self._descriptor)
        os.close(self._descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:  # Wine says no reason, or an older one
            raise BlockingIOError(f"locked: {error}") from error

    def _unlock(descriptor: int) -> None:
        # Windows takes a lock away with the file that is closed, but at its leisure.
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@dataclass(frozen=True, slots=True)
class InstanceNumber:
    """Which of the copies that run at the same time this is, 1 for the first.

    lock: None where nothing can be locked. others: how many other copies were met on the way here.
    """

    number: int
    lock: Lock | None
    others: int = 0

    def release(self) -> None:
        """Let other copies have the place."""
        if self.lock is not None:
            self.lock.release()


def take_place(paths: Paths) -> InstanceNumber:
    """Lock the first free place, so that a copy has a log of its own and knows of the others.

    Where nothing can be locked (a disk that can only be read, say) it is the first.
    """
    for number in range(1, MOST + 1):
        name = "copy.lock" if number == 1 else f"copy-{number}.lock"
        try:
            return InstanceNumber(number, Lock(paths.saves / name), number - 1)
        except LockHeld:
            continue
        except OSError:
            break
    return InstanceNumber(1, None)
