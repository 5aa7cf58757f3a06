"""What a step or a drag makes the rules work out: each thing once, however many hear of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from red7_desktop.games.red7.rules.cards import Step
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.turns import build_turns
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

SETUP = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=11)
COUNTED = {Red7.observe.__code__: "observe", build_turns.__code__: "turns_of"}
MOST = {"observe": 2, "turns_of": 3}
"""One observation is the viewer's, one the next AI seat's."""


@pytest.fixture(name="table")
def at_the_table(pilot: Pilot) -> Pilot:
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.wait(2.0)
    return pilot


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count how often this thread asks the rules what a seat sees, and for a position's turns."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in COUNTED:
            calls[COUNTED[frame.f_code]] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def a_play(table: Pilot) -> Step:
    """Give a legal step that puts a hand card into the palette."""
    found: Step = next(each for each in table.session.observe().legal if len(str(each)) == 2)
    return found


def test_a_step_is_worked_out_once(table: Pilot) -> None:
    step = a_play(table)
    with counting() as calls:
        table.session.take(step)
        table.frame()
    assert {name: calls[name] for name in MOST if calls[name] > MOST[name]} == {}


def test_a_drag_is_worked_out_once(table: Pilot) -> None:
    step = a_play(table)
    with counting() as calls:
        table.drag(str(step), "palette:A")
        table.frame()
    assert str(step) in table.session.observe().zones["palette:A"]
    assert {name: calls[name] for name in MOST if calls[name] > MOST[name]} == {}
