"""Input widgets: choice, slider, switch, text field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

import pygame

from red7_desktop.scene import commands, focus, theme
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.keyboard import read_key
from red7_desktop.scene.node import Gesture, GestureKind, Node, Pointer, Spoken
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.widgets import button
from red7_desktop.scene.widgets.widget import put

T = TypeVar("T")
_DIMMED: Final = 0.5
_STEPS: Final = {commands.FocusCommand.LEFT: -1, commands.FocusCommand.RIGHT: 1}


class Picker(button.Control, Generic[T]):
    """A control that selects one of several values and calls `on_change` at each change.

    Activating the control selects the next value; after the last value, the first. A subclass may
    set `on_command` to `_select_by_arrow`: the keys Left and Right then select the previous or next
    value.

    Args:
        look: Theme, fonts and scale.
        values: The values.
        value: The selected value; if it isn't one of `values`, the first value is selected.
        on_change: Called with each newly selected value.
        width: Width in design units.
        enabled: Whether the control can be operated.
        options: Attributes of the node.
    """

    moves_focus_at_ends = True
    """Whether the keys Left and Right move the focus if there is no further value."""

    def __init__(
        self,
        look: theme.ResolvedTheme,
        values: Sequence[T],
        value: T,
        on_change: Callable[[T], None],
        *,
        width: float = 0.0,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        if not values:
            raise ValueError("a control needs at least one value to pick from")
        super().__init__(look, enabled=enabled, **options)
        self.values = tuple(values)
        if value in self.values:
            self._index = self.values.index(value)
        else:
            self._index = 0
        self._on_change = on_change
        self._width = width
        self.on_activate = partial(self._select_relative, 1)

    @property
    def value(self) -> T:
        """The selected value; assigning a value doesn't call `on_change`.

        Raises:
            ValueError: The assigned value isn't one of `values`.
        """
        return self.values[self._index]

    @value.setter
    def value(self, value: T) -> None:
        self._index = self.values.index(value)
        self.refresh()

    def label_of(self, value: T) -> str:
        """Return the text that is read aloud for a value of this control; "" by default."""
        return ""

    @property
    def spoken(self) -> Spoken:
        return Spoken(self.caption, self.label_of(self.value), self.description)

    def _select_relative(self, step: int) -> None:
        self._select((self._index + step) % len(self.values))

    def _select_by_arrow(self, command: commands.FocusCommand) -> bool:
        if command not in _STEPS:
            return False
        index = self._index + _STEPS[command]
        if not 0 <= index < len(self.values):
            return not self.moves_focus_at_ends
        self._select(index)
        return True

    def _select(self, index: int) -> None:
        if self.enabled and index != self._index:
            self._index = index
            self.refresh()
            self._on_change(self.value)


_CHOICE_INSET: Final = 4.0


class ChoiceControl(Picker[T]):
    """A choice between options that are side by side.

    If space is short, only the selected option is shown, between two arrows. A click then selects
    the next option. The keys Left and Right select the neighbouring option, and move the focus if
    there is no further option. Styles come from the theme's box `segments` and its buttons
    `segment` and `segment_on`.

    Args:
        look: Theme, fonts and scale.
        options: Pairs of a value and its label.
        value: The selected value.
        on_change: Called with each newly selected value.
        always_cycles: Whether to show only the selected option even if there is enough space.
        more: Further arguments of `Picker`.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        options: Sequence[tuple[T, str]],
        value: T,
        on_change: Callable[[T], None],
        *,
        always_cycles: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(look, [each for each, _ in options], value, on_change, **more)
        self._words = [words for _, words in options]
        self._always_cycles = always_cycles
        self._hovered = -1
        self._cells = [Node(name=f"option {nth}", interactive=True) for nth in range(len(options))]
        self._labels = [Node(name="words") for _ in options]
        for nth, (cell, label) in enumerate(zip(self._cells, self._labels, strict=True)):
            cell.on_gesture = partial(self._take_option_gesture, nth)
            cell.add(label)
        self._arrows = Node(name="left", interactive=True), Node(name="right", interactive=True)
        for arrow, step in zip(self._arrows, (-1, 1), strict=True):
            arrow.on_activate = partial(self._select_relative, step)
        self.add(*self._cells, *self._arrows)
        self.on_command = self._select_by_arrow
        self.refresh()

    def label_of(self, value: T) -> str:
        return self._words[self.values.index(value)]

    @property
    def is_cycler(self) -> bool:
        return self._arrows[0].visible

    def refresh(self) -> None:
        theme = self.look.theme
        style = self.look.theme.button("segment").text
        inset = _CHOICE_INSET * theme.zoom
        height = max(theme.sizes.target, style.size * style.line_height + theme.sizes.gap)
        self.picture = theme.box("segments").picture()
        self.size = Size(self._width, height)
        width = (self._width - 2 * inset) / len(self._cells)
        pictures = [style.picture(words) for words in self._words]
        widest = max(self.look.text.measure(each, self.look.scale).w for each in pictures)
        cycles = self._always_cycles or widest + 2 * inset > width
        for arrow in self._arrows:
            arrow.visible = cycles
        if cycles:
            self._place_arrows()
        inner = Rect(height, inset, max(1.0, self._width - 2 * height), height - 2 * inset)
        for nth, cell in enumerate(self._cells):
            cell.visible = not cycles or nth == self._index
            if not (cycles):
                cell.hit_margin = inset
            if cycles:
                place = inner
            else:
                place = Rect(inset + nth * width, inset, width, inner.h)
            self._style_option(nth, place, is_on=nth == self._index and not cycles)
        if self.enabled:
            self.alpha = 1.0
        else:
            self.alpha = _DIMMED

    def _place_arrows(self) -> None:
        side = self.look.theme.sizes.icon
        high = self.size.h
        ink = self.look.theme.button("segment").states[self.state].ink
        for node, left in zip(self._arrows, (0.0, self._width - high), strict=True):
            middle = Vec(left + high / 2, high / 2)
            put(node, Rect.centred(middle, Size(side, side)), build_glyph(node.name, ink))
            node.hit_margin = (high - side) / 2

    def _style_option(self, nth: int, place: Rect, *, is_on: bool) -> None:
        is_under = nth == self._hovered and self.enabled and not self.is_cycler
        style = self.look.theme.button("segment_on" if is_on else "segment")
        box = style.states["hover" if is_under else "normal"]
        put(self._cells[nth], place, box.picture())
        label = self._labels[nth]
        label.size = place.size
        label.picture = style.text.picture(
            self._words[nth], box.ink, align=Align.CENTRE, max_width=place.w
        )

    def _take_option_gesture(self, nth: int, gesture: Gesture) -> bool:
        """Handle a pointer gesture on an option.

        If the widget shows only the selected option, a click selects the next option.
        """
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            if gesture.kind is GestureKind.HOVER_ENTER:
                self._hovered = nth
            else:
                self._hovered = -1
            self.refresh()
        if gesture.kind is not GestureKind.CLICK or gesture.button != 1:
            return False
        if self.is_cycler:
            self._select_relative(1)
        else:
            self._select(nth)
        return True


