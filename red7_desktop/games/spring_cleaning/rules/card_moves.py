"""Converts steps into card moves and drags into steps, and tracks which hand cards are public.

All seats know where a seat inserted a card that it drew from an offer. They also know the cards of
a picked-up offer, but not in which order their owner put them in the hand.

A drawn card is in the zone `drawn` until it is inserted; picked-up cards are in `picked`. All cards
of a play move to the table together.

Codes of the reasons why selected cards can't be played together:
    nothing_picked: No card is selected.
    no_such_place: The index of a selected hand card is outside the hand.
    no_combination: The cards are neither a set nor a run in any order.
    lies_between: A hand card that isn't selected is between two selected hand cards.
    falls: Two selected hand cards are in falling order, but the numbers of a run rise from left to
        right.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.rules import cards, legality
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    OWES_ORDER,
    SEALED,
    START,
    Position,
)
from red7_desktop.tabletop.game import CardMove, DragMove, Reason, make_reason, zone_of

PICKED_UP: Final = -1
"""Value in place of a card in a `PublicHand`, the hand as all seats know it. It means that the card
comes from the offer that the hand's owner has picked up. Only the owner knows which card it is."""


class PublicHand(NamedTuple):
    """A hand as all seats know it.

    Attributes:
        faces: The cards from left to right: the card's number if it is public, UNKNOWN if it is
            secret, or PICKED_UP if it comes from a picked-up offer.
        picked: Numbers of the cards of a picked-up offer, sorted. All seats know these numbers, but
            not which PICKED_UP card has which number. Some of the cards may not be in the hand yet.
    """

    faces: tuple[int, ...]
    picked: tuple[int, ...] = ()


class PublicKnowledge(NamedTuple):
    """The cards in hands whose numbers every seat can infer from the public record of the round.

    Attributes:
        hands: Each seat's hand, in which the cards that aren't public are hidden.
        drawn: The drawn card that isn't inserted yet; UNKNOWN if there is none or it is secret.
    """

    hands: tuple[PublicHand, ...]
    drawn: int = cards.UNKNOWN


def build_known(position: Position) -> PublicKnowledge:
    """Return the public hand cards at the beginning of a round.

    The round may begin with a deal or from a given position. Only the cards of a picked-up offer
    are public.
    """
    known = PublicKnowledge(
        tuple([PublicHand((cards.UNKNOWN,) * len(hand)) for hand in position.hands])
    )
    is_ordered = position.phase == OWES_ORDER
    if is_ordered:
        return _replace_hand(known, position.mover, PublicHand((), position.picked_up))
    return known


def update_known(
    before: Position, step: cards.Step, position: Position, known: PublicKnowledge
) -> PublicKnowledge:
    """Return which cards in hands are public after a step of the mover.

    Args:
        before: The position before the step.
        step: The step.
        position: The position after the step.
        known: The cards that were public before the step.
    """
    seat = before.mover
    drawn = cards.UNKNOWN
    hand = known.hands[seat]
    if step.kind == cards.PLAY:
        start, end = cards.find_hand_part(step.argument)
        hand = _show_cards(hand, start, end, before.hands[seat][start:end])
    elif step.kind == cards.TAKE:
        drawn = step.argument
        if position.is_over:
            hand = PublicHand((*hand.faces, drawn), hand.picked)
            drawn = cards.UNKNOWN
    elif step.kind == cards.INSERT:
        at = step.argument - 1
        hand = PublicHand((*hand.faces[:at], known.drawn, *hand.faces[at:]), hand.picked)
    elif step.kind == cards.OFFER:
        at = step.argument - 1
        hand = _show_cards(hand, at, at + 1, before.hands[seat][at : at + 1])
    elif step.kind == cards.ORDER:
        hand = _name_equal_cards(PublicHand((*hand.faces, PICKED_UP), hand.picked))
    known = _replace_hand(known, seat, hand)
    if position.phase == OWES_ORDER and step.kind != cards.ORDER:
        known = _replace_hand(known, position.mover, PublicHand((), position.picked_up))
    return PublicKnowledge(known.hands, drawn if position.phase == OWES_INSERT else cards.UNKNOWN)


