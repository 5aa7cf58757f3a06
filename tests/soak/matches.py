"""Plays matches without a screen, and checks every state on the way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from red7_desktop.games.registry import BOX
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from tests.soak.invariants import check_match, check_state
from tests.soak.memory import resident
from tests.soak.plans import Plan, plan_of, player_for

MOST_STEPS = 5_000
"""No match takes so many; one that does goes round in circles."""


@dataclass(frozen=True)
class Played:
    """What came of a match: its steps, what is wrong with it ("" for nothing), the memory after."""

    plan: Plan
    steps: int
    trouble: str
    process: int
    memory: int


def play(plan: Plan) -> Played:
    """Play a match as planned; whatever it raises becomes its trouble."""
    match: Match | None = None
    try:
        match = Match(BOX[plan.game].rules(), plan.options, plan.seed)
        _play_on(match, plan)
        check_match(match, [f"Seat {number}" for number in range(len(plan.players))])
        trouble = ""
    except Exception as error:  # the soak goes on, and tells all of them in the end
        trouble = f"{plan}\n    {type(error).__name__}: {error}"
    steps = match.revision if match is not None else 0
    return Played(plan, steps, trouble, os.getpid(), resident())


def _play_on(match: Match, plan: Plan) -> None:
    chance = Random(plan.seed)
    players = [player_for(plan.game, name) for name in plan.players]
    check_state(match.game, match.state, chance)
    while match.game.to_act(match.state):
        (seat, *_) = match.game.to_act(match.state)
        if seat == TABLE:
            match.take(TABLE, match.game.legal_steps(match.state, TABLE)[0])
            check_state(match.game, match.state, chance)
            continue
        player, budget = players[seat]
        observation = match.game.observe(match.state, seat)
        for step in player.choose(observation, budget, chance.randrange(1 << 30)).steps:
            match.take(seat, step)
            check_state(match.game, match.state, chance)
        if match.revision > MOST_STEPS:
            raise AssertionError(f"no end after {match.revision} steps")


def play_many(count: int, seed: int, jobs: int) -> Iterator[Played]:
    """Play so many matches, in so many processes; each is given as it ends, in order."""
    plans = [plan_of(number, seed) for number in range(count)]
    if jobs == 1:
        yield from map(play, plans)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, plans, chunksize=4)
