"""State and records of games whose matches consist of rounds, deals and turns.

A record is the text of a played match. It contains the seed, the options and every round: the dealt
position, the turns, and the score at the end. When a record is replayed, the rules check every
line. docs/saves-and-records.md describes the format.
"""

from __future__ import annotations

import datetime
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from red7_desktop.tabletop import game, records
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.match import Match, ReplayedMatch, SeatInfo

ROUND_OVER: Final = "round_over"
"""Stage of a match in which a round is over and the next one has to be dealt."""
MATCH_OVER: Final = "match_over"
"""Stage of a match that has ended."""


class DealNextRound(NamedTuple):
    """The step that deals the next round; it belongs to the pseudo seat TABLE."""

    def __str__(self) -> str:
        return "deal"


DEAL_NEXT_ROUND: Final = DealNextRound()
StateT = TypeVar("StateT", bound="RoundState")
StepT = TypeVar("StepT")


@dataclass(frozen=True, slots=True)
class RoundState:
    """The state of a match that is played in rounds; each game has a subclass with more fields.

    Attributes:
        options: Options of the match.
        seed: Seed of all random numbers in the match.
        stage: TURN, ROUND_OVER, MATCH_OVER, or a stage of the game's own.
        round_number: Number of the current round, from 1.
        deal: Position directly after the current round was dealt.
        position: Current position.
        public_knowledge: The cards in hands and deck that every seat has seen. Each game chooses
            the type.
        turns: Finished turns of the current round.
        steps: Steps of the unfinished turn.
        rounds: Results of the finished rounds.
    """

    options: Any
    seed: int
    stage: str
    round_number: int
    deal: Any
    position: Any
    public_knowledge: Any
    turns: tuple[Any, ...] = ()
    steps: tuple[Any, ...] = ()
    rounds: tuple[Any, ...] = ()


