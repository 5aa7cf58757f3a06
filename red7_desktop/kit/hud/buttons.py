"""Action buttons, tools, suggested plays, a game's extra."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.part import Part, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.table_model import (
    NEXT_ROUND,
    PAUSE,
    PLAY,
    RESULT,
    SETTINGS,
    SPEED,
    ActionsModel,
    ButtonModel,
    EndModel,
    Mood,
    Suggestion,
)
from red7_desktop.kit.texts import Runs, Texts, runs_of
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.pictures import Align
from red7_desktop.scene.theme import BoxStyle, ButtonStyle, Look
from red7_desktop.scene.widgets.button import Control, KeyCap
from red7_desktop.scene.widgets.runs import (
    RunsLabel,
    Span,
    line_up,
    measure_height_at,
    measure_width_at,
)

if TYPE_CHECKING:
    import pygame

    from red7_desktop.table.layout import Layout, ZoneSpec

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
        return (self.shown.key,) if self.shown is not None and self.shown.key else ()

    def needed_width(self, value: ButtonLook, high: float, share: float = 1.0) -> float:
        """Return the width in which a title is as large as it is meant to be, in a row so high.

        It may be broken into lines as far as these have room. share: this part of its size is
        enough.
        """
        style = self.look.theme.text(value.title_style)
        breaks = 2 * share * style.size * style.line_height <= high * _TITLE_ROOM
        words = value.title.split() if breaks else [value.title]
        widths = (self._title_width(replace(value, title=each)) for each in words)
        return 2 * value.padding + share * max(widths, default=0.0)

    def compose(self, value: ButtonLook) -> None:
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
        """Whether the title can be read beside the icon, which goes where it cannot."""
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
        """Return the icon's side: it grows with the theme as long as the title keeps its room."""
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
        """Whether the line below the title would shrink below a title of a height.

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
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            _tell(self.on_hover, self if gesture.kind is GestureKind.HOVER_ENTER else None)
        return super()._follow(gesture)


def _tell(hear: Callable[[HudButton | None], None] | None, button: HudButton | None) -> None:
    if hear is not None:
        hear(button)


def _key_edge(value: ButtonLook) -> float:
    return max(14.0, value.padding * 0.72)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where things begin across a button: icon, text and the text's room; and the key's size."""

    icon: float
    text: float
    room: float
    key: Size


_ACTION_GAP: Final = 12.0
_WHOLE_FROM: Final = 280.0
"""A narrower large button shares its place, and is written smaller."""
_ICON_FROM: Final = 180.0
"""Where the large button shares its place, both have icons from this width on."""
_HIGHER, _HIGH_ENOUGH = 1.42, 1.3
"""With a further row the column is so many times as high, or at least so many to have one."""
_ROW: Final = 0.26
"""The height of a further row, as a part of the column's."""
_LARGE, _LOW = 0.47, 0.2
"""Heights of the large button and of the lowest row, as parts of the column's."""
_LARGE_OF_FOUR, _LOW_OF_FOUR = 0.4, 0.16
"""The same where there are two rows between them."""
_LEAST_ROW: Final = 56.0
"""Rows are not made lower than this so that there is room for one more."""
_ROOMY: Final = 174.0
"""From this width on the smaller buttons have larger icons and more space at their ends."""
_NEAR: Final = 2.0
"""The lowest row is a little lower than a target should be, and has that much room around it."""
_MOODS: Final[Mapping[Mood, tuple[str, str]]] = MappingProxyType(
    {
        Mood.GO: ("hud_go", "tick"),
        Mood.MISSING: ("hud_missing", "wait"),
        Mood.WAIT: ("hud_missing", "wait"),
        Mood.OUT: ("hud_out", "flag"),
    }
)
"""The button style and the icon of each mood."""
_ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {NEXT_ROUND: "next", RESULT: "crown", PLAY: "play", PAUSE: "pause"}
)


