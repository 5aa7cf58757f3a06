"""Races against open hands are looked at to their end, as a plain account does it."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.spring_cleaning import puzzles as raced
from red7_desktop.games.spring_cleaning.puzzles import (
    PLAYERS,
    RaceSolver,
    group_by_outcome,
    list_turn_paths,
    play_positions_by_lot,
)
from red7_desktop.games.spring_cleaning.rules.notation import parse_position, text_of_turn
from red7_desktop.games.spring_cleaning.rules.position import START, Position
from red7_desktop.tabletop.puzzle import Unsolved

OUT_IN_TWO = parse_position(
    "spring / table 6 ; 8 9 :B / deck 2 2 4 5 3 6 2 9 7 / discard 5 5 5 / A> 6 6 6 : 8 : 0 "
    "/ B 1 2 7 8 9 : 4 : 0"
)


def dealt(seats: int, seed: int, most: int) -> Position | None:
    return next(play_positions_by_lot(PLAYERS[0], seats, Random(seed), START, most), None)


def goes_out(position: Position, turns: int) -> bool:
    """Say plainly whether A goes out in so many of its turns as the deck lies."""
    if position.is_over:
        return not position.card_count(0)
    if not turns:
        return False
    mine = position.mover == 0
    ahead = [goes_out(way.position, turns - mine) for way in list_turn_paths(position)]
    return any(ahead) if mine else all(ahead)


def lets_nobody_out(position: Position) -> bool:
    """Say plainly whether nobody but A can go out before A acts again."""
    if position.is_over:
        return not position.card_count(0)
    return position.mover == 0 or all(
        lets_nobody_out(way.position) for way in list_turn_paths(position)
    )


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_race_agrees_with_a_plain_account(seats: int) -> None:
    compared = 0
    for seed in range(16):
        position = dealt(seats, seed, 3)
        if position is None or len(position.hands[-1]) > 4:
            continue
        for outcome in list(group_by_outcome(list_turn_paths(position)))[:4]:
            assert RaceSolver(0).wins(outcome, 1) is goes_out(outcome, 1), outcome
            assert RaceSolver(0, holds=True).wins(outcome, 0) is lets_nobody_out(outcome), outcome
            compared += 1
    assert compared > 3


def test_who_counts_on_no_luck_wins_no_more_often() -> None:
    surely = possibly = 0
    for seed in range(12):
        position = dealt(2, seed, 4)
        if position is None:
            continue
        for outcome in group_by_outcome(list_turn_paths(position)):
            sure = RaceSolver(0, by_luck=True).wins(outcome, 1)
            lying = RaceSolver(0).wins(outcome, 1)
            assert lying or not sure, outcome
            surely, possibly = surely + sure, possibly + lying
    assert 0 < surely <= possibly


def test_the_one_turn_is_found_with_how_long_it_takes() -> None:
    solved = raced.solve_race(OUT_IN_TWO, holds=False)
    assert solved is not None
    assert [text_of_turn(way.steps) for way in solved.ways] == ["6 6 6 @1"]
    assert solved.turns == 2


def test_a_race_stops_when_it_is_told_to_or_has_done_enough() -> None:
    with pytest.raises(Unsolved):
        raced.solve_race(OUT_IN_TWO, holds=False, limit=3)
    with pytest.raises(Unsolved):
        raced.solve_race(OUT_IN_TWO, holds=False, should_stop=lambda: True)
