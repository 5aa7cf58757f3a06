"""The cool-down: after something was pressed, presses count for nothing for a while.

For hands that press twice where they meant once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.input.intents import MOVES

if TYPE_CHECKING:
    from red7_desktop.kit.input.controls import Controls
    from red7_desktop.scene.motion.clock import Clock

SECONDS: Final = 0.5
"""The Game Accessibility Guidelines' figure for a cool-down period between inputs."""
_POINTERS: Final = frozenset({pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN})
_BUTTONS: Final = frozenset({pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN})


class CoolDown:
    """Lets presses through while it is off, and else one in every SECONDS.

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
