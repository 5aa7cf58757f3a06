from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.guarded import GuardedPilot
from tests.ui.pilot import Pilot
from tests.ui.shared import Shared
from tests.ui.unaided import Gamepad, Keyboard
from tests.ui.virtual_pad import VirtualPad, sdl_path


@pytest.fixture(scope="session", autouse=True)
def shared() -> Iterator[Shared]:
    """What all programs of a run share, to be quick."""
    with pytest.MonkeyPatch.context() as patch:
        yield Shared(patch)


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """A pilot in a program that keeps its files in a folder of the test's own."""
    flying = Pilot(tmp_path)
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
