"""Differences of colours: contrast by WCAG 2, and perceived distance with any colour vision."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from red7_desktop.scene.pictures import Colour, Fill, Gradient

TEXT = 4.5
"""Minimum contrast of text, whatever its size."""
GRAPHIC = 3.0
"""Minimum contrast of symbols, outlines and the focus ring."""


def luminance(colour: Colour) -> float:
    """Return the relative luminance of an opaque colour, 0 to 1."""
    parts = (part / 255 for part in colour[:3])
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def over(ground: Colour, colour: Colour, alpha: float = 1.0) -> Colour:
    """Return a translucent colour blended with the ground below it."""
    return ground.mixed(colour._replace(a=255), colour.a / 255 * alpha)


def shades(fill: Fill | None, grounds: list[Colour]) -> list[Colour]:
    """Return the end colours of a fill, blended with each of the grounds."""
    ends = [fill.top, fill.bottom] if isinstance(fill, Gradient) else [fill] if fill else []
    if not ends:
        return grounds
    return [over(ground, end) for ground, end in product(grounds, ends)]


def least_contrast(ink: Colour, grounds: list[Colour], alpha: float = 1.0) -> float:
    """Return the lowest contrast of an ink with any of the grounds."""
    return min(contrast(over(ground, ink, alpha), ground) for ground in grounds)


# == Colour differences for every kind of colour vision: simulation and CIEDE2000.
# The matrices for linear RGB are from Machado, Oliveira and Fernandes (2009), at full severity.

Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]

EYES: Mapping[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Row = (0.95047, 1.0, 1.08883)


class Lab(NamedTuple):
    l: float  # noqa: E741
    a: float
    b: float


def seen_as(colour: Colour, eyes: str) -> Lab:
    r, g, b = _times(EYES[eyes], _linear(colour))
    shown = (min(max(r, 0.0), 1.0), min(max(g, 0.0), 1.0), min(max(b, 0.0), 1.0))
    x, y, z = (
        _root(part / white) for part, white in zip(_times(_TO_XYZ, shown), _WHITE, strict=True)
    )
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(one: Lab, other: Lab) -> float:
    """Return the CIEDE2000 difference of two colours."""
    mean = (math.hypot(one.a, one.b) + math.hypot(other.a, other.b)) / 2
    grey = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = one.a * (1 + grey), other.a * (1 + grey)
    c1, c2 = math.hypot(a1, one.b), math.hypot(a2, other.b)
    h1, h2 = _angle(a1, one.b), _angle(a2, other.b)
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    light, chroma = (one.l + other.l) / 2, (c1 + c2) / 2
    hue = _between(h1, h2) if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    square = (light - 50) ** 2
    dl = (other.l - one.l) / (1 + 0.015 * square / math.sqrt(20 + square))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    swing = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    pull = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(2 * swing))
    return math.sqrt(dl**2 + dc**2 + dh**2 - pull * dc * dh)


def _angle(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360


def _between(h1: float, h2: float) -> float:
    middle = (h1 + h2) / 2
    if abs(h1 - h2) <= 180:
        return middle
    return middle + 180 if h1 + h2 < 360 else middle - 180


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _linear(colour: Colour) -> Row:
    r, g, b = (part / 255 for part in colour[:3])
    return _decode(r), _decode(g), _decode(b)


def _decode(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _root(part: float) -> float:
    return float(part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29)


def _times(matrix: Matrix, vector: Row) -> Row:
    x, y, z = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z
