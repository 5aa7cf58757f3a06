"""Glicko-2: how strong a player is, and how sure that is; pure.

By Mark E. Glickman, "Example of the Glicko-2 system" (2013); the steps are named as there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

_SCALE: Final = 173.7178

_TAU: Final = 0.5
"""How much the volatility changes from one period to the next."""

_EXACT: Final = 1e-6

MIDDLE: Final = 1500.0
"""The rating of somebody of whom nothing is known."""

WIDEST: Final = 350.0
"""The deviation of such a rating; none grows beyond."""


class Rating(NamedTuple):
    """A rating and its deviation, both in points as in chess; volatility: how steady it is."""

    value: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


class RatedMatch(NamedTuple):
    """A match against somebody: the rating before the period; score: 1 won, 0.5 even, 0 lost."""

    rival: Rating
    score: float


def update_rating(before: Rating, met: Sequence[RatedMatch]) -> Rating:
    """Give the rating after a period in which these matches were played; () for an idle one."""
    phi = before.deviation / _SCALE
    if not met:
        return before._replace(deviation=_cap_deviation(math.hypot(phi, before.volatility)))
    mu = (before.value - MIDDLE) / _SCALE
    information = gain = 0.0
    for rival, score in met:
        weight = _weigh_deviation(rival.deviation / _SCALE)
        hope = 1.0 / (1.0 + math.exp(-weight * (mu - (rival.value - MIDDLE) / _SCALE)))
        information += weight * weight * hope * (1.0 - hope)
        gain += weight * (score - hope)
    variance = 1.0 / information
    sigma = _find_volatility(phi, before.volatility, variance, variance * gain)
    spread = math.hypot(phi, sigma)
    phi = 1.0 / math.sqrt(1.0 / spread**2 + information)
    value = MIDDLE + _SCALE * (mu + phi * phi * gain)
    return Rating(value, _cap_deviation(phi), sigma)


def _weigh_deviation(phi: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / math.pi**2)


def _cap_deviation(phi: float) -> float:
    return min(WIDEST, _SCALE * phi)


def _find_volatility(phi: float, sigma: float, variance: float, change: float) -> float:
    """Find the new volatility (step 5, by the Illinois algorithm)."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        grown = math.exp(x)
        total = phi * phi + variance + grown
        return grown * (change * change - total) / (2.0 * total * total) - (x - start) / _TAU**2

    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        high = start - _TAU
        while slope(high) < 0.0:
            high -= _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return math.exp(low / 2.0)
