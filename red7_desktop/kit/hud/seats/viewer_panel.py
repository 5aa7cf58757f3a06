"""The panel of the seat at the bottom: name, points, and what that seat should know now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import HistoryModel, NoteRow, SeatModel, ViewerModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.seats.name_tag import NameTag
from red7_desktop.kit.hud.seats.points import Points
from red7_desktop.kit.language.texts import Texts
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.spec import Layout, ZoneSpec, zone_name

_ROW: Final = 35.0

_VALUE: Final = 72.0
"""Height of a row, and the width of the value at its end."""


@dataclass(frozen=True, slots=True)
class OwnPanel:
    """What the panel shows. history: the last turns, where no other part has room for them."""

    seat: SeatModel
    viewer: ViewerModel
    history: HistoryModel | None = None


class _Row(Part[NoteRow]):
    """One row: a label, and a value at its end."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._label = RunsLabel(look, "", "hud_note", max_lines=2, name="label")
        self._value = RunsLabel(look, "", "hud_note_value", align=Align.END, name="value")
        self.add(self._label, self._value)

    def compose(self, value: NoteRow) -> None:
        """Write label and value."""
        wide = _VALUE * self.grown(self.size.h, _ROW)
        taken = wide if value.value else 0.0
        label = self.ink.spans(self.look, value.label)
        self._label.write(label, Rect(0.0, 0.0, self.size.w - taken, self.size.h))
        self._value.visible = bool(value.value)
        colour = self.look.theme.colour("bad") if value.is_bad else None
        figure = (Span(value.value, colour=colour),) if value.value else ()
        self._value.write(figure, Rect(self.size.w - wide, 0.0, wide, self.size.h))


class ViewerPanel(Part[OwnPanel]):
    """The frame at the bottom left; rows of notes take the lower half."""

    def __init__(self, look: Look, ink: TextStyler, texts: Texts, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._name = NameTag(look, ink, name="name")
        self._points = Points(look, ink, texts, name="points")
        self._line = Node(name="line")
        self._rows = Node(name="rows")
        self._notes = Rect(0.0, 0.0, 0.0, 0.0)
        self.add(self._name, self._points, self._line, self._rows)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Take the zones of the seat whose panel this is, as far as the layout has them."""
        back = -Vec(spec.area.x, spec.area.y)
        for piece in (self._name, self._points):
            zone = layout.by_name.get(zone_name(piece.name, spec.seat))
            piece.visible = zone is not None
            if zone is not None:
                piece.place(zone.area.moved(back))
        notes = layout.by_name.get(zone_name("notes", spec.seat))
        self._notes = notes.area.moved(back) if notes else Rect(0.0, 0.0, 0.0, 0.0)
        self.place(spec.area)
        self.refresh()

    def compose(self, value: OwnPanel) -> None:
        """Hand the pieces their parts, and fill the rows."""
        theme, seat = self.look.theme, value.seat
        self.picture = theme.box("hud_seat_acting" if seat.is_acting else "hud_seat").picture()
        self._name.say(value.viewer.status, "accent" if seat.is_acting else "text_faint")
        self._name.show(seat)
        self._points.show(seat)
        self._line.visible = self._notes.h > 0
        self._line.picture = BoxPicture(theme.colour("border").with_alpha(0.75))
        self._line.position = Vec(self._notes.x - 2.0, self._notes.y + 1.0)
        self._line.size = Size(self._notes.w + 4.0, 1.0)
        self._fill(self._chosen(value))

    @property
    def _row(self) -> float:
        """The height of a row: larger with the theme, as long as there is room for three."""
        return _ROW * self.grown(self._notes.h, 3 * _ROW)

    @property
    def rows(self) -> tuple[Part[NoteRow], ...]:
        """The rows that are shown."""
        rows = self._rows.children
        return tuple(row for row in rows if isinstance(row, _Row) and row.visible)

    def _chosen(self, value: OwnPanel) -> list[NoteRow]:
        """Choose the rows that there is room for: notes, and at least one of the latest turns."""
        most = int(self._notes.h // self._row)
        turns = value.history.lines if value.history is not None else ()
        rows = list(value.viewer.rows[: most - 1 if turns else most])
        return [*rows, *[NoteRow(line.line) for line in turns[len(rows) - most :]]]

    def _fill(self, rows: list[NoteRow]) -> None:
        for nth in range(len(self._rows.children), len(rows)):
            self._rows.add(_Row(self.look, self.ink, name=f"row {nth}"))
        high = self._row
        top = self._notes.y + (self._notes.h - high * int(self._notes.h // high)) / 2 + 3.0
        for nth, row in enumerate(self._rows.children):
            row.visible = nth < len(rows)
            if isinstance(row, _Row) and nth < len(rows):
                row.show(rows[nth])
                row.place(Rect(self._notes.x, top + nth * high, self._notes.w, high))
