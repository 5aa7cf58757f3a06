"""The nine objects on the cards; an object has as many parts as its number.

Each is drawn around (0, 0), about 100 units in each direction, from polygons. Polygons of the same
orientation are united; one of the opposite orientation cuts a hole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from card_art.shapes import Point, Polygon, number, outline, polar, regular, ring, rounded
from card_art.svg import path


def _hole(polygon: Polygon) -> Polygon:
    return tuple(reversed(polygon))


def _block(left: float, top: float, right: float, bottom: float, radius: float = 8) -> Polygon:
    return rounded((left, top, right, bottom), (radius,) * 4, 3)


def _stick(start: Point, end: Point, width: float) -> Polygon:
    """Return a thick line with round ends."""
    bearing = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    half = width / 2
    return tuple(
        polar(half, bearing + first + 30 * step, at)
        for at, first in ((end, -90), (start, 90))
        for step in range(7)
    )


def _leaf(root: Point, bearing: float, near: float, far: float, width: float) -> Polygon:
    """Return a pointed leaf along a bearing, between two distances from its root."""
    steps = [index / 8 for index in range(9)]
    spine = [near + (far - near) * step for step in steps]
    bulge = [width / 2 * math.sin(math.pi * step) ** 0.85 for step in steps]
    a = math.radians(bearing)
    along, across = (math.sin(a), -math.cos(a)), (math.cos(a), math.sin(a))
    sides = [
        [
            (
                root[0] + along[0] * reach + across[0] * side * out,
                root[1] + along[1] * reach + across[1] * side * out,
            )
            for reach, out in zip(spine, bulge, strict=True)
        ]
        for side in (-1, 1)
    ]
    return (*sides[0], *reversed(sides[1][1:-1]))


def button() -> Iterator[Polygon]:
    """Draw one button with four holes."""
    yield from ring(30, 100, 80)
    yield regular(26, 70)
    for x in (-21, 21):
        for y in (-21, 21):
            yield _hole(regular(10, 13, (x, y)))


def socks() -> Iterator[Polygon]:
    """Draw two socks with their toes turned outwards."""
    for side in (-1, 1):
        cuff = sorted((side * 8, side * 54))
        yield _block(cuff[0], -100, cuff[1], -72, 9)
        leg = sorted((side * 10, side * 52))
        heel = rounded((leg[0], -62, leg[1], 100), (4, 4, 24, 24), 4)
        yield heel
        yield _oriented(_stick((side * 33, 76), (side * 76, 76), 48))


def _oriented(polygon: Polygon) -> Polygon:
    """Return the polygon in clockwise order."""
    turn = sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )
    return polygon if turn > 0 else _hole(polygon)


def books() -> Iterator[Polygon]:
    """Draw a stack of three books, each with bands on its spine."""
    for top, left, right, band in ((-92, -64, 82, 36), (-28, -94, 70, -62), (36, -74, 96, 52)):
        yield _block(left, top, right, top + 56, 12)
        for shift, width in ((0, 10), (20, 7)):
            x = band + shift
            yield _hole(_block(x - width / 2, top + 8, x + width / 2, top + 48, 3))


def window() -> Iterator[Polygon]:
    """Draw a window of four panes under an arch, with a sill below."""
    side, bar, arch = 76, 7, 60
    yield rounded((-side, -98, -bar, -20), (arch, 5, 5, 5), 6)
    yield rounded((bar, -98, side, -20), (5, arch, 5, 5), 6)
    yield _block(-side, -6, -bar, 66, 5)
    yield _block(bar, -6, side, 66, 5)
    yield _block(-96, 78, 96, 99, 8)


def plant() -> Iterator[Polygon]:
    """Draw a pot plant with five leaves."""
    for bearing, far, width in (
        (0, 126, 42),
        (-57, 116, 42),
        (57, 116, 42),
        (-103, 98, 36),
        (103, 98, 36),
    ):
        yield _oriented(_leaf((0, 24), bearing, 18, far, width))
    yield _block(-58, 34, 58, 54, 5)
    yield ((-50, 60), (50, 60), (38, 101), (-38, 101))


def drawers() -> Iterator[Polygon]:
    """Draw a chest of six drawers on two feet."""
    for row in range(3):
        for column in range(2):
            left, top = -90 + column * 92, -98 + row * 62
            yield _block(left, top, left + 88, top + 57, 9)
            yield _hole(_stick((left + 33, top + 28), (left + 55, top + 28), 14))
    for left in (-82, 56):
        yield _block(left, 86, left + 26, 102, 3)


def broom() -> Iterator[Polygon]:
    """Draw a broom of seven bristles."""
    yield _block(-10, -100, 10, -24, 10)
    yield ((-30, -18), (30, -18), (46, 16), (-46, 16))
    for bristle in range(7):
        out = (bristle - 3) / 3
        foot = (out * 86, 92 - abs(out) * 8)
        yield _oriented(_stick((out * 39, 32), foot, 17))


def umbrella() -> Iterator[Polygon]:
    """Draw an umbrella of eight panels, seen from above."""
    for panel in range(8):
        middle = 45 * panel
        tip = polar(8, middle)
        rim = [
            polar(102 - 17 * math.sin(math.pi * step / 6), middle - 19.5 + 39 * step / 6)
            for step in range(7)
        ]
        yield (tip, *rim)


def bubbles() -> Iterator[Polygon]:
    """Draw nine bubbles; the larger ones have a highlight."""
    for x, y, radius in (
        (-40, 42, 46), (40, 30, 32), (-10, -30, 30), (56, -32, 24), (-70, -24, 22),
        (26, -80, 22), (-42, -78, 18), (80, 74, 19), (26, 84, 20),
    ):  # fmt: skip
        yield regular(18, radius, (x, y))
        if radius > 21:
            yield _hole(regular(8, radius * 0.25, (x + radius * 0.32, y - radius * 0.34)))


DRAWINGS: Mapping[str, Callable[[], Iterator[Polygon]]] = {
    "button": button,
    "socks": socks,
    "books": books,
    "window": window,
    "plant": plant,
    "drawers": drawers,
    "broom": broom,
    "umbrella": umbrella,
    "bubbles": bubbles,
}
"""Object name to the function that draws it."""


@cache
def data(name: str) -> str:
    """Return an object as SVG path data."""
    return outline(DRAWINGS[name](), 0)


def place(name: str, centre: Point, size: float, fill: str, opacity: float = 1.0) -> str:
    """Return an object's path element, `size` units wide, around a centre."""
    x, y = (number(value, 2) for value in centre)
    put = f"translate({x} {y}) scale({number(size / 208, 4)})"
    return path(data(name), fill, opacity, put)
