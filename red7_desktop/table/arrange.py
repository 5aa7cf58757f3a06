"""How cards lie in a zone: fan, row, stack, grid.

Every arrangement is a function of (area, card size, number of cards, style) and gives one
placement for each card, first card first. All of them keep every corner of every card, turned as
it is, inside the area. What gives way when space runs out, in this order: the gap becomes an
overlap, the fan flattens, the cards shrink.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import pairwise
from typing import NamedTuple

from red7_desktop.scene.geometry import Rect, Size, Transform, Vec

FULL_FAN = 8
"""The number of cards at which a fan reaches its widest angle; fewer open it in proportion."""
_ASKEW = (0.9, -0.6, 0.35, -1.0, 0.6, -0.3, 1.0, -0.8)
"""How cards under the top of a stack lie, as parts of the style's angle, in turn from below."""
_CLOSE = 0.02
"""The gap between cards that keep close to each other, as a part of their width."""
_SLIVER = 0.03
"""The part of its width that a card shows of which the next ones need the room."""
_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
_ANCHOR = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
ALIGNMENTS = tuple(_ALIGN)
ANCHORS = tuple(_ANCHOR)


@dataclass(frozen=True)
class Style:
    """How a zone's cards lie; lengths are in design units, angles in degrees.

    gap: the space between neighbours; negative makes them overlap from the start.
    line_gap: the space between the lines of a grid, if that is more.
    overlap: the largest part of a card (0 up to, not including, 1) that the next may cover.
    angle: a fan's widest turn from its first to its last card; how far a stack's cards lie askew.
    align, anchor: where the cards lie when space is left, across and down.
    depth: how many cards of a stack are told apart; those below are not drawn.
    shift: how far each of those cards is moved against the one below.
    clear: the part of its width that a row's last cards show where it is crowded; those before them
        go below each other, as far as they must. 0: all of them give way alike.
    lines: the most lines that a row may break into. It has no more than its cards need to lie side
        by side, and none that doesn't fit into the area at full size.
    """

    arrangement: str = "row"
    gap: float = 8.0
    line_gap: float = 0.0
    overlap: float = 0.85
    angle: float = 0.0
    align: str = "centre"
    anchor: str = "middle"
    depth: int = 4
    shift: tuple[float, float] = (0.0, 0.0)
    clear: float = 0.0
    lines: int = 1


_FOOT = 0.955
_LEAST = 0.76
"""How much of a card's foot stays uncovered in a fan, if cards stay at least this large."""


class Placement(NamedTuple):
    """Where one card lies: its centre, turn, size and rank in depth.

    rotation: degrees, clockwise.  scale: of the card size asked for, 1 or less.
    order: cards with a higher order cover the others.  shown: false for a card buried in a stack.
    """

    x: float
    y: float
    rotation: float = 0.0
    scale: float = 1.0
    order: int = 0
    shown: bool = True


def bounds_of(placement: Placement, card: Size) -> Rect:
    """Return the upright rectangle around one placed card, its turned corners included."""
    x, y, rotation, scale, *_ = placement
    turned = Transform.placement(Vec(x, y), rotation, scale, scale, Vec(card.w / 2, card.h / 2))
    return turned.bounds(Rect(0, 0, card.w, card.h))


def lay_fan(area: Rect, card: Size, count: int, style: Style) -> tuple[Placement, ...]:
    """Lay a hand out on an arc: every card stands square on the curve, the middle one highest.

    Where it gets crowded it first becomes flatter and its cards smaller, so that what is written at
    their feet stays to be seen.
    """
    whole = area.w / (card.w * (1 + max(0, count - 1) * _FOOT))
    share = max(_LEAST, min(1.0, whole))
    smaller = replace(style, gap=style.gap * share)
    size, style = _scale_line(area, card.scaled(share), count, smaller)
    foot = _FOOT * size.w if whole >= _LEAST else 0.0
    if count > 1:
        wanted = style.angle * min(1.0, (count - 1) / (FULL_FAN - 1))
    else:
        wanted = 0.0

    def fits(spread: float) -> bool:
        step = _find_step(area, size, count, style, spread)
        box = _measure_extent(_lay_arc(count, step, spread), size)
        turned = size.h / 2 * math.radians(spread) / max(1, count - 1)
        is_apart = step - turned >= foot - 1e-9 or count < 2
        steps_far_enough = step >= _find_closest_step(size, style) - 1e-9
        return is_apart and steps_far_enough and box.w <= area.w and box.h <= area.h

    spread = _find_largest(wanted, fits)
    arc = _lay_arc(count, _find_step(area, size, count, style, spread), spread)
    return _settle_cards(arc, area, card, size, style)


