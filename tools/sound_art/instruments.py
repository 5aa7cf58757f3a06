"""Instruments: struck bars of wood and glass, and cards on felt.

A struck object has a few modes, each with its own frequency and decay. A mallet's soft blow excites
them: the longer its contact, the weaker the high modes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from sound_art.waves import (
    RATE,
    Wave,
    add,
    apply_envelope,
    apply_shape,
    band,
    high,
    low,
    noise,
    samples,
    silence,
    sweep_band,
)


class Mode(NamedTuple):
    """One vibration mode of a struck object.

    Attributes:
        ratio: Its frequency, relative to the note's.
        gain: Its amplitude at the blow.
        decay: Seconds until its amplitude is a thousandth.
    """

    ratio: float
    gain: float
    decay: float


GLASS = (
    Mode(1.0, 1.0, 1.5),
    Mode(1.0025, 0.22, 1.8),
    Mode(2.003, 0.20, 1.0),
    Mode(3.98, 0.45, 0.45),
    Mode(6.6, 0.25, 0.22),
    Mode(9.3, 0.15, 0.12),
)
"""A glass bar over a tube. The second mode beats with the first: the note shimmers."""
WOOD = (Mode(1.0, 1.0, 0.50), Mode(3.95, 0.45, 0.16), Mode(9.6, 0.18, 0.06))
"""A marimba bar, tuned so that its second mode is two octaves above the first."""
BLOCK = (
    Mode(1.0, 1.0, 0.085),
    Mode(1.62, 0.6, 0.06),
    Mode(2.71, 0.35, 0.04),
    Mode(4.4, 0.2, 0.025),
)
"""A small wooden block on felt. Its modes are inharmonic, so it has hardly any pitch."""

TABLE = (
    Mode(1.0, 0.6, 0.12),
    Mode(1.87, 0.85, 0.085),
    Mode(3.1, 0.65, 0.055),
    Mode(5.3, 0.35, 0.03),
)
"""A wooden table under felt when a card falls on it."""


def strike(modes: Sequence[Mode], note: float, contact: float) -> Wave:
    """Return the sound of a struck object.

    Args:
        modes: The object's modes.
        note: Frequency of the first mode in hertz.
        contact: Seconds for which the mallet touches the object.
    """
    pulse = _blow(contact)
    whole: Wave = []
    for mode in modes:
        if mode.ratio * note < 0.4 * RATE:
            add(whole, _ringing(mode.ratio * note, mode.decay, pulse), gain=mode.gain)
    return whole


def _blow(contact: float) -> Wave:
    """Return the force of a mallet over time: a smooth pulse with a sum of 1."""
    count = max(2, samples(contact))
    return [(1 - math.cos(2 * math.pi * (nth + 0.5) / count)) / count for nth in range(count)]


def _ringing(frequency: float, decay: float, pulse: Sequence[float]) -> Wave:
    """Return the sound of one mode: a resonator, driven by a pulse, that then decays.

    The derivative of the pulse drives it, so that the sound has no constant component.
    """
    turn, keep = 2 * math.pi * frequency / RATE, 0.001 ** (1 / samples(decay))
    once, twice = 2 * keep * math.cos(turn), -keep * keep
    last = before = 0.0
    result = []
    for push, earlier in zip((*pulse, 0.0, 0.0), (0.0, 0.0, *pulse), strict=True):
        last, before = (push - earlier) / 2 + once * last + twice * before, last
        result.append(last)
    # Cut off only after a decay by 80 decibels, so that the end isn't heard as a click.
    for _ in range(samples(decay * 4 / 3) - len(result)):
        last, before = once * last + twice * before, last
        result.append(last)
    return result


def slide(rng: Random, seconds: float, bright: float = 1.0) -> Wave:
    """Return the sound of a card that slides over felt: noise with a rough loudness."""
    breath = noise(seconds, rng)
    for _ in range(2):
        breath = sweep_band(breath, lambda part: bright * (1200 + 1000 * part**0.8), 2.0)
    grain = low([abs(value) for value in noise(seconds, rng)], 90.0)
    rough = [value * (0.45 + 1.1 * amount) for value, amount in zip(breath, grain, strict=True)]
    return apply_shape(rough, lambda part: math.sin(math.pi * part**0.62) ** 1.6)


def tap(rng: Random, body: float = 165.0, bright: float = 5200.0) -> Wave:
    """Return the sound of a card that hits the table: paper, air and the table under it."""
    whole = silence(0.16)
    snap = apply_envelope(low(band(noise(0.05, rng), 1300.0, bright), 7500.0), 0.0012, 0.03)
    air = apply_envelope(band(noise(0.12, rng), 280.0, 1000.0), 0.004, 0.09)
    add(whole, snap, gain=0.7)
    add(whole, air, gain=0.75)
    add(whole, strike(TABLE, body, 0.0015), gain=0.26)
    return whole


def bend(rng: Random, seconds: float = 0.13) -> Wave:
    """Return the sound of a card that is bent and released: noise that rises and stops."""
    breath = noise(seconds, rng)
    for _ in range(2):
        breath = sweep_band(breath, lambda part: 900 * 3.8**part, 1.9)
    return apply_shape(breath, lambda part: part**1.4 * min(1.0, 8 * (1 - part)))


def paper(rng: Random, low_edge: float, high_edge: float, decay: float) -> Wave:
    """Return a short rustle of paper."""
    rustle = band(noise(1.4 * decay, rng), low_edge, high_edge)
    return apply_envelope(band(rustle, low_edge, high_edge), 0.006, decay)


def knock(note: float, dull: float) -> Wave:
    """Return a muted knock on a wooden block, low-pass filtered at `dull` hertz."""
    return low(high(strike(BLOCK, note, 0.0006), 70.0), dull)
