"""The state of a match: the round on the table and what has happened so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.known import PublicKnowledge
    from red7_desktop.games.spring_cleaning.rules.options import MatchOptions
    from red7_desktop.games.spring_cleaning.rules.steps import Step

TURN: Final = "turn"
"""Seats pick their first offers, or one is at its turn."""

ROUND_OVER: Final = "round_over"
"""The next round waits to be dealt."""

MATCH_OVER: Final = "match_over"
"""The match has ended."""


MOST_TURNS: Final = 300
"""A round is stopped after so many turns, the first offers not counted."""


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A turn of this round: who took it, its steps, and the card that came to lie in the offer.

    offered: its number, UNKNOWN where none did, or it was picked up again at once.
    """

    seat: int
    steps: tuple[Step, ...]
    offered: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: who led it, cards left and trash given by seat, and if it was stopped."""

    leader: int
    left: tuple[int, ...]
    trash: tuple[int, ...]
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at one point.

    stage: TURN, ROUND_OVER or MATCH_OVER. round_number: from 1. leader: the seat that leads the
    round's first trick. deal: the position as the round was dealt. reshuffles: how often the deck
    of this round was made anew. turns: the finished turns of the round, the first offers as turns
    of the seats from A on; steps: those of the turn going on. rounds: results of the rounds so far,
    this one's too once it is over.
    """

    options: MatchOptions
    seed: int
    stage: str
    round_number: int
    leader: int
    deal: Position
    position: Position
    known: PublicKnowledge
    reshuffles: int = 0
    turns: tuple[TurnTaken, ...] = ()
    steps: tuple[Step, ...] = ()
    rounds: tuple[RoundResult, ...] = ()
