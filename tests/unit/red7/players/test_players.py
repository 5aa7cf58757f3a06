"""What every computer player keeps to: it sees nothing hidden, plays by the rules, is the same."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from red7_desktop.games.red7.players.levels import LEVELS, level_of, player_of
from red7_desktop.games.red7.rules.match_steps import TakeScore
from red7_desktop.games.red7.rules.observation import observe
from red7_desktop.games.red7.rules.steps import THE_PASS
from red7_desktop.tabletop.player import NoSuchPlayer, NothingToChoose
from tests.random_matches import MODES
from tests.unit.red7.players.seen import (
    PLAYERS,
    actor_of,
    budget_of,
    made,
    of_all_modes,
    redealt,
    scoring_states,
    states,
)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_chooses_the_same_whatever_lies_where_it_cannot_see(name: str) -> None:
    player, budget, really_redealt = made(name), budget_of(name), 0
    for mode in MODES:
        for seed, state in enumerate(states(*mode, 3, seed=7)):
            other = redealt(state, seed)
            seen = observe(state, actor_of(state))
            assert seen == observe(other, actor_of(state))
            chosen = player.choose(seen, budget, seed)
            assert player.choose(observe(other, actor_of(state)), budget, seed) == chosen
            really_redealt += other.position != state.position
    assert really_redealt > 40


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_observation_budget_and_seed_give_the_same_choice(name: str) -> None:
    budget = budget_of(name)
    for seed, seen in enumerate(of_all_modes(1)):
        assert made(name).choose(seen, budget, seed) == made(name).choose(seen, budget, seed)


def test_a_choice_does_not_depend_on_how_the_process_hashes() -> None:
    script = (
        "from tests.unit.red7.players.seen import of_all_modes\n"
        "from red7_desktop.games.red7.players.levels import player_of\n"
        "for seed, seen in enumerate(of_all_modes(1)):\n"
        "    for name in ('newcomer', 'expert'):\n"
        "        print(*player_of(name).choose(seen, 60, seed).steps)\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == 2 * len(MODES)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_winner_takes_the_points_that_the_game_proposes(name: str) -> None:
    for state in scoring_states(5):
        seen = observe(state, state.round_winner)
        chosen = made(name).choose(seen, 0, 1).steps
        assert chosen == (seen.legal[0],)
        assert isinstance(chosen[0], TakeScore)


@pytest.mark.parametrize("name", PLAYERS)
def test_who_is_not_asked_has_nothing_to_choose(name: str) -> None:
    state = states("advanced@1.3", 3, 1)[0]
    waiting = (actor_of(state) + 1) % 3
    with pytest.raises(NothingToChoose):
        made(name).choose(observe(state, waiting), 10, 1)


@pytest.mark.parametrize(
    "name", ["random", "first_legal", "thrifty", "formula", "greedy", "newcomer"]
)
def test_who_looks_no_further_goes_out_only_when_it_must(name: str) -> None:
    for seed, seen in enumerate(of_all_modes(4, seed=2)):
        goes_out = made(name).choose(seen, 0, seed).steps[0] == THE_PASS
        assert not goes_out or seen.legal == (THE_PASS,)


def test_there_are_five_levels_with_names_of_their_own() -> None:
    assert len(LEVELS) == 5
    assert len({level.key for level in LEVELS}) == len({level.name for level in LEVELS}) == 5
    assert all(level.line.endswith(".") for level in LEVELS)
    assert [level_of(level.key) for level in LEVELS] == list(LEVELS)


def test_a_player_that_is_not_there_is_named() -> None:
    with pytest.raises(NoSuchPlayer, match="'cheat'"):
        player_of("cheat")
