"""Turns letters of a font file into SVG path data, so that the art needs no font to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped,import-not-found,unused-ignore]
from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-untyped,import-not-found,unused-ignore]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped,import-not-found,unused-ignore]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped,import-not-found,unused-ignore]

from card_art.shapes import Point, number


@dataclass(frozen=True)
class Glyph:
    """A letter's ink box in font units, y upwards."""

    name: str
    left: float
    right: float

    @property
    def width(self) -> float:
        """The width of the ink."""
        return self.right - self.left


class Typeface:
    """A font file whose letters can be placed by their ink instead of by their advance."""

    def __init__(self, file: Path) -> None:
        font = TTFont(file)
        self._names: dict[int, str] = font.getBestCmap()
        self._glyphs = font.getGlyphSet()
        self.cap_height: float = font["OS/2"].sCapHeight

    def measure(self, letter: str) -> Glyph:
        """Give a letter's ink box. Raises KeyError when the font lacks the letter."""
        name = self._names[ord(letter)]
        pen = BoundsPen(self._glyphs)
        self._glyphs[name].draw(pen)
        left, _, right, _ = pen.bounds
        return Glyph(name, left, right)

    def trace(self, letter: str, centre: Point, height: float, widest: float = 1e9) -> str:
        """Write a letter as path data, its capital height and its ink centred on a point.

        The height is that of a capital, in drawing units; a letter wider than `widest` is
        narrowed to it.
        """
        glyph = self.measure(letter)
        tall = height / self.cap_height
        wide = min(tall, widest / glyph.width)
        pen = SVGPathPen(self._glyphs, ntos=lambda value: number(value, 2))
        middle = (glyph.left + glyph.right) / 2
        place = (wide, 0, 0, -tall, centre[0] - middle * wide, centre[1] + height / 2)
        self._glyphs[glyph.name].draw(TransformPen(pen, place))
        data: str = pen.getCommands()
        return data
