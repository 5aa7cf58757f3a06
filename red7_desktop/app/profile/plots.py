"""Charts of a profile: calendar, arcs, rating curve, rows of opponents."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from red7_desktop.app.profile.statistics import DayStatistics, OpponentStatistics
from red7_desktop.kit.look.icons import build_portrait
from red7_desktop.kit.texts import Texts, list_weekdays, weekday_letters
from red7_desktop.scene.boxes import circle, column, grid, put, row, square
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets.widget import Label

_CELL: Final = 24.0
_CALENDAR_GAP: Final = 6.0
_MAX_WEEKS: Final = 53
"""Largest number of weeks in the calendar."""


def build_calendar(
    look: ResolvedTheme, texts: Texts, days: Mapping[date, DayStatistics], today: date, width: float
) -> Node:
    """Build a calendar of as many weeks as fit, up to this one, with a legend."""
    zoom = look.theme.zoom
    cell = _CELL * zoom
    gap = _CALENDAR_GAP * zoom
    side = Size(1.2 * cell, cell)
    weekdays: list[Node] = []
    pairs = zip(weekday_letters(texts), list_weekdays(texts), strict=True)
    for nth, (letter, name) in enumerate(pairs):
        if nth % 2:
            weekdays.append(Node(size=side))
        else:
            label = Label(look, letter, "small", size=side, align=Align.CENTRE)
            label.caption = name
            weekdays.append(label)
    weeks = min(_MAX_WEEKS, int((width - side.w) / (cell + gap)))
    monday = today.toordinal() - today.weekday() - 7 * (weeks - 1)
    shown = [monday + 7 * week + nth for nth in range(7) for week in range(weeks)]
    played = {day.toordinal(): sums for day, sums in days.items()}
    boxes = [
        _draw_day(look, played.get(day), cell, is_today=day == today.toordinal())
        if 1 <= day <= today.toordinal()
        else square(cell)
        for day in shown
    ]
    examples = {texts("won"): DayStatistics(1, 1), texts("played"): DayStatistics(1, 0)}
    entries = [
        row(_draw_day(look, day, 0.8 * cell), Label(look, words, "small"), gap=0.4 * cell)
        for words, day in examples.items()
    ]
    legend = row(*entries, gap=1.2 * cell, name="legend")
    plot = column(grid(boxes, weeks, gap), legend, gap=2 * gap)
    named = row(column(*weekdays, gap=gap), plot, gap=gap, share=0.0)
    return column(named, width=width, name="calendar")


def _draw_day(
    look: ResolvedTheme, played: DayStatistics | None, cell: float, *, is_today: bool = False
) -> Node:
    """Draw a day: filled for a won match, a ring for a played one, otherwise a dot."""
    theme = look.theme
    day = square(cell, name="day")
    if played is None and not is_today:
        return put(circle(0.34 * cell, theme.colour("text_faint").with_alpha(0.45)), day)
    if is_today:
        ring = theme.colour("accent")
    else:
        ring = theme.colour("ok").with_alpha(0.8)
    fill = None
    if played and played.won:
        fill = theme.colour("ok").mixed(theme.colour("panel"), 0.25)
    day.picture = BoxPicture(fill, 0.28 * cell, ring, 0.09 * cell)
    return day


INNER_RADIUS: Final = 0.27
"""Inner radius of a ring chart (see `arcs_picture`), as a share of the side of its picture."""
OUTER_RADIUS: Final = 0.5
"""Outer radius of a ring chart (see `arcs_picture`), as a share of the side of its picture."""
_ARC_GAP: Final = 3.2
"""Gap between neighbouring arcs of a ring chart, in degrees."""
_EMPTY_ALPHA: Final = 0.16
_DOTS: Final = 9
_OVERSAMPLING: Final = 3
_LARGE_SIDE: Final = 500
"""Side in pixels from which fewer samples per pixel are used."""


def find_arc_middle(nth: int, count: int) -> float:
    """Return the direction of the middle of a ring chart's arc, in degrees clockwise from the top.

    Args:
        nth: Index of the arc.
        count: Number of arcs.
    """
    return 360.0 * nth / count


def arcs_picture(arcs: tuple[tuple[Colour, float], ...], dots: Colour) -> PaintedPicture:
    """Return a square picture of a ring chart, divided into arcs of the same length.

    Args:
        arcs: Colour of each arc, and the share of its thickness that is filled, from 0 to 1.
            Clockwise from the top.
        dots: Colour of a dotted line through the middle of each arc's thickness.
    """
    return PaintedPicture(("arcs", arcs, dots), lambda w, h: _paint_arcs(arcs, dots, min(w, h)))


def _paint_arcs(arcs: tuple[tuple[Colour, float], ...], dots: Colour, px: int) -> pygame.Surface:
    side = px * (_OVERSAMPLING if px < _LARGE_SIDE else _OVERSAMPLING - 1)
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    inner = INNER_RADIUS * side
    outer = (OUTER_RADIUS - 0.005) * side
    span = 360.0 / len(arcs) - _ARC_GAP
    for nth, (colour, part) in enumerate(arcs):
        start = find_arc_middle(nth, len(arcs)) - span / 2
        pygame.draw.polygon(
            surface,
            colour.with_alpha(_EMPTY_ALPHA),
            _list_ring_points(side / 2, inner, outer, start, span),
        )
        if part > 0:
            reach = inner + (outer - inner) * part
            filled = _list_ring_points(side / 2, inner, reach, start, span)
            pygame.draw.polygon(surface, colour, filled)
        half = (inner + outer) / 2
        steps = max(3, round(_DOTS * 7 / len(arcs)))
        for step in range(steps):
            at = _point_at(side / 2, half, start + span * (step + 0.5) / steps)
            pygame.draw.circle(surface, dots, at, 0.0035 * side)
    return pygame.transform.smoothscale(surface, (px, px))


def _list_ring_points(
    middle: float, inner: float, outer: float, start: float, span: float
) -> list[tuple[float, float]]:
    steps = max(6, round(span / 2))
    turns = [start + span * step / steps for step in range(steps + 1)]
    outer_points = [_point_at(middle, outer, turn) for turn in turns]
    return [*outer_points, *[_point_at(middle, inner, turn) for turn in reversed(turns)]]


def _point_at(middle: float, radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return middle + radius * math.sin(angle), middle - radius * math.cos(angle)


_LINE_RATIO: Final = 0.25
"""Up to this ratio of height to width, a curve gets thicker as its picture gets higher."""


def curve_picture(curve: tuple[tuple[float, float, float], ...], colour: Colour) -> PaintedPicture:
    """Return a picture of a curve with a band around it.

    Args:
        curve: For each point from left to right: x as a share of the width, y as a share of the
            height from the top, and half the band's height as a share of the height.
        colour: Colour of curve and band.
    """
    return PaintedPicture(("curve", curve, colour), lambda w, h: _paint_curve(curve, colour, w, h))


def _paint_curve(
    curve: tuple[tuple[float, float, float], ...], colour: Colour, w: int, h: int
) -> pygame.Surface:
    fine = 2
    size = (w * fine, h * fine)
    # Filled with the colour, so that averaging at edges changes only the alpha.
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(colour.with_alpha(0.0))
    line = [(x * size[0], y * size[1]) for x, y, _ in curve]
    band_heights = [doubt * size[1] for _, _, doubt in curve]
    bold = 0.016 * min(size[1], _LINE_RATIO * size[0])
    if len(line) > 1:
        above = [(x, y - d) for (x, y), d in zip(line, band_heights, strict=True)]
        below = [(x, y + d) for (x, y), d in zip(line, band_heights, strict=True)]
        pygame.draw.polygon(surface, colour.with_alpha(0.2), [*above, *reversed(below)])
        pygame.draw.lines(surface, colour, False, line, max(2, round(bold)))
    else:
        ((x, y),) = line
        band = pygame.Rect(0, 0, round(0.02 * size[0]), round(2 * band_heights[0]))
        band.center = round(x), round(y)
        pygame.draw.rect(surface, colour.with_alpha(0.2), band, border_radius=band.w // 2)
    pygame.draw.circle(surface, colour, line[-1], 2 * bold)
    return pygame.transform.smoothscale(surface, (w, h))


class PlotLine(NamedTuple):
    """A line of a plot.

    Attributes:
        colour: Colour of the line.
        points: Points from left to right, in shares of width and height, from the top left.
        thick: Thickness of the line, as a share of the plot's height.
        is_dotted: Whether the line is dotted, as for a result to compare with.
    """

    colour: Colour
    points: tuple[tuple[float, float], ...]
    thick: float
    is_dotted: bool = False


_DOT_GAP: Final = 2.4
"""Distance between two dots of a dotted line, as a multiple of the line's thickness."""


