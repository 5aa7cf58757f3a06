"""The picture of a climb: a disc for each rung (match), connected by coloured ribbons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.kit.look.icons import build_portrait
from red7_desktop.scene.boxes import put, square
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node, Spoken
from red7_desktop.scene.pictures import BoxPicture, Colour, PaintedPicture, Picture, Shadow
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets.button import Control

SIDE: Final = 96.0
"""Preferred diameter of the disc of each match in the climb, in design units at zoom 1."""
_TIGHT: Final = 0.94
"""Maximum diameter of a match's disc, as a share of the height that the path has for each match."""
_RING: Final = 0.06
"""Width of the ring around a match's disc, as a share of the disc's diameter."""
_FACE: Final = 0.7
"""Side of the opponent's portrait in a match's disc, as a share of the disc's diameter."""
_RIBBON: Final = 0.14
"""Width of the ribbon between the discs of two matches, as a share of a disc's diameter."""
_CLOSED: Final = 0.3
"""Opacity of the ribbon to the disc of a match that the player can't start yet."""
_WEAVE: Final = (0.04, 0.42, 0.86, 0.58, 0.12, 0.44, 0.96, 0.6, 1.0)
"""Horizontal position of the disc of each rung (match of the climb), as a share of the free width.
The lowest rung is first. The positions repeat after the ninth rung."""
_FINE: Final = 4.0
"""Samples per design unit, in each direction, with which ribbons between discs are painted."""
_LEAST_FINE: Final = 2
"""Minimum samples per pixel, in each direction, with which ribbons between discs are painted."""
_LEAST_STEPS: Final = 64
"""A ribbon between two discs is painted as a row of overlapping circles: their minimum number."""


class RungDisc(Control):
    """The disc of a rung (match of the climb) with its opponent's portrait, on the climb's page.

    Pressing the disc selects the rung.

    Args:
        look: Theme and fonts.
        face: Key of the portrait.
        colour: Colour of the rung.
        side: Diameter, in design units.
        spoken: Text for screen readers.
        on_press: Called when the disc is pressed.
        is_open: Whether the rung can be played.
        is_chosen: Whether the rung is selected.
        options: Attributes of the node.
    """

    def __init__(
        self,
        look: ResolvedTheme,
        face: str,
        colour: Colour,
        side: float,
        spoken: Spoken,
        on_press: Callable[[], None],
        *,
        is_open: bool,
        is_chosen: bool,
        **options: Any,
    ) -> None:
        super().__init__(look, size=Size(side, side), **options)
        self._face = face
        self._colour = colour
        self._spoken = spoken
        self._is_open = is_open
        self._is_chosen = is_chosen
        self.on_activate = on_press
        self.refresh()

    @property
    def spoken(self) -> Spoken:
        return self._spoken

    def refresh(self) -> None:
        self.clear()
        side = self.size.w
        colour = self._colour
        ground = self.look.theme.colour("avatar").mixed(colour, 0.1)
        line = colour if self._is_open or self._is_chosen else colour.mixed(ground, 0.45)
        lit = self._is_chosen or self.state in ("hover", "focused", "pressed")
        glow = (Shadow(colour.with_alpha(0.75 if self._is_chosen else 0.4), 0.3 * side),)
        self.picture = BoxPicture(ground, side / 2, line, _RING * side, shadows=glow if lit else ())
        face = build_portrait(self._face, is_dim=not self._is_open)
        put(square(_FACE * side, face, "face"), self)


class Stop(NamedTuple):
    """A rung (match) of a climb as drawn on the path: a disc with a label.

    Attributes:
        make: Builds the disc with a given diameter.
        label: Node at the right of the disc.
        colour: Colour of the disc. A ribbon that connects two discs runs from one colour to the
            other.
        is_open: Whether the player may start the match. If so, the ribbon to its disc is bright.
    """

    make: Callable[[float], Node]
    label: Node
    colour: Colour
    is_open: bool


def measure_height(look: ResolvedTheme, stops: Sequence[Stop]) -> float:
    """Return the height, in design units, that a path needs so that no discs or labels overlap."""
    zoom = look.theme.zoom
    label = max(stop.label.size.h for stop in stops)
    return len(stops) * (max(0.72 * SIDE * zoom, label) + 8.0 * zoom)


def build_path(look: ResolvedTheme, stops: Sequence[Stop], room: Size) -> Node:
    """Build the picture of a climb: a path on which each match is a disc, the first at the bottom.

    Args:
        look: Theme and fonts.
        stops: The matches of the climb, the first match first.
        room: Available width, and a height of at least `measure_height`.
    """
    pitch = room.h / len(stops)
    side = min(SIDE * look.theme.zoom, _TIGHT * pitch, 0.3 * room.w)
    gap = 0.18 * side
    label = max(stop.label.size.w for stop in stops)
    free = max(0.0, room.w - side - 2 * gap - label - side / 2)
    middles = [
        Vec(0.75 * side + _WEAVE[nth % len(_WEAVE)] * free, room.h - (nth + 0.5) * pitch)
        for nth in range(len(stops))
    ]
    path = Node(name="path", size=room)
    for nth in range(len(stops) - 1):
        ends = stops[nth], stops[nth + 1]
        path.add(_build_ribbon(ends, middles[nth], middles[nth + 1], _RIBBON * side))
    for stop, middle in zip(stops, middles, strict=True):
        disc = stop.make(side)
        disc.position = middle - Vec(side / 2, side / 2)
        stop.label.position = middle + Vec(side / 2 + gap, -stop.label.size.h / 2)
        path.add(disc, stop.label)
    return path


def _build_ribbon(ends: tuple[Stop, Stop], start: Vec, end: Vec, width: float) -> Node:
    box = Rect.around([start, end]).inflated(width)
    lower, upper = ends
    opacity = 1.0 if upper.is_open else _CLOSED
    colours = lower.colour.with_alpha(opacity), upper.colour.with_alpha(opacity)
    points = (start - box.position, end - box.position)
    key = ("ribbon", colours, points, box.size, width)
    paint = partial(_paint_ribbon, colours, points, box.size, width)
    picture: Picture = PaintedPicture(key, paint)
    return Node(name="ribbon", picture=picture, position=box.position, size=box.size)


def _paint_ribbon(
    colours: tuple[Colour, Colour],
    points: tuple[Vec, Vec],
    size: Size,
    width: float,
    w: int,
    h: int,
) -> pygame.Surface:
    fine = max(_LEAST_FINE, round(_FINE * size.w / w))
    scale = fine * w / size.w
    surface = pygame.Surface((fine * w, fine * h), pygame.SRCALPHA)
    surface.fill((*colours[0].mixed(colours[1], 0.5)[:3], 0))
    start, end = points
    steps = max(_LEAST_STEPS, round(8 * (end - start).length / width))
    for step in range(steps + 1):
        share = step / steps
        # The curve starts and ends vertically, and so doesn't touch the labels beside the discs.
        eased = share**3 * (share * (6 * share - 15) + 10)
        across = start.x + (end.x - start.x) * eased
        spot = Vec(across, start.y + (end.y - start.y) * share) * scale
        colour = colours[0].mixed(colours[1], share)
        pygame.draw.circle(surface, colour, spot, width / 2 * scale)
    return pygame.transform.smoothscale(surface, (w, h))
