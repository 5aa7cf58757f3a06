"""Reads game records. Every fault is an InvalidRecord that names line, field and word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import BY_TEXT, set_of
from red7_desktop.games.red7.rules.options import read_options
from red7_desktop.games.red7.rules.steps import END, PASS, SEATS, THE_END
from red7_desktop.games.red7.rules.text.notation import MAX_SEATS, MIN_SEATS, parse_position
from red7_desktop.games.red7.rules.text.record import (
    GAME,
    VERSION,
    Record,
    RecordedScore,
    RecordedTurn,
)
from red7_desktop.games.red7.rules.text.turn_text import parse_turn
from red7_desktop.tabletop.errors import InvalidPosition
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.record import RecordedRound
from red7_desktop.tabletop.record_lines import (
    LONGEST_LINE,
    RecordHeader,
    RecordLine,
    refuse,
    seat_of,
    split_header,
    split_rounds,
    turn_of,
)

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.options import MatchOptions

_POINTS: Final = re.compile(r"[0-9]{1,3}")

_RESULT: Final = re.compile(rf"[{SEATS}]{{1,4}} [0-9]{{1,3}}(-[0-9]{{1,3}}){{1,3}}")


def read_record(text: str) -> Record:
    """Read a record. Whether its turns are legal is for `replay.replay` to say.

    Raises InvalidRecord.
    """
    head, lines = split_header(text)
    header = _Header(head, LONGEST_LINE)
    header.check_kind(GAME, VERSION)
    rounds = tuple([_read_round(group) for group in split_rounds(lines, (GAME,), header.end)])
    return header.record(rounds)


class _Header(RecordHeader):
    """The header of this game's records."""

    def record(self, rounds: tuple[RecordedRound, ...]) -> Record:
        """Read all that the header says, and make the record."""
        names = [f"seat {letter}" for letter in SEATS if f"seat {letter}" in self.lines]
        options = self._options(len(names))
        seats = tuple([self.seat(letter) for letter in SEATS[: len(names)]])
        seed, day = self.whole("seed"), self.day()
        line, result = self.result(_RESULT, "winners and points like 'AC 35-12-35'")
        self.check_end()
        return Record(options, seats, seed, day, result, rounds, line)

    def _options(self, seats: int) -> MatchOptions:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            refuse(self.end, "header", "seat", f"there must be {MIN_SEATS} to {MAX_SEATS} seats")
        places = {key: self.lines.get(key) for key in ("rules", "target", "starter")}
        rules, target, starter = self.take("rules"), self.whole("target"), self.take("starter")
        plain = {"rules": rules.text, "seats": seats, "target": target, "starter": starter.text}
        try:
            return read_options(plain)
        except InvalidOptions as error:
            place = places[error.key] or rules
            refuse(place.number, error.key, place.text, error.why)


def _read_round(lines: list[RecordLine]) -> RecordedRound:
    deal = _read_position(lines[0])
    scored = lines[-1].text.startswith("score ")
    turns = [_read_turn(line, at) for at, line in enumerate(lines[1 : -1 if scored else None], 1)]
    score = _read_score(lines[-1]) if scored else None
    return RecordedRound(deal, tuple(turns), score, lines[0].number)


def _read_position(line: RecordLine) -> Position:
    try:
        return parse_position(line.text)
    except InvalidPosition as error:
        refuse(line.number, error.field, error.word, error.why)


def _read_turn(line: RecordLine, number: int) -> RecordedTurn:
    """Read a turn, `4. B R6 @V7+Y6`, the `number`-th of its round."""
    otherwise = f"{GAME!r}, or 'score' at the end of a round"
    seat, steps = turn_of(line, number, SEATS, parse_turn, otherwise)
    # A turn that stops at a 3's draw is at its end here, or the line would go on.
    steps = steps if steps[-1].kind in {END, PASS} else (*steps, THE_END)
    return RecordedTurn(number, seat, steps, line.number)


def _read_score(line: RecordLine) -> RecordedScore:
    """Read what was taken at the end of a round, `score A R3 O3 = 6`."""
    words = line.text.split()
    if len(words) < 4 or words[-2] != "=" or not _POINTS.fullmatch(words[-1]):
        refuse(line.number, "score", line.text, "must be like 'score A R3 O3 = 6'")
    cards = words[2:-2]
    for at, card in enumerate(cards):
        if card not in BY_TEXT or card in cards[:at]:
            why = "is there twice" if card in BY_TEXT else "no such card"
            refuse(line.number, "score", card, why)
    taken = set_of([BY_TEXT[card] for card in cards])
    return RecordedScore(seat_of(line, words[1], SEATS), taken, int(words[-1]), line.number)
