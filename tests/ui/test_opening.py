"""A table that opens over several frames: it is seen when all of it is there, and not before."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.app import window as opening
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

PAIR = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=3)


def seen(pilot: Pilot) -> bytes:
    return pygame.image.tobytes(pilot.surface, "RGB")


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every step of an opening have a frame of its own."""
    monkeypatch.setattr(opening, "SLICE", 0.0)


@pytest.mark.usefixtures("one_by_one")
def test_the_window_stays_as_it_was_till_a_table_is_there(pilot: Pilot) -> None:
    pilot.wait(1.0)
    before, program = seen(pilot), pilot.program
    program.play(PAIR)
    steps = len(program.screen.opening())
    for _ in range(steps - 1):
        pilot.frame()
        assert seen(pilot) == before
        assert program.idle_for == 0.0
    pilot.wait(1.0)
    assert seen(pilot) != before


def test_a_table_looks_alike_however_it_was_opened(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = []
    for limit in (opening.SLICE, 0.0):
        monkeypatch.setattr(opening, "SLICE", limit)
        pilot.program.play(PAIR)
        pilot.wait(0.5)
        pictures.append(seen(pilot))
        pilot.program.show_title()
    assert pictures[0] == pictures[1]


@pytest.mark.usefixtures("one_by_one")
def test_what_happens_meanwhile_finds_the_whole_table(pilot: Pilot) -> None:
    pilot.program.play(PAIR)
    assert not pilot.view.zones
    pilot.post(pygame.WINDOWEXPOSED)
    assert pilot.view.zones == pilot.session.observe().zones
    assert pilot.button("menu").is_shown


@pytest.mark.usefixtures("one_by_one")
def test_a_window_of_another_size_finds_the_whole_table(pilot: Pilot) -> None:
    pilot.program.play(PAIR)
    pilot.program.resize((1600, 900))
    assert pilot.view.zones == pilot.session.observe().zones


@pytest.mark.usefixtures("one_by_one")
def test_a_step_that_is_taken_meanwhile_is_on_the_table(pilot: Pilot) -> None:
    alone = red7_setup((SeatPlan(), SeatPlan()), seed=3)
    pilot.program.play(alone)
    pilot.frame()
    session = pilot.session
    session.take(session.observe().legal[0])
    pilot.wait(1.0)
    assert pilot.view.zones == session.observe().zones
