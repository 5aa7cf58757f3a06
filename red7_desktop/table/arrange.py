"""Arrangements of cards in a zone: fan, row, stack, grid.

Every arrangement is a function of (area, card size, number of cards, style) that returns one
placement per card, in order. All corners of all cards stay inside the area. If space is short,
first the gap becomes an overlap, then the fan flattens, then the cards shrink.
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
"""Number of cards at which a fan reaches its full angle; with fewer cards, the angle is smaller."""
_STACK_ROTATIONS = (0.9, -0.6, 0.35, -1.0, 0.6, -0.3, 1.0, -0.8)
"""Rotations of cards below the top of a stack, as multiples of `Arrangement.angle`."""
_CLOSE_GAP = 0.02
"""Gap, in card widths, between neighbouring cards of a row that belong to the same block."""
_MIN_VISIBLE = 0.03
"""Minimum share of a card's width that stays visible if neighbours cover the card."""
_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
_ANCHOR = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
ALIGNMENTS = tuple(_ALIGN)
ANCHORS = tuple(_ANCHOR)


@dataclass(frozen=True)
class Arrangement:
    """The arrangement of a zone's cards; lengths in design units, angles in degrees.

    Attributes:
        arrangement: "row", "fan", "stack" or "grid".
        gap: Space between neighbouring cards; a negative gap makes them overlap.
        line_gap: Space between the lines of a row that is broken into lines. In a grid, `gap` is
            used between lines too if it is larger.
        overlap: Largest share of a card that the next card may cover, from 0 to below 1.
        angle: In a fan, the angle between the first and the last card. In a stack, the maximum
            rotation of a card.
        align: Horizontal alignment: "left", "centre" or "right".
        anchor: Vertical alignment: "top", "middle" or "bottom".
        depth: Number of visible layers of a stack; cards below them are not drawn.
        shift: Offset of each card of a stack from the card below it.
        clear: Minimum share of the width that stays visible of the last cards in a crowded row.
            Earlier cards are covered more, to make room for them. 0 covers all cards equally.
        lines: Maximum number of lines of a row. A row has several lines only if cards would overlap
            in one line, and only if the area is high enough.
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


_UNCOVERED_FOOT = 0.955
"""Minimum share of a card's lower edge that stays visible beside its neighbour in a fan."""
_MIN_FAN_SCALE = 0.76
"""Minimum scale of a fan's cards, which shrink so that their lower edges stay visible."""


class Placement(NamedTuple):
    """The position, rotation and scale of a card in its zone.

    Attributes:
        x: Horizontal position of the card's centre.
        y: Vertical position of the card's centre.
        rotation: Rotation in degrees clockwise.
        scale: Factor of the requested card size, at most 1.
        order: Drawing order; cards with a higher order cover others.
        is_visible: False for a card inside a stack that isn't drawn.
    """

    x: float
    y: float
    rotation: float = 0.0
    scale: float = 1.0
    order: int = 0
    is_visible: bool = True


def bounds_of(placement: Placement, card: Size) -> Rect:
    """Return the bounding box of a placed card."""
    x, y, rotation, scale, *_ = placement
    turned = Transform.placement(Vec(x, y), rotation, scale, scale, Vec(card.w / 2, card.h / 2))
    return turned.bounds(Rect(0, 0, card.w, card.h))


def arrange_fan(area: Rect, card: Size, count: int, style: Arrangement) -> tuple[Placement, ...]:
    """Arrange a hand on an arc: each card perpendicular to the curve, the middle one highest.

    A crowded fan first gets flatter and its cards smaller, so that text at their lower edge stays
    visible.
    """
    whole = area.w / (card.w * (1 + max(0, count - 1) * _UNCOVERED_FOOT))
    share = max(_MIN_FAN_SCALE, min(1.0, whole))
    smaller = replace(style, gap=style.gap * share)
    size, style = _scale_line(area, card.scaled(share), count, smaller)
    uncovered = _UNCOVERED_FOOT * size.w if whole >= _MIN_FAN_SCALE else 0.0
    if count > 1:
        wanted = style.angle * min(1.0, (count - 1) / (FULL_FAN - 1))
    else:
        wanted = 0.0

    def fits(spread: float) -> bool:
        step = _find_step(area, size, count, style, spread)
        box = _measure_extent(_lay_arc(count, step, spread), size)
        rotation_loss = size.h / 2 * math.radians(spread) / max(1, count - 1)
        is_apart = step - rotation_loss >= uncovered - 1e-9 or count < 2
        steps_far_enough = step >= _find_closest_step(size, style) - 1e-9
        return is_apart and steps_far_enough and box.w <= area.w and box.h <= area.h

    spread = _find_largest(wanted, fits)
    arc = _lay_arc(count, _find_step(area, size, count, style, spread), spread)
    return _align_cards(arc, area, card, size, style)


