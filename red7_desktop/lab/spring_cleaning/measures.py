"""What the benchmark measures of Spring Cleaning: a table, and the work behind each row."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.cheapest import Habit
from red7_desktop.games.spring_cleaning.players.costs import Costs
from red7_desktop.games.spring_cleaning.players.search import TEMPERATURE
from red7_desktop.games.spring_cleaning.players.worlds import Worlds
from red7_desktop.games.spring_cleaning.rules.deal import deal_round
from red7_desktop.games.spring_cleaning.rules.engine.playout import random_walk
from red7_desktop.games.spring_cleaning.rules.engine.position import START
from red7_desktop.games.spring_cleaning.rules.engine.workload import (
    deal_each,
    list_plays_of_each,
    play_out_each,
)
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.steps import OFFER, Step
from red7_desktop.lab.timing.measuring import Measure, Task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.players.worlds import World
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position

SEED: Final = 7
"""All work follows from this seed, so that it is the same on every machine and in every build."""


def dealt(seats: int, count: int) -> list[Position]:
    """Deal first rounds."""
    return [deal_round(False, (0,) * seats, 0, seed) for seed in range(count)]


def followed(seats: int, count: int) -> list[Position]:
    """List positions in which a seat follows, as random play reaches them."""
    chance, seed = Random(SEED), 0
    found: list[Position] = []
    while len(found) < count:
        walk = random_walk(deal_round(False, (0,) * seats, 0, seed), chance)
        found += [each for each in walk if each.phase == START and each.trick]
        seed += 1
    return found[:count]


def opened(seats: int, seed: int) -> Worlds:
    """Give the worlds that the leader of a dealt round reckons with, all offers being open."""
    game = SpringCleaning()
    state = game.start({"seats": seats}, seed)
    for seat in range(seats):
        state = game.take(state, seat, Step(OFFER, 1)).state
    seen = game.observe(state, state.position.mover)
    return Worlds(seen, Habit(Costs(), TEMPERATURE), Random(seed).random)


def play_on(deals: Sequence[tuple[Worlds, World]]) -> int:
    """Play each round on by the greedy habit; sum the turns."""
    total = 0
    for worlds, world in deals:
        table = worlds.open(world)
        table.play_out()
        total += table.turns
    return total


def _playouts(seats: int, count: int, required: int) -> Measure:
    def set_up(share: float) -> Task:
        all_worlds = [opened(seats, seed) for seed in range(max(5, round(count * share)))]
        deals = [(worlds, worlds.deal()) for worlds in all_worlds]
        return Task(partial(play_on, deals), len(deals))

    title = f"greedy playouts, {seats} seats"
    return Measure(f"greedy-{seats}", title, "per second", required, set_up)


def _plays(seats: int) -> Measure:
    def set_up(share: float) -> Task:
        positions = followed(seats, max(50, round(4_000 * share)))
        return Task(partial(list_plays_of_each, positions), len(positions))

    title = f"all plays of a seat that follows, {seats} seats"
    return Measure(f"plays-{seats}", title, "microseconds", None, set_up)


def _rounds(seats: int, count: int) -> Measure:
    def set_up(share: float) -> Task:
        positions = dealt(seats, max(5, round(count * share)))
        return Task(lambda: play_out_each(positions, Random(SEED)), len(positions))

    return Measure(f"rounds-{seats}", f"random rounds, {seats} seats", "per second", None, set_up)


def _deals(share: float) -> Task:
    seeds = list(range(max(50, round(5_000 * share))))
    return Task(partial(deal_each, 4, seeds), len(seeds))


MEASURES: Final[tuple[Measure, ...]] = (
    _plays(2),
    _plays(4),
    _playouts(2, 1_500, required=2_000),
    _playouts(4, 600, required=800),
    _rounds(2, 600),
    _rounds(4, 200),
    Measure("deals-4", "deals to 4 seats", "per second", None, _deals),
)
"""In the order they are run."""
