"""Open rounds are solved exactly, and every turn in them is judged by what it brings."""

from __future__ import annotations

from random import Random

import pytest

from red7_desktop.games.red7 import puzzles as forced
from red7_desktop.games.red7.players.search import Solver
from red7_desktop.games.red7.puzzles import (
    PUZZLES,
    OpenSearch,
    count_tempting_turns,
    deal_by_lot,
    list_turn_paths,
)
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.games.red7.rules.rules import Ruleset
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.puzzle import Puzzle, Unsolved

FORCE = Puzzle(
    "red7",
    "force",
    (("turns", 2),),
    2,
    0,
    "red7 basic@1.3 / canvas B4 I6 V4 / deck / A> Y4 B7 V1 : B6 G5 I3 : "
    "/ B B5 V6 Y2 : R7 V3 Y1 B1 :",
    ("I3",),
)
POINTS = Puzzle(
    "red7",
    "points",
    (("points", 10),),
    3,
    0,
    "red7 advanced@1.3 / canvas B6 O4 V5 R5 / deck / A> O1 G6 O2 : Y4 R3 I3 G1 : "
    "/ B R1 G7 G2 : G4 G3 V3 :",
    ("Y4 @G1",),
)


def test_the_search_agrees_with_the_exact_solver() -> None:
    compared = 0
    for seed in range(60):
        position = deal_by_lot(Ruleset(), 2, Random(seed), 3)
        if position is None:
            continue
        (mine, theirs), (own, other) = position.hands, position.palettes
        expected = Solver(10**6).wins(mine, own, position.rule, theirs, other)
        assert bool(OpenSearch(0).gain(position)) is expected, position
        compared += 1
    assert compared > 40


@pytest.mark.parametrize("puzzle", [FORCE, POINTS])
def test_one_turn_is_right_and_lines_can_be_played_to_their_end(puzzle: Puzzle) -> None:
    assert PUZZLES.solve(puzzle) == puzzle.answers
    opened = PUZZLES.opened(puzzle)
    assert opened.open_hands
    assert opened.state.known.hands == opened.state.position.hands
    for way in list_turn_paths(parse_position(puzzle.position)):
        verdict = PUZZLES.judge(puzzle, way.steps)
        assert verdict.is_right is (text_of_turn(way.steps) in puzzle.answers)
        match = Match(opened.game, opened.options, 0, dealt=opened.state)
        for step in way.steps:
            match.take(0, step)
        for entry in verdict.line:
            match.take_text(entry.seat, entry.step)
        position = match.state.position
        is_won = verdict.is_right or verdict.why.code == "scores"
        assert bool(position.out & 1) is not is_won
        assert position.is_over or not is_won


def test_verdicts_say_why() -> None:
    assert str(PUZZLES.judge(FORCE, parse_turn("I3")).why) == "wins (turns=2)"
    assert str(PUZZLES.judge(FORCE, parse_turn("@B6")).why) == "answered (seat=B, turn=R7)"
    assert str(PUZZLES.judge(FORCE, parse_turn("pass")).why) == "went_out"
    assert PUZZLES.judge(FORCE, parse_turn("G5")).why.code == "not_winning"
    assert str(PUZZLES.judge(POINTS, parse_turn("Y4 @G1")).why) == "scores (points=10, best=10)"
    assert str(PUZZLES.judge(POINTS, parse_turn("@I3")).why) == "scores (points=3, best=10)"


def played_on(*turns: str) -> Match:
    """Play turns from a puzzle's position, each by the seat that is to act."""
    opened = PUZZLES.opened(FORCE)
    match = Match(opened.game, opened.options, 0, dealt=opened.state)
    for turn in turns:
        (seat,) = match.game.to_act(match.state)
        for step in parse_turn(turn):
            match.take(seat, step)
    return match


def test_a_round_lost_though_it_could_be_won_by_force_comes_back() -> None:
    match = played_on("@B6")
    assert PUZZLES.from_turn(match, 0, 0) is None, "the round is not over: its cards are hidden"
    for entry in PUZZLES.judge(FORCE, parse_turn("@B6")).line:
        match.take_text(entry.seat, entry.step)
    assert match.state.rounds[0].winner == 1
    found = PUZZLES.from_turn(match, 0, 0)
    assert found is not None
    assert (found.kind, found.key, found.answers) == ("force", FORCE.key, FORCE.answers)
    # The other seat has won, and the right turn was taken here: nothing comes of either.
    assert PUZZLES.from_turn(match, 1, len(parse_turn("@B6"))) is None
    taken = played_on("I3", "pass")
    assert PUZZLES.from_turn(taken, 0, 0) is None


def test_a_search_stops_when_it_is_told_to_or_has_done_enough() -> None:
    position = deal_by_lot(Ruleset(), 2, Random(1), 7)
    assert position
    with pytest.raises(Unsolved):
        OpenSearch(0, limit=5).gain(position)
    with pytest.raises(Unsolved):
        OpenSearch(0, should_stop=lambda: True).gain(position)


def test_a_dull_position_is_no_puzzle() -> None:
    turn = parse_turn("R7")
    assert not forced.is_worthwhile(forced.ForcedWin(turn, 1, 2, (0,)), for_points=False)
    assert not forced.is_worthwhile(forced.ForcedWin(turn, 1, 1, (0, 0)), for_points=False)
    assert forced.is_worthwhile(forced.ForcedWin(turn, 1, 2, (0, 0)), for_points=False)
    assert not forced.is_worthwhile(forced.ForcedWin(turn, 9, 0, (0, 0)), for_points=True)
    assert forced.is_worthwhile(forced.ForcedWin(turn, 9, 0, (0, 4)), for_points=True)


def test_what_looks_as_good_is_counted() -> None:
    hard = parse_position(
        "red7 basic@1.3 / canvas I7 G7 / deck / A> O5 R4 : V5 I3 I2 O1 V1 : "
        "/ B R6 Y1 : Y7 Y6 I5 V3 B2 :"
    )
    assert count_tempting_turns(hard, parse_turn("I3 @I2")) == 15
    assert count_tempting_turns(parse_position(FORCE.position), parse_turn("I3")) == 0


def test_stopped_work_makes_no_puzzle() -> None:
    tries = [PUZZLES.attempt("force", f"7.{nth}", should_stop=lambda: True) for nth in range(10)]
    assert not any(tries)
