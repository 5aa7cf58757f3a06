"""The race: seats by cards left, what trash each has, and what it would take if it ended now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.spring_cleaning.face.table.counters import (
    build_bar_marks,
    build_pip_marks,
    measure_marks,
    pips_picture,
    ticks_picture,
)
from red7_desktop.games.spring_cleaning.face.table.panels import RaceModel, RaceRow
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span, line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

_RACE_EDGE: Final = 16.0

_TOP: Final = 6.0

_HEAD: Final = 44.0
"""The height of the heading's line."""

_RACE_LINE: Final = 27.0

_AROUND: Final = 9.0
"""The height of a row's upper line, and the space around and between both of them."""

_RACE_DISC: Final = 42.0

_GAIN: Final = 50.0
"""The width of the figure at a row's end."""

_RACE_TICK, _STEP, _RACE_PIP = 15.0, 0.56, 14.0
"""A tick's height, its step as a part of that, and a pip's height."""

_BETWEEN: Final = 10.0

_FLASH: Final = 1.6
"""Seconds in which a light goes out."""

_RACE_CROWN: Final = 24.0

_READABLE: Final = 0.85
"""Words are left out rather than shrunk below this part of their size."""


@dataclass(frozen=True, slots=True)
class _Entry:
    row: RaceRow
    target: int


def _measure_row_height(look: Look) -> float:
    """Give the height that a row needs for both of its lines."""
    return _RACE_LINE * look.theme.zoom + _RACE_TICK + _AROUND


