"""The measures of drawn cards and the tones of a face, as data.

The scripts that draw the card files and the code that shows them both read this. Measures are in
card units, a card being 500 units wide and 700 high.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIDTH: Final = 500.0

HEIGHT: Final = 700.0

CORNER: Final = 42.0

BAND_TOP: Final = 598.0
"""The band with a word on it reaches from here to the bottom edge of a full face."""


DETAILS: Final = ("full", "small")


@dataclass(frozen=True)
class CardTones:
    """The tones of a face, as #rrggbb: `ink` is drawn on `base`, `word` on `band`."""

    base: str
    ink: str
    band: str
    word: str


def card_height(width_px: int) -> int:
    """Give the height in pixels of a card of that width.

    >>> height_of(144)
    202
    """
    return round(width_px * HEIGHT / WIDTH)
