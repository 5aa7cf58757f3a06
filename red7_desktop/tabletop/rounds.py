"""What games do alike whose matches are rounds of deals and turns: their state, their records.

A record holds the seed, the options, and of every round the position as it was dealt, the turns,
and what came at its end. It is played again with the same rules as a match; every line is checked.
docs/saves-and-records.md describes the format.
"""

from __future__ import annotations

import datetime
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from red7_desktop.tabletop import game, records
from red7_desktop.tabletop.match import Match, Replayed, Seated

TURN: Final = "turn"
"""The stage of a state in which seats are at their turns."""
ROUND_OVER: Final = "round_over"
"""The stage in which the next round waits to be dealt."""
MATCH_OVER: Final = "match_over"
"""The stage in which the match has ended."""


class DealOn(NamedTuple):
    """The table deals the next round."""

    def __str__(self) -> str:
        return "deal"


DEAL_ON: Final = DealOn()
StateT = TypeVar("StateT", bound="RoundState")
StepT = TypeVar("StepT")


@dataclass(frozen=True, slots=True)
class RoundState:
    """A match at one point; games say of what types they are, and may know more.

    stage: TURN, ROUND_OVER, MATCH_OVER, or one of the game's own. round_number: from 1. deal: the
    position as the round was dealt. known: the hidden cards that everyone knows. turns: the
    finished turns of the round; steps: those of the turn going on. rounds: results of the rounds so
    far, this one's too once it is over.
    """

    options: Any
    seed: int
    stage: str
    round_number: int
    deal: Any
    position: Any
    known: Any
    turns: tuple[Any, ...] = ()
    steps: tuple[Any, ...] = ()
    rounds: tuple[Any, ...] = ()


class GameOfRounds(ABC, Generic[StateT, StepT]):
    """What is alike in the rules of such games; `tabletop.game.Game` tells of the methods."""

    def to_act(self, state: StateT) -> tuple[int, ...]:
        """List who is asked to choose now: seats, or TABLE between rounds."""
        if state.stage in {ROUND_OVER, MATCH_OVER}:
            if state.stage == ROUND_OVER:
                return (game.TABLE,)
            return ()
        return self.seats_to_act(state)

    @abstractmethod
    def seats_to_act(self, state: StateT) -> tuple[int, ...]:
        """List the seats that are asked while a round goes on."""

    @abstractmethod
    def why_not(self, state: StateT, seat: int, step: StepT) -> game.Reason | None:
        """Return why a seat may not take a step now, None where it may."""

    def take(self, state: StateT, seat: int, step: StepT) -> game.Outcome[StateT]:
        problem = self.why_not(state, seat, step)
        if problem:
            raise game.IllegalStep(str(step), problem)
        return self.apply(state, seat, step)

    @abstractmethod
    def apply(self, state: StateT, seat: int, step: StepT) -> game.Outcome[StateT]:
        """Take a legal step of the seat that acts."""

    def attempts(self, state: StateT, seat: int) -> tuple[StepT, ...]:
        return ()

    def rearrange(self, seen: Any, drag_move: game.DragMove) -> Any:
        return None

    def text_of(self, step: StepT) -> str:
        return str(step)


class OneRound:
    """What an observation says of rounds and turns in a game that has neither.

    Such a game's class of observations inherits from this, so that whatever works with observations
    of any game can rely on these names.
    """

    to_act: tuple[int, ...]
    round_number: ClassVar[int] = 1
    steps: ClassVar[tuple[Any, ...]] = ()
    rounds: ClassVar[tuple[Any, ...]] = ()

    @property
    def turns(self) -> tuple[Any, ...]:
        """Whatever has been done; () means that the cards have just been dealt."""
        return ()

    @property
    def stage(self) -> str:
        """TURN while any seat is asked, MATCH_OVER afterwards."""
        if self.to_act:
            return TURN
        return MATCH_OVER


def is_asked(seen: Any) -> bool:
    """Return whether a turn is asked of the viewer."""
    return seen.stage == TURN and seen.viewer in seen.to_act


