"""Red7's card pictures and their colours.

The script that generates the SVG files uses these tables too. Lengths are in card units: a card is
500 units wide.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

from red7_desktop.games.red7.rules.cards import COLOUR_NAMES, LETTERS
from red7_desktop.kit.look import card_art
from red7_desktop.scene.pictures import Colour

LETTERS_HIGH_FIRST: Final = LETTERS[::-1]
"""Colour letters as in the notation, high to low."""
NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7)
ACTION_NUMBERS: Final = (1, 3, 5, 7)
STARTER: Final = "start"
"""Text form of the starter card of the canvas, which counts as red and has no number."""


@dataclass(frozen=True, eq=False, repr=False)
class CardColour(card_art.CardTones):
    """Shades and symbol of the cards of one of Red7's seven colours, in normal or high contrast.

    Attributes:
        letter: Letter in the notation.
        name: English name of the colour. The symbol's SVG file is named after it.
        symbol: English name of the symbol, such as "sun".
        rank: 7 for red down to 1 for violet; also the number of the symbol's points.
    """

    letter: str
    name: str
    symbol: str
    rank: int


_SYMBOLS = ("sun", "hexagon", "star", "diamond", "triangle", "crescent", "drop")


# Each row has the four colours of a card: the background, the number and symbol, the band at the
# card's lower end, and the word on this band. Users with any kind of colour vision can tell any two
# cards apart.
_NORMAL = (
    ("#de2039", "#fff9f3", "#430006", "#ffd3cf"),
    ("#ff9343", "#2b1200", "#3c1200", "#ffe4d2"),
    ("#ffe329", "#2e2200", "#2b2000", "#fff8da"),
    ("#33e088", "#00240f", "#002f11", "#d3fae1"),
    ("#38a4ff", "#001b33", "#002749", "#cee8ff"),
    ("#4744f2", "#f4f2ff", "#0b1a5c", "#d2d9ff"),
    ("#bc76c8", "#25002e", "#321539", "#efdaf2"),
)

_HIGH_TONES = (
    ("#a70b0a", "#ffffff", "#3d0400", "#ffd9d2"),
    ("#ff8a29", "#140800", "#3a1300", "#ffe6d6"),
    ("#ffffa4", "#141000", "#242300", "#ffffe9"),
    ("#108053", "#ffffff", "#002b15", "#d6f2e2"),
    ("#77dbfa", "#00131a", "#002b38", "#ddf6ff"),
    ("#1700b4", "#ffffff", "#001660", "#d9deff"),
    ("#b475ae", "#16001a", "#331532", "#f2dff0"),
)


def _build_colours(rows: tuple[tuple[str, str, str, str], ...]) -> Mapping[str, CardColour]:
    return {
        letter: CardColour(*rows[i], letter, COLOUR_NAMES[6 - i], _SYMBOLS[i], 7 - i)
        for i, letter in enumerate(LETTERS_HIGH_FIRST)
    }


COLOURS: Final[Mapping[str, Mapping[str, CardColour]]] = {
    "normal": _build_colours(_NORMAL),
    "high": _build_colours(_HIGH_TONES),
}
"""Card colours in normal and in high contrast, by the letter of the card's colour."""

ON_DARK: Final[Mapping[str, str]] = dict(
    zip(
        LETTERS_HIGH_FIRST,
        ("#ff6b78", "#ff9d57", "#ffe65a", "#4de59a", "#5cb5ff", "#9896ff", "#d79be2"),
        strict=True,
    )
)
"""Colours of symbols and text on dark panels, where plain red and indigo would be too dim."""

WORDS: Final[Mapping[str, str]] = dict(
    zip(
        LETTERS_HIGH_FIRST,
        ("HIGHEST", "ONE NUMBER", "ONE COLOUR", "EVENS", "MOST COLOURS", "RUN", "BELOW 4"),
        strict=True,
    )
)
"""English words that are printed on cards, by the letter of the card's colour. They name the rule
of this colour. `face.words.build_band_words` returns translated words."""
ALL_FACES: Final[tuple[str, ...]] = tuple(
    f"{c}{n}" for c in LETTERS_HIGH_FIRST for n in reversed(NUMBERS)
)
"""Text forms of the 49 cards, high colours first."""


def _list_wheel_points(count: int, *radii: float) -> card_art.Points:
    """Return points around (0, 0), starting at the top, with alternating radii."""
    return tuple(
        (
            radii[i % len(radii)] * math.sin(2 * math.pi * i / count),
            -radii[i % len(radii)] * math.cos(2 * math.pi * i / count),
        )
        for i in range(count)
    )


