"""Sounds of a tidy house: a clip, a card pushed in between others, a broom, a bin and its lid."""

from __future__ import annotations

import math
from random import Random

from sound_art.instruments import Mode, knock, paper, slide, strike, tap
from sound_art.waves import (
    Wave,
    add,
    apply_envelope,
    apply_shape,
    band,
    high,
    low,
    noise,
    silence,
    sweep_band,
)

TIN = (
    Mode(1.0, 1.0, 0.34),
    Mode(1.53, 0.55, 0.26),
    Mode(2.41, 0.6, 0.2),
    Mode(3.87, 0.4, 0.13),
    Mode(5.9, 0.22, 0.08),
)
"""The lid of a bin: thin sheet metal with inharmonic modes that decay fast."""


def clip(rng: Random) -> Wave:
    """Return the sound of a small clip: its two jaws snap shut in quick succession."""
    whole = knock(1180.0, 6400.0)
    add(whole, knock(760.0 + 30 * rng.random(), 4600.0), at=0.026, gain=0.75)
    add(whole, paper(rng, 2400.0, 6400.0, 0.016), at=0.02, gain=0.14)
    return whole


def tuck(rng: Random) -> Wave:
    """Return the sound of a card pushed in between two others: a short slide and a stop."""
    whole = silence(0.16)
    add(whole, slide(rng, 0.12, 1.35), gain=0.8)
    add(whole, low(tap(rng, 210.0, 4200.0), 3200.0), at=0.1, gain=0.7)
    return whole


def sweep(rng: Random) -> Wave:
    """Return the sound of a broom on the table: two strokes, the second one longer."""
    whole = _stroke(rng, 0.24)
    add(whole, _stroke(rng, 0.36), at=0.23, gain=1.1)
    return whole


def _stroke(rng: Random, seconds: float) -> Wave:
    """Return one stroke of a broom: scraping bristles, loudest in the middle."""
    scrape = sweep_band(noise(seconds, rng), lambda part: 1500 + 2100 * part, 2.2)
    bristles = low([abs(value) ** 3 for value in noise(seconds, rng)], 240.0)
    rough = [value * (0.3 + 2.2 * each) for value, each in zip(scrape, bristles, strict=True)]
    return apply_shape(rough, lambda part: math.sin(math.pi * part**0.75) ** 1.8)


def bin_lid(rng: Random) -> Wave:
    """Return the sound of paper that falls into a bin, then of its lid, which bounces once."""
    whole = silence(0.5)
    for at, gain in ((0.0, 0.5), (0.07, 0.8), (0.13, 0.55)):
        add(whole, paper(rng, 700.0, 3800.0, 0.08), at=at, gain=gain)
    add(whole, apply_envelope(band(noise(0.12, rng), 160.0, 420.0), 0.004, 0.1), at=0.1, gain=0.5)
    for at, note, gain in ((0.27, 392.0, 0.8), (0.37, 404.0, 0.34)):
        add(whole, high(strike(TIN, note, 0.0007), 120.0), at=at, gain=gain)
        add(whole, low(tap(rng, 120.0, 2600.0), 1400.0), at=at, gain=0.5 * gain)
    return whole