def lines_picture(lines: tuple[PlotLine, ...]) -> PaintedPicture:
    """Return a picture of lines that can be painted in any size; the last line is on top."""
    return PaintedPicture(("lines", lines), lambda w, h: _paint_lines(lines, w, h))


def _paint_lines(lines: tuple[PlotLine, ...], w: int, h: int) -> pygame.Surface:
    fine = 2
    wide, high = w * fine, h * fine
    surface = pygame.Surface((wide, high), pygame.SRCALPHA)
    surface.fill(lines[-1].colour.with_alpha(0.0) if lines else (0, 0, 0, 0))
    for line in lines:
        points = [(x * wide, y * high) for x, y in line.points]
        thick = max(2.0, line.thick * high)
        if line.is_dotted:
            for dot in _list_dots(points, _DOT_GAP * thick):
                pygame.draw.circle(surface, line.colour, dot, thick / 2)
            continue
        for start, end in pairwise(points):
            pygame.draw.polygon(surface, line.colour, _list_stroke_corners(start, end, thick))
        for point in points:  # Draw a disc at each point to round the line's corners.
            pygame.draw.circle(surface, line.colour, point, thick / 2)
        pygame.draw.circle(surface, line.colour, points[-1], 1.4 * thick)
    return pygame.transform.smoothscale(surface, (w, h))


