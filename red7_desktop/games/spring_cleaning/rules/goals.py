"""Kinds of goals in Spring Cleaning's climb, which is a series of ever harder matches."""

from __future__ import annotations

from typing import Final

from red7_desktop.tabletop.climb import GoalKind, GoalKinds, PlayedRung


def _has_finished_first(played: PlayedRung, count: int) -> bool:
    """Return whether the seat got rid of all its cards in at least `count` rounds.

    A round ends as soon as a seat has no cards left, so such a seat has finished first.
    """
    rounds = played.match.state.rounds
    return sum(not each.left[played.seat] for each in rounds) >= count


def _has_finished_in_row(played: PlayedRung, count: int) -> bool:
    """Return whether the seat got no trash (penalty points) in `count` rounds in a row.

    A seat that finishes first gets none.
    """
    row = 0
    for each in played.match.state.rounds:
        row = 0 if each.trash[played.seat] else row + 1
        if row == count:
            return True
    return False


def _has_little_trash(played: PlayedRung, most: int) -> bool:
    """Return whether the seat won the match with at most `most` trash (penalty points).

    The trash with which the seat began the match as a handicap counts, too.
    """
    return played.has_won and played.result.scores[played.seat] <= most


def _has_caught_others(played: PlayedRung, count: int) -> bool:
    """Return whether the seat finished a round while a rival had at least `count` cards left."""
    rounds = [each for each in played.match.state.rounds if not each.left[played.seat]]
    return any(max(each.left) >= count for each in rounds)


def _has_won_within(played: PlayedRung, count: int) -> bool:
    """Return whether the seat won the match in at most `count` rounds."""
    return played.has_won and len(played.match.state.rounds) <= count


GOALS: Final[GoalKinds] = {
    "first": GoalKind(_has_finished_first, range(1, 10)),
    "row": GoalKind(_has_finished_in_row, range(2, 6)),
    "trash": GoalKind(_has_little_trash, range(9)),
    "caught": GoalKind(_has_caught_others, range(1, 15)),
    "within": GoalKind(_has_won_within, range(1, 20)),
}
"""Spring Cleaning's kinds of goals in the climb (the series of ever harder matches). The keys are
the names by which a goal's kind is stored."""
