"""Records of matches as text: the header that all games share, and the plain record.

A plain record works for any game. It contains the seed, the options and the steps, but no cards.
`read_plain_record` replays it, and the rules check every step. The module `rounds` has records for
games with rounds and turns. Every error is an InvalidRecord with line, field and word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple, NoReturn, TypeVar

from red7_desktop.tabletop.files import InvalidJson, InvalidValue, read_json
from red7_desktop.tabletop.game import (
    SEAT_LETTERS,
    AnyGame,
    IllegalStep,
    InvalidOptions,
    InvalidStep,
    Result,
    truncate_word,
)
from red7_desktop.tabletop.match import SEAT_WORDS, WORDS_OF_SEATS, Match, ReplayedMatch, SeatInfo

Step = TypeVar("Step")
MAX_RECORD_LENGTH: Final = 1_000_000
"""Maximum length of a record, in characters; a long match takes about 20,000."""
MAX_LINE_LENGTH: Final = 1_000
"""Maximum length of a line that isn't a comment; a position has about 200 characters."""
UNFINISHED: Final = "*"
"""Value of the key `result` in the record of a match that isn't over."""
_INTEGER: Final = re.compile(r"-?[0-9]{1,1000}")
_REPLACEMENTS: Final[Mapping[int, str | None]] = {
    **dict.fromkeys((0xA0, 0x2007, 0x202F), " "),
    **dict.fromkeys((0x85, 0x2028, 0x2029), "\n"),
    **dict.fromkeys((0x200B, 0x2060, 0xFEFF)),
}
"""Replacements for characters that chats and mail programs put into copied text.

The characters are no-break spaces, line separators, zero-width spaces and byte order marks.
"""
_QUOTED: Final = re.compile(r"(?:>\s?)+|```\w*$")
"""Quote signs and code fences that chats and mail programs put at the beginning of a line."""


class InvalidRecord(ValueError):
    """Raised for the record of a match that can't be parsed, or breaks the rules.

    Attributes:
        line: Number of the wrong line, from 1.
        field: Name of the part of the record that is wrong, such as "seat".
        word: The wrong word.
        why: Description of the error.
    """

    def __init__(self, line: int, field: str, word: str, why: str) -> None:
        super().__init__(f"line {line}: {field}: {word!r}: {why}")
        self.line = line
        self.field = field
        self.word = word
        self.why = why


class RecordLine(NamedTuple):
    """A line of a record: its number, from 1, and its text."""

    number: int
    text: str


def raise_invalid(line: int, field: str, word: str, why: str) -> NoReturn:
    """Raise InvalidRecord for a wrong word in a record.

    Args:
        line: Number of the line, from 1.
        field: Name of the part of the record that is wrong, such as "seat".
        word: The wrong word; shortened in the message if it is long.
        why: Description of the mistake.
    """
    raise InvalidRecord(line, field, truncate_word(word), why)


def list_lines(text: str) -> list[RecordLine]:
    """Split the text of a record into lines.

    Comments and empty lines at the beginning are left out. Quote signs and other additions of chats
    and mail programs are removed.

    Raises:
        InvalidRecord: The text or a line is too long.
    """
    if len(text) > MAX_RECORD_LENGTH:
        raise_invalid(
            1,
            "record",
            text[:MAX_LINE_LENGTH],
            f"at most {MAX_RECORD_LENGTH} characters can be read",
        )
    lines: list[RecordLine] = []
    for number, whole in enumerate(text.translate(_REPLACEMENTS).split("\n"), 1):
        line = whole.strip()
        if quoted := _QUOTED.match(line):
            line = line[quoted.end() :].strip()
        if line.startswith("#") or not (line or lines):
            continue
        if len(line) > MAX_LINE_LENGTH:
            raise_invalid(
                number, "line", line, f"at most {MAX_LINE_LENGTH} characters can be on a line"
            )
        lines.append(RecordLine(number, line))
    return lines


