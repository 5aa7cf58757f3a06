"""Draw the program's icon: an ivory 7 before a fan of the seven colours, like a spectrum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from card_art import svg
from card_art.glyphs import Typeface
from card_art.shapes import Point, Polygon, cut, outline, polar, rounded
from card_art.tones import lightness, mix, shade
from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST

SIDE = 512.0
SIZES = (16, 24, 32, 48, 64, 128, 256, 512, 1024)
SMALL_AT_MOST = 32
"""Icons of up to this many pixels use the small design, which has less detail."""


@dataclass(frozen=True)
class Design:
    """One version of the icon, in units of a tile 512 wide.

    Attributes:
        corner: Radius of the tile's corners.
        source: Point from which the beams of colour fan out.
        outer: Length of the beams.
        spread: Degrees between two beams.
        gap: Degrees of the gap between two beams.
        numeral: Centre of the 7.
        height: Height of the 7.
        outline: Width of the 7's dark outline.
    """

    corner: float
    source: Point
    outer: float
    spread: float
    gap: float
    numeral: Point
    height: float
    outline: float


DESIGNS = {
    "red7": Design(116, (256, 436), 500, 25.7, 0.8, (256, 254), 312, 12),
    "red7_small": Design(104, (256, 450), 500, 25.7, 0.0, (256, 256), 376, 26),
}


def icon(name: str, type_: Typeface) -> str:
    """Return the SVG document of one version of the icon."""
    design = DESIGNS[name]
    parts = [
        svg.defs(_gradients(design)),
        svg.panel((0, 0, SIDE, SIDE), design.corner, "url(#g)"),
        *_fan(design),
        *_seven(design, type_),
        svg.frame((4, 4, SIDE - 8, SIDE - 8), design.corner - 4, "#8a7398", 8, 0.8),
    ]
    return svg.document((0, 0, SIDE, SIDE), parts)


def _gradients(design: Design) -> Iterator[str]:
    yield svg.upright("g", 0, SIDE, ((0, "#43305c", 1), (1, "#15101d", 1)))
    yield svg.upright("n", 120, 400, ((0, "#ffffff", 1), (1, "#ffe9c2", 1)))
    for letter in LETTERS_HIGH_FIRST:
        base = COLOURS["normal"][letter].base
        near = mix(base, "#ffffff", 0.35)
        reach = (design.outer, design.outer)
        stops = (
            (0.1, near, 1.0),
            (0.45, base, 1.0),
            (1.0, shade(base, 0.4 * (lightness(base) - 1), 1.1), 1.0),
        )
        yield svg.halo(f"c{letter}", design.source, reach, stops)


def _fan(design: Design) -> Iterator[str]:
    inside = (6, 6, SIDE - 6, SIDE - 6)
    tile = rounded(inside, (design.corner - 6,) * 4, 12)
    for index, letter in enumerate(LETTERS_HIGH_FIRST):
        middle = (index - 3) * design.spread
        half = (design.spread - design.gap) / 2
        yield svg.path(outline(cut((_beam(design, middle, half),), tile)), f"url(#c{letter})")


def _beam(design: Design, middle: float, half: float) -> Polygon:
    """Return one beam of the fan: a sector of a disc around the source."""
    rim = (middle + half * step / 8 for step in range(-8, 9))
    return design.source, *(polar(design.outer, bearing, design.source) for bearing in rim)


def _seven(design: Design, type_: Typeface) -> Iterator[str]:
    data = type_.trace("7", design.numeral, design.height)
    yield svg.element(
        "path",
        {
            "fill": "#15101d",
            "stroke": "#15101d",
            "stroke-width": 2 * design.outline,
            "stroke-linejoin": "round",
            "d": data,
        },
    )
    yield svg.path(data, "url(#n)")
