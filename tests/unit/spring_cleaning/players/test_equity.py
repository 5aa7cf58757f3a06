"""What trash is worth: the chance to win the match, shared by all seats."""

from __future__ import annotations

from itertools import permutations

import pytest

from red7_desktop.games.spring_cleaning.players.evaluation import ORDERS, round_worth, win_chance
from red7_desktop.games.spring_cleaning.rules.position import LIMITS


@pytest.mark.parametrize("trash", [(0, 0), (1, 2), (4, 2, 2), (0, 3, 1), (6, 1, 2, 5)])
def test_the_chances_of_all_seats_come_to_one(trash: tuple[int, ...]) -> None:
    seats = range(len(trash))
    assert sum([win_chance(trash[seat:] + trash[:seat]) for seat in seats]) == pytest.approx(1.0)
    assert win_chance(trash) == pytest.approx(win_chance((trash[0], *sorted(trash[1:]))))


def test_of_five_seats_any_two_get_any_two_places_once() -> None:
    for one, other in permutations(range(5), 2):
        assert len({(given[one], given[other]) for given in ORDERS[5]}) == len(ORDERS[5]) == 20


@pytest.mark.parametrize("seats", LIMITS)
def test_a_better_place_is_worth_more_while_all_are_equal(seats: int) -> None:
    given = tuple(range(seats))
    values = [round_worth((0,) * seats, given, seat) for seat in range(seats)]
    assert values[0] == 1.0
    assert values[-1] == 0.0
    assert values == sorted(values, reverse=True)


def test_a_round_is_worth_what_it_does_to_the_match() -> None:
    # With 4 of 5 the match ends unless the seat goes out; with 1 to 3 and 3 it is won by second.
    assert round_worth((4, 2, 2), (1, 0, 2), 0) == 0.0
    assert round_worth((1, 3, 3), (1, 0, 2), 0) == round_worth((1, 3, 3), (0, 1, 2), 0) == 1.0
    assert round_worth((3, 1, 3), (2, 1, 0), 1) == 1.0
    # Where nothing can be won any more the trash counts by itself.
    assert round_worth((4, 0, 4), (1, 0, 2), 0) == 0.5
