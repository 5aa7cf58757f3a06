"""The loop rests two seconds after the last thing that went on, and anything wakes it."""

from __future__ import annotations

import math

import pytest

from red7_desktop.app.window import HEARTBEAT, NAP, REST_AFTER, FramePacing
from red7_desktop.scene.animation import SteppedClock

FRAME = 1 / 60


class Loop:
    """Turns as the window's loop does, and tells at what times it looked and turned."""

    def __init__(self) -> None:
        self.clock = SteppedClock()
        self.pacing = FramePacing(self.clock.now)
        self.turns: list[float] = []
        self.looks: list[float] = []

    def turn(self, has_events: bool = False, idle_for: float = math.inf) -> int:
        """Turn once, and sleep after it as long as nothing happens; give the number of naps."""
        self.turns.append(self.clock.now())
        naps = self.pacing.naps(has_events, idle_for)
        for _ in range(naps):
            self.clock.step(NAP)
            self.looks.append(self.clock.now())
        if not naps:
            self.clock.step(FRAME)
        return naps

    def rest(self) -> None:
        """Turn till the loop rests."""
        while not self.turn():
            pass


def test_the_loop_keeps_its_pace_for_two_seconds_and_rests_then() -> None:
    loop = Loop()
    loop.rest()
    assert loop.turns[-1] == pytest.approx(REST_AFTER, abs=2 * FRAME)
    assert len(loop.turns) == pytest.approx(60 * REST_AFTER, abs=2)


def test_at_rest_it_looks_often_enough_and_turns_seldom() -> None:
    loop = Loop()
    loop.rest()
    began, looks, turns = loop.clock.now(), len(loop.looks), len(loop.turns)
    while loop.clock.now() < began + 60:
        loop.turn()
    assert (len(loop.looks) - looks) / (loop.clock.now() - began) <= 25
    assert (len(loop.turns) - turns) == pytest.approx(60 / HEARTBEAT, abs=1)
    assert NAP <= 0.042, "a press is answered within 50 ms, 8 of which are the frame's"


def test_an_event_wakes_it_for_two_seconds() -> None:
    loop = Loop()
    loop.rest()
    woken = loop.clock.now()
    assert loop.turn(has_events=True) == 0
    loop.rest()
    assert loop.turns[-1] - woken == pytest.approx(REST_AFTER, abs=2 * FRAME)


def test_what_goes_on_by_itself_keeps_it_awake() -> None:
    loop = Loop()
    for _ in range(600):
        assert loop.turn(idle_for=0.0) == 0


@pytest.mark.parametrize("due", [0.02, 0.1, 0.5, 1.7])
def test_it_turns_when_a_timer_is_due_and_no_sooner_than_it_must(due: float) -> None:
    loop = Loop()
    loop.rest()
    at = loop.clock.now() + due
    while loop.clock.now() < at:
        loop.turn(idle_for=at - loop.clock.now())
    assert loop.clock.now() - at < FRAME + 0.001
