"""Gives the words in the cards' bands: each colour's rule, short enough for a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.texts import Texts


def band_words(texts: Texts) -> Mapping[str, str]:
    """Give the rule word of each colour letter, in capitals."""
    within = texts.within
    return {
        "R": within("card", "HIGHEST"),
        "O": within("card", "ONE NUMBER"),
        "Y": within("card", "ONE COLOUR"),
        "G": within("card", "EVENS"),
        "B": within("card", "MOST COLOURS"),
        "I": within("card", "RUN"),
        "V": within("card", "BELOW 4"),
    }
