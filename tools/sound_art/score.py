"""The score: for each sound its waves, loudness and reverb.

The seven colours are seven notes of a pentatonic scale on D, in pure intervals, from violet, the
lowest, to red, the highest. Any two of them are consonant. A win plays all seven upwards and ends
on their chord. A loss descends in the relative minor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from red7_desktop.games.red7.face.present import RULE_CHIMES
from red7_desktop.games.spring_cleaning.face.present import BIN, CLIP, SWEEP, TUCK
from red7_desktop.kit.sound.cues import Sound
from sound_art import household
from sound_art.instruments import GLASS, WOOD, bend, knock, paper, slide, strike, tap
from sound_art.loudness import amplitude, loudness, peak
from sound_art.waves import (
    Wave,
    add,
    add_reverb,
    apply_envelope,
    fade,
    faster,
    high,
    low,
    samples,
    silence,
)

KEY = 293.66
"""D above middle C, in hertz: the note of violet."""
SCALE = (1.0, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2.0, 9 / 4)
"""The notes of the colours from violet to red, as ratios to the lowest."""
SEMITONE = 2 ** (1 / 12)
HEADROOM = -4.0
"""Maximum peak in decibels below full scale, so that a few sounds can play at the same time."""
_LOWEST = 45.0
"""High-pass frequency in hertz: anything lower only moves the loudspeaker."""
_LEAD = 0.003
"""Seconds of silence before a sound, because encoding smears its attack backwards."""
_TAIL = -66.0
"""The end of a sound is cut where it falls below this, in decibels relative to its peak."""


@dataclass(frozen=True)
class SoundRecipe:
    """The recipe of one sound.

    Attributes:
        play: Makes the dry wave, given a random generator that differs for each take.
        level: Loudness in decibels; see `loudness`.
        wet: Gain of the reverb.
        lasting: Seconds of the reverb.
        fall: Seconds of the fade-out.
        rise: Ratio of the pitches of one take and the one before it.
    """

    play: Callable[[Random], Wave]
    level: float
    wet: float = 0.1
    lasting: float = 0.18
    fall: float = 0.03
    rise: float = 1.0


def chime(ratio: float) -> Wave:
    """Return the chime of one note: a glass bar, and a quiet octave a moment later."""
    whole = strike(GLASS, KEY * ratio, 0.0004)
    add(whole, strike(GLASS[:4], 2 * KEY * ratio, 0.0005), at=0.075, gain=0.16)
    return whole


def _chime_of(ratio: float) -> Callable[[Random], Wave]:
    return lambda rng: chime(ratio)


def _deal(rng: Random) -> Wave:
    whole = silence(0.2)
    add(whole, slide(rng, 0.15, 1.15), gain=0.8)
    add(whole, tap(rng, 160 + 20 * rng.random(), 4600.0), at=0.1, gain=0.9)
    return whole


def _slide(rng: Random) -> Wave:
    whole = slide(rng, 0.27 + 0.03 * rng.random())
    add(whole, low(tap(rng, 150.0, 3600.0), 1800.0), at=0.19, gain=0.4)
    return whole


def _place(rng: Random) -> Wave:
    return tap(rng, 150 + 24 * rng.random(), 4800.0)


def _flip(rng: Random) -> Wave:
    whole = bend(rng)
    add(whole, high(tap(rng, 240.0, 7000.0), 600.0), at=0.115, gain=0.6)
    add(whole, tap(rng, 180.0, 4200.0), at=0.185, gain=0.55)
    return whole


def _nope(rng: Random) -> Wave:
    whole = knock(233.0, 1300.0)
    add(whole, knock(196.0, 1100.0), at=0.11, gain=0.9)
    return whole


def _pick(rng: Random) -> Wave:
    whole = paper(rng, 1800.0, 5200.0, 0.05)
    add(whole, knock(520.0, 3000.0), at=0.012, gain=0.35)
    return whole


def _button(rng: Random) -> Wave:
    whole = knock(620.0, 5200.0)
    add(whole, paper(rng, 2200.0, 5600.0, 0.02), gain=0.12)
    return whole


def _turn(rng: Random) -> Wave:
    whole = strike(WOOD, KEY * SCALE[3], 0.0006)
    add(whole, strike(WOOD, KEY * SCALE[5], 0.0006), at=0.13, gain=0.9)
    return whole


def _win(rng: Random) -> Wave:
    whole = silence(1.0)
    for rank, ratio in enumerate(SCALE):
        add(whole, chime(ratio), at=0.095 * rank, gain=0.6 + 0.05 * rank)
    rest = 0.095 * len(SCALE) + 0.09
    for ratio, gain in ((0.5, 0.3), (1.0, 0.6), (3 / 2, 0.5), (2.0, 0.6), (5 / 2, 0.45)):
        add(whole, strike(GLASS, KEY * ratio, 0.0006), at=rest, gain=gain)
    return whole


def _lose(rng: Random) -> Wave:
    whole = silence(0.9)
    for nth, (ratio, gain) in enumerate(((5 / 3, 0.8), (5 / 4, 0.75), (5 / 6, 0.85))):
        add(whole, low(strike(WOOD, KEY * ratio, 0.0009), 2200.0), at=0.19 * nth, gain=gain)
        add(whole, strike(GLASS[:3], KEY * ratio, 0.001), at=0.19 * nth, gain=0.28 * gain)
    add(whole, low(tap(rng, 95.0, 2000.0), 600.0), at=0.57, gain=0.4)
    return whole


def _shuffle(rng: Random) -> Wave:
    """Return the sound of a riffle shuffle, faster and faster, and of squaring up the pack."""
    whole, at = silence(0.3), 0.0
    while at < 0.2:
        leaf = high(tap(rng, 230 + 70 * rng.random(), 6500.0), 700.0)
        add(whole, leaf, at=at, gain=(0.25 + 0.3 * rng.random()) * (0.5 + 2 * at))
        at += 0.021 - 0.03 * at + 0.005 * rng.random()
    add(whole, slide(rng, 0.14, 0.95), at=0.16, gain=0.6)
    add(whole, tap(rng, 150.0, 4200.0), at=0.25, gain=0.6)
    return whole


def _gather(rng: Random) -> Wave:
    """Return the sound of cards pushed together from all sides and squared up."""
    whole = silence(0.6)
    for at, bright, gain in ((0.0, 1.1, 0.6), (0.1, 0.9, 0.75), (0.21, 1.0, 0.6)):
        add(whole, slide(rng, 0.24, bright), at=at, gain=gain)
    for at, gain in ((0.4, 0.7), (0.49, 0.4)):
        add(whole, tap(rng, 145.0, 3900.0), at=at, gain=gain)
    return whole


def _count(rng: Random) -> Wave:
    whole = strike(WOOD, 2 * KEY, 0.0006)
    add(whole, strike(GLASS[:3], 2 * KEY, 0.0006), gain=0.22)
    return low(apply_envelope(whole, 0.0006, 0.28), 5200.0)


def _crown(*ratios: float) -> Callable[[Random], Wave]:
    def play(rng: Random) -> Wave:
        whole = silence(0.25)
        for at, ratio in zip((0.0, 0.11), ratios, strict=True):
            add(whole, apply_envelope(strike(GLASS[:4], KEY * ratio, 0.0005), 0.0005, 0.3), at=at)
            add(whole, strike(WOOD, KEY * ratio / 2, 0.0008), at=at, gain=0.35)
        return whole

    return play


def _puzzle_won(rng: Random) -> Wave:
    """Return the sound of a fitting last piece, then the rule's note with a third above it."""
    whole = knock(620.0, 5200.0)
    for at, ratio, gain in ((0.09, 1.0, 0.8), (0.22, 5 / 4, 0.9), (0.36, 5 / 2, 0.4)):
        add(whole, chime(ratio), at=at, gain=gain)
    return whole


