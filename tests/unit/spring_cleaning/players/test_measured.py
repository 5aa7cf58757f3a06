"""The strengths that the app shows are those that docs/opponents.md says were measured."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.levels import LEVELS, PLAYERS
from red7_desktop.games.spring_cleaning.players.measured import BASE, MEASURED
from tests.unit.spring_cleaning.rules.playing import GAME

PAGE = Path(__file__).parents[4] / "docs" / "opponents.md"
KEYS = [level.key for level in LEVELS]


def rows() -> dict[str, list[str]]:
    """Give the cells of the table of the levels, by key."""
    page = PAGE.read_text(encoding="utf-8")
    section = page.split("### The levels of Spring Cleaning")[1].split("\n### ")[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {cells[0].strip(" `"): [cell.strip() for cell in cells] for cells in lines}


def test_the_page_and_the_program_give_the_same_figures() -> None:
    assert list(rows()) == KEYS == list(MEASURED)
    for level in LEVELS:
        _, name, _, elo, wins = rows()[level.key]
        strength = MEASURED[level.key]
        assert name.startswith(level.name)
        assert int(elo) == strength.elo
        assert wins.split(" ")[0] == ("" if strength.wins is None else f"{strength.wins:.3f}")


def test_every_level_is_stronger_than_the_one_before_by_what_it_wins() -> None:
    assert MEASURED[KEYS[0]] == (BASE, None)
    for lower, higher in pairwise(KEYS):
        wins = MEASURED[higher].wins
        assert wins is not None
        assert 0.5 < wins < 1.0
        difference = -400 * math.log10(1 / wins - 1)
        assert MEASURED[higher].elo - MEASURED[lower].elo == pytest.approx(difference, abs=2.0)


@pytest.mark.parametrize(("one", "other"), [("greedy", "random"), ("eager", "random")])
def test_who_thinks_more_wins_more(one: str, other: str) -> None:
    won = 0
    for deal in range(30):
        state, chance = GAME.start({"seats": 2}, deal), Random(deal)
        names = (one, other) if deal % 2 else (other, one)
        while not state.rounds:
            seat = GAME.to_act(state)[0]
            player, seed = PLAYERS.player_of(names[seat]), chance.randrange(10**9)
            for step in player.choose(GAME.observe(state, seat), 0, seed).steps:
                state = GAME.take(state, seat, step).state
        won += not state.rounds[0].trash[names.index(one)]
    assert won > 20
