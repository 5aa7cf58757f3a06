"""Packed strengths say the same as the readable account of the rules."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from red7_desktop.games.red7.rules.cards import ALL, COLOURS, cards_in, set_of
from red7_desktop.games.red7.rules.rules import find_qualifying_set
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARD,
    GUARDS,
    NO_RIVAL,
    compute_strength,
    find_leads,
    judge,
    max_strength,
)
from red7_desktop.games.red7.rules.turns import EARNING, find_best_rival, list_endings
from tests.unit.red7.rules.laid import cards

SMALL = [0, *[set_of(some) for size in (1, 2) for some in combinations(range(49), size)]]


def random_palettes(seed: int, number: int) -> list[int]:
    chance = random.Random(seed)
    sizes = [chance.choice([0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 35, 49]) for _ in range(number)]
    return [set_of(chance.sample(range(49), size)) for size in sizes]


def account(rule: int, palette: int) -> tuple[int, int]:
    """Give size and top card of what counts, the pair that palettes are compared by."""
    counts = find_qualifying_set(rule, palette)
    return counts.bit_count(), counts.bit_length()


def reaches(one: int, other: int, rule: int) -> bool:
    """Tell whether a strength is at least another one under a rule, by one subtraction."""
    return bool((one - (other ^ GUARDS)) & GUARD[rule])


@pytest.mark.parametrize("rule", COLOURS)
def test_strengths_order_palettes_as_the_account_of_the_rules_does(rule: int) -> None:
    palettes = SMALL + random_palettes(1, 1500)
    ranked = sorted((account(rule, palette), compute_strength(palette)) for palette in palettes)
    for (weaker, its), (stronger, own) in pairwise(ranked):
        assert reaches(own, its, rule)
        assert reaches(its, own, rule) == (weaker == stronger)


def test_strengths_compare_both_ways_and_under_all_rules_at_once() -> None:
    palettes = random_palettes(2, 500)
    for one, other in zip(palettes, palettes[::-1], strict=True):
        ahead = (compute_strength(one) - (compute_strength(other) ^ GUARDS)) & GUARDS
        for rule in COLOURS:
            assert bool(ahead & GUARD[rule]) == (account(rule, one) >= account(rule, other))


def test_an_empty_palette_has_no_rank_and_is_reached_by_all() -> None:
    assert compute_strength(0) == GUARDS
    assert all(
        reaches(compute_strength(palette), compute_strength(0), rule)
        for palette in SMALL
        for rule in COLOURS
    )


def test_a_strength_fits_a_machine_word_and_keeps_its_guards() -> None:
    for palette in [*random_palettes(3, 500), ALL]:
        assert compute_strength(palette) & GUARDS == GUARDS
        assert 0 < compute_strength(palette) < 1 << 62


def test_a_remembered_strength_is_the_one_worked_out() -> None:
    for palette in random_palettes(4, 300):
        assert compute_strength(palette) == compute_strength(palette) == judge(palette)


def test_the_strongest_of_two_is_the_better_one_rule_by_rule() -> None:
    palettes = random_palettes(5, 600)
    for one, other in pairwise(palettes):
        mine, theirs = compute_strength(one), compute_strength(other)
        best = max_strength(mine, theirs)
        assert best & GUARDS == GUARDS
        assert best == max_strength(theirs, mine)
        for rule in COLOURS:
            better = max((one, other), key=lambda palette: account(rule, palette))
            assert reaches(best, compute_strength(better), rule)
            assert reaches(compute_strength(better), best, rule)


def split(chance: random.Random, seats: int) -> tuple[int, ...]:
    deck = chance.sample(range(49), 49)
    sizes = [chance.choice([0, 1, 1, 2, 3, 5, 8]) for _ in range(seats)]
    return tuple(set_of([deck.pop() for _ in range(size)]) for size in sizes)


def leader(rule: int, palettes: tuple[int, ...]) -> int | None:
    """Find the one palette that leads by the account of the rules, None where none counts."""
    pairs = [account(rule, palette) for palette in palettes]
    best = max(pairs)
    return pairs.index(best) if best[0] else None


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_leads_gives_every_rule_to_the_one_palette_that_wins_it(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(400):
        palettes = split(chance, seats)
        won = find_leads(palettes)
        for rule in COLOURS:
            holders = [seat for seat in range(seats) if won[seat] & GUARD[rule]]
            expected = leader(rule, palettes)
            assert holders == ([] if expected is None else [expected])
        assert all(guards & ~GUARDS == 0 for guards in won)


def test_nobody_leads_where_all_palettes_are_empty() -> None:
    assert find_leads((0, 0, 0)) == (0, 0, 0)
    assert find_leads(()) == ()


def test_rivals_ask_for_strictly_more_than_the_best_of_the_live_ones() -> None:
    palettes = cards("R7"), cards("O7"), cards("V1 G1"), cards("R1")
    must = find_best_rival(0, 0b1010, palettes)
    assert list_endings(palettes[0], must, 6, 0) == END_GUARD
    assert list_endings(palettes[0], must, 0, 0) == 0
    assert list_endings(palettes[1], must, 6, 0) == END_GUARD
    assert list_endings(palettes[2], must, 6, 0) == 0


def test_without_rivals_one_card_that_counts_is_enough() -> None:
    assert find_best_rival(0, 0b10, (cards("R7"), cards("O7"))) == NO_RIVAL
    assert list_endings(cards("R7"), NO_RIVAL, 6, 0) == END_GUARD
    assert list_endings(cards("R7"), NO_RIVAL, 3, 0) == 0


def test_endings_are_the_hand_cards_whose_colour_is_a_rule_that_would_be_led() -> None:
    chance = random.Random(9)
    for _ in range(300):
        palettes = split(chance, 3)
        hand = set_of(chance.sample(range(49), 7)) & ~sum(palettes)
        force = chance.randrange(7)
        found = list_endings(palettes[0], find_best_rival(0, 0, palettes), force, hand)
        leads_now = leader(force, palettes) == 0
        wins = [card for card in cards_in(hand) if leader(card % 7, palettes) == 0]
        assert found == set_of(wins) | (END_GUARD if leads_now else 0)


def test_a_discard_earns_the_draw_when_its_number_is_above_the_palette_size() -> None:
    for size in range(50):
        earning = {card // 7 + 1 for card in cards_in(EARNING[size])}
        assert earning == set(range(size + 1, 8))
        assert EARNING[size].bit_count() == 7 * len(earning)
