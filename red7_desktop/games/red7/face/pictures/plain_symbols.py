"""The symbols of the seven colours, roughly: for where a drawing file is missing or damaged."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.kit.look.plain_card import Points


def _wheel(count: int, *radii: float) -> Points:
    """Give points around (0, 0), the first one up, their distances taken from radii in turn."""
    return tuple(
        (
            radii[i % len(radii)] * math.sin(2 * math.pi * i / count),
            -radii[i % len(radii)] * math.cos(2 * math.pi * i / count),
        )
        for i in range(count)
    )


_MOON: Final = tuple(
    (math.cos(math.radians(angle)) * radius + shift, math.sin(math.radians(angle)) * radius)
    for radius, shift, angles in ((1.0, 0.0, range(55, 306, 10)), (0.83, 0.45, range(278, 81, -12)))
    for angle in angles
)
_DROP: Final = ((0.0, -1.0), *((0.65 * x, 0.35 + 0.65 * y) for x, y in _wheel(24, 1.0)[4:21]))

OUTLINES: Final[Mapping[str, Points]] = {
    "sun": _wheel(14, 1.0, 0.66),
    "hexagon": _wheel(6, 1.0),
    "star": _wheel(10, 1.0, 0.45),
    "diamond": _wheel(4, 1.0, 0.75),
    "triangle": _wheel(3, 1.0),
    "crescent": _MOON,
    "drop": _DROP,
}
"""The symbols, in a box of 1 unit each way."""
