"""The library's SQLite file: opening, checking, transactions and backups.

Every row of a table ends in a checksum of its values, and the table `epoch` holds the sum of all
checksums. This detects a file in which a value, a page or a transaction isn't what was written,
even if SQLite can read it.

Every transaction gives the file a new random token and stores the previous one. A write-ahead log
beside the file belongs to it only if it contains the file's token, a rollback journal only if it
leads to an undamaged library. Any other (copied by a sync program, or left when a backup was put
back) is set aside before SQLite applies it to the file.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar
from urllib.parse import quote_from_bytes

from red7_desktop.app.library.repair import (
    LogFrame,
    apply_pages,
    carve_rows,
    merge_images,
    name_journal,
    name_log,
    read_image,
    read_wal,
    roll_back_copy,
)
from red7_desktop.app.library.schema import (
    EPOCH_COLUMNS,
    PAGE,
    TABLES,
    TOKEN_BYTES,
    DamagedLibrary,
    Epoch,
    columns_of,
    list_statements,
    make_epoch,
    sum_row,
)
from red7_desktop.kit import storage
from red7_desktop.kit.texts import Texts, format_date_digits
from red7_desktop.tabletop import files

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
APPLICATION_ID: Final = 0x5237_4C49
"""Identifies the file as a library (`PRAGMA application_id`): "R7LI"."""
VERSION: Final = 1
"""Version of the tables that this program writes (`PRAGMA user_version`)."""
BUSY_TIMEOUT: Final = 2.0
"""Seconds to wait while another program locks the file."""
_CACHE: Final = "PRAGMA cache_size = -512"
"""Sets the cache of a connection to 512 KB, a quarter of the default. Nothing gets slower, and a
large library needs less memory."""
SYNCHRONOUS: Final = "FULL"
"""`PRAGMA synchronous`: SQLite flushes to the disk at the end of every transaction."""
BACKUPS: Final = 3
"""Number of backups to keep."""
_HEADER: Final = (
    (0, b"SQLite format 3\0" + PAGE.to_bytes(2, "big")),
    (20, bytes([0, 64, 32, 32])),
    (56, (1).to_bytes(4, "big")),
)
"""Constant fields of the first page of the library's file: their offsets and values."""


class LibraryProblemKind(StrEnum):
    """Problems that were found when the library (the database file) was opened."""

    RESTORED = "restored"
    """The file was damaged or missing; a backup replaced it."""
    REBUILT = "rebuilt"
    """The file was damaged without a backup; a new one has everything that could be read."""
    FOREIGN_LOG = "foreign log"
    """A log or journal that doesn't belong to the file was set aside."""
    CUT_OFF = "cut off"
    """The write-ahead log was damaged; the last steps of matches may be missing."""
    OLDER = "older"
    """The file was older than its backup; the missing entries were added."""
    UNREAD = "unread"
    """A file of an older program version could not be read."""
    NEWER = "newer"
    """A newer program version has written the file, so it is read-only."""


