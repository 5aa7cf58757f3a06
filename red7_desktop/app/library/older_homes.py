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
from contextlib import closing, suppress
from dataclasses import dataclass, field
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
    HUMAN,
    MAX_SAVE_SIZE,
    DamagedSaveError,
    Match,
    SavedMatch,
    SeatInfo,
    read_game_name,
    read_match,
)
from red7_desktop.tabletop.puzzle import Puzzle, read_puzzles, text_of_puzzle
from red7_desktop.tabletop.rounds import read_record, write_record

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)


class OldRecord(NamedTuple):
    """A finished match in the data folder of an older program version.

    Attributes:
        facts: Its statistics. Its seats refer to players by their numbers in `LegacyData.people`.
        row: Its record. If there are several copies, the one with the lowest number in its file
            name.
    """

    facts: statistics.MatchFacts
    row: matches.MatchRow


class LegacyData(NamedTuple):
    """Everything in the data folder of an older program version except running matches.

    Attributes:
        people: Players of the profile, () if there are none.
        chosen: Number of the default player, 0 if there is none.
        matches: Statistics of matches without a record, the oldest first.
        events: Events besides matches, the oldest first, each with the player's number.
        records: Finished matches, the oldest first.
        puzzles: Puzzles from own matches by game, the newest first.
        unreadable_files: Files that could not be read, at least partly, as paths below the saves.
    """

    people: tuple[statistics.Person, ...]
    chosen: int
    matches: tuple[statistics.MatchFacts, ...]
    events: tuple[tuple[int, statistics.ProfileEvent], ...]
    records: tuple[OldRecord, ...]
    puzzles: Mapping[str, tuple[Puzzle, ...]]
    unreadable_files: tuple[str, ...]


_PROFILE: Final = "profile.sqlite3"
_PLAYED: Final = "played"
_PUZZLES: Final = "puzzles"
_SEARCHED: Final = "looked-at.txt"
_LATE_PATTERN: Final = f"late-*{storage.PROFILE_SUFFIX}"
_UNREADABLE: Final = (files.FileReadError, ValueError)
"""Exceptions raised by reading and parsing a damaged file."""


def has_legacy_data(paths: storage.Paths) -> bool:
    """Return whether an older version has left matches, records, a profile or puzzles."""
    saves = paths.saves
    with suppress(OSError):
        return bool(
            _list_slots(saves)
            or (saves / _PROFILE).exists()
            or _list_record_files(saves / _PLAYED)
            or any(saves.glob(_LATE_PATTERN))
            or _list_puzzle_files(saves / _PUZZLES)
        )
    return False


def read_legacy_data(paths: storage.Paths, catalogue: Catalogue) -> LegacyData:
    """Read everything except the running matches.

    Each record is matched by its header with a match in the statistics. A record without such a
    match is replayed to compute its statistics.

    Args:
        paths: Paths of the home. Nothing in it is changed.
        catalogue: All games.
    """
    return _HomeReader(paths.saves, catalogue).read()


# -- running matches -----------------------------------------------------------------------------

_SLOT: Final = re.compile(r"match(?:-([2-9]|[1-9]\d{1,3}))?\.json(?:\.bak)?")
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
    try:
        named = [_SLOT.fullmatch(file.name) for file in saves.iterdir()]
    except OSError:
        return []
    return sorted({int(name[1] or 1) for name in named if name})


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

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "people": ("id",),
    "matches": ("id",),
    "seats": ("match", "seat"),
    "marks": ("match", "seat"),
    "deeds": ("id", "person"),
}
"""Key columns of each table, which come before its fields."""
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
"""Value of `_Profile.newest_record` if all records of matches were entered in the profile. Greater
than the number of any record."""


@dataclass(eq=False)
class _Profile:
    """The content of the file in which an older version stored players and statistics.

    Attributes:
        people: Players in the order of their numbers.
        chosen: Number of the default player, 0 if there is none.
        matches: Statistics of matches in the order in which they were stored.
        events: Things done besides matches, such as solved puzzles, each with the player's number;
            in the order in which they were stored.
        newest_record: Highest number of a record whose match was ever entered in `matches`. If the
            statistics of a record with a lower number are missing, they were deleted.
    """

    people: list[statistics.Person] = field(default_factory=list)
    chosen: int = 0
    matches: list[statistics.MatchFacts] = field(default_factory=list)
    events: list[tuple[int, statistics.ProfileEvent]] = field(default_factory=list)
    newest_record: int = 0


