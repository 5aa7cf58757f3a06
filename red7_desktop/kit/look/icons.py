"""Icons and portraits as vectors.

Each icon is a list of strokes and shapes in a square of 1 by 1, drawn larger and
averaged.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.resources import asset_path
from red7_desktop.scene.pictures import Colour, PaintedPicture

if TYPE_CHECKING:
    from red7_desktop.kit.texts import Texts


def _draw_step_on(pen: Pen) -> None:
    pen.line((0.38, 0.22), (0.66, 0.5), (0.38, 0.78), width=0.11)


def _draw_step_back(pen: Pen) -> None:
    pen.line((0.62, 0.22), (0.34, 0.5), (0.62, 0.78), width=0.11)


def _draw_turn_on(pen: Pen) -> None:
    for x in (0.2, 0.52):
        pen.line((x, 0.22), (x + 0.27, 0.5), (x, 0.78), width=0.11)


def _draw_turn_back(pen: Pen) -> None:
    for x in (0.8, 0.48):
        pen.line((x, 0.22), (x - 0.27, 0.5), (x, 0.78), width=0.11)


def _draw_round_on(pen: Pen) -> None:
    pen.line((0.26, 0.22), (0.54, 0.5), (0.26, 0.78), width=0.11)
    pen.line((0.76, 0.22), (0.76, 0.78), width=0.11)


def _draw_round_back(pen: Pen) -> None:
    pen.line((0.74, 0.22), (0.46, 0.5), (0.74, 0.78), width=0.11)
    pen.line((0.24, 0.22), (0.24, 0.78), width=0.11)


def _draw_person(pen: Pen) -> None:
    pen.disc((0.5, 0.3), 0.18)
    pen.arc((0.5, 0.88), 0.3, 180, 360, width=0.1)
    pen.line((0.2, 0.88), (0.8, 0.88), width=0.1)


def _draw_hands(pen: Pen) -> None:
    pen.box(0.08, 0.26, 0.34, 0.5, radius=0.06, line=0.075)
    pen.box(0.33, 0.2, 0.34, 0.56, radius=0.06, line=0.075)
    pen.box(0.58, 0.26, 0.34, 0.5, radius=0.06, line=0.075)


def _draw_copy(pen: Pen) -> None:
    pen.box(0.14, 0.12, 0.48, 0.56, radius=0.07, line=0.075)
    pen.line((0.72, 0.34), (0.84, 0.34), (0.84, 0.86), (0.38, 0.86), (0.38, 0.78))


def _draw_picture(pen: Pen) -> None:
    pen.box(0.08, 0.26, 0.84, 0.58, radius=0.1, line=0.08)
    pen.box(0.34, 0.14, 0.32, 0.14, radius=0.04)
    pen.ring((0.5, 0.55), 0.16)


def _draw_film(pen: Pen) -> None:
    pen.box(0.06, 0.24, 0.6, 0.52, radius=0.1, line=0.08)
    pen.shape((0.7, 0.46), (0.94, 0.28), (0.94, 0.72), (0.7, 0.54))


REPLAY_DRAWINGS: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "step_on": _draw_step_on,
        "step_back": _draw_step_back,
        "turn_on": _draw_turn_on,
        "turn_back": _draw_turn_back,
        "round_on": _draw_round_on,
        "round_back": _draw_round_back,
        "person": _draw_person,
        "hands": _draw_hands,
        "copy": _draw_copy,
        "picture": _draw_picture,
        "film": _draw_film,
    }
)
Point = tuple[float, float]
_FINE: Final = 8
"""Samples per pixel, each way."""
_STROKE: Final = 0.085
"""The usual width of a line, as a part of the side."""
_WHITE: Final = (255, 255, 255, 255)
_CLEAR: Final = (255, 255, 255, 0)


class NoSuchIcon(KeyError):
    """Names an icon that is not drawn here."""


def build_icon(name: str, colour: Colour) -> PaintedPicture:
    """Return the picture of an icon, for a square box. Raises NoSuchIcon."""
    if name not in _DRAWINGS:
        raise NoSuchIcon(f"{name!r} is none of {', '.join(_DRAWINGS)}")
    return PaintedPicture(("icon", name, colour), lambda w, h: paint_icon(name, min(w, h), colour))


def paint_icon(name: str, px: int, colour: Colour) -> pygame.Surface:
    """Draw an icon in a square of `px` pixels, with straight alpha."""
    pen = Pen(px)
    _DRAWINGS[name](pen)
    return pen.inked(colour)


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
        """Draw a line through points, with round corners and ends."""
        radius = width * self._side / 2
        spots = [self._spot(point) for point in points]
        for start, end in pairwise(spots):
            across = math.atan2(end[1] - start[1], end[0] - start[0]) + math.pi / 2
            dx, dy = math.cos(across) * radius, math.sin(across) * radius
            corners = [
                (start[0] + dx, start[1] + dy),
                (end[0] + dx, end[1] + dy),
                (end[0] - dx, end[1] - dy),
                (start[0] - dx, start[1] - dy),
            ]
            pygame.draw.polygon(self._surface, _WHITE, corners)
        for spot in spots:
            pygame.draw.circle(self._surface, _WHITE, spot, radius)

    def arc(
        self, centre: Point, radius: float, start: float, end: float, *, width: float = _STROKE
    ) -> None:
        """Draw an arc clockwise from one angle to another, in degrees; 0 is to the right."""
        steps = max(8, round(abs(end - start) / 4))
        turns = [start + (end - start) * step / steps for step in range(steps + 1)]
        self.line(*[_point_around(centre, radius, degrees) for degrees in turns], width=width)

    def ring(self, centre: Point, radius: float, *, width: float = _STROKE) -> None:
        """Draw a circle."""
        self.arc(centre, radius, 0, 360, width=width)

    def disc(self, centre: Point, radius: float, *, cut: bool = False) -> None:
        """Fill a circle, or cut it out."""
        colour = _CLEAR if cut else _WHITE
        pygame.draw.circle(self._surface, colour, self._spot(centre), radius * self._side)

    def shape(self, *points: Point) -> None:
        """Fill a polygon."""
        pygame.draw.polygon(self._surface, _WHITE, [self._spot(point) for point in points])

    def box(
        self, x: float, y: float, w: float, h: float, *, radius: float = 0.0, line: float = 0.0
    ) -> None:
        """Fill a box with round corners, or draw its outline."""
        side = self._side
        rect = pygame.Rect(round(x * side), round(y * side), round(w * side), round(h * side))
        pygame.draw.rect(
            self._surface, _WHITE, rect, round(line * side), border_radius=round(radius * side)
        )

    def inked(self, colour: Colour) -> pygame.Surface:
        """Return what was drawn, in a colour, at its final size."""
        done = pygame.transform.smoothscale(self._surface, (self._px, self._px))
        done.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        return done

    def _spot(self, point: Point) -> Point:
        return (point[0] * self._side, point[1] * self._side)


def _point_around(centre: Point, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def _draw_tick(pen: Pen) -> None:
    pen.line((0.16, 0.54), (0.41, 0.79), (0.86, 0.25), width=0.14)


def _draw_cross(pen: Pen) -> None:
    pen.line((0.21, 0.21), (0.79, 0.79), width=0.13)
    pen.line((0.79, 0.21), (0.21, 0.79), width=0.13)


def _draw_crown(pen: Pen) -> None:
    peaks: Sequence[Point] = ((0.1, 0.34), (0.5, 0.17), (0.9, 0.34))
    pen.shape(peaks[0], (0.29, 0.55), peaks[1], (0.71, 0.55), peaks[2], (0.84, 0.76), (0.16, 0.76))
    for peak in peaks:
        pen.disc((peak[0], peak[1] - 0.02), 0.07)
    pen.box(0.16, 0.81, 0.68, 0.09, radius=0.03)


def _draw_undo(pen: Pen) -> None:
    pen.line((0.17, 0.37), (0.6, 0.37))
    pen.arc((0.6, 0.585), 0.215, -90, 90)
    pen.line((0.6, 0.8), (0.38, 0.8))
    pen.line((0.34, 0.18), (0.15, 0.37), (0.34, 0.56))


def _draw_hint(pen: Pen) -> None:
    pen.arc((0.5, 0.47), 0.24, 128, 412)
    pen.line((0.355, 0.66), (0.39, 0.75))
    pen.line((0.645, 0.66), (0.61, 0.75))
    pen.line((0.39, 0.76), (0.61, 0.76))
    pen.line((0.43, 0.89), (0.57, 0.89))
    for degrees in (-150, -90, -30):
        pen.line(
            _point_around((0.5, 0.47), 0.34, degrees),
            _point_around((0.5, 0.47), 0.405, degrees),
            width=0.07,
        )


def _draw_gear(pen: Pen) -> None:
    for tooth in range(8):
        angle = 45 * tooth
        pen.line(
            _point_around((0.5, 0.5), 0.28, angle),
            _point_around((0.5, 0.5), 0.385, angle),
            width=0.145,
        )
    pen.disc((0.5, 0.5), 0.31)
    pen.disc((0.5, 0.5), 0.165, cut=True)


def _draw_log(pen: Pen) -> None:
    for nth, length in enumerate((0.5, 0.38, 0.5, 0.3)):
        y = 0.23 + 0.18 * nth
        pen.disc((0.19, y), 0.055)
        pen.line((0.35, y), (0.35 + length, y), width=0.08)


def _draw_speed(pen: Pen) -> None:
    for x in (0.14, 0.47):
        pen.shape((x, 0.24), (x + 0.38, 0.5), (x, 0.76))


def _draw_menu(pen: Pen) -> None:
    for y in (0.27, 0.5, 0.73):
        pen.line((0.18, y), (0.82, y), width=0.09)


def _draw_help(pen: Pen) -> None:
    pen.ring((0.5, 0.5), 0.4)
    pen.arc((0.5, 0.415), 0.125, -170, 75, width=0.085)
    pen.line((0.53, 0.535), (0.5, 0.6), width=0.085)
    pen.disc((0.5, 0.73), 0.055)


def _draw_eye(pen: Pen) -> None:
    pen.arc((0.5, 0.86), 0.55, -139, -41)
    pen.arc((0.5, 0.14), 0.55, 41, 139)
    pen.disc((0.5, 0.5), 0.14)


def _draw_flag(pen: Pen) -> None:
    pen.line((0.27, 0.16), (0.27, 0.86))
    pen.shape((0.27, 0.18), (0.8, 0.2), (0.66, 0.37), (0.8, 0.55), (0.27, 0.55))


def _draw_draw(pen: Pen) -> None:
    pen.box(0.2, 0.12, 0.46, 0.66, radius=0.08, line=0.075)
    pen.disc((0.68, 0.7), 0.27, cut=True)
    pen.line((0.68, 0.54), (0.68, 0.86), width=0.09)
    pen.line((0.52, 0.7), (0.84, 0.7), width=0.09)


def _draw_wait(pen: Pen) -> None:
    for x in (0.22, 0.5, 0.78):
        pen.disc((x, 0.5), 0.09)


def _draw_next(pen: Pen) -> None:
    pen.line((0.14, 0.5), (0.82, 0.5), width=0.11)
    pen.line((0.56, 0.24), (0.84, 0.5), (0.56, 0.76), width=0.11)


def _draw_pause(pen: Pen) -> None:
    pen.line((0.3, 0.2), (0.3, 0.8), width=0.13)
    pen.line((0.7, 0.2), (0.7, 0.8), width=0.13)


def _draw_play(pen: Pen) -> None:
    pen.shape((0.26, 0.14), (0.84, 0.5), (0.26, 0.86))


def _draw_calendar(pen: Pen) -> None:
    pen.box(0.14, 0.2, 0.72, 0.66, radius=0.1, line=_STROKE)
    pen.box(0.14, 0.2, 0.72, 0.24, radius=0.08)
    for x in (0.34, 0.66):
        pen.line((x, 0.13), (x, 0.24))
    pen.disc((0.64, 0.64), 0.085)


def _draw_lock(pen: Pen) -> None:
    pen.box(0.22, 0.46, 0.56, 0.42, radius=0.08)
    pen.arc((0.5, 0.42), 0.19, 180, 360)
    pen.line((0.31, 0.42), (0.31, 0.5))
    pen.line((0.69, 0.42), (0.69, 0.5))


def _draw_target(pen: Pen) -> None:
    pen.ring((0.5, 0.5), 0.4, width=0.08)
    pen.ring((0.5, 0.5), 0.22, width=0.08)
    pen.disc((0.5, 0.5), 0.085)


def _draw_pin(pen: Pen) -> None:
    pen.line((0.32, 0.16), (0.68, 0.16), width=0.11)
    pen.shape((0.38, 0.16), (0.62, 0.16), (0.66, 0.5), (0.34, 0.5))
    pen.line((0.24, 0.54), (0.76, 0.54), width=0.11)
    pen.line((0.5, 0.56), (0.5, 0.88))


def _draw_learn(pen: Pen) -> None:
    for left, top in ((0.2, 0.14), (0.12, 0.4), (0.18, 0.66)):
        pen.box(left, top, 0.66, 0.2, radius=0.05)


_DRAWINGS: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "tick": _draw_tick,
        "cross": _draw_cross,
        "crown": _draw_crown,
        "undo": _draw_undo,
        "hint": _draw_hint,
        "settings": _draw_gear,
        "log": _draw_log,
        "speed": _draw_speed,
        "menu": _draw_menu,
        "help": _draw_help,
        "eye": _draw_eye,
        "flag": _draw_flag,
        "draw": _draw_draw,
        "wait": _draw_wait,
        "next": _draw_next,
        "pause": _draw_pause,
        "play": _draw_play,
        "pin": _draw_pin,
        "calendar": _draw_calendar,
        "lock": _draw_lock,
        "target": _draw_target,
        "learn": _draw_learn,
        **REPLAY_DRAWINGS,
    }
)
NAMES: Final = tuple(_DRAWINGS)
"""The names of all icons."""
OWN_FACES: Final = ("cat", "bear", "rabbit", "frog", "panda", "penguin")
"""By the names of their files in assets/avatars, beside those of the AI players."""


def name_of_face(face: str, texts: Texts) -> str:
    """Return what somebody with a face is called who has said no name: records need one."""
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
