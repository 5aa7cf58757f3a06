"""Game records: a match as a text that people can read and that replays by itself.

Here are the values a record is made of, their text forms, and how to make one of a match.
`record_reading` reads them, `replay` plays them again. docs/saves-and-records.md describes the
format.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import texts_of, worth_of
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.record_lines import RecordHead, head_lines, text_of_result
from red7_desktop.tabletop.seated import Seated

if TYPE_CHECKING:
    import datetime
    from collections.abc import Sequence

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.options import MatchOptions
    from red7_desktop.games.red7.rules.state import MatchState
    from red7_desktop.games.red7.rules.steps import Step
    from red7_desktop.tabletop.match import Match

EXTENSION: Final = ".red7"
GAME: Final = "red7"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A finished turn: its number in the round, who took it and its steps, the end included."""

    number: int
    seat: int
    steps: tuple[Step, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Give the text form, `4. B R6 @V7+Y6`."""
        return f"{self.number}. {SEATS[self.seat]} {text_of_turn(self.steps)}"


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """What the winner of a round took (a set) and the points it is worth."""

    seat: int
    taken: int
    points: int
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Give the text form, `score A R3 O3 = 6`."""
        words = ["score", SEATS[self.seat], *texts_of(self.taken), "=", str(self.points)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: the position as it was dealt, its turns, and its score once there is one."""

    deal: Position
    turns: tuple[RecordedTurn, ...]
    score: RecordedScore | None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Give the text form, one line for the deal and for everything that followed."""
        score = [] if self.score is None else [str(self.score)]
        return "\n".join([str(self.deal), *[str(turn) for turn in self.turns], *score])


@dataclass(frozen=True, slots=True)
class Record:
    """A match on record.

    seats: clockwise from A. seed: what the match was dealt from; the deals are in the rounds as
    well, so a replay does not need it. result: as `text_of_result` gives it.
    """

    options: MatchOptions
    seats: tuple[Seated, ...]
    seed: int
    date: datetime.date
    result: str
    rounds: tuple[RecordedRound, ...]
    result_line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """Give the whole text of the record."""
        own = [
            f"rules: {self.options.rules}",
            f"target: {self.options.target}",
            f"starter: {self.options.starter}",
        ]
        head = RecordHead(GAME, self.seats, self.seed, self.date, self.result)
        lines = head_lines(head, VERSION, own)
        return "\n\n".join(["\n".join(lines), *[str(each) for each in self.rounds]]) + "\n"


def write_record(
    match: Match, names: Sequence[str], players: Sequence[str], date: datetime.date
) -> str:
    """Give the record of a match of Red7 as text; one that goes on is recorded to its last turn.

    names and players: one a seat. The turn going on is left out. Raises InvalidSeat.
    """
    return str(record_of(match, names, players, date))


def record_of(
    match: Match, names: Sequence[str], players: Sequence[str], date: datetime.date
) -> Record:
    """Make a record of a match: see `write_record`."""
    seats = tuple([Seated(*pair) for pair in zip(names, players, strict=True)])
    state: MatchState = match.state
    if len(seats) != state.options.seats:
        raise ValueError(f"{len(seats)} names for {state.options.seats} seats")
    # The last state of a round holds all of its turns, and what was taken at its end.
    last: dict[int, MatchState] = {}
    for revision in range(match.revision + 1):
        passed: MatchState = match.state_at(revision)
        last[passed.round_number] = passed
    rounds = tuple([_round_of(passed) for passed in last.values()])
    result = text_of_result(match.game.result(state))
    return Record(state.options, seats, match.seed, date, result, rounds)


def _round_of(state: MatchState) -> RecordedRound:
    """Put on record the round that a state is in."""
    numbered = enumerate(state.turns, 1)
    turns = tuple([RecordedTurn(number, turn.seat, turn.steps) for number, turn in numbered])
    return RecordedRound(state.deal, turns, score_of(state))


def score_of(state: MatchState) -> RecordedScore | None:
    """Give what the winner of a state's round took; None before that, and in the basic game."""
    if len(state.rounds) < state.round_number or not state.options.rules.advanced:
        return None
    result = state.rounds[-1]
    return RecordedScore(result.winner, result.taken, worth_of(result.taken))
