"""Records of games that have no form of their own: a header, and a line for each step.

They hold the seed and the options, and so no cards; the rules check every step on the way.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.tabletop.game import TABLE, IllegalStep, InvalidOptions, InvalidStep
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.plain_json import InvalidJson, read_json
from red7_desktop.tabletop.record_lines import (
    LONGEST_LINE,
    UNFINISHED,
    RecordHeader,
    RecordLine,
    lines_of,
    refuse,
)
from red7_desktop.tabletop.recorded import Replayed
from red7_desktop.tabletop.seated import Seated
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from red7_desktop.tabletop.game import AnyGame, Result

VERSION: Final = 1
_DIGITS: Final = 40
_TABLE_WORD: Final = "table"
_SEATS: Final = {**{letter: seat for seat, letter in enumerate(SEAT_LETTERS)}, _TABLE_WORD: TABLE}


def write_plain_record(match: Match, seats: Sequence[Seated], day: date) -> str:
    """Give the record of a match up to its last step."""
    options = json.dumps(dict(match.options), ensure_ascii=False)
    lines = [f"game: {match.game.name}", f"version: {VERSION}", f"options: {options}"]
    for letter, seat in zip(SEAT_LETTERS, seats, strict=False):
        lines += [f"seat {letter}: {seat.name}", f"player {letter}: {seat.player}"]
    result = _text_of_result(match.game.result(match.state))
    lines += [f"seed: {match.seed}", f"date: {day.isoformat()}", f"result: {result}", ""]
    words = {seat: word for word, seat in _SEATS.items()}
    lines += [f"{words[entry.seat]} {entry.step}" for entry in match.log]
    return "\n".join(lines) + "\n"


def _text_of_result(result: Result | None) -> str:
    if result is None:
        return UNFINISHED
    winners = "".join([SEAT_LETTERS[seat] for seat in result.winners])
    return f"{winners} {'-'.join(map(str, result.scores))}"


def read_plain_record(text: str, game: AnyGame) -> Replayed:
    """Play a record again. Raises InvalidRecord for the first line that makes no sense."""
    lines = lines_of(text)
    blank = next((at for at, line in enumerate(lines) if not line.text), len(lines))
    header = RecordHeader(lines[:blank], _DIGITS)
    header.check_kind(game.name, VERSION)
    place = header.take("options")
    letters = [letter for letter in SEAT_LETTERS if f"seat {letter}" in header.lines]
    seats = tuple([header.seat(letter) for letter in letters])
    seed, day, result = header.whole("seed"), header.day(), header.take("result")
    match = _begun(game, place, seed)
    for line in lines[blank:]:
        if line.text:
            _take(match, line)
    found = _text_of_result(game.result(match.state))
    if found != result.text:
        refuse(result.number, "result", result.text, f"it is {found!r}")
    return Replayed(match, seats, day)


def _begun(game: AnyGame, place: RecordLine, seed: int) -> Match:
    try:
        options: Any = read_json(place.text, LONGEST_LINE)
        if not isinstance(options, dict):
            refuse(place.number, "options", place.text, "must be an object")
        return Match(game, options, seed)
    except (InvalidJson, InvalidOptions) as error:
        refuse(place.number, "options", place.text, error.why)


def _take(match: Match, line: RecordLine) -> None:
    word, _, step = line.text.partition(" ")
    if word not in _SEATS:
        refuse(line.number, "seat", word, f"must be one of {', '.join(_SEATS)}")
    try:
        match.take_text(_SEATS[word], step)
    except InvalidStep as error:
        refuse(line.number, "step", step, str(error))
    except IllegalStep as error:
        refuse(line.number, "step", step, str(error.reason))
