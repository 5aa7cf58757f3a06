"""The arcs of a ring: where they lie, and their pictures with or without light."""

from __future__ import annotations

import math
from typing import Final

import pygame

from red7_desktop.kit.hud.glow import blur
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.paint.pictures import PaintedPicture
from red7_desktop.scene.theme.colour import Colour

_APART: Final = 5.2
"""Degrees between two arcs."""

_FINE: Final = 4


class RingArc:
    """Where one of `count` arcs lies around the middle of a ring, in design units; 0 is on top."""

    def __init__(self, nth: int, count: int, radius: float, width: float) -> None:
        self.radius, self.width = radius, width
        first = -90 + (nth - 0.5) * 360 / count + _APART / 2
        last = first + 360 / count - _APART
        turns = [math.radians(first + (last - first) * step / 48) for step in range(49)]
        self._rays = [Vec(math.cos(turn), math.sin(turn)) for turn in turns]

    @property
    def ends(self) -> tuple[Vec, Vec]:
        """The middles of its round ends."""
        return self._rays[0] * self.radius, self._rays[-1] * self.radius

    def outline(self, width: float) -> list[Vec]:
        """Give the points around it at a width, without the ends."""
        outer = [ray * (self.radius + width / 2) for ray in self._rays]
        inner = [ray * (self.radius - width / 2) for ray in self._rays]
        return [*outer, *reversed(inner)]

    def box(self, margin: float) -> Rect:
        """Give the rectangle around it with its ends, and a margin."""
        return Rect.around(self.outline(self.width)).inflated(self.width / 2 + margin)


def arc_picture(arc: RingArc, box: Rect, colour: Colour, is_active: bool) -> PaintedPicture:
    """Give the picture of an arc in a box."""
    key = ("ring arc", tuple(box), arc.radius, arc.width, colour, is_active)

    def paint(w: int, h: int) -> pygame.Surface:
        unit = w / box.w
        surface = _clear(w, h, colour)
        if is_active:
            light = _clear(w, h, colour)
            _draw_arc(light, arc, arc.width * 1.5, box, colour)
            light = blur(light, arc.width * 1.3 * unit)
            surface.blit(light, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        _draw_arc(surface, arc, arc.width, box, colour)
        return surface

    return PaintedPicture(key, paint)


def _clear(w: int, h: int, colour: Colour) -> pygame.Surface:
    """Give a clear surface whose hidden colour is that of the arc, so that edges stay clean."""
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    return surface


def _draw_arc(
    surface: pygame.Surface, arc: RingArc, width: float, box: Rect, colour: Colour
) -> None:
    """Draw an arc with round ends into a surface that shows a box."""
    fine = _clear(surface.width * _FINE, surface.height * _FINE, colour)
    unit = fine.width / box.w
    pygame.draw.polygon(
        fine, colour, [(point - box.position) * unit for point in arc.outline(width)]
    )
    for end in arc.ends:
        pygame.draw.circle(fine, colour, (end - box.position) * unit, width / 2 * unit)
    surface.blit(pygame.transform.smoothscale(fine, surface.get_size()), (0, 0))
