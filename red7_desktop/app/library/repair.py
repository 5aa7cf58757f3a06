"""Reads the rows of a damaged library without SQLite, and adds them to a sound one.

SQLite can't read a file whose header, schema or inner pages are damaged. This module takes the rows
from the pages directly, and recognises them by their number of columns and their checksum.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from red7_desktop.app.library.schema import (
    EPOCH_COLUMNS,
    PAGE,
    TABLES,
    DamagedLibrary,
    columns_of,
    make_epoch,
    sum_row,
)

WAL_HEAD: Final = 32
FRAME_HEAD: Final = 24


# -- logs --------------------------------------------------------------------------------------


def name_log(file: Path) -> Path:
    """Return the name of the write-ahead log of a SQLite file."""
    return file.with_name(f"{file.name}-wal")


def name_journal(file: Path) -> Path:
    """Return the name of the rollback journal of a SQLite file."""
    return file.with_name(f"{file.name}-journal")


def roll_back_copy(file: Path, folder: Path) -> Path:
    """Copy a SQLite file and its rollback journal, and let SQLite apply the journal to the copy.

    Args:
        file: The file, which isn't changed.
        folder: Empty folder for the copy.

    Returns:
        Path of the copy, which may be damaged.

    Raises:
        OSError: The file or the journal can't be copied.
    """
    copy = folder / file.name
    shutil.copyfile(file, copy)
    shutil.copyfile(name_journal(file), name_journal(copy))
    with suppress(sqlite3.Error), closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA schema_version").fetchone()
    return copy


class LogFrame(NamedTuple):
    """A page in a write-ahead log.

    Attributes:
        page: Number of the page in the file, from 1.
        commits: Whether a transaction ends with this frame.
        image: Content of the page.
    """

    page: int
    commits: bool
    image: bytes


def read_wal(file: Path) -> list[LogFrame]:
    """Return the frames that belong to the present content of a write-ahead log, in their order.

    SQLite overwrites a log from its start. Frames of the present content have the same salts as the
    log's header; older frames have other salts. The result includes damaged frames and all frames
    after a damaged frame, which SQLite silently ignores.
    """
    data = file.read_bytes()
    size = FRAME_HEAD + PAGE
    salts = (data[16:24], data[WAL_HEAD + 8 : WAL_HEAD + 16])
    frames: list[LogFrame] = []
    for at in range(WAL_HEAD, len(data) - size + 1, size):
        if data[at + 8 : at + 16] in salts:
            page, pages = struct.unpack(">II", data[at : at + 8])
            frames.append(LogFrame(page, pages > 0, data[at + FRAME_HEAD : at + size]))
    while frames and not frames[-1].commits:
        frames.pop()
    return frames


# -- pages -------------------------------------------------------------------------------------

_LEAF: Final = 0x0D
"""First byte of a page that contains rows."""
_MOST_LOCAL: Final = PAGE - 35
"""Maximum bytes of a row on its page; longer rows continue on other pages."""
_LEAST_LOCAL: Final = (PAGE - 12) * 32 // 255 - 23
_PARSE_ERRORS: Final = (IndexError, ValueError, TypeError, struct.error)
"""Exceptions raised while parsing damaged pages."""
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""Size in bytes of a value, indexed by its type code in SQLite's records."""


_LOST_PERSON: Final = ("A", "cat", 0, 0)
"""Colour, portrait and further columns of a player whose row is lost."""


class Image(NamedTuple):
    """Rows that were read from a library's file without SQLite, because the file may be damaged.

    Attributes:
        rows: Rows whose own checksum is correct, by table.
        revision: Number of the last transaction, None if the number can't be read.
    """

    rows: Mapping[str, list[tuple[Any, ...]]]
    revision: int | None


def carve_rows(data: bytes) -> Image:
    """Read the rows from the leaf pages of a library.

    Needs neither the header, the schema, the inner pages of trees nor the indexes: the number of
    columns gives the table, and the checksum confirms the row.

    Args:
        data: The file, with the pages of its log applied.
    """
    by_width = {1 + len(columns_of(table)): table for table in TABLES}
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}
    revision = None
    for number, values in _iterate_cells(data):
        with suppress(*_PARSE_ERRORS, DamagedLibrary):
            table = by_width.get(len(values), "")
            if table and table != "seats":
                values[0] = number
            if table and sum_row(*values[:-1]) == values[-1]:
                rows[table].append(tuple(values[:-1]))
            elif len(values) == 1 + len(EPOCH_COLUMNS.split(", ")):
                revision = make_epoch(values[1:]).revision
    return Image(rows, revision)


