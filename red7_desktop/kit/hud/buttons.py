"""The buttons around a table: turn actions, tools, suggested plays; and panels of single games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.kit import settings, table_model, texts
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.part import Avatar, Part, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.phrases import SeatLabel
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
"""Gap between a button's icon and its title, as a share of the icon's width."""
_KEY_GAP: Final = 10.0
"""Gap between a button's title and the label of its key, in design units."""
_NOTE_INK: Final = 0.94
"""Opacity of a button's second line, the note, as a share of the title's opacity."""
_EDGE = 7.0
"""Space above a button's title and below its second line, the note, in design units.

A long note may reduce the space to `_LEAST_EDGE`."""
_LEAST_EDGE = 4.0
"""Minimum space above a button's title and below its second line, the note, in design units.

If the note doesn't fit with this minimum space, its text shrinks."""
_NOTE_LINES: Final = 3
_TITLE_ROOM: Final = 0.9
"""Maximum height of a button's title without a second line, as a share of the button's height."""
_TITLE_ABOVE: Final = 0.5
"""Maximum height of a button's title if the button also has a second line, below the title.

As a share of the button's height. Only for a zoomed theme."""
_TITLE_SHARE: Final = 0.52
"""Minimum height of a button's title, as a share of the height of the title and its second line.

Only for a button that has a second line, below the title."""
_MIN_TEXT_SCALE: Final = 0.5
"""Smallest factor by which a button's title and second line may shrink to fit into its height.

If both don't fit at this factor, the second line is left out. Only for a zoomed theme."""
_LOW_TITLE: Final = 0.34
"""Minimum height of a button's title that shrinks to leave room for a second line below it.

As a share of the button's height."""
_READABLE: Final = 0.8
"""Size factor to which a button's title shrinks before its icon and its key's label are hidden."""


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """Content and style of a button on the table.

    Attributes:
        style: Name of the theme's button style.
        title: Title of the button.
        icon: Name of the icon, "" for none.
        note: Smaller text below the title.
        key: Action (`Intent`) whose key or pad button is shown on the button, "" for none.
        is_enabled: Whether the button can be pressed.
        tip: Explanation shown on hover or focus.
        title_style: Name of the theme's text style.
        icon_size: Side of the icon in design units.
        padding: Horizontal padding in design units.
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
    """A button on the table (HUD, head-up display), whose content adapts to the button's size.

    While the button is enabled, a click, tap, key press or pad button calls `on_press`. If there is
    too little space for the title, the icon is hidden first, then the label of the key. The tip of
    a disabled button says why it is disabled.

    Attributes:
        on_refuse: Called with the button when it is clicked or tapped while it is disabled.
        on_tip: Called with the button when it gets the focus, and with None when it loses the
            focus.
        on_hover: Called with the button when the pointer enters it, and with None when the pointer
            leaves it.
        on_hold: Called after the pointer has held a `holdable` button down for `LONG_PRESS`.
    """

    def __init__(
        self, look: ResolvedTheme, ink: TextStyler, on_press: Callable[[], object], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self.on_tip: Callable[[HudButton | None], None] = lambda button: None
        self.on_hover: Callable[[HudButton | None], None] = lambda button: None
        self.on_hold: Callable[[], object] = lambda: None
        self.on_refuse: Callable[[HudButton], object] = lambda button: None
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
        if self.caption:
            return Spoken(self.caption, value.title)
        return Spoken(value.title or tip, texts.to_plain(value.note), tip if value.title else "")

    def needed_width(self, value: ButtonLook, high: float, share: float = 1.0) -> float:
        """Return the width that the button needs to show a title completely.

        The title may be in two lines if the height has room for both.

        Args:
            value: Content of the button.
            high: Height of the button's row in design units.
            share: Factor by which the title's font size is multiplied.
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
        w = self.size.w
        self._enabled = self.focusable = value.is_enabled
        style = self.look.theme.button(value.style)
        box = style.states[self.state]
        self.picture = box.picture()
        wide = self._width(value.title, value.title_style)
        key = self._key.show_hint(self.look, style, value.key)
        side = self._icon_side(value, wide)
        edge = max(14.0, value.padding * 0.72)
        least = self._least_width(value, wide)

        def ends(has_icon: bool, has_key: bool) -> tuple[float, float]:
            """Return the width left of the title and the width right of it.

            Icon and padding are at the left, the label of the key and padding at the right.
            """
            before = value.padding + (side * (1.0 + _ICON_GAP) if has_icon else 0.0)
            return before, key.w + _KEY_GAP + edge if has_key else value.padding

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
            put_icon = partial(widget.put, self._icon, picture=build_icon(value.icon, box.ink))
            icon = Slot(put_icon, side, side)
            self.lay_out(across(value.padding, icon) if value.title else across(icon, share=0.5))
        before, after = ends(has_icon, has_key)
        align = style.align
        if not (has_icon or value.note):  # Centre the title, but don't let it overlap the key.
            before = max(before, min(after, w - after - wide))
            align = pictures.Align.CENTRE
        tail: list[Slot | float] = []
        if has_key:
            self._key.alpha = 1.0 if value.is_enabled else 0.5
            tail = [_KEY_GAP, Slot(partial(widget.put, self._key), *key)]
        # The title ends before the key's label, but the note is in a lower line and can be wider.
        note_edge = value.padding * 0.7 * self.look.theme.enlarged
        widths = max(w - before - after, 1.0), max(w - before - note_edge, 1.0)
        texts = self._stack_texts(value, box.ink, align, widths, tail)
        self.lay_out(across(before, Slot(texts.place, weight=1.0)))

    def _least_width(self, value: ButtonLook, wide: float) -> float:
        """Return the smallest width in which the title is readable.

        In a zoomed theme, the title may shrink to the size that it has without zoom.

        Args:
            value: Content of the button.
            wide: Width of the title at full size.
        """
        least = wide * _READABLE
        zoom = self.look.theme.enlarged
        if zoom <= 1.0:
            return least
        title = [runs.TextRun(value.title)]
        return max(least, runs.measure_width_at(1.0 / zoom, title, self.look, value.title_style))

    def _icon_side(self, value: ButtonLook, wide: float) -> float:
        """Return the side of the icon; in a zoomed theme it is larger if the texts leave room."""
        most = value.icon_size * self.zoom_factor(min(self.size), 1.9 * value.icon_size)
        if not value.icon or not value.title:
            return most
        room = self.size.w - 2 * value.padding
        note = runs.measure_width(
            self.styler.spans(self.look, value.note), self.look, "hud_end_note"
        )
        if note > room - most * (1.0 + _ICON_GAP):
            return value.icon_size
        return max(value.icon_size, min(most, (room - wide) / (1.0 + _ICON_GAP)))

    def _stack_texts(
        self,
        value: ButtonLook,
        ink: pictures.Colour,
        align: pictures.Align,
        widths: tuple[float, float],
        tail: Sequence[Slot | float],
    ) -> Slot:
        """Return a slot for title and note, which are centred vertically together.

        Args:
            value: Content of the button.
            ink: Colour of title and note.
            align: Horizontal alignment of the title.
            widths: Widths of title and note.
            tail: Slots that follow the title in its row, such as that of the key's label.
        """
        title_width, note_width = widths
        if value.note and not self._has_room_for_note(value):
            value = replace(value, note=())
        height = self._title_height(value, *widths)
        spans = (runs.TextRun(value.title, colour=ink),) if value.title else ()
        self.title.visible = bool(value.title)
        title = self.title.slot_for(spans, title_width, style=value.title_style, align=align)
        rows: list[Slot | float] = [Slot(across(title, *tail).place, h=height)]
        self._note.visible = bool(value.note)
        if value.note:
            only = ink.with_alpha(ink.a / 255 * _NOTE_INK)
            note = self.styler.spans(self.look, value.note, only=only)
            room = Size(note_width, self.size.h - height - 2 * _LEAST_EDGE)
            style = "hud_end_note"
            lines = runs.lay_out_spans(note, self.look, style, room, max_lines=_NOTE_LINES)
            rows += [self._note.slot_for(note, *room), lines.size.h - room.h]
        return down(*rows, share=0.5, align=0.0)

    def _title_height(self, value: ButtonLook, room: float, note_width: float) -> float:
        """Return the height in which to lay out the button's title.

        A title that has a note (second line) below it has one line. Otherwise the title is broken
        into two lines if its font would be too small in one.

        Args:
            value: Content of the button.
            room: Available width for the title, in design units.
            note_width: Available width for the note, in design units.
        """
        style = self.look.theme.text(value.title_style)
        pitch = style.size * style.line_height
        most = self.size.h * _TITLE_ROOM
        if value.note:
            return self._height_above_note(value.note, min(pitch, most), pitch, note_width)
        # Break the title only if it would be smaller in one line than in two.
        readable = min(_READABLE, most / (2 * pitch))
        breaks = self._width(value.title, value.title_style) * readable > room
        return min(pitch * (2 if breaks else 1), most)

    def _has_room_for_note(self, value: ButtonLook) -> bool:
        """Return whether the button is high enough for title and note in legible sizes.

        Only a button in a zoomed theme may be too low.
        """
        if self.look.theme.enlarged <= 1.0 or not value.title:
            return True
        styles = (self.look.theme.text(name) for name in (value.title_style, "hud_end_note"))
        wanted = sum(style.size * style.line_height for style in styles)
        return self.size.h - 2 * _LEAST_EDGE >= _MIN_TEXT_SCALE * wanted

    def _height_above_note(self, note: texts.Runs, most: float, pitch: float, wide: float) -> float:
        """Return the height of a button's title if the button has a second line (note) below it.

        In a zoomed theme, title and note shrink if they don't fit into the button, but they never
        become smaller than at zoom 1.

        Args:
            note: Text of the second line.
            most: Maximum height of the title.
            pitch: Line height of the title's text style.
            wide: Available width of the note.
        """
        look = self.look
        full = min(most, self.size.h * _TITLE_ABOVE)
        zoom = self.look.theme.enlarged
        low = self.size.h * _LOW_TITLE
        spans = self.styler.spans(look, note)
        room = Size(wide, 0.0)
        below = runs.lay_out_spans(spans, look, "hud_end_note", room, max_lines=_NOTE_LINES).size.h
        least = below
        if zoom > 1.0:
            least = runs.measure_height_at(1.0 / zoom, spans, look, "hud_end_note", wide)
        designed = min(most, pitch / zoom)
        forms = [
            (full, below),
            (max(designed, min(full, low)), least),
            (designed, least),
            (min(designed, low), least),
        ]
        high = first_fitting(forms, lambda form: sum(form) + 2 * _EDGE <= self.size.h)[0]
        if runs.measure_width_at(1.0 / zoom, spans, look, "hud_end_note") > wide:
            return high
        # In a low button, the title has a minimum height, so that the font of a one-line note isn't
        # larger than the title's.
        return max(high, min(most, _TITLE_SHARE * (self.size.h - 2 * _LEAST_EDGE)))

    def _press(self) -> None:
        if self.enabled:
            self._on_press()
        else:
            self.on_refuse(self)

    @property
    def reason(self) -> texts.Runs:
        """The reason why the button is disabled: its note, or else its tip."""
        if self.shown is None or self.enabled:
            return ()
        return self.shown.note or self.shown.tip

    def _focus_changed(self, has_focus: bool) -> None:
        self.on_tip(self if has_focus else None)
        super()._focus_changed(has_focus)

    def handle_gesture(self, gesture: Gesture) -> bool:
        if gesture.kind is not GestureKind.LONG_PRESS:
            return False
        self.on_hold()
        return True

    def _update_state(self, gesture: Gesture) -> bool:
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            self.on_hover(self if gesture.kind is GestureKind.HOVER_ENTER else None)
        return super()._update_state(gesture)


