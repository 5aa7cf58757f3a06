"""Draw the four card backs that all games share: night, leaves, waves and lanterns.

Each is symmetric under a half turn, so that no card looks upside down. All have the same rim.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from card_art import svg
from card_art.body import BOX
from card_art.red7.patterns import honeycomb, lattice
from card_art.shapes import (
    Point,
    Polygon,
    cut,
    half_ring,
    outline,
    polar,
    regular,
    ring,
    rounded,
    star,
)
from red7_desktop.kit.look.card_art import CORNER, HEIGHT, WIDTH

CENTRE = (WIDTH / 2, HEIGHT / 2)
_INSIDE = rounded((26, 26, WIDTH - 26, HEIGHT - 26), (24, 24, 24, 24))


class BackColours(NamedTuple):
    """The hex colours of a card back.

    Attributes:
        top: Upper end of the background gradient.
        bottom: Lower end of the background gradient.
        line: Ornaments.
        glow: Light in the middle.
        rim: Edge of the card.
    """

    top: str
    bottom: str
    line: str
    glow: str
    rim: str


TONES: Mapping[str, BackColours] = {
    "night": BackColours("#2a3a78", "#0d1330", "#f4dc9a", "#8fa8ff", "#7482b8"),
    "leaves": BackColours("#2c5a3c", "#0e2618", "#d8e8a4", "#9adf9a", "#7ba583"),
    "waves": BackColours("#1b5f74", "#082532", "#c9f0ec", "#6fdcf0", "#66a0ae"),
    "lanterns": BackColours("#7d2338", "#2d0a18", "#ffc978", "#ff9a5c", "#b47480"),
}


def back(name: str) -> str:
    """Return the SVG document of a back."""
    tones = TONES[name]
    glow = ((0, tones.glow, 0.42), (0.55, tones.glow, 0.12), (1, tones.glow, 0))
    fade = ((0, tones.line, 0.10), (0.5, tones.line, 0.16), (1, tones.line, 0.34))
    return svg.document(
        BOX,
        [
            svg.defs(
                (
                    svg.upright("g", 0, HEIGHT, ((0, tones.top, 1), (1, tones.bottom, 1))),
                    svg.halo("l", CENTRE, (270, 300), glow),
                    svg.halo("p", CENTRE, (300, 420), fade),
                )
            ),
            svg.panel(BOX, CORNER, "url(#g)"),
            svg.panel(BOX, CORNER, "url(#l)"),
            *DRAWINGS[name](tones),
            svg.frame((26, 26, WIDTH - 52, HEIGHT - 52), 24, tones.line, 4, 0.75),
            svg.frame((38, 38, WIDTH - 76, HEIGHT - 76), 15, tones.line, 1.6, 0.5),
            svg.frame((3.5, 3.5, WIDTH - 7, HEIGHT - 7), CORNER - 3.5, tones.rim, 7),
        ],
    )


def _both(polygons: Iterator[Polygon]) -> tuple[Polygon, ...]:
    """Return polygons together with their copies, turned half round about the card's centre."""
    half = tuple(polygons)
    return half + tuple(tuple((WIDTH - x, HEIGHT - y) for x, y in each) for each in half)


def _inside(polygons: tuple[Polygon, ...], fill: str, opacity: float = 1.0) -> str:
    return svg.path(outline(cut(polygons, _INSIDE)), fill, opacity)


# -- night: a moon in its rings, among stars -------------------------------------------


def _night(tones: BackColours) -> Iterator[str]:
    rings = (each for radius in (168, 204, 240) for each in ring(72, radius, radius - 2.2, CENTRE))
    yield _inside(tuple(rings), tones.line, 0.34)
    yield svg.path(outline(_both(_stars())), tones.line, 0.9)
    yield svg.disc(CENTRE, 132, tones.bottom, 0.62)
    yield svg.path(outline((_moon(112.0),)), tones.line)
    yield svg.path(outline((star(4, 26, 7, (CENTRE[0] + 46, CENTRE[1] - 22)),)), tones.line)
    for turn, ring_radius, size in ((30, 168, 11), (205, 204, 8), (310, 240, 9), (120, 240, 6)):
        yield svg.disc(polar(ring_radius, turn, CENTRE), size, tones.line)


def _moon(radius: float) -> Polygon:
    """Return a crescent that is open to the right and slightly upwards."""
    steps = 40
    outer = [polar(radius, 17 - 254 * step / steps, CENTRE) for step in range(steps + 1)]
    hollow = polar(0.46 * radius, 70, CENTRE)
    reach = math.dist(outer[0], hollow)
    first, last = _bearing(hollow, outer[-1]), _bearing(hollow, outer[0]) + 360
    inner = [polar(reach, first + (last - first) * step / steps, hollow) for step in range(steps)]
    return tuple(reversed((*outer, *inner)))


def _bearing(centre: Point, place: Point) -> float:
    return math.degrees(math.atan2(place[0] - centre[0], centre[1] - place[1]))


def _stars() -> Iterator[Polygon]:
    for nth in range(120):
        # The golden angle scatters them evenly and avoids visible lines.
        at = polar(256 + 1.35 * nth, 137.508 * nth, CENTRE)
        if 58 < at[0] < WIDTH - 58 and 58 < at[1] < HEIGHT / 2:
            yield star(4, 13 if nth % 3 == 0 else 7.5, 2.4, at)


# -- leaves: a wreath of twigs ---------------------------------------------------------


