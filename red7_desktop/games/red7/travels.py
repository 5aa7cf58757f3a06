"""Which cards travel in a step, who sees their faces, and what everybody knows afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.cards import TEXTS
from red7_desktop.games.red7.position import with_entry
from red7_desktop.games.red7.state import Known
from red7_desktop.games.red7.steps import BURY, DISCARD, DRAW, FETCH, PLAY, SHED, TAKE
from red7_desktop.tabletop.zones import Handling, Travel, zone_of

if TYPE_CHECKING:
    from red7_desktop.games.red7.position import Position
    from red7_desktop.games.red7.steps import Step

DRAWS = frozenset({DRAW, FETCH})


def handling_of(seat: int, step: Step) -> Handling | None:
    """Say which card goes where in a seat's step; None for ending and going out."""
    if step.kind in DRAWS:
        return Handling(None, "deck", zone_of("hand", seat))
    source_and_target = {
        PLAY: (zone_of("hand", seat), zone_of("palette", seat)),
        DISCARD: (zone_of("hand", seat), "canvas"),
        SHED: (zone_of("palette", seat), "canvas"),
        BURY: (zone_of("palette", seat), "deck"),
        TAKE: (zone_of("palette", step.seat), "deck"),
    }.get(step.kind)
    return Handling(TEXTS[step.card], *source_and_target) if source_and_target else None


def travels_of(before: Position, step: Step, known: Known) -> tuple[Travel, ...]:
    """List the cards that travel when a position's mover takes a step."""
    handled = handling_of(before.mover, step)
    if handled is None:
        return ()
    card, witnesses = handled.card, None
    if card is None:
        card = TEXTS[before.deck[0]]
        witnesses = None if known.deck else frozenset({before.mover})
    return (Travel(card, handled.source, handled.target, witnesses),)


def known_after(before: Position, step: Step, known: Known) -> Known:
    """Give the hidden cards that everybody knows after a step of a position's mover."""
    seat, deck, hands = before.mover, known.deck, known.hands
    if step.kind in {TAKE, BURY}:
        return Known((step.card, *deck), hands)
    if step.kind in DRAWS and deck:
        return Known(deck[1:], with_entry(hands, seat, hands[seat] | 1 << deck[0]))
    if step.kind in {PLAY, DISCARD} and hands[seat] >> step.card & 1:
        return Known(deck, with_entry(hands, seat, hands[seat] ^ 1 << step.card))
    return known
