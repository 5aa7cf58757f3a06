"""A rush of puzzles: its order, its clock, its end and its best result."""

from __future__ import annotations

from datetime import date

import pytest

from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.puzzles.rush import (
    MISTAKES,
    PER_LEVEL,
    RUSH_KIND,
    SECONDS,
    Rush,
    choose_puzzles,
    find_best,
)
from red7_desktop.tabletop.puzzle import GRADES, Puzzle

DAY = date(2026, 11, 29)


def puzzles(many: int) -> list[Puzzle]:
    return [
        Puzzle("red7", "stay", (), grade, 0, f"position {grade} {nth}", ("R7",))
        for grade in GRADES
        for nth in range(many)
    ]


def first_of(count: int) -> int:
    return 0


@pytest.fixture
def kept() -> list[int]:
    return []


@pytest.fixture
def rush(kept: list[int]) -> Rush:
    return Rush(puzzles(2), best=1, keep=kept.append)


def test_rush_goes_from_easy_to_hard_without_repeats() -> None:
    found = choose_puzzles(puzzles(20), lambda count: count - 1)

    grades = [each.grade for each in found]
    assert grades == sorted(grades)
    assert [grades.count(grade) for grade in GRADES] == [*PER_LEVEL, 20]
    assert len({each.key for each in found}) == len(found)


def test_rush_takes_all_puzzles_of_a_grade_that_has_few() -> None:
    assert len(choose_puzzles(puzzles(2), first_of)) == 10


def test_clock_counts_only_while_the_player_looks_for_a_turn(rush: Rush) -> None:
    for now, is_counting in ((5.0, True), (7.0, True), (10.0, False), (20.0, False), (30.0, True)):
        rush.tick(now, is_counting=is_counting)

    assert rush.left == SECONDS - 2.0
    rush.tick(31.0, is_counting=True)
    assert rush.left == SECONDS - 3.0


def test_system_clock_set_back_does_not_change_the_time_left(rush: Rush) -> None:
    rush.tick(50.0, is_counting=True)
    rush.tick(10.0, is_counting=True)

    assert rush.left == SECONDS


@pytest.mark.parametrize(("seconds", "is_over"), [(SECONDS - 0.01, False), (SECONDS, True)])
def test_rush_ends_after_three_minutes(
    rush: Rush, kept: list[int], seconds: float, is_over: bool
) -> None:
    rush.count_puzzle(is_solved=True)
    rush.tick(0.0, is_counting=True)
    rush.tick(seconds, is_counting=True)

    assert rush.is_over is is_over
    assert kept == ([1] if is_over else [])


def test_rush_ends_with_the_third_mistake(rush: Rush, kept: list[int]) -> None:
    rush.count_puzzle(is_solved=True)
    rush.count_puzzle(is_solved=True)
    for _ in range(MISTAKES - 1):
        rush.count_puzzle(is_solved=False)
        assert not rush.is_over
    rush.count_puzzle(is_solved=False)
    rush.count_puzzle(is_solved=True)

    assert rush.is_over
    assert (rush.solved, kept, rush.is_best) == (2, [2], True)


def test_result_is_stored_once(rush: Rush, kept: list[int]) -> None:
    rush.count_puzzle(is_solved=True)
    rush.finish()
    rush.finish()

    assert kept == [1]
    assert not rush.is_best
    assert rush.take_next() is None


def test_rush_without_any_try_is_not_stored(rush: Rush, kept: list[int]) -> None:
    rush.finish()

    assert kept == []


def test_rush_ends_when_there_is_no_other_puzzle(kept: list[int]) -> None:
    rush = Rush(puzzles(1)[:1], best=0, keep=kept.append)
    assert rush.take_next() is not None
    rush.count_puzzle(is_solved=True)

    assert rush.take_next() is None
    assert kept == [1]


def test_time_left_is_announced_at_60_30_and_10_seconds(rush: Rush) -> None:
    rush.tick(0.0, is_counting=True)
    said = []
    for now in range(1, round(SECONDS)):
        rush.tick(float(now), is_counting=True)
        said.append((SECONDS - now, rush.take_announcement()))

    assert [each for each in said if each[1]] == [(60.0, 60), (30.0, 30), (10.0, 10)]


def test_best_is_the_highest_result_of_the_game() -> None:
    events = [
        ProfileEvent(RUSH_KIND, game, "", DAY, "", value)
        for game, value in (("red7", 4), ("red7", 9), ("red7", 7), ("spring", 12))
    ]

    assert find_best(events, "red7") == 9
    assert find_best(events[3:], "red7") == 0