class LibraryProblem(NamedTuple):
    """A problem with the library that the user should know about.

    Attributes:
        kind: The kind of problem.
        file: Name of the library, or of the log beside it.
        renamed_to: New name of the damaged file, "" if there was none.
        day: Day of the backup, None if there is none.
        recovered: Number of newer matches and events recovered from the damaged file.
    """

    kind: LibraryProblemKind
    file: str
    renamed_to: str = ""
    day: date | None = None
    recovered: int = 0

    def words(self, texts: Texts) -> str:
        """Return a message for the user about the problem."""
        values = {"name": self.file, "aside": self.renamed_to}
        match self.kind:
            case LibraryProblemKind.RESTORED if self.renamed_to:
                said = texts(
                    "{name} was damaged and is now {aside}. The backup of {day} was restored.",
                    **values,
                    day=self._format_day(texts),
                )
            case LibraryProblemKind.RESTORED:
                said = texts(
                    "{name} was missing. The backup of {day} was restored.",
                    **values,
                    day=self._format_day(texts),
                )
            case LibraryProblemKind.REBUILT if self.renamed_to:
                said = texts(
                    "{name} was damaged and is now {aside}. There was no backup.", **values
                )
            case LibraryProblemKind.REBUILT:
                said = texts("{name} was missing and its backup was damaged.", **values)
            case LibraryProblemKind.FOREIGN_LOG:
                said = texts(
                    "{name} didn’t belong to your library. It was renamed to {aside}.", **values
                )
            case LibraryProblemKind.CUT_OFF:
                said = texts("{name} was damaged: the last moves may be missing.", **values)
            case LibraryProblemKind.OLDER:
                said = texts("{name} was older than its backup.", **values)
            case LibraryProblemKind.UNREAD:
                said = texts("{name} can’t be read: its entries are missing.", **values)
            case LibraryProblemKind.NEWER:
                said = texts("A newer version wrote {name}: nothing can be saved.", **values)
        if self.recovered:
            more = texts.plural(
                "{n} newer entry was recovered.",
                "{n} newer entries were recovered.",
                self.recovered,
            )
            return f"{said} {more}"
        return said

    def _format_day(self, texts: Texts) -> str:
        if self.day is None:
            return texts("an earlier day")
        return format_date_digits(texts, self.day)


# -- checksums and tokens ----------------------------------------------------------------------


def connect(path: Path, *, is_frozen: bool = False) -> sqlite3.Connection:
    """Open an existing SQLite file. The connection may be used in any thread.

    Args:
        path: The file.
        is_frozen: Read the file as it is on the disk, without its log and without locks.

    Raises:
        sqlite3.Error: The file can't be opened.
    """
    if is_frozen:
        mode = "mode=ro&immutable=1"
    else:
        mode = "mode=rw"
    db = sqlite3.connect(
        f"{_make_address(path)}?{mode}",
        uri=True,
        timeout=BUSY_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,
    )
    db.create_function("sum_row", -1, sum_row, deterministic=True)
    db.execute("PRAGMA foreign_keys = ON")
    # Overwrite deleted rows, so that `carve_rows` doesn't find them when it repairs the file.
    db.execute("PRAGMA secure_delete = ON")
    return db


def _make_address(path: Path) -> str:
    """Return the URI with which SQLite opens a file, also in network folders."""
    name = path.absolute().as_posix()
    if not name.startswith("/"):
        name = f"/{name}"
    return f"file://{quote_from_bytes(os.fsencode(name), safe='/:')}"


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run statements in one transaction; roll it back if one fails."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def write_new_token(db: sqlite3.Connection) -> None:
    """Replace the random token that identifies the file's state, and store the previous one.

    Every transaction must call this.
    """
    db.execute(
        f"UPDATE epoch SET before = token, token = randomblob({TOKEN_BYTES}),"
        " revision = revision + 1"
    )


