from __future__ import annotations

import random
from dataclasses import replace

import pytest

from red7_desktop.games.red7.face.lens import find_reaches
from red7_desktop.games.red7.rules.advance import apply_step, replace_fields
from red7_desktop.games.red7.rules.cards import COLOURS, DRAW, END, FETCH, LETTERS, PASS, THE_END
from red7_desktop.games.red7.rules.game import Red7, Red7Observation, position_of
from red7_desktop.games.red7.rules.legality import list_legal_turns, take_turn
from red7_desktop.games.red7.rules.position import DISCARDED, DONE, START, Position
from red7_desktop.games.red7.rules.rounds import ROUND_OVER, TURN
from red7_desktop.games.red7.rules.standings import find_winner
from tests.random_matches import MODES, begin, play_on
from tests.unit.red7.face.seen import FOUR, seen, state_of


def texts_by_rule(observation: Red7Observation) -> dict[str, list[str]]:
    """Give the reachable turns as texts, by the letter of the rule that they lead."""
    found = {
        LETTERS[reach.rule]: [" ".join(map(str, turn)) for turn in reach.turns]
        for reach in find_reaches(observation)
    }
    return {letter: turns for letter, turns in found.items() if turns}


def test_a_discard_reaches_a_rule_that_the_palette_leads() -> None:
    state = state_of("A> G4 G2 : V1 :", "B B7 : ?3 :")
    assert texts_by_rule(seen(state)) == {"V": ["@V1"]}


def test_a_card_and_then_a_discard_reach_what_neither_does_alone() -> None:
    state = state_of("A> V1 : G4 G2 :", "B B3 : ?3 :")
    assert texts_by_rule(seen(state)) == {"R": ["G4"], "G": ["G2 @G4", "G4 @G2"]}


def test_on_another_seats_turn_it_is_as_if_the_viewers_began() -> None:
    theirs = state_of("A G4 G2 : V1 :", "B> B7 : ?3 :")
    assert texts_by_rule(seen(theirs)) == {"V": ["@V1"]}


def test_in_a_turn_it_goes_on_from_where_the_turn_stands() -> None:
    state = state_of("A>played G4 G2 R7 : B1 G1 :", "B B6 : ?3 :", steps="R7")
    turns = texts_by_rule(seen(state))
    assert turns["R"] == [""]
    assert turns["B"] == ["@B1"]


def test_once_nothing_more_can_be_played_it_looks_at_the_next_turn() -> None:
    state = state_of("A>done G4 G2 R7 : G1 :", "B B6 : ?3 :", canvas="B1", steps="R7 @B1")
    assert texts_by_rule(seen(state))["G"] == ["@G1"]


@pytest.mark.parametrize(
    ("viewer", "changes"),
    [(None, {}), (1, {"out": 0b10}), (0, {"stage": ROUND_OVER})],
    ids=["a spectator", "a seat that is out", "between rounds"],
)
def test_nothing_is_reached_by(viewer: int | None, changes: dict[str, object]) -> None:
    observation = replace(seen(state_of(*FOUR), viewer), **changes)  # type: ignore[arg-type]
    assert find_reaches(observation) == ()


def start_of(observation: Red7Observation) -> Position:
    """Give where the ways begin: in the viewer's turn, or where it would begin."""
    assert observation.viewer is not None
    position = position_of(observation)
    if position.mover == observation.viewer and position.phase not in {DISCARDED, DONE}:
        return position
    return replace_fields(position, mover=observation.viewer, phase=START)


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_every_way_told_is_legal_and_leads(rules: str, seats: int) -> None:
    match = begin(rules, seats, seed=seats)
    chance = random.Random(seats)
    told = 0
    for _ in range(12):
        play_on(match, chance, 3)
        if match.state.stage != TURN:
            continue
        viewer = match.state.position.mover
        observation = match.game.observe(match.state, viewer)
        position = start_of(observation)
        for reach in find_reaches(observation):
            for turn in reach.turns:
                then = position
                for step in turn:
                    then = apply_step(then, step)
                assert then.rule == reach.rule
                assert find_winner(then) == viewer
                take_turn(position, (*turn, THE_END))
                told += 1
    assert told


@pytest.mark.parametrize("seed", range(4))
def test_without_actions_no_way_is_left_out(seed: int) -> None:
    game = Red7()
    match = play_on(begin("advanced@1.3", 3, seed), random.Random(seed), 9 + 4 * seed)
    for viewer in range(3):
        observation = game.observe(match.state, viewer)
        if observation.stage != TURN or observation.out >> viewer & 1:
            continue
        position = start_of(observation)
        wanted = {
            tuple(step for step in steps if step.kind not in {DRAW, END})
            for steps in list_legal_turns(position)
            if steps[-1].kind not in {PASS, FETCH}
        }
        assert {turn for reach in find_reaches(observation) for turn in reach.turns} == wanted


def test_there_is_an_answer_for_every_rule() -> None:
    assert [reach.rule for reach in find_reaches(seen(state_of(*FOUR)))] == list(COLOURS)
