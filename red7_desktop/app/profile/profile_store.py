"""What the profile keeps: one description, and from it SQLite and a file to take along.

The database is opened when something is asked for. One that is damaged, or not ours, is set aside,
and a new one is made of the records that are kept.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final, get_type_hints

from red7_desktop.app.profile import statistics
from red7_desktop.kit import setup, storage
from red7_desktop.kit.look.icons import OWN_FACES
from red7_desktop.tabletop import files
from red7_desktop.tabletop.match import explain_unfit_name

_LONGEST_WORD: Final = 2_000
_LARGEST: Final = 1_000_000


# -- readers of plain values, from a row of SQLite or from JSON ---------------------------------


def _read_text(value: Any, least: int = 0, most: int = _LONGEST_WORD) -> str:
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise storage.Unfit(f"must be a text of {least} to {most} letters")
    return value


def _read_known(*known: str) -> Callable[[Any], str]:
    """Return a reader of looks: those of another version, say, are replaced by the first."""
    return lambda value: value if _read_text(value) in known else known[0]


def _read_person_name(value: Any) -> str:
    if not isinstance(value, str) or not setup.is_fit_name(value):
        raise storage.Unfit(f"must be a name of at most {setup.LONGEST_NAME} characters, or none")
    return value


_explain_name: Final = lru_cache(explain_unfit_name)
"""Thousands of matches are played by the same few people."""


def _read_seat_name(value: Any) -> str:
    why = _explain_name(value) if isinstance(value, str) else "must be a name"
    if why:
        raise storage.Unfit(why)
    return str(value)


def _read_day(value: Any) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise storage.Unfit("must be a day such as '2026-01-31'") from error


def _read_flag(value: Any) -> bool:
    if not isinstance(value, int) or value not in (0, 1):  # SQLite keeps a number
        raise storage.Unfit("must be true or false")
    return bool(value)


_read_number: Final = storage.read_whole(-_LARGEST, _LARGEST)


# -- the description -------------------------------------------------------------------------


_BY_TYPE: Final[Mapping[Any, tuple[str, Callable[[Any], Any]]]] = {
    str: ("TEXT NOT NULL", _read_text),
    int: ("INTEGER NOT NULL", _read_number),
    int | None: ("INTEGER", storage.read_or_none(_read_number)),
    bool: ("INTEGER NOT NULL", _read_flag),
    date: ("TEXT NOT NULL", _read_day),
}
"""How a field is kept in the database, and read there and in a file."""

_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "people.name": _read_person_name,
    "people.colour": _read_known(*statistics.COLOURS),
    "people.face": _read_known(*OWN_FACES),
    "matches.uid": partial(_read_text, least=1),
    "seats.name": _read_seat_name,
    "seats.player": _read_seat_name,
    "marks.key": partial(_read_text, most=40),
}
"""What is read with more care than its type asks for."""
_LIMITS: Final = {"matches.uid": " UNIQUE", "seats.person": " REFERENCES people"}
"""What the database checks of a field."""
_SINCE: Final = {"seats.hints": 2}
"""The version that has brought a field, where that is not its table's; older rows have 0 there."""


