"""The library's SQLite file: opening, checking, transactions, backups and repair.

Every row of a table ends in a checksum of its values, and the table `epoch` holds the sum of all of
them. So a file in which one value, one page or one transaction is not what was written is found
out, even if SQLite can read it.

Every transaction gives the file a new random token and remembers the one before. A write-ahead log
or a rollback journal that lies beside the file belongs to it only if it holds the file's token;
others (put there by a sync program, or left when a backup was put back) are set aside before SQLite
could roll them into the file.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import struct
from _blake2 import blake2b
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from red7_desktop.kit import storage
from red7_desktop.kit.texts import Texts, numbers_of
from red7_desktop.tabletop import files

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
APPLICATION_ID: Final = 0x5237_4C49
"""Marks the file as a library (`PRAGMA application_id`): "R7LI"."""
VERSION: Final = 1
"""The version of the tables that this program writes (`PRAGMA user_version`)."""
BUSY_TIMEOUT: Final = 2.0
"""Seconds to wait for another program that holds the file."""
BACKUPS: Final = 3
"""How many backups are kept."""
_SUM_BYTES: Final = 5
"""Size of a row's checksum: the sum of eight million of them fits into SQLite's 64 bits."""
_TOKEN_BYTES: Final = 8
_WAL_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_OUT_OF_PLACE: Final = re.compile(rb"[^A-Za-z0-9/:._~-]")
"""What a URI writes as a number."""

TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "players": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "name TEXT NOT NULL",
        "colour TEXT NOT NULL",
        "face TEXT NOT NULL",
        "is_chosen INTEGER NOT NULL DEFAULT 0",
    ),
    "matches": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "uid TEXT NOT NULL UNIQUE",
        "changed INTEGER NOT NULL",
        "is_running INTEGER NOT NULL",
        "copy INTEGER NOT NULL DEFAULT 0",
        "game TEXT NOT NULL",
        "options TEXT NOT NULL DEFAULT '{}'",
        "day TEXT NOT NULL DEFAULT ''",
        "ended TEXT NOT NULL DEFAULT ''",
        "rounds INTEGER NOT NULL DEFAULT 0",
        "is_over INTEGER NOT NULL DEFAULT 0",
        "is_counted INTEGER NOT NULL DEFAULT 1",
        "text TEXT NOT NULL DEFAULT ''",
        "is_pinned INTEGER NOT NULL DEFAULT 0",
        "curve TEXT NOT NULL DEFAULT ''",
        "is_searched INTEGER NOT NULL DEFAULT 0",
    ),
    "seats": (
        "match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE",
        "seat INTEGER NOT NULL",
        "name TEXT NOT NULL",
        "player TEXT NOT NULL",
        "person INTEGER REFERENCES players ON DELETE SET NULL",
        "score INTEGER",
        "is_winner INTEGER NOT NULL",
        "turns INTEGER NOT NULL",
        "hints INTEGER NOT NULL",
        "marks TEXT NOT NULL",
    ),
    "events": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "person INTEGER NOT NULL REFERENCES players ON DELETE CASCADE",
        "kind TEXT NOT NULL",
        "game TEXT NOT NULL",
        "key TEXT NOT NULL",
        "day TEXT NOT NULL",
        "outcome TEXT NOT NULL",
        "value INTEGER NOT NULL",
    ),
    "puzzles": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "game TEXT NOT NULL",
        "key TEXT NOT NULL",
        "text TEXT NOT NULL",
    ),
}
"""The columns of each table, in an order in which references point back.

matches: `changed` is a number that grows with every write of any match, so that no clock decides
which match was played last. `copy` is the number of the program copy that plays the match, 0 for
none. `text` is the save of a running match, and the record of one that is over ("" where only what
was counted is kept). `marks` of seats is JSON: `[[key, rounds, won], ...]`.
"""
_KEYS: Final = {"seats": "match, seat", "puzzles": "game, key"}
"""What else must be unique in a table."""


def columns_of(table: str) -> list[str]:
    """Return the names of a table's columns, without the checksum."""
    return [column.split()[0] for column in TABLES[table]]


