"""The seven background patterns, one per colour, as polygons over a whole card.

A pattern consists of filled shapes, not strokes: these can be clipped exactly to the card's round
outline, and a file needs no clip path. `unit` is the scale of the shapes, in card units; small
faces use a larger one, which gives fewer and bolder shapes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from card_art.shapes import Point, Polygon, bar, half_ring, polar, regular, ring, star
from red7_desktop.kit.look.card_art import HEIGHT

Pattern = Callable[[float, Point], Iterator[Polygon]]


def rays(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw fourteen beams from the centre."""
    for index in range(14):
        bearing = 360 * index / 14
        yield centre, polar(HEIGHT, bearing - 6.43, centre), polar(HEIGHT, bearing + 6.43, centre)


def honeycomb(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw hexagonal cells; every third one has a filled centre."""
    radius = unit * 1.02
    across, down = radius * math.sqrt(3), radius * 1.5
    for row in range(-9, 10):
        for column in range(-6, 7):
            middle = (centre[0] + (column + (row % 2) / 2) * across, centre[1] + row * down)
            yield from ring(6, radius, radius * 0.87, middle)
            if (column - (row + 1) // 2 + 2 * row) % 3 == 0:
                yield regular(6, radius * 0.4, middle)


def stars(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw rows of five-pointed stars, alternately large and small."""
    gap = unit * 1.62
    for row in range(-8, 9):
        for column in range(-5, 6):
            middle = (centre[0] + (column + (row % 2) / 2) * gap, centre[1] + row * gap * 0.74)
            size = 0.54 if (row + 2 * column) % 4 else 0.3
            yield star(5, unit * size, unit * size * 0.44, middle)


def lattice(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw a lattice of slanted lines, with a small diamond in every mesh."""
    gap, reach = unit * 1.5, HEIGHT
    rise = gap * 1.32
    for index in range(-16, 17):
        x = centre[0] + index * gap
        for lean in (-1, 1):
            shift = lean * reach / 1.32
            yield bar((x - shift, centre[1] - reach), (x + shift, centre[1] + reach), unit * 0.17)
    for row in range(-8, 9):
        for column in range(-5, 6):
            x = centre[0] + (column + (row % 2 + 1) / 2) * gap
            y = centre[1] + row * rise / 2
            a, b = unit * 0.17, unit * 0.17 * 1.32
            yield (x, y - b), (x + a, y), (x, y + b), (x - a, y)


def chevrons(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw zigzag bands, alternately thick and thin."""
    step, tall = unit * 0.9, unit * 0.74
    across = range(-8, 9)
    for row in range(-12, 13):
        thick = unit * (0.3 if row % 2 else 0.15)
        top = centre[1] + row * unit * 0.78
        line = [(centre[0] + i * step, top + tall * (i % 2)) for i in across]
        for (x0, y0), (x1, y1) in pairwise(line):
            yield (x0, y0), (x1, y1), (x1, y1 + thick), (x0, y0 + thick)


def scales(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw overlapping rows of round scales, each an outer and an inner arch."""
    radius = unit * 1.25
    for row in range(-7, 8):
        for column in range(-3, 4):
            middle = (centre[0] + (2 * column + row % 2) * radius, centre[1] + (row + 0.5) * radius)
            yield half_ring(16, radius, radius * 0.87, middle)
            yield half_ring(12, radius * 0.6, radius * 0.48, middle)


def ripples(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw concentric rings like those around a drop in water; outer rings are thicker."""
    radius, band = unit * 1.1, 0.13
    while radius < HEIGHT * 0.75:
        corners = max(40, round(radius / 3.2))
        yield from ring(corners, radius + unit * band, radius - unit * band, centre)
        radius += unit * 0.92
        band = min(0.26, band + 0.018)


PATTERNS: Mapping[str, Pattern] = {
    "sun": rays,
    "hexagon": honeycomb,
    "star": stars,
    "diamond": lattice,
    "triangle": chevrons,
    "crescent": scales,
    "drop": ripples,
}
"""Symbol name to its pattern."""
