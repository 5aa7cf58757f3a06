"""Random rounds go by the rules, come from their chance alone, and know every legal turn."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from red7_desktop.games.red7.rules import playout as workload
from red7_desktop.games.red7.rules.legality import list_legal_turns, take_turn
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.playout import play_random_round, walk_random_round
from red7_desktop.games.red7.rules.position import START, Position
from red7_desktop.games.red7.rules.rounds import deal_round
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.red7.rules.standings import GUARD, compute_strength, find_leads
from red7_desktop.tabletop.game import InvalidPosition

MODES = [
    (rules, seats)
    for rules in ("basic", "advanced", "advanced+actions", "basic+actions@first")
    for seats in (2, 3, 4)
]


def dealt(rules: str, seats: int, seed: int) -> Position:
    return deal_round(parse_ruleset(rules), ((),) * seats, seed)


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_a_round_ends_and_follows_from_its_chance(rules: str, seats: int) -> None:
    for seed in range(20):
        start = dealt(rules, seats, seed)
        walk = walk_random_round(start, Random(seed))
        assert walk == walk_random_round(start, Random(seed))
        assert (walk[0], walk[-1].is_over) == (start, True)


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_a_round_played_in_place_is_the_round_that_positions_walk(rules: str, seats: int) -> None:
    for seed in range(60):
        walk = walk_random_round(dealt(rules, seats, seed), Random(seed))
        for start in walk[:8]:
            chances = Random(seed), Random(seed)
            turns = sum(
                position.phase == START for position in walk_random_round(start, chances[0])[1:]
            )
            assert play_random_round(start, chances[1]) == turns
            assert chances[0].random() == chances[1].random()


def test_a_round_is_played_in_place_from_within_a_turn_and_with_cards_to_draw() -> None:
    for text in (
        "advanced / canvas B2 / deck R1 O2 / A> R6 G1 : V7 B7 G3 : / B O5 : B1 Y6 : / C : V2 :",
        "advanced / canvas / deck / A R6 : V7 B7 G3 : / Bx O5 : B1 Y6 : / C> Y5 : V2 O1 :",
        "basic / canvas / deck / A> : V7 B7 G3 R6 O6 Y6 G6 B6 I6 V6 : / B : B1 V1 :",
    ):
        start = parse_position(f"red7 {text}")
        for seed in range(50):
            walk = walk_random_round(start, Random(seed))
            assert play_random_round(start, Random(seed)) == len(walk) - 1


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_every_position_follows_by_a_legal_turn(rules: str, seats: int) -> None:
    walk = walk_random_round(dealt(rules, seats, 3), Random(5))
    for before, after in pairwise(walk):
        if before.phase == START and after.phase == START:
            assert after in [take_turn(before, turn) for turn in list_legal_turns(before)]


def test_every_legal_turn_is_as_likely_as_the_next() -> None:
    start = parse_position("red7 basic / canvas / deck / A> R6 : V7 B2 : / B O5 : B1 V1 :")
    turns = list_legal_turns(start)
    chance = Random(1)
    ways = Counter(str(walk_random_round(start, chance)[1]) for _ in range(6_000))
    assert len(ways) == len(turns)
    expected = 6_000 / len(turns)
    assert all(abs(times - expected) < expected / 4 for times in ways.values())


def test_hidden_cards_are_not_played_out() -> None:
    for text in ("deck ?3 / A> R6 : V7 :", "deck / A> R6 : ?2 :"):
        hidden = parse_position(f"red7 advanced / canvas / {text} / B O5 : B1 :")
        for play in (play_random_round, walk_random_round):
            with pytest.raises(InvalidPosition, match="hidden"):
                play(hidden, Random(1))


def test_the_loops_of_the_benchmark_do_what_they_say() -> None:
    positions = [
        position
        for position in walk_random_round(dealt("advanced+actions", 4, 2), Random(2))
        if position.phase == START and not position.is_over
    ]
    tables = [position.palettes for position in positions]
    palettes = [palette for table in tables for palette in table]
    turns = [list_legal_turns(position) for position in positions]
    assert workload.find_turns_of_each(positions) == sum(map(len, turns))
    assert workload.list_turns_of_each(positions) == sum(len(t) for listed in turns for t in listed)
    assert workload.judge_each(palettes) == sum(
        compute_strength(palette) % 255 for palette in palettes
    )
    assert workload.rank_each(tables) == sum(find_leads(table)[0] % 255 for table in tables)
    assert sum(GUARD) >= find_leads(tables[0])[0]
    deals = [dealt("advanced", 3, seed) for seed in range(9)]
    assert workload.deal_each(parse_ruleset("advanced"), 3, list(range(9))) == sum(
        deal.mover for deal in deals
    )
    chance = Random(4)
    rounds = [play_random_round(deal, chance) for deal in deals]
    assert workload.play_out_each(deals, Random(4)) == sum(rounds)
