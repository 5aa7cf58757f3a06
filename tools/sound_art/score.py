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
from sound_art.waves import Wave, add, dying, faded, faster, high, in_room, low, samples, silence

KEY = 293.66
"""D above middle C, in hertz: the note of violet."""
SCALE = (1.0, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2.0, 9 / 4)
"""The notes of the colours by rank, violet to red, as ratios to the first."""
SEMITONE = 2 ** (1 / 12)
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
    seconds of the fade at the end. rise: of the pitch from one take to the next.
    """

    play: Callable[[Random], Wave]
    level: float
    wet: float = 0.1
    lasting: float = 0.18
    fall: float = 0.03
    rise: float = 1.0


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


def _shuffle(chance: Random) -> Wave:
    """Let two halves of a pack fall into each other, faster and faster, and square it up."""
    whole, at = silence(0.3), 0.0
    while at < 0.2:
        leaf = high(tap(chance, 230 + 70 * chance.random(), 6500.0), 700.0)
        add(whole, leaf, at=at, gain=(0.25 + 0.3 * chance.random()) * (0.5 + 2 * at))
        at += 0.021 - 0.03 * at + 0.005 * chance.random()
    add(whole, slide(chance, 0.14, 0.95), at=0.16, gain=0.6)
    add(whole, tap(chance, 150.0, 4200.0), at=0.25, gain=0.6)
    return whole


def _gather(chance: Random) -> Wave:
    """Push cards together from all sides, and knock the heap straight."""
    whole = silence(0.6)
    for at, bright, gain in ((0.0, 1.1, 0.6), (0.1, 0.9, 0.75), (0.21, 1.0, 0.6)):
        add(whole, slide(chance, 0.24, bright), at=at, gain=gain)
    for at, gain in ((0.4, 0.7), (0.49, 0.4)):
        add(whole, tap(chance, 145.0, 3900.0), at=at, gain=gain)
    return whole


def _count(chance: Random) -> Wave:
    whole = struck(WOOD, 2 * KEY, 0.0006)
    add(whole, struck(GLASS[:3], 2 * KEY, 0.0006), gain=0.22)
    return low(dying(whole, 0.0006, 0.28), 5200.0)


def _crown(*ratios: float) -> Callable[[Random], Wave]:
    def play(chance: Random) -> Wave:
        whole = silence(0.25)
        for at, ratio in zip((0.0, 0.11), ratios, strict=True):
            add(whole, dying(struck(GLASS[:4], KEY * ratio, 0.0005), 0.0005, 0.3), at=at)
            add(whole, struck(WOOD, KEY * ratio / 2, 0.0008), at=at, gain=0.35)
        return whole

    return play


def _puzzle_won(chance: Random) -> Wave:
    """Fit the last piece, and hear the note of the rule with a third above it."""
    whole = knock(620.0, 5200.0)
    for at, ratio, gain in ((0.09, 1.0, 0.8), (0.22, 5 / 4, 0.9), (0.36, 5 / 2, 0.4)):
        add(whole, chime(ratio), at=at, gain=gain)
    return whole


def _lesson_won(chance: Random) -> Wave:
    """Walk up a marimba and rest on a fifth of glass."""
    whole = silence(0.9)
    for nth, ratio in enumerate(SCALE[:5]):
        add(whole, struck(WOOD, KEY * ratio, 0.0007), at=0.1 * nth, gain=0.6 + 0.06 * nth)
    for ratio, gain in ((1.0, 0.5), (3 / 2, 0.45), (2.0, 0.6)):
        add(whole, struck(GLASS, KEY * ratio, 0.0006), at=0.56, gain=gain)
    return whole


def _achievement(chance: Random) -> Wave:
    """Break a high chord of glass, quickly, like light on a medal that turns."""
    whole = silence(0.8)
    for nth, ratio in enumerate((3 / 2, 2.0, 5 / 2, 3.0, 4.0)):
        add(whole, chime(ratio), at=0.055 * nth + 0.05 * (nth == 4), gain=0.75 - 0.09 * nth)
    add(whole, struck(GLASS[:3], KEY / 2, 0.001), at=0.27, gain=0.35)
    return whole


def _hover(chance: Random) -> Wave:
    return dying(paper(chance, 2500.0, 6000.0, 0.025), 0.004, 0.02)


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
    Sound.SHUFFLE: Part(_shuffle, -20.5),
    Sound.GATHER: Part(_gather, -20.5),
    Sound.COUNT: Part(_count, -22.0, 0.08, 0.2, 0.08, SEMITONE),
    Sound.CROWN_UP: Part(_crown(2.0, 3.0), -19.5, 0.14, 0.35, 0.2),
    Sound.CROWN_DOWN: Part(_crown(2.0, 3 / 2), -20.5, 0.14, 0.35, 0.2),
    Sound.PUZZLE_WON: Part(_puzzle_won, -17.5, 0.18, 0.5, 0.3),
    Sound.LESSON_WON: Part(_lesson_won, -17.5, 0.18, 0.5, 0.3),
    Sound.ACHIEVEMENT: Part(_achievement, -17.5, 0.2, 0.6, 0.3),
    # Not for the ear but for the finger: 18 decibels below a card that is laid down.
    Sound.HOVER: Part(_hover, -41.0, wet=0.03, fall=0.01),
}


class TooLoud(ValueError):
    """A sound at its level would not keep the headroom; says which and by how much."""


def perform(sound: str, take: int) -> Wave:
    """Give a sound as it goes into its file. Take 1 is the first. Raises TooLoud."""
    part = SCORE[sound]
    dry = faster(part.play(Random(f"red7:{sound}:{take}")), part.rise ** (take - 1))
    wave = high(high(in_room(dry, part.wet, part.lasting), _LOWEST), _LOWEST)
    wave = silence(_LEAD) + faded(_cut(wave), 0.0008, part.fall)
    gain = amplitude(part.level - loudness(wave))
    most = amplitude(HEADROOM)
    if gain * peak(wave) > most:
        raise TooLoud(f"{sound} {take}: peaks at {gain * peak(wave):.2f}, at most {most:.2f}")
    return [gain * value for value in wave]


def _cut(wave: Wave) -> Wave:
    """Leave out the end that no one hears, at whole hundredths of a second."""
    least, step = peak(wave) * amplitude(_TAIL), samples(0.01)
    last = next(nth for nth in range(len(wave) - 1, 0, -1) if abs(wave[nth]) > least)
    return wave[: -(-last // step) * step]
