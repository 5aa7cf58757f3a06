"""The sounds of a tidy house: a clip that snaps, a card tucked in, a broom, a bin and its lid."""

from __future__ import annotations

import math
from random import Random

from sound_art.instruments import Mode, knock, paper, slide, struck, tap
from sound_art.waves import Wave, add, band, dying, high, low, noise, shaped, silence, swept

TIN = (
    Mode(1.0, 1.0, 0.34),
    Mode(1.53, 0.55, 0.26),
    Mode(2.41, 0.6, 0.2),
    Mode(3.87, 0.4, 0.13),
    Mode(5.9, 0.22, 0.08),
)
"""The lid of a bin: thin sheet, whose modes agree in nothing and do not ring for long."""


def clip(chance: Random) -> Wave:
    """Snap a small clip on: its two jaws, one right after the other."""
    whole = knock(1180.0, 6400.0)
    add(whole, knock(760.0 + 30 * chance.random(), 4600.0), at=0.026, gain=0.75)
    add(whole, paper(chance, 2400.0, 6400.0, 0.016), at=0.02, gain=0.14)
    return whole


def tuck(chance: Random) -> Wave:
    """Push a card in between two others: a short slide along paper, and its stop."""
    whole = silence(0.16)
    add(whole, slide(chance, 0.12, 1.35), gain=0.8)
    add(whole, low(tap(chance, 210.0, 4200.0), 3200.0), at=0.1, gain=0.7)
    return whole


def sweep(chance: Random) -> Wave:
    """Draw a broom over the table twice, the second time farther."""
    whole = _stroke(chance, 0.24)
    add(whole, _stroke(chance, 0.36), at=0.23, gain=1.1)
    return whole


def _stroke(chance: Random, seconds: float) -> Wave:
    """Give one stroke of a broom: many bristles that scrape, thickest in the middle."""
    scrape = swept(noise(seconds, chance), lambda part: 1500 + 2100 * part, 2.2)
    bristles = low([abs(value) ** 3 for value in noise(seconds, chance)], 240.0)
    rough = [value * (0.3 + 2.2 * each) for value, each in zip(scrape, bristles, strict=True)]
    return shaped(rough, lambda part: math.sin(math.pi * part**0.75) ** 1.8)


def bin_lid(chance: Random) -> Wave:
    """Let paper fall into the bin, and the lid after it, which bounces once."""
    whole = silence(0.5)
    for at, gain in ((0.0, 0.5), (0.07, 0.8), (0.13, 0.55)):
        add(whole, paper(chance, 700.0, 3800.0, 0.08), at=at, gain=gain)
    add(whole, dying(band(noise(0.12, chance), 160.0, 420.0), 0.004, 0.1), at=0.1, gain=0.5)
    for at, note, gain in ((0.27, 392.0, 0.8), (0.37, 404.0, 0.34)):
        add(whole, high(struck(TIN, note, 0.0007), 120.0), at=at, gain=gain)
        add(whole, low(tap(chance, 120.0, 2600.0), 1400.0), at=at, gain=0.5 * gain)
    return whole
