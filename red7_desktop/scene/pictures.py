"""What a node looks like, as values: colours, boxes, text.

A picture fills its node's box. Lengths are design units; the renderer knows how many pixels that
comes to, paints each picture once per pixel size and keeps the result. Equal pictures share their
pixels, so make them freely. To change a look, give the node another picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import pygame

_HEX = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")


class Colour(NamedTuple):
    """Red, green, blue and alpha, each 0..255; the alpha is straight, not premultiplied.

    >>> Colour.from_hex("#F2C66D").with_alpha(0.5)
    Colour(r=242, g=198, b=109, a=128)
    """

    r: int
    g: int
    b: int
    a: int = 255

    @classmethod
    def from_hex(cls, text: str) -> Colour:
        """Read `#RRGGBB` or `#RRGGBBAA`; ValueError, quoting the text, for anything else."""
        if not _HEX.match(text):
            raise ValueError(f"{text!r} is not a colour (#RRGGBB or #RRGGBBAA)")
        digits = text[1:]
        return cls(*(int(digits[i : i + 2], 16) for i in range(0, len(digits), 2)))

    def with_alpha(self, alpha: float) -> Colour:
        """Return the same hue with the alpha set to a fraction, 0..1."""
        return self._replace(a=round(255 * min(max(alpha, 0.0), 1.0)))

    def mixed(self, other: Colour, part: float) -> Colour:
        """Go a part of the way, 0..1, towards another colour."""
        return Colour(*(round(p + (q - p) * part) for p, q in zip(self, other, strict=True)))

    @property
    def luminance(self) -> float:
        """How light it is, 0 to 1, as WCAG 2 defines it; the alpha does not count."""
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
"""Paints something large piece by piece, and in the end gives it."""


class Align(StrEnum):
    """Where text stands in its node's box."""

    START = "start"
    CENTRE = "centre"
    END = "end"


class Gradient(NamedTuple):
    """A fill that changes evenly from the top edge to the bottom edge."""

    top: Colour
    bottom: Colour


Fill: TypeAlias = Colour | Gradient


class Shadow(NamedTuple):
    """A soft copy of a box's outline, drawn outside the box only.

    A dark colour and a small `dy` give a drop shadow; a bright colour without offset gives a glow.
    `blur` is the distance over which it fades, `spread` grows the outline first.
    """

    colour: Colour
    blur: float
    dx: float = 0.0
    dy: float = 0.0
    spread: float = 0.0


class BoxPicture(NamedTuple):
    """A box with rounded corners: fill, border, soft shadows, all optional.

    The border lies inside the box and is at least one pixel wide. `dash` > 0 cuts it into dashes
    of about that length with gaps of the same length. Shadows reach outside the node's box.
    """

    fill: Fill | None = None
    radius: float = 0.0
    border: Colour | None = None
    border_width: float = 1.5
    dash: float = 0.0
    shadows: tuple[Shadow, ...] = ()


class TextPicture(NamedTuple):
    r"""One run of text in one font and colour.

    `size` is the height of the font in design units; the text is rendered at the final whole
    pixel size and never scaled, so its width differs a little from size to size: measure it with
    `TextSetter.measure`. Lines break at `\n`. Without `max_width` a line takes the room that it
    needs, even outside the node's box; with it, a line that is too long is set smaller, or is
    wrapped at spaces when `wraps` is true (then it is smaller only for a single too-long word, or
    for more than `max_lines` lines). What finds no room in the smallest letters ends in an
    ellipsis. `line_height` is a multiple of `size`.
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
    """Pixels that come from outside, such as a card face.

    `paint(w, h)` gives a Surface of exactly that many pixels with straight alpha (pygame's usual
    kind), at once or in steps, of which not all need to fit into one frame. It is called once per
    size, and only `key` decides whether two pictures are equal, so a key must name everything that
    the paint depends on.
    """

    key: Hashable
    paint: Callable[[int, int], pygame.Surface | Steps] = field(compare=False, repr=False)

    def steps(self, w: int, h: int) -> Steps:
        painted = self.paint(w, h)
        if isinstance(painted, Generator):
            return (yield from painted)
        return painted


class LayeredPicture(NamedTuple):
    """Several pictures on top of each other in the same box, bottom first, kept as one."""

    layers: tuple[Picture, ...]


Picture: TypeAlias = BoxPicture | TextPicture | PaintedPicture | LayeredPicture
"""`paint.PAINTERS` says how each type becomes pixels."""