def _leaves(tones: BackColours) -> Iterator[str]:
    yield _inside(tuple(lattice(46, CENTRE)), "url(#p)", 0.55)
    yield svg.disc(CENTRE, 205, tones.bottom, 0.72)
    yield svg.path(outline(_both(_twig(150.0, 21))), tones.line, 0.92)
    yield svg.path(outline(_both(_twig(82.0, 11))), tones.glow, 0.75)
    corner = (polygon for polygon in _sprig((76.0, 76.0), 135))
    yield svg.path(outline(_both(corner)), tones.line, 0.85)
    corner = (polygon for polygon in _sprig((WIDTH - 76.0, 76.0), 225))
    yield svg.path(outline(_both(corner)), tones.line, 0.85)
    yield svg.path(outline((star(8, 34, 15, CENTRE),)), tones.line)


def _twig(radius: float, count: int) -> Iterator[Polygon]:
    """Yield half a ring with leaves on both sides."""
    yield half_ring(40, radius + 1.8, radius - 1.8, CENTRE)
    for nth in range(count):
        turn = -90 + 180 * (nth + 0.5) / count
        at = polar(radius, turn, CENTRE)
        for side in (-1, 1):
            yield _leaf(at, turn + 90 - side * 48, radius * 0.3)


def _sprig(at: Point, bearing: float) -> Iterator[Polygon]:
    for lean, long in ((-52, 42.0), (0, 60.0), (52, 42.0)):
        yield _leaf(at, bearing + lean, long)


def _leaf(root: Point, bearing: float, long: float) -> Polygon:
    """Return a leaf that is pointed at both ends; `root` is one of them."""
    steps = 8
    sides = []
    for side in (1, -1):
        for step in range(steps):
            part = step / steps if side > 0 else 1 - step / steps
            along = polar(long * part, bearing, root)
            sides.append(
                polar(side * 0.2 * long * math.sin(math.pi * part**0.8), bearing + 90, along)
            )
    return tuple(sides)


# -- waves: scales of water, and a shell -----------------------------------------------


def _waves(tones: BackColours) -> Iterator[str]:
    yield _inside(_both(_scales()), "url(#p)")
    yield svg.disc(CENTRE, 150, tones.bottom, 0.85)
    yield svg.path(outline(ring(72, 150, 145, CENTRE)), tones.line, 0.85)
    yield svg.path(outline(ring(72, 136, 134, CENTRE)), tones.line, 0.5)
    yield svg.path(outline(tuple(_shell())), tones.line)


def _scales() -> Iterator[Polygon]:
    radius = 50.0
    for row in range(-1, 8):
        for column in range(-5, 6):
            at = (CENTRE[0] + (2 * column + row % 2) * radius, CENTRE[1] - (row + 0.5) * radius)
            if at[1] < CENTRE[1]:
                for outer, inner in ((1.0, 0.91), (0.72, 0.65), (0.44, 0.37)):
                    yield half_ring(12, outer * radius, inner * radius, at)


def _shell() -> Iterator[Polygon]:
    """Yield a scallop: ribs that fan out from a foot."""
    foot = (CENTRE[0], CENTRE[1] + 70)
    for nth in range(9):
        turn = -64 + 16 * nth
        long = 150 * math.cos(math.radians(turn) * 0.62)
        rounding = [
            polar(long + 7.5 * math.cos(math.radians(step)), turn + 6.2 * step / 90, foot)
            for step in range(-90, 91, 30)
        ]
        yield (polar(14, turn, foot), *rounding)
    corners = ((-34, 4), (-12, -8), (12, -8), (34, 4), (20, 20), (-20, 20))
    yield tuple((foot[0] + x, foot[1] + y) for x, y in corners)


# -- lanterns: strings of lights over a honeycomb --------------------------------------


def _lanterns(tones: BackColours) -> Iterator[str]:
    yield _inside(tuple(honeycomb(52, CENTRE)), "url(#p)", 0.8)
    for drop, nth in ((96.0, 5), (196.0, 4)):
        yield svg.path(outline(_both(_string(drop))), tones.line, 0.7)
        for at in _hung(drop, nth):
            for place in (at, (WIDTH - at[0], HEIGHT - at[1])):
                yield svg.disc(place, 34, tones.glow, 0.22)
                yield svg.disc(place, 17, tones.line)
                yield svg.disc(place, 8, "#fff6e0")
    yield svg.path(outline((regular(6, 104, CENTRE),)), tones.bottom, 0.8)
    yield svg.path(outline(ring(6, 104, 99, CENTRE)), tones.line, 0.9)
    yield svg.disc(CENTRE, 58, tones.glow, 0.35)
    yield svg.path(outline((star(12, 62, 30, CENTRE),)), tones.line)
    yield svg.disc(CENTRE, 18, "#fff6e0")


def _sag(x: float, drop: float) -> float:
    """Return the y coordinate of a hanging string at x; `drop` is how far it sags."""
    part = (x - 26) / (WIDTH - 52)
    return 40 + drop * (1 - (2 * part - 1) ** 2) + 0.28 * drop


def _string(drop: float) -> Iterator[Polygon]:
    xs = [26 + (WIDTH - 52) * step / 32 for step in range(33)]
    line = [(x, _sag(x, drop)) for x in xs]
    yield (*line, *((x, y + 3.2) for x, y in reversed(line)))


def _hung(drop: float, count: int) -> Iterator[Point]:
    for nth in range(count):
        x = 26 + (WIDTH - 52) * (nth + 0.5) / count
        yield x, _sag(x, drop) + 20


DRAWINGS: Mapping[str, Callable[[BackColours], Iterator[str]]] = {
    "night": _night,
    "leaves": _leaves,
    "waves": _waves,
    "lanterns": _lanterns,
}
