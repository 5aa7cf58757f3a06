"""Action buttons, tools, suggested plays, a game's extra."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.kit import settings, table_model, texts
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.part import Avatar, Part, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.scene import pictures
from red7_desktop.scene.boxes import Slot, across, down, first_fitting, make_slot
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node, Spoken
from red7_desktop.scene.paint.text import list_shrink_factors
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.scene.widgets.button import Control, KeyCap
from red7_desktop.table.layout import Layout, ZoneSpec
from red7_desktop.tabletop.game import Face

_ICON_GAP: Final = 0.42
"""Space after the icon, as a part of its width."""
_NOTE_INK: Final = 0.94
"""How much of the ink the line below the title has."""
_EDGE = 7.0
_LEAST_EDGE = 4.0
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
    note: texts.Runs = ()
    key: str = ""
    is_enabled: bool = True
    tip: texts.Runs = ()
    title_style: str = "button"
    icon_size: float = 28.0
    padding: float = 22.0


class HudButton(Part[ButtonLook], Control):
    """A control of the table: calls `on_press` for click, tap, key and pad alike while enabled.

    What a scene's button is in a form, this is in a zone: it takes the size that it is given. Where
    the title has no room next to them, the icon goes first, then the key.

    `on_tip` hears of the button when the focus comes to it, `on_hover` when the pointer does, and
    None when they go; a disabled button tells why it is that. While it is `holdable`, `on_hold` is
    called once the pointer has held it down for `LONG_PRESS`.
    """

    def __init__(
        self, look: ResolvedTheme, ink: TextStyler, on_press: Callable[[], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self.on_tip: Callable[[HudButton | None], None] = lambda button: None
        self.on_hover: Callable[[HudButton | None], None] = lambda button: None
        self.on_hold: Callable[[], object] = lambda: None
        self._on_press = on_press
        self._icon = Node(name="icon")
        self.title = runs.RunsLabel(look, "", "button", max_lines=2, name="title")
        self._note = runs.RunsLabel(
            look,
            "",
            "hud_end_note",
            valign=pictures.Align.START,
            max_lines=_NOTE_LINES,
            name="note",
        )
        self._key = KeyCap(name="key")
        self.add(self._icon, self.title, self._note, self._key)
        self.on_activate = self._press

    @property
    def hints(self) -> tuple[str, ...]:
        if self.shown is not None and self.shown.key:
            return (self.shown.key,)
        return ()

    @property
    def spoken(self) -> Spoken:
        value = self.shown
        if value is None:
            return Spoken(self.caption)
        tip = texts.to_plain(value.tip)
        return Spoken(value.title or tip, texts.to_plain(value.note), tip if value.title else "")

    def needed_width(self, value: ButtonLook, high: float, share: float = 1.0) -> float:
        """Return the width in which a title is as large as it is meant to be, in a row so high.

        It may be broken into lines as far as these have room. share: this part of its size is
        enough.
        """
        style = self.look.theme.text(value.title_style)
        breaks = 2 * share * style.size * style.line_height <= high * _TITLE_ROOM
        if breaks:
            words = value.title.split()
        else:
            words = [value.title]
        widths = [self._width(each, value.title_style) for each in words]
        return 2 * value.padding + share * max(widths, default=0.0)

    def _width(self, words: str, style: str) -> float:
        set_in = self.look.theme.text(style)
        return self.look.text.measure_words(set_in.font, set_in.size, words, self.look.scale)

    def compose(self, value: ButtonLook) -> None:
        w, h = self.size
        self._enabled = self.focusable = value.is_enabled
        style = self.look.theme.button(value.style)
        box = style.states[self.state]
        self.picture = box.picture()
        wide = self._width(value.title, value.title_style)
        key = self._key.tell(self.look, style, value.key)
        side = self._icon_side(value, wide)
        edge = max(14.0, value.padding * 0.72)
        least = self._least_width(value, wide)

        def ends(has_icon: bool, has_key: bool) -> tuple[float, float]:
            """Return the room before the words, and that after them."""
            before = value.padding + (side * (1.0 + _ICON_GAP) if has_icon else 0.0)
            return before, key.w + 10.0 + edge if has_key else value.padding

        if value.icon and value.title:
            icons = [True, False]
        else:
            icons = [bool(value.icon)]
        keys = [True, False] if key.w else [False]
        forms = [(has_icon, has_key) for has_key in keys for has_icon in icons]
        has_icon, has_key = first_fitting(forms, lambda form: w - sum(ends(*form)) >= least)
        self._icon.visible = has_icon
        self._key.visible = has_key
        if has_icon:
            if value.title:
                left = value.padding
            else:
                left = (w - side) / 2
            widget.put(
                self._icon, Rect(left, (h - side) / 2, side, side), build_icon(value.icon, box.ink)
            )
        before, after = ends(has_icon, has_key)
        align = style.align
        room = w - (2 * value.padding if align is pictures.Align.CENTRE else before + after)
        if not (has_icon or value.note):  # alone it stands in the middle, as far as a key lets it
            before = max(before, min(after, w - after - wide))
            room = w - before - after
            align = pictures.Align.CENTRE
        self._write(value, align, box.ink, Rect(before, 0.0, room, h))
        if has_key:
            middle = self.title.position.y + self.title.size.h / 2
            self._key.position = Vec(w - edge - key.w, middle - key.h / 2)
            if value.is_enabled:
                self._key.alpha = 1.0
            else:
                self._key.alpha = 0.5

    def _least_width(self, value: ButtonLook, wide: float) -> float:
        """Return the width in which the title can be read: as designed, where a zoom enlarges it.

        wide: that in which it has its full size.
        """
        least = wide * _READABLE
        zoom = self.look.theme.enlarged
        if zoom <= 1.0:
            return least
        title = [runs.TextRun(value.title)]
        return max(least, runs.measure_width_at(1.0 / zoom, title, self.look, value.title_style))

    def _icon_side(self, value: ButtonLook, wide: float) -> float:
        """Return the icon's side: it grows with the theme as long as the title keeps its room."""
        most = value.icon_size * self.grown(min(self.size), 1.9 * value.icon_size)
        if not value.icon or not value.title:
            return most
        room = self.size.w - 2 * value.padding
        note = runs.measure_width(self.ink.spans(self.look, value.note), self.look, "hud_end_note")
        if note > room - most * (1.0 + _ICON_GAP):
            return value.icon_size
        return max(value.icon_size, min(most, (room - wide) / (1.0 + _ICON_GAP)))

    def _write(
        self, value: ButtonLook, align: pictures.Align, ink: pictures.Colour, room: Rect
    ) -> None:
        style = self.look.theme.text(value.title_style)
        h = self.size.h
        pitch = style.size * style.line_height
        self.title.visible = bool(value.title)
        self._note.visible = bool(value.note)
        # In two lines it may be no larger than in one.
        readable = min(_READABLE, h * _TITLE_ROOM / (2 * pitch))
        breaks = self._width(value.title, value.title_style) * readable > room.w
        high = min(pitch * (2 if breaks and not value.note else 1), h * _TITLE_ROOM)
        top = (h - high) / 2
        if value.note:
            # The line below the title may run on below the key.
            edge = value.padding * 0.7 * self.look.theme.enlarged
            wide = max(self.size.w - room.x - edge, 1.0)
            high = self._height_above(value.note, min(high, h * 0.5), pitch, wide)
            note = self.ink.spans(
                self.look, value.note, only=ink.with_alpha(ink.a / 255 * _NOTE_INK)
            )
            below = Rect(room.x, 0.0, wide, h - high - 2 * _LEAST_EDGE)
            self._note.write(note, below)
            top = (h - high - self._note.ink.h) / 2
            self._note.write(rect=below.moved(Vec(0.0, top + high)))
        self.title.write(
            (runs.TextRun(value.title, colour=ink),) if value.title else (),
            Rect(room.x, top, max(room.w, 1.0), high),
            style=value.title_style,
            align=align,
        )

    def _height_above(self, note: texts.Runs, full: float, pitch: float, wide: float) -> float:
        """Return the title's height above a note that needs the room: neither shrinks by a zoom."""
        look = self.look
        zoom = self.look.theme.enlarged
        low = self.size.h * _LOW_TITLE
        spans = self.ink.spans(look, note)
        room = Size(wide, 0.0)
        below = runs.lay_out_spans(spans, look, "hud_end_note", room, max_lines=_NOTE_LINES).size.h
        least = below
        if zoom > 1.0:
            least = runs.measure_height_at(1.0 / zoom, spans, look, "hud_end_note", wide)
        designed = min(full, pitch / zoom)
        forms = [
            (full, below),
            (max(designed, min(full, low)), least),
            (designed, least),
            (min(designed, low), least),
        ]
        return first_fitting(forms, lambda form: sum(form) + 2 * _EDGE <= self.size.h)[0]

    def _press(self) -> None:
        if self.enabled:
            self._on_press()

    def _focus_changed(self, has_focus: bool) -> None:
        self.on_tip(self if has_focus else None)
        super()._focus_changed(has_focus)

    def take_gesture(self, gesture: Gesture) -> bool:
        if gesture.kind is not GestureKind.LONG_PRESS:
            return False
        self.on_hold()
        return True

    def _follow(self, gesture: Gesture) -> bool:
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            self.on_hover(self if gesture.kind is GestureKind.HOVER_ENTER else None)
        return super()._follow(gesture)


