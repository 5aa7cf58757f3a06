"""The words in which the laboratory speaks of rules, seats and standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import COLOUR_NAMES, SEATS, TEXTS, texts_of
from red7_desktop.games.red7.rules.rules import RULES

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.standings import RuleVerdict, Standing
    from red7_desktop.lab.command import Answer


def name_of_rule(rule: int) -> str:
    """Return a rule's colour and what it asks for.

    >>> name_of_rule(3)
    'Green (evens)'
    """
    return f"{COLOUR_NAMES[rule].capitalize()} ({RULES[rule].key.replace('_', ' ')})"


def letter_of(seat: int) -> str | None:
    """Return a seat's letter, None for NOBODY."""
    return SEATS[seat] if seat >= 0 else None


def format_count(number: int, thing: str) -> str:
    """Return a number of things.

    >>> format_count(1, "card"), format_count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def to_plain_standing(standing: Standing) -> Answer:
    """Return a standing as plain values: count, top (None for count 0), cards high first."""
    top = TEXTS[standing.top] if standing.size else None
    return {"count": standing.size, "top": top, "cards": texts_of(standing.cards)}


def to_plain_standings(verdict: RuleVerdict) -> Answer:
    """Return the standings of a verdict as plain values, by seat letter."""
    return {SEATS[standing.seat]: to_plain_standing(standing) for standing in verdict.standings}


def format_standing(standing: Answer) -> str:
    """Write a plain standing for people: how many cards, and which; `-` for none."""
    return f"{standing['count']}: {' '.join(standing['cards'])}" if standing["count"] else "-"
