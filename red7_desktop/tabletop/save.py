"""A match to and from JSON text: the game, its options, the seed and every step taken.

No state is saved: reading a save plays its log again, and the game checks every step. So a save
that reads at all reads as exactly the match that was written. docs/saves-and-records.md describes
the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.tabletop.game import TABLE, IllegalStep, InvalidOptions, InvalidStep
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.plain_json import InvalidJson, check_plain, read_json, shorten, step_to
from red7_desktop.tabletop.seated import InvalidSeat, Seated
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import AnyGame

FORMAT: Final = "red7-desktop match"
"""The word by which a save is known."""

VERSION: Final = 1
"""The version of the format that is written."""

LONGEST_SAVE: Final = 2_000_000
"""No save is longer, in characters; a long match takes some 20,000."""


MIGRATIONS: Final[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""By version: what makes a document of that version one of the next."""


_TABLE_WORD: Final = "table"

_HEAD: Final = 400

_GAME: Final = re.compile(r'"game":\s*"(\w+)"')
"""The name of the game, which stands among the first characters of a save."""


_SHAPE: Final[Mapping[str, tuple[type, str]]] = {
    "format": (str, "a text"),
    "version": (int, "a whole number"),
    "game": (str, "a text"),
    "options": (dict, "an object"),
    "seed": (int, "a whole number"),
    "seats": (list, "a list"),
    "log": (list, "a list"),
    "extra": (dict, "an object"),
}
"""The keys of a save, in the order they are written, and what lies under each."""


class DamagedSave(ValueError):
    """A save that cannot be read: `place` in it, a `code`, and `why` in words.

    The codes: too_large, too_deep, broken_json, bad_value (see `plain_json`), foreign (no save of
    this program), newer_version, bad_version, missing_key, unknown_key, wrong_type, unknown_game,
    illegal_options, bad_seat (a seat's name or player), wrong_seats (not as many as the match
    has), bad_step (cannot be read), illegal_step (may not be taken then).
    """

    def __init__(self, place: str, code: str, why: str) -> None:
        why = shorten(why)
        super().__init__(f"{place}: {why}")
        self.place = place
        self.code = code
        self.why = why


class UnsavableMatch(ValueError):
    """A match that could not be read again if it were written: names the place and says why."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match with who sits at it and what else the program keeps with it, as plain JSON values."""

    match: Match
    seats: tuple[Seated, ...]
    extra: Mapping[str, Any]


def write_match(match: Match, seats: Sequence[Seated], extra: Mapping[str, Any]) -> str:
    """Give a match as JSON text, one step of its log a line.

    Raises UnsavableMatch where `extra` holds
    something else than plain JSON values, or the seats are not those of the match.
    """
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.name,
        "options": dict(match.options),
        "seed": match.seed,
        "seats": [{"name": seat.name, "player": seat.player} for seat in seats],
        "log": [[_word_of(entry.seat), entry.step] for entry in match.log],
        "extra": dict(extra),
    }
    try:
        check_plain(document)
    except InvalidJson as error:
        raise UnsavableMatch(error.place, error.why) from error
    if len(seats) != count_seats(match):
        raise UnsavableMatch("$.seats", _describe_wrong_seats(len(seats), count_seats(match)))
    text = "{\n" + ",\n".join([_write_line(*item) for item in document.items()]) + "\n}\n"
    if len(text) > LONGEST_SAVE:
        raise UnsavableMatch("$", f"{len(text)} characters, at most {LONGEST_SAVE} can be")
    return text


def _write_line(key: str, value: Any) -> str:
    if key in {"seats", "log"} and value:
        rows = ",\n".join([f"    {_to_json(row)}" for row in value])
        return f"  {_to_json(key)}: [\n{rows}\n  ]"
    return f"  {_to_json(key)}: {_to_json(value)}"


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _word_of(seat: int) -> str:
    return _TABLE_WORD if seat == TABLE else SEAT_LETTERS[seat]


def count_seats(match: Match) -> int:
    """Count the seats of a match: the letters after the colons of its zones."""
    zones = match.game.observe(match.state, None).zones
    return len({zone.partition(":")[2] for zone in zones if ":" in zone})


def _describe_wrong_seats(named: int, played: int) -> str:
    return f"{named} seats are named, but the match has {played}"


