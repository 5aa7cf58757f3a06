"""Scroll views and lists of rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final

from red7_desktop.scene import animation, commands, node, pictures, theme
from red7_desktop.scene.geometry import ORIGIN, Rect, Size, Vec
from red7_desktop.scene.widgets import button, widget

_WHEEL: Final = 90.0
"""Scroll distance per notch of the wheel, in design units at zoom 1."""
_THUMB: Final = 8.0
_LEAST_THUMB: Final = 44.0
_FADE: Final = 36.0
_DRAGS: Final = (node.GestureKind.DRAG_START, node.GestureKind.DRAG_MOVE, node.GestureKind.DRAG_END)
_STEPS: Final = {commands.FocusCommand.UP: -1, commands.FocusCommand.DOWN: 1}


class ScrollView(widget.Widget):
    """A viewport on `content`, which may be higher than the view.

    The user scrolls with the wheel, or by dragging the content or the thumb. The view also scrolls
    to any descendant that gets the focus. If no descendant can get the focus, the view itself can,
    and the keys Up and Down scroll it. Content that continues beyond an edge fades out there.
    Styles come from the theme's boxes `thumb`, `more_above` and `more_below`.

    Args:
        look: Theme, fonts and scale.
        size: Size of the view.
        content: The node to scroll.
        offset: Distance by which the content is scrolled at the beginning, in design units;
            infinity scrolls to the end.
        animator: Animates scrolling; None to scroll without animation.
        options: Attributes of the node.

    Attributes:
        bar_room: Width, in design units at zoom 1, that the content must leave free for the thumb.
    """

    bar_room = 20.0

    def __init__(
        self,
        look: theme.ResolvedTheme,
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
        self.on_command = self._scroll_by_arrow
        self.refresh()

    @property
    def offset(self) -> float:
        """Distance by which the content is scrolled, in design units, from 0 to `range`."""
        return self._offset

    @offset.setter
    def offset(self, offset: float) -> None:
        self._offset = min(max(offset, 0.0), self.range)
        self._place()

    @property
    def range(self) -> float:
        """The largest offset; 0 if all of the content is visible."""
        return max(0.0, self.content.size.h - self.size.h)

    def refresh(self) -> None:
        self.focusable = self.range > 0 and not any(node.focusable for node in self.content.walk())
        self._thumb.picture = self.look.theme.box("thumb").picture()
        for fade in self._fades:
            fade.picture = self.look.theme.box(fade.name).picture()
        self.offset = self._offset

    def scroll_to(self, offset: float, *, glide: bool = True) -> None:
        """Scroll to an offset, animated if there is an animator."""
        offset = min(max(offset, 0.0), self.range)
        if self._animator is None or not glide:
            self._stop_gliding()
            self.offset = offset
        else:
            self._animator.animate(self, "offset", offset, self.look.theme.times.quick)

    def scroll_y_to_top(self, y: float) -> None:
        """Scroll until the content at `y` is at the top of the view, below the fading edge."""
        self.scroll_to(y - self._fade_height)

    def reveal(self, node: node.Node, *, glide: bool = True) -> None:
        spots = [self.content.to_local(corner) for corner in node.bounds.corners]
        box = Rect.around([ORIGIN if spot is None else spot for spot in spots])
        margin = min(self._fade_height, max(0.0, (self.size.h - box.h) / 2))
        least = box.bottom + margin - self.size.h
        most = box.top - margin
        if not least <= self.target_offset <= most:
            self.scroll_to(most if self.target_offset > most else least, glide=glide)

    def _place(self) -> None:
        w, h = self.size
        zoom = self.look.theme.zoom
        self.content.position = Vec(0.0, -self._offset)
        above, below = self._fades
        above.visible = self._offset >= 1.0
        below.visible = self.range - self._offset >= 1.0
        width = max(0.0, w - self.bar_room * zoom)
        widget.put(above, Rect(0.0, 0.0, width, self._fade_height))
        widget.put(below, Rect(0.0, h - self._fade_height, width, self._fade_height))
        self._thumb.visible = self.range > 0
        if self._thumb.visible:
            length = max(_LEAST_THUMB * zoom, h * h / self.content.size.h)
            down = max(0.0, h - length) * self._offset / self.range
            widget.put(self._thumb, Rect(w - _THUMB * zoom, down, _THUMB * zoom, min(length, h)))
            self._thumb.hit_margin = 14.0 * zoom

    @property
    def _fade_height(self) -> float:
        return min(_FADE * self.look.theme.zoom, self.size.h / 4)

    @property
    def target_offset(self) -> float:
        if self._animator is None:
            return self._offset
        return float(self._animator.target(self, "offset"))

    def _scroll_by_pointer(self, gesture: node.Gesture) -> bool:
        match gesture.kind:
            case node.GestureKind.WHEEL if self.range:
                self.scroll_to(self.target_offset - gesture.delta.y * _WHEEL * self.look.theme.zoom)
            case kind if kind in _DRAGS:
                self._stop_gliding()
                self.offset -= gesture.delta.y
            case _:
                return False
        return True

    def _drag_thumb(self, gesture: node.Gesture) -> bool:
        if gesture.kind not in _DRAGS:
            return False
        self._stop_gliding()
        free = self.size.h - self._thumb.size.h
        if free > 0:
            self.offset += gesture.delta.y * self.range / free
        return True

    def _stop_gliding(self) -> None:
        if self._animator is not None:
            self._animator.cancel(self, "offset")

    def _scroll_by_arrow(self, command: commands.FocusCommand) -> bool:
        """Scroll by the keys Up and Down while the view has the focus.

        Return False for other commands and at the ends, so that the focus moves to another node.
        """
        if command not in _STEPS:
            return False
        step = _STEPS[command]
        if step < 0:
            can_go = self.target_offset > 0
        else:
            can_go = self.target_offset < self.range
        if can_go:
            self.scroll_to(self.target_offset + step * _WHEEL * self.look.theme.zoom)
        return can_go


_EXTRA_ROWS: Final = 3
"""Number of rows that exist above and below the visible part of a `RowList`.

