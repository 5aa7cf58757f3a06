"""Icons, emblems, the arcs of rings and portraits as vectors.

Each icon is a list of strokes and shapes in a square of 1 by 1, drawn larger and averaged.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import pairwise
from types import MappingProxyType
from typing import Concatenate, Final, ParamSpec, TypeAlias

import pygame

from red7_desktop.kit.texts import Texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.paint.surfaces import blur, list_bar_corners
from red7_desktop.scene.pictures import Colour, PaintedPicture

Point: TypeAlias = tuple[float, float]
_FINE: Final = 8
"""Samples per pixel, each way."""
_STROKE: Final = 0.085
"""The usual width of a line, as a part of the side."""
_WHITE: Final = (255, 255, 255, 255)
_CLEAR: Final = (255, 255, 255, 0)


def build_icon(name: str, colour: Colour) -> PaintedPicture:
    """Return the picture of an icon or an emblem, for a square box. Raises KeyError."""
    if name not in _DRAWINGS:
        raise KeyError(f"{name!r} is none of {', '.join(_DRAWINGS)}")
    return PaintedPicture(("icon", name, colour), lambda w, h: paint_icon(name, min(w, h), colour))


def paint_icon(name: str, px: int, colour: Colour) -> pygame.Surface:
    """Draw an icon in a square of `px` pixels, with straight alpha."""
    pen = Pen(px)
    for draw in _DRAWINGS[name]:
        draw(pen)
    return pen.inked(colour)


def build_arc(part: float, colour: Colour) -> PaintedPicture:
    """Return a part of a ring that begins at the top, for a square box."""

    def paint(w: int, h: int) -> pygame.Surface:
        pen = Pen(min(w, h))
        pen.arc((0.5, 0.5), 0.465, -90, -90 + 360 * part, width=0.06)
        return pen.inked(colour)

    return PaintedPicture(("arc", part, colour), paint)


_APART: Final = 5.2
"""Degrees between two arcs of a ring."""
_FINE_ARC: Final = 4


def build_ring_arc(
    nth: int, count: int, radius: float, width: float, colour: Colour, *, glow: float = 0.0
) -> tuple[PaintedPicture, Rect]:
    """Return one of `count` arcs of a ring, the first on top, and its box around the middle.

    radius, width: in design units. glow: how far its light reaches, 0 for none.
    """
    first = -90 + (nth - 0.5) * 360 / count + _APART / 2
    last = first + 360 / count - _APART
    turns = [math.radians(first + (last - first) * step / 48) for step in range(49)]
    rays = [Vec(math.cos(turn), math.sin(turn)) for turn in turns]

    def outline(width: float) -> list[Vec]:
        outer = [ray * (radius + width / 2) for ray in rays]
        return [*outer, *[ray * (radius - width / 2) for ray in reversed(rays)]]

    box = Rect.around(outline(width)).inflated(width / 2 + (glow or 1.0))

    def draw(w: int, h: int, wide: float) -> pygame.Surface:
        fine = _make_clear(w * _FINE_ARC, h * _FINE_ARC, colour)
        unit = fine.width / box.w
        points = [(point - box.position) * unit for point in outline(wide)]
        pygame.draw.polygon(fine, colour, points)
        for end in (rays[0], rays[-1]):
            pygame.draw.circle(fine, colour, (end * radius - box.position) * unit, wide / 2 * unit)
        surface = _make_clear(w, h, colour)
        surface.blit(pygame.transform.smoothscale(fine, (w, h)), (0, 0))
        return surface

    def paint(w: int, h: int) -> pygame.Surface:
        surface = _make_clear(w, h, colour)
        if glow:
            light = blur(draw(w, h, width * 1.5), width * 1.3 * w / box.w, 4)
            surface.blit(light, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        surface.blit(draw(w, h, width), (0, 0))
        return surface

    return PaintedPicture(("ring arc", tuple(box), radius, width, colour, glow > 0), paint), box


def _make_clear(w: int, h: int, colour: Colour) -> pygame.Surface:
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    return surface


class Pen:
    """Draws white shapes on a clear square; lengths and points are parts of its side."""

    def __init__(self, px: int) -> None:
        self._px = px
        self._fine = _FINE if px <= 96 else _FINE // 2
        self._side = px * self._fine
        # White all over, so that averaging at the edges changes nothing but the alpha.
        self._surface = pygame.Surface((self._side, self._side), pygame.SRCALPHA)
        self._surface.fill(_CLEAR)

    def line(self, *points: Point, width: float = _STROKE) -> None:
        radius = width * self._side / 2
        spots = [self._spot(point) for point in points]
        for start, end in pairwise(spots):
            pygame.draw.polygon(self._surface, _WHITE, list_bar_corners(start, end, radius))
        for spot in spots:
            pygame.draw.circle(self._surface, _WHITE, spot, radius)

    def arc(
        self, centre: Point, radius: float, start: float, end: float, *, width: float = _STROKE
    ) -> None:
        """Draw an arc clockwise from one angle to another, in degrees; 0 is to the right."""
        steps = max(8, round(abs(end - start) / 4))
        turns = [start + (end - start) * step / steps for step in range(steps + 1)]
        self.line(*[point_around(centre, radius, degrees) for degrees in turns], width=width)

    def ring(self, centre: Point, radius: float, *, width: float = _STROKE) -> None:
        self.arc(centre, radius, 0, 360, width=width)

    def disc(self, centre: Point, radius: float, *, cut: bool = False) -> None:
        colour = _CLEAR if cut else _WHITE
        pygame.draw.circle(self._surface, colour, self._spot(centre), radius * self._side)

    def shape(self, *points: Point) -> None:
        pygame.draw.polygon(self._surface, _WHITE, [self._spot(point) for point in points])

    def box(
        self, x: float, y: float, w: float, h: float, *, radius: float = 0.0, line: float = 0.0
    ) -> None:
        side = self._side
        rect = pygame.Rect(round(x * side), round(y * side), round(w * side), round(h * side))
        pygame.draw.rect(
            self._surface, _WHITE, rect, round(line * side), border_radius=round(radius * side)
        )

    def inked(self, colour: Colour) -> pygame.Surface:
        done = pygame.transform.smoothscale(self._surface, (self._px, self._px))
        done.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        return done

    def _spot(self, point: Point) -> Point:
        return (point[0] * self._side, point[1] * self._side)


def point_around(centre: Point, radius: float, degrees: float) -> Point:
    """Return a point at a distance from a centre; degrees: clockwise, 0 is to the right."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


