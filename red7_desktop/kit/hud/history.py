"""The strip of the last turns, the latest at the bottom."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import HistoryLine, HistoryModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.kit.language.rich_text import Tone, apply_tone
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.tabletop.zones import SEAT_LETTERS

_HEADING: Final = 34.0

_HISTORY_GAP: Final = 8.0

_DOT: Final = 9.0

_INDENT: Final = 22.0

_MOST: Final = 7
"""So many turns are shown where there is room; older ones are in the log."""

_HISTORY_EDGE: Final = 12.0


class HistoryStrip(Part[HistoryModel]):
    """A heading, and as many of the last turns as there is room for, at the foot of the zone."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._heading = SpacedWord(look, "hud_caps", tracking=0.08, name="heading")
        self._lines = [_Line(look, ink, name=f"line {nth}") for nth in range(_MOST)]
        self.add(self._heading, *self._lines)

    def compose(self, value: HistoryModel) -> None:
        """Fill the strip from its foot up, as long as whole turns have room."""
        width = self.size.w - 2 * _HISTORY_EDGE
        bottom = self.size.h - _HISTORY_EDGE
        latest = value.lines[: -_MOST - 1 : -1]
        shown: list[_Line] = []
        for entry in [_Entry(line, nth == 0) for nth, line in enumerate(latest)]:
            line = self._line_for(entry, shown)
            line.fit(width)
            if bottom - line.size.h < _HEADING:
                break
            line.position = Vec(_HISTORY_EDGE, bottom - line.size.h)
            bottom -= line.size.h + _HISTORY_GAP
            shown.append(line)
        for line in self._lines:
            line.visible = line in shown
        self._heading.visible = bool(shown)
        self._heading.show(value.heading, self.look.theme.colour("text_faint"))
        self._heading.place(Rect(_HISTORY_EDGE, bottom - _HEADING + _HISTORY_GAP, width, _HEADING))

    def _line_for(self, entry: _Entry, taken: list[_Line]) -> _Line:
        """Take the line that shows an entry already, or a free one."""
        free = [line for line in self._lines if line not in taken]
        line = next((line for line in free if line.shown == entry), free[-1])
        line.show(entry)
        return line


class _Entry(NamedTuple):
    """A turn, and whether it is the latest, which is brighter."""

    line: HistoryLine
    is_latest: bool


class _Line(Part[_Entry]):
    """One turn, behind a dot in its seat's colour; as high as its words need."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._dot = Node(name="dot")
        self._words = RunsLabel(look, "", "hud_note", max_lines=4, name="words")
        self.add(self._dot, self._words)

    def fit(self, width: float) -> None:
        """Take a width, and the height that the words need in it."""
        if width != self.size.w:
            self.size = Size(width, 1.0)
            self.refresh()

    def compose(self, value: _Entry) -> None:
        """Write the turn."""
        theme, (seat, words) = self.look.theme, (value.line.seat, value.line.line)
        colour = theme.colour("text_faint")
        if seat is not None:
            colour = theme.swatch("seats", SEAT_LETTERS[seat])
        tone = Tone.SOFT if value.is_latest else Tone.FAINT
        spans = self.ink.spans(self.look, apply_tone(words, tone))
        self._words.write(spans, Rect(_INDENT, 0.0, self.size.w - _INDENT, 0.0))
        self.size = Size(self.size.w, self._words.size.h)
        note = theme.text("hud_note")
        self._dot.picture = BoxPicture(colour, _DOT / 2)
        self._dot.size = Size(_DOT, _DOT)
        self._dot.position = Vec(0.0, (note.size * note.line_height - _DOT) / 2)
