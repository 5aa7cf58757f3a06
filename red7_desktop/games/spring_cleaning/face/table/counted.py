"""A number of cards, and the word for what they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from red7_desktop.games.spring_cleaning.face.table.panels import CountModel
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_FIGURE, _LABEL = 34.0, 24.0
"""Heights of the two lines."""


class Counted(Part[CountModel]):
    """The number above the word, in the middle of its zone or at its right end."""

    def __init__(self, look: Look, ink: Ink, align: Align, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._count = RunsLabel(look, "", "hud_note_value", align=align, name="count")
        self._label = RunsLabel(look, "", "hud_unit", align=align, name="label")
        self.add(self._count, self._label)

    def compose(self, value: CountModel) -> None:
        """Write both."""
        w, h = self.size
        grown = min(self.look.theme.zoom, h / (_FIGURE + _LABEL))
        figure, label = _FIGURE * grown, _LABEL * grown
        top = (h - figure - label) / 2
        colour = self.look.theme.colour("bad") if value.is_close else None
        self._count.write((Span(str(value.count), colour=colour),), Rect(0.0, top, w, figure))
        self._label.write(value.label, Rect(0.0, top + figure, w, label))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what is counted."""
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)
