"""What deeds come to: which puzzles are solved, and how many in a row; puzzles of own games."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.puzzles.attempt import GIVEN_AWAY, find_next_puzzle, sum_up_progress
from red7_desktop.app.puzzles.sources import MOST_OWN_PUZZLES, OwnPuzzles
from red7_desktop.tabletop.puzzle import Puzzle

DAY = date(2026, 11, 22)


def deed(outcome: str, key: str, value: int = 0, game: str = "red7") -> ProfileEvent:
    return ProfileEvent("puzzle", game, key, DAY, outcome, value)


def puzzle(nth: int) -> Puzzle:
    return Puzzle("red7", "stay", (), 1, 0, f"position {nth}", ("R7",))


@pytest.mark.parametrize(
    ("deeds", "streak", "lit"),
    [
        ([], 0, 0),
        ([deed("solved", "a"), deed("solved", "b", 2)], 2, 2),
        ([deed("solved", "a"), deed("solved", "a")], 1, 1),
        ([deed("solved", "a"), deed("skipped", "b"), deed("solved", "c")], 2, 2),
        ([deed("solved", "a"), deed("missed", "b")], 0, 0),
        ([deed("solved", "a"), deed("shown", "b"), deed("solved", "c")], 1, 1),
        ([deed("solved", "a"), deed("solved", "b", GIVEN_AWAY)], 1, 1),
        ([deed("solved", str(nth)) for nth in range(7)], 7, 7),
        ([deed("solved", str(nth)) for nth in range(8)], 8, 1),
        ([deed("solved", "a", game="other"), deed("solved", "b")], 1, 1),
    ],
)
def test_a_streak_grows_with_what_is_found_and_ends_with_what_is_missed(
    deeds: list[ProfileEvent], streak: int, lit: int
) -> None:
    progress = sum_up_progress(deeds, "red7")
    assert (progress.streak, progress.lit) == (streak, lit)


def test_the_next_puzzle_is_the_next_that_is_not_solved() -> None:
    row = [puzzle(nth) for nth in range(3)]
    first, second, third = [each.key for each in row]
    assert find_next_puzzle(row, frozenset()) == row[0]
    assert find_next_puzzle(row, frozenset({second}), first) == row[2]
    assert find_next_puzzle(row, frozenset({third}), second) == row[0]
    assert find_next_puzzle(row, frozenset({first, second, third}), first) == row[1]
    assert find_next_puzzle([], frozenset()) is None


def test_puzzles_of_own_games_are_kept_the_newest_first(tmp_path: Path) -> None:
    own = OwnPuzzles(tmp_path / "puzzles")
    assert own.read("red7") == ()
    own.add("red7", [puzzle(0)])
    own.add("red7", [puzzle(nth) for nth in range(1, MOST_OWN_PUZZLES + 5)])
    kept = own.read("red7")
    assert len(kept) == MOST_OWN_PUZZLES
    assert kept[0] == puzzle(1)
    (tmp_path / "puzzles" / "red7.txt").write_text("puzzles 9 red7", encoding="utf-8")
    assert own.read("red7") == ()
