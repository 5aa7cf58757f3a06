"""Writes the words on the bands of cards, at every size, narrowed where there is little room."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.paint.cache import BoundedCache
from red7_desktop.scene.paint.fonts import MOST_OPEN, FontFile, UnreadableFont

READABLE: Final = 7
"""Below this font size in pixels a word is left out and the symbol beside it stands alone."""
_FINE: Final = 4
"""How much larger narrowed words are drawn first."""


class WrittenWord(NamedTuple):
    """A written word, and how far below its top edge the middle of its capitals lies."""

    picture: pygame.Surface
    middle: int


class BandLetters:
    """The letters of the words at each size; pygame's own where the file cannot be read."""

    def __init__(self, file: Path | None, report: Callable[[str], None]) -> None:
        self._file = file
        self._report = report
        self._sizes: BoundedCache[pygame.font.Font] = BoundedCache(MOST_OPEN)

    def of_size(self, px: int) -> pygame.font.Font:
        """Give the font of a size in pixels."""
        font = self._sizes.get(px)
        if font is None:
            font = self._font.of_size(px)
            self._sizes.put(px, font, 1)
        return font

    def fit(self, word: str, px: int, room_px: int) -> int:
        """Give the size, up to one, at which a word fits; 0 where it could not be read."""
        while px >= READABLE and self.of_size(px).size(word)[0] > room_px:
            px -= 1
        return px if word and px >= READABLE else 0

    def write(self, word: str, px: int, tone: str, room_px: int) -> WrittenWord:
        """Write a word in letters of a size, narrowed where it is wider than the room."""
        if self.of_size(px).size(word)[0] <= room_px:
            return self._written(word, px, tone)
        # Drawn larger and scaled down, narrow letters have edges as smooth as the others.
        large = self._written(word, px * _FINE, tone)
        size = (room_px, round(large.picture.get_height() / _FINE))
        return WrittenWord(pygame.transform.smoothscale(large.picture, size), large.middle // _FINE)

    def _written(self, word: str, px: int, tone: str) -> WrittenWord:
        font = self.of_size(px)
        capital = font.metrics("H")[0]
        rise = capital[3] if capital else px * 0.7
        return WrittenWord(font.render(word, True, tone), round(font.get_ascent() - rise / 2))

    @cached_property
    def _font(self) -> FontFile:
        try:
            return FontFile(self._file)
        except UnreadableFont as reason:
            self._report(f"the card words are in another font: {reason}")
            return FontFile(None)