_ACTION_GAP: Final = 12.0
_STEP: Final = 0.05
"""Decrease of the titles' size factor between two attempts to fit a row of buttons."""
_MIN_FULL_TITLE_WIDTH: Final = 280.0
"""Minimum width of the large button, in design units, for the largest font of its title."""
_MIN_ICON_WIDTH: Final = 180.0
"""Minimum width, in design units, of a large button that has an icon."""
_EXTRA_BUTTON_FACTOR = 1.42
"""Factor by which the column of action buttons grows while it shows an additional button.

With less free space above it, the column grows less or not at all, see `_HIGH_ENOUGH`."""
_HIGH_ENOUGH = 1.3
"""Minimum height of the column of action buttons if it gets a row for an additional button.

As a multiple of the column's usual height. With less free space, the column keeps its usual height,
and the additional button shares a row with other buttons."""
_ROW: Final = 0.26
"""Height of an additional button's own row, as a share of the height of the button column."""
_ROW_BELOW_TWO: Final = 0.17
"""Height of an additional button's own row in a button column with two large buttons.

As a share of the column's height. It is less than `_ROW`, so that the row isn't higher than a large
button."""
_THREE_ROW_HEIGHTS = (0.47, 0.2)
"""Heights of the top row (large button) and the bottom row in a column of action buttons.

The middle row, with undo and hint, gets the rest. These are shares of the three rows' total height.
If an additional button has a fourth row of its own, the height of this row is subtracted first."""
_FOUR_ROW_HEIGHTS = (0.4, 0.16)
"""Heights of the top row (large button) and the bottom row in a column of four rows of buttons.

These are shares of the column's height. The other two rows share the rest equally: one has undo and
hint, the other has an additional button."""
_TWO_LARGE_HEIGHTS: Final = (0.56, 0.18)
"""Heights of the area with two large buttons and of the bottom row, in a column of action buttons.

Used if an additional button has a row of its own. These are shares of the column's height without
this row. The row with undo and hint gets the rest."""
_NO_BOTTOM_HEIGHTS: Final = (0.68, 0.0)
"""Heights of the area with two large buttons and of the bottom row, which is empty and left out.

These are shares of the height of the column of action buttons, without the row of an additional
button. The row with undo and hint gets the rest."""
_UPPER_SHARE: Final = 0.54
"""Height of the upper of two large buttons, as a share of the area that contains both of them."""
_LEAST_ROW: Final = 56.0
"""Minimum height of a row of buttons, in design units; with less height, rows are merged."""
_ROOMY_WIDTH: Final = 174.0
"""Width of a small button, in design units, above which it has a larger icon and more padding."""
_HIT_MARGIN: Final = 2.0
"""Margin around the buttons of the bottom row in which a click still counts, in design units.

These buttons have little height, so they are hard to hit."""
_STATE_STYLES: Final[Mapping[table_model.ButtonState, tuple[str, str]]] = {
    table_model.ButtonState.GO: ("hud_go", "tick"),
    table_model.ButtonState.MISSING: ("hud_missing", "wait"),
    table_model.ButtonState.WAIT: ("hud_missing", "wait"),
    table_model.ButtonState.OUT: ("hud_out", "flag"),
}
"""Button style and icon of the large button in each state."""
_ICONS: Final[Mapping[str, str]] = {
    Intent.UNDO: "undo",
    table_model.TRY_AGAIN: "undo",
    table_model.NEXT_ROUND: "next",
    table_model.RESULT: "crown",
    table_model.PLAY_ON: "play",
    Intent.SKIP: "next",
}
_LONE_SHARE: Final = 0.3
"""Maximum height of the large button if it is the only button, as a share of its width."""


