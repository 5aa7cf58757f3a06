"""The score: what every sound is made of, how loud it is, and the room it stands in.

The seven colours are seven notes of a pentatonic scale on D, violet the lowest and red the
highest, in pure intervals: whichever two follow each other, or sound together, agree. A win plays
all seven upwards and rests on their chord; a defeat goes down the scale's minor side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from red7_desktop.games.red7.face.present import RULE_CHIMES
from red7_desktop.games.spring_cleaning.face.present import BIN, CLIP, SWEEP, TUCK
from red7_desktop.kit.sound.cues import Sound
from sound_art import household
from sound_art.instruments import GLASS, WOOD, bend, knock, paper, slide, struck, tap
from sound_art.loudness import amplitude, loudness, peak
from sound_art.waves import Wave, add, faded, high, in_room, low, samples, silence

KEY = 293.66
"""D above middle C, in hertz: the note of violet."""
SCALE = (1.0, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2.0, 9 / 4)
"""The notes of the colours by rank, violet to red, as ratios to the first."""
HEADROOM = -4.0
"""No sample is louder, in decibels below full scale, so that a few sounds fit on each other."""
_LOWEST = 45.0
"""What is lower is no sound but a push of the loudspeaker, in hertz."""
_LEAD = 0.003
"""Seconds of silence before a blow, into which the packing may smear it."""
_TAIL = -66.0
"""A sound ends where it falls below this, in decibels below its peak."""


@dataclass(frozen=True)
class Part:
    """One sound of the score.

    play: makes the dry wave, given chance that differs for each take. level: loudness, in
    decibels (see `loudness`). wet, lasting: how much room, and how long it sounds on. fall:
    seconds of the fade at the end.
    """

    play: Callable[[Random], Wave]
    level: float
    wet: float = 0.1
    lasting: float = 0.18
    fall: float = 0.03


def chime(ratio: float) -> Wave:
    """Give the chime of one note: a glass bar, and its octave as a glint a moment later."""
    whole = struck(GLASS, KEY * ratio, 0.0004)
    add(whole, struck(GLASS[:4], 2 * KEY * ratio, 0.0005), at=0.075, gain=0.16)
    return whole


def _chime_of(ratio: float) -> Callable[[Random], Wave]:
    return lambda chance: chime(ratio)


def _deal(chance: Random) -> Wave:
    whole = silence(0.2)
    add(whole, slide(chance, 0.15, 1.15), gain=0.8)
    add(whole, tap(chance, 160 + 20 * chance.random(), 4600.0), at=0.1, gain=0.9)
    return whole


def _slide(chance: Random) -> Wave:
    whole = slide(chance, 0.27 + 0.03 * chance.random())
    add(whole, low(tap(chance, 150.0, 3600.0), 1800.0), at=0.19, gain=0.4)
    return whole


def _place(chance: Random) -> Wave:
    return tap(chance, 150 + 24 * chance.random(), 4800.0)


def _flip(chance: Random) -> Wave:
    whole = bend(chance)
    add(whole, high(tap(chance, 240.0, 7000.0), 600.0), at=0.115, gain=0.6)
    add(whole, tap(chance, 180.0, 4200.0), at=0.185, gain=0.55)
    return whole


def _nope(chance: Random) -> Wave:
    whole = knock(233.0, 1300.0)
    add(whole, knock(196.0, 1100.0), at=0.11, gain=0.9)
    return whole


def _pick(chance: Random) -> Wave:
    whole = paper(chance, 1800.0, 5200.0, 0.05)
    add(whole, knock(520.0, 3000.0), at=0.012, gain=0.35)
    return whole


def _button(chance: Random) -> Wave:
    whole = knock(620.0, 5200.0)
    add(whole, paper(chance, 2200.0, 5600.0, 0.02), gain=0.12)
    return whole


def _turn(chance: Random) -> Wave:
    whole = struck(WOOD, KEY * SCALE[3], 0.0006)
    add(whole, struck(WOOD, KEY * SCALE[5], 0.0006), at=0.13, gain=0.9)
    return whole


def _win(chance: Random) -> Wave:
    whole = silence(1.0)
    for rank, ratio in enumerate(SCALE):
        add(whole, chime(ratio), at=0.095 * rank, gain=0.6 + 0.05 * rank)
    rest = 0.095 * len(SCALE) + 0.09
    for ratio, gain in ((0.5, 0.3), (1.0, 0.6), (3 / 2, 0.5), (2.0, 0.6), (5 / 2, 0.45)):
        add(whole, struck(GLASS, KEY * ratio, 0.0006), at=rest, gain=gain)
    return whole


def _lose(chance: Random) -> Wave:
    whole = silence(0.9)
    for nth, (ratio, gain) in enumerate(((5 / 3, 0.8), (5 / 4, 0.75), (5 / 6, 0.85))):
        add(whole, low(struck(WOOD, KEY * ratio, 0.0009), 2200.0), at=0.19 * nth, gain=gain)
        add(whole, struck(GLASS[:3], KEY * ratio, 0.001), at=0.19 * nth, gain=0.28 * gain)
    add(whole, low(tap(chance, 95.0, 2000.0), 600.0), at=0.57, gain=0.4)
    return whole


# Weighting by ear likes the highs of paper: by plain power the whispers of cards were up to 9 dB
# quieter than their taps. Their levels make both measures agree within 3 dB.
SCORE: dict[str, Part] = {
    Sound.DEAL: Part(_deal, -22.0),
    Sound.SLIDE: Part(_slide, -20.5),
    Sound.PLACE: Part(_place, -23.0),
    Sound.FLIP: Part(_flip, -20.5),
    Sound.NOPE: Part(_nope, -20.0, wet=0.08),
    Sound.PICK: Part(_pick, -26.0, wet=0.05),
    **{
        sound: Part(_chime_of(ratio), -18.0, 0.16, 0.45, 0.25)
        for sound, ratio in zip(RULE_CHIMES, SCALE, strict=True)
    },
    Sound.TURN: Part(_turn, -19.0, wet=0.12, lasting=0.3, fall=0.1),
    Sound.WIN: Part(_win, -16.0, wet=0.2, lasting=0.6, fall=0.4),
    Sound.LOSE: Part(_lose, -18.0, wet=0.18, lasting=0.5, fall=0.3),
    Sound.BUTTON: Part(_button, -25.5, wet=0.05),
    CLIP: Part(household.clip, -25.0, wet=0.06),
    TUCK: Part(household.tuck, -22.5),
    SWEEP: Part(household.sweep, -20.5),
    BIN: Part(household.bin_lid, -19.5, 0.14, 0.35, 0.15),
}


class TooLoud(ValueError):
    """A sound at its level would not keep the headroom; says which and by how much."""


def perform(sound: str, take: int) -> Wave:
    """Give a sound as it goes into its file. Take 1 is the first. Raises TooLoud."""
    part = SCORE[sound]
    dry = part.play(Random(f"red7:{sound}:{take}"))
    wave = high(high(in_room(dry, part.wet, part.lasting), _LOWEST), _LOWEST)
    wave = silence(_LEAD) + faded(_cut(wave), 0.0008, part.fall)
    gain = amplitude(part.level - loudness(wave))
    most = amplitude(HEADROOM)
    if gain * peak(wave) > most:
        raise TooLoud(f"{sound} {take}: peaks at {gain * peak(wave):.2f}, at most {most:.2f}")
    return [gain * value for value in wave]


def _cut(wave: Wave) -> Wave:
    """Leave out the end that nobody hears, at whole hundredths of a second."""
    least, step = peak(wave) * amplitude(_TAIL), samples(0.01)
    last = next(nth for nth in range(len(wave) - 1, 0, -1) if abs(wave[nth]) > least)
    return wave[: -(-last // step) * step]
