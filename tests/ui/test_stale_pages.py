"""What lies open above the table goes when the match has gone on without it."""

from __future__ import annotations

from red7_desktop.app.setup import GameSetup, SeatPlan
from red7_desktop.games.red7.state import SCORE
from tests.ui.pilot import Pilot

OPPONENTS = GameSetup((SeatPlan(level="casual"), SeatPlan(level="steady")), seed=11)


def test_the_page_about_a_round_goes_when_the_next_one_is_dealt(pilot: Pilot) -> None:
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    pilot.wait(3.0)
    assert pilot.nodes("next")
    pilot.session.go_on()
    pilot.wait(0.5)
    assert not pilot.nodes("next")
    pilot.wait_for_me()
    pilot.wait(3.0)
    assert pilot.nodes("next")


def test_the_choice_of_points_goes_when_it_has_been_made(pilot: Pilot) -> None:
    for seed in range(60):
        pilot.program.play(GameSetup((SeatPlan(), SeatPlan(level="newcomer")), seed=seed))
        if to_the_choice(pilot):
            break
    assert pilot.nodes("score choice")
    pilot.session.take(pilot.session.observe().legal[0])
    pilot.wait(0.3)
    assert not pilot.nodes("score choice")


def to_the_choice(pilot: Pilot) -> bool:
    """Play the round; tell whether the person has won it and may choose points."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.observe().stage == SCORE:
            pilot.wait(0.3)
            return session.is_viewers_turn
        if session.is_viewers_turn:
            legal = session.observe().legal
            session.take(next((step for step in legal if str(step) != "pass"), legal[0]))
        else:
            session.hurry()
            pilot.frame(0.1)
    return False
