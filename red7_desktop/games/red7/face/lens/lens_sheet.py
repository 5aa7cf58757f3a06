"""The sheet of the lens: the matrix of rules and seats, drawn to fill a rectangle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.games.red7.face.lens.lens_cells import (
    MARGIN_INSET,
    REACH_INSET,
    build_row_box,
    draw_cell,
    draw_margin,
    draw_reach,
    draw_rule,
)
from red7_desktop.games.red7.face.lens.lens_model import LensModel, LensRow, LensSeat
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.look.faces import CardArt
    from red7_desktop.scene.theme.style import Look

_EDGE: Final = 26.0

_HEAD, _HIGH_HEAD = 104.0, 150.0

_GAP: Final = 8.0

_MOST_SEAT: Final = 330.0

_RULE, _MARGIN, _REACH = 0.165, 0.105, 0.205
"""The shares of the width of the columns beside the seats'."""

_UPRIGHT_SHIFT: Final = 0.02
"""In an upright sheet the rules take this share from what can be reached."""

_AVATAR: Final = 50.0

_NARROW: Final = 190.0
"""In columns that are narrower, the count of rules stands below the sign, and heads are higher."""

_INSET: Final = 24.0
"""What a head has less than its column."""

_CROSS: Final = 48.0
"""Left free at the upper right corner."""


class Columns(NamedTuple):
    """Where the columns lie across: (left, width) each; reach is None where there is none."""

    rule: tuple[float, float]
    seats: tuple[tuple[float, float], ...]
    margin: tuple[float, float]
    reach: tuple[float, float] | None


