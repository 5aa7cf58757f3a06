"""A row of a list: words on one line, and a mark on the row that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.button import Button

_BAR: Final = Size(5.0, 24.0)


class ListRow(Button):
    """A button in the form of a row; the chosen one carries a bar at its left edge.

    It takes Button's arguments but for the style: the theme's buttons `row` and `row_on` give the
    looks.
    """

    def __init__(
        self, look: Look, text: str, *args: Any, is_chosen: bool = False, **options: Any
    ) -> None:
        self._bar = Node(name="bar")
        self._is_chosen = is_chosen
        super().__init__(look, text, *args, style="row_on" if is_chosen else "row", **options)
        self.add(self._bar)
        self.refresh()

    @classmethod
    def align(cls, rows: Sequence[ListRow], least: float, most: float) -> float:
        """Make rows equally wide, as wide as the widest needs within limits; give that width."""
        width = min(max([least, *(row.size.w for row in rows)]), most)
        for row in rows:
            row.width = width
        return width

    @property
    def width(self) -> float:
        """The width; writing it lays the row out again."""
        return self.size.w

    @width.setter
    def width(self, width: float) -> None:
        self._own_size = Size(width, self._own_size.h)
        self.refresh()

    @property
    def is_chosen(self) -> bool:
        """Whether it carries the mark."""
        return self._is_chosen

    @is_chosen.setter
    def is_chosen(self, is_chosen: bool) -> None:
        self._is_chosen = is_chosen
        self._style = "row_on" if is_chosen else "row"
        self.refresh()

    def refresh(self) -> None:
        """Lay out the row and its mark."""
        super().refresh()
        theme = self.look.theme
        bar = _BAR.scaled(theme.zoom)
        self._bar.visible = self._is_chosen
        self._bar.size = bar
        self._bar.position = Vec(bar.w, (self.size.h - bar.h) / 2)
        self._bar.picture = BoxPicture(theme.colour("accent"), radius=bar.w / 2)
