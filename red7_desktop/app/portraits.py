"""The portraits of the AI players: drawings of our own, an animal for each level."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.resources import asset
from red7_desktop.scene.pictures import PaintedPicture

if TYPE_CHECKING:
    from collections.abc import Callable

PORTRAITS: Final = frozenset({"newcomer", "casual", "steady", "sharp", "expert"})
"""The levels that have one, by key."""


def portrait(level: str) -> PaintedPicture | None:
    """Give the picture of a level's player, for a square box; None where there is none."""
    if level not in PORTRAITS:
        return None
    return PaintedPicture(("portrait", level), _painter(level))


def _painter(level: str) -> Callable[[int, int], pygame.Surface]:
    def paint(w: int, h: int) -> pygame.Surface:
        drawing = asset("avatars", f"{level}.svg").read_bytes()
        return pygame.image.load_sized_svg(BytesIO(drawing), (w, h))

    return paint
