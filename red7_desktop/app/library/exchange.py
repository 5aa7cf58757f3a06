"""The `.red7profile` format: a profile as a JSON file that can be moved to another computer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, get_type_hints

from red7_desktop.app.profile import statistics
from red7_desktop.kit import setup, storage
from red7_desktop.kit.look.icons import ALL_PORTRAITS
from red7_desktop.tabletop import files
from red7_desktop.tabletop.match import explain_invalid_name

_MAX_VALUE: Final = 1_000_000
"""Limit for the values of an exported profile that is imported: the largest absolute value of a
number, and the largest number of entries in a list."""
_LONGEST_WORD: Final = 2_000


# -- parsing of values from SQLite or JSON -----------------------------------------------------


def _read_text(value: Any, least: int = 0, most: int = _LONGEST_WORD) -> str:
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise storage.InvalidField(f"must be a text of {least} to {most} letters")
    return value


def _read_known(*known: str) -> Callable[[Any], str]:
    """Return a parser for a field that contains one of the given words.

    The parser replaces another word, such as of a newer program version, by the first given word.
    The parser raises InvalidField for a value that isn't text.
    """
    return lambda value: value if _read_text(value) in known else known[0]


def _read_person_name(value: Any) -> str:
    if not isinstance(value, str) or not setup.is_fit_name(value):
        raise storage.InvalidField(
            f"must be a name of at most {setup.MAX_NAME_LENGTH} characters, or none"
        )
    return value


_explain_name: Final = lru_cache(explain_invalid_name)
"""Cached `explain_invalid_name`, because a profile repeats a few names in thousands of matches."""


def _read_seat_name(value: Any) -> str:
    if isinstance(value, str):
        why = _explain_name(value)
    else:
        why = "must be a name"
    if why:
        raise storage.InvalidField(why)
    return str(value)


def _read_day(value: Any) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise storage.InvalidField("must be a day such as '2026-01-31'") from error


def _read_flag(value: Any) -> bool:
    # Also accept 0 and 1, because SQLite stores booleans as integers.
    if not isinstance(value, int) or value not in (0, 1):
        raise storage.InvalidField("must be true or false")
    return bool(value)


_read_number: Final = storage.read_int_in(-_MAX_VALUE, _MAX_VALUE)


# -- tables of fields --------------------------------------------------------------------------


_BY_TYPE: Final[Mapping[Any, Callable[[Any], Any]]] = {
    str: _read_text,
    int: _read_number,
    int | None: storage.read_or_none(_read_number),
    bool: _read_flag,
    date: _read_day,
}

_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "people.name": _read_person_name,
    "people.colour": _read_known(*statistics.COLOURS),
    "people.face": _read_known(*ALL_PORTRAITS),
    "matches.uid": partial(_read_text, least=1),
    "seats.name": _read_seat_name,
    "seats.player": _read_seat_name,
    "marks.key": partial(_read_text, most=40),
}
"""Parsers of fields that need more checks than their type."""


class FieldTable:
    """Describes how objects of a class are stored as rows of a table.

    Attributes:
        name: Name of the table, with which error messages begin.
        stored: The class whose objects are stored.
        fields: Names of the fields that are stored, in the order of a row.
    """

    def __init__(self, name: str, stored: type, fields: str) -> None:
        """Describe a table.

        Args:
            name: Name of the table.
            stored: The class whose values are stored.
            fields: Names of its fields, separated by spaces.
        """
        types = get_type_hints(stored)
        self.name = name
        self.stored = stored
        self.fields = fields.split()
        self._readers = [
            _READERS.get(f"{name}.{field}", _BY_TYPE[types[field]]) for field in self.fields
        ]

    def read(self, values: Sequence[Any], place: str) -> list[Any]:
        """Validate a row and convert it to the values of the fields.

        Args:
            values: One plain value for each field.
            place: Place of the row, for the error message.

        Raises:
            InvalidValue: A value is missing or invalid.
        """
        if len(values) != len(self.fields):
            raise files.InvalidValue(place, f"must have {', '.join(self.fields)}")
        found: list[Any] = []
        try:
            for read, value in zip(self._readers, values, strict=True):
                found.append(read(value))
        except storage.InvalidField as error:
            raise files.InvalidValue(f"{place}.{self.fields[len(found)]}", str(error)) from error
        return found

    def plain(self, value: Any) -> list[Any]:
        """Return the values of an object's fields in a form for JSON; dates become ISO texts."""
        found = [getattr(value, field) for field in self.fields]
        return [each.isoformat() if isinstance(each, date) else each for each in found]


