"""The design of the Red7 cards as data: colours, and the names of the files.

The script that draws the card files and the code that shows them both read this table. Measures
are in card units, see `card_measures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from red7_desktop.games.red7.rules.cards import COLOUR_NAMES
from red7_desktop.games.red7.rules.cards import LETTERS as BY_RANK
from red7_desktop.kit.look.card_measures import CardTones

LETTERS_HIGH_FIRST: Final = BY_RANK[::-1]
"""The colours as the notation writes them, high to low."""


NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7)

ACTION_NUMBERS: Final = (1, 3, 5, 7)

STARTER: Final = "start"
"""The face of the card that the canvas starts with: it means Red and has no number."""


@dataclass(frozen=True)
class Badge:
    """Where the action icon lies on a face: its centre and its radius."""

    x: float
    y: float
    radius: float


BADGES: Final[Mapping[str, Badge]] = MappingProxyType(
    {"full": Badge(67.5, 268, 38), "small": Badge(88, 374, 56)}
)


@dataclass(frozen=True)
class CardColour(CardTones):
    """One of the seven colours in one colour set.

    `rank` is 7 for red down to 1 for violet, and the symbol has as many points.
    """

    letter: str
    name: str
    symbol: str
    rank: int


_SYMBOLS = ("sun", "hexagon", "star", "diamond", "triangle", "crescent", "drop")


# base, ink, band, word; chosen so that any two colours stay apart for every kind of colour vision
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
    """Join the tones of a set with what both sets share, by colour letter."""
    return MappingProxyType(
        {
            letter: CardColour(*rows[i], letter, COLOUR_NAMES[6 - i], _SYMBOLS[i], 7 - i)
            for i, letter in enumerate(LETTERS_HIGH_FIRST)
        }
    )


COLOURS: Final[Mapping[str, Mapping[str, CardColour]]] = MappingProxyType(
    {"normal": _build_colours(_NORMAL), "high": _build_colours(_HIGH_TONES)}
)
"""The tones of each colour set, by the colour's letter."""


ON_DARK: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        zip(
            LETTERS_HIGH_FIRST,
            ("#ff6b78", "#ff9d57", "#ffe65a", "#4de59a", "#5cb5ff", "#9896ff", "#d79be2"),
            strict=True,
        )
    )
)
"""Tints for symbols and words on a dark panel, where plain red and indigo are too dim."""


WORDS: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        zip(
            LETTERS_HIGH_FIRST,
            ("HIGHEST", "ONE NUMBER", "ONE COLOUR", "EVENS", "MOST COLOURS", "RUN", "BELOW 4"),
            strict=True,
        )
    )
)
"""The English rule words, shown where the caller gives no others; `band_words` has them all."""


ALL_FACES: Final[tuple[str, ...]] = tuple(
    f"{c}{n}" for c in LETTERS_HIGH_FIRST for n in reversed(NUMBERS)
)
"""The 49 faces, high colours first."""
