"""Every kind of puzzle is judged with its reason; races are looked at to their end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from red7_desktop.games.spring_cleaning.puzzles import OUT as RACE
from red7_desktop.games.spring_cleaning.puzzles import (
    PLAYERS,
    PUZZLES,
    RaceSolver,
    count_combinations,
    group_by_outcome,
    list_random_positions,
    list_turn_paths,
)
from red7_desktop.games.spring_cleaning.rules import notation, position
from red7_desktop.tabletop.player import never_stop
from red7_desktop.tabletop.puzzle import GRADES, Puzzle, SearchStopped, Solution, TurnPath
from tests.matches import begin_puzzle, puzzle_of
from tests.unit.spring_cleaning.rules.playing import laid

MISSING: Final = "draw insert 1 offer 1"
LYING: Final = "deck 2 2 4 5 3 6 2 9 7 / discard 5 5 5"
OUT: Final = puzzle_of(
    "2 out A turns=2",
    "6 6 6 @1",
    f"spring / table 6 ; 8 9 :B / {LYING} / A> 6 6 6 : 8 : 0 / B 1 2 7 8 9 : 4 : 0",
)
NOW: Final = puzzle_of(
    "2 out A turns=1",
    "4 5 6(A) @1",
    f"spring / table 6 ; 8 9 :B / {LYING} / A> 4 5 : 6 : 0 / B 1 2 7 8 9 : 3 : 0",
)
HOLD: Final = puzzle_of(
    "4 hold A",
    "9 9 9 @3",
    f"spring / table 5 6 :B / {LYING} / A> 1 1 9 9 9 : 8 : 0 / B 3 3 3 : : 0",
)
SHED: Final = puzzle_of(
    "1 shed A left=2",
    "6 7 8 @1",
    f"spring / table 2 ; 3 3 ; 4 4 ; 7 7 :B / {LYING} / A> 6 7 8 6 7 : : 0 / B 4 5 8 7 8 9 : : 0",
)
TIDY: Final = puzzle_of(
    "3 tidy A count=2",
    "insert 4 offer 9",
    f"spring / table 2 ; 9 :B / {LYING} / A>insert 4 1 1 3 5 6 7 1 9 : 5 6 : 0 / B 3 4 2 : : 0",
)


@pytest.mark.parametrize(
    ("puzzle", "turn", "is_right", "why"),
    [
        (OUT, "6 6 6 @1", True, "out (turns=2)"),
        (OUT, MISSING, False, "too_slow (turns=2)"),
        (NOW, "4 5 6(A) @1", True, "out (turns=1)"),
        (NOW, MISSING, False, "too_slow (turns=1)"),
        (HOLD, "9 9 9 @3", True, "held"),
        (HOLD, MISSING, False, "beaten (seat=B)"),
        (SHED, "6 7 8 @1", True, "leaves (left=2, best=2)"),
        (SHED, MISSING, False, "leaves (left=6, best=2)"),
        (TIDY, "insert 4 offer 9", True, "combinations (count=2, best=2)"),
        (TIDY, "insert 1 offer 1", False, "combinations (count=4, best=2)"),
        (SHED, "6 7 @1", False, "other_kind (table=7 7, length=2)"),
    ],
)
def test_puzzle_verdict_has_a_reason(puzzle: Puzzle, turn: str, is_right: bool, why: str) -> None:
    verdict = PUZZLES.judge(puzzle, notation.parse_steps(turn))
    assert (verdict.is_right, str(verdict.reason)) == (is_right, why)


@pytest.mark.parametrize(("puzzle", "is_true"), [(OUT, True), (NOW, False), (HOLD, False)])
def test_theme_one_left_means_one_card_after_the_answer(puzzle: Puzzle, is_true: bool) -> None:
    assert ("one_left" in PUZZLES.find_themes(puzzle)) is is_true


def test_drawn_card_counts_for_its_seat_only() -> None:
    position = notation.parse_position(TIDY.position)

    assert [position.card_count(seat) for seat in (0, 1)] == [11, 3]


def test_wrong_puzzle_answer_shows_how_the_rival_finishes() -> None:
    match = begin_puzzle(PUZZLES, HOLD, MISSING)
    line = PUZZLES.judge(HOLD, notation.parse_steps(MISSING)).line
    for entry in line:
        match.take_text(entry.seat, entry.step)
    assert [str(entry.step) for entry in line] == ["3 3 3 @1"]
    assert not match.state.position.card_count(1)


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (OUT, ["play (shape=set, count=3)", "card (card=6, offer=)"]),
        (NOW, ["play (shape=run, count=3)", "card (card=6, offer=A)"]),
        (TIDY, ["insert", "card (card=9, offer=)"]),
    ],
)
def test_puzzle_hints_say_more_each_time(puzzle: Puzzle, said: list[str]) -> None:
    *first, turn = PUZZLES.hints(puzzle)
    assert [str(each) for each in first] == said
    assert turn.data[0] == ("turn", puzzle.answers[0])


def test_puzzle_hint_for_a_draw_names_the_card() -> None:
    drawing = replace(OUT, answers=("draw(B:4) insert 1 offer 1",))
    draw, card, _ = PUZZLES.hints(drawing)
    assert (str(draw), str(card)) == ("draw", "card (card=4, offer=B)")


def test_puzzle_counts_the_combinations_in_a_hand() -> None:
    assert count_combinations((4, 5, 7, 7, 6)) == 2
    assert count_combinations((1, 1, 3, 4, 5, 6, 7, 1)) == 2


@pytest.mark.parametrize(
    ("turn", "others", "grade"),
    [
        *[("5 6 7 8 @1", *row) for row in ((7, 2), (8, 3), (19, 3), (20, 4), (39, 4), (40, 5))],
        *[("1(A) 2 3 4 @5", *row) for row in ((0, 4), (8, 5), (40, 5))],
    ],
)
def test_puzzle_grade_rises_with_choices_and_offers(turn: str, others: int, grade: int) -> None:
    position = laid("A> 5 6 7 8 2 3 4 : 1 9 : 0", "B 1 : : 0", table="7 7 7 :B")
    found = Solution((TurnPath(notation.parse_steps(turn), position),), 5, (0,) * others)
    assert PUZZLES.kinds_of_puzzles["shed"].grade(position, found, GRADES, never_stop) == grade


# -- puzzles of one's own turns ----------------------------------------------------------------


def test_missed_win_becomes_a_puzzle_with_redealt_cards() -> None:
    puzzle = PUZZLES.make_from_missed_turn(begin_puzzle(PUZZLES, NOW, MISSING), 0, 0)
    assert puzzle is not None
    assert (puzzle.kind, puzzle.figures, puzzle.answers) == ("out", (("turns", 1),), NOW.answers)
    assert puzzle.position != NOW.position
    assert PUZZLES.solve(puzzle) == puzzle.answers


def test_turn_that_lets_a_rival_finish_becomes_a_puzzle() -> None:
    missed = begin_puzzle(PUZZLES, HOLD, MISSING)
    held = begin_puzzle(PUZZLES, HOLD, HOLD.answers[0])
    assert PUZZLES.make_from_missed_turn(missed, 0, 0) is None, (
        "the round goes on: its cards are hidden"
    )
    missed.take_text(1, "3 3 3 @1")
    found = PUZZLES.make_from_missed_turn(missed, 0, 0)
    assert found is not None
    assert (found.kind, found.answers, found.position) == ("hold", HOLD.answers, HOLD.position)
    while held.game.to_act(held.state) and not held.state.rounds:
        (seat,) = held.game.to_act(held.state)
        held.take(seat, held.game.legal_steps(held.state, seat)[0])
    assert PUZZLES.make_from_missed_turn(held, 0, 0) is None


def test_turn_that_takes_the_win_becomes_no_puzzle() -> None:
    assert PUZZLES.make_from_missed_turn(begin_puzzle(PUZZLES, NOW, NOW.answers[0]), 0, 0) is None


# == The exact solver of races agrees with a simple one.

OUT_IN_TWO = notation.parse_position(OUT.position)


def dealt(seats: int, seed: int, most: int) -> position.Position | None:
    return next(list_random_positions(PLAYERS[0], seats, Random(seed), position.START, most), None)


def goes_out(position: position.Position, turns: int, seat: int = 0) -> bool:
    """Say plainly whether a seat goes out in so many of its turns as the deck lies."""
    if position.is_over:
        return not position.card_count(seat)
    if not turns:
        return False
    mine = position.mover == seat
    ahead = [goes_out(way.position, turns - mine, seat) for way in list_turn_paths(position)]
    return any(ahead) if mine else all(ahead)


def lets_nobody_out(position: position.Position) -> bool:
    """Say plainly whether no one but A can go out before A acts again."""
    if position.is_over:
        return not position.card_count(0)
    return position.mover == 0 or all(
        lets_nobody_out(way.position) for way in list_turn_paths(position)
    )


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_race_solver_agrees_with_a_naive_one(seats: int) -> None:
    compared = 0
    for seed in range(16):
        position = dealt(seats, seed, 3)
        if position is None or len(position.hands[-1]) > 4:
            continue
        assert RaceSolver(1).wins(position, 1) is goes_out(position, 1, seat=1), position
        for outcome in list(group_by_outcome(list_turn_paths(position)))[:4]:
            assert RaceSolver(0).wins(outcome, 1) is goes_out(outcome, 1), outcome
            assert RaceSolver(0, holds=True).wins(outcome, 0) is lets_nobody_out(outcome), outcome
            compared += 1
    assert compared > 3


def test_race_solver_wins_no_more_often_if_draws_may_give_any_card() -> None:
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


def test_race_solver_tries_each_place_for_a_drawn_card() -> None:
    start = laid("A>insert 7 5 6 : 4 : 0", "B 1 2 : 8 : 0", table="5 :B", deck="9 9")

    hands = [each.hands[0] for each in RaceSolver(0)._list_next_positions(start, 2)]

    assert sorted(hands) == [(5, 6, 7), (5, 7, 6), (7, 5, 6)]


@pytest.mark.parametrize("puzzle", [OUT, NOW, HOLD, SHED, TIDY])
def test_race_solver_finds_the_only_right_turn_of_each_puzzle(puzzle: Puzzle) -> None:
    assert PUZZLES.solve(puzzle) == puzzle.answers


def test_race_solver_stops_on_request_or_at_its_limit() -> None:
    with pytest.raises(SearchStopped):
        RACE.solve(OUT_IN_TWO, limit=3)
    with pytest.raises(SearchStopped):
        RACE.solve(OUT_IN_TWO, should_stop=lambda: True)
