"""A scroll view of many rows of one height, of which only those are made that can be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.scroll_view import ScrollView

_AHEAD: Final = 3
"""So many rows are there above and below the view, for the focus to go to."""


class RowList(ScrollView):
    """Shows `count` rows, `gap` apart; `make` gives the one of a number from 0, `high` high.

    A row is made when it comes near the view, and dropped when it has gone far from it. Other
    options are those of a scroll view.
    """

    def __init__(
        self,
        look: Look,
        size: Size,
        count: int,
        make: Callable[[int], Node],
        *,
        high: float,
        gap: float,
        **options: Any,
    ) -> None:
        self._count = count
        self._make = make
        self._step = high + gap
        self._rows: dict[int, Node] = {}
        whole = Size(size.w, max(0.0, count * self._step - gap))
        super().__init__(look, size, Node(name="content", size=whole), **options)

    def _place(self) -> None:
        super()._place()
        first = max(0, int(self.offset // self._step) - _AHEAD)
        last = min(self._count, int((self.offset + self.size.h) // self._step) + 1 + _AHEAD)
        if list(self._rows) == list(range(first, last)):
            return
        rows = {
            number: self._rows[number] if number in self._rows else self._make(number)
            for number in range(first, last)
        }
        for row in self._rows.values():
            row.detach()
        for number, row in rows.items():
            row.position = Vec(0.0, number * self._step)
        self._rows = rows
        # In their order, for that is the order of the focus.
        self.content.add(*rows.values())