class ActionColumn(Part[table_model.ActionsModel]):
    """The column of action buttons: the large button, undo, hint, and buttons of the game.

    Pressing a button calls `on_command` with the button's command. If a game's button with
    `is_guarded` is held down for a moment, `on_hold` is called instead.
    """

    hints = Intent.UNDO, Intent.HINT
    light_delay = 0.0

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
        self.primary = HudButton(
            look, ink, lambda: self._ask(lambda model: model.primary), name="end"
        )
        self.offer = HudButton(look, ink, lambda: self._ask(lambda model: model.offer))
        self.offer.on_hold = self._hold
        self.undo = HudButton(look, ink, lambda: on_command(Intent.UNDO), name="undo")
        self.hint = HudButton(look, ink, lambda: on_command(Intent.HINT), name="hint")
        self.low = HudButton(look, ink, lambda: self._ask(lambda model: model.bottom))
        self.low.hit_margin = _HIT_MARGIN
        self.extra = HudButton(look, ink, lambda: self._ask(lambda model: model.extra))
        self._areas = Rect(0.0, 0.0, 0.0, 0.0), Rect(0.0, 0.0, 0.0, 0.0)
        self.add(self.primary, self.offer, self.undo, self.hint, self.extra, self.low)

    def find_button(self, asked: str) -> HudButton | None:
        """Return the button of a command; None if no button has it."""
        if self.shown is None:
            return None
        shown = self.shown
        found: dict[str, HudButton] = {Intent.UNDO: self.undo, Intent.HINT: self.hint}
        for model, button in (
            (shown.extra, self.extra),
            (shown.bottom, self.low),
            (shown.offer, self.offer),
            (shown.primary, self.primary),
        ):
            if model is not None:
                found[model.action] = button
        return found.get(asked)

    def _ask(
        self,
        find_button: Callable[
            [table_model.ActionsModel],
            table_model.LargeButtonModel | table_model.ButtonModel | None,
        ],
    ) -> None:
        button = None if self.shown is None else find_button(self.shown)
        if button is not None:
            self._on_command(button.action)

    def _hold(self) -> None:
        if self.shown is not None and self.shown.offer is not None:
            self.on_hold(self.shown.offer.action)

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        self._areas = spec.area, layout.grow_up(spec, spec.area.h * _EXTRA_BUTTON_FACTOR, ("log",))
        self._take_area(self.shown)

    def show(self, value: table_model.ActionsModel) -> None:
        self._take_area(value)
        super().show(value)

    def _take_area(self, value: table_model.ActionsModel | None) -> None:
        usual, higher = self._areas
        if usual.h:
            has_row = value is not None and value.extra is not None
            self.place(higher if has_row and higher.h >= usual.h * _HIGH_ENOUGH else usual)

    def compose(self, actions: table_model.ActionsModel) -> None:
        """Lay out the column's buttons in rows.

        A second large button is placed below the first if there is room, and otherwise beside it.
        An additional button (`ActionsModel.extra`) gets a row of its own if there is room;
        otherwise it is in the row with undo and hint.
        """
        w, h = self.size
        for button in (self.undo, self.hint):
            button.visible = not actions.is_alone
        if actions.is_alone:
            self.extra.visible = self.low.visible = False
            self._place_large(actions, Rect(0.0, 0.0, w, min(h, w * _LONE_SHARE)))
            return
        extra = actions.extra
        low = actions.bottom
        has_row = extra is not None and h > self._areas[0].h
        shares_large = actions.offer is not None
        own = (h - _ACTION_GAP) * (_ROW_BELOW_TWO if shares_large else _ROW) if has_row else 0.0
        rest = h - own - _ACTION_GAP if has_row else h
        stacks = not has_row and self._is_crowded(actions, w, rest)
        shares = _FOUR_ROW_HEIGHTS if stacks else _THREE_ROW_HEIGHTS
        if shares_large and low is None and not stacks:
            shares = _NO_BOTTOM_HEIGHTS
        elif shares_large and has_row:
            shares = _TWO_LARGE_HEIGHTS
        large, lowest = (rest * share for share in shares)
        middle = rest - large - lowest - 4 / 3 * _ACTION_GAP
        if has_row:
            heights = [large, middle, own]
        else:
            heights = [large, middle]
        if stacks:
            heights = [large, *[(middle - _ACTION_GAP) / 2] * 2]
        faces = self._build_middle_row(actions, w, alone=len(heights) > 2)
        fill: list[Callable[[Rect], object]] = [
            partial(self._place_large, actions),
            partial(self._line_up, faces),
        ]
        self.extra.visible = extra is not None
        self.low.visible = low is not None
        if extra is not None:
            self.extra.name = extra.action
        if extra is not None and len(heights) > 2:
            self.extra.show(_build_extra_look(extra, has_note=has_row and not shares_large))
            fill.append(self.extra.place)
        rows = [
            make_slot((place, 0.0, high, 0.0)) for place, high in zip(fill, heights, strict=False)
        ]
        self.lay_out(down(*rows, gap=_ACTION_GAP))
        if len(fill) > 2:
            # Reset the font size: an earlier layout may have matched it to others in a row.
            runs.equalise_font_sizes([self.extra.title])
        if low is not None:
            self.low.name = low.action
            self.low.show(_build_look("hud_link", low, title_style="hud_link", padding=10.0))
            foot = self.low.slot(w * 0.72, lowest)
            self.lay_out(down(foot, share=1.0))

    def _place_large(self, actions: table_model.ActionsModel, room: Rect) -> None:
        offer = actions.offer
        self.offer.visible = offer is not None
        is_below = offer is not None and room.h * (1.0 - _UPPER_SHARE) - _ACTION_GAP >= _LEAST_ROW
        if is_below:
            half = room.w
        else:
            half = (room.w - _ACTION_GAP) / 2
        # A larger font leaves less room for icons.
        grown = self.zoom_factor(half, 0.8 * _MIN_ICON_WIDTH)
        primary = self.primary.slot(grows=1.0)
        if offer is None:
            primary.place(room)
        else:
            if half >= _MIN_ICON_WIDTH * grown:
                icon = offer.action
            else:
                icon = ""
            self.offer.name = offer.action
            self.offer.holdable = offer.is_guarded
            self.offer.show(
                ButtonLook(
                    "hud_offer", offer.label, icon, offer.note, key=offer.action, padding=16.0
                )
            )
            other = self.offer.slot(grows=1.0)
            if is_below:
                upper = primary._replace(h=room.h * _UPPER_SHARE, weight=0.0)
                down(upper, other, gap=_ACTION_GAP).place(room)
            else:
                across(other, primary, gap=_ACTION_GAP).place(room)
        self.primary.show(
            _build_primary_look(actions.primary, room.w if offer is None else half / grown)
        )

    def _build_middle_row(
        self, actions: table_model.ActionsModel, wide: float, *, alone: bool
    ) -> dict[HudButton, ButtonLook]:
        """Return content and style of each button in the row with the buttons undo and hint.

        Args:
            actions: The model of all action buttons.
            wide: Width of the row.
            alone: Whether the additional button (`ActionsModel.extra`) has a row of its own. If
                not, it is in the row with undo and hint.
        """
        shares = actions.extra is not None and not alone
        side = (wide - (1 + shares) * _ACTION_GAP) / (2 + shares)
        if side > _ROOMY_WIDTH:
            size = 32.0
            padding = 20.0
        else:
            size = 26.0
            padding = 14.0
        build = partial(_build_look, "hud_side", icon_size=size, padding=padding)
        faces = {
            self.undo: build(actions.undo, icon=Intent.UNDO, key=Intent.UNDO),
            self.hint: build(actions.hint, icon=Intent.HINT, key=Intent.HINT),
        }
        if actions.extra is not None and shares:
            faces[self.extra] = _build_extra_look(actions.extra, has_note=False)
        return faces

    def _is_crowded(self, actions: table_model.ActionsModel, wide: float, high: float) -> bool:
        faces = self._build_middle_row(actions, wide, alone=False)
        row = high * (1.0 - sum(_THREE_ROW_HEIGHTS)) - 1.4 * _ACTION_GAP
        needed = [button.needed_width(face, row) for button, face in faces.items()]
        rows = high * (1.0 - sum(_FOUR_ROW_HEIGHTS)) - 2.4 * _ACTION_GAP
        is_wide = sum(needed) + (len(needed) - 1) * _ACTION_GAP > wide
        return len(faces) > 2 and is_wide and rows >= 2 * _LEAST_ROW

    def _line_up(self, faces: Mapping[HudButton, ButtonLook], row: Rect) -> None:
        """Place buttons side by side, with equal widths unless a title needs a wider button."""
        room = row.w - (len(faces) - 1) * _ACTION_GAP

        def needs(share: float) -> list[float]:
            return [button.needed_width(face, row.h, share) for button, face in faces.items()]

        shares = list_shrink_factors(_STEP, self.look.theme.enlarged)
        share = first_fitting(shares, lambda share: sum(needs(share)) <= room)
        wanted = needs(share)
        if share < 1.0:  # All titles shrink by the same factor, so scale the needed widths to fit.
            wanted = [need * room / sum(wanted) for need in wanted]
        slots = []
        for (button, face), wide in zip(faces.items(), _share_out(wanted, room), strict=True):
            button.show(face)
            slots.append(button.slot(wide))
        across(*slots, gap=_ACTION_GAP).place(row)
        runs.equalise_font_sizes(button.title for button in faces)


