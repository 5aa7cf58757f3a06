"""The strengths that the app shows are those that docs/opponents.md says were measured."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from red7_desktop.games.red7.face.words.words import characters
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.players.measured import BASE, MEASURED
from red7_desktop.games.registry import BOX
from red7_desktop.kit.hud.seats.portraits import PORTRAITS
from red7_desktop.kit.language.opponent_words import about, doings, kinds, strength_line, strengths
from red7_desktop.kit.language.texts import Texts

PAGE = Path(__file__).parents[4] / "docs" / "opponents.md"
KEYS = [level.key for level in LEVELS]
PLAYERS = BOX["red7"].players()


def rows() -> dict[str, list[str]]:
    """Give the cells of the table of the levels, by key."""
    section = PAGE.read_text(encoding="utf-8").split("## The levels")[1].split("\n## ")[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {cells[0].strip(" `"): [cell.strip() for cell in cells] for cells in lines}


def test_the_page_and_the_program_give_the_same_figures() -> None:
    assert list(rows()) == KEYS == list(MEASURED)
    for level in LEVELS:
        _, name, _, elo, wins = rows()[level.key]
        strength = MEASURED[level.key]
        assert name.startswith(level.name)
        assert int(elo) == strength.elo
        assert wins == ("" if strength.wins is None else f"{strength.wins:.3f}")


def test_every_level_is_stronger_than_the_one_before_by_what_it_wins() -> None:
    assert MEASURED[KEYS[0]] == (BASE, None)
    for lower, higher in pairwise(KEYS):
        wins = MEASURED[higher].wins
        assert wins is not None
        assert 0.5 < wins < 1.0
        difference = -400 * math.log10(1 / wins - 1)
        assert MEASURED[higher].elo - MEASURED[lower].elo == pytest.approx(difference, abs=2.0)


@pytest.mark.parametrize("key", KEYS)
def test_every_level_has_a_face_and_words_about_it(key: str) -> None:
    texts = Texts()
    assert key in PORTRAITS
    for words in (kinds(texts), characters(texts), doings(texts), strengths(texts)):
        assert words[key]
    line, told = strength_line(texts, PLAYERS, key), about(texts, characters(texts), key)
    assert f"Elo {MEASURED[key].elo}" in line
    assert characters(texts)[key] in told
    assert strengths(texts)[key] in told
    assert "Elo" not in told


def test_nothing_is_said_about_a_person_or_somebody_unknown() -> None:
    texts, said = Texts(), characters(Texts())
    assert about(texts, said, None) == about(texts, said, "gone") == ""
    assert strength_line(texts, PLAYERS, "gone") == ""
