"""Spring Cleaning's feats: rounds and matches that left nothing lying about; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.kit.models.feats import Feat

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match

SPOTLESS: Final = "spotless"
ALONE: Final = "alone"
MANY: Final = 8
"""Rivals that have so many cards left have hardly begun."""


def feats_of(match: Match, seat: int) -> frozenset[str]:
    """Give the feats that a seat has done."""
    found: set[str] = set()
    result = match.game.result(match.state)
    if result is not None and seat in result.winners and result.scores[seat] == 0:
        found.add(SPOTLESS)
    for each in match.state.rounds:
        others = [left for other, left in enumerate(each.left) if other != seat]
        if each.left[seat] == 0 and min(others) >= MANY:
            found.add(ALONE)
    return frozenset(found)


def feats(texts: Texts) -> tuple[Feat, ...]:
    """Say what they are."""
    spotless = texts("Win a match without any trash.")
    alone = texts("Be out while everybody else has {n} cards or more.", n=MANY)
    return (
        Feat(SPOTLESS, texts("Spotless"), spotless, "broom"),
        Feat(ALONE, texts("Home early"), alone, "house"),
    )
