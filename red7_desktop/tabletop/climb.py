"""The climb: a game's path of ever harder matches, read from a data file.

Each match is called a rung, as on a ladder. `assets/climb/GAME.toml` has a table `[[rung]]` for
each of them, from the easiest up. docs/climb.md lists the keys. A rung with a mistake in the file
is left out, and the mistake is reported with file, line and key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.tabletop import game, match, player

MAX_FILE_LENGTH: Final = 100_000
"""Maximum size of a climb's data file, in characters."""
WIN: Final = "win"
"""Key of the goal to win the match. Every match of a climb has this as its first goal; reaching it
makes the next match playable."""
GOAL_COUNT: Final = 3
TEXT_KEYS: Final = ("place", "title", "says")
"""Keys in the data of a climb's match whose values are texts for users.

The message catalogues have translations of these texts.
"""


class PlayedRung(NamedTuple):
    """A finished match of a climb, with everything that is needed to check the match's goals.

    Attributes:
        match: The match.
        seat: The user's seat.
        hints: Number of hints that the user has used in the match.
        result: The match's result.
    """

    match: match.Match
    seat: int
    hints: int
    result: game.Result

    @property
    def has_won(self) -> bool:
        return self.seat in self.result.winners

    @property
    def margin(self) -> int:
        """Difference between the user's score and the nearest score of an opponent, at least 0."""
        scores = list(self.result.scores)
        own = scores.pop(self.seat)
        return min(abs(own - score) for score in scores)


class GoalKind(NamedTuple):
    """A kind of goal for a match of a climb, such as winning by a margin.

    Attributes:
        is_reached: Returns True if a finished match reaches a goal of this kind. The arguments are
            the match and the goal's value, such as the margin.
        values: Possible values of such a goal in a data file; empty if the goal has no value.
    """

    is_reached: Callable[[PlayedRung, Any], bool]
    values: Sequence[Any] = ()


GoalKinds: TypeAlias = Mapping[str, GoalKind]
"""Kinds of goals of a climb's matches (such as "win by a margin"), by their name in data files."""
COMMON_GOALS: Final[GoalKinds] = {
    WIN: GoalKind(lambda played, value: played.has_won),
    "no_hints": GoalKind(lambda played, value: played.has_won and not played.hints),
    "margin": GoalKind(
        lambda played, value: played.has_won and played.margin >= value, range(1, 100)
    ),
}
"""Kinds of goals that all games have: win, win without a hint, win by a margin."""


class Goal(NamedTuple):
    """A goal of a climb's match: the name of the goal's kind, and a value such as the margin.

    The value is None for kinds of goals that need no value.
    """

    kind: str
    value: Any = None


@dataclass(frozen=True)
class Rung:
    """A match of the climb, which is a game's path of ever harder matches.

    Attributes:
        key: Key under which the user's profile stores the stars of this match. It must never
            change.
        card: Code of a card, or letter of a symbol of the game. On the page of the climb, the match
            is drawn in this card's or symbol's colour.
        place: Caption of the match on the page of the climb. Like all texts of this class, it is in
            English, and is translated when it is shown.
        title: Title of the match.
        rivals: Keys of the AI levels of the opponents, in the order of seats. The user has the
            first seat.
        strongest_rival: Key of the AI level of the strongest opponent, whose portrait is shown.
        says: Sentence that the strongest opponent says before the match.
        options: All options of the match.
        goals: Three goals; the first is to win.
        reward: Key of the reward for winning, "" for none.
        bonus: Key of the reward for reaching all three goals, "" for none.
    """

    key: str
    card: str
    place: str
    title: str
    rivals: tuple[str, ...]
    strongest_rival: str
    says: str
    options: Mapping[str, Any]
    goals: tuple[Goal, ...]
    reward: str = ""
    bonus: str = ""

    @property
    def head_start(self) -> tuple[int, ...]:
        """Number of points with which each seat begins the match."""
        text = self.options.get(game.HEAD_START, "")
        return tuple(map(int, text.split("-"))) if text else (0,) * (len(self.rivals) + 1)


