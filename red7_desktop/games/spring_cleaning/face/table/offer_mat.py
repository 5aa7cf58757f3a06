"""The mat that the viewer's own offer lies on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.table.panels import MatModel
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.spec import Layout, ZoneSpec

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_MAT_EDGE: Final = 28.0

_SEAM: Final = 7.0
"""How far inside its edge the mat is stitched."""

_TITLE, _NOTE = 28.0, 24.0
"""Heights of a line of each."""

_LINES: Final = 4

_RADIUS: Final = 20.0


class OfferMat(Part[MatModel]):
    """A stitched mat with words at its left; it lights up when a card is to come there."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._seam = Node(name="seam")
        self._title = SpacedWord(look, "hud_caps", tracking=0.07, name="title")
        self._note = RunsLabel(
            look, "", "hud_note", valign=Align.START, max_lines=_LINES, name="note"
        )
        self.add(self._seam, self._title, self._note)
        self._right = 0.0

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Take the room left of the offer for the words."""
        right = layout.zone("offer", spec.seat).area.left - spec.area.left
        if right != self._right:
            self._right = right
            self.refresh()
        super().settle(layout, spec)

    def compose(self, value: MatModel) -> None:
        """Draw the seam, and write title and note below each other."""
        theme, (w, h) = self.look.theme, self.size
        ground = theme.colour("panel_high")
        line = theme.colour("ok" if value.is_open else "text_faint")
        fill = ground.mixed(theme.colour("ok"), 0.16) if value.is_open else ground
        self.picture = BoxPicture(fill.with_alpha(0.62), _RADIUS, theme.colour("border"), 1.2)
        inner = Rect(0.0, 0.0, w, h).inflated(-_SEAM)
        self._seam.picture = BoxPicture(
            None,
            _RADIUS - _SEAM,
            line.with_alpha(0.95 if value.is_open else 0.5),
            2.4 if value.is_open else 1.8,
            dash=11.0,
        )
        self._seam.position, self._seam.size = inner.position, inner.size
        room = max(self._right - _MAT_EDGE - 12.0, 1.0)
        self._title.show(value.title, theme.colour("ok") if value.is_open else None)
        grown = self.grown(h - 2 * _MAT_EDGE, _TITLE + 3 * _NOTE)
        title = _TITLE * grown
        free = h - 2 * (_SEAM + 8.0) - title
        self._note.write(value.note, Rect(_MAT_EDGE, 0.0, room, min(free, _NOTE * grown * _LINES)))
        top = (h - title - self._note.ink.h) / 2 - 2.0
        self._title.place(Rect(_MAT_EDGE, top, room, title))
        self._note.position = Vec(_MAT_EDGE, top + title - self._note.ink.y)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what an offer is."""
        if self.shown is not None:
            for node in (self._title, self._note):
                yield Meaning(node, self.shown.meaning)