P = ParamSpec("P")
Stroke: TypeAlias = Callable[[Pen], None]


def _later(draw: Callable[Concatenate[Pen, P], None]) -> Callable[P, Stroke]:
    def stroke(*args: P.args, **options: P.kwargs) -> Stroke:
        return lambda pen: draw(pen, *args, **options)

    return stroke


_line, _arc, _ring = _later(Pen.line), _later(Pen.arc), _later(Pen.ring)
_disc, _shape, _box = _later(Pen.disc), _later(Pen.shape), _later(Pen.box)
_MIDDLE: Final = (0.5, 0.5)
_BULB: Final = (0.5, 0.47)
_SEVENTH: Final = 360 / 7
_DRAWINGS: Final[Mapping[str, tuple[Stroke, ...]]] = MappingProxyType(
    {
        "tick": (_line((0.16, 0.54), (0.41, 0.79), (0.86, 0.25), width=0.14),),
        "cross": (
            _line((0.21, 0.21), (0.79, 0.79), width=0.13),
            _line((0.79, 0.21), (0.21, 0.79), width=0.13),
        ),
        "crown": (
            _shape(
                *((0.1, 0.34), (0.29, 0.55), (0.5, 0.17), (0.71, 0.55)),
                *((0.9, 0.34), (0.84, 0.76), (0.16, 0.76)),
            ),
            *(_disc(peak, 0.07) for peak in ((0.1, 0.32), (0.5, 0.15), (0.9, 0.32))),
            _box(0.16, 0.81, 0.68, 0.09, radius=0.03),
        ),
        "undo": (
            _line((0.17, 0.37), (0.6, 0.37)),
            _arc((0.6, 0.585), 0.215, -90, 90),
            _line((0.6, 0.8), (0.38, 0.8)),
            _line((0.34, 0.18), (0.15, 0.37), (0.34, 0.56)),
        ),
        "hint": (
            _arc(_BULB, 0.24, 128, 412),
            _line((0.355, 0.66), (0.39, 0.75)),
            _line((0.645, 0.66), (0.61, 0.75)),
            _line((0.39, 0.76), (0.61, 0.76)),
            _line((0.43, 0.89), (0.57, 0.89)),
            *(
                _line(point_around(_BULB, 0.34, ray), point_around(_BULB, 0.405, ray), width=0.07)
                for ray in (-150, -90, -30)
            ),
        ),
        "settings": (
            *(
                _line(
                    *(point_around(_MIDDLE, radius, tooth) for radius in (0.28, 0.385)), width=0.145
                )
                for tooth in range(0, 360, 45)
            ),
            _disc(_MIDDLE, 0.31),
            _disc(_MIDDLE, 0.165, cut=True),
        ),
        "log": (
            *(_disc((0.19, 0.23 + 0.18 * nth), 0.055) for nth in range(4)),
            *(
                _line((0.35, 0.23 + 0.18 * nth), (0.35 + length, 0.23 + 0.18 * nth), width=0.08)
                for nth, length in enumerate((0.5, 0.38, 0.5, 0.3))
            ),
        ),
        "speed": tuple(_shape((x, 0.24), (x + 0.38, 0.5), (x, 0.76)) for x in (0.14, 0.47)),
        "menu": tuple(_line((0.18, y), (0.82, y), width=0.09) for y in (0.27, 0.5, 0.73)),
        "help": (
            _ring(_MIDDLE, 0.4),
            _arc((0.5, 0.415), 0.125, -170, 75, width=0.085),
            _line((0.53, 0.535), (0.5, 0.6), width=0.085),
            _disc((0.5, 0.73), 0.055),
        ),
        "eye": (
            _arc((0.5, 0.86), 0.55, -139, -41),
            _arc((0.5, 0.14), 0.55, 41, 139),
            _disc(_MIDDLE, 0.14),
        ),
        "flag": (
            _line((0.27, 0.16), (0.27, 0.86)),
            _shape((0.27, 0.18), (0.8, 0.2), (0.66, 0.37), (0.8, 0.55), (0.27, 0.55)),
        ),
        "draw": (
            _box(0.2, 0.12, 0.46, 0.66, radius=0.08, line=0.075),
            _disc((0.68, 0.7), 0.27, cut=True),
            _line((0.68, 0.54), (0.68, 0.86), width=0.09),
            _line((0.52, 0.7), (0.84, 0.7), width=0.09),
        ),
        "wait": tuple(_disc((x, 0.5), 0.09) for x in (0.22, 0.5, 0.78)),
        "next": (
            _line((0.14, 0.5), (0.82, 0.5), width=0.11),
            _line((0.56, 0.24), (0.84, 0.5), (0.56, 0.76), width=0.11),
        ),
        "pause": tuple(_line((x, 0.2), (x, 0.8), width=0.13) for x in (0.3, 0.7)),
        "play": (_shape((0.26, 0.14), (0.84, 0.5), (0.26, 0.86)),),
        "pin": (
            _line((0.32, 0.16), (0.68, 0.16), width=0.11),
            _shape((0.38, 0.16), (0.62, 0.16), (0.66, 0.5), (0.34, 0.5)),
            _line((0.24, 0.54), (0.76, 0.54), width=0.11),
            _line((0.5, 0.56), (0.5, 0.88)),
        ),
        "calendar": (
            _box(0.14, 0.2, 0.72, 0.66, radius=0.1, line=_STROKE),
            _box(0.14, 0.2, 0.72, 0.24, radius=0.08),
            *(_line((x, 0.13), (x, 0.24)) for x in (0.34, 0.66)),
            _disc((0.64, 0.64), 0.085),
        ),
        "lock": (
            _box(0.22, 0.46, 0.56, 0.42, radius=0.08),
            _arc((0.5, 0.42), 0.19, 180, 360),
            _line((0.31, 0.42), (0.31, 0.5)),
            _line((0.69, 0.42), (0.69, 0.5)),
        ),
        "target": (
            _ring(_MIDDLE, 0.4, width=0.08),
            _ring(_MIDDLE, 0.22, width=0.08),
            _disc(_MIDDLE, 0.085),
        ),
        "learn": tuple(
            _box(left, top, 0.66, 0.2, radius=0.05)
            for left, top in ((0.2, 0.14), (0.12, 0.4), (0.18, 0.66))
        ),
        "sides": (
            _line((0.36, 0.26), (0.12, 0.5), (0.36, 0.74)),
            _line((0.64, 0.26), (0.88, 0.5), (0.64, 0.74)),
        ),
        # Replays.
        "step_on": (_line((0.38, 0.22), (0.66, 0.5), (0.38, 0.78), width=0.11),),
        "step_back": (_line((0.62, 0.22), (0.34, 0.5), (0.62, 0.78), width=0.11),),
        "turn_on": tuple(
            _line((x, 0.22), (x + 0.27, 0.5), (x, 0.78), width=0.11) for x in (0.2, 0.52)
        ),
        "turn_back": tuple(
            _line((x, 0.22), (x - 0.27, 0.5), (x, 0.78), width=0.11) for x in (0.8, 0.48)
        ),
        "round_on": (
            _line((0.26, 0.22), (0.54, 0.5), (0.26, 0.78), width=0.11),
            _line((0.76, 0.22), (0.76, 0.78), width=0.11),
        ),
        "round_back": (
            _line((0.74, 0.22), (0.46, 0.5), (0.74, 0.78), width=0.11),
            _line((0.24, 0.22), (0.24, 0.78), width=0.11),
        ),
        "person": (
            _disc((0.5, 0.3), 0.18),
            _arc((0.5, 0.88), 0.3, 180, 360, width=0.1),
            _line((0.2, 0.88), (0.8, 0.88), width=0.1),
        ),
        "hands": tuple(
            _box(left, top, 0.34, high, radius=0.06, line=0.075)
            for left, top, high in ((0.08, 0.26, 0.5), (0.33, 0.2, 0.56), (0.58, 0.26, 0.5))
        ),
        "copy": (
            _box(0.14, 0.12, 0.48, 0.56, radius=0.07, line=0.075),
            _line((0.72, 0.34), (0.84, 0.34), (0.84, 0.86), (0.38, 0.86), (0.38, 0.78)),
        ),
        "picture": (
            _box(0.08, 0.26, 0.84, 0.58, radius=0.1, line=0.08),
            _box(0.34, 0.14, 0.32, 0.14, radius=0.04),
            _ring((0.5, 0.55), 0.16),
        ),
        "film": (
            _box(0.06, 0.24, 0.6, 0.52, radius=0.1, line=0.08),
            _shape((0.7, 0.46), (0.94, 0.28), (0.94, 0.72), (0.7, 0.54)),
        ),
        # The emblems of achievements.
        "cards": (
            _box(0.12, 0.2, 0.34, 0.6, radius=0.06, line=0.075),
            _box(0.54, 0.2, 0.34, 0.6, radius=0.06),
        ),
        "bars": tuple(
            _box(x, y, 0.18, 0.86 - y, radius=0.05)
            for x, y in ((0.14, 0.6), (0.41, 0.4), (0.68, 0.16))
        ),
        "flame": (
            _shape(
                *((0.52, 0.06), (0.72, 0.36), (0.8, 0.6), (0.7, 0.82), (0.5, 0.94)),
                *((0.3, 0.82), (0.2, 0.6), (0.3, 0.36), (0.4, 0.46)),
            ),
            _disc((0.5, 0.72), 0.12, cut=True),
        ),
        "ladder": (
            *(_line((x, 0.1), (x, 0.9)) for x in (0.3, 0.7)),
            *(_line((0.3, y), (0.7, y)) for y in (0.26, 0.5, 0.74)),
        ),
        "star": (
            _shape(
                *(
                    point_around((0.5, 0.53), 0.19 if nth % 2 else 0.46, -90 + 36 * nth)
                    for nth in range(10)
                )
            ),
        ),
        "medal": (
            _line((0.3, 0.08), (0.5, 0.42), width=0.12),
            _line((0.7, 0.08), (0.5, 0.42), width=0.12),
            _disc((0.5, 0.64), 0.28),
            _disc((0.5, 0.64), 0.13, cut=True),
        ),
        "peak": (
            _shape((0.04, 0.86), (0.4, 0.26), (0.58, 0.56), (0.68, 0.42), (0.96, 0.86)),
            _line((0.4, 0.3), (0.4, 0.08)),
            _shape((0.4, 0.06), (0.62, 0.13), (0.4, 0.2)),
        ),
        "seats": (
            _disc(_MIDDLE, 0.22),
            *(_disc(point_around(_MIDDLE, 0.39, -90 + 72 * nth), 0.085) for nth in range(5)),
        ),
        "rings": tuple(_ring(_MIDDLE, radius, width=0.075) for radius in (0.12, 0.26, 0.4)),
        "wheel": tuple(
            _shape(
                *(point_around(_MIDDLE, 0.44, start + 10 * step) for step in range(5)),
                *(point_around(_MIDDLE, 0.2, start + 10 * step) for step in reversed(range(5))),
            )
            for start in (-110 + nth * _SEVENTH for nth in range(7))
        ),
        "week": (
            *(_disc((0.2 + 0.2 * nth, 0.36), 0.085) for nth in range(4)),
            *(_disc((0.3 + 0.2 * nth, 0.64), 0.085) for nth in range(3)),
        ),
        "moon": (_disc((0.46, 0.5), 0.4), _disc((0.64, 0.4), 0.34, cut=True)),
        "pair": (_ring((0.37, 0.5), 0.24), _ring((0.63, 0.5), 0.24)),
        "piece": (
            _box(0.16, 0.3, 0.54, 0.54, radius=0.04),
            _disc((0.43, 0.26), 0.13),
            _disc((0.74, 0.57), 0.13),
            _disc((0.2, 0.57), 0.11, cut=True),
        ),
        "pieces": tuple(
            _box(x, y, 0.36, 0.36, radius=0.05, line=0.0 if x == y else 0.075)
            for x in (0.1, 0.54)
            for y in (0.1, 0.54)
        ),
        "book": (
            _shape((0.06, 0.24), (0.46, 0.32), (0.46, 0.86), (0.06, 0.76)),
            _shape((0.94, 0.24), (0.54, 0.32), (0.54, 0.86), (0.94, 0.76)),
        ),
        "rainbow": tuple(_arc((0.5, 0.72), radius, 180, 360) for radius in (0.18, 0.31, 0.44)),
        "coins": tuple(_box(0.2, y - 0.09, 0.6, 0.18, radius=0.09) for y in (0.74, 0.5, 0.26)),
        "broom": (
            _line((0.86, 0.1), (0.5, 0.48)),
            _shape((0.42, 0.42), (0.58, 0.58), (0.44, 0.92), (0.08, 0.56)),
        ),
        "house": (
            _shape((0.5, 0.1), (0.94, 0.5), (0.06, 0.5)),
            _box(0.18, 0.5, 0.22, 0.38),
            _box(0.6, 0.5, 0.22, 0.38),
            _box(0.18, 0.48, 0.64, 0.14),
        ),
    }
)
NAMES: Final = tuple(_DRAWINGS)
OWN_FACES: Final = ("cat", "bear", "rabbit", "frog", "panda", "penguin")
"""By the names of their files in assets/avatars, next to those of the AI players."""


