"""Keeps the records of matches that have been played: a file each, written in the background.

A file's name begins with a number that grows, so that no clock decides which is older. That one is
pinned stands in its name too: nothing else has to be true for the folder to be read.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from red7_desktop.kit.storage.worker import BackgroundTask, Worker
from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    make_folder_for,
    move_aside,
    read_text,
    remove,
    rename,
    write_atomically,
)
from red7_desktop.tabletop.record_lines import LONGEST, InvalidRecord, RecordHead, read_head

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")


_LOG: Final = logging.getLogger(__name__)

MOST: Final = 200
"""So many are kept beside those that are pinned."""

EXTENSION: Final = ".red7"

LONGEST_FILE: Final = 4 * LONGEST
"""No file of a record is longer, in bytes."""

_PINNED: Final = ".pinned"

_NAME: Final = re.compile(r"(\d{6,9})-[^.]+(\.pinned)?\.red7")


class KeptRecord(NamedTuple):
    """A record that is kept. head: what its header tells, None where nobody here can read it."""

    file: Path
    is_pinned: bool
    head: RecordHead | None


class RecordStore:
    """Keeps records in a folder, all in one thread of its own, in the order in which it is asked.

    What it gives is a Task. Whoever shows things to people asks `take_trouble` now and then.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._worker = Worker("record keeper")
        self._trouble: CannotWrite | None = None
        self._has_failed = False

    def do(self, job: Callable[[], T]) -> BackgroundTask[T]:
        """Do something in the background, after what has been asked before."""
        return self._worker.do(job)

    def keep(self, write: Callable[[], str], label: str) -> None:
        """Keep a record that `write` gives; the oldest that is not pinned goes where it must.

        label: what is put into the file's name, without a dot.
        """
        self.do(lambda: self._keep(write, label))

    def listed(self) -> BackgroundTask[tuple[KeptRecord, ...]]:
        """Read the headers of all that are kept, the newest first; damaged ones are set aside."""
        return self.do(self._list)

    def pin(self, record: KeptRecord, *, is_pinned: bool) -> BackgroundTask[None]:
        """Keep a record for ever, or no longer. It fails with CannotWrite."""
        stem = record.file.name.removesuffix(EXTENSION).removesuffix(_PINNED)
        name = f"{stem}{_PINNED if is_pinned else ''}{EXTENSION}"
        return self.do(lambda: rename(record.file, record.file.with_name(name)))

    def delete(self, record: KeptRecord) -> BackgroundTask[None]:
        """Take a record away. It fails with CannotWrite."""
        return self.do(lambda: remove(record.file))

    def set_aside(self, file: Path) -> None:
        """Take a record out of the way that does not replay, if it is one of these."""
        if file.parent == self._folder:
            self.do(lambda: self._set_aside(file))

    def take_trouble(self) -> CannotWrite | None:
        """Give, once, why records can no longer be kept; None when they can."""
        trouble, self._trouble = self._trouble, None
        return trouble

    def close(self) -> None:
        """Do what is left and stop."""
        self._worker.close()

    # -- in the background -------------------------------------------------------------------

    def _keep(self, write: Callable[[], str], label: str) -> None:
        try:
            text, files = write(), self._files()
            newest = max([number for number, _ in files], default=0)
            file = self._folder / f"{newest + 1:06}-{label}{EXTENSION}"
            make_folder_for(file)
            write_atomically(file, text)
        except CannotWrite as error:
            _LOG.error("the record of a match cannot be kept: %s", error.code)
            if not self._has_failed:
                self._trouble = error
            self._has_failed = True
        except Exception:  # the match is over all the same
            _LOG.exception("a match cannot be put on record")
        else:
            self._has_failed = False
            self._prune()

    def _prune(self) -> None:
        passing = [file for _, file in self._files() if not _is_pinned(file)]
        for file in passing[:-MOST]:
            with suppress(CannotWrite):
                remove(file)

    def _list(self) -> tuple[KeptRecord, ...]:
        found = [self._look_at(file) for _, file in reversed(self._files())]
        return tuple([each for each in found if each is not None])

    def _look_at(self, file: Path) -> KeptRecord | None:
        try:
            return KeptRecord(file, _is_pinned(file), read_head(read_text(file, LONGEST_FILE)))
        except InvalidRecord as error:
            _LOG.warning("a kept record is damaged: line %s, %s", error.line, error.field)
            self._set_aside(file)
        except CannotRead as error:
            if error.code == "missing":
                return None
            if error.code in ("not_text", "too_large"):
                self._set_aside(file)
            else:
                return KeptRecord(file, _is_pinned(file), None)
        return None

    def _set_aside(self, file: Path) -> None:
        try:
            move_aside(file)
        except CannotWrite as error:
            _LOG.warning("a damaged record cannot be set aside: %s", error.code)

    def _files(self) -> list[tuple[int, Path]]:
        """List the files and their numbers, the oldest first."""
        found: list[tuple[int, Path]] = []
        with suppress(OSError):
            for file in self._folder.iterdir():
                named = _NAME.fullmatch(file.name)
                if named:
                    found.append((int(named[1]), file))
        return sorted(found)


def _is_pinned(file: Path) -> bool:
    return file.name.endswith(f"{_PINNED}{EXTENSION}")
