"""Scroll views, lists of rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final

from red7_desktop.scene import animation, commands, node, pictures, theme
from red7_desktop.scene.geometry import ORIGIN, Rect, Size, Vec
from red7_desktop.scene.widgets import button, widget

_WHEEL: Final = 90.0
"""Design units for one notch of the wheel, at the theme's zoom 1."""
_THUMB: Final = 8.0
_LEAST_THUMB: Final = 44.0
_FADE: Final = 36.0
_DRAGS: Final = (node.GestureKind.DRAG_START, node.GestureKind.DRAG_MOVE, node.GestureKind.DRAG_END)
_STEPS: Final = {commands.FocusCommand.UP: -1, commands.FocusCommand.DOWN: 1}


class ScrollView(widget.Widget):
    """Shows a part of `content`, which must be as high as its `size` says.

    It scrolls by the wheel, by dragging its content or the thumb at its right edge, and by
    itself to whatever gets the focus inside. Where there is nothing to focus inside, it can have
    the focus itself and scrolls by Up and Down. `offset` is how much of the content lies above
    the view; to begin at the end, make it with infinity. `animator` lets it glide; without one it
    jumps. The theme's box `thumb` gives the look; `bar_room` is the width that content should
    leave free for it. At an edge that content runs across it fades, by the boxes `more_above` and
    `more_below`.
    """

    bar_room = 20.0

    def __init__(
        self,
        look: theme.Look,
        size: Size,
        content: node.Node,
        *,
        offset: float = 0.0,
        animator: animation.Animator | None = None,
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, clips=True, interactive=True, draggable=True, **options)
        self.content = content
        self._animator = animator
        self._offset = offset
        self._thumb = node.Node(name="thumb", interactive=True, draggable=True)
        self._thumb.on_gesture = self._drag_thumb
        self._fades = node.Node(name="more_above"), node.Node(name="more_below")
        self.add(content, *self._fades, self._thumb)
        self.on_gesture = self._scroll_by_pointer
        self.on_reveal = self.reveal
        self.on_command = self._obey
        self.refresh()

    @property
    def offset(self) -> float:
        """How much of the content lies above the view; kept between 0 and `range`."""
        return self._offset

    @offset.setter
    def offset(self, offset: float) -> None:
        self._offset = min(max(offset, 0.0), self.range)
        self._place()

    @property
    def range(self) -> float:
        """The largest offset; 0 when all of the content can be seen."""
        return max(0.0, self.content.size.h - self.size.h)

    def refresh(self) -> None:
        self.focusable = self.range > 0 and not any(node.focusable for node in self.content.walk())
        self._thumb.picture = self.look.theme.box("thumb").picture()
        for fade in self._fades:
            fade.picture = self.look.theme.box(fade.name).picture()
        self.offset = self._offset

    def scroll_to(self, offset: float, *, glide: bool = True) -> None:
        """Go to an offset, gliding where there is an animator."""
        offset = min(max(offset, 0.0), self.range)
        if self._animator is None or not glide:
            self._settle()
            self.offset = offset
        else:
            self._animator.to(self, "offset", offset, self.look.theme.times.quick)

    def bring_up(self, top: float) -> None:
        """Go to where what begins at some height of the content stands at the top of the view.

        It lands below the fading edge, not under it.
        """
        self.scroll_to(top - self._edge)

    def reveal(self, node: node.Node, *, glide: bool = True) -> None:
        spots = [self.content.to_local(corner) for corner in node.bounds.corners]
        box = Rect.around([ORIGIN if spot is None else spot for spot in spots])
        margin = min(self._edge, max(0.0, (self.size.h - box.h) / 2))
        least = box.bottom + margin - self.size.h
        most = box.top - margin
        if not least <= self.goal <= most:
            self.scroll_to(most if self.goal > most else least, glide=glide)

    def _place(self) -> None:
        w, h = self.size
        zoom = self.look.theme.zoom
        self.content.position = Vec(0.0, -self._offset)
        above, below = self._fades
        above.visible = self._offset >= 1.0
        below.visible = self.range - self._offset >= 1.0
        wide = max(0.0, w - self.bar_room * zoom)
        widget.put(above, Rect(0.0, 0.0, wide, self._edge))
        widget.put(below, Rect(0.0, h - self._edge, wide, self._edge))
        self._thumb.visible = self.range > 0
        if self._thumb.visible:
            length = max(_LEAST_THUMB * zoom, h * h / self.content.size.h)
            down = max(0.0, h - length) * self._offset / self.range
            widget.put(self._thumb, Rect(w - _THUMB * zoom, down, _THUMB * zoom, min(length, h)))
            self._thumb.hit_margin = 14.0 * zoom

    @property
    def _edge(self) -> float:
        return min(_FADE * self.look.theme.zoom, self.size.h / 4)

    @property
    def goal(self) -> float:
        if self._animator is None:
            return self._offset
        return float(self._animator.target(self, "offset"))

    def _scroll_by_pointer(self, gesture: node.Gesture) -> bool:
        match gesture.kind:
            case node.GestureKind.WHEEL if self.range:
                self.scroll_to(self.goal - gesture.step.y * _WHEEL * self.look.theme.zoom)
            case kind if kind in _DRAGS:
                self._settle()
                self.offset -= gesture.step.y
            case _:
                return False
        return True

    def _drag_thumb(self, gesture: node.Gesture) -> bool:
        if gesture.kind not in _DRAGS:
            return False
        self._settle()
        free = self.size.h - self._thumb.size.h
        if free > 0:
            self.offset += gesture.step.y * self.range / free
        return True

    def _settle(self) -> None:
        if self._animator is not None:
            self._animator.cancel(self, "offset")

    def _obey(self, command: commands.FocusCommand) -> bool:
        """Scroll while it has the focus itself; at either end the focus may go on."""
        if command not in _STEPS:
            return False
        step = _STEPS[command]
        if step < 0:
            can_go = self.goal > 0
        else:
            can_go = self.goal < self.range
        if can_go:
            self.scroll_to(self.goal + step * _WHEEL * self.look.theme.zoom)
        return can_go


