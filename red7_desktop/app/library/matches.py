"""Rows of running and finished matches.

All functions take a connection. Functions that write run in the library's transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

KEPT_RECORDS: Final = 200
"""Maximum number of records (lists of moves) to keep besides pinned records. Of older matches, only
the statistics are kept."""
NEXT_CHANGE: Final = "(SELECT coalesce(max(changed), 0) + 1 FROM matches)"
"""SQL expression for the next value of the column "changed"."""


class MatchRow(NamedTuple):
    """A stored match, running or finished.

    Attributes:
        uid: Identifier of the match, the same in every copy of the library.
        text: Save of a running match (see `tabletop.match.write_match`), or record of a finished
            match.
        game: Name of the game.
        day: ISO day of the last step, "" if unknown.
        ended: Time of the last step, "HH:MM", "" if unknown.
        instance: Number of the running instance of the program that is playing the match, 0 if
            none is.
        is_counted: Whether the finished rounds already count in the profile.
        is_pinned: Whether the record is kept forever.
        curve: Winning chances of the human player as text, "x y x y ...": x is the share of the
            match, y the chance, both from 0 to 1. "" if the chances aren't known.
        is_searched: Whether the match has been searched for puzzles.
    """

    uid: str
    text: str
    game: str = ""
    day: str = ""
    ended: str = ""
    instance: int = 0
    is_counted: bool = True
    is_pinned: bool = False
    curve: str = ""
    is_searched: bool = False


_TEXTS: Final = frozenset({"text", "day", "ended", "curve"})
"""Columns that are cast to text, because a damaged row may contain other types."""
_COLUMNS: Final = ["copy" if name == "instance" else name for name in MatchRow._fields]
"""Columns in the order of the fields of `MatchRow`. The column "copy" is the field `instance`."""
_SELECT: Final = "SELECT {} FROM matches WHERE".format(
    ", ".join([f"CAST({name} AS TEXT)" if name in _TEXTS else name for name in _COLUMNS])
)
_ON_RECORD: Final = "is_running = 0 AND text != ''"


def _list_rows(db: sqlite3.Connection, clause: str) -> list[MatchRow]:
    rows = db.execute(f"{_SELECT} {clause} ORDER BY changed DESC")
    return [MatchRow(*row) for row in rows]


def _find_row(db: sqlite3.Connection, clause: str, *values: str) -> MatchRow | None:
    """Find the match that was changed last among those that fulfil a condition.

    Args:
        db: The library.
        clause: The condition in SQL, with `?` for each value.
        values: Values for the condition.

    Returns:
        The match's row; None if no match fulfils the condition.
    """
    row = db.execute(f"{_SELECT} {clause} ORDER BY changed DESC LIMIT 1", values).fetchone()
    return None if row is None else MatchRow(*row)


def list_running(db: sqlite3.Connection) -> list[MatchRow]:
    """Return the running matches, most recently played first."""
    return _list_rows(db, "is_running = 1")


def store_running(db: sqlite3.Connection, row: MatchRow) -> None:
    """Store a running match, and note that it is the match that was played last."""
    db.execute(
        "INSERT INTO matches (uid, text, game, day, ended, copy, changed, is_running)"
        f" VALUES (?, ?, ?, ?, ?, ?, {NEXT_CHANGE}, 1)"
        " ON CONFLICT (uid) DO UPDATE SET text = excluded.text, day = excluded.day,"
        " ended = excluded.ended, copy = excluded.copy, changed = excluded.changed,"
        " is_running = 1",
        row[:6],
    )


def claim(
    db: sqlite3.Connection, uid: str, instance: int, is_alive: Callable[[int], bool]
) -> MatchRow | None:
    """Lock a match for this instance of the program, unless another running instance plays it.

    Args:
        db: The library, in a transaction.
        uid: Identifier of the match.
        instance: Number of this instance.
        is_alive: Returns whether the instance with a given number is running.

    Returns:
        The match, with the number of the instance that has the lock in its field `instance`. If
        that isn't this instance's number, the match could not be locked. None if no unfinished
        match has the identifier.
    """
    found = _find_row(db, "is_running = 1 AND uid = ?", uid)
    if found is not None and (found.instance in (0, instance) or not is_alive(found.instance)):
        db.execute("UPDATE matches SET copy = ? WHERE uid = ?", (instance, uid))
        return found._replace(instance=instance)
    return found


def release(db: sqlite3.Connection, uid: str) -> None:
    """Remove the lock of a match, so that other running instances of the program can play it."""
    db.execute("UPDATE matches SET copy = 0 WHERE uid = ? AND copy != 0", (uid,))


def release_all(db: sqlite3.Connection, instance: int) -> None:
    """Remove the locks left by an ended instance of the program, whose number was `instance`."""
    db.execute("UPDATE matches SET copy = 0 WHERE copy = ?", (instance,))


def delete(db: sqlite3.Connection, uid: str) -> None:
    """Delete a match with its statistics."""
    db.execute("DELETE FROM matches WHERE uid = ?", (uid,))


# -- finished matches --------------------------------------------------------------------------


def list_played(db: sqlite3.Connection) -> list[MatchRow]:
    """Return the matches with a record, the newest first."""
    return _list_rows(db, _ON_RECORD)


def find_played(db: sqlite3.Connection, uid: str) -> MatchRow | None:
    """Return the finished match with an identifier; None if it doesn't exist or has no record."""
    return _find_row(db, f"{_ON_RECORD} AND uid = ?", uid)