_SLIDER_TRACK: Final = 10.0
_KNOB: Final = 30.0
_MARK: Final = 6.0
_MOST_MARKS: Final = 12
"""Maximum number of values of a slider whose track has a mark for each value."""
_MOVES: Final = frozenset(
    {GestureKind.PRESS, GestureKind.DRAG_START, GestureKind.DRAG_MOVE, GestureKind.DRAG_END}
)


class Slider(Picker[T]):
    """A slider that selects one of several values, with the selected value's label at its right.

    The keys Left and Right select the neighbouring value and never move the focus. Styles come from
    the theme's boxes `track`, `track_filled`, `track_mark` and `knob`.
    """

    moves_focus_at_ends = False

    def __init__(
        self,
        look: theme.ResolvedTheme,
        stops: Sequence[T],
        value: T,
        on_change: Callable[[T], None],
        *,
        words: Callable[[T], str],
        **options: Any,
    ) -> None:
        super().__init__(look, stops, value, on_change, draggable=True, **options)
        self._index_at_press = self._index
        self._words = words
        self._length = self._start = 0.0
        self._track = Node(name="track")
        self._filled = Node(name="filled")
        if len(stops) <= _MOST_MARKS:
            marks = len(stops)
        else:
            marks = 0
        self._marks = [Node(name="mark") for _ in range(marks)]
        self._knob = Node(name="knob")
        self._label = Node(name="words")
        self.add(self._track, self._filled, *self._marks, self._knob, self._label)
        self.on_command = self._select_by_arrow
        self.refresh()

    def label_of(self, value: T) -> str:
        return self._words(value)

    def place_of(self, value: T) -> Vec:
        return self._place_at(self.values.index(value))

    def _place_at(self, index: int) -> Vec:
        part = index / max(1, len(self.values) - 1)
        return Vec(self._start + self._length * part, self.size.h / 2)

    def refresh(self) -> None:
        theme = self.look.theme
        style = self.look.theme.text("body")
        pictures = [style.picture(self._words(stop)) for stop in self.values]
        label = max(self.look.text.measure(each, self.look.scale).w for each in pictures)
        thick, mark, knob = (each * theme.zoom for each in (_SLIDER_TRACK, _MARK, _KNOB))
        self.size = Size(self._width, max(theme.sizes.target, knob))
        self._start = knob / 2
        self._length = max(0.0, self._width - knob - label - theme.sizes.gap)
        if self.enabled:
            ink = None
        else:
            ink = style.colour.with_alpha(_DIMMED)
        words = style.picture(self._words(self.value), ink, align=Align.END, max_width=label)
        put(self._label, Rect(self._width - label, 0.0, label, self.size.h), words)
        here = self._place_at(self._index)
        left = self._start - thick / 2
        top = here.y - thick / 2
        put(self._track, Rect(left, top, self._length + thick, thick), theme.box("track").picture())
        filled = Rect(left, top, here.x - self._start + thick, thick)
        put(self._filled, filled, theme.box("track_filled").picture())
        for index, node in enumerate(self._marks):
            place = Rect.centred(self._place_at(index), Size(mark, mark))
            put(node, place, theme.box("track_mark").picture())
        is_lively = self.state in ("hover", "pressed", "focused")
        look = theme.box("knob_lively" if is_lively else "knob").picture()
        put(self._knob, Rect.centred(here, Size(knob, knob)), look)
        for node in (self._track, self._filled, self._knob, *self._marks):
            if self.enabled:
                node.alpha = 1.0
            else:
                node.alpha = _DIMMED

    def handle_gesture(self, gesture: Gesture) -> bool:
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        if gesture.kind is GestureKind.PRESS:
            self._index_at_press = self._index
        if gesture.kind is GestureKind.DRAG_CANCEL:
            self._select(self._index_at_press)
        elif gesture.kind in _MOVES:
            slider_position = self.to_local(gesture.position)
            last = len(self.values) - 1
            if slider_position is not None:
                if self._length:
                    part = (slider_position.x - self._start) / self._length
                else:
                    part = 0.0
                self._select(min(max(round(part * last), 0), last))
        return gesture.kind in _MOVES or gesture.kind is GestureKind.CLICK


