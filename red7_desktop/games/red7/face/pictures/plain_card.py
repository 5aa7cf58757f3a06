"""Draws a plain card where a drawing file is missing or damaged: colour, number and symbol."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import pygame

from red7_desktop.games.red7.face.pictures.card_design import (
    BAND_TOP,
    CORNER,
    HEIGHT,
    WIDTH,
    CardColour,
)

Points = tuple[tuple[float, float], ...]
FontOf = Callable[[int], pygame.font.Font]

_OVERSIZE: Final = 3
"""Plain shapes have hard edges: they are drawn this much larger and scaled down."""


def _wheel(count: int, *radii: float) -> Points:
    """Give points around (0, 0), the first one up, their distances taken from radii in turn."""
    return tuple(
        (
            radii[i % len(radii)] * math.sin(2 * math.pi * i / count),
            -radii[i % len(radii)] * math.cos(2 * math.pi * i / count),
        )
        for i in range(count)
    )


_MOON: Final = tuple(
    (math.cos(math.radians(angle)) * radius + shift, math.sin(math.radians(angle)) * radius)
    for radius, shift, angles in ((1.0, 0.0, range(55, 306, 10)), (0.83, 0.45, range(278, 81, -12)))
    for angle in angles
)
_DROP: Final = ((0.0, -1.0), *((0.65 * x, 0.35 + 0.65 * y) for x, y in _wheel(24, 1.0)[4:21]))

OUTLINES: Final[Mapping[str, Points]] = {
    "sun": _wheel(14, 1.0, 0.66),
    "hexagon": _wheel(6, 1.0),
    "star": _wheel(10, 1.0, 0.45),
    "diamond": _wheel(4, 1.0, 0.75),
    "triangle": _wheel(3, 1.0),
    "crescent": _MOON,
    "drop": _DROP,
}
"""The symbols, roughly, in a box of 1 unit each way."""


def plain_symbol(symbol: str, px: int) -> pygame.Surface:
    """Draw a symbol in white, `px` wide and high, premultiplied."""
    side = px * _OVERSIZE
    canvas = pygame.Surface((side, side), pygame.SRCALPHA)
    half = side / 2
    points = [(half + x * half, half + y * half) for x, y in OUTLINES[symbol]]
    pygame.draw.polygon(canvas, "#ffffff", points)
    return pygame.transform.smoothscale(canvas.premul_alpha(), (px, px))


def plain_disc(px: int) -> pygame.Surface:
    """Draw a white disc in place of an icon, premultiplied."""
    side = px * _OVERSIZE
    canvas = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(canvas, "#ffffff", (side / 2, side / 2), side / 2)
    return pygame.transform.smoothscale(canvas.premul_alpha(), (px, px))


def plain_panel(size: tuple[int, int], fill: str, rim: str) -> pygame.Surface:
    """Draw an empty card with a rim, premultiplied."""
    large = (size[0] * _OVERSIZE, size[1] * _OVERSIZE)
    canvas = pygame.Surface(large, pygame.SRCALPHA)
    corner = round(large[0] * CORNER / WIDTH)
    pygame.draw.rect(canvas, fill, canvas.get_rect(), border_radius=corner)
    width = max(_OVERSIZE, large[0] // 60)
    pygame.draw.rect(canvas, rim, canvas.get_rect(), width, border_radius=corner)
    return pygame.transform.smoothscale(canvas.premul_alpha(), size)


def plain_face(
    size: tuple[int, int], colour: CardColour, numeral: str, font_of: FontOf, *, has_band: bool
) -> pygame.Surface:
    """Draw a face with its number, if it has one, over its symbol, premultiplied.

    The band is for the rule word, which is written later.
    """
    width, height = size
    card = plain_panel(size, colour.base, colour.word)
    if has_band:
        band = plain_panel(size, colour.band, colour.word)
        top = round(BAND_TOP / HEIGHT * height)
        # A copy, not a blend: the corners of the band are as round as the card's.
        card.fill((0, 0, 0, 0), (0, top, width, height - top))
        card.blit(band, (0, top), (0, top, width, height - top), pygame.BLEND_PREMULTIPLIED)
    symbol = plain_symbol(colour.symbol, max(1, round(width * 0.36)))
    symbol.fill(colour.ink, special_flags=pygame.BLEND_RGBA_MULT)
    middle = 0.68 if numeral else 0.45
    _put(card, symbol, height * middle)
    if numeral:
        letters = font_of(max(1, round(width * 0.5)))
        _put(card, letters.render(numeral, True, colour.ink).premul_alpha(), height * 0.32)
    return card


def _put(card: pygame.Surface, part: pygame.Surface, middle: float) -> None:
    """Paint a part onto the card's upright middle line."""
    place = part.get_rect(center=(card.get_width() / 2, middle))
    card.blit(part, place, special_flags=pygame.BLEND_PREMULTIPLIED)
