"""A match as a log of steps, and saves: matches as JSON text.

A save contains the log of steps instead of a state. `read_match` plays the log again, and the game
checks every step, so the match that is read is exactly the match that was written.
docs/saves-and-records.md describes the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Final, NamedTuple
from unicodedata import category

from red7_desktop.tabletop import files
from red7_desktop.tabletop.game import (
    SEAT_LETTERS,
    TABLE,
    AnyGame,
    IllegalStep,
    InvalidOptions,
    InvalidStep,
    Options,
    Outcome,
    Reason,
    make_reason,
)


class Entry(NamedTuple):
    """An entry in a match's log: a seat (or TABLE), and the step that it took as text."""

    seat: int
    step: str


class Match:
    """A match of one game: its options, its seed and the steps taken so far.

    The match is mutable; its states are not.
    """

    def __init__(self, game: AnyGame, options: Options, seed: int, dealt: Any = None) -> None:
        """Start a match.

        Args:
            game: The game's rules.
            options: Options of the match.
            seed: Seed of all random numbers in the match.
            dealt: First state of the match, None to deal one from the seed.

        Raises:
            InvalidOptions: An option is unknown or has an invalid value.
        """
        self.game = game
        self.options: Options = dict(options)
        self.seed = seed
        self._states: list[Any] = [game.start(options, seed) if dealt is None else dealt]
        self._entries: list[Entry] = []
        self._outcomes: list[Outcome[Any]] = []

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def outcomes(self) -> tuple[Outcome[Any], ...]:
        return tuple(self._outcomes)

    def outcomes_of(self, first: int, last: int) -> list[Outcome[Any]]:
        """Return the outcomes of the steps from index `first` up to, but not including, `last`."""
        return self._outcomes[first:last]

    @property
    def revision(self) -> int:
        """Number of steps taken; it identifies a state of the match."""
        return len(self._entries)

    def state_at(self, revision: int) -> Any:
        """Return the state after a number of steps, 0 for the start.

        Raises:
            IndexError: The match has fewer steps.
        """
        if not 0 <= revision < len(self._states):
            raise IndexError(f"revision {revision} of a match of {self.revision} steps")
        return self._states[revision]

    def take(self, seat: int, step: Any) -> Outcome[Any]:
        """Take a step for a seat (or TABLE) and log it.

        Raises:
            IllegalStep: The step is against the rules.
        """
        return self._write(seat, step, self.game.apply(self.state, seat, step))

    def take_with_state(self, seat: int, step: Any, state: Any) -> Outcome[Any]:
        """Take a step, then replace the resulting state by a given one.

        Used for replaying a record: the cards that it says were dealt may differ from the cards
        that the match's seed would deal.

        Raises:
            IllegalStep: The step is against the rules.
        """
        outcome = self.game.apply(self.state, seat, step)
        same = outcome.state == state
        return self._write(
            seat, step, outcome if same else Outcome(state, undo_barrier=outcome.undo_barrier)
        )

    def _write(self, seat: int, step: Any, outcome: Outcome[Any]) -> Outcome[Any]:
        self._states.append(outcome.state)
        self._entries.append(Entry(seat, self.game.text_of(step)))
        self._outcomes.append(outcome)
        return outcome

    def take_text(self, seat: int, text: str) -> Outcome[Any]:
        """Take a step given as text.

        Raises:
            InvalidStep: The text is not a step.
            IllegalStep: The step is against the rules.
        """
        return self.take(seat, self.game.parse_step(text))

    def replay_up_to(self, revision: int) -> Match | None:
        """Return a new match with the first steps of this match.

        Args:
            revision: Number of steps to play.

        Returns:
            None if the cards of this match can't be dealt from its seed.

        Raises:
            IndexError: The match has fewer steps.
        """
        goal = self.state_at(revision)
        again = Match(self.game, self.options, self.seed)
        try:
            for entry in self._entries[:revision]:
                again.take_text(entry.seat, entry.step)
        except ValueError:
            return None
        if again.state == goal:
            return again
        return None

    def explain_no_undo(self, seat: int) -> Reason | None:
        """Return why a seat can't undo the last step of the match, None if it can."""
        if not self._entries:
            return make_reason("nothing_to_undo")
        if self._outcomes[-1].undo_barrier is not None:
            return make_reason("cannot_undo", why=self._outcomes[-1].undo_barrier)
        if self._entries[-1].seat != seat:
            return make_reason("cannot_undo", why="not_yours")
        return None

    def undo(self, seat: int) -> Entry:
        """Undo the last step of a seat.

        Raises:
            IllegalStep: The step can't be undone. The exception has the reason.
        """
        refused = self.explain_no_undo(seat)
        if refused:
            raise IllegalStep("undo", refused)
        self._states.pop()
        self._outcomes.pop()
        return self._entries.pop()

    def undo_turn(self, seat: int) -> int:
        """Undo a seat's last steps until one can't be undone; return the number of undone steps."""
        steps = 0
        while self.explain_no_undo(seat) is None:
            self.undo(seat)
            steps += 1
        return steps


