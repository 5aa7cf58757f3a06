"""The music: two quiet pieces for each game, as seamless loops.

A piece is written as a chord progression, a pattern for the broken chords, and a melody, bar by
bar. Everything is in D or G major or B minor, so that it agrees with the sounds of the table. Notes
get small random deviations in time and loudness, and reverb. Sound beyond the end is added to the
beginning.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from sound_art.ambience import BLOCK, fold
from sound_art.instruments import GLASS, Mode, strike
from sound_art.loudness import amplitude, loudness, peak
from sound_art.waves import (
    RATE,
    Wave,
    add,
    add_reverb,
    apply_envelope,
    band,
    fade,
    high,
    low,
    noise,
    samples,
)

LEVEL = -25.0
"""Loudness of the loudest fifth of a second, in decibels: lower than any card's sound."""
UNEVEN = 0.011
"""Maximum deviation of a note from its beat, in seconds."""
Stereo = tuple[Wave, Wave]

_STEPS = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}


def pitch(name: str) -> float:
    """Return the frequency of a note, such as F#4, in hertz.

    >>> round(pitch("A4")), round(pitch("C#5"))
    (440, 554)
    """
    steps = _STEPS[name[0]] + name.count("#") + 12 * (int(name[-1]) - 4)
    return 440.0 * math.exp2(steps / 12)


# -- instruments: each function returns one note, normalised to a peak of 1 ------------------


def _even(wave: Wave, rise: float) -> Wave:
    most = peak(wave)
    return fade([value / most for value in wave], rise, 0.05)


@cache
def felt(name: str) -> Wave:
    """Return a note of a piano with felt between its hammers and its pairs of strings."""
    note = pitch(name)
    lasting = 3.4 * (261.6 / note) ** 0.45
    modes = []
    for nth in range(1, 8):
        ratio, decay = nth * math.sqrt(1 + 0.0004 * nth * nth), lasting / nth**0.7
        strength = 1 / nth**1.35
        modes += [Mode(ratio, strength, decay), Mode(1.0007 * ratio, 0.6 * strength, 1.3 * decay)]
    whole = _even(strike(modes, note, 0.0004), 0.005)
    thump = low(band(noise(0.12, Random(name)), 110.0, 420.0), 500.0)
    add(whole, apply_envelope(thump, 0.004, 0.09), gain=0.16)
    return whole


@cache
def string(name: str) -> Wave:
    """Return a note of a gut string, plucked near its middle with a fingertip."""
    note = pitch(name)
    lasting = 2.2 * (196.0 / note) ** 0.5
    modes = [
        Mode(nth, abs(math.sin(0.27 * math.pi * nth)) / nth**1.35, lasting / nth**0.75)
        for nth in range(1, 12)
    ]
    return _even(low(strike(modes, note, 0.0003), 3600.0), 0.0025)


_TINES = (Mode(1.0, 1.0, 1.3), Mode(2.0, 0.14, 0.7), Mode(3.93, 0.12, 0.28), Mode(6.7, 0.04, 0.12))


@cache
def tines(name: str) -> Wave:
    """Return a note of a thumb piano: steel tongues on a wooden box."""
    return _even(low(strike(_TINES, pitch(name), 0.0005), 5200.0), 0.002)


_BAR = (Mode(1.0, 1.0, 1.5), Mode(3.95, 0.28, 0.4), Mode(9.6, 0.1, 0.1))


@cache
def wood(name: str) -> Wave:
    """Return a note of a marimba with a woollen mallet."""
    return _even(low(strike(_BAR, pitch(name), 0.0004), 4800.0), 0.004)


@cache
def glass(name: str) -> Wave:
    """Return a note of glass from a small distance."""
    return _even(low(strike(GLASS[:5], pitch(name), 0.0006), 5000.0), 0.003)


@cache
def deep(name: str) -> Wave:
    """Return a low note with a soft attack."""
    modes = (Mode(1.0, 1.0, 3.0), Mode(2.0, 0.3, 1.6), Mode(3.0, 0.08, 0.8))
    return _even(strike(modes, pitch(name), 0.0005), 0.02)


