"""A slider: a knob on a line with steps, for the pointer, the arrow keys and the pad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.input.command import FocusCommand
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.control import Control

T = TypeVar("T")


_SLIDER_TRACK: Final = 10.0

_KNOB: Final = 30.0

_MARK: Final = 6.0

_MOST_MARKS: Final = 12
"""With more stops than this they are not marked one by one."""

_DIMMED: Final = 0.5

_STEPS: Final = {FocusCommand.LEFT: -1, FocusCommand.RIGHT: 1}

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
        """Give the middle of the knob for a stop, in the slider's own space."""
        part = self._stops.index(value) / max(1, len(self._stops) - 1)
        return Vec(self._start + self._length * part, self.size.h / 2)

    def refresh(self) -> None:
        """Lay out line, knob and words."""
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
        """Move the knob to the pointer; a drag that is called off puts it back."""
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
        """Go to a stop, or to the end nearest to it, and tell of a change."""
        index = min(max(index, 0), len(self._stops) - 1)
        if index != self._index:
            self._index = index
            self.refresh()
            self._on_change(self.value)
