"""Worlds are ways in which the hidden cards may really lie, all of them, alike likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from red7_desktop.games.red7.players.search import Determinizations
from red7_desktop.games.red7.rules.cards import ALL, cards_in, set_of
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.games.red7.rules.position import Position
from tests.unit.red7.players.seen import of_all_modes
from tests.unit.red7.rules.laid import laid


def worlds_of(position: Position, seed: int = 1) -> Determinizations:
    return Determinizations(position, random.Random(seed).random)


def test_a_world_keeps_what_is_known_and_deals_every_other_card_once() -> None:
    for seed, seen in enumerate(of_all_modes(2, seed=5)):
        position = position_of(seen)
        if position.is_over:
            continue
        worlds = worlds_of(position, seed)
        for _ in range(5):
            hands, deck = worlds.deal()
            assert len(deck) == seen.deck_count
            assert tuple(deck[::-1][: len(seen.known_deck)]) == seen.known_deck
            for seat, hand in enumerate(hands):
                assert hand.bit_count() == seen.hand_counts[seat]
                assert hand & position.hands[seat] == position.hands[seat]
            dealt = [card for hand in hands for card in cards_in(hand)] + deck
            public = [card for row in (seen.canvas, *seen.rows, *seen.scores) for card in row]
            assert sorted(dealt + public) == list(range(49))


def test_every_hidden_card_is_as_likely_in_every_place() -> None:
    position = laid("A> R7 : V1 V2", "B O7 : ?3", "C Y7 : ?4", deck="?4")
    worlds = worlds_of(position)
    hidden = ALL & ~set_of([48, 47, 46, 0, 7])
    in_hand: Counter[int] = Counter()
    on_top: Counter[int] = Counter()
    for _ in range(4000):
        hands, deck = worlds.deal()
        in_hand.update(cards_in(hands[1]))
        on_top[deck[-1]] += 1
    many = hidden.bit_count()
    assert set(in_hand) == set(on_top) == set(cards_in(hidden))
    for card in cards_in(hidden):
        assert abs(in_hand[card] - 4000 * 3 / many) < 5 * (4000 * 3 / many) ** 0.5
        assert abs(on_top[card] - 4000 / many) < 5 * (4000 / many) ** 0.5


def test_a_hand_of_two_hidden_cards_is_gone_through_without_repeats() -> None:
    position = laid("A> R7 G7 : V1", "B O7 : ?2", deck="?20")
    worlds = worlds_of(position)
    hidden = [card for card in range(49) if card not in {48, 45, 0, 47}]
    pairs = {set_of(pair) for pair in combinations(hidden, 2)}
    for _ in range(2):
        assert {worlds.deal()[0][1] for _ in pairs} == pairs


def test_seats_that_are_out_do_not_keep_a_small_hand_from_being_gone_through() -> None:
    position = laid("A> R7 : V1", "Bx O7 : ?4", "C Y7 : ?1", deck="?20")
    worlds = worlds_of(position)
    hidden = 49 - 4
    dealt = [worlds.deal()[0] for _ in range(hidden)]
    assert len({hands[2] for hands in dealt}) == hidden
    assert all(hands[1].bit_count() == 4 and not hands[1] & hands[2] for hands in dealt)
