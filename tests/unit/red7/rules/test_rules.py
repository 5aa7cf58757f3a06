"""The readable account of the seven rules, held against cases worked out by hand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from red7_desktop.games.red7.rules.cards import (
    COLOURS,
    LETTERS,
    cards_in,
    set_of,
    texts_of,
    worth_of,
)
from red7_desktop.games.red7.rules.rules import RULES, find_qualifying_set, list_largest_sets
from tests.reference import naive
from tests.unit.red7.rules.laid import cards


def counting(letter: str, palette: str) -> str:
    return " ".join(texts_of(find_qualifying_set(LETTERS.index(letter), cards(palette))))


def choices(letter: str, palette: str) -> list[str]:
    sets = list_largest_sets(LETTERS.index(letter), cards(palette))
    return [" ".join(texts_of(one)) for one in sets]


def test_the_rules_are_named_by_colour_from_violet_to_red() -> None:
    assert [rule.key for rule in RULES] == [
        "below_four",
        "run",
        "different_colours",
        "evens",
        "one_colour",
        "one_number",
        "highest_card",
    ]


def test_red_counts_the_highest_card_alone() -> None:
    assert counting("R", "R6 V7 O6") == "V7"


def test_orange_counts_the_largest_group_of_one_number() -> None:
    assert counting("O", "R2 G2 V2 R7 O7") == "R2 G2 V2"


def test_yellow_counts_the_largest_group_of_one_colour() -> None:
    assert counting("Y", "B1 B3 B2 R7 R6") == "B3 B2 B1"


def test_green_counts_every_even_card() -> None:
    assert counting("G", "R7 V2 B4 O6 G5 R2") == "O6 B4 R2 V2"


def test_blue_counts_the_highest_card_of_each_colour() -> None:
    assert counting("B", "R2 R7 G4 G1 V3") == "R7 G4 V3"


def test_indigo_counts_the_longest_run_with_the_highest_colour_of_each_number() -> None:
    assert counting("I", "V3 R3 G4 B5 I5 R7 O1") == "B5 G4 R3"


def test_a_run_does_not_wrap_from_seven_to_one() -> None:
    assert counting("I", "R7 O6 V1 V2") == "R7 O6"
    assert counting("I", "R7 V1") == "R7"


def test_violet_counts_every_card_below_four() -> None:
    assert counting("V", "R1 G3 B2 O4 V7") == "G3 B2 R1"


@pytest.mark.parametrize(
    ("rule", "palette", "counts"),
    [
        ("O", "R2 G2 V3 I3", "I3 V3"),
        ("O", "R2 V2 G3 B3", "G3 B3"),
        ("Y", "R2 R5 V1 V6", "V6 V1"),
        ("Y", "R6 R5 O6 O2", "R6 R5"),
        ("I", "R1 R2 V5 V6", "V6 V5"),
        ("I", "V4 R2 I6", "I6"),
    ],
)
def test_of_sets_equal_in_size_the_one_with_the_higher_top_card_counts(
    rule: str, palette: str, counts: str
) -> None:
    assert counting(rule, palette) == counts


@pytest.mark.parametrize("rule", COLOURS)
def test_an_empty_palette_has_nothing_that_counts(rule: int) -> None:
    assert find_qualifying_set(rule, 0) == 0
    assert list_largest_sets(rule, 0) == ()


def test_only_green_and_violet_can_leave_a_palette_with_nothing_that_counts() -> None:
    lone = [LETTERS[rule] for rule in COLOURS if not find_qualifying_set(rule, cards("R7 O5"))]
    assert lone == ["V", "G"]
    assert choices("G", "R7 O5") == choices("V", "R7 O5") == []


def test_the_winner_may_choose_among_all_largest_sets_the_one_worth_most_first() -> None:
    assert choices("O", "R2 G2 V3 I3") == ["I3 V3", "R2 G2"]
    assert choices("Y", "R7 R1 V6 V5 B4") == ["V6 V5", "R7 R1"]
    assert choices("I", "R1 R2 V5 V6") == ["V6 V5", "R2 R1"]


def test_in_a_run_any_card_of_a_number_may_stand_for_it() -> None:
    assert choices("I", "R3 V3 G4 B4") == ["G4 R3", "G4 V3", "B4 R3", "B4 V3"]


def test_where_sets_are_worth_the_same_the_higher_one_is_proposed() -> None:
    assert choices("O", "R2 V2 G2 I1")[0] == "R2 G2 V2"
    assert choices("Y", "R5 R2 V6 V1") == ["V6 V1", "R5 R2"]


@pytest.mark.parametrize("rule", "RGBV")
def test_red_green_blue_and_violet_leave_no_choice(rule: str) -> None:
    assert len(choices(rule, "R1 O1 Y2 G2 B3 I3 V4 R4 O5 Y6 G6 B7 I7")) == 1


def test_every_set_on_offer_has_the_size_that_counts_and_lies_in_the_palette() -> None:
    chance = random.Random(4)
    for _ in range(200):
        palette = set_of(chance.sample(range(49), chance.randint(1, 14)))
        for rule in COLOURS:
            sets = list_largest_sets(rule, palette)
            counts = find_qualifying_set(rule, palette)
            assert len(set(sets)) == len(sets)
            assert (counts in sets) == bool(sets)
            assert all(one & ~palette == 0 for one in sets)
            assert {one.bit_count() for one in sets} <= {counts.bit_count()}
            assert list(map(worth_of, sets)) == sorted(map(worth_of, sets), reverse=True)


def test_what_counts_is_what_the_naive_reference_finds_by_trying_every_subset() -> None:
    chance = random.Random(5)
    small = [set_of(two) for two in combinations(chance.sample(range(49), 12), 2)]
    large = [set_of(chance.sample(range(49), chance.randint(3, 8))) for _ in range(60)]
    for palette in small + large:
        text = " ".join(texts_of(palette))
        position = f"red7 basic@1.3 / canvas / deck / A> {text} : : / B : :"
        for rule in COLOURS:
            letter = LETTERS[rule]
            assert counting(letter, text) == naive.standings(position, letter)["A"]
            assert set(choices(letter, text)) == naive.qualifying_sets(text, letter)


def test_a_whole_suit_and_a_whole_deck_can_be_judged() -> None:
    whole = set_of(range(49))
    assert [find_qualifying_set(rule, whole).bit_count() for rule in COLOURS] == [
        21,
        7,
        7,
        21,
        7,
        7,
        1,
    ]
    assert list(cards_in(find_qualifying_set(LETTERS.index("R"), whole))) == [48]