def _share_out(needs: Sequence[float], room: float) -> list[float]:
    """Divide the length `room` into one part for each needed length.

    If the needs together exceed `room`, the parts are in proportion to the needs. Otherwise each
    part is at least as long as its need, and the parts are as equal as possible.

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


def _build_primary_look(primary: table_model.LargeButtonModel, width: float) -> ButtonLook:
    style, icon = _STATE_STYLES[primary.state]
    is_calm = primary.state in {table_model.ButtonState.MISSING, table_model.ButtonState.WAIT}
    shares = width < _MIN_FULL_TITLE_WIDTH
    return ButtonLook(
        style,
        primary.title,
        _ICONS.get(primary.action, icon) if width >= _MIN_ICON_WIDTH else "",
        primary.note,
        # Dropping out has no key, so that nobody does it by habit.
        "" if primary.state is table_model.ButtonState.OUT else Intent.END,
        primary.is_enabled,
        title_style="title" if is_calm or shares else "hud_end_title",
        icon_size=28.0 if shares else 34.0 if is_calm else 40.0,
        padding=10.0 if shares else 30.0,
    )


def _build_extra_look(button: table_model.ButtonModel, *, has_note: bool) -> ButtonLook:
    note = button.note if has_note else ()
    tip = button.why_not or (() if has_note else button.note)
    padding = 20.0 if has_note else 14.0
    return _build_look(
        *("hud_side", button), icon=button.icon, note=note, tip=tip, icon_size=26.0, padding=padding
    )


class Tool(NamedTuple):
    """A small square button beside the table, for example for the log or the settings.

    Attributes:
        command: Command that the button sends. If the command has a key, the tooltip shows it.
        icon: Name of the icon.
        tip: Text that is shown on hover and focus.
    """

    command: str
    icon: str
    tip: str


def list_tools(texts: texts.Texts, own: Iterable[Tool] = ()) -> tuple[Tool, ...]:
    """List the square buttons of a table: log, extra buttons, speed, rules and settings.

    Args:
        texts: Translations.
        own: Extra buttons of the game.
    """
    return (
        Tool(Intent.LOG, "log", texts("Match log")),
        *own,
        Tool(table_model.SPEED, "speed", texts("Speed")),
        Tool(Intent.RULES, "help", texts("Rules")),
        Tool(table_model.SETTINGS, "settings", texts("Settings")),
    )


class ToolRow(Part[tuple[frozenset[str], str]]):
    """A row of small square buttons beside the table; pressing one calls `on_command`.

    The value to show is a pair: the commands whose buttons are drawn as switched on, and the text
    on the button for the animation speed ("2×"; "" draws an icon).
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
            tool.command: HudButton(look, ink, partial(on_command, tool.command), name=tool.icon)
            for tool in tools
        }
        self.add(*self.buttons.values())
        self.shown = frozenset(), ""

    @property
    def hints(self) -> Collection[str]:
        return [tool.command for tool in self._tools]

    def compose(self, value: tuple[frozenset[str], str]) -> None:
        w, h = self.size
        on, speed = value
        count = len(self._tools)
        side = min(h, w / count)
        gap = min(8.0, (w - side * count) / (count - 1))
        for ask, icon, tip in self._tools:
            style = "hud_tool_on" if ask in on else "hud_tool"
            prompt = self.look.prompts(ask)
            whole_tip = tip if prompt is None else f"{tip} ({prompt.label})"
            button_look = ButtonLook(
                style, icon=icon, tip=texts.to_runs(whole_tip), icon_size=30.0, padding=3.0
            )
            button = self.buttons[ask]
            if ask == table_model.SPEED:
                button.caption = tip
                if speed:
                    button_look = replace(button_look, title=speed, icon="")
            button.show(button_look)
        slots = [button.slot(side, side) for button in self.buttons.values()]
        self.lay_out(across(*slots, gap=gap, share=1.0))


