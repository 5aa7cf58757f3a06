"""Imports the data of older program versions, which had no library.

The older files are only read. Damaged input never raises: what can't be read is left out, logged
and named in the result.

Older versions stored everything in the folder of the saves: running matches in `match.json`,
`match-2.json` and so on, finished ones in `played/`, players and statistics in `profile.sqlite3`,
entries that could not be written there in `late-*.red7profile`, and puzzles from own matches in
`puzzles/`.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeVar

from red7_desktop.app.library import exchange, matches, people
from red7_desktop.app.library.repair import roll_back_copy
from red7_desktop.app.profile import statistics
from red7_desktop.games.registry import Catalogue, load_all_rules
from red7_desktop.kit import game_view, storage
from red7_desktop.tabletop import files, records
from red7_desktop.tabletop.game import SEAT_LETTERS, Result
from red7_desktop.tabletop.match import (
    FORMAT,
    MAX_SAVE_SIZE,
    DamagedSaveError,
    Match,
    SeatInfo,
    read_game_name,
    read_match,
)
from red7_desktop.tabletop.puzzle import Puzzle, read_puzzles, text_of_puzzle
from red7_desktop.tabletop.rounds import read_record, write_record

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)


class OldRecord(NamedTuple):
    """The record of a finished match in the data folder of an older program version.

    Attributes:
        row: The record. If there are several copies, the one with the lowest number in its file
            name.
        facts: Statistics of the match without players, None if a profile has them.
        is_deleted: Whether the user has deleted the match's statistics.
    """

    row: matches.MatchRow
    facts: statistics.MatchFacts | None = None
    is_deleted: bool = False


class LegacyData(NamedTuple):
    """Everything in the data folder of an older program version except running matches.

    Attributes:
        profiles: The profile, then the files with entries that could not be written into it.
        records: Finished matches, the oldest first.
        puzzles: Puzzles from own matches by game, the newest first.
        unreadable_files: Files that could not be read, at least partly, as paths below the saves.
    """

    profiles: tuple[statistics.ProfileData, ...]
    records: tuple[OldRecord, ...]
    puzzles: Mapping[str, tuple[Puzzle, ...]]
    unreadable_files: tuple[str, ...]


_PROFILE: Final = "profile.sqlite3"
_PLAYED: Final = "played"
_PUZZLES: Final = "puzzles"
_SEARCHED: Final = "looked-at.txt"
_SLOT: Final = re.compile(r"match(?:-([2-9]|[1-9]\d{1,3}))?\.json(?:\.bak)?")
"""Matches names of files with running matches, and of their backups."""
_RECORD: Final = re.compile(r"(\d{6,9})-.+\.red7")
"""Matches names of record files, and the names that sync programs give to copies, such as
"000012-... (conflicted copy).red7"."""
_LATE: Final = re.compile(r"late-.*\.red7profile")
_PUZZLE_FILE: Final = re.compile(r"(?!looked-at).+\.txt")
_UNREADABLE: Final = (files.FileReadError, ValueError)
"""Exceptions raised by reading and parsing a damaged file."""


def has_legacy_data(paths: storage.Paths) -> bool:
    """Return whether an older version has left matches, records, a profile or puzzles."""
    saves = paths.saves
    named = (
        (saves, _SLOT),
        (saves, _LATE),
        (saves / _PLAYED, _RECORD),
        (saves / _PUZZLES, _PUZZLE_FILE),
    )
    with suppress(OSError):
        return (saves / _PROFILE).exists() or any(_list_files(*each) for each in named)
    return False


def _list_files(folder: Path, pattern: re.Pattern[str]) -> list[tuple[re.Match[str], Path]]:
    """Return the files in a folder whose whole names match a pattern, sorted by name.

    If the folder can't be read, none are returned.
    """
    try:
        named = [(pattern.fullmatch(file.name), file) for file in sorted(folder.iterdir())]
    except OSError:
        return []
    return [(name, file) for name, file in named if name]


def read_legacy_data(
    paths: storage.Paths, catalogue: Catalogue, progress: storage.JobProgress | None = None
) -> LegacyData:
    """Read everything in an older version's data folder except the running matches.

    Each record is matched by its header with a match in the statistics. A record without such a
    match is replayed to compute its statistics.

    Args:
        paths: Paths of the data folder. Nothing in the folder is changed.
        catalogue: All games.
        progress: Receives the progress, from 0 to 1.

    Raises:
        Cancelled: The progress was cancelled.
    """
    return _HomeReader(paths.saves, catalogue, progress or storage.JobProgress()).read()


# -- running matches -----------------------------------------------------------------------------

_DAY: Final = "day"
_HINTS: Final = "hints"


def read_running(saves: Path, now: float) -> list[str]:
    """Return the texts of the saved matches, sorted by the time of their last steps.

    No match is replayed, so the result may contain finished matches and damaged texts. If a save
    isn't JSON but its backup is, the backup is returned.

    Args:
        saves: Folder of the saves.
        now: Current time in seconds since 1970. If a file's time is in the future, only the day in
            the save decides how long ago the match was played.
    """
    found = []
    for number in _list_slots(saves):
        file = _name_slot(saves, number)
        text, document = _read_slot(file)
        if text is not None:
            found.append((*_find_last_played(file, document, now), -number, text))
    return [text for *_, text in sorted(found)]


def _list_slots(saves: Path) -> list[int]:
    return sorted({int(name[1] or 1) for name, _ in _list_files(saves, _SLOT)})


def _name_slot(saves: Path, number: int) -> Path:
    return saves / ("match.json" if number == 1 else f"match-{number}.json")


def _read_slot(file: Path) -> tuple[str | None, dict[str, Any]]:
    """Return the text of a saved match and its JSON object, {} if it isn't JSON."""
    texts = []
    for each in (file, files.backup_of(file)):
        text = _read_any_text(each)
        if text is None:
            continue
        texts.append(text)
        with suppress(files.InvalidJson):
            document = files.read_json(text, MAX_SAVE_SIZE)
            if isinstance(document, dict) and document.get("format") == FORMAT:
                return text, document
    return (texts[0] if texts else None), {}


