"""A played card whose action does nothing has a reason for it, and no other card has one."""

from __future__ import annotations

import random

import pytest

from red7_desktop.games.red7.rules.advance import apply_step
from red7_desktop.games.red7.rules.cards import PLAY, number_of, parse_step
from red7_desktop.games.red7.rules.legality import explain_idle, list_legal_steps
from red7_desktop.games.red7.rules.position import PLAYED
from tests.random_matches import begin, play_on
from tests.unit.red7.rules.laid import laid

NEWER, FIRST = "basic+actions@1.3", "basic+actions@first"


@pytest.mark.parametrize(
    ("step", "seats", "rules", "deck", "code"),
    [
        ("R1", ("A> V7 : R1 R6", "B O6 : ?5"), NEWER, "?9", "no_large_palette"),
        ("R1", ("A> V7 : R1 R6", "B O6 O5 : ?5"), NEWER, "?9", None),
        ("R1", ("A> V7 : R1 R6", "B O6 : ?5"), FIRST, "?9", "no_spare_card"),
        ("R3", ("A> V7 : R3 R6", "B O6 : ?5"), NEWER, "", "deck_empty"),
        ("R3", ("A> V7 : R3 R6", "B O6 : ?5"), NEWER, "?9", None),
        ("R5", ("A> V7 : R5", "B O6 : ?5"), NEWER, "?9", "no_other_card"),
        ("R7", ("A> V6 : R7 R6", "B O3 : ?5"), FIRST, "?9", "nothing_to_move"),
        ("R7", ("A> V7 : R7 R6", "B O6 : ?5"), NEWER, "?9", None),
        ("R6", ("A> V7 : R7 R6", "B O6 : ?5"), NEWER, "?9", None),
        ("R1", ("A> V7 : R1 R6", "B O6 : ?5"), "basic@1.3", "?9", None),
    ],
)
def test_an_action_that_does_nothing_says_why(
    step: str, seats: tuple[str, ...], rules: str, deck: str, code: str | None
) -> None:
    played = parse_step(step)
    found = explain_idle(apply_step(laid(*seats, rules=rules, deck=deck), played), played.card)
    assert (found.code if found else None) == code


@pytest.mark.parametrize("rules", ["advanced+actions@1.3", "advanced+actions@first"])
def test_every_odd_card_is_carried_out_or_idle(rules: str) -> None:
    chance = random.Random(4)
    idle = 0
    for seed in range(4):
        match = begin(rules, 3, seed, target=20)
        while match.game.to_act(match.state):
            play_on(match, chance, 1)
            position = match.state.position
            if match.state.stage != "turn":
                continue
            for step in list_legal_steps(position):
                if step.kind == PLAY:
                    then = apply_step(position, step)
                    found = explain_idle(then, step.card)
                    is_odd = number_of(step.card) % 2 == 1
                    assert (found is not None) == (is_odd and then.phase == PLAYED)
                    idle += found is not None
    assert idle > 5
