"""Surfaces with premultiplied alpha and the few operations that painters share.

Every surface of the scene has premultiplied alpha: red, green and blue are already weighted. Only
then do scaling, turning and blurring leave clean edges, and fading is one multiplication.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.theme.colour import Colour


class PixelBox(NamedTuple):
    """A node's box in pixels, and the number of pixels per design unit inside it."""

    w: int
    h: int
    unit: float

    def length(self, design: float) -> float:
        """Give a length of design units in pixels, unrounded."""
        return design * self.unit


def round_grain(unit: float) -> float:
    """Round a scale so that the noise of many small sums does not count as another size.

    What is measured and what is painted must ask with the same scale, or a text that was measured
    to fit is a pixel too wide when it is drawn; so both round with this.
    """
    return round(unit * 4096) / 4096 or unit


class Stretch(NamedTuple):
    """Which columns of a surface stand for more: a period from `start` fills `more` columns too.

    What is as wide as a window, and alike from left to right, is painted and kept narrow that way.
    """

    start: int = 0
    period: int = 0
    more: int = 0


WHOLE: Final = Stretch()
"""A surface that is all there is."""


class Painted(NamedTuple):
    """A painted picture; (dx, dy) leads from the box's top left corner to the surface's."""

    surface: pygame.Surface
    dx: int
    dy: int
    stretch: Stretch = WHOLE


def make_blank(w: int, h: int) -> pygame.Surface:
    """Give a clear surface of at least one pixel."""
    return pygame.Surface((max(w, 1), max(h, 1)), pygame.SRCALPHA, 32)


def blit_over(under: pygame.Surface, over: pygame.Surface, x: float, y: float) -> None:
    """Lay one surface over another."""
    under.blit(over, (round(x), round(y)), special_flags=pygame.BLEND_PREMULTIPLIED)


def tint(surface: pygame.Surface, colour: Colour) -> None:
    """Turn a white shape into a coloured one, in place."""
    surface.fill(colour.premultiplied, special_flags=pygame.BLEND_RGBA_MULT)


def fade_surface(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """Give a copy with everything weighted by alpha, 0..255."""
    copy = surface.copy()
    copy.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def premultiply(surface: pygame.Surface) -> pygame.Surface:
    """Give a copy of a surface with straight alpha, or with none, in the scene's format."""
    copy = make_blank(*surface.get_size())
    if surface.get_flags() & pygame.SRCALPHA:
        # A blit onto a clear surface would blend; adding leaves every channel as it is.
        copy.blit(surface, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return copy.premul_alpha()
    copy.blit(surface, (0, 0))
    return copy


def is_opaque(surface: pygame.Surface) -> bool:
    """Tell whether no pixel lets anything shine through."""
    if surface.get_at((0, 0)).a < 255:
        return False
    mask = pygame.mask.from_surface(surface, 254)
    return mask.count() == surface.width * surface.height


def has_no_alpha(surface: pygame.Surface) -> bool:
    """Tell whether a surface is in the format that `without_alpha` gives."""
    return not surface.get_flags() & pygame.SRCALPHA and surface.get_bitsize() == 32


def remove_alpha(surface: pygame.Surface) -> pygame.Surface:
    """Give an opaque surface in a format that blits fastest."""
    copy = pygame.Surface(surface.get_size(), 0, 32)
    copy.blit(surface, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return copy


def draw_out(surface: pygame.Surface, stretch: Stretch) -> pygame.Surface:
    """Give a surface with all the columns that it stands for."""
    if not stretch.more:
        return surface
    (w, h), (start, period, more) = surface.get_size(), stretch
    strip = make_blank(more, h)
    blit_over(strip, surface.subsurface((start, 0, min(period, more), h)), 0, 0)
    done = period
    while done < more:
        # A copy, for a surface is slow to blit onto itself.
        blit_over(strip, strip.subsurface((0, 0, min(done, more - done), h)).copy(), done, 0)
        done *= 2
    wide = make_blank(w + more, h)
    blit_over(wide, surface.subsurface((0, 0, start, h)), 0, 0)
    blit_over(wide, strip, start, 0)
    blit_over(wide, surface.subsurface((start, 0, w - start, h)), start + more, 0)
    return wide


def count_bytes(surface: pygame.Surface) -> int:
    """Give the memory that the pixels take."""
    return surface.get_pitch() * surface.height
