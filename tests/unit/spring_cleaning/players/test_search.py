"""Searching: worlds that fit what was seen, a budget that is kept, turns that win."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.players.evaluation import Costs
from red7_desktop.games.spring_cleaning.players.rollout import AT_ONCE, Policy
from red7_desktop.games.spring_cleaning.players.search import (
    WIDTH,
    Line,
    SearchPlayer,
    candidates_of,
    list_promising,
)
from red7_desktop.games.spring_cleaning.players.worlds import (
    Determinizations,
    EvidenceWeights,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.rules.card_moves import PICKED
from red7_desktop.games.spring_cleaning.rules.cards import PLAY, TAKE, Step, cards_of, parse_step
from tests.unit.spring_cleaning.players.asked import asked

COSTS = Costs()


def test_a_world_is_one_of_those_that_the_seat_cannot_tell_apart() -> None:
    differ = 0
    for seed, at in enumerate(asked(12)):
        seen = at.seen
        belief = EvidenceWeights(first=2) if seed % 2 else None
        worlds = Determinizations(seen, Policy(COSTS, 0.3), Random(seed).random, belief)
        one, other = worlds.deal(), worlds.deal()
        differ += one.hands != other.hands
        position = seen.position
        for seat, hand in enumerate(one.hands):
            if seat == at.seat:
                assert hand == list(position.hands[seat])
                continue
            faces, picked = seen.seen[seat]
            assert len(hand) == len(faces)
            assert all(face in {0, PICKED, card} for face, card in zip(faces, hand, strict=True))
            hidden = [card for face, card in zip(faces, hand, strict=True) if face == PICKED]
            assert not Counter(hidden) - Counter(picked)
        rows = [*one.hands, one.deck, position.discard, position.loose, [position.drawn]]
        rows += [cards_of(each) for each in position.trick] + list(position.offers)
        count = Counter([card for row in rows for card in row if card])
        loose = seen.seen[position.mover].picked if position.mover != at.seat else ()
        if not loose:
            assert set(count.values()) == {7}, position
            assert len(one.deck) == len(position.deck)
    assert differ > 50


def test_a_round_in_a_world_leaves_the_world_as_it_was() -> None:
    at = asked(12)[0]
    worlds = Determinizations(at.seen, Policy(COSTS, 0.3), Random(1).random)
    world = worlds.deal()
    before = [hand[:] for hand in world.hands], world.offers[:], world.deck[:]
    assert worlds.open(world).play_out() == worlds.open(world).play_out()
    assert (world.hands, world.offers, world.deck) == before


def test_a_round_that_is_played_on_asks_every_few_turns_whether_to_stop() -> None:
    worlds = Determinizations(asked(12)[0].seen, Policy(COSTS, 0.3), Random(1).random)
    table = worlds.open(worlds.deal())
    assert (table.play_out(lambda: True), table.turns) == ((), AT_ONCE)
    assert table.play_out() != ()


@pytest.mark.parametrize("budget", [0, 50, 400])
def test_a_search_keeps_to_its_budget(budget: int) -> None:
    for seed, at in enumerate(asked(12)[::8]):
        found = SearchPlayer().choose(at.seen, budget, seed).candidates
        if found:
            samples = [each.samples for each in found]
            assert sum(samples) <= budget + 3 * len(found)
            assert found[0].samples == max(samples)
            assert all(0.0 <= each.value <= 1.0 and each.error >= 0.0 for each in found)


def test_few_ways_of_each_kind_are_tried_and_the_cheapest_is_among_them() -> None:
    for at in asked(12):
        spot = find_decision_point(at.seen, COSTS)
        if spot.is_done:
            continue
        options = list_options(spot, COSTS)
        kept = list_promising(options, WIDTH)
        kinds = Counter([option.steps[0].kind for option in kept])
        assert kinds[PLAY] <= WIDTH.plays
        assert kinds[TAKE] <= WIDTH.takes
        assert kept[0].cost == min([option.cost for option in options])


def line(text: str, values: list[float]) -> Line:
    made = Line((parse_step(text),))
    for value in values:
        made.record(value, value == 1.0)
    return made


def test_a_line_that_was_given_up_is_valued_by_the_worlds_that_both_have_met() -> None:
    best, lucky = line("5 @1", [1.0, 1.0, 0.0, 0.0]), line("6 @2", [1.0, 0.5])
    first, second = candidates_of([best, lucky])
    assert first.steps == (parse_step("5 @1"),)
    assert first.value == first.win_chance == 0.5
    assert second.value == 0.25
    assert second.error > 0.0
    untried: Step = parse_step("draw")
    assert candidates_of([best, Line((untried,))])[1].value == 0.0
