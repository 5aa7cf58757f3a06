"""The trash of a seat: how much it has, and how much ends the match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.table.counters import (
    build_pip_marks,
    measure_marks,
    pips_picture,
)
from red7_desktop.games.spring_cleaning.face.table.panels import TrashModel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_TRASH_PIP: Final = 15.0

_CLEAR: Final = 16.0
"""What pips leave free at the left, so that they keep clear of what stands beside the zone."""

_TRASH_WORD, _TRASH_FIGURE, _TRASH_GAP = 24.0, 34.0, 6.0
"""Heights of the word and the figure below each other, and the space above the pips."""


class TrashPips(Part[TrashModel]):
    """A word, a figure and a row of pips, at the right of its zone.

    In a low zone the word stands before the figure.
    """

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._label = RunsLabel(look, "", "hud_unit", align=Align.END, name="label")
        self._figure = RunsLabel(look, "", "hud_points", align=Align.END, name="figure")
        self._pips = Node(name="pips")
        self.add(self._label, self._figure, self._pips)

    def compose(self, value: TrashModel) -> None:
        """Write word and figure, and draw the pips at the foot."""
        theme, (w, h) = self.look.theme, self.size
        tint = theme.colour("bad_text")
        figure = (Span(f"{value.trash}/{value.target}", colour=tint),)
        pip = min(_TRASH_PIP, (w - _CLEAR) / value.target)
        above, high = _TRASH_WORD * theme.zoom, _TRASH_FIGURE * theme.zoom
        foot = h - pip - _TRASH_GAP
        self._label.visible = foot >= above + high
        if self._label.visible:
            self._label.write(value.label, Rect(0.0, foot - above - high, w, above))
            self._figure.write(figure, Rect(0.0, foot - high, w, high))
        else:
            word = Span(f"{value.label}  ", style="hud_unit")
            self._figure.write((word, *figure), Rect(0.0, 0.0, w, foot))
        empty = theme.colour("text_faint").with_alpha(0.7)
        marks = build_pip_marks(value.trash, 0, value.target, theme.colour("bad"), empty)
        self._pips.picture = pips_picture(marks)
        self._pips.size = measure_marks(len(marks), 1.0, pip)
        self._pips.position = Vec(w - self._pips.size.w, h - pip - 2.0)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what trash is."""
        if self.shown is not None:
            yield Meaning(self, self.shown.meaning)
