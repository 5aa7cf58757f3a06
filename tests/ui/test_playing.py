"""Whole rounds and matches through the real screens, by the hands of the pilot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from red7_desktop.games.red7.rules.rounds import MATCH_OVER, ROUND_OVER
from red7_desktop.kit.setup import GameSetup, SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.playing import Carry, by_clicks, by_drag, play_round

AI = (SeatPlan(level="casual"), SeatPlan(level="steady"), SeatPlan(level="newcomer"))


def setup(seats: int = 2, **rules: object) -> GameSetup:
    return red7_setup((SeatPlan("Ada"), *AI[: seats - 1]), seed=11, **rules)


@pytest.mark.sampled
@pytest.mark.parametrize("carry", [by_drag, by_clicks])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_is_played_by_hand_and_the_next_one_dealt(
    pilot: Pilot, carry: Carry, seats: int
) -> None:
    pilot.play(setup(seats))
    play_round(pilot, carry)
    assert pilot.session.observe().stage == ROUND_OVER
    pilot.press("end")
    pilot.wait(2.0)
    assert pilot.session.observe().round_number == 2
    assert pilot.view.zones == dict(pilot.session.observe().zones)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["1.3", "first"])
def test_rounds_with_actions_are_played_by_hand(pilot: Pilot, edition: str) -> None:
    pilot.play(setup(3, actions=True, edition=edition))
    for _ in range(3):
        play_round(pilot, by_drag)
        if pilot.session.observe().stage == MATCH_OVER:
            break
        pilot.press("end")
        pilot.wait(2.0)
    assert pilot.view.zones == dict(pilot.session.observe().zones)


def test_a_basic_match_ends_with_its_round(pilot: Pilot) -> None:
    pilot.play(setup(2, advanced=False))
    play_round(pilot, by_drag)
    assert pilot.session.observe().stage == MATCH_OVER


def test_a_refused_drop_says_why_and_the_card_is_back_in_the_hand(pilot: Pilot) -> None:
    pilot.play(setup(2))
    pilot.wait_for_me()
    hand = [face for face in pilot.session.observe().zones["hand:A"] if face]
    legal = {str(step) for step in pilot.session.observe().legal}
    losing = next(face for face in hand if f"@{face}" not in legal)
    revision = pilot.session.match.revision
    pilot.drag(losing, "canvas")
    pilot.wait(1.0)
    assert pilot.session.match.revision == revision
    assert losing in pilot.view.zones["hand:A"]
    assert pilot.program.kit.stage.toasts.toasts


def test_undo_puts_the_card_back(pilot: Pilot) -> None:
    pilot.play(setup(2))
    pilot.wait_for_me()
    before = pilot.session.observe()
    face = next(str(step) for step in before.legal if len(str(step)) == 2)
    pilot.drag(face, "palette")
    assert pilot.session.observe() != before
    pilot.wait(0.6)
    pilot.press("undo")
    pilot.wait(0.6)
    assert pilot.session.observe() == before
    assert pilot.view.zones == dict(before.zones)


@pytest.mark.slow
@pytest.mark.parametrize("carry", [by_drag, by_clicks])
def test_a_whole_match_is_played_by_hand_to_its_result(pilot: Pilot, carry: Carry) -> None:
    pilot.play(setup(2, target=20))
    while True:
        play_round(pilot, carry)
        if pilot.session.observe().stage == MATCH_OVER:
            break
        pilot.press("end")
        pilot.wait(2.0)
    pilot.wait(4.0)
    assert pilot.nodes("rematch")
    pilot.press("rematch")
    pilot.wait(2.0)
    assert pilot.session.observe().stage == "turn"
    assert pilot.session.observe().round_number == 1


def test_going_out_by_choice_is_asked_about_first(pilot: Pilot) -> None:
    pilot.play(setup(2))
    pilot.wait_for_me()
    pilot.press("give_up")
    assert pilot.focus_name == "no"
    pilot.press("no")
    assert pilot.session.is_viewers_turn
    pilot.press("give_up")
    pilot.press("yes")
    assert pilot.session.match.log[-1].step == "pass"


def test_nothing_is_asked_where_people_want_no_questions(pilot: Pilot) -> None:
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, confirmations=False))
    pilot.play(setup(2))
    pilot.wait_for_me()
    pilot.press("give_up")
    assert not pilot.nodes("question")
    assert pilot.session.match.log[-1].step == "pass"