class Table:
    """What is kept of a class: fields, in the order of a row.

    keys: columns in front that only the database has. ends: what follows all columns there. since:
    the version that has brought the table.
    """

    def __init__(
        self, name: str, kept: type, fields: str, *keys: str, ends: str = ")", since: int = 1
    ) -> None:
        types = get_type_hints(kept)
        self.name = name
        self.since = since
        self.ends = ends
        self.fields = fields.split()
        self.keys = {key.split()[0]: key for key in keys}
        self._sql: dict[str, str] = {}
        self._readers: list[Callable[[Any], Any]] = []
        for field in self.fields:
            place, (sql, read) = f"{name}.{field}", _BY_TYPE[types[field]]
            self._sql[field] = f"{field} {sql}{_LIMITS.get(place, '')}"
            self._readers.append(_READERS.get(place, read))

    def read(self, values: Sequence[Any], place: str) -> list[Any]:
        """Return what a row stands for. Raises InvalidValue."""
        if len(values) != len(self.fields):
            raise files.InvalidValue(place, f"must have {', '.join(self.fields)}")
        found: list[Any] = []
        try:
            for read, value in zip(self._readers, values, strict=True):
                found.append(read(value))
        except storage.Unfit as error:
            raise files.InvalidValue(f"{place}.{self.fields[len(found)]}", str(error)) from error
        return found

    def plain(self, value: Any) -> list[Any]:
        found = [getattr(value, field) for field in self.fields]
        return [each.isoformat() if isinstance(each, date) else each for each in found]

    def changes(self, version: int) -> Iterator[str]:
        """Return what brings the table up to date in a file of a version, 0 for an empty one."""
        if self.since > version:
            columns = ", ".join([*self.keys.values(), *self._sql.values()])
            yield f"CREATE TABLE {self.name} ({columns}{self.ends}"
        else:
            for field in [f for f in self.fields if _SINCE.get(f"{self.name}.{f}", 0) > version]:
                yield f"ALTER TABLE {self.name} ADD COLUMN {self._sql[field]} DEFAULT 0"

    def rows(
        self, db: sqlite3.Connection, broken: set[int]
    ) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
        """Read all rows, each with its keys, in the order of these.

        Rows that make no sense are left out; their first key goes to the broken ones.
        """
        names, count = ", ".join([*self.keys, *self.fields]), len(self.keys)
        for row in db.execute(f"SELECT {names} FROM {self.name} ORDER BY 1, 2, 3"):
            try:
                if not all(isinstance(key, int) for key in row[:count]):
                    raise files.InvalidValue(self.name, "a key must be a number")
                yield row[:count], self.read(row[count:], self.name)
            except files.InvalidValue as error:
                _LOG.warning("the profile: a row makes no sense: %s", error.place)
                broken.add(row[0])

    def insert(self, db: sqlite3.Connection, value: Any, *keys: int | None) -> int:
        """Add a row; returns its number where the database numbers them. keys: None for that."""
        holes = ", ".join("?" * (len(self.keys) + len(self.fields)))
        row = [*keys, *self.plain(value)]
        names = ", ".join([*self.keys, *self.fields])
        return db.execute(f"INSERT INTO {self.name} ({names}) VALUES ({holes})", row).lastrowid or 0


_ID: Final = "id INTEGER PRIMARY KEY"
_AT: Final = ("match INTEGER NOT NULL REFERENCES matches", "seat INTEGER NOT NULL")

PEOPLE: Final = Table(
    *("people", statistics.Person, "name colour face", _ID),
    ends=", is_chosen INTEGER NOT NULL DEFAULT 0)",
)

MATCHES: Final = Table("matches", statistics.MatchFacts, "uid game options day rounds is_over", _ID)

SEATS: Final = Table(
    *("seats", statistics.SeatFacts, "name player person score is_winner turns hints", *_AT),
    ends=", PRIMARY KEY (match, seat)) WITHOUT ROWID",
)

MARKS: Final = Table(
    *("marks", statistics.RoundTally, "key rounds won", *_AT),
    ends=", PRIMARY KEY (match, seat, key)) WITHOUT ROWID",
    since=2,
)

EVENTS: Final = Table(
    *("deeds", statistics.ProfileEvent, "kind game key day outcome value", _ID),
    "person INTEGER NOT NULL REFERENCES people",
    since=3,
)

RECORDS: Final = Table("records", statistics.RecordsSeen, "newest", _ID, since=4)

TABLES: Final = (PEOPLE, MATCHES, SEATS, MARKS, EVENTS, RECORDS)
NEWEST: Final = max(*_SINCE.values(), *(table.since for table in TABLES))
"""The version that is written now."""
MARK: Final = 0x52375046
"""What SQLite keeps in the file as the application that it belongs to."""


# -- in the database -------------------------------------------------------------------------


class DamagedProfile(Exception):
    """A file that is no profile, or none that can be read."""


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _put_match(db: sqlite3.Connection, match: statistics.MatchFacts) -> bool:
    """Add a match; returns whether it is new.

    Of one that is there hints are added: its record, which may be read first, tells of none.
    """
    known = db.execute("SELECT id FROM matches WHERE uid = ?", (match.uid,)).fetchone()
    if known:
        hints = [(seat.hints, *known, place) for place, seat in enumerate(match.seats)]
        db.executemany("UPDATE seats SET hints = max(hints, ?) WHERE match = ? AND seat = ?", hints)
        return False
    number = MATCHES.insert(db, match, None)
    for table in (MARKS, SEATS):  # of a match that has lost its number
        db.execute(f"DELETE FROM {table.name} WHERE match = ?", (number,))
    for place, seat in enumerate(match.seats):
        SEATS.insert(db, seat, number, place)
        for mark in seat.marks:
            MARKS.insert(db, mark, number, place)
    return True


