"""Game records: a match as a text that people can read and that replays by itself.

Here is what such a record has of its own. `record_reading` reads them, `replay` plays them again.
docs/saves-and-records.md describes the format.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import texts_of, worth_of
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.record import MatchOnRecord, TurnOnRecord

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.options import MatchOptions
    from red7_desktop.games.red7.rules.state import MatchState

EXTENSION: Final = ".red7"

GAME: Final = "red7"

VERSION: Final = 1


class RecordedTurn(TurnOnRecord):
    """A finished turn, `4. B R6 @V7+Y6`."""

    text_of = staticmethod(text_of_turn)


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


class Record(MatchOnRecord):
    """A match of Red7 on record; a replay does not need its seed."""

    game = GAME
    version = VERSION
    turn = RecordedTurn

    def own_lines(self) -> list[str]:
        """Give the ruleset, the target and who starts."""
        options: MatchOptions = self.options
        return [
            f"rules: {options.rules}",
            f"target: {options.target}",
            f"starter: {options.starter}",
        ]

    @classmethod
    def score_of(cls, state: MatchState) -> RecordedScore | None:
        """Give what the winner of a round took; None before that, and in the basic game."""
        if len(state.rounds) < state.round_number or not state.options.rules.advanced:
            return None
        result = state.rounds[-1]
        return RecordedScore(result.winner, result.taken, worth_of(result.taken))
