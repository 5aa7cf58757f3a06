"""Records of matches as text, and reading them.

Every fault is an InvalidRecord that names line, field and word.

A game's states have a `stage`, the `round_number`, the `deal`, the `turns` that are over and the
`steps` of the one going on. `record_lines` has what records of all games share.

They hold the seed and the options, and so no cards; the rules check every step on the way.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, NoReturn, Self, TypeVar

from red7_desktop.tabletop.files import InvalidJson, read_json
from red7_desktop.tabletop.game import (
    SEAT_LETTERS,
    TABLE,
    AnyGame,
    IllegalStep,
    InvalidOptions,
    InvalidStep,
    InvalidTurn,
    Result,
)
from red7_desktop.tabletop.match import InvalidSeat, Match, Replayed, Seated

if TYPE_CHECKING:
    import datetime

Step = TypeVar("Step")


LONGEST: Final = 1_000_000
"""No record is longer, in characters; a long match takes some 20,000."""


LONGEST_LINE: Final = 1_000
"""No line is longer, comments apart; a position takes some 200 characters."""


UNFINISHED: Final = "*"
"""The result of a match that goes on."""


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


def list_lines(text: str) -> list[RecordLine]:
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


def split_header(text: str) -> tuple[list[RecordLine], list[RecordLine]]:
    """Return the lines of the header, and those from the empty line on that ends it."""
    lines = list_lines(text)
    blank = next((at for at, line in enumerate(lines) if not line.text), len(lines))
    return lines[:blank], lines[blank:]


def split_rounds(lines: list[RecordLine], heads: Sequence[str], end: int) -> list[list[RecordLine]]:
    """Part the lines after the header: each that begins with one of `heads` begins a round.

    end: the number of the header's last line.
    """
    rounds: list[list[RecordLine]] = []
    for line in lines:
        head = line.text.partition(" ")[0]
        if head in heads:
            rounds.append([line])
        elif not line.text:
            continue
        elif rounds:
            rounds[-1].append(line)
        else:
            refuse(line.number, "round", head, f"must begin with a position ({heads[0]!r})")
    if not rounds:
        last = lines[-1].number if lines else end
        refuse(last, "round", "", "there must be one at least, after an empty line")
    return rounds


def turn_of(
    line: RecordLine,
    number: int,
    letters: str,
    parse: Callable[[str], tuple[Step, ...]],
    otherwise: str,
) -> tuple[int, tuple[Step, ...]]:
    """Read the seat and steps of the `number`-th turn of a round, `4. B R6 @V7+Y6`.

    letters: of the seats. parse: reads a turn, raises InvalidTurn. otherwise: what may stand there
    instead.
    """
    words = line.text.split(maxsplit=2)
    if words[0] != f"{number}.":
        refuse(line.number, "turn number", words[0], f"must be '{number}.' here, or {otherwise}")
    if len(words) < 3:
        refuse(line.number, "turn", line.text, "must be a number, a seat and a turn")
    seat = seat_of(line, words[1], letters)
    try:
        return seat, parse(words[2])
    except InvalidTurn as error:
        refuse(line.number, "turn", error.word, error.why)


def seat_of(line: RecordLine, word: str, letters: str) -> int:
    """Read a seat's letter."""
    if word not in tuple(letters):
        refuse(line.number, "seat", word, f"must be one of {', '.join(letters)}")
    return letters.index(word)


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
        """Return the value of a key and forget it."""
        if key not in self.lines:
            refuse(self.end, "header", key, "is missing")
        return self.lines.pop(key)

    def whole(self, key: str) -> int:
        """Return the value of a key as a whole number."""
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
        """Return who sits on a seat."""
        name, player = self.take(f"seat {letter}"), self.take(f"player {letter}")
        try:
            return Seated(name.text, player.text)
        except InvalidSeat as error:
            key, place = ("seat", name) if error.field == "name" else ("player", player)
            refuse(place.number, f"{key} {letter}", place.text, error.why)

    def result(self, form: re.Pattern[str], example: str) -> RecordLine:
        """Return the result of a match, which goes on or ended as the form has it."""
        place = self.take("result")
        if place.text != UNFINISHED and not form.fullmatch(place.text):
            refuse(place.number, "result", place.text, f"must be {UNFINISHED!r}, or {example}")
        return place

    def check_end(self) -> None:
        """Refuse what nobody has taken."""
        if self.lines:
            key, place = next(iter(self.lines.items()))
            refuse(place.number, "header", key, "no record has such a key")

    def day(self) -> date:
        """Return the day on which the match was played."""
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


