"""The loops that the benchmark times, one for each thing the engine must do fast.

They lie here so that they are compiled with the engine: a loop around it in plain Python would
cost more than the compiled work inside. Each gives a sum over its results, which is the same in
every build, so that a wrong fast answer is seen and nothing can be left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.deal import deal_round
from red7_desktop.games.red7.rules.engine.playout import play_random_round
from red7_desktop.games.red7.rules.engine.strength import find_leads, judge
from red7_desktop.games.red7.rules.engine.turns import build_turns, list_all_turns

if TYPE_CHECKING:
    from random import Random

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.ruleset import Ruleset


def judge_each(palettes: list[int]) -> int:
    """Work out the strength of every palette (sets of cards); sum what 255 leaves of each."""
    total = 0
    for palette in palettes:
        total += judge(palette) % 255
    return total


def rank_each(tables: list[tuple[int, ...]]) -> int:
    """Find who leads under all seven rules on every table (palettes); sum as `judge_each` does."""
    total = 0
    for palettes in tables:
        total += find_leads(palettes)[0] % 255
    return total


def find_turns_of_each(positions: list[Position]) -> int:
    """Find the set of legal turns of every position; count them all."""
    total = 0
    for position in positions:
        total += build_turns(position).count
    return total


def list_turns_of_each(positions: list[Position]) -> int:
    """List the legal turns of every position step by step, in order; count the steps."""
    total = 0
    for position in positions:
        for steps in list_all_turns(build_turns(position)):
            total += len(steps)
    return total


def play_out_each(positions: list[Position], chance: Random) -> int:
    """Play a random round from every position; count the turns."""
    total = 0
    for position in positions:
        total += play_random_round(position, chance)
    return total


def deal_each(rules: Ruleset, seats: int, seeds: list[int]) -> int:
    """Deal a first round from every seed; sum the starting seats."""
    scores: tuple[tuple[int, ...], ...] = ((),) * seats
    total = 0
    for seed in seeds:
        total += deal_round(rules, scores, seed).mover
    return total
