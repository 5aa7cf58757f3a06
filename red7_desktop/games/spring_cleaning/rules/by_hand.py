"""How steps are done by hand: which card is moved from where to where, and what that means.

A drawn card waits in the zone `drawn` for its place, a picked-up one in `picked`. A play of several
cards is no single move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.combinations import hand_part, owners_of, play_of
from red7_desktop.games.spring_cleaning.rules.steps import THE_DRAW, Step
from red7_desktop.games.spring_cleaning.rules.travels import DECK_ZONE, TABLE_ZONE
from red7_desktop.tabletop.zones import Handling, zone_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


def handling_of(position: Position, seat: int, step: Step) -> Handling | None:
    """Say which card goes where in a seat's step; None for a play of several cards."""
    return _HANDLINGS[step.kind](position, seat, step)


def _handle_play(position: Position, seat: int, step: Step) -> Handling | None:
    owners = owners_of(step.what)
    if len(owners) > 1:
        return None
    card, owner = str(step)[0], owners[0]
    if owner >= 0:
        return Handling(card, zone_of("offer", owner), TABLE_ZONE)
    at = hand_part(step.what)[0]
    return Handling(card, zone_of("hand", seat), TABLE_ZONE, source_place=at)


def _handle_draw(position: Position, seat: int, step: Step) -> Handling:
    return Handling(None, DECK_ZONE, zone_of("drawn", seat))


def _handle_take(position: Position, seat: int, step: Step) -> Handling:
    return Handling(str(step.what), zone_of("offer", step.seat), zone_of("drawn", seat))


def _handle_insert(position: Position, seat: int, step: Step) -> Handling:
    zones = zone_of("drawn", seat), zone_of("hand", seat)
    card = str(position.drawn) if position.drawn else None
    return Handling(card, *zones, target_place=step.what - 1)


def _handle_offer(position: Position, seat: int, step: Step) -> Handling | None:
    hand, at = position.hands[seat], step.what - 1
    if not 0 <= at < len(hand):
        return None
    zones = zone_of("hand", seat), zone_of("offer", seat)
    return Handling(str(hand[at]), *zones, source_place=at)


def _handle_lay(position: Position, seat: int, step: Step) -> Handling:
    return Handling(str(step.what), zone_of("picked", seat), zone_of("hand", seat))


_HANDLINGS: Final[dict[int, Callable[[Position, int, Step], Handling | None]]] = {
    steps.PLAY: _handle_play,
    steps.DRAW: _handle_draw,
    steps.TAKE: _handle_take,
    steps.INSERT: _handle_insert,
    steps.OFFER: _handle_offer,
    steps.LAY: _handle_lay,
}


def step_of(position: Position, seat: int, handling: Handling) -> Step | None:
    """Give the step that a seat's moving of a card means, legal or not; None for no step at all.

    Without a place the first card of that number is meant, and a drawn card goes behind the last.
    """
    source, _, owner = handling.source.partition(":")
    target, _, target_owner = handling.target.partition(":")
    is_own = owner == SEATS[seat]
    if target_owner not in {"", SEATS[seat]} or (source in _OWN and not is_own):
        return None
    if source == "offer":
        if owner not in tuple(SEATS):
            return None
        seat = SEATS.index(owner)
    meaning = _MEANINGS.get((source, target))
    return meaning(position.hands, seat, handling) if meaning else None


_OWN: Final = frozenset({"hand", "drawn", "picked"})
"""Zones out of which only their owner moves cards."""

_NUMBERS: Final = frozenset("123456789")


def _number(handling: Handling) -> int:
    """Give the number of the card moved; 0 for one that cannot be named."""
    return int(handling.card) if handling.card in _NUMBERS else 0


def _place(hand: tuple[int, ...], handling: Handling) -> int:
    """Give the place of the hand card that is moved, from 1; 0 for none."""
    at, number = handling.source_place, _number(handling)
    if at is None:
        return hand.index(number) + 1 if number in hand else 0
    return at + 1 if 0 <= at < len(hand) else 0


def _mean_draw(hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling) -> Step | None:
    return THE_DRAW


def _mean_take(hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling) -> Step | None:
    number = _number(handling)
    return Step(steps.TAKE, number, seat) if number else None


def _mean_insert(hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling) -> Step | None:
    at = handling.target_place
    return Step(steps.INSERT, (len(hands[seat]) if at is None else at) + 1)


def _mean_lay(hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling) -> Step | None:
    number = _number(handling)
    return Step(steps.LAY, number) if number else None


def _mean_offer(hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling) -> Step | None:
    place = _place(hands[seat], handling)
    return Step(steps.OFFER, place) if place else None


def _mean_single(hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling) -> Step | None:
    place = _place(hands[seat], handling)
    if not place:
        return None
    return Step(steps.PLAY, play_of((hands[seat][place - 1],), (-1,), place))


def _mean_single_offered(
    hands: tuple[tuple[int, ...], ...], seat: int, handling: Handling
) -> Step | None:
    number = _number(handling)
    return Step(steps.PLAY, play_of((number,), (seat,), 0)) if number else None


_MEANINGS: Final[
    dict[tuple[str, str], Callable[[tuple[tuple[int, ...], ...], int, Handling], Step | None]]
] = {
    ("deck", "drawn"): _mean_draw,
    ("deck", "hand"): _mean_draw,
    ("offer", "drawn"): _mean_take,
    ("offer", "hand"): _mean_take,
    ("offer", "table"): _mean_single_offered,
    ("drawn", "hand"): _mean_insert,
    ("picked", "hand"): _mean_lay,
    ("hand", "offer"): _mean_offer,
    ("hand", "table"): _mean_single,
}
"""By the kinds of both zones: what moving a card from one to the other means."""