_AHEAD: Final = 3
"""How many rows are there above and below the view, for the focus to go to."""


class RowList(ScrollView):
    """Shows rows of `heights`, `gap` apart; `make` gives the one of a number from 0.

    A row is made when it comes near the view, and dropped when it has gone far from it. Other
    options are those of a scroll view.
    """

    def __init__(
        self,
        look: theme.Look,
        size: Size,
        heights: Sequence[float],
        make: Callable[[int], node.Node],
        *,
        gap: float,
        **options: Any,
    ) -> None:
        self._make = make
        self._tops = list(accumulate([high + gap for high in heights], initial=0.0))
        self._rows: dict[int, node.Node] = {}
        whole = Size(size.w, max(0.0, self._tops[-1] - gap))
        super().__init__(look, size, node.Node(name="content", size=whole), **options)

    def _place(self) -> None:
        super()._place()
        first = max(0, bisect_right(self._tops, self.offset) - 1 - _AHEAD)
        after = bisect_right(self._tops, self.offset + self.size.h) + _AHEAD
        last = min(len(self._tops) - 1, after)
        if list(self._rows) == list(range(first, last)):
            return
        rows = {
            number: self._rows[number] if number in self._rows else self._make(number)
            for number in range(first, last)
        }
        for row in self._rows.values():
            row.detach()
        for number, row in rows.items():
            row.position = Vec(0.0, self._tops[number])
        self._rows = rows
        # In their order, for that is the order of the focus.
        self.content.add(*rows.values())


_BAR: Final = Size(5.0, 24.0)


class ListRow(button.Button):
    """A button in the form of a row; the chosen one carries a bar at its left edge.

    It takes Button's arguments but for the style: the theme's buttons `row` and `row_on` give the
    looks.
    """

    is_chosen = widget.Styled[bool]()

    def __init__(
        self, look: theme.Look, text: str, *args: Any, is_chosen: bool = False, **options: Any
    ) -> None:
        self._bar = node.Node(name="bar")
        self._is_chosen = is_chosen
        super().__init__(look, text, *args, **options)
        self.add(self._bar)

    @classmethod
    def align(cls, rows: Sequence[ListRow], least: float, most: float) -> float:
        """Make rows equally wide, as wide as the widest needs within limits; return that width."""
        width = min(max([least, *(row.size.w for row in rows)]), most)
        for row in rows:
            row._own_size = Size(width, row._own_size.h)
            row.refresh()
        return width

    def refresh(self) -> None:
        if self._is_chosen:
            self._style = "row_on"
        else:
            self._style = "row"
        super().refresh()
        theme = self.look.theme
        bar = _BAR.scaled(theme.zoom)
        self._bar.visible = self._is_chosen
        place = Rect(bar.w, (self.size.h - bar.h) / 2, *bar)
        widget.put(self._bar, place, pictures.BoxPicture(theme.colour("accent"), radius=bar.w / 2))
