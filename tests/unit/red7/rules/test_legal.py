"""What the seat to move may do next, at every point of a turn."""

from __future__ import annotations

from typing import Final

import pytest

from red7_desktop.games.red7.rules.legality import list_legal_steps, list_legal_turns, take_turn
from red7_desktop.games.red7.rules.notation import parse_turn
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.tabletop.game import IllegalTurn
from tests.unit.red7.rules.laid import laid, stepped, steps_at, turned, turns_at

ACTIONS: Final = "advanced+actions@1.3"
FIRST: Final = "advanced+actions@first"


def at(seat: str, rules: str = ACTIONS, canvas: str = "R1", deck: str = "G1 O3") -> Position:
    """Lay a seat against B, who has O6 and B2 before it, and O1 in its hand."""
    return laid(seat, "B O6 B2 : O1", rules=rules, canvas=canvas, deck=deck)


def test_a_turn_begins_with_a_play_a_discard_or_going_out() -> None:
    position = laid("A> G3 : R5 V2", "B Y4 : O1")
    assert set(steps_at(position)) == {"R5", "@V2", "pass"}
    assert turns_at(position) == ["R5", "R5 @V2", "@V2", "pass"]


def test_an_empty_hand_can_only_go_out() -> None:
    position = laid("A> R7 : ", "B V1 : B2")
    assert steps_at(position) == turns_at(position) == ["pass"]


def test_after_a_play_one_card_may_be_discarded_or_the_turn_ends() -> None:
    position = at("A> R6 : R2 G4 V1", rules="advanced@1.3")
    assert set(steps_at(stepped(position, "R2"))) == {"@G4", "@V1", "end"}


def test_only_what_can_still_end_winning_may_be_done() -> None:
    # B leads under red; under violet B has B2, so A needs a second card below 4.
    position = at("A> R5 V1 : R1 V2", rules="advanced@1.3", canvas="R3")
    assert steps_at(position) == ["R1", "pass"]
    assert steps_at(stepped(position, "R1")) == ["@V2"]


def test_after_a_discard_that_earns_it_the_draw_may_be_taken_or_left() -> None:
    position = at("A> R7 : R1", rules="advanced@1.3", canvas="R3")
    assert steps_at(stepped(position, "@R1")) == ["end"]
    open_draw = stepped(at("A> R7 : R2", rules="advanced@1.3"), "@R2")
    assert steps_at(open_draw) == ["+", "end"]
    assert steps_at(stepped(open_draw, "+")) == ["end"]


@pytest.mark.parametrize(("rules", "deck"), [("basic@1.3", "G1"), ("advanced@1.3", "")])
def test_there_is_no_draw_in_the_basic_game_or_from_an_empty_deck(rules: str, deck: str) -> None:
    discarded = stepped(at("A> R7 : R2", rules=rules, deck=deck), "@R2")
    assert steps_at(discarded) == ["end"]


def test_a_discard_is_counted_against_the_palette_after_the_play() -> None:
    position = at("A> R7 : R2 R3", rules="advanced@1.3")
    assert turns_at(position) == [
        *("R3", "R3 @R2", "R2", "R2 @R3", "R2 @R3+"),
        *("@R3", "@R3+", "@R2", "@R2+", "pass"),
    ]


def test_a_one_takes_a_card_from_a_palette_not_smaller_than_its_own() -> None:
    position = laid(
        "A>take R6 V1 : R7",
        "B O6 B2 : O1",
        "C I1 : O2",
        "D Y2 Y3 Y4 : O4",
        rules=ACTIONS,
    )
    assert steps_at(position) == ["(B:B2)", "(B:O6)", "(D:Y2)", "(D:Y3)", "(D:Y4)"]


def test_a_one_of_the_first_edition_takes_any_card_but_an_only_one() -> None:
    position = laid(
        "A>take R6 R2 V1 : R7", "B O6 B2 : O1", "C I1 : O2", "Dx Y2 Y3 : O4", rules=FIRST
    )
    assert steps_at(position) == ["(B:B2)", "(B:O6)"]


def test_a_one_that_can_take_nothing_is_played_without_an_action() -> None:
    position = laid("A> R6 : V1 R7", "B O6 : O1", rules=ACTIONS)
    assert "V1" in turns_at(position)
    assert "end" in steps_at(stepped(position, "V1"))


def test_a_three_owes_its_draw_and_then_may_go_out() -> None:
    position = at("A> R6 : V3 R7", deck="G1 O3")
    assert "V3(+)" in turns_at(position)
    owing = stepped(position, "V3")
    assert steps_at(owing) == ["(+)"]
    assert set(steps_at(stepped(owing, "(+)"))) == {"@R7", "end", "pass"}


def test_a_three_that_drew_badly_can_only_go_out() -> None:
    position = at("A> V2 : V3", deck="G1")
    drawn = stepped(position, "V3", "(+)")
    assert steps_at(drawn) == ["pass"]


