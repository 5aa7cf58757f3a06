"""What everybody knows of the hands, because everybody saw what went into them and out.

Faces that were drawn from an offer stay known at their places. Of a picked-up offer everybody knows
the cards, but not the order in which their owner has laid them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN, remove_cards
from red7_desktop.games.spring_cleaning.rules.combinations import find_hand_part
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_ORDER,
    Position,
)
from red7_desktop.games.spring_cleaning.rules.steps import Step

PICKED: Final = -1
"""At a place of a hand: one of the seat's picked-up cards, nobody but the owner knows which."""


class SeenHand(NamedTuple):
    """A hand as everybody sees it.

    faces: by place the number, PICKED, or UNKNOWN. picked: the cards, sorted, that lie at the
    PICKED places or are still loose in their owner's hands.
    """

    faces: tuple[int, ...]
    picked: tuple[int, ...] = ()


class PublicKnowledge(NamedTuple):
    """What everybody knows: every seat's hand, and the drawn card that has no place yet."""

    hands: tuple[SeenHand, ...]
    drawn: int = UNKNOWN


def build_known(position: Position) -> PublicKnowledge:
    """Give what is known where a round begins: how many cards hands have, and which are loose."""
    known = PublicKnowledge(tuple([SeenHand((UNKNOWN,) * len(hand)) for hand in position.hands]))
    is_ordered = position.phase == OWES_ORDER
    return (
        _replace_hand(known, position.mover, SeenHand((), position.loose)) if is_ordered else known
    )


def update_known(
    before: Position, step: Step, position: Position, known: PublicKnowledge
) -> PublicKnowledge:
    """Give what everybody knows after a step of a position's mover, which has led to another."""
    seat, drawn = before.mover, UNKNOWN
    hand = known.hands[seat]
    if step.kind == steps.PLAY:
        start, end = find_hand_part(step.what)
        hand = _show_cards(hand, start, end, before.hands[seat][start:end])
    elif step.kind == steps.TAKE:
        drawn = step.what
        if position.is_over:
            hand, drawn = SeenHand((*hand.faces, drawn), hand.picked), UNKNOWN
    elif step.kind == steps.INSERT:
        at = step.what - 1
        hand = SeenHand((*hand.faces[:at], known.drawn, *hand.faces[at:]), hand.picked)
    elif step.kind == steps.OFFER:
        at = step.what - 1
        hand = _show_cards(hand, at, at + 1, before.hands[seat][at : at + 1])
    elif step.kind == steps.LAY:
        hand = _settle_hand(SeenHand((*hand.faces, PICKED), hand.picked))
    known = _replace_hand(known, seat, hand)
    if position.phase == OWES_ORDER and step.kind != steps.LAY:
        known = _replace_hand(known, position.mover, SeenHand((), position.loose))
    return PublicKnowledge(known.hands, drawn if position.phase == OWES_INSERT else UNKNOWN)


def reveal_known(
    before: Position, places: tuple[int, ...], known: PublicKnowledge
) -> PublicKnowledge:
    """Give what everybody knows once the first offers, at these places from 1, are revealed."""
    for seat, place in enumerate(places):
        cards = before.hands[seat][place - 1 : place]
        known = _replace_hand(known, seat, _show_cards(known.hands[seat], place - 1, place, cards))
    return known


def _replace_hand(known: PublicKnowledge, seat: int, hand: SeenHand) -> PublicKnowledge:
    return PublicKnowledge((*known.hands[:seat], hand, *known.hands[seat + 1 :]), known.drawn)


def _show_cards(hand: SeenHand, start: int, end: int, cards: tuple[int, ...]) -> SeenHand:
    """Take shown cards out of a hand; those that were PICKED are known from then on."""
    picked = hand.picked
    for face, card in zip(hand.faces[start:end], cards, strict=True):
        if face == PICKED:
            picked = remove_cards(picked, card)
    return _settle_hand(SeenHand(hand.faces[:start] + hand.faces[end:], picked))


def _settle_hand(hand: SeenHand) -> SeenHand:
    """Name the picked-up cards where they are all equal, and so none can be mistaken."""
    faces, picked = hand
    if not picked or picked[0] != picked[-1]:
        return hand
    named = tuple([picked[0] if face == PICKED else face for face in faces])
    return SeenHand(named, picked[: len(picked) - faces.count(PICKED)])