@cache
def breath(name: str, seconds: float) -> Wave:
    """Return a note that fades in and out, of slightly detuned voices."""
    note, count = pitch(name), samples(seconds + 2.0)
    whole = [0.0] * count
    for detuned in (0.9985, 1.0, 1.0017):
        for partial, strength in ((1, 1.0), (2, 0.2), (3, 0.06)):
            turn = 2 * math.pi * note * detuned * partial / RATE
            twice = 2 * math.cos(turn)
            before, now = math.sin(900 * detuned - turn), math.sin(900 * detuned)
            for index in range(count):
                whole[index] += strength * now
                before, now = now, twice * now - before
    return _even(fade(whole, min(1.6, seconds / 2), 2.0), 0.01)


Instrument = Callable[[str], Wave]


# -- pieces --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A piece of music.

    Attributes:
        tempo: Beats per minute.
        metre: Beats per bar.
        chords: A chord's name for each bar, or two joined by "+" if it changes in mid-bar.
        voicings: The notes of each chord, the lowest first.
        patterns: Index of the chord's note at each half beat, "-" for none. The second pattern is
            for every fourth bar.
        broken: Instrument for the pattern.
        sung: Instrument for the melody.
        melody: Notes with their lengths in beats, by bar.
        pad: Gain of the sustained voices on each chord's upper notes.
        ground: Gain of each chord's lowest note.
        room: Gain of the reverb.
    """

    tempo: float
    metre: int
    chords: str
    voicings: Mapping[str, str]
    patterns: Sequence[str]
    broken: Instrument
    sung: Instrument
    melody: str
    pad: float
    ground: float
    room: float = 0.22

    @property
    def bars(self) -> list[list[list[str]]]:
        """The notes of each chord of each bar."""
        return [
            [self.voicings[name].split() for name in bar.split("+")] for bar in self.chords.split()
        ]

    @property
    def length(self) -> float:
        """The piece's seconds, rounded to a whole number of Vorbis blocks."""
        beats = len(self.bars) * self.metre
        return round(beats * 60 / self.tempo * RATE / BLOCK) * BLOCK / RATE


