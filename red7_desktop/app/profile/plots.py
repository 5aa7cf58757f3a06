"""Plots, calendars and rows of a profile."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from red7_desktop.kit.look.icons import portrait
from red7_desktop.kit.texts import Texts, weekday_letters
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture
from red7_desktop.scene.widgets.widget import Label

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import DaySums, RivalSums
    from red7_desktop.scene.theme import Look

_CELL: Final = 24.0


_CALENDAR_GAP: Final = 6.0


_MOST: Final = 53
"""Weeks, however wide it is."""


def build_calendar(
    look: Look, texts: Texts, days: Mapping[date, DaySums], today: date, width: float
) -> Node:
    """Return the weeks up to this one, as many as there is room for, and what the boxes mean."""
    zoom = look.theme.zoom
    cell, step = _CELL * zoom, (_CELL + _CALENDAR_GAP) * zoom
    labels = {
        row: Label(look, letter, "small", size=Size(cell * 1.2, cell), align=Align.CENTRE)
        for row, letter in enumerate(weekday_letters(texts))
        if row % 2 == 0
    }
    left = cell * 1.2 + _CALENDAR_GAP * zoom
    weeks = min(_MOST, int((width - left + _CALENDAR_GAP * zoom) / step))
    node = Node(name="calendar")
    for row, label in labels.items():
        label.position = Vec(0.0, row * step)
        node.add(label)
    monday = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    for week in range(weeks):
        for row in range(7):
            day = monday + timedelta(days=7 * week + row)
            if day <= today:
                box = _draw_day(look, days.get(day), cell, is_today=day == today)
                box.position = Vec(left + week * step, row * step) + box.position
                node.add(box)
    legend = _build_legend(look, texts, cell)
    legend.position = Vec(left, 7 * step + _CALENDAR_GAP * zoom)
    node.add(legend)
    node.size = Size(width, legend.position.y + legend.size.h)
    return node


def _draw_day(look: Look, played: DaySums | None, cell: float, *, is_today: bool = False) -> Node:
    """Draw a day: filled where a match was won, a ring where one was played, else a dot."""
    theme = look.theme
    ring = theme.colour("accent") if is_today else theme.colour("ok").with_alpha(0.8)
    if played is None and not is_today:
        side = 0.34 * cell
        place = Vec((cell - side) / 2, (cell - side) / 2)
        dot = BoxPicture(theme.colour("text_faint").with_alpha(0.45), side / 2)
        return Node(name="day", size=Size(side, side), position=place, picture=dot)
    fill = theme.colour("ok").mixed(theme.colour("panel"), 0.25) if played and played.won else None
    box = BoxPicture(fill, 0.28 * cell, ring, 0.09 * cell)
    return Node(name="day", size=Size(cell, cell), picture=box)


def _build_legend(look: Look, texts: Texts, cell: float) -> Node:
    from red7_desktop.app.profile.statistics import DaySums

    node = Node(name="legend")
    x, high = 0.0, cell
    for words, day in ((texts("won"), DaySums(1, 1)), (texts("played"), DaySums(1, 0))):
        box, label = _draw_day(look, day, 0.8 * cell), Label(look, words, "small")
        high = max(high, label.size.h)
        box.position = Vec(x, (high - box.size.h) / 2)
        label.position = Vec(x + 1.2 * cell, (high - label.size.h) / 2)
        x = label.position.x + label.size.w + 1.2 * cell
        node.add(box, label)
    node.size = Size(x, high)
    return node


INNER: Final = 0.27


OUTER: Final = 0.5
"""The radii of arcs, as parts of the side."""


_ARC_GAP: Final = 3.2
"""Degrees between two arcs."""


_FAINT: Final = 0.16


_DOTS: Final = 9


_FINE: Final = 3


_LARGE: Final = 500
"""From so many pixels a side, there are fewer samples a pixel: the eye sees each one less."""


class PlotArc(NamedTuple):
    """An arc: its colour and how much of it is filled, from 0 to 1."""

    colour: Colour
    part: float


def find_arc_middle(nth: int, count: int) -> float:
    """Return the direction of the middle of an arc, in degrees clockwise from the top."""
    return 360.0 * nth / count


def arcs_picture(arcs: tuple[PlotArc, ...], dots: Colour) -> PaintedPicture:
    """Return arcs for a square box, the first at the top; dots: of the line at one half."""
    return PaintedPicture(("arcs", arcs, dots), lambda w, h: _paint_arcs(arcs, dots, min(w, h)))


def _paint_arcs(arcs: tuple[PlotArc, ...], dots: Colour, px: int) -> pygame.Surface:
    fine = _FINE if px < _LARGE else _FINE - 1
    side = px * fine
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    inner, outer = INNER * side, (OUTER - 0.005) * side
    span = 360.0 / len(arcs) - _ARC_GAP
    for nth, (colour, part) in enumerate(arcs):
        start = find_arc_middle(nth, len(arcs)) - span / 2
        pygame.draw.polygon(
            surface,
            colour.with_alpha(_FAINT),
            _list_ring_points(side / 2, inner, outer, start, span),
        )
        if part > 0:
            reach = inner + (outer - inner) * part
            filled = _list_ring_points(side / 2, inner, reach, start, span)
            pygame.draw.polygon(surface, colour, filled)
        half, steps = (inner + outer) / 2, max(3, round(_DOTS * 7 / len(arcs)))
        for step in range(steps):
            at = _point_at(side / 2, half, start + span * (step + 0.5) / steps)
            pygame.draw.circle(surface, dots, at, 0.0035 * side)
    return pygame.transform.smoothscale(surface, (px, px))


def _list_ring_points(
    middle: float, inner: float, outer: float, start: float, span: float
) -> list[tuple[float, float]]:
    steps = max(6, round(span / 2))
    turns = [start + span * step / steps for step in range(steps + 1)]
    there = [_point_at(middle, outer, turn) for turn in turns]
    return [*there, *[_point_at(middle, inner, turn) for turn in reversed(turns)]]


def _point_at(middle: float, radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return middle + radius * math.sin(angle), middle - radius * math.cos(angle)


_FLAT: Final = 0.25
"""Lines are as bold as in a box of this shape, where it is higher."""


class Curve(NamedTuple):
    """A curve: points from left to right as parts of the box's width and height, from its top.

    doubt: by point, how far the band reaches up and down, as a part of the height.
    """

    points: tuple[tuple[float, float], ...]
    doubt: tuple[float, ...]


def curve_picture(curve: Curve, colour: Colour) -> PaintedPicture:
    """Return a curve in its band, for a box of any shape."""
    key = ("curve", curve, colour)
    return PaintedPicture(key, lambda w, h: _paint_curve(curve, colour, w, h))


def _paint_curve(curve: Curve, colour: Colour, w: int, h: int) -> pygame.Surface:
    fine = 2
    size = (w * fine, h * fine)
    # Its colour all over, so that averaging at the edges changes nothing but the alpha.
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(colour.with_alpha(0.0))
    line = [(x * size[0], y * size[1]) for x, y in curve.points]
    wide = [each * size[1] for each in curve.doubt]
    bold = 0.016 * min(size[1], _FLAT * size[0])
    if len(line) > 1:
        above = [(x, y - d) for (x, y), d in zip(line, wide, strict=True)]
        below = [(x, y + d) for (x, y), d in zip(line, wide, strict=True)]
        pygame.draw.polygon(surface, colour.with_alpha(0.2), [*above, *reversed(below)])
        pygame.draw.lines(surface, colour, False, line, max(2, round(bold)))
    else:
        ((x, y),) = line
        band = pygame.Rect(0, 0, round(0.02 * size[0]), round(2 * wide[0]))
        band.center = round(x), round(y)
        pygame.draw.rect(surface, colour.with_alpha(0.2), band, border_radius=band.w // 2)
    pygame.draw.circle(surface, colour, line[-1], 2 * bold)
    return pygame.transform.smoothscale(surface, (w, h))


DISC: Final = 40.0


_ROW: Final = 44.0


_MOST_COUNTED: Final = "0000"
"""As many matches as there is room for the number of."""


class RivalLook(NamedTuple):
    """How a rival is shown: name, the picture's name and the ring's colour."""

    name: str
    face: str
    colour: Colour


def build_record_row(
    look: Look, texts: Texts, looks: RivalLook, record: RivalSums, width: float
) -> Node:
    """Return who a rival is, what was won and lost, as figures and as a bar, and the rating."""
    zoom, theme = look.theme.zoom, look.theme
    disc, gap = DISC * zoom, 12 * zoom
    rating = texts(
        "{rating} ± {doubt}",
        rating=round(record.rating.value),
        doubt=round(2 * record.rating.deviation),
    )
    told = Label(look, rating, "small")
    percent = Label(look, format_percent(texts, record.share), "strong")
    wide_rating = Label(look, "0000 ± 000", "small").size.w
    wide_percent = Label(look, format_percent(texts, 1.0), "strong").size.w
    wide_count = Label(look, _MOST_COUNTED, "strong").size.w + gap
    wide_name = min(0.26 * width, 190 * zoom)
    fixed = disc + wide_name + 2 * wide_count + wide_percent + 4 * gap
    is_narrow = width - fixed - wide_rating - gap < 140 * zoom
    bar = width - fixed - (0.0 if is_narrow else wide_rating + gap)
    row = Node(name=f"against {looks.face} {looks.name}", size=Size(width, _ROW * zoom))
    x = disc + gap
    sign = build_face_disc(look, looks, disc)
    name = Label(look, looks.name, "body", max_width=wide_name - gap)
    won = Label(look, str(record.won), "strong", colour=theme.colour("ok"))
    lost = Label(look, str(record.lost), "strong", colour=theme.colour("text_soft"))
    name.position = Vec(x, 0.0)
    x += wide_name
    won.position = Vec(x + wide_count - gap - won.size.w, 0.0)
    x += wide_count
    row.add(*_build_bar(look, Vec(x, row.size.h / 2), bar, record.share))
    x += bar + gap
    lost.position = Vec(x, 0.0)
    x += wide_count
    percent.position = Vec(x + wide_percent - percent.size.w, 0.0)
    row.add(sign, name, won, lost, percent)
    if not is_narrow:
        told.position = Vec(width - told.size.w, 0.0)
        row.add(told)
    for node in row.children:
        if isinstance(node, Label) or node is sign:
            node.position = Vec(node.position.x, (row.size.h - node.size.h) / 2)
    return row


def _build_bar(look: Look, at: Vec, width: float, share: float) -> list[Node]:
    """Return the part that was won, filled, the rest, and a line at one half."""
    zoom, theme = look.theme.zoom, look.theme
    high, gap = 12 * zoom, 4 * zoom
    filled = share * width - (gap / 2 if 0 < share < 1 else 0.0)
    nodes = []
    if filled > 0:
        green = BoxPicture(theme.colour("ok").mixed(theme.colour("panel"), 0.25), high / 2)
        nodes.append(_build_box("won", Vec(at.x, at.y - high / 2), Size(filled, high), green))
    rest = (1 - share) * width - (gap / 2 if 0 < share < 1 else 0.0)
    if rest > 0:
        outline = BoxPicture(None, high / 2, theme.colour("bad").with_alpha(0.7), 1.5 * zoom)
        place = Vec(at.x + width - rest, at.y - high / 2)
        nodes.append(_build_box("lost", place, Size(rest, high), outline))
    half = BoxPicture(theme.colour("text").with_alpha(0.5))
    place = Vec(at.x + width / 2 - zoom, at.y - high)
    nodes.append(_build_box("half", place, Size(2 * zoom, 2 * high), half))
    return nodes


def build_face_disc(look: Look, looks: RivalLook, side: float) -> Node:
    """Return a face, or an initial where there is none, in a ring."""
    fill = look.theme.colour("avatar").mixed(looks.colour, 0.10)
    ring = BoxPicture(fill, side / 2, looks.colour, max(2.0, side * 0.055))
    disc = Node(name="disc", size=Size(side, side), picture=ring)
    picture = portrait(looks.face)
    if picture is None:
        letter = looks.name[:1].upper()
        size = Size(side, side)
        disc.add(Label(look, letter, "strong", size=size, align=Align.CENTRE, colour=looks.colour))
        return disc
    edge = 0.84 * side
    corner = Vec((side - edge) / 2, (side - edge) / 2)
    disc.add(Node(name="portrait", picture=picture, size=Size(edge, edge), position=corner))
    return disc


def _build_box(name: str, at: Vec, size: Size, picture: BoxPicture) -> Node:
    return Node(name=name, position=at, size=size, picture=picture)


def format_percent(texts: Texts, part: float) -> str:
    """Write a part in percent."""
    return texts("{n} %", n=round(100 * part))
