"""A sound player on SDL's dummy device for tests, and sounds for it that outlast any test."""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from red7_desktop.games.registry import BOX
from red7_desktop.kit.sound.audio import CHANNELS, Audio, Job
from red7_desktop.kit.sound.cues import Sound, files_of
from red7_desktop.scene.animation import SteppedClock, Timers

OWN: Final = BOX["red7"].face().sounds
SOME: Final = (Sound.DEAL, Sound.SLIDE, Sound.PLACE)


class Player:
    """An audio with a clock of the test's own; `heard` says what the mixer is playing."""

    def __init__(
        self,
        folder: Path,
        run: Callable[[Job], None] = lambda job: job(),
        loudness: float = 1.0,
    ) -> None:
        self.clock = SteppedClock()
        self.timers = Timers(self.clock)
        self.audio = Audio(
            folder, self.clock, self.timers, sounds=lambda: OWN, loudness=loudness, run=run
        )

    def wait(self, seconds: float) -> None:
        self.clock.step(seconds)
        self.timers.tick()

    @property
    def heard(self) -> list[str]:
        """The files that are being played, known by their lengths (see `write_long_sounds`)."""
        playing = [pygame.mixer.Channel(n).get_sound() for n in range(CHANNELS)]
        lengths = [round(10 * sound.get_length()) for sound in playing if sound is not None]
        return [LONG_NAMES[length - FIRST_LENGTH] for length in lengths]


LONG_NAMES: Final = [name for sound in SOME for name in files_of(sound)]
FIRST_LENGTH: Final = 100
"""Tenths of a second of the first of the long sounds; each is a tenth longer than the last."""


def write_long_sounds(folder: Path) -> None:
    """Write a sound for each of the long names; the mixer does not mind that they are WAV."""
    for nth, name in enumerate(LONG_NAMES):
        with wave.open(str(folder / name), "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(1)
            out.setframerate(11025)
            out.writeframes(b"\x80" * round(1102.5 * (FIRST_LENGTH + nth)))
