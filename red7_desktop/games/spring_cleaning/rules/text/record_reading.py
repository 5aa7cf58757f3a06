"""Reads game records. Every fault is an InvalidRecord that names line, field and word."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, NamedTuple, NoReturn

from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.options import MatchOptions, read_options
from red7_desktop.games.spring_cleaning.rules.steps import OFFER, Step
from red7_desktop.games.spring_cleaning.rules.text.notation import AT_ONCE, parse_position
from red7_desktop.games.spring_cleaning.rules.text.record import (
    GAME,
    UNFINISHED,
    VERSION,
    InvalidRecord,
    Record,
    RecordedRound,
    RecordedTurn,
)
from red7_desktop.games.spring_cleaning.rules.text.turn_text import parse_turn
from red7_desktop.tabletop.errors import InvalidPosition, InvalidTurn
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.seated import InvalidSeat, Seated

LONGEST: Final = 1_000_000
"""No record is longer, in characters; a long match takes some 20,000."""
LONGEST_LINE: Final = 1_000
"""No line is longer, comments apart; a position takes some 200 characters."""
_WORD_SHOWN: Final = 60

_WHOLE: Final = re.compile(r"-?[0-9]{1,40}", re.ASCII)
_RESULT: Final = re.compile(rf"[{SEATS}]{{1,5}} [0-9]{{1,3}}(-[0-9]{{1,3}}){{1,4}}", re.ASCII)


class _Line(NamedTuple):
    """A line of the text: its number from 1, and what stands there."""

    number: int
    text: str


def _refuse(line: int, field: str, word: str, why: str) -> NoReturn:
    shown = word if len(word) <= _WORD_SHOWN else f"{word[:_WORD_SHOWN]}…"
    raise InvalidRecord(line, field, shown, why)


def read_record(text: str) -> Record:
    """Read a record. Whether its turns are legal is for `replay.replay` to say.

    Raises InvalidRecord.
    """
    if len(text) > LONGEST:
        _refuse(1, "record", text[:LONGEST_LINE], f"at most {LONGEST} characters can be read")
    lines = _lines_of(text)
    blank = next((at for at, line in enumerate(lines) if not line.text), len(lines))
    header = _Header(lines[:blank])
    header.check_kind()
    rounds = _rounds([line for line in lines[blank:] if line.text])
    if not rounds:
        last = lines[-1].number if lines else 1
        _refuse(last, "round", "", "there must be one at least, after an empty line")
    return header.record(rounds)


def _lines_of(text: str) -> list[_Line]:
    """List the lines without comments, and without empty ones at the beginning."""
    lines: list[_Line] = []
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.strip()
        if line.startswith("#") or not (line or lines):
            continue
        if len(line) > LONGEST_LINE:
            _refuse(number, "line", line, f"at most {LONGEST_LINE} characters can be on a line")
        lines.append(_Line(number, line))
    return lines


class _Header:
    """The header: takes its keys one by one, each exactly once."""

    __slots__ = ("end", "lines")

    def __init__(self, lines: list[_Line]) -> None:
        self.end: Final = lines[-1].number if lines else 1
        self.lines: Final[dict[str, _Line]] = {}
        for line in lines:
            key, colon, value = line.text.partition(":")
            if not colon:
                why = "must be 'key: value', or an empty line after the header"
                _refuse(line.number, "header", line.text, why)
            if key in self.lines:
                _refuse(line.number, "header", key, "is there twice")
            self.lines[key] = _Line(line.number, value.strip())

    def take(self, key: str) -> _Line:
        """Give the value of a key and forget it."""
        if key not in self.lines:
            _refuse(self.end, "header", key, "is missing")
        return self.lines.pop(key)

    def whole(self, key: str) -> int:
        """Give the value of a key as a whole number."""
        number, text = self.take(key)
        if not _WHOLE.fullmatch(text):
            _refuse(number, key, text, "must be a whole number")
        return int(text)

    def record(self, rounds: tuple[RecordedRound, ...]) -> Record:
        """Read all that the header says, and make the record."""
        names = [f"seat {letter}" for letter in SEATS if f"seat {letter}" in self.lines]
        options = self._options(len(names))
        seats = tuple([self._seat(letter) for letter in SEATS[: len(names)]])
        seed, day = self.whole("seed"), self._date()
        line, result = self.take("result")
        if result != UNFINISHED and not _RESULT.fullmatch(result):
            why = f"must be {UNFINISHED!r}, or winners and trash like 'AC 1-5-1'"
            _refuse(line, "result", result, why)
        if self.lines:
            key, place = next(iter(self.lines.items()))
            _refuse(place.number, "header", key, "no record has such a key")
        return Record(options, seats, seed, day, result, rounds, line)

    def check_kind(self) -> None:
        """Refuse what is no record of this game, or one of a newer program."""
        line, game = self.take("game")
        if game != GAME:
            _refuse(line, "game", game, f"only records of {GAME!r} can be read")
        line = self.lines["version"].number if "version" in self.lines else self.end
        version = self.whole("version")
        if version > VERSION:
            _refuse(line, "version", str(version), f"of a newer program; known is {VERSION}")
        if version < 1:
            _refuse(line, "version", str(version), "there is no such version")

    def _options(self, seats: int) -> MatchOptions:
        line, pickup = self.take("pickup")
        try:
            return read_options({"seats": seats, "pickup": pickup})
        except InvalidOptions as error:
            place, word = (line, pickup) if error.key == "pickup" else (self.end, str(seats))
            _refuse(place, error.key, word, error.why)

    def _seat(self, letter: str) -> Seated:
        name, player = self.take(f"seat {letter}"), self.take(f"player {letter}")
        try:
            return Seated(name.text, player.text)
        except InvalidSeat as error:
            key, place = ("seat", name) if error.field == "name" else ("player", player)
            _refuse(place.number, f"{key} {letter}", place.text, error.why)

    def _date(self) -> date:
        line, text = self.take("date")
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or day.isoformat() != text:
            _refuse(line, "date", text, "must be a day such as '2026-01-31'")
        return day


def _rounds(lines: list[_Line]) -> tuple[RecordedRound, ...]:
    """Read the lines after the header: each position in them begins a round."""
    groups: list[list[_Line]] = []
    for line in lines:
        head = line.text.partition(" ")[0]
        if head in {GAME, AT_ONCE}:
            groups.append([line])
        elif groups:
            groups[-1].append(line)
        else:
            _refuse(line.number, "round", head, f"must begin with a position ({GAME!r})")
    return tuple([_round(group) for group in groups])


def _round(lines: list[_Line]) -> RecordedRound:
    line = lines[0]
    try:
        deal = parse_position(line.text)
    except InvalidPosition as error:
        _refuse(line.number, error.field, error.word, error.why)
    turns = [_turn(each, number, deal.seats) for number, each in enumerate(lines[1:], 1)]
    return RecordedRound(deal, tuple(turns), line.number)


def _turn(line: _Line, number: int, seats: int) -> RecordedTurn:
    """Read a turn, `4. B draw=7 insert 3 offer 1`, the `number`-th of its round."""
    words = line.text.split(maxsplit=2)
    if words[0] != f"{number}.":
        why = f"must be '{number}.' here, or {GAME!r} where a round begins"
        _refuse(line.number, "turn number", words[0], why)
    if len(words) < 3:
        _refuse(line.number, "turn", line.text, "must be a number, a seat and a turn")
    if words[1] not in tuple(SEATS[:seats]):
        why = f"must be one of {', '.join(SEATS[:seats])}"
        _refuse(line.number, "seat", words[1], why)
    steps = _steps_of(line, words[2])
    if number <= seats and [step.kind for step in steps] != [OFFER]:
        _refuse(line.number, "turn", words[2], f"the first {seats} turns are the first offers")
    return RecordedTurn(number, SEATS.index(words[1]), steps, line.number)


def _steps_of(line: _Line, text: str) -> tuple[Step, ...]:
    try:
        return parse_turn(text)
    except InvalidTurn as error:
        _refuse(line.number, "turn", error.word, error.why)