class ClimbFileMistake(NamedTuple):
    """A mistake in the data file of a climb.

    Attributes:
        file: Name of the file.
        line: Line number, from 1.
        key: Key of the invalid value, "" if the line isn't valid TOML.
        why: Description of the mistake.
    """

    file: str
    line: int
    key: str
    why: str

    def __str__(self) -> str:
        """Format the mistake as `red7.toml, line 12, rivals: 'ann' is no level`."""
        place = f"{self.file}, line {self.line}"
        return f"{place}, {self.key}: {self.why}" if self.key else f"{place}: {self.why}"


class Climb(NamedTuple):
    """A game's climb, a path of ever harder matches, as read from its data file.

    Attributes:
        rungs: The matches of the climb, the easiest first. Matches with mistakes in the data file
            are left out.
        mistakes: The mistakes in the data file.
    """

    rungs: tuple[Rung, ...] = ()
    mistakes: tuple[ClimbFileMistake, ...] = ()

    def find(self, key: str) -> Rung | None:
        """Return the match of the climb with a given key, None if there is none."""
        return next((rung for rung in self.rungs if rung.key == key), None)


class ClimbReader:
    """Parser of the data file that defines a game's climb, its path of ever harder matches.

    Args:
        rules: The game's rules, which validate the options.
        players: The game's AI players, which can be opponents.
        goals: The game's own kinds of goals, in addition to `COMMON_GOALS`.
        rewards: Keys of all possible rewards, None to accept any key.
    """

    def __init__(
        self,
        rules: game.AnyGame,
        players: player.Players,
        goals: GoalKinds,
        rewards: Sequence[str] | None = None,
    ) -> None:
        self._rules = rules
        self._levels = [level.key for level in players.levels]
        self._goals = {**COMMON_GOALS, **goals}
        self._rewards = rewards

    def read(self, text: str, file: str) -> Climb:
        """Parse the text of a climb's data file.

        Args:
            text: The file's text, which has a TOML table for each match.
            file: The file's name, for error messages.
        """
        rungs: list[Rung] = []
        mistakes: list[ClimbFileMistake] = []
        for first, part in _split(text):
            try:
                rung = self._read_rung(part)
                if rung.key in [each.key for each in rungs]:
                    raise _Wrong("key", f"{rung.key!r} is there twice")
            except _Wrong as wrong:
                line = first + _find_line(part, wrong.key)
                mistakes.append(ClimbFileMistake(file, line, wrong.key, wrong.why))
            except tomllib.TOMLDecodeError as error:
                line = first + _line_of(error, part)
                mistakes.append(ClimbFileMistake(file, line, "", str(error)))
            else:
                rungs.append(rung)
        return Climb(tuple(rungs), tuple(mistakes))

    def _read_rung(self, part: str) -> Rung:
        document = tomllib.loads(part)
        if list(document) != ["rung"]:
            raise _Wrong(next(iter(document)), "must be below a line [[rung]]")
        plain = document["rung"][0]
        unknown = [key for key in plain if key not in _KEYS]
        if unknown:
            raise _Wrong(unknown[0], f"no such key; there are {', '.join(_KEYS)}")
        texts = {key: _read_text(plain, key) for key in ("key", "card", *TEXT_KEYS)}
        rivals = self._read_rivals(plain)
        return Rung(
            **texts,
            rivals=rivals,
            strongest_rival=max(rivals, key=self._levels.index),
            options=self._read_options(plain, len(rivals) + 1),
            goals=self._read_goals(plain),
            reward=self._read_reward(plain, "reward"),
            bonus=self._read_reward(plain, "bonus"),
        )

    def _read_rivals(self, plain: Mapping[str, Any]) -> tuple[str, ...]:
        found = _read_list(plain, "rivals", str)
        for each in found:
            if each not in self._levels:
                raise _Wrong("rivals", f"{each!r} is no level; there are {', '.join(self._levels)}")
        return tuple(found)

    def _read_options(self, plain: Mapping[str, Any], seats: int) -> Mapping[str, Any]:
        own = plain.get("options", {})
        if not isinstance(own, dict):
            raise _Wrong("options", "must be a table")
        options = {**own, "seats": seats}
        if game.HEAD_START in plain:
            head_start = _read_list(plain, game.HEAD_START, int)
            options[game.HEAD_START] = game.text_of_head_start(head_start)
        try:
            self._rules.start(options, 0)
        except game.InvalidOptions as error:
            key = {game.HEAD_START: game.HEAD_START, "seats": "rivals"}.get(error.key, "options")
            raise _Wrong(key, str(error)) from error
        return options

    def _read_goals(self, plain: Mapping[str, Any]) -> tuple[Goal, ...]:
        found = tuple([self._read_goal(word) for word in _read_list(plain, "goals", str)])
        if len(found) != GOAL_COUNT or found[0].kind != WIN or len(set(found)) < GOAL_COUNT:
            raise _Wrong("goals", f"must be {GOAL_COUNT} different ones, the first {WIN!r}")
        return found

    def _read_goal(self, text: str) -> Goal:
        name, _, word = text.partition(" ")
        kind = self._goals.get(name)
        if kind is None:
            raise _Wrong("goals", f"{name!r} is no goal; there are {', '.join(self._goals)}")
        if not kind.values and not word:
            return Goal(name)
        value = next((each for each in kind.values if str(each) == word), None)
        if value is None:
            raise _Wrong("goals", f"{text!r}: {word!r} is no value of it")
        return Goal(name, value)

    def _read_reward(self, plain: Mapping[str, Any], key: str) -> str:
        if key not in plain:
            return ""
        reward = _read_text(plain, key)
        if self._rewards is not None and reward not in self._rewards:
            raise _Wrong(key, f"{reward!r} is none; there are {', '.join(self._rewards)}")
        return reward