def test_a_three_may_be_tried_though_nothing_wins_yet() -> None:
    assert turns_at(at("A> V2 : V3", deck="I1")) == ["V3(+)", "pass"]
    assert turns_at(at("A> V2 : V3", deck="")) == ["pass"]


def test_a_five_owes_another_card() -> None:
    position = at("A> R6 : V5 R7 R2", rules=ACTIONS)
    assert set(steps_at(stepped(position, "V5"))) == {"R7", "R2"}
    assert set(steps_at(stepped(position, "V5", "R2"))) == {"@R7", "end"}


def test_a_five_with_nothing_else_to_play_does_nothing() -> None:
    assert turns_at(at("A> R6 : V5")) == ["V5", "pass"]


def test_a_five_need_not_play_a_one_that_may_not_be_played() -> None:
    # Under red B leads whatever A plays. Under violet B has nothing, if V1 is left to discard.
    seats = "A> V2 : G5 V1", "B R7 O7 : O1"
    newer, first = (turns_at(laid(*seats, rules=rules)) for rules in (ACTIONS, FIRST))
    assert [turn for turn in newer if turn.startswith("G5")] == ["G5 @V1"]
    assert [turn for turn in first if turn.startswith("G5")] == []


def test_a_five_must_play_another_card_if_only_a_three_to_draw_by() -> None:
    assert "V5" not in turns_at(at("A> R6 : V5 V3"))
    assert "V5(V3(+))" in turns_at(at("A> R6 : V5 V3"))
    assert "V5(V3)" in turns_at(at("A> R6 : V5 V3", deck=""))


def test_a_seven_moves_any_own_card_to_the_canvas_or_to_the_deck() -> None:
    position = laid("A>move R6 R7 : O1", "B O5 : B1", rules=ACTIONS, canvas="R1")
    assert set(steps_at(position)) == {"(@R6)", "(^R6)", "(@R7)", "(^R7)"}


def test_a_seven_of_the_first_edition_moves_another_card_to_the_canvas_and_must_lead() -> None:
    position = laid("A>move R6 G2 R7 : O1", "B O5 Y4 Y6 : B1", rules=FIRST, canvas="R1")
    assert steps_at(position) == ["(@R6)"]


def test_going_out_is_not_offered_in_the_middle_of_a_turn_without_a_draw() -> None:
    for position in (
        stepped(at("A> R6 : V5 R7 R2"), "V5"),
        stepped(at("A> R6 : R7 R2"), "R7"),
        stepped(at("A> R6 : R2"), "R2"),
        stepped(at("A> R6 : R2"), "@R2"),
    ):
        assert "pass" not in steps_at(position)


def test_the_rest_of_a_turn_is_listed_from_the_middle_of_it() -> None:
    position = stepped(at("A> R6 : V5 R7 R2"), "V5")
    rest = [[str(step) for step in steps] for steps in list_legal_turns(position)]
    assert ["R2", "end"] in rest
    assert ["R2", "@R7", "+", "end"] in rest
    assert all(steps[0] in {"R2", "R7"} for steps in rest)


def test_a_turn_that_stops_at_its_draw_ends_there_when_it_wins() -> None:
    position = at("A> R6 : V3", deck="I1")
    assert str(turned(position, "V3(+)")) == (
        "red7 advanced+actions@1.3 / canvas R1 / deck / A R6 V3 : I1 : / B> O6 B2 : O1 :"
    )


def test_a_turn_that_stops_at_its_draw_goes_out_when_it_does_not_win() -> None:
    position = at("A> V2 : V3", deck="G1")
    after = turned(position, "V3(+G1)")
    assert (after.live, after.is_over) == ((1,), True)


def test_a_turn_names_the_card_it_draws_or_leaves_it_open() -> None:
    position = at("A> R7 : R2", rules="advanced@1.3")
    assert turned(position, "@R2+G1") == turned(position, "@R2+")
    with pytest.raises(IllegalTurn) as refused:
        take_turn(position, parse_turn("@R2+G2"))
    assert refused.value.reason.code == "wrong_draw"


def test_a_named_draw_from_a_hidden_deck_is_believed() -> None:
    position = laid("A> R7 : R2", "B O6 : ?7", rules="advanced@1.3", canvas="R1", deck="?9")
    assert str(turned(position, "@R2+V7")) == (
        "red7 advanced@1.3 / canvas R1 R2 / deck ?8 / A R7 : V7 : / B> O6 : ?7 :"
    )
    assert str(turned(position, "@R2+")) == (
        "red7 advanced@1.3 / canvas R1 R2 / deck ?8 / A R7 : ?1 : / B> O6 : ?7 :"
    )


def test_the_steps_are_the_first_steps_of_the_turns() -> None:
    for position in (at("A> R6 : V5 R7 R2"), at("A>drew R6 V3 : R7"), at("A>discarded R6 : R7")):
        assert set(list_legal_steps(position)) == {steps[0] for steps in list_legal_turns(position)}
