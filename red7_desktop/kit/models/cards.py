"""Cards that lie on a page of their own: a pile spread out, a choice of some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from red7_desktop.kit.language.rich_text import Runs


@dataclass(frozen=True, slots=True)
class SpreadCard:
    """One card of a spread and what stands below it."""

    face: str
    caption: Runs = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """The cards of a pile, the first one to look at first. note: a line above them."""

    title: str
    note: str
    cards: tuple[SpreadCard, ...]


@dataclass(frozen=True, slots=True)
class CardOption:
    """One thing that may be chosen: the faces of its cards, words for the button, the step."""

    cards: tuple[str, ...]
    label: str
    step: Any


@dataclass(frozen=True, slots=True)
class CardChoice:
    """What a seat is asked to choose. options: the first one is taken by whoever closes it."""

    title: str
    options: tuple[CardOption, ...]