def _iterate_cells(data: bytes) -> Iterator[tuple[int, list[Any]]]:
    """Yield the number and the values of each row on all leaf pages."""
    for base in range(0, len(data) - PAGE + 1, PAGE):
        head = base + (100 if base == 0 else 0)
        if data[head] != _LEAF:
            continue
        (count,) = struct.unpack_from(">H", data, head + 3)
        for nth in range(min(count, PAGE // 4)):
            with suppress(*_PARSE_ERRORS):
                (offset,) = struct.unpack_from(">H", data, head + 8 + 2 * nth)
                yield _read_cell(data, base + offset)


def _read_cell(data: bytes, at: int) -> tuple[int, list[Any]]:
    size, at = _read_varint(data, at)
    number, at = _read_varint(data, at)
    if size > len(data):
        raise ValueError("a row longer than the file")
    local = size
    if size > _MOST_LOCAL:
        local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % (PAGE - 4)
        if not (local <= _MOST_LOCAL):
            local = _LEAST_LOCAL
    parts = [data[at : at + local]]
    missing = size - local
    at += local
    while missing > 0:
        (page,) = struct.unpack_from(">I", data, at)
        at = (page - 1) * PAGE
        parts.append(data[at + 4 : at + 4 + min(missing, PAGE - 4)])
        missing -= PAGE - 4
    return number, _read_record(b"".join(parts))


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return an integer in SQLite's variable-length format, and the offset after it."""
    value = 0
    for offset in range(at, at + 8):
        value = value << 7 | data[offset] & 0x7F
        if data[offset] < 0x80:
            return value, offset + 1
    return value << 8 | data[at + 8], at + 9


def _read_record(record: bytes) -> list[Any]:
    """Return the values of a row in SQLite's record format."""
    end, at = _read_varint(record, 0)
    kinds = []
    while at < end:
        kind, at = _read_varint(record, at)
        kinds.append(kind)
    values: list[Any] = []
    for kind in kinds:
        if kind < len(_WIDTHS):
            size = _WIDTHS[kind]
        else:
            size = (kind - 12) // 2
        value = record[at : at + size]
        at += size
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind < 7:
            values.append(int.from_bytes(value, "big", signed=True))
        else:  # The value is text or bytes: no column of the library has floating-point numbers.
            values.append(value.decode() if kind % 2 else value)
    return values


def read_image(file: Path) -> list[Image]:
    """Read the rows of a library file without SQLite.

    Returns:
        The file's state on the disk, then its newer state with the pages of its log applied. Only
        the first if there is no log.
    """
    data = file.read_bytes() if file.exists() else b""
    found = [carve_rows(data)]
    log = name_log(file)
    if log.exists():
        found.append(carve_rows(apply_pages(data, read_wal(log))))
    return found


_MOST_PAGES: Final = 1 << 15
"""Page numbers up to this are always accepted in a write-ahead log. A larger number counts as
damaged, unless the file and the log together have so many pages."""


def apply_pages(data: bytes, frames: Sequence[LogFrame]) -> bytes:
    """Return a file's content after the pages in its write-ahead log are written into it."""
    image = bytearray(data.ljust(-(-len(data) // PAGE) * PAGE, b"\0"))
    most = max(_MOST_PAGES, len(image) // PAGE + len(frames))
    for frame in frames:
        if 0 < frame.page <= most:
            end = frame.page * PAGE
            image.extend(bytes(max(0, end - len(image))))
            image[end - PAGE : end] = frame.image
    return bytes(image)


def merge_images(images: Sequence[Image], db: sqlite3.Connection) -> int:
    """Merge the rows of other copies of a library: add missing rows, and replace older rows.

    Args:
        images: Rows of the other copies, such as of a damaged file; the oldest copy first.
        db: The library that gets the rows, in a transaction.

    Returns:
        Number of matches, events and puzzles that were added or changed.
    """
    changed: set[tuple[str, Any]] = set()
    count = 0
    for image in images:
        _merge_players(image.rows, db)
        changed |= {("match", uid) for uid in _merge_matches(image.rows, db)}
        changed |= {("event", row) for row in _merge_events(image.rows["events"], db)}
        for row in image.rows["puzzles"]:
            count += _insert(db, "puzzles", (None, *row[1:]), "ON CONFLICT DO NOTHING")
        query = "UPDATE epoch SET revision = max(revision, ?)"
        db.execute(query, (image.revision or 0,))
    return count + len(changed)


def _merge_players(rows: Mapping[str, Sequence[tuple[Any, ...]]], db: sqlite3.Connection) -> None:
    """Add missing players, and replace older rows of players.

    If seats or events refer to a player whose row is lost, add a placeholder row.
    """
    for row in rows["players"]:
        newer = f"{_update_of('players')} WHERE excluded.changed > changed"
        _insert(db, "players", row, f"ON CONFLICT (id) DO {newer}")
    person = columns_of("seats").index("person")
    name = columns_of("seats").index("name")
    named = {seat[person]: seat[name] for seat in rows["seats"] if seat[person] is not None}
    for number in {event[1] for event in rows["events"]} | named.keys():
        lost = (number, named.get(number, ""), *_LOST_PERSON)
        _insert(db, "players", lost, "ON CONFLICT DO NOTHING")


def _update_of(table: str) -> str:
    """Return the SQL clause that replaces all values of a row except its keys."""
    keys = ("id", "uid", "match", "seat")
    values = [f"{name} = excluded.{name}" for name in columns_of(table) if name not in keys]
    return f"UPDATE SET {', '.join(values)}"


_MERGED_COLUMNS: Final = ("text", "is_pinned", "curve", "is_searched")
"""Columns of a match that may change while its column `changed` (the number of the last change)
stays the same. If two copies of the match differ in them, a merge keeps the larger value."""


def _merge_matches(
    rows: Mapping[str, Sequence[tuple[Any, ...]]], db: sqlite3.Connection
) -> set[str]:
    """Add matches with their seats. Return the identifiers of the new and the changed matches."""
    found = set()
    uid = columns_of("matches").index("uid")
    at = columns_of("matches").index("changed")
    seats: dict[int, list[tuple[Any, ...]]] = {}
    for seat in rows["seats"]:
        seats.setdefault(seat[0], []).append(seat)
    kept = ", ".join([f"{name} = max({name}, excluded.{name})" for name in _MERGED_COLUMNS])
    query = f"SELECT {', '.join(columns_of('matches'))} FROM matches WHERE uid = ?"
    for row in rows["matches"]:
        there = db.execute(query, (row[uid],)).fetchone()
        if there is not None and row[at] < there[at]:
            continue
        is_other = there is not None and row[at] == there[at]
        if is_other:
            clause = f"UPDATE SET {kept}"
        else:
            clause = _update_of("matches")
        taken = db.execute("SELECT 1 FROM matches WHERE id = ?", row[:1]).fetchone()
        own = (None if taken else row[0], *row[1:])
        _insert(db, "matches", own, f"ON CONFLICT (uid) DO {clause}")
        now = db.execute(query, (row[uid],)).fetchone()
        for seat in seats.get(row[0], ()):
            if is_other:
                clause = "NOTHING"
            else:
                clause = _update_of("seats")
            own = (now[0], *seat[1:])
            _insert(db, "seats", own, f"ON CONFLICT (match, seat) DO {clause}")
        if now != there:
            found.add(row[uid])
    return found


def _merge_events(rows: Sequence[tuple[Any, ...]], db: sqlite3.Connection) -> set[tuple[Any, ...]]:
    """Add events; if two different events have the same number, both are kept."""
    names = ", ".join(columns_of("events"))
    found = set()
    for row in rows:
        there = db.execute(f"SELECT {names} FROM events WHERE id = ?", (row[0],)).fetchone()
        if there is None or there[:-1] != row[:-1]:
            _insert(db, "events", row if there is None else (None, *row[1:]))
            found.add(row)
    return found


def _insert(db: sqlite3.Connection, table: str, row: Sequence[Any], otherwise: str = "") -> int:
    """Insert a row; return the number of changed rows."""
    names = columns_of(table)
    holes = ", ".join("?" * len(names))
    change = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({holes}) {otherwise}"
    return db.execute(change, tuple(row)).rowcount