class _Row(Part[_Entry]):
    """One seat: its sign, name and number of cards, the bar and the pips below, the figure."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._glow = Node(name="glow", alpha=0.0)
        self._avatar = Avatar(look, ink, name="avatar")
        self._words = RunsLabel(look, "", "hud_note", name="words")
        self._crown = Node(name="holds")
        self._bar = Node(name="bar")
        self._pips = Node(name="pips")
        self._gain = RunsLabel(look, "", "hud_note_value", align=Align.END, name="gain")
        self.add(self._glow, self._avatar, self._words, self._crown)
        self.add(self._bar, self._pips, self._gain)

    def compose(self, value: _Entry) -> None:
        """Put both lines between the sign and the figure, or one where there is little room."""
        theme, row, (w, h) = self.look.theme, value.row, self.size
        self.picture = None
        if row.is_acting:
            self.picture = BoxPicture(
                theme.colour("accent").with_alpha(0.12), 14.0, theme.colour("accent"), 1.6
            )
        has_both = h >= _measure_row_height(self.look)
        disc = min(_RACE_DISC * self.grown(h, _RACE_DISC + 10.0), h - (8.0 if has_both else 3.0))
        self._avatar.place(Rect(_RACE_EDGE / 2, (h - disc) / 2, disc, disc))
        self._avatar.show(row.sign._replace(is_leading=False))
        gain = _GAIN * self.grown(w, 6 * _GAIN)
        colour = theme.colour("ok" if not row.gain else "bad")
        self._gain.write(
            (Span(f"+{row.gain}", colour=colour),), Rect(w - gain - _RACE_EDGE / 2, 0.0, gain, h)
        )
        left = _RACE_EDGE / 2 + disc + 12.0
        room = Rect(left, 0.0, w - gain - _RACE_EDGE / 2 - 6.0 - left, h)
        self._bar.visible = self._pips.visible = has_both
        if has_both:
            line = _RACE_LINE * theme.zoom
            top = (h - line - _RACE_TICK - 3.0) / 2
            self._write(row, Rect(room.x, top, room.w, line))
            self._count(value, Rect(room.x, top + line + 3.0, room.w, _RACE_TICK))
        else:
            self._write(row, room)

    def flash(self) -> None:
        """Light up once, where there is an animator."""
        if self.animator is not None:
            self._glow.picture = BoxPicture(self.look.theme.colour("bad").with_alpha(0.5), 14.0)
            self._glow.size = self.size
            self._glow.alpha = 1.0
            self.animator.to(self._glow, "alpha", 0.0, _FLASH, ease="in_out_cubic")

    def _write(self, row: RaceRow, room: Rect) -> None:
        """Write name and number of cards, and a crown behind them for who holds the trick."""
        theme = self.look.theme
        name = Span(
            row.name,
            style="hud_note_strong",
            colour=theme.colour("accent" if row.is_acting else "text"),
        )
        close = theme.colour("bad") if row.is_close else None
        style = "hud_note_strong" if row.is_close else ""
        spans = [name, Span("  "), Span(row.cards, style=style, colour=close)]
        side = min(room.h, _RACE_CROWN)
        crown = side + 6.0 if row.holds else 0.0
        self._words.write(spans, Rect(room.x, room.y, room.w - crown, room.h))
        self._crown.visible = row.holds
        self._crown.picture = build_icon("crown", theme.colour("text"))
        self._crown.size = Size(side, side)
        self._crown.position = Vec(
            room.x + self._words.ink.right + 6.0, room.y + (room.h - side) / 2
        )

    def _count(self, value: _Entry, room: Rect) -> None:
        """Draw the bar, and the pips at the right of it: these keep their size."""
        theme, row = self.look.theme, value.row
        empty = theme.colour("text_faint").with_alpha(0.7)
        trash = build_pip_marks(row.trash, row.gain, value.target, theme.colour("bad"), empty)
        # The rows' pips stand in a column, as those of the longest bar leave room for them.
        size = measure_marks(len(trash), 1.0, min(_RACE_PIP, (room.w * 0.5) / max(len(trash), 1)))
        self._pips.picture = pips_picture(trash)
        self._pips.size = size
        self._pips.position = Vec(room.right - size.w, room.y + (room.h - size.h) / 2)
        hand = theme.colour("bad" if row.is_close else "ok")
        ticks = build_bar_marks(row.in_hand, row.in_offer, hand, theme.colour("accent"))
        free = room.w - size.w - _BETWEEN
        step = min(_STEP, free / (_RACE_TICK * max(len(ticks), 1)))
        self._bar.picture = ticks_picture(ticks, step)
        self._bar.size = measure_marks(len(ticks), step, _RACE_TICK)
        self._bar.position = room.position


class RacePanel(Part[RaceModel]):
    """A heading where there is room for one, and a row for each seat."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._heading = RunsLabel(look, "", "heading", name="heading")
        self._note = RunsLabel(look, "", "hud_unit", align=Align.END, name="note")
        self._rows = Node(name="rows")
        self._close: set[int] = set()
        self.add(self._heading, self._note, self._rows)

    def show(self, value: RaceModel) -> None:
        """Show a value; a seat that has come close to its end lights up."""
        before, self._close = self._close, {row.sign.seat for row in value.rows if row.is_close}
        is_first = self.shown is None
        super().show(value)
        for node, row in zip(self._rows.children, value.rows, strict=False):
            if isinstance(node, _Row) and row.sign.seat in self._close - before and not is_first:
                node.flash()

    def compose(self, value: RaceModel) -> None:
        """Share the height among the rows."""
        theme, (w, h) = self.look.theme, self.size
        self.picture = theme.box("hud_seat").picture()
        count = len(value.rows)
        head = _HEAD * theme.zoom
        # Rows with both of their lines come first.
        has_head = h - head - 2 * _TOP >= _measure_row_height(self.look) * count
        self._heading.visible = self._note.visible = has_head
        top = _TOP
        if has_head:
            self._head(value, Rect(_RACE_EDGE, top, w - 2 * _RACE_EDGE, head))
            top += head
        for nth in range(len(self._rows.children), count):
            added = _Row(self.look, self.ink, name=f"row {nth}")
            added.animator = self.animator
            self._rows.add(added)
        high = (h - top - _TOP) / max(count, 1)
        for nth, row in enumerate(self._rows.children):
            row.visible = nth < count
            if isinstance(row, _Row) and nth < count:
                row.place(Rect(_RACE_EDGE / 2, top + nth * high + 1.0, w - _RACE_EDGE, high - 2.0))
                row.show(_Entry(value.rows[nth], value.target))

    def _head(self, value: RaceModel, room: Rect) -> None:
        """Write the heading, and beside it what the figures are."""
        heading = line_up([Span(value.heading)], self.look, "heading").size.w
        self._heading.write(value.heading, Rect(room.x, room.y, min(heading, room.w), room.h))
        left = room.x + heading + _BETWEEN
        note = line_up([Span(value.note)], self.look, "hud_unit").size.w
        # Small letters are no help: what it says is told of the heading, too.
        self._note.visible = (room.right - left) >= _READABLE * note
        if self._note.visible:
            self._note.write(value.note, Rect(left, room.y + 2.0, room.right - left, room.h))

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the race tells, and each row."""
        if self.shown is None:
            return
        for node in (self._heading, self._note):
            yield Meaning(node, self.shown.meaning)
        for line, row in zip(self._rows.children, self.shown.rows, strict=False):
            yield Meaning(line, row.meaning)
