"""A choice: one of a few values, as a row of segments or, where that is too wide, a cycler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.input.command import FocusCommand
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.style import BoxStyle, Look
from red7_desktop.scene.widgets.control import Control

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
        """Lay out the options in the present state."""
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
        """Give one option its box and its words."""
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
