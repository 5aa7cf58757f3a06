"""Panels of seats: name, points, and a counted value such as the number of open cards.

The viewer's panel also lists facts about the viewer's cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from red7_desktop.kit import phrases, table_model, texts
from red7_desktop.kit.hud import part
from red7_desktop.scene.animation import Track
from red7_desktop.scene.boxes import Slot, across, down, first_fitting, make_slot
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture, TextPicture
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets import widget
from red7_desktop.scene.widgets.runs import (
    RunsLabel,
    TextRun,
    equalise_font_sizes,
    lay_out_spans,
    measure_height_at,
    measure_width_at,
)
from red7_desktop.table.arrange import Arrangement, arrange, bounds_of
from red7_desktop.table.layout import Layout, ZoneSpec, zone_name

_NARROW: Final = 170.0
_NAME_TAG_HEIGHT: Final = 64.0
"""Height of a player's name and the line below it at zoom 1, in design units."""
_DISC = 50.0
"""Diameter of the portrait, in design units."""
_SMALL_DISC = 42.0
"""Diameter of the portrait in a narrow zone, in design units."""
_GAP = 13.0
"""Gap between portrait and name, in design units."""
_SMALL_GAP = 9.0
"""Gap between portrait and name in a narrow zone, in design units."""
_INDENT: Final = 12.0
"""Maximum distance of the portrait from the panel's left edge, in design units."""
_MIN_NAME: Final = 0.76
_MIN_UNWRAPPED: Final = 0.92
"""Smallest factor by which a player's name shrinks to fit in one line; then it uses two lines.

In a zoomed theme, the name uses two lines as soon as it would be smaller than at zoom 1. The line
below the name follows the same rule.
"""


class NameTag(part.Part["tuple[table_model.SeatModel, TextRun | None]"]):
    """A player's portrait and name, with a line about the player below the name.

    The value to show is a pair: the seat, and the text of the line below the name. If this text is
    None, `SeatModel.kind` is shown instead.
    """

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._avatar = part.Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", max_lines=2, splits=True, name="label")
        self._kind = RunsLabel(look, "", "hud_seat_kind", max_lines=2, name="kind")
        self.add(self._avatar, self._name, self._kind)

    def set_faint(self, is_faint: bool) -> None:
        """Make the dots on a thinking player's portrait faint or strong."""
        self._avatar.set_faint(is_faint)

    def compose(self, value: tuple[table_model.SeatModel, TextRun | None]) -> None:
        seat, line = value
        w, h = self.size
        theme = self.look.theme
        mine = seat.is_you and seat.is_acting
        thinks = bool(seat.level) and seat.is_acting
        name = TextRun(seat.name, colour=theme.colour("accent" if mine else "text"))
        kind = line or TextRun(seat.kind, colour=theme.colour("accent") if thinks else None)
        texts = (name, "hud_seat_name"), (kind, "hud_seat_kind")
        words = max(self._width(*text) for text in texts)
        # In a zoomed theme, a long text may use the space that is normally left free around the
        # portrait.
        is_tight = words > w - _DISC - _GAP - _INDENT and theme.enlarged > 1.0
        is_narrow = w <= _NARROW or is_tight
        gap = _SMALL_GAP if is_narrow else _GAP
        # In a zoomed theme, enlarge the portrait, but only as long as the text beside it has enough
        # room and needn't shrink.
        disc = _SMALL_DISC if w <= _NARROW else _DISC
        side = min(max(disc, min(disc * self.zoom_factor(h, _NAME_TAG_HEIGHT), w - words - gap)), h)
        if is_narrow:
            left = 0.0
        else:
            left = min((h - side) / 2, _INDENT)
        room = max(w - left - side - gap, 1.0)
        first, second = (self._designed_height(*text, room) for text in texts)
        # If space is short, a name in two lines gets smaller before the line below it does.
        first = min(first, max(h - second, _MIN_NAME * first))
        share = min(theme.enlarged, h / (first + second))
        lines = down(
            self._name.slot_for((name,), h=share * first),
            self._kind.slot_for((kind,), h=share * second),
            share=0.5,
        )
        sign = self._avatar.slot(side, side)
        beside = make_slot((lines.place, room, 0.0, 0.0))
        self.lay_out(across(left, sign, gap, beside))
        self._avatar.show(
            phrases.SeatLabel(
                seat.seat, seat.initial, seat.name, seat.portrait, seat.is_leading, seat.mood
            )
        )

    def _designed_height(self, words: TextRun, style: str, room: float) -> float:
        """Return the height that a text needs at zoom 1.

        This is the height of one line, or of two if the text would be too small in one line.
        """
        theme = self.look.theme
        text = self.look.theme.text(style)
        designed = self._width(words, style, 1.0 / theme.enlarged)
        if designed * (1.0 if theme.zoom > 1.0 else _MIN_UNWRAPPED) > room:
            lines = 2
        else:
            lines = 1
        return text.size / theme.enlarged * text.line_height * lines

    def _width(self, words: TextRun, style: str, share: float = 1.0) -> float:
        return measure_width_at(share, [words], self.look, style)


