"""The ambience: a warm room in the evening, which goes round without a seam.

Slow chords on the scale of the sounds, a fire that breathes and crackles, now and then a note of
glass from far off. Everything fits the length of the whole: each tone swings a whole number of
times, noise is filtered on its second time round, and what rings on beyond the end is added to the
beginning.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from sound_art.instruments import GLASS, struck
from sound_art.loudness import amplitude, loudness
from sound_art.score import KEY, SCALE
from sound_art.waves import (
    RATE,
    Wave,
    add,
    band,
    dying,
    high,
    in_room,
    low,
    noise,
    samples,
    silence,
)

BLOCK = 1024
"""Vorbis packs so many samples at a time: whole blocks come out alike at both ends of the loop."""
LENGTH = 1895 * BLOCK / RATE
"""Seconds: 44."""
MARGIN = 16 * BLOCK / RATE
"""Seconds that the file has before and after the loop, for packing spoils the ends of a file."""
LEVEL = -31.0
"""Loudness of the loudest fifth of a second, in decibels."""

# Each chord has its time of the loop; the next comes while it goes. Ratios to the key.
_CHORDS: tuple[tuple[float, ...], ...] = (
    (1 / 4, 3 / 8, 1 / 2, 5 / 8, 9 / 8),
    (5 / 24, 5 / 12, 1 / 2, 5 / 8, 3 / 4),
    (3 / 16, 3 / 8, 9 / 16, 15 / 16, 9 / 8),
    (1 / 3, 1 / 2, 5 / 8, 5 / 6, 5 / 4),
)
_BEATING = (-2, 0, 2)
"""How many swings a voice has more or fewer than its note in the whole loop: so it shimmers."""
_PARTIALS = ((1, 1.0), (2, 0.22), (3, 0.07))
_FIRE = 0.055
_CRACKLES = 70
_CHIMES = 11


def ambience() -> Wave:
    """Give the whole loop, mono."""
    chance = Random("red7:ambience")
    whole = _chords()
    for part, gain in ((_fire(chance), 1.0), (_crackles(chance), 0.5), (_chimes(chance), 0.2)):
        add(whole, part, gain=gain)
    gain = amplitude(LEVEL - loudness(whole))
    return [gain * value for value in whole]


def with_margins(loop: Sequence[float]) -> Wave:
    """Give a loop as it goes into its file: with its end before it and its beginning after it."""
    margin = samples(MARGIN)
    return [*loop[-margin:], *loop, *loop[:margin]]


def fold(wave: Sequence[float], length: float = LENGTH) -> Wave:
    """Cut a wave at a length, and add what goes on beyond it to the beginning."""
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
                    # Highs are softer, as if the loudspeaker stood in the next room.
                    gain = strength / (1 + (swings / LENGTH / 420.0) ** 2)
                    _swing(voices, swings, gain)
        middle = (nth + 0.5) / len(_CHORDS)
        for index, value in enumerate(voices):
            away = abs((index / count - middle + 0.5) % 1.0 - 0.5) * len(_CHORDS)
            if away < 1.0:
                whole[index] += 0.012 * value * (0.5 + 0.5 * math.cos(math.pi * away))
    return whole


def _swing(wave: Wave, swings: int, gain: float) -> None:
    """Add a tone that swings so many times in the whole loop."""
    turn = 2 * math.pi * swings / len(wave)
    twice = 2 * math.cos(turn)
    phase = math.sqrt(swings) % 1.0 * 2 * math.pi
    before, now = math.sin(phase - turn), math.sin(phase)
    for index in range(len(wave)):
        wave[index] += gain * now
        before, now = now, twice * now - before


def _fire(chance: Random) -> Wave:
    """Give the breath of a fire: low noise that comes and goes."""
    once = noise(LENGTH, chance)
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


def _crackles(chance: Random) -> Wave:
    """Give the crackling of a fire: small dry snaps, a few of them close together."""
    whole = silence(LENGTH)
    for _ in range(_CRACKLES):
        at = LENGTH * chance.random()
        for _ in range(1 + chance.randrange(3)):
            bottom = 900.0 + 1500.0 * chance.random()
            snap = dying(band(noise(0.03, chance), bottom, 2.2 * bottom), 0.0006, 0.018)
            add(whole, snap, at=at, gain=0.05 + 0.2 * chance.random() ** 3)
            at += 0.02 + 0.11 * chance.random()
    return fold(in_room(low(whole, 5200.0), 0.12, 0.5))


def _chimes(chance: Random) -> Wave:
    """Give single notes of glass, far off in a large room."""
    whole = silence(LENGTH)
    for nth in range(_CHIMES):
        at = LENGTH * (nth + 0.75 * chance.random()) / _CHIMES
        ratio = chance.choice(SCALE) * chance.choice((1, 2))
        add(whole, low(struck(GLASS[:4], KEY * ratio, 0.003), 1900.0), at=at, gain=0.16)
    return fold(high(in_room(whole, 0.5, 2.6), 120.0))
