"""Red7's feats: rounds that were won in a way to remember; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS, cards_in, worth_of
from red7_desktop.kit.models.feats import Feat

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match

RAINBOW: Final = "rainbow"
HARVEST: Final = "harvest"
_ALL_COLOURS: Final = 7
MUCH: Final = 24
"""So many points of one round are a harvest."""


def feats_of(match: Match, seat: int) -> frozenset[str]:
    """Give the feats that a seat has done."""
    found: set[str] = set()
    for each in match.state.rounds:
        if each.winner != seat:
            continue
        count = sum(1 for _ in cards_in(each.taken))
        if LETTERS[each.rule] == "B" and count == _ALL_COLOURS:
            found.add(RAINBOW)
        if worth_of(each.taken) >= MUCH:
            found.add(HARVEST)
    return frozenset(found)


def feats(texts: Texts) -> tuple[Feat, ...]:
    """Say what they are."""
    rainbow = texts("Take all seven colours in one round, under Blue.")
    harvest = texts("Take {n} points or more in one round.", n=MUCH)
    return (
        Feat(RAINBOW, texts("Rainbow"), rainbow, "rainbow"),
        Feat(HARVEST, texts("Rich harvest"), harvest, "coins"),
    )