_POINTS_HEIGHT: Final = 66.0
"""Height needed for the number of points and the word below the number, in design units."""
_POINTS_FIGURE = 36.0
"""Line height of the number of points, in design units.

The line overlaps the line below, but the digits don't touch its letters."""
_POINTS_UNIT = 26.0
"""Height of the line with the word "points" below the number, in design units."""
_MIN_TWO_LINES: Final = 56.0
"""Minimum height of a seat's points for two lines, in design units.

If the height is less, points and target share a line, such as "12/40"."""
_MIN_LARGE_WIDTH: Final = 90.0
"""Width of a seat's points, in design units, above which the number has the large font.

Above this width, the line below the number is "of 40 points"; otherwise it is only "of 40"."""
_MIN_SHARE: Final = 0.9
"""Factor by which a text shrinks before a shorter form of it is used."""
_COUNT_SECONDS: Final = 0.3
"""Duration of counting up points, in seconds."""


class PointsLabel(part.Part[table_model.SeatModel]):
    """A label with a seat's points and the points that end the match; empty without points."""

    count = widget.RefreshingAttribute[int | None]()

    def __init__(
        self, look: ResolvedTheme, ink: part.TextStyler, texts: texts.Texts, **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._texts = texts
        self._figure = RunsLabel(look, "", "hud_points", align=Align.END, name="figure")
        self._unit = RunsLabel(look, "", "hud_unit", align=Align.END, name="unit")
        self._count: int | None = None
        self.add(self._figure, self._unit)

    def show(self, value: table_model.SeatModel) -> None:
        before, self._count = self._count, value.points
        super().show(value)
        if self.animator is not None and before is not None and before < (value.points or 0):
            self.animator.play(
                [Track(self, "count", before, value.points, 0.0, _COUNT_SECONDS, "linear")]
            )

    def compose(self, value: table_model.SeatModel) -> None:
        texts = self._texts
        w, h = self.size
        scores = value.points is not None and value.target is not None
        self._figure.visible = scores
        self._unit.visible = scores and h >= _MIN_TWO_LINES
        if not scores:
            return
        figure = TextRun(str(self._count))
        forms = [texts("of {target}", target=value.target), texts("/{target}", target=value.target)]
        if h < _MIN_TWO_LINES:
            both = (figure, TextRun(forms[-1], style="hud_unit"))
            self._figure.set_text(both, Rect(0.0, 0.0, w, h), style="hud_points", align=Align.START)
            return
        is_wide = w > _MIN_LARGE_WIDTH
        grown = self.zoom_factor(h, _POINTS_HEIGHT)
        room = w - 6.0 if is_wide else w
        if is_wide:
            large = "hud_points_big"
        else:
            large = "hud_points"
        if is_wide:
            forms.insert(0, texts("of {target} points", target=value.target))
        height = _POINTS_UNIT * grown
        style = self.look.theme.text("hud_unit")
        full = min(style.size, height / style.line_height)
        least = max(self.look.theme.sizes.least_text, _MIN_SHARE * full)
        unit = first_fitting(forms, lambda way: self._fits(way, room, least))
        tall = _POINTS_FIGURE * grown
        figure_slot = self._figure.slot_for((figure,), room, tall, style=large, align=Align.END)
        unit_slot = self._unit.slot_for(unit, room, height)
        margin = 6.0 * grown
        self.lay_out(down(figure_slot, -2.0 * grown, unit_slot, margin, share=0.5, align=0.0))

    def _fits(self, words: str, room: float, least: float) -> bool:
        (piece,) = lay_out_spans([TextRun(words)], self.look, "hud_unit", Size(room, 0.0)).pieces
        assert isinstance(piece.picture, TextPicture)
        return piece.picture.size >= least


_OUT_ALPHA: Final = 0.5
"""Opacity of the contents of a seat's panel after the seat has dropped out of the round."""


class _Panel(part.Part[part.Shown]):
    """A seat's panel: a frame, and parts such as name and points.

    The layout has a zone (area of the table) for each part of a seat; the zone's name is that of
    the part. A part without a zone is hidden.
    """

    def __init__(
        self,
        look: ResolvedTheme,
        ink: part.TextStyler,
        *pieces: part.Part[Any] | RunsLabel,
        **options: Any,
    ):
        super().__init__(look, ink, **options)
        self._pieces = pieces
        self._ground = Node(name="ground")
        self._grids: list[tuple[Rect, Size, Arrangement]] = []
        self.add(self._ground, *pieces)

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        self._zone = spec.area
        self._grids = [
            (zone.area, layout.card_size(zone), zone.style)
            for zone in layout.zones
            if zone.seat == spec.seat and zone.style and zone.style.arrangement == "grid"
        ]
        for piece in self._pieces:
            zone = layout.by_name.get(zone_name(piece.name, spec.seat))
            piece.visible = zone is not None
            if zone is None:
                area = Rect(0.0, 0.0, 0.0, 0.0)
            else:
                area = zone.area.moved(-spec.area.position)
            if isinstance(piece, RunsLabel):
                piece.set_text(rect=area)
            else:
                piece.place(area)
        self.place(spec.area)

    @property
    def frame(self) -> Rect:
        return Rect(*self.position, *(self._ground if self._ground.size.h else self).size)

    def _draw_frame(self, seat: table_model.SeatModel, foot: float = 0.0) -> None:
        """Draw the frame around a seat's texts and cards, and end it below the lowest of them.

        Args:
            seat: The seat.
            foot: Lower edge of the texts, as a y coordinate in the panel.
        """
        name = "hud_seat_acting" if seat.is_acting else "hud_seat"
        w, h = self.size
        picture = self.look.theme.box(name).picture()
        if not self._grids:
            self.picture = picture
            return
        self._ground.picture = picture
        for area, card, style in self._grids:
            places = arrange(area, card, max(seat.card_count, 1), style)
            one = arrange(area, card, 1, style)
            lowest = max(bounds_of(place, card).bottom for place in places)
            if area.h > 1.5 * bounds_of(one[0], card).h:
                h -= area.bottom - lowest
        widget.put(self._ground, Rect(0.0, 0.0, w, min(self.size.h, max(h, foot))))


class SeatPanel(_Panel[table_model.SeatModel]):
    """The panel of a seat that isn't the viewer's: name, number of cards, points and tally.

    A tally is a seat's counted value, such as its number of open cards. The panel doesn't draw the
    seat's cards; they are in zones of their own.
    """

    def __init__(
        self, look: ResolvedTheme, ink: part.TextStyler, texts: texts.Texts, **options: Any
    ) -> None:
        self._name = NameTag(look, ink, name="name")
        self._count = RunsLabel(look, "", "hud_count", name="count")
        self._points = PointsLabel(look, ink, texts, name="points")
        self._tally = TallyBlock(look, ink, name="tally")
        super().__init__(look, ink, self._name, self._count, self._points, self._tally, **options)

    def show(self, value: table_model.SeatModel) -> None:
        before = self.shown
        if self.glides:
            self._points.animator = self.animator
        else:
            self._points.animator = None
        super().show(value)
        if before is None or self.animator is None or not value.is_out or before.is_out:
            return
        dimmed = (self._name, self._count, self._points)
        tracks = [Track(piece, "alpha", 1.0, _OUT_ALPHA, 0.16, 0.24, "linear") for piece in dimmed]
        self.animator.play((*tracks, *self._tally.stamp(is_large=self.glides)))

    def set_faint(self, is_faint: bool) -> None:
        """Make the dots on a thinking player's portrait faint or strong."""
        self._name.set_faint(is_faint)

    def compose(self, value: table_model.SeatModel) -> None:
        self._name.show((value, None))
        self._count.set_text(str(value.hand_count))
        self._points.show(value)
        self._tally.show(value)
        texts = (self._name, self._count, self._points)
        feet = [each.position.y + each.size.h for each in texts if each.visible]
        self._draw_frame(value, max(self._tally.bottom, max(feet, default=0.0) + _SIDE_OVERHANG))
        for piece in texts:
            if value.is_out:
                piece.alpha = _OUT_ALPHA
            else:
                piece.alpha = 1.0


_BROAD_RATIO: Final = 1.4
"""Ratio of width to height above which a seat's tally has its texts beside the number, not below.

A tally is a seat's counted value, such as its number of open cards."""
_FIGURE_SHARE = 0.42
"""Maximum width of the number in a seat's tally (counted value) with texts beside the number.

As a share of the tally's width."""
_LEAST_SHARE = 0.3
"""Minimum width of the number in a seat's tally (counted value) if the texts beside it are long.

As a share of the tally's width."""
_OVERHANG = 6.0
"""Length by which text beside the number may extend beyond the right edge of a seat's tally.

In design units. A tally is a seat's counted value."""
_SIDE_OVERHANG = 8.0
"""Length by which text below the number may extend beyond each side of a seat's tally.

In design units. A tally is a seat's counted value."""
_STAMP_SCALE: Final = 1.4
"""Initial scale of the word that appears on a seat's panel when the seat drops out of the round.

The word then shrinks to its usual size, like a stamp."""
_FIGURE = 64.0
"""Height of the number in a tally (a seat's counted value), in design units."""
_LINE = 27.0
"""Height of each line of text below or beside the number of a tally, in design units."""


class TallyBlock(part.Part[table_model.SeatModel]):
    """A seat's tally (a counted value with its unit), or a word if the seat is out of the round."""

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._figure = RunsLabel(look, "", "hud_tally", align=Align.CENTRE, name="figure")
        self._unit = RunsLabel(look, "", "hud_tally_unit", align=Align.CENTRE, name="unit")
        self._best = RunsLabel(look, "", "hud_tally_best", align=Align.CENTRE, name="best")
        self._unit.group = self._best.group = "tally lines"
        self._out = part.SpacedWord(look, "hud_caps", align=Align.CENTRE, max_rows=2, name="out")
        self.add(self._figure, self._unit, self._best, self._out)

    def compose(self, value: table_model.SeatModel) -> None:
        theme = self.look.theme
        w, h = self.size
        tally = value.tally
        for label in (self._figure, self._unit, self._best):
            label.visible = tally is not None
        self._out.visible = tally is None
        if tally is None:
            self._out.show(value.out, theme.colour("bad").with_alpha(0.8))
            self._out.place(Rect(0.0, 0.0, *self.size))
            return
        if value.is_leading:
            colour = "accent"
        elif tally.figure != "0":
            colour = "text"
        else:
            colour = "text_faint"
        figure = (TextRun(tally.figure, colour=theme.colour(colour)),)
        best = self.styler.spans(self.look, tally.best, strong="hud_tally_card")
        if w > _BROAD_RATIO * h:
            self._write_beside(figure, tally.unit, best)
            return
        self._align(Align.CENTRE, Align.CENTRE)
        grown = self.zoom_factor(h, _FIGURE + 2 * _LINE)
        width = w + 2 * _SIDE_OVERHANG
        best = self._shorten(best, width)
        line = _LINE * grown
        self.lay_out(
            down(
                self._figure.slot_for(figure, h=_FIGURE * grown),
                self._unit.slot_for(tally.unit, width, line),
                self._best.slot_for(best, width, line if tally.best else 0.0),
                share=0.5,
            )
        )

    @property
    def bottom(self) -> float:
        """The y coordinate of the lower edge of the tally's texts, plus a small margin."""
        labels = (self._unit, self._best)
        ends = [each.position.y + each.size.h for each in labels if each.visible and each.spans]
        if self._out.visible:
            # The word is in the middle of the tally.
            style = self.look.theme.text("hud_caps")
            rows = self._out.rows_in(self.size.w)
            ends.append((self.size.h + rows * style.size * style.line_height) / 2)
        return self.position.y + max(ends, default=0.0) + _SIDE_OVERHANG

    def stamp(self, *, is_large: bool) -> Iterator[Track]:
        word = self._out
        size = self._out.size
        yield Track(word, "alpha", 0.0, 1.0, 0.3, 0.1, "linear")
        if is_large:  # Move the word while it shrinks, so that its middle stays where it is.
            start = word.position - Vec(*size) * ((_STAMP_SCALE - 1.0) / 2)
            yield Track(word, "scale", _STAMP_SCALE, 1.0, 0.3, 0.3)
            yield Track(word, "position", start, word.position, 0.3, 0.3)

    def _write_beside(
        self, figure: Sequence[TextRun], unit: str, best: tuple[TextRun, ...]
    ) -> None:
        """Place the unit and the deciding card at the right of the number instead of below it.

        In a broad rectangle, these texts can be larger beside the number.

        Args:
            figure: The number.
            unit: Unit of the number, such as "cards".
            best: The card that decides if several seats have the same number.
        """
        w, h = self.size
        share = max(self.min_share, _MIN_SHARE)
        words = max(
            measure_width_at(share, [TextRun(unit)], self.look, "hud_tally_unit"),
            measure_width_at(share, best, self.look, "hud_tally_best"),
        )
        left = min(w * _FIGURE_SHARE, max(w * _LEAST_SHARE, w + _OVERHANG - words))
        line = min(h / 2, _LINE * self.look.theme.zoom)
        self._align(Align.END, Align.START)
        room = w - left + _OVERHANG
        lines = down(
            self._unit.slot_for(unit, h=line),
            self._best.slot_for(self._shorten(best, room), h=line if best else 0.0),
            share=0.5,
        )
        figure_slot = self._figure.slot_for(figure, left - 12.0)
        self.lay_out(across(figure_slot, 12.0, Slot(lines.place, room)))

    def _shorten(self, best: tuple[TextRun, ...], room: float) -> tuple[TextRun, ...]:
        """Shorten the text about the deciding card until it fits a width.

        The first of these forms that fits is returned: the whole text, the text without pictures,
        only pictures and numbers. If no form fits, the last form is returned.

        Args:
            best: The whole text.
            room: Available width.
        """
        theme = self.look.theme
        style = "hud_tally_best"
        share = max(self.min_share, theme.sizes.least_text / theme.text(style).size)
        marked = [each for each in best if each.mark]
        forms = [
            best,
            tuple([each._replace(mark=None) for each in best]),
            tuple(
                [each._replace(text="" if each.text.isalpha() else each.text) for each in marked]
            ),
        ]
        return first_fitting(
            forms if marked else forms[:2],
            lambda form: measure_width_at(share, form, self.look, style) <= room,
        )

    def _align(self, figure: Align, lines: Align) -> None:
        self._figure.set_text(align=figure)
        for label in (self._unit, self._best):
            label.set_text(align=lines)


_ROW: Final = 35.0
"""Usual height of a row in the viewer's panel, in design units.

The row tells a fact about the viewer's cards, with a text at the left and a value at the right."""
_VALUE: Final = 72.0
"""Width of the value at the end of a row in the viewer's panel, in design units."""
_LOWEST_ROW = 32.0
_MOST_TURNS = 4


_MIN_HEIGHT_WITH_LINE: Final = 77.0
"""Minimum height, in design units, of the rows in the viewer's panel for a line above the rows.

The line separates the rows, which tell facts about the viewer's cards, from the viewer's name."""
_LINE_OVERHANG: Final = 2.0
"""Length by which the line above the rows in the viewer's panel is longer than these on each side.

In design units."""
_BELOW_LINE: Final = 6.0
"""Space between the rows in the viewer's panel and the line above them, in design units."""
_STRIP_GAP = 24.0
_NOTES_EDGE = 12.0


@dataclass(frozen=True, slots=True)
class OwnPanel:
    """The contents of the viewer's panel.

    Attributes:
        seat: Name, portrait and points.
        viewer: The word below the name, and the rows of facts about the viewer's cards.
        history: The recent turns; None if another part of the HUD shows them.
    """

    seat: table_model.SeatModel
    viewer: table_model.ViewerModel
    history: table_model.HistoryModel | None = None


class _Row(part.Part[table_model.NoteRow]):
    """A row of the viewer's panel, such as "Safe turns" at the left and "3" at the right."""

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self.label = RunsLabel(look, "", "hud_note", max_lines=4, name="label")
        self.figure = RunsLabel(look, "", "hud_note_value", align=Align.END, name="value")
        self.add(self.label, self.figure)

    def compose(self, value: table_model.NoteRow) -> None:
        value_width = _VALUE * self.zoom_factor(self.size.h, _ROW)
        label = self.styler.spans(self.look, value.label)
        slots = [self.label.slot_for(label, grows=1.0)]
        self.figure.visible = bool(value.value)
        if value.value:
            colour = None
            if value.is_bad:
                colour = self.look.theme.colour("bad")
            figures = (TextRun(value.value, colour=colour),)
            slots.append(self.figure.slot_for(figures, value_width))
        self.lay_out(across(*slots))


class _Notes(part.Part[OwnPanel]):
    """The rows below the name in the viewer's panel, as many as fit.

    The rows tell facts about the viewer's cards, such as the number of safe turns;
    further rows describe recent turns. If there is enough height, a line separates the rows from
    the name.
    """

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._line = Node(name="line")
        self._rows = Node(name="rows")
        self.add(self._line, self._rows)

    @property
    def rows(self) -> tuple[_Row, ...]:
        return tuple(row for row in self._rows.children if isinstance(row, _Row) and row.visible)

    def compose(self, value: OwnPanel) -> None:
        h = self.size.h
        line = BoxPicture(self.look.theme.colour("border").with_alpha(0.75))
        put_line = Slot(partial(widget.put, self._line, picture=line), weight=1.0)
        wide_line = across(-_LINE_OVERHANG, put_line, -_LINE_OVERHANG)
        self.lay_out(down(1.0, Slot(wide_line.place, h=1.0)))
        self._line.visible = h >= _MIN_HEIGHT_WITH_LINE
        # The latest turn is always among the rows; facts and further turns are added if they fit.
        turns = value.history.lines if value.history is not None else ()
        latest = [table_model.NoteRow(turn.line) for turn in turns[:-_MOST_TURNS:-1]]
        rows = latest[:1]
        own = len(value.viewer.rows)
        for nth, note in enumerate([*value.viewer.rows, *latest[1:]]):
            measure = self._measure_unzoomed if nth < own else self.measure_at_zoom
            if sum(map(measure, [*rows, note])) > h:
                break
            rows.insert(min(nth, own), note)
        # Each row has the height that it needs with the theme's zoom. If there isn't enough space
        # for that, each row has its height at zoom 1 and an equal part of the rest.
        heights = list(map(self.measure_at_zoom, rows))
        if sum(heights) > h:
            needed = list(map(self._measure_unzoomed, rows))
            heights = [each + (h - sum(needed)) / len(rows) for each in needed]
        is_strip = h < 2 * _LOWEST_ROW
        if is_strip:
            rows = list(value.viewer.rows[:2])
        for nth in range(len(self._rows.children), len(rows)):
            self._rows.add(_Row(self.look, self.styler, name=f"row {nth}"))
        slots = []
        for nth, row in enumerate(self._rows.children):
            row.visible = nth < len(rows)
            if isinstance(row, _Row) and row.visible:
                row.show(rows[nth])
                slots.append(row.slot(grows=1.0) if is_strip else row.slot(h=heights[nth]))
        lined_up = (
            across(*slots, gap=_STRIP_GAP)
            if is_strip
            else down(_BELOW_LINE if self._line.visible else 0.0, *slots, share=0.5)
        )
        self.lay_out(lined_up)
        equalise_font_sizes(row.label for row in self.rows)
        equalise_font_sizes(row.figure for row in self.rows)

    def _measure_unzoomed(self, row: table_model.NoteRow) -> float:
        """Return the height that a row of the viewer's panel needs in a theme with zoom 1."""
        return max(_LOWEST_ROW, self._measure(row, 1.0 / self.look.theme.enlarged))

    def measure_at_zoom(self, row: table_model.NoteRow) -> float:
        """Return the height that a row of the viewer's panel needs with the theme's zoom."""
        return max(_LOWEST_ROW * self.look.theme.zoom, self._measure(row, 1.0))

    def _measure(self, row: table_model.NoteRow, share: float) -> float:
        text_width = self.size.w - (_VALUE if row.value else 0.0)
        spans = self.styler.spans(self.look, row.label)
        words = measure_height_at(share, spans, self.look, "hud_note", text_width)
        return words + _ROW - _LOWEST_ROW


class ViewerPanel(_Panel[OwnPanel]):
    """The viewer's panel at the bottom left: name, points, and facts about the viewer's cards."""

    def __init__(
        self, look: ResolvedTheme, ink: part.TextStyler, texts: texts.Texts, **options: Any
    ) -> None:
        self._name = NameTag(look, ink, name="name")
        self._points = PointsLabel(look, ink, texts, name="points")
        self.notes = _Notes(look, ink, name="notes")
        super().__init__(look, ink, self._name, self._points, self.notes, **options)

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        own = {zone_name(piece.name, spec.seat) for piece in self._pieces}
        self._has_guests = any(
            zone.seat == spec.seat and zone.name not in {spec.name, *own}
            for zone in layout.zones
            if not zone.style and zone.area.union(spec.area) == spec.area
        )
        super().set_layout(layout, spec)

    def compose(self, value: OwnPanel) -> None:
        seat = value.seat
        if self.glides:
            self._points.animator = self.animator
        else:
            self._points.animator = None
        x, y, w, h = self._zone
        rows = value.viewer.rows
        notes = Rect(*self.notes.position, self.notes.size.w, self.notes.size.h + h - self.size.h)
        spare = notes.h - sum(map(self.notes.measure_at_zoom, rows)) - _NOTES_EDGE
        # In a zoomed theme, the rows may need less height than the layout reserves. The panel then
        # shrinks and leaves the rest to the parts above. A panel that contains a part which only
        # this game has keeps its height, because this part has a fixed position.
        is_beside = notes.y < self._name.size.h
        is_fixed = is_beside or self._has_guests or value.history
        if is_fixed or self.look.theme.zoom <= 1.0 or spare < _ROW:
            spare = 0.0
        self.position = Vec(x, y + spare)
        self.size = Size(w, h - spare)
        self.notes.place(notes._replace(h=notes.h - spare))
        self._draw_frame(seat)
        colour = self.look.theme.colour("accent" if seat.is_acting else "text_faint")
        self._name.show(
            (seat, TextRun(value.viewer.status, style="hud_note_strong", colour=colour))
        )
        self._points.show(seat)
        self.notes.show(value)
