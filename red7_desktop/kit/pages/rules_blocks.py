"""What a page of the rules is made of: blocks of words and figures, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Lead:
    """What a page comes to, in a sentence or two."""

    words: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Plain words."""

    words: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    words: str


@dataclass(frozen=True, slots=True)
class Steps:
    """Choices, numbered from 1."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side, high to low, with a word between each two."""

    faces: tuple[str, ...]
    between: str


@dataclass(frozen=True, slots=True)
class Figure:
    """What only one game can draw, see `GameFace.figure`. is_wide: takes all the width there is."""

    is_wide: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Examples(Figure):
    """Figures with their headings, side by side where there is room."""

    is_wide: ClassVar[bool] = True

    rows: tuple[tuple[str, Figure], ...]


Block: TypeAlias = Lead | Paragraph | Heading | Steps | Row | Figure


OVERVIEW: Final = "overview"
"""The key of the page that tells a game in short: the first of every game."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page: what it is called in the list, its title, and what is on it.

    symbol: one of the game's symbols that stands for it, "" for none.
    """

    key: str
    name: str
    title: str
    blocks: tuple[Block, ...]
    symbol: str = ""
