"""Spring Cleaning by a keyboard alone, by a gamepad alone, and by fingers alone."""

from __future__ import annotations

import pytest

from red7_desktop.games.spring_cleaning.rules.cards import INSERT, OFFER, PLAY, TAKE
from red7_desktop.kit.setup import GameSetup, SeatPlan
from tests.ui.fingers import Fingers
from tests.ui.pilot import Pilot
from tests.ui.spring_playing import planned, take_unaided
from tests.ui.unaided import Hands


@pytest.fixture(params=["gamepad", "keyboard", "fingers"])
def hands(request: pytest.FixtureRequest) -> Hands:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Hands)
    return found


@pytest.fixture
def fingers(pilot: Pilot) -> Fingers:
    return Fingers(pilot)


def begin(pilot: Pilot) -> None:
    seats = (SeatPlan("Ada"), SeatPlan(level="newcomer"))
    pilot.play(GameSetup("spring", seats, {"pickup": "next_turn"}, seed=12))
    pilot.wait(1.0)


def play_on(hands: Hands, kinds: set[int]) -> bool:
    """Wait for the person to be asked, and do what a good player would; False at a round's end."""
    hands.pilot.wait_for_me()
    hands.pilot.wait(0.6)
    if not hands.pilot.session.is_viewers_turn:
        return False
    step = planned(hands.pilot)
    kinds.add(step.kind)
    take_unaided(hands, step)
    return True


@pytest.mark.sampled
def test_turns_are_taken_with_one_device_alone(pilot: Pilot, hands: Hands) -> None:
    begin(pilot)
    kinds = set[int]()
    while {PLAY, TAKE, INSERT, OFFER} - kinds:
        assert play_on(hands, kinds), "the round is over before each kind of step came"


@pytest.mark.slow
def test_a_match_is_played_with_one_device_alone(pilot: Pilot, hands: Hands) -> None:
    begin(pilot)
    while pilot.session.to_act:
        if play_on(hands, set()):
            continue
        pilot.wait(4.0)
        if pilot.session.to_act:
            hands.press("next")
            pilot.wait(1.0)
    assert len(pilot.session.observe().rounds) > 1
    pilot.wait(4.0)
    hands.press("rematch")
    pilot.wait(1.0)
    assert pilot.session.observe().round_number == 1