HUMAN: Final = "human"
"""Value of `SeatInfo.player` for a human player; all other values are keys of AI levels."""
MAX_NAME_LENGTH: Final = 80
"""Maximum length of a name, in characters."""

_FORBIDDEN_CATEGORIES: Final = {
    "Cc": "holds a control character or a line break",
    "Zl": "holds a line break",
    "Zp": "holds a line break",
    "Cs": "holds half a character (a lone surrogate)",
}
"""Unicode categories of the characters that names may not contain, with the error message.

These characters can't be written on one line of a UTF-8 file.
"""
_BIDI_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of writing; they would reverse the text after a name."""
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
"""Invisible characters that Unicode doesn't classify as spaces or format characters."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Name and player of a seat, in a saved or recorded match.

    Both texts have 1 to 80 characters on one line, without spaces at either end.

    Attributes:
        name: The name shown for the seat.
        player: HUMAN, or the key of an AI level.

    Raises:
        InvalidValue: A text isn't allowed. The exception's `place` is "name" or "player".
    """

    name: str
    player: str

    def __post_init__(self) -> None:
        for field, text in (("name", self.name), ("player", self.player)):
            why = explain_invalid_name(text)
            if why:
                raise files.InvalidValue(field, why)


def explain_invalid_name(text: str) -> str | None:
    r"""Return why a text isn't allowed as a name, None if it is.

    >>> explain_invalid_name("Zoë"), explain_invalid_name("two\nlines")
    (None, 'holds a control character or a line break')
    """
    if not text:
        return "is empty"
    if len(text) > MAX_NAME_LENGTH:
        return f"has {len(text)} characters, at most {MAX_NAME_LENGTH} can be kept"
    if text != text.strip():
        return "begins or ends with a space"
    unfit = [
        _FORBIDDEN_CATEGORIES[kind] for kind in map(category, text) if kind in _FORBIDDEN_CATEGORIES
    ]
    if unfit:
        return unfit[0]
    if _BIDI_CONTROLS & set(text):
        return "turns the direction of what follows"
    return None if any(map(is_visible, text)) else "shows nothing"


def is_visible(char: str) -> bool:
    """Return whether a character is visible by itself.

    >>> is_visible("ł"), is_visible(" "), is_visible("\u3164")
    (True, False, False)
    """
    return not char.isspace() and category(char) != "Cf" and char not in _INVISIBLE


FORMAT: Final = "red7-desktop match"
"""Value of the key `format` in a save, by which saves of this program are recognised."""
VERSION: Final = 1
"""Version of the format in new saves."""
MAX_SAVE_SIZE: Final = 2_000_000
"""Maximum length of a save, in characters; a long match takes about 20,000."""
MIGRATIONS: Final[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""Functions that upgrade a save's document to the next version, by the version they read."""
SEAT_WORDS: Final = {**{letter: seat for seat, letter in enumerate(SEAT_LETTERS)}, "table": TABLE}
"""Seat numbers by their words in a saved log: the seats' letters, and "table" for TABLE."""
WORDS_OF_SEATS: Final = {seat: word for word, seat in SEAT_WORDS.items()}
_GAME_WITHIN: Final = 400
_GAME: Final = r'"game":\s*"(\w+)"'
"""Finds the name of the game in a save, among its first `_GAME_WITHIN` characters."""

_SAVE_FORMAT: Final[Mapping[str, tuple[type, str]]] = {
    "format": (str, "a text"),
    "version": (int, "a whole number"),
    "game": (str, "a text"),
    "options": (dict, "an object"),
    "seed": (int, "a whole number"),
    "seats": (list, "a list"),
    "log": (list, "a list"),
    "extra": (dict, "an object"),
}
"""Keys of a save in the order in which they are written.

Each key is mapped to the type of its value, and to a description of the type for error messages.
"""