def split_header(text: str) -> tuple[list[RecordLine], list[RecordLine]]:
    """Split a record into the lines of its header and the remaining lines.

    The remaining lines begin with the empty line that ends the header. If there is no empty line,
    all lines belong to the header.
    """
    lines = list_lines(text)
    blank = next((at for at, line in enumerate(lines) if not line.text), len(lines))
    return lines[:blank], lines[blank:]


class RecordHeader:
    """The header of a record, as keys with values.

    The caller removes each key that it knows by `pop` and similar methods. `reject_unused` then
    raises an error for the keys that remain.
    """

    __slots__ = ("end", "lines")

    def __init__(self, lines: list[RecordLine]) -> None:
        self.end: Final = lines[-1].number if lines else 1
        self.lines: Final[dict[str, RecordLine]] = {}
        for line in lines:
            key, colon, value = line.text.partition(":")
            if not colon:
                why = "must be 'key: value', or an empty line after the header"
                raise_invalid(line.number, "header", line.text, why)
            if key in self.lines:
                raise_invalid(line.number, "header", key, "is there twice")
            self.lines[key] = RecordLine(line.number, value.strip())

    def pop(self, key: str) -> RecordLine:
        """Remove a key from the header; return its value, with the number of its line.

        Raises:
            InvalidRecord: The key is missing.
        """
        if key not in self.lines:
            raise_invalid(self.end, "header", key, "is missing")
        return self.lines.pop(key)

    def parse_int(self, key: str) -> int:
        number, text = self.pop(key)
        if not _INTEGER.fullmatch(text):
            raise_invalid(number, key, text, "must be a whole number")
        return int(text)

    def check_kind(self, kind: str, newest: int) -> None:
        line, game = self.pop("game")
        if game != kind:
            raise_invalid(line, "game", game, f"only records of {kind!r} can be read")
        if "version" in self.lines:
            line = self.lines["version"].number
        else:
            line = self.end
        version = self.parse_int("version")
        if version > newest:
            raise_invalid(line, "version", str(version), f"of a newer program; known is {newest}")
        if version < 1:
            raise_invalid(line, "version", str(version), "there is no such version")

    def seat(self, letter: str) -> SeatInfo:
        name = self.pop(f"seat {letter}")
        player = self.pop(f"player {letter}")
        try:
            return SeatInfo(name.text, player.text)
        except InvalidValue as error:
            if error.place == "name":
                key = "seat"
                place = name
            else:
                key = "player"
                place = player
            raise_invalid(place.number, f"{key} {letter}", place.text, error.why)

    def result(self, form: re.Pattern[str], example: str) -> RecordLine:
        place = self.pop("result")
        if place.text != UNFINISHED and not form.fullmatch(place.text):
            raise_invalid(
                place.number, "result", place.text, f"must be {UNFINISHED!r}, or {example}"
            )
        return place

    def reject_unused(self) -> None:
        if self.lines:
            key, place = next(iter(self.lines.items()))
            raise_invalid(place.number, "header", key, "no record has such a key")

    def day(self) -> date:
        line, text = self.pop("date")
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or day.isoformat() != text:
            raise_invalid(line, "date", text, "must be a day such as '2026-01-31'")
        return day


class RecordHead(NamedTuple):
    """The part of a record's header that the records of all games have.

    Attributes:
        game: Name of the game.
        seats: Name and player of each seat, from seat A on.
        seed: Seed of the match.
        day: Day on which the match was played.
        result: Result of the match, in the format of `text_of_result`.
    """

    game: str
    seats: tuple[SeatInfo, ...]
    seed: int
    day: date
    result: str


_LONGEST_HEAD: Final = 8_000
"""Maximum length of a header, in characters."""


def read_head(text: str) -> RecordHead:
    """Parse the part of a record's header that the records of all games have.

    Only the beginning of the record is read.

    Raises:
        InvalidRecord: A key is missing or has an invalid value.
    """
    beginning = text[:_LONGEST_HEAD].translate(_REPLACEMENTS).rpartition("\n")[0]
    header = RecordHeader(split_header(beginning)[0])
    game = header.pop("game").text
    letters = [letter for letter in SEAT_LETTERS if f"seat {letter}" in header.lines]
    seats = tuple([header.seat(letter) for letter in letters])
    return RecordHead(
        game, seats, header.parse_int("seed"), header.day(), header.pop("result").text
    )


