"""Plays rounds at random: all legal turns of a seat are known before each even pick.

This is the yardstick for the speed of the rules and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.advance import after, played
from red7_desktop.games.spring_cleaning.rules.deal import restocked, shuffled
from red7_desktop.games.spring_cleaning.rules.legal import draws_of, legal_steps, plays_of, to_act
from red7_desktop.games.spring_cleaning.rules.position import START, Position
from red7_desktop.games.spring_cleaning.rules.state import MOST_TURNS
from red7_desktop.games.spring_cleaning.rules.steps import DRAW

if TYPE_CHECKING:
    from random import Random


def random_step(position: Position, chance: Random) -> Position:
    """Give the position after a random step of a seat that is asked.

    At the beginning of a turn every play is as likely as every way to draw. An empty deck is made
    anew from the discarded cards.
    """
    if position.phase == START:
        plays = plays_of(position)
        draws = draws_of(position)
        pick = int(chance.random() * (len(plays) + len(draws)))
        if pick < len(plays):
            return played(position, plays[pick])
        if draws:
            step = draws[pick - len(plays)]
            if step.kind == DRAW and not position.deck:
                position = restocked(position, shuffled(position.discard, chance))
            return after(position, step)
    asked = to_act(position)
    seat = asked[int(chance.random() * len(asked))]
    steps = legal_steps(position, seat)
    return after(position, steps[int(chance.random() * len(steps))], seat)


def random_walk(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    A round that does not end in as many steps as fit into its turns is left where it is.
    """
    passed = [position]
    while not position.is_over and len(passed) <= 3 * MOST_TURNS:
        position = random_step(position, chance)
        passed.append(position)
    return passed
