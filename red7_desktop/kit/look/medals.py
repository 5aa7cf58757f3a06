"""The emblems of achievements and the arcs around them, drawn like the icons."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.look import icons
from red7_desktop.kit.look.icons import NoSuchIcon, Pen, Point, build_icon
from red7_desktop.scene.pictures import Colour, PaintedPicture

if TYPE_CHECKING:
    import pygame

_LINE: Final = 0.075


def build_medal(name: str, colour: Colour) -> PaintedPicture:
    """Return an emblem, for a square box; icons have theirs, too. Raises NoSuchIcon."""
    if name in icons.NAMES:
        return build_icon(name, colour)
    if name not in _DRAWINGS:
        raise NoSuchIcon(f"{name!r} is none of {', '.join(_DRAWINGS)}")
    return PaintedPicture(("medal", name, colour), lambda w, h: _paint(name, min(w, h), colour))


def build_arc(part: float, colour: Colour) -> PaintedPicture:
    """Return a part of a ring that begins at the top, for a square box."""
    return PaintedPicture(("arc", part, colour), lambda w, h: _paint_arc(part, min(w, h), colour))


def _paint(name: str, px: int, colour: Colour) -> pygame.Surface:
    pen = Pen(px)
    _DRAWINGS[name](pen)
    return pen.inked(colour)


def _paint_arc(part: float, px: int, colour: Colour) -> pygame.Surface:
    pen = Pen(px)
    pen.arc((0.5, 0.5), 0.465, -90, -90 + 360 * part, width=0.06)
    return pen.inked(colour)


def _point_around(radius: float, degrees: float, centre: Point = (0.5, 0.5)) -> Point:
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _draw_cards(pen: Pen) -> None:
    pen.box(0.12, 0.2, 0.34, 0.6, radius=0.06, line=_LINE)
    pen.box(0.54, 0.2, 0.34, 0.6, radius=0.06)


def _draw_bars(pen: Pen) -> None:
    for x, y in ((0.14, 0.6), (0.41, 0.4), (0.68, 0.16)):
        pen.box(x, y, 0.18, 0.86 - y, radius=0.05)


def _draw_flame(pen: Pen) -> None:
    pen.shape(
        *((0.52, 0.06), (0.72, 0.36), (0.8, 0.6), (0.7, 0.82), (0.5, 0.94)),
        *((0.3, 0.82), (0.2, 0.6), (0.3, 0.36), (0.4, 0.46)),
    )
    pen.disc((0.5, 0.72), 0.12, cut=True)


def _draw_ladder(pen: Pen) -> None:
    for x in (0.3, 0.7):
        pen.line((x, 0.1), (x, 0.9))
    for y in (0.26, 0.5, 0.74):
        pen.line((0.3, y), (0.7, y))


def _draw_star(pen: Pen) -> None:
    radii = (0.46, 0.19)
    pen.shape(*[_point_around(radii[nth % 2], -90 + 36 * nth, (0.5, 0.53)) for nth in range(10)])


def _draw_medal(pen: Pen) -> None:
    pen.line((0.3, 0.08), (0.5, 0.42), width=0.12)
    pen.line((0.7, 0.08), (0.5, 0.42), width=0.12)
    pen.disc((0.5, 0.64), 0.28)
    pen.disc((0.5, 0.64), 0.13, cut=True)


def _draw_peak(pen: Pen) -> None:
    pen.shape((0.04, 0.86), (0.4, 0.26), (0.58, 0.56), (0.68, 0.42), (0.96, 0.86))
    pen.line((0.4, 0.3), (0.4, 0.08))
    pen.shape((0.4, 0.06), (0.62, 0.13), (0.4, 0.2))


def _draw_seats(pen: Pen) -> None:
    pen.disc((0.5, 0.5), 0.22)
    for nth in range(5):
        pen.disc(_point_around(0.39, -90 + 72 * nth), 0.085)


def _draw_rings(pen: Pen) -> None:
    for radius in (0.12, 0.26, 0.4):
        pen.ring((0.5, 0.5), radius, width=_LINE)


def _draw_wheel(pen: Pen) -> None:
    for nth in range(7):
        start = -90 + nth * 360 / 7 - 20
        points = [_point_around(0.44, start + 10 * step) for step in range(5)]
        pen.shape(*points, *[_point_around(0.2, start + 10 * step) for step in reversed(range(5))])


def _draw_week(pen: Pen) -> None:
    for nth in range(7):
        x, y = (0.2 + 0.2 * nth, 0.36) if nth < 4 else (0.3 + 0.2 * (nth - 4), 0.64)
        pen.disc((x, y), 0.085)


def _draw_moon(pen: Pen) -> None:
    pen.disc((0.46, 0.5), 0.4)
    pen.disc((0.64, 0.4), 0.34, cut=True)


def _draw_pair(pen: Pen) -> None:
    pen.ring((0.37, 0.5), 0.24)
    pen.ring((0.63, 0.5), 0.24)


def _draw_piece(pen: Pen) -> None:
    pen.box(0.16, 0.3, 0.54, 0.54, radius=0.04)
    pen.disc((0.43, 0.26), 0.13)
    pen.disc((0.74, 0.57), 0.13)
    pen.disc((0.2, 0.57), 0.11, cut=True)


def _draw_pieces(pen: Pen) -> None:
    for x, y in ((0.1, 0.1), (0.54, 0.1), (0.1, 0.54), (0.54, 0.54)):
        pen.box(x, y, 0.36, 0.36, radius=0.05, line=0.0 if x == y else _LINE)


def _draw_book(pen: Pen) -> None:
    pen.shape((0.06, 0.24), (0.46, 0.32), (0.46, 0.86), (0.06, 0.76))
    pen.shape((0.94, 0.24), (0.54, 0.32), (0.54, 0.86), (0.94, 0.76))


def _draw_rainbow(pen: Pen) -> None:
    for radius in (0.18, 0.31, 0.44):
        pen.arc((0.5, 0.72), radius, 180, 360)


def _draw_coins(pen: Pen) -> None:
    for y in (0.74, 0.5, 0.26):
        pen.box(0.2, y - 0.09, 0.6, 0.18, radius=0.09)


def _draw_broom(pen: Pen) -> None:
    pen.line((0.86, 0.1), (0.5, 0.48))
    pen.shape((0.42, 0.42), (0.58, 0.58), (0.44, 0.92), (0.08, 0.56))


def _draw_house(pen: Pen) -> None:
    pen.shape((0.5, 0.1), (0.94, 0.5), (0.06, 0.5))
    pen.box(0.18, 0.5, 0.22, 0.38)
    pen.box(0.6, 0.5, 0.22, 0.38)
    pen.box(0.18, 0.48, 0.64, 0.14)


_DRAWINGS: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "cards": _draw_cards,
        "bars": _draw_bars,
        "flame": _draw_flame,
        "ladder": _draw_ladder,
        "star": _draw_star,
        "medal": _draw_medal,
        "peak": _draw_peak,
        "seats": _draw_seats,
        "rings": _draw_rings,
        "wheel": _draw_wheel,
        "week": _draw_week,
        "moon": _draw_moon,
        "pair": _draw_pair,
        "piece": _draw_piece,
        "pieces": _draw_pieces,
        "book": _draw_book,
        "rainbow": _draw_rainbow,
        "coins": _draw_coins,
        "broom": _draw_broom,
        "house": _draw_house,
    }
)
