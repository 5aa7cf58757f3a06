"""A form: rows of a label and a control, below each other where there is no room side by side."""

from __future__ import annotations

from typing import Final

from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.switch import Switch

_NARROW: Final = 560.0
"""A form narrower than this, at the theme's zoom 1, puts labels above controls."""

_LABELS: Final = 0.38
"""The share of the width that labels have where they stand beside controls."""


class Form:
    """Fills `parent` with rows of a width.

    Make a control `control_width` wide, or `width` where `is_narrow`.
    """

    def __init__(
        self, look: Look, parent: Node, width: float, *, left: float = 0.0, top: float = 0.0
    ) -> None:
        self.look = look
        self.width = width
        self.zoom = look.theme.zoom
        self.is_narrow = width < _NARROW * self.zoom
        self.flow = Flow(parent, width, 22 * self.zoom, left=left, top=top)

    @property
    def control_width(self) -> float:
        """The width of a control."""
        if self.is_narrow:
            return self.width
        return self.width * (1 - _LABELS) - self.look.theme.sizes.gap

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.flow.bottom

    def heading(self, words: str, name: str = "") -> Label:
        """Begin a section."""
        label = Label(self.look, words, "heading", name=name, max_width=self.width)
        self.flow.add(label, 34 * self.zoom)
        line = Panel(self.look, Size(self.width, max(1.0, 1.5 * self.zoom)), "rule_line")
        self.flow.add(line, 8 * self.zoom)
        return label

    def row(self, words: str, control: Node, note: str = "") -> Label | None:
        """Add a label and its control, with a note below; give the note."""
        dims = not getattr(control, "enabled", True)
        colour = self.look.theme.text("body").colour.with_alpha(0.5) if dims else None
        room = self.width if self.is_narrow else self.width * _LABELS
        label = Label(self.look, words, "body", colour=colour, max_width=room, wraps=True)
        if self.is_narrow:
            self.flow.add(label)
            self.flow.add(control, 6 * self.zoom)
        else:
            self.flow.pair(label, control)
        return self.note(note) if note else None

    def switch(self, switch: Switch, note: str = "") -> None:
        """Add a switch, which carries its own words and is as wide as the form."""
        self.flow.add(switch, 14 * self.zoom)
        if note:
            self.note(note, beside=84 * self.zoom)

    def note(self, words: str, *, beside: float = 0.0) -> Label:
        """Add a note below the last row, in the width that `beside` leaves."""
        label = Label(
            self.look, words, "note", max_width=self.width - beside, wraps=True, name="note"
        )
        self.flow.add(label, 4 * self.zoom)
        return label
