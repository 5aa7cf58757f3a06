"""The library, through which the program stores and loads matches and players.

One thread does all writing, in the order of the calls. Failed changes are retried with the next
change, every five seconds, and before the program exits.
"""

from __future__ import annotations

import logging
import os
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
from red7_desktop.app.library.database import Database, LibraryProblem, LibraryProblemKind
from red7_desktop.games.registry import Catalogue, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.tabletop import files
from red7_desktop.tabletop.match import DamagedSaveError, SavedMatch, read_match

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
MAX_RUNNING: Final = 12
"""Maximum number of running matches; a library with more is still read."""
RETRY_PAUSE: Final = 5.0
"""Seconds between two attempts to write failed changes."""
BACKUP_PAUSE: Final = 3600.0
"""Minimum seconds between two backups."""
_LEGACY_PREFIXES: Final = ("match", "late-", "played", "profile", "puzzles")
"""Prefixes of the names of all files and folders in which older program versions stored data."""
_RELEASE: Final = "release"
"""First part of the keys of changes that remove the lock of a match."""


class TooManyMatchesError(Exception):
    """There are too many running matches to start another one."""


class RunningMatch(NamedTuple):
    """A row of the list of unfinished matches.

    Attributes:
        uid: Identifier of the match.
        game: Name of its game.
        saved: The match, None if the saved text can't be parsed.
        problem: The error if the saved text can't be parsed.
        day: Day of the last step, None if unknown.
        time: Time of the last step, "HH:MM"; "" if unknown.
        is_saved: Whether the latest state is on the disk.
        is_in_use: Whether another running instance of the program is playing it.
        is_counted: Whether its rounds already count in the profile.
    """

    uid: str
    game: str
    saved: SavedMatch | None = None
    problem: DamagedSaveError | None = None
    day: date | None = None
    time: str = ""
    is_saved: bool = True
    is_in_use: bool = False
    is_counted: bool = True


class _Change(NamedTuple):
    """A change of the library that is queued until it is written.

    Attributes:
        job: Changes the rows. It may run several times until it succeeds.
        key: A queued change with the same key is replaced by this change; None for no key.
        uid: Id of the match that the change stores or ends, "" for any other change.
        row: New row of the match `uid`, None if the match ends.
        is_faulty: Whether the write failed because of a bug. The row isn't written again, but lists
            of matches show it while the program runs.
    """

    job: Callable[[sqlite3.Connection], object]
    key: Hashable = None
    uid: str = ""
    row: matches.MatchRow | None = None
    is_faulty: bool = False


