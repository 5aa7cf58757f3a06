"""Chooses among the layouts of a table: by how many sit there, by the window, by the words."""

from __future__ import annotations

import math
from collections.abc import Iterable

from red7_desktop.table.spec import Layout, LayoutError


def choose_layout(
    layouts: Iterable[Layout], window: tuple[float, float], seats: int, zoom: float = 1.0
) -> Layout:
    """Choose the layout for a number of seats whose shape is nearest to the window's.

    Nearest is by the ratio of the aspects, so that half as wide and twice as wide are equally far.
    It has room for words of a zoom, if any has, and not for much larger ones.

    Raises LayoutError when there is none for that number of seats.
    """
    # A window being minimised may report no size at all.
    aspect = math.log(max(window[0], 1) / max(window[1], 1))
    return min(
        _list_layouts_for(layouts, seats),
        key=lambda each: (
            max(0.0, zoom - each.text_zoom),
            each.text_zoom,
            abs(math.log(each.size.w / each.size.h) - aspect),
            each.where,
        ),
    )


def choose_beside(
    layouts: Iterable[Layout], room: tuple[float, float], seats: int, zoom: float = 1.0
) -> Layout:
    """Choose the layout for what another thing leaves of the window, and draw it out to fill that.

    Of those that have room for words of a zoom, as large as in the window, it is the one that is
    shown largest.

    Raises LayoutError when there is none for that number of seats.
    """
    chosen = min(
        _list_layouts_for(layouts, seats),
        key=lambda each: (
            max(0.0, zoom / min(1.0, each.fit(room)) - each.text_zoom),
            each.text_zoom,
            -round(each.fit(room), 2),
            -each.size.w,
        ),
    )
    return chosen.drawn_out(room)


def _list_layouts_for(layouts: Iterable[Layout], seats: int) -> list[Layout]:
    fitting = [layout for layout in layouts if layout.seats == seats]
    if not fitting:
        raise LayoutError("layouts", f"there is none for {seats} seats")
    return fitting
