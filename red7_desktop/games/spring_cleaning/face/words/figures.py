"""What the pages of Spring Cleaning's rules show beside words, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from red7_desktop.kit.pages.rules_blocks import Figure


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards side by side, their clips where neighbours hang together, and words around them.

    cards: numbers, 0 for a back. label: whose they are, before them. note: what they come to,
    behind them. beats: a tick or a cross before the note, None for neither. lit: places of cards
    that the row is about, faint: of others that do not count. comes: places of cards that have
    just been put in, goes: of cards that are taken out, both with an arrow. offered: places of
    cards that lie in an offer. has_clips: false for cards in no order.
    """

    cards: tuple[int, ...]
    label: str = ""
    note: str = ""
    beats: bool | None = None
    lit: tuple[int, ...] = ()
    faint: tuple[int, ...] = ()
    comes: tuple[int, ...] = ()
    goes: tuple[int, ...] = ()
    offered: tuple[int, ...] = ()
    has_clips: bool = True


@dataclass(frozen=True, slots=True)
class CardRows(Figure):
    """Rows of cards below one another in a box, and a sentence above them."""

    rows: tuple[CardRow, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class NumbersFigure(Figure):
    """The nine cards in order, small, with the names of their objects."""


@dataclass(frozen=True, slots=True)
class ClipsFigure(Figure):
    """The two clips, each with what it says."""

    equal: str
    step: str
