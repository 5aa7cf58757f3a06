"""A label of several runs: words in different colours and fonts, with small pictures between."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, TextPicture
from red7_desktop.scene.paint.run_lines import Span, line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget

_SHARE = {Align.START: 0.0, Align.CENTRE: 0.5, Align.END: 1.0}


class RunsLabel(Widget):
    """Shows runs in a box, in one line or in several.

    `write` gives it words, a box, or both. Words that find no room shrink. Without a width the
    label takes the room that its words need.
    """

    def __init__(
        self,
        look: Look,
        spans: Sequence[Span] | str = (),
        style: str = "body",
        *,
        size: Size = NO_SIZE,
        align: Align = Align.START,
        valign: Align = Align.CENTRE,
        max_lines: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self._spans = _spans_of(spans)
        self._style = style
        self._align, self._valign = align, valign
        self._max_lines = max_lines
        self._room = size
        self.refresh()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The runs."""
        return self._spans

    @property
    def text(self) -> str:
        """The words alone, without the pictures."""
        return "".join(span.text for span in self._spans)

    @property
    def ink(self) -> Rect:
        """The rectangle around what is drawn, in the label's own space; empty for no words."""
        boxes = [Rect(*child.position, *child.size) for child in self.children if child.visible]
        return reduce(Rect.union, boxes) if boxes else Rect(0.0, 0.0, 0.0, 0.0)

    @property
    def shown_text(self) -> str:
        """The words as they are drawn: shorter, with an ellipsis, where there is no room."""
        pictures = [child.picture for child in self.children if child.visible]
        return " ".join(each.text for each in pictures if isinstance(each, TextPicture))

    def write(
        self,
        spans: Sequence[Span] | str | None = None,
        rect: Rect | None = None,
        *,
        style: str = "",
        align: Align | None = None,
    ) -> None:
        """Show other words, or lie in another rectangle of the parent's space, or both.

        What is not given stays; the label is laid out once, and only when something has changed.
        """
        before = (self._spans, self._room, self._style, self._align)
        if spans is not None:
            self._spans = _spans_of(spans)
        if rect is not None:
            self.position, self._room = rect.position, rect.size
        self._style = style or self._style
        self._align = self._align if align is None else align
        if (self._spans, self._room, self._style, self._align) != before:
            self.refresh()

    def refresh(self) -> None:
        """Lay the runs out anew."""
        lines = line_up(
            self._spans,
            self.look,
            self._style,
            self._room,
            max_lines=self._max_lines,
        )
        self.size = Size(self._room.w or lines.size.w, self._room.h or lines.size.h)
        down = (self.size.h - lines.size.h) * _SHARE[self._valign]
        for nth in range(len(self.children), len(lines.pieces)):
            self.add(Node(name=f"run {nth}"))
        for child in self.children[len(lines.pieces) :]:
            child.visible = False
        for child, piece in zip(self.children, lines.pieces, strict=False):
            across = (self.size.w - lines.widths[piece.line]) * _SHARE[self._align]
            child.visible = True
            child.picture, child.size = piece.picture, piece.box.size
            child.position = piece.box.position + Vec(across, down)


def _spans_of(spans: Sequence[Span] | str) -> tuple[Span, ...]:
    if isinstance(spans, str):
        return (Span(spans),) if spans else ()
    return tuple(spans)