def read_match(text: str, games: Mapping[str, AnyGame]) -> SavedMatch:
    """Read a match from a save and play its log again; `games` are the known ones, by name.

    Raises DamagedSave, whatever the text is.
    """
    try:
        document = read_json(text, LONGEST_SAVE)
    except InvalidJson as error:
        raise DamagedSave(error.place, error.code, error.why) from error
    document = _upgrade_document(document)
    _check_shape(document)
    game = games.get(document["game"])
    if game is None:
        known = ", ".join(sorted(games))
        why = f"{shorten(document['game'], 40)!r} is not one of the games here: {known}"
        raise DamagedSave("$.game", "unknown_game", why)
    match = _begin_match(game, document["options"], document["seed"])
    seats = _read_seats(document["seats"], count_seats(match))
    for index, line in enumerate(document["log"]):
        _take(match, line, f"$.log[{index}]")
    return SavedMatch(match, seats, document["extra"])


def read_game_name(text: str) -> str | None:
    """Give the name of the game that a save says it is of, without reading the rest; None for none.

    >>> game_named_in('{"format": "red7-desktop match", "version": 1, "game": "chess"}')
    'chess'
    """
    found = _GAME.search(text[:_HEAD])
    return found[1] if found else None


def _upgrade_document(document: Any) -> dict[str, Any]:
    """Check that this is a save of a version we know, and bring it up to ours."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        place = "$.format" if isinstance(document, dict) and "format" in document else "$"
        raise DamagedSave(place, "foreign", f"not a save of this program ({FORMAT!r})")
    if "version" not in document:
        raise DamagedSave("$.version", "missing_key", "is missing")
    version = document["version"]
    if not _is_a(int, version):
        raise DamagedSave("$.version", "wrong_type", "must be a whole number")
    if version > VERSION:
        why = f"written by a newer program: version {version}, known are up to {VERSION}"
        raise DamagedSave("$.version", "newer_version", why)
    if version < 1:
        raise DamagedSave("$.version", "bad_version", f"there is no version {version}")
    current: dict[str, Any] = document
    for older in range(version, VERSION):
        current = MIGRATIONS[older](current)
    return current


def _is_a(kind: type, value: Any) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _check_shape(document: dict[str, Any]) -> None:
    for key, (kind, words) in _SHAPE.items():
        if key not in document:
            raise DamagedSave(f"$.{key}", "missing_key", "is missing")
        if not _is_a(kind, document[key]):
            raise DamagedSave(f"$.{key}", "wrong_type", f"must be {words}")
    for key in document:
        if key not in _SHAPE:
            raise DamagedSave(f"${step_to(key)}", "unknown_key", "no save has such a key")


def _begin_match(game: AnyGame, options: dict[str, Any], seed: int) -> Match:
    try:
        return Match(game, options, seed)
    except InvalidOptions as error:
        place = f"$.options{step_to(error.key)}"
        raise DamagedSave(place, "illegal_options", str(error)) from error


def _read_seats(rows: list[Any], played: int) -> tuple[Seated, ...]:
    seats = []
    for index, row in enumerate(rows):
        place = f"$.seats[{index}]"
        if not isinstance(row, dict) or row.keys() != {"name", "player"}:
            raise DamagedSave(place, "wrong_type", "must be an object with name and player")
        for key in ("name", "player"):
            if not isinstance(row[key], str):
                raise DamagedSave(f"{place}.{key}", "wrong_type", "must be a text")
        try:
            seats.append(Seated(row["name"], row["player"]))
        except InvalidSeat as error:
            raise DamagedSave(f"{place}.{error.field}", "bad_seat", error.why) from error
    if len(seats) != played:
        raise DamagedSave("$.seats", "wrong_seats", _describe_wrong_seats(len(seats), played))
    return tuple(seats)


def _take(match: Match, line: Any, place: str) -> None:
    """Take the step that a line of the log holds."""
    if not isinstance(line, list) or len(line) != 2:
        raise DamagedSave(place, "wrong_type", "must be a list of a seat and a step")
    word, step = line
    if not isinstance(word, str) or word not in _SEATS:
        why = f"must be one of {', '.join(_SEATS)}"
        raise DamagedSave(f"{place}[0]", "bad_step", why)
    if not isinstance(step, str):
        raise DamagedSave(f"{place}[1]", "wrong_type", "must be a text")
    try:
        match.take_text(_SEATS[word], step)
    except InvalidStep as error:
        raise DamagedSave(f"{place}[1]", "bad_step", str(error)) from error
    except IllegalStep as error:
        raise DamagedSave(place, "illegal_step", str(error)) from error


_SEATS: Final = {**{letter: seat for seat, letter in enumerate(SEAT_LETTERS)}, _TABLE_WORD: TABLE}
"""The seats, and the table, by the words for them in a log."""
