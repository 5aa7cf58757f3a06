"""Why a step is not legal: every reason with its facts."""

from __future__ import annotations

import re
from typing import Final

import pytest

from red7_desktop.games.red7.rules import legality as refusals
from red7_desktop.games.red7.rules.cards import TAKES, parse_step
from red7_desktop.games.red7.rules.legality import (
    list_legal_steps,
    list_legal_turns,
    take_step,
    take_turn,
)
from red7_desktop.games.red7.rules.notation import parse_turn
from red7_desktop.tabletop.game import IllegalStep, IllegalTurn
from tests.unit.red7.rules.laid import laid, row, stepped, why

ACTIONS: Final = "advanced+actions@1.3"
FIRST: Final = "advanced+actions@first"

# A leads with R6; red is in force. Seats may be written over.
PLAIN = {"A": "A> R6 : R7 G5 Y2", "B": "B O6 : O1"}
TAKING = {"A": "A>take R6 V1 : R7 G2", "B": "B O6 B2 : O1", "C": "Cx I1 I2 : O2"}
MOVING = {"A": "A>move R6 R7 : O7 G2", "B": "B O6 : O1"}
FETCHING = {"A": "A>draw R6 V3 : R7 G2", "B": "B O6 : O1"}
PLAYING = {"A": "A>play R6 V5 : R7 G2", "B": "B O6 : O1"}
PLAYED = {"A": "A>played R6 V2 : R7 G2", "B": "B O6 : O1"}
DISCARDED = {"A": "A>discarded R6 : R7 G2", "B": "B O6 : O1"}
DONE = {"A": "A>done R6 : R7 G2", "B": "B O6 : O1"}
OVER = {"A": "Ax R6 : R7 G2", "B": "B O6 : O1"}

CASES = [
    (OVER, ACTIONS, "R7", "round_over"),
    (OVER, ACTIONS, "pass", "round_over"),
    (PLAIN | {"A": "A> R6 : R7 ?2"}, ACTIONS, "R7", "hidden_hand (seat=A)"),
    (PLAIN, ACTIONS, "V7", "not_in_hand (card=V7)"),
    (PLAIN, ACTIONS, "@V7", "not_in_hand (card=V7)"),
    (PLAYING, ACTIONS, "O1", "not_in_hand (card=O1)"),
    (TAKING, ACTIONS, "(B:G4)", "not_in_palette (card=G4, seat=B)"),
    (TAKING, ACTIONS, "(B:O1)", "not_in_palette (card=O1, seat=B)"),
    (MOVING, ACTIONS, "(@O7)", "not_in_palette (card=O7, seat=A)"),
    (MOVING, ACTIONS, "(^O6)", "not_in_palette (card=O6, seat=A)"),
    (TAKING, ACTIONS, "R7", "owes_action (card=V1)"),
    (TAKING, ACTIONS, "@R7", "owes_action (card=V1)"),
    (TAKING, ACTIONS, "end", "owes_action (card=V1)"),
    (TAKING, ACTIONS, "(@R6)", "owes_action (card=V1)"),
    (MOVING, ACTIONS, "O7", "owes_action (card=R7)"),
    (MOVING, ACTIONS, "(B:O6)", "owes_action (card=R7)"),
    (FETCHING, ACTIONS, "R7", "owes_action (card=V3)"),
    (FETCHING, ACTIONS, "@R7", "owes_action (card=V3)"),
    (FETCHING, ACTIONS, "end", "owes_action (card=V3)"),
    (PLAYING, ACTIONS, "@R7", "owes_action (card=V5)"),
    (PLAYING, ACTIONS, "(^R6)", "owes_action (card=V5)"),
    (PLAYED, ACTIONS, "R7", "one_card"),
    (PLAYED | {"A": "A>drew R6 V3 : R7"}, ACTIONS, "R7", "one_card"),
    (DISCARDED, ACTIONS, "@R7", "one_discard"),
    (DONE, ACTIONS, "@R7", "one_discard"),
    (DISCARDED, ACTIONS, "R7", "turn_is_ending"),
    (DONE, ACTIONS, "R7", "turn_is_ending"),
    (PLAIN, ACTIONS, "end", "nothing_done"),
    (PLAIN, ACTIONS, "+", "no_draw (deck=2, palette=1)"),
    (DONE, ACTIONS, "+", "no_draw (deck=2, palette=1)"),
    (PLAIN, ACTIONS, "(+)", "no_draw (deck=2, palette=1)"),
    (DISCARDED, ACTIONS, "(+G1)", "no_draw (deck=2, palette=1)"),
    (FETCHING, ACTIONS, "+G1", "no_draw (deck=2, palette=2)"),
    (DISCARDED, ACTIONS, "+V6", "wrong_draw (card=V6)"),
    (FETCHING, ACTIONS, "(+G3)", "wrong_draw (card=G3)"),
    (PLAIN, ACTIONS, "(B:O6)", "no_action"),
    (PLAYED, ACTIONS, "(@R6)", "no_action"),
    (DONE, ACTIONS, "(^R6)", "no_action"),
    (TAKING, ACTIONS, "(A:R6)", "not_a_rival (seat=A)"),
    (TAKING, ACTIONS, "(C:I2)", "not_a_rival (seat=C)"),
    (TAKING, ACTIONS, "(D:I2)", "not_a_rival (seat=D)"),
    (
        TAKING | {"A": "A>take R6 Y1 V1 : R7"},
        ACTIONS,
        "(B:B2)",
        "palette_smaller (seat=B, count=2, own=3)",
    ),
    (TAKING | {"C": "C I1 : O2"}, FIRST, "(C:I1)", "only_card (seat=C)"),
    (MOVING, FIRST, "(@R7)", "moves_itself (card=R7)"),
    (MOVING, FIRST, "(^R6)", "not_in_edition (edition=first)"),
    (TAKING, ACTIONS, "pass", "cannot_go_out"),
    (MOVING, ACTIONS, "pass", "cannot_go_out"),
    (FETCHING, ACTIONS, "pass", "cannot_go_out"),
    (PLAYING, ACTIONS, "pass", "cannot_go_out"),
    (PLAYED, ACTIONS, "pass", "cannot_go_out"),
    (DISCARDED, ACTIONS, "pass", "cannot_go_out"),
    (DONE, ACTIONS, "pass", "cannot_go_out"),
]