def _open_profile(file: Path) -> sqlite3.Connection:
    """Open a copy of the database in memory.

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
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._broken: set[int] = set()
        self.is_damaged = not _is_sound(db)

    def read(self) -> _Profile:
        version = self._find_version()
        for table, since in _SINCE.items():
            self.is_damaged |= since <= version and not self._list_columns(table)
        found = self._read_people()
        seats = self._read_seats()
        matches = []
        for (number,), row in self._read_table(exchange.MATCHES):
            if number in self._broken or number not in seats:
                self.is_damaged = True
            else:
                matches.append(statistics.MatchFacts._make([*row, seats[number]]))
        events = [
            (person, statistics.ProfileEvent(*row))
            for (_, person), row in self._read_table(exchange.EVENTS)
        ]
        named = {seat.person for match in matches for seat in match.seats if seat.person}
        named |= {person for person, _ in events}
        # In a damaged profile, add a nameless player for events and matches whose player is lost.
        if self.is_damaged:
            lost = named - {person.number for person in found}
            found += [statistics.NOBODY._replace(number=number) for number in lost]
            found.sort()
        there = {person.number: person.number for person in found}
        return _Profile(
            found,
            self._find_chosen(found),
            [people.renumber_people(match, there) for match in matches],
            [(person, event) for person, event in events if person in there],
            self._find_newest_record(version),
        )

    def _read_people(self) -> list[statistics.Person]:
        found = [
            statistics.Person(number, *row) for (number,), row in self._read_table(exchange.PEOPLE)
        ]
        found += [statistics.NOBODY._replace(number=number) for number in self._broken]
        self._broken.clear()
        return sorted(found)

    def _read_seats(self) -> dict[int, tuple[statistics.SeatFacts, ...]]:
        """Read the seats of all matches in the profile.

        Returns:
            The seats of each match, by number of the match. Matches with an unreadable seat are
            left out.
        """
        tallies: dict[tuple[int, ...], dict[str, statistics.RoundTally]] = defaultdict(dict)
        for at, row in self._read_table(exchange.TALLIES):
            tallies[at][row[0]] = statistics.RoundTally(*row)
        seats: dict[int, dict[int, statistics.SeatFacts]] = defaultdict(dict)
        for (match, seat), row in self._read_table(exchange.SEATS):
            seats[match][seat] = exchange.build_seat(row, tallies[match, seat].values())
        return {
            match: tuple([found[seat] for seat in sorted(found)])
            for match, found in seats.items()
            if match not in self._broken and sorted(found) == [*range(len(found))]
        }

    def _read_table(
        self, table: exchange.FieldTable
    ) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
        """Yield the valid rows of a database table.

        Set `is_damaged` if a row is invalid, and add the value of its first key column to
        `_broken`.

        Yields:
            Values of a row's key columns (see `_KEYS`), and values of the table's fields.
        """
        keys = _KEYS[table.name]
        for row in self._read_rows(table.name, [*keys, *table.fields]):
            try:
                if not all(isinstance(key, int) for key in row[: len(keys)]):
                    raise files.InvalidValue(table.name, "a key must be a number")
                yield row[: len(keys)], table.read(row[len(keys) :], table.name)
            except files.InvalidValue as error:
                _LOG.warning("the profile: a row makes no sense: %s", error.place)
                self.is_damaged = True
                if isinstance(row[0], int):
                    self._broken.add(row[0])

    def _read_rows(self, table: str, names: list[str]) -> Iterable[tuple[Any, ...]]:
        # Use column positions: names may be damaged, and version 1 lacks the last column of seats.
        there = self._list_columns(table)[: len(names)]
        if not there:
            return []
        self.is_damaged |= there != names[: len(there)]
        columns = ['"' + name.replace('"', '""') + '"' for name in there]
        columns += ["0"] * (len(names) - len(there))
        key = columns[0]
        select = f"SELECT {', '.join(columns)} FROM {table}"
        rows, is_whole = self._fetch(f"{select} ORDER BY 1, 2, 3")
        if is_whole:
            return rows
        self.is_damaged = True
        last, _ = self._fetch(f"{select} ORDER BY 1 DESC, 2 DESC, 3 DESC")
        found = {row[:3]: row for row in (*rows, *last)}
        numbers = [row[0] for row in found.values() if isinstance(row[0], int)]
        highest = min(max(numbers, default=0), _MAX_KEYS_PER_ROW * len(numbers)) + _MORE_KEYS
        for number in range(1, highest):
            rows, is_whole = self._fetch(f"{select} WHERE {key} = {number} ORDER BY 1, 2, 3")
            found |= {row[:3]: row for row in rows}
            if not is_whole and table in ("seats", "marks"):
                self._broken.add(number)
        numbered = [row for row in found.values() if isinstance(row[0], int)]
        return sorted(numbered, key=lambda row: (row[0], *map(str, row[1:3])))

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

    def _find_chosen(self, people: Sequence[statistics.Person]) -> int:
        rows, _ = self._fetch("SELECT id FROM people WHERE is_chosen = 1 ORDER BY id")
        numbers = [person.number for person in people]
        chosen = [row[0] for row in rows if row[0] in numbers]
        return next(iter([*chosen, *numbers]), 0)

    def _find_newest_record(self, version: int) -> int:
        """Return the highest number of a record whose match was ever entered in the profile.

        Returns:
            The stored number. `_ALL_RECORDS` for a profile before version 4, which has no number,
            but contains the matches of all records. 0 for a damaged profile, which may have lost
            matches.
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


