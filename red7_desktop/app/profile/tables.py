"""The profile's tables as SQL: how older files are brought up to date, and what rows hold; pure."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from red7_desktop.app.profile.facts import ProfileEvent

if TYPE_CHECKING:
    import sqlite3

    from red7_desktop.app.profile.facts import MatchFacts

MARK: Final = 0x52375046
"""What SQLite keeps in the file as the application that it belongs to."""

_FIRST: Final = """
CREATE TABLE people (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT NOT NULL, face TEXT NOT NULL,
    is_chosen INTEGER NOT NULL DEFAULT 0);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL,
    day TEXT NOT NULL, rounds INTEGER NOT NULL, is_over INTEGER NOT NULL);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL, name TEXT NOT NULL,
    player TEXT NOT NULL, person INTEGER REFERENCES people, score INTEGER,
    is_winner INTEGER NOT NULL, turns INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID
"""

_HINTS_AND_MARKS: Final = """
ALTER TABLE seats ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
CREATE TABLE marks (
    match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL, key TEXT NOT NULL,
    rounds INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (match, seat, key)) WITHOUT ROWID
"""

_DEEDS: Final = """
CREATE TABLE deeds (
    id INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES people, kind TEXT NOT NULL,
    game TEXT NOT NULL, key TEXT NOT NULL, day TEXT NOT NULL, outcome TEXT NOT NULL,
    value INTEGER NOT NULL)
"""

STEPS: Final = (_FIRST, _HINTS_AND_MARKS, _DEEDS)
"""By version, from 1: what makes a file of it out of one of the version before."""

NEWEST: Final = len(STEPS)
"""The version that is written now."""


class NewerProfile(Exception):
    """A file that a newer version of the program has written: it is left as it is."""


class DamagedProfile(Exception):
    """A file that is no profile, or none that can be read."""


def migrate_tables(db: sqlite3.Connection) -> None:
    """Give a file the tables of the newest version, all or nothing.

    Raises NewerProfile, Damaged for a file of something else, sqlite3.Error.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (count,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != MARK and (count or version):
        raise DamagedProfile("it is a file of another program")
    if version > NEWEST:
        raise NewerProfile(f"version {version}, known is {NEWEST}")
    if version == NEWEST:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for steps in STEPS[version:]:
            for statement in steps.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {MARK}")
        db.execute(f"PRAGMA user_version = {NEWEST}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def read_events(db: sqlite3.Connection) -> tuple[tuple[int, ProfileEvent], ...]:
    """Give what everybody has done, with the number of the person, the oldest first."""
    found = db.execute("SELECT person, kind, game, key, day, outcome, value FROM deeds ORDER BY id")
    return tuple(
        [
            (person, ProfileEvent(kind, game, key, date.fromisoformat(day), outcome, value))
            for person, kind, game, key, day, outcome, value in found
        ]
    )


def put_event(db: sqlite3.Connection, person: int, deed: ProfileEvent) -> None:
    """Add what a person has done."""
    db.execute(
        "INSERT INTO deeds (person, kind, game, key, day, outcome, value)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (person, *deed._replace(day=deed.day.isoformat())),  # type: ignore[arg-type]
    )


def put_match(db: sqlite3.Connection, match: MatchFacts, people: tuple[int | None, ...]) -> bool:
    """Add a match with the people on its seats; tells whether it is new."""
    cursor = db.execute(
        "INSERT OR IGNORE INTO matches (uid, game, options, day, rounds, is_over)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (match.uid, match.game, match.options, match.day.isoformat(), match.rounds, match.is_over),
    )
    if cursor.rowcount < 1:
        return False
    number = cursor.lastrowid
    for place, (seat, person) in enumerate(zip(match.seats, people, strict=True)):
        db.execute(
            "INSERT INTO seats (match, seat, name, player, person, score, is_winner, turns, hints)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(number, place, seat.name, seat.player, person),
                *(seat.score, seat.is_winner, seat.turns, seat.hints),
            ),
        )
        db.executemany(
            "INSERT INTO marks (match, seat, key, rounds, won) VALUES (?, ?, ?, ?, ?)",
            [(number, place, *mark) for mark in seat.marks],
        )
    return True
