"""What Red7's players keep to: they play by the rules, and are the same on every machine."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules.cards import THE_PASS
from red7_desktop.games.red7.rules.game import observe
from red7_desktop.games.red7.rules.rounds import TakeScore
from tests.random_matches import MODES
from tests.two_processes import BY_CHOICES, lines_of_both
from tests.unit.red7.players.seen import (
    NAMES,
    made,
    of_all_modes,
    scoring_states,
)


@BY_CHOICES
def test_a_choice_does_not_depend_on_how_the_process_hashes() -> None:
    script = (
        "from tests.unit.red7.players.seen import of_all_modes\n"
        "from red7_desktop.games.red7.players.levels import PLAYERS\n"
        "for seed, seen in enumerate(of_all_modes(1)):\n"
        "    for name in ('newcomer', 'expert'):\n"
        "        print(*PLAYERS.player_of(name).choose(seen, 60, seed).steps)\n"
    )
    assert len(lines_of_both(script)) == 2 * len(MODES)


@pytest.mark.parametrize("name", NAMES)
def test_a_winner_takes_the_points_that_the_game_proposes(name: str) -> None:
    for state in scoring_states(5):
        seen = observe(state, state.round_winner)
        chosen = made(name).choose(seen, 0, 1).steps
        assert chosen == (seen.legal[0],)
        assert isinstance(chosen[0], TakeScore)


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