def reveal_known(
    before: Position, places: tuple[int, ...], known: PublicKnowledge
) -> PublicKnowledge:
    """Return the public hand cards after all first offers have been revealed.

    Args:
        before: The position before the offers are revealed.
        places: Place of each seat's offered card in its hand, from 1.
        known: The hand cards that were public before.
    """
    for seat, place in enumerate(places):
        shown = before.hands[seat][place - 1 : place]
        known = _replace_hand(known, seat, _show_cards(known.hands[seat], place - 1, place, shown))
    return known


def _replace_hand(known: PublicKnowledge, seat: int, hand: PublicHand) -> PublicKnowledge:
    return PublicKnowledge((*known.hands[:seat], hand, *known.hands[seat + 1 :]), known.drawn)


def _show_cards(hand: PublicHand, start: int, end: int, shown: tuple[int, ...]) -> PublicHand:
    """Return a hand as all seats know it after some of its cards have been played or offered.

    Args:
        hand: The hand as all seats knew it before.
        start: Index of the first card that leaves the hand.
        end: Index after the last card that leaves the hand.
        shown: The numbers of these cards.
    """
    picked = hand.picked
    for face, card in zip(hand.faces[start:end], shown, strict=True):
        if face == PICKED_UP:
            picked = cards.remove_cards(picked, card)
    return _name_equal_cards(PublicHand(hand.faces[:start] + hand.faces[end:], picked))


def _name_equal_cards(hand: PublicHand) -> PublicHand:
    """Reveal the cards of a seat's picked-up offer, if all of them have the same number.

    In a public hand, PICKED_UP is a placeholder for a card from the picked-up offer, because only
    the owner knows the order in which these cards are in the hand. If all of them have the same
    number, there is no order to hide. Each PICKED_UP is then replaced by the number.
    """
    faces, picked = hand
    if len(set(picked)) != 1:
        return hand
    (alike,) = set(picked)
    named = tuple([alike if face == PICKED_UP else face for face in faces])
    return PublicHand(named, picked[: len(picked) - faces.count(PICKED_UP)])


TABLE_ZONE = "table"
"""Name of the zone on the table that contains the combination to beat."""
TRICK_ZONE = "trick"
"""Name of the zone on the table that contains the trick's beaten combinations, oldest first."""
DECK_ZONE = "deck"
DISCARD_ZONE = "discard"


def list_card_moves(
    before: Position, step: cards.Step, after: Position, known: PublicKnowledge
) -> tuple[CardMove, ...]:
    """Return the cards that move in a step of the mover.

    Args:
        before: The position before the step, with a new deck already made if it was needed.
        step: The step.
        after: The position after the step.
        known: The cards in hands that are public after the step.
    """
    seat = before.mover
    is_play = step.kind == cards.PLAY
    if is_play:
        card_moves = _list_play_moves(before, step)
    else:
        card_moves = [_move_one(before, step, after, known)]
    if before.trick and not after.trick:
        card_moves += _list_moves_to_discard(before)
    if after.phase == OWES_ORDER and (after.mover != seat or step.kind != cards.ORDER):
        owner = after.mover
        zones = zone_of("offer", owner), zone_of("picked", owner)
        card_moves += [CardMove(str(card), *zones) for card in after.picked_up]
    return tuple(card_moves)


def list_reveal_moves(before: Position, places: tuple[int, ...]) -> tuple[CardMove, ...]:
    """Return the cards that move when all first offers are revealed.

    Args:
        before: The position before the offers are revealed.
        places: Place of each seat's offered card in its hand, from 1.
    """
    card_moves = []
    for seat, place in enumerate(places):
        card = str(before.hands[seat][place - 1])
        zones = zone_of("hand", seat), zone_of("offer", seat)
        card_moves.append(CardMove(card, *zones, source_place=place - 1, target_place=0))
    return tuple(card_moves)


def list_new_deck_moves(before: Position) -> tuple[CardMove, ...]:
    """Return the card moves when the discarded cards become the deck."""
    return tuple([CardMove(str(card), DISCARD_ZONE, DECK_ZONE) for card in before.discard])


