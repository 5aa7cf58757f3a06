"""How a turn may end: which discards, or none, leave the seat winning.

For the speed of the whole engine the answer is one look-up: the rules under which a palette leads
come out of one subtraction of packed strengths (see `strength`), and a table turns them into the
set of cards whose colour is such a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import DECK_SIZE, OF_COLOUR, OF_NUMBER
from red7_desktop.games.red7.rules.engine.strength import (
    END_GUARD,
    GUARD,
    GUARDS,
    ONES,
    compute_strength,
    max_strength,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


def _build_allowed_table() -> list[int]:
    table = [0] * (7 * 256)
    for chosen in range(128):
        rules = [rule for rule in range(7) if chosen >> rule & 1]
        guards = sum([GUARD[rule] for rule in rules])
        cards = sum([OF_COLOUR[rule] for rule in rules])
        for force in range(7):
            table[256 * force + guards % 255] = cards | (END_GUARD if force in rules else 0)
    return table


ALLOWED: Final = _build_allowed_table()
"""By 256 x rule in force + (guard bits of the rules led) modulo 255: cards, and END, that win."""

ALLOWED_UNDER: Final = [ALLOWED[256 * rule : 256 * rule + 255] for rule in range(7)]
"""The same by rule in force, then by what the guard bits leave."""


EARNING: Final = [sum(OF_NUMBER[size + 1 :]) if size < 7 else 0 for size in range(DECK_SIZE + 1)]
"""By palette size: the cards whose discard earns the advanced draw."""


def find_best_rival(mover: int, out: int, palettes: tuple[int, ...]) -> i64:
    """Give what a packed strength must reach to lead: the best of the live rivals plus one."""
    if len(palettes) == 2 and not out:
        return (compute_strength(palettes[1 - mover]) ^ GUARDS) + ONES
    best: i64 = GUARDS
    for seat, palette in enumerate(palettes):
        if seat != mover and not out >> seat & 1:
            theirs: i64 = compute_strength(palette)
            best = theirs if best == GUARDS else max_strength(best, theirs)
    return (best ^ GUARDS) + ONES


def list_endings(palette: i64, must: i64, rule: int, hand: i64) -> i64:
    """Give the set of endings of a turn: hand cards to discard, END to end as it stands.

    palette and hand: sets of cards; must: from `rivals_of`; rule: the rule in force.
    """
    led = (compute_strength(palette) - must) & GUARDS
    winning: i64 = ALLOWED[256 * rule + led % 255]
    return (hand | END_GUARD) & winning
