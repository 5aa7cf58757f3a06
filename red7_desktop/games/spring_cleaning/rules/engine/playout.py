"""Plays rounds at random: all legal turns of a seat are known before each even pick.

This is the yardstick for the speed of the rules and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.deal import restocked, shuffled
from red7_desktop.games.spring_cleaning.rules.engine.advance import (
    drawn_from_deck,
    inserted,
    laid,
    offered,
    played,
    sealed_by,
    taken,
)
from red7_desktop.games.spring_cleaning.rules.engine.legal import draws_of, plays_of
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    INSERT,
    ORDER,
    SEALED,
    START,
    Position,
)
from red7_desktop.games.spring_cleaning.rules.state import MOST_TURNS
from red7_desktop.games.spring_cleaning.rules.steps import TAKE

if TYPE_CHECKING:
    from random import Random


def random_step(position: Position, chance: Random) -> Position:
    """Give the position after a random step of a seat that is asked.

    At the beginning of a turn every play is as likely as every way to draw. An empty deck is made
    anew from the discarded cards. All cards in hands must be known.
    """
    draw = chance.random
    if position.phase == START:
        return _random_turn(position, chance)
    if position.phase == SEALED:
        asked = [seat for seat, place in enumerate(position.sealed) if not place]
        seat = asked[int(draw() * len(asked))]
        return sealed_by(position, seat, 1 + int(draw() * len(position.hands[seat])))
    if position.phase == ORDER:
        return laid(position, position.loose[int(draw() * len(position.loose))])
    places = len(position.hands[position.mover])
    if position.phase == INSERT:
        return inserted(position, 1 + int(draw() * (places + 1)))
    return offered(position, 1 + int(draw() * places))


def _random_turn(position: Position, chance: Random) -> Position:
    """Give the position after a random play or draw."""
    plays = plays_of(position)
    draws = draws_of(position)
    pick = int(chance.random() * (len(plays) + len(draws)))
    if pick < len(plays):
        return played(position, plays[pick])
    if not draws:
        return offered(position, 1 + int(chance.random() * len(position.hands[position.mover])))
    step = draws[pick - len(plays)]
    if step.kind == TAKE:
        return taken(position, step.what, step.seat)
    if not position.deck:
        position = restocked(position, shuffled(position.discard, chance))
    return drawn_from_deck(position, 0)


def random_round(position: Position, chance: Random) -> int:
    """Play a round to its end; give the number of steps it took.

    A round that does not end in as many steps as fit into its turns is left where it is.
    """
    taken_steps = 0
    while position.mover >= 0 and taken_steps <= 3 * MOST_TURNS:
        position = random_step(position, chance)
        taken_steps += 1
    return taken_steps


def random_walk(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    With the same chance it is the same round as `random_round` plays.
    """
    passed = [position]
    while not position.is_over and len(passed) <= 3 * MOST_TURNS:
        position = random_step(position, chance)
        passed.append(position)
    return passed
