"""Small line drawings for widgets: ticks, arrows, plus and minus, at any size and colour.

They are drawn, not written, because a theme's font need not have them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

import pygame

from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour

Polyline: TypeAlias = tuple[tuple[float, float], ...]


_CIRCLE: Final = tuple(
    (0.5 + 0.3 * math.cos(math.tau * n / 24), 0.5 + 0.3 * math.sin(math.tau * n / 24))
    for n in range(25)
)


GLYPHS: Final[Mapping[str, tuple[Polyline, ...]]] = MappingProxyType(
    {
        "tick": (((0.18, 0.54), (0.41, 0.76), (0.82, 0.27)),),
        "cross": (((0.24, 0.24), (0.76, 0.76)), ((0.76, 0.24), (0.24, 0.76))),
        "left": (((0.61, 0.22), (0.36, 0.50), (0.61, 0.78)),),
        "right": (((0.39, 0.22), (0.64, 0.50), (0.39, 0.78)),),
        "up": (((0.22, 0.62), (0.50, 0.36), (0.78, 0.62)),),
        "down": (((0.22, 0.38), (0.50, 0.64), (0.78, 0.38)),),
        "plus": (((0.50, 0.20), (0.50, 0.80)), ((0.20, 0.50), (0.80, 0.50))),
        "minus": (((0.20, 0.50), (0.80, 0.50)),),
        "lines": tuple(((0.24, y), (0.76, y)) for y in (0.30, 0.50, 0.70)),
        "view": (
            ((0.22, 0.26), (0.60, 0.26), (0.60, 0.60), (0.22, 0.60), (0.22, 0.26)),
            ((0.74, 0.42), (0.78, 0.42), (0.78, 0.76), (0.42, 0.76), (0.42, 0.72)),
        ),
        "ring": (_CIRCLE,),
        "square": (((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75), (0.25, 0.25)),),
        "triangle": (((0.50, 0.20), (0.80, 0.72), (0.20, 0.72), (0.50, 0.20)),),
    }
)
"""The lines of each drawing, in a box of 1 unit each way."""


_GLYPH_OVERSAMPLING: Final = 4
"""How much larger a drawing is made before it is brought down to its size."""

_STROKE: Final = 0.12
"""The width of a line, as a share of the box."""


def build_glyph(name: str, colour: Colour, stroke: float = _STROKE) -> PaintedPicture:
    """Give a drawing by name, to fill a square box.

    Raises KeyError for a name that is not in GLYPHS.
    """
    lines = GLYPHS[name]
    return PaintedPicture(
        ("glyph", name, colour, stroke), lambda w, h: _draw_glyph_lines(lines, colour, stroke, w, h)
    )


def _draw_glyph_lines(
    lines: tuple[Polyline, ...], colour: Colour, stroke: float, w: int, h: int
) -> pygame.Surface:
    """Draw lines with round ends and corners, at straight alpha."""
    side = min(w, h) * _GLYPH_OVERSAMPLING
    fine = pygame.Surface((w * _GLYPH_OVERSAMPLING, h * _GLYPH_OVERSAMPLING), pygame.SRCALPHA)
    # Clear pixels of the same hue, so that averaging at the edges brings in no black.
    fine.fill((*colour[:3], 0))
    left, top = (fine.get_width() - side) / 2, (fine.get_height() - side) / 2
    half = max(1.0, stroke * side / 2)
    for line in lines:
        points = [(left + x * side, top + y * side) for x, y in line]
        for point in points:
            pygame.draw.circle(fine, colour, point, half)
        for begin, end in pairwise(points):
            pygame.draw.polygon(fine, colour, _list_bar_corners(begin, end, half))
    return pygame.transform.smoothscale(fine, (w, h))


def _list_bar_corners(
    begin: tuple[float, float], end: tuple[float, float], half: float
) -> list[tuple[float, float]]:
    """Give the corners of a thick straight line."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    length = math.hypot(dx, dy)
    nx, ny = -dy / length * half, dx / length * half
    return [
        (begin[0] + nx, begin[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (begin[0] - nx, begin[1] - ny),
    ]
