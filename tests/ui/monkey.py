"""The monkey: posts random events of every device, with no idea of the game."""

from __future__ import annotations

from random import Random

import pygame

from tests.ui.pilot import Pilot

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
