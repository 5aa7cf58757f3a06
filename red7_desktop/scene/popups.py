"""Placement of popups: close-ups, hints, previews, tips, toasts and other boxes beside an anchor.

`place_popup` is a pure function of rectangles. It prefers a position beside the popup's anchor that
covers nothing important. If a popup has several possible sizes, the largest size that fits is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from red7_desktop.scene.geometry import Rect, Size

LIGHT_WEIGHT: Final = 1.0
"""Weight of an obstacle that popups avoid covering if they can.

The weight of an obstacle is the cost of covering it, per square design unit."""
HEAVY_WEIGHT: Final = 100.0
"""Weight from which an obstacle is only covered if the popup fits nowhere else.

The weight is the cost of covering the obstacle, per square design unit. An example is a seat's
panel with the number of cards and points."""
FORBIDDEN_WEIGHT: Final = 1000.0
"""Weight of an obstacle that is only covered if there is no other way at all, such as a button.

The weight is the cost of covering the obstacle, per square design unit."""
SIDES: Final = ("right", "left", "above", "below")
"""Sides of an anchor on which its popup may appear, in the default order of preference."""

# A position for a popup is searched in several passes, the strictest first. Each pass is a pair of
# a weight and a bool. Obstacles of at least this weight must not be covered. If the bool is True,
# the popup must be beside its anchor.
_TIED: Final = (
    (LIGHT_WEIGHT, True),
    (HEAVY_WEIGHT, True),
    (LIGHT_WEIGHT, False),
    (HEAVY_WEIGHT, False),
)
_UNTIED: Final = (
    (LIGHT_WEIGHT, True),
    (LIGHT_WEIGHT, False),
    (HEAVY_WEIGHT, True),
    (HEAVY_WEIGHT, False),
)
_LAST: Final = (
    (FORBIDDEN_WEIGHT, True),
    (FORBIDDEN_WEIGHT, False),
    (math.inf, True),
    (math.inf, False),
)
_SIDE_COST: Final = 400.0
"""Cost of placing a popup on a side of its anchor that isn't the most preferred.

