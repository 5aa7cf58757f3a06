"""Measure waves: peak, offset and perceived loudness."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

from sound_art.waves import RATE, Wave, filtered, samples

WINDOW = 0.2
"""Seconds that an ear averages over; a sound's loudness is that of its loudest such window."""


def loudness(wave: Sequence[float]) -> float:
    """Return the loudness of the loudest window, in decibels relative to a full-scale 1 kHz sine.

    The wave is weighted as in ITU-R BS.1770: highs count more, lows less.
    """
    squares = [value * value for value in weighted(wave)]
    width = samples(WINDOW)
    sums = list(accumulate(squares, initial=0.0))
    ends = range(len(sums))
    loudest = max(sums[end] - sums[max(0, end - width)] for end in ends)
    return decibels(math.sqrt(2 * loudest / width))


def peak(wave: Sequence[float]) -> float:
    """Return the largest absolute sample."""
    return max(abs(value) for value in wave)


def offset(wave: Sequence[float]) -> float:
    """Return the mean of the samples, which should be 0."""
    return sum(wave) / len(wave)


def decibels(ratio: float) -> float:
    """Convert a ratio of amplitudes to decibels; silence is -120."""
    return 20 * math.log10(max(ratio, 1e-6))


def amplitude(level: float) -> float:
    """Convert decibels to a ratio of amplitudes."""
    return float(10 ** (level / 20))


def weighted(wave: Sequence[float]) -> Wave:
    """Apply the two filters of BS.1770 to a wave: a high shelf and a high-pass."""
    lift, quality = math.tan(math.pi * 1681.974450955533 / RATE), 0.7071752369554196
    gain = 10 ** (3.999843853973347 / 20)
    middle = gain**0.4996667741545416
    whole = 1 + lift / quality + lift * lift
    shelf = (
        (gain + middle * lift / quality + lift * lift) / whole,
        2 * (lift * lift - gain) / whole,
        (gain - middle * lift / quality + lift * lift) / whole,
        2 * (lift * lift - 1) / whole,
        (1 - lift / quality + lift * lift) / whole,
    )
    edge, quality = math.tan(math.pi * 38.13547087602444 / RATE), 0.5003270373238773
    whole = 1 + edge / quality + edge * edge
    cut = (
        1.0,
        -2.0,
        1.0,
        2 * (edge * edge - 1) / whole,
        (1 - edge / quality + edge * edge) / whole,
    )
    return filtered(filtered(wave, shelf), cut)
