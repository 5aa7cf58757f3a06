"""How Red7's AI players play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.texts import Texts


def characters(texts: Texts) -> Mapping[str, str]:
    """Say how each level plays, in one line, by key."""
    return {
        "newcomer": texts("Loves to change the rule, and spends big cards early."),
        "casual": texts("Hoards cards, and looks at the table more than at what comes next."),
        "steady": texts("Keeps many rules open and seldom wastes a card."),
        "sharp": texts("Thinks a few turns ahead, and knows when to let a round go."),
        "expert": texts("Counts the cards, weighs every reply, and plays for the match."),
    }