# What does not win says who would lead, and by what.
NOT_WINNING = [
    ({"A": "A> R2 : Y3 G2", "B": "B O6 : O1"}, "Y3", "R", "B", "1 Y3", "1 O6"),
    ({"A": "A> R2 : Y3 G2", "B": "B O6 G4 : O1"}, "@G2", "G", "B", "1 R2", "2 O6"),
    ({"A": "A> R5 : Y3 G2", "B": "B O5 : O1"}, "@G2", "G", "", "0", ""),
    ({"A": "A>played R2 : Y3 G2", "B": "B O6 : O1"}, "end", "R", "B", "1 R2", "1 O6"),
    ({"A": "A> R5 : Y3 V1", "B": "B O5 V2 : O1"}, "@V1", "V", "B", "0", "1 V2"),
]


@pytest.mark.parametrize(("seats", "rules", "step", "expected"), CASES)
def test_a_refusal_gives_its_reason_and_the_facts(
    seats: dict[str, str], rules: str, step: str, expected: str
) -> None:
    position = laid(*seats.values(), rules=rules, canvas="R1", deck="G1 O3")
    assert why(position, step) == expected


@pytest.mark.parametrize(("seats", "step", "rule", "leader", "own", "theirs"), NOT_WINNING)
def test_a_turn_that_would_not_win_says_who_leads_and_by_what(
    seats: dict[str, str], step: str, rule: str, leader: str, own: str, theirs: str
) -> None:
    count, _, top = own.partition(" ")
    leader_count, _, leader_top = theirs.partition(" ")
    facts = f"rule={rule}, leader={leader}, count={count}, top={top}"
    if leader:
        facts += f", leader_count={leader_count}, leader_top={leader_top}"
    assert why(laid(*seats.values()), step) == f"not_winning ({facts})"


def test_a_seven_that_leads_but_must_give_the_lead_away_is_refused_for_its_action() -> None:
    position = laid("A> : R7", "B Y4 : B5", rules="basic+actions@1.3")
    assert why(position, "R7") == "action_loses (card=R7)"
    position = laid("A>play R5 : R7", "B Y4 : B5", rules="basic+actions@1.3")
    assert why(position, "R7") == ""