_LONGEST_HEAD: Final = 8_000
"""No header is longer, in characters."""


_MOST_DIGITS: Final = 1_000


def read_head(text: str) -> RecordHead:
    """Read a header alone; what only one game's has is passed over. Raises InvalidRecord."""
    header = RecordHeader(split_header(text[:_LONGEST_HEAD].rpartition("\n")[0])[0], _MOST_DIGITS)
    game = header.take("game").text
    letters = [letter for letter in SEAT_LETTERS if f"seat {letter}" in header.lines]
    seats = tuple([header.seat(letter) for letter in letters])
    return RecordHead(game, seats, header.whole("seed"), header.day(), header.take("result").text)


def text_of_result(result: Result | None) -> str:
    """Give the result's text form: the winners' letters and all scores in order, `AC 35-12-35`."""
    if result is None:
        return UNFINISHED
    winners = "".join([SEAT_LETTERS[seat] for seat in result.winners])
    return f"{winners} {'-'.join(map(str, result.scores))}"


def check(line: int, checks: Iterable[tuple[str, str, bool, str]]) -> None:
    """Refuse the first fault: each check is a field, its word, whether that is right, and why."""
    for named, word, is_right, why in checks:
        if not is_right:
            raise InvalidRecord(line, named, word, why)


def check_result(match: Match, line: int, said: str) -> None:
    """Refuse a result that is not the match's."""
    result = text_of_result(match.game.result(match.state))
    check(line, [("result", said, result == said, f"it is {result!r}")])


def take_turn(match: Match, line: int, seat: int, turn: str, steps: Iterable[object]) -> None:
    """Take a turn on record in a match whose states tell the steps of a turn that goes on."""
    asked = match.game.to_act(match.state)
    letters = ", ".join([SEAT_LETTERS[each] for each in asked])
    check(line, [("seat", SEAT_LETTERS[seat], seat in asked, f"it is the turn of seat {letters}")])
    for step in steps:
        try:
            match.take(seat, step)
        except IllegalStep as error:
            raise InvalidRecord(line, "turn", str(step), str(error.reason)) from error
    check(line, [("turn", turn, not match.state.steps, "the turn does not end")])


def write_head(head: RecordHead, version: int, own: Sequence[str]) -> list[str]:
    """Write a header; `own` are the lines that only the game's records have."""
    lines = [f"game: {head.game}", f"version: {version}", *own]
    for letter, seat in zip(SEAT_LETTERS, head.seats, strict=False):
        lines += [f"seat {letter}: {seat.name}", f"player {letter}: {seat.player}"]
    return [
        *lines,
        f"seed: {head.seed}",
        f"date: {head.day.isoformat()}",
        f"result: {head.result}",
    ]


_TURN: Final = "turn"


_ROUND_OVER: Final = "round_over"


