"""The state of a match: the round on the table and what has happened so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.options import MatchOptions
    from red7_desktop.games.red7.rules.steps import Step

TURN: Final = "turn"
"""A seat is at its turn."""

SCORE: Final = "score"
"""The round's winner chooses which of several sets to take."""

ROUND_OVER: Final = "round_over"
"""The next round waits to be dealt."""

MATCH_OVER: Final = "match_over"
"""The match has ended."""


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A turn of this round: who took it and its steps."""

    seat: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: its winner, the rule in force, and what the winner took (a set)."""

    winner: int
    rule: int
    taken: int


@dataclass(frozen=True, slots=True)
class PublicKnowledge:
    """Hidden cards that everybody knows, because everybody saw where they went.

    deck: cards on top of the deck, top first. hands: per seat, a set of cards in the hand.
    """

    deck: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at one point.

    stage: TURN, SCORE, ROUND_OVER or MATCH_OVER. round_number: from 1. deal: the position as the
    round was dealt. turns: the finished turns of the round; steps: those of the turn going on.
    rounds: results of the rounds so far, this one's too once it is over.
    """

    options: MatchOptions
    seed: int
    stage: str
    round_number: int
    deal: Position
    position: Position
    known: PublicKnowledge
    turns: tuple[TurnTaken, ...] = ()
    steps: tuple[Step, ...] = ()
    rounds: tuple[RoundResult, ...] = ()

    @property
    def round_winner(self) -> int:
        """The last live seat of a round that is over."""
        return self.position.live[0]