class DamagedLibrary(Exception):
    """A file that is no library, or one in which something is not as it was written."""


class TroubleKind(StrEnum):
    """What happened to the library."""

    RESTORED = "restored"
    """It was damaged or missing; a backup has taken its place."""
    REBUILT = "rebuilt"
    """It was damaged and there was no backup; what could be read is in a new one."""
    FOREIGN_LOG = "foreign log"
    """A log or journal of another moment lay beside it and was set aside."""
    CUT_OFF = "cut off"
    """The end of the log was damaged: the last steps may be missing."""
    UNREAD = "unread"
    """A file of an older program could not be read."""
    NEWER = "newer"
    """A newer program has written it: it is only read."""


class LibraryTrouble(NamedTuple):
    """One thing that happened to the library and that the player should know.

    Attributes:
        kind: What happened.
        file: The library, or the log beside it.
        aside: Name under which the damaged file is kept, "" if there was none.
        day: Day of the backup, None where there is none.
        recovered: Number of newer matches and events that were read from the damaged file.
    """

    kind: TroubleKind
    file: str
    aside: str = ""
    day: date | None = None
    recovered: int = 0

    def words(self, texts: Texts) -> str:
        """Return the sentences for a toast."""
        day = texts("an earlier day") if self.day is None else numbers_of(texts, self.day)
        match self.kind:
            case TroubleKind.RESTORED if self.aside:
                said = texts(
                    "{name} was damaged and is now {aside}. The backup of {day} was restored.",
                    name=self.file,
                    aside=self.aside,
                    day=day,
                )
            case TroubleKind.RESTORED:
                said = texts(
                    "{name} was missing. The backup of {day} was restored.",
                    name=self.file,
                    day=day,
                )
            case TroubleKind.REBUILT:
                said = texts(
                    "{name} was damaged and is now {aside}. There was no backup.",
                    name=self.file,
                    aside=self.aside,
                )
            case TroubleKind.FOREIGN_LOG:
                return texts(
                    "{name} didn’t belong to your library. It was renamed to {aside}.",
                    name=self.file,
                    aside=self.aside,
                )
            case TroubleKind.CUT_OFF:
                return texts("{name} was damaged: the last moves may be missing.", name=self.file)
            case TroubleKind.UNREAD:
                return texts("{name} can’t be read: its entries are missing.", name=self.file)
            case TroubleKind.NEWER:
                return texts("A newer version wrote {name}: nothing can be saved.", name=self.file)
        if self.recovered:
            more = texts.plural(
                "{n} newer entry was recovered.",
                "{n} newer entries were recovered.",
                self.recovered,
            )
            return f"{said} {more}"
        return said


# -- checksums and tokens ----------------------------------------------------------------------


def sum_row(*values: str | int | None) -> int:
    """Return the checksum of a row's values, as SQLite stores it beside them."""
    told = json.dumps(values, ensure_ascii=True).encode()
    return int.from_bytes(blake2b(told, digest_size=_SUM_BYTES).digest(), "big")