def describe_speed(texts: texts.Texts, settings: settings.Settings) -> str:
    """Return the animation speed as a short text, such as "2×"; "" for normal speed."""
    if settings.is_instant:
        return texts.in_context("speed", "max")
    if settings.speed == 1.0:
        return ""
    return texts("{n}×", n=texts.decimal(settings.speed))


SUGGESTION: Final = "suggestion"
"""Command of a button that selects a suggested play; an index follows, as in "suggestion 2"."""
_MOST: Final = 5
_PADDING: Final = 13.0
"""Padding of a chip (a button with a suggested play), in design units."""
_CHIP_GAP: Final = 14.0
"""Gap between two buttons with suggested plays, in design units.

It is also the gap between the cards and the text on such a button."""
_OWNER: Final = 0.95
"""Maximum size of a portrait on a suggested play's card, as a share of the card's width.

The portrait is that of the card's owner, at the card's lower edge."""
_LEAST_STEP = 0.8
"""Minimum distance between the left edges of two cards on a suggestion's button, in card widths."""
_MOST_STEP = 1.08
"""Maximum distance between the left edges of two cards on a suggestion's button, in card widths."""


class Chip(HudButton):
    """A button with a suggested play: the play's cards and, if there is room, its outcome."""

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
        """Show a suggested play on this button.

        Args:
            suggestion: The suggested play of several cards.
            step: Distance between the left edges of neighbouring cards, in card widths.
            words: Text of the button, "" for none.
            is_picked: Whether the user has picked the suggestion's cards.
        """
        if (suggestion, step) != self._hand:
            self._hand = suggestion, step
            self.caption = suggestion.name
            self.shown = None
        style = "hud_chip_on" if is_picked else "hud_chip"
        self.show(ButtonLook(style, words, tip=texts.to_runs(suggestion.meaning)))

    def compose(self, value: ButtonLook) -> None:
        box = self.look.theme.button(value.style).states[self.state]
        self.picture = box.picture()
        suggestion, step = self._hand
        cards = () if suggestion is None else suggestion.cards
        owners = () if suggestion is None else suggestion.owners
        size = self.styler.card_size(self.size.h - 2 * _PADDING)
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
        write = partial(self.title.set_text, spans, style="hud_chip")
        title = Slot(write, max(1.0, self.size.w - fan.w - 2 * _PADDING - _CHIP_GAP))
        self.lay_out(across(_PADDING, fan, _CHIP_GAP, title))

    def _add_card(self, face: Face, owner: SeatLabel | None, place: Rect) -> None:
        """Add a card of the suggested play to the button, with the owner's portrait on the card.

        The portrait overlaps the lower edge of the card. It is drawn above all cards, so that the
        next card doesn't cover the portrait.

        Args:
            face: The card.
            owner: The seat that the card belongs to; None draws no portrait.
            place: Rectangle of the card.
        """
        card = self.styler.card_art.build_card(face, place.w, position=place.position)
        self._cards.add(card)
        if owner is not None:
            side = min(2 * (_PADDING - 2.0), _OWNER * place.w)
            sign = Avatar(self.look, self.styler, name="owner", z=1.0)
            foot = Vec(place.centre.x, place.bottom)
            sign.place(Rect.centred(foot, Size(side, side)))
            sign.show(owner)
            self._cards.add(sign)