def text_of_result(result: Result | None) -> str:
    """Return a result as text: the winners' letters and all scores, such as `AC 35-12-35`."""
    if result is None:
        return UNFINISHED
    winners = "".join([SEAT_LETTERS[seat] for seat in result.winners])
    return f"{winners} {'-'.join(map(str, result.scores))}"


def check(line: int, checks: Iterable[tuple[str, str, bool, str]]) -> None:
    """Raise InvalidRecord for the first check that fails.

    Args:
        line: Number of the checked line.
        checks: For each check: the name of the checked part of the record, its text, True if it is
            right, and the reason for the error if it isn't.
    """
    for named, word, is_right, why in checks:
        if not is_right:
            raise InvalidRecord(line, named, word, why)


def check_result(match: Match, line: int, said: str) -> None:
    """Raise InvalidRecord if a record's result differs from that of the replayed match.

    Args:
        match: The match, replayed from the record.
        line: Number of the record's line with the result.
        said: The result in the record.
    """
    result = text_of_result(match.game.result(match.state))
    check(line, [("result", said, result == said, f"it is {result!r}")])


def write_head(head: RecordHead, version: int, own: Sequence[str]) -> list[str]:
    """Return the lines of a header.

    Args:
        head: Values of the lines that the records of all games have.
        version: Version of the record's format.
        own: Further lines, which only records of this game have.
    """
    lines = [f"game: {head.game}", f"version: {version}", *own]
    for letter, seat in zip(SEAT_LETTERS, head.seats, strict=False):
        lines += [f"seat {letter}: {seat.name}", f"player {letter}: {seat.player}"]
    return [*lines, f"seed: {head.seed}", f"date: {head.day.isoformat()}", f"result: {head.result}"]


VERSION: Final = 1


def write_plain_record(match: Match, seats: Sequence[SeatInfo], day: date) -> str:
    """Return a match as a plain record: a text with its seed, options and steps, but no cards."""
    options = json.dumps(dict(match.options), ensure_ascii=False)
    result = text_of_result(match.game.result(match.state))
    head = RecordHead(match.game.name, tuple(seats), match.seed, day, result)
    lines = [*write_head(head, VERSION, [f"options: {options}"]), ""]
    lines += [f"{WORDS_OF_SEATS[entry.seat]} {entry.step}" for entry in match.log]
    return "\n".join(lines) + "\n"


def read_plain_record(text: str, game: AnyGame) -> ReplayedMatch:
    """Parse a plain record, which `write_plain_record` has written, and replay the match.

    Raises:
        InvalidRecord: A line can't be parsed or breaks the rules.
    """
    head, lines = split_header(text)
    header = RecordHeader(head)
    header.check_kind(game.name, VERSION)
    place = header.pop("options")
    letters = [letter for letter in SEAT_LETTERS if f"seat {letter}" in header.lines]
    seats = tuple([header.seat(letter) for letter in letters])
    seed = header.parse_int("seed")
    day = header.day()
    result = header.pop("result")
    try:
        options = read_json(place.text, MAX_LINE_LENGTH)
        if not isinstance(options, dict):
            raise_invalid(place.number, "options", place.text, "must be an object")
        match = Match(game, options, seed)
    except (InvalidJson, InvalidOptions) as error:
        raise_invalid(place.number, "options", place.text, error.why)
    for line in lines:
        if line.text:
            _take(match, line)
    check_result(match, *result)
    return ReplayedMatch(match, seats, day)


def _take(match: Match, line: RecordLine) -> None:
    word, _, step = line.text.partition(" ")
    if word not in SEAT_WORDS:
        raise_invalid(line.number, "seat", word, f"must be one of {', '.join(SEAT_WORDS)}")
    try:
        match.take_text(SEAT_WORDS[word], step)
    except InvalidStep as error:
        raise_invalid(line.number, "step", step, str(error))
    except IllegalStep as error:
        raise_invalid(line.number, "step", step, str(error.reason))
