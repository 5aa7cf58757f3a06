"""Rows of the profile's tables, from values and back: deeds, and matches with their seats."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from red7_desktop.app.profile.facts import Deed

if TYPE_CHECKING:
    import sqlite3

    from red7_desktop.app.profile.facts import MatchFacts


def deeds_in(db: sqlite3.Connection) -> tuple[tuple[int, Deed], ...]:
    """Give what everybody has done, with the number of the person, the oldest first."""
    found = db.execute("SELECT person, kind, game, key, day, outcome, value FROM deeds ORDER BY id")
    return tuple(
        [
            (person, Deed(kind, game, key, date.fromisoformat(day), outcome, value))
            for person, kind, game, key, day, outcome, value in found
        ]
    )


def put_deed(db: sqlite3.Connection, person: int, deed: Deed) -> None:
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
