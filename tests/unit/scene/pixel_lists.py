"""Looks at surfaces pixel by pixel."""

from __future__ import annotations

import pygame


def channels(surface: pygame.Surface) -> list[tuple[int, ...]]:
    """List every pixel as red, green, blue, alpha, row by row."""
    return [
        tuple(surface.get_at((x, y))) for y in range(surface.height) for x in range(surface.width)
    ]
