"""The buttons of the table: an icon, a title, a line below it, a key, and a tip that says more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.rich_text import Runs
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span, line_up, measure_height_at, measure_width_at
from red7_desktop.scene.theme.style import BoxStyle, ButtonStyle, Look
from red7_desktop.scene.widgets.cap import KeyCap
from red7_desktop.scene.widgets.control import Control
from red7_desktop.scene.widgets.runs import RunsLabel

_ICON_GAP: Final = 0.42
"""Space after the icon, as a part of its width."""

_NOTE_INK: Final = 0.94
"""How much of the ink the line below the title has."""

_EDGE, _LEAST_EDGE = 7.0, 4.0
"""Space above and below title and note; and where a note would shrink for it."""

_NOTE_LINES: Final = 3

_TITLE_ROOM: Final = 0.9
"""The part of the height that a title may take which has no line below it."""

_LOW_TITLE: Final = 0.34
"""A title is no higher than this part of the button where the line below it needs the room."""

_READABLE: Final = 0.8
"""Where key or icon would make the title smaller than this part of its size, they are left out."""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """How a button looks.

    style, title_style: names of the theme's button and text styles. key: what the key is for that
    does the same. icon_size, padding: in design units. tip: what is told while the pointer rests
    on it.
    """

    style: str
    title: str = ""
    icon: str = ""
    note: Runs = ()
    key: str = ""
    is_enabled: bool = True
    tip: Runs = ()
    title_style: str = "button"
    icon_size: float = 28.0
    padding: float = 22.0


class HudButton(Part[ButtonLook], Control):
    """A control of the table: calls `on_press` for click, tap, key and pad alike while enabled.

    What a scene's button is in a form, this is in a zone: it takes the size that it is given.

    `on_tip` hears of the button when the focus comes to it, `on_hover` when the pointer does, and
    None when they go; a disabled button tells why it is that.
    """

    def __init__(
        self, look: Look, ink: TextStyler, on_press: Callable[[], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self.on_tip: Callable[[HudButton | None], None] | None = None
        self.on_hover: Callable[[HudButton | None], None] | None = None
        self._on_press = on_press
        self._icon = Node(name="icon")
        self._title = RunsLabel(look, "", "button", max_lines=2, name="title")
        self._note = RunsLabel(
            look, "", "hud_end_note", valign=Align.START, max_lines=_NOTE_LINES, name="note"
        )
        self._key = KeyCap(name="key")
        self.add(self._icon, self._title, self._note, self._key)
        self.on_activate = self._press

    @property
    def hints(self) -> tuple[str, ...]:
        """Name what its key is for."""
        return (self.shown.key,) if self.shown is not None and self.shown.key else ()

    def needed_width(self, value: ButtonLook, high: float, share: float = 1.0) -> float:
        """Give the width in which a title is as large as it is meant to be, in a row so high.

        It may be broken into lines as far as these have room. share: this part of its size is
        enough.
        """
        style = self.look.theme.text(value.title_style)
        breaks = 2 * share * style.size * style.line_height <= high * _TITLE_ROOM
        words = value.title.split() if breaks else [value.title]
        widths = (self._title_width(replace(value, title=each)) for each in words)
        return 2 * value.padding + share * max(widths, default=0.0)

    def compose(self, value: ButtonLook) -> None:
        """Take the looks of the present state and lay out what is inside."""
        if value.icon and value.title and not self._has_room(value):
            value = replace(value, icon="")
        self._enabled = self.focusable = value.is_enabled
        style = self.look.theme.button(value.style)
        box = style.states[self.state]
        self.picture = box.picture()
        self._icon.visible = bool(value.icon)
        if value.icon:
            self._icon.picture = build_icon(value.icon, box.ink)
        key = self._key_size(value, style)
        columns = self._columns(value, style, key)
        side = self._icon_side(value)
        self._icon.size = Size(side, side)
        self._icon.position = Vec(columns.icon, (self.size.h - side) / 2)
        self._write(value, box, style, columns)

    def _has_room(self, value: ButtonLook) -> bool:
        """Tell whether the title can be read beside the icon, which goes where it cannot."""
        taken = 2 * value.padding + self._icon_side(value) * (1.0 + _ICON_GAP)
        return self.size.w - taken >= self._least_width(value)

    def _least_width(self, value: ButtonLook) -> float:
        """Give the width in which the title can be read: as designed, where a zoom enlarges it."""
        least = self._title_width(value) * _READABLE
        zoom, title = self.look.theme.enlarged, [Span(value.title)]
        if zoom <= 1.0:
            return least
        return max(least, measure_width_at(1.0 / zoom, title, self.look, value.title_style))

    def _title_width(self, value: ButtonLook) -> float:
        title = self.look.theme.text(value.title_style).picture(value.title)
        return self.look.text.measure(title, self.look.scale).w

    def _icon_side(self, value: ButtonLook) -> float:
        """Give the icon's side: it grows with the theme as long as the title keeps its room."""
        most = value.icon_size * self.grown(min(self.size), 1.9 * value.icon_size)
        if not value.title:
            return most
        free = self.size.w - 2 * value.padding - self._title_width(value)
        note = line_up(self.ink.spans(self.look, value.note), self.look, "hud_end_note").size.w
        if note > self.size.w - 2 * value.padding - most * (1.0 + _ICON_GAP):
            return value.icon_size
        return max(value.icon_size, min(most, free / (1.0 + _ICON_GAP)))

    def _key_size(self, value: ButtonLook, style: ButtonStyle) -> Size:
        """Dress the key cap and give its size; nothing where there is no room for it."""
        size = self._key.tell(self.look, style, value.key)
        if not self._key.visible:
            return NO_SIZE
        taken = value.padding + _key_edge(value) + size.w + 10.0
        taken += self._icon_side(value) * (1.0 + _ICON_GAP) if value.icon else 0.0
        if self.size.w - taken < self._least_width(value):
            self._key.visible = False
            return NO_SIZE
        return size

    def _columns(self, value: ButtonLook, style: ButtonStyle, key: Size) -> _Columns:
        icon_room = self._icon_side(value) if value.icon else 0.0
        if not value.title:
            return _Columns((self.size.w - icon_room) / 2, 0.0, 0.0, key)
        gap = icon_room * _ICON_GAP
        text = value.padding + icon_room + gap
        room = self.size.w - text - (key.w + 10 + _key_edge(value) if key.w else value.padding)
        if style.align is Align.CENTRE:
            return _Columns(value.padding, text, self.size.w - 2 * value.padding, key)
        return _Columns(value.padding, text, room, key)

    def _write(
        self, value: ButtonLook, box: BoxStyle, style: ButtonStyle, columns: _Columns
    ) -> None:
        """Put title, note and key into their places."""
        theme, h = self.look.theme, self.size.h
        title_style = theme.text(value.title_style)
        title_h = title_style.size * title_style.line_height
        if not value.note and self._title_width(value) * _READABLE > columns.room:
            title_h *= 2
        title_h = min(title_h, h * (0.5 if value.note else _TITLE_ROOM))
        self._title.visible, self._note.visible = bool(value.title), bool(value.note)
        top = (h - title_h) / 2
        if value.note:
            title_h = self._above_note(value, columns, title_h)
            # The line below the title may run on below the key.
            room = self._note_room(value, columns)
            ink = box.ink.with_alpha(box.ink.a / 255 * _NOTE_INK)
            note = self.ink.spans(self.look, value.note, only=ink)
            self._note.write(note, Rect(columns.text, 0.0, room, h - title_h - 2 * _LEAST_EDGE))
            note_h = self._note.ink.h
            top = (h - title_h - note_h) / 2
            below = Rect(columns.text, top + title_h, room, h - title_h - 2 * _LEAST_EDGE)
            self._note.write(rect=below)
        self._title.write(
            (Span(value.title, colour=box.ink),) if value.title else (),
            Rect(columns.text, top, max(columns.room, 1.0), title_h),
            style=value.title_style,
            align=style.align,
        )
        if columns.key.w:
            self._place_key(value, columns.key, top + title_h / 2)

    def _note_room(self, value: ButtonLook, columns: _Columns) -> float:
        return max(self.size.w - columns.text - value.padding * 0.7, 1.0)

    def _above_note(self, value: ButtonLook, columns: _Columns, full: float) -> float:
        """Give the title's height above a line that needs the room: neither gets less by a zoom."""
        zoom, low = self.look.theme.enlarged, self.size.h * _LOW_TITLE
        if not self._needs_more(value, columns, full):
            return full
        style = self.look.theme.text(value.title_style)
        designed = min(full, style.size * style.line_height / zoom)
        if self._needs_more(value, columns, designed, zoom):
            return min(designed, low)
        larger = max(designed, min(full, low))
        return designed if self._needs_more(value, columns, larger, zoom) else larger

    def _needs_more(
        self, value: ButtonLook, columns: _Columns, title_h: float, smaller: float = 1.0
    ) -> bool:
        """Tell whether the line below the title would shrink below a title of a height.

        smaller: so many times as small is the line meant to be.
        """
        note = self.ink.spans(self.look, value.note)
        room, below = self._note_room(value, columns), self.size.h - title_h - 2 * _EDGE
        if smaller > 1.0:
            return measure_height_at(1.0 / smaller, note, self.look, "hud_end_note", room) > below
        wide = Size(room, 0.0)
        lines = line_up(note, self.look, "hud_end_note", wide, max_lines=_NOTE_LINES)
        return lines.size.h > below

    def _place_key(self, value: ButtonLook, size: Size, middle: float) -> None:
        self._key.position = Vec(self.size.w - _key_edge(value) - size.w, middle - size.h / 2)
        self._key.alpha = 1.0 if value.is_enabled else 0.5

    def _press(self) -> None:
        if self.enabled:
            self._on_press()

    def _focus_changed(self, has_focus: bool) -> None:
        _tell(self.on_tip, self if has_focus else None)
        super()._focus_changed(has_focus)

    def _follow(self, gesture: Gesture) -> bool:
        """Follow the pointer; a disabled button hears of it too, to tell why it is that."""
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            _tell(self.on_hover, self if gesture.kind is GestureKind.HOVER_ENTER else None)
        return super()._follow(gesture)


def _tell(hear: Callable[[HudButton | None], None] | None, button: HudButton | None) -> None:
    if hear is not None:
        hear(button)


def _key_edge(value: ButtonLook) -> float:
    """Give the space between the key and the button's right edge."""
    return max(14.0, value.padding * 0.72)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where things begin across a button: icon, text and the text's room; and the key's size."""

    icon: float
    text: float
    room: float
    key: Size
