"""In the middle of a turn it is said what comes next, and why a card does nothing."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.present import explain_idle_card
from red7_desktop.kit.texts import Runs, to_plain
from tests.unit.red7.face.seen import model_of, seen, state_of, words_of

ACTIONS = "advanced+actions@1.3"


@pytest.mark.parametrize(
    ("seats", "rules", "steps", "asked"),
    [
        (("A>take V1 R1 : B2", "B O7 : ?5"), ACTIONS, "R1", "Red 1: choose a card of another"),
        (("A>draw V1 R3 : B2", "B O7 : ?5"), ACTIONS, "R3", "Red 3: draw a card"),
        (("A>play V1 R5 : R7", "B O6 : ?5"), ACTIONS, "R5", "Red 5: play another card to your"),
        (("A>move V1 R7 : B2", "B O7 : ?5"), ACTIONS, "R7", "Red 7: choose a card of your"),
        (("A>played V1 B2 : O2 R5 G4", "B R7 : ?5"), "basic@1.3", "B2", "Discard green 4 to take"),
        (("A>drew R1 B3 : B2", "B R7 : ?5"), ACTIONS, "B3 (+B2)", "Discard blue 2 to take"),
        (("A>drew R1 O3 : R6", "B R7 : ?5"), ACTIONS, "O3 (+R6)", "No card keeps you in"),
    ],
)
def test_in_the_middle_of_a_turn_the_line_says_what_to_do_next(
    seats: tuple[str, ...], rules: str, steps: str, asked: str
) -> None:
    why = model_of(state_of(*seats, rules=rules, steps=steps)).why
    assert why.is_prompt
    assert capitalised(why.line).startswith(asked)
    assert len(why.others) == len(seats)


def capitalised(line: Runs) -> str:
    said = to_plain(line)
    return said[0].upper() + said[1:]


def test_an_action_that_did_nothing_is_told_to_whoever_played_the_card() -> None:
    state = state_of("A>played V7 R1 : R6", "B O6 : ?5", rules=ACTIONS, steps="R1")
    told = explain_idle_card(words_of(2), seen(state))
    assert to_plain(told) == "red 1 takes nothing: all other palettes are smaller than yours."
    assert not explain_idle_card(words_of(2, 1), seen(state, 1))
    acts = state_of("A>take V7 R1 : R6", "B O6 O5 : ?5", rules=ACTIONS, steps="R1")
    assert not explain_idle_card(words_of(2), seen(acts))


@pytest.mark.parametrize(
    "seats",
    [
        ("A> R1 : R7", "B O7 : ?5"),  # the turn begins
        ("A>played R1 R7 : B2", "B O7 : ?5"),  # it may end
        ("A R1 : R7", "B>take O7 O1 : ?5"),  # somebody else's
    ],
)
def test_where_nothing_has_to_be_done_the_line_says_who_leads(seats: tuple[str, ...]) -> None:
    why = model_of(state_of(*seats, rules=ACTIONS, steps="R7" if "played" in seats[0] else "")).why
    assert not why.is_prompt
    assert "lead" in to_plain(why.line)