_ACTION_GAP: Final = 12.0
_STEP: Final = 0.05
"""By this part of their size the words of a row become smaller from one try to the next."""
_WHOLE_FROM: Final = 280.0
"""A narrower large button shares its place, and is written smaller."""
_ICON_FROM: Final = 180.0
"""Where the large button shares its place, both have icons from this width on."""
_HIGHER = 1.42
_HIGH_ENOUGH = 1.3
"""With a further row the column is this many times as high, or at least this many to have one."""
_ROW: Final = 0.26
"""The height of a further row, as a part of the column's."""
_ROW_BELOW_TWO: Final = 0.17
"""The same where two large buttons share the first row: it is no larger than either."""
_OF_THREE = (0.47, 0.2)
_OF_FOUR = (0.4, 0.16)
"""Heights of the large button and of the lowest row, as parts of the column's, where there are one
row and two between them."""
_OF_THREE_BELOW_TWO: Final = (0.56, 0.18)
"""Heights where two large buttons share and a further row has its own place."""
_OF_TWO: Final = (0.68, 0.0)
"""The same where two large ones share, and nothing lies at the foot."""
_UPPER: Final = 0.54
"""The large button's part of the room that it shares with one below it."""
_LEAST_ROW: Final = 56.0
"""Rows are not made lower than this so that there is room for one more."""
_ROOMY: Final = 174.0
"""From this width on the smaller buttons have larger icons and more space at their ends."""
_NEAR: Final = 2.0
"""The lowest row is a little lower than a target should be, and has that much room around it."""
_MOODS: Final[Mapping[table_model.ButtonState, tuple[str, str]]] = {
    table_model.ButtonState.GO: ("hud_go", "tick"),
    table_model.ButtonState.MISSING: ("hud_missing", "wait"),
    table_model.ButtonState.WAIT: ("hud_missing", "wait"),
    table_model.ButtonState.OUT: ("hud_out", "flag"),
}
"""The button style and the icon of each mood."""
_ICONS: Final[Mapping[str, str]] = {
    Intent.UNDO: "undo",
    table_model.TRY_AGAIN: "undo",
    table_model.NEXT_ROUND: "next",
    table_model.RESULT: "crown",
    table_model.PLAY_ON: "play",
    Intent.SKIP: "next",
}


