"""Turns that were tried are compared by one rule, and a budget goes to what may be best."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest

from red7_desktop.tabletop import player


def candidate(value: float, error: float = 0.01) -> player.Candidate:
    return player.Candidate(("play",), value, value, 400, error=error)


@pytest.mark.parametrize(
    ("ahead", "error", "is_better"),
    [
        (0.05, 0.01, True),
        (0.05, 0.03, False),  # within twice its error
        (0.0299, 0.001, False),  # sure, and no more than chances may be off
        (0.0301, 0.001, True),
        (-0.05, 0.01, False),
        (0.0, 0.0, False),
    ],
)
def test_a_turn_is_better_only_beyond_the_error(
    ahead: float, error: float, is_better: bool
) -> None:
    found = player.compare_gain(candidate(0.5), candidate(0.5 - ahead, error))
    assert found == pytest.approx(ahead if is_better else 0.0)


@pytest.mark.parametrize(
    ("behind", "worlds", "goes_on"),
    [(0.0, 16, True), (0.0, 4_000, False), (0.1, 16, True), (0.1, 64, False), (-0.2, 64, True)],
)
def test_a_turn_is_tried_on_while_much_may_come_of_it(
    behind: float, worlds: int, goes_on: bool
) -> None:
    best = [0.5] * worlds
    own = [value - behind for value in best]
    assert (player.may_gain(own, best) >= player.LEAST_GAIN) == goes_on
    assert player.may_gain([], best) == 1.0


class Steady:
    """A turn that is worth the same in every world."""

    def __init__(self, merit: float) -> None:
        self.merit: Final = merit
        self.met: Final[list[float]] = []

    def settled(self) -> list[float]:
        return self.met


def test_giving_turns_up_asks_for_each_whether_to_stop() -> None:
    lines = [Steady(0.5 - nth / 10) for nth in range(4)]
    asked_at: list[int] = []

    def attempt(running: list[Steady]) -> int:
        for line in running:
            line.met.append(line.merit)
        return len(running)

    def count() -> bool:
        asked_at.append(len(lines[0].met))
        return False

    player.share_budget(lines, 4 * player.FIRST_LOOK * 4, attempt, count)

    # Once before each world; after the first look once more for each of the three others.
    assert asked_at.count(player.FIRST_LOOK) >= 3


@pytest.mark.parametrize(
    ("budget", "worlds"),
    [
        (16, [6, 6, 2, 2]),  # half of it for all, half of it for the better half
        (4_000, [700, 256, 16, 16]),
        (48_000, [700, 256, 16, 16]),
        (4_800_000, [700, 512, 16, 16]),
    ],
)
def test_a_budget_goes_to_what_may_be_best_and_the_last_is_never_given_up(
    budget: int, worlds: list[int]
) -> None:
    lines = [Steady(merit) for merit in (0.1, 0.89, 0.9, 0.5)]

    def attempt(running: list[Steady]) -> int:
        for line in running:
            line.met.append(line.merit)
        return len(running)

    found = player.share_budget(lines, budget, attempt, player.keep_on, 700)
    assert [line.merit for line in found] == [0.9, 0.89, 0.5, 0.1]
    assert [len(line.met) for line in found] == worlds


def test_the_further_a_turn_is_behind_the_less_may_come_of_it() -> None:
    best = [0.5] * 64
    gains = [player.may_gain([0.5 - halves / 128] * 64, best) for halves in range(8)]
    assert all(more > 2 * less > 0.0 for more, less in pairwise(gains))
    assert player.may_gain([0.0] * 64, best) == gains[-1]


@pytest.mark.parametrize(("best_value", "value"), [(0.6, 0.1), (0.2, 0.0), (1.6, 1.0)])
def test_a_turn_given_up_sooner_is_valued_by_its_distance_from_the_best(
    best_value: float, value: float
) -> None:
    found, _ = player.place_beside([0.5] * 4, 0.9, [1.0] * 8, best_value)
    assert found == pytest.approx(value)
