"""Icons, emblems, ring arcs and portraits.

An icon is a list of strokes and shapes in a unit square, drawn oversampled. `assets/icons` stores
them by name: one line per stroke with a method of `Pen`, its options and arguments. A point of four
numbers is given in polar coordinates: the centre's x and y, the distance from the centre, and the
angle; see `point_around`.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any, Final, TypeAlias

import pygame

from red7_desktop.kit.texts import Texts
from red7_desktop.resources import DamagedAsset, asset_path, reading_asset
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.surfaces import blur, list_bar_corners
from red7_desktop.scene.pictures import Colour, PaintedPicture
from red7_desktop.tabletop.moods import PERSON_MOODS, Mood

Point: TypeAlias = Sequence[float]
_OVERSAMPLING: Final = 8
"""Factor by which icons are drawn larger and then scaled down, for smooth edges."""
_STROKE: Final = 0.085
"""Default line width, as a share of the icon's side."""
_DRAWINGS: Final = ("icons", "drawings.json")
_WHITE: Final = (255, 255, 255, 255)
_CLEAR: Final = (255, 255, 255, 0)


@cache
def read_drawings() -> Mapping[str, list[list[Any]]]:
    """Read the strokes of all icons and emblems, by name.

    Raises:
        MissingAsset: The file doesn't exist.
        DamagedAsset: The file can't be parsed.
    """
    with reading_asset(*_DRAWINGS) as path:
        return dict(json.loads(path.read_text("utf-8")))


def build_icon(name: str, colour: Colour) -> PaintedPicture:
    """Return the picture of an icon or emblem for a square box.

    Raises:
        DamagedAsset: There is no such icon.
    """
    if name not in read_drawings():
        raise DamagedAsset(f"{name!r} is none of {', '.join(read_drawings())}")
    return PaintedPicture(("icon", name, colour), lambda w, h: paint_icon(name, min(w, h), colour))


def paint_icon(name: str, px: int, colour: Colour) -> pygame.Surface:
    """Draw an icon with straight alpha in a square of `px` pixels."""
    pen = Pen(px)
    strokes = read_drawings()[name]
    with reading_asset(*_DRAWINGS):
        for kind, options, *arguments in strokes:
            getattr(pen, kind)(*arguments, **options)
    return pen.inked(colour)


def build_arc(part: float, colour: Colour) -> PaintedPicture:
    """Return the picture of an arc that starts at the top and covers a share of the circle."""

    def paint(w: int, h: int) -> pygame.Surface:
        pen = Pen(min(w, h))
        pen.arc((0.5, 0.5), 0.465, -90, -90 + 360 * part, width=0.06)
        return pen.inked(colour)

    return PaintedPicture(("arc", part, colour), paint)


_ARC_GAP: Final = 5.2
"""Gap between two arcs of a ring, in degrees."""
_ARC_OVERSAMPLING: Final = 4