The focus can thus move to a row that isn't visible yet."""


class RowList(ScrollView):
    """A scroll view of many rows, whose nodes only exist near the visible part.

    Args:
        look: Theme, fonts and scale.
        size: Size of the view.
        heights: Height of each row.
        make: Function that creates the node of a row, given the row's index.
        gap: Space between rows.
        options: Arguments of `ScrollView`.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        size: Size,
        heights: Sequence[float],
        make: Callable[[int], node.Node],
        *,
        gap: float,
        **options: Any,
    ) -> None:
        self._make = make
        self._tops = list(accumulate([height + gap for height in heights], initial=0.0))
        self._rows: dict[int, node.Node] = {}
        whole = Size(size.w, max(0.0, self._tops[-1] - gap))
        super().__init__(look, size, node.Node(name="content", size=whole), **options)

    def _place(self) -> None:
        super()._place()
        first = max(0, bisect_right(self._tops, self.offset) - 1 - _EXTRA_ROWS)
        after = bisect_right(self._tops, self.offset + self.size.h) + _EXTRA_ROWS
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
        # Add the rows from top to bottom, because the focus moves through children in this order.
        self.content.add(*rows.values())


_BAR: Final = Size(5.0, 24.0)


class ListRow(button.Button):
    """A button that is a row of a list; the selected row has a bar at its left edge.

    The arguments are those of `Button` except "style". Styles come from the theme's buttons `row`
    and `row_on`.
    """

    is_chosen = widget.RefreshingAttribute[bool]()

    def __init__(
        self,
        look: theme.ResolvedTheme,
        text: str,
        *args: Any,
        is_chosen: bool = False,
        **options: Any,
    ) -> None:
        self._bar = node.Node(name="bar")
        self._is_chosen = is_chosen
        super().__init__(look, text, *args, **options)
        self.add(self._bar)

    @classmethod
    def align(cls, rows: Sequence[ListRow], least: float, most: float) -> float:
        """Give all rows the width of the widest row, clamped to `least` and `most`.

        Returns:
            The common width.
        """
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
