"""The bin that hands out the trash at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.kit.look.icons import Pen
from red7_desktop.scene.paint.pictures import PaintedPicture

if TYPE_CHECKING:
    from red7_desktop.scene.theme.colour import Colour


def bin_picture(colour: Colour) -> PaintedPicture:
    """Give the picture of a bin with its lid ajar, for a square box."""
    return PaintedPicture(("bin", colour), lambda w, h: _draw_bin(min(w, h)).inked(colour))


def _draw_bin(px: int) -> Pen:
    pen = Pen(px)
    pen.line((0.24, 0.36), (0.30, 0.88), (0.70, 0.88), (0.76, 0.36), (0.24, 0.36), width=0.055)
    for x, foot in ((0.40, 0.42), (0.50, 0.50), (0.60, 0.58)):
        pen.line((x, 0.48), (foot, 0.77), width=0.045)
    pen.line((0.17, 0.28), (0.80, 0.17), width=0.055)
    pen.line((0.41, 0.22), (0.42, 0.14), (0.55, 0.12), (0.57, 0.19), width=0.045)
    return pen
