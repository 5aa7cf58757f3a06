"""Makes a play of cards that were picked one by one from the hand and from offers, or says why not.

The codes: nothing_picked, no_such_place, no_combination (these cards are none in any order),
lies_between (a hand card that was not picked lies between two that were), falls (two picked hand
cards lie in falling order, but hand cards of a run must rise).
"""

from __future__ import annotations

from itertools import pairwise

from red7_desktop.games.spring_cleaning.rules.combinations import combination_of, play_of
from red7_desktop.games.spring_cleaning.rules.engine.position import Position
from red7_desktop.games.spring_cleaning.rules.steps import PLAY, Step
from red7_desktop.tabletop.reasons import Reason, make_reason


def combine_cards(
    position: Position, places: tuple[int, ...], taken: tuple[tuple[int, int], ...]
) -> Step | Reason:
    """Give the play that the mover makes of cards, legal or not, or the reason why there is none.

    places: those of hand cards, from 1, in any order. taken: offer cards as pairs of the seat and
    the number.
    """
    mover, seats = position.mover, position.seats
    hand, places = position.hands[mover], tuple(sorted(set(places)))
    if not places and not taken:
        return make_reason("nothing_picked")
    if places and not 1 <= places[0] <= places[-1] <= len(hand):
        return make_reason("no_such_place", place=places[-1], places=len(hand))
    own = [hand[place - 1] for place in places]
    cards = sorted([*own, *[number for _, number in taken]])
    if not combination_of(cards):
        return make_reason("no_combination", cards=" ".join([str(card) for card in cards]))
    for left, right in pairwise(places):
        if right > left + 1:
            return make_reason("lies_between", card=str(hand[left]), place=left + 1)
    for before, behind in pairwise(own):
        if before > behind:
            return make_reason("falls", left=str(before), right=str(behind))
    # By number for a run, by the way round the table for a set: the hand first, then own offers.
    sources = [(card, -1, -1) for card in own]
    sources += [(number, (seat - mover) % seats, seat) for seat, number in taken]
    owners = [seat for _, _, seat in sorted(sources)]
    return Step(PLAY, play_of(cards, owners, places[0] if places else 0))