class DamagedSaveError(files.InvalidJson):
    """Raised if a saved match can't be read.

    `place` is the JSON path of the fault. `code` is a code of `InvalidJson`, or one of these:

    - foreign: not a save of this program
    - newer_version, bad_version: a version of the format that can't be read
    - missing_key, unknown_key, wrong_type: wrong keys, or a value of another type
    - unknown_game, illegal_options: the game, or its options, can't be used
    - bad_seat: a seat's name or player isn't allowed
    - wrong_seats: the match has another number of seats
    - bad_step, illegal_step: a step can't be parsed, or is against the rules
    """

    def __init__(self, place: str, code: str, why: str) -> None:
        super().__init__(place, code, files.truncate(why))


class UnsaveableMatchError(files.InvalidJson):
    """Raised when saving a match, if the save couldn't be read again.

    `code` is a code of `InvalidJson`, or wrong_seats if the number of seats to save isn't the
    number of seats in the match.
    """


class SavedMatch(NamedTuple):
    """A match that was read from a save.

    Attributes:
        match: The match.
        seats: Name and player of each seat.
        extra: Further data that the program has saved, as plain JSON values.
    """

    match: Match
    seats: tuple[SeatInfo, ...]
    extra: Mapping[str, Any]


def write_match(match: Match, seats: Sequence[SeatInfo], extra: Mapping[str, Any]) -> str:
    """Serialise a match as JSON, with one step of its log on each line.

    Args:
        match: The match.
        seats: Name and player of each seat.
        extra: Further data that the program saves with the match, as plain JSON values.

    Raises:
        UnsaveableMatchError: `extra` contains a value that isn't plain JSON, the number of seats is
            wrong, or the text is too long.
    """
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.name,
        "options": dict(match.options),
        "seed": match.seed,
        "seats": [{"name": seat.name, "player": seat.player} for seat in seats],
        "log": [[WORDS_OF_SEATS[entry.seat], entry.step] for entry in match.log],
        "extra": dict(extra),
    }
    try:
        files.check_plain(document)
    except files.InvalidJson as error:
        raise UnsaveableMatchError(error.place, error.code, error.why) from error
    if len(seats) != count_seats(match):
        why = _describe_wrong_seats(len(seats), count_seats(match))
        raise UnsaveableMatchError("$.seats", "wrong_seats", why)
    text = "{\n" + ",\n".join([_write_line(*item) for item in document.items()]) + "\n}\n"
    if len(text) > MAX_SAVE_SIZE:
        why = f"{len(text)} characters, at most {MAX_SAVE_SIZE} can be"
        raise UnsaveableMatchError("$", "too_large", why)
    return text


_to_json: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


@lru_cache(maxsize=4096)
def _write_log_row(seat: str, step: str) -> str:
    """Return a step of the log as a line of a save.

    The lines are cached, because a save contains all steps and is written after every step.
    """
    return f"    {_to_json([seat, step])}"


def _write_line(key: str, value: Any) -> str:
    if key == "log" and value:
        rows = ",\n".join([_write_log_row(seat, step) for seat, step in value])
        return f"  {_to_json(key)}: [\n{rows}\n  ]"
    if key == "seats" and value:
        rows = ",\n".join([f"    {_to_json(row)}" for row in value])
        return f"  {_to_json(key)}: [\n{rows}\n  ]"
    return f"  {_to_json(key)}: {_to_json(value)}"


def count_seats(match: Match) -> int:
    """Count the seats of a match by the seat letters in its zone ids."""
    zones = match.game.observe(match.state, None).zones
    return len({zone.partition(":")[2] for zone in zones if ":" in zone})


def _describe_wrong_seats(named: int, played: int) -> str:
    return f"{named} seats are named, but the match has {played}"


def read_match(text: str, games: Mapping[str, AnyGame]) -> SavedMatch:
    """Parse a save and play its log again.

    Args:
        text: The text of the save.
        games: All games by name.

    Raises:
        DamagedSaveError: The text isn't a valid save.
    """
    try:
        document = files.read_json(text, MAX_SAVE_SIZE)
    except files.InvalidJson as error:
        raise DamagedSaveError(error.place, error.code, error.why) from error
    document = _upgrade_document(document)
    for key, (kind, words) in _SAVE_FORMAT.items():
        _check(key in document, f"$.{key}", "missing_key", "is missing")
        _check(_is_a(kind, document[key]), f"$.{key}", "wrong_type", f"must be {words}")
    for key in document:
        _check(
            key in _SAVE_FORMAT,
            f"${files.format_path_part(key)}",
            "unknown_key",
            "no save has such a key",
        )
    game = games.get(document["game"])
    if game is None:
        known = ", ".join(sorted(games))
        why = f"{files.truncate(document['game'], 40)!r} is not one of the games here: {known}"
        raise DamagedSaveError("$.game", "unknown_game", why)
    try:
        match = Match(game, document["options"], document["seed"])
    except InvalidOptions as error:
        place = f"$.options{files.format_path_part(error.key)}"
        raise DamagedSaveError(place, "illegal_options", str(error)) from error
    seats = _read_seats(document["seats"], count_seats(match))
    for index, line in enumerate(document["log"]):
        _take(match, line, f"$.log[{index}]")
    return SavedMatch(match, seats, document["extra"])


