"""A panel: a box in one of the theme's styles, for other nodes to lie in."""

from __future__ import annotations

from typing import Any

from red7_desktop.scene.geometry import Size
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget


class Panel(Widget):
    """A box that takes its look from the theme; writing `style` changes it."""

    def __init__(self, look: Look, size: Size, style: str = "panel", **options: Any) -> None:
        super().__init__(look, size=size, **options)
        self._style = style
        self.refresh()

    @property
    def style(self) -> str:
        """The name of the box style."""
        return self._style

    @style.setter
    def style(self, style: str) -> None:
        if style != self._style:
            self._style = style
            self.refresh()

    def refresh(self) -> None:
        """Take the box from the theme."""
        self.picture = self.look.theme.box(self._style).picture()