_KEYS: Final = (
    "key",
    "card",
    "place",
    "title",
    "rivals",
    "says",
    "options",
    game.HEAD_START,
    "goals",
    "reward",
    "bonus",
)
_HEAD: Final = re.compile(r"\s*\[\[\s*rung\s*\]\]\s*(?:#.*)?")
_PLACE: Final = re.compile(r"at line ([0-9]+)")


class _Wrong(Exception):
    """Raised by the parser of a climb's data file if a key has an invalid value.

    Attributes:
        key: The key.
        why: Description of the mistake.
    """

    def __init__(self, key: str, why: str) -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why


def _split(text: str) -> list[tuple[int, str]]:
    """Split a climb's data file before each `[[rung]]`.

    The parts are parsed separately, so that a mistake in one part doesn't affect the others. Text
    before the first `[[rung]]` is a part of its own, unless it has only comments and empty lines.

    Returns:
        For each part, the number of its first line, and its text.
    """
    parts: list[tuple[int, list[str]]] = [(1, [])]
    for number, line in enumerate(text.splitlines(), start=1):
        if _HEAD.fullmatch(line):
            parts.append((number, []))
        parts[-1][1].append(line)
    is_empty = all(not line.strip() or line.lstrip().startswith("#") for line in parts[0][1])
    return [(first, "\n".join(lines)) for first, lines in parts[is_empty:]]


def _find_line(part: str, key: str) -> int:
    """Return the index of the line that sets a key in a part of a TOML file.

    If no line sets the key, return 0 for the first line.
    """
    wanted = re.compile(rf"\s*{re.escape(key)}\s*=")
    return next((nth for nth, line in enumerate(part.splitlines()) if wanted.match(line)), 0)


def _line_of(error: tomllib.TOMLDecodeError, part: str) -> int:
    """Return the index of the line with a TOML syntax error.

    An error without a position is at the end, so it is reported for the last line.
    """
    found = _PLACE.search(str(error))
    return int(found[1]) - 1 if found else len(part.splitlines()) - 1


def _read_text(plain: Mapping[str, Any], key: str) -> str:
    value = plain.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _Wrong(key, "must be a text" if key in plain else "is missing")
    return value


def _read_list(plain: Mapping[str, Any], key: str, kind: type) -> list[Any]:
    value = plain.get(key)
    if not isinstance(value, list) or not value or any(type(each) is not kind for each in value):
        word = "texts" if kind is str else "whole numbers"
        raise _Wrong(key, f"must be a list of {word}" if key in plain else "is missing")
    return value


def find_reached(rung: Rung, kinds: GoalKinds, played: PlayedRung) -> tuple[bool, ...]:
    """Check which goals the user has reached in a finished match of a climb.

    Args:
        rung: The match's description, with its goals.
        kinds: The game's own kinds of goals.
        played: The finished match.

    Returns:
        For each goal, True if it was reached.
    """
    known = {**COMMON_GOALS, **kinds}
    return tuple([known[kind].is_reached(played, value) for kind, value in rung.goals])