def _list_statements() -> Iterator[str]:
    """Return the statements that make the tables of a new file."""
    yield (
        "CREATE TABLE epoch (id INTEGER PRIMARY KEY CHECK (id = 1), before BLOB NOT NULL,"
        " token BLOB NOT NULL, total INTEGER NOT NULL, taken_in INTEGER NOT NULL,"
        " backed_up INTEGER NOT NULL)"
    )
    blank = f"zeroblob({_TOKEN_BYTES})"
    yield f"INSERT INTO epoch VALUES (1, {blank}, randomblob({_TOKEN_BYTES}), 0, 0, 0)"
    for name, columns in TABLES.items():
        values = ", ".join(columns_of(name))
        parts = [*columns, f"sum INTEGER GENERATED ALWAYS AS (sum_row({values})) STORED"]
        if name in _KEYS:
            parts.append(f"UNIQUE ({_KEYS[name]})")
        yield f"CREATE TABLE {name} ({', '.join(parts)})"
        for event, change in (
            ("INSERT", "NEW.sum"),
            ("DELETE", "- OLD.sum"),
            ("UPDATE", "NEW.sum - OLD.sum"),
        ):
            yield (
                f"CREATE TRIGGER {name}_{event.lower()} AFTER {event} ON {name}"
                f" BEGIN UPDATE epoch SET total = total + ({change}); END"
            )
    yield "CREATE INDEX matches_by_change ON matches (changed)"
    yield "CREATE INDEX running_matches ON matches (changed) WHERE is_running = 1"
    yield "CREATE INDEX records ON matches (changed) WHERE is_running = 0 AND text != ''"
    yield "CREATE INDEX uncounted_matches ON matches (is_running) WHERE is_counted = 0"
    yield "CREATE INDEX matches_by_day ON matches (game, day, id)"
    yield "CREATE INDEX seats_by_person ON seats (person)"
    yield "CREATE INDEX events_by_person ON events (person)"


def connect(path: Path, *, is_frozen: bool = False) -> sqlite3.Connection:
    """Open a SQLite file that exists, in any thread.

    Args:
        path: The file.
        is_frozen: Read the file as it lies there: without its log, without locks.

    Raises:
        sqlite3.Error: It can't be opened.
    """
    mode = "immutable=1" if is_frozen else "mode=rw"
    db = sqlite3.connect(
        f"{_make_address(path)}?{mode}",
        uri=True,
        timeout=BUSY_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,
    )
    db.create_function("sum_row", -1, sum_row, deterministic=True)
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _make_address(path: Path) -> str:
    """Return the URI by which SQLite opens a file, in network folders too."""
    plain = path.absolute().as_posix()
    rooted = plain if plain.startswith("/") else f"/{plain}"
    return f"file://{_OUT_OF_PLACE.sub(_quote_byte, os.fsencode(rooted)).decode()}"


def _quote_byte(found: re.Match[bytes]) -> bytes:
    return b"%%%02X" % found[0][0]


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


def _renew_token(db: sqlite3.Connection) -> None:
    db.execute(f"UPDATE epoch SET before = token, token = randomblob({_TOKEN_BYTES})")


