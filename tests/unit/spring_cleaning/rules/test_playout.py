"""Random rounds end, and are the same for the same chance."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules.cards import DRAW
from red7_desktop.games.spring_cleaning.rules.legality import list_legal_steps, take_step, to_act
from red7_desktop.games.spring_cleaning.rules.playout import (
    deal_each,
    list_plays_of_each,
    play_out_each,
    play_random_round,
    walk_random_round,
)
from red7_desktop.games.spring_cleaning.rules.position import Position, deal_round
from tests.unit.spring_cleaning.rules.playing import laid


def is_one_step(before: Position, after: Position) -> bool:
    """Whether some legal step leads from a position to another; a new deck lies in any order."""
    for seat in to_act(before):
        for step in list_legal_steps(before, seat):
            reached = take_step(before, step, seat)
            if step.kind == DRAW and not before.deck:
                known = (reached.hands, reached.phase, len(reached.deck))
                if known == (after.hands, after.phase, len(after.deck)):
                    return True
            elif reached == after:
                return True
    return False


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("at_once", [False, True])
def test_every_step_of_a_random_round_is_legal_and_the_round_ends(
    seats: int, at_once: bool
) -> None:
    deal = deal_round(at_once, (0,) * seats, 0, 1)
    passed = walk_random_round(deal, Random(1))
    assert passed[-1].is_over
    assert play_random_round(deal, Random(1)) == len(passed) - 1
    for before, after in pairwise(passed):
        assert is_one_step(before, after), (before, after)


def test_a_round_without_anything_to_draw_goes_on() -> None:
    dry = laid("A> 2 1 : : 0", "B 2 1 : : 0", table="9 :B", game="spring@once")
    assert walk_random_round(dry, Random(3))[-1].is_over


def test_the_work_to_be_timed_gives_the_same_sums_every_time() -> None:
    deals = [deal_round(False, (0, 0, 0), 0, seed) for seed in range(5)]
    walked = [position for deal in deals for position in walk_random_round(deal, Random(1))]
    assert list_plays_of_each(walked) == list_plays_of_each(walked) > 0
    assert play_out_each(deals, Random(2)) == play_out_each(deals, Random(2)) > 0
    assert deal_each(3, [1, 2]) == sum(deal_round(False, (0,) * 3, 0, s).deck[0] for s in (1, 2))
