"""The points of a seat and how many end the match."""

from __future__ import annotations

from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import SeatModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.texts import Texts
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.paint.pictures import Align, TextPicture
from red7_desktop.scene.paint.run_lines import Span, line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_POINTS_HEIGHT: Final = 66.0
"""The height that both lines need."""

_LOW: Final = 56.0
"""In a lower zone than this, both numbers stand in one line."""

_WIDE: Final = 90.0
"""In a wider zone than this the points are written large, with the word."""


class Points(Part[SeatModel]):
    """Shows nothing where nothing is scored."""

    def __init__(self, look: Look, ink: TextStyler, texts: Texts, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._texts = texts
        self._figure = RunsLabel(look, "", "hud_points", align=Align.END, name="figure")
        self._unit = RunsLabel(look, "", "hud_unit", align=Align.END, name="unit")
        self.add(self._figure, self._unit)

    def compose(self, value: SeatModel) -> None:
        """Write the figure, and the target below it or beside it."""
        texts, (w, h) = self._texts, self.size
        scores = value.points is not None and value.target is not None
        self._figure.visible = scores
        self._unit.visible = scores and h >= _LOW
        if not scores:
            return
        if h < _LOW:
            target = Span(texts("/{target}", target=value.target), style="hud_unit")
            both = (Span(str(value.points)), target)
            self._figure.write(both, Rect(0.0, 0.0, w, h), style="hud_points", align=Align.START)
            return
        is_wide, grown = w > _WIDE, self.grown(h, _POINTS_HEIGHT)
        room = w - 6.0 if is_wide else w
        self._figure.write(
            str(value.points),
            Rect(0.0, h / 2 - 33.0 * grown, room, 36.0 * grown),
            style="hud_points_big" if is_wide else "hud_points",
            align=Align.END,
        )
        ways = [texts("of {target}", target=value.target), texts("/{target}", target=value.target)]
        if is_wide:
            ways.insert(0, texts("of {target} points", target=value.target))
        self._unit.write(
            next((way for way in ways if self._fits(way, room)), ways[-1]),
            Rect(0.0, h / 2 + grown, room, 26.0 * grown),
        )

    def _fits(self, words: str, room: float) -> bool:
        """Tell whether words have room in letters that can be read."""
        lines = line_up([Span(words)], self.look, "hud_unit", Size(room, 0.0))
        (piece,) = lines.pieces
        assert isinstance(piece.picture, TextPicture)
        return piece.picture.size >= self.look.theme.sizes.least_text