def test_an_action_that_wins_nowhere_says_who_leads_after_it() -> None:
    moving = laid("A>move R2 V7 : G1", "B Y4 : B5", rules="basic+actions@1.3", canvas="R1")
    facts = "rule=R, leader=B, count=1, top=R2, leader_count=1, leader_top=Y4"
    assert why(moving, "(^V7)") == f"not_winning ({facts})"
    taking = laid("A>take R2 V1 : G1", "B Y4 Y6 : B5", rules="basic+actions@1.3")
    facts = "rule=R, leader=B, count=1, top=R2, leader_count=1, leader_top=Y6"
    assert why(taking, "(B:Y4)") == f"not_winning ({facts})"


def test_a_card_that_lies_open_cannot_be_drawn_from_a_hidden_deck() -> None:
    position = laid("A>draw R6 V3 : R7 G2 : I1", "B O6 : ?1", rules=ACTIONS, canvas="R1", deck="?9")
    for card in ("R6", "V3", "R7", "G2", "I1", "O6", "R1"):
        assert why(position, f"(+{card})") == f"elsewhere (card={card})"
    assert why(position, "(+O1)") == ""
    assert why(position, "(+)") == ""


def test_what_is_legal_has_no_reason() -> None:
    position = laid(*PLAIN.values(), rules=ACTIONS, canvas="R1", deck="G1 O3")
    steps = list_legal_steps(position)
    assert {str(step) for step in steps} == {"R7", "G5", "Y2", "@R7", "@G5", "@Y2", "pass"}
    assert {why(position, str(step)) for step in steps} == {""}


def test_every_documented_code_is_met_and_every_code_met_is_documented() -> None:
    assert refusals.__doc__
    listed = refusals.__doc__.partition("The codes:")[2].rstrip().rstrip(".")
    documented = re.sub(r"\([^)]*\)", "", listed).replace("\n", " ").split(",")
    met = {expected.partition(" ")[0] for *_, expected in CASES}
    assert {code.strip() for code in documented} == met | {
        "not_winning",
        "action_loses",
        "elsewhere",
    }


def test_taking_a_step_that_is_not_legal_raises_its_text_and_reason() -> None:
    position = laid(*PLAIN.values(), rules=ACTIONS)
    with pytest.raises(IllegalTurn) as refused:
        take_step(position, parse_step("@V7"))
    assert isinstance(refused.value, IllegalStep)
    assert refused.value.step == "@V7"
    assert refused.value.reason.code == "not_in_hand"
    assert dict(refused.value.reason.data) == {"card": "V7"}
    assert str(refused.value) == "turn: '@V7': not_in_hand (card=V7)"


def test_a_turn_is_refused_by_the_step_that_is_not_legal() -> None:
    position = laid("A> G3 : R5 V2", "B Y4 : O1")
    with pytest.raises(IllegalTurn) as refused:
        take_turn(position, parse_turn("R5 @O1"))
    assert (refused.value.step, refused.value.reason.code) == ("@O1", "not_in_hand")


def test_a_round_that_is_over_has_no_turns_and_takes_none() -> None:
    position = laid(*OVER.values())
    assert list_legal_steps(position) == ()
    assert list_legal_turns(position) == []
    with pytest.raises(IllegalTurn) as refused:
        take_turn(position, parse_turn("pass"))
    assert refused.value.reason.code == "round_over"


def test_a_mover_with_a_hidden_hand_is_not_judged() -> None:
    position = laid("A> R6 : R7 ?2", "B O6 : O1")
    for ask in (list_legal_steps, list_legal_turns):
        with pytest.raises(IllegalTurn) as refused:
            ask(position)
        assert refused.value.reason.code == "hidden_hand"


def test_the_hidden_hand_of_another_seat_does_not_matter() -> None:
    position = laid("A> R6 : R7", "B O6 : ?7", deck="?3")
    assert why(position, "R7") == ""


def test_a_step_with_a_rival_that_is_not_at_the_table_is_refused() -> None:
    taking = laid(*TAKING.values(), rules=ACTIONS)
    with pytest.raises(IllegalTurn) as refused:
        take_step(taking, TAKES[3][row("R7")[0]])
    assert refused.value.reason.code == "not_a_rival"


def test_a_card_drawn_from_a_hidden_deck_without_a_name_hides_the_hand() -> None:
    position = laid("A> R6 : V3 R7", "B O6 : ?7", rules=ACTIONS, deck="?3")
    drawn = stepped(position, "V3", "(+)")
    assert drawn.hand_count(0) == 2
    assert why(drawn, "end") == "hidden_hand (seat=A)"
    assert why(stepped(position, "V3", "(+I7)"), "end") == ""