EVENING = Piece(
    tempo=63,
    metre=4,
    chords="""
        D Bm G A F#m Bm Em A
        D Bm G A F#m Bm Em+A D
        G A F#m Bm Em F#m G A""",
    voicings={
        "D": "D2 A2 D3 F#3 C#4 E4",
        "Bm": "B2 F#3 B3 D4 A4 F#4",
        "G": "G2 D3 G3 B3 F#4 D4",
        "A": "A2 E3 A3 D4 E4 B3",
        "F#m": "F#2 C#3 F#3 A3 E4 A3",
        "Em": "E2 B2 E3 G3 D4 F#4",
    },
    patterns=("0 1 2 3 4 3 5 3", "0 1 2 3 5 4 3 2"),
    broken=felt,
    sung=wood,
    melody="""
        F#4 1.5 A4 .5 B4 2     | A4 1.5 F#4 .5 E4 2     | D4 1 F#4 1 A4 1.5 B4 .5 | B4 1 A4 3
        C#5 1.5 B4 .5 A4 1 E4 1| F#4 1.5 A4 .5 D5 2     | B4 1.5 G4 .5 F#4 1 G4 1 | E4 4
        F#4 1.5 A4 .5 D5 1 B4 1| A4 1.5 F#4 .5 E4 2     | D4 1 F#4 1 B4 1.5 A4 .5 | E5 1 D5 1 C#5 2
        C#5 1.5 B4 .5 A4 1 C#5 1|D5 1.5 B4 .5 F#4 2     | G4 1 F#4 1 E4 1 F#4 1   | D4 4
        B4 2 D5 1 E5 1         | C#5 3 A4 1             | A4 1.5 B4 .5 C#5 2      | D5 3 F#4 1
        G4 1.5 A4 .5 B4 2      | A4 1 C#5 1 E5 2        | D5 1.5 B4 .5 G4 1 A4 1 | E4 2 - 1 E4 1""",
    pad=0.055,
    ground=0.26,
)
LAMPLIGHT = Piece(
    tempo=80,
    metre=3,
    chords="""
        Bm Bm G G D D A A Em Em F#m F#m
        Bm Bm G G D D A A Em G F#m F#m
        G A Bm D G A F#m Bm Em G A F#m""",
    voicings={
        "Bm": "B2 F#3 B3 D4 F#4",
        "G": "G2 D3 G3 B3 F#4",
        "D": "D3 A3 D4 F#4 A4",
        "A": "A2 E3 A3 B3 E4",
        "Em": "E2 B2 G3 B3 F#4",
        "F#m": "F#2 C#3 F#3 A3 E4",
    },
    patterns=("0 1 2 3 4 3", "0 2 1 3 2 4"),
    broken=string,
    sung=felt,
    melody="""
        B4 2 F#4 1 | D5 3       | D5 1 C#5 1 B4 1  | B4 2 G4 1
        A4 2 F#4 1 | A4 3       | E4 1 A4 1 C#5 1  | C#5 2 E5 1
        D5 1 B4 2  | G4 1 A4 1 B4 1 | C#5 2 B4 1   | A4 1 F#4 2
        B4 2 F#4 1 | D5 2 E5 1  | F#5 1 E5 1 D5 1  | B4 3
        A4 1 D5 2  | F#5 2 D5 1 | E5 1 C#5 2       | A4 3
        G4 1 B4 1 E5 1 | D5 2 B4 1 | C#5 1 B4 1 A4 1 | F#4 3
        G4 3       | A4 2 C#5 1 | D5 3             | F#5 2 A5 1
        G5 1 F#5 1 D5 1 | E5 3  | C#5 2 A4 1       | B4 3
        E4 1 G4 1 B4 1 | D5 2 B4 1 | C#5 1 E5 1 C#5 1 | A4 1 C#5 2""",
    pad=0.08,
    ground=0.16,
    room=0.28,
)
OPEN_WINDOW = Piece(
    tempo=88,
    metre=4,
    chords="""
        G G C C Em Em D D  G G C C Em Em D D
        C D Bm Em C D G G  Am Am C C Em G D D""",
    voicings={
        "G": "G2 D3 G3 B3 D4 F#4 A4",
        "C": "C3 G3 B3 D4 E4 F#4 B4",
        "Em": "E2 E3 G3 B3 D4 F#4 G4",
        "D": "D3 A3 D4 E4 F#4 A4 B4",
        "Bm": "B2 F#3 A3 D4 F#4 A4 B4",
        "Am": "A2 E3 A3 B3 C4 E4 G4",
    },
    patterns=("2 - 4 5 - 3 6 -", "2 - 5 4 - 3 - 6"),
    broken=tines,
    sung=glass,
    melody="""
        B4 1.5 D5 .5 G5 2 | - 1 F#5 1 D5 2 | E5 3 D5 1      | B4 2 - 2
        B4 1.5 D5 .5 E5 2 | G5 1 F#5 1 E5 2| D5 3 A4 1      | - 4
        B4 1.5 D5 .5 G5 1 A5 1 | F#5 2 D5 2| E5 1 G5 1 E5 2 | D5 1 B4 3
        G4 1 B4 1 E5 2    | D5 1 B4 1 G4 2 | A4 1.5 B4 .5 A4 2 | D5 4
        E5 2 G5 2         | F#5 2 A5 2     | D5 1.5 F#5 .5 B5 2 | G5 3 E5 1
        E5 1 D5 1 C5 2    | A4 1 D5 1 F#5 2| G5 3 D5 1      | B4 4
        C5 2 E5 2         | - 2 G5 1 E5 1  | E5 3 B4 1      | - 4
        G4 1 B4 1 D5 2    | B4 2 D5 2      | F#5 2 E5 1 D5 1| A4 4""",
    pad=0.085,
    ground=0.18,
    room=0.3,
)
FIRST_LIGHT = Piece(
    tempo=96,
    metre=3,
    chords="""
        D D A Bm G D Em A   D D A Bm G D A D
        G A F#m Bm G D Em A D D A Bm G D Em A
        Bm G D A Bm G Em A""",
    voicings={
        "D": "D3 A3 E4 F#4 A4",
        "A": "C#3 A3 C#4 E4 B4",
        "Bm": "B2 A3 D4 F#4 A4",
        "G": "G2 B3 D4 F#4 B4",
        "Em": "E3 B3 D4 G4 B4",
        "F#m": "F#2 A3 C#4 E4 A4",
    },
    patterns=("0 2 3 4 3 2", "0 1 3 2 4 3"),
    broken=felt,
    sung=string,
    melody="""
        F#5 2 E5 1 | D5 3 | E5 1 C#5 1 A4 1 | D5 2 F#5 1
        G5 2 F#5 1 | A5 2 F#5 1 | E5 1 G5 1 F#5 1 | E5 3
        F#5 2 E5 1 | D5 2 A4 1 | C#5 1 E5 1 A5 1 | F#5 2 D5 1
        B4 1 D5 1 G5 1 | F#5 2 A4 1 | E5 2 C#5 1 | D5 3
        B4 1 D5 1 G5 1 | E5 3 | C#5 1 E5 1 A5 1 | F#5 3
        G5 1 F#5 1 E5 1 | D5 2 A4 1 | B4 1 E5 1 G5 1 | A5 3
        - 3 | F#5 3 | - 3 | D5 3 | - 3 | A5 2 F#5 1 | - 3 | E5 3
        D5 2 F#5 1 | G5 2 F#5 1 | F#5 2 D5 1 | E5 3
        D5 1 B4 2 | D5 1 G5 2 | G5 1 E5 2 | C#5 1 D5 1 E5 1""",
    pad=0.07,
    ground=0.14,
    room=0.26,
)
PIECES: Mapping[str, Piece] = {
    "evening": EVENING,
    "lamplight": LAMPLIGHT,
    "open_window": OPEN_WINDOW,
    "first_light": FIRST_LIGHT,
}


