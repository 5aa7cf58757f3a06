"""Deals rounds and makes new decks. All chance of a match is in here, and comes from its seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.cards import FULL_DECK, get_hand_size
from red7_desktop.games.spring_cleaning.rules.engine.position import NOBODY, SEALED, Position

if TYPE_CHECKING:
    from collections.abc import Iterable


def shuffle_cards(cards: Iterable[int], chance: random.Random) -> tuple[int, ...]:
    """Shuffle cards, the same way for the same chance on every platform.

    Only `Random.random` is used, the one generator whose sequence Python promises to keep.
    """
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def draw_first_leader(seed: int, seats: int) -> int:
    """Draw the seat that leads the first round of a match."""
    return int(random.Random(f"spring:{seed}:leader").random() * seats)


def deal_round(
    at_once: bool, trash: tuple[int, ...], leader: int, seed: int, round_number: int = 1
) -> Position:
    """Deal a round to as many seats as there are entries of trash; nobody has picked an offer."""
    seats = len(trash)
    cards = shuffle_cards(FULL_DECK, random.Random(f"spring:{seed}:{round_number}"))
    size = get_hand_size(seats)
    return Position(
        at_once,
        (),
        NOBODY,
        cards[size * seats :],
        (),
        tuple([cards[size * seat : size * (seat + 1)] for seat in range(seats)]),
        ((),) * seats,
        trash,
        leader,
        SEALED,
        sealed=(0,) * seats,
    )


def build_new_deck(
    discard: tuple[int, ...], seed: int, round_number: int, reshuffles: int
) -> tuple[int, ...]:
    """Shuffle the discarded cards into a deck; reshuffles: how often that has happened before.

    The order in which they were discarded makes no difference.
    """
    chance = random.Random(f"spring:{seed}:{round_number}:{reshuffles + 1}")
    return shuffle_cards(sorted(discard), chance)


def restock_deck(position: Position, deck: tuple[int, ...]) -> Position:
    """Give a position with a new deck, made of all the discarded cards."""
    return Position(
        position.at_once,
        position.trick,
        position.holder,
        deck,
        (),
        position.hands,
        position.offers,
        position.trash,
        position.mover,
        position.phase,
        position.drawn,
        position.loose,
        position.sealed,
    )
