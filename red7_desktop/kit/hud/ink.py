"""Turns sentences into what labels show: tones become colours, card marks become symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.language.rich_text import Run, Tone
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.paint.run_lines import Span

if TYPE_CHECKING:
    from red7_desktop.kit.look.faces import CardArt
    from red7_desktop.scene.paint.pictures import PaintedPicture, Picture
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

TONE_COLOURS: Final[Mapping[Tone, str]] = MappingProxyType(
    {
        Tone.STRONG: "text",
        Tone.SOFT: "text_soft",
        Tone.FAINT: "text_faint",
        Tone.GOOD: "ok",
        Tone.BAD: "bad",
        Tone.ACCENT: "accent",
    }
)
"""The theme's colour for each tone but the plain one, which has the label's own."""


_SHOWS: Final = 3.0
"""The contrast that lines need."""


class TextStyler:
    """What every part of the HUD writes with.

    faces: of the game that is shown. cards: their colour set, one of `settings.COLOUR_SETS`.
    """

    def __init__(self, faces: CardArt, cards: str = "normal") -> None:
        self._faces = faces
        self.cards = cards

    def spans(
        self,
        look: Look,
        runs: Iterable[Run],
        *,
        strong: str = "",
        only: Colour | None = None,
    ) -> tuple[Span, ...]:
        """Give runs as a label takes them.

        strong: a text style for strong runs. only: one colour for all of it, symbols too, where
        the ground is not dark.
        """
        return tuple(self._span(look, run, strong, only) for run in runs)

    def _span(self, look: Look, run: Run, strong: str, only: Colour | None) -> Span:
        name = TONE_COLOURS.get(run.tone)
        colour = look.theme.colour(name) if name else None
        if only is not None:
            colour = only
        mark = None
        if run.symbol:
            mark = self.symbol(run.symbol, only or self.on_dark(look, run.symbol))
        return Span(run.text, mark, strong if run.tone is Tone.STRONG else "", colour)

    def symbol(self, letter: str, tint: Colour) -> PaintedPicture:
        """Give the picture of a colour's symbol, for a square box."""
        return self._faces.symbol_picture(letter, tint)

    def card_face(self, face: str, width: float, detail: str = "") -> Picture:
        """Give the picture of a card, of a width in design units; detail: as `Faces.picture`."""
        return self._faces.picture(face, width, detail)

    def card_size(self, height: float) -> Size:
        """Give the size of a card of a height."""
        unit = self._faces.size(1.0)
        return Size(height * unit.w / unit.h, height)

    def on_dark(self, look: Look, letter: str) -> Colour:
        """Give the tint of a colour's symbols and words on a dark ground."""
        return look.theme.swatch("on_dark", self._faces.swatch(letter))

    def on_card(self, look: Look, letter: str) -> Colour:
        """Give the tint of what is drawn on a colour's cards."""
        return look.theme.swatch(f"ink_{self.cards}", self._faces.swatch(letter))

    def line(self, look: Look, letter: str) -> Colour:
        """Give a colour for lines on a dark ground: as its cards have it, if it shows there."""
        card, ground = self.card(look, letter), look.theme.colour("panel_high")
        shows = card.luminance + 0.05 >= _SHOWS * (ground.luminance + 0.05)
        return card if shows else self.on_dark(look, letter)

    def card(self, look: Look, letter: str) -> Colour:
        """Give a colour as its cards have it."""
        return look.theme.swatch(f"card_{self.cards}", self._faces.swatch(letter))
