"""Choice, slider, switch, text field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

import pygame

from red7_desktop.scene.commands import FocusCommand
from red7_desktop.scene.focus import Focus
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node, Pointer
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture, TextPicture
from red7_desktop.scene.theme import BoxStyle, Look
from red7_desktop.scene.widgets.button import Control

T = TypeVar("T")


_STEPS: Final = {FocusCommand.LEFT: -1, FocusCommand.RIGHT: 1}


_CHOICE_INSET: Final = 4.0


_DIMMED: Final = 0.5


class ChoiceControl(Control, Generic[T]):
    """Tells `on_change` the value that was chosen.

    `options` are pairs of a value and its words. A click chooses the segment under the pointer,
    or goes on at a cycler's arrows. Left and Right move by one and, at either end, leave the
    choice; activating it goes on, and from the last to the first. `always_cycles` keeps the
    options from standing side by side. The theme's box `segments` and its buttons `segment` and
    `segment_on` give the looks.
    """

    def __init__(
        self,
        look: Look,
        options: Sequence[tuple[T, str]],
        value: T,
        on_change: Callable[[T], None],
        *,
        width: float,
        always_cycles: bool = False,
        enabled: bool = True,
        **node_options: Any,
    ) -> None:
        if not options:
            raise ValueError("a choice needs at least one option")
        super().__init__(look, enabled=enabled, **node_options)
        self._options = tuple(options)
        values = [option for option, _ in self._options]
        self._index = values.index(value) if value in values else 0
        self._on_change = on_change
        self._width = width
        self._always_cycles = always_cycles
        self._under = -1
        self._cells = [self._cell(place) for place in range(len(self._options))]
        self._labels = [Node(name="words") for _ in self._options]
        for cell, label in zip(self._cells, self._labels, strict=True):
            cell.add(label)
        self._arrows = Node(name="left", interactive=True), Node(name="right", interactive=True)
        for arrow, step in zip(self._arrows, (-1, 1), strict=True):
            arrow.on_activate = partial(self._go, step)
        self.add(*self._cells, *self._arrows)
        self.on_activate = partial(self._go, 1)
        self.on_command = self._obey
        self.refresh()

    @property
    def value(self) -> T:
        """The chosen value; writing one of the options tells nobody, others are ValueError."""
        return self._options[self._index][0]

    @value.setter
    def value(self, value: T) -> None:
        self._index = [option for option, _ in self._options].index(value)
        self.refresh()

    @property
    def options(self) -> tuple[T, ...]:
        """The values, from the first to the last."""
        return tuple(option for option, _ in self._options)

    @property
    def is_cycler(self) -> bool:
        """Whether one option at a time is shown, between two arrows."""
        return self._arrows[0].visible

    def _cell(self, place: int) -> Node:
        cell = Node(name=f"option {place}", interactive=True)
        cell.on_gesture = partial(self._hear, place)
        return cell

    def refresh(self) -> None:
        theme = self.look.theme
        self.picture = theme.box("segments").picture()
        self.size = Size(self._width, self._height())
        cell = self._cell_size()
        slack = 2 * _CHOICE_INSET * theme.zoom
        widest = max(self._measured(words) for _, words in self._options)
        cycles = self._always_cycles or widest + slack > cell.w
        for arrow in self._arrows:
            arrow.visible = cycles
        if cycles:
            self._lay_out_cycler()
        else:
            self._lay_out_segments(cell)
        self.alpha = 1.0 if self.enabled else _DIMMED

    def _height(self) -> float:
        sizes, style = self.look.theme.sizes, self.look.theme.button("segment").text
        return max(sizes.target, style.size * style.line_height + sizes.gap)

    def _cell_size(self) -> Size:
        inset = _CHOICE_INSET * self.look.theme.zoom
        width = (self._width - 2 * inset) / len(self._options)
        return Size(width, self.size.h - 2 * inset)

    def _measured(self, words: str) -> float:
        picture = self.look.theme.button("segment").text.picture(words)
        return self.look.text.measure(picture, self.look.scale).w

    def _lay_out_segments(self, size: Size) -> None:
        inset = _CHOICE_INSET * self.look.theme.zoom
        for place, cell in enumerate(self._cells):
            cell.visible, cell.size, cell.hit_margin = True, size, inset
            cell.position = Vec(inset + place * size.w, inset)
            self._dress(place, place == self._index, size.w)

    def _lay_out_cycler(self) -> None:
        theme = self.look.theme
        inset, side = _CHOICE_INSET * theme.zoom, theme.sizes.icon
        arrow = self.size.h
        inner = Size(max(1.0, self._width - 2 * arrow), self.size.h - 2 * inset)
        for place, cell in enumerate(self._cells):
            cell.visible = place == self._index
            cell.size, cell.position = inner, Vec(arrow, inset)
            self._dress(place, False, inner.w)
        for node, name, left in zip(
            self._arrows, ("left", "right"), (0.0, self._width - arrow), strict=True
        ):
            node.picture = build_glyph(name, self._box("segment", self.state).ink)
            node.size, node.hit_margin = Size(side, side), (arrow - side) / 2
            node.position = Vec(left + (arrow - side) / 2, (self.size.h - side) / 2)

    def _dress(self, place: int, is_on: bool, room: float) -> None:
        is_under = place == self._under and self.enabled and not self.is_cycler
        style = "segment_on" if is_on else "segment"
        box = self._box(style, "hover" if is_under else "normal")
        cell, label = self._cells[place], self._labels[place]
        cell.picture = box.picture()
        label.size = cell.size
        label.picture = self.look.theme.button(style).text.picture(
            self._options[place][1], box.ink, align=Align.CENTRE, max_width=room
        )

    def _box(self, style: str, state: str) -> BoxStyle:
        return self.look.theme.button(style).states[state]

    def _hear(self, place: int, gesture: Gesture) -> bool:
        """React to the pointer on an option; a cycler goes on when its words are clicked."""
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            self._under = place if gesture.kind is GestureKind.HOVER_ENTER else -1
            self.refresh()
        if gesture.kind is not GestureKind.CLICK or gesture.button != 1:
            return False
        if self.is_cycler:
            self._go(1)
        else:
            self._choose(place)
        return True

    def _go(self, step: int) -> None:
        self._choose((self._index + step) % len(self._options))

    def _obey(self, command: FocusCommand) -> bool:
        index = self._index + _STEPS.get(command, len(self._options))
        if not 0 <= index < len(self._options):
            return False
        self._choose(index)
        return True

    def _choose(self, index: int) -> None:
        if self.enabled and index != self._index:
            self._index = index
            self.refresh()
            self._on_change(self.value)


_SLIDER_TRACK: Final = 10.0


_KNOB: Final = 30.0


_MARK: Final = 6.0


_MOST_MARKS: Final = 12
"""With more stops than this they are not marked one by one."""


_MOVES: Final = (
    GestureKind.PRESS,
    GestureKind.DRAG_START,
    GestureKind.DRAG_MOVE,
    GestureKind.DRAG_END,
)


class Slider(Control, Generic[T]):
    """Chooses one of several values in a row; tells `on_change` each new one at once.

    `stops` are the values from left to right; a `value` that is none of them shows as the first.
    `words` gives the text that stands at the right end for a value. Left and Right move one stop,
    and stay in the slider; activating it moves one stop on, and from the last to the first. The
    theme's boxes `track`, `track_filled` and `knob` give the looks.
    """

    def __init__(
        self,
        look: Look,
        stops: Sequence[T],
        value: T,
        on_change: Callable[[T], None],
        *,
        words: Callable[[T], str],
        width: float,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        if not stops:
            raise ValueError("a slider needs at least one stop")
        super().__init__(look, enabled=enabled, draggable=True, **options)
        self._stops = tuple(stops)
        self._index = self._stops.index(value) if value in self._stops else 0
        self._index_at_press = self._index
        self._on_change = on_change
        self._words = words
        self._width = width
        self._length = self._start = 0.0
        self._track = Node(name="track")
        self._filled = Node(name="filled")
        marks = len(self._stops) if len(self._stops) <= _MOST_MARKS else 0
        self._marks = [Node(name="mark", anchor=CENTRE) for _ in range(marks)]
        self._knob = Node(name="knob", anchor=CENTRE)
        self._label = Node(name="words")
        self.add(self._track, self._filled, *self._marks, self._knob, self._label)
        self.on_activate = self._move_on
        self.on_command = self._obey
        self.refresh()

    @property
    def value(self) -> T:
        """The chosen value; writing one of the stops tells nobody, anything else is ValueError."""
        return self._stops[self._index]

    @value.setter
    def value(self, value: T) -> None:
        self._index = self._stops.index(value)
        self.refresh()

    @property
    def stops(self) -> tuple[T, ...]:
        """The values from left to right."""
        return self._stops

    def place_of(self, value: T) -> Vec:
        """Return the middle of the knob for a stop, in the slider's own space."""
        part = self._stops.index(value) / max(1, len(self._stops) - 1)
        return Vec(self._start + self._length * part, self.size.h / 2)

    def refresh(self) -> None:
        theme = self.look.theme
        style = theme.text("body")
        ink = None if self.enabled else style.colour.with_alpha(_DIMMED)
        measured = [
            self.look.text.measure(style.picture(self._words(stop)), self.look.scale).w
            for stop in self._stops
        ]
        label = max(measured)
        knob = _KNOB * theme.zoom
        self.size = Size(self._width, max(theme.sizes.target, knob))
        self._start = knob / 2
        self._length = max(0.0, self._width - knob - label - theme.sizes.gap)
        self._label.picture = style.picture(
            self._words(self.value), ink, align=Align.END, max_width=label
        )
        self._label.size = Size(label, self.size.h)
        self._label.position = Vec(self._width - label, 0.0)
        self._place_line(knob)

    def _place_line(self, knob: float) -> None:
        theme = self.look.theme
        middle, thick, mark = self.size.h / 2, _SLIDER_TRACK * theme.zoom, _MARK * theme.zoom
        here = self.place_of(self.value)
        for node, name, length in (
            (self._track, "track", self._length),
            (self._filled, "track_filled", here.x - self._start),
        ):
            node.picture = theme.box(name).picture()
            node.position = Vec(self._start - thick / 2, middle - thick / 2)
            node.size = Size(length + thick, thick)
        for stop, node in zip(self._stops, self._marks, strict=False):
            node.picture = theme.box("track_mark").picture()
            node.size, node.position = Size(mark, mark), self.place_of(stop)
        is_lively = self.state in ("hover", "pressed", "focused")
        self._knob.picture = theme.box("knob_lively" if is_lively else "knob").picture()
        self._knob.size, self._knob.position = Size(knob, knob), here
        for node in (self._track, self._filled, self._knob, *self._marks):
            node.alpha = 1.0 if self.enabled else _DIMMED

    def take_gesture(self, gesture: Gesture) -> bool:
        if gesture.button != 1 or gesture.kind is GestureKind.WHEEL:
            return False
        if gesture.kind is GestureKind.PRESS:
            self._index_at_press = self._index
        if gesture.kind is GestureKind.DRAG_CANCEL:
            self._choose(self._index_at_press)
        elif gesture.kind in _MOVES:
            place = self.to_local(gesture.position)
            if place is not None:
                part = (place.x - self._start) / self._length if self._length else 0.0
                self._choose(round(part * (len(self._stops) - 1)))
        return gesture.kind in _MOVES or gesture.kind is GestureKind.CLICK

    def _obey(self, command: FocusCommand) -> bool:
        if command not in _STEPS:
            return False
        self._choose(self._index + _STEPS[command])
        return True

    def _move_on(self) -> None:
        if self.enabled:
            self._choose((self._index + 1) % len(self._stops))

    def _choose(self, index: int) -> None:
        index = min(max(index, 0), len(self._stops) - 1)
        if index != self._index:
            self._index = index
            self.refresh()
            self._on_change(self.value)