def play(name: str) -> Stereo:
    """Return a whole piece, left and right channel."""
    piece, rng = PIECES[name], Random(f"red7:{name}")
    left, right = [0.0], [0.0]

    def sound(wave: Wave, at: float, gain: float, side: float) -> None:
        """Mix in a note; `side` is its stereo position, -1 for far left."""
        at = max(0.0, at + UNEVEN * (2 * rng.random() - 1))
        gain *= 0.86 + 0.28 * rng.random()
        add(left, wave, at, gain * math.cos(math.pi / 4 * (1 + side)))
        add(right, wave, at, gain * math.sin(math.pi / 4 * (1 + side)))

    bars = piece.bars
    beat = piece.length / (len(bars) * piece.metre)
    for nth, bar in enumerate(bars):
        _accompany(piece, nth, bar, beat, sound)
    for nth, notes in enumerate(_list_bars(piece.melody)):
        at = nth * piece.metre * beat
        for note, beats in zip(notes[::2], map(float, notes[1::2]), strict=True):
            if note != "-":
                sound(piece.sung(note), at, 0.5 + 0.06 * min(beats, 2), 0.22)
            at += beats * beat
    wet = [high(add_reverb(side, piece.room, 1.9), 45.0) for side in (left, right)]
    both = [fold(side, piece.length) for side in wet]
    gain = amplitude(LEVEL - max(map(loudness, both)))
    first, second = ([gain * value for value in side] for side in both)
    return first, second


def _list_bars(melody: str) -> list[list[str]]:
    return [bar.split() for line in melody.strip().splitlines() for bar in line.split("|")]


def _accompany(
    piece: Piece,
    nth: int,
    bar: Sequence[Sequence[str]],
    beat: float,
    sound: Callable[[Wave, float, float, float], None],
) -> None:
    """Play a bar's lowest note, sustained notes and broken chords.

    Args:
        piece: The piece.
        nth: Index of the bar.
        bar: The notes of its chords.
        beat: Seconds per beat.
        sound: Mixes in a wave, given its time, gain and stereo position.
    """
    start, share = nth * piece.metre * beat, piece.metre * beat / len(bar)
    for part, chord in enumerate(bar):
        at = start + part * share
        sound(deep(chord[0]), at, piece.ground, 0.0)
        for side, note in zip((-0.6, 0.0, 0.6), chord[-3:], strict=True):
            sound(breath(note, round(share, 3)), at, piece.pad, side)
    pattern = piece.patterns[nth % 4 == 3].split()
    for step, place in enumerate(pattern):
        if place != "-":
            chord = bar[step * len(bar) // len(pattern)]
            # The first note of a bar is louder; high notes are further left.
            gain = 0.4 if step == 0 else 0.27
            note, side = chord[int(place)], 0.1 - 0.11 * int(place)
            sound(piece.broken(note), start + step * beat / 2, gain, side)
