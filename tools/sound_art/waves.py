"""Waves as plain lists of numbers, and what is done with them: mixing, filters, fades, a room.

A wave is mono at RATE samples a second; 1.0 is full scale. Times are in seconds, frequencies in
hertz. Nothing here changes a wave that it is given, but for `add`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

RATE = 44100
Wave = list[float]
Taps = tuple[float, float, float, float, float]
"""A filter of second order: b0, b1, b2, a1, a2, with a0 divided out."""


def samples(seconds: float) -> int:
    """Give the number of samples in a time."""
    return round(seconds * RATE)


def silence(seconds: float) -> Wave:
    """Give a wave of nothing."""
    return [0.0] * samples(seconds)


def add(base: Wave, wave: Sequence[float], at: float = 0.0, gain: float = 1.0) -> None:
    """Mix a wave into another from a time on, which grows where the wave goes on beyond it."""
    first = samples(at)
    beyond = first + len(wave)
    base.extend([0.0] * (beyond - len(base)))
    mixed = zip(base[first:beyond], wave, strict=True)
    base[first:beyond] = [value + gain * more for value, more in mixed]


def noise(seconds: float, chance: Random) -> Wave:
    """Give white noise. Only `random` is drawn, whose sequence Python promises to keep."""
    draw = chance.random
    return [2.0 * draw() - 1.0 for _ in range(samples(seconds))]


def shaped(wave: Sequence[float], shape: Callable[[float], float]) -> Wave:
    """Multiply a wave by a shape of its length, a function of the part 0 to 1."""
    length = max(1, len(wave))
    return [value * shape(index / length) for index, value in enumerate(wave)]


def dying(wave: Sequence[float], attack: float, decay: float) -> Wave:
    """Let a wave rise within `attack` and then fall to a thousandth within `decay`."""
    rise, keep = max(1, samples(attack)), 0.001 ** (1 / max(1, samples(decay)))
    level, result = 1.0, []
    for index, value in enumerate(wave):
        if index < rise:
            result.append(value * (0.5 - 0.5 * math.cos(math.pi * index / rise)))
        else:
            level *= keep
            result.append(value * level)
    return result


def faded(wave: Sequence[float], rise: float, fall: float) -> Wave:
    """Let a wave begin and end at nothing, without a click."""
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
    """Play a wave faster, and so higher; its highs should lie far below half the rate."""
    if ratio == 1.0:
        return list(wave)
    places = [ratio * nth for nth in range(int((len(wave) - 1) / ratio))]
    return [wave[int(at)] + (at % 1) * (wave[int(at) + 1] - wave[int(at)]) for at in places]


# -- filters -------------------------------------------------------------------------------


def filtered(wave: Sequence[float], taps: Taps) -> Wave:
    """Run a wave through a filter."""
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
    """Let what is below an edge pass (Butterworth's shape)."""
    cos, alpha = _angle(edge, math.sqrt(0.5))
    return _divided((1 - cos) / 2, 1 - cos, (1 - cos) / 2, cos, alpha)


def high_taps(edge: float) -> Taps:
    """Let what is above an edge pass (Butterworth's shape)."""
    cos, alpha = _angle(edge, math.sqrt(0.5))
    return _divided((1 + cos) / 2, -1 - cos, (1 + cos) / 2, cos, alpha)


def band_taps(low: float, high: float) -> Taps:
    """Let what is between two edges pass, at full strength in the middle."""
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
    """Keep what is below an edge."""
    return filtered(wave, low_taps(edge))


def high(wave: Sequence[float], edge: float) -> Wave:
    """Keep what is above an edge."""
    return filtered(wave, high_taps(edge))


def band(wave: Sequence[float], bottom: float, top: float) -> Wave:
    """Keep what is between two edges."""
    return filtered(wave, band_taps(bottom, top))


_BLOCK = 64
"""Samples between two steps of a moving filter: less than 2 ms, too short to be heard."""


def swept(wave: Sequence[float], centre: Callable[[float], float], width: float) -> Wave:
    """Keep a band that moves: its middle by the part 0 to 1 of the wave, its edges by a factor."""
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
"""Seconds of the ways round the room; no two are multiples, so that no tone rings."""
_DAMPING = 0.35
"""How much of the highs the walls swallow at each turn."""


def in_room(wave: Sequence[float], wet: float, lasting: float) -> Wave:
    """Add the echo of a small, soft room that dies within a time.

    Four delays feed each other (a feedback network with a Householder matrix), darker each time
    round.
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
