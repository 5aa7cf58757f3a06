"""Colour arithmetic in OKLab, a perceptually uniform colour space.

The constants are those of Björn Ottosson's published definition of OKLab.
"""

from __future__ import annotations

import math

Vector = tuple[float, float, float]

_TO_CONE = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONE = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def mix(first: str, second: str, share: float) -> str:
    """Interpolate between two hex colours; `share` is from 0 (first) to 1 (second)."""
    a, b = _lab(first), _lab(second)
    return _hex(
        (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)
    )


def shade(colour: str, lift: float, chroma: float = 1.0, turn: float = 0.0) -> str:
    """Return a hex colour with changed lightness, chroma and hue.

    Args:
        colour: Hex colour.
        lift: Added to the lightness, from -1 to 1.
        chroma: Factor for the chroma.
        turn: Degrees added to the hue.
    """
    light, a, b = _lab(colour)
    amount = math.hypot(a, b) * chroma
    hue = math.atan2(b, a) + math.radians(turn)
    lightness = min(1.0, max(0.0, light + lift))
    return _hex((lightness, amount * math.cos(hue), amount * math.sin(hue)))


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two hex colours as in WCAG 2, from 1 to 21."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_decode(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    """Return a hex colour's OKLab lightness, from 0 (black) to 1 (white)."""
    return _lab(colour)[0]


def _lab(colour: str) -> Vector:
    linear = [_decode(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    cone = _times(_TO_CONE, (linear[0], linear[1], linear[2]))
    return _times(_TO_LAB, (_root(cone[0]), _root(cone[1]), _root(cone[2])))


def _hex(lab: Vector) -> str:
    root = _times(_FROM_LAB, lab)
    linear = _times(_FROM_CONE, (root[0] ** 3, root[1] ** 3, root[2] ** 3))
    return "#" + "".join(f"{round(255 * _encode(part)):02x}" for part in linear)


def _times(matrix: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    x, y, z = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _root(value: float) -> float:
    return math.copysign(abs(value) ** (1 / 3), value)


def _decode(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encode(value: float) -> float:
    value = min(1.0, max(0.0, value))
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
