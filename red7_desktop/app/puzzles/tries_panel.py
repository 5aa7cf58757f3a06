"""The panel of a puzzle, where the viewer's own is in a match: the tries, and the streak."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.puzzles.lights import build_lights_row
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.rich_text import Runs
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span, measure_height_at
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.table.spec import Layout, ZoneSpec

HIGH: Final = 345.0
"""It grows upwards to this height where nothing lies there."""

_ROOMY: Final = 250.0
"""From this height on everything has lines of its own."""

_HEAD, _HEAD_MOST, _HEAD_SHARE = 46.0, 60.0, 0.26

_LIGHT: Final = 13.0

_TRIES_GAP: Final = 10.0


class TryDot(StrEnum):
    """What a dot stands for: a wrong turn, the try that goes on, one left, or the right turn."""

    WRONG = "wrong"
    NOW = "now"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Tries:
    """What the panel shows.

    title: which try this is. dots: one for each that there is. turn, why: of the last wrong turn,
    what it was and what is wrong with it; of a right one, what is right. streak: what it is called;
    count: how many; lights: by number, the letter of its colour among the game's, "" for the
    theme's accent. lit: how many are on. note: what the streak comes to.
    """

    title: str
    dots: tuple[TryDot, ...]
    turn: Runs
    why: Runs
    streak: str
    count: int
    lights: tuple[str, ...]
    lit: int
    note: str


class TriesPanel(Part[Tries]):
    """Shows all of it where there is room, and in few lines where there is not."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._title = RunsLabel(look, "", "title", name="tries title")
        self._turn = RunsLabel(look, "", "hud_note_strong", max_lines=2, name="tried")
        self._why = RunsLabel(
            look, "", "hud_note", max_lines=5, valign=Align.START, name="why wrong"
        )
        self._streak = RunsLabel(look, "", "hud_note_strong", name="streak")
        self._count = RunsLabel(look, "", "hud_tally", align=Align.END, name="count")
        self._note = RunsLabel(look, "", "hud_note", max_lines=2, name="streak note")
        self._lines = [Node(name="line"), Node(name="line")]
        self._dots = Node(name="dots")
        self._lights = Node(name="lights")
        self.add(self._title, self._turn, self._why, self._streak, self._count, self._note)
        self.add(*self._lines, self._dots, self._lights)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Lie in the viewer's zone, and above it as far as nothing else does."""
        self.place(layout.reach_up(spec, HIGH))

    def compose(self, value: Tries) -> None:
        """Put the tries at the top, the last one below them, the streak at the foot."""
        theme, (w, h) = self.look.theme, self.size
        self.picture = theme.box("hud_seat_acting").picture()
        pad = min(26.0, 0.065 * w)
        inner = Rect(pad, 0.6 * pad, w - 2 * pad, h - 1.2 * pad)
        head = min(_HEAD_MOST * self.grown(h, HIGH), _HEAD_SHARE * h)
        dots = self._put_dots(value.dots, inner, head)
        self._title.write(value.title, Rect(inner.x, inner.y, inner.w - dots - _TRIES_GAP, head))
        is_roomy = h >= _ROOMY * min(1.4, max(1.0, theme.zoom))
        foot, top = self._foot(value, inner, is_roomy=is_roomy), inner.y + head
        if is_roomy and self._needed(value, inner.w) > foot - top - 8.0:
            foot = self._foot(value, inner, is_roomy=False)
        self._write_last(value, Rect(inner.x, top + 4.0, inner.w, foot - top - 8.0))
        for line, y in zip(self._lines, (top, foot), strict=True):
            line.picture = BoxPicture(theme.colour("border").with_alpha(0.75))
            line.position, line.size = Vec(inner.x, y), Size(inner.w, 1.0)

    def _write_last(self, value: Tries, room: Rect) -> None:
        """Write what was tried, and why it was wrong below it; both in one where that is short."""
        spans = self.ink.spans(self.look, value.turn)
        has_rows = room.h >= 3.2 * self._line_height and bool(value.turn)
        self._turn.visible = has_rows
        turn = 0.0
        if has_rows:
            self._turn.write(spans, Rect(room.x, room.y + 2.0, room.w, 0.0))
            turn = min(self._turn.size.h, 0.5 * room.h)
            self._turn.write(rect=Rect(room.x, room.y + 2.0, room.w, turn))
        why = self.ink.spans(self.look, value.why)
        self._why.write(why, Rect(room.x, room.y + turn + 2.0, room.w, room.h - turn - 2.0))

    def _needed(self, value: Tries, wide: float) -> float:
        """Give the height in which all that is said of the last try can be read well."""
        said = ((value.turn, "hud_note_strong"), (value.why, "hud_note"))
        return sum(
            measure_height_at(
                self.least_share, self.ink.spans(self.look, runs), self.look, style, wide
            )
            for runs, style in said
            if runs
        )

    @property
    def _line_height(self) -> float:
        style = self.look.theme.text("hud_note_strong")
        return style.size * style.line_height

    def _put_dots(self, dots: Sequence[TryDot], inner: Rect, head: float) -> float:
        """Put a dot for each try at the right end of the head; give how wide they are together."""
        for child in self._dots.children:
            child.detach()
        side = min(0.62 * head, 40.0)
        step = 1.3 * side
        left = inner.right - (len(dots) - 1) * step - side
        for nth, each in enumerate(dots):
            dot = self._dot(each, side)
            dot.position = Vec(left + nth * step, inner.y + (head - side) / 2)
            self._dots.add(dot)
        return inner.right - left

    def _dot(self, kind: TryDot, side: float) -> Node:
        theme = self.look.theme
        names = {
            TryDot.WRONG: "bad",
            TryDot.NOW: "accent",
            TryDot.LEFT: "text_faint",
            TryDot.RIGHT: "ok",
        }
        colour = theme.colour(names[kind])
        fill = theme.colour("avatar").mixed(colour, 0.14 if kind is not TryDot.LEFT else 0.0)
        picture = BoxPicture(fill, side / 2, colour, max(1.6, 0.05 * side))
        dot = Node(name=f"dot {kind}", picture=picture, size=Size(side, side))
        mark = 0.5 * side
        middle = Rect(*(Vec(1.0, 1.0) * ((side - mark) / 2)), mark, mark)
        if kind in (TryDot.WRONG, TryDot.RIGHT):
            drawn = build_icon("cross" if kind is TryDot.WRONG else "tick", colour)
            dot.add(Node(name="mark", picture=drawn, position=middle.position, size=middle.size))
        elif kind is TryDot.NOW:
            small = 0.28 * side
            place = Vec(1.0, 1.0) * ((side - small) / 2)
            disc = BoxPicture(colour, small / 2)
            dot.add(Node(name="mark", picture=disc, position=place, size=Size(small, small)))
        return dot

    # -- the streak --------------------------------------------------------------------------

    def _foot(self, value: Tries, inner: Rect, *, is_roomy: bool) -> float:
        """Write the streak at the foot, in one line or three; give where it begins."""
        line = self._line_height
        self._note.visible = is_roomy
        count = (Span(str(value.count), colour=self.look.theme.colour("accent")),)
        if not is_roomy:
            high = max(line, 0.2 * self.size.h)
            top = inner.bottom - high
            self._streak.write(value.streak, Rect(inner.x, top, 0.36 * inner.w, high))
            self._count.write(count, Rect(inner.x + 0.36 * inner.w, top, 0.14 * inner.w, high))
            width = 0.44 * inner.w
            self._put_lights(value, Rect(inner.right - width, top, width, high))
            return top
        high = 1.5 * line
        self._note.write(value.note, Rect(inner.x, 0.0, inner.w, 0.0))
        note = self._note.size.h
        top = inner.bottom - high - _LIGHT - 2.5 * _TRIES_GAP - note
        self._streak.write(value.streak, Rect(inner.x, top, 0.7 * inner.w, high))
        self._count.write(count, Rect(inner.x + 0.7 * inner.w, top, 0.3 * inner.w, high))
        lights = Rect(inner.x, top + high + 0.4 * _TRIES_GAP, inner.w, _LIGHT)
        self._put_lights(value, lights)
        self._note.write(rect=Rect(inner.x, inner.bottom - note, inner.w, note))
        return top

    def _put_lights(self, value: Tries, room: Rect) -> None:
        for child in self._lights.children:
            child.detach()
        high = min(_LIGHT, room.h)
        row = build_lights_row(self.look, self.ink, value.lights, value.lit, Size(room.w, high))
        row.position = Vec(room.x, room.y + (room.h - high) / 2)
        self._lights.add(row)