def _read_any_text(file: Path) -> str | None:
    """Read a text with invalid UTF-8 replaced; return None if the file can't be read."""
    try:
        return files.read_text(file)
    except files.FileReadError as error:
        if error.code == "not_text":
            with suppress(OSError):
                return file.read_bytes()[: files.MAX_FILE_SIZE].decode("utf-8-sig", "replace")
        if error.code != "missing":
            _LOG.warning("a saved match can't be read: %s", error)
    return None


def _find_last_played(file: Path, document: Mapping[str, Any], now: float) -> tuple[date, float]:
    """Return the day and time at which a match was last played."""
    written = _read_time(file) or _read_time(files.backup_of(file))
    if written > now:
        written = 0.0
    extra = document.get("extra")
    day = None
    if isinstance(extra, dict):
        day = _read_day(extra)
    return min(day or _find_day(written), _find_day(now)), written


def _read_day(extra: Mapping[str, Any]) -> date | None:
    with suppress(KeyError, TypeError, ValueError):
        return date.fromisoformat(extra[_DAY])
    return None


def _read_time(file: Path) -> float:
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0


def _find_day(time: float) -> date:
    """Return the day of a time, the earliest possible day for 0 and for invalid times."""
    with suppress(OSError, OverflowError, ValueError):
        if time:
            return date.fromtimestamp(time)
        return date.min
    return date.min


def _read_hints(extra: Mapping[str, Any]) -> dict[int, int]:
    found = extra.get(_HINTS)
    pairs = found.items() if isinstance(found, dict) else ()
    return {
        SEAT_LETTERS.index(letter): count
        for letter, count in pairs
        if letter in SEAT_LETTERS and isinstance(count, int) and count > 0
    }


# -- the profile ---------------------------------------------------------------------------------

_COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "people": ("id", *exchange.PEOPLE.fields),
    "matches": ("id", *exchange.MATCHES.fields),
    "seats": ("match", "seat", *exchange.SEATS.fields),
    "marks": ("match", "seat", *exchange.TALLIES.fields),
    "deeds": ("id", "person", *exchange.EVENTS.fields),
}
"""Columns of each table: its keys, then what an exported profile has in each row."""
_SINCE: Final = {"people": 1, "matches": 1, "seats": 1, "marks": 2, "deeds": 3, "records": 4}
"""Version of the database that added each table. The only new column, "hints" of the
table "seats" in version 2, is 0 in older ones."""
_SQLITE_ERRORS: Final = (
    sqlite3.Error,
    sqlite3.Warning,
    UnicodeDecodeError,
    OverflowError,
    MemoryError,
)
"""Exceptions raised by SQLite on damaged pages."""
_MORE_KEYS: Final = 5_000
"""Number of keys after the highest readable key that are also looked up in a damaged table."""
_MAX_KEYS_PER_ROW: Final = 4
"""Limit for the number of keys that are looked up one by one in a damaged table, as a multiple of
the number of readable rows. Without the limit, one damaged, huge key would make the search
endless."""
_ALL_RECORDS: Final = 10**9
"""Value of `_ProfileReader.newest_record` if all records of matches were entered in the profile.
Greater than the number of any record."""