class ActionColumn(Part[ActionsModel]):
    """Calls `on_command` with what the pressed button asks for."""

    def __init__(
        self, look: Look, ink: TextStyler, on_command: Callable[[str], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._on_command = on_command
        self.end = HudButton(look, ink, lambda: self._ask(lambda shown: shown.end), name="end")
        self.offer = HudButton(look, ink, lambda: self._ask(lambda shown: shown.offer))
        self.undo = HudButton(look, ink, lambda: on_command(Intent.UNDO), name="undo")
        self.hint = HudButton(look, ink, lambda: on_command(Intent.HINT), name="hint")
        self.low = HudButton(look, ink, lambda: self._ask(lambda shown: shown.low))
        self.low.hit_margin = _NEAR
        self.more = HudButton(look, ink, lambda: self._ask(lambda shown: shown.more))
        self._areas = Rect(0.0, 0.0, 0.0, 0.0), Rect(0.0, 0.0, 0.0, 0.0)
        self.add(self.end, self.offer, self.undo, self.hint, self.more, self.low)

    def _ask(self, pressed: Callable[[ActionsModel], EndModel | ButtonModel | None]) -> None:
        button = None if self.shown is None else pressed(self.shown)
        if button is not None:
            self._on_command(button.ask)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        self._areas = spec.area, layout.reach_up(spec, spec.area.h * _HIGHER, ("log",))
        self._take_area(self.shown)

    def show(self, value: ActionsModel) -> None:
        self._take_area(value)
        super().show(value)

    def _take_area(self, value: ActionsModel | None) -> None:
        usual, higher = self._areas
        if usual.h:
            has_row = value is not None and value.more is not None
            self.place(higher if has_row and higher.h >= usual.h * _HIGH_ENOUGH else usual)

    def compose(self, actions: ActionsModel) -> None:
        """Stack three rows; an offered draw shares the first with the large button.

        A further button has a row of its own, or shares one where there is no room for that.
        """
        (w, h), more = self.size, actions.more
        self.more.visible = more is not None
        has_row = more is not None and h > self._areas[0].h
        own = (h - _ACTION_GAP) * _ROW if has_row else 0.0
        h -= own + _ACTION_GAP if has_row else 0.0
        stacks = not has_row and self._is_crowded(actions, w, h)
        large, low = (h * _LARGE_OF_FOUR, h * _LOW_OF_FOUR) if stacks else (h * _LARGE, h * _LOW)
        half = (w - _ACTION_GAP) / 2
        # Larger letters leave less room for icons.
        grown = self.grown(half, 0.8 * _ICON_FROM)
        offer, low_button = actions.offer, actions.low
        self.offer.visible, self.low.visible = offer is not None, low_button is not None
        if offer is not None:
            self.offer.name = offer.ask
            icon = offer.ask if half >= _ICON_FROM * grown else ""
            face = ButtonLook("hud_offer", offer.label, icon, key=offer.ask, padding=16.0)
            self.offer.show(face)
            self.offer.place(Rect(0.0, 0.0, half, large))
            self.end.place(Rect(half + _ACTION_GAP, 0.0, half, large))
        else:
            self.end.place(Rect(0.0, 0.0, w, large))
        self.end.show(_end_face(actions.end, half / grown if offer is not None else w))
        row = large + _ACTION_GAP
        middle = h - low - row - _ACTION_GAP / 3
        if stacks:
            middle = (middle - _ACTION_GAP) / 2
        faces = self._in_row(actions, w, alone=has_row or stacks)
        if more is not None:
            self.more.name = more.ask
        if more is not None and (has_row or stacks):
            self.more.show(_build_more_look(more, has_note=has_row))
            top = h - low + 2 * _ACTION_GAP / 3 if has_row else row + middle + _ACTION_GAP
            self.more.place(Rect(0.0, top, w, own if has_row else middle))
        h += own + _ACTION_GAP if has_row else 0.0
        self._line_up(faces, Rect(0.0, row, w, middle))
        if low_button is not None:
            self.low.name = low_button.ask
            self.low.show(
                ButtonLook(
                    "hud_link",
                    low_button.label,
                    is_enabled=low_button.is_enabled,
                    tip=low_button.why_not,
                    title_style="hud_link",
                    padding=10.0,
                )
            )
            self.low.place(Rect(w * 0.14, h - low, w * 0.72, low))

    def _in_row(
        self, actions: ActionsModel, wide: float, *, alone: bool
    ) -> dict[HudButton, ButtonLook]:
        """Return the buttons that share a row. alone: the further one has a row of its own."""
        count = 2 if actions.more is None or alone else 3
        side = (wide - (count - 1) * _ACTION_GAP) / count
        faces = {
            self.undo: _build_side_look(actions.undo, Intent.UNDO, side),
            self.hint: _build_side_look(actions.hint, Intent.HINT, side),
        }
        if actions.more is not None and not alone:
            faces[self.more] = _build_more_look(actions.more, has_note=False)
        return faces

    def _is_crowded(self, actions: ActionsModel, wide: float, high: float) -> bool:
        faces = self._in_row(actions, wide, alone=False)
        row = high * (1.0 - _LARGE - _LOW) - 1.4 * _ACTION_GAP
        needed = (
            sum(button.needed_width(face, row) + _ACTION_GAP for button, face in faces.items())
            - _ACTION_GAP
        )
        rows = high * (1.0 - _LARGE_OF_FOUR - _LOW_OF_FOUR) - 2.4 * _ACTION_GAP
        return len(faces) > 2 and needed > wide and rows >= 2 * _LEAST_ROW

    def _line_up(self, faces: Mapping[HudButton, ButtonLook], row: Rect) -> None:
        """Put buttons into a row: all are as wide, unless one needs more for its words."""
        room, x = row.w - (len(faces) - 1) * _ACTION_GAP, row.x
        needs: list[float] = []
        for share in (1.0, self.least_share, 1.0 / self.look.theme.enlarged):
            needs = [button.needed_width(face, row.h, share) for button, face in faces.items()]
            if sum(needs) <= room:
                break
        for (button, face), wide in zip(faces.items(), _share_out(needs, room), strict=True):
            button.show(face)
            button.place(Rect(x, row.y, wide, row.h))
            x += wide + _ACTION_GAP


def _share_out(needs: Sequence[float], room: float) -> list[float]:
    """Share out some room: evenly, as long as everybody gets what they need.

    >>> _share_out([10, 20, 30], 120)
    [40.0, 40.0, 40.0]
    >>> _share_out([10, 20, 60], 120)
    [30.0, 30.0, 60.0]
    >>> _share_out([10, 20, 60], 45)
    [5.0, 10.0, 30.0]
    """
    if sum(needs) >= room:
        return [room * need / sum(needs) for need in needs]
    even, left = 0.0, room
    for count, need in enumerate(sorted(needs, reverse=True)):
        even = left / (len(needs) - count)
        if need <= even:
            break
        left -= need
    return [float(max(need, even)) for need in needs]


def _end_face(end: EndModel, width: float) -> ButtonLook:
    style, icon = _MOODS[end.mood]
    is_calm = end.mood in {Mood.MISSING, Mood.WAIT}
    shares = width < _WHOLE_FROM
    # Nobody is to go out by habit.
    key = "" if end.mood is Mood.OUT else Intent.END
    return ButtonLook(
        style,
        end.title,
        _ICONS.get(end.ask, icon) if width >= _ICON_FROM else "",
        end.note,
        key,
        end.is_enabled,
        title_style="title" if is_calm or shares else "hud_end_title",
        icon_size=28.0 if shares else 34.0 if is_calm else 40.0,
        padding=10.0 if shares else 30.0,
    )


def _build_more_look(button: ButtonModel, *, has_note: bool) -> ButtonLook:
    return ButtonLook(
        "hud_side",
        button.label,
        "next",
        button.note if has_note else (),
        is_enabled=button.is_enabled,
        tip=button.why_not or (() if has_note else button.note),
        icon_size=26.0,
        padding=20.0 if has_note else 14.0,
    )


def _build_side_look(button: ButtonModel, ask: Intent, width: float) -> ButtonLook:
    return ButtonLook(
        "hud_side",
        button.label,
        ask,
        key=ask,
        is_enabled=button.is_enabled,
        tip=button.why_not,
        icon_size=32.0 if width > _ROOMY else 26.0,
        padding=20.0 if width > _ROOMY else 14.0,
    )


class Tool(NamedTuple):
    """A small button: what it asks for, its icon, and its tip. A key that asks the same is told."""

    ask: str
    icon: str
    tip: str


def list_tools(texts: Texts, own: Iterable[Tool] = ()) -> tuple[Tool, ...]:
    """List the tools of a table; a game's own stand behind the log."""
    return (
        Tool(Intent.LOG, "log", texts("Log of the match")),
        *own,
        Tool(SPEED, "speed", texts("Speed")),
        Tool(Intent.RULES, "help", texts("Rules")),
        Tool(SETTINGS, "settings", texts("Settings")),
    )


@dataclass(frozen=True, slots=True)
class ToolsModel:
    """Which tools are on, by what they ask for, and the speed in words ("2×", "" for the usual)."""

    on: frozenset[str] = frozenset()
    speed: str = ""


class ToolRow(Part[ToolsModel]):
    """Square buttons that end at the right edge of the zone; each calls `on_command`."""

    def __init__(
        self,
        look: Look,
        ink: TextStyler,
        tools: Sequence[Tool],
        on_command: Callable[[str], object],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self._tools = tools
        self.buttons = {
            tool.ask: HudButton(look, ink, partial(on_command, tool.ask), name=tool.icon)
            for tool in tools
        }
        self.add(*self.buttons.values())
        self.shown = ToolsModel()

    @property
    def hints(self) -> Collection[str]:
        return [tool.ask for tool in self._tools]

    def compose(self, value: ToolsModel) -> None:
        w, h = self.size
        count = len(self._tools)
        side = min(h, w / count)
        gap = min(8.0, (w - side * count) / (count - 1))
        left = w - side * count - gap * (count - 1)
        for nth, (ask, icon, tip) in enumerate(self._tools):
            says_speed = ask == SPEED and bool(value.speed)
            prompt = self.look.prompts(ask)
            button = self.buttons[ask]
            button.show(
                ButtonLook(
                    "hud_tool_on" if ask in value.on else "hud_tool",
                    title=value.speed if says_speed else "",
                    title_style="button",
                    icon="" if says_speed else icon,
                    tip=runs_of(f"{tip} ({prompt.words})" if prompt is not None else tip),
                    icon_size=30.0,
                    padding=3.0,
                )
            )
            button.place(Rect(left + nth * (side + gap), (h - side) / 2, side, side))


def describe_speed(texts: Texts, settings: Settings) -> str:
    """Return how fast things go, in so few letters that a small button has room for large ones."""
    if settings.is_instant:
        return texts.within("speed", "max")
    return "" if settings.speed == 1.0 else texts("{n}×", n=texts.decimal(settings.speed))


SUGGESTION: Final = "suggestion"
"""What a chip asks for, with its number from 0: "suggestion 2"."""
_MOST: Final = 5
_PADDING: Final = 13.0
_CHIP_GAP: Final = 14.0
"""Between two chips, and between the cards of one and its words."""
_LEAST_STEP, _MOST_STEP = 0.8, 1.08
"""From one card to the next, in card widths: how near they come, so that each can still be read,
and how far apart they lie."""


@dataclass(frozen=True, slots=True)
class ChipsModel:
    """What is suggested, the best first, and which of it is picked."""

    suggestions: tuple[Suggestion, ...] = ()
    picked: int | None = None


class Chip(HudButton):
    """One suggestion: its cards, and what it would leave."""

    def __init__(self, look: Look, ink: TextStyler, on_press: Callable[[], object], **options: Any):
        super().__init__(look, ink, on_press, **options)
        self._cards = Node(name="cards")
        self.add(self._cards)
        self._suggestion: Suggestion | None = None
        self._step = _MOST_STEP

    def suggest(self, suggestion: Suggestion, step: float, words: str, *, is_picked: bool) -> None:
        """Show a suggestion with words. step: from card to card, in card widths."""
        if (suggestion.cards, step) != (self._suggestion and self._suggestion.cards, self._step):
            self._suggestion, self._step = suggestion, step
            self.shown = None
        style = "hud_chip_on" if is_picked else "hud_chip"
        self.show(ButtonLook(style, words, tip=runs_of(suggestion.meaning)))

    def compose(self, value: ButtonLook) -> None:
        box = self.look.theme.button(value.style).states[self.state]
        self.picture = box.picture()
        cards = self._suggestion.cards if self._suggestion is not None else ()
        height = self.size.h - 2 * _PADDING
        wide = self.ink.card_size(height).w
        for node in self._cards.children:
            node.detach()
        for nth, face in enumerate(cards):
            place = Vec(_PADDING + nth * wide * self._step, _PADDING)
            picture, size = self.ink.card_face(face, wide), self.ink.card_size(height)
            self._cards.add(Node(name=f"card {face}", picture=picture, position=place, size=size))
        left = _PADDING + wide * (1 + self._step * (len(cards) - 1)) + _CHIP_GAP
        room = Rect(left, 0.0, max(1.0, self.size.w - left - _PADDING), self.size.h)
        self._title.visible = bool(value.title)
        self._title.write((Span(value.title, colour=box.ink),), room, style="hud_chip")


class Chips(Part[ChipsModel]):
    """A row of chips in the middle of its zone, as many as find room, and the key that goes on.

    Calls `on_command` with what the pressed one asks for.
    """

    def __init__(
        self, look: Look, ink: TextStyler, on_command: Callable[[str], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._key = KeyCap(name="key")
        self.chips = [
            Chip(look, ink, partial(on_command, f"{SUGGESTION} {nth}"), name=f"chip {nth}")
            for nth in range(_MOST)
        ]
        self.add(self._key, *self.chips)

    @property
    def hints(self) -> Collection[str]:
        return (Intent.NEXT_PLAY,)

    def compose(self, value: ChipsModel) -> None:
        style = self.look.theme.button("hud_chip")
        key = self._key.tell(self.look, style, Intent.NEXT_PLAY if value.suggestions else "")
        taken = key.w + _CHIP_GAP if key.w else 0.0
        words, step, widths = self._fitted(value.suggestions[:_MOST], self.size.w - taken)
        shown = len(widths)
        left = (self.size.w - taken - sum(widths) - _CHIP_GAP * (len(widths) - 1)) / 2
        self._key.position = Vec(left, (self.size.h - key.h) / 2)
        left += taken
        for nth, chip in enumerate(self.chips):
            chip.visible = nth < shown
            if chip.visible:
                chip.place(Rect(left, 0.0, widths[nth], self.size.h))
                is_picked = nth == value.picked
                chip.suggest(value.suggestions[nth], step, words[nth], is_picked=is_picked)
                left += widths[nth] + _CHIP_GAP

    def _fitted(
        self, suggestions: Sequence[Suggestion], room: float
    ) -> tuple[list[str], float, list[float]]:
        """Give the words of as many chips as find room, the step from card to card, and widths."""
        short = [each.words for each in suggestions]
        long = [each.more or each.words for each in suggestions]
        for count in range(len(suggestions), 0, -1):
            for words, step in ((long, _MOST_STEP), (short, _MOST_STEP), (short, _LEAST_STEP)):
                told = zip(suggestions[:count], words, strict=False)
                widths = [self._width(each, said, step) for each, said in told]
                if sum(widths) + _CHIP_GAP * (count - 1) <= room:
                    return words, step, widths
        return short, _LEAST_STEP, [room][: len(suggestions)]

    def _width(self, suggestion: Suggestion, said: str, step: float) -> float:
        words = self.look.theme.text("hud_chip").picture(said)
        wide = self.ink.card_size(self.size.h - 2 * _PADDING).w
        cards = wide * (1 + step * (len(suggestion.cards) - 1))
        written = self.look.text.measure(words, self.look.scale).w + _CHIP_GAP + 2.0
        return cards + (written if said else 0.0) + 2 * _PADDING


class ExtraPanel(ABC):
    """Something that lies in `node`, above the table; `tool` is its button.

    The table calls `handle` with every event first, `tick` once a frame, `refresh` when it has
    changed, `resized` when window, theme, words or cards have, and `close` before a page opens.
    """

    def __init__(self, tool: Tool, node: Node) -> None:
        self.tool = tool
        self.node = node

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether it is to be seen."""

    @abstractmethod
    def toggle(self) -> None:
        """Open or close it, as its button does."""

    @abstractmethod
    def close(self) -> None:
        """Take it away."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the table as it is now."""

    @abstractmethod
    def resized(self) -> None:
        """Fit into the window, with the words and cards of now."""

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; True for one that was about this."""
        return False

    @abstractmethod
    def tick(self, now: float) -> None:
        """Do what the time asks for."""