class Library:
    """Stores matches and players in a background thread.

    Args:
        paths: Paths of the library and of older program versions' files.
        instance: The number that this running instance of the program has reserved, with the lock
            that reserves it. The number marks the matches that are open in this instance.
        catalogue: Catalogue of all games.
        now: Returns the local date and time.
        new_uid: Returns a new unique identifier for a match.

    Attributes:
        generation: Incremented when a backup replaces the library while the program runs, because
            everything that was read before may have changed; 0 at first.
        is_new: Whether the data folder had no library, no backup and no files of older program
            versions.
    """

    def __init__(
        self,
        paths: storage.Paths,
        instance: storage.InstanceNumber,
        catalogue: Catalogue,
        now: Callable[[], datetime],
        new_uid: Callable[[], str],
    ) -> None:
        self._paths = paths
        self._instance = instance
        self._catalogue = catalogue
        self._now = now
        self._new_uid = new_uid
        self._database = Database(
            paths.library,
            self._fill,
            lambda: not storage.list_other_instances(paths, instance.number),
        )
        self._worker = storage.Worker("library")
        self._reader = storage.Worker("library reader")
        self._pending: list[_Change] = []
        self._lock = threading.Lock()
        self._retry_at: float | None = None
        self._taking_in = storage.JobProgress()
        self._trouble: files.FileWriteError | None = None  # `pop_write_error` returns this error
        self._has_failed = False
        self._troubles: list[LibraryProblem] = []
        # A cache of replayed matches. Lists and previews can share a match, because neither lists
        # nor previews change it.
        self._look_into = lru_cache(MAX_RUNNING)(self._read_match)
        self.generation = 0
        self.is_new = not self._database.has_files() and not self._has_older_home()
        self._opening: storage.BackgroundTask[None] | None = None
        if not self.is_new:
            self.open()

    # -- the file ------------------------------------------------------------------------------

    def _fill(self, db: sqlite3.Connection) -> None:
        """Import the running matches of older program versions into a new library."""
        if not _may_have_legacy_data(self._paths):
            return
        # Imported here because the module is needed at most once for each data folder.
        from red7_desktop.app.library import older_homes

        older_homes.put_running_matches(db, self._paths, self._now().timestamp())

    def _has_older_home(self) -> bool:
        if not _may_have_legacy_data(self._paths):
            return False
        # Imported here because the module is only needed until a library exists.
        from red7_desktop.app.library import older_homes

        return older_homes.has_legacy_data(self._paths)

    def open(self) -> storage.BackgroundTask[None]:
        """Open or create the file in the library's thread, unless that has begun before.

        A new library is created when it is first used, which is after the first frame: creating it
        takes a while.

        Returns:
            The background task that opens the file.
        """
        with self._lock:
            if self._opening is None:
                self._opening = self._worker.submit(self._open_file)
            return self._opening

    @property
    def _is_still_empty(self) -> bool:
        """Whether the library is new, and no instance of the program has created its file yet."""
        return self._opening is None and not self._database.has_files()

    def _submit(self, job: Callable[[], T], key: Hashable = None) -> storage.BackgroundTask[T]:
        """Queue a job for the library's thread; it runs when the file is open."""
        self.open()
        return self._worker.submit(job, key)

    def _open_file(self) -> None:
        with suppress(files.FileWriteError):
            self._attempt(self._database.open)
            self._release_own()
        self._take_troubles()

    def _release_own(self) -> None:
        """Remove the match locks left by an ended process that had this process's number."""
        with suppress(files.FileReadError), self._database.reading() as db:
            query = "SELECT 1 FROM matches WHERE copy = ?"
            if db.execute(query, (self._instance.number,)).fetchone():
                job = partial(matches.release_all, instance=self._instance.number)
                self._attempt(lambda: self._write(job))

    def check_and_import(self) -> None:
        """Check the library's file in the background, then import data of older program versions.

        These are finished matches, profiles and puzzles. Running matches have already been imported
        by `_fill`, when the library was created.
        """
        self._submit(self._check)
        self._submit(self._import_older_home)

    def _check(self) -> None:
        with suppress(files.FileWriteError):
            self._attempt(self._database.check)
        self._take_troubles()

    def _import_older_home(self) -> None:
        with suppress(files.FileReadError, files.FileWriteError):
            with self._database.reading() as db:
                (is_done,) = db.execute("SELECT taken_in FROM epoch").fetchone()
            if not is_done:
                self._attempt(self._read_older_home)

    def _read_older_home(self) -> None:
        """Import finished matches, profiles, records and puzzles of older program versions.

        `_fill` has imported the running matches before.
        """
        # Imported here because the module is needed at most once for each data folder.
        from red7_desktop.app.library import older_homes

        home = None
        progress = self._taking_in
        try:
            if older_homes.has_legacy_data(self._paths):
                home = older_homes.read_legacy_data(self._paths, self._catalogue, progress)
            take_in = partial(
                older_homes.import_once, home=home, catalogue=self._catalogue, progress=progress
            )
            self._database.write(take_in)
        except storage.Cancelled:
            _LOG.info("the older home is imported at the next start")
            return
        if home is not None:
            self._add_troubles(
                [LibraryProblem(LibraryProblemKind.UNREAD, name) for name in home.unreadable_files]
            )
            self._back_up(self._now().timestamp())

    def _take_troubles(self) -> None:
        found = self._database.troubles
        if found:
            self._add_troubles(found)
            found.clear()

    def _add_troubles(self, troubles: Sequence[LibraryProblem]) -> None:
        with self._lock:
            self._troubles += troubles
        self.generation += 1

    def pop_problems(self) -> list[LibraryProblem]:
        """Return new problems with the library's file that the user should know about.

        Each problem is returned by only one call.
        """
        with self._lock:
            found = self._troubles
            self._troubles = []
        return found

    def pop_write_error(self) -> files.FileWriteError | None:
        """Return the error of the first write in a series of failed writes.

        None if there is no such error, or if an earlier call has returned it. A series ends with
        the next successful write.
        """
        trouble = self._trouble
        self._trouble = None
        return trouble

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open a read-only connection for a `with` block, in any thread.

        Raises:
            FileReadError: There is no library, or the library can't be read.
        """
        self.open().wait()
        with self._database.reading() as db:
            yield db

    def load(self, read: Callable[[], T]) -> storage.BackgroundTask[T]:
        """Call a function in the library's reading thread, after all queued changes are written.

        Args:
            read: Reads from the library, and returns the result.

        Returns:
            The background task, which provides the result of `read`.
        """

        def load() -> T:
            self.flush()
            return read()

        return self._reader.submit(load)

    def read(self, query: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Return the result of a query, or `otherwise` if the library can't be read or is new."""
        if self._is_still_empty:
            return otherwise
        try:
            with self.reading() as db:
                return query(db)
        except files.FileReadError as error:
            if error.code != "missing":
                _LOG.warning("the library can't be read: %s", error.why)
                self._submit(self._check, key="check")
            return otherwise

    # -- writing -------------------------------------------------------------------------------

    def _queue_job(self, job: Callable[[], T], key: Hashable = None) -> storage.BackgroundTask[T]:
        """Queue a write job for the library's thread, which runs it with `_attempt`."""
        return self._submit(lambda: self._attempt(job), key)

    def _attempt(self, job: Callable[[], T]) -> T:
        """Run a write job now, in the library's thread.

        If the job raises a FileWriteError, log it. If the write before succeeded, also store the
        error for `pop_write_error`. Any other exception is a bug, which `_report_bug` reports.
        """
        try:
            found = job()
        except files.FileWriteError as error:
            _LOG.error("nothing can be written: %s", error.code)
            if not self._has_failed:
                self._trouble = error
            self._has_failed = True
            raise
        except Exception as error:
            _report_bug(error)
            raise
        self._has_failed = False
        return found

    def write(
        self, job: Callable[[sqlite3.Connection], T], *, is_noted: bool = True
    ) -> storage.BackgroundTask[T]:
        """Queue a change that isn't retried: if it fails, the returned task raises the error.

        Args:
            job: Changes the rows.
            is_noted: Whether `pop_write_error` returns the error; if not, the caller shows it.
        """

        def change() -> T:
            self._write_pending()
            return self._write(job)

        if is_noted:
            return self._queue_job(change)
        return self._submit(change)

    def write_with_retry(self, job: Callable[[sqlite3.Connection], object]) -> None:
        """Queue a change that is retried until it succeeds.

        Args:
            job: Changes the rows. It may run several times.
        """
        self._add(_Change(job))

    def _add(self, change: _Change, *, can_wait: bool = False) -> None:
        """Queue a change, and start writing.

        Args:
            change: The change.
            can_wait: If the last write failed, whether to leave this change to the next retry.
        """
        with self._lock:
            if change.key is not None:
                self._pending = [each for each in self._pending if each.key != change.key]
            self._pending.append(change)
        if self._retry_at is None or not can_wait:
            self._queue_job(self._write_pending, key="pending")

    def _write_pending(self) -> None:
        while True:
            with self._lock:
                change = next((each for each in self._pending if not each.is_faulty), None)
            if change is None:
                break
            try:
                self._write(change.job)
            except files.FileWriteError:
                self._retry_at = time.monotonic() + RETRY_PAUSE
                raise
            except Exception:  # Any other error is a bug, and a retry would fail in the same way.
                self._remove_change(change, is_faulty=change.row is not None)
                raise
            self._remove_change(change)
        self._retry_at = None

    def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a write job at once; must be called in the library's thread."""
        try:
            return self._database.write(job)
        finally:
            self._take_troubles()

    def _remove_change(self, change: _Change, *, is_faulty: bool = False) -> None:
        """Remove a change from the queue, or mark it as faulty, unless a newer one replaced it."""
        left = [change._replace(is_faulty=True)] if is_faulty else []
        with self._lock:
            for place, each in enumerate(self._pending):
                if each is change:
                    self._pending[place : place + 1] = left
                    break

    def _discard_change(self, key: Hashable) -> None:
        """Drop the change with a key, if one waits to be written or is faulty.

        Args:
            key: `_Change.key` of the change.
        """
        with self._lock:
            self._pending = [each for each in self._pending if each.key != key]

    def tick(self) -> bool:
        """Retry failed changes when it is time; called once a frame.

        Returns:
            Whether `pop_write_error` or `pop_problems` has something to show to the user.
        """
        if self._retry_at is not None and time.monotonic() >= self._retry_at:
            self._retry_at = None
            self._queue_job(self._write_pending, key="pending")
        return bool(self._troubles) or self._trouble is not None

    def is_saving(self, uid: str) -> bool:
        """Return whether a change of a match is being written.

        False while writing fails: the change then waits for a retry, and the user has been warned.
        """
        with self._lock:
            waiting = [each for each in self._pending if each.uid == uid and not each.is_faulty]
            return self._retry_at is None and bool(waiting)

    @property
    def is_unsaved(self) -> bool:
        """Whether any change isn't on the disk yet."""
        return bool(self._pending)

    def retry_writes(self) -> bool:
        """Retry all waiting changes now; return whether everything is on the disk."""
        if self._pending:
            self._queue_job(self._write_pending, key="pending")
            self.flush()
        return not self.is_unsaved

    def flush(self) -> None:
        """Wait until every waiting change is written or has failed."""
        self.open()
        self._worker.flush()

    def cancel_import(self) -> None:
        """Cancel the import of older program versions' data; the next start begins it again."""
        self._taking_in.cancel()

    def close(self) -> None:
        """Write waiting changes and close the file, without waiting for another program's lock."""
        self.cancel_import()
        self._reader.close()
        self._worker.submit(self._database.interrupt)
        if self._pending:
            self._queue_job(self._write_pending)
        self._worker.submit(self._database.close)
        self._worker.close()

    def _back_up(self, seconds: float) -> None:
        """Write a backup if the last one is an hour old.

        Args:
            seconds: The time in seconds since 1970.
        """
        try:
            self._database.back_up(seconds, BACKUP_PAUSE)
        except files.FileWriteError as error:
            _LOG.warning("no backup of the library: %s", error)
        self._take_troubles()

    # -- running matches -----------------------------------------------------------------------

    def _list_rows(self) -> list[matches.MatchRow]:
        """Return the running matches. Matches that aren't on the disk yet come first."""
        # List unsaved matches before reading, because a match may be saved in the meantime.
        unsaved = self._find_unsaved()
        found = self._read_rows()
        fresh = [row for row in unsaved.values() if row is not None]
        return [*reversed(fresh), *[row for row in found if row.uid not in unsaved]]

    def _find_unsaved(self) -> dict[str, matches.MatchRow | None]:
        """Return the unsaved rows of matches by identifier.

        A row is None if the unsaved change ends the match.
        """
        with self._lock:
            return {each.uid: each.row for each in self._pending if each.uid}

    def _read_rows(self) -> list[matches.MatchRow]:
        return self.read(matches.list_running, [])

    def _is_elsewhere(self, row: matches.MatchRow) -> bool:
        return row.instance not in (0, self._instance.number) and self._is_alive(row.instance)

    def _is_alive(self, instance: int) -> bool:
        return instance in storage.list_other_instances(self._paths, self._instance.number)

    @property
    def last(self) -> str | None:
        """Identity of the running match played last; None if there is none.

        Matches that another running instance of the program is playing are left out.
        """
        return next(iter(self.last_by_game("").values()), None)

    def last_by_game(self, unknown: str) -> dict[str, str]:
        """Return the match played last in each game, the game played last first.

        Args:
            unknown: Key to return for a match if the name of its game can't be read.
        """
        found: dict[str, str] = {}
        for row in self._list_rows():
            if not self._is_elsewhere(row):
                found.setdefault(row.game if row.game in self._catalogue else unknown, row.uid)
        return found

    @property
    def has_running(self) -> bool:
        """Whether any match is running."""
        return bool(self._list_rows())

    def list_running(self) -> tuple[RunningMatch, ...]:
        """Return all running matches, most recently played first.

        The matches aren't locked for this instance of the program, and are only shown. `resume`
        loads a match to play on.
        """
        unsaved = self._find_unsaved()
        return tuple(
            [self._build_running_match(row, row.uid not in unsaved) for row in self._list_rows()]
        )

    def _build_running_match(self, row: matches.MatchRow, is_saved: bool) -> RunningMatch:
        day = None
        with suppress(ValueError):
            day = date.fromisoformat(row.day)
        found = RunningMatch(
            row.uid,
            row.game,
            day=day,
            time=row.ended if re.fullmatch("[0-9]{2}:[0-9]{2}", row.ended) else "",
            is_counted=bool(row.is_counted),
            is_saved=is_saved,
            is_in_use=self._is_elsewhere(row),
        )
        try:
            return found._replace(saved=self._look_into(row.text))
        except DamagedSaveError as error:
            return found._replace(problem=error)

    def _read_match(self, text: str) -> SavedMatch:
        return read_match(text, load_all_rules(self._catalogue))

    def saved_in(self, uid: str) -> SavedMatch | None:
        """Return an unfinished match to show; None if it was finished or deleted.

        The match isn't locked for this instance of the program: `resume` loads a match to play on.
        May be called in any thread.

        Raises:
            DamagedSaveError: The saved text can't be parsed.
        """
        row = next((row for row in self._list_rows() if row.uid == uid), None)
        if row is None:
            return None
        return self._look_into(row.text)

    def add_running(self) -> str:
        """Return an identifier for a new running match, which `save_running` then stores.

        Raises:
            TooManyMatchesError: There are too many running matches.
        """
        if len(self._list_rows()) >= MAX_RUNNING:
            raise TooManyMatchesError
        return self._new_uid()

    def resume(self, uid: str) -> SavedMatch:
        """Load an unfinished match and lock it for this instance of the program.

        `close_running` removes the lock.

        Raises:
            LockHeld: Another instance is playing the match.
            FileReadError: The match has ended or was deleted.
            DamagedSaveError: The saved text can't be parsed.
        """
        self._discard_change((_RELEASE, uid))
        unsaved = self._find_unsaved()
        if uid in unsaved:
            row = unsaved[uid]
        else:
            row = self._claim(uid)
        if row is None:
            raise files.FileReadError(
                self._paths.library, "missing", "the match is over or deleted"
            )
        if self._is_elsewhere(row):
            raise storage.LockHeld(uid)
        try:
            return self._read_match(row.text)
        except DamagedSaveError:
            self.close_running(uid)
            raise

    def _claim(self, uid: str) -> matches.MatchRow | None:
        claim = partial(
            matches.claim, uid=uid, instance=self._instance.number, is_alive=self._is_alive
        )
        try:
            return self._submit(lambda: self._write(claim)).result()
        except files.FileWriteError:
            # The match can't be locked, for example because the disk is full. Return it only if no
            # other instance of the program is running, which could open it too.
            row = next((row for row in self._read_rows() if row.uid == uid), None)
            is_own = row is not None and row.instance == self._instance.number
            if not is_own and storage.list_other_instances(self._paths, self._instance.number):
                raise storage.LockHeld(uid) from None
            return row

    def save_running(self, uid: str, game: str, text: str, day: date) -> None:
        """Queue the save of a match played here; it replaces a save that is still waiting.

        Args:
            uid: Identifier of the match.
            game: Name of its game.
            text: The save, see `tabletop.match.write_match`.
            day: Day of its last step.
        """
        ended = f"{self._now():%H:%M}"
        row = matches.MatchRow(uid, text, game, day.isoformat(), ended, self._instance.number)
        self._add(_Change(partial(matches.store_running, row=row), uid, uid, row))

    def close_running(self, uid: str) -> None:
        """Remove the lock of a match played here, so that other instances can play it."""
        release = partial(matches.release, uid=uid)
        self._add(_Change(release, (_RELEASE, uid)), can_wait=True)

    def finish(self, uid: str, end: Callable[[sqlite3.Connection], str]) -> None:
        """End a match: write its result, its record and its statistics in one transaction.

        Args:
            uid: Identifier of the match.
            end: Writes the statistics and returns the record. It may run several times.
        """
        row = self._find_unsaved().get(uid)
        # If `ended` is "", the library keeps the end time that it has already stored.
        ended = "" if row is None else row.ended

        def write(db: sqlite3.Connection) -> None:
            text = end(db)
            matches.store_record(db, matches.MatchRow(uid, text, ended=ended))

        self._add(_Change(write, uid, uid))
        seconds = self._now().timestamp()
        self._submit(lambda: self._back_up(seconds), key="backup")

    def discard(self, uid: str) -> None:
        """Delete a match that was started but isn't kept."""
        self._add(_Change(partial(matches.delete, uid=uid), uid, uid))

    def delete(self, uid: str) -> None:
        """Delete a running match at once. A match that has ended meanwhile isn't deleted.

        Raises:
            LockHeld: Another running instance of the program is playing it.
            FileWriteError: The match can't be deleted.
        """

        def delete(db: sqlite3.Connection) -> None:
            row = matches.claim(db, uid, self._instance.number, self._is_alive)
            if row is not None:
                if row.instance != self._instance.number:
                    raise storage.LockHeld(uid)
                matches.delete(db, uid)

        def erase() -> None:
            self._write(delete)
            self._discard_change(uid)

        self._submit(erase).result()


def _may_have_legacy_data(paths: storage.Paths) -> bool:
    """Return whether the folder of the saves may have files of older program versions.

    This check is fast. `older_homes.has_legacy_data` decides, but its module takes long to import,
    and a new user waits for the first frame.
    """
    with suppress(OSError):
        return any(name.startswith(_LEGACY_PREFIXES) for name in os.listdir(paths.saves))
    return False


def _report_bug(fault: Exception) -> None:
    """Pass an exception to `threading.excepthook`, as if it had ended the thread.

    The hook shows the error to the user, because a match may not be saved after a failed write job.
    """
    args = type(fault), fault, fault.__traceback__, threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs(args))
