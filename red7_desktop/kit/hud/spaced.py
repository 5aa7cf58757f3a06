"""A word in capitals with a little space between its letters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.text import TextSetter, list_steps_down
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.style import Look, TextStyle
from red7_desktop.scene.widgets.base import Widget

STEP = 0.05
"""By this part of their size the letters shrink from one try to the next."""


class SpacedWord(Widget):
    """Shows a short text in capitals, `tracking` (a part of the font's size) apart.

    It breaks at spaces into `max_rows` rows, if one is too narrow; then the letters shrink until
    the text fits the width it is placed in.
    """

    def __init__(
        self,
        look: Look,
        style: str,
        *,
        align: Align = Align.START,
        tracking: float = 0.11,
        max_rows: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._style = style
        self._align = align
        self._tracking = tracking
        self._max_rows = max_rows
        self._text = ""
        self._colour: Colour | None = None

    @property
    def text(self) -> str:
        """The text as it is shown."""
        return self._text

    def show(self, text: str, colour: Colour | None = None) -> None:
        """Show a text; `colour` stands in for the style's."""
        if (text.upper(), colour) != (self._text, self._colour):
            self._text, self._colour = text.upper(), colour
            self.refresh()

    def place(self, rect: Rect) -> None:
        """Lie in a rectangle of the parent's space."""
        self.position = rect.position
        if rect.size != self.size:
            self.size = rect.size
            self.refresh()

    def width(self, share: float = 1.0) -> float:
        """Give the room that the text takes in one row, at a part of its size."""
        return self._width(self._text, share)

    def readable_width(self) -> float:
        """Give the room that the text takes in one row where its letters can just be read."""
        theme = self.look.theme
        designed = theme.text(self._style).size / theme.enlarged
        share = math.ceil(theme.sizes.least_text / designed / STEP) * STEP
        return self.width(share / theme.enlarged)

    def rows_in(self, room: float) -> int:
        """Give the number of rows that the text needs, so as not to shrink, in a width."""
        return len(self._broken(room))

    def refresh(self) -> None:
        """Place the letters anew, once there is a width for them."""
        if self.size.w <= 0:
            return
        rows = self._broken(self.size.w)
        letters = sum(map(len, rows))
        for letter in self.children[letters:]:
            letter.visible = False
        for nth in range(len(self.children), letters):
            self.add(Node(name=f"letter {nth}"))
        shares = list_steps_down(STEP, self.look.theme.enlarged)
        share = next((each for each in shares if self._holds(rows, each)), shares[-1])
        left = iter(self.children)
        for nth, row in enumerate(rows):
            high = self.size.h / len(rows)
            self._place_row(row, share, Rect(0.0, nth * high, self.size.w, high), left)

    def _holds(self, rows: Iterable[str], share: float) -> bool:
        return all(self._width(row, share) <= self.size.w for row in rows)

    def _place_row(self, row: str, share: float, box: Rect, letters: Iterator[Node]) -> None:
        free = box.w - self._width(row, share)
        x = {Align.START: 0.0, Align.CENTRE: free / 2, Align.END: free}[self._align]
        style = self._style_at(share)
        for char, advance in zip(row, self._advances(row, share), strict=True):
            node = next(letters)
            node.visible = True
            node.picture = style.picture(char, self._colour)
            node.position = Vec(x, box.y)
            node.size = Size(advance - self._gap(share), box.h)
            x += advance

    def _broken(self, room: float) -> list[str]:
        """Break the text at spaces into as many rows as there may be, if it needs them."""
        rows: list[str] = []
        for word in self._text.split(" "):
            longer = f"{rows[-1]} {word}" if rows else word
            if rows and (self._width(longer, 1.0) <= room or len(rows) == self._max_rows):
                rows[-1] = longer
            else:
                rows.append(word)
        return rows

    def _width(self, row: str, share: float) -> float:
        return sum(self._advances(row, share)) - self._gap(share) if row else 0.0

    def _style_at(self, share: float) -> TextStyle:
        return _style_at(self.look.theme.text(self._style), share)

    def _gap(self, share: float) -> float:
        return self._tracking * self._style_at(share).size

    def _advances(self, row: str, share: float) -> list[float]:
        style, gap, look = self._style_at(share), self._gap(share), self.look
        return [_letter_width(look.text, style, char, look.scale) + gap for char in row]


@lru_cache(maxsize=256)
def _style_at(style: TextStyle, share: float) -> TextStyle:
    return replace(style, size=style.size * share)


@lru_cache(maxsize=4096)
def _letter_width(setter: TextSetter, style: TextStyle, char: str, scale: float) -> float:
    """Give the width of a letter; the same few are asked for at every step down."""
    return setter.measure(style.picture(char), scale).w
