"""People and matches in SQLite; one file to take along.

It is opened when something is asked for. A file that is damaged, or not ours, is set aside, and a
new one is made of the records that are kept.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NoReturn

from red7_desktop.app.profile.statistics import (
    COLOURS,
    MatchFacts,
    Person,
    ProfileData,
    ProfileEvent,
    RoundTally,
    Score,
    SeatFacts,
)
from red7_desktop.kit.look.icons import OWN_FACES
from red7_desktop.kit.setup import LONGEST_NAME, is_fit_name
from red7_desktop.tabletop.files import (
    CannotWrite,
    InvalidJson,
    make_folder_for,
    move_aside,
    read_json,
    read_text,
)
from red7_desktop.tabletop.match import explain_unfit_name

if TYPE_CHECKING:
    from pathlib import Path

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
    """Return a file the tables of the newest version, all or nothing.

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
    """Return what everybody has done, with the number of the person, the oldest first."""
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
        """Return the person who plays by default."""
        with self._trouble():
            db = self._opened()
            number = _ensure_chosen(db)
            return next(person for person in _read_people(db) if person.number == number)

    def people(self) -> tuple[Person, ...]:
        """Return everybody."""
        with self._trouble():
            return _read_people(self._opened())

    def deeds(self) -> tuple[tuple[int, ProfileEvent], ...]:
        """Return what everybody has done, the oldest first, each with the number of the person."""
        with self._trouble():
            return read_events(self._opened())

    def deeds_of(self, person: Person) -> tuple[ProfileEvent, ...]:
        """Return what a person has done, the oldest first."""
        return tuple([deed for number, deed in self.deeds() if number == person.number])

    def score_of(self, person: Person) -> Score:
        """Return what a person's matches come to that are over."""
        with self._trouble():
            row = self._opened().execute(
                "SELECT count(*), coalesce(sum(is_winner), 0)"
                " FROM seats JOIN matches ON id = match WHERE person = ? AND is_over",
                (person.number,),
            )
            return Score(*row.fetchone())

    def games_of(self, person: Person) -> frozenset[str]:
        """Return the games of which a person has played a match, be it to its end or not."""
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
        """Return a person another name, colour or face."""
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
    """Return who is chosen; somebody always is, and be it a person without a name."""
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


FORMAT: Final = "red7-desktop profile"


VERSION: Final = 1


LONGEST: Final = 32_000_000
"""No file is longer, in bytes; 10,000 matches take some 6,000,000."""


_MOST_PEOPLE: Final = 100


_MOST_SEATS: Final = 10


_MOST_MARKS: Final = 40


_LONGEST_WORD: Final = 2_000


_LARGEST: Final = 1_000_000


