"""Kinds of goals in Red7's climb, which is a series of ever harder matches."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.red7.rules import cards
from red7_desktop.tabletop.climb import GoalKind, GoalKinds, PlayedRung


def _has_won_under(played: PlayedRung, letter: str) -> bool:
    """Return whether the seat has won a round under the rule of a colour."""
    wanted = played.seat, cards.LETTERS.index(letter)
    return wanted in [(each.winner, each.rule) for each in played.match.state.rounds]


def _has_scored_at_once(played: PlayedRung, points: int) -> bool:
    """Return whether the seat scored at least `points` in one round."""
    rounds = [each for each in played.match.state.rounds if each.winner == played.seat]
    return any(cards.sum_points(each.taken) >= points for each in rounds)


def _has_won_in_row(played: PlayedRung, count: int) -> bool:
    """Return whether the seat won `count` rounds in a row."""
    row = 0
    for each in played.match.state.rounds:
        row = row + 1 if each.winner == played.seat else 0
        if row == count:
            return True
    return False


def _has_used_rules(played: PlayedRung, count: int) -> bool:
    """Return whether the seat won rounds under at least `count` different rules."""
    own = {each.rule for each in played.match.state.rounds if each.winner == played.seat}
    return len(own) >= count


def _has_won_within(played: PlayedRung, count: int) -> bool:
    """Return whether the seat won the match in at most `count` rounds."""
    return played.has_won and len(played.match.state.rounds) <= count


GOALS: Final[GoalKinds] = {
    "under": GoalKind(_has_won_under, tuple(cards.LETTERS)),
    "at_once": GoalKind(_has_scored_at_once, range(1, 50)),
    "row": GoalKind(_has_won_in_row, range(2, 8)),
    "rules": GoalKind(_has_used_rules, range(2, 8)),
    "within": GoalKind(_has_won_within, range(1, 20)),
}
"""Red7's kinds of goals in the climb (the series of ever harder matches). The keys are the names by
which a goal's kind is stored."""