_SWITCH_TRACK: Final = Size(68.0, 36.0)


_SWITCH_INSET: Final = 5.0


class Switch(Control):
    """Tells `on_change` the new value when it is clicked, tapped or activated.

    The words stand at the left and the switch at the right end of `width`; without a width it is
    as wide as both need. On is told from off by place, colour and a tick. The theme's buttons
    `switch` and `switch_on` and its box `knob` give the looks.
    """

    def __init__(
        self,
        look: Look,
        is_on: bool,
        on_change: Callable[[bool], None],
        *,
        text: str = "",
        text_style: str = "body",
        width: float = 0.0,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(look, enabled=enabled, **options)
        self._on_change = on_change
        self._is_on = is_on
        self._text = text
        self._text_style = text_style
        self._width = width
        self._words = Node(name="words")
        self._track = Node(name="track")
        self._knob = Node(name="knob", anchor=CENTRE)
        self._tick = Node(name="tick", anchor=CENTRE)
        self._track.add(self._knob, self._tick)
        self.add(self._words, self._track)
        self.on_activate = self._flip
        self.refresh()

    @property
    def is_on(self) -> bool:
        """The value; writing it tells nobody."""
        return self._is_on

    @is_on.setter
    def is_on(self, is_on: bool) -> None:
        self._is_on = is_on
        self.refresh()

    def refresh(self) -> None:
        theme = self.look.theme
        track = _SWITCH_TRACK.scaled(theme.zoom)
        room = self._width - track.w - theme.sizes.gap if self._width else None
        words = self._picture(room)
        text = self.look.text.measure(words, self.look.scale) if self._text else Size(0.0, 0.0)
        beside = text.w + theme.sizes.gap if self._text else 0.0
        width = self._width or beside + track.w
        self.size = Size(max(width, theme.sizes.target), max(text.h, track.h, theme.sizes.target))
        self._words.picture = words if self._text else None
        self._words.size = Size(text.w, self.size.h)
        self._track.position = Vec(self.size.w - track.w, (self.size.h - track.h) / 2)
        self._track.size = track
        self._dress_track(track)

    def _picture(self, room: float | None) -> TextPicture:
        style = self.look.theme.text(self._text_style)
        colour = style.colour.with_alpha(_DIMMED) if not self.enabled else None
        return style.picture(self._text, colour, max_width=room, wraps=room is not None)

    def _dress_track(self, track: Size) -> None:
        theme = self.look.theme
        style = theme.button("switch_on" if self._is_on else "switch")
        box = style.states[self.state]
        inset = _SWITCH_INSET * theme.zoom
        side = track.h - 2 * inset
        right, left = track.w - inset - side / 2, inset + side / 2
        self._track.picture = box.picture()
        self._track.alpha = 1.0 if self.enabled else _DIMMED
        self._knob.size = Size(side, side)
        self._knob.picture = theme.box("knob").picture()
        self._knob.position = Vec(right if self._is_on else left, track.h / 2)
        self._tick.visible = self._is_on
        self._tick.size = Size(side * 0.8, side * 0.8)
        self._tick.position = Vec(left + inset / 2, track.h / 2)
        self._tick.picture = build_glyph("tick", box.ink, 0.16)

    def _flip(self) -> None:
        if self.enabled:
            self.is_on = not self._is_on
            self._on_change(self._is_on)


_CARET: Final = 2.5


_PADDING: Final = 0.7
"""The room at either end, as a part of the theme's padding."""


class TextField(Control):
    """Tells `on_change` its text at each change, and `on_done` when Return is pressed.

    Whoever has the focus types: letters go in at the caret, Left and Right move it and, at
    either end of the text, the focus. At most `limit` characters go in, and only those that
    `accepts` says yes to. `paste` gives the clipboard's text for Ctrl+V. `focus` is the stage's:
    a click gives the field the focus. A touch, or a pad's button, calls `on_no_keys` where it is
    given, so that the program can show letters to pick from. Without text, `placeholder` shows.
    The theme's button `field` gives the looks.
    """

    def __init__(
        self,
        look: Look,
        text: str,
        focus: Focus,
        on_change: Callable[[str], None],
        *,
        width: float,
        limit: int = 16,
        placeholder: str = "",
        accepts: Callable[[str], bool] = str.isprintable,
        paste: Callable[[], str] | None = None,
        on_done: Callable[[], None] | None = None,
        on_no_keys: Callable[[TextField], None] | None = None,
        enabled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(look, enabled=enabled, **options)
        self._focus = focus
        self._on_change = on_change
        self._on_done = on_done
        self._on_no_keys = on_no_keys
        self._paste = paste
        self._accepts = accepts
        self._limit = limit
        self._width = width
        self._placeholder = placeholder
        self._text = text
        self._caret = len(text)
        self._scroll = 0.0
        self._window = Node(name="window", clips=True)
        self._words = Node(name="words")
        self._bar = Node(name="caret", visible=False)
        self._window.add(self._words, self._bar)
        self.add(self._window)
        self.on_activate = self._activate
        self.on_event = self._take_event
        self.refresh()

    @property
    def text(self) -> str:
        """The text; writing it tells nobody."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text
        self._caret = min(self._caret, len(text))
        self.refresh()

    @property
    def caret(self) -> int:
        """Before which character the next letter goes in."""
        return self._caret

    def refresh(self) -> None:
        theme = self.look.theme
        style = theme.button("field")
        box = style.states[self.state]
        height = max(theme.sizes.target, style.text.size * style.text.line_height + theme.sizes.gap)
        self.size, self.picture = Size(self._width, height), box.picture()
        padding = theme.sizes.padding * _PADDING
        room = Size(max(0.0, self._width - 2 * padding), height)
        self._window.position, self._window.size = Vec(padding, 0.0), room
        caret = self._width_of(self._text[: self._caret])
        bar = Size(_CARET * theme.zoom, style.text.size * 1.15)
        self._scroll = min(self._scroll, caret)
        self._scroll = max(self._scroll, caret + bar.w - room.w, 0.0)
        if self._text:
            self._words.picture = style.text.picture(self._text, box.ink)
        else:
            self._words.picture = style.text.picture(self._placeholder, theme.colour("text_faint"))
        self._words.size = Size(self._width_of(self._text), height)
        self._words.position = Vec(-self._scroll, 0.0)
        self._bar.visible = self.has_focus
        self._bar.picture = BoxPicture(theme.colour("accent"), radius=bar.w / 2)
        self._bar.size = bar
        self._bar.position = Vec(caret - self._scroll, (height - bar.h) / 2)

    @staticmethod
    def width_for(look: Look, text: str) -> float:
        """Return the width of a field that shows the whole of a text, and the caret after it."""
        words = look.text.measure(look.theme.button("field").text.picture(text), look.scale)
        return words.w + _CARET * look.theme.zoom + 2 * look.theme.sizes.padding * _PADDING

    def _picture(self, text: str) -> TextPicture:
        return self.look.theme.button("field").text.picture(text)

    def _width_of(self, text: str) -> float:
        return self.look.text.measure(self._picture(text), self.look.scale).w if text else 0.0

    # -- editing ---------------------------------------------------------------------------

    def insert(self, text: str) -> None:
        """Put text in at the caret, as much of it as goes in and is accepted."""
        fit = [char for char in text if char.isprintable() and self._accepts(char)]
        fit = fit[: max(0, self._limit - len(self._text))]
        if fit:
            before, after = self._text[: self._caret], self._text[self._caret :]
            self._edit(before + "".join(fit) + after, self._caret + len(fit))

    def delete(self, ahead: bool = False) -> None:
        """Take away the character before the caret, or the one behind it."""
        place = self._caret if ahead else self._caret - 1
        if 0 <= place < len(self._text):
            self._edit(self._text[:place] + self._text[place + 1 :], place)

    def clear(self) -> None:
        """Take away all of the text."""
        if self._text:
            self._edit("", 0)

    def _edit(self, text: str, caret: int) -> None:
        self._text, self._caret = text, caret
        self.refresh()
        self._on_change(text)

    def _move(self, caret: int) -> bool:
        """Put the caret somewhere; False when it was there, so that the focus may go instead."""
        caret = min(max(caret, 0), len(self._text))
        if caret == self._caret:
            return False
        self._caret = caret
        self.refresh()
        return True

    # -- input -----------------------------------------------------------------------------

    def _focus_changed(self, has_focus: bool) -> None:
        if has_focus:
            self._caret = len(self._text)
        super()._focus_changed(has_focus)

    def _take_event(self, event: pygame.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.insert(event.text)
            return True
        return event.type == pygame.KEYDOWN and self._take_key(event)

    def _take_key(self, event: pygame.Event) -> bool:
        if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v and self._paste is not None:
                self.insert(self._paste())
                return True
            return False
        match event.key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self._done()
            case pygame.K_BACKSPACE:
                self.delete()
            case pygame.K_DELETE:
                self.delete(ahead=True)
            case pygame.K_HOME:
                self._move(0)
            case pygame.K_END:
                self._move(len(self._text))
            case pygame.K_LEFT:
                return self._move(self._caret - 1)
            case pygame.K_RIGHT:
                return self._move(self._caret + 1)
            case _:
                # A key that comes again as a letter is to be nobody's shortcut.
                letter = getattr(event, "unicode", "")
                return event.key == pygame.K_SPACE or (bool(letter) and letter.isprintable())
        return True

    def take_gesture(self, gesture: Gesture) -> bool:
        if gesture.kind is not GestureKind.CLICK or gesture.button != 1:
            return False
        self._focus.give(self)
        spot = self._window.to_local(gesture.position)
        if spot is not None:
            self._move(self._letter_at(spot.x + self._scroll))
        if gesture.pointer is Pointer.TOUCH:
            self._ask_for_letters()
        return True

    def _letter_at(self, x: float) -> int:
        places = range(len(self._text) + 1)
        return min(places, key=lambda place: abs(self._width_of(self._text[:place]) - x))

    def _ask_for_letters(self) -> bool:
        if self._on_no_keys is None:
            return False
        self._on_no_keys(self)
        return True

    def _activate(self) -> None:
        """Show letters: whoever activates it without Return has no keys to type with."""
        if not self._ask_for_letters():
            self._done()

    def _done(self) -> None:
        if self._on_done is not None:
            self._on_done()
