"""The seven colour symbols; a symbol has as many points as its colour's rank.

Each is the data of one SVG path around (0, 0), about 100 units in each direction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from card_art.shapes import Polygon, number, outline, polar, regular, ring, star
from card_art.svg import path

_CRESCENT = (98.0, 80.0, 43.0, -18.0)
"""Radius of the moon, then radius and centre of the circle cut out of it."""


def sun() -> str:
    """Draw a disc and seven rays with a gap around it, so that it doesn't look like a star."""
    rays: list[Polygon] = []
    for index in range(7):
        bearing = 360 * index / 7
        rays.append((polar(105, bearing), polar(66, bearing + 17), polar(66, bearing - 17)))
    return outline(rays) + outline((regular(48, 53),))


def hexagon() -> str:
    """Draw a hexagonal ring around a filled hexagon."""
    return outline((*ring(6, 102, 63), regular(6, 36)))


def five_star() -> str:
    """Draw a five-pointed star."""
    return outline((star(5, 106, 47, (0, 6)),))


def diamond() -> str:
    """Draw a diamond: four points."""
    return outline((((0, -104), (80, 0), (0, 104), (-80, 0)),))


def triangle() -> str:
    """Draw a triangle: three points."""
    return outline((((0, -98), (103, 82), (-103, 82)),))


def crescent() -> str:
    """Draw a crescent: two points, where the circle cut out meets the moon's edge."""
    moon, bite, x, y = _CRESCENT
    apart = math.hypot(x, y)
    along = (apart**2 + moon**2 - bite**2) / (2 * apart)
    across = math.sqrt(moon**2 - along**2)
    foot = (x / apart * along, y / apart * along)
    upper = (foot[0] + y / apart * across, foot[1] - x / apart * across)
    lower = (foot[0] - y / apart * across, foot[1] + x / apart * across)
    start = " ".join(number(v, 2) for v in upper)
    end = " ".join(number(v, 2) for v in lower)
    return (
        f"M{start}A{number(moon)} {number(moon)} 0 1 0 {end}"
        f"A{number(bite)} {number(bite)} 0 1 1 {start}z"
    )


def drop() -> str:
    """Draw a drop: one point."""
    return "M0-104C11-62 67-22 67 35A67 67 0 0 1 0 102A67 67 0 0 1-67 35C-67-22-11-62 0-104z"


DRAWINGS: Mapping[str, Callable[[], str]] = {
    "sun": sun,
    "hexagon": hexagon,
    "star": five_star,
    "diamond": diamond,
    "triangle": triangle,
    "crescent": crescent,
    "drop": drop,
}


def place(
    symbol: str, centre: tuple[float, float], size: float, fill: str, opacity: float = 1.0
) -> str:
    """Return a symbol's path element, `size` units wide, around a centre."""
    x, y = (number(value, 2) for value in centre)
    put = f"translate({x} {y}) scale({number(size / 208, 4)})"
    return path(DRAWINGS[symbol](), fill, opacity, put)
