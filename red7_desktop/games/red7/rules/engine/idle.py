"""Says why a card that was played to a palette has no action to carry out.

The codes: no_large_palette (edition 1.3: a 1 takes from no palette smaller than the mover's),
no_spare_card (first edition: a 1 takes nobody's only card), deck_empty, no_other_card (a 5 finds
none in hand that may be played), nothing_to_move (first edition: a 7 finds no other card whose rule
the mover would lead).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import TEXTS, number_of
from red7_desktop.games.red7.rules.engine.position import PLAYED
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.red7.rules.engine.position import Position


def explain_idle(position: Position, card: int) -> Reason | None:
    """Say why a card's action does nothing; None where it has none, or it is to be carried out.

    `position` already has the card in the mover's palette, as the last step.
    """
    if not position.rules.actions or position.phase != PLAYED:
        return None
    idle = _IDLE.get(number_of(card))
    return idle(position.rules.edition == "first", TEXTS[card]) if idle else None


def _explain_untaken(is_first: bool, card: str) -> Reason:
    if is_first:
        return make_reason("no_spare_card", card=card)
    return make_reason("no_large_palette", card=card)


_IDLE: Final[dict[int, Callable[[bool, str], Reason]]] = {
    1: _explain_untaken,
    3: lambda is_first, card: make_reason("deck_empty", card=card),
    5: lambda is_first, card: make_reason("no_other_card", card=card),
    7: lambda is_first, card: make_reason("nothing_to_move", card=card),
}
"""By number: what has kept the action from being carried out; an edition knows one thing only."""
