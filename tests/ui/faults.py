"""What happens to programs and is not meant to: faults, and a monkey at every device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pygame
import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.ui.pilot import GuardedPilot, Pilot

# == faults ================================================================================
# Faults to let the program meet, and what a person does about them.


GO_ON, QUIT, COPY, TITLE = (
    "Continue from last save",
    "Quit",
    "Copy report",
    "Back to the main menu",
)
SETUP = red7_setup((SeatPlan("Wilhelmina"), SeatPlan(level="casual")), actions=True, seed=11)


class Fault(Exception):
    """What the tests let the program raise."""


MESSAGE = "Wilhelmina's R7 is not in /who/ann/red7/saves, says ann"


def fail(*_: Any, **__: Any) -> Any:
    raise Fault(MESSAGE)


def at_a_table(pilot: GuardedPilot) -> int:
    """Play a step by hand; give how many steps have been taken."""
    pilot.play(SETUP)
    pilot.wait_for_me()
    (first, *_) = [step for step in pilot.session.observe().legal if str(step) != "pass"]
    pilot.session.take(first)
    return pilot.session.match.revision


def break_the_table(pilot: GuardedPilot, patch: pytest.MonkeyPatch, what: str = "tick") -> None:
    patch.setattr(TableScreen, what, fail)
    pilot.post(pygame.KEYDOWN, key=pygame.K_l, mod=0, unicode="l", scancode=0)


@contextmanager
def a_broken_table(pilot: GuardedPilot) -> Iterator[None]:
    """Sit down at a table that fails as long as the block goes on."""
    at_a_table(pilot)
    with pytest.MonkeyPatch.context() as patch:
        break_the_table(pilot, patch)
        yield


def runs(pilot: GuardedPilot) -> bool:
    return pilot.guard.is_running


def look_of(pilot: GuardedPilot) -> bytes:
    return pygame.image.tobytes(pilot.surface, "RGB")


def names_of(pilot: GuardedPilot) -> list[str]:
    return sorted(path.name for path in pilot.paths.logs.glob("crash-*.txt"))


def report_of(pilot: GuardedPilot) -> str:
    return (pilot.paths.logs / names_of(pilot)[-1]).read_text("utf-8")


def press_pad(pilot: GuardedPilot, *buttons: int) -> None:
    for button in buttons:
        pilot.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        pilot.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)


# == monkey ================================================================================
# The monkey: posts random events of every device, with no idea of the game.


KEYS = [
    *(pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_BACKSPACE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
    *(pygame.K_z, pygame.K_h, pygame.K_d, pygame.K_l, pygame.K_r, pygame.K_7, pygame.K_F11),
    *(pygame.K_c, pygame.K_g, pygame.K_t, pygame.K_HOME),
]
PAD = [
    *(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B),
    *(pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_Y),
    *(pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN),
    *(pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_DPAD_RIGHT),
    pygame.CONTROLLER_BUTTON_START,
]

ANOTHER = 0.05
"""How likely it is, before a deed, that another device is taken up."""


class Monkey:
    """Posts random events, with a mind for cards."""

    def __init__(self, pilot: Pilot, seed: int) -> None:
        self.pilot = pilot
        self.chance = Random(seed)
        self.width, self.height = pilot.surface.get_size()
        self._mouse = [self.move, self.press, self.release, self.wheel, self.wait]
        self._keyboard = [self.key, self.key, self.wait]
        self._gamepad = [self.pad, self.pad, self.wait]
        self._hands = self._mouse

    def act(self) -> None:
        """Do one thing or another."""
        deeds = [self.move, self.press, self.release, self.key, self.wait]
        self.chance.choice(deeds)()

    def act_with_any_device(self) -> None:
        """Do one thing or another with one device, and now and then take up another."""
        if self.chance.random() < ANOTHER:
            self._hands = self.chance.choice([self._mouse, self._keyboard, self._gamepad])
        self.chance.choice(self._hands)()

    def spot(self) -> tuple[int, int]:
        return self.chance.randrange(self.width), self.chance.randrange(self.height)

    def move(self) -> None:
        self.pilot.post(pygame.MOUSEMOTION, pos=self.spot(), rel=(1, 1), buttons=(0, 0, 0))

    def press(self) -> None:
        button = self.chance.choice([1, 1, 1, 3])
        self.pilot.post(pygame.MOUSEBUTTONDOWN, pos=self.spot(), button=button)

    def release(self) -> None:
        self.pilot.post(pygame.MOUSEBUTTONUP, pos=self.spot(), button=1)

    def key(self) -> None:
        mod = self.chance.choice([0, 0, pygame.KMOD_SHIFT])
        self.pilot.key(self.chance.choice(KEYS), mod)

    def pad(self) -> None:
        button = self.chance.choice(PAD)
        self.pilot.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        self.pilot.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def wheel(self) -> None:
        self.pilot.post(pygame.MOUSEWHEEL, x=0, y=self.chance.choice([-1, 1]), flipped=False)

    def wait(self) -> None:
        self.pilot.frame(self.chance.choice([0.02, 0.5]))
