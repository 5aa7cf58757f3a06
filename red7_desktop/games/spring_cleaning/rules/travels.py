"""Which cards travel in a step, and who sees their faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN
from red7_desktop.games.spring_cleaning.rules.combinations import (
    cards_of,
    find_hand_part,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_ORDER, Position
from red7_desktop.games.spring_cleaning.rules.known import PICKED, PublicKnowledge
from red7_desktop.tabletop.zones import CardMove, zone_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.steps import Step

TABLE_ZONE = "table"
"""Where the combination to beat lies."""

TRICK_ZONE = "trick"
"""Where the beaten ones lie, the oldest first."""

DECK_ZONE = "deck"

DISCARD_ZONE = "discard"


def list_card_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> tuple[CardMove, ...]:
    """List the cards that travel when a position's mover takes a step that leads to another.

    The deck of the position before is full already, where it had to be made anew. known: what
    everybody knows after the step.
    """
    seat = before.mover
    travels = {
        steps.PLAY: _list_play_moves,
        steps.DRAW: _list_draw_moves,
        steps.TAKE: _list_take_moves,
        steps.INSERT: _list_insert_moves,
        steps.OFFER: _list_offer_moves,
        steps.LAY: _list_lay_moves,
    }[step.kind](before, step, after, known)
    if before.trick and not after.trick:
        travels += _list_swept(before)
    if after.phase == OWES_ORDER and (after.mover != seat or step.kind != steps.LAY):
        owner = after.mover
        zones = zone_of("offer", owner), zone_of("picked", owner)
        picked = [CardMove(str(card), *zones) for card in after.loose]
        travels += picked
    return tuple(travels)


def list_reveal_moves(before: Position, places: tuple[int, ...]) -> tuple[CardMove, ...]:
    """List the cards that travel when the first offers, at these places from 1, are revealed."""
    travels = []
    for seat, place in enumerate(places):
        card = str(before.hands[seat][place - 1])
        zones = zone_of("hand", seat), zone_of("offer", seat)
        travels.append(CardMove(card, *zones, source_place=place - 1, target_place=0))
    return tuple(travels)


def list_new_deck_moves(before: Position) -> tuple[CardMove, ...]:
    """List the cards that travel when the discarded cards become the deck."""
    return tuple([CardMove(str(card), DISCARD_ZONE, DECK_ZONE) for card in before.discard])


def list_deal_moves(position: Position) -> tuple[CardMove, ...]:
    """List the cards as they are dealt, round and round."""
    travels = []
    for nth in range(len(position.hands[0])):
        for seat, hand in enumerate(position.hands):
            eyes = frozenset({seat})
            travels.append(
                CardMove(
                    str(hand[nth]),
                    DECK_ZONE,
                    zone_of("hand", seat),
                    witnesses=eyes,
                    target_place=nth,
                )
            )
    return tuple(travels)


def _list_swept(before: Position) -> list[CardMove]:
    """List the cards of a trick that is won, in the order in which they were played."""
    behind = len(before.discard)
    beaten, top = _find_beaten_and_top(before)
    return [
        CardMove(str(card), zone, DISCARD_ZONE, source_place=nth, target_place=behind + first + nth)
        for zone, first, cards in ((TRICK_ZONE, 0, beaten), (TABLE_ZONE, len(beaten), top))
        for nth, card in enumerate(cards)
    ]


def _find_beaten_and_top(position: Position) -> tuple[list[int], tuple[int, ...]]:
    """List the cards that have been beaten, oldest first, and those of the one to beat."""
    *beaten, top = position.trick
    return [card for each in beaten for card in cards_of(each)], cards_of(top)


def _list_beaten_moves(before: Position) -> list[CardMove]:
    """List the cards of the combination that a play beats: they join those beaten before."""
    if not before.trick:
        return []
    beaten, top = _find_beaten_and_top(before)
    zones = TABLE_ZONE, TRICK_ZONE
    return [
        CardMove(str(card), *zones, source_place=nth, target_place=len(beaten) + nth)
        for nth, card in enumerate(top)
    ]


def _list_play_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> list[CardMove]:
    """List what is beaten, then the cards played in their order; of equal offers the left ones."""
    place = find_hand_part(step.what)[0]
    gone: dict[tuple[int, int], int] = {}
    travels = _list_beaten_moves(before)
    for at, (card, owner) in enumerate(zip(cards_of(step.what), owners_of(step.what), strict=True)):
        if owner < 0:
            source, source_place = zone_of("hand", before.mover), place
            place += 1
        else:
            earlier = gone.get((owner, card), 0)
            gone[owner, card] = earlier + 1
            source = zone_of("offer", owner)
            source_place = before.offers[owner].index(card) + earlier
        travels.append(
            CardMove(str(card), source, TABLE_ZONE, source_place=source_place, target_place=at)
        )
    return travels


def _list_draw_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> list[CardMove]:
    eyes = frozenset({before.mover})
    return [CardMove(str(after.drawn), DECK_ZONE, zone_of("drawn", before.mover), eyes)]


def _list_take_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> list[CardMove]:
    """List the card taken; one that ends the round goes straight to the hand."""
    source_place = before.offers[step.seat].index(step.what)
    kind, place = ("hand", len(before.hands[before.mover])) if after.is_over else ("drawn", 0)
    zones = zone_of("offer", step.seat), zone_of(kind, before.mover)
    return [CardMove(str(step.what), *zones, source_place=source_place, target_place=place)]


def _list_insert_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> list[CardMove]:
    seat = before.mover
    is_known = known.hands[seat].faces[step.what - 1] != UNKNOWN
    eyes = None if is_known else frozenset({seat})
    zones = zone_of("drawn", seat), zone_of("hand", seat)
    return [CardMove(str(before.drawn), *zones, eyes, source_place=0, target_place=step.what - 1)]


def _list_offer_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> list[CardMove]:
    seat, at = before.mover, step.what - 1
    card = before.hands[seat][at]
    offer = before.offers[seat]
    target_place = sum([other <= card for other in offer])
    if after.phase == OWES_ORDER and after.mover == seat:
        return [CardMove(str(card), zone_of("hand", seat), zone_of("offer", seat), source_place=at)]
    zones = zone_of("hand", seat), zone_of("offer", seat)
    return [CardMove(str(card), *zones, source_place=at, target_place=target_place)]


def _list_lay_moves(
    before: Position, step: Step, after: Position, known: PublicKnowledge
) -> list[CardMove]:
    seat = before.mover
    place = len(before.hands[seat])
    eyes = frozenset({seat}) if known.hands[seat].faces[place] == PICKED else None
    zones = zone_of("picked", seat), zone_of("hand", seat)
    return [CardMove(str(step.what), *zones, eyes, target_place=place)]
