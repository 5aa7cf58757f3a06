"""Keeps people and their matches in a file of SQLite; call it in a thread of its own only.

It is opened when something is asked for. A file that is damaged, or not ours, is set aside, and a
new one is made of the records that are kept.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.profile.facts import (
    COLOURS,
    MatchFacts,
    ProfileEvent,
    RoundTally,
    Score,
    SeatFacts,
)
from red7_desktop.app.profile.tables import (
    DamagedProfile,
    NewerProfile,
    migrate_tables,
    put_event,
    put_match,
    read_events,
)
from red7_desktop.kit.look.own_faces import OWN_FACES
from red7_desktop.tabletop.files import CannotWrite, make_folder_for, move_aside

if TYPE_CHECKING:
    from pathlib import Path

_LOG: Final = logging.getLogger(__name__)

_WAITS: Final = 5.0
"""Seconds for another copy of the program that writes."""

_DAMAGED: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")

_CODES: Final = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "not_permitted"),
    ("SQLITE_CANTOPEN", "not_permitted"),
    ("SQLITE_PERM", "not_permitted"),
)


class Person(NamedTuple):
    """Somebody who plays here. name: "" for a person who has not said it. number: in the file."""

    number: int
    name: str
    colour: str
    face: str


class ProfileData(NamedTuple):
    """All that is kept. chosen: the number of the person who plays by default.

    matches: in the order of their days, each with the people on its seats, None for guests and AI.
    deeds: in the order in which they were done, each with the number of the person.
    """

    people: tuple[Person, ...]
    chosen: int
    matches: tuple[tuple[MatchFacts, tuple[int | None, ...]], ...]
    deeds: tuple[tuple[int, ProfileEvent], ...] = ()


class ProfileStore:
    """The file, and what is written into it. rebuild: gives what the kept records tell.

    Every call may raise CannotWrite.
    """

    def __init__(self, file: Path, rebuild: Callable[[], Iterable[MatchFacts]]) -> None:
        self._file = file
        self._rebuild = rebuild
        self._db: sqlite3.Connection | None = None

    # -- the file ----------------------------------------------------------------------------

    def close(self) -> None:
        """Let go of the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Give the file for changes that are all made, or none."""
        with self._trouble():
            db = self._opened()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                with suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except NewerProfile as error:
            raise CannotWrite(self._file, "newer", str(error)) from error
        except sqlite3.Error as error:
            if _is_damage(error):  # it is seen to when the file is opened the next time
                self.close()
            name = getattr(error, "sqlite_errorname", "")
            code = next((code for begin, code in _CODES if name.startswith(begin)), "failed")
            raise CannotWrite(self._file, code, str(error)) from error

    def _opened(self) -> sqlite3.Connection:
        if self._db is not None:
            return self._db
        make_folder_for(self._file)
        is_new = not self._file.exists()
        try:
            self._db = self._connected()
        except (DamagedProfile, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.DatabaseError) and not _is_damage(error):
                raise
            _LOG.warning("the profile is damaged and set aside: %s", error)
            journal = self._file.with_name(f"{self._file.name}-journal")
            move_aside(self._file)
            with suppress(OSError):
                journal.unlink()
            is_new, self._db = True, self._connected()
        if is_new:
            self._fill(self._db)
        return self._db

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._file, timeout=_WAITS, isolation_level=None)
        try:
            db.execute("PRAGMA foreign_keys = ON")
            migrate_tables(db)
            found = db.execute("PRAGMA quick_check").fetchone()
            if found != ("ok",):
                raise DamagedProfile(str(found))
        except BaseException:
            db.close()
            raise
        return db

    def _fill(self, db: sqlite3.Connection) -> None:
        """Begin a new file with what the records tell: the people who sat alone with AI players."""
        matches = list(self._rebuild())
        names: Counter[str] = Counter()
        for match in matches:
            people = [seat.name for seat in match.seats if seat.is_person]
            names.update(people if len(people) == 1 else ())
        db.execute("BEGIN IMMEDIATE")
        for name, _ in names.most_common():
            _add(db, name)
        _ensure_chosen(db)
        for match in matches:
            put_match(db, match, _find_people_on(db, match))
        db.execute("COMMIT")

    # -- reading -----------------------------------------------------------------------------

    def read(self, running: Iterable[MatchFacts] = ()) -> ProfileData:
        """Read everything. running: matches that go on, which are told as if they were kept."""
        with self._trouble():
            db = self._opened()
            chosen = _ensure_chosen(db)
            marks: dict[tuple[int, int], list[RoundTally]] = {}
            for match, seat, *mark in db.execute("SELECT match, seat, key, rounds, won FROM marks"):
                marks.setdefault((match, seat), []).append(RoundTally(*mark))
            seats: dict[int, list[SeatFacts]] = {}
            people: dict[int, list[int | None]] = {}
            for match, seat, name, player, person, score, won, turns, hints in db.execute(
                "SELECT match, seat, name, player, person, score, is_winner, turns, hints"
                " FROM seats ORDER BY match, seat"
            ):
                told = tuple(marks.get((match, seat), ()))
                facts = SeatFacts(name, player, score, bool(won), turns, hints, told)
                seats.setdefault(match, []).append(facts)
                people.setdefault(match, []).append(person)
            found = []
            for number, uid, game, options, day, rounds, over in db.execute(
                "SELECT id, uid, game, options, day, rounds, is_over FROM matches ORDER BY day, id"
            ):
                at = tuple(seats.get(number, ()))
                played = date.fromisoformat(day)
                match_told = MatchFacts(uid, game, options, played, rounds, bool(over), at)
                found.append((match_told, tuple(people.get(number, ()))))
            found += [(match, _find_people_on(db, match)) for match in running]
            found.sort(key=lambda each: each[0].day)
            return ProfileData(_read_people(db), chosen, tuple(found), read_events(db))

    def chosen(self) -> Person:
        """Give the person who plays by default."""
        with self._trouble():
            db = self._opened()
            number = _ensure_chosen(db)
            return next(person for person in _read_people(db) if person.number == number)

    def people(self) -> tuple[Person, ...]:
        """Give everybody."""
        with self._trouble():
            return _read_people(self._opened())

    def deeds(self) -> tuple[tuple[int, ProfileEvent], ...]:
        """Give what everybody has done, the oldest first, each with the number of the person."""
        with self._trouble():
            return read_events(self._opened())

    def deeds_of(self, person: Person) -> tuple[ProfileEvent, ...]:
        """Give what a person has done, the oldest first."""
        return tuple([deed for number, deed in self.deeds() if number == person.number])

    def score_of(self, person: Person) -> Score:
        """Give what a person's matches come to that are over."""
        with self._trouble():
            row = self._opened().execute(
                "SELECT count(*), coalesce(sum(is_winner), 0)"
                " FROM seats JOIN matches ON id = match WHERE person = ? AND is_over",
                (person.number,),
            )
            return Score(*row.fetchone())

    def games_of(self, person: Person) -> frozenset[str]:
        """Give the games of which a person has played a match, be it to its end or not."""
        with self._trouble():
            found = self._opened().execute(
                "SELECT DISTINCT game FROM seats JOIN matches ON id = match WHERE person = ?",
                (person.number,),
            )
            return frozenset([game for (game,) in found])

    # -- writing -----------------------------------------------------------------------------

    def keep(self, match: MatchFacts) -> None:
        """Keep a match; one that is kept already is passed over."""
        with self._writing() as db:
            _ensure_chosen(db)
            put_match(db, match, _find_people_on(db, match))

    def note(self, deed: ProfileEvent) -> None:
        """Keep what the chosen person has done."""
        with self._writing() as db:
            put_event(db, _ensure_chosen(db), deed)

    def add(self, name: str) -> int:
        """Add a person, who is chosen at once; gives the number."""
        with self._writing() as db:
            _ensure_chosen(db)
            number = _add(db, name)
            _choose(db, number)
            return number

    def choose(self, number: int) -> None:
        """Let a person be the one who plays by default."""
        with self._writing() as db:
            _choose(db, number)

    def change(self, person: Person) -> None:
        """Give a person another name, colour or face."""
        with self._writing() as db:
            db.execute(
                "UPDATE people SET name = ?, colour = ?, face = ? WHERE id = ?",
                (person.name, person.colour, person.face, person.number),
            )

    def take_in(self, kept: ProfileData) -> int:
        """Add what another profile holds; people of one name are one. Gives how many are new."""
        with self._writing() as db:
            _ensure_chosen(db)
            known = {person.name.casefold(): person.number for person in _read_people(db)}
            own: dict[int | None, int | None] = {None: None}
            for person in kept.people:
                number = known.get(person.name.casefold())
                if number is None:
                    number = _add(db, person.name)
                    db.execute(
                        "UPDATE people SET colour = ?, face = ? WHERE id = ?",
                        (person.colour, person.face, number),
                    )
                own[person.number] = number
            there = Counter(read_events(db))
            for by, deed in kept.deeds:
                mine = own[by] or 0
                if there[mine, deed] < 1:
                    put_event(db, mine, deed)
                there[mine, deed] -= 1
            return sum(
                put_match(db, match, tuple([own.get(person) for person in people]))
                for match, people in kept.matches
            )

    def delete(self, number: int) -> None:
        """Forget a person: the matches stay, as a guest's."""
        with self._writing() as db:
            db.execute("UPDATE seats SET person = NULL WHERE person = ?", (number,))
            db.execute("DELETE FROM deeds WHERE person = ?", (number,))
            db.execute("DELETE FROM people WHERE id = ?", (number,))
            _choose(db, _ensure_chosen(db))

    def delete_all(self) -> None:
        """Forget everybody and everything."""
        with self._writing() as db:
            for table in ("deeds", "marks", "seats", "matches", "people"):
                db.execute(f"DELETE FROM {table}")
            _ensure_chosen(db)


