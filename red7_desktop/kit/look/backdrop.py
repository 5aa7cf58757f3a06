"""The backdrop of the screens around the table: a dark room with coloured light in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour


class SoftLight(NamedTuple):
    """A soft round light: its middle and its radii as parts of the window, and its colour.

    The colour is what the light adds to the room in its middle.
    """

    x: float
    y: float
    across: float
    down: float
    colour: Colour


EVENING: Final = (
    SoftLight(0.14, 0.20, 0.75, 1.10, Colour(34, 7, 14)),
    SoftLight(0.86, 0.18, 0.70, 1.00, Colour(6, 12, 36)),
    SoftLight(0.60, 1.05, 0.80, 0.95, Colour(22, 8, 32)),
)
"""Red from the left, indigo from the right, violet from below."""


_FINER: Final = 4
"""Light is summed up in quarters of a shade, so that it can be spread without bands."""

_COARSE: Final = 4
"""How many pixels across the light is worked out at a time."""

_SPREAD: Final = ((0, 2), (3, 1))
"""Which quarters of a shade a pixel of each square of four rounds down."""


def build_backdrop_picture(room: Colour, lights: Sequence[SoftLight] = EVENING) -> PaintedPicture:
    """Give the picture of a room of a colour with lights in it; it fills any box."""
    shown = tuple(lights)
    return PaintedPicture(
        ("backdrop", room, shown), lambda w, h: _paint_backdrop(room, shown, w, h)
    )


def glow(colour: Colour, strength: float) -> PaintedPicture:
    """Give the picture of a soft round light of a colour, its strength in the middle 0 to 1."""
    return PaintedPicture(
        ("glow", colour, strength), lambda w, h: _paint_glow(colour, strength, w, h)
    )


def _paint_glow(colour: Colour, strength: float, w: int, h: int) -> pygame.Surface:
    surface = pygame.transform.smoothscale(_build_falloff(), (w, h))
    surface.fill((*colour[:3], round(255 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _paint_backdrop(room: Colour, lights: tuple[SoftLight, ...], w: int, h: int) -> pygame.Surface:
    """Sum up the light at a fraction of the size, spread it out, and dither it."""
    coarse = pygame.Surface((max(2, w // _COARSE), max(2, h // _COARSE)), depth=24)
    coarse.fill([min(255, part * _FINER) for part in room[:3]])
    for light in lights:
        _add_light(coarse, light)
    surface = pygame.transform.smoothscale(coarse, (w, h))
    _subtract_tile(surface, _build_tile())
    # Halfway rounding of this blend is upwards, which the tile has allowed for.
    quarter = 256 // _FINER
    surface.fill((quarter, quarter, quarter), special_flags=pygame.BLEND_RGB_MULT)
    return surface


def _add_light(surface: pygame.Surface, light: SoftLight) -> None:
    w, h = surface.get_size()
    rx, ry = max(1, round(light.across * w / 2)), max(1, round(light.down * h / 2))
    spot = pygame.transform.smoothscale(_build_falloff(), (2 * rx, 2 * ry)).premul_alpha()
    spot.fill([min(255, part * _FINER) for part in light.colour[:3]], None, pygame.BLEND_RGB_MULT)
    place = (round(light.x * w) - rx, round(light.y * h) - ry)
    surface.blit(spot, place, special_flags=pygame.BLEND_RGB_ADD)


@lru_cache(maxsize=1)
def _build_falloff() -> pygame.Surface:
    """Give a round white light that fades smoothly to nothing at the edge of its square."""
    side = 256
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    surface.fill((255, 255, 255, 0))
    for radius in range(side // 2, 0, -1):
        part = 1 - radius / (side / 2)
        shade = round(255 * part * part * (3 - 2 * part))
        pygame.draw.circle(surface, (255, 255, 255, shade), (side / 2, side / 2), radius)
    return surface


def _build_tile() -> pygame.Surface:
    tile = pygame.Surface((2, 2), depth=24)
    for y, row in enumerate(_SPREAD):
        for x, shade in enumerate(row):
            tile.set_at((x, y), (shade, shade, shade))
    return tile


def _subtract_tile(surface: pygame.Surface, tile: pygame.Surface) -> None:
    """Subtract a tile from all of a surface, growing the tile first so that it takes few blits."""
    w, h = surface.get_size()
    while tile.get_width() < min(w, 256):
        side = tile.get_width()
        larger = pygame.Surface((2 * side, 2 * side), depth=24)
        larger.blits([(tile, (x, y)) for x in (0, side) for y in (0, side)])
        tile = larger
    side = tile.get_width()
    for y in range(0, h, side):
        for x in range(0, w, side):
            surface.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_SUB)
