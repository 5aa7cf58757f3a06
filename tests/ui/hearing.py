"""What a program lets people hear, as the mixer has it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

import pygame

from red7_desktop.kit.sound.audio import Audio
from red7_desktop.kit.sound.cues import Sound
from tests.ui.pilot import Pilot


@contextmanager
def heard(pilot: Pilot) -> Iterator[Audio]:
    """Open the sound, whole, before going on."""
    audio = pilot.program.kit.audio
    audio._run = lambda job: job()
    audio.open()
    try:
        yield audio
    finally:
        audio.close()


def volume_of_a_press(pilot: Pilot) -> Hashable:
    """Press a button with the sound on; give how loud the mixer plays it."""
    with heard(pilot) as audio:
        pilot.program.show_settings()
        pilot.wait(1.0)
        pygame.mixer.stop()
        audio.play(Sound.PLACE)
        channels = [pygame.mixer.Channel(n).get_sound() for n in range(8)]
        return tuple(round(sound.get_volume(), 2) for sound in channels if sound is not None)


def volume_of_the_ambience(pilot: Pilot) -> Hashable:
    """Open the sound; give whether anything goes on beneath it."""
    with heard(pilot):
        return pygame.mixer.music.get_busy()
