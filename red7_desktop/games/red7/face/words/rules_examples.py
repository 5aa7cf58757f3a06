"""What the pages of Red7's rules show beside words, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from red7_desktop.kit.pages.rules_blocks import Figure


@dataclass(frozen=True, slots=True)
class PalettesFigure(Figure):
    """Two palettes under the rule of a colour letter; the first is yours, the other Bo's."""

    letter: str
    palettes: tuple[tuple[str, ...], tuple[str, ...]]
    words: str = ""


@dataclass(frozen=True, slots=True)
class ColoursFigure(Figure):
    """The list of the colours with their rules, high to low."""


@dataclass(frozen=True, slots=True)
class ActionsFigure(Figure):
    """What each odd number does."""

    rows: tuple[tuple[int, str], ...]
