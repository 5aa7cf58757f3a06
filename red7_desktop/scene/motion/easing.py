"""Easing functions by name: how far an animation has come, 0..1, at a part of its time, 0..1."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

Easing: TypeAlias = Callable[[float], float]

_OVERSHOOT = 1.70158
"""Makes the `back` easings go a tenth too far before they settle."""


def _in_back(t: float) -> float:
    return t * t * ((_OVERSHOOT + 1) * t - _OVERSHOOT)


def _out_elastic(t: float) -> float:
    if t in (0.0, 1.0):
        return t
    return 2 ** (-10 * t) * math.sin((t * 10 - 0.75) * 2 * math.pi / 3) + 1


def _mirrored(ease_in: Easing) -> Easing:
    """Turn a slow start into a slow end."""
    return lambda t: 1 - ease_in(1 - t)


def _joined(ease_in: Easing) -> Easing:
    """Give a slow start and a slow end."""
    return lambda t: ease_in(2 * t) / 2 if t < 0.5 else 1 - ease_in(2 - 2 * t) / 2


_SLOW_STARTS: dict[str, Easing] = {
    "quad": lambda t: t * t,
    "cubic": lambda t: t**3,
    "quart": lambda t: t**4,
    "sine": lambda t: 1 - math.cos(t * math.pi / 2),
    "back": _in_back,
}

EASINGS: Mapping[str, Easing] = MappingProxyType(
    {
        "linear": lambda t: t,
        **{f"in_{name}": ease for name, ease in _SLOW_STARTS.items()},
        **{f"out_{name}": _mirrored(ease) for name, ease in _SLOW_STARTS.items()},
        **{f"in_out_{name}": _joined(ease) for name, ease in _SLOW_STARTS.items()},
        "out_elastic": _out_elastic,
    }
)
"""All easings; each gives 0 at 0 and 1 at 1."""
