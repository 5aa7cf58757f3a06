"""Themes: colours, fonts, sizes and durations as frozen data; `theme_file` reads them.

Nothing here is particular to one game: `swatches` holds groups of colours by free names for
whoever needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.input.prompts import Prompts, to_words_prompt
from red7_desktop.scene.paint.pictures import Align, BoxPicture, Fill, Shadow, TextPicture
from red7_desktop.scene.paint.text import TextSetter
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.theme_reader import ThemeError

T = TypeVar("T")


STATES = ("normal", "hover", "pressed", "focused", "disabled")
"""The states for which a button has a look of its own."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """A font by file name, its size in design units, its colour, line height and alignment."""

    font: str
    size: float
    colour: Colour
    line_height: float = 1.3

    def picture(self, text: str, colour: Colour | None = None, **options: Any) -> TextPicture:
        """Give the picture of a text in this style; `options` are TextPicture's other fields."""
        return TextPicture(
            text,
            self.font,
            self.size,
            self.colour if colour is None else colour,
            line_height=self.line_height,
            **options,
        )


@dataclass(frozen=True, slots=True)
class BoxStyle:
    """The look of a box and of the text inside it."""

    fill: Fill | None
    border: Colour | None
    border_width: float
    radius: float
    shadows: tuple[Shadow, ...]
    ink: Colour

    def picture(self) -> BoxPicture:
        """Give the picture of a box in this style."""
        return BoxPicture(
            self.fill, self.radius, self.border, self.border_width, shadows=self.shadows
        )


@dataclass(frozen=True, slots=True)
class ButtonStyle:
    """A button's look in each state, the text style of its words and of its key hint."""

    states: Mapping[str, BoxStyle]
    text: TextStyle
    hint: TextStyle
    hint_box: BoxStyle
    align: Align


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths in design units. least_text: no word on the screen should be smaller."""

    safe_margin: float
    least_text: float
    gap: float
    padding: float
    target: float
    icon: float
    focus_gap: float
    focus_width: float


@dataclass(frozen=True, slots=True)
class Times:
    """Durations in seconds."""

    quick: float
    move: float
    slow: float
    toast: float


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that widgets take their looks from.

    `zoom` tells how much larger than designed all its lengths are: what adds lengths of its own
    to the theme's multiplies them by it. `seen_at` is the scale at which all is seen, where that
    makes it smaller: what lies in it makes up for that by its zoom. `ground` names what the table
    is made of, "" for nothing in particular.
    """

    name: str
    colours: Mapping[str, Colour]
    swatches: Mapping[str, Mapping[str, Colour]]
    texts: Mapping[str, TextStyle]
    boxes: Mapping[str, BoxStyle]
    buttons: Mapping[str, ButtonStyle]
    sizes: Sizes
    times: Times
    zoom: float = 1.0
    seen_at: float = 1.0
    ground: str = ""

    @property
    def enlarged(self) -> float:
        """How much larger than designed all is seen."""
        return self.zoom * self.seen_at

    def colour(self, name: str) -> Colour:
        """Give a colour by name; ThemeError names one that the theme lacks."""
        return _find_named(self.colours, name, f"theme {self.name!r}: colours")

    def swatch(self, group: str, name: str) -> Colour:
        """Give a colour of a group."""
        where = f"theme {self.name!r}: swatches"
        return _find_named(_find_named(self.swatches, group, where), name, f"{where}.{group}")

    def text(self, name: str) -> TextStyle:
        """Give a text style by name."""
        return _find_named(self.texts, name, f"theme {self.name!r}: texts")

    def box(self, name: str) -> BoxStyle:
        """Give a box style by name."""
        return _find_named(self.boxes, name, f"theme {self.name!r}: boxes")

    def button(self, name: str) -> ButtonStyle:
        """Give a button style by name."""
        return _find_named(self.buttons, name, f"theme {self.name!r}: buttons")


@dataclass(frozen=True, slots=True)
class Look:
    """What a widget needs to know to look right.

    `scale` is in pixels per design unit, `visible` is all that the window shows in design units.
    `prompts` tells the key or button that does the same as a control. The stage makes a new look
    when any of them changes and hands it to every node.
    """

    theme: Theme
    text: TextSetter
    scale: float
    visible: Rect
    prompts: Prompts = to_words_prompt


def _find_named(group: Mapping[str, T], name: str, where: str) -> T:
    try:
        return group[name]
    except KeyError:
        raise ThemeError(f"{where}.{name}: is missing") from None
