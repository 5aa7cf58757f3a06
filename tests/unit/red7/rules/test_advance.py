"""How the table changes by a step, and by a whole turn at once."""

from __future__ import annotations

from typing import Final

import pytest

from red7_desktop.games.red7.rules.advance import apply_pass, apply_step, apply_turn, replace_fields
from red7_desktop.games.red7.rules.cards import DRAW, FETCH, Step
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.position import NOBODY, START, Position
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from tests.unit.red7.rules.laid import RULESETS, laid, row, stepped, turned
from tests.unit.red7.rules.varied import varied

ACTIONS: Final = "advanced+actions@1.3"


def table(position: Position) -> str:
    """Give the text of a position without its rules."""
    return str(position).partition(" / ")[2]


def test_a_play_goes_from_the_hand_to_the_end_of_the_palette() -> None:
    position = stepped(laid("A> R6 : R7 R1", "B O6 : O1"), "R7")
    assert table(position) == "canvas / deck / A>played R6 R7 : R1 : / B O6 : O1 :"


def test_a_discard_goes_to_the_top_of_the_canvas() -> None:
    position = stepped(laid("A> R6 : R7 R1", "B O6 : O1", canvas="R2"), "@R1")
    assert table(position) == "canvas R2 R1 / deck / A>done R6 : R7 : / B O6 : O1 :"


def test_the_draw_brings_the_top_of_the_deck_to_the_hand() -> None:
    position = laid("A> R6 : R7 R1", "B O6 : O1", rules="advanced@1.3", deck="I1 I2")
    open_draw = stepped(position, "@R7")
    assert table(open_draw) == "canvas R7 / deck I1 I2 / A>discarded R6 : R1 : / B O6 : O1 :"
    assert table(stepped(open_draw, "+")) == (
        "canvas R7 / deck I2 / A>done R6 : R1 I1 : / B O6 : O1 :"
    )
    assert table(stepped(open_draw, "end")) == (
        "canvas R7 / deck I1 I2 / A R6 : R1 : / B> O6 : O1 :"
    )


def test_a_three_draws_and_the_turn_goes_on() -> None:
    position = laid("A> R6 : O3", "B O6 : O1", rules=ACTIONS, deck="I1 I2")
    owing = stepped(position, "O3")
    assert table(owing) == "canvas / deck I1 I2 / A>draw R6 O3 : : / B O6 : O1 :"
    assert table(stepped(owing, "(+)")) == "canvas / deck I2 / A>drew R6 O3 : I1 : / B O6 : O1 :"


def test_a_one_puts_a_rivals_card_on_top_of_the_deck() -> None:
    position = laid("A> R6 : O1", "B I2 I3 I4 : O2", rules=ACTIONS, deck="I1")
    assert table(turned(position, "O1(B:I3)")) == (
        "canvas / deck I3 I1 / A R6 O1 : : / B> I2 I4 : O2 :"
    )


def test_a_seven_discards_from_the_palette_or_puts_on_the_deck() -> None:
    position = laid("A> R6 : O7", "B I2 : O2", rules=ACTIONS, deck="I1")
    assert table(turned(position, "O7(@R6)")) == "canvas R6 / deck I1 / A O7 : : / B> I2 : O2 :"
    assert table(turned(position, "O7(^R6)")) == "canvas / deck R6 I1 / A O7 : : / B> I2 : O2 :"


def test_who_goes_out_keeps_the_cards_and_the_next_live_seat_moves() -> None:
    position = laid("A R6 : O7", "B> I2 : O2", "Cx I3 : O3", "D I4 : O4")
    gone = apply_pass(position)
    assert table(gone) == (
        "canvas / deck / A R6 : O7 : / Bx I2 : O2 : / Cx I3 : O3 : / D> I4 : O4 :"
    )
    assert gone == stepped(position, "pass")


def test_the_last_live_seat_ends_the_round_at_once() -> None:
    gone = apply_pass(laid("A R6 : O7", "B> I2 : O2"))
    assert (gone.mover, gone.is_over, gone.live) == (NOBODY, True, (0,))


def test_an_unknown_card_drawn_is_counted_and_a_named_one_is_held() -> None:
    position = laid("A>draw R6 O3 : O7", "B I2 : ?1", rules=ACTIONS, deck="?5")
    assert table(apply_step(position, Step(FETCH))) == (
        "canvas / deck ?4 / A>drew R6 O3 : O7 ?1 : / B I2 : ?1 :"
    )
    assert table(apply_step(position, Step(FETCH, *row("V7")))) == (
        "canvas / deck ?4 / A>drew R6 O3 : O7 V7 : / B I2 : ?1 :"
    )


def test_a_known_top_card_is_drawn_whatever_the_step_says() -> None:
    position = laid("A>discarded R6 : O7", "B I2 : O1", rules=ACTIONS, canvas="R1", deck="G1")
    assert apply_step(position, Step(DRAW)) == apply_step(position, Step(DRAW, *row("G1")))


def test_a_changed_position_keeps_what_is_not_named() -> None:
    position = laid("A> R6 : O7", "B I2 : O1 : G1", canvas="R1", deck="Y1")
    assert replace_fields(position) == position
    moved = replace_fields(position, rows=(row("R6 O7"), row("I2")), hands=(0, position.hands[1]))
    assert table(moved) == "canvas R1 / deck Y1 / A> R6 O7 : : / B I2 : O1 : G1"
    assert moved.palettes[0].bit_count() == 2


def by_steps(position: Position, steps: tuple[Step, ...]) -> Position:
    for step in steps:
        position = apply_step(position, step)
    return position


def check_all_turns(turns: Turns) -> None:
    for index in range(turns.count):
        steps = list_steps(turns, index)
        assert apply_turn(turns, index) == by_steps(turns.position, steps), steps


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_a_turn_taken_at_once_leads_where_its_steps_lead(rules: str) -> None:
    for text in varied(str(rules))[::3]:
        check_all_turns(build_turns(parse_position(text)))


@pytest.mark.parametrize("rules", [rules for rules in RULESETS if rules.actions], ids=str)
def test_the_rest_of_a_turn_taken_at_once_leads_where_its_steps_lead(rules: str) -> None:
    met = set()
    for text in varied(str(rules))[1::5]:
        turns = build_turns(parse_position(text))
        for index in range(0, turns.count, 7):
            position = turns.position
            for step in list_steps(turns, index):
                position = apply_step(position, step)
                if position.phase != START:
                    met.add(position.phase)
                    check_all_turns(build_turns(position))
    assert len(met) >= 7


def test_turns_with_unknown_cards_lead_where_their_steps_lead() -> None:
    hidden = laid("A> R6 V6 : R7 O3 B5 G2", "B O6 : ?7", rules=ACTIONS, canvas="R1", deck="?9")
    check_all_turns(build_turns(hidden))
    check_all_turns(build_turns(by_steps(hidden, list_steps(build_turns(hidden), 0)[:1])))