PEOPLE: Final = FieldTable("people", statistics.PlayerProfile, "name colour face")
MATCHES: Final = FieldTable("matches", statistics.MatchFacts, "uid game options day rounds is_over")
SEATS: Final = FieldTable(
    "seats", statistics.SeatFacts, "name player person score is_winner turns hints"
)
TALLIES: Final = FieldTable("marks", statistics.RoundTally, "key rounds won")
EVENTS: Final = FieldTable("deeds", statistics.ProfileEvent, "kind game key day outcome value")


def build_seat(row: list[Any], tallies: Iterable[statistics.RoundTally]) -> statistics.SeatFacts:
    """Return a seat's statistics.

    Args:
        row: Values of the seat's fields, in the order of `SEATS`.
        tallies: How many rounds of each kind the seat has played and won.
    """
    name, player, person, *counts = row
    return statistics.SeatFacts._make((name, player, *counts, tuple(tallies), person))


# -- the file ----------------------------------------------------------------------------------

FORMAT: Final = "red7-desktop profile"
VERSION: Final = 1
MAX_TEXT_LENGTH: Final = 32_000_000
"""Maximum size in bytes of a file with an exported profile. 10,000 matches take about 6,000,000."""
_MOST: Final = {"people": 100, "seats": 10, "marks": 40}
"""Maximum number of entries in lists of an exported profile, by the list's key. `_MAX_VALUE` is the
maximum of all other lists."""


def write_profile(profile: statistics.ProfileData) -> str:
    """Serialise a profile as JSON: a head, then one line for each match."""
    people = [[each.number, *PEOPLE.plain(each)] for each in profile.people]
    events = [[by, *EVENTS.plain(event)] for by, event in profile.events]
    head = {"format": FORMAT, "version": VERSION, "people": people, "deeds": events}
    lines = [json.dumps(_write_match(match), ensure_ascii=False) for match in profile.matches]
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    return f'{opening}, "matches": [\n' + ",\n".join(lines) + "\n]}\n"


MATCH_KEYS: Final = [field.removeprefix("is_") for field in MATCHES.fields]
"""Keys of a match's fields in an exported profile."""


def _write_match(match: statistics.MatchFacts) -> dict[str, Any]:
    plain = dict(zip(MATCH_KEYS, MATCHES.plain(match), strict=True))
    seats = [
        [*SEATS.plain(each), [TALLIES.plain(tally) for tally in each.tallies]]
        for each in match.seats
    ]
    return {**plain, "seats": seats}


def read_profile(file: Path, progress: storage.JobProgress | None = None) -> statistics.ProfileData:
    """Read a file written by `write_profile`.

    Args:
        file: The file.
        progress: Receives the progress, from 0 to `PARSED_PROGRESS`.

    Raises:
        FileReadError: The file is missing, unreadable or too large.
        InvalidValue: The file isn't a valid profile; the error names the first fault.
        Cancelled: The progress was cancelled.
    """
    return parse_profile(files.read_text(file, MAX_TEXT_LENGTH), progress)


PARSED_PROGRESS: Final = 0.6
"""Share of an import's progress at which the file is read; the rest is writing to the library."""
_TEXT_READ: Final = 0.3
_MATCHES_READ: Final = 0.45