def fill_new(file: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """Make a library under a name of its own, and let `fill` put rows into it, all or nothing."""
    file.touch()
    with closing(connect(file)) as db:
        db.execute("PRAGMA journal_mode = MEMORY")
        with transaction(db):
            for statement in _list_statements():
                db.execute(statement)
            fill(db)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {VERSION}")


# -- checking ----------------------------------------------------------------------------------


def check_shape(db: sqlite3.Connection) -> int:
    """Check that a file is a library with the tables of this program; return its version.

    The tables of a newer version may be different.

    Raises:
        DamagedLibrary: It is something else.
        sqlite3.Error: It can't be read.
    """
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if mark != APPLICATION_ID:
        raise DamagedLibrary("it is not a library of this program")
    if version < 1:
        raise DamagedLibrary(f"there is no version {version}")
    if version > VERSION:
        return int(version)
    for table in TABLES:
        named = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
        if not set(columns_of(table)) <= named:
            raise DamagedLibrary(f"the table {table} is another one")
    if db.execute("SELECT count(*) FROM epoch").fetchone() != (1,):
        raise DamagedLibrary("it has no epoch")
    return int(version)


def check_pages(db: sqlite3.Connection) -> None:
    """Check the structure of the file, and that indexes and tables agree.

    Takes some 20 ms for a megabyte.

    Raises:
        DamagedLibrary: A page is not as SQLite wrote it, or not as old as the others.
    """
    found = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise DamagedLibrary(str(found[0]))


def check_rows(db: sqlite3.Connection) -> None:
    """Check every row by its checksum, and all together by the sum of these.

    Raises:
        DamagedLibrary: A value is not as it was written, or rows are missing.
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
        (known,) = db.execute("SELECT total FROM epoch").fetchone()
    finally:
        db.execute("COMMIT")
    if total != known:
        raise DamagedLibrary("rows are missing")


def is_damage(error: Exception) -> bool:
    """Return whether an error means that the file itself is damaged."""
    if isinstance(error, DamagedLibrary | UnicodeDecodeError):
        return True
    is_undecodable = isinstance(error, sqlite3.OperationalError) and "decode" in str(error)
    return is_undecodable or _name_of(error).startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def _name_of(error: Exception) -> str:
    """Return SQLite's name of an error, "" if the error is not SQLite's."""
    return str(getattr(error, "sqlite_errorname", ""))


def _is_another_file(error: Exception) -> bool:
    """Return whether opening fails because the file is damaged or has other tables.

    The statements are always the same, so one that SQLite refuses was meant for another file.
    """
    return is_damage(error) or _name_of(error) == "SQLITE_ERROR"


_ANY_FAULT: Final = (DamagedLibrary, sqlite3.Error, UnicodeDecodeError)


def is_sound(file: Path) -> bool:
    """Return whether a file is a library in which everything is as it was written."""
    try:
        with closing(connect(file, is_frozen=True)) as db:
            check_shape(db)
            check_pages(db)
            check_rows(db)
    except _ANY_FAULT:
        return False
    return True


class _LogFrame(NamedTuple):
    """A page in a write-ahead log. commits: whether a transaction ends with it."""

    page: int
    commits: bool
    image: bytes


def read_wal(file: Path) -> list[_LogFrame]:
    """Return the frames of a write-ahead log that belong to its last run, in their order.

    Every frame of a run has the same salts, which the head of the file has too. Damaged frames, and
    those behind a damaged one, are returned as well: SQLite passes over them without a word.
    """
    data = file.read_bytes()
    if len(data) < _WAL_HEAD:
        return []
    (size,) = struct.unpack(">I", data[8:12])
    if not 512 <= size <= 65536:
        return []
    salts = (data[16:24], data[_WAL_HEAD + 8 : _WAL_HEAD + 16])
    frames: list[_LogFrame] = []
    for at in range(_WAL_HEAD, len(data) - _FRAME_HEAD - size + 1, _FRAME_HEAD + size):
        if data[at + 8 : at + 16] in salts:
            page, pages = struct.unpack(">II", data[at : at + 8])
            start = at + _FRAME_HEAD
            frames.append(_LogFrame(page, pages > 0, data[start : start + size]))
    while frames and not frames[-1].commits:
        frames.pop()
    return frames


def name_log(file: Path) -> Path:
    """Return the name of the write-ahead log of a SQLite file."""
    return file.with_name(f"{file.name}-wal")


def name_journal(file: Path) -> Path:
    """Return the name of the rollback journal of a SQLite file."""
    return file.with_name(f"{file.name}-journal")


def _name_index(file: Path) -> Path:
    return file.with_name(f"{file.name}-shm")


class _Epoch(NamedTuple):
    """The file's tokens, and the page that they lie on."""

    before: bytes
    token: bytes
    page: int


def _read_epoch(db: sqlite3.Connection) -> _Epoch:
    row = db.execute("SELECT before, token FROM epoch").fetchone()
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'epoch'").fetchone()
    if row is None or not all(isinstance(each, bytes) and each for each in row):
        raise DamagedLibrary("it has no epoch")
    before, token = row
    return _Epoch(before, token, page)


def is_of_this_file(file: Path, beside: Path) -> bool:
    """Return whether a log or journal beside a library belongs to it as it is now.

    Raises:
        DamagedLibrary: The library itself can't be read.
        sqlite3.Error: The same.
    """
    with closing(connect(file, is_frozen=True)) as db:
        own = _read_epoch(db)
    if beside == name_log(file):
        frames = read_wal(beside)
        return not frames or any(own.token in each.image for each in frames)
    data = beside.read_bytes()
    return not any(data[:512]) or own.before in data or own.token in data


# -- repair ------------------------------------------------------------------------------------


def recover_rows(damaged: Path, db: sqlite3.Connection) -> int:
    """Copy what is newer in a damaged file into a sound library, row by row.

    Args:
        damaged: The file that was set aside.
        db: A sound library, within a transaction.

    Returns:
        How many matches, events and puzzles were copied.
    """
    try:
        source = connect(damaged)
    except sqlite3.Error:
        return 0
    newer = ", ".join([f"{name} = excluded.{name}" for name in columns_of("players")[1:]])
    person = columns_of("seats").index("person")
    copied: dict[int, int] = {}
    count = 0
    with closing(source):
        for row in _iterate_sound_rows(source, db, "players"):
            _insert(db, "players", row, f"ON CONFLICT (id) DO UPDATE SET {newer}")
        known = {row[0] for row in db.execute("SELECT id FROM players")}
        for row in _iterate_sound_rows(source, db, "matches"):
            number = _recover_match(db, row)
            if number is not None:
                copied[row[0]] = number
        for row in _iterate_sound_rows(source, db, "seats"):
            if row[0] in copied:
                seat = [copied[row[0]], *row[1:]]
                seat[person] = seat[person] if seat[person] in known else None
                _insert(db, "seats", seat, "ON CONFLICT DO NOTHING")
        for row in _iterate_sound_rows(source, db, "events"):
            if row[1] in known:
                count += _insert(db, "events", row, "ON CONFLICT DO NOTHING")
        for row in _iterate_sound_rows(source, db, "puzzles"):
            count += _insert(db, "puzzles", row, "ON CONFLICT DO NOTHING")
    return count + len(copied)


def _iterate_sound_rows(
    source: sqlite3.Connection, db: sqlite3.Connection, table: str
) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a damaged table whose checksums are right.

    They are looked up one by one and without an index, so that a damaged page costs no others.
    """
    names = ", ".join(columns_of(table))
    last = 0
    for asked in (source, db):
        with suppress(*_ANY_FAULT):
            (found,) = asked.execute(f"SELECT max(rowid) FROM {table}").fetchone()
            last = max(last, found or 0)
        with suppress(*_ANY_FAULT):
            query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
            (found,) = asked.execute(query, (table,)).fetchone() or (0,)
            last = max(last, found)
    query = f"SELECT {names}, sum FROM {table} WHERE rowid = ?"
    for number in range(1, min(last, 1_000_000) + 1):
        with suppress(*_ANY_FAULT):
            row = source.execute(query, (number,)).fetchone()
            if row is not None and sum_row(*row[:-1]) == row[-1]:
                yield row[:-1]


def _recover_match(db: sqlite3.Connection, row: tuple[Any, ...]) -> int | None:
    """Store a match unless it is here as it is or newer; return its number, None if not stored."""
    found = _describe_match(row)
    columns = ", ".join(columns_of("matches"))
    there = db.execute(f"SELECT {columns} FROM matches WHERE uid = ?", (found["uid"],)).fetchone()
    if there is not None:
        here = _describe_match(there)
        if here == found or here["changed"] > found["changed"]:
            return None
        db.execute("DELETE FROM matches WHERE id = ?", (there[0],))
    is_taken = db.execute("SELECT 1 FROM matches WHERE id = ?", (row[0],)).fetchone()
    _insert(db, "matches", (None if is_taken else row[0], *row[1:]))
    (number,) = db.execute("SELECT id FROM matches WHERE uid = ?", (found["uid"],)).fetchone()
    return int(number)


def _describe_match(row: Sequence[Any]) -> dict[str, Any]:
    """Return the columns of a match that would be the same in another library."""
    named = dict(zip(columns_of("matches"), row, strict=True))
    del named["id"]
    del named["copy"]
    return named


def _insert(db: sqlite3.Connection, table: str, row: Sequence[Any], otherwise: str = "") -> int:
    names = columns_of(table)
    holes = ", ".join("?" * len(names))
    change = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({holes}) {otherwise}"
    return db.execute(change, tuple(row)).rowcount


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
"""Names of errors where a disk can't share the memory that a write-ahead log needs."""


class Database:
    """The library's file. Writing is for one thread; reading is for any.

    Args:
        file: Where it lies.
        fill: Puts into a new library what older programs have left, in the transaction that makes
            it.
        is_alone: Returns whether no other copy of the program has the library open.

    Attributes:
        troubles: What the player should know of the file, the oldest first; whoever shows it
            empties the list.
        is_read_only: Whether a newer program has written the file.
    """

    def __init__(
        self,
        file: Path,
        fill: Callable[[sqlite3.Connection], object],
        is_alone: Callable[[], bool],
    ) -> None:
        self.file = file
        self.troubles: list[LibraryTrouble] = []
        self.is_read_only = False
        self._fill = fill
        self._is_alone = is_alone
        self._db: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._untold: list[LibraryTrouble] = []

    # -- using it ------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the file, or make it; mend it where it is damaged.

        Raises:
            CannotWrite: It can be neither opened nor made.
        """
        with self._translate():
            self._opened()

    def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job in a transaction that is on the disk when this returns.

        Raises:
            CannotWrite: It could not be written; nothing has changed.
        """
        with self._translate():
            try:
                return self._write(job)
            except _ANY_FAULT as error:
                if not is_damage(error):
                    raise
                self._mend(error)
                return self._write(job)

    def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        db = self._opened()
        if self.is_read_only:
            raise files.CannotWrite(self.file, "newer", "a newer program has written it")
        with transaction(db):
            _renew_token(db)
            return job(db)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open a connection that only reads, and close it again.

        Raises:
            CannotRead: There is no library, or it can't be read.
        """
        if not self.file.exists():
            raise files.CannotRead(self.file, "missing", "there is no library yet")
        try:
            with closing(self._connect_for_reading()) as db:
                yield db
        except _ANY_FAULT as error:
            raise files.CannotRead(self.file, "failed", str(error)) from error

    def _connect_for_reading(self) -> sqlite3.Connection:
        """Connect; read the file as it lies there if nothing can be made beside it."""
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
        return db

    def check(self) -> None:
        """Check the whole file, unless a newer program wrote it; mend it where it is damaged.

        Raises:
            CannotWrite: It is damaged and can't be mended.
        """
        with self._translate():
            try:
                db = self._opened()
                if not self.is_read_only:
                    check_pages(db)
                    check_rows(db)
            except _ANY_FAULT as error:
                if not _is_another_file(error):
                    raise
                self._mend(error)

    def stop_waiting(self) -> None:
        """Give up at once from now on where another program holds the file."""
        if self._db is not None:
            self._db.execute("PRAGMA busy_timeout = 0")

    def close(self) -> None:
        """Close the file. SQLite moves what lies in its log into the file."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    @contextmanager
    def _translate(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):  # faults of the program
            raise
        except (*_ANY_FAULT, OSError) as error:
            if is_damage(error):  # it is seen to when the file is opened the next time
                self.close()
            name = _name_of(error)
            code = next((code for start, code in _CODES if name.startswith(start)), "failed")
            raise files.CannotWrite(self.file, code, str(error)) from error

    # -- opening -------------------------------------------------------------------------------

    def _opened(self) -> sqlite3.Connection:
        """Return the connection; open the file again where another one has taken its place."""
        if self._db is not None and self._identity == self._find_identity():
            return self._db
        self.close()
        files.make_folder_for(self.file)
        with storage.lock_out_others(self.file):
            last_tokens = self._refuse_foreign_logs()
            try:
                self._db = self._connect(last_tokens)
            except _ANY_FAULT as error:
                if not _is_another_file(error):
                    raise
                self._replace_damaged(error)
                self._db = self._connect(None)
        self._identity = self._find_identity()
        self.troubles += self._untold
        self._untold.clear()
        return self._db

    def _find_identity(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = self.file.stat()
            return found.st_dev, found.st_ino
        return None

    def _connect(self, last_tokens: bytes | None) -> sqlite3.Connection:
        if not self.file.exists():
            self._make()
        elif not self.file.stat().st_size:
            raise DamagedLibrary("it is empty")
        db = self._connect_for_writing()
        try:
            db.execute("PRAGMA synchronous = FULL")
            self.is_read_only = check_shape(db) > VERSION
            if self.is_read_only:
                self._untold.append(LibraryTrouble(TroubleKind.NEWER, self.file.name))
            if last_tokens is not None:
                epoch = _read_epoch(db)
                if epoch.before + epoch.token not in last_tokens:
                    log = name_log(self.file).name
                    self._untold.append(LibraryTrouble(TroubleKind.CUT_OFF, log))
        except BaseException:
            db.close()
            raise
        return db

    def _connect_for_writing(self) -> sqlite3.Connection:
        """Connect by a write-ahead log, or by a rollback journal where that can't be used."""
        db = connect(self.file)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")  # writes, and waits for nobody
        except sqlite3.Error as error:
            db.close()
            if not _name_of(error).startswith(_NO_LOG):
                raise
            _LOG.warning("no write-ahead log on this disk: %s", error)
            db = connect(self.file)
            try:
                db.execute("PRAGMA locking_mode = EXCLUSIVE")  # without shared memory
                db.execute("PRAGMA journal_mode = DELETE")
                db.execute("PRAGMA locking_mode = NORMAL")
                db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except sqlite3.Error:  # the disk can only be read: the first error says so
                db.close()
                raise error from None
        return db

    def _make(self) -> None:
        """Make the library, from the newest sound backup if there is one."""
        if any(backup.exists() for backup in self.backups):
            self._restore(None)
            return
        fresh = self._begin_spare()
        fill_new(fresh, self._fill)
        files.put_in_place(fresh, self.file)

    def _begin_spare(self) -> Path:
        """Return the free name under which a library or a backup is put together."""
        spare = self.file.with_name(f".{self.file.name}-{os.getpid()}.tmp")
        spare.unlink(missing_ok=True)
        return spare

    # -- logs beside it ------------------------------------------------------------------------

    def _refuse_foreign_logs(self) -> bytes | None:
        """Set aside logs beside the file that don't belong to it, if no other copy uses it.

        Returns:
            The page with the tokens as the write-ahead log leaves it. None if it has no such page.
        """
        last_tokens = None
        if not self.file.exists() or not self._is_alone():
            return None
        for beside in (name_log(self.file), name_journal(self.file)):
            if not beside.exists() or not beside.stat().st_size:
                continue
            try:
                belongs = is_of_this_file(self.file, beside)
                if belongs and beside == name_log(self.file):
                    last_tokens = self._find_last_tokens(beside)
            except _ANY_FAULT:
                continue  # the library is damaged: it is set aside together with its log
            if not belongs:
                aside = files.move_aside(beside)
                with suppress(OSError):
                    _name_index(self.file).unlink()
                _LOG.warning("%s belongs to another moment: it is %s now", beside.name, aside.name)
                told = LibraryTrouble(TroubleKind.FOREIGN_LOG, beside.name, aside.name)
                self._untold.append(told)
        return last_tokens

    def _find_last_tokens(self, log: Path) -> bytes | None:
        with closing(connect(self.file, is_frozen=True)) as db:
            page = _read_epoch(db).page
        images = [frame.image for frame in read_wal(log) if frame.page == page]
        return images[-1] if images else None

    # -- damage --------------------------------------------------------------------------------

    def _mend(self, error: Exception) -> None:
        """Replace a file that turns out to be damaged while it is used.

        Another copy of the program may have found it out first, and have replaced it.
        """
        self.close()
        with storage.lock_out_others(self.file):
            if self._find_identity() == self._identity:
                self._replace_damaged(error)
        self._opened()

    def _replace_damaged(self, error: Exception) -> None:
        """Set the file aside with its log; put a backup in its place, and what is newer in it."""
        _LOG.warning("the library is damaged and set aside: %s", error)
        aside = files.move_aside(self.file)
        for beside, moved in (
            (name_log(self.file), name_log(aside)),
            (name_journal(self.file), name_journal(aside)),
        ):
            with suppress(OSError):
                beside.replace(moved)
        with suppress(OSError):
            _name_index(self.file).unlink()
        self._restore(aside)

    def _restore(self, aside: Path | None) -> None:
        """Make the library from the newest sound backup, or a new one where there is none.

        Args:
            aside: The damaged file, whose newer rows are added; None where there was no file.
        """
        backup = next((each for each in self.backups if is_sound(each)), None)
        fresh = self._begin_spare()
        if backup is None:
            fill_new(fresh, self._fill)
        else:
            fresh.write_bytes(backup.read_bytes())
        with closing(connect(fresh)) as db:
            db.execute("PRAGMA journal_mode = MEMORY")
            with transaction(db):
                _renew_token(db)
                (seconds,) = db.execute("SELECT backed_up FROM epoch").fetchone()
                recovered = 0 if aside is None else recover_rows(aside, db)
                db.execute("UPDATE matches SET copy = 0 WHERE copy != 0")
        files.put_in_place(fresh, self.file)
        if backup is None and aside is None:
            return
        kind = TroubleKind.REBUILT if backup is None else TroubleKind.RESTORED
        name = "" if aside is None else aside.name
        told = LibraryTrouble(kind, self.file.name, name, _day_of(seconds), recovered)
        self._untold.append(told)

    # -- backups -------------------------------------------------------------------------------

    @property
    def backups(self) -> list[Path]:
        """The names of the backups, the newest first."""
        stem = self.file.name.partition(".")[0]
        return [self.file.with_name(f"{stem}.backup-{n}") for n in range(1, BACKUPS + 1)]

    def back_up(self, now: float, least: float) -> bool:
        """Write a backup, unless the last one is younger than this; return whether it was due.

        Args:
            now: Seconds since 1970. A clock that was set back counts as time that has passed.
            least: Seconds between two backups.

        Raises:
            CannotWrite: It can't be written; the older backups are as they were.
        """
        with self._translate():
            db = self._opened()
            (last,) = db.execute("SELECT backed_up FROM epoch").fetchone()
            is_young = self.backups[0].exists() and abs(now - last) < least
            if is_young or self.is_read_only:
                return False
            fresh = self._begin_spare()
            try:
                with closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
                    db.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")
                    copy.execute("UPDATE epoch SET backed_up = ?", (int(now),))
                if not is_sound(fresh):
                    self.check()
                    raise files.CannotWrite(fresh, "failed", "the backup is not sound")
                with storage.lock_out_others(self.file):
                    for older, newer in zip(self.backups[:0:-1], self.backups[-2::-1], strict=True):
                        if newer.exists():
                            newer.replace(older)
                    files.put_in_place(fresh, self.backups[0])
            finally:
                fresh.unlink(missing_ok=True)
            self._write(lambda db: db.execute("UPDATE epoch SET backed_up = ?", (int(now),)))
            return True


def _day_of(seconds: int) -> date | None:
    if seconds:
        with suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(seconds).date()
    return None
