"""Plots as pictures: arcs around a middle, and a curve in a band of doubt."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour

INNER: Final = 0.27

OUTER: Final = 0.5
"""The radii of arcs, as parts of the side."""

_ARC_GAP: Final = 3.2
"""Degrees between two arcs."""

_FAINT: Final = 0.16

_DOTS: Final = 9

_FINE: Final = 3

_LARGE: Final = 500
"""From so many pixels a side, there are fewer samples a pixel: the eye sees each one less."""


class PlotArc(NamedTuple):
    """An arc: its colour and how much of it is filled, from 0 to 1."""

    colour: Colour
    part: float


def find_arc_middle(nth: int, count: int) -> float:
    """Give the direction of the middle of an arc, in degrees clockwise from the top."""
    return 360.0 * nth / count


def arcs_picture(arcs: tuple[PlotArc, ...], dots: Colour) -> PaintedPicture:
    """Give arcs for a square box, the first at the top; dots: of the line at one half."""
    return PaintedPicture(("arcs", arcs, dots), lambda w, h: _paint_arcs(arcs, dots, min(w, h)))


def _paint_arcs(arcs: tuple[PlotArc, ...], dots: Colour, px: int) -> pygame.Surface:
    fine = _FINE if px < _LARGE else _FINE - 1
    side = px * fine
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    inner, outer = INNER * side, (OUTER - 0.005) * side
    span = 360.0 / len(arcs) - _ARC_GAP
    for nth, (colour, part) in enumerate(arcs):
        start = find_arc_middle(nth, len(arcs)) - span / 2
        pygame.draw.polygon(
            surface,
            colour.with_alpha(_FAINT),
            _list_ring_points(side / 2, inner, outer, start, span),
        )
        if part > 0:
            reach = inner + (outer - inner) * part
            filled = _list_ring_points(side / 2, inner, reach, start, span)
            pygame.draw.polygon(surface, colour, filled)
        half, steps = (inner + outer) / 2, max(3, round(_DOTS * 7 / len(arcs)))
        for step in range(steps):
            at = _point_at(side / 2, half, start + span * (step + 0.5) / steps)
            pygame.draw.circle(surface, dots, at, 0.0035 * side)
    return pygame.transform.smoothscale(surface, (px, px))


def _list_ring_points(
    middle: float, inner: float, outer: float, start: float, span: float
) -> list[tuple[float, float]]:
    steps = max(6, round(span / 2))
    turns = [start + span * step / steps for step in range(steps + 1)]
    there = [_point_at(middle, outer, turn) for turn in turns]
    return [*there, *[_point_at(middle, inner, turn) for turn in reversed(turns)]]


def _point_at(middle: float, radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return middle + radius * math.sin(angle), middle - radius * math.cos(angle)


_FLAT: Final = 0.25
"""Lines are as bold as in a box of this shape, where it is higher."""


class Curve(NamedTuple):
    """A curve: points from left to right as parts of the box's width and height, from its top.

    doubt: by point, how far the band reaches up and down, as a part of the height.
    """

    points: tuple[tuple[float, float], ...]
    doubt: tuple[float, ...]


def curve_picture(curve: Curve, colour: Colour) -> PaintedPicture:
    """Give a curve in its band, for a box of any shape."""
    key = ("curve", curve, colour)
    return PaintedPicture(key, lambda w, h: _paint_curve(curve, colour, w, h))


def _paint_curve(curve: Curve, colour: Colour, w: int, h: int) -> pygame.Surface:
    fine = 2
    size = (w * fine, h * fine)
    # Its colour all over, so that averaging at the edges changes nothing but the alpha.
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(colour.with_alpha(0.0))
    line = [(x * size[0], y * size[1]) for x, y in curve.points]
    wide = [each * size[1] for each in curve.doubt]
    bold = 0.016 * min(size[1], _FLAT * size[0])
    if len(line) > 1:
        above = [(x, y - d) for (x, y), d in zip(line, wide, strict=True)]
        below = [(x, y + d) for (x, y), d in zip(line, wide, strict=True)]
        pygame.draw.polygon(surface, colour.with_alpha(0.2), [*above, *reversed(below)])
        pygame.draw.lines(surface, colour, False, line, max(2, round(bold)))
    else:
        ((x, y),) = line
        band = pygame.Rect(0, 0, round(0.02 * size[0]), round(2 * wide[0]))
        band.center = round(x), round(y)
        pygame.draw.rect(surface, colour.with_alpha(0.2), band, border_radius=band.w // 2)
    pygame.draw.circle(surface, colour, line[-1], 2 * bold)
    return pygame.transform.smoothscale(surface, (w, h))