def arrange_row(area: Rect, card: Size, count: int, style: Arrangement) -> tuple[Placement, ...]:
    """Arrange cards side by side with equal steps; they overlap if the row is crowded."""
    size, style = _scale_line(area, card, count, style)
    line = _lay_arc(count, _find_step(area, size, count, style, 0.0), 0.0)
    return _align_cards(line, area, card, size, style)


def arrange_blocks(
    area: Rect, card: Size, count: int, style: Arrangement, close: Collection[int]
) -> tuple[Placement, ...]:
    """Arrange cards in a row of blocks, with less space inside a block than between two blocks.

    In a crowded row all distances between cards shrink by the same factor, so that the blocks stay
    recognisable. Each card at the end of the row keeps the visible share `style.clear` of its
    width; if necessary, the earlier cards move even closer together.

    Args:
        area: The zone's area.
        card: Size of a card.
        count: Number of cards.
        style: The zone's style.
        close: Indices of the cards that belong to the same block as their left neighbours.
    """
    size, style = _scale_line(area, card, count, style)
    near = size.w + min(style.gap, _CLOSE_GAP * size.w)
    steps = [near if nth in close else size.w + style.gap for nth in range(1, count)]
    share = min(1.0, (area.w - size.w) / max(sum(steps), 1.0))
    if share * near < style.clear * size.w:
        steps = _clear_room(steps, area.w - size.w, size, style)
    else:
        steps = [share * step for step in steps]
    line = [Placement(sum(steps[:nth]), 0.0) for nth in range(count)]
    return _align_cards(line, area, card, size, style)


