"""Rows of players, of their events, and of the statistics of matches.

All functions take a connection. Functions that write run in the library's transaction.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter
from types import NoneType
from typing import Any, Final

from red7_desktop.app.library import exchange
from red7_desktop.app.library.matches import NEXT_CHANGE
from red7_desktop.app.profile import statistics
from red7_desktop.app.profile.statistics import MatchFacts, PlayerProfile, ProfileEvent
from red7_desktop.kit import storage
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.tabletop.files import InvalidValue

_LOG: Final = logging.getLogger(__name__)
_EVENT: Final = ", ".join(exchange.EVENTS.fields)
_EVENT_TYPES: Final = (str, str, str, str, str, int)


_NOW: Final = "(SELECT revision FROM epoch)"

# -- players -----------------------------------------------------------------------------------


def list_players(db: sqlite3.Connection) -> tuple[PlayerProfile, ...]:
    """Return all players of this computer, in the order in which they were added."""
    rows = db.execute("SELECT id, name, colour, face FROM players ORDER BY id")
    return tuple([_read_person(*row) for row in rows])


def _read_person(number: int, *values: Any) -> PlayerProfile:
    """Return a player, with an empty name if the row is damaged; a later check finds the damage."""
    try:
        return PlayerProfile(number, *exchange.PEOPLE.read(values, "players"))
    except InvalidValue:
        return statistics.NOBODY._replace(number=number)


def find_default_player(db: sqlite3.Connection) -> PlayerProfile | None:
    """Return the player who is chosen by default, None if there are no players."""
    row = db.execute(
        "SELECT id, name, colour, face FROM players ORDER BY is_chosen DESC, id LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    return _read_person(*row)


def ensure_default_player(db: sqlite3.Connection) -> int:
    """Return the number of the default player; add one without a name if there is none."""
    found = find_default_player(db)
    if found is None:
        return add_person(db, "")
    return found.number


def add_person(db: sqlite3.Connection, name: str) -> int:
    """Add a player with the next colour and portrait; return the new player's number."""
    (count,) = db.execute("SELECT count(*) FROM players").fetchone()
    colour = statistics.COLOURS[count % len(statistics.COLOURS)]
    face = HUMAN_PORTRAITS[count % len(HUMAN_PORTRAITS)]
    added = db.execute(
        f"INSERT INTO players (name, colour, face, changed) VALUES (?, ?, ?, {_NOW})",
        (name, colour, face),
    )
    return added.lastrowid or 0


def update_player(db: sqlite3.Connection, person: PlayerProfile) -> None:
    """Store a player's new name, colour or portrait."""
    number, *values = person
    change = f"UPDATE players SET name = ?, colour = ?, face = ?, changed = {_NOW} WHERE id = ?"
    db.execute(change, (*values, number))


def choose_person(db: sqlite3.Connection, number: int) -> None:
    """Make a player the default player, who is the current player after the next start."""
    change = (
        f"UPDATE players SET is_chosen = (id = ?1), changed = {_NOW} WHERE is_chosen != (id = ?1)"
    )
    db.execute(change, (number,))


def delete_person(db: sqlite3.Connection, number: int) -> None:
    """Delete a player with all events. In stored matches, the player's seats become a guest's."""
    db.execute("UPDATE seats SET person = NULL WHERE person = ?", (number,))
    db.execute("DELETE FROM events WHERE person = ?", (number,))
    db.execute("DELETE FROM players WHERE id = ?", (number,))
    choose_person(db, ensure_default_player(db))


def delete_everyone(db: sqlite3.Connection) -> None:
    """Delete all players, events and statistics; keep the records of matches.

    Finished rounds of running matches no longer count in statistics until the match is over.
    """
    db.execute("DELETE FROM seats")
    db.execute("DELETE FROM events")
    db.execute("DELETE FROM players")
    db.execute("UPDATE matches SET is_counted = 0")
    db.execute("DELETE FROM matches WHERE is_running = 0 AND text = ''")
    ensure_default_player(db)


def merge_people(db: sqlite3.Connection, people: Iterable[PlayerProfile]) -> dict[int, int]:
    """Add imported players to the library, unless the library has a player with the same name.

    Args:
        db: The library.
        people: Imported players.

    Returns:
        Maps the number of an imported player to the number of the player with that name in the
        library.
    """
    there = {person.name.casefold(): person.number for person in list_players(db)}
    own: dict[int, int] = {}
    for person in people:
        name = person.name.casefold()
        if name not in there:
            there[name] = add_person(db, person.name)
            update_player(db, person._replace(number=there[name]))
        own[person.number] = there[name]
    return own


def add_former_players(db: sqlite3.Connection, matches: Iterable[MatchFacts]) -> set[int]:
    """Add a player for each name that was a match's only human, the most frequent name first.

    Names that a player already has are skipped.

    Args:
        db: The library.
        matches: The matches.

    Returns:
        Numbers of the added players.
    """
    names: Counter[str] = Counter()
    for match in matches:
        alone = [seat.name for seat in match.seats if seat.is_person]
        names.update(alone if len(alone) == 1 else ())
    there = {person.name.casefold() for person in list_players(db)}
    fresh = [name for name, _ in names.most_common() if name.casefold() not in there]
    return {add_person(db, name) for name in fresh}


