"""Deals what a seat cannot see anew: one of the positions that it cannot tell from the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN, list_unseen
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.deal import shuffle_cards
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    HIDDEN,
    OWES_INSERT,
    OWES_ORDER,
    Position,
)
from red7_desktop.games.spring_cleaning.rules.known import PICKED

if TYPE_CHECKING:
    from random import Random

    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation


def redeal(observation: SpringObservation, chance: Random) -> Position:
    """Fill in what the viewer cannot see, all ways alike likely.

    Picked-up cards stay in their hands, in any order; sealed offers stay picked, at any place.
    """
    seen = observation.position
    unseen = list(shuffle_cards(_list_unseen(observation), chance))
    hands, loose = list(seen.hands), seen.loose
    for seat, hand in enumerate(hands):
        if seat == observation.viewer or UNKNOWN not in hand:
            continue
        faces, picked = observation.seen[seat]
        orders = list(shuffle_cards(picked, chance))
        hands[seat] = tuple(
            [orders.pop() if face == PICKED else face or unseen.pop() for face in faces]
        )
        if seat == seen.mover and seen.phase == OWES_ORDER:
            loose = tuple(sorted(orders))
    if UNKNOWN in loose:
        loose = observation.seen[seen.mover].picked
    drawn = seen.drawn
    if seen.phase == OWES_INSERT and not drawn:
        drawn = unseen.pop()
    sealed = [
        1 + int(chance.random() * len(hands[seat])) if place == HIDDEN else place
        for seat, place in enumerate(seen.sealed)
    ]
    return Position(
        seen.at_once,
        seen.trick,
        seen.holder,
        tuple([card or unseen.pop() for card in seen.deck]),
        seen.discard,
        tuple(hands),
        seen.offers,
        seen.trash,
        seen.mover,
        seen.phase,
        drawn,
        loose,
        tuple(sealed),
    )


def _list_unseen(observation: SpringObservation) -> list[int]:
    """List the cards whose places the viewer does not know at all."""
    position = observation.position
    rows = [position.deck, position.discard, *position.hands, *position.offers, (position.drawn,)]
    rows += [cards_of(each) for each in position.trick]
    rows.append(position.loose)
    for seat, hand in enumerate(observation.seen):
        if seat != observation.viewer:
            rows.append(hand.picked)
    return list_unseen([card for row in rows for card in row])
