"""Keeps the match that is being played on disk, after every step, without holding the screen up."""

from __future__ import annotations

import logging
import os
import threading
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.games import GAMES
from red7_desktop.play.seats import Seat
from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    Loaded,
    backup_of,
    copy_aside,
    load_with_backup,
    make_folder_for,
    read_text,
    write_atomically,
)
from red7_desktop.tabletop.save import DamagedSave, SavedMatch, read_match, write_match
from red7_desktop.tabletop.seated import Seated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from red7_desktop.tabletop.match import Match

_LOG: Final = logging.getLogger(__name__)
HUMAN: Final = "human"
"""How a save calls the player of a person's seat."""


class MatchKeeper:
    """Writes the match to one file, in a thread of its own, the newest state only.

    path: the file. Whoever shows things to people asks `take_trouble` now and then. While the
    file cannot be written, the match lives on here, and every step tries again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._trouble: CannotWrite | None = None
        self._text: str | None = None
        self._unsaved: str | None = None
        self._has_failed = False
        self._is_known = False
        self._changed = threading.Condition()
        self._is_writing = False
        self._is_closed = False
        self._writer = self._new_writer()

    @property
    def has_match(self) -> bool:
        """Whether there is a match to go on with."""
        files = (self._path, backup_of(self._path))
        return self.is_unsaved or any(map(os.path.exists, files))

    @property
    def is_unsaved(self) -> bool:
        """Whether there is a state of the match that is not on the disk yet."""
        return self._unsaved is not None

    def keep(self, match: Match, seats: Sequence[Seat], extra: Mapping[str, Any]) -> None:
        """Write the match soon; a state that is not yet written is passed over."""
        self._keep(write_match(match, [_seated(seat) for seat in seats], extra))

    def _keep(self, text: str) -> None:
        with self._changed:
            self._text = self._unsaved = text
            if not self._writer.is_alive():
                self._is_writing = False
                self._writer = self._new_writer()
            self._changed.notify_all()

    def save_again(self) -> bool:
        """Try once more to write what could not be written; tell whether all is on the disk."""
        self.flush()
        unsaved = self._unsaved
        if unsaved is not None:
            self._keep(unsaved)
            self.flush()
        return not self.is_unsaved

    def flush(self) -> None:
        """Wait until all is written, or could not be."""
        with self._changed:
            while (self._text is not None or self._is_writing) and self._writer.is_alive():
                self._changed.wait(0.05)

    def close(self) -> None:
        """Write what is left and stop."""
        self.flush()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._writer.join()

    def load(self) -> Loaded[SavedMatch]:
        """Give the match: the state that could not be written, else the file, else its backup.

        A damaged file is copied to a name of its own first, or where that cannot be done, before
        its place is taken. Raises CannotRead or DamagedSave.
        """
        self.flush()
        if self._unsaved is not None:
            return Loaded(read_match(self._unsaved, GAMES), self._path)
        self._is_known = False
        try:
            loaded = load_with_backup(self._path, _read, set_aside=True)
        except CannotWrite as error:
            _LOG.warning("the damaged match is not copied aside yet: %s", error)
            return load_with_backup(self._path, _read)
        self._is_known = True
        return loaded

    def take_trouble(self) -> CannotWrite | None:
        """Give, once, why the match can no longer be written; None when it can."""
        trouble, self._trouble = self._trouble, None
        return trouble

    def forget(self) -> None:
        """Take the match away: it is over."""
        self.flush()
        self._unsaved = None
        for path in (self._path, backup_of(self._path)):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                _LOG.warning("the finished match %s cannot be removed: %s", path, error)

    def _new_writer(self) -> threading.Thread:
        """Start a thread that writes; one that has met a fault is replaced at the next step."""
        writer = threading.Thread(target=self._write_on, name="match keeper", daemon=True)
        writer.start()
        return writer

    def _write_on(self) -> None:
        while True:
            with self._changed:
                while self._text is None and not self._is_closed:
                    self._changed.wait()
                if self._text is None:
                    return
                text, self._text, self._is_writing = self._text, None, True
            try:
                self._write(text)
            finally:
                with self._changed:
                    self._is_writing = False
                    self._changed.notify_all()

    def _write(self, text: str) -> None:
        try:
            make_folder_for(self._path)
            self._spare_what_is_damaged()
            write_atomically(self._path, text)
        except CannotWrite as error:
            _LOG.error("the match cannot be saved: %s", error)
            if not self._has_failed:
                self._trouble = error
            self._has_failed = True
        else:
            self._has_failed = False
            with self._changed:
                if self._unsaved is text:
                    self._unsaved = None

    def _spare_what_is_damaged(self) -> None:
        """Copy a file that cannot be read to a name of its own, before its place is taken.

        It may have been written by a newer program, or somebody may be able to mend it.
        """
        if self._is_known:
            return
        try:
            _read(read_text(self._path))
        except CannotRead as error:
            if os.path.exists(self._path):
                self._copy_aside(error.code)
        except DamagedSave as error:
            self._copy_aside(f"{error.place}: {error.code}")
        self._is_known = True

    def _copy_aside(self, why: str) -> None:
        _LOG.warning("the saved match is copied aside: %s", why)
        copy_aside(self._path)


def _read(text: str) -> SavedMatch:
    return read_match(text, GAMES)


def seats_of(saved: SavedMatch) -> tuple[Seat, ...]:
    """Give the seats of a saved match as the session has them."""
    return tuple(
        Seat(seat.name, None if seat.player == HUMAN else seat.player) for seat in saved.seats
    )


def _seated(seat: Seat) -> Seated:
    return Seated(seat.name, seat.player or HUMAN)