def find_unused_person(db: sqlite3.Connection) -> int | None:
    """Return the number of a player without a name, events and matches; None if there is none."""
    row = db.execute(
        "SELECT id FROM players WHERE name = ''"
        " AND NOT EXISTS (SELECT 1 FROM events WHERE person = players.id)"
        " AND NOT EXISTS (SELECT 1 FROM seats WHERE person = players.id)"
    ).fetchone()
    if row is None:
        return None
    return int(row[0])


def renumber_people(match: MatchFacts, own: Mapping[int, int]) -> MatchFacts:
    """Replace the players' numbers in the statistics of an imported match.

    Args:
        match: The statistics.
        own: Maps a player's number in the imported data to the number in the library.
    """
    seats = [
        seat._replace(person=None if seat.person is None else own.get(seat.person))
        for seat in match.seats
    ]
    return match._replace(seats=tuple(seats))


# -- events ------------------------------------------------------------------------------------


def list_events(db: sqlite3.Connection, person: int) -> tuple[ProfileEvent, ...]:
    """Return a player's events other than matches, the oldest first."""
    return tuple([event for _, event in iterate_events(db, person)])


def iterate_events(
    db: sqlite3.Connection, person: int | None = None
) -> Iterator[tuple[int, ProfileEvent]]:
    """Yield events with their players' numbers, the oldest first.

    Args:
        db: The library, which is read while the caller iterates.
        person: Only events of this player; None for all.
    """
    clause = "" if person is None else " WHERE person = ?"
    values = () if person is None else (person,)
    rows = db.execute(f"SELECT person, {_EVENT} FROM events{clause} ORDER BY id", values)
    # Most texts and days occur in many events, so equal ones share memory.
    known: dict[Any, Any] = {}
    for own, *row in rows:
        try:
            _check_types(row, _EVENT_TYPES)
            kind, game, key, day, outcome, value = [known.setdefault(each, each) for each in row]
            parsed = date.fromisoformat(day)
            event = ProfileEvent(kind, game, key, known.setdefault(parsed, parsed), outcome, value)
        except (TypeError, ValueError):
            _LOG.warning("an event of the library makes no sense")
            continue
        yield own, event


def _check_types(values: Iterable[Any], types: Iterable[Any]) -> None:
    """Check the types of a row's values, because a damaged row may contain other types.

    Raises:
        TypeError: A value has another type.
    """
    if not all(map(isinstance, values, types)):
        raise TypeError("a value is of another type")


def put_event(db: sqlite3.Connection, event: ProfileEvent, person: int) -> None:
    """Add an event to a player's history, such as a solved puzzle or a new achievement."""
    db.execute(
        f"INSERT INTO events (person, {_EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (person, *exchange.EVENTS.plain(event)),
    )


# -- statistics of matches ---------------------------------------------------------------------

_MATCH: Final = ", ".join(exchange.MATCHES.fields)
_MATCH_TYPES: Final = (str, str, str, str, int, int)
_SEAT: Final = ", ".join([*exchange.SEATS.fields, "marks"])
_SEAT_TYPES: Final = (str, str, (int, NoneType), (int, NoneType), int, int, int, str)
_MARK_TYPES: Final = (str, int, int)


def iterate_matches(db: sqlite3.Connection, game: str | None = None) -> Iterator[MatchFacts]:
    """Yield the statistics of finished matches in the order of their days.

    Args:
        db: The library, which is read while the caller iterates.
        game: Only matches of this game; None for all.
    """
    clause = "is_running = 0 AND is_counted = 1" + ("" if game is None else " AND game = ?")
    rows = db.execute(
        f"SELECT id, {_qualify('m', _MATCH)}, {_qualify('s', _SEAT)} FROM"
        f" (SELECT * FROM matches WHERE {clause}) m JOIN seats s ON s.match = m.id"
        " ORDER BY m.day, m.id, s.seat",
        () if game is None else (game,),
    )
    width = _MATCH.count(",") + 1
    for _, group in groupby(rows, key=itemgetter(0)):
        seats = []
        head: tuple[Any, ...] = ()
        for _, *values in group:
            head = tuple(values[:width])
            seats.append(tuple(values[width:]))
        try:
            yield _read_match(head, seats)
        except (TypeError, ValueError):
            _LOG.warning("a match of the library makes no sense")


def _qualify(table: str, names: str) -> str:
    return ", ".join([f"{table}.{name}" for name in names.split(", ")])


def _read_match(head: tuple[Any, ...], seats: list[tuple[Any, ...]]) -> MatchFacts:
    _check_types(head, _MATCH_TYPES)
    uid, game, options, day, rounds, is_over = head
    return MatchFacts(
        uid,
        game,
        options,
        date.fromisoformat(day),
        rounds,
        bool(is_over),
        tuple([_read_seat(seat) for seat in seats]),
    )


