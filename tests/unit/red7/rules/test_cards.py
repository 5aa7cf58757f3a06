"""Cards, the seven rules by hand, packed strengths, and who is leading."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from red7_desktop.games.red7.rules import standings, turns
from red7_desktop.games.red7.rules.cards import (
    CARD_BY_TEXT,
    CARD_TEXTS,
    COLOURS,
    LETTERS,
    card_of,
    cards_in,
    colour_of,
    number_of,
    set_of,
    sum_points,
    texts_of,
)
from red7_desktop.games.red7.rules.position import NOBODY, Position
from red7_desktop.games.red7.rules.rules import find_qualifying_set, list_largest_sets
from tests.reference import naive
from tests.unit.red7.rules.laid import cards, laid, row

COLOURS_HIGH_TO_LOW = "ROYGBIV"


def test_cards_compare_by_number_then_colour() -> None:
    by_hand = [
        f"{colour}{number}" for number in range(1, 8) for colour in COLOURS_HIGH_TO_LOW[::-1]
    ]
    assert list(CARD_TEXTS) == by_hand
    assert CARD_BY_TEXT["V7"] > CARD_BY_TEXT["R6"] > CARD_BY_TEXT["O6"]


def test_card_has_number_and_colour() -> None:
    for text, card in CARD_BY_TEXT.items():
        assert number_of(card) == int(text[1])
        assert LETTERS[colour_of(card)] == text[0]
        assert card_of(colour_of(card), number_of(card)) == card


def test_card_set_iterates_low_to_high_and_prints_high_to_low() -> None:
    some = cards("G4 R7 V1 O4")
    assert list(cards_in(some)) == list(row("V1 G4 O4 R7"))
    assert texts_of(some) == ["R7", "O4", "G4", "V1"]
    assert not texts_of(0)
    assert not list(cards_in(0))


# == The readable reference of the seven rules, against cases worked out by hand.


def counting(letter: str, palette: str) -> str:
    return " ".join(texts_of(find_qualifying_set(LETTERS.index(letter), cards(palette))))


def choices(letter: str, palette: str) -> list[str]:
    sets = list_largest_sets(LETTERS.index(letter), cards(palette))
    return [" ".join(texts_of(one)) for one in sets]


def test_proposed_scoring_set_is_the_highest_of_equally_large_ones() -> None:
    assert choices("O", "R2 V2 G2 I1")[0] == "R2 G2 V2"
    assert choices("Y", "R5 R2 V6 V1") == ["V6 V1", "R5 R2"]


def test_scoring_sets_have_one_size_and_are_sorted_by_points() -> None:
    rng = random.Random(4)
    for _ in range(200):
        palette = set_of(rng.sample(range(49), rng.randint(1, 14)))
        for rule in COLOURS:
            sets = list_largest_sets(rule, palette)
            counts = find_qualifying_set(rule, palette)
            assert len(set(sets)) == len(sets)
            assert (counts in sets) == bool(sets)
            assert all(one & ~palette == 0 for one in sets)
            assert {one.bit_count() for one in sets} <= {counts.bit_count()}
            assert list(map(sum_points, sets)) == sorted(map(sum_points, sets), reverse=True)


def test_counting_cards_equal_the_naive_reference() -> None:
    rng = random.Random(5)
    few = rng.sample(range(49), 12)
    small = [set_of(some) for size in (0, 1, 2) for some in combinations(few, size)]
    large = [set_of(rng.sample(range(49), rng.randint(3, 8))) for _ in range(60)]
    for palette in small + large:
        text = " ".join(texts_of(palette))
        position = f"red7 basic@1.3 / canvas / deck / A> {text} : : / B : :"
        for rule in COLOURS:
            letter = LETTERS[rule]
            assert counting(letter, text) == naive.standings(position, letter)["A"]
            assert set(choices(letter, text)) == naive.qualifying_sets(text, letter)


def test_whole_suit_and_whole_deck_can_be_evaluated() -> None:
    whole = set_of(range(49))
    sizes = [find_qualifying_set(rule, whole).bit_count() for rule in COLOURS]
    assert sizes == [21, 7, 7, 21, 7, 7, 1]
    assert list(cards_in(find_qualifying_set(LETTERS.index("R"), whole))) == [48]


# == standing ==============================================================================


def judged(position: Position, letter: str) -> standings.RuleVerdict:
    return standings.judge_rule(position, LETTERS.index(letter))


@pytest.mark.parametrize(
    ("rule", "seats", "leader", "runner_up", "by", "margin"),
    [
        ("G", ("A> R7 G2 : Y1", "B O2 Y4 B6 : B5"), 1, 0, "count", 2),
        ("R", ("A> R3 : Y1", "B V7 : B5"), 1, 0, "number", 4),
        ("R", ("A> R7 : Y1", "B I7 : B5", "C O7 : B1"), 0, 2, "colour", 1),
        ("V", ("A> R3 : Y1", "B V7 : B5"), 0, NOBODY, "alone", 0),
    ],
)
def test_leader_is_decided_by_count_then_number_then_colour(
    rule: str, seats: tuple[str, ...], leader: int, runner_up: int, by: str, margin: int
) -> None:
    assert judged(laid(*seats), rule)[1:5] == (leader, runner_up, by, margin)


def test_nobody_leads_when_no_card_counts() -> None:
    position = laid("A> R7 : Y1", "B V7 : B5", canvas="G1")
    assert judged(position, "G") == standings.judge_rule(position, position.rule)
    assert judged(position, "G")[1:5] == (NOBODY, NOBODY, "nobody", 0)
    assert standings.find_winner(position) == NOBODY


def test_seat_that_is_out_of_the_round_is_not_ranked_under_the_rule() -> None:
    position = laid("Ax R7 : Y1", "B> V6 : B5", "C V5 : B1")
    verdict = judged(position, "R")
    assert (verdict.leader, verdict.runner_up) == (1, 2)
    assert [standing.seat for standing in verdict.standings] == [1, 2]
    with pytest.raises(KeyError):
        verdict.standing_of(0)
    assert verdict.standing_of(2).top == row("V5")[0]


# == Packed strengths agree with the readable reference.

SMALL = [0, *[set_of(some) for size in (1, 2) for some in combinations(range(49), size)]]


def random_palettes(seed: int, number: int) -> list[int]:
    rng = random.Random(seed)
    sizes = [rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 35, 49]) for _ in range(number)]
    return [set_of(rng.sample(range(49), size)) for size in sizes]


def account(rule: int, palette: int) -> tuple[int, int]:
    """Return size and top card of what counts, the pair that palettes are compared by."""
    counts = find_qualifying_set(rule, palette)
    return counts.bit_count(), counts.bit_length()


def reaches(one: int, other: int, rule: int) -> bool:
    """Whether a strength is at least another one under a rule, by one subtraction."""
    return bool((one - (other ^ standings.GUARDS)) & standings.GUARD[rule])


@pytest.mark.parametrize("rule", COLOURS)
def test_palette_strengths_are_ordered_as_the_rules_rank_palettes(rule: int) -> None:
    palettes = SMALL + random_palettes(1, 1500)
    ranked = sorted(
        (account(rule, palette), standings.compute_strength(palette)) for palette in palettes
    )
    for (weaker, its), (stronger, own) in pairwise(ranked):
        assert reaches(own, its, rule)
        assert reaches(its, own, rule) == (weaker == stronger)


def test_maximum_of_two_strengths_is_the_better_one_under_each_rule() -> None:
    palettes = random_palettes(5, 600)
    for one, other in pairwise(palettes):
        mine, theirs = standings.compute_strength(one), standings.compute_strength(other)
        best = standings.max_strength(mine, theirs)
        assert best & standings.GUARDS == standings.GUARDS
        assert best == standings.max_strength(theirs, mine)
        for rule in COLOURS:
            better = max((one, other), key=lambda palette: account(rule, palette))
            assert reaches(best, standings.compute_strength(better), rule)
            assert reaches(standings.compute_strength(better), best, rule)


def split(rng: random.Random, seats: int) -> tuple[int, ...]:
    deck = rng.sample(range(49), 49)
    sizes = [rng.choice([0, 1, 1, 2, 3, 5, 8]) for _ in range(seats)]
    return tuple(set_of([deck.pop() for _ in range(size)]) for size in sizes)


def leader(rule: int, palettes: tuple[int, ...]) -> int | None:
    """Find the one palette that leads by the account of the rules, None where none counts."""
    pairs = [account(rule, palette) for palette in palettes]
    best = max(pairs)
    return pairs.index(best) if best[0] else None


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_strength_needed_to_lead_is_reached_by_the_winner_of_each_rule(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(400):
        palettes = split(rng, seats)
        musts = [turns.find_strength_to_lead(seat, 0, palettes) for seat in range(seats)]
        strengths = [standings.compute_strength(palette) for palette in palettes]
        won = [one - needed_strength for one, needed_strength in zip(strengths, musts, strict=True)]
        for rule in COLOURS:
            holders = [seat for seat in range(seats) if won[seat] & standings.GUARD[rule]]
            expected = leader(rule, palettes)
            assert holders == ([] if expected is None else [expected])


def test_strength_needed_to_lead_ignores_rivals_that_are_out() -> None:
    palettes = cards("R7"), cards("O7"), cards("V1 G1"), cards("R1")
    needed_strength = turns.find_strength_to_lead(0, 0b1010, palettes)
    assert turns.find_endings_from_hand(palettes[0], needed_strength, 6, 0) == standings.END_GUARD
    assert turns.find_endings_from_hand(palettes[0], needed_strength, 0, 0) == 0
    assert turns.find_endings_from_hand(palettes[1], needed_strength, 6, 0) == standings.END_GUARD
    assert turns.find_endings_from_hand(palettes[2], needed_strength, 6, 0) == 0


def test_winning_discards_are_hand_cards_whose_rule_the_seat_leads() -> None:
    rng = random.Random(9)
    for _ in range(300):
        palettes = split(rng, 3)
        hand = set_of(rng.sample(range(49), 7)) & ~sum(palettes)
        force = rng.randrange(7)
        found = turns.find_endings_from_hand(
            palettes[0], turns.find_strength_to_lead(0, 0, palettes), force, hand
        )
        leads_now = leader(force, palettes) == 0
        wins = [card for card in cards_in(hand) if leader(card % 7, palettes) == 0]
        assert found == set_of(wins) | (standings.END_GUARD if leads_now else 0)


def test_best_takings_are_points_and_size_of_the_proposed_set() -> None:
    rng = random.Random(9)
    for _ in range(3000):
        palette = set_of(rng.sample(range(49), rng.randrange(12)))
        for rule in COLOURS:
            taken = next(iter(list_largest_sets(rule, palette)), 0)
            expected = sum_points(taken) + standings.PER_CARD * taken.bit_count()
            assert standings.measure_best_takings(rule, palette) == expected, (
                rule,
                texts_of(palette),
            )