The cost is multiplied by the side's index in the anchor's order of preference. The unit is that of
`compute_cover_cost`: covered area times weight.
"""
_MIN_FACING: Final = 36.0
"""Minimum overlap, in design units, of the facing edges of a popup and its anchor."""
_TOLERANCE: Final = 0.01
"""Tolerance for rounding errors of positions, in design units."""


class Obstacle(NamedTuple):
    """Something on the screen that a popup should not cover.

    Attributes:
        area: Rectangle of the obstacle.
        weight: Cost of covering a square design unit of the obstacle; see `LIGHT_WEIGHT`,
            `HEAVY_WEIGHT` and `FORBIDDEN_WEIGHT`.
        is_word: True for a text. Covering a text completely costs nothing, because half a word is
            worse than none.
    """

    area: Rect
    weight: float
    is_word: bool = False


class PopupSize(NamedTuple):
    """One size in which a popup can be shown.

    Attributes:
        size: Width and height.
        rank: A size is only used if all sizes with a lower rank would cover an obstacle of weight
            `HEAVY_WEIGHT` or more at every position.
        content: Data with which the caller builds the popup in this size.
    """

    size: Size
    rank: int = 0
    content: Any = None


class PopupAnchor(NamedTuple):
    """The thing that a popup belongs to and points at.

    Attributes:
        area: Rectangle of the anchor.
        sides: Sides of the anchor on which the popup may be placed, in order of preference.
    """

    area: Rect
    sides: Sequence[str] = SIDES


class PopupPlacement(NamedTuple):
    """A chosen position for a popup.

    Attributes:
        form: Size of the popup, one of the sizes that the caller allowed.
        side: Side of the anchor on which the popup is placed, "" if it is placed elsewhere.
        box: Rectangle of the popup.
    """

    form: PopupSize
    side: str
    box: Rect


def compute_cover_cost(box: Rect, obstacles: Iterable[Obstacle]) -> float:
    """Return the cost of placing a popup at a rectangle.

    The cost is the sum over all obstacles of the area that the popup covers, times the obstacle's
    weight. A text that the popup covers completely costs nothing.
    """
    left, top, w, h = box
    right = left + w
    bottom = top + h
    cost = 0.0
    for (x, y, width, height), weight, is_word in obstacles:
        across = min(right, x + width) - max(left, x)
        down = min(bottom, y + height) - max(top, y)
        is_hit = across > _TOLERANCE and down > _TOLERANCE
        is_whole = across >= width - _TOLERANCE and down >= height - _TOLERANCE
        if is_hit and not (is_word and is_whole):
            cost += across * down * weight
    return cost


def place_popup(
    sizes: Iterable[PopupSize],
    anchors: Sequence[PopupAnchor],
    inside: Rect,
    obstacles: Sequence[Obstacle],
    *,
    gap: float,
    is_tied: bool = True,
) -> PopupPlacement:
    """Choose a size and a position for a popup.

    Each size has a rank (`PopupSize.rank`). The sizes of the lowest rank are tried first, in these
    passes:

    1. beside the anchor, covering nothing of weight `LIGHT_WEIGHT` or more
    2. beside the anchor, covering nothing of weight `HEAVY_WEIGHT` or more
    3. anywhere, covering nothing of weight `LIGHT_WEIGHT` or more
    4. anywhere, covering nothing of weight `HEAVY_WEIGHT` or more

    If `is_tied` is False, pass 3 comes before pass 2. A pass tries the sizes in the given order. If
    a size fits at several positions, the position with the lowest cost is chosen. The cost adds up
    the covered obstacles, the index of the side in the order of preference, and the distance from
    the anchor.

    If no size fits in any pass, the sizes of the next rank are tried. If the sizes of the last rank
    don't fit either, they are tried in further passes, beside the anchor and then anywhere: first
    covering nothing of weight `FORBIDDEN_WEIGHT` or more, then covering anything.

    Args:
        sizes: The possible sizes, at least one, the lowest rank first and the largest first within
            a rank. The iterable is consumed only as far as needed, so that contents can be built on
            demand.
        anchors: The popup's anchors, at least one. If there are several, each contains the next
            one; the popup is placed beside the first anchor if possible.
        inside: The area for the popup, usually the window without its margin.
        obstacles: Things that the popup should not cover.
        gap: Distance from the anchor. The distance from obstacles is half of this if there is room.
        is_tied: True if the popup points at its anchor, so that covering an obstacle of low weight
            is better than a position away from the anchor.
    """
    search = _Search(anchors, inside, obstacles, gap)
    tried: list[PopupSize] = []
    for _, ranked in groupby(sizes, key=lambda form: form.rank):
        tried = []
        for level, is_beside in _TIED if is_tied else _UNTIED:
            for form in _read_on_demand(tried, ranked):
                found = search.find(form, level, is_beside=is_beside)
                if found is not None:
                    return found
    for level, is_beside in _LAST:
        for form in tried:
            found = search.find(form, level, is_beside=is_beside)
            if found is not None:
                return found
    return PopupPlacement(tried[-1], "", Rect(inside.x, inside.y, *tried[-1].size))


def _read_on_demand(read: list[PopupSize], rest: Iterator[PopupSize]) -> Iterator[PopupSize]:
    """Yield possible sizes of a popup: first the sizes in a list, then more from an iterator.

    Args:
        read: Sizes that were computed before. Each size from `rest` is appended to this list.
        rest: Computes further sizes, one at a time.
    """
    yield from read
    for form in rest:
        read.append(form)
        yield form


class _Search:
    """Finds positions for one popup, beside its anchor or anywhere, at each of its sizes."""

    def __init__(
        self,
        anchors: Sequence[PopupAnchor],
        inside: Rect,
        obstacles: Sequence[Obstacle],
        gap: float,
    ) -> None:
        self._anchors = anchors
        self._inside = inside
        self._obstacles = list(obstacles)
        self._swapped_obstacles = [each._replace(area=_swap_axes(each.area)) for each in obstacles]
        self._with_anchor = [*obstacles, Obstacle(anchors[-1].area, HEAVY_WEIGHT)]
        self._gap = gap
        # Sizes for which there is no position away from the anchor, by level. A box that covers
        # words completely can fit where a smaller one doesn't, so then no size is stored.
        self._failed: dict[float, list[Size]] = {}
        self._has_words = any(each.is_word for each in obstacles)

    def find(self, form: PopupSize, level: float, *, is_beside: bool) -> PopupPlacement | None:
        """Return the best position that covers no obstacle of weight `level` or more.

        Args:
            form: Size of the popup.
            level: Weight from which obstacles must not be covered.
            is_beside: True to try only positions beside an anchor, False to try only other
                positions.

        Returns:
            The size, side and rectangle of the popup; None if there is no such position.
        """
        if not is_beside:
            failed = self._failed.setdefault(level, [])
            if any(form.size.w >= w and form.size.h >= h for w, h in failed):
                return None
            away = self._choose(form, ("",), [("", at) for at in self._list_away(form.size, level)])
            if away is None and not self._has_words:
                failed.append(form.size)
            return away
        for anchor in self._anchors:
            found = self._choose(form, anchor.sides, list(self._list_beside(anchor, form, level)))
            if found is not None:
                return found
        return None

    def _choose(
        self, form: PopupSize, sides: Sequence[str], found: Sequence[tuple[str, Rect]]
    ) -> PopupPlacement | None:
        middle = self._anchors[-1].area.centre

        def compute_cost(place: tuple[str, Rect]) -> int:
            side, box = place
            cost = compute_cover_cost(box, self._obstacles) + sides.index(side) * _SIDE_COST
            # Round the cost, so that a difference below one pixel doesn't change the choice.
            return round(cost + box.centre.distance_to(middle))

        side, box = min(dict.fromkeys(found), key=compute_cost, default=("", None))
        if box is None:
            return None
        return PopupPlacement(form, side, box)

    def _list_beside(
        self, anchor: PopupAnchor, form: PopupSize, level: float
    ) -> Iterator[tuple[str, Rect]]:
        """Yield positions of a popup on the allowed sides of its anchor, as pairs of side and box.

        Left and right are computed like above and below, with x and y swapped.
        """
        for side in anchor.sides:
            if side in ("above", "below"):
                for box in _list_facing(
                    anchor.area, form.size, self._inside, self._obstacles, level, self._gap, side
                ):
                    yield side, box
            else:
                if side == "left":
                    swapped_side = "above"
                else:
                    swapped_side = "below"
                area = _swap_axes(anchor.area)
                size = Size(form.size.h, form.size.w)
                inside = _swap_axes(self._inside)
                obstacles = self._swapped_obstacles
                for box in _list_facing(
                    area, size, inside, obstacles, level, self._gap, swapped_side
                ):
                    yield side, _swap_axes(box)

    def _list_away(self, size: Size, level: float) -> Iterator[Rect]:
        """Yield positions anywhere that cover no obstacle of weight `level` or more.

        Only heights at which an obstacle begins or ends are tried. This is enough, because a popup
        at any other free position could be moved up until it meets an obstacle or the edge.
        """
        inside = self._inside
        lowest = inside.bottom - size.h
        if lowest < inside.top - _TOLERANCE or size.w > inside.w + _TOLERANCE:
            return
        distance = self._gap / 2
        middle = self._anchors[-1].area.centre
        tops = {min(max(middle.y - size.h / 2, inside.top), lowest), inside.top, lowest}
        for (_, y, _, high), *_ in self._with_anchor:
            tops.update((y + high + distance, y + high, y - size.h - distance, y - size.h))
        for top in sorted(tops):
            if inside.top - _TOLERANCE <= top <= lowest + _TOLERANCE:
                row = Rect(inside.x, top, inside.w, size.h)
                wanted = middle.x - size.w / 2
                for left in _list_starts(row, size.w, wanted, self._with_anchor, level, distance):
                    yield Rect(left, top, *size)


def _swap_axes(rect: Rect) -> Rect:
    """Return a rectangle mirrored at the diagonal, so that x and y are swapped."""
    x, y, w, h = rect
    return Rect(y, x, h, w)


def _list_facing(
    anchor: Rect,
    size: Size,
    inside: Rect,
    obstacles: Sequence[Obstacle],
    level: float,
    gap: float,
    side: str,
) -> Iterator[Rect]:
    """Yield possible positions of a popup directly above or below its anchor.

    Args:
        anchor: Box of the anchor.
        size: Size of the popup.
        inside: The area for the popup.
        obstacles: Things that the popup should not cover.
        level: Weight from which obstacles must not be covered.
        gap: Distance from the anchor.
        side: "above" or "below".
    """
    if side == "below":
        top = anchor.bottom + gap
    else:
        top = anchor.top - gap - size.h
    if top < inside.top - _TOLERANCE or top + size.h > inside.bottom + _TOLERANCE:
        return
    faced = min(_MIN_FACING, anchor.w / 2, size.w / 2)
    left = max(inside.left, anchor.left + faced - size.w)
    right = min(inside.right, anchor.right - faced + size.w)
    row = Rect(left, top, right - left, size.h)
    wanted = anchor.x + (anchor.w - size.w) / 2
    for start in _list_starts(row, size.w, wanted, obstacles, level, gap / 2):
        yield Rect(start, top, *size)


def _list_starts(
    row: Rect,
    length: float,
    wanted: float,
    obstacles: Iterable[Obstacle],
    level: float,
    distance: float,
) -> Iterator[float]:
    """Yield possible x positions of a popup in a row, covering nothing of weight `level` or more.

    Obstacles of this weight divide the row into free stretches. For each stretch, yield the
    position nearest to `wanted`, then the positions directly beside obstacles of lower weight.

    Args:
        row: The strip to search, as high as the popup.
        length: Width of the popup.
        wanted: Preferred x position.
        obstacles: Obstacles in the row or elsewhere.
        level: Weight from which obstacles must not be covered.
        distance: Distance from obstacles if there is room.
    """
    low, top, width, high = row
    bottom = top + high
    last = low + width - length
    if last < low - _TOLERANCE:
        return
    last = max(last, low)
    blocked: list[tuple[float, float]] = []
    edges: list[float] = []
    for (x, y, w, h), weight, is_word in obstacles:
        if (
            y >= bottom - _TOLERANCE
            or y + h <= top + _TOLERANCE
            or x >= low + width
            or x + w <= low
        ):
            continue
        if weight < level:
            edges += (x + w + distance, x - distance - length)
        elif is_word and y >= top and y + h <= bottom and w <= length:
            blocked += ((x - length, x + w - length), (x, x + w))
        else:
            blocked.append((x - length, x + w))
    for start, stop in _list_free(blocked, low, last):
        # Keep the distance from obstacles only, not from the ends of the row.
        first = start + distance if start > low else low
        final = stop - distance if stop < last else last
        if first > final:
            first = final = (start + stop) / 2
        yield min(max(wanted, first), final)
        yield from [each for each in edges if first <= each <= final]


def _list_free(
    blocked: list[tuple[float, float]], low: float, high: float
) -> Iterator[tuple[float, float]]:
    """Yield the parts of a range that no blocked interval overlaps, as pairs of start and end.

    Args:
        blocked: Open intervals, which don't contain their own ends.
        low: Start of the range.
        high: End of the range.
    """
    free = low
    for start, stop in sorted(blocked):
        if start >= high:
            break
        if start >= free:
            yield free, start
        free = max(free, stop)
    if free <= high:
        yield free, high
