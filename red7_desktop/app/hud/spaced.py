"""A word in capitals with a little space between its letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from red7_desktop.scene.colour import Colour
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align
from red7_desktop.scene.style import Look, TextStyle
from red7_desktop.scene.widgets.base import Widget

_LEAST = 0.55
_STEP = 0.05


class SpacedWord(Widget):
    """Shows a short text in capitals, `tracking` (a part of the font's size) apart.

    The letters shrink until the text fits the width it is placed in.
    """

    def __init__(
        self,
        look: Look,
        style: str,
        *,
        align: Align = Align.START,
        tracking: float = 0.11,
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._style = style
        self._align = align
        self._tracking = tracking
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
        """Give the room that the text takes at a part of its size."""
        return sum(self._advances(share)) - self._gap(share) if self._text else 0.0

    def refresh(self) -> None:
        """Place the letters anew."""
        for letter in self.children[len(self._text) :]:
            letter.visible = False
        for nth in range(len(self.children), len(self._text)):
            self.add(Node(name=f"letter {nth}"))
        # Words of a theme made larger may always go back to their designed size.
        share, least = 1.0, _LEAST / max(1.0, self.look.theme.zoom)
        while self.width(share) > self.size.w and share > least:
            share -= _STEP
        free = self.size.w - self.width(share)
        x = {Align.START: 0.0, Align.CENTRE: free / 2, Align.END: free}[self._align]
        style = self._style_at(share)
        for node, char, advance in zip(
            self.children, self._text, self._advances(share), strict=False
        ):
            node.visible = True
            node.picture = style.picture(char, self._colour)
            node.position = Vec(x, 0.0)
            node.size = Size(advance - self._gap(share), self.size.h)
            x += advance

    def _style_at(self, share: float) -> TextStyle:
        style = self.look.theme.text(self._style)
        return replace(style, size=style.size * share)

    def _gap(self, share: float) -> float:
        return self._tracking * self._style_at(share).size

    def _advances(self, share: float) -> list[float]:
        style, gap = self._style_at(share), self._gap(share)
        measure = self.look.text.measure
        return [measure(style.picture(char), self.look.scale).w + gap for char in self._text]