def _lesson_won(rng: Random) -> Wave:
    """Return rising marimba notes that end on a glass fifth."""
    whole = silence(0.9)
    for nth, ratio in enumerate(SCALE[:5]):
        add(whole, strike(WOOD, KEY * ratio, 0.0007), at=0.1 * nth, gain=0.6 + 0.06 * nth)
    for ratio, gain in ((1.0, 0.5), (3 / 2, 0.45), (2.0, 0.6)):
        add(whole, strike(GLASS, KEY * ratio, 0.0006), at=0.56, gain=gain)
    return whole


def _achievement(rng: Random) -> Wave:
    """Return a high, quickly broken chord of glass."""
    whole = silence(0.8)
    for nth, ratio in enumerate((3 / 2, 2.0, 5 / 2, 3.0, 4.0)):
        add(whole, chime(ratio), at=0.055 * nth + 0.05 * (nth == 4), gain=0.75 - 0.09 * nth)
    add(whole, strike(GLASS[:3], KEY / 2, 0.001), at=0.27, gain=0.35)
    return whole


def _hover(rng: Random) -> Wave:
    return apply_envelope(paper(rng, 2500.0, 6000.0, 0.025), 0.004, 0.02)


# The ear's weighting favours the highs of paper: by plain power, rustles were up to 9 dB quieter
# than taps. With these levels, both measures agree within 3 dB.
# Add new rows at the end: the number of a row goes into its sound file, so that a row in the middle
# would change all later files.
SCORE: dict[str, SoundRecipe] = {
    Sound.DEAL: SoundRecipe(_deal, -22.0),
    Sound.SLIDE: SoundRecipe(_slide, -20.5),
    Sound.PLACE: SoundRecipe(_place, -23.0),
    Sound.FLIP: SoundRecipe(_flip, -20.5),
    Sound.NOPE: SoundRecipe(_nope, -20.0, wet=0.08),
    Sound.PICK: SoundRecipe(_pick, -26.0, wet=0.05),
    **{
        sound: SoundRecipe(_chime_of(ratio), -18.0, 0.16, 0.45, 0.25)
        for sound, ratio in zip(RULE_CHIMES, SCALE, strict=True)
    },
    Sound.TURN: SoundRecipe(_turn, -19.0, wet=0.12, lasting=0.3, fall=0.1),
    Sound.WIN: SoundRecipe(_win, -16.0, wet=0.2, lasting=0.6, fall=0.4),
    Sound.LOSE: SoundRecipe(_lose, -18.0, wet=0.18, lasting=0.5, fall=0.3),
    Sound.BUTTON: SoundRecipe(_button, -25.5, wet=0.05),
    CLIP: SoundRecipe(household.clip, -25.0, wet=0.06),
    TUCK: SoundRecipe(household.tuck, -22.5),
    SWEEP: SoundRecipe(household.sweep, -20.5),
    BIN: SoundRecipe(household.bin_lid, -19.5, 0.14, 0.35, 0.15),
    Sound.SHUFFLE: SoundRecipe(_shuffle, -20.5),
    Sound.GATHER: SoundRecipe(_gather, -20.5),
    Sound.COUNT: SoundRecipe(_count, -22.0, 0.08, 0.2, 0.08, SEMITONE),
    Sound.CROWN_UP: SoundRecipe(_crown(2.0, 3.0), -19.5, 0.14, 0.35, 0.2),
    Sound.CROWN_DOWN: SoundRecipe(_crown(2.0, 3 / 2), -20.5, 0.14, 0.35, 0.2),
    Sound.PUZZLE_WON: SoundRecipe(_puzzle_won, -17.5, 0.18, 0.5, 0.3),
    Sound.LESSON_WON: SoundRecipe(_lesson_won, -17.5, 0.18, 0.5, 0.3),
    Sound.ACHIEVEMENT: SoundRecipe(_achievement, -17.5, 0.2, 0.6, 0.3),
    # Barely audible, a hint for the finger: 18 decibels below a card laid down.
    Sound.HOVER: SoundRecipe(_hover, -41.0, wet=0.03, fall=0.01),
}