def _merge_late_entries(profile: _Profile, late: statistics.ProfileData) -> None:
    """Add matches and events that an older version could not write into its profile.

    The older version put them into a file of their own. A player in that file is the profile's
    player with the same name; a player without a name is the default player.

    Args:
        profile: The profile to complete.
        late: The content of the other file.
    """
    known = {"": profile.chosen} if profile.people else {}
    known |= {person.name.casefold(): person.number for person in profile.people}
    own: dict[int, int] = {}
    for person in late.people:
        number = known.get(person.name.casefold())
        if number is None:
            number = 1 + max([each.number for each in profile.people], default=0)
            profile.people.append(person._replace(number=number))
            known[person.name.casefold()] = number
        own[person.number] = number
    profile.chosen = profile.chosen or own.get(late.chosen) or 0
    there = Counter(profile.events)
    for by, event in late.events:
        entry = (own[by], event)
        if there[entry] < 1:
            profile.events.append(entry)
        there[entry] -= 1
    places = {match.uid: place for place, match in enumerate(profile.matches)}
    for match in late.matches:
        if match.uid in places:
            place = places[match.uid]
            hints = {seat: each.hints for seat, each in enumerate(match.seats)}
            profile.matches[place] = _with_hints(profile.matches[place], hints)
        else:
            places[match.uid] = len(profile.matches)
            profile.matches.append(people.renumber_people(match, own))


# -- records -------------------------------------------------------------------------------------

_RECORD: Final = re.compile(r"(\d{6,9})-.+\.red7")
"""Matches names of record files, and the names that sync programs give to copies, such as
"000012-... (conflicted copy).red7"."""
_PINNED: Final = ".pinned"
_LONGEST_RECORD: Final = 4 * records.MAX_RECORD_LENGTH
_DATE: Final = re.compile(r"^date: .*\n", re.MULTILINE)
_TURN: Final = re.compile(rf"(?:\d+\. )?([{SEAT_LETTERS}]|table) .*")
_MARK_BYTES: Final = 8
_UID_BYTES: Final = 12


