"""The seven rules of the game, and rulesets. Compiled by mypyc.

This module states the rules readably, as sets of cards. `standings` has the same rules packed into
integers for speed; a test compares the two for every kind of palette.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple

from red7_desktop.games.red7.rules.cards import (
    CARDS_OF_COLOUR,
    CARDS_OF_NUMBER,
    EVENS,
    LOWS,
    cards_in,
    sum_points,
)
from red7_desktop.tabletop.game import InvalidPosition

NUMBERS: Final = range(1, 8)


def _find_runs(palette: int) -> list[int]:
    runs = []
    run = 0
    for number in (*NUMBERS, 8):
        if number < 8:
            card = _find_top(palette & CARDS_OF_NUMBER[number])
        else:
            card = 0
        if card:
            run |= card
        else:
            runs.append(run)
            run = 0
    return runs


def _find_top(cards: int) -> int:
    """Return a set with only the highest card of a set; empty for an empty set."""
    if cards:
        return 1 << cards.bit_length() - 1
    return 0


class Rule(NamedTuple):
    """One of the seven rules.

    Attributes:
        key: Key of the rule's texts in the user interface.
        sets: Function that lists all sets of cards in a palette that meet the rule. Only the best
            of these sets counts.
    """

    key: str
    sets: Callable[[int], list[int]]


RULES: Final[tuple[Rule, ...]] = (
    Rule("below_four", lambda palette: [palette & LOWS]),
    Rule("run", _find_runs),
    Rule(
        "different_colours",
        lambda palette: [sum([_find_top(palette & colour) for colour in CARDS_OF_COLOUR])],
    ),
    Rule("evens", lambda palette: [palette & EVENS]),
    Rule("one_colour", lambda palette: [palette & colour for colour in CARDS_OF_COLOUR]),
    Rule("one_number", lambda palette: [palette & number for number in CARDS_OF_NUMBER[1:]]),
    Rule("highest_card", lambda palette: [_find_top(palette)]),
)
"""The rules, indexed by colour rank from Violet 0 to Red 6."""
_RUN_RULE: Final = 1


def find_qualifying_set(rule: int, palette: int) -> int:
    """Return the cards of a palette that count under a rule: most cards, then highest top card.

    Args:
        rule: The rule, a colour rank.
        palette: A set of cards.

    Returns:
        A set of cards, empty if none qualifies.
    """
    sets = RULES[rule].sets(palette)
    return max(sets, key=lambda cards: (cards.bit_count(), cards), default=0)


def list_largest_sets(rule: int, palette: int) -> tuple[int, ...]:
    """Return all sets of the largest size that meet a rule, the most valuable first.

    The winner of a round scores one of them. A run has one card of each number; if the palette has
    several, each of them makes another run.

    Returns:
        () if no card of the palette counts under the rule.
    """
    size = find_qualifying_set(rule, palette).bit_count()
    if not size:
        return ()
    sets = [cards for cards in RULES[rule].sets(palette) if cards.bit_count() == size]
    if rule == _RUN_RULE:
        sets = [chosen for run in sets for chosen in _list_same_numbers(run, palette)]
    return tuple(sorted(sets, key=lambda cards: (sum_points(cards), cards), reverse=True))


def _list_same_numbers(run: int, palette: int) -> list[int]:
    numbers = [number for number in NUMBERS if run & CARDS_OF_NUMBER[number]]
    choices = [[1 << card for card in cards_in(palette & CARDS_OF_NUMBER[n])] for n in numbers]
    return [sum(cards) for cards in product(*choices)]


EDITIONS: Final = ("1.3", "first")


class Ruleset(NamedTuple):
    """The variant of the rules that is played.

    Attributes:
        advanced: Whether there are draws, and points over several rounds.
        actions: Whether odd cards have actions.
        edition: Edition of the rulebook that defines the actions, one of `EDITIONS`.
    """

    advanced: bool = False
    actions: bool = False
    edition: str = "1.3"

    def __str__(self) -> str:
        """Return the text form, such as `advanced+actions@1.3`."""
        level = "advanced" if self.advanced else "basic"
        return f"{level}{'+actions' if self.actions else ''}@{self.edition}"


def parse_ruleset(text: str) -> Ruleset:
    """Parse a ruleset; without `@` the edition is 1.3.

    Raises:
        InvalidPosition: The text is not a ruleset.

    >>> parse_ruleset("advanced+actions@first")
    Ruleset(advanced=True, actions=True, edition='first')
    """
    rules, at, edition = text.partition("@")
    level, plus, extra = rules.partition("+")
    if level not in {"basic", "advanced"}:
        raise InvalidPosition("rules", text, "must begin with 'basic' or 'advanced'")
    if plus and extra != "actions":
        raise InvalidPosition("rules", text, "only '+actions' may follow the level")
    if at and edition not in EDITIONS:
        raise InvalidPosition("rules", text, f"the edition must be one of {', '.join(EDITIONS)}")
    return Ruleset(level == "advanced", bool(plus), edition if at else "1.3")