_MOON: Final = tuple(
    (math.cos(math.radians(angle)) * radius + shift, math.sin(math.radians(angle)) * radius)
    for radius, shift, angles in ((1.0, 0.0, range(55, 306, 10)), (0.83, 0.45, range(278, 81, -12)))
    for angle in angles
)

_DROP: Final = (
    (0.0, -1.0),
    *((0.65 * x, 0.35 + 0.65 * y) for x, y in _list_wheel_points(24, 1.0)[4:21]),
)

OUTLINES: Final[Mapping[str, card_art.Points]] = {
    "sun": _list_wheel_points(14, 1.0, 0.66),
    "hexagon": _list_wheel_points(6, 1.0),
    "star": _list_wheel_points(10, 1.0, 0.45),
    "diamond": _list_wheel_points(4, 1.0, 0.75),
    "triangle": _list_wheel_points(3, 1.0),
    "crescent": _MOON,
    "drop": _DROP,
}
"""Outlines of the symbols on cards, by the symbol's name. An outline is a list of points, with
coordinates from -1 to 1."""


_ICON_PLACES: Final[Mapping[str, tuple[float, float, float]]] = {
    "full": (67.5, 268, 38),
    "small": (88, 374, 56),
}
"""Position of the action's icon on a card: x and y of its centre and its radius, in card units. The
key is the picture's variant, "full" or "small"."""
_ICON_HALF_WIDTH: Final = 102
"""Half the width of the drawings in the icons' SVG files, which are centred at (0, 0)."""
_SHAPE: Final = r"<path .*/>"
"""Matches the shapes in an icon file."""


class Red7CardArt(card_art.DrawnCardArt):
    """Red7's card pictures in one colour set.

    Args:
        folder: Folder of the SVG files.
        actions: Whether odd numbers have action icons.
        words: Translated rule word for each colour letter.
        options: Arguments of `DrawnCardArt`.
    """

    designs = COLOURS
    known = (STARTER, *ALL_FACES)

    def __init__(
        self,
        folder: Path,
        *,
        actions: bool = False,
        words: Mapping[str, str] = WORDS,
        **options: Any,
    ) -> None:
        super().__init__(folder, words, **options)
        self._actions = actions

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Paint a colour's symbol (for its letter) or an action's icon (for its number).

        Raises:
            ValueError: There is no such symbol or icon, or the size is below 1.
        """
        if symbol.isdecimal():
            return self.action_icon(int(symbol), px, tint)
        return super().symbol(symbol, px, tint)

    def action_icon(
        self, number: int, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Paint an action's icon: a disc in the tint with the picture cut out.

        Raises:
            ValueError: The number has no action, or the size is below 1.
        """
        if number not in ACTION_NUMBERS or px < 1:
            raise ValueError(f"no action icon for {number} of {px} pixels")
        return self.tinted(f"actions/{number}.svg", px, tint, lambda: card_art.draw_plain_disc(px))

    def build_svg(self, face: str | None) -> str | None:
        drawn = super().build_svg(face)
        if face is None:
            letter = ""
            numeral = ""
        else:
            letter, numeral = self.parts_of(face)
        if drawn is None or not (self._actions and numeral and int(numeral) in ACTION_NUMBERS):
            return drawn
        icon = self._read_drawing(f"actions/{numeral}.svg")
        shape = re.search(_SHAPE, icon or "", re.DOTALL)
        if shape is None:
            return drawn
        x, y, radius = _ICON_PLACES["small"]
        place = f"translate({x} {y}) scale({radius / _ICON_HALF_WIDTH})"
        tinted = shape[0].replace("#ffffff", self._tones[letter].ink)
        return drawn.replace("</svg>", f'<g transform="{place}">{tinted}</g></svg>')

    def outlines(self, symbol: str) -> tuple[card_art.Points]:
        return (OUTLINES[self._tones[symbol].symbol],)

    def parts_of(self, face: str) -> tuple[str, str]:
        """Return the symbol and the number of a card.

        The starter card has the symbol of red and no number.
        """
        if face == STARTER:
            return ("R", "")
        return (face[0], face[1])

    def paint_known_card(self, face: str, size: tuple[int, int], detail: str) -> pygame.Surface:
        card = super().paint_known_card(face, size, detail)
        letter, numeral = self.parts_of(face)
        if self._actions and numeral and int(numeral) in ACTION_NUMBERS:
            x, y, radius = _ICON_PLACES[detail]
            scale = card.get_width() / card_art.WIDTH
            ink = self._tones[letter].ink
            icon = self.action_icon(int(numeral), max(1, round(2 * radius * scale)), ink)
            card.blit(icon, icon.get_rect(center=(x * scale, y * scale)))
        return card


def get_tint(letter: str) -> Colour:
    """Return the colour of a rule's text and symbol on the dark table."""
    return Colour.from_hex(ON_DARK[letter])
