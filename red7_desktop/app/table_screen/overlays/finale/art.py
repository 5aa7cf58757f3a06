"""The light of a moment: rays in the colours of what is lit, and a band that sweeps over them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.paint.pictures import PaintedPicture, Steps
from red7_desktop.scene.theme.colour import Colour

_RAYS: Final = 42

_SHRINK: Final = 6
"""Rays are painted so much smaller, for they are soft."""

_STRONG: Final = 0.8

_FAR: Final = (48, 27)
"""Across and down, so many points of the light's reach are worked out."""


def rays_picture(colours: Sequence[Colour], ground: Colour, middle: Vec) -> PaintedPicture:
    """Give rays from a point, a part of the box, on a ground; colours: clockwise from the top."""
    key = ("rays", tuple(colours), ground, middle)
    return PaintedPicture(key, lambda w, h: _paint_rays(colours, ground, middle, w, h))


def _paint_rays(colours: Sequence[Colour], ground: Colour, middle: Vec, w: int, h: int) -> Steps:
    """Add the rays, which fade with the distance, to the ground."""
    small = max(2, w // _SHRINK), max(2, h // _SHRINK)
    light = pygame.Surface(small, depth=32)
    at = Vec(small[0] * middle.x, small[1] * middle.y)
    far = math.hypot(*small)
    for nth in range(_RAYS):
        share = nth / _RAYS
        colour = colours[round(share * len(colours)) % len(colours)]
        turn = 2 * math.pi * (share - 0.25)
        half = math.pi / _RAYS * (0.42 + 0.2 * math.sin(nth * 2.4))
        edges = [
            at + Vec(math.cos(each), math.sin(each)) * far for each in (turn - half, turn + half)
        ]
        pygame.draw.polygon(light, [round(part * _STRONG) for part in colour[:3]], [at, *edges])
    yield
    light = pygame.transform.gaussian_blur(light, 3)
    yield
    light.blit(_compute_falloff(middle, small), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    yield
    painted = pygame.Surface((w, h), depth=32)
    painted.fill(ground[:3])
    yield
    fine = pygame.transform.smoothscale(light, (w, h))
    yield
    painted.blit(fine, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return painted


def _compute_falloff(middle: Vec, size: tuple[int, int]) -> pygame.Surface:
    """Work out how much of the light there is left, white for all of it."""
    across, down = _FAR
    coarse = pygame.Surface(_FAR, depth=32)
    aspect = size[1] / size[0]
    for y in range(down):
        for x in range(across):
            dx = (x + 0.5) / across - middle.x
            dy = ((y + 0.5) / down - middle.y) * aspect
            left = max(0.0, 1.0 - math.hypot(dx, dy) / max(0.52, 0.5 * aspect)) ** 1.4
            coarse.set_at((x, y), [round(255 * left)] * 3)
    return pygame.transform.smoothscale(coarse, size)


def sweep_picture(colour: Colour) -> PaintedPicture:
    """Give an upright band of light that is strongest in its middle."""

    def paint(w: int, h: int) -> pygame.Surface:
        line = pygame.Surface((w, 1), pygame.SRCALPHA)
        for x in range(w):
            share = 0.5 - 0.5 * math.cos(2 * math.pi * (x + 0.5) / w)
            line.set_at((x, 0), (*colour[:3], round(26 * share)))
        return pygame.transform.scale(line, (w, h))

    return PaintedPicture(("sweep", colour), paint)
