"""How many cards the deck holds, below the deck."""

from __future__ import annotations

from typing import Any

from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.model import DeckModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel


class DeckCount(Part[DeckModel]):
    """The number, and what it is the number of."""

    def __init__(self, look: Look, ink: Ink, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._count = RunsLabel(look, "", "hud_deck_count", align=Align.CENTRE, name="count")
        self._label = RunsLabel(look, "", "hud_unit", align=Align.CENTRE, name="label")
        self.add(self._count, self._label)

    def compose(self, value: DeckModel) -> None:
        """Write both in the middle."""
        w, h = self.size
        self._count.write(str(value.count), Rect(0.0, 0.0, w, h * 0.55))
        self._label.write(value.label, Rect(0.0, h * 0.53, w, h * 0.45))