_SWITCH_TRACK: Final = Size(68.0, 36.0)
_SWITCH_INSET: Final = 5.0


class Switch(Picker[bool]):
    """An on/off switch with a label at its left.

    The label is at the left end of `width`, the switch at the right end. Without a width, the
    widget is as wide as label and switch need. Position, colour and a tick show whether the switch
    is on. Styles come from the theme's buttons `switch` and `switch_on` and its box `knob`.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        is_on: bool,
        on_change: Callable[[bool], None],
        *,
        text: str = "",
        **options: Any,
    ) -> None:
        super().__init__(look, (False, True), is_on, on_change, **options)
        self.caption = text
        self._text = text
        self._words = Node(name="words")
        self._track = Node(name="track")
        self._knob = Node(name="knob")
        self._tick = Node(name="tick")
        self._track.add(self._knob, self._tick)
        self.add(self._words, self._track)
        self.refresh()

    def refresh(self) -> None:
        theme = self.look.theme
        style = self.look.theme.text("body")
        track = _SWITCH_TRACK.scaled(theme.zoom)
        room = None
        if self._width:
            room = self._width - track.w - theme.sizes.gap
        if self.enabled:
            colour = None
        else:
            colour = style.colour.with_alpha(_DIMMED)
        words = style.picture(self._text, colour, max_width=room, wraps=room is not None)
        if self._text:
            text = self.look.text.measure(words, self.look.scale)
        else:
            text = NO_SIZE
        if self._text:
            beside = text.w + theme.sizes.gap
        else:
            beside = 0.0
        width = max(self._width or beside + track.w, theme.sizes.target)
        self.size = Size(width, max(text.h, track.h, theme.sizes.target))
        if self._text:
            self._words.picture = words
        else:
            self._words.picture = None
        self._words.size = Size(text.w, self.size.h)
        button = theme.button("switch_on" if self.value else "switch").states[self.state]
        place = Rect(width - track.w, (self.size.h - track.h) / 2, *track)
        put(self._track, place, button.picture())
        if self.enabled:
            self._track.alpha = 1.0
        else:
            self._track.alpha = _DIMMED
        inset = _SWITCH_INSET * theme.zoom
        side = track.h - 2 * inset
        left, right = (Vec(x, track.h / 2) for x in (inset + side / 2, track.w - inset - side / 2))
        knob = Rect.centred(right if self.value else left, Size(side, side))
        put(self._knob, knob, theme.box("knob").picture())
        self._tick.visible = self.value
        tick = Rect.centred(left + Vec(inset / 2, 0.0), Size(side * 0.8, side * 0.8))
        put(self._tick, tick, build_glyph("tick", button.ink, 0.16))


_CARET: Final = 2.5
_SELECTED: Final = 0.35
"""Opacity of the highlight of the selected text in a text field."""
_MOST_UNDONE: Final = 100
_PADDING: Final = 0.7
"""Space at both ends of a text field, as a share of the theme's padding."""