def _is_damage(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(_DAMAGED)


def _read_people(db: sqlite3.Connection) -> tuple[Person, ...]:
    found = db.execute("SELECT id, name, colour, face FROM people ORDER BY id")
    return tuple([Person(*row) for row in found])


def _add(db: sqlite3.Connection, name: str) -> int:
    (count,) = db.execute("SELECT count(*) FROM people").fetchone()
    looks = COLOURS[count % len(COLOURS)], OWN_FACES[count % len(OWN_FACES)]
    cursor = db.execute("INSERT INTO people (name, colour, face) VALUES (?, ?, ?)", (name, *looks))
    return int(cursor.lastrowid or 0)


def _choose(db: sqlite3.Connection, number: int) -> None:
    db.execute("UPDATE people SET is_chosen = (id = ?)", (number,))


def _ensure_chosen(db: sqlite3.Connection) -> int:
    """Give who is chosen; somebody always is, and be it a person without a name."""
    row = db.execute("SELECT id FROM people ORDER BY is_chosen DESC, id LIMIT 1").fetchone()
    return int(row[0]) if row is not None else _add(db, "")


def _find_people_on(db: sqlite3.Connection, match: MatchFacts) -> tuple[int | None, ...]:
    """Find who sat on the seats: by name, and whoever sat alone with AI players is the chosen one.

    Everybody else is a guest.
    """
    by_name = {person.name.casefold(): person.number for person in _read_people(db)}
    is_alone = sum(seat.is_person for seat in match.seats) == 1
    alone = _ensure_chosen(db) if is_alone else None
    taken: set[int] = set()
    found: list[int | None] = []
    for seat in match.seats:
        number = by_name.get(seat.name.casefold(), alone) if seat.is_person else None
        found.append(None if number in taken else number)
        taken |= {number} - {None}  # type: ignore[arg-type]
    return tuple(found)
