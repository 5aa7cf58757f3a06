"""The light that a window throws on the table: four slanted panes, soft at their edges."""

from __future__ import annotations

from functools import cache
from typing import Final

import pygame

from red7_desktop.kit.hud.glow import STEPS, blur, dither
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour

DAYLIGHT: Final = Colour(196, 240, 176)
"""Morning sun through leaves."""

_COARSE: Final = (320, 200)
"""Across and down, so many points of the light are worked out; the rest is between them."""

_FADING: Final = (40, 25)
"""The same of how it fades outwards."""

_PANES: Final = tuple(
    (left, top, left + 0.235, top + 0.36) for left in (0.27, 0.525) for top in (0.10, 0.50)
)
"""The window's panes, as parts of the picture, before the light falls aslant."""

_SLANT: Final = -0.42
"""How far the light goes aside on its way down, as a part of the picture's height."""

_BLUR: Final = 5.0

_MOST: Final = 0.17


def build_window_light(strength: float = 1.0) -> PaintedPicture:
    """Give the light for a box of any size; strength: how much of it there is, 0 to 1."""
    return PaintedPicture(("window light", strength), lambda w, h: _paint_light(strength, w, h))


def _paint_light(strength: float, w: int, h: int) -> pygame.Surface:
    light = pygame.transform.smoothscale(_draw_panes(), (w, h))
    dither(light)
    # The grain has touched the colour as well; only the alpha is of use.
    light.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    light.fill((*DAYLIGHT[:3], round(255 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
    return light


@cache
def _draw_panes() -> pygame.Surface:
    """Draw the panes, brighter by the factor that `dither` takes back, and fade them outwards."""
    w, h = _COARSE
    fine = pygame.Surface((2 * w, 2 * h), pygame.SRCALPHA)
    fine.fill((255, 255, 255, 0))
    for left, top, right, bottom in _PANES:
        corners = [
            (2 * (x * w + (y - 0.5) * _SLANT * h), 2 * y * h)
            for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]
        pygame.draw.polygon(fine, (255, 255, 255, round(255 * _MOST * STEPS)), corners)
    light = blur(pygame.transform.smoothscale(fine, _COARSE), _BLUR)
    light.blit(_draw_fading(), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return light


def _draw_fading() -> pygame.Surface:
    """Give white that is solid in the middle and lets everything through at the border."""
    w, h = _FADING
    fading = pygame.Surface(_FADING, pygame.SRCALPHA)
    for y in range(h):
        for x in range(w):
            away = (2 * x / (w - 1) - 1) ** 2 + (2 * y / (h - 1) - 1) ** 2
            fading.set_at((x, y), (255, 255, 255, round(255 * max(0.0, 1.0 - away**1.5))))
    return pygame.transform.smoothscale(fading, _COARSE)
