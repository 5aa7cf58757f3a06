"""Spring Cleaning's options as people choose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.options import AT_ONCE, NEXT_TURN, PICKUP
from red7_desktop.games.spring_cleaning.rules.ranking import LIMITS
from red7_desktop.kit.setup import GameSetup, OptionRow

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


def build_option_rows(setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
    """Give the options in words."""
    chosen = setup.values[PICKUP.key]
    note = texts("An empty hand picks up its offer when its next turn begins.")
    if chosen == AT_ONCE:
        note = texts("An empty hand picks up its offer before the next player’s turn.")
    choices = ((NEXT_TURN, texts("Next turn")), (AT_ONCE, texts("At once")))
    return (OptionRow(PICKUP.key, texts("Pick up the offer"), choices, chosen, note),)


def summarize_setup(setup: GameSetup, texts: Texts) -> tuple[str, ...]:
    """Say in a few words by which rules a match will be played."""
    parts = [texts("to {n} trash", n=LIMITS[len(setup.seats)])]
    if setup.values[PICKUP.key] == AT_ONCE:
        parts.append(texts("offers picked up at once"))
    return tuple(parts)
