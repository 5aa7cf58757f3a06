"""The names of the nine objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


def build_band_words(texts: Texts) -> dict[str, str]:
    """Give the word on each card's band, by face: short and in capitals."""
    return {
        "1": texts("BUTTON"),
        "2": texts("SOCKS"),
        "3": texts("BOOKS"),
        "4": texts("WINDOW"),
        "5": texts("PLANT"),
        "6": texts("DRAWERS"),
        "7": texts("BROOM"),
        "8": texts("UMBRELLA"),
        "9": texts("BUBBLES"),
    }