def _list_stroke_corners(
    start: tuple[float, float], end: tuple[float, float], thick: float
) -> list[tuple[float, float]]:
    """Return the corners of a straight stroke with the same thickness in every direction.

    pygame measures the thickness of a line across or down, so that steep lines become thinner.
    """
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y) or 1.0
    across, down = -y / length * thick / 2, x / length * thick / 2
    return [
        (start[0] + across, start[1] + down),
        (end[0] + across, end[1] + down),
        (end[0] - across, end[1] - down),
        (start[0] - across, start[1] - down),
    ]


def _list_dots(points: list[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """Return points at equal distances on a line."""
    dots = [points[0]]
    left = gap
    for (x, y), (to_x, to_y) in pairwise(points):
        length = math.hypot(to_x - x, to_y - y)
        at = left
        while at <= length:
            share = at / length
            dots.append((x + share * (to_x - x), y + share * (to_y - y)))
            at += gap
        left = at - length
    return dots


PORTRAIT_SIZE: Final = 40.0
_ROW: Final = 44.0
MIN_RATED_WIDTH: Final = 700.0
"""Least width of a row that shows the rating, in design units at zoom 1."""
_WIDEST_COUNT: Final = "0000"
"""Text whose width is reserved for a number of matches."""


class OpponentStyle(NamedTuple):
    """How an opponent is shown in charts: name, portrait, and colour of the ring around it."""

    name: str
    face: str
    colour: Colour


def build_record_row(
    look: ResolvedTheme,
    texts: Texts,
    looks: OpponentStyle,
    record: OpponentStatistics,
    width: float,
) -> Node:
    """Build an opponent's row: wins and losses as numbers and as a bar, and the rating."""
    zoom = look.theme.zoom
    theme = look.theme
    disc = PORTRAIT_SIZE * zoom
    gap = 12 * zoom
    rating = texts(
        "{rating} ± {doubt}",
        rating=round(record.rating.value),
        doubt=round(2 * record.rating.deviation),
    )

    def cell(words: str, style: str, widest: str, colour: str = "", share: float = 1.0) -> Node:
        ink = theme.colour(colour) if colour else None
        room = Label(look, widest, style).size.w
        return column(Label(look, words, style, colour=ink), width=room, share=share)

    wide_name = min(0.26 * width, 190 * zoom) - gap
    name = column(Label(look, looks.name, "body", max_width=wide_name), width=wide_name)
    won = cell(str(record.won), "strong", _WIDEST_COUNT, "ok")
    lost = cell(str(record.lost), "strong", _WIDEST_COUNT, "text_soft", 0.0)
    percent = cell(format_percent(texts, record.share), "strong", format_percent(texts, 1.0))
    rating_cell = cell(rating, "small", "0000 ± 000")
    fixed = [build_face_disc(look, looks, disc), name, won, lost, percent, rating_cell]
    bar = width - sum(node.size.w for node in fixed) - 8 * gap
    if width < MIN_RATED_WIDTH * zoom:
        del fixed[-1]
        bar += rating_cell.size.w + gap
    fixed.insert(3, _build_bar(look, Size(bar, _ROW * zoom), record.share))
    ends = row(*fixed[6:])
    name_of_row = f"against {looks.face} {looks.name}"
    return row(row(*fixed[:6], gap=gap), ends, width=width, name=name_of_row)


def _build_bar(look: ResolvedTheme, size: Size, share: float) -> Node:
    zoom = look.theme.zoom
    theme = look.theme
    height = 12 * zoom
    gap = 4 * zoom if 0 < share < 1 else 0.0
    green = BoxPicture(theme.colour("ok").mixed(theme.colour("panel"), 0.25), height / 2)
    outline = BoxPicture(None, height / 2, theme.colour("bad").with_alpha(0.7), 1.5 * zoom)
    parts = [
        Node(name=name, size=Size(part * size.w - gap / 2, height), picture=picture)
        for name, part, picture in (("won", share, green), ("lost", 1 - share, outline))
        if part > 0
    ]
    half = BoxPicture(theme.colour("text").with_alpha(0.5))
    bar = put(row(*parts, gap=gap), Node(name="bar", size=size))
    return put(Node(name="half", size=Size(2 * zoom, 2 * height), picture=half), bar)


def build_face_disc(look: ResolvedTheme, looks: OpponentStyle, side: float) -> Node:
    """Build a portrait in a ring, or an initial if there is no portrait."""
    fill = look.theme.colour("avatar").mixed(looks.colour, 0.10)
    picture = build_portrait(looks.face)
    sign = square(0.84 * side, picture, "portrait")
    if picture is None:
        sign = Label(
            *(look, looks.name[:1].upper(), "strong"),
            size=Size(side, side),
            align=Align.CENTRE,
            colour=looks.colour,
        )
    return circle(side, fill, looks.colour, max(2.0, side * 0.055), sign=sign, name="disc")


def format_percent(texts: Texts, part: float) -> str:
    """Format a share as a percentage."""
    return texts("{n}%", n=round(100 * part))
