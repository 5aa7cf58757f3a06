"""Turns that were tried are compared by one rule, which calls nothing better by chance."""

from __future__ import annotations

import pytest

from red7_desktop.tabletop import player


def test_candidate_turn_has_no_expected_replies_and_no_feared_opponent() -> None:
    found = player.Candidate(("play",), 0.5, 0.5, 400)

    assert (found.expected_replies, found.feared_seat) == ((), -1)


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
def test_turn_counts_as_better_only_beyond_the_error_of_the_estimate(
    ahead: float, error: float, is_better: bool
) -> None:
    found = player.compare_gain(candidate(0.5), candidate(0.5 - ahead, error))
    assert found == pytest.approx(ahead if is_better else 0.0)