class TextField(button.Control):
    """A one-line text input.

    Typed characters are inserted at the caret. The keys Left and Right move the caret; at the ends
    of the text, they move the focus. Ctrl+A selects all, Ctrl+C, Ctrl+X and Ctrl+V use the
    clipboard, Ctrl+Z undoes. While an input method composes a text, this text is underlined at the
    caret, and the input method gets all keys. Styles come from the theme's button `field`.

    Args:
        look: Theme, fonts and scale.
        text: Initial text.
        focus: The stage's focus; a click focuses the field.
        on_change: Called with the text after each change.
        width: Width in design units.
        limit: Maximum number of characters.
        placeholder: Text shown while the field is empty.
        accepts: Function that returns whether a character is allowed.
        on_refused: Called with typed or pasted characters that aren't allowed.
        paste: Function that returns the clipboard's text; None disables pasting.
        copy: Function that stores a text in the clipboard; None disables copying.
        on_done: Called when the Return key is pressed.
        on_no_keys: Called with the field if it is activated by touch or a pad, to show an on-screen
            keyboard.
        enabled: Whether the text can be edited.
        options: Attributes of the node.

    Attributes:
        caret: Index of the character before which typed text is inserted.
    """

    takes_text = True

    def __init__(
        self,
        look: theme.ResolvedTheme,
        text: str,
        focus: focus.Focus,
        on_change: Callable[[str], None],
        *,
        width: float,
        limit: int = 16,
        placeholder: str = "",
        accepts: Callable[[str], bool] = str.isprintable,
        on_refused: Callable[[str], object] | None = None,
        paste: Callable[[], str] | None = None,
        copy: Callable[[str], object] | None = None,
        on_done: Callable[[], None] | None = None,
        on_no_keys: Callable[[TextField], object] | None = None,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(look, enabled=enabled, **options)
        self._focus = focus
        self._on_change = on_change
        self._on_done = on_done
        self._on_no_keys = on_no_keys
        self._paste = paste
        self._copy = copy
        self._accepts = accepts
        self._on_refused = on_refused
        self._limit = limit
        self._width = width
        self._placeholder = placeholder
        self._text = text
        self.caret = len(text)
        self._is_all_selected = False
        self._composed = ""
        self._composed_caret = 0
        self._undo: list[tuple[str, int]] = []
        self._scroll = 0.0
        self._window = Node(name="window", clips=True)
        self._selection = Node(name="selection", visible=False, alpha=_SELECTED)
        self._words = Node(name="words")
        self._underline = Node(name="composed", visible=False)
        self._bar = Node(name="caret", visible=False)
        self._window.add(self._selection, self._words, self._underline, self._bar)
        self.add(self._window)
        self.on_activate = self._activate
        self.on_event = self._take_event
        self.refresh()

    @property
    def text(self) -> str:
        return self._text

    @property
    def spoken(self) -> Spoken:
        return Spoken(
            self.caption or self._placeholder, self._composed or self._text, self.description
        )

    def refresh(self) -> None:
        theme = self.look.theme
        style = self.look.theme.button("field")
        box = style.states[self.state]
        height = max(theme.sizes.target, style.text.size * style.text.line_height + theme.sizes.gap)
        self.size = Size(self._width, height)
        self.picture = box.picture()
        padding = theme.sizes.padding * _PADDING
        room = max(0.0, self._width - 2 * padding)
        put(self._window, Rect(padding, 0.0, room, height))
        before = self._text[: self.caret]
        after = self._text[self.caret :]
        shown = before + self._composed + after
        caret = self._width_of(before + self._composed[: self._composed_caret])
        bar = Size(_CARET * theme.zoom, style.text.size * 1.15)
        self._scroll = max(min(self._scroll, caret), caret + bar.w - room, 0.0)
        words = style.text.picture(self._placeholder, theme.colour("text_faint"))
        if shown:
            words = style.text.picture(shown, box.ink)
        put(self._words, Rect(-self._scroll, 0.0, self._width_of(shown), height), words)
        self._bar.visible = self.has_focus
        accent = theme.colour("accent")
        top = (height - bar.h) / 2
        place = Rect(caret - self._scroll, top, *bar)
        put(self._bar, place, BoxPicture(accent, radius=bar.w / 2))
        self._selection.visible = self._is_all_selected
        selected = Rect(-self._scroll, top, self._width_of(shown), bar.h)
        put(self._selection, selected, BoxPicture(accent))
        self._underline.visible = bool(self._composed)
        start = self._width_of(before)
        end = self._width_of(before + self._composed)
        line = Rect(start - self._scroll, top + bar.h - bar.w, end - start, bar.w)
        put(self._underline, line, BoxPicture(accent))

    @property
    def caret_box(self) -> Rect:
        return self._bar.bounds

    @staticmethod
    def width_for(look: theme.ResolvedTheme, text: str) -> float:
        words = look.text.measure(look.theme.button("field").text.picture(text), look.scale)
        return words.w + _CARET * look.theme.zoom + 2 * look.theme.sizes.padding * _PADDING

    def _width_of(self, text: str) -> float:
        style = self.look.theme.button("field").text
        look = self.look
        return look.text.measure_words(style.font, style.size, text, look.scale)

    # -- editing ---------------------------------------------------------------------------

    def insert(self, text: str) -> None:
        """Insert a text at the caret, or replace the selected text.

        Characters that aren't allowed, and those beyond the maximum length, are left out.
        """
        typed = [char for char in text if char.isprintable()]
        fit = [char for char in typed if self._accepts(char)]
        refused = "".join(char for char in typed if not self._accepts(char))
        if refused and self._on_refused is not None:
            self._on_refused(refused)
        before = self._text[: self.caret]
        after = self._text[self.caret :]
        if self._is_all_selected:
            before = after = ""
        fit = fit[: max(0, self._limit - len(before + after))]
        if fit:
            self._edit(before + "".join(fit) + after, len(before) + len(fit))

    def delete(self, ahead: bool = False) -> None:
        """Delete the selected text; if no text is selected, delete a character at the caret.

        Args:
            ahead: Whether to delete the character after the caret instead of the one before it.
        """
        place = self.caret if ahead else self.caret - 1
        if self._is_all_selected:
            self._edit("", 0)
        elif 0 <= place < len(self._text):
            self._edit(self._text[:place] + self._text[place + 1 :], place)

    def _edit(self, text: str, caret: int) -> None:
        self._undo = [*self._undo[-_MOST_UNDONE + 1 :], (self._text, self.caret)]
        self._show(text, caret)

    def _show(self, text: str, caret: int) -> None:
        self._text = text
        self.caret = caret
        self._is_all_selected = False
        self.refresh()
        self._on_change(text)

    def _move(self, caret: int) -> bool:
        """Move the caret and deselect the text; return False if nothing changed.

        If nothing changed, the caller moves the focus instead.
        """
        caret = min(max(caret, 0), len(self._text))
        if caret == self.caret and not self._is_all_selected:
            return False
        self.caret = caret
        self._is_all_selected = False
        self.refresh()
        return True

    # -- input -----------------------------------------------------------------------------

    def _focus_changed(self, has_focus: bool) -> None:
        if has_focus:
            self.caret = len(self._text)
        self._composed = ""
        self._is_all_selected = False
        super()._focus_changed(has_focus)

    def _take_event(self, event: pygame.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self._composed = ""
            self.insert(event.text)
            self.refresh()
            return True
        if event.type == pygame.TEXTEDITING:
            self._composed = "".join(char for char in event.text if char.isprintable())
            self._composed_caret = min(max(event.start, 0), len(self._composed))
            self.refresh()
            return True
        if event.type != pygame.KEYDOWN:
            return False
        return bool(self._composed) or self._take_key(event)

    def _take_shortcut(self, event: pygame.Event) -> bool:
        """Handle Control and a letter; return False for letters without a shortcut.

        On non-Latin layouts, the key at the Latin letter's position counts.
        """
        match read_key(event):
            case pygame.K_v if self._paste is not None:
                self.insert(self._paste())
            case pygame.K_c | pygame.K_x as key if self._copy is not None:
                if self._is_all_selected:
                    self._copy(self._text)
                    if key == pygame.K_x:
                        self.delete()
            case pygame.K_a:
                self._is_all_selected = bool(self._text)
                self.refresh()
            case pygame.K_z:
                if self._undo:
                    self._show(*self._undo.pop())
            case _:
                return False
        return True

    def _take_key(self, event: pygame.Event) -> bool:
        mods = getattr(event, "mod", 0)
        # Control and Alt together are no shortcut: many keyboards report Alt Gr, which types
        # characters, as both.
        if mods & (pygame.KMOD_CTRL | pygame.KMOD_META) and not mods & pygame.KMOD_ALT:
            return self._take_shortcut(event)
        match event.key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self._finish()
            case pygame.K_BACKSPACE:
                self.delete()
            case pygame.K_DELETE:
                self.delete(ahead=True)
            case pygame.K_HOME:
                self._move(0)
            case pygame.K_END:
                self._move(len(self._text))
            case pygame.K_LEFT:
                return self._move(self.caret - 1)
            case pygame.K_RIGHT:
                return self._move(self.caret + 1)
            case _:
                # Consume keys that also arrive as text, so that they trigger no shortcut.
                letter = getattr(event, "unicode", "")
                return event.key == pygame.K_SPACE or (bool(letter) and letter.isprintable())
        return True

    def handle_gesture(self, gesture: Gesture) -> bool:
        if gesture.kind is not GestureKind.CLICK or gesture.button != 1:
            return False
        self._focus.focus(self)
        spot = self._window.to_local(gesture.position)
        if spot is not None:
            self._move(self._letter_at(spot.x + self._scroll))
        if gesture.pointer is Pointer.TOUCH:
            self._show_letters()
        return True

    def _letter_at(self, x: float) -> int:
        places = range(len(self._text) + 1)
        return min(places, key=lambda place: abs(self._width_of(self._text[:place]) - x))

    def _show_letters(self) -> bool:
        if self._on_no_keys is None:
            return False
        self._on_no_keys(self)
        return True

    def _activate(self) -> None:
        """Show the on-screen keyboard, or end the input if there is no on-screen keyboard.

        Called when the field is activated by touch or a pad. The Return key doesn't activate the
        field, because `_take_key` handles this key as the end of the input.
        """
        if not self._show_letters():
            self._finish()

    def _finish(self) -> None:
        if self._on_done is not None:
            self._on_done()
