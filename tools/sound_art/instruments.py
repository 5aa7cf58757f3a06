"""The instruments: struck bars of wood and glass, and cards on felt.

A struck thing is a few modes that ring, each with its own frequency and decay, set going by the
soft blow of a mallet: the longer the mallet stays on, the less of the high modes it wakes.
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
    band,
    dying,
    high,
    low,
    noise,
    samples,
    shaped,
    silence,
    swept,
)


class Mode(NamedTuple):
    """One way in which a thing rings.

    ratio: of its frequency to the note's. gain: at the blow. decay: seconds to a thousandth.
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
"""A glass bar over a tube: the second mode beats with the first, so that the note shimmers."""
WOOD = (Mode(1.0, 1.0, 0.50), Mode(3.95, 0.45, 0.16), Mode(9.6, 0.18, 0.06))
"""A bar of a marimba, tuned so that its second mode is two octaves up."""
BLOCK = (
    Mode(1.0, 1.0, 0.085),
    Mode(1.62, 0.6, 0.06),
    Mode(2.71, 0.35, 0.04),
    Mode(4.4, 0.2, 0.025),
)
"""A small block of wood that lies on felt: its modes agree in nothing, so it has hardly a note."""

TABLE = (
    Mode(1.0, 0.6, 0.12),
    Mode(1.87, 0.85, 0.085),
    Mode(3.1, 0.65, 0.055),
    Mode(5.3, 0.35, 0.03),
)
"""A wooden table under felt, where a card falls on it."""


def struck(modes: Sequence[Mode], note: float, contact: float) -> Wave:
    """Give the sound of a thing whose first mode is a note, struck for `contact` seconds."""
    pulse = _blow(contact)
    whole: Wave = []
    for mode in modes:
        if mode.ratio * note < 0.4 * RATE:
            add(whole, _ringing(mode.ratio * note, mode.decay, pulse), gain=mode.gain)
    return whole


def _blow(contact: float) -> Wave:
    """Give the push of a mallet: a smooth hump that adds up to one."""
    count = max(2, samples(contact))
    return [(1 - math.cos(2 * math.pi * (nth + 0.5) / count)) / count for nth in range(count)]


def _ringing(frequency: float, decay: float, pulse: Sequence[float]) -> Wave:
    """Let one mode ring: a resonator that the blow drives and that then swings on its own.

    It is driven by the changes of the push, not the push: so nothing shoves the loudspeaker.
    """
    turn, keep = 2 * math.pi * frequency / RATE, 0.001 ** (1 / samples(decay))
    once, twice = 2 * keep * math.cos(turn), -keep * keep
    last = before = 0.0
    result = []
    for push, earlier in zip((*pulse, 0.0, 0.0), (0.0, 0.0, *pulse), strict=True):
        last, before = (push - earlier) / 2 + once * last + twice * before, last
        result.append(last)
    # Cut off only where it has fallen by 80 decibels, so that the end is not heard as a click.
    for _ in range(samples(decay * 4 / 3) - len(result)):
        last, before = once * last + twice * before, last
        result.append(last)
    return result


def slide(chance: Random, seconds: float, bright: float = 1.0) -> Wave:
    """Give the sound of a card that slides over felt: a breath of noise, rough like fibres."""
    breath = noise(seconds, chance)
    for _ in range(2):
        breath = swept(breath, lambda part: bright * (1200 + 1000 * part**0.8), 2.0)
    grain = low([abs(value) for value in noise(seconds, chance)], 90.0)
    rough = [value * (0.45 + 1.1 * amount) for value, amount in zip(breath, grain, strict=True)]
    return shaped(rough, lambda part: math.sin(math.pi * part**0.62) ** 1.6)


def tap(chance: Random, body: float = 165.0, bright: float = 5200.0) -> Wave:
    """Give the sound of a card that meets the table: paper, air, and the table under it."""
    whole = silence(0.16)
    snap = dying(low(band(noise(0.05, chance), 1300.0, bright), 7500.0), 0.0012, 0.03)
    air = dying(band(noise(0.12, chance), 280.0, 1000.0), 0.004, 0.09)
    add(whole, snap, gain=0.7)
    add(whole, air, gain=0.75)
    add(whole, struck(TABLE, body, 0.0015), gain=0.26)
    return whole


def bend(chance: Random, seconds: float = 0.13) -> Wave:
    """Give the sound of a card that is bent and let go: a breath that rises and stops."""
    breath = noise(seconds, chance)
    for _ in range(2):
        breath = swept(breath, lambda part: 900 * 3.8**part, 1.9)
    return shaped(breath, lambda part: part**1.4 * min(1.0, 8 * (1 - part)))


def paper(chance: Random, low_edge: float, high_edge: float, decay: float) -> Wave:
    """Give a short rustle."""
    rustle = band(noise(1.4 * decay, chance), low_edge, high_edge)
    return dying(band(rustle, low_edge, high_edge), 0.006, decay)


def knock(note: float, dull: float) -> Wave:
    """Give a muted knock on the block, with nothing above an edge."""
    return low(high(struck(BLOCK, note, 0.0006), 70.0), dull)
