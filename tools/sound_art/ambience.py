"""The ambience: a seamless loop of a warm room in the evening.

Slow chords in the scale of the sounds, a crackling fire, and sometimes a distant glass note. The
loop is seamless because each tone has a whole number of periods in it, noise is filtered over two
passes with only the second kept, and what rings beyond the end is added to the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from sound_art.instruments import GLASS, strike
from sound_art.loudness import amplitude, loudness
from sound_art.score import KEY, SCALE
from sound_art.waves import (
    RATE,
    Wave,
    add,
    add_reverb,
    apply_envelope,
    band,
    high,
    low,
    noise,
    samples,
    silence,
)

BLOCK = 1024
"""Samples in a Vorbis block. A loop of whole blocks is encoded alike at both ends."""
LENGTH = 1895 * BLOCK / RATE
"""Seconds of the loop: 44."""
MARGIN = 16 * BLOCK / RATE
"""Seconds added before and after the loop, because encoding distorts the ends of a file."""
LEVEL = -31.0
"""Loudness of the loudest fifth of a second, in decibels."""

# Each chord is centred on its part of the loop and crossfades into the next. Ratios to KEY.
_CHORDS: tuple[tuple[float, ...], ...] = (
    (1 / 4, 3 / 8, 1 / 2, 5 / 8, 9 / 8),
    (5 / 24, 5 / 12, 1 / 2, 5 / 8, 3 / 4),
    (3 / 16, 3 / 8, 9 / 16, 15 / 16, 9 / 8),
    (1 / 3, 1 / 2, 5 / 8, 5 / 6, 5 / 4),
)
_BEATING = (-2, 0, 2)
"""Periods in the whole loop by which each voice differs from its note, so that they beat."""
_PARTIALS = ((1, 1.0), (2, 0.22), (3, 0.07))
_FIRE = 0.055
_CRACKLES = 70
_CHIMES = 11


def ambience() -> Wave:
    """Return the whole loop, mono."""
    rng = Random("red7:ambience")
    whole = _chords()
    for part, gain in ((_fire(rng), 1.0), (_crackles(rng), 0.5), (_chimes(rng), 0.2)):
        add(whole, part, gain=gain)
    gain = amplitude(LEVEL - loudness(whole))
    return [gain * value for value in whole]


def with_margins(loop: Sequence[float]) -> Wave:
    """Return a loop with its end prepended and its beginning appended, as in its file."""
    margin = samples(MARGIN)
    return [*loop[-margin:], *loop, *loop[:margin]]


def fold(wave: Sequence[float], length: float = LENGTH) -> Wave:
    """Cut a wave at a length in seconds, and add the rest to its beginning."""
    count = samples(length)
    folded = list(wave[:count])
    folded.extend([0.0] * (count - len(folded)))
    for first in range(count, len(wave), count):
        for index, value in enumerate(wave[first : first + count]):
            folded[index] += value
    return folded


def _chords() -> Wave:
    whole = silence(LENGTH)
    count = len(whole)
    for nth, chord in enumerate(_CHORDS):
        voices = silence(LENGTH)
        for ratio in chord:
            for more in _BEATING:
                for partial, strength in _PARTIALS:
                    swings = round(KEY * ratio * LENGTH) * partial + more
                    # Softer highs, as if the loudspeaker stood in the next room.
                    gain = strength / (1 + (swings / LENGTH / 420.0) ** 2)
                    _swing(voices, swings, gain)
        middle = (nth + 0.5) / len(_CHORDS)
        for index, value in enumerate(voices):
            away = abs((index / count - middle + 0.5) % 1.0 - 0.5) * len(_CHORDS)
            if away < 1.0:
                whole[index] += 0.012 * value * (0.5 + 0.5 * math.cos(math.pi * away))
    return whole


def _swing(wave: Wave, swings: int, gain: float) -> None:
    """Add a sine with this number of periods in the whole wave."""
    turn = 2 * math.pi * swings / len(wave)
    twice = 2 * math.cos(turn)
    phase = math.sqrt(swings) % 1.0 * 2 * math.pi
    before, now = math.sin(phase - turn), math.sin(phase)
    for index in range(len(wave)):
        wave[index] += gain * now
        before, now = now, twice * now - before


def _fire(rng: Random) -> Wave:
    """Return the sound of a burning fire: low noise with changing loudness."""
    once = noise(LENGTH, rng)
    breath = low(band([*once, *once], 90.0, 620.0), 900.0)[len(once) :]
    count = len(breath)
    return [
        _FIRE
        * value
        * (
            0.62
            + 0.2 * math.sin(2 * math.pi * 5 * index / count)
            + 0.16 * math.sin(2 * math.pi * 13 * index / count + 1.0)
        )
        for index, value in enumerate(breath)
    ]


def _crackles(rng: Random) -> Wave:
    """Return a fire's crackling: short dry snaps, a few of them close together."""
    whole = silence(LENGTH)
    for _ in range(_CRACKLES):
        at = LENGTH * rng.random()
        for _ in range(1 + rng.randrange(3)):
            bottom = 900.0 + 1500.0 * rng.random()
            snap = apply_envelope(band(noise(0.03, rng), bottom, 2.2 * bottom), 0.0006, 0.018)
            add(whole, snap, at=at, gain=0.05 + 0.2 * rng.random() ** 3)
            at += 0.02 + 0.11 * rng.random()
    return fold(add_reverb(low(whole, 5200.0), 0.12, 0.5))


def _chimes(rng: Random) -> Wave:
    """Return single notes of glass, far away in a large room."""
    whole = silence(LENGTH)
    for nth in range(_CHIMES):
        at = LENGTH * (nth + 0.75 * rng.random()) / _CHIMES
        ratio = rng.choice(SCALE) * rng.choice((1, 2))
        add(whole, low(strike(GLASS[:4], KEY * ratio, 0.003), 1900.0), at=at, gain=0.16)
    return fold(high(add_reverb(whole, 0.5, 2.6), 120.0))
