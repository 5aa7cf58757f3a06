"""How good a turn is, in words: its chances, and why a rarer win is worth more.

Hints and reviews say it alike. Who is better is decided by `tabletop.comparing` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.steps import PASS
from red7_desktop.tabletop.comparing import is_winning_less_often

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.player import Candidate


def is_going_out(candidate: Candidate) -> bool:
    """Whether a turn gives the round up."""
    return bool(candidate.steps[-1].kind == PASS)


def to_percent(chance: float) -> int:
    """Give a chance as so many of 100 cases."""
    return round(100 * chance)


def explain_rarer_wins(texts: Texts, better: Candidate, other: Candidate) -> str:
    """Say why a better turn may win the round less often than another; "" where it does not."""
    if not is_winning_less_often(better, other):
        return ""
    if is_going_out(better):
        return texts("This round is better lost early than late.")
    points = round(better.points - other.points)
    if points > 0:
        return texts.plural(
            "It wins the round less often, but {n} point more.",
            "It wins the round less often, but {n} points more.",
            points,
        )
    # What a win brings is no more, so a loss has to cost less.
    return texts("It wins the round less often, but a loss costs less.")