def read_game_name(text: str) -> str | None:
    """Find the name of the game in a save without parsing the save; None if there is no name.

    >>> read_game_name('{"format": "red7-desktop match", "version": 1, "game": "chess"}')
    'chess'
    """
    found = re.search(_GAME, text[:_GAME_WITHIN])
    if found:
        return found[1]
    return None


def _check(is_right: bool, place: str, code: str, why: str) -> None:
    if not is_right:
        raise DamagedSaveError(place, code, why)


def _upgrade_document(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        if isinstance(document, dict) and "format" in document:
            place = "$.format"
        else:
            place = "$"
        raise DamagedSaveError(place, "foreign", f"not a save of this program ({FORMAT!r})")
    _check("version" in document, "$.version", "missing_key", "is missing")
    version = document["version"]
    _check(_is_a(int, version), "$.version", "wrong_type", "must be a whole number")
    newer = f"written by a newer program: version {version}, known are up to {VERSION}"
    _check(version <= VERSION, "$.version", "newer_version", newer)
    _check(version >= 1, "$.version", "bad_version", f"there is no version {version}")
    current: dict[str, Any] = document
    for older in range(version, VERSION):
        current = MIGRATIONS[older](current)
    return current


def _is_a(kind: type, value: Any) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _read_seats(rows: list[Any], played: int) -> tuple[SeatInfo, ...]:
    seats = []
    for index, row in enumerate(rows):
        place = f"$.seats[{index}]"
        keys = ("name", "player")
        is_whole = isinstance(row, dict) and row.keys() == set(keys)
        _check(is_whole, place, "wrong_type", "must be an object with name and player")
        for key in keys:
            _check(isinstance(row[key], str), f"{place}.{key}", "wrong_type", "must be a text")
        try:
            seats.append(SeatInfo(row["name"], row["player"]))
        except files.InvalidValue as error:
            raise DamagedSaveError(f"{place}.{error.place}", "bad_seat", error.why) from error
    why = _describe_wrong_seats(len(seats), played)
    _check(len(seats) == played, "$.seats", "wrong_seats", why)
    return tuple(seats)


def _take(match: Match, line: Any, place: str) -> None:
    is_pair = isinstance(line, list) and len(line) == 2
    _check(is_pair, place, "wrong_type", "must be a list of a seat and a step")
    word, step = line
    is_seat = isinstance(word, str) and word in SEAT_WORDS
    _check(is_seat, f"{place}[0]", "bad_step", f"must be one of {', '.join(SEAT_WORDS)}")
    _check(isinstance(step, str), f"{place}[1]", "wrong_type", "must be a text")
    try:
        match.take_text(SEAT_WORDS[word], step)
    except InvalidStep as error:
        raise DamagedSaveError(f"{place}[1]", "bad_step", str(error)) from error
    except IllegalStep as error:
        raise DamagedSaveError(place, "illegal_step", str(error)) from error


class ReplayedMatch(NamedTuple):
    """A match that has been replayed from a record.

    Attributes:
        match: The match.
        seats: Name and player of each seat.
        day: Day on which the match was played.
    """

    match: Match
    seats: tuple[SeatInfo, ...]
    day: date


class RecordedMatch(Match):
    """A copy of a finished match that can be set back to any of its earlier states.

    At first it is in the last state.

    Attributes:
        played: The finished match with all steps.
    """

    def __init__(self, played: Match) -> None:
        self.game = played.game
        self.options = played.options
        self.seed = played.seed
        self.played = played
        self.go_to(played.revision)

    def go_to(self, revision: int) -> None:
        """Set this match to its state after a number of steps, 0 for the start.

        Raises:
            IndexError: The match has fewer steps.
        """
        played = self.played
        self._states = [played.state_at(number) for number in range(revision + 1)]
        self._entries = list(played.log[:revision])
        self._outcomes = list(played.outcomes[:revision])
