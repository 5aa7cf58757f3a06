"""The days of the last weeks as small boxes, a column a week."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.language.dates import weekday_letters
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.app.profile.sums import DaySums
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

_CELL: Final = 24.0

_CALENDAR_GAP: Final = 6.0

_MOST: Final = 53
"""Weeks, however wide it is."""


def build_calendar(
    look: Look, texts: Texts, days: Mapping[date, DaySums], today: date, width: float
) -> Node:
    """Give the weeks up to this one, as many as there is room for, and what the boxes mean."""
    zoom = look.theme.zoom
    cell, step = _CELL * zoom, (_CELL + _CALENDAR_GAP) * zoom
    labels = {
        row: Label(look, letter, "small", size=Size(cell * 1.2, cell), align=Align.CENTRE)
        for row, letter in enumerate(weekday_letters(texts))
        if row % 2 == 0
    }
    left = cell * 1.2 + _CALENDAR_GAP * zoom
    weeks = min(_MOST, int((width - left + _CALENDAR_GAP * zoom) / step))
    node = Node(name="calendar")
    for row, label in labels.items():
        label.position = Vec(0.0, row * step)
        node.add(label)
    monday = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    for week in range(weeks):
        for row in range(7):
            day = monday + timedelta(days=7 * week + row)
            if day <= today:
                box = _draw_day(look, days.get(day), cell, is_today=day == today)
                box.position = Vec(left + week * step, row * step) + box.position
                node.add(box)
    legend = _build_legend(look, texts, cell)
    legend.position = Vec(left, 7 * step + _CALENDAR_GAP * zoom)
    node.add(legend)
    node.size = Size(width, legend.position.y + legend.size.h)
    return node


def _draw_day(look: Look, played: DaySums | None, cell: float, *, is_today: bool = False) -> Node:
    """Draw a day: filled where a match was won, a ring where one was played, else a dot."""
    theme = look.theme
    ring = theme.colour("accent") if is_today else theme.colour("ok").with_alpha(0.8)
    if played is None and not is_today:
        side = 0.34 * cell
        place = Vec((cell - side) / 2, (cell - side) / 2)
        dot = BoxPicture(theme.colour("text_faint").with_alpha(0.45), side / 2)
        return Node(name="day", size=Size(side, side), position=place, picture=dot)
    fill = theme.colour("ok").mixed(theme.colour("panel"), 0.25) if played and played.won else None
    box = BoxPicture(fill, 0.28 * cell, ring, 0.09 * cell)
    return Node(name="day", size=Size(cell, cell), picture=box)


def _build_legend(look: Look, texts: Texts, cell: float) -> Node:
    from red7_desktop.app.profile.sums import DaySums

    node = Node(name="legend")
    x, high = 0.0, cell
    for words, day in ((texts("won"), DaySums(1, 1)), (texts("played"), DaySums(1, 0))):
        box, label = _draw_day(look, day, 0.8 * cell), Label(look, words, "small")
        high = max(high, label.size.h)
        box.position = Vec(x, (high - box.size.h) / 2)
        label.position = Vec(x + 1.2 * cell, (high - label.size.h) / 2)
        x = label.position.x + label.size.w + 1.2 * cell
        node.add(box, label)
    node.size = Size(x, high)
    return node
