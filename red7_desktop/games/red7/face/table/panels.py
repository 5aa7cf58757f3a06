"""What only this game shows around the cards, as frozen values; pure, no pygame."""

from __future__ import annotations

from dataclasses import dataclass

from red7_desktop.kit.language.rich_text import Runs


@dataclass(frozen=True, slots=True)
class RuleModel:
    """The rule in force: its colour's letter and name, the rule in words, a small example."""

    letter: str
    colour: str
    sentence: str
    hint: Runs


@dataclass(frozen=True, slots=True)
class PaletteModel:
    """What stands beside the viewer's palette.

    cards: how many lie in it. counts: how much of it counts. pending, pending_note: what is not
    final yet, as a heading and a few words; both empty when there is nothing.
    """

    label: str
    cards: int
    counts: Runs
    pending: str = ""
    pending_note: str = ""
