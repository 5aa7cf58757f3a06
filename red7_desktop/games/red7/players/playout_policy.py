"""How simulated seats choose: a taste at a temperature, laid out as tables for speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import COLOURS
from red7_desktop.games.red7.rules.engine.strength import GUARD

if TYPE_CHECKING:
    from red7_desktop.games.red7.players.heuristic import Weights

MOST: Final = 512
"""One more than the greatest appeal that the tables hold, in tenths."""

TENTHS_AT_ONE: Final = 1.1051709180756477
"""e to the power of 0.1: how much likelier one tenth more makes a turn at temperature 1."""

_HEAVIEST: Final = 1e280


class Policy:
    """A taste at a temperature, ready for playing on.

    weights: by appeal in tenths, how likely a turn of that appeal is, up to a common factor.
    rules, reach: by guard bits modulo 255, the appeal of the rules led and of the rules in reach.
    cards, discards: as in the taste.
    """

    __slots__ = ("cards", "discards", "reach", "rules", "weights")

    def __init__(self, taste: Weights, temperature: float) -> None:
        self.cards: Final = taste.cards
        self.discards: Final = taste.discards
        self.rules: Final = _tabulate_by_guards(taste.rules)
        self.reach: Final = _tabulate_by_guards(taste.reach)
        # Rounded, because the last digits of a power are not the same on every machine.
        self.weights: Final = _list_powers(round(TENTHS_AT_ONE ** (1.0 / temperature), 9))


def _tabulate_by_guards(points: int) -> list[int]:
    """Tabulate points for each rule, by the rules' guard bits modulo 255."""
    table = [0] * 255
    for chosen in range(128):
        rules = [rule for rule in COLOURS if chosen >> rule & 1]
        table[sum([GUARD[rule] for rule in rules]) % 255] = points * len(rules)
    return table


def _list_powers(base: float) -> list[float]:
    """Give the powers of a number, by multiplying only: the same on every machine."""
    powers = [1.0]
    for _ in range(MOST - 1):
        powers.append(min(powers[-1] * base, _HEAVIEST))
    return powers
