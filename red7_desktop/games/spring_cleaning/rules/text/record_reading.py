"""Reads game records. Every fault is an InvalidRecord that names line, field and word."""

from __future__ import annotations

import re
from typing import Final

from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.options import MatchOptions, read_options
from red7_desktop.games.spring_cleaning.rules.steps import OFFER
from red7_desktop.games.spring_cleaning.rules.text.notation import AT_ONCE, parse_position
from red7_desktop.games.spring_cleaning.rules.text.record import GAME, VERSION, Record, RecordedTurn
from red7_desktop.games.spring_cleaning.rules.text.turn_text import parse_turn
from red7_desktop.tabletop.errors import InvalidPosition
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.record import RecordedRound
from red7_desktop.tabletop.record_lines import (
    RecordHeader,
    RecordLine,
    refuse,
    split_header,
    split_rounds,
    turn_of,
)

_DIGITS: Final = 40
"""No number of a header has more."""

_RESULT: Final = re.compile(rf"[{SEATS}]{{1,5}} [0-9]{{1,3}}(-[0-9]{{1,3}}){{1,4}}", re.ASCII)


def read_record(text: str) -> Record:
    """Read a record. Whether its turns are legal is for `replay.replay` to say.

    Raises InvalidRecord.
    """
    head, lines = split_header(text)
    header = _Header(head, _DIGITS)
    header.check_kind(GAME, VERSION)
    rounds = tuple(
        [_read_round(group) for group in split_rounds(lines, (GAME, AT_ONCE), header.end)]
    )
    return header.record(rounds)


class _Header(RecordHeader):
    """The header of this game's records."""

    def record(self, rounds: tuple[RecordedRound, ...]) -> Record:
        """Read all that the header says, and make the record."""
        names = [f"seat {letter}" for letter in SEATS if f"seat {letter}" in self.lines]
        options = self._options(len(names))
        seats = tuple([self.seat(letter) for letter in SEATS[: len(names)]])
        seed, day = self.whole("seed"), self.day()
        line, result = self.result(_RESULT, "winners and trash like 'AC 1-5-1'")
        self.check_end()
        return Record(options, seats, seed, day, result, rounds, line)

    def _options(self, seats: int) -> MatchOptions:
        line, pickup = self.take("pickup")
        try:
            return read_options({"seats": seats, "pickup": pickup})
        except InvalidOptions as error:
            place, word = (line, pickup) if error.key == "pickup" else (self.end, str(seats))
            refuse(place, error.key, word, error.why)


def _read_round(lines: list[RecordLine]) -> RecordedRound:
    line = lines[0]
    try:
        deal = parse_position(line.text)
    except InvalidPosition as error:
        refuse(line.number, error.field, error.word, error.why)
    turns = [_read_turn(each, number, deal.seats) for number, each in enumerate(lines[1:], 1)]
    return RecordedRound(deal, tuple(turns), None, line.number)


def _read_turn(line: RecordLine, number: int, seats: int) -> RecordedTurn:
    """Read a turn, `4. B draw=7 insert 3 offer 1`, the `number`-th of its round."""
    otherwise = f"{GAME!r} where a round begins"
    seat, steps = turn_of(line, number, SEATS[:seats], parse_turn, otherwise)
    if number <= seats and [step.kind for step in steps] != [OFFER]:
        refuse(line.number, "turn", line.text, f"the first {seats} turns are the first offers")
    return RecordedTurn(number, seat, steps, line.number)