class LensSheet(Part[LensModel]):
    """Shows the matrix; everything in it scales with the rectangle it is placed in.

    `over` is for what its owner puts above the matrix; it stays when the matrix is drawn anew.
    """

    def __init__(self, look: Look, ink: TextStyler, faces: CardArt, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self.faces = faces
        self.over = Node(name="over", z=2.0)
        self.add(self.over)

    def compose(self, value: LensModel) -> None:
        """Draw everything anew."""
        for child in self.children:
            if child is not self.over:
                child.detach()
        theme = self.look.theme
        self.picture = BoxPicture(theme.colour("panel"), 24.0, theme.colour("border"))
        columns = self._columns(value)
        is_narrow = columns.seats[0][1] < _NARROW
        head = min(_HIGH_HEAD if is_narrow else _HEAD, self.size.h * 0.12)
        top = _EDGE * 0.6 + head
        high = (self.size.h - top - _EDGE + _GAP) / len(value.rows)
        self._mark_viewer(value, columns)
        self._add_heads(value, columns, Rect(0.0, _EDGE * 0.6, self.size.w, head))
        for nth, row in enumerate(value.rows):
            box = Rect(_EDGE, top + nth * high, self.size.w - 2 * _EDGE, high - _GAP)
            self._add_row(row, columns, box)

    def _columns(self, value: LensModel) -> Columns:
        """Share the width; where the seats need less, the words get more."""
        whole = self.size.w - 2 * _EDGE
        rule, margin = whole * _RULE, whole * _MARGIN
        reach = whole * _REACH if value.reach_title else 0.0
        if self.size.h > self.size.w and reach:
            rule, reach = rule + _UPRIGHT_SHIFT * whole, reach - _UPRIGHT_SHIFT * whole
        seat = (whole - rule - margin - reach) / len(value.seats)
        spare = max(0.0, seat - _MOST_SEAT) * len(value.seats)
        seat = min(seat, _MOST_SEAT)
        rule, margin = rule + spare * 0.35, margin + spare * (0.25 if reach else 0.65)
        reach += spare * 0.4 if reach else 0.0
        left = _EDGE + rule
        seats = tuple([(left + nth * seat, seat) for nth in range(len(value.seats))])
        after = left + seat * len(value.seats)
        return Columns(
            (_EDGE, rule),
            seats,
            (after, margin),
            (after + margin, reach) if reach else None,
        )

    # -- the heads ---------------------------------------------------------------------------

    def _mark_viewer(self, value: LensModel, columns: Columns) -> None:
        """Lay a light column behind the viewer's own."""
        for seat, (left, wide) in zip(value.seats, columns.seats, strict=True):
            if seat.is_you:
                accent = self.look.theme.colour("accent")
                box = Rect(left + 1.0, _EDGE * 0.45, wide - 2.0, self.size.h - _EDGE * 0.9)
                picture = BoxPicture(
                    accent.with_alpha(0.07), 18.0, accent.with_alpha(0.4), border_width=1.5
                )
                self._put("you", picture, box)

    def _add_heads(self, value: LensModel, columns: Columns, box: Rect) -> None:
        left, wide = columns.rule
        room = Rect(left + 6.0, box.y, wide - 24.0, box.h)
        self.label(self, room, (Span(value.title),), "heading", lines=2, name="title")
        for seat, (x, w) in zip(value.seats, columns.seats, strict=True):
            self._add_seat(seat, Rect(x + 14.0, box.y, w - _INSET, box.h))
        cross = _CROSS * self.look.theme.zoom
        if box.h > _HEAD:
            # In a narrow column there is no room beside the cross, but below it.
            down = min(cross, box.h / 2)
            box, cross = Rect(box.x, box.y + down, box.w, box.h - down), 0.0
        self._add_word(value.margin_title, columns.margin, MARGIN_INSET, box)
        if columns.reach is not None:
            left, wide = columns.reach
            self._add_word(value.reach_title, (left, wide - cross), REACH_INSET, box)

    def _add_word(self, text: str, column: tuple[float, float], inset: float, box: Rect) -> None:
        left, wide = column
        room = Rect(left + inset, box.y, wide - inset - 6.0, box.h)
        words = (Span(text.upper(), colour=self.look.theme.colour("text_faint")),)
        self.label(self, room, words, "hud_caps", lines=2, name="heading")

    def _add_seat(self, seat: LensSeat, box: Rect) -> None:
        """Put a seat's sign, name and count of rules at the head of its column."""
        theme = self.look.theme
        alpha = 0.5 if seat.is_out else 1.0
        is_narrow = box.w + _INSET < _NARROW
        upper = Rect(*box.position, box.w, box.h * 0.5) if is_narrow else box
        side = min(_AVATAR, upper.h * (0.9 if is_narrow else 0.6))
        avatar = Avatar(self.look, self.ink, name="avatar", alpha=alpha)
        avatar.place(Rect(box.x, upper.y + (upper.h - side) / 2, side, side))
        avatar.show(seat.sign)
        left = box.x + side + 11.0
        room = max(box.right - left, 1.0)
        colour = theme.colour("accent" if seat.is_you else "text")
        self.add(avatar)
        line = upper if is_narrow else Rect(left, box.centre.y - 31.0, room, 33.0)
        line = Rect(left, line.y, room, line.h)
        words = (Span(seat.sign.name, colour=colour),)
        self.label(self, line, words, "hud_seat_name", name="name").alpha = alpha
        line = Rect(left, box.centre.y + 2.0, room, 26.0)
        if is_narrow:
            line = Rect(box.x, upper.bottom, box.w, box.h - upper.h)
        leads = (Span(seat.leads),)
        self.label(self, line, leads, "hud_note", lines=2 if is_narrow else 1, name="leads")

    # -- the rows ----------------------------------------------------------------------------

    def _add_row(self, row: LensRow, columns: Columns, box: Rect) -> None:
        """Put one rule into its row."""
        line = Node(name=f"rule {row.letter}", position=box.position, size=box.size)
        line.picture = build_row_box(self.look, self.ink, row)
        line.z = 1.0 if row.is_in_force else 0.0

        def room(column: tuple[float, float], inset: float = 0.0) -> Rect:
            left, wide = column
            return Rect(left - box.x + inset, 0.0, wide - 2 * inset, box.h)

        self.add(line)
        draw_rule(self, line, row, room(columns.rule))
        for cell, column in zip(row.cells, columns.seats, strict=True):
            if cell is not None:
                draw_cell(self, line, row, cell, room(column, 5.0))
        draw_margin(self, line, row, room(columns.margin))
        if columns.reach is not None and row.reach is not None:
            draw_reach(self, line, row.reach, room(columns.reach))

    def _put(self, name: str, picture: BoxPicture, box: Rect) -> None:
        node = Node(name=name, picture=picture, position=box.position, size=box.size)
        self.add(node)

    def label(
        self,
        parent: Node,
        box: Rect,
        spans: tuple[Span, ...],
        style: str,
        *,
        align: Align = Align.START,
        lines: int = 1,
        name: str = "words",
    ) -> RunsLabel:
        """Put words into a rectangle of a node."""
        words = RunsLabel(
            self.look,
            spans,
            style,
            size=Size(max(box.w, 1.0), max(box.h, 1.0)),
            align=align,
            max_lines=lines,
            position=Vec(box.x, box.y),
            name=name,
        )
        parent.add(words)
        return words
