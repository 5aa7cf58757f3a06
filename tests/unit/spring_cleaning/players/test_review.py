"""Judging turns that were taken: beside the best ones, in worlds that all of them meet."""

from __future__ import annotations

import pytest

from red7_desktop.games.spring_cleaning.players.levels import FINALISTS, WORLDS, appraise_steps
from red7_desktop.games.spring_cleaning.players.search import SearchPlayer
from red7_desktop.games.spring_cleaning.rules.notation import parse_steps, text_of_turn
from red7_desktop.tabletop.player import Appraisal
from tests.unit.spring_cleaning.players.asked import asked, lying
from tests.unit.spring_cleaning.rules.playing import laid

ALL_GO = lying(
    laid("A> 5 : 6 : 0", "B ?6 : 4 : 0", table="4 :B", deck="?40", discard="1 1 2 2 3 3 7 7")
)
"""A is rid of all its cards with the 5 of its hand and the 6 of its offer."""
TO_ORDER = lying(
    laid("A>order(2 2 8) : : 0", "B ?6 : 4 : 0", table="7 :B", deck="?40", discard="1 1 2 2 3")
)
"""A lays out what it has picked up, and then plays the 8 or draws."""


def judged(turn: str, budget: int = 400) -> Appraisal:
    found = appraise_steps(SearchPlayer(), ALL_GO.seen, parse_steps(turn), budget, 1)
    assert found is not None
    return found


def test_the_turn_that_ends_the_round_is_proposed_and_the_other_loses() -> None:
    found = judged("draw(B:4) insert 1 offer 1")
    assert text_of_turn(found.proposed.steps) == "5 6(A) @1"
    assert found.proposed.value == found.proposed.win_chance == 1.0
    assert not found.is_same
    assert found.loss > 0.1
    assert found.taken.samples == WORLDS


def test_the_best_turn_loses_nothing() -> None:
    found = judged("5 6(A) @1")
    assert found.is_same
    assert found.loss == 0.0
    assert len(found.others) <= FINALISTS
    values = [each.value for each in found.others]
    assert values == sorted(values, reverse=True)


def test_it_is_the_same_every_time() -> None:
    assert judged("draw") == judged("draw")


@pytest.mark.parametrize("turn", ["order(2 2 8) 8 @3", "order(8 2 2) draw"])
def test_an_order_is_judged_as_a_part_of_the_turn(turn: str) -> None:
    found = appraise_steps(SearchPlayer(), TO_ORDER.seen, parse_steps(turn), 300, 1)
    assert found is not None
    assert text_of_turn(found.taken.steps) == turn
    assert all(text_of_turn(each.steps).startswith("order(") for each in found.others)


def test_every_turn_can_be_judged() -> None:
    for seed, at in enumerate(asked(12)[::48]):
        taken = SearchPlayer().choose(at.seen, 30, seed).steps
        found = appraise_steps(SearchPlayer(), at.seen, taken, 30, seed)
        assert found is None or found.taken.steps == taken


def test_who_is_told_to_stop_judges_nothing() -> None:
    turn = parse_steps("draw")
    assert appraise_steps(SearchPlayer(), ALL_GO.seen, turn, 400, 1, lambda: True) is None
