"""Immutable descriptions of a node's drawing: boxes, text, custom paint.

A picture fills its node's box. Lengths are design units; the renderer converts them to pixels,
paints each picture once per pixel size and caches the result. Equal pictures share their pixels, so
creating many pictures is cheap. To change a node's appearance, assign another picture to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import pygame

_HEX = r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z"


class Colour(NamedTuple):
    """Red, green, blue and alpha from 0 to 255; the alpha is straight, not premultiplied.

    >>> Colour.from_hex("#F2C66D").with_alpha(0.5)
    Colour(r=242, g=198, b=109, a=128)
    """

    r: int
    g: int
    b: int
    a: int = 255

    @classmethod
    def from_hex(cls, text: str) -> Colour:
        """Parse `#RRGGBB` or `#RRGGBBAA`.

        Raises:
            ValueError: The text has another form.
        """
        if not re.match(_HEX, text):
            raise ValueError(f"{text!r} is not a colour (#RRGGBB or #RRGGBBAA)")
        return cls(*bytes.fromhex(text[1:]))

    def with_alpha(self, alpha: float) -> Colour:
        """Return the colour with its alpha set to a fraction from 0 to 1."""
        return self._replace(a=round(255 * min(max(alpha, 0.0), 1.0)))

    def mixed(self, other: Colour, part: float) -> Colour:
        """Interpolate towards another colour; `part` is 0 for this colour and 1 for the other."""
        return Colour(*(round(p + (q - p) * part) for p, q in zip(self, other, strict=True)))

    @property
    def luminance(self) -> float:
        """Relative luminance from 0 to 1 as WCAG 2 defines it; the alpha is ignored."""
        parts = (part / 255 for part in self[:3])
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    @property
    def premultiplied(self) -> Colour:
        r, g, b, a = self
        return Colour((r * a + 127) // 255, (g * a + 127) // 255, (b * a + 127) // 255, a)


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)
Steps: TypeAlias = "Generator[None, None, pygame.Surface]"
"""A generator that paints a large picture in steps and returns the surface."""


class Align(StrEnum):
    """Horizontal alignment of text in its node's box."""

    START = "start"
    CENTRE = "centre"
    END = "end"


class Gradient(NamedTuple):
    """A vertical gradient from the colour at the top edge to the colour at the bottom edge."""

    top: Colour
    bottom: Colour


Fill: TypeAlias = Colour | Gradient


class Shadow(NamedTuple):
    """A blurred copy of a box's outline, drawn only outside the box.

    A dark colour with a small `dy` is a drop shadow; a bright colour without offset is a glow.

    Attributes:
        colour: Colour where the shadow is strongest.
        blur: Distance over which the shadow fades.
        dx: Offset to the right.
        dy: Offset downwards.
        spread: Amount by which the outline grows before it is blurred.
    """

    colour: Colour
    blur: float
    dx: float = 0.0
    dy: float = 0.0
    spread: float = 0.0


class BoxPicture(NamedTuple):
    """A box with rounded corners and optional fill, border and shadows.

    Attributes:
        fill: Colour or gradient, None for no fill.
        radius: Corner radius.
        border: Border colour, None for no border.
        border_width: Width of the border, which is drawn inside the box; at least one pixel.
        dash: Approximate length of dashes and gaps in the border; 0 for a solid border.
        shadows: Shadows, which extend beyond the node's box.
    """

    fill: Fill | None = None
    radius: float = 0.0
    border: Colour | None = None
    border_width: float = 1.5
    dash: float = 0.0
    shadows: tuple[Shadow, ...] = ()


class TextPicture(NamedTuple):
    r"""Text in one font and colour.

    Text is rendered at the final pixel size and never scaled, so its width varies slightly between
    sizes: measure it with `TextLayout.measure`. Text that doesn't fit at the smallest font size
    ends in an ellipsis.

    Attributes:
        text: Lines separated by `\n`.
        font: Font file.
        size: Font height in design units.
        colour: Text colour.
        align: Horizontal alignment in the node's box.
        max_width: Maximum width in design units. If a line is longer, the font shrinks or the line
            is wrapped. None allows any width, even beyond the node's box.
        wraps: Whether lines are wrapped at spaces. The font then only shrinks if a word is longer
            than a line, or if there are more than `max_lines` lines.
        max_lines: Maximum number of wrapped lines, None for no limit.
        line_height: Distance between lines, as a multiple of `size`.
    """

    text: str
    font: str
    size: float
    colour: Colour = WHITE
    align: Align = Align.START
    max_width: float | None = None
    wraps: bool = False
    max_lines: int | None = None
    line_height: float = 1.3


@dataclass(frozen=True, slots=True)
class PaintedPicture:
    """A picture painted by custom code, such as a card's front.

    Attributes:
        key: Identifier of the pixels. Pictures with equal keys are equal, so the key must contain
            all values on which the painted pixels depend.
        paint: Called once per size with width and height in pixels. Returns a Surface of this size
            with straight alpha, or a generator that paints the surface over several frames.
    """

    key: Hashable
    paint: Callable[[int, int], pygame.Surface | Steps] = field(compare=False, repr=False)

    def steps(self, w: int, h: int) -> Steps:
        painted = self.paint(w, h)
        if isinstance(painted, Generator):
            return (yield from painted)
        return painted


class LayeredPicture(NamedTuple):
    """Several pictures drawn above each other in the same box, the lowest first; cached as one."""

    layers: tuple[Picture, ...]


Picture: TypeAlias = BoxPicture | TextPicture | PaintedPicture | LayeredPicture
"""Any type of picture; `rasterizer.PAINTERS` maps each type to the function that paints it."""
