"""How steps are done by hand: which card is moved from where to where, and what that means.

A drawn card waits in the zone `drawn` for its place, a picked-up one in `picked`. The cards of a
play go to the table together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import SEATS, UNKNOWN
from red7_desktop.games.spring_cleaning.rules.combinations import (
    cards_of,
    find_hand_part,
    owners_of,
    play_of,
)
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_OFFER, SEALED, START
from red7_desktop.games.spring_cleaning.rules.engine.refusals import find_refusal
from red7_desktop.games.spring_cleaning.rules.gathering import combine_cards
from red7_desktop.games.spring_cleaning.rules.steps import THE_DRAW, Step
from red7_desktop.games.spring_cleaning.rules.travels import DECK_ZONE, TABLE_ZONE
from red7_desktop.tabletop.zones import DragMove, zone_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.tabletop.reasons import Reason


def find_drag_move(position: Position, seat: int, step: Step) -> DragMove | None:
    """Say which cards go where in a seat's step, those of a play in its order.

    None for a step of cards that do not lie there.
    """
    return _HANDLINGS[step.kind](position, seat, step)


def _handle_play(position: Position, seat: int, step: Step) -> DragMove | None:
    """List the cards of a play; of equal cards in an offer the left ones are meant."""
    at = find_hand_part(step.what)[0]
    free = [list(offer) for offer in position.offers]
    places: list[tuple[str, int]] = []
    for card, owner in zip(cards_of(step.what), owners_of(step.what), strict=True):
        if owner < 0:
            places.append((zone_of("hand", seat), at))
            at += 1
        elif owner < len(free) and card in free[owner]:
            nth = free[owner].index(card)
            free[owner][nth] = UNKNOWN
            places.append((zone_of("offer", owner), nth))
        else:
            return None
    (zone, place), *others = places
    first = str(cards_of(step.what)[0])
    return DragMove(first, zone, TABLE_ZONE, place, others=tuple(others), is_gathered=True)


def _handle_draw(position: Position, seat: int, step: Step) -> DragMove:
    return DragMove(None, DECK_ZONE, zone_of("drawn", seat))


def _handle_take(position: Position, seat: int, step: Step) -> DragMove | None:
    if step.what not in position.offers[step.seat]:
        return None
    at = position.offers[step.seat].index(step.what)
    return DragMove(str(step.what), zone_of("offer", step.seat), zone_of("drawn", seat), at)


def _handle_insert(position: Position, seat: int, step: Step) -> DragMove:
    zones = zone_of("drawn", seat), zone_of("hand", seat)
    card = str(position.drawn) if position.drawn else None
    return DragMove(card, *zones, source_place=0, target_place=step.what - 1)


def _handle_offer(position: Position, seat: int, step: Step) -> DragMove | None:
    hand, at = position.hands[seat], step.what - 1
    if not 0 <= at < len(hand):
        return None
    zones = zone_of("hand", seat), zone_of("offer", seat)
    # What is offered ends the turn, and is sealed for good: it can be changed before it goes.
    return DragMove(str(hand[at]), *zones, source_place=at, waits=position.phase in _CONFIRMED)


_CONFIRMED: Final = frozenset({SEALED, OWES_OFFER})
"""Phases in which an offer is all that there is to do."""


def _handle_lay(position: Position, seat: int, step: Step) -> DragMove | None:
    if step.what not in position.loose:
        return None
    at = position.loose.index(step.what)
    return DragMove(str(step.what), zone_of("picked", seat), zone_of("hand", seat), at)


_HANDLINGS: Final[dict[int, Callable[[Position, int, Step], DragMove | None]]] = {
    steps.PLAY: _handle_play,
    steps.DRAW: _handle_draw,
    steps.TAKE: _handle_take,
    steps.INSERT: _handle_insert,
    steps.OFFER: _handle_offer,
    steps.LAY: _handle_lay,
}


def find_dragged_step(position: Position, seat: int, handling: DragMove) -> Step | Reason | None:
    """Give the step that a seat's moving of cards means, legal or not; None for no step at all.

    Without a place the first card of that number is meant, and a drawn card goes behind the last.
    Cards that together make no play give the reason, and so does what a turn begins with, where the
    seat has something else to do.
    """
    if handling.others:
        return _find_meant_play(position, seat, handling)
    source, _, owner = handling.source.partition(":")
    target, _, target_owner = handling.target.partition(":")
    is_own = owner == SEATS[seat]
    if target_owner not in {"", SEATS[seat]} or (source in _OWN and not is_own):
        return None
    whose = seat
    if source == "offer":
        if owner not in tuple(SEATS):
            return None
        whose = SEATS.index(owner)
    meaning = _MEANINGS.get((source, target))
    step = meaning(position.hands, whose, handling) if meaning else None
    is_asked = position.phase == SEALED or seat == position.mover
    if step is not None and step.kind in _BEGINS and is_asked and position.phase != START:
        return find_refusal(position, step, seat)
    return step


def _find_meant_play(position: Position, seat: int, handling: DragMove) -> Step | Reason | None:
    """Give the play that several cards make on the table."""
    if handling.target != TABLE_ZONE or handling.source_place is None or seat != position.mover:
        return None
    own, taken = [], []
    for zone, at in ((handling.source, handling.source_place), *handling.others):
        kind, _, letter = zone.partition(":")
        owner = SEATS.find(letter) if letter else -1
        if kind == "hand" and owner == seat:
            own.append(at + 1)
        elif kind == "offer" and 0 <= owner < position.seats:
            if not 0 <= at < len(position.offers[owner]):
                return None
            taken.append((owner, position.offers[owner][at]))
        else:
            return None
    return combine_cards(position, tuple(own), tuple(taken))


_BEGINS: Final = frozenset({steps.PLAY, steps.DRAW, steps.TAKE})
"""What a turn begins with."""

_OWN: Final = frozenset({"hand", "drawn", "picked"})
"""Zones out of which only their owner moves cards."""


_NUMBERS: Final = frozenset("123456789")


def _read_number(handling: DragMove) -> int:
    """Give the number of the card moved; 0 for one that cannot be named."""
    return int(handling.card) if handling.card in _NUMBERS else 0


def _find_place(hand: tuple[int, ...], handling: DragMove) -> int:
    """Give the place of the hand card that is moved, from 1; 0 for none."""
    at, number = handling.source_place, _read_number(handling)
    if at is None:
        return hand.index(number) + 1 if number in hand else 0
    return at + 1 if 0 <= at < len(hand) else 0


def _find_meant_draw(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    return THE_DRAW


def _find_meant_take(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    number = _read_number(handling)
    return Step(steps.TAKE, number, seat) if number else None


def _find_meant_insert(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    at = handling.target_place
    return Step(steps.INSERT, (len(hands[seat]) if at is None else at) + 1)


def _find_meant_lay(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    number = _read_number(handling)
    return Step(steps.LAY, number) if number else None


def _find_meant_offer(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    place = _find_place(hands[seat], handling)
    return Step(steps.OFFER, place) if place else None


def _find_meant_single(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    place = _find_place(hands[seat], handling)
    if not place:
        return None
    return Step(steps.PLAY, play_of((hands[seat][place - 1],), (-1,), place))


def _find_meant_single_offered(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: DragMove
) -> Step | None:
    number = _read_number(handling)
    return Step(steps.PLAY, play_of((number,), (seat,), 0)) if number else None


_MEANINGS: Final[
    dict[tuple[str, str], Callable[[tuple[tuple[int, ...], ...], int, DragMove], Step | None]]
] = {
    ("deck", "drawn"): _find_meant_draw,
    ("deck", "hand"): _find_meant_draw,
    ("offer", "drawn"): _find_meant_take,
    ("offer", "hand"): _find_meant_take,
    ("offer", "table"): _find_meant_single_offered,
    ("drawn", "hand"): _find_meant_insert,
    # It comes into the hand first, where the place is then all the same.
    ("drawn", "offer"): _find_meant_insert,
    ("picked", "hand"): _find_meant_lay,
    ("hand", "offer"): _find_meant_offer,
    ("hand", "table"): _find_meant_single,
}
"""By the kinds of both zones: what moving a card from one to the other means."""