def list_deal_moves(position: Position) -> tuple[CardMove, ...]:
    """Return the card moves of a deal, in the order in which the cards are dealt.

    The cards go to the hands in turn, one at a time, until all hands are full.
    """
    card_moves = []
    for nth in range(len(position.hands[0])):
        for seat, hand in enumerate(position.hands):
            zone = zone_of("hand", seat)
            own = frozenset({seat})
            card_moves.append(CardMove(str(hand[nth]), DECK_ZONE, zone, own, target_place=nth))
    return tuple(card_moves)


def _list_moves_to_discard(before: Position) -> list[CardMove]:
    behind = len(before.discard)
    beaten, top = _find_beaten_and_top(before)
    return [
        CardMove(str(card), zone, DISCARD_ZONE, source_place=nth, target_place=behind + first + nth)
        for zone, first, swept in ((TRICK_ZONE, 0, beaten), (TABLE_ZONE, len(beaten), top))
        for nth, card in enumerate(swept)
    ]


def _find_beaten_and_top(position: Position) -> tuple[list[int], tuple[int, ...]]:
    *beaten, top = position.trick
    return [card for each in beaten for card in cards.cards_of(each)], cards.cards_of(top)


def _list_play_moves(before: Position, step: cards.Step) -> list[CardMove]:
    """Return the card moves of a play: first the beaten combination, then the played cards.

    If an offer holds several cards of the same number, the leftmost ones are moved.
    """
    place = cards.find_hand_part(step.argument)[0]
    gone: dict[tuple[int, int], int] = {}
    card_moves: list[CardMove] = []
    if before.trick:  # Move the combination on the table to the beaten ones.
        beaten, top = _find_beaten_and_top(before)
        card_moves = [
            CardMove(str(card), TABLE_ZONE, TRICK_ZONE, None, nth, len(beaten) + nth)
            for nth, card in enumerate(top)
        ]
    played = zip(cards.cards_of(step.argument), cards.owners_of(step.argument), strict=True)
    for at, (card, owner) in enumerate(played):
        if owner < 0:
            source = zone_of("hand", before.mover)
            source_place = place
            place += 1
        else:
            earlier = gone.get((owner, card), 0)
            gone[owner, card] = earlier + 1
            source = zone_of("offer", owner)
            source_place = before.offers[owner].index(card) + earlier
        card_moves.append(CardMove(str(card), source, TABLE_ZONE, None, source_place, at))
    return card_moves


def _move_one(
    before: Position, step: cards.Step, after: Position, known: PublicKnowledge
) -> CardMove:
    seat = before.mover
    hand = before.hands[before.mover]
    way = _build_drag_move(before, seat, step)
    card = way.card
    target = way.target
    source_place = way.source_place
    place = way.target_place
    is_hidden = False
    if step.kind == cards.DRAW:
        card = str(after.drawn)
        is_hidden = True
    elif step.kind == cards.TAKE:
        # If the draw ends the round, the card goes straight to the hand.
        if after.is_over:
            target = zone_of("hand", seat)
            place = len(hand)
        else:
            place = 0
    elif step.kind == cards.INSERT:
        is_hidden = known.hands[seat].faces[step.argument - 1] == cards.UNKNOWN
    elif step.kind == cards.ORDER:
        source_place = None
        place = len(hand)
        is_hidden = known.hands[seat].faces[place] == PICKED_UP
    elif after.phase != OWES_ORDER or after.mover != seat:
        place = sum([other <= hand[step.argument - 1] for other in before.offers[seat]])
    witnesses = frozenset({seat}) if is_hidden else None
    return CardMove(card or "", way.source, target, witnesses, source_place, place)


