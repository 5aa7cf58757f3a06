"""Mutation testing runs the tests that concern a module, and finds them all."""

from __future__ import annotations

from pathlib import Path

from tools import mutants

PLAYERS = "games/spring_cleaning/players"


def test_mutation_run_selects_importing_tests_and_listed_ones() -> None:
    selections = mutants.list_tests(f"{PLAYERS}/outlook.py")

    doctests = f"red7_desktop/{PLAYERS}/outlook.py"
    assert selections == [
        [doctests, "tests/unit/spring_cleaning/players/test_network.py"],
        [doctests, "tests/golden/test_choices.py", "tests/golden/test_advice.py"],
    ]


def test_mutation_run_starts_with_the_test_module_of_the_same_name() -> None:
    first, second, *_ = mutants.list_tests("tabletop/match.py")

    assert first == ["red7_desktop/tabletop/match.py", "tests/unit/tabletop/test_match.py"]
    assert "tests/unit/tabletop/test_match.py" not in second
    assert "tests/conformance/test_games.py" in second


def test_mutation_run_uses_nearby_tests_when_none_imports_the_module() -> None:
    (selection,) = mutants.list_tests("games/red7/rules/goals.py")

    assert selection[1:] == [f"tests/{each}" for each in mutants.TESTS_BY_CODE["games/red7/rules"]]


def test_mutation_run_lists_existing_tests_only() -> None:
    named = [f"tests/{each}" for tests in mutants.TESTS_BY_CODE.values() for each in tests]

    assert [each for each in named if not Path(each).exists()] == []
