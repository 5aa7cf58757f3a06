"""Turns, squeezes and scales what has been painted upright."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from red7_desktop.scene.paint.pixels import blit_over, make_blank

RIM: Final = 2
"""Clear pixels around a picture, so that its edges blend into nothing when it turns."""


class ImagePose(NamedTuple):
    """How a master is turned, squeezed across and scaled; `fine` is how large the master is."""

    angle: float
    flip: float
    zoom: float
    fine: float


def add_rim(surface: pygame.Surface) -> pygame.Surface:
    """Give a surface with `RIM` clear pixels around it."""
    wider = make_blank(surface.width + 2 * RIM, surface.height + 2 * RIM)
    blit_over(wider, surface, RIM, RIM)
    return wider


def turn_master(master: pygame.Surface, pose: ImagePose) -> pygame.Surface:
    """Squeeze across, then turn clockwise, then bring down to the final size.

    At rest the turn happens at the master's size and an averaging step follows, which gives the
    best edges; in motion, where the master is as large as life, one step does both.
    """
    if pose.flip != 1:
        width = max(1, round(master.width * pose.flip))
        master = pygame.transform.smoothscale(master, (width, master.height))
    if pose.fine == 1:
        return pygame.transform.rotozoom(master, -pose.angle, pose.zoom)
    result = pygame.transform.rotozoom(master, -pose.angle, 1.0) if pose.angle else master
    w, h = result.get_size()
    final = (max(1, round(w / pose.fine)), max(1, round(h / pose.fine)))
    return pygame.transform.smoothscale(result, final)