class InvalidProfile(ValueError):
    """A file that is no profile, or a damaged one: `place`, and `why` in words."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


def write_profile(kept: ProfileData) -> str:
    """Return a profile as text."""
    lines = [
        json.dumps(
            {
                "uid": match.uid,
                "game": match.game,
                "options": match.options,
                "day": match.day.isoformat(),
                "rounds": match.rounds,
                "over": match.is_over,
                "seats": [
                    [
                        *(seat.name, seat.player, person, seat.score, seat.is_winner),
                        *(seat.turns, seat.hints, [list(mark) for mark in seat.marks]),
                    ]
                    for seat, person in zip(match.seats, people, strict=True)
                ],
            },
            ensure_ascii=False,
        )
        for match, people in kept.matches
    ]
    head = json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "people": [list(each) for each in kept.people],
            "deeds": [[by, *deed[:3], deed.day.isoformat(), *deed[4:]] for by, deed in kept.deeds],
        },
        ensure_ascii=False,
    )
    return f'{head[:-1]}, "matches": [\n' + ",\n".join(lines) + "\n]}\n"


def read_profile(file: Path) -> ProfileData:
    """Read a file that `write_profile` made. Raises CannotRead, InvalidProfile."""
    return parse_profile(read_text(file, LONGEST))


def parse_profile(text: str) -> ProfileData:
    """Read a text that `write_profile` made. Raises InvalidProfile for the first fault."""
    try:
        document = read_json(text, LONGEST)
    except InvalidJson as error:
        raise InvalidProfile(error.place, error.why) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        _refuse("format", f"must be {FORMAT!r}")
    if document.get("version") != VERSION:
        _refuse("version", f"must be {VERSION}: it may come from a newer version of the program")
    people = [
        _read_person(each, f"people[{at}]")
        for at, each in enumerate(_read_list(document.get("people"), "people", _MOST_PEOPLE))
    ]
    numbers = {person.number for person in people}
    if len(numbers) < len(people):
        _refuse("people", "somebody is there twice")
    matches = _read_list(document.get("matches"), "matches", _LARGEST)
    found = tuple([_read_match(each, f"matches[{at}]", numbers) for at, each in enumerate(matches)])
    deeds = _read_list(document.get("deeds", []), "deeds", _LARGEST)
    done = tuple([_read_event(each, f"deeds[{at}]", numbers) for at, each in enumerate(deeds)])
    return ProfileData(tuple(people), people[0].number if people else 0, found, done)


def _refuse(place: str, why: str) -> NoReturn:
    raise InvalidProfile(place, why)


def _read_list(value: Any, place: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        _refuse(place, f"must be a list of at most {most}")
    return value


def _read_person(value: Any, place: str) -> Person:
    match value:
        case [int(number), str(name), str(colour), str(face)]:
            if not is_fit_name(name):
                _refuse(place, f"must have a name of at most {LONGEST_NAME} characters, or none")
            known = colour in COLOURS and face in OWN_FACES
            looks = (colour, face) if known else (COLOURS[0], OWN_FACES[0])
            return Person(_read_whole(number, place), name, *looks)
    _refuse(place, "must be number, name, colour and face")


def _read_event(value: Any, place: str, people: set[int]) -> tuple[int, ProfileEvent]:
    match value:
        case [int(by), str(kind), str(game), str(key), str(day), str(outcome), number]:
            if by not in people:
                _refuse(place, "names a person who is not there")
            if max(map(len, (kind, game, key, outcome))) > _LONGEST_WORD:
                _refuse(place, f"words must have at most {_LONGEST_WORD} letters")
            return by, ProfileEvent(
                kind, game, key, _read_day(day, place), outcome, _read_whole(number, place)
            )
    _refuse(place, "must be person, kind, game, key, day, outcome and value")


def _read_day(day: str, place: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        _refuse(place, "must have a day such as '2026-01-31'")


def _read_match(
    value: Any, place: str, people: set[int]
) -> tuple[MatchFacts, tuple[int | None, ...]]:
    match value:
        case {
            "uid": str(uid),
            "game": str(game),
            "options": str(options),
            "day": str(day),
            "rounds": rounds,
            "over": bool(over),
            "seats": seats,
        }:
            played = _read_day(day, f"{place}.day")
            if not uid or max(map(len, (uid, game, options))) > _LONGEST_WORD:
                _refuse(place, f"uid, game and options must have at most {_LONGEST_WORD} letters")
            at = [
                _read_seat(each, f"{place}.seats[{nth}]", people)
                for nth, each in enumerate(_read_list(seats, f"{place}.seats", _MOST_SEATS))
            ]
            count = _read_whole(rounds, f"{place}.rounds")
            facts = MatchFacts(uid, game, options, played, count, over, tuple([s for s, _ in at]))
            return facts, tuple([person for _, person in at])
    _refuse(place, "must have uid, game, options, day, rounds, over and seats")


def _read_seat(value: Any, place: str, people: set[int]) -> tuple[SeatFacts, int | None]:
    match value:
        case [str(name), str(player), person, score, bool(won), turns, hints, list(marks)]:
            for text in (name, player):
                why = explain_unfit_name(text)
                if why:
                    _refuse(place, why)
            if person is not None and person not in people:
                _refuse(place, "names a person who is not there")
            points = None if score is None else _read_whole(score, place)
            told = tuple(
                [_read_mark(each, place) for each in _read_list(marks, place, _MOST_MARKS)]
            )
            if len({mark.key for mark in told}) < len(told):
                _refuse(place, "has a mark twice")
            counts = _read_whole(turns, place), _read_whole(hints, place)
            return SeatFacts(name, player, points, won, *counts, told), person
    _refuse(place, "must be name, player, person, score, won, turns, hints and marks")


def _read_mark(value: Any, place: str) -> RoundTally:
    match value:
        case [str(key), rounds, won] if len(key) <= _MOST_MARKS:
            return RoundTally(key, _read_whole(rounds, place), _read_whole(won, place))
    _refuse(place, "a mark must be key, rounds and those won")


def _read_whole(value: Any, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        _refuse(place, f"{str(value)[:40]!r} must be a whole number of at most {_LARGEST}")
    return value