def parse_profile(text: str, progress: storage.JobProgress | None = None) -> statistics.ProfileData:
    """Parse a text from `write_profile`.

    Args:
        text: The text.
        progress: Receives the progress, from 0 to `PARSED_PROGRESS`.

    Raises:
        InvalidValue: The text isn't a valid profile; the error names the first fault.
        Cancelled: The progress was cancelled.
    """
    progress = progress or storage.JobProgress()
    document = files.read_json(
        text, MAX_TEXT_LENGTH, lambda share: progress.report(_TEXT_READ * share)
    )
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise files.InvalidValue("format", f"must be {FORMAT!r}")
    if document.get("version") != VERSION:
        why = f"must be {VERSION}: it may come from a newer version of the program"
        raise files.InvalidValue("version", why)
    people = tuple(
        [
            statistics.PlayerProfile(read_person(row, place, None), *PEOPLE.read(row[1:], place))
            for place, row in _list_parts(document.get("people"), "people")
        ]
    )
    numbers = {person.number for person in people}
    if len(numbers) < len(people):
        raise files.InvalidValue("people", "somebody is there twice")
    chosen = people[0].number if people else 0
    matches: list[statistics.MatchFacts] = []
    events: list[tuple[int, statistics.ProfileEvent]] = []
    read = statistics.ProfileData(people, chosen, matches, events)
    games = document.get("matches")
    rows = document.get("deeds", [])
    try:
        for place, each in _track_parts(
            progress, games, "matches", dict, (_TEXT_READ, _MATCHES_READ)
        ):
            matches.append(parse_match(each, place, numbers))
        for place, row in _track_parts(
            progress, rows, "deeds", list, (_MATCHES_READ, PARSED_PROGRESS)
        ):
            event = statistics.ProfileEvent(*EVENTS.read(row[1:], place))
            events.append((read_person(row, place, numbers), event))
    except (files.InvalidValue, storage.Cancelled):
        release_profile(read)
        raise
    finally:
        storage.free_in_slices(games)
        storage.free_in_slices(rows)
    return read


def release_profile(kept: statistics.ProfileData) -> None:
    """Free a parsed profile's memory in small steps, so that other threads can run in between."""
    storage.free_in_slices(kept.matches)
    storage.free_in_slices(kept.events)


def _track_parts(
    progress: storage.JobProgress, value: Any, place: str, kind: type, shares: tuple[float, float]
) -> Iterator[tuple[str, Any]]:
    parts = _list_parts(value, place, kind)
    return progress.track(parts, *shares, count=len(value) if isinstance(value, list) else 1)


def _list_parts(value: Any, place: str, kind: type = list) -> Iterator[tuple[str, Any]]:
    """Check that a value is a list in which all entries have the same type. Yield the entries.

    Args:
        value: The value.
        place: Name of the value, with which error messages begin.
        kind: Type of the entries.

    Yields:
        Name of the entry, such as "seats[2]", and the entry.
    """
    most = _MOST.get(place.rpartition(".")[2], _MAX_VALUE)
    if not isinstance(value, list) or len(value) > most:
        raise files.InvalidValue(place, f"must be a list of at most {most}")
    for nth, each in enumerate(value):
        at = f"{place}[{nth}]"
        if not isinstance(each, kind):
            raise files.InvalidValue(at, f"must be a {kind.__name__}")
        yield at, each


def read_person(row: list[Any], place: str, numbers: set[int] | None) -> int:
    """Return the player's number at the start of a row.

    Args:
        row: The row.
        place: Place of the row, for the error message.
        numbers: Allowed numbers, None to allow any.

    Raises:
        InvalidValue: The number is missing or isn't allowed.
    """
    number = row[0] if row else None
    if not isinstance(number, int) or (numbers is not None and number not in numbers):
        raise files.InvalidValue(place, "names a person who is not there")
    return number


def parse_match(value: dict[str, Any], place: str, numbers: set[int]) -> statistics.MatchFacts:
    """Parse a match of an exported profile.

    Args:
        value: The match: its fields and its seats.
        place: Place of the match, with which error messages begin.
        numbers: Numbers of the profile's players.

    Raises:
        InvalidValue: The match isn't valid; the error names the fault.
    """
    facts = MATCHES.read([value.get(key) for key in MATCH_KEYS], place)
    seats = []
    for at, row in _list_parts(value.get("seats"), f"{place}.seats"):
        seat = SEATS.read(row[:-1], at)
        tallies = [
            statistics.RoundTally(*TALLIES.read(each, where))
            for where, each in _list_parts(row[-1], f"{at}.marks")
        ]
        if len({tally.key for tally in tallies}) < len(tallies):
            raise files.InvalidValue(at, "has a mark twice")
        seats.append(build_seat(seat, tallies))
        if not {seats[-1].person} <= numbers | {None}:
            raise files.InvalidValue(at, "names a person who is not there")
    return statistics.MatchFacts._make([*facts, tuple(seats)])