class TooLoudError(ValueError):
    """A sound at its level would exceed the headroom; the message says which and by how much."""


def render(sound: str, take: int) -> Wave:
    """Return a finished sound.

    Args:
        sound: A key of SCORE.
        take: Number of the variant of the sound, from 1.

    Raises:
        TooLoudError: It would exceed the headroom.
    """
    part = SCORE[sound]
    dry = faster(part.play(Random(f"red7:{sound}:{take}")), part.rise ** (take - 1))
    wave = high(high(add_reverb(dry, part.wet, part.lasting), _LOWEST), _LOWEST)
    wave = silence(_LEAD) + fade(_cut(wave), 0.0008, part.fall)
    gain = amplitude(part.level - loudness(wave))
    most = amplitude(HEADROOM)
    if gain * peak(wave) > most:
        raise TooLoudError(f"{sound} {take}: peaks at {gain * peak(wave):.2f}, at most {most:.2f}")
    return [gain * value for value in wave]


def _cut(wave: Wave) -> Wave:
    """Cut the inaudible end, at a whole hundredth of a second."""
    least, step = peak(wave) * amplitude(_TAIL), samples(0.01)
    last = next(nth for nth in range(len(wave) - 1, 0, -1) if abs(wave[nth]) > least)
    return wave[: -(-last // step) * step]
