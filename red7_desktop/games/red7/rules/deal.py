"""Deals rounds. All chance of a match is in here, and comes from its seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import ALL, DECK_SIZE, cards_in, set_of
from red7_desktop.games.red7.rules.engine.position import START, Position
from red7_desktop.tabletop.errors import InvalidPosition

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.ruleset import Ruleset

HAND_SIZE: Final = 7

STARTERS: Final = ("after_highest", "lowest")
"""Who starts: the seat after the highest palette card's holder, or the lowest card's holder."""


def shuffle_cards(cards: int, seed: int, round_number: int) -> tuple[int, ...]:
    """Shuffle a set of cards, the same way for the same seed and round on every platform.

    Only `Random.random` is used, the one generator whose sequence Python promises to keep.
    """
    deck = list(cards_in(cards))
    chance = random.Random(f"red7:{seed}:{round_number}")
    for last in range(len(deck) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def can_deal(scores: tuple[tuple[int, ...], ...]) -> bool:
    """Whether the cards not in score piles are enough for another round."""
    left = DECK_SIZE - sum([len(pile) for pile in scores])
    return left >= (HAND_SIZE + 1) * len(scores)


def deal_round(
    rules: Ruleset,
    scores: tuple[tuple[int, ...], ...],
    seed: int,
    round_number: int = 1,
    starter: str = STARTERS[0],
) -> Position:
    """Deal a round to as many seats as there are score piles.

    Raises InvalidPosition when there are not 2 to 4 seats or too few cards are left.
    """
    seats = len(scores)
    if not 2 <= seats <= 4:
        raise InvalidPosition("seats", str(seats), "must be 2 to 4")
    if starter not in STARTERS:
        raise InvalidPosition("starter", starter, f"must be one of {', '.join(STARTERS)}")
    if not can_deal(scores):
        raise InvalidPosition("deck", str(seats), "too few cards are left to deal to every seat")
    cards = shuffle_cards(ALL & ~sum([set_of(pile) for pile in scores]), seed, round_number)
    hands = [cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(seats)]
    first = cards[HAND_SIZE * seats : (HAND_SIZE + 1) * seats]
    return Position(
        rules,
        (),
        cards[(HAND_SIZE + 1) * seats :],
        tuple([set_of(hand) for hand in hands]),
        (0,) * seats,
        tuple([(card,) for card in first]),
        tuple([1 << card for card in first]),
        scores,
        _find_starting_seat(first, starter),
        0,
        START,
    )


def _find_starting_seat(first: tuple[int, ...], starter: str) -> int:
    if starter == "lowest":
        return first.index(min(first))
    return (first.index(max(first)) + 1) % len(first)