def lay_row(area: Rect, card: Size, count: int, style: Style) -> tuple[Placement, ...]:
    """Lay cards side by side with equal steps; they overlap when the row is crowded."""
    size, style = _scale_line(area, card, count, style)
    line = _lay_arc(count, _find_step(area, size, count, style, 0.0), 0.0)
    return _settle_cards(line, area, card, size, style)


def lay_row_of_blocks(
    area: Rect, card: Size, count: int, style: Style, close: Collection[int]
) -> tuple[Placement, ...]:
    """Lay cards side by side; those at the places in `close` keep close to their left neighbours.

    In a crowded row all steps shrink alike, so blocks can still be told apart; with a style that
    keeps the last cards clear, those before them do.
    """
    size, style = _scale_line(area, card, count, style)
    near = size.w + min(style.gap, _CLOSE * size.w)
    steps = [near if nth in close else size.w + style.gap for nth in range(1, count)]
    share = min(1.0, (area.w - size.w) / max(sum(steps), 1.0))
    if share * near < style.clear * size.w:
        steps = _clear_room(steps, area.w - size.w, size, style)
    else:
        steps = [share * step for step in steps]
    line = [Placement(sum(steps[:nth]), 0.0) for nth in range(count)]
    return _settle_cards(line, area, card, size, style)


