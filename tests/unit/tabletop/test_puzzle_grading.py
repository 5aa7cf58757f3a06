"""A puzzle is as hard as the opponents find it that miss it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from red7_desktop.tabletop.player import Choice, Level, ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import GRADES, grade_puzzle

BY_SUM: Final = (1, 1, 2, 3, 4, 5)


class Guesser:
    """Is right in so many of five tries."""

    def __init__(self, right: int, asked: list[int]) -> None:
        self._right = right
        self._asked = asked

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        self._asked.append(budget)
        return Choice(("right" if seed < self._right else "wrong",))


def grade(alike: int, *right: int, wanted: Any = GRADES) -> tuple[int, int]:
    """Grade by two players, the second of whom looks ahead; give how often they were asked, too."""
    asked: list[int] = []
    levels = [
        Level(str(nth), "", 100 * nth, lambda many=many: Guesser(many, asked))  # type: ignore[misc]
        for nth, many in enumerate(right)
    ]
    found = grade_puzzle(alike, levels, None, ("right",).__eq__, BY_SUM, wanted, keep_on)
    return found, len(asked)


@pytest.mark.parametrize(
    ("alike", "right", "expected"),
    [
        (0, (5, 5), 1),
        (0, (3, 1), 1),
        (0, (2, 1), 1),
        (0, (2, 0), 2),
        (1, (3, 1), 1),
        (4, (3, 1), 2),
        (10, (2, 0), 5),
    ],
)
def test_what_is_missed_and_what_looks_as_good_count_alike(
    alike: int, right: tuple[int, int], expected: int
) -> None:
    assert grade(alike, *right) == (expected, 6)


@pytest.mark.parametrize(
    ("alike", "wanted", "expected"),
    [(0, (5,), (0, 0)), (1, (1,), (0, 5)), (0, (2,), (2, 6))],
)
def test_nobody_is_asked_for_a_grade_that_cannot_come_of_it(
    alike: int, wanted: tuple[int, ...], expected: tuple[int, int]
) -> None:
    assert grade(alike, 0, 0, wanted=wanted) == expected
