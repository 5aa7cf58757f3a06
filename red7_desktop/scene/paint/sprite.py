"""Sprites: surfaces at their places in the window, and how they are blitted."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from red7_desktop.scene.paint.pixels import WHOLE, Stretch


class Sprite(NamedTuple):
    """A surface ready to blit with its top left corner at (x, y), in pixels."""

    surface: pygame.Surface
    x: int
    y: int
    is_opaque: bool = False
    stretch: Stretch = WHOLE

    @property
    def rect(self) -> pygame.Rect:
        """What it covers."""
        width = self.surface.width + self.stretch.more
        return pygame.Rect(self.x, self.y, width, self.surface.height)

    def blit(self, target: pygame.Surface, origin: tuple[int, int], seen: pygame.Rect) -> None:
        """Draw the part that is seen; `origin` is the pixel at the target's corner."""
        spot = seen.move(-origin[0], -origin[1])
        if self.stretch is not WHOLE:
            self._blit_stretched(target, self.x - origin[0], self.y - origin[1], spot)
        elif seen.width and seen.height:
            flags = 0 if self.is_opaque else pygame.BLEND_PREMULTIPLIED
            target.blit(self.surface, spot, seen.move(-self.x, -self.y), flags)

    def _blit_stretched(self, target: pygame.Surface, x: int, y: int, seen: pygame.Rect) -> None:
        """Draw piece by piece."""
        flags = 0 if self.is_opaque else pygame.BLEND_PREMULTIPLIED
        start, period, more = self.stretch
        width, height = self.surface.get_size()
        before = target.get_clip()
        target.set_clip(seen.clip(before))
        end = start + period
        target.blit(self.surface, (x, y), (0, 0, end, height), flags)
        for done in range(0, more, period):
            part = (start, 0, min(period, more - done), height)
            target.blit(self.surface, (x + end + done, y), part, flags)
        target.blit(self.surface, (x + end + more, y), (end, 0, width - end, height), flags)
        target.set_clip(before)
