"""Which cards travel in a step, who sees their faces, and what everybody knows afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import BY_TEXT, TEXTS
from red7_desktop.games.red7.rules.engine.position import DISCARDED, replace_entry
from red7_desktop.games.red7.rules.state import PublicKnowledge
from red7_desktop.games.red7.rules.steps import (
    BURY,
    DISCARD,
    DRAW,
    FETCH,
    PLAY,
    SEATS,
    SHED,
    TAKE,
    TAKES,
    THE_DRAW,
    THE_FETCH,
    Step,
)
from red7_desktop.tabletop.zones import CardMove, DragMove, zone_of

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position

DRAWS = frozenset({DRAW, FETCH})


def find_drag_move(seat: int, step: Step) -> DragMove | None:
    """Say which card goes where in a seat's step; None for ending and going out."""
    if step.kind in DRAWS:
        return DragMove(None, "deck", zone_of("hand", seat))
    source_and_target = {
        PLAY: (zone_of("hand", seat), zone_of("palette", seat)),
        DISCARD: (zone_of("hand", seat), "canvas"),
        SHED: (zone_of("palette", seat), "canvas"),
        BURY: (zone_of("palette", seat), "deck"),
        TAKE: (zone_of("palette", step.seat), "deck"),
    }.get(step.kind)
    return DragMove(TEXTS[step.card], *source_and_target) if source_and_target else None


def find_dragged_step(phase: int, seat: int, handling: DragMove) -> Step | None:
    """Give the step that moving a card from one zone to another means; None for no step at all."""
    if handling.source == "deck":
        if handling.target != zone_of("hand", seat):
            return None
        return THE_DRAW if phase == DISCARDED else THE_FETCH
    if handling.card not in BY_TEXT:
        return None
    card = BY_TEXT[handling.card]
    kind, _, owner = handling.source.partition(":")
    is_own = owner == SEATS[seat]
    key = (kind, is_own, handling.target.partition(":")[0])
    if key == ("hand", True, "palette") and handling.target != zone_of("palette", seat):
        return None
    if key == ("palette", False, "deck") and owner in SEATS:
        return TAKES[SEATS.index(owner)][card]
    return Step(_BY_HAND[key], card) if key in _BY_HAND else None


_BY_HAND: Final = {
    ("hand", True, "palette"): PLAY,
    ("hand", True, "canvas"): DISCARD,
    ("palette", True, "canvas"): SHED,
    ("palette", True, "deck"): BURY,
}


def list_card_moves(before: Position, step: Step, known: PublicKnowledge) -> tuple[CardMove, ...]:
    """List the cards that travel when a position's mover takes a step."""
    handled = find_drag_move(before.mover, step)
    if handled is None:
        return ()
    card, witnesses = handled.card, None
    if card is None:
        card = TEXTS[before.deck[0]]
        witnesses = None if known.deck else frozenset({before.mover})
    return (CardMove(card, handled.source, handled.target, witnesses),)


def update_known(before: Position, step: Step, known: PublicKnowledge) -> PublicKnowledge:
    """Give the hidden cards that everybody knows after a step of a position's mover."""
    seat, deck, hands = before.mover, known.deck, known.hands
    if step.kind in {TAKE, BURY}:
        return PublicKnowledge((step.card, *deck), hands)
    if step.kind in DRAWS and deck:
        return PublicKnowledge(deck[1:], replace_entry(hands, seat, hands[seat] | 1 << deck[0]))
    if step.kind in {PLAY, DISCARD} and hands[seat] >> step.card & 1:
        return PublicKnowledge(deck, replace_entry(hands, seat, hands[seat] ^ 1 << step.card))
    return known
