"""The lines of a curve of chances as pictures, a narrow column each, so that little is painted anew
when a line grows.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour

_FINE: Final = 3

_LARGE: Final = 250
"""From so many pixels of height on, there are fewer samples a pixel."""

_SHADE: Final = (0.5, 0.08)
"""How much of its colour lies below a line that is filled: at certainty, and at the bottom."""


class Stroke(NamedTuple):
    """A part of a line. points: from left to right, as parts of the column's width and height.

    thick: as a part of the height. is_filled: down to the bottom.
    """

    colour: Colour
    points: tuple[tuple[float, float], ...]
    thick: float
    is_filled: bool = False


class LevelLine(NamedTuple):
    """A level line behind the strokes, at a part of the height from the top."""

    at: float
    colour: Colour


def column_picture(
    ground: Colour, rules: tuple[LevelLine, ...], strokes: tuple[Stroke, ...]
) -> PaintedPicture:
    """Give a column: strokes, the last one on top, above level lines on an opaque ground."""
    key = ("curve column", ground, rules, strokes)
    return PaintedPicture(key, lambda w, h: _paint(ground, rules, strokes, w, h))


def _paint(
    ground: Colour, rules: tuple[LevelLine, ...], strokes: tuple[Stroke, ...], w: int, h: int
) -> pygame.Surface:
    fine = _FINE if h < _LARGE else _FINE - 1
    size = wide, high = w * fine, h * fine
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(ground)
    for rule in rules:
        thick = max(1, fine)
        surface.fill(rule.colour, (0, round(rule.at * high) - thick // 2, wide, thick))
    for stroke in strokes:
        if stroke.is_filled:
            _fade_below(surface, stroke)
    for stroke in strokes:
        points = [(x * wide, y * high) for x, y in stroke.points]
        thick = max(fine, round(stroke.thick * high))
        if len(points) > 1:
            pygame.draw.lines(surface, stroke.colour, False, points, thick)
        for point in points:  # rounds the corners
            pygame.draw.circle(surface, stroke.colour, point, thick / 2)
    return pygame.transform.smoothscale(surface, (w, h))


def _fade_below(surface: pygame.Surface, stroke: Stroke) -> None:
    """Let the colour of a line fade away below it."""
    wide, high = surface.get_size()
    points = [(x * wide, y * high) for x, y in stroke.points]
    (left, _), (right, _) = points[0], points[-1]
    veil = pygame.Surface((1, 2), pygame.SRCALPHA)
    veil.set_at((0, 0), stroke.colour.with_alpha(_SHADE[0]))
    veil.set_at((0, 1), stroke.colour.with_alpha(_SHADE[1]))
    fading = pygame.transform.smoothscale(veil, (wide, high))
    # Cut out what lies above the line: nothing of the veil is left there.
    above = [(left, 0.0), *points, (right, 0.0)]
    pygame.draw.polygon(fading, stroke.colour.with_alpha(0.0), above)
    begin, end = max(0, round(left)), min(wide, round(right))
    if end > begin:
        area = pygame.Rect(begin, 0, end - begin, high)
        surface.blit(fading, area.topleft, area)
