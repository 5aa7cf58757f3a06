"""Draws a plain card where a drawing file is missing or damaged: tones, number and a shape.

All pictures are premultiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import pygame

from red7_desktop.kit.look.card_measures import BAND_TOP, CORNER, HEIGHT, WIDTH, CardTones

Points: TypeAlias = tuple[tuple[float, float], ...]
"""The corners of a shape in a box of 1 unit each way around (0, 0)."""

FontOf: TypeAlias = Callable[[int], pygame.font.Font]


_OVERSIZE: Final = 3
"""Plain shapes have hard edges: they are drawn this much larger and scaled down."""


def draw_plain_shape(shapes: Iterable[Points], px: int) -> pygame.Surface:
    """Draw shapes in white, `px` wide and high."""
    side = px * _OVERSIZE
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    half = side / 2
    for points in shapes:
        pygame.draw.polygon(
            surface, "#ffffff", [(half + x * half, half + y * half) for x, y in points]
        )
    return pygame.transform.smoothscale(surface.premul_alpha(), (px, px))


def draw_plain_disc(px: int) -> pygame.Surface:
    """Draw a white disc in place of an icon."""
    side = px * _OVERSIZE
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(surface, "#ffffff", (side / 2, side / 2), side / 2)
    return pygame.transform.smoothscale(surface.premul_alpha(), (px, px))


def draw_plain_panel(size: tuple[int, int], fill: str, rim: str) -> pygame.Surface:
    """Draw an empty card with a rim."""
    large = (size[0] * _OVERSIZE, size[1] * _OVERSIZE)
    surface = pygame.Surface(large, pygame.SRCALPHA)
    corner = round(large[0] * CORNER / WIDTH)
    pygame.draw.rect(surface, fill, surface.get_rect(), border_radius=corner)
    width = max(_OVERSIZE, large[0] // 60)
    pygame.draw.rect(surface, rim, surface.get_rect(), width, border_radius=corner)
    return pygame.transform.smoothscale(surface.premul_alpha(), size)


def draw_plain_face(
    size: tuple[int, int],
    tones: CardTones,
    numeral: str,
    shapes: Iterable[Points],
    font_of: FontOf,
    *,
    has_band: bool,
) -> pygame.Surface:
    """Draw a face with its number, if it has one, over its shapes.

    The band is for the word, which is written later.
    """
    width, height = size
    card = draw_plain_panel(size, tones.base, tones.word)
    if has_band:
        band = draw_plain_panel(size, tones.band, tones.word)
        top = round(BAND_TOP / HEIGHT * height)
        # A copy, not a blend: the corners of the band are as round as the card's.
        card.fill((0, 0, 0, 0), (0, top, width, height - top))
        card.blit(band, (0, top), (0, top, width, height - top), pygame.BLEND_PREMULTIPLIED)
    symbol = draw_plain_shape(shapes, max(1, round(width * 0.36)))
    symbol.fill(tones.ink, special_flags=pygame.BLEND_RGBA_MULT)
    middle = 0.68 if numeral else 0.45
    _put(card, symbol, height * middle)
    if numeral:
        letters = font_of(max(1, round(width * 0.5)))
        _put(card, letters.render(numeral, True, tones.ink).premul_alpha(), height * 0.32)
    return card


def _put(card: pygame.Surface, part: pygame.Surface, middle: float) -> None:
    """Paint a part onto the card's upright middle line."""
    place = part.get_rect(center=(card.get_width() / 2, middle))
    card.blit(part, place, special_flags=pygame.BLEND_PREMULTIPLIED)
