"""Cards of Bazaar: a number, and the symbol and name of a good. There are no drawing files."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import cos, pi, sin
from typing import ClassVar, Final

from red7_desktop.kit.look import card_art
from tests.bazaar.rules import DECK


@dataclass(frozen=True)
class Good(card_art.CardTones):
    """A suit, with the name of its swatch in the theme and its title for users."""

    name: str
    title: str
    shape: card_art.Points


def _star(corners: int, inner: float) -> card_art.Points:
    turns = [(inner if n % 2 else 1.0, pi * n / corners) for n in range(2 * corners)]
    return tuple((radius * sin(turn), -radius * cos(turn)) for radius, turn in turns)


_LEAF: Final = tuple((0.6 * sin(n * pi / 12), -cos(n * pi / 12)) for n in range(24))
GOODS: Final = {
    "a": Good("#6ba05e", "#06200a", "#f5f5e6", "#1d4a1c", "plant", "Tea", _LEAF),
    "b": Good("#9c6cde", "#1e0040", "#f8f2f0", "#48218a", "bubbles", "Silk", _star(4, 0.72)),
    "c": Good("#fed733", "#2e2000", "#fdf6e3", "#5a4100", "drawers", "Spice", _star(8, 0.45)),
}


class MarketCards(card_art.DrawnCardArt):
    """The cards of Bazaar, which look the same in both colour sets."""

    designs: ClassVar = {"normal": GOODS, "high": GOODS}
    known = DECK
    back_tones = ("#4a2f24", "#c99a6b")

    def outlines(self, symbol: str) -> Collection[card_art.Points]:
        return (GOODS[symbol].shape,)

    def parts_of(self, face: str) -> tuple[str, str]:
        return face[1], face[0]
