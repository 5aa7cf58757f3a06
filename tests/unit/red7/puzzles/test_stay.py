"""One turn stays in: the others may be tried, put their seat out, and are answered with why."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from red7_desktop.games.red7 import puzzles as stay
from red7_desktop.games.red7.puzzles import PUZZLES
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.legality import list_legal_turns
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.puzzle import Puzzle

POSITION = "red7 basic@1.3 / canvas O5 R1 / deck ?33 / A> Y2 R6 G2 : O2 O1 Y1 : / B O4 I4 O7 : ?3 :"
PUZZLE = Puzzle("red7", "stay", (), 2, 0, POSITION, ("O2 @O1",))


def begun() -> Match:
    opened = PUZZLES.opened(PUZZLE)
    assert not opened.open_hands
    return Match(opened.game, opened.options, 0, dealt=opened.state)


def test_whatever_the_cards_allow_may_be_tried() -> None:
    match = begun()
    tried = [str(step) for step in match.game.legal_steps(match.state, 0)]
    assert tried == ["O2", "O1", "Y1", "@O2", "@O1", "@Y1", "pass"]
    seen = match.game.observe(match.state, 0)
    assert seen.legal == match.game.legal_steps(match.state, 0)
    match.take_text(0, "Y1")
    assert [str(step) for step in match.game.legal_steps(match.state, 0)] == ["@O2", "@O1", "end"]
    with pytest.raises(IllegalStep, match="one_card"):
        match.take_text(0, "O2")


@pytest.mark.parametrize(("turn", "is_out"), [("Y1", True), ("@O1", True), ("O2 @O1", False)])
def test_a_turn_that_ends_behind_puts_its_seat_out(turn: str, is_out: bool) -> None:
    match = begun()
    for step in parse_turn(turn):
        match.take(0, step)
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
def test_a_wrong_turn_is_answered_with_why(turn: str, why: str) -> None:
    verdict = PUZZLES.judge(PUZZLE, parse_turn(turn))
    assert (verdict.is_right, str(verdict.why), verdict.line) == (False, why, ())


def test_the_right_turn_is_told_by_what_it_leads() -> None:
    verdict = PUZZLES.judge(PUZZLE, parse_turn("O2 @O1"))
    data = dict(verdict.why.data)
    assert (verdict.is_right, verdict.why.code) == (True, "leads")
    assert (data["rule"], data["count"], data["rival"], data["rival_count"]) == ("O", 3, "B", 2)
    rule, card, turn = PUZZLES.hints(PUZZLE)
    assert (str(rule), str(card)) == ("rule (rule=O)", "card (card=O2, to=palette)")
    assert turn.data[0] == ("turn", "O2 @O1")


def test_the_one_turn_is_one_that_a_match_allows() -> None:
    made = [PUZZLES.attempt("stay", f"t.{nth}") for nth in range(250)]
    found = [each for each in made if each]
    assert found
    for puzzle in found:
        position = parse_position(puzzle.position)
        assert [parse_turn(puzzle.answers[0]), parse_turn("pass")] == list_legal_turns(position)
        assert PUZZLES.solve(puzzle) == puzzle.answers


def test_a_position_is_dealt_without_what_nobody_knows() -> None:
    dealt = [stay.propose_stay(Random(nth)) for nth in range(20)]
    found = [each for each in dealt if each]
    assert found
    for position in found:
        assert position.mover == 0
        assert position.hands[1:] == (0,) * (position.seats - 1)
        assert set(position.deck) == {-1}


# -- puzzles of one's own turns ----------------------------------------------------------------


def played(rules: str, seed: int) -> tuple[Match, list[int]]:
    """Play a match by lot in which seats go out now and then; give where they did."""
    match: Any = Match(Red7(), {"rules": rules, "seats": 2}, seed)
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
def test_going_out_where_one_turn_stayed_in_comes_back(rules: str) -> None:
    made = []
    for seed in range(SEEDS[rules]):
        match, gone = played(rules, seed)
        for revision in gone:
            seat = match.game.to_act(match.state_at(revision))[0]
            puzzle = PUZZLES.from_turn(match, seat, revision)
            if puzzle:
                made.append(puzzle)
                assert puzzle.seat == seat
                assert PUZZLES.solve(puzzle) == puzzle.answers
                hidden = parse_position(puzzle.position)
                assert hidden.hands[1 - seat] == 0
                assert not any(card >= 0 for card in hidden.deck)
    assert made or "actions" in rules


def test_other_turns_do_not() -> None:
    match, _ = played("basic@1.3", 1)
    assert PUZZLES.from_turn(match, match.log[0].seat, 0) is None
