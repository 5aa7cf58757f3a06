"""The design of the cards as data: nine numbers, their objects and tones.

The script that draws the card files and the code that shows them both read this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from red7_desktop.kit.look.card_measures import CardTones

FACES: Final[tuple[str, ...]] = tuple("123456789")
"""The faces, as zones give them: the number."""


@dataclass(frozen=True)
class CardNumber(CardTones):
    """One of the nine numbers in one colour set; the object has as many parts as the number."""

    face: str
    name: str


_OBJECTS = (
    "button", "socks", "books", "window", "plant", "drawers", "broom", "umbrella", "bubbles",
)  # fmt: skip


# base, ink, band, word; chosen so that any two stay apart for every kind of colour vision
_NORMAL = (
    ("#f086b2", "#38001e", "#fff3ee", "#6a0f3c"),
    ("#004b97", "#f3f8ff", "#f4f3ea", "#00366f"),
    ("#bb4003", "#fff7ec", "#fdf2e4", "#7a2600"),
    ("#4fd4ff", "#00243a", "#f3f7f2", "#00405f"),
    ("#6ba05e", "#06200a", "#f5f5e6", "#1d4a1c"),
    ("#fed733", "#2e2000", "#fdf6e3", "#5a4100"),
    ("#5a1d43", "#fff0f8", "#faf0ea", "#5a1d43"),
    ("#ccf8d6", "#00301c", "#fbf8ea", "#00492b"),
    ("#9c6cde", "#1e0040", "#f8f2f0", "#48218a"),
)

_HIGH_TONES = (
    ("#f46fa4", "#1c000c", "#ffffff", "#5a0030"),
    ("#1c1a66", "#ffffff", "#ffffff", "#1c1a66"),
    ("#821e00", "#ffffff", "#ffffff", "#6a1800"),
    ("#3fe9fa", "#001a1f", "#ffffff", "#003c46"),
    ("#7c962e", "#0a1000", "#ffffff", "#2c3a00"),
    ("#f5e972", "#1c1800", "#ffffff", "#453b00"),
    ("#280913", "#ffffff", "#ffffff", "#280913"),
    ("#ecffeb", "#002411", "#ffffff", "#003a1c"),
    ("#710be4", "#ffffff", "#ffffff", "#4a0798"),
)


def _build_numbers(rows: tuple[tuple[str, str, str, str], ...]) -> Mapping[str, CardNumber]:
    """Join the tones of a set with what both sets share, by face."""
    return MappingProxyType(
        {face: CardNumber(*rows[i], face, _OBJECTS[i]) for i, face in enumerate(FACES)}
    )


DESIGNS: Final[Mapping[str, Mapping[str, CardNumber]]] = MappingProxyType(
    {"normal": _build_numbers(_NORMAL), "high": _build_numbers(_HIGH_TONES)}
)
"""The numbers of each colour set, by face."""


ON_DARK: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        zip(
            FACES,
            (
                "#f79bc0", "#7fb4f5", "#f58e56", "#6fdcff", "#93cb85",
                "#fedd57", "#dd93c0", "#ccf8d6", "#b596ee",
            ),
            strict=True,
        )
    )
)  # fmt: skip
"""Tints for objects and words on a dark panel, where some of the cards' tones are too dim."""
