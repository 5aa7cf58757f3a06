"""What every event goes through before the program sees it: pads, device, cool-down, the switch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.input.bindings import BadBinding, Bindings, build_bindings
from red7_desktop.kit.input.gamepads import Gamepads
from red7_desktop.kit.input.intents import MOVES, Intent
from red7_desktop.scene.input.scanner import Scanner

if TYPE_CHECKING:
    from red7_desktop.kit.input.controls import Controls
    from red7_desktop.kit.settings import Settings
    from red7_desktop.scene.motion.clock import Clock
    from red7_desktop.scene.stage import Stage

_PRESS_EVENTS = (pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN)


SECONDS: Final = 0.5
"""The Game Accessibility Guidelines' figure for a cool-down period between inputs."""

_POINTERS: Final = frozenset({pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN})

_BUTTONS: Final = frozenset({pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN})


class CoolDown:
    """The cool-down for hands that press twice where they meant once.

    It lets presses through while it is off, and else one in every SECONDS.
    What moves the focus, and letters that are typed, always come through.
    """

    def __init__(self, clock: Clock, controls: Controls) -> None:
        self._clock = clock
        self._controls = controls
        self._last: float | None = None
        self.is_on = False

    def lets(self, event: pygame.Event, *, is_typing: bool) -> bool:
        """Tell whether an event counts."""
        if not self.is_on or not self._activates(event, is_typing):
            return True
        now = self._clock.now()
        if self._last is not None and now - self._last < SECONDS:
            return False
        self._last = now
        return True

    def _activates(self, event: pygame.Event, is_typing: bool) -> bool:
        if event.type in _POINTERS:
            return True
        if event.type not in _BUTTONS or (is_typing and event.type == pygame.KEYDOWN):
            return False
        meant = self._controls.bindings.meant_by(event)
        return not meant & MOVES


class Inputs:
    """Reads events as the settings say.

    on_device: hears that another device, or another kind of pad, is used from now on.
    """

    def __init__(self, stage: Stage, controls: Controls, on_device: Callable[[], None]) -> None:
        self.pads = Gamepads(stage.clock)
        self._stage = stage
        self._controls = controls
        self._on_device = on_device
        self._cool_down = CoolDown(stage.clock, controls)
        self.scanner = Scanner(stage)

    def follow(self, settings: Settings) -> None:
        """Take on settings."""
        try:
            bindings = build_bindings(settings.keys, settings.pad)
        except BadBinding:
            bindings = Bindings()  # Nothing that was read or changed comes here damaged.
        self._controls.bindings = bindings
        self._stage.keys, self._stage.pad = bindings.commands()
        self._cool_down.is_on = settings.cool_down
        self.scanner.is_on = settings.scanning
        self.scanner.interval = settings.scan_seconds

    def take(self, event: pygame.Event) -> list[pygame.Event]:
        """Give the events that the program is to handle in the place of one."""
        return [each for made in self.pads.read(event) for each in self._passed(made)]

    def tick(self) -> list[pygame.Event]:
        """Move on to the present time; give what held buttons repeat."""
        self.scanner.tick()
        return [each for made in self.pads.tick() for each in self._passed(made)]

    @property
    def idle_for(self) -> float:
        """For how many seconds nothing will repeat or move on by itself."""
        return min(self.pads.idle_for, self.scanner.idle_for)

    def wants_fullscreen(self, event: pygame.Event) -> bool:
        """Tell whether a key is for that: the one that is set, or Alt and Enter."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN:
            return bool(event.mod & pygame.KMOD_ALT)
        controls = self._controls
        return Intent.FULLSCREEN in controls.asked(event) and not controls.is_capturing

    def _passed(self, event: pygame.Event) -> list[pygame.Event]:
        if self._controls.note(event, self.pads.last_name):
            self._on_device()
        if not self._cool_down.lets(event, is_typing=self._stage.is_typing):
            return []
        if self.scanner.is_on and not self._controls.is_capturing and self._is_switch(event):
            if event.type in _PRESS_EVENTS and not getattr(event, "repeat", False):
                self.scanner.press()
            return []
        return [event]

    def _is_switch(self, event: pygame.Event) -> bool:
        return Intent.SWITCH in self._controls.bindings.meant_by(event)
