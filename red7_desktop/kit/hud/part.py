"""What all parts of the HUD share: they lie in a rectangle and show a value."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from red7_desktop.kit.hud.ink import Ink
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget

Shown = TypeVar("Shown")


class Part(Widget, Generic[Shown]):
    """A part of the HUD: `place` puts it into a rectangle, `show` gives it what it shows.

    A subclass makes its children in `__init__` and writes `compose`, which brings them up to date
    from the value, `self.size` and `self.look`, but not from where it lies. Nothing is composed
    before value and size are known.
    """

    def __init__(self, look: Look, ink: Ink, **options: Any) -> None:
        super().__init__(look, **options)
        self.ink = ink
        self.shown: Shown | None = None

    def place(self, rect: Rect) -> None:
        """Lie in a rectangle of the parent's space."""
        self.position = rect.position
        if rect.size != self.size:
            self.size = rect.size
            self.refresh()

    def show(self, value: Shown) -> None:
        """Show a value; nothing happens when it is shown already."""
        if value != self.shown:
            self.shown = value
            self.refresh()

    def refresh(self) -> None:
        """Compose what is shown anew."""
        if self.shown is not None and self.size.w and self.size.h:
            self.compose(self.shown)

    def grown(self, room: float, needed: float) -> float:
        """Give the factor by which lengths grow with the theme, as far as there is room.

        needed: the room that they take as they are designed.
        """
        return max(1.0, min(self.look.theme.zoom, room / needed))

    def compose(self, value: Shown) -> None:
        """Bring everything up to date with a value."""
        raise NotImplementedError
