"""How many cards the deck holds, below the deck."""

from __future__ import annotations

from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import DeckModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_BEYOND: Final = 16.0
"""So far may a long word reach out of the zone rather than shrink: around it is a margin."""


class DeckCount(Part[DeckModel]):
    """The number, and what it is the number of."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._count = RunsLabel(look, "", "hud_deck_count", align=Align.CENTRE, name="count")
        self._label = RunsLabel(look, "", "hud_unit", align=Align.CENTRE, name="label")
        self.add(self._count, self._label)

    def compose(self, value: DeckModel) -> None:
        """Write both in the middle; boxes share room, letters do not."""
        w, h = self.size
        self._count.write(str(value.count), Rect(0.0, -h * 0.05, w, h * 0.65))
        wide = w + 2 * _BEYOND
        self._label.write(value.label, Rect(-_BEYOND, h * 0.47, wide, h * 0.57))
