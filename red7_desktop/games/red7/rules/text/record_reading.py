"""Reads game records. Every fault is an InvalidRecord that names line, field and word."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from red7_desktop.games.red7.rules.cards import BY_TEXT, set_of
from red7_desktop.games.red7.rules.options import read_options
from red7_desktop.games.red7.rules.steps import END, PASS, SEATS, THE_END
from red7_desktop.games.red7.rules.text.notation import MAX_SEATS, MIN_SEATS, parse_position
from red7_desktop.games.red7.rules.text.record import (
    GAME,
    UNFINISHED,
    VERSION,
    InvalidRecord,
    Record,
    RecordedRound,
    RecordedScore,
    RecordedTurn,
)
from red7_desktop.games.red7.rules.text.turn_text import parse_turn
from red7_desktop.tabletop.errors import InvalidPosition, InvalidTurn
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.seated import InvalidSeat, Seated

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.options import MatchOptions

LONGEST: Final = 1_000_000
"""No record is longer, in characters; a long match takes some 20,000."""
LONGEST_LINE: Final = 1_000
"""No line is longer, comments apart; a position takes some 200 characters."""
_WORD_SHOWN: Final = 60

_WHOLE: Final = re.compile(r"-?[0-9]+")
_POINTS: Final = re.compile(r"[0-9]{1,3}")
_RESULT: Final = re.compile(rf"[{SEATS}]{{1,4}} [0-9]{{1,3}}(-[0-9]{{1,3}}){{1,3}}")


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
        why = "there must be one at least, after an empty line"
        _refuse(lines[-1].number, "round", "", why)
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
            why = f"must be {UNFINISHED!r}, or winners and points like 'AC 35-12-35'"
            _refuse(line, "result", result, why)
        if self.lines:
            key, place = next(iter(self.lines.items()))
            _refuse(place.number, "header", key, "no record has such a key")
        return Record(options, seats, seed, day, result, rounds, line)

    def check_kind(self) -> None:
        """Refuse what is no record of Red7, or one of a newer program."""
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
        if not MIN_SEATS <= seats <= MAX_SEATS:
            _refuse(self.end, "header", "seat", f"there must be {MIN_SEATS} to {MAX_SEATS} seats")
        places = {key: self.lines.get(key) for key in ("rules", "target", "starter")}
        rules, target, starter = self.take("rules"), self.whole("target"), self.take("starter")
        plain = {"rules": rules.text, "seats": seats, "target": target, "starter": starter.text}
        try:
            return read_options(plain)
        except InvalidOptions as error:
            place = places[error.key] or rules
            why = str(error).removeprefix(f"option {error.key!r}: ")
            _refuse(place.number, error.key, place.text, why)

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
        if head == GAME:
            groups.append([line])
        elif groups:
            groups[-1].append(line)
        else:
            _refuse(line.number, "round", head, f"must begin with a position ({GAME!r})")
    return tuple([_round(group) for group in groups])


def _round(lines: list[_Line]) -> RecordedRound:
    deal = _position(lines[0])
    scored = lines[-1].text.startswith("score ")
    turns = [_turn(line, at) for at, line in enumerate(lines[1 : -1 if scored else None], 1)]
    score = _score(lines[-1]) if scored else None
    return RecordedRound(deal, tuple(turns), score, lines[0].number)


def _position(line: _Line) -> Position:
    try:
        return parse_position(line.text)
    except InvalidPosition as error:
        why = str(error).removeprefix(f"{error.field}: {error.word!r}: ")
        _refuse(line.number, error.field, error.word, why)


def _turn(line: _Line, number: int) -> RecordedTurn:
    """Read a turn, `4. B R6 @V7+Y6`, the `number`-th of its round."""
    words = line.text.split(maxsplit=2)
    if words[0] != f"{number}.":
        why = f"must be '{number}.' here, or {GAME!r}, or 'score' at the end of a round"
        _refuse(line.number, "turn number", words[0], why)
    if len(words) < 3:
        _refuse(line.number, "turn", line.text, "must be a number, a seat and a turn")
    try:
        steps = parse_turn(words[2])
    except InvalidTurn as error:
        why = str(error).removeprefix(f"turn: {error.word!r}: ")
        _refuse(line.number, "turn", error.word, why)
    # A turn that stops at a 3's draw is at its end here, or the line would go on.
    steps = steps if steps[-1].kind in {END, PASS} else (*steps, THE_END)
    return RecordedTurn(number, _seat_of(line, words[1]), steps, line.number)


def _seat_of(line: _Line, word: str) -> int:
    if word not in tuple(SEATS):
        _refuse(line.number, "seat", word, f"must be one of {', '.join(SEATS)}")
    return SEATS.index(word)


def _score(line: _Line) -> RecordedScore:
    """Read what was taken at the end of a round, `score A R3 O3 = 6`."""
    words = line.text.split()
    if len(words) < 4 or words[-2] != "=" or not _POINTS.fullmatch(words[-1]):
        _refuse(line.number, "score", line.text, "must be like 'score A R3 O3 = 6'")
    cards = words[2:-2]
    for at, card in enumerate(cards):
        if card not in BY_TEXT or card in cards[:at]:
            why = "is there twice" if card in BY_TEXT else "no such card"
            _refuse(line.number, "score", card, why)
    taken = set_of([BY_TEXT[card] for card in cards])
    return RecordedScore(_seat_of(line, words[1]), taken, int(words[-1]), line.number)
