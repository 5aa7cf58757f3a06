"""The moment of a solved puzzle: the lights of the streak come on in a ring, and go again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.finale.ring import FinaleRing
from red7_desktop.kit.models.finale import RingLight
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.geometry import Rect

_STEP: Final = 0.09
"""Seconds between two lights."""

_COMES, _STANDS, _GOES = 0.25, 1.1, 0.5

_RADIUS: Final = 0.36
"""As a part of what it lies around."""


class SolvedFlourish(Node):
    """Lies around the middle of a rectangle of the stage, and is gone when it is over.

    letters: of the lights' colours, "" for none. lit: how many come on.
    """

    def __init__(
        self, kit: Ui, ink: TextStyler, letters: Sequence[str], lit: int, room: Rect
    ) -> None:
        super().__init__(name="moment", position=room.centre)
        self._kit = kit
        self._lit = lit
        lights = [RingLight(letter) for letter in letters if letter]
        radius = _RADIUS * min(room.size)
        self._ring = FinaleRing(kit.stage.look, ink, lights, radius)
        self._ring.well.visible = False
        for node in (*self._ring.arcs, *self._ring.symbols):
            node.alpha = 0.0
        self.add(self._ring)

    def play(self) -> None:
        """Let the lights come on one after the other; then all of it goes."""
        to, speed = self._kit.stage.animator.to, self._kit.settings.speed
        arcs, symbols = self._ring.arcs, self._ring.symbols
        lit = min(self._lit, len(arcs)) or len(arcs[:1])
        for nth in range(lit):
            for node in (arcs[nth], *symbols[nth : nth + 1]):
                to(node, "alpha", 1.0, _COMES, delay=nth * _STEP)
        self._kit.stage.timers.after((lit * _STEP + _STANDS) / speed, self._go)

    def _go(self) -> None:
        if self.parent is not None:
            self._kit.stage.animator.to(self, "alpha", 0.0, _GOES, done=self.detach)
