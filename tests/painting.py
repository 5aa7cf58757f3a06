"""Paints at once what the program paints in steps, as many as a frame has time for."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from red7_desktop.scene.pictures import PaintedPicture


def painted_at_once(picture: PaintedPicture, w: int, h: int) -> pygame.Surface:
    """Paint a picture of so many pixels."""
    found: list[pygame.Surface] = []

    def steps() -> Iterator[None]:
        found.append((yield from picture.steps(w, h)))

    for _ in steps():
        pass
    return found[0]
