"""Which records have been looked through for puzzles: their marks in a file, a line each."""

from __future__ import annotations

import logging
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    make_folder_for,
    read_text,
    write_atomically,
)

if TYPE_CHECKING:
    from pathlib import Path

_LOG: Final = logging.getLogger(__name__)

MOST_MARKS: Final = 2000
"""So many marks are kept, several times the records that are: the oldest go first."""

_LONGEST_MARKS_FILE: Final = 100 * MOST_MARKS


def compute_mark(record: str) -> str:
    """Give a record's mark, which a copy of it has too.

    >>> mark_of("red7") == mark_of("red" + "7"), len(mark_of("red7"))
    (True, 16)
    """
    return blake2b(record.encode("utf-8", "replace"), digest_size=8).hexdigest()


class SearchedRecords:
    """Keeps the marks. For one thread; a full disk costs only that records are looked at again."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _marks(self) -> dict[str, None]:
        try:
            return dict.fromkeys(read_text(self._file, _LONGEST_MARKS_FILE).split())
        except CannotRead as error:
            if error.code != "missing":
                _LOG.warning("Which records were looked at cannot be read: %s", error)
            return {}

    def has(self, mark: str) -> bool:
        """Tell whether a record with that mark has been looked at."""
        return mark in self._marks

    def add(self, mark: str) -> None:
        """Keep a record's mark."""
        self._marks[mark] = None
        kept = list(self._marks)[-MOST_MARKS:]
        try:
            make_folder_for(self._file)
            write_atomically(self._file, "\n".join([*kept, ""]))
        except CannotWrite as error:
            _LOG.warning("Which records were looked at is not kept: %s", error)
