"""Works out which parts of the window must be drawn again; rectangles of whole pixels."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import pygame

_MANY = 12
"""More rectangles than this are merged further, for each one walks the display list again."""

_CROWD = 48
"""Of more rectangles than this, those that lie in one of some bands across are one."""

_BANDS = 16

_SLACK = 1.25
"""Two rectangles become one when that is at most this many times as large as the two."""

_MOST = 0.7
"""Above this share of the window, one full redraw is cheaper than many parts."""


def merge_rects(rects: Iterable[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Give few rectangles that cover all of `rects` inside the window, joining what overlaps."""
    kept: list[pygame.Rect] = []
    clipped = [rect.clip(window) for rect in rects]
    parts = [part for part in clipped if part.width and part.height]
    for part in _split_in_bands(parts, window) if len(parts) > _CROWD else parts:
        _add(kept, part)
    while len(kept) > _MANY:
        smallest = min(kept, key=_area_of)
        kept.remove(smallest)
        nearest = min(kept, key=lambda other: _area_of(other.union(smallest)))
        kept.remove(nearest)
        _add(kept, nearest.union(smallest))
    total = sum(map(_area_of, kept))
    return [window.copy()] if total > _MOST * _area_of(window) else kept


def _split_in_bands(parts: Sequence[pygame.Rect], window: pygame.Rect) -> Iterable[pygame.Rect]:
    """Give a rectangle for each band in which any part has its middle: it covers all of those.

    Comparing each with each would take longer than drawing them, as where a long page is scrolled.
    """
    bands: dict[int, pygame.Rect] = {}
    for part in parts:
        band = _BANDS * (part.centery - window.y) // window.height
        bands[band] = bands[band].union(part) if band in bands else part
    return bands.values()


def _add(kept: list[pygame.Rect], rect: pygame.Rect) -> None:
    """Add a rectangle, swallowing those whose union with it is hardly larger than the two."""
    index = 0
    while index < len(kept):
        union = kept[index].union(rect)
        if _area_of(union) <= _SLACK * (_area_of(kept[index]) + _area_of(rect)):
            rect = union
            kept.pop(index)
            index = 0
        else:
            index += 1
    kept.append(rect)


def _area_of(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def find_movers(order: Sequence[int]) -> list[int]:
    """Give the fewest entries without which the rest of a sequence ascends.

    `order` holds, for each thing from the bottom to the top, its place in an earlier stacking.
    Drawing the given ones again puts right every pair that has changed places.

    >>> movers([1, 2, 3, 0])
    [0]
    """
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, value in enumerate(order):
        length = bisect_left(tops, value)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [value]
        ends[length : length + 1] = [index]
    steady: set[int] = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        steady.add(order[index])
        index = before[index]
    return [value for value in order if value not in steady]