def _read_seat(row: tuple[Any, ...]) -> statistics.SeatFacts:
    _check_types(row, _SEAT_TYPES)
    *values, marks = row
    tallies = [statistics.RoundTally(*each) for each in json.loads(marks)]
    for each in tallies:
        _check_types(each, _MARK_TYPES)
    seat = exchange.build_seat(values, tallies)
    return seat._replace(is_winner=bool(seat.is_winner))


def put_match(db: sqlite3.Connection, facts: MatchFacts, *, is_counted: bool = True) -> None:
    """Store the statistics of a finished match, replacing older ones.

    Args:
        db: The library.
        facts: The statistics.
        is_counted: Whether the match counts in a profile.
    """
    changes = ", ".join([f"{name} = excluded.{name}" for name in exchange.MATCHES.fields])
    db.execute(
        f"INSERT INTO matches ({_MATCH}, is_counted, changed, is_running)"
        f" VALUES (?, ?, ?, ?, ?, ?, ?, {NEXT_CHANGE}, 0)"
        f" ON CONFLICT (uid) DO UPDATE SET {changes}, is_counted = excluded.is_counted",
        (*exchange.MATCHES.plain(facts), is_counted),
    )
    (number,) = db.execute("SELECT id FROM matches WHERE uid = ?", (facts.uid,)).fetchone()
    db.execute("DELETE FROM seats WHERE match = ?", (number,))
    for seat, each in enumerate(facts.seats):
        marks = json.dumps([list(tally) for tally in each.tallies], ensure_ascii=False)
        db.execute(
            f"INSERT INTO seats (match, seat, {_SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, seat, *exchange.SEATS.plain(each), marks),
        )


def raise_hints(db: sqlite3.Connection, uid: str, hints: Mapping[int, int]) -> None:
    """Raise the numbers of hints in a match's statistics, by seat; larger numbers stay."""
    for seat, count in hints.items():
        db.execute(
            "UPDATE seats SET hints = ?1 WHERE hints < ?1 AND seat = ?2"
            " AND match = (SELECT id FROM matches WHERE uid = ?3)",
            (count, seat, uid),
        )


def has_match(db: sqlite3.Connection, uid: str) -> bool:
    """Return whether a match is finished and counts in the library's statistics.

    False if the library doesn't contain the match.
    """
    row = db.execute(
        "SELECT 1 FROM matches WHERE uid = ? AND is_counted = 1 AND is_running = 0", (uid,)
    )
    return row.fetchone() is not None


def read_snapshot(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
    """Read the part of the default player's profile that the program needs at its start.

    SQL counts the player's matches, which is much faster than reading each of them.
    """
    person = find_default_player(db) or statistics.NOBODY
    played = db.execute(
        "SELECT game, is_over, is_winner, count(*) FROM seats JOIN matches ON id = match"
        " WHERE person = ? AND is_running = 0 GROUP BY game, is_over, is_winner",
        (person.number,),
    ).fetchall()
    ended = sum([count for _, is_over, _, count in played if is_over])
    won = sum([count for _, is_over, is_winner, count in played if is_over and is_winner])
    games = frozenset([game for game, *_ in played])
    people = list_players(db) or (person,)
    events = list_events(db, person.number)
    return statistics.ProfileSnapshot(person, events, (ended, won), games, people)


def read_all(db: sqlite3.Connection) -> statistics.ProfileData:
    """Return all players, events and statistics of the library, for an export."""
    chosen = find_default_player(db) or statistics.NOBODY
    everyone = list_players(db) or (chosen,)
    matches = tuple(iterate_matches(db))
    return statistics.ProfileData(everyone, chosen.number, matches, tuple(iterate_events(db)))


def import_profile(
    db: sqlite3.Connection,
    kept: statistics.ProfileData,
    progress: storage.JobProgress | None = None,
) -> int:
    """Import an exported profile.

    If the library has a player with the same name as an imported player, the imported matches and
    events are added to the player in the library.

    Args:
        db: The library.
        kept: The content of the profile's file.
        progress: Receives the progress, from `exchange.PARSED_PROGRESS` to 1.

    Returns:
        Number of new matches.

    Raises:
        Cancelled: The progress was cancelled. The transaction is rolled back.
    """
    progress = progress or storage.JobProgress()
    own = merge_people(db, kept.people)
    there = _count_events(db)
    half = (exchange.PARSED_PROGRESS + 1.0) / 2
    for by, event in progress.track(kept.events, exchange.PARSED_PROGRESS, half):
        mine = own[by]
        if there[mine, event] < 1:
            put_event(db, event, mine)
        there[mine, event] -= 1
    count = 0
    for match in progress.track(kept.matches, half, 1.0):
        if not has_match(db, match.uid):
            put_match(db, renumber_people(match, own))
            count += 1
    storage.free_in_slices(there)
    return count


def _count_events(db: sqlite3.Connection) -> Counter[tuple[int, ProfileEvent]]:
    """Return how many times the library contains each pair of a player's number and an event.

    A loop lets other threads run meanwhile, which `Counter(events)` wouldn't.
    """
    found: Counter[tuple[int, ProfileEvent]] = Counter()
    for each in iterate_events(db):
        found[each] += 1
    return found