def name_of_face(face: str, texts: Texts) -> str:
    """Return what someone with a face is called who has said no name: records need one."""
    return {
        "cat": texts("Cat"),
        "bear": texts("Bear"),
        "rabbit": texts("Rabbit"),
        "frog": texts("Frog"),
        "panda": texts("Panda"),
        "penguin": texts("Penguin"),
    }.get(face, texts("Guest"))


_LOG: Final = logging.getLogger(__name__)
_PLAIN: Final = (189, 179, 199)
PORTRAITS: Final = frozenset({"newcomer", "casual", "steady", "sharp", "expert"})
"""The levels that have one, by key."""


def portrait(name: str) -> PaintedPicture | None:
    """Return the picture of a level's player, or of a face that people can have, for a square box.

    None where there is none.
    """
    if name not in PORTRAITS and name not in OWN_FACES:
        return None
    return PaintedPicture(("portrait", name), lambda w, h: _paint_portrait(name, w, h))


def _paint_portrait(name: str, w: int, h: int) -> pygame.Surface:
    try:
        drawing = asset_path("avatars", f"{name}.svg").read_bytes()
        drawn = pygame.image.load_sized_svg(BytesIO(drawing), (w, h))
    except (OSError, ValueError, pygame.error) as error:
        _LOG.warning("the portrait %s cannot be shown: %s", name, type(error).__name__)
        return _draw_plain(w, h)
    # The rasteriser keeps the drawing's shape, and is a pixel off at some sizes.
    return drawn if drawn.get_size() == (w, h) else pygame.transform.smoothscale(drawn, (w, h))


def _draw_plain(w: int, h: int) -> pygame.Surface:
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    pygame.draw.circle(surface, _PLAIN, (w / 2, 0.36 * h), 0.2 * min(w, h))
    pygame.draw.circle(surface, _PLAIN, (w / 2, h), 0.36 * min(w, h))
    return surface
