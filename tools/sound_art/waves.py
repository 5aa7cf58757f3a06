"""Waves as plain lists of numbers, and functions to mix, filter, fade and reverberate them.

A wave is mono with RATE samples a second; 1.0 is full scale. Times are in seconds, frequencies in
hertz. Only `add` modifies its argument.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

RATE = 44100
Wave = list[float]
Taps = tuple[float, float, float, float, float]
"""Coefficients of a second-order filter: b0, b1, b2, a1, a2, normalised to a0 = 1."""


def samples(seconds: float) -> int:
    """Convert seconds to a number of samples."""
    return round(seconds * RATE)


def silence(seconds: float) -> Wave:
    """Return a silent wave."""
    return [0.0] * samples(seconds)


def add(base: Wave, wave: Sequence[float], at: float = 0.0, gain: float = 1.0) -> None:
    """Mix a wave into another in place, from a time on; extend the other if it is too short."""
    first = samples(at)
    beyond = first + len(wave)
    base.extend([0.0] * (beyond - len(base)))
    mixed = zip(base[first:beyond], wave, strict=True)
    base[first:beyond] = [value + gain * more for value, more in mixed]


def noise(seconds: float, rng: Random) -> Wave:
    """Return white noise. It uses only `Random.random`, whose sequence Python keeps stable."""
    draw = rng.random
    return [2.0 * draw() - 1.0 for _ in range(samples(seconds))]


def apply_shape(wave: Sequence[float], shape: Callable[[float], float]) -> Wave:
    """Multiply a wave by an envelope, a function of the position from 0 to 1."""
    length = max(1, len(wave))
    return [value * shape(index / length) for index, value in enumerate(wave)]


def apply_envelope(wave: Sequence[float], attack: float, decay: float) -> Wave:
    """Apply an envelope: rise within `attack`, then decay to a thousandth within `decay`."""
    rise, keep = max(1, samples(attack)), 0.001 ** (1 / max(1, samples(decay)))
    level, result = 1.0, []
    for index, value in enumerate(wave):
        if index < rise:
            result.append(value * (0.5 - 0.5 * math.cos(math.pi * index / rise)))
        else:
            level *= keep
            result.append(value * level)
    return result


def fade(wave: Sequence[float], rise: float, fall: float) -> Wave:
    """Fade a wave in and out, so that it begins and ends without a click."""
    result = list(wave)
    for nth, gain in enumerate(_ramp(rise)):
        result[nth] *= gain
    for nth, gain in enumerate(_ramp(fall), 1):
        result[-nth] *= gain
    return result


def _ramp(seconds: float) -> Wave:
    count = samples(seconds)
    return [0.5 - 0.5 * math.cos(math.pi * nth / count) for nth in range(count)]


def faster(wave: Sequence[float], ratio: float) -> Wave:
    """Play a wave faster and so at a higher pitch.

    It interpolates linearly: the wave's frequencies should be far below half the sample rate.
    """
    if ratio == 1.0:
        return list(wave)
    places = [ratio * nth for nth in range(int((len(wave) - 1) / ratio))]
    return [wave[int(at)] + (at % 1) * (wave[int(at) + 1] - wave[int(at)]) for at in places]


# -- filters -------------------------------------------------------------------------------


def filtered(wave: Sequence[float], taps: Taps) -> Wave:
    """Apply a second-order filter."""
    b0, b1, b2, a1, a2 = taps
    one = two = 0.0
    result = []
    for value in wave:
        out = b0 * value + one
        one = b1 * value - a1 * out + two
        two = b2 * value - a2 * out
        result.append(out)
    return result


def low_taps(edge: float) -> Taps:
    """Return the coefficients of a Butterworth low-pass."""
    cos, alpha = _angle(edge, math.sqrt(0.5))
    return _divided((1 - cos) / 2, 1 - cos, (1 - cos) / 2, cos, alpha)


def high_taps(edge: float) -> Taps:
    """Return the coefficients of a Butterworth high-pass."""
    cos, alpha = _angle(edge, math.sqrt(0.5))
    return _divided((1 + cos) / 2, -1 - cos, (1 + cos) / 2, cos, alpha)


def band_taps(low: float, high: float) -> Taps:
    """Return the coefficients of a band-pass with unit gain at its centre."""
    centre = math.sqrt(low * high)
    cos, alpha = _angle(centre, centre / (high - low))
    return _divided(alpha, 0.0, -alpha, cos, alpha)


def _angle(frequency: float, quality: float) -> tuple[float, float]:
    turn = 2 * math.pi * frequency / RATE
    return math.cos(turn), math.sin(turn) / (2 * quality)


def _divided(b0: float, b1: float, b2: float, cos: float, alpha: float) -> Taps:
    whole = 1 + alpha
    return b0 / whole, b1 / whole, b2 / whole, -2 * cos / whole, (1 - alpha) / whole


def low(wave: Sequence[float], edge: float) -> Wave:
    """Apply a low-pass."""
    return filtered(wave, low_taps(edge))


def high(wave: Sequence[float], edge: float) -> Wave:
    """Apply a high-pass."""
    return filtered(wave, high_taps(edge))


def band(wave: Sequence[float], bottom: float, top: float) -> Wave:
    """Apply a band-pass."""
    return filtered(wave, band_taps(bottom, top))


_BLOCK = 64
"""Samples between two updates of a swept filter: less than 2 ms, too short to be heard."""


def sweep_band(wave: Sequence[float], centre: Callable[[float], float], width: float) -> Wave:
    """Apply a band-pass with a moving centre.

    Args:
        wave: The wave.
        centre: Maps a position in the wave, from 0 to 1, to the centre frequency.
        width: The band is from centre / width to centre * width.
    """
    one = two = 0.0
    result = []
    for first in range(0, len(wave), _BLOCK):
        middle = centre(first / len(wave))
        b0, _, b2, a1, a2 = band_taps(middle / width, middle * width)
        for value in wave[first : first + _BLOCK]:
            out = b0 * value + one
            one = two - a1 * out
            two = b2 * value - a2 * out
            result.append(out)
    return result


# -- the room ------------------------------------------------------------------------------

_WALLS = (0.0113, 0.0151, 0.0193, 0.0237)
"""Delays of the reverb in seconds. None is a multiple of another, so that no tone rings."""
_DAMPING = 0.35
"""Share of the highs that each reflection absorbs."""


def add_reverb(wave: Sequence[float], wet: float, lasting: float) -> Wave:
    """Add the reverb of a small, soft room.

    It is a feedback delay network: four low-pass filtered delays with a Householder matrix.

    Args:
        wave: The dry wave.
        wet: Gain of the reverb.
        lasting: Seconds until the reverb has fallen to a thousandth.
    """
    lines = [[0.0] * samples(way) for way in _WALLS]
    first, second, third, fourth = lines
    sizes = [len(line) for line in lines]
    keep1, keep2, keep3, keep4 = (0.001 ** (way / lasting) for way in _WALLS)
    at1 = at2 = at3 = at4 = 0
    dark1 = dark2 = dark3 = dark4 = 0.0
    rest = 1 - _DAMPING
    result = []
    for value in (*wave, *silence(lasting)):
        dark1 += rest * (first[at1] - dark1)
        dark2 += rest * (second[at2] - dark2)
        dark3 += rest * (third[at3] - dark3)
        dark4 += rest * (fourth[at4] - dark4)
        out1, out2, out3, out4 = keep1 * dark1, keep2 * dark2, keep3 * dark3, keep4 * dark4
        half = (out1 + out2 + out3 + out4) / 2 - value / 2
        first[at1], second[at2] = out1 - half, out2 - half
        third[at3], fourth[at4] = out3 - half, out4 - half
        at1, at2 = (at1 + 1) % sizes[0], (at2 + 1) % sizes[1]
        at3, at4 = (at3 + 1) % sizes[2], (at4 + 1) % sizes[3]
        result.append(value + wet * (out1 - out2 + out3 - out4))
    return result
