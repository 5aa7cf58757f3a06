"""Rungs are read one by one, and every mistake is named with its line and key."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from red7_desktop.app.profile.own_profile import REWARDS
from red7_desktop.games.red7.rules import cards
from red7_desktop.games.red7.rules.rounds import RoundResult as Red7Round
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.games.spring_cleaning.rules.rounds import RoundResult as SpringRound
from red7_desktop.resources import asset_path
from red7_desktop.tabletop import climb
from red7_desktop.tabletop.game import Result

RUNG = """\
[[rung]]
key = "low"
card = "V"
place = "Most cards below 4"
title = "Small beginnings"
rivals = ["newcomer"]
says = "Hello!"
options = { rules = "advanced@1.3", target = 15 }
head_start = [3, 0]
goals = ["win", "no_hints", "under V"]
"""
"""A rung without mistakes, of ten lines."""
ABOVE = RUNG.replace('"low"', '"high"')


def read(text: str, game: str = "red7") -> climb.Climb:
    row = CATALOGUE[game]
    assert row.goals is not None
    reader = climb.ClimbReader(row.rules(), row.players(), row.goals(), REWARDS)
    return reader.read(text, f"{game}.toml")


@pytest.mark.parametrize(("game", "count"), [("red7", 7), ("spring", 9)])
def test_shipped_climb_file_has_a_rung_for_each_colour_or_number(game: str, count: int) -> None:
    found = read(asset_path("climb", f"{game}.toml").read_text("utf-8"), game)

    assert [str(mistake) for mistake in found.mistakes] == []
    assert len(found.rungs) == count
    assert len({rung.card for rung in found.rungs}) == count


def test_climb_rung_is_read_from_its_file_with_all_values() -> None:
    (rung,) = read("# A remark.\n\n" + RUNG + 'reward = "felt"\n').rungs

    assert rung.key == "low"
    assert rung.rivals == ("newcomer",)
    assert rung.options["head_start"] == "3-0"
    assert rung.options["seats"] == 2
    assert rung.head_start == (3, 0)
    assert rung.goals == (climb.Goal("win"), climb.Goal("no_hints"), climb.Goal("under", "V"))
    assert (rung.reward, rung.bonus) == ("felt", "")


@pytest.mark.parametrize(
    ("before", "after", "line", "key"),
    [
        ('card = "V"', 'card = ""', 3, "card"),
        ('title = "Small beginnings"\n', "", 1, "title"),
        ('["newcomer"]', '["nobody"]', 6, "rivals"),
        ('["newcomer"]', "[]", 6, "rivals"),
        ('["newcomer"]', '"newcomer"', 6, "rivals"),
        ("target = 15", "target = 0", 8, "options"),
        ("target = 15", "aim = 15", 8, "options"),
        ("[3, 0]", "[3]", 9, "head_start"),
        ("[3, 0]", "[15, 0]", 9, "head_start"),
        ("[3, 0]", '["3", 0]', 9, "head_start"),
        ('"under V"', '"under X"', 10, "goals"),
        ('"under V"', '"under"', 10, "goals"),
        ('"under V"', '"no_hints V"', 10, "goals"),
        ('"under V"', '"no_hints"', 10, "goals"),
        ('"under V"', '"fly"', 10, "goals"),
        (', "under V"', "", 10, "goals"),
        ('"win", "no_hints"', '"no_hints", "win"', 10, "goals"),
        ('key = "low"\n', 'key = "low"\ncolour = "V"\n', 3, "colour"),
        ('key = "low"\n', 'key = "low"\nreward = "gold"\n', 3, "reward"),
        ('says = "Hello!"', 'says = "Hello!', 7, ""),
        ('says = "Hello!"', "says", 7, ""),
    ],
)
def test_mistake_in_a_climb_file_names_its_line_and_costs_one_rung(
    before: str, after: str, line: int, key: str
) -> None:
    assert before in RUNG

    found = read(ABOVE + RUNG.replace(before, after) + ABOVE.replace("high", "highest"))

    assert [rung.key for rung in found.rungs] == ["high", "highest"]
    (mistake,) = found.mistakes
    assert (mistake.file, mistake.line, mistake.key) == ("red7.toml", 10 + line, key)
    assert str(mistake).startswith(f"red7.toml, line {10 + line}")


def test_rung_with_a_key_used_before_is_reported_as_a_mistake() -> None:
    found = read(RUNG + RUNG)

    assert len(found.rungs) == 1
    assert (found.mistakes[0].line, found.mistakes[0].key) == (12, "key")


def test_line_before_the_first_rung_is_reported_as_a_mistake() -> None:
    found = read('\nname = "Red7"\n' + RUNG)

    assert len(found.rungs) == 1
    assert (found.mistakes[0].line, found.mistakes[0].key) == (2, "name")


# -- goals -------------------------------------------------------------------------------------


def played(scores: tuple[int, ...], *rounds: Any, hints: int = 0, winners: Any = (0,)) -> Any:
    match = SimpleNamespace(state=SimpleNamespace(rounds=rounds))
    return climb.PlayedRung(match, 0, hints, Result(winners, scores))  # type: ignore[arg-type]


def reaches(game: str, goal: str, match: climb.PlayedRung) -> bool:
    rung = RUNG.replace('"no_hints", "under V"', f'"{goal}", "within 19"')
    if game == "spring":
        rung = rung.replace('options = { rules = "advanced@1.3", target = 15 }\n', "")
        rung = rung.replace("[3, 0]", "[0, 1]")
    found = read(rung, game)
    assert found.mistakes == ()
    goals = CATALOGUE[game].goals
    assert goals is not None
    return climb.find_reached(found.rungs[0], goals(), match)[1]


def red7(winner: int, letter: str, *faces: str) -> Red7Round:
    taken = cards.set_of([cards.CARD_BY_TEXT[face] for face in faces])
    return Red7Round(winner, cards.LETTERS.index(letter), taken)


def spring(left: tuple[int, ...], trash: tuple[int, ...]) -> SpringRound:
    return SpringRound(0, left, trash)


def test_climb_goals_are_reached_only_by_winning_the_match() -> None:
    won = played((20, 13))
    lost = played((13, 20), winners=(1,))

    assert reaches("red7", "no_hints", won)
    assert not reaches("red7", "no_hints", lost)
    assert not reaches("red7", "no_hints", played((20, 13), hints=1))
    assert reaches("red7", "margin 7", won)
    assert not reaches("red7", "margin 8", won)
    assert not reaches("red7", "margin 7", lost)


def test_margin_goal_counts_points_ahead_of_the_closest_opponent() -> None:
    assert reaches("red7", "margin 3", played((20, 5, 17)))
    assert not reaches("red7", "margin 4", played((20, 5, 17)))


@pytest.mark.parametrize(
    ("goal", "rounds", "expected"),
    [
        ("under G", [red7(0, "G")], True),
        ("under G", [red7(1, "G"), red7(0, "R")], False),
        ("at_once 14", [red7(0, "R", "R7", "O7")], True),
        ("at_once 15", [red7(0, "R", "R7", "O7")], False),
        ("at_once 14", [red7(1, "R", "R7", "O7")], False),
        ("row 2", [red7(1, "R"), red7(0, "R"), red7(0, "B")], True),
        ("row 2", [red7(0, "R"), red7(1, "R"), red7(0, "B")], False),
        ("rules 2", [red7(0, "R"), red7(1, "B"), red7(0, "G")], True),
        ("rules 2", [red7(0, "R"), red7(1, "B"), red7(0, "R")], False),
        ("within 2", [red7(0, "R"), red7(1, "B")], True),
        ("within 1", [red7(0, "R"), red7(1, "B")], False),
    ],
)
def test_climb_goal_of_red7_is_decided_by_the_rounds_played(
    goal: str, rounds: Any, expected: bool
) -> None:
    assert reaches("red7", goal, played((20, 13), *rounds)) is expected


@pytest.mark.parametrize(
    ("goal", "rounds", "expected"),
    [
        ("first 1", [spring((0, 3), (0, 1))], True),
        ("first 2", [spring((0, 3), (0, 1)), spring((2, 0), (1, 0))], False),
        ("row 2", [spring((2, 0), (1, 0)), *[spring((0, 3), (0, 1))] * 2], True),
        ("row 2", [spring((0, 3), (0, 1)), spring((2, 0), (1, 0))], False),
        ("caught 4", [spring((0, 4), (0, 1))], True),
        ("caught 5", [spring((0, 4), (0, 1))], False),
        ("caught 4", [spring((4, 0), (1, 0))], False),
        ("trash 1", [], True),
        ("trash 0", [], False),
        ("within 1", [spring((0, 4), (0, 1))], True),
    ],
)
def test_climb_goal_of_spring_cleaning_is_decided_by_the_rounds_played(
    goal: str, rounds: Any, expected: bool
) -> None:
    assert reaches("spring", goal, played((1, 3), *rounds)) is expected
