"""From a position to the state of a match that begins there, and to what its mover sees of it."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.games.red7.rules.engine.position import Position
from red7_desktop.games.red7.rules.options import MatchOptions
from red7_desktop.games.red7.rules.ruleset import Ruleset
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.games.red7.rules.state import TURN, Known, MatchState

SEED: Final = 0
"""Nothing that is random comes into a puzzle, so that any seed will do."""


def state_at(position: Position, *, open_hands: bool) -> MatchState:
    """Give the state of a match at a position; of open hands everybody knows every card."""
    rules, seats = position.rules, position.seats
    options = MatchOptions(rules, seats, TARGETS[seats], STARTERS[0])
    deck = tuple([card for card in position.deck if card != UNKNOWN])
    known = Known(deck, position.hands) if open_hands else Known((), (0,) * seats)
    return MatchState(options, SEED, TURN, 1, position, position, known)


def covered(position: Position) -> Position:
    """Give a position in the basic game as its mover sees it: deck and other hands unknown."""
    mover = position.mover
    seats = range(position.seats)
    return Position(
        Ruleset(),
        position.canvas,
        (UNKNOWN,) * len(position.deck),
        tuple([position.hands[seat] if seat == mover else 0 for seat in seats]),
        tuple([0 if seat == mover else position.hand_count(seat) for seat in seats]),
        position.rows,
        position.palettes,
        position.scores,
        mover,
        position.out,
        position.phase,
    )
