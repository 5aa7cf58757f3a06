"""Plans and plays matches, with a screen or without, and checks every state."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from statistics import linear_regression
from typing import Any, Final

from red7_desktop.app.profile.statistics import MatchFacts, RoundTally, SeatFacts
from red7_desktop.app.window import collect_all_garbage
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.rules import rounds, standings
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUP_OPTIONS
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.paint.surfaces import BoundedCache
from red7_desktop.tabletop import game, player
from red7_desktop.tabletop.match import Match
from tests.matches import MODES as RED7_MODES
from tests.setups import red7_setup
from tests.soak.truths import check_match, check_state

# == Plans of matches: all modes of all games in turn, with mixed players.

RANDOM: Final = "random"
BUDGETS: Final = {"red7": {"sharp": 200, "expert": 600}, "spring": {"sharp": 20, "expert": 60}}
"""Budgets of levels, far lower than in the app, where a match takes minutes; the code is the same.
"""
TARGETS: Final = (8, 15, 25)

MODES: Final = (
    *[("red7", rules, seats) for rules, seats in RED7_MODES],
    *[("spring", pickup, seats) for pickup in PICKUP_OPTIONS for seats in (2, 3, 4, 5)],
)
"""All modes of all games with all numbers of seats, used in turn."""


@dataclass(frozen=True)
class Plan:
    """The plan of one match: its number, game, options, players and random seed."""

    number: int
    game: str
    mode: str
    players: tuple[str, ...]
    starter: str
    target: int
    seed: int

    @property
    def options(self) -> dict[str, Any]:
        own: dict[str, dict[str, Any]] = {
            "red7": {"rules": self.mode, "starter": self.starter, "target": self.target},
            "spring": {"pickup": self.mode},
        }
        return {"seats": len(self.players), **own[self.game]}

    @property
    def setup(self) -> GameSetup:
        """The setup for the app: a human on the first seat, sometimes also on the second."""
        people = 2 if self.number % 5 == 4 else 1
        levels = CATALOGUE[self.game].players().levels
        seats = tuple(
            SeatPlan() if seat < people else SeatPlan(level=levels[(self.seed + seat) % 3].key)
            for seat in range(len(self.players))
        )
        if self.game == "spring":
            return GameSetup(self.game, seats, {"pickup": self.mode}, self.seed)
        return red7_setup(
            seats,
            target=min(self.target, TARGETS[0]),
            starter=self.starter,
            seed=self.seed,
            **RED7_VIEW.setup.parse_options(self.mode),
        )


def plan_of(number: int, seed: int) -> Plan:
    """Plan a match by its number: the mode is chosen in turn, the rest at random."""
    rng = Random(f"{seed} {number}")
    game, mode, seats = MODES[number % len(MODES)]
    keys = [level.key for level in CATALOGUE[game].players().levels] + [RANDOM]
    return Plan(
        number,
        game,
        mode,
        tuple(rng.choice(keys) for _ in range(seats)),
        rng.choice(rounds.STARTER_OPTIONS),
        rng.choice(TARGETS),
        rng.randrange(1_000_000),
    )


def player_for(game: str, name: str) -> tuple[player.Player, int]:
    players = CATALOGUE[game].players()
    if name == RANDOM:
        return players.player_of(RANDOM), 0
    level = next(level for level in players.levels if level.key == name)
    return level.create(), BUDGETS[game].get(name, level.budget)


def make_facts(uid: str, name: str = "Mara") -> MatchFacts:
    """Return the facts of a match between a human and an AI player."""
    tallies = (RoundTally("G", 1, 1), RoundTally("R", 2, 1))
    seats = (
        SeatFacts(name, "human", 30, True, 9, 1, tallies),
        SeatFacts("Ravi", "sharp", 12, False, 9),
    )
    return MatchFacts(uid, "red7", "{}", date(2026, 1, 30), 3, True, seats)


# == Growth of memory from match to match.

ENOUGH = 120
"""Minimum number of matches for a meaningful slope."""
WARM = 0.35
"""Share of matches to ignore at the start, while caches fill and modules are imported."""
PAGE = 4096


def resident() -> int:
    """Return the memory of this process in bytes, 0 if the system doesn't report it."""
    if not sys.platform.startswith("linux"):
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def slope_of(memory: Sequence[int]) -> float | None:
    """Return the growth of memory in bytes per match after the start; None for too few matches."""
    warm = list(memory[int(len(memory) * WARM) :])
    if len(memory) < ENOUGH or not all(warm):
        return None
    return linear_regression(range(len(warm)), warm).slope


def empty_stores() -> None:
    """Clear the caches of limited size: pictures, fonts, strengths.

    The caches of pictures alone vary by 40 MB with the window sizes and languages of the monkey
    test, which would hide the leak of a match.
    """
    for store in gc.get_objects():
        if isinstance(store, BoundedCache):
            store.clear()
    standings.STRENGTH_CACHE.clear()
    collect_all_garbage()


# == Plays matches without a screen, and checks every state on the way.

MOST_STEPS = 5_000
"""Maximum number of steps; a longer match is considered an endless loop."""


@dataclass(frozen=True)
class Played:
    """The result of a match.

    Attributes:
        plan: The plan.
        steps: Number of steps taken.
        trouble: The failure, "" for none.
        memory: Memory of the process after the match, in bytes.
    """

    plan: Plan
    steps: int
    trouble: str
    process: int
    memory: int


def play(plan: Plan) -> Played:
    """Play a planned match. An exception becomes its failure."""
    match: Match | None = None
    try:
        match = Match(CATALOGUE[plan.game].rules(), plan.options, plan.seed)
        _play_on(match, plan)
        check_match(match, [f"Seat {number}" for number in range(len(plan.players))])
        trouble = ""
    except Exception as error:  # continue the soak test, which reports all failures at its end
        trouble = f"{plan}\n    {type(error).__name__}: {error}"
    steps = match.revision if match is not None else 0
    return Played(plan, steps, trouble, os.getpid(), resident())


def _play_on(match: Match, plan: Plan) -> None:
    rng = Random(plan.seed)
    players = [player_for(plan.game, name) for name in plan.players]
    check_state(match.game, match.state, rng)
    while match.game.to_act(match.state):
        (seat, *_) = match.game.to_act(match.state)
        if seat == game.TABLE:
            match.take(game.TABLE, match.game.legal_steps(match.state, game.TABLE)[0])
            check_state(match.game, match.state, rng)
            continue
        player, budget = players[seat]
        observation = match.game.observe(match.state, seat)
        for step in player.choose(observation, budget, rng.randrange(1 << 30)).steps:
            match.take(seat, step)
            check_state(match.game, match.state, rng)
        if match.revision > MOST_STEPS:
            raise AssertionError(f"no end after {match.revision} steps")


def play_many(count: int, seed: int, jobs: int) -> Iterator[Played]:
    """Play `count` matches in `jobs` processes; yield the results in order."""
    plans = [plan_of(number, seed) for number in range(count)]
    if jobs == 1:
        yield from map(play, plans)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, plans, chunksize=4)
