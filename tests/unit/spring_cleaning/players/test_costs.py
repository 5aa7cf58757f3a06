"""What hands cost: a hand that was read once knows what it would cost after any change."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.evaluation import (
    Costs,
    Reading,
    count_packed_cards,
    pack_cards,
)

COSTS = Costs()


def hands(number: int) -> list[list[int]]:
    """Give hands with many neighbours that hang together."""
    chance = Random(3)
    highest = [chance.choice((3, 5, 9)) for _ in range(number)]
    return [[chance.randint(1, top) for _ in range(chance.randrange(1, 13))] for top in highest]


def cost(cards: list[int]) -> int:
    return Reading(COSTS, cards).cost


def test_a_hand_knows_what_it_costs_without_some_neighbours() -> None:
    for hand in hands(150):
        reading = Reading(COSTS, hand)
        for start in range(len(hand)):
            for end in range(start, len(hand) + 1):
                assert reading.without(start, end) == cost(hand[:start] + hand[end:]), hand


def test_a_hand_knows_what_it_costs_with_one_more_card() -> None:
    for hand in hands(150):
        reading = Reading(COSTS, hand)
        for place in range(len(hand) + 1):
            for card in range(1, 10):
                longer = [*hand[:place], card, *hand[place:]]
                assert reading.with_card(place, card) == cost(longer), (hand, place, card)
                apart = cost(hand[:place]) + cost([card]) + cost(hand[place:])
                is_told = place in reading.joining(card) or hand[place - 1 : place] == [card]
                assert is_told or reading.with_card(place, card) == apart


@pytest.mark.parametrize(
    ("cheap", "dear"),
    [
        ([5, 5, 9], [5, 9, 5]),
        ([4, 5, 6], [6, 5, 4]),
        ([9], [1]),
        ([7, 7, 7], [7, 7]),
        ([3, 4, 5, 6], [3, 4, 6, 5]),
    ],
)
def test_what_hangs_together_costs_less(cheap: list[int], dear: list[int]) -> None:
    assert cost(cheap) < cost(dear)


def test_picked_up_cards_are_laid_out_as_cheaply_as_can_be() -> None:
    chance = Random(5)
    for _ in range(40):
        cards = [chance.randint(1, 6) for _ in range(chance.randrange(1, 7))]
        hand = COSTS.laid_out(pack_cards(tuple(cards)))
        assert sorted(hand) == sorted(cards)
        assert cost(hand) == min([cost(list(order)) for order in permutations(cards)])


def test_offers_are_packed_by_number() -> None:
    assert count_packed_cards(pack_cards((1, 4, 4, 9))) == 4
    assert pack_cards((4, 4)) == 2 * pack_cards((4,))
    assert COSTS.offer(pack_cards((4, 5, 6))) < COSTS.offer(pack_cards((4, 6)))


def test_a_hand_that_changes_is_known_as_one_that_is_read_anew() -> None:
    chance = Random(5)
    for hand in hands(100):
        reading = Reading(COSTS, hand)
        for _ in range(4):
            start = chance.randint(0, len(hand))
            end = chance.randint(start, len(hand))
            reading.remove(start, end)
            reading.insert(chance.randint(0, len(hand)), chance.randint(1, 9))
            anew = Reading(COSTS, hand[:])
            assert (reading.before, reading.behind) == (anew.before, anew.behind)
