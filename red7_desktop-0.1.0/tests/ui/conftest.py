from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.play.ai import Adviser
from tests.ui.hands import Gamepad, Keyboard, VirtualPad, sdl_path
from tests.ui.pilot import GuardedPilot, Pilot, Shared

LITTLE = 60
"""Simulations for a hint."""


@pytest.fixture(scope="session", autouse=True)
def shared() -> Iterator[Shared]:
    """What all programs of a run share, to be quick."""
    with pytest.MonkeyPatch.context() as patch:
        yield Shared(patch)


@pytest.fixture(scope="session", autouse=True)
def little_thought() -> Iterator[None]:
    """Hints that are thought about for a moment: they show as many figures, though less certain."""
    think = Adviser._advice

    def advice(self: Adviser, level: Any, seen: Any, should_stop: Callable[[], bool]) -> Any:
        return think(self, level._replace(budget=min(level.budget, LITTLE)), seen, should_stop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Adviser, "_advice", advice)
        yield


@pytest.fixture
def pilot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """A pilot, of the kind that a module names, whose program keeps its files with the test."""
    flying: Pilot = getattr(request.module, "PILOT", Pilot)(tmp_path)
    yield flying
    flying.close()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[GuardedPilot]:
    """A pilot in a program behind its guard, at the title: a fault ends in the page about it."""
    flying = GuardedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.keeper.close()


@pytest.fixture
def keyboard(pilot: Pilot) -> Keyboard:
    """Hands that have nothing but a keyboard."""
    return Keyboard(pilot)


@pytest.fixture
def pad(pilot: Pilot) -> Iterator[VirtualPad]:
    """A gamepad that SDL believes to be plugged in."""
    if sdl_path() is None:
        pytest.skip("SDL cannot be called from here")
    pilot.program.inputs.pads.start()
    made = VirtualPad()
    pilot.wait(0.2)
    yield made
    made.unplug()
    pilot.wait(0.2)
    pilot.program.inputs.pads.stop()


@pytest.fixture
def gamepad(pilot: Pilot, pad: VirtualPad) -> Gamepad:
    """Hands that have nothing but a gamepad."""
    return Gamepad(pilot, pad)
