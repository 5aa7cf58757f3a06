"""Where everything in the dock below a replay stands: in as few rows as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.scene.theme.zoom import zoom_theme

if TYPE_CHECKING:
    from red7_desktop.scene.theme.style import Look, Theme

BAR, STATUS, CURVE, LEGEND = "bar", "status", "curve", "legend"

EYES, HANDS, COPY = "eyes", "hands", "copy position"

PICTURE, FILM = "save picture", "save film"

JUMPS: Final = ("round_back", "turn_back", "step_back", "step_on", "turn_on", "round_on")

_TOOLS: Final = (EYES, HANDS, COPY, PICTURE, FILM)

_PLANS: Final = (
    ((JUMPS, (BAR,), (STATUS,), _TOOLS),),
    (((BAR,),), (JUMPS, (STATUS,), _TOOLS)),
    (((BAR,),), (JUMPS, _TOOLS)),
    (((BAR,),), (JUMPS,), (_TOOLS,)),
)
"""Rows of groups, the best first: the last one fits always."""

_ABOVE: Final = (((JUMPS, (BAR,), _TOOLS),), *_PLANS[1:])
"""The same where a curve stands above the bar: in a single row, what is beside it goes up too."""

_DOCK_GAP: Final = 6.0

_BETWEEN: Final = 18.0
"""Between groups."""

_WIDE: Final = {EYES: 236.0, STATUS: 270.0, BAR: 460.0}
"""At zoom 1; everything else is a little wider than a target."""

_GROWS: Final = (BAR, STATUS)
"""What takes the room that is to spare, the first of them in a row."""


_MOST: Final = 0.25
"""The dock takes no more than this part of the window's height for being larger than designed."""

_ZOOM_STEP: Final = 0.05


class DockSlot(NamedTuple):
    """Where a thing stands in its row, from the left edge of the dock."""

    name: str
    x: float
    width: float


def cap_look_height(look: Look, height: Callable[[Look], float]) -> Look:
    """Give a look that is larger than designed only as far as what has it stays low in the window.

    height: what it takes in a look.
    """
    zoom, most = look.theme.zoom, _MOST * look.visible.h
    smaller = look
    while zoom > 1.0 and height(smaller) > most:
        zoom = max(1.0, zoom - _ZOOM_STEP)
        smaller = replace(look, theme=zoom_theme(look.theme, zoom / look.theme.zoom))
    return smaller


def lay_out_rows(theme: Theme, width: float) -> list[list[DockSlot]]:
    """Lay out the dock in a width."""
    return _choose_rows(theme, width, _PLANS)


def lay_out_rows_with_curve(theme: Theme, width: float) -> list[list[DockSlot]]:
    """Lay out the dock in a width with a curve in its first row, which is as wide as the bar."""
    rows = _choose_rows(theme, width, _ABOVE)
    (first, *_) = rows
    nth = next(nth for nth, spot in enumerate(first) if spot.name == BAR)
    bar = first[nth]
    above = [bar._replace(name=CURVE)]
    if nth:
        left, right = first[0].x, first[-1].x + first[-1].width
        between = _BETWEEN * theme.zoom
        beside = bar.x + bar.width + between
        above.insert(0, DockSlot(LEGEND, left, bar.x - between - left))
        above.append(DockSlot(STATUS, beside, right - beside))
    return [above, *rows]


def _choose_rows(
    theme: Theme, width: float, plans: Sequence[Sequence[Sequence[Sequence[str]]]]
) -> list[list[DockSlot]]:
    room = width - 2 * theme.sizes.safe_margin
    fitting = (plan for plan in plans if all(_measure_row(theme, row) <= room for row in plan))
    return [_lay_out_row(theme, row, room) for row in next(fitting, plans[-1])]


def _lay_out_row(theme: Theme, row: Sequence[Sequence[str]], room: float) -> list[DockSlot]:
    names = [name for group in row for name in group]
    growing = next((name for name in _GROWS if name in names), "")
    spare, x = max(0.0, room - _measure_row(theme, row)), theme.sizes.safe_margin
    spots: list[DockSlot] = []
    for group in row:
        for name in group:
            width = _width_of(theme, name) + (spare if name == growing else 0.0)
            spots.append(DockSlot(name, x, width))
            x += width + _DOCK_GAP * theme.zoom
        x += (_BETWEEN - _DOCK_GAP) * theme.zoom
    return spots


def _width_of(theme: Theme, name: str) -> float:
    return _WIDE[name] * theme.zoom if name in _WIDE else 1.1 * theme.sizes.target


def _measure_row(theme: Theme, row: Sequence[Sequence[str]]) -> float:
    names = [name for group in row for name in group]
    gaps = (len(names) - len(row)) * _DOCK_GAP + (len(row) - 1) * _BETWEEN
    return sum(_width_of(theme, name) for name in names) + gaps * theme.zoom