def combine_cards(
    position: Position, places: tuple[int, ...], taken: tuple[tuple[int, int], ...]
) -> cards.Step | Reason:
    """Combine selected cards into a play of the mover, legal or not.

    Args:
        position: The position.
        places: Places of hand cards, from 1, in any order.
        taken: Cards of offers, as pairs of seat and number.

    Returns:
        The packed play, or the reason why the cards can't be played together.
    """
    mover = position.mover
    seats = position.seats
    hand = position.hands[mover]
    places = tuple(sorted(set(places)))
    if not places and not taken:
        return make_reason("nothing_picked")
    if places and not 1 <= places[0] <= places[-1] <= len(hand):
        return make_reason("no_such_place", place=places[-1], places=len(hand))
    own = [hand[place - 1] for place in places]
    whole = sorted([*own, *[number for _, number in taken]])
    if not cards.combination_of(whole):
        return make_reason("no_combination", cards=" ".join([str(card) for card in whole]))
    for left, right in pairwise(places):
        if right > left + 1:
            return make_reason("lies_between", card=str(hand[left]), place=left + 1)
    for before, behind in pairwise(own):
        if before > behind:
            return make_reason("falls", left=str(before), right=str(behind))
    # The cards of a run are sorted by number. In a set, the hand cards come first. The cards from
    # offers follow, in clockwise order of the seats, the mover first.
    sources = [(card, -1, -1) for card in own]
    sources += [(number, (seat - mover) % seats, seat) for seat, number in taken]
    owners = [seat for _, _, seat in sorted(sources)]
    return cards.Step(cards.PLAY, cards.play_of(whole, owners, places[0] if places else 0))


def find_drag_move(position: Position, seat: int, step: cards.Step) -> DragMove | None:
    """Return the drag by which a user would take a seat's step.

    A play is a drag of several cards, in the order of the play.

    Returns:
        None if a card of the step isn't in the zone from which it would be dragged.
    """
    if step.kind == cards.PLAY:
        return _find_play_move(position, seat, step)
    lies = {
        cards.TAKE: lambda: step.argument in position.offers[step.seat],
        cards.OFFER: lambda: 1 <= step.argument <= len(position.hands[seat]),
        cards.ORDER: lambda: step.argument in position.picked_up,
    }.get(step.kind)
    if lies is None or lies():
        return _build_drag_move(position, seat, step)
    return None


def _find_play_move(position: Position, seat: int, step: cards.Step) -> DragMove | None:
    """Return the drag by which a user would make a play.

    If an offer has several equal cards, the leftmost ones are dragged.

    Returns:
        None if a card of the play isn't in the hand or offer that it comes from.
    """
    at = cards.find_hand_part(step.argument)[0]
    free = [list(offer) for offer in position.offers]
    places: list[tuple[str, int]] = []
    for card, owner in zip(
        cards.cards_of(step.argument), cards.owners_of(step.argument), strict=True
    ):
        if owner < 0:
            places.append((zone_of("hand", seat), at))
            at += 1
        elif owner < len(free) and card in free[owner]:
            nth = free[owner].index(card)
            free[owner][nth] = cards.UNKNOWN
            places.append((zone_of("offer", owner), nth))
        else:
            return None
    (zone, place), *others = places
    first = str(cards.cards_of(step.argument)[0])
    return DragMove(first, zone, TABLE_ZONE, place, other_cards=tuple(others), is_picked_first=True)


def _build_drag_move(position: Position, seat: int, step: cards.Step) -> DragMove:
    hand = zone_of("hand", seat)
    argument = step.argument
    if step.kind == cards.DRAW:
        return DragMove(None, DECK_ZONE, zone_of("drawn", seat))
    if step.kind == cards.TAKE:
        at = position.offers[step.seat].index(argument)
        return DragMove(str(argument), zone_of("offer", step.seat), zone_of("drawn", seat), at)
    if step.kind == cards.INSERT:
        card = None
        if position.drawn:
            card = str(position.drawn)
        return DragMove(card, zone_of("drawn", seat), hand, 0, argument - 1)
    if step.kind == cards.ORDER:
        return DragMove(
            str(argument), zone_of("picked", seat), hand, position.picked_up.index(argument)
        )
    # An offer can't be changed afterwards, so the user has to confirm the drag.
    waits = position.phase in {SEALED, OWES_OFFER}
    card = str(position.hands[seat][argument - 1])
    return DragMove(card, hand, zone_of("offer", seat), argument - 1, needs_confirmation=waits)