def _count_lines(area: Rect, card: Size, count: int, style: Style) -> int:
    """Return into how many lines a row breaks: the fewest in which no card overlaps another."""
    high = card.h + style.line_gap
    most = min(style.lines, max(1, int((area.h + style.line_gap + 1e-6) // high)))
    side_by_side = max(1, int((area.w + style.gap + 1e-6) // (card.w + style.gap)))
    return max(1, min(most, math.ceil(count / side_by_side)))


def _break_lines(count: int, lines: int, close: Collection[int]) -> list[int]:
    """Return the indexes at which a row's lines begin and, last, the count.

    Lines are equally long, except that a block of close cards moves a break by up to two cards.
    """
    breaks = [0]
    for line in range(1, lines):
        even = math.ceil(count * line / lines)
        near = [at for at in (even, even + 1, even - 1, even + 2, even - 2) if at not in close]
        inside = [at for at in near if breaks[-1] < at < count]
        breaks.append(inside[0] if inside else even)
    return [*breaks, count]


def lay_lines(
    area: Rect, card: Size, count: int, style: Style, close: Collection[int] = ()
) -> tuple[Placement, ...]:
    """Lay a row out in lines, as words are, where one line would make its cards overlap."""
    lines = _count_lines(area, card, count, style)
    single = replace(style, lines=1)
    if lines == 1:
        return arrange(area, card, count, single, close)
    breaks = _break_lines(count, lines, close)
    high = card.h + style.line_gap
    room = area.h - lines * card.h - (lines - 1) * style.line_gap
    top = area.top + room * _ANCHOR[style.anchor]
    placed: list[Placement] = []
    for line, (first, last) in enumerate(pairwise(breaks)):
        band = Rect(area.left, top + line * high, area.w, card.h)
        inside = [at - first for at in close if first < at < last]
        cards = arrange(band, card, last - first, single, inside)
        placed += [each._replace(order=first + each.order) for each in cards]
    return tuple(placed)


def split_lines(places: Sequence[Placement]) -> list[tuple[int, int]]:
    """Return the indexes from which and to which the cards of each line of a row go."""
    starts = [
        nth
        for nth, place in enumerate(places)
        if nth == 0 or (place.x < places[nth - 1].x and place.y > places[nth - 1].y)
    ]
    return list(pairwise([*starts, len(places)]))


def _clear_room(steps: Sequence[float], room: float, size: Size, style: Style) -> list[float]:
    found: list[float] = []
    for before in range(len(steps) - 1, -1, -1):
        most = style.clear * size.w * steps[before] / min(steps)
        found.append(min(most, max(room - before * _SLIVER * size.w, room / (before + 1))))
        room -= found[-1]
    return found[::-1]


def lay_stack(area: Rect, card: Size, count: int, style: Style) -> tuple[Placement, ...]:
    """Pile cards up, the last on top, the top few a little apart and those below askew.

    The pile keeps its foot where a full depth of cards would have it, however few are left.
    """
    layers = max(1, style.depth)
    dx, dy = style.shift
    rise = layers - 1
    scale = min(1.0, area.w / (card.w + abs(dx) * rise), area.h / (card.h + abs(dy) * rise))
    size = card.scaled(scale)

    def pile(angle: float) -> list[Placement]:
        return [
            Placement(dx * scale * level, dy * scale * level, rotation=angle * part)
            for level in (0, rise)
            for part in (0.0, *_ASKEW)
        ]

    def fits(angle: float) -> bool:
        box = _measure_extent(pile(angle), size)
        return box.w <= area.w and box.h <= area.h

    angle = _find_largest(abs(style.angle), fits)
    x, y = _find_origin(_measure_extent(pile(angle), size), area, style)
    lowest = max(0, count - layers)
    return tuple(
        Placement(
            x + dx * scale * max(0, index - lowest),
            y + dy * scale * max(0, index - lowest),
            rotation=0.0 if index == count - 1 else angle * _ASKEW[index % len(_ASKEW)],
            scale=scale,
            order=index,
            shown=index >= lowest,
        )
        for index in range(count)
    )


@lru_cache(maxsize=64)
def lay_grid(area: Rect, card: Size, count: int, style: Style) -> tuple[Placement, ...]:
    """Lay cards in lines like text, in the number of columns that keeps them largest."""
    if count == 0:
        return ()
    gap = max(0.0, style.gap)
    between = max(gap, style.line_gap)

    def scale_of(columns: int) -> float:
        lines = math.ceil(count / columns)
        return min(
            1.0,
            area.w / (columns * (card.w + gap) - gap),
            area.h / (lines * (card.h + between) - between),
        )

    columns = max(range(1, count + 1), key=scale_of)
    if scale_of(columns) == 1.0:
        columns = max(c for c in range(1, count + 1) if scale_of(c) == 1.0)
    scale = scale_of(columns)
    cells = [
        Placement(
            (index % columns) * (card.w + gap) * scale,
            (index // columns) * (card.h + between) * scale,
        )
        for index in range(count)
    ]
    return _settle_cards(cells, area, card, card.scaled(scale), style)


ARRANGEMENTS: Mapping[str, Callable[[Rect, Size, int, Style], tuple[Placement, ...]]] = {
    "fan": lay_fan,
    "row": lay_row,
    "stack": lay_stack,
    "grid": lay_grid,
}


def arrange(
    area: Rect, card: Size, count: int, style: Style, close: Collection[int] = ()
) -> tuple[Placement, ...]:
    """Return one placement for each of `count` cards by the arrangement that the style names.

    close: in a row, the places of cards that keep close to their left neighbours.
    """
    if style.lines > 1 and style.arrangement == "row":
        return lay_lines(area, card, count, style, close)
    if (close or style.clear) and style.arrangement == "row":
        return lay_row_of_blocks(area, card, count, style, close)
    return ARRANGEMENTS[style.arrangement](area, card, count, style)


def find_insertion_index(placements: Sequence[Placement], point: Vec, style: Style) -> int:
    """Return before which card one dropped at `point` comes: 0 is first, the count is last.

    A stack takes cards on top only.
    """
    x, y = point
    if style.arrangement == "stack":
        return len(placements)
    if style.arrangement == "grid" or style.lines > 1:
        return _find_grid_index(placements, x, y)
    return bisect_left([p.x for p in placements], x)


def _find_grid_index(placements: Sequence[Placement], x: float, y: float) -> int:
    lines = sorted({p.y for p in placements})
    if not lines:
        return 0
    nearest = min(lines, key=lambda line: abs(line - y))
    before = sum(p.y < nearest for p in placements)
    return before + bisect_left([p.x for p in placements if p.y == nearest], x)


def _find_closest_step(size: Size, style: Style) -> float:
    return min(size.w + style.gap, size.w * (_SLIVER if style.clear else 1 - style.overlap))


def _scale_line(area: Rect, card: Size, count: int, style: Style) -> tuple[Size, Style]:
    tightest = card.w + max(0, count - 1) * _find_closest_step(card, style)
    scale = min(1.0, area.w / tightest, area.h / card.h)
    return card.scaled(scale), replace(style, gap=style.gap * scale)


def _find_step(area: Rect, size: Size, count: int, style: Style, spread: float) -> float:
    """Return the distance between neighbours: the wanted one, or what the width leaves."""
    if count < 2:
        return 0.0
    outer = bounds_of(Placement(0, 0, spread / 2), size).w
    return min(size.w + style.gap, (area.w - outer) / (count - 1))


def _lay_arc(count: int, step: float, spread: float) -> list[Placement]:
    """Return cards around x 0, the middle at y 0, turning evenly by `spread` degrees in all.

    The curve is the one on which a card that turns evenly with x always stands square:
    y' = tan(turn), so y = -ln(cos(turn)) / (turn per pixel).
    """
    reach = step * (count - 1) / 2
    if reach > 0:
        per_pixel = math.radians(spread) / 2 / reach
    else:
        per_pixel = 0.0
    cards = []
    for index in range(count):
        # Taken from the middle outwards, so that both halves are mirror images to the last bit.
        x = (index - (count - 1) / 2) * step
        turn = x * per_pixel
        if per_pixel > 0:
            drop = -math.log(math.cos(turn)) / per_pixel
        else:
            drop = 0.0
        cards.append(Placement(x, drop, math.degrees(turn)))
    return cards


def _measure_extent(cards: Sequence[Placement], size: Size) -> Rect:
    boxes = [bounds_of(card, size) for card in cards]
    if boxes:
        return reduce(Rect.union, boxes)
    return Rect(0, 0, 0, 0)


def _find_largest(wanted: float, fits: Callable[[float], bool]) -> float:
    """Find the largest value up to `wanted` that fits, to a hundredth; zero always fits."""
    if fits(wanted):
        return wanted
    low = 0.0
    high = wanted
    while high - low > 0.01:
        middle = (low + high) / 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def _find_origin(box: Rect, area: Rect, style: Style) -> tuple[float, float]:
    spare_x = area.w - box.w
    spare_y = area.h - box.h
    return (
        area.left + spare_x * _ALIGN[style.align] - box.left,
        area.top + spare_y * _ANCHOR[style.anchor] - box.top,
    )


def _settle_cards(
    cards: Sequence[Placement], area: Rect, asked: Size, size: Size, style: Style
) -> tuple[Placement, ...]:
    x, y = _find_origin(_measure_extent(cards, size), area, style)
    return tuple(
        card._replace(x=card.x + x, y=card.y + y, scale=size.w / asked.w, order=index)
        for index, card in enumerate(cards)
    )


def make_room_at(
    places: Sequence[Placement], at: int, by: float, room: tuple[float, float]
) -> tuple[Placement, ...]:
    """Let the cards of a row make room before the one at a place; only its line moves.

    room: the least and the greatest x that a card may have. Where it is wide enough, both sides
    move by half of `by`. Else those beside the gap do, the cards at the ends hardly at all, and a
    line that would leave it is squeezed as a whole, though not to less than it took before.
    """
    lines = split_lines(places)
    if len(lines) > 1:
        start, end = next((line for line in lines if line[0] <= at < line[1]), lines[-1])
        moved = make_room_at(places[start:end], at - start, by, room)
        return (*places[:start], *moved, *places[end:])
    if not places:
        return ()
    left = max(1, at)
    right = max(1, len(places) - at)
    is_free = places[0].x - by / 2 >= room[0] and places[-1].x + by / 2 <= room[1]
    wanted = [
        place.x - by / 2 * (1.0 if is_free else (nth + 1) / left)
        if nth < at
        else place.x + by / 2 * (1.0 if is_free else (len(places) - nth) / right)
        for nth, place in enumerate(places)
    ]
    first = wanted[0]
    last = wanted[-1]
    least = max(first, min(room[0], places[0].x))
    most = min(last, max(room[1], places[-1].x))
    if (least, most) != (first, last) and last > first:
        wanted = [least + (x - first) * (most - least) / (last - first) for x in wanted]
    return tuple(place._replace(x=x) for place, x in zip(places, wanted, strict=True))
