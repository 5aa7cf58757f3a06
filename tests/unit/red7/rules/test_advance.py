"""How the table changes by steps and turns, and by whole rounds played at random."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from red7_desktop.games.red7.rules import advance, legality, notation, rounds
from red7_desktop.games.red7.rules.advance import apply_step, apply_turn, walk_random_round
from red7_desktop.games.red7.rules.cards import DRAW, FETCH, Step
from red7_desktop.games.red7.rules.position import START, Position
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from red7_desktop.tabletop.game import InvalidPosition
from tests.matches import MODES
from tests.unit.red7.rules.laid import RULESETS, laid, row, varied

ACTIONS: Final = "advanced+actions@1.3"


def table(position: Position) -> str:
    """Return the text of a position without its rules."""
    return str(position).partition(" / ")[2]


def test_unnamed_draw_adds_a_hidden_card_and_named_draw_that_card() -> None:
    position = laid("A>draw R6 O3 : O7", "B I2 : ?1", rules=ACTIONS, deck="?5")
    assert table(apply_step(position, Step(FETCH))) == (
        "canvas / deck ?4 / A>drew R6 O3 : O7 ?1 : / B I2 : ?1 :"
    )
    assert table(apply_step(position, Step(FETCH, *row("V7")))) == (
        "canvas / deck ?4 / A>drew R6 O3 : O7 V7 : / B I2 : ?1 :"
    )


def test_draw_takes_a_known_top_card_whether_the_step_names_it_or_not() -> None:
    position = laid("A>discarded R6 : O7", "B I2 : O1", rules=ACTIONS, canvas="R1", deck="G1")
    assert apply_step(position, Step(DRAW)) == apply_step(position, Step(DRAW, *row("G1")))


def by_steps(position: Position, steps: tuple[Step, ...]) -> Position:
    for step in steps:
        position = apply_step(position, step)
    return position


def check_all_turns(turns: Turns) -> None:
    for index in range(turns.count):
        steps, before = list_steps(turns, index), turns.position
        after, mover = by_steps(before, steps), before.mover
        assert apply_turn(turns, index) == after, steps
        palettes, deck = list(before.palettes), list(before.deck[::-1])
        held = advance.apply_steps_in_place(
            steps, mover, before.hands[mover], palettes, deck, before.rule
        )
        assert (held, palettes) == ((after.hands[mover], after.rule), list(after.palettes)), steps
        assert tuple(deck[::-1]) == after.deck


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_turn_equals_its_steps_taken_one_by_one(rules: str) -> None:
    for text in varied(str(rules))[::3]:
        check_all_turns(build_turns(notation.parse_position(text)))


@pytest.mark.parametrize("rules", [rules for rules in RULESETS if rules.actions], ids=str)
def test_rest_of_a_turn_equals_its_steps(rules: str) -> None:
    met = set()
    for text in varied(str(rules))[1::5]:
        turns = build_turns(notation.parse_position(text))
        for index in range(0, turns.count, 7):
            position = turns.position
            for step in list_steps(turns, index):
                position = apply_step(position, step)
                if position.phase != START:
                    met.add(position.phase)
                    check_all_turns(build_turns(position))
    assert len(met) >= 7


def test_turn_with_unknown_cards_equals_its_steps() -> None:
    hidden = laid("A> R6 V6 : R7 O3 B5 G2", "B O6 : ?7", rules=ACTIONS, canvas="R1", deck="?9")
    check_all_turns(build_turns(hidden))
    check_all_turns(build_turns(by_steps(hidden, list_steps(build_turns(hidden), 0)[:1])))


# == Random rounds follow the rules and depend on their seed only.


def dealt(rules: str, seats: int, seed: int) -> Position:
    return rounds.deal_round(parse_ruleset(rules), ((),) * seats, seed)


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_random_round_ends_and_depends_on_its_seed_only(rules: str, seats: int) -> None:
    for seed in range(20):
        start = dealt(rules, seats, seed)
        walk = walk_random_round(start, Random(seed))
        assert walk == walk_random_round(start, Random(seed))
        assert (walk[0], walk[-1].is_over) == (start, True)


@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_random_round_moves_by_legal_turns(rules: str, seats: int) -> None:
    walk = walk_random_round(dealt(rules, seats, 3), Random(5))
    for before, then in pairwise(walk):
        if before.phase == START and then.phase == START:
            assert then in [
                legality.apply_legal_turn(before, turn)
                for turn in legality.list_legal_turns(before)
            ]


def test_random_round_picks_legal_turns_uniformly() -> None:
    start = notation.parse_position("red7 basic / canvas / deck / A> R6 : V7 B2 : / B O5 : B1 V1 :")
    turns = legality.list_legal_turns(start)
    rng = Random(1)
    ways = Counter(str(walk_random_round(start, rng)[1]) for _ in range(6_000))
    assert len(ways) == len(turns)
    expected = 6_000 / len(turns)
    assert all(abs(times - expected) < expected / 4 for times in ways.values())


def test_random_round_with_hidden_cards_is_refused() -> None:
    for text in ("deck ?3 / A> R6 : V7 :", "deck / A> R6 : ?2 :"):
        hidden = notation.parse_position(f"red7 advanced / canvas / {text} / B O5 : B1 :")
        with pytest.raises(InvalidPosition, match="hidden"):
            walk_random_round(hidden, Random(1))
