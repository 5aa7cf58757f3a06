"""The tables of the library, and the checksums of their rows."""

from __future__ import annotations

import json
from _blake2 import blake2b
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

_SUM_BYTES: Final = 5
"""Size of a row's checksum in bytes, chosen so that an SQLite integer (64 bits) can hold the sum of
8,000,000 checksums."""
TOKEN_BYTES: Final = 8
PAGE: Final = 4096
"""Page size of the file in bytes."""
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "players": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "name TEXT NOT NULL",
        "colour TEXT NOT NULL",
        "face TEXT NOT NULL",
        "is_chosen INTEGER NOT NULL DEFAULT 0",
        "changed INTEGER NOT NULL DEFAULT 0",
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
"""The columns of each table. A table comes after the tables that it references.

In players, "changed" is the revision of the library in which the row was last written.

In matches, "changed" is a number that grows with every write of any match, so that the order of
play doesn't depend on a clock. "copy" is the number of the running instance of the program that is
playing the match, 0 if none is. `text` is the save of a running match, or the record of a finished
one ("" if only its statistics are kept).

In seats, `marks` is JSON: `[[key, rounds, won], ...]`.
"""
_KEYS: Final = {"seats": "match, seat", "puzzles": "game, key"}
"""Columns that must be unique together, by table."""


def columns_of(table: str) -> list[str]:
    """Return the names of a table's columns, without the checksum."""
    return [column.split()[0] for column in TABLES[table]]


class DamagedLibrary(Exception):
    """Raised if a file isn't a library of this program, or if its content is damaged."""


def sum_row(*values: str | int | None) -> int:
    """Return the checksum of a row's values, which SQLite stores with the row."""
    data = json.dumps(values, ensure_ascii=True).encode()
    return int.from_bytes(blake2b(data, digest_size=_SUM_BYTES).digest(), "big")


def list_statements() -> Iterator[str]:
    """Yield the SQL statements that create the tables of a new file."""
    yield (
        "CREATE TABLE epoch (id INTEGER PRIMARY KEY CHECK (id = 1), before BLOB NOT NULL,"
        " token BLOB NOT NULL, revision INTEGER NOT NULL, total INTEGER NOT NULL,"
        " taken_in INTEGER NOT NULL, backed_up INTEGER NOT NULL,"
        " sum INTEGER GENERATED ALWAYS AS (sum_row(hex(before), hex(token), revision, total,"
        " taken_in, backed_up)) STORED)"
    )
    # The token is random, because the program searches SQLite's journals for it. A token of zeros
    # would be found in any journal.
    token = f"randomblob({TOKEN_BYTES})"
    yield f"INSERT INTO epoch VALUES (1, {token}, {token}, 0, 0, 0, 0)"
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


class Epoch(NamedTuple):
    """The row of the table "epoch", which describes the file's state.

    Attributes:
        before: Token of the transaction before the last one.
        token: Token of the last transaction.
        revision: Number of transactions since the file was created.
        total: Sum of the checksums of all rows.
        backed_up: Time of the last backup in seconds since 1970, 0 if there was no backup.
    """

    before: bytes
    token: bytes
    revision: int
    total: int
    backed_up: int


EPOCH_COLUMNS: Final = "before, token, revision, total, taken_in, backed_up, sum"


def make_epoch(row: Sequence[Any] | None) -> Epoch:
    """Check the checksum of the row of the table "epoch", and return its values as an `Epoch`.

    Raises:
        DamagedLibrary: The row is missing or damaged.
    """
    if row is not None:
        before, token, revision, total, taken_in, backed_up, known = row
        if isinstance(before, bytes) and isinstance(token, bytes):
            hexes = before.hex().upper(), token.hex().upper()
            if sum_row(*hexes, revision, total, taken_in, backed_up) == known:
                return Epoch(before, token, revision, total, backed_up)
    raise DamagedLibrary("its epoch is not as it was written")
