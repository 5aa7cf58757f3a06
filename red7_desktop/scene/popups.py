"""Where popups go: close-ups, hints, previews, tips, toasts and whatever else opens beside a thing.

`place_popup` is a pure function of rectangles. It prefers a place beside the cause of the popup,
where nothing is covered that must stay visible. A popup that comes in several sizes takes the
largest one that has such a place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from red7_desktop.scene.geometry import Rect, Size

SOFT: Final = 1.0
"""The weight from which a thing is covered only if no form of a popup has a place without that."""
KEPT: Final = 100.0
"""The weight from which a thing stays visible, as seats and their counts do, if it is possible."""
NEVER: Final = 1000.0
"""The weight of what stays visible before all else: buttons, the rule, who is winning."""
SIDES: Final = ("right", "left", "above", "below")
"""The sides of a cause, in the usual order of preference."""

_TIED: Final = ((SOFT, True), (KEPT, True), (SOFT, False), (KEPT, False))
_UNTIED: Final = ((SOFT, True), (SOFT, False), (KEPT, True), (KEPT, False))
_LAST: Final = ((NEVER, True), (NEVER, False), (math.inf, True), (math.inf, False))
"""What is tried in turn: the weight from which nothing may be covered, and whether the popup lies
beside its cause."""
_NEXT_SIDE: Final = 400.0
"""Cost of the next side in the order of preference, in the units of `compute_cover_cost`."""
_FACED: Final = 36.0
"""A popup faces at least this length of its cause, so that its pointer meets it."""
_SLACK: Final = 0.01
"""Rounding errors of positions stay below this."""


class Obstacle(NamedTuple):
    """A thing that a popup may cover.

    Attributes:
        area: Its rectangle.
        weight: Cost of covering a square unit of it; see `SOFT`, `KEPT` and `NEVER`.
        is_word: Whether it costs nothing if it is covered as a whole. Half a word is worse than
            none.
    """

    area: Rect
    weight: float
    is_word: bool = False


class Form(NamedTuple):
    """A size that a popup may have.

    Attributes:
        size: Width and height.
        rank: Forms of a higher rank are used only if those of lower ranks cover something of
            weight `KEPT` everywhere.
        content: Whatever the caller needs to build the popup in this size.
    """

    size: Size
    rank: int = 0
    content: Any = None


class Cause(NamedTuple):
    """What a popup is about.

    Attributes:
        area: Its rectangle.
        sides: The sides where a popup may lie, in order of preference.
    """

    area: Rect
    sides: Sequence[str] = SIDES


class Popup(NamedTuple):
    """Where a popup lies.

    Attributes:
        form: The form it takes.
        side: The side of its cause, "" if it lies elsewhere.
        box: Its rectangle.
    """

    form: Form
    side: str
    box: Rect


def compute_cover_cost(box: Rect, obstacles: Iterable[Obstacle]) -> float:
    """Return the sum of the covered areas, each times the weight of the obstacle."""
    left, top, w, h = box
    right = left + w
    bottom = top + h
    cost = 0.0
    for (x, y, wide, high), weight, is_word in obstacles:
        across = min(right, x + wide) - max(left, x)
        down = min(bottom, y + high) - max(top, y)
        is_hit = across > _SLACK and down > _SLACK
        is_whole = across >= wide - _SLACK and down >= high - _SLACK
        if is_hit and not (is_word and is_whole):
            cost += across * down * weight
    return cost


def place_popup(
    forms: Iterable[Form],
    causes: Sequence[Cause],
    inside: Rect,
    obstacles: Sequence[Obstacle],
    *,
    gap: float,
    is_tied: bool = True,
) -> Popup:
    """Choose a form and a place for a popup.

    The first of these that exists is taken; within each, the first form in the given order. Among
    several places for that form the one with the least cost is taken: what it covers, how far down
    in the order of sides it is, and its distance from the cause.

    1. beside the cause, covering nothing from weight `SOFT` on
    2. beside the cause, covering nothing from `KEPT` on
    3. anywhere, covering nothing from `SOFT` on (before 2 if the popup isn't tied)
    4. anywhere, covering nothing from `KEPT` on
    5. the same with the forms of the next rank
    6. with the forms of the last rank: beside the cause or anywhere, covering nothing from `NEVER`
       on, or else something

    Args:
        forms: At least one, largest first, ranks ascending. They are read only as far as needed,
            so they may be built on demand.
        causes: At least one. Several are the cause and what it lies in, outermost first: a popup
            lies beside the first of them where it can.
        inside: The room for the popup, usually the window without its margin.
        obstacles: What it shouldn't cover.
        gap: Distance from the cause. The distance from obstacles is half of that where there is
            room.
        is_tied: Whether the popup points at its cause, so that it rather covers something light
            than lie elsewhere.
    """
    search = _Search(causes, inside, obstacles, gap)
    tried: list[Form] = []
    for _, ranked in groupby(forms, key=lambda form: form.rank):
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
    return Popup(tried[-1], "", Rect(inside.x, inside.y, *tried[-1].size))


def _read_on_demand(read: list[Form], rest: Iterator[Form]) -> Iterator[Form]:
    """Yield the forms that have been read before, then read more."""
    yield from read
    for form in rest:
        read.append(form)
        yield form


class _Search:
    """The places for the popup of one cause, in any form."""

    def __init__(
        self, causes: Sequence[Cause], inside: Rect, obstacles: Sequence[Obstacle], gap: float
    ) -> None:
        self._causes = causes
        self._inside = inside
        self._around = list(obstacles)
        self._turned = [each._replace(area=_turn(each.area)) for each in obstacles]
        self._with_cause = [*obstacles, Obstacle(causes[-1].area, KEPT)]
        self._gap = gap

    def find(self, form: Form, level: float, *, is_beside: bool) -> Popup | None:
        """Return the best place that covers nothing of a weight from `level` on."""
        if not is_beside:
            return self._choose(form, ("",), [("", at) for at in self._list_away(form.size, level)])
        for cause in self._causes:
            found = self._choose(form, cause.sides, list(self._list_beside(cause, form, level)))
            if found is not None:
                return found
        return None

    def _choose(
        self, form: Form, sides: Sequence[str], found: Sequence[tuple[str, Rect]]
    ) -> Popup | None:
        middle = self._causes[-1].area.centre

        def compute_cost(place: tuple[str, Rect]) -> int:
            side, box = place
            cost = compute_cover_cost(box, self._around) + sides.index(side) * _NEXT_SIDE
            # Of places that cost nearly the same, the first is taken: no pixel decides.
            return round(cost + box.centre.distance_to(middle))

        side, box = min(dict.fromkeys(found), key=compute_cost, default=("", None))
        if box is None:
            return None
        return Popup(form, side, box)

    def _list_beside(self, cause: Cause, form: Form, level: float) -> Iterator[tuple[str, Rect]]:
        """List the places on the sides of a cause.

        Left and right are found as above and below, with everything turned over the diagonal.
        """
        for side in cause.sides:
            if side in ("above", "below"):
                for box in _slide_along(
                    cause.area, form.size, self._inside, self._around, level, self._gap, side
                ):
                    yield side, box
            else:
                if side == "left":
                    turned = "above"
                else:
                    turned = "below"
                size = Size(form.size.h, form.size.w)
                for box in _slide_along(
                    *(_turn(cause.area), size, _turn(self._inside), self._turned),
                    *(level, self._gap, turned),
                ):
                    yield side, _turn(box)

    def _list_away(self, size: Size, level: float) -> Iterator[Rect]:
        """List places anywhere: at every height at which something ends or begins.

        If there is any place that covers nothing of that weight, at least one is listed: whatever
        lies free can be pushed upwards until it meets an obstacle or the edge.
        """
        inside = self._inside
        lowest = inside.bottom - size.h
        if lowest < inside.top - _SLACK or size.w > inside.w + _SLACK:
            return
        apart = self._gap / 2
        middle = self._causes[-1].area.centre
        tops = {min(max(middle.y - size.h / 2, inside.top), lowest), inside.top, lowest}
        for (_, y, _, high), *_ in self._with_cause:
            tops.update((y + high + apart, y + high, y - size.h - apart, y - size.h))
        for top in sorted(tops):
            if inside.top - _SLACK <= top <= lowest + _SLACK:
                row = Rect(inside.x, top, inside.w, size.h)
                wanted = middle.x - size.w / 2
                for left in _list_starts(row, size.w, wanted, self._with_cause, level, apart):
                    yield Rect(left, top, *size)


def _turn(rect: Rect) -> Rect:
    """Swap the axes."""
    x, y, w, h = rect
    return Rect(y, x, h, w)


def _slide_along(
    cause: Rect,
    size: Size,
    inside: Rect,
    obstacles: Sequence[Obstacle],
    level: float,
    gap: float,
    side: str,
) -> Iterator[Rect]:
    """Yield places right above or below a cause, which they face."""
    if side == "below":
        top = cause.bottom + gap
    else:
        top = cause.top - gap - size.h
    if top < inside.top - _SLACK or top + size.h > inside.bottom + _SLACK:
        return
    faced = min(_FACED, cause.w / 2, size.w / 2)
    left = max(inside.left, cause.left + faced - size.w)
    right = min(inside.right, cause.right - faced + size.w)
    row = Rect(left, top, right - left, size.h)
    wanted = cause.x + (cause.w - size.w) / 2
    for start in _list_starts(row, size.w, wanted, obstacles, level, gap / 2):
        yield Rect(start, top, *size)


def _list_starts(
    row: Rect,
    long: float,
    wanted: float,
    obstacles: Iterable[Obstacle],
    level: float,
    apart: float,
) -> Iterator[float]:
    """Yield where something may begin in a row so that it covers nothing of a weight from `level`.

    In each free stretch that is where it is nearest to where it is wanted, and next to whatever
    else lies there.

    Args:
        row: As high as the thing.
        long: Its width.
        wanted: Where it would begin if the row were empty.
        obstacles: What lies in the row or elsewhere.
        level: The weight from which nothing may be covered.
        apart: Distance from obstacles, where there is room for it.
    """
    low, top, wide, high = row
    bottom = top + high
    last = low + wide - long
    if last < low - _SLACK:
        return
    last = max(last, low)
    blocked: list[tuple[float, float]] = []
    edges: list[float] = []
    for (x, y, w, h), weight, is_word in obstacles:
        if y >= bottom - _SLACK or y + h <= top + _SLACK or x >= low + wide or x + w <= low:
            continue
        if weight < level:
            edges += (x + w + apart, x - apart - long)
        elif is_word and y >= top and y + h <= bottom and w <= long:
            blocked += ((x - long, x + w - long), (x, x + w))
        else:
            blocked.append((x - long, x + w))
    for start, stop in _list_free(blocked, low, last):
        # The ends of the row are no obstacles.
        first = start + apart if start > low else low
        final = stop - apart if stop < last else last
        if first > final:
            first = final = (start + stop) / 2
        yield min(max(wanted, first), final)
        yield from [each for each in edges if first <= each <= final]


def _list_free(
    blocked: list[tuple[float, float]], low: float, high: float
) -> Iterator[tuple[float, float]]:
    """Yield the stretches between two values that no open interval touches."""
    free = low
    for start, stop in sorted(blocked):
        if start >= high:
            break
        if start >= free:
            yield free, start
        free = max(free, stop)
    if free <= high:
        yield free, high
