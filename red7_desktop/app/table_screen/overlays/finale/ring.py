"""The ring of a moment: arcs that can be lit, each with its symbol outside, or one plain line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from red7_desktop.kit.hud.arcs import RingArc, arc_picture
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.models.finale import RingLight
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

_DARKER = 0.7

_THIN, _THICK = 0.055, 0.085
"""The widths of arcs as parts of the radius."""

_OUT, _SYMBOL = 1.2, 0.15
"""How far from the middle symbols lie, and how large they are, as parts of the radius."""


class FinaleRing(Node):
    """Lies around its own position. `well` is its ground, `arcs` and `symbols` what is lit.

    lights: clockwise from the top; without any, the only arc is a whole line.
    """

    def __init__(
        self, look: Look, ink: TextStyler, lights: Sequence[RingLight], radius: float
    ) -> None:
        super().__init__(name="ring")
        self._look, self._ink, self._radius = look, ink, radius
        theme = look.theme
        self.well = self._disc(theme.colour("table_rim").mixed(theme.colour("shadow"), 0.3))
        self.arcs: list[Node] = []
        self.symbols: list[Node] = []
        self.add(self.well)
        if not lights:
            clear = theme.colour("shadow").with_alpha(0.0)
            self.arcs.append(self._disc(clear, theme.colour("accent")))
        for nth, light in enumerate(lights):
            colour = ink.line(look, light.letter)
            dim = colour.mixed(theme.colour("table_outer"), _DARKER)
            self.add(self._arc(nth, len(lights), _THIN, dim, is_lit=False))
            width = _THICK if light.is_strong else _THIN
            self.arcs.append(self._arc(nth, len(lights), width, colour, is_lit=True))
            self.symbols.append(self._symbol(nth, len(lights), light.letter))
        self.add(*self.arcs, *self.symbols)

    def _disc(self, fill: Colour, line: Colour | None = None) -> Node:
        radius = self._radius if line else 0.95 * self._radius
        box = Rect.centred(Vec(0.0, 0.0), Size(2 * radius, 2 * radius))
        picture = BoxPicture(fill, radius, line, _THIN * radius if line else 0.0)
        return Node(name="disc", picture=picture, position=box.position, size=box.size)

    def _arc(self, nth: int, count: int, width: float, colour: Colour, *, is_lit: bool) -> Node:
        arc = RingArc(nth, count, self._radius, width * self._radius)
        box = arc.box(0.16 * self._radius if is_lit else 1.0)
        picture = arc_picture(arc, box, colour, is_lit)
        name = f"arc {nth}" if is_lit else f"dim {nth}"
        return Node(name=name, picture=picture, position=box.position, size=box.size)

    def _symbol(self, nth: int, count: int, letter: str) -> Node:
        turn = math.radians(-90 + nth * 360 / count)
        side = _SYMBOL * self._radius
        spot = Vec(math.cos(turn), math.sin(turn)) * (_OUT * self._radius)
        box = Rect.centred(spot, Size(side, side))
        picture = self._ink.symbol(letter, self._ink.on_dark(self._look, letter))
        return Node(name=f"symbol {letter}", picture=picture, position=box.position, size=box.size)
