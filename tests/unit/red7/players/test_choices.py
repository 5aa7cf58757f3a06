"""What every player chooses in every mode: a legal turn to its end, inside its budget."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.players.levels import LEVELS, PLAYERS
from red7_desktop.games.red7.rules.cards import DRAW, FETCH, Step
from red7_desktop.games.red7.rules.game import Red7, Red7Observation
from red7_desktop.games.red7.rules.rounds import TURN, MatchState
from red7_desktop.tabletop.player import Choice, Level
from tests.random_matches import MODES
from tests.unit.red7.players.seen import NAMES, SEARCHERS, actor_of, states

EACH = 112
"""Observations of each of the 18 modes: more than 2,000 in all."""
BUDGET = 40
"""For players that search: a little, so that many observations take seconds."""


def check_choice(state: MatchState, name: str, budget: int, seed: int) -> None:
    """Let a player choose, and take its steps one by one: the game refuses what is not legal."""
    game = Red7()
    seat = actor_of(state)
    seen: Red7Observation = game.observe(state, seat)
    choice = PLAYERS.player_of(name).choose(seen, budget, seed)
    assert choice.steps
    for nth, step in enumerate(choice.steps):
        assert game.to_act(state) == (seat,), f"step {nth} of {choice.steps}"
        state = game.take(state, seat, step).state
    last = choice.steps[-1]
    stops_at_draw = isinstance(last, Step) and last.kind in {DRAW, FETCH}
    assert stops_at_draw or state.stage != TURN or not state.steps, "it stops inside a turn"
    check_budget(choice, budget)


def check_budget(choice: Choice, budget: int) -> None:
    """Every sample costs one at least; the last world of each stage may go over."""
    if choice.candidates:
        assert sum(each.samples for each in choice.candidates) <= budget + 2 * len(
            choice.candidates
        )


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHERS])
def test_a_player_that_looks_no_further_chooses_legally(name: str) -> None:
    for mode in MODES:
        for seed, state in enumerate(states(*mode, EACH, seed=1)):
            check_choice(state, name, 0, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHERS)
def test_a_player_that_searches_chooses_legally_inside_its_budget(name: str) -> None:
    for mode in MODES:
        for seed, state in enumerate(states(*mode, EACH, seed=1)):
            check_choice(state, name, BUDGET, seed)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS, ids=[level.key for level in LEVELS])
def test_a_level_chooses_legally_with_the_budget_that_ships(level: Level) -> None:
    for mode in MODES[::3]:
        check_choice(states(*mode, 1, seed=2)[0], level.key, level.budget, 1)
