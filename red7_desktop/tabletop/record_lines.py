"""Reads what the records of all games share: lines, and a header of keys with who sits where.

Every fault is an InvalidRecord that names line, field and word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple, NoReturn

from red7_desktop.tabletop.seated import InvalidSeat, Seated
from red7_desktop.tabletop.zones import SEAT_LETTERS

LONGEST: Final = 1_000_000
"""No record is longer, in characters; a long match takes some 20,000."""
LONGEST_LINE: Final = 1_000
"""No line is longer, comments apart; a position takes some 200 characters."""
_WORD_SHOWN: Final = 60


class InvalidRecord(ValueError):
    """A record that cannot be read or does not replay: `line` (from 1), `field`, `word`, `why`."""

    def __init__(self, line: int, field: str, word: str, why: str) -> None:
        super().__init__(f"line {line}: {field}: {word!r}: {why}")
        self.line = line
        self.field = field
        self.word = word
        self.why = why


class RecordLine(NamedTuple):
    """A line of the text: its number from 1, and what stands there."""

    number: int
    text: str


def refuse(line: int, field: str, word: str, why: str) -> NoReturn:
    """Raise InvalidRecord; of a long word the beginning is shown."""
    shown = word if len(word) <= _WORD_SHOWN else f"{word[:_WORD_SHOWN]}…"
    raise InvalidRecord(line, field, shown, why)


def lines_of(text: str) -> list[RecordLine]:
    """List the lines without comments, and without empty ones at the beginning."""
    if len(text) > LONGEST:
        refuse(1, "record", text[:LONGEST_LINE], f"at most {LONGEST} characters can be read")
    lines: list[RecordLine] = []
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.strip()
        if line.startswith("#") or not (line or lines):
            continue
        if len(line) > LONGEST_LINE:
            refuse(number, "line", line, f"at most {LONGEST_LINE} characters can be on a line")
        lines.append(RecordLine(number, line))
    return lines


def rounds_of(lines: list[RecordLine], heads: Sequence[str]) -> list[list[RecordLine]]:
    """Part the lines after the header: each that begins with one of `heads` begins a round."""
    rounds: list[list[RecordLine]] = []
    for line in lines:
        head = line.text.partition(" ")[0]
        if head in heads:
            rounds.append([line])
        elif rounds:
            rounds[-1].append(line)
        else:
            refuse(line.number, "round", head, f"must begin with a position ({heads[0]!r})")
    return rounds


class RecordHeader:
    """The header: takes its keys one by one, each exactly once.

    digits: no whole number in it is longer.
    """

    __slots__ = ("_whole", "end", "lines")

    def __init__(self, lines: list[RecordLine], digits: int) -> None:
        self._whole: Final = re.compile(rf"-?[0-9]{{1,{digits}}}")
        self.end: Final = lines[-1].number if lines else 1
        self.lines: Final[dict[str, RecordLine]] = {}
        for line in lines:
            key, colon, value = line.text.partition(":")
            if not colon:
                why = "must be 'key: value', or an empty line after the header"
                refuse(line.number, "header", line.text, why)
            if key in self.lines:
                refuse(line.number, "header", key, "is there twice")
            self.lines[key] = RecordLine(line.number, value.strip())

    def take(self, key: str) -> RecordLine:
        """Give the value of a key and forget it."""
        if key not in self.lines:
            refuse(self.end, "header", key, "is missing")
        return self.lines.pop(key)

    def whole(self, key: str) -> int:
        """Give the value of a key as a whole number."""
        number, text = self.take(key)
        if not self._whole.fullmatch(text):
            refuse(number, key, text, "must be a whole number")
        return int(text)

    def check_kind(self, kind: str, newest: int) -> None:
        """Refuse what is no record of a game, or one of a newer program."""
        line, game = self.take("game")
        if game != kind:
            refuse(line, "game", game, f"only records of {kind!r} can be read")
        line = self.lines["version"].number if "version" in self.lines else self.end
        version = self.whole("version")
        if version > newest:
            refuse(line, "version", str(version), f"of a newer program; known is {newest}")
        if version < 1:
            refuse(line, "version", str(version), "there is no such version")

    def seat(self, letter: str) -> Seated:
        """Give who sits on a seat."""
        name, player = self.take(f"seat {letter}"), self.take(f"player {letter}")
        try:
            return Seated(name.text, player.text)
        except InvalidSeat as error:
            key, place = ("seat", name) if error.field == "name" else ("player", player)
            refuse(place.number, f"{key} {letter}", place.text, error.why)

    def day(self) -> date:
        """Give the day on which the match was played."""
        line, text = self.take("date")
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or day.isoformat() != text:
            refuse(line, "date", text, "must be a day such as '2026-01-31'")
        return day


class RecordHead(NamedTuple):
    """What the header of any game's record tells. result: as the game writes it."""

    game: str
    seats: tuple[Seated, ...]
    seed: int
    day: date
    result: str


UNFINISHED: Final = "*"
"""The result of a match that goes on."""
_LONGEST_HEAD: Final = 8_000
"""No header is longer, in characters."""
_MOST_DIGITS: Final = 1_000


def read_head(text: str) -> RecordHead:
    """Read a header alone; what only one game's has is passed over. Raises InvalidRecord."""
    lines = lines_of(text[:_LONGEST_HEAD].rpartition("\n")[0])
    blank = next((at for at, line in enumerate(lines) if not line.text), len(lines))
    header = RecordHeader(lines[:blank], _MOST_DIGITS)
    game = header.take("game").text
    letters = [letter for letter in SEAT_LETTERS if f"seat {letter}" in header.lines]
    seats = tuple([header.seat(letter) for letter in letters])
    return RecordHead(game, seats, header.whole("seed"), header.day(), header.take("result").text)
