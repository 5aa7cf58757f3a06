"""The marks of this game alone: which cards of a palette count under the rule in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.table.looks import BelowEdge, MarkLook

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

IDLE: Final = "idle"
"""The style of a palette card that does not count."""


def name_counting_style(letter: str) -> str:
    """Give the style of a card that counts under the rule of a colour."""
    return f"counting {letter}"


def mark_meanings(texts: Texts) -> dict[str, str]:
    """Say what the marks mean, by style."""
    counts = texts("Coloured line: it counts under the rule in force.")
    return {
        IDLE: texts("Dimmed: it does not count under the rule in force."),
        **dict.fromkeys(map(name_counting_style, LETTERS), counts),
    }


def mark_looks(look: Look, ink: TextStyler) -> dict[str, MarkLook]:
    """Give the looks of the styles, the lowest on a card first."""
    dimmed = BoxPicture(look.theme.colour("table").with_alpha(0.36), radius=8.0)
    below = BelowEdge(gap=7.0, height=5.0, inset=11.0)
    return {
        IDLE: MarkLook(dimmed),
        **{
            name_counting_style(letter): MarkLook(
                BoxPicture(ink.line(look, letter), radius=3.0), below
            )
            for letter in LETTERS
        },
    }