class RoundBasedGame(ABC, Generic[StateT, StepT]):
    """Base class for the rules of games with rounds; `tabletop.game.Game` documents the methods."""

    def to_act(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that have to act now.

        Between rounds, the result is `(TABLE,)`; after the match, it is empty.
        """
        if state.stage in {ROUND_OVER, MATCH_OVER}:
            if state.stage == ROUND_OVER:
                return (game.TABLE,)
            return ()
        return self.seats_to_act(state)

    @abstractmethod
    def seats_to_act(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that have to choose now; only called during a round."""

    @abstractmethod
    def explain_illegal(self, state: StateT, seat: int, step: StepT) -> game.Reason | None:
        """Return why a step of a seat is illegal now, None if it is legal."""

    def apply(self, state: StateT, seat: int, step: StepT) -> game.Outcome[StateT]:
        problem = self.explain_illegal(state, seat, step)
        if problem:
            raise game.IllegalStep(str(step), problem)
        return self.apply_legal(state, seat, step)

    @abstractmethod
    def apply_legal(self, state: StateT, seat: int, step: StepT) -> game.Outcome[StateT]:
        """Return the outcome of a step that is known to be legal."""

    def list_illegal_plays(self, state: StateT, seat: int) -> tuple[StepT, ...]:
        return ()

    def sort_cards(self, seen: Any, drag_move: game.DragMove) -> Any:
        return None

    def text_of(self, step: StepT) -> str:
        return str(step)


class SingleRoundObservation:
    """Base class of observations in games that aren't divided into rounds and turns.

    Code that works for all games reads attributes such as the number of the round and the finished
    turns. This class defines these attributes as if the match were one round without turns.
    """

    to_act: tuple[int, ...]
    round_number: ClassVar[int] = 1
    steps: ClassVar[tuple[Any, ...]] = ()
    rounds: ClassVar[tuple[Any, ...]] = ()

    @property
    def turns(self) -> tuple[Any, ...]:
        """Finished turns of the round; always empty for games without turns."""
        return ()

    @property
    def stage(self) -> str:
        """Stage of the state: TURN while any seat has to choose, otherwise MATCH_OVER."""
        if self.to_act:
            return TURN
        return MATCH_OVER


def is_viewers_turn(seen: Any) -> bool:
    """Return True if the viewer of an observation has to take a turn."""
    return seen.stage == TURN and seen.viewer in seen.to_act


def explain_wait(seen: Any) -> game.Reason | None:
    """Return why the viewer of an observation can't act now, None if it is the viewer's turn."""
    if seen.viewer is None:
        return game.make_reason("only_watching")
    if seen.stage != TURN:
        return game.make_reason("match_over" if seen.stage == MATCH_OVER else "round_over")
    if seen.viewer in seen.to_act:
        return None
    return game.make_reason("not_your_turn", seat=game.SEAT_LETTERS[seen.to_act[0]])


def find_illegal_reason(
    seen: Any, step: StepT, why_not: Callable[[StepT], game.Reason | None]
) -> game.Reason | None:
    """Return why a step of the viewer is illegal now, None if it is legal.

    Args:
        seen: The viewer's observation.
        step: The step.
        why_not: The game's check of a step. Called if it is the viewer's turn and the step isn't
            among the legal steps.

    Returns:
        The result of `why_not`. If it isn't the viewer's turn, a reason with the code
        not_your_turn; for a spectator, one with the code only_watching.
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
    """A finished turn in the record of a match; each game has a subclass.

    Attributes:
        number: Number of the turn in its round, from 1.
        seat: The seat that took the turn.
        steps: The steps of the turn, including the step that ends it.
        line: Number of the turn's line in the record, for error messages; 0 if unknown.
    """

    number: int
    seat: int
    steps: tuple[Any, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Return the turn as a line of a record, for example `4. B R6 @V7+Y6`.

        The line has the number of the turn, the seat's letter and the steps.
        """
        return f"{self.number}. {game.SEAT_LETTERS[self.seat]} {self.text_of(self.steps)}"

    @staticmethod
    @abstractmethod
    def text_of(steps: tuple[Any, ...]) -> str:
        """Return a turn's steps in the notation of match records, as `parse` reads it."""

    @staticmethod
    @abstractmethod
    def parse(text: str) -> tuple[Any, ...]:
        """Parse a turn's steps.

        Raises:
            InvalidTurn: The text is not a turn.
        """

    @classmethod
    def read(cls, line: records.RecordLine, number: int, letters: str, otherwise: str) -> Self:
        """Parse the line of a turn, such as `4. B R6 @V7+Y6`.

        Args:
            line: The line.
            number: Number that the turn must have.
            letters: Letters of the seats.
            otherwise: Description of other lines that are allowed here, for the error message.

        Raises:
            InvalidRecord: The line isn't a turn with this number.
        """
        words = line.text.split(maxsplit=2)
        if words[0] != f"{number}.":
            records.raise_invalid(
                line.number, "turn number", words[0], f"must be '{number}.' here, or {otherwise}"
            )
        if len(words) < 3:
            records.raise_invalid(
                line.number, "turn", line.text, "must be a number, a seat and a turn"
            )
        seat = seat_of(line, words[1], letters)
        try:
            return cls(number, seat, cls.parse(words[2]), line.number)
        except game.InvalidTurn as error:
            records.raise_invalid(line.number, "turn", error.word, error.why)


def seat_of(line: records.RecordLine, word: str, letters: str) -> int:
    """Convert a seat's letter to its number.

    Raises:
        InvalidRecord: No seat has this letter.
    """
    if word not in tuple(letters):
        records.raise_invalid(line.number, "seat", word, f"must be one of {', '.join(letters)}")
    return letters.index(word)


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round in the record of a match.

    Attributes:
        deal: The position after dealing.
        turns: The turns, in order.
        score: Score at the end of the round. None if the round isn't over, or if the game's records
            have no scores.
        line: Number of the record's line with the deal, for error messages; 0 if unknown.
    """

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
    """The record of a match that is played in rounds; each game has a subclass.

    The attributes from `rules` to `alternatives` are set by the subclass. All others differ from
    record to record.

    Attributes:
        rules: Rules of the game.
        version: Version of the game's record format.
        letters: Letters of the game's seats, such as "ABCD".
        heads: Words with which a line with dealt cards can begin.
        keys: Keys of the game's options in the header.
        whole_keys: Keys of the game's options whose values are whole numbers.
        example: Example of a result, for error messages.
        turn: The game's subclass of `RecordedTurn`.
        alternatives: Description of the lines that are allowed instead of a turn, for error
            messages.
        options: Options of the match.
        seats: Name and player of each seat, from seat A on.
        seed: Seed from which the match was dealt. The rounds contain the dealt cards as well.
        date: Day on which the match was played.
        result: Result of the match, in the format of `text_of_result`.
        rounds: The rounds.
        result_line: Number of the line with the result, for error messages; 0 if unknown.
    """

    rules: ClassVar[game.AnyGame]
    version: ClassVar[int] = 1
    letters: ClassVar[str]
    heads: ClassVar[tuple[str, ...]]
    keys: ClassVar[tuple[str, ...]]
    whole_keys: ClassVar[tuple[str, ...]] = ()
    example: ClassVar[str]
    turn: ClassVar[type[RecordedTurn]]
    alternatives: ClassVar[str]

    options: Any
    seats: tuple[SeatInfo, ...]
    seed: int
    date: datetime.date
    result: str
    rounds: tuple[RecordedRound, ...]
    result_line: int = field(default=0, compare=False)

    # -- defined by each game ----------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def read_options(plain: game.Options) -> Any:
        """Validate options given as keys and values, and convert them to the game's own class.

        Raises:
            InvalidOptions: An option is unknown or has an invalid value.
        """

    @staticmethod
    @abstractmethod
    def parse_position(text: str) -> Any:
        """Return the position that a text in the game's notation describes.

        Raises:
            InvalidPosition: The text is no position, or an impossible one.
        """

    @abstractmethod
    def deal(self, dealt: RecordedRound, number: int, before: Any) -> Any:
        """Return the state at the beginning of a recorded round.

        Args:
            dealt: The recorded round.
            number: Number of the round, from 1.
            before: State at the end of the previous round, None for the first round.

        Raises:
            InvalidRecord: The recorded deal doesn't follow the rules.
        """

    @classmethod
    def score_of(cls, state: Any) -> Any:
        """Return the score at the end of a round, as the record shows it.

        Args:
            state: The last state of the round.

        Returns:
            None if the round isn't over, or if the game's records have no scores.
        """
        return None

    @classmethod
    def read_score(cls, line: records.RecordLine) -> Any:
        """Parse the last line of a recorded round, which may contain the round's score.

        Returns:
            The score at the end of the round, None if the line contains a turn instead.
        """
        return None

    def end_round(self, dealt: RecordedRound, match: Match) -> None:
        """Check the recorded score of a round against the replayed match.

        A game whose records contain scores overrides this method. In some games, the last step of a
        round is only recorded as part of the score. The override then also applies this step to
        `match`.

        Args:
            dealt: The round in the record.
            match: The match, replayed to the end of the round.
        """
        assert dealt.score is None, "this game reads none"

    # -- making a record -------------------------------------------------------------------------

    @classmethod
    def of(
        cls, match: Match, names: Sequence[str], players: Sequence[str], date: datetime.date
    ) -> Self:
        """Make the record of a match.

        A match that isn't over is recorded up to its last finished turn.

        Args:
            match: The match.
            names: Name of each seat.
            players: Player of each seat: HUMAN, or the key of an AI level.
            date: Day on which the match was played.

        Raises:
            InvalidValue: A name or player isn't allowed.
        """
        seats = tuple([SeatInfo(*pair) for pair in zip(names, players, strict=True)])
        state = match.state
        if len(seats) != state.options.seats:
            raise ValueError(f"{len(seats)} names for {state.options.seats} seats")
        # Keep only the last state of each round, which contains all of its turns and the score.
        states = map(match.state_at, range(match.revision + 1))
        last = {each.round_number: each for each in states}
        rounds = tuple(map(cls._record_round, last.values()))
        result = records.text_of_result(match.game.result(state))
        return cls(state.options, seats, match.seed, date, result, rounds)

    @classmethod
    def _record_round(cls, state: Any) -> RecordedRound:
        numbered = enumerate(state.turns, 1)
        turns = tuple([cls.turn(number, turn.seat, turn.steps) for number, turn in numbered])
        return RecordedRound(state.deal, turns, cls.score_of(state))

    def __str__(self) -> str:
        head = records.RecordHead(self.rules.name, self.seats, self.seed, self.date, self.result)
        plain: Mapping[str, Any] = self.options.to_plain()
        own = [f"{key}: {plain[key]}" for key in (*self.keys, game.HEAD_START) if key in plain]
        lines = records.write_head(head, self.version, own)
        return "\n\n".join(["\n".join(lines), *[str(each) for each in self.rounds]]) + "\n"

    # -- parsing -------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a record; `replay` then checks the turns.

        Raises:
            InvalidRecord: A line can't be parsed.
        """
        head, lines = records.split_header(text)
        header = records.RecordHeader(head)
        header.check_kind(cls.rules.name, cls.version)
        rounds = tuple(map(cls._read_round, split_record(lines, cls.heads, header.end)))
        letters = [letter for letter in cls.letters if f"seat {letter}" in header.lines]
        options = cls._read_options(header, len(letters))
        seats = tuple([header.seat(letter) for letter in cls.letters[: len(letters)]])
        seed = header.parse_int("seed")
        day = header.day()
        most = len(cls.letters)
        form = rf"[{cls.letters}]{{1,{most}}} [0-9]{{1,3}}(-[0-9]{{1,3}}){{1,{most - 1}}}"
        line, result = header.result(re.compile(form, re.ASCII), cls.example)
        header.reject_unused()
        return cls(options, seats, seed, day, result, rounds, line)

    @classmethod
    def _read_options(cls, header: records.RecordHeader, seats: int) -> Any:
        places = {key: header.lines.get(key) for key in cls.keys}
        plain: dict[str, Any] = {"seats": seats}
        for key in cls.keys:
            plain[key] = header.parse_int(key) if key in cls.whole_keys else header.pop(key).text
        if game.HEAD_START in header.lines:
            places[game.HEAD_START] = header.lines[game.HEAD_START]
            plain[game.HEAD_START] = header.pop(game.HEAD_START).text
        try:
            return cls.read_options(plain)
        except game.InvalidOptions as error:
            line, word = places.get(error.key) or records.RecordLine(header.end, str(seats))
            records.raise_invalid(line, error.key, word, error.why)

    @classmethod
    def _read_round(cls, lines: list[records.RecordLine]) -> RecordedRound:
        line, *rest = lines
        try:
            deal = cls.parse_position(line.text)
        except game.InvalidPosition as error:
            records.raise_invalid(line.number, error.field, error.word, error.why)
        score = cls.read_score(rest[-1]) if rest else None
        turns = rest if score is None else rest[:-1]
        letters = cls.letters[: deal.seats]
        numbered = enumerate(turns, 1)
        read = [cls.turn.read(each, nth, letters, cls.alternatives) for nth, each in numbered]
        return RecordedRound(deal, tuple(read), score, line.number)

    # -- replaying -------------------------------------------------------------------------------

    def replay(self) -> Match:
        """Play the recorded match again by the rules.

        Raises:
            InvalidRecord: A line breaks the rules, or the result is wrong.
        """
        dealt = self.deal(self.rounds[0], 1, None)
        match = Match(self.rules, self.options.to_plain(), self.seed, dealt)
        for number, each in enumerate(self.rounds, 1):
            if number > 1:
                stage = match.state.stage
                if stage != ROUND_OVER:
                    why = f"no round can be dealt yet or any more: the match is at {stage!r}"
                    records.raise_invalid(each.line, "round", str(number), why)
                match.take_with_state(
                    game.TABLE, DEAL_NEXT_ROUND, self.deal(each, number, match.state)
                )
            for turn in each.turns:
                records.check(
                    turn.line, [("turn", str(turn), match.state.stage == TURN, "the round is over")]
                )
                take_turn(match, turn)
            self.end_round(each, match)
        records.check_result(match, self.result_line, self.result)
        return match


def split_record(
    lines: list[records.RecordLine], heads: Sequence[str], end: int
) -> list[list[records.RecordLine]]:
    """Split a record into its rounds.

    Args:
        lines: Lines of the record after its header.
        heads: Words with which the first line of a round may begin.
        end: Number of the header's last line, for error messages.

    Returns:
        For each round, its lines without the empty ones.

    Raises:
        InvalidRecord: There is no round, or there is a line before the first round.
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
            records.raise_invalid(
                line.number, "round", head, f"must begin with a position ({heads[0]!r})"
            )
    if not rounds:
        last = lines[-1].number if lines else end
        records.raise_invalid(last, "round", "", "there must be one at least, after an empty line")
    return rounds


def take_turn(match: Match, turn: RecordedTurn) -> None:
    """Take the steps of a recorded turn.

    Raises:
        InvalidRecord: The turn breaks the rules.
    """
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


# -- records of any game -----------------------------------------------------------------------


def write_record(
    form: type[MatchRecord] | None,
    match: Match,
    names: Sequence[str],
    players: Sequence[str],
    day: datetime.date,
) -> str:
    """Return a match as the text of a record, which reveals all cards.

    Args:
        form: The game's class of records; None for a plain record, which works for any game.
        match: The match. The game's class leaves out an unfinished turn.
        names: Name of each seat.
        players: Player of each seat: HUMAN, or the key of an AI level.
        day: Day on which the match was played.
    """
    if form is not None:
        return str(form.of(match, names, players, day))
    seats = [SeatInfo(*pair) for pair in zip(names, players, strict=True)]
    return records.write_plain_record(match, seats, day)


def read_record(form: type[MatchRecord] | None, text: str, rules: game.AnyGame) -> ReplayedMatch:
    """Parse the record of a match, and replay the match.

    Args:
        form: The game's class of records; None for a plain record, which works for any game.
        text: Text of the record.
        rules: The game's rules.

    Raises:
        InvalidRecord: The text isn't a record of this form, or a step breaks the rules.
    """
    if form is None:
        return records.read_plain_record(text, rules)
    record = form.read(text)
    return ReplayedMatch(record.replay(), record.seats, record.date)
