"""Applies steps to positions. Expects legal steps; callers with unchecked steps use `legality`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    DRAW,
    FIELD_MASK,
    INSERT,
    OFFER,
    ORDER,
    OWNERS_SHIFT,
    PLAY,
    RUN,
    TAKE,
    TOP_SHIFT,
    Step,
    cards_of,
    find_hand_part,
    remove_cards,
)
from red7_desktop.games.spring_cleaning.rules.position import (
    NOBODY,
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    compute_trash_given,
    replace_fields,
    replace_hand,
)


def apply_step(position: Position, step: Step, seat: int = NOBODY) -> Position:
    """Return the position after a legal step of the mover.

    Args:
        position: The position before the step.
        step: The step.
        seat: The seat that acts. Only needed while first offers are picked; otherwise the mover
            acts.
    """
    if position.phase == SEALED:
        return apply_seal(position, seat, step.argument)
    if step.kind == TAKE:
        return apply_take(position, step.argument, step.seat)
    return _BY_KIND[step.kind](position, step.argument)


def apply_play(position: Position, play: int) -> Position:
    """Return the position after the mover plays cards.

    Args:
        position: The position before the play.
        play: The play, packed into an integer as `cards.play_of` does it.
    """
    mover = position.mover
    start, end = find_hand_part(play)
    hand = position.hands[mover]
    if end:
        hands = replace_hand(position.hands, mover, hand[:start] + hand[end:])
    else:
        hands = position.hands
    offers = position.offers
    owners = play >> OWNERS_SHIFT
    if owners:
        number = play >> TOP_SHIFT & FIELD_MASK
        step = 0
        if play & RUN:
            number = number - (play & FIELD_MASK) + 1
            step = 1
        while owners:
            owner = owners & 7
            if owner:
                offers = replace_hand(offers, owner - 1, remove_cards(offers[owner - 1], number))
            owners >>= 3
            number += step
    trick = (*position.trick, play & COMBINATION)
    for seat, offer in enumerate(offers):
        if not offer and not hands[seat]:
            return _end_round(position, trick, mover, hands, offers)
    return _end_turn(position, trick, mover, hands, offers)


def apply_draw(position: Position, card: int) -> Position:
    """Return the position after the mover draws the top card of the deck.

    If the deck is empty, the discarded cards become the deck, in unknown order.

    Args:
        position: The position before the draw.
        card: Number of the drawn card, 0 if unknown.
    """
    deck = position.deck
    discard = position.discard
    if not deck:
        deck = (0,) * len(discard)
        discard = ()
    return Position(
        position.at_once,
        position.trick,
        position.holder,
        deck[1:],
        discard,
        position.hands,
        position.offers,
        position.trash,
        position.mover,
        OWES_INSERT,
        card or deck[0],
    )


def apply_take(position: Position, card: int, owner: int) -> Position:
    """Return the position after the mover draws a card of an offer.

    If the card was the last card of its owner, the owner has finished. The round is then over, and
    the card is appended to the mover's hand.

    Args:
        position: The position before the draw.
        card: Number of the drawn card.
        owner: Seat that offers the card.
    """
    mover = position.mover
    hands = position.hands
    offers = replace_hand(position.offers, owner, remove_cards(position.offers[owner], card))
    if not offers[owner] and not hands[owner]:
        hands = replace_hand(hands, mover, (*hands[mover], card))
        return _end_round(position, position.trick, position.holder, hands, offers)
    return Position(
        position.at_once,
        position.trick,
        position.holder,
        position.deck,
        position.discard,
        hands,
        offers,
        position.trash,
        mover,
        OWES_INSERT,
        card,
    )


def apply_insert(position: Position, place: int) -> Position:
    """Return the position after the mover inserts the drawn card into its hand.

    Args:
        position: The position before the step.
        place: Position of the card in the new hand, from 1.
    """
    mover = position.mover
    hand = position.hands[mover]
    hand = (*hand[: place - 1], position.drawn, *hand[place - 1 :])
    return Position(
        position.at_once,
        position.trick,
        position.holder,
        position.deck,
        position.discard,
        replace_hand(position.hands, mover, hand),
        position.offers,
        position.trash,
        mover,
        OWES_OFFER,
    )


def apply_offer(position: Position, place: int) -> Position:
    """Return the position after the mover moves a card from its hand to its offer.

    Args:
        position: The position before the step.
        place: Position of the card in the hand, from 1.
    """
    mover = position.mover
    hand = position.hands[mover]
    hands = replace_hand(position.hands, mover, hand[: place - 1] + hand[place:])
    card = hand[place - 1]
    offer = position.offers[mover]
    at = bisect_right(offer, card)
    offer = (*offer[:at], card, *offer[at:])
    offers = replace_hand(position.offers, mover, offer)
    return _end_turn(position, position.trick, position.holder, hands, offers)


def apply_order(position: Position, card: int) -> Position:
    """Return the position after the mover appends a card of its picked-up offer to its hand.

    Args:
        position: The position before the step.
        card: Number of the card.
    """
    mover = position.mover
    hands = replace_hand(position.hands, mover, (*position.hands[mover], card))
    loose = remove_cards(position.picked_up, card)
    if loose or not position.at_once:
        return Position(
            position.at_once,
            position.trick,
            position.holder,
            position.deck,
            position.discard,
            hands,
            position.offers,
            position.trash,
            mover,
            OWES_ORDER if loose else START,
            0,
            loose,
        )
    return _end_turn(position, position.trick, position.holder, hands, position.offers)


def apply_seal(position: Position, seat: int, place: int) -> Position:
    """Return the position after a seat picks its first offer.

    Once all seats have picked, the offers are revealed, unless the place of a pick isn't known
    (HIDDEN).

    Args:
        position: The position before the pick.
        seat: The seat that picks a card.
        place: Place of the picked card in the seat's hand, from 1.
    """
    sealed = (*position.sealed[:seat], place, *position.sealed[seat + 1 :])
    hands = position.hands
    offers = position.offers
    is_open = min(sealed) > 0
    if is_open:
        pairs = list(zip(hands, sealed, strict=True))
        offers = tuple([(hand[at - 1],) for hand, at in pairs])
        hands = tuple([hand[: at - 1] + hand[at:] for hand, at in pairs])
    phase, left = (START, ()) if is_open else (SEALED, sealed)
    return replace_fields(position, hands=hands, offers=offers, phase=phase, sealed=left)


def _end_turn(
    position: Position,
    trick: tuple[int, ...],
    holder: int,
    hands: tuple[tuple[int, ...], ...],
    offers: tuple[tuple[int, ...], ...],
) -> Position:
    """End the mover's turn and begin the next one.

    If the mover has to pick up its offer at once, the mover continues. Otherwise it is the turn of
    the next seat. If this seat holds the trick, the trick is discarded.
    """
    mover = position.mover
    discard = position.discard
    if position.at_once and not hands[mover]:
        following = mover
    else:
        if mover + 1 < len(hands):
            following = mover + 1
        else:
            following = 0
        if following == holder:
            discard = discard + tuple([card for each in trick for card in cards_of(each)])
            trick = ()
            holder = NOBODY
    phase = START
    loose: tuple[int, ...] = ()
    if not hands[following]:
        phase = OWES_ORDER
        loose = offers[following]
        offers = replace_hand(offers, following, ())
    return Position(
        position.at_once,
        trick,
        holder,
        position.deck,
        discard,
        hands,
        offers,
        position.trash,
        following,
        phase,
        0,
        loose,
    )


def stop_round(position: Position, actor: int) -> Position:
    """End a round that has taken too many turns.

    The seats with the fewest cards count as having finished.
    """
    hands = position.hands
    offers = position.offers
    if position.picked_up:
        offers = replace_hand(offers, position.mover, position.picked_up)
    return _end_round(position, position.trick, position.holder, hands, offers, actor)


def _end_round(
    position: Position,
    trick: tuple[int, ...],
    holder: int,
    hands: tuple[tuple[int, ...], ...],
    offers: tuple[tuple[int, ...], ...],
    actor: int = NOBODY,
) -> Position:
    """End the round and add the trash (penalty points) that each seat gets.

    Args:
        position: The position before the end.
        trick: The trick's combinations in the final position.
        holder: The seat that holds the trick.
        hands: Each seat's hand at the end.
        offers: Each seat's offer at the end.
        actor: The seat that took the last turn. NOBODY means the mover of `position`.
    """
    left = tuple([len(hand) + len(offer) for hand, offer in zip(hands, offers, strict=True)])
    given = compute_trash_given(left, position.mover if actor < 0 else actor)
    trash = [had + more for had, more in zip(position.trash, given, strict=True)]
    return Position(
        position.at_once,
        trick,
        holder,
        position.deck,
        position.discard,
        hands,
        offers,
        tuple(trash),
        NOBODY,
        START,
    )


_BY_KIND: Final[dict[int, Callable[[Position, int], Position]]] = {
    PLAY: apply_play,
    DRAW: apply_draw,
    INSERT: apply_insert,
    OFFER: apply_offer,
    ORDER: apply_order,
}
