"""What the benchmark measures of Spring Cleaning: a table, and the work behind each row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from red7_desktop.games.spring_cleaning.players.evaluation import Costs
from red7_desktop.games.spring_cleaning.players.rollout import Policy
from red7_desktop.games.spring_cleaning.players.search import TEMPERATURE
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, World
from red7_desktop.games.spring_cleaning.rules.cards import OFFER, Step
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.playout import (
    deal_each,
    list_plays_of_each,
    play_out_each,
    walk_random_round,
)
from red7_desktop.games.spring_cleaning.rules.position import START, Position, deal_round
from red7_desktop.lab.timing.measuring import Measure, TimedTask

SEED: Final = 7
"""All work follows from this seed, so that it is the same on every machine and in every build."""


def deal_positions(seats: int, count: int) -> list[Position]:
    """Deal first rounds."""
    return [deal_round(False, (0,) * seats, 0, seed) for seed in range(count)]


def reach_following_positions(seats: int, count: int) -> list[Position]:
    """List positions in which a seat follows, as random play reaches them."""
    chance, seed = Random(SEED), 0
    found: list[Position] = []
    while len(found) < count:
        walk = walk_random_round(deal_round(False, (0,) * seats, 0, seed), chance)
        found += [each for each in walk if each.phase == START and each.trick]
        seed += 1
    return found[:count]


def open_worlds(seats: int, seed: int) -> Determinizations:
    """Return the worlds that the leader of a dealt round reckons with, all offers being open."""
    game = SpringCleaning()
    state = game.start({"seats": seats}, seed)
    for seat in range(seats):
        state = game.take(state, seat, Step(OFFER, 1)).state
    seen = game.observe(state, state.position.mover)
    return Determinizations(seen, Policy(Costs(), TEMPERATURE), Random(seed).random)


def play_on(deals: Sequence[tuple[Determinizations, World]]) -> int:
    """Play each round on by the greedy habit; sum the turns."""
    total = 0
    for worlds, world in deals:
        table = worlds.open(world)
        table.play_out()
        total += table.turns
    return total


def _measure_playouts(seats: int, count: int, required: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        all_worlds = [open_worlds(seats, seed) for seed in range(max(5, round(count * share)))]
        deals = [(worlds, worlds.deal()) for worlds in all_worlds]
        return TimedTask(partial(play_on, deals), len(deals))

    title = f"greedy playouts, {seats} seats"
    return Measure(f"greedy-{seats}", title, "per second", required, set_up)


def _measure_plays(seats: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        positions = reach_following_positions(seats, max(50, round(4_000 * share)))
        return TimedTask(partial(list_plays_of_each, positions), len(positions))

    title = f"all plays of a seat that follows, {seats} seats"
    return Measure(f"plays-{seats}", title, "microseconds", None, set_up)


def _measure_rounds(seats: int, count: int) -> Measure:
    def set_up(share: float) -> TimedTask:
        positions = deal_positions(seats, max(5, round(count * share)))
        return TimedTask(lambda: play_out_each(positions, Random(SEED)), len(positions))

    return Measure(f"rounds-{seats}", f"random rounds, {seats} seats", "per second", None, set_up)


def _time_deals(share: float) -> TimedTask:
    seeds = list(range(max(50, round(5_000 * share))))
    return TimedTask(partial(deal_each, 4, seeds), len(seeds))


MEASURES: Final[tuple[Measure, ...]] = (
    _measure_plays(2),
    _measure_plays(4),
    _measure_playouts(2, 1_500, required=2_000),
    _measure_playouts(4, 600, required=800),
    _measure_rounds(2, 600),
    _measure_rounds(4, 200),
    Measure("deals-4", "deals to 4 seats", "per second", None, _time_deals),
)
"""In the order they are run."""