def find_unsearched(db: sqlite3.Connection) -> MatchRow | None:
    """Return the newest record not yet searched for puzzles, None if all have been searched."""
    return _find_row(db, f"{_ON_RECORD} AND is_searched = 0")


def has_played(db: sqlite3.Connection) -> bool:
    """Return whether the library contains the record of any finished match."""
    found = db.execute(f"SELECT 1 FROM matches WHERE {_ON_RECORD} LIMIT 1")
    return found.fetchone() is not None


def store_record(db: sqlite3.Connection, row: MatchRow) -> None:
    """Store the record of a finished match, whose row must exist, and drop old records.

    Args:
        db: The library, in a transaction.
        row: The match with its record. If `ended` is "", the stored time is kept.
    """
    db.execute(
        "UPDATE matches SET text = ?, is_pinned = ?, curve = ?,"
        " ended = coalesce(nullif(?, ''), ended), is_searched = ?,"
        f" is_running = 0, copy = 0, changed = {NEXT_CHANGE} WHERE uid = ?",
        (row.text, row.is_pinned, row.curve, row.ended, row.is_searched, row.uid),
    )
    drop_old_records(db)


def drop_old_records(db: sqlite3.Connection) -> None:
    """Delete old records (lists of moves). Keep pinned records and the newest `KEPT_RECORDS`.

    The matches themselves stay if they count in the statistics.
    """
    old = (
        f"SELECT id FROM matches WHERE {_ON_RECORD} AND is_pinned = 0"
        f" ORDER BY changed DESC LIMIT -1 OFFSET {KEPT_RECORDS}"
    )
    db.execute(f"UPDATE matches SET text = '', curve = '' WHERE id IN ({old})")
    delete_uncounted(db)


def delete_uncounted(db: sqlite3.Connection) -> None:
    """Delete finished matches that have no record and don't count in the statistics."""
    db.execute("DELETE FROM matches WHERE is_running = 0 AND text = '' AND is_counted = 0")


def pin(db: sqlite3.Connection, uid: str, *, is_pinned: bool) -> None:
    """Set whether a record is kept forever."""
    db.execute("UPDATE matches SET is_pinned = ? WHERE uid = ?", (int(is_pinned), uid))


def drop_record(db: sqlite3.Connection, uid: str) -> None:
    """Delete a record; the match stays in the statistics."""
    db.execute("UPDATE matches SET text = '', curve = '', is_pinned = 0 WHERE uid = ?", (uid,))
    delete_uncounted(db)


def put_curve(db: sqlite3.Connection, uid: str, curve: str) -> None:
    """Store the winning chances of a finished match."""
    db.execute("UPDATE matches SET curve = ? WHERE uid = ?", (curve, uid))


def mark_searched(db: sqlite3.Connection, uid: str) -> None:
    """Mark a match as searched for puzzles."""
    db.execute("UPDATE matches SET is_searched = 1 WHERE uid = ?", (uid,))


# -- puzzles from own matches ------------------------------------------------------------------


def list_puzzles(db: sqlite3.Connection, game: str) -> list[str]:
    """Return a game's puzzles from the user's own matches as stored texts, the newest first."""
    rows = db.execute("SELECT text FROM puzzles WHERE game = ? ORDER BY id DESC", (game,))
    return [text for (text,) in rows]


def put_puzzles(
    db: sqlite3.Connection, game: str, puzzles: Sequence[tuple[str, str]], most: int
) -> None:
    """Store puzzles from the user's own matches. Delete the oldest puzzles if there are too many.

    Args:
        db: The library.
        game: Name of the game.
        puzzles: Key and text of each puzzle, the newest first.
        most: Number of puzzles to keep.
    """
    for key, text in reversed(puzzles):
        db.execute(
            "INSERT INTO puzzles (game, key, text) VALUES (?, ?, ?)"
            " ON CONFLICT (game, key) DO NOTHING",
            (game, key, text),
        )
    db.execute(
        "DELETE FROM puzzles WHERE id IN (SELECT id FROM puzzles WHERE game = ?"
        " ORDER BY id DESC LIMIT -1 OFFSET ?)",
        (game, most),
    )