class _MatchKey(NamedTuple):
    """Values in both a record's header and a match's statistics, by which the two are paired."""

    game: str
    day: date
    seats: tuple[tuple[str, str], ...]
    result: str


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
        hints: Hints used, by seat, if a save contains them.
    """

    number: int
    name: str
    texts: list[str]
    is_pinned: bool = False
    curve: str = ""
    ended: str = ""
    hints: Mapping[int, int] = field(default_factory=dict)


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
    """Return the number in the name of each match record's file, and the file's path.

    Sorted by number. Files with other names are left out.
    """
    try:
        named = [(_RECORD.fullmatch(file.name), file) for file in folder.iterdir()]
    except OSError:
        return []
    # Sort by length as well, so that an original comes before its copies, whose names are longer.
    return sorted(
        [(int(name[1]), file) for name, file in named if name],
        key=lambda each: (each[0], len(each[1].name), each[1].name),
    )


def _make_record_key(text: str) -> _MatchKey:
    """Return the values by which a record is found in the statistics.

    Raises:
        InvalidRecord: The header can't be parsed.
    """
    head = records.read_head(text)
    seats = tuple([(seat.name, seat.player) for seat in head.seats])
    return _MatchKey(head.game, head.day, seats, head.result)


def _make_match_key(match: statistics.MatchFacts) -> _MatchKey:
    seats = tuple([(seat.name, seat.player) for seat in match.seats])
    result = None
    if match.is_over:
        winners = tuple([place for place, seat in enumerate(match.seats) if seat.is_winner])
        result = Result(winners, tuple([seat.score or 0 for seat in match.seats]))
    return _MatchKey(match.game, match.day, seats, records.text_of_result(result))


def _count_turns(text: str) -> Counter[int]:
    """Count the turns of each seat in a record.

    If a seat ends a round and also starts the next one, this counts one turn; the statistics may
    have counted two.
    """
    lines = [_TURN.fullmatch(line) for line in text.partition("\n\n")[2].split("\n")]
    words = [line[1] for line in lines if line]
    return Counter([SEAT_LETTERS.find(word) for word, _ in groupby(words)])


def _measure_distance(turns: Counter[int], match: statistics.MatchFacts) -> int:
    """Return how far the seats' numbers of turns in a record are from those in the statistics.

    Args:
        turns: Number of turns of each seat in the record.
        match: The match in the statistics.

    Returns:
        The sum of the absolute differences.
    """
    return sum([abs(turns[place] - seat.turns) for place, seat in enumerate(match.seats)])


class _HomeReader:
    """Reads the data folder of an older version. Each instance reads it once."""

    def __init__(self, saves: Path, catalogue: Catalogue) -> None:
        self._saves = saves
        self._catalogue = catalogue
        self._unread: list[str] = []

    def read(self) -> LegacyData:
        profile = self._read_profile()
        for file in sorted(self._saves.glob(_LATE_PATTERN)):
            late = self._try_file(file, exchange.read_profile)
            if late is not None:
                _merge_late_entries(profile, late)
        forgotten = {
            (event.game, event.key) for _, event in profile.events if event.kind == _DELETED_MATCH
        }
        found = self._find_records()
        self._add_finished(found, forgotten)
        linked = self._match_records([*found.values()], profile)
        used = {record.facts.uid for record in linked}
        matches = [match for match in profile.matches if match.uid not in used]
        return LegacyData(
            tuple(profile.people),
            profile.chosen,
            tuple(sorted(matches, key=lambda match: match.day)),
            tuple([each for each in profile.events if each[1].kind != _DELETED_MATCH]),
            tuple(linked),
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

    def _read_profile(self) -> _Profile:
        file = self._saves / _PROFILE
        try:
            with closing(_open_profile(file)) as db:
                reader = _ProfileReader(db)
                profile = reader.read()
        except FileNotFoundError:
            return _Profile()
        except (OSError, *_SQLITE_ERRORS) as error:
            self._log_unread(file, error)
            return _Profile()
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
            record.ended = record.ended or self._find_end(file, text)
        return found

    def _read_curve(self, record: Path) -> str:
        file = record.with_name(f"{record.name.partition('-')[0]}.curve")
        return self._try_file(file, _read_curve) or ""

    @staticmethod
    def _find_end(file: Path, text: str) -> str:
        with suppress(records.InvalidRecord):
            return _find_hour(file, records.read_head(text).day)
        return ""

    def _add_finished(
        self, found: dict[str, _FoundRecord], forgotten: set[tuple[str, str]]
    ) -> None:
        """Add records of matches that are finished, but still stored in a save.

        This happened if the older version was closed right after the last step.

        Args:
            found: Records by their text without the date; gets the new ones.
            forgotten: Games and deals whose matches are not added.
        """
        number = max([record.number for record in found.values()], default=0)
        for slot in _list_slots(self._saves):
            file = _name_slot(self._saves, slot)
            saved = self._read_saved(file)
            if saved is None or saved.match.game.result(saved.match.state) is None:
                continue
            match, seats, extra = saved
            if (match.game.name, str(match.seed)) in forgotten:
                continue
            day = _read_day(extra) or _find_day(_read_time(file))
            names, players = _split_seats(seats)
            if HUMAN not in players:
                continue
            form = self._catalogue[match.game.name].view().story.record_form
            text = write_record(form, match, names, players, day)
            name = file.relative_to(self._saves).as_posix()
            number += 1
            record = found.setdefault(_DATE.sub("", text), _FoundRecord(number, name, [text]))
            record.ended = record.ended or _find_hour(file, day)
            record.hints = _read_hints(extra)

    def _read_saved(self, file: Path) -> SavedMatch | None:
        """Replay a saved match or its backup; return None if neither is readable."""
        games = load_all_rules(self._catalogue)
        try:
            return _read_with_backup(file, lambda text: read_match(text, games))[0]
        except files.FileReadError as error:
            if _read_slot(file)[0] is None:
                self._log_unread(file, error)
        except DamagedSaveError:
            pass  # Nothing is lost: `read_running` also returns texts that can't be parsed.
        return None

    def _match_records(self, found: Sequence[_FoundRecord], profile: _Profile) -> list[OldRecord]:
        """Find the statistics of each record; compute missing ones by replaying the record."""
        facts = self._find_facts(found, profile)
        used = {match.uid for match in facts.values()}
        left = {match.uid: match for match in profile.matches if match.uid not in used}
        searched = self._read_searched()
        linked = []
        for place, record in enumerate(found):
            known = facts.get(place) or self._replay(record, profile, left)
            if known is not None:
                row = matches.MatchRow(
                    known.uid,
                    record.texts[0],
                    ended=record.ended,
                    is_pinned=record.is_pinned,
                    curve=record.curve,
                    is_searched=any(
                        files.hash_text(text, _MARK_BYTES) in searched for text in record.texts
                    ),
                )
                linked.append(OldRecord(known, row))
        return linked

    @staticmethod
    def _find_facts(
        found: Sequence[_FoundRecord], profile: _Profile
    ) -> dict[int, statistics.MatchFacts]:
        """Find the statistics that belong to each record.

        If several fit, such as those of short matches of the same people on one day, choose those
        with the closest numbers of turns, and the newest if several are equally close.

        Returns:
            Statistics by index of the record in `found`; records without statistics are missing.
        """
        places: dict[_MatchKey, list[int]] = defaultdict(list)
        for place, match in enumerate(profile.matches):
            places[_make_match_key(match)].append(place)
        pairs: list[tuple[int, int, int]] = []
        for nth, record in enumerate(found):
            for text in record.texts:
                with suppress(records.InvalidRecord):
                    rows = places.get(_make_record_key(text), [])
                    turns = _count_turns(text)
                    pairs += [
                        (_measure_distance(turns, profile.matches[place]), -nth, -place)
                        for place in rows
                    ]
        facts: dict[int, statistics.MatchFacts] = {}
        taken = set[int]()
        for _, nth, place in sorted(pairs):
            if -nth not in facts and place not in taken:
                taken.add(place)
                facts[-nth] = _with_hints(profile.matches[-place], found[-nth].hints)
        return facts

    def _replay(
        self,
        record: _FoundRecord,
        profile: _Profile,
        left: Mapping[str, statistics.MatchFacts],
    ) -> statistics.MatchFacts | None:
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
        if uid in left:
            return _with_hints(left[uid], record.hints)
        facts = statistics.build_match_facts(uid, match, view, names, players, day, record.hints)
        is_deleted = record.number <= profile.newest_record
        if is_deleted or not profile.people:
            return facts
        return facts.with_people(profile.people, profile.chosen)

    def _read_searched(self) -> set[str]:
        file = self._saves / _PUZZLES / _SEARCHED
        text = self._try_file(file, files.read_text)
        return set((text or "").split())

    # -- puzzles -----------------------------------------------------------------------------

    def _read_puzzles(self) -> dict[str, tuple[Puzzle, ...]]:
        found = {}
        for file in _list_puzzle_files(self._saves / _PUZZLES):
            game = file.stem
            if game not in self._catalogue:
                self._log_unread(file, "there is no such game")
                continue
            try:
                puzzles, is_whole = _read_with_backup(file, partial(_parse_puzzles, game=game))
            except _UNREADABLE as error:
                self._log_unread(file, error)
                continue
            if not is_whole:
                self._log_unread(file, "its backup is read instead")
            if puzzles:
                found[game] = puzzles
        return found


_DELETED_MATCH: Final = "forgotten"
"""Kind of events about matches that were running when the user deleted all statistics. Each event
contains the game and the deal of one match."""


def _with_hints(match: statistics.MatchFacts, hints: Mapping[int, int]) -> statistics.MatchFacts:
    """Return a match whose seats have the larger of two hint counts, as either may be missing.

    Args:
        match: The match with its own counts.
        hints: Other counts, by seat.
    """
    seats = [
        seat._replace(hints=max(seat.hints, hints.get(place, 0)))
        for place, seat in enumerate(match.seats)
    ]
    return match._replace(seats=tuple(seats))


def _split_seats(seats: Sequence[SeatInfo]) -> tuple[list[str], list[str]]:
    """Return the names of seats, and the keys of their players (AI levels, or HUMAN)."""
    return [seat.name for seat in seats], [seat.player for seat in seats]


def _read_with_backup(file: Path, parse: Callable[[str], T]) -> tuple[T, bool]:
    """Parse a file, or its backup if the file is damaged.

    Returns:
        The parsed value, and True if it comes from the file, False if from the backup.

    Raises:
        FileReadError: Neither can be read.
        ValueError: Neither can be parsed.
    """
    try:
        return parse(files.read_text(file)), True
    except _UNREADABLE as problem:
        try:
            return parse(files.read_text(files.backup_of(file))), False
        except _UNREADABLE:
            raise problem from None


def _read_curve(file: Path) -> str:
    """Return the text of a curve: pairs of numbers from 0 to 1.

    Raises:
        FileReadError: The file can't be read.
        ValueError: The text isn't a curve.
    """
    text = files.read_text(file, _LONGEST_RECORD)
    numbers = [float(word) for word in text.split()]
    if len(numbers) % 2 or not all(0.0 <= number <= 1.0 for number in numbers):
        raise files.InvalidValue(file.name, "must have pairs of numbers from 0 to 1")
    return text


def _parse_puzzles(text: str, game: str) -> tuple[Puzzle, ...]:
    """Parse a file of puzzles.

    Raises:
        InvalidRecord: A line can't be parsed, or the end of the file is missing.
    """
    if not text.endswith("\n"):
        records.raise_invalid(text.count("\n") + 1, "end", "", "must be the end of a line")
    return read_puzzles(text, game)


def _find_hour(file: Path, day: date) -> str:
    """Return the time of day at which a file was written, as "HH:MM".

    "" if the file was written on another day than `day`, the day of the match in the file.
    """
    with suppress(OSError, OverflowError, ValueError):
        written = datetime.fromtimestamp(file.stat().st_mtime)
        if written.date() == day:
            return f"{written:%H:%M}"
        return ""
    return ""


def _list_puzzle_files(folder: Path) -> list[Path]:
    return sorted([file for file in folder.glob("*.txt") if file.name != _SEARCHED])


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
    facts = [*home.matches, *[record.facts for record in home.records]]
    if home.people:
        own = people.merge_people(db, home.people)
    else:
        own = people.add_former_players(db, facts)
    if unused is not None and own:
        people.delete_person(db, unused)
    chosen = own.get(home.chosen) or people.ensure_default_player(db)
    people.choose_person(db, chosen)
    everyone = people.list_players(db)
    for match in progress.track(facts, 0.0, 0.6):
        if home.people:
            seated = people.renumber_people(match, own)
        else:
            seated = match.with_people(everyone, chosen)
        is_counted = any(seat.is_person for seat in match.seats)
        if not people.has_match(db, match.uid):
            people.put_match(db, seated, is_counted=is_counted)
    for record in progress.track(home.records, 0.6, 0.7):
        matches.store_record(db, record.row)
    for person, event in progress.track(home.events, 0.7, 1.0):
        people.put_event(db, event, own.get(person, chosen))
    for game, puzzles in home.puzzles.items():
        texts = [(puzzle.key, text_of_puzzle(puzzle)) for puzzle in puzzles]
        matches.put_puzzles(db, game, texts, len(texts))


def _delete_ended(db: sqlite3.Connection, home: LegacyData, catalogue: Catalogue) -> None:
    """Delete matches stored as running that are over and have a record.

    An older version leaves such a match behind if it is closed before it can delete the save.
    """
    heads = [records.read_head(record.row.text) for record in home.records]
    ended = {(head.game, head.seed, head.seats) for head in heads}
    games = load_all_rules(catalogue)
    for row in matches.list_running(db):
        with suppress(DamagedSaveError):
            match, seats, _ = read_match(row.text, games)
            is_over = match.game.result(match.state) is not None
            if is_over and (match.game.name, match.seed, seats) in ended:
                matches.delete(db, row.uid)
