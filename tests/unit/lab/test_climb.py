"""`lab climb` plays rungs with a stand-in, the same way each time, and names what it can't read."""

from __future__ import annotations

from pathlib import Path

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab.climb import StandIn, find_stand_in
from red7_desktop.tabletop import climb
from red7_desktop.tabletop.player import Choice
from tests.bazaar.row import ROW
from tests.unit.lab.running import lab

RUNG = """\
[[rung]]
key = "{key}"
card = "1"
place = "Place"
title = "Title"
rivals = {rivals}
says = "Hello"
goals = ["win", "no_hints", "first 1"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A climb of two rungs."""
    low = RUNG.format(key="low", rivals='["newcomer", "casual"]')
    high = RUNG.format(key="high", rivals='["newcomer"]')
    path = tmp_path / "mine.toml"
    path.write_text(low + high, "utf-8")
    return path


def measure(file: Path, *words: str) -> list[dict[str, object]]:
    ran = lab("climb", str(file), "--game", "spring", "--json", *words)
    assert ran.status == 0
    return ran.answers


def test_climb_command_simulates_each_rung_with_an_ai_stand_in(file: Path) -> None:
    low, high = measure(file, "--matches", "3")

    assert (low["rung"], low["key"], low["stand_in"]) == (1, "low", "newcomer")
    assert (high["rung"], high["key"], high["stand_in"]) == (2, "high", "casual")
    assert (low["wanted"], high["wanted"]) == (pytest.approx(0.55), pytest.approx(0.35))
    assert low["matches"] == high["matches"] == 3
    assert low["options"] == {"seats": 3}
    assert low["goals"][0] == low["share"], "no hint was asked for"  # type: ignore[index]


def test_climb_command_gives_the_same_shares_for_a_rung_alone(file: Path) -> None:
    both = measure(file, "--matches", "4", "--seed", "7")
    alone = measure(file, "--matches", "4", "--seed", "7", "--rungs", "2")

    assert alone == both[1:]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rungs", "3"), "--rungs: there are 2 rungs"),
        (("--slips", "1.5"), "'1.5' is not a share from 0 to 1"),
        (("--game", "red7"), "mine.toml, line 8, goals: 'first' is no goal"),
    ],
)
def test_climb_command_refuses_invalid_options_and_goals(
    file: Path, words: tuple[str, ...], message: str
) -> None:
    ran = lab("climb", str(file), "--game", "spring", *words)

    assert ran.status == 2
    assert message in ran.err


def test_climb_names_a_file_that_is_missing(tmp_path: Path) -> None:
    ran = lab("climb", str(tmp_path / "none.toml"))

    assert ran.status == 2
    assert "none.toml" in ran.err


def test_game_without_a_climb_has_no_such_command(file: Path) -> None:
    ran = lab("climb", str(file), "--game", "bazaar", catalogue={"bazaar": ROW})

    assert ran.status == 2


def test_ai_stand_in_is_the_strongest_opponent_of_lower_rungs() -> None:
    row = CATALOGUE["spring"]
    text = RUNG.format(key="a", rivals='["newcomer", "sharp", "casual"]')
    text += RUNG.format(key="b", rivals='["expert"]')
    rungs = climb.ClimbReader(row.rules(), row.players(), row.goals() if row.goals else {}).read(
        text, "x"
    )

    levels = [find_stand_in(row, rungs.rungs, place) for place in range(2)]

    assert levels == ["newcomer", "sharp"]


class Named:
    """A player whose choice tells its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, *given: object) -> Choice:
        return Choice((self.name,))


@pytest.mark.parametrize(("slips", "least", "most"), [(0.0, 0, 0), (0.1, 60, 140), (1.0, 999, 999)])
def test_ai_stand_in_makes_beginner_moves_at_the_given_rate(
    slips: float, least: int, most: int
) -> None:
    player = StandIn(Named("usual"), Named("beginner"), slips)

    chosen = [player.choose(None, 0, seed).steps[0] for seed in range(999)]

    assert least <= chosen.count("beginner") <= most