def _open_profile(file: Path) -> sqlite3.Connection:
    """Copy an older version's profile (a SQLite file) into memory, and open the copy.

    A journal beside the file is only applied if the file is damaged and the journal repairs it, as
    after a crash. Any other journal, such as from a backup, would undo later changes.

    Raises:
        OSError: The file can't be read.
        sqlite3.Error: SQLite can't load it.
    """
    data = file.read_bytes()
    db = _connect(data)
    if not _is_sound(db):
        repaired = _roll_back(file)
        if repaired is not None:
            db.close()
            return repaired
    return db


def _connect(data: bytes) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        db.text_factory = lambda text: text.decode("utf-8", "replace")
        db.deserialize(_mend_header(data))
        db.execute("PRAGMA writable_schema = ON")  # Makes SQLite skip damaged tables.
    except BaseException:
        db.close()
        raise
    return db


_MAGIC: Final = b"SQLite format 3\0"
_PAGE_SIZES: Final = tuple([1 << power for power in range(9, 17)])
_USUAL_PAGE: Final = 4096


def _mend_header(data: bytes) -> bytes:
    """Restore the header fields that are the same in every file of this program.

    The page count is set to the number of pages in the file. The write-ahead log is switched off,
    because a database in memory can't have one.
    """
    size = int.from_bytes(data[16:18], "big")
    size = 65_536 if size == 1 else size
    if size not in _PAGE_SIZES:
        size = _USUAL_PAGE
    pages = max(1, -(-len(data) // size))
    mended = bytearray(data.ljust(pages * size, b"\0"))
    mended[0:16] = _MAGIC
    mended[16:18] = (1 if size == 65_536 else size).to_bytes(2, "big")
    mended[18:24] = bytes([1, 1, 0, 64, 32, 32])
    mended[28:32] = pages.to_bytes(4, "big")
    mended[44:48] = (4).to_bytes(4, "big")
    mended[56:60] = (1).to_bytes(4, "big")
    mended[92:96] = mended[24:28]
    return bytes(mended)


def _is_sound(db: sqlite3.Connection) -> bool:
    try:
        return bool(db.execute("PRAGMA quick_check").fetchone() == ("ok",))
    except _SQLITE_ERRORS:
        return False


def _roll_back(file: Path) -> sqlite3.Connection | None:
    """Apply the journal of a damaged file to a copy; return the copy if that repairs it."""
    try:
        with TemporaryDirectory() as folder:
            db = _connect(roll_back_copy(file, Path(folder)).read_bytes())
    except (OSError, *_SQLITE_ERRORS):
        return None
    if _is_sound(db):
        return db
    db.close()
    return None


class _ProfileReader:
    """Reads the tables of a profile, row by row if it is damaged.

    Attributes:
        is_damaged: Whether something could not be read.
        newest_record: Highest number of a record whose match was ever entered in the profile. If
            the statistics of a record with a lower number are missing, they were deleted.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._broken: set[int] = set()
        self.is_damaged = not _is_sound(db)
        self.newest_record = 0

    def read(self) -> statistics.ProfileData:
        version = self._find_version()
        for table, since in _SINCE.items():
            self.is_damaged |= since <= version and not self._list_columns(table)
        seats = self._read_seats()
        events = list(self._read_rows("deeds"))
        persons = {values[2] for places in seats.values() for values in places.values()}
        persons.update([person for _, person, *_ in events])
        everyone = self._read_people({each for each in persons if isinstance(each, int)})
        numbers = {person.number for person in everyone}
        self.newest_record = self._find_newest_record(version)
        return statistics.ProfileData(
            tuple(everyone),
            self._find_chosen(everyone),
            list(self._read_matches(seats, numbers)),
            list(self._read_events(events, numbers)),
        )

    def _read_people(self, persons: Iterable[int]) -> list[statistics.PlayerProfile]:
        """Read the players, sorted by number.

        Args:
            persons: Numbers of players in matches and events. If the row of such a player is lost,
                a player without a name is returned.
        """
        rows = {number: values for number, *values in self._read_rows("people")}
        found = {number: statistics.NOBODY._replace(number=number) for number in {*persons, *rows}}
        for number, values in rows.items():
            with self._skipping_damage():
                fields = exchange.PEOPLE.read(values, "people")
                found[number] = statistics.PlayerProfile(number, *fields)
        return sorted(found.values())

    def _read_seats(self) -> dict[int, dict[int, list[Any]]]:
        """Read the rows of seats as in an exported profile, by numbers of match and seat."""
        marks: dict[tuple[int, int], dict[str, list[Any]]] = defaultdict(dict)
        for match, seat, *mark in self._read_rows("marks"):
            marks[match, seat][mark[0]] = mark
        seats: dict[int, dict[int, list[Any]]] = defaultdict(dict)
        for match, seat, *values in self._read_rows("seats"):
            seats[match][seat] = [*values, [*marks[match, seat].values()]]
        return seats

    def _read_matches(
        self, seats: Mapping[int, Mapping[int, list[Any]]], numbers: set[int]
    ) -> Iterator[statistics.MatchFacts]:
        for number, *values in self._read_rows("matches"):
            with self._skipping_damage():
                there = seats.get(number, {})
                if number in self._broken or not there:
                    raise files.InvalidValue("matches", "a seat is lost")
                plain = dict(zip(exchange.MATCH_KEYS, values, strict=True))
                plain["seats"] = [there.get(seat) for seat in range(len(there))]
                yield exchange.parse_match(plain, "matches", numbers)

    def _read_events(
        self, rows: Iterable[Sequence[Any]], numbers: set[int]
    ) -> Iterator[tuple[int, statistics.ProfileEvent]]:
        for _, person, *values in rows:
            with self._skipping_damage():
                event = statistics.ProfileEvent(*exchange.EVENTS.read(values, "deeds"))
                yield exchange.read_person([person], "deeds", numbers), event

    @contextmanager
    def _skipping_damage(self) -> Iterator[None]:
        """Skip the rest of the `with` block if a row is invalid."""
        try:
            yield
        except files.InvalidValue as error:
            _LOG.warning("the profile: a row makes no sense: %s", error.place)
            self.is_damaged = True

    def _read_rows(self, table: str) -> Iterable[tuple[Any, ...]]:
        names = _COLUMNS[table]
        # Use column positions: names may be damaged, and version 1 lacks the last column of seats.
        there = self._list_columns(table)[: len(names)]
        if not there:
            return []
        self.is_damaged |= there != [*names[: len(there)]]
        columns = ['"' + name.replace('"', '""') + '"' for name in there]
        columns += ["0"] * (len(names) - len(there))
        key = columns[0]
        odd, _ = self._fetch(f"SELECT 1 FROM {table} WHERE typeof({key}) != 'integer' LIMIT 1")
        self.is_damaged |= bool(odd)
        select = f"SELECT {', '.join(columns)} FROM {table} WHERE typeof({key}) = 'integer'"
        rows, is_whole = self._fetch(f"{select} ORDER BY 1, 2, 3")
        if is_whole:
            return rows
        self.is_damaged = True
        last, _ = self._fetch(f"{select} ORDER BY 1 DESC, 2 DESC, 3 DESC")
        found = {row[:3]: row for row in (*rows, *last)}
        numbers = [row[0] for row in found.values()]
        highest = min(max(numbers, default=0), _MAX_KEYS_PER_ROW * len(numbers)) + _MORE_KEYS
        for number in range(1, highest):
            rows, is_whole = self._fetch(f"{select} AND {key} = {number} ORDER BY 1, 2, 3")
            found |= {row[:3]: row for row in rows}
            if not is_whole and table in ("seats", "marks"):
                self._broken.add(number)
        return sorted(found.values(), key=lambda row: (row[0], *map(str, row[1:3])))

    def _fetch(self, query: str) -> tuple[list[tuple[Any, ...]], bool]:
        """Return the rows of a query up to the first error, and whether there was no error."""
        rows: list[tuple[Any, ...]] = []
        try:
            cursor = self._db.execute(query)
            while (row := cursor.fetchone()) is not None:
                rows.append(row)
        except _SQLITE_ERRORS as error:
            _LOG.info("the profile: %s", error)
            return rows, False
        return rows, True

    def _list_columns(self, table: str) -> list[str]:
        rows, _ = self._fetch(f"PRAGMA table_info({table})")
        return [row[1] for row in rows]

    def _find_version(self) -> int:
        rows, _ = self._fetch("PRAGMA user_version")
        return rows[0][0] if rows else 0

    def _find_chosen(self, people: Sequence[statistics.PlayerProfile]) -> int:
        rows, _ = self._fetch("SELECT id FROM people WHERE is_chosen = 1 ORDER BY id")
        numbers = [person.number for person in people]
        chosen = [row[0] for row in rows if row[0] in numbers]
        return next(iter([*chosen, *numbers]), 0)

    def _find_newest_record(self, version: int) -> int:
        """Return the number of the newest match record that an older version's profile has counted.

        Files with match records are numbered. The profile has counted the matches of all records
        up to this number in its statistics.

        Returns:
            The number that the profile has stored. `_ALL_RECORDS` if the profile's version is below
            4: such profiles store no number, but have counted all records. 0 if the profile is
            damaged, because it may have lost matches that it had counted.
        """
        if self.is_damaged:
            return 0
        if version < _SINCE["records"]:
            return _ALL_RECORDS
        rows, _ = self._fetch("SELECT max(newest) FROM records")
        newest = rows[0][0] if rows else 0
        if isinstance(newest, int):
            return newest
        return 0


# -- records -------------------------------------------------------------------------------------

_PINNED: Final = ".pinned"
_LONGEST_RECORD: Final = 4 * records.MAX_RECORD_LENGTH
_DATE: Final = re.compile(r"^date: .*\n", re.MULTILINE)
_TURN: Final = re.compile(rf"(?:\d+\. )?([{SEAT_LETTERS}]|table) .*")
_MARK_BYTES: Final = 8
_UID_BYTES: Final = 12


_MatchKey = tuple[str, date, tuple[tuple[str, str], ...], str]
"""Key by which the record of a match is paired with the match's statistics. Both contain these
values: game, day, name and player of each seat, and result."""


@dataclass(eq=False)
class _FoundRecord:
    """The record of a match, found in one file or in several copies with different dates.

    Attributes:
        number: The lowest number in the names of the record's files.
        name: Name of the file with the lowest number.
        texts: The different texts of the copies, in the order of the files' numbers.
        is_pinned: Whether any of the files is pinned, so that the record is kept forever.
        curve: Winning chances from the file beside the record, "" if there is none.
        ended: Time of the last step, "HH:MM", or "".
    """

    number: int
    name: str
    texts: list[str]
    is_pinned: bool = False
    curve: str = ""
    ended: str = ""


def make_old_uid(
    match: Match,
    view: game_view.GameView,
    names: Sequence[str],
    players: Sequence[str],
    day: date,
) -> str:
    """Return the identifier that older versions gave to a match.

    The identifier is a digest of the game, the deal, the day, the names and the steps. The steps of
    an unfinished turn don't count, because older versions took the steps from the match's record,
    which doesn't contain them.
    """
    if match.game.result(match.state) is None:
        form = view.story.record_form
        text = write_record(form, match, names, players, day)
        match, *_ = read_record(form, text, match.game)
    steps = [[entry.seat, entry.step] for entry in match.log]
    parts = [match.game.name, match.seed, day.isoformat(), [*names], steps]
    return files.hash_text(json.dumps(parts), _UID_BYTES)


def _list_record_files(folder: Path) -> list[tuple[int, Path]]:
    """Return the number in the name of each match record's file, and the file's path, sorted."""
    # Sort by length as well, so that an original comes before its copies, whose names are longer.
    return sorted(
        [(int(name[1]), file) for name, file in _list_files(folder, _RECORD)],
        key=lambda each: (each[0], len(each[1].name), each[1].name),
    )


def _make_record_key(text: str) -> _MatchKey:
    """Return the values by which a record is found in the statistics.

    Raises:
        InvalidRecord: The header can't be parsed.
    """
    head = records.read_head(text)
    seats = tuple([(seat.name, seat.player) for seat in head.seats])
    return head.game, head.day, seats, head.result


def _make_match_key(match: statistics.MatchFacts) -> _MatchKey:
    seats = tuple([(seat.name, seat.player) for seat in match.seats])
    result = None
    if match.is_over:
        winners = tuple([place for place, seat in enumerate(match.seats) if seat.is_winner])
        result = Result(winners, tuple([seat.score or 0 for seat in match.seats]))
    return match.game, match.day, seats, records.text_of_result(result)


def _count_turns(text: str) -> Counter[int]:
    """Count the turns of each seat in a record.

    If a seat ends a round and also starts the next one, this counts one turn; the statistics may
    have counted two.
    """
    lines = [_TURN.fullmatch(line) for line in text.partition("\n\n")[2].split("\n")]
    words = [line[1] for line in lines if line]
    return Counter([SEAT_LETTERS.find(word) for word, _ in groupby(words)])


def _measure_distance(turns: Counter[int], match: statistics.MatchFacts) -> int:
    """Return how much the seats' numbers of turns differ between a record and the statistics.

    Args:
        turns: Number of turns of each seat in the record.
        match: The match in the statistics.

    Returns:
        The sum of the absolute differences.
    """
    return sum([abs(turns[place] - seat.turns) for place, seat in enumerate(match.seats)])


class _HomeReader:
    """Reads the data folder of an older version. Each instance reads it once."""

    def __init__(self, saves: Path, catalogue: Catalogue, progress: storage.JobProgress) -> None:
        self._saves = saves
        self._catalogue = catalogue
        self._progress = progress
        self._unread: list[str] = []
        self._newest_record = 0

    def read(self) -> LegacyData:
        profiles = [self._read_profile()]
        for _, file in _list_files(self._saves, _LATE):
            late = self._try_file(file, exchange.read_profile)
            if late is not None:
                profiles.append(_name_default_player(late, profiles[0]))
        for slot in _list_slots(self._saves):
            file = _name_slot(self._saves, slot)
            if _read_slot(file)[0] is None:
                self._log_unread(file, "neither the save nor its backup")
        found = self._find_records()
        counted = [match for kept in profiles for match in kept.matches]
        records = self._match_records([*found.values()], counted)
        return LegacyData(
            tuple(profiles),
            tuple(records),
            self._read_puzzles(),
            tuple(dict.fromkeys(self._unread)),
        )

    def _log_unread(self, file: Path, why: object) -> None:
        name = file.relative_to(self._saves).as_posix()
        _LOG.warning("%s can't be read: %s", name, why)
        self._unread.append(name)

    def _try_file(self, file: Path, read: Callable[[Path], Any]) -> Any:
        """Return the result of `read` for a file, None if the file is damaged or missing."""
        try:
            return read(file)
        except _UNREADABLE as error:
            if not isinstance(error, files.FileReadError) or error.code != "missing":
                self._log_unread(file, error)
        return None

    def _read_profile(self) -> statistics.ProfileData:
        file = self._saves / _PROFILE
        empty = statistics.ProfileData((), 0, ())
        try:
            with closing(_open_profile(file)) as db:
                reader = _ProfileReader(db)
                profile = reader.read()
        except FileNotFoundError:
            return empty
        except (OSError, *_SQLITE_ERRORS) as error:
            self._log_unread(file, error)
            return empty
        self._newest_record = reader.newest_record
        if reader.is_damaged:
            self._log_unread(file, "it is damaged")
        return profile

    # -- records -----------------------------------------------------------------------------

    def _find_records(self) -> dict[str, _FoundRecord]:
        """Read all record files, and combine the copies of each record.

        Returns:
            Each record by its text without the date, in the order of the numbers in the files'
            names.
        """
        found: dict[str, _FoundRecord] = {}
        for number, file in _list_record_files(self._saves / _PLAYED):
            text = self._try_file(file, lambda each: files.read_text(each, _LONGEST_RECORD))
            if text is None:
                continue
            identity = _DATE.sub("", text)
            name = file.relative_to(self._saves).as_posix()
            record = found.setdefault(identity, _FoundRecord(number, name, []))
            if text not in record.texts:
                record.texts.append(text)
            record.is_pinned |= _PINNED in file.name
            record.curve = record.curve or self._read_curve(file)
            record.ended = record.ended or _find_hour(file, text)
        return found

    def _read_curve(self, record: Path) -> str:
        file = record.with_name(f"{record.name.partition('-')[0]}.curve")
        return self._try_file(file, _read_curve) or ""

    def _match_records(
        self, found: Sequence[_FoundRecord], counted: Sequence[statistics.MatchFacts]
    ) -> Iterator[OldRecord]:
        """Find the statistics of each record; compute missing ones by replaying the record."""
        uids = self._find_uids(found, counted)
        searched = self._read_searched()
        for place, record in enumerate(found):
            self._progress.report(place / len(found))
            facts = None
            uid = uids.get(place)
            if uid is None:
                facts = self._replay(record)
                if facts is None:
                    continue
                uid = facts.uid
            row = matches.MatchRow(
                uid,
                record.texts[0],
                ended=record.ended,
                is_pinned=record.is_pinned,
                curve=record.curve,
                is_searched=any(
                    files.hash_text(text, _MARK_BYTES) in searched for text in record.texts
                ),
            )
            yield OldRecord(row, facts, record.number <= self._newest_record)

    @staticmethod
    def _find_uids(
        found: Sequence[_FoundRecord], counted: Sequence[statistics.MatchFacts]
    ) -> dict[int, str]:
        """Find the identifier of each record's match in the statistics.

        If several fit, such as those of short matches of the same people on one day, choose those
        with the closest numbers of turns, and the newest if several are equally close.

        Returns:
            Identifiers by index of the record in `found`; records without statistics are missing.
        """
        places: dict[_MatchKey, list[int]] = defaultdict(list)
        for place, match in enumerate(counted):
            places[_make_match_key(match)].append(place)
        pairs: list[tuple[int, int, int]] = []
        for nth, record in enumerate(found):
            for text in record.texts:
                with suppress(records.InvalidRecord):
                    rows = places.get(_make_record_key(text), [])
                    turns = _count_turns(text)
                    pairs += [
                        (_measure_distance(turns, counted[place]), -nth, -place) for place in rows
                    ]
        uids: dict[int, str] = {}
        taken = set[str]()
        for _, nth, place in sorted(pairs):
            uid = counted[-place].uid
            if -nth not in uids and uid not in taken:
                taken.add(uid)
                uids[-nth] = uid
        return uids

    def _replay(self, record: _FoundRecord) -> statistics.MatchFacts | None:
        text = record.texts[0]
        try:
            row = self._catalogue[records.read_head(text).game]
            view = row.view()
            match, seats, day = read_record(view.story.record_form, text, row.rules())
            names, players = _split_seats(seats)
            uid = make_old_uid(match, view, names, players, day)
        except (ValueError, KeyError) as error:
            self._log_unread(self._saves / record.name, error)
            return None
        return statistics.build_match_facts(uid, match, view, names, players, day, {})

    def _read_searched(self) -> set[str]:
        file = self._saves / _PUZZLES / _SEARCHED
        text = self._try_file(file, files.read_text)
        return set((text or "").split())

    # -- puzzles -----------------------------------------------------------------------------

    def _read_puzzles(self) -> dict[str, tuple[Puzzle, ...]]:
        found = {}
        for _, file in _list_files(self._saves / _PUZZLES, _PUZZLE_FILE):
            game = file.stem
            if game not in self._catalogue:
                self._log_unread(file, "there is no such game")
                continue
            read = partial(_read_puzzle_file, game=game)
            puzzles = self._try_file(file, read)
            if puzzles is None:
                puzzles = self._try_file(files.backup_of(file), read)
            if puzzles:
                found[game] = puzzles
        return found


_DELETED_MATCH: Final = "forgotten"
"""Kind of events about matches that were running when the user deleted all statistics. Each event
contains the game and the deal of one match."""


def _name_default_player(
    late: statistics.ProfileData, profile: statistics.ProfileData
) -> statistics.ProfileData:
    """Give a player without a name the name of another profile's default player."""
    name = next((each.name for each in profile.people if each.number == profile.chosen), "")
    named = [person._replace(name=person.name or name) for person in late.people]
    return late._replace(people=tuple(named))


def _drop_deletions(profile: statistics.ProfileData) -> statistics.ProfileData:
    events = [each for each in profile.events if each[1].kind != _DELETED_MATCH]
    return profile._replace(events=events)


def _split_seats(seats: Sequence[SeatInfo]) -> tuple[list[str], list[str]]:
    """Return the names of seats, and the keys of their players (AI levels, or HUMAN)."""
    return [seat.name for seat in seats], [seat.player for seat in seats]


def _read_curve(file: Path) -> str:
    """Read the file with the curve of the human player's winning chances in a match.

    Returns:
        The file's text, which is checked: pairs of numbers from 0 to 1, see `MatchRow.curve`.

    Raises:
        FileReadError: The file can't be read.
        ValueError: The text has another form.
    """
    text = files.read_text(file, _LONGEST_RECORD)
    numbers = [float(word) for word in text.split()]
    if len(numbers) % 2 or not all(0.0 <= number <= 1.0 for number in numbers):
        raise files.InvalidValue(file.name, "must have pairs of numbers from 0 to 1")
    return text


def _read_puzzle_file(file: Path, game: str) -> tuple[Puzzle, ...]:
    """Read a file of puzzles.

    Raises:
        FileReadError: The file can't be read.
        InvalidRecord: A line can't be parsed, or the end of the file is missing.
    """
    text = files.read_text(file)
    if not text.endswith("\n"):
        records.raise_invalid(text.count("\n") + 1, "end", "", "must be the end of a line")
    return read_puzzles(text, game)


def _find_hour(file: Path, text: str) -> str:
    """Return the time of day at which a record was written, as "HH:MM".

    "" if the file was written on another day than that of the match.
    """
    with suppress(OSError, OverflowError, ValueError):
        written = datetime.fromtimestamp(file.stat().st_mtime)
        if written.date() == records.read_head(text).day:
            return f"{written:%H:%M}"
    return ""


# -- importing into a library --------------------------------------------------------------------

_SAVE_UID_BYTES: Final = 12
_DAY_IN_SAVE: Final = re.compile(r'"day": "([0-9]{4}-[0-9]{2}-[0-9]{2})"')


def put_running_matches(db: sqlite3.Connection, paths: storage.Paths, now: float) -> None:
    """Add the running matches of an older version to a library.

    Args:
        db: The library, in a transaction.
        paths: Paths of the data folder.
        now: Current time in seconds since 1970. If a file's time is in the future, only the day in
            the save decides how long ago the match was played.
    """
    for text in read_running(paths.saves, now):
        matches.store_running(db, _describe_save(text))


def _describe_save(text: str) -> matches.MatchRow:
    """Return the database row for a saved match, whose text may be invalid."""
    day = _DAY_IN_SAVE.search(text)
    uid = files.hash_text(text, _SAVE_UID_BYTES)
    return matches.MatchRow(uid, text, read_game_name(text) or "", day[1] if day else "", "")


def import_once(
    db: sqlite3.Connection,
    home: LegacyData | None,
    catalogue: Catalogue,
    progress: storage.JobProgress,
) -> None:
    """Import an older version's data except running matches into a library, unless already done.

    Args:
        db: The library, in a transaction.
        home: The data of the older version, None if there is nothing to import.
        catalogue: All games.
        progress: Receives the progress, from 0 to 1.

    Raises:
        Cancelled: The progress was cancelled. The transaction is rolled back.
    """
    (is_done,) = db.execute("SELECT taken_in FROM epoch").fetchone()
    if not is_done and home is not None:
        _take_in_home(db, home, progress)
        _delete_ended(db, home, catalogue)
    db.execute("UPDATE epoch SET taken_in = 1")


def _take_in_home(db: sqlite3.Connection, home: LegacyData, progress: storage.JobProgress) -> None:
    unused = people.find_unused_person(db)
    chosen = 0
    added: set[int] = set()
    for profile in home.profiles:
        own = people.merge_people(db, profile.people)
        chosen = chosen or own.get(profile.chosen, 0)
        added.update(own.values())
    if not added:
        added = people.add_former_players(db, [each.facts for each in home.records if each.facts])
    if unused is not None and added and unused not in added:
        people.delete_person(db, unused)
    chosen = chosen or people.ensure_default_player(db)
    people.choose_person(db, chosen)
    for profile in home.profiles:
        people.import_profile(db, _drop_deletions(profile), progress)
        for match in profile.matches:
            hints = {n: seat.hints for n, seat in enumerate(match.seats) if seat.hints}
            people.raise_hints(db, match.uid, hints)
    everyone = people.list_players(db)
    for record in progress.track(home.records, 0.0, 1.0):
        facts = record.facts
        if facts is not None and not people.has_match(db, facts.uid):
            is_counted = any(seat.is_person for seat in facts.seats)
            if not record.is_deleted:
                facts = facts.with_people(everyone, chosen)
            people.put_match(db, facts, is_counted=is_counted)
        matches.store_record(db, record.row)
    for game, puzzles in home.puzzles.items():
        texts = [(puzzle.key, text_of_puzzle(puzzle)) for puzzle in puzzles]
        matches.put_puzzles(db, game, texts, len(texts))


def _delete_ended(db: sqlite3.Connection, home: LegacyData, catalogue: Catalogue) -> None:
    """Delete matches stored as running that are over, and that are counted or were deleted.

    An older version leaves such a match behind if it is closed before it can delete the save. If
    the match isn't counted yet, the program counts it as one that it has played itself.
    """
    events = [event for profile in home.profiles for _, event in profile.events]
    forgotten = {(event.game, event.key) for event in events if event.kind == _DELETED_MATCH}
    uids = {}
    for record in home.records:
        head = records.read_head(record.row.text)
        uids[head.game, head.seed, head.seats] = record.row.uid
    games = load_all_rules(catalogue)
    for row in matches.list_running(db):
        with suppress(DamagedSaveError):
            match, seats, extra = read_match(row.text, games)
            if match.game.result(match.state) is None:
                continue
            day = _read_day(extra)
            uid = uids.get((match.game.name, match.seed, seats))
            if uid is None and day is not None:
                view = catalogue[match.game.name].view()
                uid = make_old_uid(match, view, *_split_seats(seats), day)
            is_deleted = (match.game.name, str(match.seed)) in forgotten
            if is_deleted or uid in uids.values() or (uid and people.has_match(db, uid)):
                people.raise_hints(db, uid or "", _read_hints(extra))
                matches.delete(db, row.uid)
