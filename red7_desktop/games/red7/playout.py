"""Plays rounds at random: the whole set of legal turns is known before each even pick.

This is the yardstick for the engine's speed and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.advance import after_turn
from red7_desktop.games.red7.errors import InvalidPosition
from red7_desktop.games.red7.position import START
from red7_desktop.games.red7.turns import turns_of

if TYPE_CHECKING:
    from random import Random

    from red7_desktop.games.red7.position import Position


def random_round(position: Position, chance: Random) -> int:
    """Play a round to its end; give the number of turns it took.

    A turn goes on after a 3's draw with another pick. Raises InvalidPosition for a position with
    hidden cards, whose legal turns are not all known.
    """
    _refuse_hidden(position)
    taken = 0
    draw = chance.random
    while position.mover >= 0:
        turns = turns_of(position)
        position = after_turn(turns, int(draw() * turns.count))
        if position.phase == START:
            taken += 1
    return taken


def random_walk(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    With the same chance it is the same round as `random_round` plays. A 3's draw leaves a position
    inside its turn. Raises InvalidPosition for a position with hidden cards.
    """
    _refuse_hidden(position)
    passed = [position]
    while position.mover >= 0:
        turns = turns_of(position)
        position = after_turn(turns, int(chance.random() * turns.count))
        passed.append(position)
    return passed


def _refuse_hidden(position: Position) -> None:
    if not position.is_fully_known():
        hidden = sum(position.unseen) + sum([card < 0 for card in position.deck])
        raise InvalidPosition("position", f"?{hidden}", "hidden cards cannot be played out")
