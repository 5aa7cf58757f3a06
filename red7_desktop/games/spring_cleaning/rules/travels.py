"""Which cards travel in a step, and who sees their faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of, hand_part, owners_of
from red7_desktop.games.spring_cleaning.rules.engine.position import ORDER, Position
from red7_desktop.games.spring_cleaning.rules.known import PICKED, Known
from red7_desktop.tabletop.zones import Travel, zone_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.steps import Step

TABLE_ZONE = "table"
"""Where the combination to beat lies."""
TRICK_ZONE = "trick"
"""Where the beaten ones lie, the oldest first."""
DECK_ZONE = "deck"
DISCARD_ZONE = "discard"


def travels_of(before: Position, step: Step, after: Position, known: Known) -> tuple[Travel, ...]:
    """List the cards that travel when a position's mover takes a step that leads to another.

    The deck of the position before is full already, where it had to be made anew. known: what
    everybody knows after the step.
    """
    seat = before.mover
    travels = {
        steps.PLAY: _played,
        steps.DRAW: _drawn,
        steps.TAKE: _taken,
        steps.INSERT: _inserted,
        steps.OFFER: _offered,
        steps.LAY: _laid,
    }[step.kind](before, step, after, known)
    if before.trick and not after.trick:
        travels += _swept(before)
    if after.phase == ORDER and (after.mover != seat or step.kind != steps.LAY):
        owner = after.mover
        zones = zone_of("offer", owner), zone_of("picked", owner)
        picked = [Travel(str(card), *zones) for card in after.loose]
        travels += picked
    return tuple(travels)


def travels_of_reveal(before: Position, places: tuple[int, ...]) -> tuple[Travel, ...]:
    """List the cards that travel when the first offers, at these places from 1, are revealed."""
    travels = []
    for seat, place in enumerate(places):
        card = str(before.hands[seat][place - 1])
        zones = zone_of("hand", seat), zone_of("offer", seat)
        travels.append(Travel(card, *zones, source_place=place - 1, target_place=0))
    return tuple(travels)


def travels_of_new_deck(before: Position) -> tuple[Travel, ...]:
    """List the cards that travel when the discarded cards become the deck."""
    return tuple([Travel(str(card), DISCARD_ZONE, DECK_ZONE) for card in before.discard])


def travels_of_deal(position: Position) -> tuple[Travel, ...]:
    """List the cards as they are dealt, round and round."""
    travels = []
    for nth in range(len(position.hands[0])):
        for seat, hand in enumerate(position.hands):
            eyes = frozenset({seat})
            travels.append(
                Travel(
                    str(hand[nth]),
                    DECK_ZONE,
                    zone_of("hand", seat),
                    witnesses=eyes,
                    target_place=nth,
                )
            )
    return tuple(travels)


def _swept(before: Position) -> list[Travel]:
    """List the cards of a trick that is won, in the order in which they were played."""
    behind = len(before.discard)
    beaten, top = _beaten_and_top(before)
    return [
        Travel(str(card), zone, DISCARD_ZONE, source_place=nth, target_place=behind + first + nth)
        for zone, first, cards in ((TRICK_ZONE, 0, beaten), (TABLE_ZONE, len(beaten), top))
        for nth, card in enumerate(cards)
    ]


def _beaten_and_top(position: Position) -> tuple[list[int], tuple[int, ...]]:
    """List the cards that have been beaten, oldest first, and those of the one to beat."""
    *beaten, top = position.trick
    return [card for each in beaten for card in cards_of(each)], cards_of(top)


def _beaten(before: Position) -> list[Travel]:
    """List the cards of the combination that a play beats: they join those beaten before."""
    if not before.trick:
        return []
    beaten, top = _beaten_and_top(before)
    zones = TABLE_ZONE, TRICK_ZONE
    return [
        Travel(str(card), *zones, source_place=nth, target_place=len(beaten) + nth)
        for nth, card in enumerate(top)
    ]


def _played(before: Position, step: Step, after: Position, known: Known) -> list[Travel]:
    """List what is beaten, then the cards played in their order; of equal offers the left ones."""
    place = hand_part(step.what)[0]
    gone: dict[tuple[int, int], int] = {}
    travels = _beaten(before)
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
            Travel(str(card), source, TABLE_ZONE, source_place=source_place, target_place=at)
        )
    return travels


def _drawn(before: Position, step: Step, after: Position, known: Known) -> list[Travel]:
    eyes = frozenset({before.mover})
    return [Travel(str(after.drawn), DECK_ZONE, zone_of("drawn", before.mover), eyes)]


def _taken(before: Position, step: Step, after: Position, known: Known) -> list[Travel]:
    """List the card taken; one that ends the round goes straight to the hand."""
    source_place = before.offers[step.seat].index(step.what)
    kind, place = ("hand", len(before.hands[before.mover])) if after.is_over else ("drawn", 0)
    zones = zone_of("offer", step.seat), zone_of(kind, before.mover)
    return [Travel(str(step.what), *zones, source_place=source_place, target_place=place)]


def _inserted(before: Position, step: Step, after: Position, known: Known) -> list[Travel]:
    seat = before.mover
    is_known = known.hands[seat].faces[step.what - 1] != UNKNOWN
    eyes = None if is_known else frozenset({seat})
    zones = zone_of("drawn", seat), zone_of("hand", seat)
    return [Travel(str(before.drawn), *zones, eyes, source_place=0, target_place=step.what - 1)]


def _offered(before: Position, step: Step, after: Position, known: Known) -> list[Travel]:
    seat, at = before.mover, step.what - 1
    card = before.hands[seat][at]
    offer = before.offers[seat]
    target_place = sum([other <= card for other in offer])
    if after.phase == ORDER and after.mover == seat:
        return [Travel(str(card), zone_of("hand", seat), zone_of("offer", seat), source_place=at)]
    zones = zone_of("hand", seat), zone_of("offer", seat)
    return [Travel(str(card), *zones, source_place=at, target_place=target_place)]


def _laid(before: Position, step: Step, after: Position, known: Known) -> list[Travel]:
    seat = before.mover
    place = len(before.hands[seat])
    eyes = frozenset({seat}) if known.hands[seat].faces[place] == PICKED else None
    zones = zone_of("picked", seat), zone_of("hand", seat)
    return [Travel(str(step.what), *zones, eyes, target_place=place)]
