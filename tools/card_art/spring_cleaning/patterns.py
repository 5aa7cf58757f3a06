"""The nine background patterns, one per object, as polygons over a whole card.

They are filled shapes, not strokes, like those of the other game. `unit` is the scale of the
shapes, in card units; small faces use a larger one, which gives fewer and bolder shapes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping

from card_art.shapes import Point, Polygon, bar, polar, regular, ring, rounded
from red7_desktop.kit.look.card_art import HEIGHT, WIDTH

Pattern = Callable[[float, Point], Iterator[Polygon]]


def _rows(across: float, down: float) -> Iterator[tuple[int, int, Point]]:
    """Yield row, column and position of a grid over the card; odd rows are shifted by half."""
    for row in range(-1, math.ceil(HEIGHT / down) + 1):
        for column in range(-1, math.ceil(WIDTH / across) + 1):
            yield row, column, ((column + (row % 2) / 2) * across, row * down)


def _frame(box: tuple[float, float, float, float], width: float) -> Iterator[Polygon]:
    """Yield a box and the hole in it, as an outline of a given width."""
    left, top, right, bottom = box
    inner = rounded((left + width, top + width, right - width, bottom - width), (0, 0, 0, 0))
    yield rounded(box, (0, 0, 0, 0))
    yield tuple(reversed(inner))


def buttons(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw small buttons in staggered rows."""
    for _, _, at in _rows(unit * 2.3, unit * 1.5):
        yield from ring(14, unit * 0.56, unit * 0.42, at)
        for side in (-1, 1):
            yield regular(6, unit * 0.11, (at[0] + side * unit * 0.17, at[1]))


def stitches(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw columns of V-shaped knitting stitches."""
    wide, tall, thick = unit * 0.6, unit * 0.62, unit * 0.34
    for row in range(-1, math.ceil(HEIGHT / (unit * 0.9)) + 1):
        for column in range(math.ceil(WIDTH / (unit * 1.42)) + 1):
            x, y = column * unit * 1.42, row * unit * 0.9
            yield (
                (x - wide, y), (x, y + tall), (x + wide, y),
                (x + wide, y + thick), (x, y + tall + thick), (x - wide, y + thick),
            )  # fmt: skip


def shelves(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw shelves of books, thick and thin."""
    rng = random.Random(3)
    for shelf in range(1, math.ceil(HEIGHT / (unit * 2.6)) + 1):
        floor = shelf * unit * 2.6
        yield rounded((0, floor, WIDTH, floor + unit * 0.16), (0, 0, 0, 0))
        x = -rng.random() * unit
        while x < WIDTH:
            wide, tall = unit * (0.55 + 0.5 * rng.random()), unit * (1.3 + 0.8 * rng.random())
            yield from _frame((x, floor - tall, x + wide, floor - unit * 0.06), unit * 0.12)
            x += wide + unit * 0.12


def gingham(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw a checked curtain of broad and narrow bars."""
    for step in range(-1, 11):
        at = step * unit * 1.7
        for shift, width in ((0.55, 0.42), (1.0, 0.1)):
            left = at + unit * shift
            yield rounded((left, 0, left + unit * width, HEIGHT), (0, 0, 0, 0))
            yield rounded((0, left, WIDTH, left + unit * width), (0, 0, 0, 0))


def leaves(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw leaves that lean alternately left and right."""
    for row, column, at in _rows(unit * 1.6, unit * 1.08):
        lean = 45 if (row + column) % 2 else -45
        blade = ((0.78, 0), (0.4, 22), (0.26, 62), (0.26, 118), (0.4, 158), (0.78, 180))
        half = [polar(reach * unit, turn + lean, at) for reach, turn in blade]
        other = [polar(reach * unit, lean - turn, at) for reach, turn in reversed(blade[1:-1])]
        yield (*half, *other)


def chests(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw drawers with handles, stacked like bricks."""
    for _, _, (x, y) in _rows(unit * 2.7, unit * 1.4):
        yield from _frame((x, y, x + unit * 2.5, y + unit * 1.2), unit * 0.12)
        yield rounded(
            (x + unit * 0.95, y + unit * 0.5, x + unit * 1.55, y + unit * 0.7), (0, 0, 0, 0)
        )


def straw(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw short straws in a herringbone pattern."""
    pitch = unit * 0.96
    for column in range(-1, math.ceil(WIDTH / pitch) + 1):
        lean = unit * 0.38 * (1 if column % 2 else -1)
        for row in range(-1, math.ceil(HEIGHT / pitch) + 1):
            x, y = column * pitch, row * pitch + unit * 0.42 * (column % 2)
            yield bar((x - lean, y - unit * 0.36), (x + lean, y + unit * 0.36), unit * 0.3)


def rain(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw slanting raindrops."""
    for _, _, at in _rows(unit * 1.3, unit * 1.2):
        tip = polar(unit * 0.66, 28, at)
        belly = [polar(unit * 0.2, 28 + turn, at) for turn in (70, 110, 150, 190, 230, 270, 290)]
        yield (tip, *belly)


def froth(unit: float, centre: Point) -> Iterator[Polygon]:
    """Draw bubbles of all sizes side by side."""
    rng = random.Random(9)
    kept: list[tuple[float, float, float]] = []
    for _ in range(700):
        x, y = rng.random() * WIDTH, rng.random() * HEIGHT
        radius = unit * (0.3 + 0.85 * rng.random() ** 2)
        if all(math.hypot(x - a, y - b) > radius + c + unit * 0.2 for a, b, c in kept):
            kept.append((x, y, radius))
            corners = 10 if radius < unit * 0.45 else 18
            yield from ring(corners, radius, radius - unit * 0.12, (x, y))


PATTERNS: Mapping[str, Pattern] = {
    "button": buttons,
    "socks": stitches,
    "books": shelves,
    "window": gingham,
    "plant": leaves,
    "drawers": chests,
    "broom": straw,
    "umbrella": rain,
    "bubbles": froth,
}
"""Object name to its pattern."""
