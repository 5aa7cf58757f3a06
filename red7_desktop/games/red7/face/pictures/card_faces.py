"""Paints the faces and backs of Red7 cards, and their symbols, at any size in pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.games.red7.face.pictures.card_design import (
    ACTION_NUMBERS,
    ALL_FACES,
    BADGES,
    COLOURS,
    LETTERS_HIGH_FIRST,
    ON_DARK,
    STARTER,
    WORDS,
    CardColour,
)
from red7_desktop.kit.look.card_measures import WIDTH
from red7_desktop.kit.look.drawn_faces import BUDGET, LOG, DrawnCardArt, Report
from red7_desktop.kit.look.plain_card import draw_plain_disc, draw_plain_face, draw_plain_shape
from red7_desktop.scene.theme.colour import Colour

if TYPE_CHECKING:
    from red7_desktop.kit.look.plain_card import Points


def _list_wheel_points(count: int, *radii: float) -> Points:
    """Give points around (0, 0), the first one up, their distances taken from radii in turn."""
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


OUTLINES: Final[Mapping[str, Points]] = {
    "sun": _list_wheel_points(14, 1.0, 0.66),
    "hexagon": _list_wheel_points(6, 1.0),
    "star": _list_wheel_points(10, 1.0, 0.45),
    "diamond": _list_wheel_points(4, 1.0, 0.75),
    "triangle": _list_wheel_points(3, 1.0),
    "crescent": _MOON,
    "drop": _DROP,
}
"""The symbols, in a box of 1 unit each way."""


class Red7CardArt(DrawnCardArt):
    """The card art of one colour set.

    `words` gives the rule word of each colour letter, in the player's language; `actions` adds the
    action icons to the odd numbers.

    Raises ValueError for a colour set that does not exist, or words that leave a colour out.
    """

    def __init__(
        self,
        folder: Path,
        *,
        colours: str = "normal",
        actions: bool = False,
        words: Mapping[str, str] = WORDS,
        font: Path | None = None,
        report: Report = LOG.warning,
        budget: int = BUDGET,
    ) -> None:
        if colours not in COLOURS:
            raise ValueError(f"{colours!r} is not a colour set ({', '.join(COLOURS)})")
        if missing := [letter for letter in LETTERS_HIGH_FIRST if letter not in words]:
            raise ValueError(f"no rule word for {', '.join(missing)}")
        super().__init__(folder, font=font, report=report, budget=budget)
        self._set = colours
        self._actions = actions
        self._words = dict(words)

    def has_face(self, face: str) -> bool:
        """Tell if it is one of the 49, such as "R7", or "start"."""
        return face == STARTER or face in ALL_FACES

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Give a colour's symbol, by its letter, or an action's icon, by its number, in a square.

        Raises ValueError for what is neither, or a size below 1.
        """
        if symbol.isdecimal():
            return self.action_icon(int(symbol), px, tint)
        if symbol not in COLOURS[self._set] or px < 1:
            raise ValueError(f"no symbol {symbol!r} of {px} pixels")
        shape = COLOURS[self._set][symbol]
        return self.tinted(
            f"symbols/{shape.name}.svg",
            px,
            tint,
            lambda: draw_plain_shape((OUTLINES[shape.symbol],), px),
        )

    def swatch(self, symbol: str) -> str:
        """Give the name of a letter's colour."""
        return COLOURS[self._set][symbol].name

    def action_icon(
        self, number: int, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Give the icon of an odd number's action: a disc of the tint, the picture cut out of it.

        Raises ValueError for a number without an action, or a size below 1.
        """
        if number not in ACTION_NUMBERS or px < 1:
            raise ValueError(f"no action icon for {number} of {px} pixels")
        return self.tinted(f"actions/{number}.svg", px, tint, lambda: draw_plain_disc(px))

    def colour_of(self, face: str) -> CardColour:
        """Give the tones of a face's colour in this set; the starter card is red."""
        return COLOURS[self._set]["R" if face == STARTER else face[0]]

    def painted(self, face: str, size: tuple[int, int], detail: str) -> pygame.Surface:
        """Paint a face, with the rule word of its colour and the icon of its action."""
        colour, numeral = self.colour_of(face), "" if face == STARTER else face[1]
        has_band, font_of, shapes = detail == "full", self.fonts.of_size, (OUTLINES[colour.symbol],)
        card = self.drawn(
            f"{self._set}/{detail}/{face}.svg",
            size,
            lambda: draw_plain_face(size, colour, numeral, shapes, font_of, has_band=has_band),
        )
        if has_band:
            letter = colour.letter
            self.write_band(
                card, colour, self._words[letter], lambda px: self.symbol(letter, px, colour.word)
            )
        if self._actions and numeral and int(numeral) in ACTION_NUMBERS:
            self._put_badge(card, colour, int(numeral), detail)
        return card

    def _put_badge(
        self, card: pygame.Surface, colour: CardColour, number: int, detail: str
    ) -> None:
        badge, scale = BADGES[detail], card.get_width() / WIDTH
        icon = self.action_icon(number, max(1, round(2 * badge.radius * scale)), colour.ink)
        card.blit(icon, icon.get_rect(center=(badge.x * scale, badge.y * scale)))


def tint_of(letter: str) -> Colour:
    """Give the tone in which a colour's words and symbol stand on the dark table."""
    return Colour.from_hex(ON_DARK[letter])
