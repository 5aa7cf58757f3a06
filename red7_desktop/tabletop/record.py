"""Records of matches in rounds: each with its deal and its turns, in texts that the game gives.

A game's states have a `stage`, the `round_number`, the `deal`, the `turns` that are over and the
`steps` of the one going on. `record_lines` has what records of all games share.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

from red7_desktop.tabletop.record_lines import (
    InvalidRecord,
    RecordHead,
    check,
    check_result,
    take_turn,
    text_of_result,
    write_head,
)
from red7_desktop.tabletop.seated import Seated
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    import datetime

    from red7_desktop.tabletop.match import Match

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
        """Give the text form: `4. B `, then the steps."""
        return f"{self.number}. {SEAT_LETTERS[self.seat]} {self.text_of(self.steps)}"

    @staticmethod
    def text_of(steps: tuple[Any, ...]) -> str:
        """Give the text of a turn's steps."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: the position as it was dealt, its turns, and what came at its end, if anything."""

    deal: Any
    turns: tuple[TurnOnRecord, ...]
    score: Any = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Give the text form, one line for the deal and for everything that followed."""
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
        """Give the header's lines about the options."""

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
        """Put on record the round that a state is in."""
        numbered = enumerate(state.turns, 1)
        turns = tuple([cls.turn(number, turn.seat, turn.steps) for number, turn in numbered])
        return RecordedRound(state.deal, turns, cls.score_of(state))

    @classmethod
    def score_of(cls, state: Any) -> Any:
        """Give what came at the end of a state's round, None before that and for nothing."""
        return None

    def __str__(self) -> str:
        """Give the whole text of the record."""
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
        """Go through what came at the end of a round."""
        yield from ()
