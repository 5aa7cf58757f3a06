"""Open rounds are solved exactly; where one turn stays in, the others are answered with why."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any, Final

import pytest

from red7_desktop.games.red7.players.search import Solver
from red7_desktop.games.red7.puzzles import (
    PUZZLES,
    ForcedKind,
    OpenSearch,
    deal_random_position,
    list_turn_paths,
)
from red7_desktop.games.red7.rules import game, legality, rules
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn, text_of_turn
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import never_stop
from red7_desktop.tabletop.puzzle import GRADES, Puzzle, Refutation, SearchStopped, Solution
from tests.matches import begin_puzzle, puzzle_of
from tests.unit.red7.rules.laid import laid

FORCE = puzzle_of(
    "1 force A turns=3",
    "Y7",
    "red7 basic@1.3 / canvas B1 B3 Y3 / deck / A> G1 O5 V5 : Y7 B6 Y5 G5 : "
    "/ B Y2 R6 V6 : R5 G3 O1 :",
)
POINTS = puzzle_of(
    "3 points A points=10",
    "Y4 @G1",
    "red7 advanced@1.3 / canvas B6 O4 V5 R5 / deck / A> O1 G6 O2 : Y4 R3 I3 G1 : "
    "/ B R1 G7 G2 : G4 G3 V3 :",
)


def test_puzzle_search_agrees_with_the_exact_solver() -> None:
    compared = 0
    for seed in range(60):
        position = deal_random_position(rules.Ruleset(), 2, Random(seed), 3)
        if position is None:
            continue
        (mine, theirs), (own, other) = position.hands, position.palettes
        expected = Solver(10**6).wins(mine, own, position.rule, theirs, other)
        search, other_search = OpenSearch(0), OpenSearch(1)
        assert bool(search.gain(position)) is expected, position
        assert bool(other_search.gain(position)) is not expected, position
        wins = [way for way in list_turn_paths(position) if search.gain(way.position)]
        assert bool(PUZZLES.kinds_of_puzzles["force"].solve(position)) is (len(wins) == 1), position
        compared += 1
    assert compared > 40


@pytest.mark.parametrize(("lot", "seats"), [(0.69, 2), (0.7, 3), (0.9, 3)])
def test_three_of_ten_dealt_puzzles_have_three_seats(
    monkeypatch: pytest.MonkeyPatch, lot: float, seats: int
) -> None:
    found = set()
    for seed in range(6):
        rng = Random(seed)
        lots = chain([0.9, lot], iter(rng.random, None))
        monkeypatch.setattr(rng, "random", lots.__next__)
        found |= {each.seats for each in PUZZLES.kinds_of_puzzles["force"].propose(rng)}

    assert found == {seats}


NARROW: Final = "V4 B1 R1 B2 / deck / A> Y2 G2 V6 R5 : Y4 I2 : / B R4 V2 Y6 B4 : V5 G1 :"
LONGER: Final = "B1 B5 / deck / A> Y1 O1 R2 : O6 I5 Y4 : / B Y5 B4 R5 : B6 I6 G4 V4 I1 :"
WIDER: Final = "B5 I4 / deck / A> Y5 Y7 V7 : I5 O1 B1 : / B R5 I7 G4 : O7 G7 B6 R3 Y3 :"


@pytest.mark.parametrize(
    ("board", "turns", "grade"), [(NARROW, 2, 1), (LONGER, 3, 2), (WIDER, 2, 2)]
)
def test_unwinnable_puzzle_grade_rises_with_turns_and_choices(
    board: str, turns: int, grade: int
) -> None:
    position = parse_position(f"red7 basic@1.3 / canvas {board}")

    found = PUZZLES.kinds_of_puzzles["force"].refute(position)

    assert found == Refutation(turns, grade)


@pytest.mark.parametrize("puzzle", [FORCE, POINTS])
def test_puzzle_has_one_solution_and_playable_lines(puzzle: Puzzle) -> None:
    assert PUZZLES.solve(puzzle) == puzzle.answers
    opened = PUZZLES.open(puzzle)
    assert opened.open_hands
    assert opened.state.public_knowledge.hands == opened.state.position.hands
    for way in list_turn_paths(parse_position(puzzle.position)):
        verdict = PUZZLES.judge(puzzle, way.steps)
        assert verdict.is_right is (text_of_turn(way.steps) in puzzle.answers)
        match = begin_puzzle(PUZZLES, puzzle, text_of_turn(way.steps))
        for entry in verdict.line:
            match.take_text(entry.seat, entry.step)
        position = match.state.position
        is_won = verdict.is_right or verdict.reason.code == "scores"
        assert bool(position.out & 1) is not is_won
        assert position.is_over or not is_won


def test_verdicts_say_why() -> None:
    assert str(PUZZLES.judge(FORCE, parse_turn("Y7")).reason) == "wins (turns=3)"
    assert str(PUZZLES.judge(FORCE, parse_turn("G5")).reason) == "answered (seat=B, turn=R5)"
    assert str(PUZZLES.judge(FORCE, parse_turn("pass")).reason) == "went_out"
    assert PUZZLES.judge(FORCE, parse_turn("Y5")).reason.code == "not_winning"
    assert str(PUZZLES.judge(POINTS, parse_turn("Y4 @G1")).reason) == "scores (points=10, best=10)"
    assert str(PUZZLES.judge(POINTS, parse_turn("@I3")).reason) == "scores (points=3, best=10)"


def test_puzzle_rival_delays_a_loss_and_hastens_a_win() -> None:
    line = PUZZLES.judge(FORCE, parse_turn("G5")).line
    assert " ".join([str(each.step) for each in line]) == "R5 end Y5 @B6 end @G3 end pass"


def test_lost_but_winnable_round_becomes_a_puzzle() -> None:
    match = begin_puzzle(PUZZLES, FORCE, "G5")
    assert PUZZLES.make_from_missed_turn(match, 0, 0) is None, (
        "the round is not over: its cards are hidden"
    )
    for entry in PUZZLES.judge(FORCE, parse_turn("G5")).line:
        match.take_text(entry.seat, entry.step)
    assert match.state.rounds[0].winner == 1
    found = PUZZLES.make_from_missed_turn(match, 0, 0)
    assert found is not None
    assert (found.kind, found.key, found.answers) == ("force", FORCE.key, FORCE.answers)
    # The other seat has won, and the right turn was taken here: nothing comes of either.
    assert PUZZLES.make_from_missed_turn(match, 1, len(parse_turn("G5"))) is None
    taken = begin_puzzle(PUZZLES, FORCE, "Y7", "pass")
    assert PUZZLES.make_from_missed_turn(taken, 0, 0) is None


def test_puzzle_search_stops_when_told_or_at_its_limit() -> None:
    position = deal_random_position(rules.Ruleset(), 2, Random(1), 7)
    assert position
    with pytest.raises(SearchStopped):
        OpenSearch(0, limit=5).gain(position)
    with pytest.raises(SearchStopped):
        OpenSearch(0, should_stop=lambda: True).gain(position)


def test_solution_that_is_too_easy_or_too_long_makes_no_puzzle() -> None:
    force, points = PUZZLES.kinds_of_puzzles["force"], PUZZLES.kinds_of_puzzles["points"]
    assert isinstance(force, ForcedKind)
    assert isinstance(points, ForcedKind)
    assert not force.is_worthwhile(Solution((), 2, (0,)))
    assert not force.is_worthwhile(Solution((), 1, (0, 0)))
    assert not force.is_worthwhile(Solution((), 6, (0, 0)))
    assert force.is_worthwhile(Solution((), 2, (0, 0)))
    assert force.is_worthwhile(Solution((), 5, (0, 0)))
    assert not points.is_worthwhile(Solution((), 9, (0, 0)))
    assert points.is_worthwhile(Solution((), 9, (0, 4)))


def test_obvious_single_play_is_no_puzzle() -> None:
    stay = PUZZLES.kinds_of_puzzles["stay"]
    position = laid("A> Y7 R4 O5 : Y6 Y5 Y2", "B R2 R7 R3 B6 : ?2", canvas="B2 V5 G7 O1")
    found = stay.solve(position)
    assert found is not None
    assert stay.grade(position, found, GRADES, never_stop) == 0


def test_stopped_search_makes_no_puzzle() -> None:
    tries = [PUZZLES.attempt("force", f"7.{nth}", should_stop=lambda: True) for nth in range(10)]
    assert not any(tries)


# == Puzzles with one surviving turn.

PUZZLE = puzzle_of(
    "2 stay A",
    "O2 @O1",
    "red7 basic@1.3 / canvas O5 R1 / deck ?33 / A> Y2 R6 G2 : O2 O1 Y1 : / B O4 I4 O7 : ?3 :",
)


def test_puzzle_accepts_any_legal_turn_as_a_try() -> None:
    assert not PUZZLES.open(PUZZLE).open_hands
    match = begin_puzzle(PUZZLES, PUZZLE)
    tried = [str(step) for step in match.game.legal_steps(match.state, 0)]
    assert tried == ["O2", "O1", "Y1", "@O2", "@O1", "@Y1", "pass"]
    seen = match.game.observe(match.state, 0)
    assert seen.legal == match.game.legal_steps(match.state, 0)
    match.take_text(0, "Y1")
    assert [str(step) for step in match.game.legal_steps(match.state, 0)] == ["@O2", "@O1", "end"]
    with pytest.raises(IllegalStep, match="one_card"):
        match.take_text(0, "O2")


@pytest.mark.parametrize(("turn", "is_out"), [("Y1", True), ("@O1", True), ("O2 @O1", False)])
def test_losing_try_puts_its_seat_out(turn: str, is_out: bool) -> None:
    match = begin_puzzle(PUZZLES, PUZZLE, turn)
    assert bool(match.state.position.out & 1) is is_out
    result = match.game.result(match.state)
    assert (result.winners if result else ()) == ((1,) if is_out else ())


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ("Y1", "not_winning (rule=R, leader=B, count=1, top=R6, leader_count=1, leader_top=O7)"),
        ("@Y1", "not_winning (rule=Y, leader=B, count=1, top=R6, leader_count=2, leader_top=O7)"),
        ("pass", "went_out"),
        ("R7", "not_in_hand (card=R7)"),
    ],
)
def test_wrong_try_is_answered_with_the_reason(turn: str, why: str) -> None:
    verdict = PUZZLES.judge(PUZZLE, parse_turn(turn))
    assert (verdict.is_right, str(verdict.reason), verdict.line) == (False, why, ())


def test_right_puzzle_answer_names_the_rule_it_leads_under() -> None:
    verdict = PUZZLES.judge(PUZZLE, parse_turn("O2 @O1"))
    data = dict(verdict.reason.data)
    assert (verdict.is_right, verdict.reason.code) == (True, "leads")
    assert (data["rule"], data["count"], data["rival"], data["rival_count"]) == ("O", 3, "B", 2)
    rule, card, turn = PUZZLES.hints(PUZZLE)
    assert (str(rule), str(card)) == ("rule (rule=O)", "card (card=O2, to=palette)")
    assert turn.data[0] == ("turn", "O2 @O1")


def test_solution_is_legal_in_a_match() -> None:
    made = [PUZZLES.attempt("stay", f"t.{nth}") for nth in range(250)]
    found = [each for each in made if each]
    assert found
    for puzzle in found:
        position = parse_position(puzzle.position)
        assert [parse_turn(puzzle.answers[0]), parse_turn("pass")] == legality.list_legal_turns(
            position
        )
        assert PUZZLES.solve(puzzle) == puzzle.answers


def test_stay_puzzle_position_hides_the_rivals_hands_and_the_deck() -> None:
    stay = PUZZLES.kinds_of_puzzles["stay"]
    found = [each for nth in range(20) for each in stay.propose(Random(nth))]
    assert found
    for position in found:
        assert position.mover == 0
        assert position.hands[1:] == (0,) * (position.seats - 1)
        assert set(position.deck) == {-1}


# -- puzzles of one's own turns ----------------------------------------------------------------


def played(rules: str, seed: int) -> tuple[Match, list[int]]:
    """Play a match by lot in which seats go out now and then; give where they did."""
    match: Any = Match(game.Red7(), {"rules": rules, "seats": 2}, seed)
    chance, gone = Random(seed), []
    while asked := match.game.to_act(match.state):
        steps = match.game.legal_steps(match.state, asked[0])
        goes = asked[0] >= 0 and len(steps) <= 2 and str(steps[-1]) == "pass"
        if goes:
            gone.append(match.revision)
        match.take(asked[0], steps[-1] if goes else chance.choice(steps))
    return match, gone


SEEDS: Final = {"basic@1.3": 25, "advanced@1.3": 8, "advanced+actions@1.3": 4}
"""By rules: how many matches are played."""


@pytest.mark.parametrize("rules", SEEDS)
def test_dropping_out_with_one_saving_turn_becomes_a_puzzle(rules: str) -> None:
    made = []
    for seed in range(SEEDS[rules]):
        match, gone = played(rules, seed)
        for revision in gone:
            seat = match.game.to_act(match.state_at(revision))[0]
            puzzle = PUZZLES.make_from_missed_turn(match, seat, revision)
            if puzzle:
                made.append(puzzle)
                assert puzzle.seat == seat
                assert PUZZLES.solve(puzzle) == puzzle.answers
                hidden = parse_position(puzzle.position)
                assert hidden.hands[1 - seat] == 0
                assert not any(card >= 0 for card in hidden.deck)
    assert made or "actions" in rules


def test_turn_without_dropping_out_becomes_no_puzzle() -> None:
    match, _ = played("basic@1.3", 1)
    assert PUZZLES.make_from_missed_turn(match, match.log[0].seat, 0) is None
