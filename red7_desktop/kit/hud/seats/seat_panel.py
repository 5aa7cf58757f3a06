"""The panel of another seat: who sits there, hand and points in numbers, and what counts now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import SeatModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.seats.name_tag import NameTag
from red7_desktop.kit.hud.seats.points import Points
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.kit.language.texts import Texts
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span, measure_width_at
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.spec import Layout, ZoneSpec, zone_name

_OUT: Final = 0.5
"""How much shows of what belongs to a seat that is out."""


class SeatPanel(Part[SeatModel]):
    """One seat's frame with its name, count, points and tally in their zones.

    The cards in it are not this part's: they lie in zones of their own.
    """

    def __init__(self, look: Look, ink: TextStyler, texts: Texts, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._name = NameTag(look, ink, name="name")
        self._count = RunsLabel(look, "", "hud_count", name="count")
        self._points = Points(look, ink, texts, name="points")
        self._tally = TallyBlock(look, ink, name="tally")
        self.add(self._name, self._count, self._points, self._tally)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Take the zones of the seat whose panel this is, as far as the layout has them."""
        back = -Vec(spec.area.x, spec.area.y)
        for piece in (self._name, self._points, self._tally, self._count):
            zone = layout.by_name.get(zone_name(piece.name, spec.seat))
            piece.visible = zone is not None
            if zone is None:
                continue
            if isinstance(piece, RunsLabel):
                piece.write(rect=zone.area.moved(back))
            else:
                piece.place(zone.area.moved(back))
        self.place(spec.area)

    def compose(self, value: SeatModel) -> None:
        """Hand each piece its part of the model."""
        self.picture = self.look.theme.box(
            "hud_seat_acting" if value.is_acting else "hud_seat"
        ).picture()
        self._name.show(value)
        self._count.write(str(value.hand_count))
        self._points.show(value)
        self._tally.show(value)
        for piece in (self._name, self._count, self._points):
            piece.alpha = _OUT if value.is_out else 1.0


_BROAD: Final = 1.4
"""In a zone that is so much wider than high, the lines stand beside the figure."""

_FIGURE_SHARE, _LEAST_SHARE = 0.42, 0.3
"""The figure's part of a broad zone, and what it has at least where words need more."""

_BEYOND, _AROUND = 6.0, 8.0
"""So far may long words reach out of the zone rather than shrink, to the right of a figure and on
both sides below one: around it is a margin."""

_FIGURE, _LINE = 64.0, 27.0
"""Heights of the figure and of each line below it."""


class TallyBlock(Part[SeatModel]):
    """A column in the middle of its zone; for a seat that is out it says so."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._figure = RunsLabel(look, "", "hud_tally", align=Align.CENTRE, name="figure")
        self._unit = RunsLabel(look, "", "hud_tally_unit", align=Align.CENTRE, name="unit")
        self._best = RunsLabel(look, "", "hud_tally_best", align=Align.CENTRE, name="best")
        self._out = SpacedWord(look, "hud_caps", align=Align.CENTRE, max_rows=2, name="out")
        self.add(self._figure, self._unit, self._best, self._out)

    def compose(self, value: SeatModel) -> None:
        """Write the three lines."""
        theme, (w, h) = self.look.theme, self.size
        tally = value.tally
        for label in (self._figure, self._unit, self._best):
            label.visible = tally is not None
        self._out.visible = tally is None
        if tally is None:
            self._out.show(value.out, theme.colour("bad").with_alpha(0.8))
            self._out.place(Rect(0.0, 0.0, w, h))
            return
        colour = "accent" if value.is_leading else "text" if tally.figure != "0" else "text_faint"
        figure = (Span(tally.figure, colour=theme.colour(colour)),)
        lines = 2 if tally.best else 1
        best = self.ink.spans(self.look, tally.best, strong="hud_tally_card")
        if w > _BROAD * h:
            self._write_beside(figure, tally.unit, best)
            return
        self._dress(Align.CENTRE, Align.CENTRE)
        grown = self.grown(h, _FIGURE + 2 * _LINE)
        high, line = _FIGURE * grown, _LINE * grown
        top = (h - high - lines * line) / 2
        self._figure.write(figure, Rect(0.0, top, w, high))
        wide = w + 2 * _AROUND
        self._unit.write(tally.unit, Rect(-_AROUND, top + high, wide, line))
        best = self._readable(best, wide)
        self._best.write(best, Rect(-_AROUND, top + high + line, wide, line))

    def _write_beside(self, figure: Sequence[Span], unit: str, best: tuple[Span, ...]) -> None:
        """Put the lines beside the figure: in a broad zone, all of them are larger so."""
        w, h = self.size
        share = self.least_share
        words = max(
            measure_width_at(share, [Span(unit)], self.look, "hud_tally_unit"),
            measure_width_at(share, best, self.look, "hud_tally_best"),
        )
        left = min(w * _FIGURE_SHARE, max(w * _LEAST_SHARE, w + _BEYOND - words))
        line = min(h / 2, _LINE * self.look.theme.zoom)
        top = h / 2 - line if best else (h - line) / 2
        self._dress(Align.END, Align.START)
        self._figure.write(figure, Rect(0.0, 0.0, left - 12.0, h))
        room = w - left + _BEYOND
        self._unit.write(unit, Rect(left, top, room, line))
        self._best.write(self._readable(best, room), Rect(left, h / 2, room, line))

    def _readable(self, best: tuple[Span, ...], room: float) -> tuple[Span, ...]:
        """Leave out the symbol where the name of the colour would become small beside it."""
        is_whole = measure_width_at(self.least_share, best, self.look, "hud_tally_best") <= room
        return best if is_whole else tuple(replace(each, mark=None) for each in best)

    def _dress(self, figure: Align, lines: Align) -> None:
        self._figure.write(align=figure)
        for label in (self._unit, self._best):
            label.write(align=lines)
