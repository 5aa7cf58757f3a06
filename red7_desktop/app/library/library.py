"""The library: everything that is kept of matches and people, for the program.

All writing is done in one thread, in the order in which it is asked for. What could not be written
is tried again: with the next change, every five seconds, and before the program ends.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeVar

from red7_desktop.app.library import matches
from red7_desktop.app.library.database import Database, LibraryTrouble, TroubleKind
from red7_desktop.games.registry import Box, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.tabletop import files
from red7_desktop.tabletop.match import DamagedSave, SavedMatch, read_match

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
MOST_RUNNING: Final = 12
"""How many matches can be running; a library that has more of them is read anyway."""
RETRY_PAUSE: Final = 5.0
"""Seconds between two tries to write what could not be written."""
BACKUP_PAUSE: Final = 3600.0
"""Seconds between two backups."""
_TIME: Final = re.compile("[0-9]{2}:[0-9]{2}")
_RELEASE: Final = "release"
"""Begins the keys of changes that release a match."""


class NoRoom(Exception):
    """Too many matches are running for another one."""


class RunningMatch(NamedTuple):
    """A running match, for the list of these.

    Attributes:
        uid: Its identity.
        game: Name of its game.
        saved: The match, None if its text can't be read; `problem` says why.
        day: Day of the last step; None if unknown.
        time: Time of the last step, "HH:MM"; "" if unknown.
        is_saved: Whether it is on the disk as it is.
        is_elsewhere: Whether another copy of the program plays it.
        is_counted: Whether its rounds count in the profile already.
    """

    uid: str
    game: str
    saved: SavedMatch | None = None
    problem: DamagedSave | None = None
    day: date | None = None
    time: str = ""
    is_saved: bool = True
    is_elsewhere: bool = False
    is_counted: bool = True


class _Change(NamedTuple):
    """A change that must be written.

    Attributes:
        job: Changes the rows. It may run several times until it succeeds.
        key: A change with the same key that is not yet written is replaced; None for none.
        uid: The match that it stores or ends, "" for none.
        row: That match as it is stored, None if it ends.
    """

    job: Callable[[sqlite3.Connection], object]
    key: Hashable = None
    uid: str = ""
    row: matches.MatchRow | None = None


class Library:
    """Stores matches and people, in a thread of its own.

    Args:
        paths: Where the library is, and what older programs have left.
        place: Number and lock of this copy of the program.
        box: The games that there are.
        now: Returns the local date and time.
        new_uid: Returns an identity for a new match, different each time.

    Attributes:
        generation: Grows when the library is replaced by a backup while the program runs. A reader
            that remembers the number it has seen knows when to read again; 0 at first.
        is_new: Whether nothing was stored here before: no library, no backup, no older home.
    """

    def __init__(
        self,
        paths: storage.Paths,
        place: storage.InstanceNumber,
        box: Box,
        now: Callable[[], datetime],
        new_uid: Callable[[], str],
    ) -> None:
        self._paths = paths
        self._place = place
        self._box = box
        self._now = now
        self._new_uid = new_uid
        self._database = Database(
            paths.library,
            self._fill,
            lambda: not storage.list_other_copies(paths, place.number),
        )
        self._worker = storage.Worker("library")
        self._reader = storage.Worker("library reader")
        self._pending: list[_Change] = []
        self._faulty: dict[str, matches.MatchRow] = {}  # not written: the program met a fault
        self._lock = threading.Lock()
        self._retry_at: float | None = None
        self._taking_in = storage.Progress()
        self._trouble: files.CannotWrite | None = None  # what `take_trouble` returns
        self._has_failed = False
        self._troubles: list[LibraryTrouble] = []
        # Lists and pictures only look at matches, which are replayed once for all of them.
        self._look_into = lru_cache(MOST_RUNNING)(self._read_match)
        self.generation = 0
        self.is_new = not self._database.leaves_traces() and not self._has_older_home()
        self._opening = self._worker.do(self._open_file)

    # -- the file ------------------------------------------------------------------------------

    def _fill(self, db: sqlite3.Connection) -> None:
        """Take the running matches of an older program into a new library."""
        from red7_desktop.app.library import older_homes  # only once in a home's life

        older_homes.put_running_matches(db, self._paths, self._now().timestamp())

    def _has_older_home(self) -> bool:
        from red7_desktop.app.library import older_homes  # most homes have a library already

        return older_homes.has_older_home(self._paths)

    def _open_file(self) -> None:
        with suppress(files.CannotWrite):
            self._attempt(self._database.open)
            self._release_own()
        self._take_troubles()

    def _release_own(self) -> None:
        """Release matches that an earlier process with this copy's number was playing."""
        with suppress(files.CannotRead), self._database.reading() as db:
            query = "SELECT 1 FROM matches WHERE copy = ?"
            if db.execute(query, (self._place.number,)).fetchone():
                job = partial(matches.release_all, copy=self._place.number)
                self._attempt(lambda: self._write(job))

    def prepare(self) -> None:
        """Check the file and take in the rest of an older home, in the background."""
        self._worker.do(self._check)
        self._worker.do(self._take_in_older_home)

    def _check(self) -> None:
        with suppress(files.CannotWrite):
            self._attempt(self._database.check)
        self._take_troubles()

    def _take_in_older_home(self) -> None:
        with suppress(files.CannotRead, files.CannotWrite):
            with self._database.reading() as db:
                (is_done,) = db.execute("SELECT taken_in FROM epoch").fetchone()
            if not is_done:
                self._attempt(self._read_older_home)

    def _read_older_home(self) -> None:
        """Take in everything else that an older program has left."""
        from red7_desktop.app.library import older_homes  # only once in a home's life

        home = None
        if older_homes.has_older_home(self._paths):
            home = older_homes.read_older_home(self._paths, self._box)
        take_in = partial(
            older_homes.take_in_once, home=home, box=self._box, progress=self._taking_in
        )
        try:
            self._database.write(take_in)
        except storage.Cancelled:
            _LOG.info("the older home is taken in at the next start")
            return
        if home is not None:
            self._tell([LibraryTrouble(TroubleKind.UNREAD, name) for name in home.unread])
            self._back_up(self._now().timestamp())

    def _take_troubles(self) -> None:
        found = self._database.troubles
        if found:
            self._tell(found)
            found.clear()

    def _tell(self, troubles: Sequence[LibraryTrouble]) -> None:
        with self._lock:
            self._troubles += troubles
        self.generation += 1

    def take_troubles(self) -> list[LibraryTrouble]:
        """Return, once, what the player should know of the file."""
        with self._lock:
            found = self._troubles
            self._troubles = []
        return found

    def take_trouble(self) -> files.CannotWrite | None:
        """Return, once, why nothing can be written any more; None while it can."""
        trouble = self._trouble
        self._trouble = None
        return trouble

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open a connection that reads the library, in any thread.

        Raises:
            CannotRead: There is no library, or it can't be read.
        """
        self._opening.wait()
        with self._database.reading() as db:
            yield db

    def load(self, read: Callable[[], T]) -> storage.BackgroundTask[T]:
        """Read something in the background, once everything that was to be written is written."""

        def load() -> T:
            self.flush()
            return read()

        return self._reader.do(load)

    def read(self, query: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Return what a query finds; something else if the library can't be read."""
        try:
            with self.reading() as db:
                return query(db)
        except files.CannotRead as error:
            if error.code != "missing":
                _LOG.warning("the library can't be read: %s", error.why)
                self._worker.do(self._check, key="check")
            return otherwise

    # -- writing -------------------------------------------------------------------------------

    def _keep(self, job: Callable[[], T], key: Hashable = None) -> storage.BackgroundTask[T]:
        """Do a job of writing in the library's thread, as `_attempt` does."""
        return self._worker.do(lambda: self._attempt(job), key)

    def _attempt(self, job: Callable[[], T]) -> T:
        """Do a job of writing at once, in the library's thread.

        If it fails, `take_trouble` returns why, once until something could be written. A fault of
        the program is reported.
        """
        try:
            found = job()
        except files.CannotWrite as error:
            _LOG.error("nothing can be written: %s", error.code)
            if not self._has_failed:
                self._trouble = error
            self._has_failed = True
            raise
        except Exception as error:
            _report_fault(error)
            raise
        self._has_failed = False
        return found

    def write(
        self, job: Callable[[sqlite3.Connection], T], *, is_noted: bool = True
    ) -> storage.BackgroundTask[T]:
        """Change something soon; where that fails, nothing has changed and the task says why.

        Args:
            job: Changes the rows.
            is_noted: Whether `take_trouble` returns the failure; if not, the caller shows it.
        """

        def change() -> T:
            self._write_pending()
            return self._write(job)

        if is_noted:
            return self._keep(change)
        return self._worker.do(change)

    def write_surely(self, job: Callable[[sqlite3.Connection], object]) -> None:
        """Change something soon, or as soon as that can be done.

        Args:
            job: Changes the rows. It may run several times until it succeeds.
        """
        self._add(_Change(job))

    def _add(self, change: _Change, *, can_wait: bool = False) -> None:
        """Queue a change; write it now, unless it can wait and the last try has failed."""
        with self._lock:
            if change.key is not None:
                self._pending = [each for each in self._pending if each.key != change.key]
            self._faulty.pop(change.uid, None)
            self._pending.append(change)
        if self._retry_at is None or not can_wait:
            self._keep(self._write_pending, key="pending")

    def _write_pending(self) -> None:
        while True:
            with self._lock:
                if not self._pending:
                    break
                change = self._pending[0]
            try:
                self._write(change.job)
            except files.CannotWrite:
                self._retry_at = time.monotonic() + RETRY_PAUSE
                raise
            except Exception:  # a fault of the program: trying again would meet it again
                self._drop(change, is_faulty=True)
                raise
            self._drop(change)
        self._retry_at = None

    def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Write at once, in the library's thread."""
        try:
            return self._database.write(job)
        finally:
            self._take_troubles()

    def _drop(self, change: _Change, *, is_faulty: bool = False) -> None:
        with self._lock:
            is_newest = any(each is change for each in self._pending)
            self._pending = [each for each in self._pending if each is not change]
            if is_faulty and is_newest and change.row is not None:
                self._faulty[change.uid] = change.row

    def _forget(self, key: Hashable) -> None:
        """Never write a change that is not yet written."""
        with self._lock:
            self._pending = [each for each in self._pending if each.key != key]
            self._faulty = {uid: row for uid, row in self._faulty.items() if uid != key}

    def tick(self) -> bool:
        """Try again to write what could not be written; called once a frame.

        Returns:
            Whether the player should know something, see `take_trouble` and `take_troubles`.
        """
        if self._retry_at is not None and time.monotonic() >= self._retry_at:
            self._retry_at = None
            self._keep(self._write_pending, key="pending")
        return bool(self._troubles) or self._trouble is not None

    @property
    def is_unsaved(self) -> bool:
        """Whether something is not on the disk yet."""
        return bool(self._pending or self._faulty)

    def save_again(self) -> bool:
        """Try once more to write what is not on the disk; return whether all is."""
        if self._pending:
            self._keep(self._write_pending, key="pending")
            self.flush()
        return not self.is_unsaved

    def flush(self) -> None:
        """Wait until everything is written, or could not be."""
        self._worker.flush()

    def hurry(self) -> None:
        """Stop taking in an older home, which the next start does from the beginning."""
        self._taking_in.cancel()

    def close(self) -> None:
        """Write what is left and close the file; another program that holds it isn't waited for."""
        self.hurry()
        self._reader.close()
        self._worker.do(self._database.stop_waiting)
        if self._pending:
            self._keep(self._write_pending)
        self._worker.do(self._database.close)
        self._worker.close()

    def back_up_soon(self) -> None:
        """Write a backup in the background if the last one is an hour old."""
        seconds = self._now().timestamp()
        self._worker.do(lambda: self._back_up(seconds), key="backup")

    def _back_up(self, seconds: float) -> None:
        try:
            self._database.back_up(seconds, BACKUP_PAUSE)
        except files.CannotWrite as error:
            _LOG.warning("no backup of the library: %s", error)
        self._take_troubles()

    # -- running matches -----------------------------------------------------------------------

    def _list_rows(self) -> list[matches.MatchRow]:
        """Return the running matches, those that aren't on the disk yet first."""
        unsaved = self._find_unsaved()  # first: one that is written meanwhile is read then
        found = self._read_rows()
        fresh = [row for row in unsaved.values() if row is not None]
        return [*reversed(fresh), *[row for row in found if row.uid not in unsaved]]

    def _find_unsaved(self) -> dict[str, matches.MatchRow | None]:
        """Return matches that aren't on the disk as they are, None for each that ends."""
        with self._lock:
            return {**self._faulty, **{each.uid: each.row for each in self._pending if each.uid}}

    def _read_rows(self) -> list[matches.MatchRow]:
        nothing: list[matches.MatchRow] = []
        return self.read(matches.list_running, nothing)

    def _is_elsewhere(self, row: matches.MatchRow) -> bool:
        return row.copy not in (0, self._place.number) and self._is_alive(row.copy)

    def _is_alive(self, copy: int) -> bool:
        return copy in storage.list_other_copies(self._paths, self._place.number)

    @property
    def last(self) -> str | None:
        """The match that was played last and that no other copy plays; None for none."""
        return next((row.uid for row in self._list_rows() if not self._is_elsewhere(row)), None)

    def last_by_game(self, unknown: str) -> dict[str, str]:
        """Return by game the match that was played last; the game played last comes first.

        Args:
            unknown: What a match counts as whose game can't be told from its text.
        """
        found: dict[str, str] = {}
        for row in self._list_rows():
            if not self._is_elsewhere(row):
                found.setdefault(row.game if row.game in self._box else unknown, row.uid)
        return found

    @property
    def has_running(self) -> bool:
        """Whether any match is running."""
        return bool(self._list_rows())

    def list_running(self) -> tuple[RunningMatch, ...]:
        """Return all running matches to be looked at, the one that was played last first."""
        unsaved = self._find_unsaved()
        return tuple([self._look_at(row, row.uid not in unsaved) for row in self._list_rows()])

    def _look_at(self, row: matches.MatchRow, is_saved: bool) -> RunningMatch:
        day = None
        with suppress(ValueError):
            day = date.fromisoformat(row.day)
        found = RunningMatch(
            row.uid,
            row.game,
            day=day,
            time=row.ended if _TIME.fullmatch(row.ended) else "",
            is_counted=bool(row.is_counted),
            is_saved=is_saved,
            is_elsewhere=self._is_elsewhere(row),
        )
        try:
            return found._replace(saved=self._look_into(row.text))
        except DamagedSave as error:
            return found._replace(problem=error)

    def _read_match(self, text: str) -> SavedMatch:
        return read_match(text, load_all_rules(self._box))

    def saved_in(self, uid: str) -> SavedMatch | None:
        """Return a running match to be looked at, in any thread; None if it isn't running any more.

        Raises:
            DamagedSave: Its text can't be read.
        """
        row = next((row for row in self._list_rows() if row.uid == uid), None)
        if row is None:
            return None
        return self._look_into(row.text)

    def begin(self) -> str:
        """Return the identity of a new match.

        Raises:
            NoRoom: Too many matches are running.
        """
        if len(self._list_rows()) >= MOST_RUNNING:
            raise NoRoom
        return self._new_uid()

    def resume(self, uid: str) -> SavedMatch:
        """Return a running match, which no other copy can play until it is left.

        Raises:
            LockHeld: Another copy plays it.
            CannotRead: It isn't running any more.
            DamagedSave: Its text can't be read.
        """
        self._forget((_RELEASE, uid))
        unsaved = self._find_unsaved()
        if uid in unsaved:
            row = unsaved[uid]
        else:
            row = self._claim(uid)
        if row is None:
            raise files.CannotRead(self._paths.library, "missing", "the match is over or deleted")
        if self._is_elsewhere(row):
            raise storage.LockHeld(uid)
        try:
            return self._read_match(row.text)
        except DamagedSave:
            self.leave(uid)
            raise

    def _claim(self, uid: str) -> matches.MatchRow | None:
        claim = partial(matches.claim, uid=uid, copy=self._place.number, is_alive=self._is_alive)
        try:
            return self._worker.do(lambda: self._write(claim)).result()
        except files.CannotWrite:
            # On a full disk, say, it can be played all the same, if nobody else could play it too.
            row = next((row for row in self._read_rows() if row.uid == uid), None)
            is_own = row is not None and row.copy == self._place.number
            if not is_own and storage.list_other_copies(self._paths, self._place.number):
                raise storage.LockHeld(uid) from None
            return row

    def keep(self, uid: str, game: str, text: str, day: date) -> None:
        """Store a match that is played here soon; a state that is not yet written is passed over.

        Args:
            uid: Its identity.
            game: Name of its game.
            text: The save, see `tabletop.match.write_match`.
            day: The day of its last step.
        """
        ended = f"{self._now():%H:%M}"
        row = matches.MatchRow(uid, text, game, day.isoformat(), ended, self._place.number)
        self._add(_Change(partial(matches.put_running, row=row), uid, uid, row))

    def leave(self, uid: str) -> None:
        """Let other copies of the program play a match that was played here."""
        release = partial(matches.release, uid=uid)
        self._add(_Change(release, (_RELEASE, uid)), can_wait=True)

    def finish(self, uid: str, end: Callable[[sqlite3.Connection], str]) -> None:
        """End a match: its result, its record and what was counted are written at once.

        Args:
            uid: The match.
            end: Writes what was counted, and returns the record. It may run several times.
        """
        row = self._find_unsaved().get(uid)
        ended = "" if row is None else row.ended  # else the time of the last step is on the disk

        def write(db: sqlite3.Connection) -> None:
            text = end(db)
            matches.put_record(db, matches.MatchRow(uid, text, ended=ended))

        self._add(_Change(write, uid, uid))
        self.back_up_soon()

    def discard(self, uid: str) -> None:
        """Delete a match that was begun, and that nothing is kept of."""
        self._add(_Change(partial(matches.delete, uid=uid), uid, uid))

    def delete(self, uid: str) -> None:
        """Delete a running match at once; one that is over by now stays.

        Raises:
            LockHeld: Another copy plays it.
            CannotWrite: It can't be deleted.
        """

        def delete(db: sqlite3.Connection) -> None:
            row = matches.claim(db, uid, self._place.number, self._is_alive)
            if row is not None:
                if row.copy != self._place.number:
                    raise storage.LockHeld(uid)
                matches.delete(db, uid)

        def erase() -> None:
            self._write(delete)
            self._forget(uid)

        self._worker.do(erase).result()


def _report_fault(fault: Exception) -> None:
    """Report a fault as if the thread had ended by it: a match that isn't saved is serious."""
    told = type(fault), fault, fault.__traceback__, threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs(told))