def _build_seat(row: list[Any], marks: Iterable[statistics.RoundTally]) -> statistics.SeatFacts:
    name, player, person, *counts = row
    return statistics.SeatFacts._make((name, player, *counts, tuple(marks), person))


_LOG: Final = logging.getLogger(__name__)
_DAMAGED: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
_ANY_FAULT: Final = (DamagedProfile, sqlite3.DatabaseError, UnicodeDecodeError)
"""What opening raises, the last where SQLite quotes a name that is none."""
_FORMS: Final = (b"\1\1", b"\2\2")
"""How SQLite says in a file that it may write it and read it."""
_CODES: Final = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "not_permitted"),
    ("SQLITE_CANTOPEN", "not_permitted"),
    ("SQLITE_PERM", "not_permitted"),
)


class ProfileStore:
    """The file, and what is written into it. Every call may raise CannotWrite.

    rebuild: gives what the kept records tell. find_newest: gives the number of the last of them.
    """

    def __init__(
        self,
        file: Path,
        rebuild: Callable[[], Iterable[statistics.MatchFacts]],
        find_newest: Callable[[], int] = lambda: 0,
    ) -> None:
        self._file = file
        self._rebuild = rebuild
        self._find_newest = find_newest
        self._db: sqlite3.Connection | None = None

    # -- the file ----------------------------------------------------------------------------

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._reading() as db, _transaction(db):
            _ensure_chosen(db)
            yield db

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._opened()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if _is_damage(error):  # it is seen to when the file is opened the next time
                self.close()
            name = getattr(error, "sqlite_errorname", "")
            code = next((code for begin, code in _CODES if name.startswith(begin)), "failed")
            raise files.CannotWrite(self._file, code, str(error)) from error

    def _opened(self) -> sqlite3.Connection:
        if self._db is not None:
            return self._db
        files.make_folder_for(self._file)
        try:
            self._db = self._connected()
        except _ANY_FAULT as error:
            if not _is_damage(error):
                raise
            with storage.lock_out_others(self._file):
                self._db = self._mended()
        return self._db

    def _mended(self) -> sqlite3.Connection:
        """Set a damaged file aside and begin a new one, unless another copy has just done so."""
        try:
            return self._connected()
        except _ANY_FAULT as error:
            if not _is_damage(error):
                raise
            _LOG.warning("the profile is damaged and set aside: %s", error)
        for each in (self._file, self._file.with_name(f"{self._file.name}-journal")):
            if each.exists():
                files.move_aside(each)
        return self._connected()

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._file, timeout=storage.PATIENCE, isolation_level=None)
        try:
            db.execute("PRAGMA foreign_keys = ON")
            db.text_factory = lambda data: data.decode("utf-8", "replace")
            self._migrate(db)
            found = db.execute("PRAGMA quick_check").fetchone()
            if found != ("ok",):
                raise DamagedProfile(str(found))
            if _list_columns(db) != _list_usual_columns():
                raise DamagedProfile("its tables are others")
        except BaseException:
            db.close()
            raise
        return db

    def _migrate(self, db: sqlite3.Connection) -> None:
        """Bring a database up to the newest version, a new one with its content: all or nothing."""
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (mark,) = db.execute("PRAGMA application_id").fetchone()
        (count,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mark != MARK and (count or version):
            raise DamagedProfile("it is a file of another program")
        if version > NEWEST:
            raise files.CannotWrite(self._file, "newer", f"version {version}, known is {NEWEST}")
        if version == NEWEST:
            with self._file.open("rb") as file:
                if file.read(20)[18:] not in _FORMS:  # SQLite would only ever read it
                    raise DamagedProfile("its form is another one")
            return
        newest = self._find_newest()
        matches = [] if version else list(self._rebuild())
        with _transaction(db):
            if db.execute("PRAGMA user_version").fetchone() != (version,):
                return  # another copy of the program was quicker
            for table in TABLES:
                for change in table.changes(version):
                    db.execute(change)
            _fill(db, matches)
            _note_newest(db, newest)
            db.execute(f"PRAGMA application_id = {MARK}")
            db.execute(f"PRAGMA user_version = {NEWEST}")

    # -- reading -----------------------------------------------------------------------------

    def read(self) -> statistics.ProfileData:
        with self._reading() as db:
            chosen, broken, people = _ensure_chosen(db), set[int](), _list_people(db)
            there = {person.number for person in people}
            marks: dict[tuple[int, ...], dict[str, statistics.RoundTally]] = defaultdict(dict)
            for at, row in MARKS.rows(db, broken):
                marks[at][row[0]] = statistics.RoundTally(*row)
            seats: dict[int, list[statistics.SeatFacts]] = defaultdict(list)
            for at, row in SEATS.rows(db, broken):
                seat = _build_seat(row, marks[at].values())
                seats[at[0]].append(seat if seat.person in there else seat._replace(person=None))
            matches = [
                statistics.MatchFacts._make([*row, tuple(seats[at[0]])])
                for at, row in MATCHES.rows(db, broken)
                if at[0] not in broken
            ]
            matches.sort(key=lambda match: match.day)
            events = tuple([(by, event) for by, event in _list_events(db) if by in there])
            return statistics.ProfileData(people, chosen, tuple(matches), events)

    def read_events(self) -> list[statistics.ProfileEvent]:
        """Return what everyone has done, without the matches, of which there may be thousands."""
        with self._reading() as db:
            there = {person.number for person in _list_people(db)}
            return [event for by, event in _list_events(db) if by in there]

    def find_newest_record(self) -> int:
        """Return the number of the last record whose match has been kept here, or deleted."""
        with self._reading() as db:
            (newest,) = db.execute("SELECT max(newest) FROM records").fetchone()
            return newest if isinstance(newest, int) else 0

    def look(self) -> statistics.ProfileSnapshot:
        with self._reading() as db:
            chosen, people = _ensure_chosen(db), _list_people(db)
            events = tuple([event for number, event in _list_events(db) if number == chosen])
            played = db.execute(
                "SELECT game, is_over, is_winner FROM seats JOIN matches ON id = match"
                " WHERE person = ?",
                (chosen,),
            ).fetchall()
            ends = [is_winner == 1 for _, is_over, is_winner in played if is_over]
            person = next(person for person in people if person.number == chosen)
            games = frozenset([game for game, *_ in played])
            return statistics.ProfileSnapshot(person, events, (len(ends), sum(ends)), games, people)

    # -- writing -----------------------------------------------------------------------------

    def keep(self, match: statistics.MatchFacts) -> None:
        """Keep a match; one that is kept already is passed over."""
        with self._writing() as db:
            _put_match(db, match.with_people(_list_people(db), _ensure_chosen(db)))

    def note_newest_record(self, number: int) -> None:
        with self._writing() as db:
            _note_newest(db, number)

    def note(self, event: statistics.ProfileEvent) -> None:
        with self._writing() as db:
            EVENTS.insert(db, event, None, _ensure_chosen(db))

    def add(self, name: str) -> int:
        """Add a person, who is chosen at once; returns the number."""
        with self._writing() as db:
            number = _add_person(db, name)
            _choose(db, number)
            return number

    def choose(self, number: int) -> None:
        with self._writing() as db:
            _choose(db, number)

    def change(self, person: statistics.Person) -> None:
        with self._writing() as db:
            _change(db, person)

    def take_in(self, kept: statistics.ProfileData, *, is_own: bool = False) -> int:
        """Add what another profile holds; people of one name are one. Returns how many are new.

        is_own: whether it comes from here: then who has no name is the one who is chosen.
        """
        with self._writing() as db:
            known = {"": _ensure_chosen(db)} if is_own else {}
            known |= {person.name.casefold(): person.number for person in _list_people(db)}
            own: dict[int | None, int | None] = {None: None}
            for person in kept.people:
                number = known.get(person.name.casefold())
                if number is None:
                    number = _add_person(db, person.name)
                    _change(db, person._replace(number=number))
                    known[person.name.casefold()] = number
                own[person.number] = number
            there = Counter(_list_events(db))
            for by, event in kept.events:
                mine = own[by] or 0
                if there[mine, event] < 1:
                    EVENTS.insert(db, event, None, mine)
                there[mine, event] -= 1
            count = 0
            for match in kept.matches:
                seats = [seat._replace(person=own.get(seat.person)) for seat in match.seats]
                count += _put_match(db, match._replace(seats=tuple(seats)))
            return count

    def delete(self, number: int) -> None:
        """Forget a person: the matches stay, as a guest's."""
        with self._writing() as db:
            db.execute("UPDATE seats SET person = NULL WHERE person = ?", (number,))
            db.execute("DELETE FROM deeds WHERE person = ?", (number,))
            db.execute("DELETE FROM people WHERE id = ?", (number,))
            _choose(db, _ensure_chosen(db))

    def delete_all(self) -> None:
        with self._writing() as db:
            for table in reversed(TABLES):
                db.execute(f"DELETE FROM {table.name}")
            _note_newest(db, self._find_newest())
            _ensure_chosen(db)


def _list_columns(db: sqlite3.Connection) -> set[tuple[Any, ...]]:
    found: set[tuple[Any, ...]] = set()
    for table in TABLES:
        columns = db.execute(f"PRAGMA table_info({table.name})")
        found |= {(table.name, *row[1:4], row[5]) for row in columns}
        others = db.execute(f"PRAGMA foreign_key_list({table.name})")
        found |= {(table.name, *row[2:5]) for row in others}
    return found


@cache
def _list_usual_columns() -> set[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        for table in TABLES:
            for change in table.changes(0):
                db.execute(change)
        return _list_columns(db)


def _fill(db: sqlite3.Connection, matches: Sequence[statistics.MatchFacts]) -> None:
    names: Counter[str] = Counter()
    for match in matches:
        people = [seat.name for seat in match.seats if seat.is_person]
        names.update(people if len(people) == 1 else ())
    for name, _ in names.most_common():
        _add_person(db, name)
    for match in matches:
        _put_match(db, match.with_people(_list_people(db), _ensure_chosen(db)))


def _note_newest(db: sqlite3.Connection, number: int) -> None:
    db.execute("DELETE FROM records")
    RECORDS.insert(db, statistics.RecordsSeen(number), None)


def _is_damage(error: Exception) -> bool:
    name = getattr(error, "sqlite_errorname", "")
    is_refused = name == "SQLITE_ERROR"  # what is asked is always the same, so the file is another
    is_known = name.startswith(_DAMAGED) or isinstance(error, DamagedProfile | UnicodeDecodeError)
    return is_refused or is_known


def _list_people(db: sqlite3.Connection) -> tuple[statistics.Person, ...]:
    """Return everyone; one who makes no sense has no name and the first looks."""
    broken: set[int] = set()
    found = [statistics.Person(*at, *row) for at, row in PEOPLE.rows(db, broken)]
    found += [
        statistics.Person(number, "", statistics.COLOURS[0], OWN_FACES[0]) for number in broken
    ]
    return tuple(sorted(found))


def _list_events(db: sqlite3.Connection) -> tuple[tuple[int, statistics.ProfileEvent], ...]:
    return tuple(
        [(by, statistics.ProfileEvent(*event)) for (_, by), event in EVENTS.rows(db, set())]
    )


def _add_person(db: sqlite3.Connection, name: str) -> int:
    (count,) = db.execute("SELECT count(*) FROM people").fetchone()
    looks = statistics.COLOURS[count % len(statistics.COLOURS)], OWN_FACES[count % len(OWN_FACES)]
    return PEOPLE.insert(db, statistics.Person(0, name, *looks), None)


def _change(db: sqlite3.Connection, person: statistics.Person) -> None:
    number, *looks = person
    db.execute("UPDATE people SET name = ?, colour = ?, face = ? WHERE id = ?", (*looks, number))


def _choose(db: sqlite3.Connection, number: int) -> None:
    db.execute("UPDATE people SET is_chosen = (id = ?)", (number,))


def _ensure_chosen(db: sqlite3.Connection) -> int:
    """Return who is chosen; someone always is, and be it a person without a name."""
    row = db.execute("SELECT id FROM people ORDER BY is_chosen DESC, id LIMIT 1").fetchone()
    return int(row[0]) if row is not None else _add_person(db, "")


# -- in a file to take along -----------------------------------------------------------------

FORMAT: Final = "red7-desktop profile"
VERSION: Final = 1
LONGEST: Final = 32_000_000
"""No file is longer, in bytes; 10,000 matches take some 6,000,000."""
_MOST: Final = {"people": 100, "seats": 10, "marks": 40}
"""How many there may be in a list; in others a million."""


def write_profile(kept: statistics.ProfileData) -> str:
    """Return a profile as text: a head, and a line for each match."""
    people = [[each.number, *PEOPLE.plain(each)] for each in kept.people]
    events = [[by, *EVENTS.plain(event)] for by, event in kept.events]
    head = {"format": FORMAT, "version": VERSION, "people": people, "deeds": events}
    lines = [json.dumps(_write_match(match), ensure_ascii=False) for match in kept.matches]
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    return f'{opening}, "matches": [\n' + ",\n".join(lines) + "\n]}\n"


_MATCH_KEYS: Final = [field.removeprefix("is_") for field in MATCHES.fields]


def _write_match(match: statistics.MatchFacts) -> dict[str, Any]:
    plain = dict(zip(_MATCH_KEYS, MATCHES.plain(match), strict=True))
    seats = [
        [*SEATS.plain(each), [MARKS.plain(mark) for mark in each.marks]] for each in match.seats
    ]
    return {**plain, "seats": seats}


def read_profile(file: Path) -> statistics.ProfileData:
    """Read a file that `write_profile` made. Raises CannotRead, InvalidValue."""
    return parse_profile(files.read_text(file, LONGEST))


def parse_profile(text: str) -> statistics.ProfileData:
    """Read a text that `write_profile` made. Raises InvalidValue for the first fault."""
    document = files.read_json(text, LONGEST)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise files.InvalidValue("format", f"must be {FORMAT!r}")
    if document.get("version") != VERSION:
        why = f"must be {VERSION}: it may come from a newer version of the program"
        raise files.InvalidValue("version", why)
    people = tuple(
        [
            statistics.Person(_read_person(row, place, None), *PEOPLE.read(row[1:], place))
            for place, row in _list_parts(document.get("people"), "people")
        ]
    )
    numbers = {person.number for person in people}
    if len(numbers) < len(people):
        raise files.InvalidValue("people", "somebody is there twice")
    matches = [
        _parse_match(each, place, numbers)
        for place, each in _list_parts(document.get("matches"), "matches", dict)
    ]
    events = [
        (_read_person(row, place, numbers), statistics.ProfileEvent(*EVENTS.read(row[1:], place)))
        for place, row in _list_parts(document.get("deeds", []), "deeds")
    ]
    chosen = people[0].number if people else 0
    return statistics.ProfileData(people, chosen, tuple(matches), tuple(events))


def _list_parts(value: Any, place: str, sort: type = list) -> list[tuple[str, Any]]:
    """Return what a list holds, each with its place; all of it is of one sort."""
    most = _MOST.get(place.rpartition(".")[2], _LARGEST)
    if not isinstance(value, list) or len(value) > most:
        raise files.InvalidValue(place, f"must be a list of at most {most}")
    parts = [(f"{place}[{nth}]", each) for nth, each in enumerate(value)]
    for at, each in parts:
        if not isinstance(each, sort):
            raise files.InvalidValue(at, f"must be a {sort.__name__}")
    return parts


def _read_person(row: list[Any], place: str, numbers: set[int] | None) -> int:
    """Return the person whose number a row begins with; numbers: of all, where they are known."""
    number = row[0] if row else None
    if not isinstance(number, int) or (numbers is not None and number not in numbers):
        raise files.InvalidValue(place, "names a person who is not there")
    return number


def _parse_match(value: dict[str, Any], place: str, numbers: set[int]) -> statistics.MatchFacts:
    facts = MATCHES.read([value.get(key) for key in _MATCH_KEYS], place)
    seats = []
    for at, row in _list_parts(value.get("seats"), f"{place}.seats"):
        seat, told = SEATS.read(row[:-1], at), _list_parts(row[-1], f"{at}.marks")
        marks = [statistics.RoundTally(*MARKS.read(each, where)) for where, each in told]
        if len({mark.key for mark in marks}) < len(marks):
            raise files.InvalidValue(at, "has a mark twice")
        seats.append(_build_seat(seat, marks))
        if not {seats[-1].person} <= numbers | {None}:
            raise files.InvalidValue(at, "names a person who is not there")
    return statistics.MatchFacts._make([*facts, tuple(seats)])
