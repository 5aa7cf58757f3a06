"""The loops that a benchmark times, one for each thing the rules must do fast.

They lie here so that they are compiled with the rules: a loop around them in plain Python would
cost more than the compiled work inside. Each gives a sum over its results, which is the same in
every build, so that a wrong fast answer is seen and nothing can be left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.deal import deal_round
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_plays
from red7_desktop.games.spring_cleaning.rules.engine.playout import play_random_round

if TYPE_CHECKING:
    from random import Random

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


def list_plays_of_each(positions: list[Position]) -> int:
    """List all plays of every position's mover; sum what 255 leaves of each."""
    total = 0
    for position in positions:
        for play in list_plays(position):
            total += play % 255
    return total


def play_out_each(positions: list[Position], chance: Random) -> int:
    """Play a random round from every position; count the steps."""
    total = 0
    for position in positions:
        total += play_random_round(position, chance)
    return total


def deal_each(seats: int, seeds: list[int]) -> int:
    """Deal a round from every seed; sum the first cards of the decks."""
    trash = (0,) * seats
    total = 0
    for seed in seeds:
        total += deal_round(False, trash, 0, seed).deck[0]
    return total
