"""Soft light for painted pictures: blurs, and gradients that show no bands."""

from __future__ import annotations

import math
from functools import cache
from random import Random

import pygame

_TILE = 64

STEPS = 3
"""A gradient is worked out in so many finer steps than a screen shows, then dithered."""


def blur(surface: pygame.Surface, radius: float) -> pygame.Surface:
    """Blur a surface of one colour with straight alpha; `radius` is in pixels.

    A wide blur works on a small copy, for its cost grows with the width.
    """
    w, h = surface.get_size()
    shrink = min(max(radius / 4, 1.0), 8.0)
    small = pygame.transform.smoothscale(
        surface, (max(1, math.ceil(w / shrink)), max(1, math.ceil(h / shrink)))
    )
    small = pygame.transform.gaussian_blur(small, max(1, round(radius / shrink)))
    return pygame.transform.smoothscale(small, (w, h))


def dither(surface: pygame.Surface, seed: int = 7) -> None:
    """Bring a surface whose channels are `STEPS` times too bright down, with even grain."""
    w, h = surface.get_size()
    grain = _build_grain(seed)
    for top in range(0, h, _TILE):
        for left in range(0, w, _TILE):
            surface.blit(grain, (left, top), special_flags=pygame.BLEND_RGBA_ADD)
    part = 256 // STEPS + 1
    surface.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)


@cache
def _build_grain(seed: int) -> pygame.Surface:
    chance = Random(seed)
    tile = pygame.Surface((_TILE, _TILE), pygame.SRCALPHA)
    for y in range(_TILE):
        for x in range(_TILE):
            step = chance.randrange(STEPS)
            tile.set_at((x, y), (step, step, step, step))
    return tile
