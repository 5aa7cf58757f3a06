"""A colour as a value, with the few sums that themes and painters need."""

from __future__ import annotations

import re
from typing import NamedTuple

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
        """Give the same hue with the alpha set to a fraction, 0..1."""
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
        """The same colour with red, green and blue already weighted by the alpha."""
        r, g, b, a = self
        return Colour((r * a + 127) // 255, (g * a + 127) // 255, (b * a + 127) // 255, a)


BLACK = Colour(0, 0, 0)

WHITE = Colour(255, 255, 255)