def fill_new(file: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """Create a library and let `fill` insert rows, in one transaction."""
    file.touch()
    with closing(connect(file)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA journal_mode = MEMORY")
        with transaction(db):
            for statement in list_statements():
                db.execute(statement)
            fill(db)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {VERSION}")


# -- checking ----------------------------------------------------------------------------------


def check_header(file: Path) -> None:
    """Check the constant fields of the file's first page.

    SQLite doesn't report most wrong values: it opens the file read-only, as one of a newer format.

    Raises:
        DamagedLibrary: A field has another value.
        OSError: The file can't be read.
    """
    with file.open("rb") as opened:
        head = opened.read(100)
    is_known = all(head[at : at + len(value)] == value for at, value in _HEADER)
    if not is_known or head[18:20] not in (b"\1\1", b"\2\2"):
        raise DamagedLibrary("its first page is not that of a library")


@cache
def _list_schema() -> frozenset[tuple[str, str]]:
    """Return pairs: the name of each table, trigger or index, and the SQL that creates it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.create_function("sum_row", -1, sum_row, deterministic=True)
        for statement in list_statements():
            db.execute(statement)
        return frozenset(db.execute("SELECT name, sql FROM sqlite_master").fetchall())


def check_shape(db: sqlite3.Connection) -> int:
    """Check that a file is a library with the tables of this program; return its version.

    A newer version of the program may have other tables. A version number that is two or more above
    `VERSION` must come with other tables: if the tables are the same, the number is damaged.

    Raises:
        DamagedLibrary: The file is something else, or damaged.
        sqlite3.Error: The file can't be read.
    """
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if mark != APPLICATION_ID:
        raise DamagedLibrary("it is not a library of this program")
    if version < VERSION:
        raise DamagedLibrary(f"there is no version {version}")
    there = frozenset(db.execute("SELECT name, sql FROM sqlite_master").fetchall())
    is_own = there == _list_schema()
    if version > VERSION + 1 and is_own:
        raise DamagedLibrary(f"its tables are not those of version {version}")
    if version > VERSION:
        return int(version)
    if not is_own:
        raise DamagedLibrary("a table, a trigger or an index is another one")
    if db.execute("SELECT count(*) FROM epoch").fetchone() != (1,):
        raise DamagedLibrary("it has no epoch")
    return VERSION


def check_pages(db: sqlite3.Connection) -> None:
    """Check the structure of the file, and that indexes match their tables.

    Takes about 20 ms for a megabyte.

    Raises:
        DamagedLibrary: A page is damaged, or older than the others.
    """
    found = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise DamagedLibrary(str(found[0]))


def check_rows(db: sqlite3.Connection) -> None:
    """Check the checksum of every row, and the sum of all checksums.

    Raises:
        DamagedLibrary: A value was changed, or rows are missing.
    """
    total = 0
    db.execute("BEGIN")
    try:
        for table in TABLES:
            names = ", ".join(columns_of(table))
            broken = db.execute(f"SELECT 1 FROM {table} WHERE sum IS NOT sum_row({names}) LIMIT 1")
            if broken.fetchone():
                raise DamagedLibrary(f"a row of {table} is not as it was written")
            (found,) = db.execute(f"SELECT coalesce(sum(sum), 0) FROM {table}").fetchone()
            total += found
        known = _read_epoch(db).total
    finally:
        db.execute("COMMIT")
    if total != known:
        raise DamagedLibrary("rows are missing")


def is_corruption_error(error: Exception) -> bool:
    """Return whether an error means that the file itself is damaged."""
    if isinstance(error, DamagedLibrary | UnicodeDecodeError):
        return True
    is_undecodable = isinstance(error, sqlite3.OperationalError) and "decode" in str(error)
    return is_undecodable or _name_of(error).startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def _name_of(error: Exception) -> str:
    """Return SQLite's name of an error, "" if SQLite didn't raise it."""
    return str(getattr(error, "sqlite_errorname", ""))


def _is_not_library(error: Exception) -> bool:
    """Return whether opening failed because the file is damaged or isn't the program's library.

    The program's SQL statements are constants. If SQLite rejects a statement, the file doesn't have
    the tables of the program's library.
    """
    return is_corruption_error(error) or _name_of(error) == "SQLITE_ERROR"


_READ_ERRORS: Final = (DamagedLibrary, sqlite3.Error, UnicodeDecodeError)


def is_sound(file: Path) -> bool:
    """Return whether a file is an undamaged library."""
    try:
        check_header(file)
        with closing(connect(file, is_frozen=True)) as db:
            check_shape(db)
            check_pages(db)
            check_rows(db)
    except (OSError, *_READ_ERRORS):
        return False
    return True


def _name_index(file: Path) -> Path:
    return file.with_name(f"{file.name}-shm")


def _read_epoch(db: sqlite3.Connection) -> Epoch:
    return make_epoch(db.execute(f"SELECT {EPOCH_COLUMNS} FROM epoch").fetchone())


def _find_epoch_page(db: sqlite3.Connection) -> int:
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'epoch'").fetchone()
    return int(page)


def belongs_to_file(file: Path, beside: Path) -> bool:
    """Return whether SQLite may apply a log or rollback journal to a library file.

    SQLite may apply a log that was written for the file as it is now. SQLite may apply a journal if
    the library is undamaged afterwards, unless the journal would undo a complete transaction.
    Otherwise the log or journal belongs to another library, or to an older copy of this library.

    Args:
        file: The library file.
        beside: SQLite's write-ahead log or rollback journal of the library, in the same folder.

    Raises:
        DamagedLibrary: The library itself can't be read.
        sqlite3.Error: The library itself can't be read.
    """
    with closing(connect(file, is_frozen=True)) as db:
        own = _read_epoch(db)
    if beside == name_log(file):
        if _has_other_page_size(beside):
            return False
        frames = read_wal(beside)
        return not frames or any(own.token in each.image for each in frames)
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        copy = roll_back_copy(file, Path(folder))
        if not is_sound(copy):
            return False
        with closing(connect(copy, is_frozen=True)) as db:
            total = _read_epoch(db).total
    return total == own.total or not is_sound(file)


def _has_other_page_size(log: Path) -> bool:
    """Return whether a write-ahead log has a valid page size other than the library's.

    The log then belongs to another file.
    """
    with log.open("rb") as opened:
        size = int.from_bytes(opened.read(12)[8:], "big")
    return size != PAGE and size.bit_count() == 1 and 512 <= size <= 65_536


# -- the file ----------------------------------------------------------------------------------

_CODES: Final = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "not_permitted"),
    ("SQLITE_CANTOPEN", "not_permitted"),
    ("SQLITE_PERM", "not_permitted"),
    ("SQLITE_BUSY", "busy"),
    ("SQLITE_LOCKED", "busy"),
)
_NO_LOG: Final = ("SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_PROTOCOL", "SQLITE_READONLY")
"""Errors on file systems that lack the shared memory needed for a write-ahead log."""


class Database:
    """The library's file. Only one thread may write; any thread may read.

    Args:
        file: Path of the file.
        fill: Inserts the data of older program versions into a new library, in the transaction
            that creates it.
        is_alone: Returns whether no other running instance of the program has the library open.

    Attributes:
        troubles: Problems that the user should know about, oldest first. The caller shows them and
            clears the list.
        is_read_only: Whether a newer program version has written the file.
    """

    def __init__(
        self,
        file: Path,
        fill: Callable[[sqlite3.Connection], object],
        is_alone: Callable[[], bool],
    ) -> None:
        self.file = file
        self.troubles: list[LibraryProblem] = []
        self.is_read_only = False
        self._fill = fill
        self._is_alone = is_alone
        self._db: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    # -- reading and writing -------------------------------------------------------------------

    def open(self) -> None:
        """Open or create the file; repair it if it is damaged.

        Raises:
            FileWriteError: The file can be neither opened nor created.
        """
        with self._translate_errors():
            self._opened()

    def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job in a transaction, which is on the disk when this returns.

        Raises:
            FileWriteError: The file could not be written; nothing has changed.
        """
        with self._translate_errors():
            try:
                return self._write(job)
            except _READ_ERRORS as error:
                if is_corruption_error(error):
                    self._repair(error)
                elif _name_of(error).startswith("SQLITE_READONLY"):
                    # The disk may have been read-only when the file was opened, and be writable
                    # now. After the file is closed, `_write` opens it again.
                    self.close()
                else:
                    raise
                return self._write(job)

    def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        db = self._opened()
        if self.is_read_only:
            raise files.FileWriteError(self.file, "newer", "a newer program has written it")
        with transaction(db):
            write_new_token(db)
            return job(db)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open a read-only connection for a `with` block.

        Raises:
            FileReadError: There is no library, or the library can't be read.
        """
        if not self.file.exists():
            raise files.FileReadError(self.file, "missing", "there is no library yet")
        try:
            with closing(self._connect_for_reading()) as db:
                yield db
        except _READ_ERRORS as error:
            raise files.FileReadError(self.file, "failed", str(error)) from error

    def _connect_for_reading(self) -> sqlite3.Connection:
        """Open a connection that can't write.

        If SQLite can't create the files of its write-ahead log in the folder, and there is no log
        yet, the file is opened as immutable.
        """
        db = connect(self.file)
        try:
            db.execute("PRAGMA query_only = ON")
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            db.close()
            log = name_log(self.file)
            has_log = log.exists() and log.stat().st_size
            if has_log or not _name_of(error).startswith(_NO_LOG):
                raise
            db = connect(self.file, is_frozen=True)
        db.execute(_CACHE)
        return db

    def check(self) -> None:
        """Check the whole file and repair it if needed, unless a newer program version wrote it.

        Raises:
            FileWriteError: The file is damaged and can't be repaired.
        """
        with self._translate_errors():
            try:
                db = self._opened()
                if not self.is_read_only:
                    check_pages(db)
                    check_rows(db)
            except _READ_ERRORS as error:
                if not _is_not_library(error):
                    raise
                self._repair(error)

    def interrupt(self) -> None:
        """From now on, fail at once when another program locks the file."""
        if self._db is not None:
            self._db.execute("PRAGMA busy_timeout = 0")

    def close(self) -> None:
        """Close the file. SQLite moves the contents of its log into the file."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # These errors are bugs of this program, so they aren't reported as file errors.
        except (*_READ_ERRORS, OSError) as error:
            if is_corruption_error(error):
                self.close()  # The next call of `open` repairs the file.
            name = _name_of(error)
            code = next((code for start, code in _CODES if name.startswith(start)), "failed")
            raise files.FileWriteError(self.file, code, str(error)) from error

    # -- opening -------------------------------------------------------------------------------

    def _opened(self) -> sqlite3.Connection:
        """Return the connection; reopen if another file has replaced the library."""
        if self._db is not None and self._identity == self._find_identity():
            return self._db
        self.close()
        files.make_folder_for(self.file)
        with storage.exclusive_lock(self.file):
            frames = self._set_aside_foreign_logs()
            try:
                self._db = self._connect(frames)
            except _READ_ERRORS as error:
                if not _is_not_library(error):
                    raise
                self._replace_damaged(error)
                self._db = self._connect(())
        self._identity = self._find_identity()
        return self._db

    def has_files(self) -> bool:
        """Return whether a library was stored here: its file, its log or a backup exists."""
        files = [self.file, *self._list_logs(), *self.backups]
        return any(file.exists() for file in files)

    def _find_identity(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = self.file.stat()
            return found.st_dev, found.st_ino
        return None

    def _connect(self, frames: Sequence[LogFrame]) -> sqlite3.Connection:
        if self.file.exists():
            check_header(self.file)
        elif self.has_files():
            raise DamagedLibrary("it is missing")
        else:
            fresh = self._free_temporary_path()
            fill_new(fresh, self._fill)
            files.replace_file(fresh, self.file)
        db = self._connect_for_writing()
        try:
            db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            db.execute(_CACHE)
            self.is_read_only = check_shape(db) > VERSION
            if self.is_read_only:
                self.troubles.append(LibraryProblem(LibraryProblemKind.NEWER, self.file.name))
            else:
                self._add_newer_rows(db, frames)
        except BaseException:
            db.close()
            raise
        return db

    def _connect_for_writing(self) -> sqlite3.Connection:
        """Connect with a write-ahead log, or with a rollback journal if that isn't possible."""
        db = connect(self.file)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            # Move the log into the file as far as possible without waiting for readers.
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            db.close()
            if not _name_of(error).startswith(_NO_LOG):
                raise
            _LOG.warning("no write-ahead log on this disk: %s", error)
            db = connect(self.file)
            try:
                # With an exclusive lock SQLite needs no shared memory to open the log.
                db.execute("PRAGMA locking_mode = EXCLUSIVE")
                db.execute("PRAGMA journal_mode = DELETE")
                db.execute("PRAGMA locking_mode = NORMAL")
                db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            # The library can't be opened in either mode. Raise the first exception, whose message
            # is clearer than the second one's on a read-only disk.
            except sqlite3.Error:
                db.close()
                raise error from None
        return db

    def _free_temporary_path(self) -> Path:
        """Delete an old temporary file; return its path, for a new library or backup."""
        spare = self.file.with_name(f".{self.file.name}-{os.getpid()}.tmp")
        spare.unlink(missing_ok=True)
        return spare

    # -- logs beside the file ------------------------------------------------------------------

    def _list_logs(self) -> list[Path]:
        """Return the paths of the database's write-ahead log and rollback journal.

        A file that is missing or empty is left out.
        """
        found = (name_log(self.file), name_journal(self.file))
        return [each for each in found if each.exists() and each.stat().st_size]

    def _set_aside_foreign_logs(self) -> list[LogFrame]:
        """Rename logs that don't belong to the file, unless another instance is using the file.

        Returns:
            The frames of the file's own write-ahead log.
        """
        frames: list[LogFrame] = []
        if not self.file.exists() or not self._is_alone():
            return frames
        for beside in self._list_logs():
            try:
                belongs = belongs_to_file(self.file, beside)
                if belongs and beside == name_log(self.file):
                    frames = read_wal(beside)
            except _READ_ERRORS:
                # The library is unreadable: keep its log, to set both aside later.
                continue
            if not belongs:
                aside = files.set_aside(beside)
                with suppress(OSError):
                    _name_index(self.file).unlink()
                _LOG.warning("%s belongs to another moment: it is %s now", beside.name, aside.name)
                trouble = LibraryProblem(LibraryProblemKind.FOREIGN_LOG, beside.name, aside.name)
                self.troubles.append(trouble)
        return frames

    def _add_newer_rows(self, db: sqlite3.Connection, frames: Sequence[LogFrame]) -> None:
        """Add rows that are missing or outdated in the library, from a backup and from the log.

        A backup is newer than the library if somebody has replaced the library by an old file. The
        log may contain transactions that SQLite ignores, because SQLite stops reading at the first
        damaged frame. If only the last transaction is missing, it isn't added: a power failure may
        have interrupted its write.

        Args:
            db: The library as SQLite reads it.
            frames: The frames of its log.
        """
        epoch = _read_epoch(db)
        page = _find_epoch_page(db)
        tokens = [frame.image for frame in frames if frame.page == page]
        is_cut_off = bool(tokens) and epoch.before + epoch.token not in tokens[-1]
        newer = (each for each in self.backups if _is_newer(each, epoch.revision))
        sources = [each.read_bytes() for each in newer if is_sound(each)][:1]
        trouble = LibraryProblem(LibraryProblemKind.OLDER, self.file.name)
        if is_cut_off:
            trouble = LibraryProblem(LibraryProblemKind.CUT_OFF, name_log(self.file).name)
            if epoch.token not in tokens[-1]:
                sources.append(apply_pages(self.file.read_bytes(), frames))
        count = 0
        if sources:
            check_pages(db)
            check_rows(db)
            with transaction(db):
                write_new_token(db)
                count = merge_images([carve_rows(source) for source in sources], db)
        if sources or is_cut_off:
            self.troubles.append(trouble._replace(recovered=count))

    # -- damage --------------------------------------------------------------------------------

    def _repair(self, error: Exception) -> None:
        """Replace the library's file, which was found to be damaged while it was in use.

        Keep the file if another running instance of the program has already replaced it.
        """
        self.close()
        with storage.exclusive_lock(self.file):
            if self._find_identity() == self._identity:
                self._replace_damaged(error)
        self._opened()

    def _replace_damaged(self, error: Exception) -> None:
        """Replace the file and its log by the newest undamaged backup, with all newer rows added.

        The file is only renamed once its replacement is complete, so that a full disk changes
        nothing.
        """
        _LOG.warning("the library is damaged: %s", error)
        backup = next((each for each in self.backups if is_sound(each)), None)
        fresh = self._free_temporary_path()
        try:
            if backup is None:
                fill_new(fresh, self._fill)
            else:
                fresh.write_bytes(backup.read_bytes())
            with closing(connect(fresh)) as db:
                db.execute("PRAGMA journal_mode = MEMORY")
                with transaction(db):
                    write_new_token(db)
                    seconds = _read_epoch(db).backed_up
                    recovered = merge_images(read_image(self.file), db)
                    db.execute("UPDATE matches SET copy = 0 WHERE copy != 0")
            aside = self._set_aside(fresh)
        finally:
            fresh.unlink(missing_ok=True)
        if backup is None:
            kind = LibraryProblemKind.REBUILT
        else:
            kind = LibraryProblemKind.RESTORED
        trouble = LibraryProblem(kind, self.file.name, aside, _day_of(seconds), recovered)
        self.troubles.append(trouble)

    def _set_aside(self, fresh: Path) -> str:
        """Replace the damaged file by a new one.

        Returns:
            The name that the damaged file was given, "" if there was no file to rename.
        """
        logs = self._list_logs()
        aside = files.find_unused_name(self.file)
        if self.file.exists():
            aside = files.link_aside(self.file)
        files.replace_file(fresh, self.file)
        for log in logs:  # Rename the old file's logs too, because they don't fit the new file.
            with suppress(OSError):
                log.replace(aside.with_name(aside.name + log.name.removeprefix(self.file.name)))
        with suppress(OSError):
            _name_index(self.file).unlink()
        left = aside.parent.glob(f"{aside.name}*")
        return min([each.name for each in left], default="")

    # -- backups -------------------------------------------------------------------------------

    @property
    def backups(self) -> list[Path]:
        """Paths of the backups, the newest first."""
        stem = self.file.name.partition(".")[0]
        return [self.file.with_name(f"{stem}.backup-{n}") for n in range(1, BACKUPS + 1)]

    def back_up(self, now: float, least: float) -> bool:
        """Write a backup if the last backup is old enough; return whether a backup was written.

        Args:
            now: Seconds since 1970. The last backup also counts as old if the clock was set back by
                at least `least` seconds.
            least: Minimum seconds between two backups.

        Raises:
            FileWriteError: The backup can't be written; the older backups are unchanged.
        """
        with self._translate_errors():
            db = self._opened()
            last = _read_epoch(db).backed_up
            is_young = self.backups[0].exists() and abs(now - last) < least
            if is_young or self.is_read_only:
                return False
            fresh = self._free_temporary_path()
            try:
                fresh.touch()
                with closing(connect(fresh)) as copy:
                    db.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")
                    copy.execute("UPDATE epoch SET backed_up = ?", (int(now),))
                if not is_sound(fresh):
                    self.check()
                    raise files.FileWriteError(fresh, "failed", "the backup is not sound")
                with storage.exclusive_lock(self.file):
                    for older, newer in zip(self.backups[:0:-1], self.backups[-2::-1], strict=True):
                        if newer.exists():
                            newer.replace(older)
                    files.replace_file(fresh, self.backups[0])
            finally:
                fresh.unlink(missing_ok=True)
            self._write(lambda db: db.execute("UPDATE epoch SET backed_up = ?", (int(now),)))
            return True


def _is_newer(backup: Path, revision: int) -> bool:
    with suppress(*_READ_ERRORS), closing(connect(backup, is_frozen=True)) as db:
        return _read_epoch(db).revision > revision
    return False


def _day_of(seconds: int) -> date | None:
    if seconds:
        with suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(seconds).date()
    return None
