"""The portraits of AI players and people: drawings of our own, an animal for each."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.look.own_faces import OWN_FACES
from red7_desktop.resources import asset_path
from red7_desktop.scene.paint.pictures import PaintedPicture

if TYPE_CHECKING:
    from collections.abc import Callable

_LOG: Final = logging.getLogger(__name__)

_PLAIN: Final = (189, 179, 199)

PORTRAITS: Final = frozenset({"newcomer", "casual", "steady", "sharp", "expert"})
"""The levels that have one, by key."""


def portrait(name: str) -> PaintedPicture | None:
    """Give the picture of a level's player, or of a face that people can have, for a square box.

    None where there is none.
    """
    if name not in PORTRAITS and name not in OWN_FACES:
        return None
    return PaintedPicture(("portrait", name), _painter(name))


def _painter(level: str) -> Callable[[int, int], pygame.Surface]:
    def paint(w: int, h: int) -> pygame.Surface:
        try:
            drawing = asset_path("avatars", f"{level}.svg").read_bytes()
            drawn = pygame.image.load_sized_svg(BytesIO(drawing), (w, h))
        except (OSError, ValueError, pygame.error) as error:
            _LOG.warning("the portrait %s cannot be shown: %s", level, type(error).__name__)
            return _draw_plain(w, h)
        # The rasteriser keeps the drawing's shape, and is a pixel off at some sizes.
        return drawn if drawn.get_size() == (w, h) else pygame.transform.smoothscale(drawn, (w, h))

    return paint


def _draw_plain(w: int, h: int) -> pygame.Surface:
    """Draw somebody without a face."""
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    pygame.draw.circle(surface, _PLAIN, (w / 2, 0.36 * h), 0.2 * min(w, h))
    pygame.draw.circle(surface, _PLAIN, (w / 2, h), 0.36 * min(w, h))
    return surface
