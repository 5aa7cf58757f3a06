"""How far colours stand apart: contrast as WCAG 2 defines it, distance as CIEDE2000 does."""

from __future__ import annotations

from itertools import product

from red7_desktop.scene.pictures import Colour, Fill, Gradient

TEXT = 4.5
"""The contrast that letters need, whatever their size."""
GRAPHIC = 3.0
"""The contrast that signs, outlines and the focus ring need."""


def luminance(colour: Colour) -> float:
    """Give the relative luminance of an opaque colour, 0 to 1."""
    parts = (part / 255 for part in colour[:3])
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    """Give the contrast ratio of two opaque colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def over(ground: Colour, colour: Colour, alpha: float = 1.0) -> Colour:
    """Give what a colour that lets the ground through looks like on it."""
    return ground.mixed(colour._replace(a=255), colour.a / 255 * alpha)


def shades(fill: Fill | None, grounds: list[Colour]) -> list[Colour]:
    """Give every colour at the ends of a fill, on each of these grounds."""
    ends = [fill.top, fill.bottom] if isinstance(fill, Gradient) else [fill] if fill else []
    if not ends:
        return grounds
    return [over(ground, end) for ground, end in product(grounds, ends)]


def least_contrast(ink: Colour, grounds: list[Colour], alpha: float = 1.0) -> float:
    """Give the contrast of an ink with the ground on which it shows worst."""
    return min(contrast(over(ground, ink, alpha), ground) for ground in grounds)
