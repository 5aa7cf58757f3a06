"""Adds up what came of the deals: win rates and how sure they are, Elo, sequential tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

ELO_PER_E: Final = 400 / math.log(10)
"""Elo points for odds that are e times better."""


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        """Write both, as in the tables of docs/opponents.md."""
        return f"{self.value:.3f} ± {self.error:.3f}"


def compute_mean(values: Sequence[float]) -> Mean:
    """Return the mean of values that do not depend on one another, such as one a deal.

    >>> compute_mean([0.0, 1.0, 1.0, 0.0])
    Mean(value=0.5, error=0.28...)
    """
    count = len(values)
    if not count:
        return Mean(math.nan, math.nan)
    value = math.fsum(values) / count
    if count < 2:
        return Mean(value, math.nan)
    spread = math.fsum((each - value) ** 2 for each in values) / (count - 1)
    return Mean(value, math.sqrt(spread / count))


def to_elo(rate: Mean, seats: int) -> Mean:
    """Return the Elo difference that a win rate stands for, an even share being 0.

    With more than two seats the odds are compared with those of an even share. Infinite where
    everything was won or lost.

    >>> round(to_elo(Mean(0.64, 0.01), 2).value)
    100
    """
    share = rate.value
    if not 0.0 < share < 1.0:
        return Mean(math.copysign(math.inf, share - 0.5), math.nan)
    value = ELO_PER_E * math.log(share / (1.0 - share) * (seats - 1))
    return Mean(value, ELO_PER_E * rate.error / (share * (1.0 - share)))


def elo_to_share(elo: float, seats: int) -> float:
    """Return the win rate that an Elo difference stands for, the other way round."""
    odds = math.exp(elo / ELO_PER_E) / (seats - 1)
    return odds / (1.0 + odds)


class SequentialTest(NamedTuple):
    """A sequential probability ratio test between two Elo differences.

    It looks at whole deals, so that both seatings of a pair count as one outcome (pentanomial
    with two seats). low, high: Elo differences; error: how likely it may be wrong either way.
    """

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The log likelihood ratio at which the test ends, either side of zero."""
        return math.log((1.0 - self.error) / self.error)

    def ratio(self, shares: Sequence[float], seats: int) -> float:
        """Give the log likelihood ratio of `high` against `low` for the win rates of the deals."""
        rate = compute_mean(shares)
        if len(shares) < 2:
            return 0.0
        # Where all deals went alike, the next one might still be the first that does not.
        error = max(rate.error, 0.5 / len(shares))
        low, high = elo_to_share(self.low, seats), elo_to_share(self.high, seats)
        return (high - low) * (2.0 * rate.value - low - high) / (2.0 * error**2)

    def verdict(self, shares: Sequence[float], seats: int) -> str:
        """Return `high` or `low` once the test has decided, "" while it has not."""
        if len(shares) < LEAST_DEALS:
            return ""
        ratio = self.ratio(shares, seats)
        return "" if abs(ratio) < self.bound else "high" if ratio > 0 else "low"


LEAST_DEALS: Final = 20
"""No sequential test ends before: the spread of fewer deals says too little."""


def find_quantile(values: Sequence[float], share: float = 0.5) -> float:
    """Return the value below which a share of the values lies; nan without any.

    >>> find_quantile([3.0, 1.0, 2.0])
    2.0
    """
    if not values:
        return math.nan
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]