class ActionColumn(Part[table_model.ActionsModel]):
    """The column of buttons. Calls `on_command` with what the pressed button asks for.

    `on_hold` is called instead for a guarded button that has been held down.
    """

    hints = Intent.UNDO, Intent.HINT
    lag = 0.0

    def __init__(
        self,
        look: ResolvedTheme,
        ink: TextStyler,
        on_command: Callable[[str], object],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self._on_command = on_command
        self.on_hold: Callable[[str], object] = on_command
        self.end = HudButton(look, ink, lambda: self._ask("end"), name="end")
        self.offer = HudButton(look, ink, lambda: self._ask("offer"))
        self.offer.on_hold = self._hold
        self.undo = HudButton(look, ink, lambda: on_command(Intent.UNDO), name="undo")
        self.hint = HudButton(look, ink, lambda: on_command(Intent.HINT), name="hint")
        self.low = HudButton(look, ink, lambda: self._ask("low"))
        self.low.hit_margin = _NEAR
        self.more = HudButton(look, ink, lambda: self._ask("more"))
        self._areas = Rect(0.0, 0.0, 0.0, 0.0), Rect(0.0, 0.0, 0.0, 0.0)
        self.add(self.end, self.offer, self.undo, self.hint, self.more, self.low)

    def find_button(self, asked: str) -> HudButton | None:
        """Return the button that asks for something, None if no button does."""
        if self.shown is None:
            return None
        shown = self.shown
        found: dict[str, HudButton] = {Intent.UNDO: self.undo, Intent.HINT: self.hint}
        for model, button in (
            (shown.more, self.more),
            (shown.low, self.low),
            (shown.offer, self.offer),
            (shown.end, self.end),
        ):
            if model is not None:
                found[model.ask] = button
        return found.get(asked)

    def _ask(self, place: str) -> None:
        button = getattr(self.shown, place, None)
        if button is not None:
            self._on_command(button.ask)

    def _hold(self) -> None:
        if self.shown is not None and self.shown.offer is not None:
            self.on_hold(self.shown.offer.ask)

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        self._areas = spec.area, layout.reach_up(spec, spec.area.h * _HIGHER, ("log",))
        self._take_area(self.shown)

    def show(self, value: table_model.ActionsModel) -> None:
        self._take_area(value)
        super().show(value)

    def _take_area(self, value: table_model.ActionsModel | None) -> None:
        usual, higher = self._areas
        if usual.h:
            has_row = value is not None and value.more is not None
            self.place(higher if has_row and higher.h >= usual.h * _HIGH_ENOUGH else usual)

    def compose(self, actions: table_model.ActionsModel) -> None:
        """Stack three rows; an offered draw shares the first with the large button, or lies below.

        A further button has a row of its own, or shares one where there is no room for that.
        """
        w, h = self.size
        more = actions.more
        low = actions.low
        has_row = more is not None and h > self._areas[0].h
        shares_large = actions.offer is not None
        own = (h - _ACTION_GAP) * (_ROW_BELOW_TWO if shares_large else _ROW) if has_row else 0.0
        rest = h - own - _ACTION_GAP if has_row else h
        stacks = not has_row and self._is_crowded(actions, w, rest)
        shares = _OF_FOUR if stacks else _OF_THREE
        if shares_large and low is None and not stacks:
            shares = _OF_TWO
        elif shares_large and has_row:
            shares = _OF_THREE_BELOW_TWO
        large, lowest = (rest * share for share in shares)
        middle = rest - large - lowest - 4 / 3 * _ACTION_GAP
        if has_row:
            heights = [large, middle, own]
        else:
            heights = [large, middle]
        if stacks:
            heights = [large, *[(middle - _ACTION_GAP) / 2] * 2]
        faces = self._in_row(actions, w, alone=len(heights) > 2)
        fill: list[Callable[[Rect], object]] = [
            partial(self._place_large, actions),
            partial(self._line_up, faces),
        ]
        self.more.visible = more is not None
        self.low.visible = low is not None
        if more is not None:
            self.more.name = more.ask
        if more is not None and len(heights) > 2:
            self.more.show(_build_more_look(more, has_note=has_row and not shares_large))
            fill.append(self.more.place)
        rows = [
            make_slot((place, 0.0, high, 0.0)) for place, high in zip(fill, heights, strict=False)
        ]
        self.lay_out(down(*rows, gap=_ACTION_GAP))
        if len(fill) > 2:
            runs.equalise_font_sizes([self.more.title])  # It may have shared a row before.
        if low is not None:
            self.low.name = low.ask
            self.low.show(_build_look("hud_link", low, title_style="hud_link", padding=10.0))
            foot = self.low.slot(w * 0.72, lowest)
            self.lay_out(down(foot, share=1.0))

    def _place_large(self, actions: table_model.ActionsModel, room: Rect) -> None:
        offer = actions.offer
        self.offer.visible = offer is not None
        is_below = offer is not None and room.h * (1.0 - _UPPER) - _ACTION_GAP >= _LEAST_ROW
        if is_below:
            half = room.w
        else:
            half = (room.w - _ACTION_GAP) / 2
        # Larger letters leave less room for icons.
        grown = self.grown(half, 0.8 * _ICON_FROM)
        end = self.end.slot(grows=1.0)
        if offer is None:
            end.place(room)
        else:
            if half >= _ICON_FROM * grown:
                icon = offer.ask
            else:
                icon = ""
            self.offer.name = offer.ask
            self.offer.holdable = offer.is_guarded
            self.offer.show(
                ButtonLook("hud_offer", offer.label, icon, offer.note, key=offer.ask, padding=16.0)
            )
            other = self.offer.slot(grows=1.0)
            if is_below:
                upper = end._replace(h=room.h * _UPPER, grows=0.0)
                down(upper, other, gap=_ACTION_GAP).place(room)
            else:
                across(other, end, gap=_ACTION_GAP).place(room)
        self.end.show(_build_end_look(actions.end, room.w if offer is None else half / grown))

    def _in_row(
        self, actions: table_model.ActionsModel, wide: float, *, alone: bool
    ) -> dict[HudButton, ButtonLook]:
        """Return the buttons that share a row. alone: the further one has a row of its own."""
        shares = actions.more is not None and not alone
        side = (wide - (1 + shares) * _ACTION_GAP) / (2 + shares)
        if side > _ROOMY:
            size = 32.0
            padding = 20.0
        else:
            size = 26.0
            padding = 14.0
        faces = {
            button: _build_look(
                "hud_side", model, icon=ask, key=ask, icon_size=size, padding=padding
            )
            for button, model, ask in (
                (self.undo, actions.undo, Intent.UNDO),
                (self.hint, actions.hint, Intent.HINT),
            )
        }
        if actions.more is not None and shares:
            faces[self.more] = _build_more_look(actions.more, has_note=False)
        return faces

    def _is_crowded(self, actions: table_model.ActionsModel, wide: float, high: float) -> bool:
        faces = self._in_row(actions, wide, alone=False)
        row = high * (1.0 - sum(_OF_THREE)) - 1.4 * _ACTION_GAP
        needed = [button.needed_width(face, row) for button, face in faces.items()]
        rows = high * (1.0 - sum(_OF_FOUR)) - 2.4 * _ACTION_GAP
        is_wide = sum(needed) + (len(needed) - 1) * _ACTION_GAP > wide
        return len(faces) > 2 and is_wide and rows >= 2 * _LEAST_ROW

    def _line_up(self, faces: Mapping[HudButton, ButtonLook], row: Rect) -> None:
        """Put buttons into a row: all are as wide, unless one needs more for its words."""
        room = row.w - (len(faces) - 1) * _ACTION_GAP

        def needs(share: float) -> list[float]:
            return [button.needed_width(face, row.h, share) for button, face in faces.items()]

        shares = list_shrink_factors(_STEP, self.look.theme.enlarged)
        share = first_fitting(shares, lambda share: sum(needs(share)) <= room)
        wanted = needs(share)
        if share < 1.0:  # What is left is for the words that lack room.
            wanted = [need * room / sum(wanted) for need in wanted]
        slots = []
        for (button, face), wide in zip(faces.items(), _share_out(wanted, room), strict=True):
            button.show(face)
            slots.append(button.slot(wide))
        across(*slots, gap=_ACTION_GAP).place(row)
        runs.equalise_font_sizes(button.title for button in faces)


def _share_out(needs: Sequence[float], room: float) -> list[float]:
    """Share out some room: evenly, as long as everyone gets what they need.

    >>> _share_out([10, 20, 30], 120)
    [40.0, 40.0, 40.0]
    >>> _share_out([10, 20, 60], 120)
    [30.0, 30.0, 60.0]
    >>> _share_out([10, 20, 60], 45)
    [5.0, 10.0, 30.0]
    """
    if sum(needs) >= room:
        return [room * need / sum(needs) for need in needs]
    even = 0.0
    left = room
    for count, need in enumerate(sorted(needs, reverse=True)):
        even = left / (len(needs) - count)
        if need <= even:
            break
        left -= need
    return [float(max(need, even)) for need in needs]


def _build_look(style: str, button: table_model.ButtonModel, **more: Any) -> ButtonLook:
    return ButtonLook(
        style, button.label, is_enabled=button.is_enabled, **{"tip": button.why_not, **more}
    )


def _build_end_look(end: table_model.LargeButtonModel, width: float) -> ButtonLook:
    style, icon = _MOODS[end.mood]
    is_calm = end.mood in {table_model.ButtonState.MISSING, table_model.ButtonState.WAIT}
    shares = width < _WHOLE_FROM
    return ButtonLook(
        style,
        end.title,
        _ICONS.get(end.ask, icon) if width >= _ICON_FROM else "",
        end.note,
        # No one is to go out by habit.
        "" if end.mood is table_model.ButtonState.OUT else Intent.END,
        end.is_enabled,
        title_style="title" if is_calm or shares else "hud_end_title",
        icon_size=28.0 if shares else 34.0 if is_calm else 40.0,
        padding=10.0 if shares else 30.0,
    )


def _build_more_look(button: table_model.ButtonModel, *, has_note: bool) -> ButtonLook:
    note = button.note if has_note else ()
    tip = button.why_not or (() if has_note else button.note)
    padding = 20.0 if has_note else 14.0
    return _build_look(
        "hud_side", button, icon="next", note=note, tip=tip, icon_size=26.0, padding=padding
    )


class Tool(NamedTuple):
    """A small button: what it asks for, its icon, and its tip. A key that asks the same is told."""

    ask: str
    icon: str
    tip: str


def list_tools(texts: texts.Texts, own: Iterable[Tool] = ()) -> tuple[Tool, ...]:
    """List the tools of a table; a game's own stand behind the log."""
    return (
        Tool(Intent.LOG, "log", texts("Match log")),
        *own,
        Tool(table_model.SPEED, "speed", texts("Speed")),
        Tool(Intent.RULES, "help", texts("Rules")),
        Tool(table_model.SETTINGS, "settings", texts("Settings")),
    )


class ToolRow(Part[tuple[frozenset[str], str]]):
    """Square buttons that end at the right edge of the zone; each calls `on_command`.

    Shown: those that are on, by what they ask for; the speed in words ("2×", "" for the usual).
    """

    def __init__(
        self,
        look: ResolvedTheme,
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
        self.shown = frozenset(), ""

    @property
    def hints(self) -> Collection[str]:
        return [tool.ask for tool in self._tools]

    def compose(self, value: tuple[frozenset[str], str]) -> None:
        w, h = self.size
        on, speed = value
        count = len(self._tools)
        side = min(h, w / count)
        gap = min(8.0, (w - side * count) / (count - 1))
        for ask, icon, tip in self._tools:
            says_speed = ask == table_model.SPEED and bool(speed)
            prompt = self.look.prompts(ask)
            button = self.buttons[ask]
            button.show(
                ButtonLook(
                    "hud_tool_on" if ask in on else "hud_tool",
                    speed if says_speed else "",
                    "" if says_speed else icon,
                    tip=texts.to_runs(f"{tip} ({prompt.words})" if prompt is not None else tip),
                    icon_size=30.0,
                    padding=3.0,
                )
            )
        slots = [button.slot(side, side) for button in self.buttons.values()]
        self.lay_out(across(*slots, gap=gap, share=1.0))


def describe_speed(texts: texts.Texts, settings: settings.Settings) -> str:
    """Return how fast things go, in so few letters that a small button has room for large ones."""
    if settings.is_instant:
        return texts.within("speed", "max")
    if settings.speed == 1.0:
        return ""
    return texts("{n}×", n=texts.decimal(settings.speed))


SUGGESTION: Final = "suggestion"
"""What a chip asks for, with its number from 0: "suggestion 2"."""
_MOST: Final = 5
_PADDING: Final = 13.0
_CHIP_GAP: Final = 14.0
"""Between two chips, and between the cards of one and its words."""
_OWNER: Final = 0.95
"""The sign of whose card it is, at its foot, as a part of its width."""
_LEAST_STEP = 0.8
_MOST_STEP = 1.08
"""From one card to the next, in card widths: how near they come, so that each can still be read,
and how far apart they lie."""


class Chip(HudButton):
    """One suggestion: its cards, and the outcome of it."""

    def __init__(
        self, look: ResolvedTheme, ink: TextStyler, on_press: Callable[[], object], **options: Any
    ):
        super().__init__(look, ink, on_press, **options)
        self._cards = Node(name="cards")
        self.add(self._cards)
        self._hand: tuple[table_model.Suggestion | None, float] = None, _MOST_STEP

    def suggest(
        self, suggestion: table_model.Suggestion, step: float, words: str, *, is_picked: bool
    ) -> None:
        """Show a suggestion with words. step: from card to card, in card widths."""
        if (suggestion, step) != self._hand:
            self._hand = suggestion, step
            self.shown = None
        style = "hud_chip_on" if is_picked else "hud_chip"
        self.show(ButtonLook(style, words, tip=texts.to_runs(suggestion.meaning)))

    def compose(self, value: ButtonLook) -> None:
        box = self.look.theme.button(value.style).states[self.state]
        self.picture = box.picture()
        suggestion, step = self._hand
        cards = () if suggestion is None else suggestion.cards
        owners = () if suggestion is None else suggestion.owners
        size = self.ink.card_size(self.size.h - 2 * _PADDING)
        self._cards.clear()
        fan = across(
            *[
                Slot(partial(self._add_card, face, owner), *size)
                for face, owner in zip_longest(cards, owners[: len(cards)])
            ],
            gap=(step - 1.0) * size.w,
        )
        self.title.visible = bool(value.title)
        spans = (runs.TextRun(value.title, colour=box.ink),)
        write = partial(self.title.write, spans, style="hud_chip")
        title = Slot(write, max(1.0, self.size.w - fan.w - 2 * _PADDING - _CHIP_GAP))
        self.lay_out(across(_PADDING, fan, _CHIP_GAP, title))

    def _add_card(self, face: Face, owner: SeatSign | None, place: Rect) -> None:
        """Add a card, with the sign of its owner at its foot, above the card beside it."""
        card = self.ink.faces.build_card(face, place.w, position=place.position)
        self._cards.add(card)
        if owner is not None:
            side = min(2 * (_PADDING - 2.0), _OWNER * place.w)
            sign = Avatar(self.look, self.ink, name="owner", z=1.0)
            foot = Vec(place.centre.x, place.bottom)
            sign.place(Rect.centred(foot, Size(side, side)))
            sign.show(owner)
            self._cards.add(sign)


class Chips(Part[tuple[Sequence[table_model.Suggestion], int | None]]):
    """A row of chips in the middle of its zone, as many as find room, and the key that goes on.

    Shown: what is suggested, the best first, and which of it is picked.

    Calls `on_command` with what the pressed one asks for.
    """

    hints = (Intent.NEXT_PLAY,)

    def __init__(
        self,
        look: ResolvedTheme,
        ink: TextStyler,
        on_command: Callable[[str], object],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self._key = KeyCap(name="key")
        self.chips = [
            Chip(look, ink, partial(on_command, f"{SUGGESTION} {nth}"), name=f"chip {nth}")
            for nth in range(_MOST)
        ]
        self.add(self._key, *self.chips)

    def compose(self, value: tuple[Sequence[table_model.Suggestion], int | None]) -> None:
        suggestions, picked = value
        style = self.look.theme.button("hud_chip")
        key = self._key.tell(self.look, style, Intent.NEXT_PLAY if suggestions else "")
        if key.w:
            slots = [Slot(partial(widget.put, self._key), *key)]
        else:
            slots = []
        taken = key.w + _CHIP_GAP if key.w else 0.0
        words, step, widths = self._fitted(suggestions[:_MOST], self.size.w - taken)
        for chip in self.chips[len(widths) :]:
            chip.visible = False
        shown = list(zip(self.chips, widths, strict=False))
        slots += [chip.slot(wide) for chip, wide in shown]
        self.lay_out(across(*slots, gap=_CHIP_GAP, share=0.5))
        for nth, (chip, _) in enumerate(shown):
            chip.visible = True
            chip.suggest(suggestions[nth], step, words[nth], is_picked=nth == picked)

    def _fitted(
        self, suggestions: Sequence[table_model.Suggestion], room: float
    ) -> tuple[list[str], float, list[float]]:
        if not suggestions:
            return [], _LEAST_STEP, []
        bare = [""] * len(suggestions)
        full = [each.words for each in suggestions]
        style = self.look.theme.text("hud_chip")
        measure = partial(self.look.text.measure_words, style.font, style.size)
        wide = {words: measure(words, self.look.scale) + _CHIP_GAP + 2.0 for words in full}
        said = {**wide, "": 0.0}
        card = self.ink.card_size(self.size.h - 2 * _PADDING).w
        more = [len(each.cards) - 1 for each in suggestions]
        forms = [
            (
                words,
                step,
                [
                    card * (1 + step * further) + said[each] + 2 * _PADDING
                    for further, each in zip(more[:count], words, strict=False)
                ],
            )
            for count in range(len(suggestions), 0, -1)
            for words, step in ((full, _MOST_STEP), (bare, _MOST_STEP), (bare, _LEAST_STEP))
        ]
        forms.append((bare, _LEAST_STEP, [room]))
        return first_fitting(
            forms, lambda form: sum(form[2]) + _CHIP_GAP * (len(form[2]) - 1) <= room
        )


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
