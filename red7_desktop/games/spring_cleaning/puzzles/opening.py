"""From a position to the state of a match that begins there, and what everybody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.known import Known, SeenHand, known_of_deal
from red7_desktop.games.spring_cleaning.rules.options import AT_ONCE, NEXT_TURN, MatchOptions
from red7_desktop.games.spring_cleaning.rules.state import TURN, MatchState

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position

SEED: Final = 0
"""Nothing that is random comes into a puzzle, so that any seed will do."""


def state_at(position: Position, *, open_hands: bool) -> MatchState:
    """Give the state of a match at a position; of open hands everybody knows every card."""
    options = MatchOptions(position.seats, AT_ONCE if position.at_once else NEXT_TURN)
    known = known_of_deal(position)
    if open_hands:
        known = Known(tuple([SeenHand(hand) for hand in position.hands]), position.drawn)
    return MatchState(options, SEED, TURN, 1, position.mover, position, position, known)
