"""The strengths that the app shows are those that docs/opponents.md says were measured."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from red7_desktop.games.registry import BOX

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"
HEADS = {"red7": "## The levels\n", "spring": "### The levels of Spring Cleaning\n"}
BASE = 1000
"""The Elo of the weakest level: only differences mean anything."""


def rows(game: str) -> dict[str, list[str]]:
    """Give the cells of the table of a game's levels, by key."""
    section = PAGE.read_text(encoding="utf-8").split(HEADS[game])[1].split("\n#")[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {cells[0].strip(" `"): [cell.strip() for cell in cells] for cells in lines}


@pytest.mark.parametrize("game", HEADS)
def test_the_page_and_the_program_give_the_same_figures(game: str) -> None:
    players, told = BOX[game].players(), rows(game)
    assert list(told) == [level.key for level in players.levels] == list(players.measured)
    for level in players.levels:
        _, name, _, elo, wins = told[level.key]
        strength = players.measured[level.key]
        assert name.startswith(level.name)
        assert int(elo) == strength.elo
        assert wins.split(" ")[0] == ("" if strength.wins is None else f"{strength.wins:.3f}")


@pytest.mark.parametrize("game", HEADS)
def test_every_level_is_stronger_than_the_one_before_by_what_it_wins(game: str) -> None:
    strengths = list(BOX[game].players().measured.values())
    assert strengths[0] == (BASE, None)
    for lower, higher in pairwise(strengths):
        assert higher.wins is not None
        assert 0.5 < higher.wins < 1.0
        difference = -400 * math.log10(1 / higher.wins - 1)
        assert higher.elo - lower.elo == pytest.approx(difference, abs=2.0)
