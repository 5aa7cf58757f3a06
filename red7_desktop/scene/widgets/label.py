"""A label: text in one of the theme's styles."""

from __future__ import annotations

from typing import Any

from red7_desktop.scene.geometry import NO_SIZE, Size
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget


class Label(Widget):
    """Shows text.

    With a `size` the text is aligned in that box and cut or wrapped to its width. Without one,
    the label is as large as its text, which is cut or wrapped to `max_width` if that is given.
    `colour` stands in for the style's own.
    """

    def __init__(
        self,
        look: Look,
        text: str,
        style: str = "body",
        *,
        size: Size = NO_SIZE,
        colour: Colour | None = None,
        align: Align = Align.START,
        valign: Align = Align.CENTRE,
        max_width: float | None = None,
        wraps: bool = False,
        max_lines: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self._text = text
        self._style = style
        self._colour = colour
        self._has_own_size = size != NO_SIZE
        self._options: dict[str, Any] = {
            "align": align,
            "valign": valign,
            "wraps": wraps,
            "max_lines": max_lines,
            "max_width": size.w if self._has_own_size and max_width is None else max_width,
        }
        self.refresh()

    @property
    def text(self) -> str:
        """The words; writing them lays the label out again."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.refresh()

    @property
    def max_width(self) -> float | None:
        """The width to which the text is cut or wrapped, None for any."""
        width: float | None = self._options["max_width"]
        return width

    @max_width.setter
    def max_width(self, width: float | None) -> None:
        if width != self._options["max_width"]:
            self._options["max_width"] = width
            self.refresh()

    @property
    def colour(self) -> Colour | None:
        """The colour that stands in for the style's own, or None."""
        return self._colour

    @colour.setter
    def colour(self, colour: Colour | None) -> None:
        if colour != self._colour:
            self._colour = colour
            self.refresh()

    def refresh(self) -> None:
        """Set the text anew."""
        style = self.look.theme.text(self._style)
        picture = style.picture(self._text, self._colour, **self._options)
        self.picture = picture
        if not self._has_own_size:
            self.size = self.look.text.measure(picture, self.look.scale)
