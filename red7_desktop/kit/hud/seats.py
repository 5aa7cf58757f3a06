"""Seat panels: sign, name, points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from red7_desktop.kit.hud.part import Part, SpacedWord, TextStyler
from red7_desktop.kit.look.icons import build_icon, portrait
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.table_model import HistoryModel, NoteRow, SeatModel, ViewerModel
from red7_desktop.kit.texts import Texts
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, TextPicture
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets.runs import RunsLabel, Span, line_up, measure_width_at
from red7_desktop.table.layout import Layout, ZoneSpec, zone_name
from red7_desktop.tabletop.game import SEAT_LETTERS

_CROWN: Final = 0.48
"""The crown's side as a part of the disc's width."""
_EDGE: Final = 0.05
"""The least room beside letters, as a part of the disc's width."""
_FACE: Final = 0.86
"""A portrait's side as a part of the disc's width."""


class Avatar(Part[SeatSign]):
    """A disc as wide as its box, which is a square."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._letter = RunsLabel(look, "", "hud_initial", align=Align.CENTRE)
        self._face = Node(name="portrait")
        self._crown = Node(name="crown")
        self.add(self._letter, self._face, self._crown)

    def compose(self, value: SeatSign) -> None:
        theme, side = self.look.theme, self.size.w
        colour = theme.swatch("seats", SEAT_LETTERS[value.seat])
        fill = theme.colour("avatar").mixed(colour, 0.10)
        self.picture = BoxPicture(fill, side / 2, colour, max(2.0, side * 0.055))
        self._face.picture = portrait(value.portrait)
        self._face.visible = self._face.picture is not None
        face = side * _FACE
        self._face.size = Size(face, face)
        self._face.position = Vec((side - face) / 2, (side - face) / 2)
        self._letter.visible = not self._face.visible
        letter = (Span(value.initial, colour=colour),)
        inner = Rect(_EDGE * side, 0.0, (1.0 - 2 * _EDGE) * side, side)
        self._letter.write(letter, inner)
        crown = side * _CROWN
        self._crown.visible = value.is_leading
        self._crown.picture = build_icon("crown", theme.colour("accent"))
        self._crown.size = Size(crown, crown)
        self._crown.position = Vec((side - crown) / 2, -crown * 0.76)


_NARROW: Final = 170.0
_NAME_TAG_HEIGHT: Final = 64.0
"""The height that both lines need."""
_DISC, _SMALL_DISC = 50.0, 42.0
_GAP, _SMALL_GAP = 13.0, 9.0
"""The sign's width and the space after it, and both in a narrow zone."""
_INDENT: Final = 12.0
"""The sign's distance from the left edge, at most."""
_LEAST_NAME: Final = 0.76
_BROKEN_BELOW: Final = 0.92
"""Words that would shrink below this part of their designed size are broken into two lines; those
made larger by a zoom, below that size itself."""


class NameTag(Part[SeatModel]):
    """Sign, name and the line about who plays, for which `say` gives another one."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._avatar = Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", max_lines=2, name="label")
        self._kind = RunsLabel(look, "", "hud_seat_kind", max_lines=2, name="kind")
        self.add(self._avatar, self._name, self._kind)
        self._line: tuple[str, str] | None = None

    def say(self, line: str, colour: str) -> None:
        """Show another line below the name, in a colour of the theme by its name."""
        if (line, colour) != self._line:
            self._line = (line, colour)
            self.refresh()

    def compose(self, value: SeatModel) -> None:
        colour = "accent" if value.is_you and value.is_acting else "text"
        name = (Span(value.name, colour=self.look.theme.colour(colour)),)
        is_thinking = bool(value.level) and value.is_acting
        kind = (Span(value.kind, colour=self.look.theme.colour("accent") if is_thinking else None),)
        if self._line is not None:
            tone = self.look.theme.colour(self._line[1])
            kind = (Span(self._line[0], style="hud_note_strong", colour=tone),)
        self._place_sign(value, max(self._wide(name, self._name), self._wide(kind, self._kind)))
        self._write(name, kind)

    def _place_sign(self, value: SeatModel, words: float) -> None:
        """Put the sign to the left; it grows with the theme as long as the words keep theirs."""
        w, h = self.size
        is_narrow = self._is_narrow(words)
        disc = _SMALL_DISC if w <= _NARROW else _DISC
        free = w - words - (_SMALL_GAP if is_narrow else _GAP)
        side = min(max(disc, min(disc * self.grown(h, _NAME_TAG_HEIGHT), free)), h)
        top = (h - side) / 2
        self._avatar.place(Rect(0.0 if is_narrow else min(top, _INDENT), top, side, side))
        self._avatar.show(
            SeatSign(value.seat, value.initial, value.name, value.portrait, value.is_leading)
        )

    def _is_narrow(self, words: float) -> bool:
        """Whether the words, made larger by a zoom, need the room around the sign as well."""
        is_tight = words > self.size.w - _DISC - _GAP - _INDENT
        return self.size.w <= _NARROW or (is_tight and self.look.theme.enlarged > 1.0)

    def _write(self, name: Sequence[Span], kind: Sequence[Span]) -> None:
        """Write both beside the sign, each in two lines where one would be too small."""
        w, h = self.size
        left = self._avatar.position.x + self._avatar.size.w
        widest = max(self._wide(name, self._name), self._wide(kind, self._kind))
        left += _SMALL_GAP if self._is_narrow(widest) else _GAP
        room = max(w - left, 1.0)
        theme, zoom = self.look.theme, self.look.theme.enlarged
        highs = []
        for label, spans, style in (
            (self._name, name, theme.text("hud_seat_name")),
            (self._kind, kind, theme.text("hud_seat_kind")),
        ):
            designed = self._wide(spans, label, 1.0 / zoom)
            lines = 2 if designed * (1.0 if theme.zoom > 1.0 else _BROKEN_BELOW) > room else 1
            highs.append(style.size / zoom * style.line_height * lines)
        # A name in two lines gives way before the line about it does.
        highs[0] = min(highs[0], max(h - highs[1], _LEAST_NAME * highs[0]))
        share = min(zoom, h / sum(highs))
        top = (h - share * sum(highs)) / 2
        self._name.write(name, Rect(left, top, room, share * highs[0]))
        self._kind.write(kind, Rect(left, top + share * highs[0], room, share * highs[1]))

    def _wide(self, spans: Sequence[Span], label: RunsLabel, share: float = 1.0) -> float:
        style = "hud_seat_name" if label is self._name else "hud_seat_kind"
        return measure_width_at(share, spans, self.look, style)


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
        lines = line_up([Span(words)], self.look, "hud_unit", Size(room, 0.0))
        (piece,) = lines.pieces
        assert isinstance(piece.picture, TextPicture)
        return piece.picture.size >= self.look.theme.sizes.least_text


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
        return best if is_whole else tuple(each._replace(mark=None) for each in best)

    def _dress(self, figure: Align, lines: Align) -> None:
        self._figure.write(align=figure)
        for label in (self._unit, self._best):
            label.write(align=lines)


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
