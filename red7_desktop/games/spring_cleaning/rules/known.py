"""What everybody knows of the hands, because everybody saw what went into them and out.

Faces that were drawn from an offer stay known at their places. Of a picked-up offer everybody knows
the cards, but not the order in which their owner has laid them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import UNKNOWN, without
from red7_desktop.games.spring_cleaning.rules.combinations import hand_part
from red7_desktop.games.spring_cleaning.rules.engine.position import INSERT, ORDER, Position
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


class Known(NamedTuple):
    """What everybody knows: every seat's hand, and the drawn card that has no place yet."""

    hands: tuple[SeenHand, ...]
    drawn: int = UNKNOWN


def known_at(position: Position) -> Known:
    """Give what is known where a round begins: how many cards hands have, and which are loose."""
    known = Known(tuple([SeenHand((UNKNOWN,) * len(hand)) for hand in position.hands]))
    is_ordered = position.phase == ORDER
    return _with(known, position.mover, SeenHand((), position.loose)) if is_ordered else known


def known_after(before: Position, step: Step, position: Position, known: Known) -> Known:
    """Give what everybody knows after a step of a position's mover, which has led to another."""
    seat, drawn = before.mover, UNKNOWN
    hand = known.hands[seat]
    if step.kind == steps.PLAY:
        start, end = hand_part(step.what)
        hand = _shown(hand, start, end, before.hands[seat][start:end])
    elif step.kind == steps.TAKE:
        drawn = step.what
        if position.is_over:
            hand, drawn = SeenHand((*hand.faces, drawn), hand.picked), UNKNOWN
    elif step.kind == steps.INSERT:
        at = step.what - 1
        hand = SeenHand((*hand.faces[:at], known.drawn, *hand.faces[at:]), hand.picked)
    elif step.kind == steps.OFFER:
        at = step.what - 1
        hand = _shown(hand, at, at + 1, before.hands[seat][at : at + 1])
    elif step.kind == steps.LAY:
        hand = _settled(SeenHand((*hand.faces, PICKED), hand.picked))
    known = _with(known, seat, hand)
    if position.phase == ORDER and step.kind != steps.LAY:
        known = _with(known, position.mover, SeenHand((), position.loose))
    return Known(known.hands, drawn if position.phase == INSERT else UNKNOWN)


def known_revealed(before: Position, places: tuple[int, ...], known: Known) -> Known:
    """Give what everybody knows once the first offers, at these places from 1, are revealed."""
    for seat, place in enumerate(places):
        cards = before.hands[seat][place - 1 : place]
        known = _with(known, seat, _shown(known.hands[seat], place - 1, place, cards))
    return known


def _with(known: Known, seat: int, hand: SeenHand) -> Known:
    return Known((*known.hands[:seat], hand, *known.hands[seat + 1 :]), known.drawn)


def _shown(hand: SeenHand, start: int, end: int, cards: tuple[int, ...]) -> SeenHand:
    """Take shown cards out of a hand; those that were PICKED are known from then on."""
    picked = hand.picked
    for face, card in zip(hand.faces[start:end], cards, strict=True):
        if face == PICKED:
            picked = without(picked, card)
    return _settled(SeenHand(hand.faces[:start] + hand.faces[end:], picked))


def _settled(hand: SeenHand) -> SeenHand:
    """Name the picked-up cards where they are all equal, and so none can be mistaken."""
    faces, picked = hand
    if not picked or picked[0] != picked[-1]:
        return hand
    named = tuple([picked[0] if face == PICKED else face for face in faces])
    return SeenHand(named, picked[: len(picked) - faces.count(PICKED)])
