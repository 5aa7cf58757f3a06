"""What a page of the rules is made of: blocks of words and figures, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


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
class Example:
    """Two palettes under the rule of a colour letter; the first is yours, the other Bo's."""

    letter: str
    palettes: tuple[tuple[str, ...], tuple[str, ...]]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Examples:
    """Examples with their headings, side by side where there is room."""

    rows: tuple[tuple[str, Example], ...]


@dataclass(frozen=True, slots=True)
class Colours:
    """The list of the colours with their rules, high to low."""


@dataclass(frozen=True, slots=True)
class Actions:
    """What each odd number does."""

    rows: tuple[tuple[int, str], ...]


Block: TypeAlias = Lead | Paragraph | Heading | Steps | Row | Example | Examples | Colours | Actions


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page: what it is called in the list, its title, and what is on it."""

    key: str
    name: str
    title: str
    blocks: tuple[Block, ...]
