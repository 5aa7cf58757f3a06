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
    RecordHead,
    RecordHeader,
    RecordLine,
    check_result,
    refuse,
    split_header,
    text_of_result,
    write_head,
)
from red7_desktop.tabletop.recorded import Replayed
from red7_desktop.tabletop.seated import Seated
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from red7_desktop.tabletop.game import AnyGame

VERSION: Final = 1

_DIGITS: Final = 40

_TABLE_WORD: Final = "table"

_SEATS: Final = {**{letter: seat for seat, letter in enumerate(SEAT_LETTERS)}, _TABLE_WORD: TABLE}


def write_plain_record(match: Match, seats: Sequence[Seated], day: date) -> str:
    """Give the record of a match up to its last step."""
    options = json.dumps(dict(match.options), ensure_ascii=False)
    result = text_of_result(match.game.result(match.state))
    head = RecordHead(match.game.name, tuple(seats), match.seed, day, result)
    lines = [*write_head(head, VERSION, [f"options: {options}"]), ""]
    words = {seat: word for word, seat in _SEATS.items()}
    lines += [f"{words[entry.seat]} {entry.step}" for entry in match.log]
    return "\n".join(lines) + "\n"


def read_plain_record(text: str, game: AnyGame) -> Replayed:
    """Play a record again. Raises InvalidRecord for the first line that makes no sense."""
    head, lines = split_header(text)
    header = RecordHeader(head, _DIGITS)
    header.check_kind(game.name, VERSION)
    place = header.take("options")
    letters = [letter for letter in SEAT_LETTERS if f"seat {letter}" in header.lines]
    seats = tuple([header.seat(letter) for letter in letters])
    seed, day, result = header.whole("seed"), header.day(), header.take("result")
    match = _begin_match(game, place, seed)
    for line in lines:
        if line.text:
            _take(match, line)
    check_result(match, *result)
    return Replayed(match, seats, day)


def _begin_match(game: AnyGame, place: RecordLine, seed: int) -> Match:
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