def build_ring_arc(
    nth: int, count: int, radius: float, width: float, colour: Colour, *, glow: float = 0.0
) -> tuple[PaintedPicture, Rect]:
    """Return one of `count` arcs of a ring, and its box relative to the ring's centre.

    Args:
        nth: Index of the arc, clockwise; the arc with index 0 is at the top.
        count: Number of arcs.
        radius: Radius of the ring in design units.
        width: Thickness of the arc in design units.
        colour: Colour of the arc.
        glow: Distance in design units by which a glow extends beyond the arc; 0 for no glow.
    """
    rays = _list_arc_rays(nth, count)

    def outline(width: float) -> list[tuple[float, float]]:
        outer = radius + width / 2
        inner = radius - width / 2
        points = [(x * outer, y * outer) for x, y in rays]
        points.extend((x * inner, y * inner) for x, y in reversed(rays))
        return points

    box = Rect.around(outline(width)).inflated(width / 2 + (glow or 1.0))

    def draw(w: int, h: int, stroke_width: float) -> pygame.Surface:
        fine = _make_clear(w * _ARC_OVERSAMPLING, h * _ARC_OVERSAMPLING, colour)
        unit = fine.width / box.w
        points = [((x - box.x) * unit, (y - box.y) * unit) for x, y in outline(stroke_width)]
        pygame.draw.polygon(fine, colour, points)
        for x, y in (rays[0], rays[-1]):
            end = ((x * radius - box.x) * unit, (y * radius - box.y) * unit)
            pygame.draw.circle(fine, colour, end, stroke_width / 2 * unit)
        surface = _make_clear(w, h, colour)
        surface.blit(pygame.transform.smoothscale(fine, (w, h)), (0, 0))
        return surface

    def paint(w: int, h: int) -> pygame.Surface:
        surface = _make_clear(w, h, colour)
        if glow:
            # A wider blur would be cut off at the box.
            light = blur(draw(w, h, width * 1.5), min(width * 1.3, glow * 0.45) * w / box.w, 4)
            surface.blit(light, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        surface.blit(draw(w, h, width), (0, 0))
        return surface

    return PaintedPicture(("ring arc", tuple(box), radius, width, colour, glow > 0), paint), box


@cache
def _list_arc_rays(nth: int, count: int) -> tuple[tuple[float, float], ...]:
    """Return unit vectors `(x, y)` from the ring's centre along one of `count` arcs, clockwise."""
    first = -90 + (nth - 0.5) * 360 / count + _ARC_GAP / 2
    last = first + 360 / count - _ARC_GAP
    turns = [math.radians(first + (last - first) * step / 48) for step in range(49)]
    return tuple((math.cos(turn), math.sin(turn)) for turn in turns)


def _make_clear(w: int, h: int, colour: Colour) -> pygame.Surface:
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    return surface


class Pen:
    """A pen for white shapes on a transparent square; all lengths are shares of its side."""

    def __init__(self, px: int) -> None:
        self._px = px
        if px <= 96:
            self._fine = _OVERSAMPLING
        else:
            self._fine = _OVERSAMPLING // 2
        self._side = px * self._fine
        # Transparent white, so that averaging at edges changes only the alpha.
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
        icon = pygame.transform.smoothscale(self._surface, (self._px, self._px))
        icon.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        return icon

    def _spot(self, point: Point) -> tuple[float, float]:
        if len(point) == 2:
            x, y = point
        else:
            x, y = point_around(point[:2], *point[2:])
        return (x * self._side, y * self._side)


def point_around(centre: Point, radius: float, degrees: float) -> tuple[float, float]:
    """Return a point at a distance and angle (degrees clockwise, 0 is right) from a centre."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


HUMAN_PORTRAITS: Final = ("cat", "bear", "rabbit", "frog", "panda", "penguin")
"""Names of the portraits for humans, as file names in assets/avatars."""
AI_PORTRAITS: Final = ("newcomer", "casual", "steady", "sharp", "expert")
"""Portraits of the AI levels, by the level's key.

A human may use a level's portrait after beating this level in the climb, a game's series of ever
harder matches."""
ALL_PORTRAITS: Final = (*HUMAN_PORTRAITS, *AI_PORTRAITS)
"""Every portrait that a human can have."""


def name_animal(face: str, texts: Texts) -> str:
    """Return the name of the animal on a portrait; it is the player's name if none was entered.

    Match records need a name for each player.
    """
    return {
        "cat": texts("Cat"),
        "bear": texts("Bear"),
        "rabbit": texts("Rabbit"),
        "frog": texts("Frog"),
        "panda": texts("Panda"),
        "penguin": texts("Penguin"),
        "newcomer": texts("Chick"),
        "casual": texts("Hamster"),
        "steady": texts("Hedgehog"),
        "sharp": texts("Fox"),
        "expert": texts("Owl"),
    }.get(face, texts("Guest"))


_LOG: Final = logging.getLogger(__name__)
_PLAIN: Final = (189, 179, 199)


_DOTS: Final = b'<g class="dots"'
"""In the SVG file of a thinking portrait, the start of the tag that contains its dots."""
_FAINT: Final = 0.3
"""Opacity of a thinking portrait's dots while they are faint."""


def build_portrait(
    name: str, mood: Mood = Mood.CALM, *, is_dim: bool = False, is_faint: bool = False
) -> PaintedPicture | None:
    """Return a portrait for a square box, or None if it doesn't exist.

    Args:
        name: Key of an AI level, or a name from HUMAN_PORTRAITS.
        mood: Mood that the portrait shows. A human's portrait is calm in moods that were only drawn
            for AI players.
        is_dim: Whether to paint the portrait dark and without colours.
        is_faint: Whether the dots of a thinking portrait are faint.
    """
    if name not in ALL_PORTRAITS:
        return None
    if is_dim:
        return PaintedPicture(("portrait", name, "dim"), lambda w, h: _paint_dim(name, w, h))
    if name in HUMAN_PORTRAITS and mood not in PERSON_MOODS:
        mood = Mood.CALM
    is_faint = is_faint and mood is Mood.THINKING

    def paint(w: int, h: int) -> pygame.Surface:
        return _paint_portrait(name, w, h, mood, is_faint=is_faint)

    return PaintedPicture(("portrait", name, mood, is_faint), paint)


def _paint_dim(name: str, w: int, h: int) -> pygame.Surface:
    grey = pygame.transform.grayscale(_paint_portrait(name, w, h))
    grey.fill((120, 120, 128, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return grey


def _paint_portrait(
    name: str, w: int, h: int, mood: Mood = Mood.CALM, *, is_faint: bool = False
) -> pygame.Surface:
    file = (f"{name}.svg",) if mood is Mood.CALM else ("moods", f"{name}_{mood}.svg")
    try:
        drawing = asset_path("avatars", *file).read_bytes()
        if is_faint:
            drawing = drawing.replace(_DOTS, _DOTS + f' opacity="{_FAINT}"'.encode())
        drawn = pygame.image.load_sized_svg(BytesIO(drawing), (w, h))
    except (OSError, ValueError, pygame.error) as error:
        _LOG.warning("the portrait %s cannot be shown: %s", file[-1], type(error).__name__)
        return _draw_plain(w, h)
    # The SVG renderer keeps the drawing's aspect ratio, so the result may be smaller than
    # requested; at some sizes it is also one pixel off.
    if drawn.get_size() == (w, h):
        return drawn
    return pygame.transform.smoothscale(drawn, (w, h))


def _draw_plain(w: int, h: int) -> pygame.Surface:
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    pygame.draw.circle(surface, _PLAIN, (w / 2, 0.36 * h), 0.2 * min(w, h))
    pygame.draw.circle(surface, _PLAIN, (w / 2, h), 0.36 * min(w, h))
    return surface