def _count_lines(area: Rect, card: Size, count: int, style: Arrangement) -> int:
    """Return the number of lines into which a row is broken.

    It is the smallest number at which no card overlaps another. If the style or the area's height
    doesn't allow so many lines, it is the largest allowed number.
    """
    high = card.h + style.line_gap
    most = min(style.lines, max(1, int((area.h + style.line_gap + 1e-6) // high)))
    side_by_side = max(1, int((area.w + style.gap + 1e-6) // (card.w + style.gap)))
    return max(1, min(most, math.ceil(count / side_by_side)))


def _break_lines(count: int, lines: int, close: Collection[int]) -> list[int]:
    """Break a row of cards into lines.

    Lines are equally long if possible. But if a line break would separate two cards of the same
    block, the line break moves by one or two cards.

    Args:
        count: Number of cards.
        lines: Number of lines.
        close: Indices of the cards that belong to the same block as their left neighbours.

    Returns:
        The index of the first card of each line, and as the last item the number of cards.
    """
    breaks = [0]
    for line in range(1, lines):
        even = math.ceil(count * line / lines)
        near = [at for at in (even, even + 1, even - 1, even + 2, even - 2) if at not in close]
        inside = [at for at in near if breaks[-1] < at < count]
        breaks.append(inside[0] if inside else even)
    return [*breaks, count]


def lay_lines(
    area: Rect, card: Size, count: int, style: Arrangement, close: Collection[int] = ()
) -> tuple[Placement, ...]:
    """Arrange a row of cards, in several lines if the cards would overlap in one line.

    The arguments and the result are those of `arrange`.
    """
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
    """Find the lines into which a row of cards is broken.

    Returns:
        For each line, the index of its first card, and the index of its last card plus 1.
    """
    starts = [
        nth
        for nth, place in enumerate(places)
        if nth == 0 or (place.x < places[nth - 1].x and place.y > places[nth - 1].y)
    ]
    return list(pairwise([*starts, len(places)]))


def _clear_room(steps: Sequence[float], room: float, size: Size, style: Arrangement) -> list[float]:
    found: list[float] = []
    for before in range(len(steps) - 1, -1, -1):
        most = style.clear * size.w * steps[before] / min(steps)
        found.append(min(most, max(room - before * _MIN_VISIBLE * size.w, room / (before + 1))))
        room -= found[-1]
    return found[::-1]


def arrange_stack(area: Rect, card: Size, count: int, style: Arrangement) -> tuple[Placement, ...]:
    """Arrange cards as a pile with the last card on top.

    Only the uppermost cards are drawn, as many as the style's `depth`. Each of these cards is
    shifted by the style's `shift` from the card below, and all but the top card are slightly
    rotated. Space for all layers stays reserved, so the pile's base doesn't move when cards are
    removed.
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
            for part in (0.0, *_STACK_ROTATIONS)
        ]

    def fits(angle: float) -> bool:
        box = _measure_extent(pile(angle), size)
        return box.w <= area.w and box.h <= area.h

    angle = _find_largest(abs(style.angle), fits)
    x, y = _find_origin(_measure_extent(pile(angle), size), area, style)
    lowest = max(0, count - layers)
    placements = []
    for index in range(count):
        level = scale * max(0, index - lowest)
        rotation = angle * _STACK_ROTATIONS[index % len(_STACK_ROTATIONS)]
        placement = Placement(
            x + dx * level,
            y + dy * level,
            rotation=0.0 if index == count - 1 else rotation,
            scale=scale,
            order=index,
            is_visible=index >= lowest,
        )
        placements.append(placement)
    return tuple(placements)


@lru_cache(maxsize=64)
def arrange_grid(area: Rect, card: Size, count: int, style: Arrangement) -> tuple[Placement, ...]:
    """Arrange cards in a grid, with the number of columns at which they can be largest."""
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
    return _align_cards(cells, area, card, card.scaled(scale), style)


ARRANGEMENTS: Mapping[str, Callable[[Rect, Size, int, Arrangement], tuple[Placement, ...]]] = {
    "fan": arrange_fan,
    "row": arrange_row,
    "stack": arrange_stack,
    "grid": arrange_grid,
}


def arrange(
    area: Rect, card: Size, count: int, style: Arrangement, close: Collection[int] = ()
) -> tuple[Placement, ...]:
    """Return one placement per card by the style's arrangement.

    Args:
        area: Available rectangle.
        card: Size of a card.
        count: Number of cards.
        style: The arrangement and its options.
        close: In a row, indices of cards that stay close to their left neighbours.
    """
    if style.lines > 1 and style.arrangement == "row":
        return lay_lines(area, card, count, style, close)
    if (close or style.clear) and style.arrangement == "row":
        return arrange_blocks(area, card, count, style, close)
    return ARRANGEMENTS[style.arrangement](area, card, count, style)


def find_insertion_index(placements: Sequence[Placement], point: Vec, style: Arrangement) -> int:
    """Return the index at which a card dropped at a point would be inserted.

    In a stack, cards are only inserted on top.
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


def _find_closest_step(size: Size, style: Arrangement) -> float:
    return min(size.w + style.gap, size.w * (_MIN_VISIBLE if style.clear else 1 - style.overlap))


def _scale_line(area: Rect, card: Size, count: int, style: Arrangement) -> tuple[Size, Arrangement]:
    tightest = card.w + max(0, count - 1) * _find_closest_step(card, style)
    scale = min(1.0, area.w / tightest, area.h / card.h)
    return card.scaled(scale), replace(style, gap=style.gap * scale)


def _find_step(area: Rect, size: Size, count: int, style: Arrangement, spread: float) -> float:
    """Return the distance between the centres of neighbouring cards in a row or fan.

    It is a card's width plus the style's gap, or less if space is short.
    """
    if count < 2:
        return 0.0
    outer = bounds_of(Placement(0, 0, spread / 2), size).w
    return min(size.w + style.gap, (area.w - outer) / (count - 1))


def _lay_arc(count: int, step: float, spread: float) -> list[Placement]:
    """Return placements of cards on an arc whose middle is at (0, 0).

    Each card is perpendicular to the arc. Its rotation is proportional to x, so the arc has the
    slope y' = tan(rotation), and therefore y = -ln(cos(rotation)) / (rotation per pixel).

    Args:
        count: Number of cards.
        step: Horizontal distance between neighbours.
        spread: Angle between the first and the last card, in degrees.
    """
    reach = step * (count - 1) / 2
    if reach > 0:
        per_pixel = math.radians(spread) / 2 / reach
    else:
        per_pixel = 0.0
    cards = []
    for index in range(count):
        # Compute positions from the middle outwards, so that both halves are exactly symmetric.
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
    """Return the largest value from 0 to `wanted` for which `fits` returns True.

    The result is exact to 0.01. `fits` must return True for 0.
    """
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


def _find_origin(box: Rect, area: Rect, style: Arrangement) -> tuple[float, float]:
    spare_x = area.w - box.w
    spare_y = area.h - box.h
    return (
        area.left + spare_x * _ALIGN[style.align] - box.left,
        area.top + spare_y * _ANCHOR[style.anchor] - box.top,
    )


def _align_cards(
    cards: Sequence[Placement], area: Rect, asked: Size, size: Size, style: Arrangement
) -> tuple[Placement, ...]:
    x, y = _find_origin(_measure_extent(cards, size), area, style)
    return tuple(
        card._replace(x=card.x + x, y=card.y + y, scale=size.w / asked.w, order=index)
        for index, card in enumerate(cards)
    )


def make_room_at(
    places: Sequence[Placement], at: int, by: float, room: tuple[float, float]
) -> tuple[Placement, ...]:
    """Move cards of a row apart, so that there is a gap before an index.

    If the row has several lines, only the line with the gap changes. If there is enough space, the
    cards on both sides of the gap move by half of `by`. Otherwise mainly the cards beside the gap
    move, and a line that would become too wide is compressed, but not below its old width.

    Args:
        places: Placements of the row's cards.
        at: Index of the card before which to make a gap.
        by: Width of the gap.
        room: Minimum and maximum x of a card's centre.
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