def find_wait(seen: Any) -> game.Reason | None:
    """Return what the viewer waits for, None on the viewer's turn."""
    if seen.viewer is None:
        return game.make_reason("only_watching")
    if seen.stage != TURN:
        return game.make_reason("match_over" if seen.stage == MATCH_OVER else "round_over")
    if seen.viewer in seen.to_act:
        return None
    return game.make_reason("not_your_turn", seat=game.SEAT_LETTERS[seen.to_act[0]])


def find_refusal(
    seen: Any, step: StepT, why_not: Callable[[StepT], game.Reason | None]
) -> game.Reason | None:
    """Return why the viewer may not take a step now, None where they may.

    why_not: of the rules, on the viewer's turn. Besides its codes: not_your_turn, only_watching.
    """
    viewer: int | None = seen.viewer
    if viewer is None:
        return game.make_reason("only_watching")
    if seen.stage != TURN or viewer not in seen.to_act:
        if seen.to_act:
            actor = game.SEAT_LETTERS[seen.to_act[0]]
        else:
            actor = ""
        return game.make_reason("not_your_turn", seat=actor)
    if step in seen.legal:
        return None
    return why_not(step)


@dataclass(frozen=True, slots=True)
class RecordedTurn(ABC):
    """A finished turn: its number in the round, who took it and its steps, the end included."""

    number: int
    seat: int
    steps: tuple[Any, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the text form: `4. B `, then the steps."""
        return f"{self.number}. {game.SEAT_LETTERS[self.seat]} {self.text_of(self.steps)}"

    @staticmethod
    @abstractmethod
    def text_of(steps: tuple[Any, ...]) -> str:
        """Return the text of a turn's steps."""

    @staticmethod
    @abstractmethod
    def parse(text: str) -> tuple[Any, ...]:
        """Read a turn's steps. Raises InvalidTurn."""

    @classmethod
    def read(cls, line: records.RecordLine, number: int, letters: str, otherwise: str) -> Self:
        """Read the `number`-th turn of a round, `4. B R6 @V7+Y6`.

        letters: of the seats. otherwise: what may stand there instead. Raises InvalidRecord.
        """
        words = line.text.split(maxsplit=2)
        if words[0] != f"{number}.":
            records.refuse(
                line.number, "turn number", words[0], f"must be '{number}.' here, or {otherwise}"
            )
        if len(words) < 3:
            records.refuse(line.number, "turn", line.text, "must be a number, a seat and a turn")
        seat = seat_of(line, words[1], letters)
        try:
            return cls(number, seat, cls.parse(words[2]), line.number)
        except game.InvalidTurn as error:
            records.refuse(line.number, "turn", error.word, error.why)


def seat_of(line: records.RecordLine, word: str, letters: str) -> int:
    """Read a seat's letter. Raises InvalidRecord."""
    if word not in tuple(letters):
        records.refuse(line.number, "seat", word, f"must be one of {', '.join(letters)}")
    return letters.index(word)


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: the position as it was dealt, its turns, and what came at its end, if anything."""

    deal: Any
    turns: tuple[RecordedTurn, ...]
    score: Any = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        if self.score is None:
            score = []
        else:
            score = [str(self.score)]
        return "\n".join([str(self.deal), *[str(turn) for turn in self.turns], *score])


@dataclass(frozen=True, slots=True)
class MatchRecord(ABC):
    """A match on record.

    seats: clockwise from A. seed: what the match was dealt from; the deals are in the rounds as
    well. result: as `text_of_result` gives it.

    Of a game: rules; version of the format; letters of its seats; heads, words with which the line
    of a deal may begin; keys, of the options in the header; whole_keys, those whose values are
    whole numbers; example: of the result of a match that is over; turn: what a turn is; otherwise:
    what may stand in the place of one.
    """

    rules: ClassVar[game.AnyGame]
    version: ClassVar[int] = 1
    letters: ClassVar[str]
    heads: ClassVar[tuple[str, ...]]
    keys: ClassVar[tuple[str, ...]]
    whole_keys: ClassVar[tuple[str, ...]] = ()
    example: ClassVar[str]
    turn: ClassVar[type[RecordedTurn]]
    otherwise: ClassVar[str]

    options: Any
    seats: tuple[Seated, ...]
    seed: int
    date: datetime.date
    result: str
    rounds: tuple[RecordedRound, ...]
    result_line: int = field(default=0, compare=False)

    # -- what each game does in its own way ----------------------------------------------------

    @staticmethod
    @abstractmethod
    def read_options(plain: game.Options) -> Any:
        """Check plain options. Raises InvalidOptions."""

    @staticmethod
    @abstractmethod
    def parse_position(text: str) -> Any:
        """Read a position. Raises InvalidPosition."""

    @abstractmethod
    def deal(self, dealt: RecordedRound, number: int, before: Any) -> Any:
        """Return the state in which a round of the record is dealt.

        before: the state at the end of the round before, None for the first. Raises InvalidRecord
        where it cannot be dealt so.
        """

    @classmethod
    def score_of(cls, state: Any) -> Any:
        """Return what came at the end of a state's round, None before that and for nothing."""
        return None

    @classmethod
    def read_score(cls, line: records.RecordLine) -> Any:
        """Read what came at the end of a round from its last line; None where that is a turn."""
        return None

    def end_round(self, dealt: RecordedRound, match: Match) -> None:
        """Check what the record says of the end of a round, and take it."""
        assert dealt.score is None, "this game reads none"

    # -- putting on record -----------------------------------------------------------------------

    @classmethod
    def of(
        cls, match: Match, names: Sequence[str], players: Sequence[str], date: datetime.date
    ) -> Self:
        """Put a match on record; one that goes on, to its last turn.

        names and players: one a seat. The turn going on is left out. Raises InvalidValue.
        """
        seats = tuple([Seated(*pair) for pair in zip(names, players, strict=True)])
        state = match.state
        if len(seats) != state.options.seats:
            raise ValueError(f"{len(seats)} names for {state.options.seats} seats")
        # The last state of a round holds all of its turns, and what came at its end.
        passed = map(match.state_at, range(match.revision + 1))
        last = {each.round_number: each for each in passed}
        rounds = tuple(map(cls._round_of, last.values()))
        result = records.text_of_result(match.game.result(state))
        return cls(state.options, seats, match.seed, date, result, rounds)

    @classmethod
    def _round_of(cls, state: Any) -> RecordedRound:
        numbered = enumerate(state.turns, 1)
        turns = tuple([cls.turn(number, turn.seat, turn.steps) for number, turn in numbered])
        return RecordedRound(state.deal, turns, cls.score_of(state))

    def __str__(self) -> str:
        head = records.RecordHead(self.rules.name, self.seats, self.seed, self.date, self.result)
        plain: Mapping[str, Any] = self.options.to_plain()
        own = [f"{key}: {plain[key]}" for key in (*self.keys, game.HEAD_START) if key in plain]
        lines = records.write_head(head, self.version, own)
        return "\n\n".join(["\n".join(lines), *[str(each) for each in self.rounds]]) + "\n"

    # -- reading -------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a record; whether its turns are legal, `replay` says. Raises InvalidRecord."""
        head, lines = records.split_header(text)
        header = records.RecordHeader(head)
        header.check_kind(cls.rules.name, cls.version)
        rounds = tuple(map(cls._read_round, split_rounds(lines, cls.heads, header.end)))
        letters = [letter for letter in cls.letters if f"seat {letter}" in header.lines]
        options = cls._read_options(header, len(letters))
        seats = tuple([header.seat(letter) for letter in cls.letters[: len(letters)]])
        seed = header.whole("seed")
        day = header.day()
        most = len(cls.letters)
        form = rf"[{cls.letters}]{{1,{most}}} [0-9]{{1,3}}(-[0-9]{{1,3}}){{1,{most - 1}}}"
        line, result = header.result(re.compile(form, re.ASCII), cls.example)
        header.check_end()
        return cls(options, seats, seed, day, result, rounds, line)

    @classmethod
    def _read_options(cls, header: records.RecordHeader, seats: int) -> Any:
        places = {key: header.lines.get(key) for key in cls.keys}
        plain: dict[str, Any] = {"seats": seats}
        for key in cls.keys:
            plain[key] = header.whole(key) if key in cls.whole_keys else header.take(key).text
        if game.HEAD_START in header.lines:
            places[game.HEAD_START] = header.lines[game.HEAD_START]
            plain[game.HEAD_START] = header.take(game.HEAD_START).text
        try:
            return cls.read_options(plain)
        except game.InvalidOptions as error:
            line, word = places.get(error.key) or records.RecordLine(header.end, str(seats))
            records.refuse(line, error.key, word, error.why)

    @classmethod
    def _read_round(cls, lines: list[records.RecordLine]) -> RecordedRound:
        line, *rest = lines
        try:
            deal = cls.parse_position(line.text)
        except game.InvalidPosition as error:
            records.refuse(line.number, error.field, error.word, error.why)
        score = cls.read_score(rest[-1]) if rest else None
        turns = rest if score is None else rest[:-1]
        letters = cls.letters[: deal.seats]
        numbered = enumerate(turns, 1)
        read = [cls.turn.read(each, nth, letters, cls.otherwise) for nth, each in numbered]
        return RecordedRound(deal, tuple(read), score, line.number)

    # -- playing again ---------------------------------------------------------------------------

    def replay(self) -> Match:
        """Play the record again, as the rules have it.

        Raises InvalidRecord for the first thing that does not go by them, or a wrong result.
        """
        dealt = self.deal(self.rounds[0], 1, None)
        match = Match(self.rules, self.options.to_plain(), self.seed, dealt)
        for number, each in enumerate(self.rounds, 1):
            if number > 1:
                stage = match.state.stage
                if stage != ROUND_OVER:
                    why = f"no round can be dealt yet or any more: the match is at {stage!r}"
                    records.refuse(each.line, "round", str(number), why)
                match.take_as(game.TABLE, DEAL_ON, self.deal(each, number, match.state))
            for turn in each.turns:
                records.check(
                    turn.line, [("turn", str(turn), match.state.stage == TURN, "the round is over")]
                )
                take_turn(match, turn)
            self.end_round(each, match)
        records.check_result(match, self.result_line, self.result)
        return match


def split_rounds(
    lines: list[records.RecordLine], heads: Sequence[str], end: int
) -> list[list[records.RecordLine]]:
    """Part the lines after the header: each that begins with one of `heads` begins a round.

    end: the number of the header's last line.
    """
    rounds: list[list[records.RecordLine]] = []
    for line in lines:
        head = line.text.partition(" ")[0]
        if head in heads:
            rounds.append([line])
        elif not line.text:
            continue
        elif rounds:
            rounds[-1].append(line)
        else:
            records.refuse(line.number, "round", head, f"must begin with a position ({heads[0]!r})")
    if not rounds:
        last = lines[-1].number if lines else end
        records.refuse(last, "round", "", "there must be one at least, after an empty line")
    return rounds


def take_turn(match: Match, turn: RecordedTurn) -> None:
    """Take a turn on record. Raises InvalidRecord."""
    asked = match.game.to_act(match.state)
    letters = ", ".join([game.SEAT_LETTERS[each] for each in asked])
    seat = game.SEAT_LETTERS[turn.seat]
    why = f"it is the turn of seat {letters}"
    records.check(turn.line, [("seat", seat, turn.seat in asked, why)])
    for step in turn.steps:
        try:
            match.take(turn.seat, step)
        except game.IllegalStep as error:
            raise records.InvalidRecord(turn.line, "turn", str(step), str(error.reason)) from error
    records.check(turn.line, [("turn", str(turn), not match.state.steps, "the turn does not end")])


# -- a match as text ---------------------------------------------------------------------------


def write_record(
    form: type[MatchRecord] | None,
    match: Match,
    names: Sequence[str],
    players: Sequence[str],
    day: datetime.date,
) -> str:
    """Return the record of a match, which reveals all cards.

    Args:
        form: The game's form of a record; None for a header and the steps.
        match: The match. Of one that goes on, a game's own form leaves out the turn going on.
        names: Names by seat.
        players: By seat the AI player's key, or a word for a human player.
        day: On which it was played.
    """
    if form is not None:
        return str(form.of(match, names, players, day))
    seats = [Seated(*pair) for pair in zip(names, players, strict=True)]
    return records.write_plain_record(match, seats, day)


def read_record(form: type[MatchRecord] | None, text: str, rules: game.AnyGame) -> Replayed:
    """Replay a record that `write_record` has written in the same form.

    Raises:
        InvalidRecord: The text isn't such a record, or doesn't follow the rules.
    """
    if form is None:
        return records.read_plain_record(text, rules)
    record = form.read(text)
    return Replayed(record.replay(), record.seats, record.date)
