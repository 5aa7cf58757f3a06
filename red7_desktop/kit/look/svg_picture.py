"""Turns a drawing file into a picture of an exact size in pixels."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import pygame

DOUBLED_UP_TO: Final = 300
"""The greatest length in pixels for which a drawing is made at twice its size."""


class DrawingDamaged(ValueError):
    """A drawing file cannot be shown; the message names the file and says why."""


def rasterise(file: Path, size: tuple[int, int]) -> pygame.Surface:
    """Draw an SVG file at a size in pixels, its colours premultiplied by their alpha.

    A small drawing is made at twice the size and scaled down, which smooths it better than the
    rasteriser does by itself; premultiplied, no dark fringe grows where it ends. A large one has
    pixels enough, and four times as many would take four times as long.

    Raises DrawingDamaged when the file is missing, cut short, no drawing at all, or shows nothing.
    """
    data = _read(file)
    scale = 2 if max(size) <= DOUBLED_UP_TO else 1
    scaled = (scale * size[0], scale * size[1])
    try:
        drawn = pygame.image.load_sized_svg(BytesIO(data), scaled)
    except (pygame.error, ValueError) as reason:
        raise DrawingDamaged(f"{file.name}: {reason}") from reason
    if not drawn.get_bounding_rect():
        raise DrawingDamaged(f"{file.name}: shows nothing")
    picture = pygame.transform.smoothscale(drawn.premul_alpha(), size)
    if drawn.get_width() % size[0] or drawn.get_height() % size[1]:
        _make_solid(picture)
    return picture


def _make_solid(picture: pygame.Surface) -> None:
    """Make up for scaling by a broken number, which takes 1 of 255 off what was solid."""
    lost = picture.copy()
    lost.fill((2, 2, 2, 2), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(lost, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)


def _read(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as reason:
        raise DrawingDamaged(f"{file.name}: {reason.strerror}") from reason
    # The rasteriser draws what it finds of a file that was cut short, without a complaint.
    if not data.rstrip().endswith(b"</svg>"):
        raise DrawingDamaged(f"{file.name}: ends too early")
    return data


def to_straight_alpha(picture: pygame.Surface) -> pygame.Surface:
    """Give a premultiplied picture in pygame's usual kind, its edge as bright as it was.

    Dividing by the alpha is slow here and coarse where the alpha is low. A card's rim has one
    colour all around, so that colour goes below the half-covered pixels instead.
    """
    width, height = picture.get_size()
    result = pygame.Surface((width, height), pygame.SRCALPHA)
    edge = picture.get_at((width // 2, 0))
    result.fill((edge.r, edge.g, edge.b, 255))
    result.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    result.blit(to_white(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return result


def to_white(picture: pygame.Surface) -> pygame.Surface:
    """Give the shape of a picture in white, with straight alpha."""
    white = picture.copy()
    white.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return white


def tint_white(white: pygame.Surface, tint: pygame.Color) -> pygame.Surface:
    """Give a white shape in another colour; the tint's alpha fades it."""
    copy = white.copy()
    copy.fill(tint, special_flags=pygame.BLEND_RGBA_MULT)
    return copy
