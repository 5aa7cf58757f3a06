"""The ambience: one long soft recording that goes round and round below everything else.

It is read from its file as it is played, so it takes no memory to speak of. Where the file is
missing or damaged the log says so once, and there is none.
"""

from __future__ import annotations

import logging
import math
import threading
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from pathlib import Path

_LOG: Final = logging.getLogger(__name__)


FILE: Final = "ambience.ogg"

COMES_MS: Final = 2500

GOES_MS: Final = 700
"""How long it takes to come up, and to die away."""


_FAILURES: Final = (pygame.error, OSError, NotImplementedError)


class Ambience:
    """Sounds while somebody wants it and is there. folder: where the file is.

    `follow` is to be called when the device has been opened; without a device nothing is done.
    """

    def __init__(self, folder: Path, loudness: float = 0.0) -> None:
        self._file = folder / FILE
        self._loudness = loudness
        self._is_away = False
        self._is_broken = False
        self._one_at_a_time = threading.Lock()

    @property
    def loudness(self) -> float:
        """How loud it is, 0 (off) to 1; the volume goes with its square, as that of sounds."""
        return self._loudness

    @loudness.setter
    def loudness(self, loudness: float) -> None:
        self._loudness = loudness
        self.follow()

    @property
    def is_away(self) -> bool:
        """Whether nobody is at the window: then it is silent."""
        return self._is_away

    @is_away.setter
    def is_away(self, is_away: bool) -> None:
        if is_away != self._is_away:
            self._is_away = is_away
            self.follow()

    @property
    def is_wanted(self) -> bool:
        """Whether it should sound now."""
        return self._loudness > 0 and not self._is_away and not self._is_broken

    def follow(self) -> None:
        """Begin, end, or be as loud as it should be."""
        with self._one_at_a_time:
            if pygame.mixer.get_init() is None:
                return
            try:
                self._follow()
            except _FAILURES as error:
                self._is_broken = True
                _LOG.warning("There is no ambience: %s", error)

    def _follow(self) -> None:
        music = pygame.mixer.music
        is_on = music.get_busy()
        if not self.is_wanted:
            if is_on:
                music.fadeout(GOES_MS)
            return
        music.set_volume(math.ceil(128 * self._loudness**2) / 128)
        if not is_on:
            music.load(self._file)
            music.play(-1, fade_ms=COMES_MS)
