"""Where bubbles go: over what matters least just then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.widgets.base import Widget
    from red7_desktop.table.spec import Layout

_NEAREST: Final = 36.0
"""A bubble faces so much of its target, at least, so that its pointer meets it."""

_OTHER_SIDE: Final = 400.0
"""What it costs to stand on the next best side, in square units."""


_LETTERS: Final = 0.7
"""The height of letters as a part of their line's."""

_HAIR: Final = 1.0
"""What is covered but for this is covered."""


class Obstacle(NamedTuple):
    """A rectangle that would be covered, and what that costs for each square unit."""

    area: Rect
    weight: float


class BubbleSpot(NamedTuple):
    """A place for a bubble: on which side of its target, and its rectangle."""

    side: str
    box: Rect


def list_obstacles(layout: Layout) -> tuple[Obstacle, ...]:
    """List what lies on a table."""
    return tuple(
        Obstacle(spec.area, weight)
        for spec in layout.zones
        if (weight := layout.kinds[spec.kind].weight)
    )


def compute_cover_cost(box: Rect, things: Iterable[Obstacle]) -> float:
    """Tell what it costs to lie in a rectangle."""
    return sum(
        box.intersection(thing.area).area * thing.weight
        for thing in things
        if box.overlaps(thing.area)
    )


def list_heights_beside(
    high: float, inside: Rect, things: Iterable[Obstacle], gap: float
) -> Iterator[float]:
    """List where something of a height may begin inside a rectangle: right below and above all."""
    last = max(inside.top, inside.bottom - high)
    for thing in things:
        for top in (thing.area.bottom + gap, thing.area.top - gap - high):
            yield min(max(top, inside.top), last)


def find_least_covering(size: Size, inside: Rect, things: Sequence[Obstacle], gap: float) -> Rect:
    """Find where the least is covered: in the middle, at the right or the left, high up first."""
    tops = sorted({inside.top, *list_heights_beside(size.h, inside, things, gap)})
    lefts = inside.centre.x - size.w / 2, inside.right - size.w, inside.left
    boxes = [Rect(left, top, *size) for left in lefts for top in tops]
    return min(boxes, key=lambda box: round(compute_cover_cost(box, things)))


def list_bubble_places(bubbles: Iterable[Node]) -> list[Rect]:
    """Give where those of some bubbles lie that are shown."""
    return [Rect(*each.position, *each.size) for each in bubbles if each.visible]


def list_half_covered(root: Node, covers: Sequence[Rect]) -> list[Widget]:
    """List the labels below a node of which rectangles in its space cover a part."""
    if not covers:
        return []
    boxes = [root.world.bounds(cover) for cover in covers]
    labels = [node for node in root.walk() if isinstance(node, (RunsLabel, SpacedWord))]
    return [each for each in labels if each.is_shown and _is_half_covered(each, boxes)]


def _is_half_covered(label: Node, boxes: Sequence[Rect]) -> bool:
    pieces = [box for each in label.children if each.visible and (box := each.bounds).area]
    letters = [Rect.centred(each.centre, Size(each.w, each.h * _LETTERS)) for each in pieces]
    is_hit = any(box.overlaps(each) for box in boxes for each in letters)
    whole = [box.inflated(_HAIR) for box in boxes]
    # Accents reach above the letters: what is to be covered is all of the line.
    return is_hit and not all(any(_lies_in(each, box) for box in whole) for each in pieces)


def _lies_in(inner: Rect, outer: Rect) -> bool:
    is_across = outer.left <= inner.left and inner.right <= outer.right
    return is_across and outer.top <= inner.top and inner.bottom <= outer.bottom


def find_spot_beside(
    target: Rect, size: Size, inside: Rect, things: Sequence[Obstacle], gap: float
) -> BubbleSpot:
    """Find the best place beside a target: right, left, above or below, in this order.

    It lies inside a rectangle and, if it can, off the target; along its side it may slide.
    """
    spots = list(_list_spots(target, size, inside, things, gap))
    if not spots:
        y = max(target.top - gap - size.h, inside.top)
        return BubbleSpot(
            "above",
            Rect(_clamp_within(target.centre.x, size.w, inside.left, inside.right), y, *size),
        )
    sides = list(dict.fromkeys(spot.side for spot in spots))

    def cost(spot: BubbleSpot) -> int:
        slid = spot.box.centre.distance_to(target.centre)
        # Whole numbers: where two places are as good, the one that was listed first is taken.
        return round(
            compute_cover_cost(spot.box, things) + sides.index(spot.side) * _OTHER_SIDE + slid
        )

    return min(spots, key=cost)


def _list_spots(
    target: Rect, size: Size, inside: Rect, things: Sequence[Obstacle], gap: float
) -> Iterator[BubbleSpot]:
    """List the places on all sides that have room."""
    w, h = size
    ys = _list_slides(
        target.top, target.bottom, h, [(t.area.top, t.area.bottom) for t in things], gap
    )
    xs = _list_slides(
        target.left, target.right, w, [(t.area.left, t.area.right) for t in things], gap
    )
    corners = {
        "right": [Vec(target.right + gap, y) for y in ys],
        "left": [Vec(target.left - gap - w, y) for y in ys],
        "above": [Vec(x, target.top - gap - h) for x in xs],
        "below": [Vec(x, target.bottom + gap) for x in xs],
    }
    for side, found in corners.items():
        is_beside = side in {"right", "left"}
        for x, y in found:
            # Along its side a bubble may be pushed, across it may not: there lies the target.
            if is_beside:
                y = _clamp_within(y + h / 2, h, inside.top, inside.bottom)
            else:
                x = _clamp_within(x + w / 2, w, inside.left, inside.right)
            box = Rect(x, y, w, h)
            if inside.inflated(0.01).union(box) == inside.inflated(0.01):
                yield BubbleSpot(side, box)


def _list_slides(
    first: float, last: float, long: float, others: Iterable[tuple[float, float]], gap: float
) -> list[float]:
    """Give where a bubble may begin along a side: in the middle, at the ends, past others."""
    middle = (first + last - long) / 2
    least, most = first + _NEAREST - long, last - _NEAREST
    edges = [end for start, stop in others for end in (stop + gap / 2, start - gap / 2 - long)]
    return [middle, most, least, *(edge for edge in edges if least <= edge <= most)]


def _clamp_within(middle: float, long: float, first: float, last: float) -> float:
    """Give where something of a length begins: around a middle, but between two ends."""
    return min(max(middle - long / 2, first), last - long)
