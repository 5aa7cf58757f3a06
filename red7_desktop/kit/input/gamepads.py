"""Gamepads: opens them as they come and go, and makes buttons out of sticks and triggers.

SDL tells of buttons only for pads that are open, and of sticks and triggers as axes. The left
stick is a second set of arrows; arrows that are held repeat, as the keys of a keyboard do.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.input.bindings import LEFT_TRIGGER, RIGHT_TRIGGER

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

    from red7_desktop.scene.motion.clock import Clock

PUSHED: Final = 18_000

LET_GO: Final = 11_000
"""How far, of 32767, an axis goes before it counts as pressed, and how near it comes back before
it counts as let go; apart, so that a shaking hand does not press twice."""

FIRST_REPEAT: Final = 0.42

NEXT_REPEAT: Final = 0.14
"""Seconds till a held arrow repeats, and from then on."""


_DPAD_BUTTONS: Final = (
    pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN,
)

_AXES: Final = {
    (pygame.CONTROLLER_AXIS_LEFTX, -1): pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    (pygame.CONTROLLER_AXIS_LEFTX, 1): pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    (pygame.CONTROLLER_AXIS_LEFTY, -1): pygame.CONTROLLER_BUTTON_DPAD_UP,
    (pygame.CONTROLLER_AXIS_LEFTY, 1): pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    (pygame.CONTROLLER_AXIS_TRIGGERLEFT, 1): LEFT_TRIGGER,
    (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1): RIGHT_TRIGGER,
}
"""What each direction of an axis stands for."""


class Gamepads:
    """Turns the pads' events into presses of buttons; other events go through."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[int, Controller] = {}
        self._pushed: set[tuple[int, int, int]] = set()
        self._repeat: tuple[int, int, float] | None = None
        self.last_name = ""

    def start(self) -> None:
        """Let SDL look for pads; it tells of each one by an event. Without any, nothing happens."""
        from pygame._sdl2 import controller

        try:
            controller.init()
        except pygame.error:
            return

    def take_over(self, other: Gamepads) -> None:
        """Go on with the pads that another has open."""
        self._open, other._open = other._open, {}
        self.last_name = other.last_name

    def stop(self) -> None:
        """Close every pad."""
        for pad in self._open.values():
            pad.quit()
        self._open.clear()

    def read(self, event: pygame.Event) -> list[pygame.Event]:
        """Give what an event means: the event itself, or presses, or nothing."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._add(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._remove(event.instance_id)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._axis_moved(event)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self._note(event)
            self._hold(event.instance_id, event.button)
        elif event.type == pygame.CONTROLLERBUTTONUP:
            self._let_go(event.instance_id, event.button)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._repeat = None
        return [event]

    def tick(self) -> list[pygame.Event]:
        """Give the presses that a held arrow repeats."""
        if self._repeat is None or self._clock.now() < self._repeat[2]:
            return []
        pad, button, _ = self._repeat
        self._repeat = pad, button, self._clock.now() + NEXT_REPEAT
        return [_make_event(pygame.CONTROLLERBUTTONDOWN, pad, button, repeat=True)]

    @property
    def idle_for(self) -> float:
        """For how many seconds nothing repeats: 0 while an arrow is held."""
        return math.inf if self._repeat is None else 0.0

    # -- inside ------------------------------------------------------------------------------

    def _add(self, index: int) -> None:
        from pygame._sdl2 import controller

        try:
            pad = controller.Controller(index)
        except pygame.error:
            return  # It was unplugged again at once.
        self._open[pad.id] = pad

    def _remove(self, pad: int) -> None:
        found = self._open.pop(pad, None)
        if found is not None:
            found.quit()
        self._pushed = {push for push in self._pushed if push[0] != pad}
        if self._repeat is not None and self._repeat[0] == pad:
            self._repeat = None

    def _axis_moved(self, event: pygame.Event) -> list[pygame.Event]:
        pad, axis = event.instance_id, event.axis
        made: list[pygame.Event] = []
        for sign in (-1, 1):
            button, key = _AXES.get((axis, sign)), (pad, axis, sign)
            if button is None:
                continue
            way = event.value * sign
            if key not in self._pushed and way >= PUSHED:
                self._pushed.add(key)
                made.append(_make_event(pygame.CONTROLLERBUTTONDOWN, pad, button))
                self._hold(pad, button)
            elif key in self._pushed and way <= LET_GO:
                self._pushed.discard(key)
                made.append(_make_event(pygame.CONTROLLERBUTTONUP, pad, button))
                self._let_go(pad, button)
        if made:
            self._note(event)
        return made

    def _note(self, event: pygame.Event) -> None:
        pad = self._open.get(event.instance_id)
        if pad is not None:
            self.last_name = pad.name

    def _hold(self, pad: int, button: int) -> None:
        is_arrow = button in _DPAD_BUTTONS
        self._repeat = (pad, button, self._clock.now() + FIRST_REPEAT) if is_arrow else None

    def _let_go(self, pad: int, button: int) -> None:
        if self._repeat is not None and self._repeat[:2] == (pad, button):
            self._repeat = None


def _make_event(kind: int, pad: int, button: int, *, repeat: bool = False) -> pygame.Event:
    return pygame.Event(kind, instance_id=pad, button=button, repeat=repeat)
