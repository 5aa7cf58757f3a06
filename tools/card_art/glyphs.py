"""Convert letters of a font to SVG path data, so that the drawings need no font."""

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
    """A letter's horizontal ink extent, in font units.

    Attributes:
        name: Its glyph name in the font.
        left: Left end of the ink.
        right: Right end of the ink.
    """

    name: str
    left: float
    right: float

    @property
    def width(self) -> float:
        """The width of the ink."""
        return self.right - self.left


class Typeface:
    """A font file that places letters by their ink instead of their advance width."""

    def __init__(self, file: Path) -> None:
        font = TTFont(file)
        self._names: dict[int, str] = font.getBestCmap()
        self._glyphs = font.getGlyphSet()
        self.cap_height: float = font["OS/2"].sCapHeight
        self._traced: dict[tuple[str, Point, float, float], str] = {}

    def measure(self, letter: str) -> Glyph:
        """Return a letter's ink extent.

        Raises:
            KeyError: The font lacks the letter.
        """
        name = self._names[ord(letter)]
        pen = BoundsPen(self._glyphs)
        self._glyphs[name].draw(pen)
        left, _, right, _ = pen.bounds
        return Glyph(name, left, right)

    def trace(self, letter: str, centre: Point, height: float, widest: float = 1e9) -> str:
        """Return a letter's path data, centred on a point by its ink and by its capital height.

        Args:
            letter: The letter.
            centre: The point, in drawing units.
            height: Height of the font's capitals, in drawing units.
            widest: Maximum width; a wider letter is condensed.
        """
        key = (letter, centre, height, widest)
        if key not in self._traced:
            self._traced[key] = self._trace(letter, centre, height, widest)
        return self._traced[key]

    def _trace(self, letter: str, centre: Point, height: float, widest: float) -> str:
        glyph = self.measure(letter)
        tall = height / self.cap_height
        wide = min(tall, widest / glyph.width)
        pen = SVGPathPen(self._glyphs, ntos=lambda value: number(value, 2))
        middle = (glyph.left + glyph.right) / 2
        place = (wide, 0, 0, -tall, centre[0] - middle * wide, centre[1] + height / 2)
        self._glyphs[glyph.name].draw(TransformPen(pen, place))
        data: str = pen.getCommands()
        return data
