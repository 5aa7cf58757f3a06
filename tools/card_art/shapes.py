"""Plane geometry for the drawings: polygons, clipping, and conversion to SVG path data.

Points are (x, y) in card units, y downwards. A polygon runs clockwise on the screen. A hole runs
counter-clockwise, so that the non-zero fill rule leaves it open.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Polygon = tuple[Point, ...]


def regular(corners: int, radius: float, centre: Point = (0, 0), turn: float = 0.0) -> Polygon:
    """Return a regular polygon with a corner at the top, turned clockwise by `turn` degrees."""
    return tuple(polar(radius, 360 * index / corners + turn, centre) for index in range(corners))


def star(points: int, outer: float, inner: float, centre: Point = (0, 0)) -> Polygon:
    """Return a star with a point at the top."""
    half = 180 / points
    return tuple(
        polar(inner if index % 2 else outer, index * half, centre) for index in range(2 * points)
    )


def polar(radius: float, degrees: float, centre: Point = (0, 0)) -> Point:
    """Return the point at a distance and bearing: 0 degrees is up, 90 is right."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)


def ring(corners: int, outer: float, inner: float, centre: Point = (0, 0)) -> tuple[Polygon, ...]:
    """Return a regular polygon and the hole in it; many corners make a round ring."""
    hole = regular(corners, inner, centre)
    return regular(corners, outer, centre), tuple(reversed(hole))


def half_ring(corners: int, outer: float, inner: float, centre: Point) -> Polygon:
    """Return the upper half of a round ring."""
    steps = [180 * index / corners - 90 for index in range(corners + 1)]
    return tuple(polar(outer, step, centre) for step in steps) + tuple(
        polar(inner, step, centre) for step in reversed(steps)
    )


def bar(start: Point, end: Point, width: float) -> Polygon:
    """Return a thin rectangle along a line."""
    length = math.dist(start, end)
    across = width / 2 / length
    dx, dy = (end[1] - start[1]) * across, (start[0] - end[0]) * across
    corners = (
        (start[0] + dx, start[1] + dy),
        (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy),
        (start[0] - dx, start[1] - dy),
    )
    return corners if area(corners) > 0 else tuple(reversed(corners))


def rounded(
    box: tuple[float, float, float, float], radii: tuple[float, float, float, float], steps: int = 8
) -> Polygon:
    """Return a box with rounded corners, clockwise from the top left.

    Args:
        box: Left, top, right, bottom.
        radii: Radii of the top left, top right, bottom right and bottom left corners.
        steps: Segments per corner.
    """
    left, top, right, bottom = box
    a, b, c, d = radii
    corners = (
        ((left + a, top + a), a, 270),
        ((right - b, top + b), b, 0),
        ((right - c, bottom - c), c, 90),
        ((left + d, bottom - d), d, 180),
    )
    return tuple(
        polar(radius, first + 90 * step / steps, centre)
        for centre, radius, first in corners
        for step in range(steps + 1 if radius else 1)
    )


def area(polygon: Sequence[Point]) -> float:
    """Return the signed area, positive if the corners run clockwise on the screen."""
    following = (*polygon[1:], polygon[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, following, strict=True)) / 2


def cut(polygons: Iterable[Polygon], region: Polygon) -> tuple[Polygon, ...]:
    """Clip polygons to a convex clockwise region.

    Each side of the region clips in turn (Sutherland-Hodgman algorithm). A concave polygon may get
    edges along the region's border that enclose no area.
    """
    whole = (_cut_one(polygon, region) for polygon in polygons)
    return tuple(piece for piece in whole if len(piece) > 2 and abs(area(piece)) > 0.5)


def _cut_one(polygon: Polygon, region: Polygon) -> Polygon:
    for index, corner in enumerate(region):
        ahead = region[(index + 1) % len(region)]
        if math.dist(corner, ahead) < 1e-9:
            continue
        polygon = _keep_right(polygon, corner, ahead)
        if not polygon:
            break
    return polygon


def _keep_right(polygon: Polygon, start: Point, end: Point) -> Polygon:
    """Return the part of a polygon on the inner side of one border line."""
    kept: list[Point] = []
    sides = [
        (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
        for x, y in polygon
    ]
    if min(sides) >= 0:
        return polygon
    for index, here in enumerate(polygon):
        before, side, last = polygon[index - 1], sides[index], sides[index - 1]
        if (side >= 0) != (last >= 0):
            share = last / (last - side)
            kept.append(
                (
                    before[0] + (here[0] - before[0]) * share,
                    before[1] + (here[1] - before[1]) * share,
                )
            )
        if side >= 0:
            kept.append(here)
    return tuple(kept)


def number(value: float, digits: int = 1) -> str:
    """Format a number as briefly as possible: no trailing zeros, no "-0"."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def outline(polygons: Iterable[Polygon], digits: int = 1) -> str:
    """Return polygons as the data of one SVG path.

    Coordinates are relative to the previous rounded point, so that rounding errors don't add up.
    """
    return "".join(_trace(polygon, digits) for polygon in polygons)


def _trace(polygon: Polygon, digits: int) -> str:
    places = [(round(x, digits), round(y, digits)) for x, y in polygon]
    first, at = places[0], places[0]
    text = f"M{number(first[0], digits)} {number(first[1], digits)}l"
    steps: list[str] = []
    for place in places[1:]:
        if place != at:
            steps += [number(place[0] - at[0], digits), number(place[1] - at[1], digits)]
            at = place
    # A minus sign separates two numbers as well as a space does.
    return text + " ".join(steps).replace(" -", "-") + "z"
