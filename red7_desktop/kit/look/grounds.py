"""What a table can be made of, beside the smooth dark: cloth, and boards of wood.

A texture is grey: it darkens what lies below it, by nothing where it is white. It is put together
of noise stretched to size, so that it costs a few milliseconds and is the same each time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

import pygame

Texture: TypeAlias = Callable[[pygame.Surface, float], None]
"""Lays itself over a surface. The number says how many pixels a design unit has."""


_WEAVE: Final = 150
"""Across, so many points of the cloth's noise are worked out before it repeats."""

_BOARD: Final = 176.0
"""How high a board is, in design units."""

_LENGTH: Final = 1300.0

_BOARDS: Final = 5
"""So many boards are made; they are laid again and again, turned round in every other row."""

_GRAIN: Final = ((9, 3, 214), (34, 5, 204), (96, 40, 224))
"""Noise that makes the grain: down and along the board, and its darkest shade."""

_SEAM: Final = (74, 68, 64)

_SWAY: Final = 5.0
"""How far the grain strays from its line, in design units."""


def _build_noise(seed: str, w: int, h: int, low: int, high: int) -> pygame.Surface:
    """Give grey noise, its shades between two."""
    shades = bytes(low + round(byte * (high - low) / 255) for byte in range(256))
    grey = Random(seed).randbytes(w * h).translate(shades)
    rgb = bytearray(3 * len(grey))
    for part in range(3):
        rgb[part::3] = grey
    return pygame.image.frombytes(bytes(rgb), (w, h), "RGB")


def _darken(surface: pygame.Surface, texture: pygame.Surface, place: tuple[int, int]) -> None:
    surface.blit(texture, place, special_flags=pygame.BLEND_RGB_MULT)


def paint_felt(surface: pygame.Surface, unit: float) -> None:
    """Lay cloth: short fibres that lie in all directions, and a nap that catches light unevenly."""
    w, h = surface.get_size()
    side = max(8, round(_WEAVE * 2 * unit))
    fine = pygame.transform.smoothscale(
        _build_noise("fibres", _WEAVE, _WEAVE, 196, 255), (side, side)
    )
    across = pygame.transform.smoothscale(
        _build_noise("threads", _WEAVE // 3, _WEAVE, 224, 255), (side, side)
    )
    down = pygame.transform.rotate(across, 90)
    for thread in (across, down):
        _darken(fine, thread, (0, 0))
    for top in range(0, h, side):
        for left in range(0, w, side):
            _darken(surface, fine, (left, top))
    _darken(
        surface, pygame.transform.smoothscale(_build_noise("nap", 14, 9, 222, 255), (w, h)), (0, 0)
    )


def paint_wood(surface: pygame.Surface, unit: float) -> None:
    """Lay boards, each with its own tone and grain, ends and seams dark."""
    w, h = surface.get_size()
    high, long = max(4, round(_BOARD * unit)), max(8, round(_LENGTH * unit))
    cut = [_draw_board(long, high, unit, seed) for seed in range(_BOARDS)]
    turned = [pygame.transform.flip(board, True, False) for board in cut]
    seam = max(1, round(1.6 * unit))
    chance = Random("boards")
    for row, top in enumerate(range(0, h, high)):
        left = -round(long * ((row * 0.37) % 1.0))
        while left < w:
            _darken(surface, chance.choice((cut, turned)[row % 2]), (left, top))
            for box in ((left, top + high - seam, long, seam), (left, top, seam, high)):
                surface.fill(_SEAM, box, pygame.BLEND_RGB_MULT)
            left += long


def _draw_board(w: int, h: int, unit: float, seed: int) -> pygame.Surface:
    """Give one board; its grain sways from one end to the other."""
    chance = Random(seed)
    tone = chance.randint(226, 255)
    straight = pygame.Surface((w, h), depth=24)
    straight.fill((tone, tone, tone))
    for rows, columns, low in _GRAIN:
        grain = _build_noise(f"{seed}:{rows}", columns, rows, low, 255)
        _darken(straight, pygame.transform.smoothscale(grain, (w, h)), (0, 0))
    board = pygame.Surface((w, h), depth=24)
    phase, step = chance.uniform(0.0, 6.3), max(1, round(2 * unit))
    for x in range(0, w, step):
        turn = x / (unit * 210.0)
        sway = _SWAY * unit * (math.sin(turn + phase) + 0.5 * math.sin(2.7 * turn + 2 * phase))
        shift = round(sway) % h
        for y in (shift, shift - h):
            board.blit(straight, (x, y), (x, 0, step, h))
    return board


TEXTURES: Final[Mapping[str, Texture]] = MappingProxyType({"felt": paint_felt, "wood": paint_wood})
"""What lies over the ground of a theme, by the theme's `ground`; nothing over others."""