class Chips(Part[tuple[Sequence[table_model.Suggestion], int | None]]):
    """A centred row of buttons for suggested plays, as many as fit.

    The label of the key that selects the next suggestion is at the row's left end. The value to
    show is a pair: the suggestions, the best first, and the index of the selected suggestion (None
    for none). Pressing a button calls `on_command`.
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
        key = self._key.show_hint(self.look, style, Intent.NEXT_PLAY if suggestions else "")
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
        card = self.styler.card_size(self.size.h - 2 * _PADDING).w
        more = [len(each.cards) - 1 for each in suggestions]
        forms = []
        for count in range(len(suggestions), 0, -1):
            for words, step in ((full, _MOST_STEP), (bare, _MOST_STEP), (bare, _LEAST_STEP)):
                widths = [
                    card * (1 + step * further) + said[each] + 2 * _PADDING
                    for further, each in zip(more[:count], words, strict=False)
                ]
                forms.append((words, step, widths))
        forms.append((bare, _LEAST_STEP, [room]))
        return first_fitting(
            forms, lambda form: sum(form[2]) + _CHIP_GAP * (len(form[2]) - 1) <= room
        )


class ExtraPanel(ABC):
    """A panel that a game shows above the table; `tool` is its button and `node` its content.

    The table calls:

    - `handle` with every event, before its own handlers,
    - `tick` once a frame,
    - `refresh` when the state of the match has changed,
    - `resized` when window, theme, language or card pictures have changed,
    - `close` before a page opens.
    """

    def __init__(self, tool: Tool, node: Node) -> None:
        self.tool = tool
        self.node = node

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether the panel is visible."""

    @abstractmethod
    def toggle(self) -> None:
        """Open or close the panel."""

    @abstractmethod
    def close(self) -> None:
        """Hide the panel; do nothing if it is hidden already."""

    @abstractmethod
    def refresh(self) -> None:
        """Update the panel after a change of the match."""

    @abstractmethod
    def resized(self) -> None:
        """Lay out the panel again after the window or the interface has changed its size."""

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; return True to consume it."""
        return False

    @abstractmethod
    def tick(self, now: float) -> None:
        """Advance timers and animations."""