def find_dragged_step(
    position: Position, seat: int, drag_move: DragMove
) -> cards.Step | Reason | None:
    """Convert a seat's drag into a step, whether the step is legal or not.

    If the drag doesn't say from which index a card comes, the first card with its number is taken.
    If it doesn't say where a drawn card goes, the card goes to the end of the hand.

    Returns:
        The step. None if the drag corresponds to no step. The reason why the drag isn't allowed if
        the dragged cards form no combination, or if the seat must take another step before it can
        play or draw.
    """
    if drag_move.other_cards:
        return _find_dragged_play(position, seat, drag_move)
    source, _, owner = drag_move.source.partition(":")
    target, _, target_owner = drag_move.target.partition(":")
    is_own = owner == cards.SEATS[seat]
    if target_owner not in {"", cards.SEATS[seat]} or (source in _OWNERS_ZONES and not is_own):
        return None
    whose = seat
    if source == "offer":
        if owner not in tuple(cards.SEATS):
            return None
        whose = cards.SEATS.index(owner)
    step = _find_single_card_step(position.hands[whose], whose, source, target, drag_move)
    is_asked = position.phase == SEALED or seat == position.mover
    if step is not None and step.kind in _FIRST_STEPS and is_asked and position.phase != START:
        return legality.find_illegal_reason(position, step, seat)
    return step


def _find_dragged_play(
    position: Position, seat: int, drag_move: DragMove
) -> cards.Step | Reason | None:
    if drag_move.target != TABLE_ZONE or drag_move.source_place is None or seat != position.mover:
        return None
    own = []
    taken = []
    for zone, at in ((drag_move.source, drag_move.source_place), *drag_move.other_cards):
        kind, _, letter = zone.partition(":")
        owner = cards.SEATS.find(letter) if letter else -1
        if kind == "hand" and owner == seat:
            own.append(at + 1)
        elif kind == "offer" and 0 <= owner < position.seats:
            if not 0 <= at < len(position.offers[owner]):
                return None
            taken.append((owner, position.offers[owner][at]))
        else:
            return None
    return combine_cards(position, tuple(own), tuple(taken))


_FIRST_STEPS: Final = frozenset({cards.PLAY, cards.DRAW, cards.TAKE})
_OWNERS_ZONES: Final = frozenset({"hand", "drawn", "picked"})
"""Kinds of zones (places for cards) from which only the owner of the zone may move cards."""
_NUMBERS: Final = frozenset("123456789")


def _find_single_card_step(
    hand: tuple[int, ...], seat: int, source: str, target: str, drag_move: DragMove
) -> cards.Step | None:
    """Convert a drag of a single card into a step; return None if it corresponds to no step.

    Args:
        hand: Hand of the source zone's owner.
        seat: The source zone's owner.
        source: Kind of the zone that the card leaves.
        target: Kind of the zone on which the card is dropped.
        drag_move: The drag.
    """
    if drag_move.card in _NUMBERS:
        number = int(drag_move.card)
    else:
        number = 0
    at = drag_move.target_place
    # The place of the dragged card in the hand, from 1; 0 if it isn't a hand card.
    place = hand.index(number) + 1 if number in hand else 0
    if drag_move.source_place is not None:
        if 0 <= drag_move.source_place < len(hand):
            place = drag_move.source_place + 1
        else:
            place = 0
    found: cards.Step | None = None
    match source, target:
        case "deck", "drawn" | "hand":
            found = cards.DRAW_STEP
        case "drawn", "hand" | "offer":
            # A drawn card that is dragged to the offer is first inserted into the hand. Its place
            # there doesn't matter, because it is offered next.
            found = cards.Step(cards.INSERT, (len(hand) if at is None else at) + 1)
        case "offer", "drawn" | "hand" if number:
            found = cards.Step(cards.TAKE, number, seat)
        case "offer", "table" if number:
            found = cards.Step(cards.PLAY, cards.play_of((number,), (seat,), 0))
        case "picked", "hand" if number:
            found = cards.Step(cards.ORDER, number)
        case "hand", "offer" if place:
            found = cards.Step(cards.OFFER, place)
        case "hand", "table" if place:
            found = cards.Step(cards.PLAY, cards.play_of((hand[place - 1],), (-1,), place))
    return found