@dataclass(frozen=True, slots=True)
class TurnOnRecord:
    """A finished turn: its number in the round, who took it and its steps, the end included."""

    number: int
    seat: int
    steps: tuple[Any, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the text form: `4. B `, then the steps."""
        return f"{self.number}. {SEAT_LETTERS[self.seat]} {self.text_of(self.steps)}"

    @staticmethod
    def text_of(steps: tuple[Any, ...]) -> str:
        """Return the text of a turn's steps."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: the position as it was dealt, its turns, and what came at its end, if anything."""

    deal: Any
    turns: tuple[TurnOnRecord, ...]
    score: Any = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the text form, one line for the deal and for everything that followed."""
        score = [] if self.score is None else [str(self.score)]
        return "\n".join([str(self.deal), *[str(turn) for turn in self.turns], *score])


@dataclass(frozen=True, slots=True)
class MatchOnRecord(ABC):
    """A match on record.

    seats: clockwise from A. seed: what the match was dealt from; the deals are in the rounds as
    well. result: as `text_of_result` gives it.
    """

    game: ClassVar[str]
    version: ClassVar[int]
    turn: ClassVar[type[TurnOnRecord]]

    options: Any
    seats: tuple[Seated, ...]
    seed: int
    date: datetime.date
    result: str
    rounds: tuple[RecordedRound, ...]
    result_line: int = field(default=0, compare=False)

    @abstractmethod
    def own_lines(self) -> list[str]:
        """Return the header's lines about the options."""

    @classmethod
    def of(
        cls, match: Match, names: Sequence[str], players: Sequence[str], date: datetime.date
    ) -> Self:
        """Put a match on record; one that goes on, to its last turn.

        names and players: one a seat. The turn going on is left out. Raises InvalidSeat.
        """
        seats = tuple([Seated(*pair) for pair in zip(names, players, strict=True)])
        state = match.state
        if len(seats) != state.options.seats:
            raise ValueError(f"{len(seats)} names for {state.options.seats} seats")
        # The last state of a round holds all of its turns, and what came at its end.
        last: dict[int, Any] = {}
        for revision in range(match.revision + 1):
            passed = match.state_at(revision)
            last[passed.round_number] = passed
        rounds = tuple([cls._round_of(passed) for passed in last.values()])
        result = text_of_result(match.game.result(state))
        return cls(state.options, seats, match.seed, date, result, rounds)

    @classmethod
    def _round_of(cls, state: Any) -> RecordedRound:
        numbered = enumerate(state.turns, 1)
        turns = tuple([cls.turn(number, turn.seat, turn.steps) for number, turn in numbered])
        return RecordedRound(state.deal, turns, cls.score_of(state))

    @classmethod
    def score_of(cls, state: Any) -> Any:
        """Return what came at the end of a state's round, None before that and for nothing."""
        return None

    def __str__(self) -> str:
        """Return the whole text of the record."""
        head = RecordHead(self.game, self.seats, self.seed, self.date, self.result)
        lines = write_head(head, self.version, self.own_lines())
        return "\n\n".join(["\n".join(lines), *[str(each) for each in self.rounds]]) + "\n"


class ReplayMoment(NamedTuple):
    """A point of a replay: what the record says there, and the state that it led to.

    cause: the round that was dealt, the turn that was taken, or what came at the end of a round.
    """

    cause: Any
    state: Any


class Replay(ABC):
    """A record that is played again, with the same rules as a match; every line is checked.

    Raises InvalidRecord for the first thing that does not go by the rules, or a wrong result.
    """

    def __init__(self, record: MatchOnRecord) -> None:
        moments: list[ReplayMoment] = []
        match = self._begun(record, record.rounds[0])
        for number, dealt in enumerate(record.rounds, 1):
            if number > 1:
                if match.state.stage != _ROUND_OVER:
                    stage = match.state.stage
                    why = f"no round can be dealt yet or any more: the match is at {stage!r}"
                    raise InvalidRecord(dealt.line, "round", str(number), why)
                self._deal_on(record, number, dealt, match)
            moments.append(ReplayMoment(dealt, match.state))
            for turn in dealt.turns:
                over = match.state.stage == _TURN, "the round is over"
                check(turn.line, [("turn", str(turn), *over)])
                take_turn(match, turn.line, turn.seat, str(turn), turn.steps)
                moments.append(ReplayMoment(turn, match.state))
            moments += self._ended(dealt, match)
        check_result(match, record.result_line, record.result)
        self.match: Final = match
        self.moments: Final = tuple(moments)

    @abstractmethod
    def _begun(self, record: Any, dealt: RecordedRound) -> Match:
        """Begin the match with the cards that the record says."""

    @abstractmethod
    def _deal_on(self, record: Any, number: int, dealt: RecordedRound, match: Match) -> None:
        """Begin another round with the cards that the record says."""

    def _ended(self, dealt: RecordedRound, match: Match) -> Iterator[ReplayMoment]:
        yield from ()


VERSION: Final = 1


_DIGITS: Final = 40


_TABLE_WORD: Final = "table"


_SEATS: Final = {**{letter: seat for seat, letter in enumerate(SEAT_LETTERS)}, _TABLE_WORD: TABLE}


def write_plain_record(match: Match, seats: Sequence[Seated], day: date) -> str:
    """Return the record of a match up to its last step."""
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
