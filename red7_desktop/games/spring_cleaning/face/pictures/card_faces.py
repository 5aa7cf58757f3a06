"""Paints the faces and the back of the cards, and their objects, at any size in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.pictures.card_design import (
    DESIGNS,
    FACES,
    ON_DARK,
    CardNumber,
)
from red7_desktop.kit.look.drawn_faces import BUDGET, LOG, DrawnCardArt, Report
from red7_desktop.kit.look.plain_card import draw_plain_face, draw_plain_shape
from red7_desktop.scene.theme.colour import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pygame

    from red7_desktop.kit.look.plain_card import Points


class SpringCardArt(DrawnCardArt):
    """The card art of one colour set.

    `words` gives the name of each number's object, in the player's language.

    Raises ValueError for a colour set that does not exist, or words that leave a number out.
    """

    back_tones = ("#17464a", "#5f9a8c")
    full_from = 190.0
    """Cards on the table carry clips where a full face has its band: only close-ups show that."""

    def __init__(
        self,
        folder: Path,
        words: Mapping[str, str],
        *,
        colours: str = "normal",
        font: Path | None = None,
        report: Report = LOG.warning,
        budget: int = BUDGET,
    ) -> None:
        if colours not in DESIGNS:
            raise ValueError(f"{colours!r} is not a colour set ({', '.join(DESIGNS)})")
        if missing := [face for face in FACES if face not in words]:
            raise ValueError(f"no word for {', '.join(missing)}")
        super().__init__(folder, font=font, report=report, budget=budget)
        self._set = colours
        self._words = dict(words)

    def has_face(self, face: str) -> bool:
        """Tell if it is one of the nine numbers."""
        return face in FACES

    def design(self, face: str) -> CardNumber:
        """Give the tones and the object of a face in this set."""
        return DESIGNS[self._set][face]

    def symbol(
        self, symbol: str, px: int, tint: pygame.typing.ColorLike = "#ffffff"
    ) -> pygame.Surface:
        """Give a number's object in a square; ValueError for another text, or a size below 1."""
        if symbol not in FACES or px < 1:
            raise ValueError(f"no symbol {symbol!r} of {px} pixels")
        file = f"objects/{self.design(symbol).name}.svg"
        return self.tinted(file, px, tint, lambda: draw_plain_shape(_list_tally_points(symbol), px))

    def swatch(self, symbol: str) -> str:
        """Give the name of a number's object, which the theme's swatches have."""
        return self.design(symbol).name

    def painted(self, face: str, size: tuple[int, int], detail: str) -> pygame.Surface:
        """Paint a face, with the name of its object on the band."""
        design, has_band = self.design(face), detail == "full"
        card = self.drawn(
            f"{self._set}/{detail}/{face}.svg",
            size,
            lambda: draw_plain_face(
                size, design, face, _list_tally_points(face), self.fonts.of_size, has_band=has_band
            ),
        )
        if has_band:
            self.write_band(
                card, design, self._words[face], lambda px: self.symbol(face, px, design.word)
            )
        return card


def tint_of(face: str) -> Colour:
    """Give the tone in which a number's object and words stand on the dark table."""
    return Colour.from_hex(ON_DARK[face])


def _list_tally_points(face: str) -> list[Points]:
    """Give as many squares as a number says, three in a row: what stands in for its object."""
    count = int(face)
    rows = [min(3, count - top) for top in range(0, count, 3)]
    step, half = 0.64, 0.24
    return [
        (
            (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half),
        )
        for row, across in enumerate(rows)
        for y in [(row - (len(rows) - 1) / 2) * step]
        for x in [(column - (across - 1) / 2) * step for column in range(across)]
    ]  # fmt: skip
