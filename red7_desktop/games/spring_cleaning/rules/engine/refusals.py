"""Finds the reason why a step is not legal.

The codes, beside round_over and not_your_turn, which `legal` finds: hidden_hand (the mover's hand
is not known), already_picked, seals_first (every seat picks an offer first), owes_place,
owes_offer, owes_order (what a seat has to do first), must_lead (a leader cannot draw),
offers_not_led, no_such_place, not_in_hand (the play names other cards than lie there),
not_in_offer, no_such_seat, written_otherwise (the same play has another text), too_low (the same
kind and length, not higher), other_kind (a run against a set), wrong_length, nothing_to_draw,
own_offer, must_draw (a seat that can draw may not offer before), wrong_draw (another card lies on
the deck), not_drawn, nothing_picked_up, not_picked_up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.cards import SEATS, UNKNOWN
from red7_desktop.games.spring_cleaning.rules.combinations import (
    RUN,
    cards_of,
    find_hand_part,
    is_beating,
    length_of,
    owners_of,
    text_of_combination,
)
from red7_desktop.games.spring_cleaning.rules.engine.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
)
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.spring_cleaning.rules.steps import Step


def refuse_hidden_hand(position: Position) -> Reason | None:
    """Refuse to judge a mover whose hand is not fully known, where the hand matters."""
    mover = position.mover
    if position.phase == SEALED:
        return None
    if UNKNOWN in position.hands[mover] or UNKNOWN in position.loose:
        return make_reason("hidden_hand", seat=SEATS[mover])
    if position.phase == OWES_INSERT and not position.drawn:
        return make_reason("hidden_hand", seat=SEATS[mover])
    return None


def find_refusal(position: Position, step: Step, seat: int) -> Reason | None:
    """Say why a seat may not take a step, None where it may.

    The round goes on, and the seat is the mover, or any while offers are sealed.
    """
    if position.phase == SEALED:
        return _refuse_sealed(position, step, seat)
    return refuse_hidden_hand(position) or _REFUSALS[step.kind](position, step)


def _refuse_sealed(position: Position, step: Step, seat: int) -> Reason | None:
    if position.sealed[seat]:
        return make_reason("already_picked", seat=SEATS[seat])
    if step.kind != steps.OFFER:
        return make_reason("seals_first")
    return _refuse_place(len(position.hands[seat]), step.what)


def _refuse_place(places: int, place: int) -> Reason | None:
    if 1 <= place <= places:
        return None
    return make_reason("no_such_place", place=place, places=places)


def _explain_owed(position: Position) -> Reason | None:
    """Say what the mover has to do first in the middle of its turn."""
    code = _OWED.get(position.phase)
    return make_reason(code) if code else None


_OWED: Final = {OWES_INSERT: "owes_place", OWES_OFFER: "owes_offer", OWES_ORDER: "owes_order"}


def _refuse_play(position: Position, step: Step) -> Reason | None:
    return (
        _explain_owed(position)
        or _refuse_strength(position, step.what)
        or _refuse_source(position, step.what)
    )


def _refuse_strength(position: Position, play: int) -> Reason | None:
    table = position.table
    if not table:
        led = [owner for owner in owners_of(play) if owner >= 0]
        return make_reason("offers_not_led", seat=SEATS[led[0]]) if led else None
    if is_beating(play, table):
        return None
    facts: dict[str, str | int] = {"table": text_of_combination(table), "length": length_of(table)}
    if length_of(play) != length_of(table):
        return make_reason("wrong_length", **facts, count=length_of(play))
    return make_reason("too_low" if not (play ^ table) & RUN else "other_kind", **facts)


def _refuse_source(position: Position, play: int) -> Reason | None:
    """Refuse cards that do not lie where the play says."""
    mover, cards, owners = position.mover, cards_of(play), owners_of(play)
    left = [list(offer) for offer in position.offers]
    for card, owner in zip(cards, owners, strict=True):
        if owner >= position.seats:
            return make_reason("no_such_seat", seat=SEATS[owner])
        if owner >= 0:
            if card not in left[owner]:
                return make_reason("not_in_offer", card=str(card), seat=SEATS[owner])
            left[owner].remove(card)
    start, end = find_hand_part(play)
    own = tuple([card for card, owner in zip(cards, owners, strict=True) if owner < 0])
    if position.hands[mover][start:end] != own:
        return make_reason("not_in_hand", card=str(own[0]), place=start + 1)
    around = [(owner - mover) % position.seats if owner >= 0 else -1 for owner in owners]
    if not play & RUN and around != sorted(around):
        return make_reason("written_otherwise")
    return None


def _refuse_drawing(position: Position) -> Reason | None:
    owed = _explain_owed(position)
    if owed:
        return owed
    return None if position.trick else make_reason("must_lead")


def _refuse_draw(position: Position, step: Step) -> Reason | None:
    owed = _refuse_drawing(position)
    if owed:
        return owed
    if not position.deck and not position.discard:
        return make_reason("nothing_to_draw")
    top = position.deck[0] if position.deck else UNKNOWN
    if step.what and (top not in {UNKNOWN, step.what} or (not top and _is_gone(position, step))):
        return make_reason("wrong_draw", card=str(step.what))
    return None


def _is_gone(position: Position, step: Step) -> bool:
    """Whether all cards of the number drawn are known to lie elsewhere."""
    rows = [position.deck, *position.hands, *position.offers]
    rows += [cards_of(each) for each in position.trick]
    if position.deck:
        rows.append(position.discard)
    return sum([row.count(step.what) for row in rows]) >= 7


def _refuse_take(position: Position, step: Step) -> Reason | None:
    owed = _refuse_drawing(position)
    if owed:
        return owed
    if step.seat >= position.seats:
        return make_reason("no_such_seat", seat=SEATS[step.seat])
    if step.seat == position.mover:
        return make_reason("own_offer")
    if step.what not in position.offers[step.seat]:
        return make_reason("not_in_offer", card=str(step.what), seat=SEATS[step.seat])
    return None


def _refuse_insert(position: Position, step: Step) -> Reason | None:
    if position.phase != OWES_INSERT:
        return _explain_owed(position) or make_reason("not_drawn")
    return _refuse_place(len(position.hands[position.mover]) + 1, step.what)


def _refuse_offer(position: Position, step: Step) -> Reason | None:
    if position.phase == START:
        if not position.trick:
            return make_reason("must_lead")
        if can_draw(position):
            return make_reason("must_draw")
    elif position.phase != OWES_OFFER:
        return _explain_owed(position)
    return _refuse_place(len(position.hands[position.mover]), step.what)


def can_draw(position: Position) -> bool:
    """Whether a follower can draw anything: from the deck, the discarded cards, others' offers."""
    if position.deck or position.discard:
        return True
    others = [offer for seat, offer in enumerate(position.offers) if seat != position.mover]
    return others.count(()) < len(others)


def _refuse_lay(position: Position, step: Step) -> Reason | None:
    if position.phase != OWES_ORDER:
        return _explain_owed(position) or make_reason("nothing_picked_up")
    if step.what == UNKNOWN or step.what not in position.loose:
        return make_reason("not_picked_up", card=str(step.what or "?"))
    return None


_REFUSALS: Final[dict[int, Callable[[Position, Step], Reason | None]]] = {
    steps.PLAY: _refuse_play,
    steps.DRAW: _refuse_draw,
    steps.TAKE: _refuse_take,
    steps.INSERT: _refuse_insert,
    steps.OFFER: _refuse_offer,
    steps.LAY: _refuse_lay,
}
