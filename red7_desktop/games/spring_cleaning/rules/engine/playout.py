"""Plays rounds at random: all legal turns of a seat are known before each even pick.

This is the yardstick for the speed of the rules and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.deal import restock_deck, shuffle_cards
from red7_desktop.games.spring_cleaning.rules.engine.advance import (
    apply_draw,
    apply_insert,
    apply_lay,
    apply_offer,
    apply_play,
    apply_seal,
    apply_take,
)
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_draws, list_plays
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_ORDER,
    SEALED,
    START,
    Position,
)
from red7_desktop.games.spring_cleaning.rules.state import MOST_TURNS
from red7_desktop.games.spring_cleaning.rules.steps import TAKE

if TYPE_CHECKING:
    from random import Random


def take_random_step(position: Position, chance: Random) -> Position:
    """Give the position after a random step of a seat that is asked.

    At the beginning of a turn every play is as likely as every way to draw. An empty deck is made
    anew from the discarded cards. All cards in hands must be known.
    """
    draw = chance.random
    if position.phase == START:
        return _take_random_turn(position, chance)
    if position.phase == SEALED:
        asked = [seat for seat, place in enumerate(position.sealed) if not place]
        seat = asked[int(draw() * len(asked))]
        return apply_seal(position, seat, 1 + int(draw() * len(position.hands[seat])))
    if position.phase == OWES_ORDER:
        return apply_lay(position, position.loose[int(draw() * len(position.loose))])
    places = len(position.hands[position.mover])
    if position.phase == OWES_INSERT:
        return apply_insert(position, 1 + int(draw() * (places + 1)))
    return apply_offer(position, 1 + int(draw() * places))


def _take_random_turn(position: Position, chance: Random) -> Position:
    """Give the position after a random play or draw."""
    plays = list_plays(position)
    draws = list_draws(position)
    pick = int(chance.random() * (len(plays) + len(draws)))
    if pick < len(plays):
        return apply_play(position, plays[pick])
    if not draws:
        return apply_offer(position, 1 + int(chance.random() * len(position.hands[position.mover])))
    step = draws[pick - len(plays)]
    if step.kind == TAKE:
        return apply_take(position, step.what, step.seat)
    if not position.deck:
        position = restock_deck(position, shuffle_cards(position.discard, chance))
    return apply_draw(position, 0)


def play_random_round(position: Position, chance: Random) -> int:
    """Play a round to its end; give the number of steps it took.

    A round that does not end in as many steps as fit into its turns is left where it is.
    """
    taken_steps = 0
    while position.mover >= 0 and taken_steps <= 3 * MOST_TURNS:
        position = take_random_step(position, chance)
        taken_steps += 1
    return taken_steps


def walk_random_round(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    With the same chance it is the same round as `random_round` plays.
    """
    passed = [position]
    while not position.is_over and len(passed) <= 3 * MOST_TURNS:
        position = take_random_step(position, chance)
        passed.append(position)
    return passed
