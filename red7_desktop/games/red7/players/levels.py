"""The five levels that a seat can be given, as a table, and every player by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.heuristic import Taste
from red7_desktop.games.red7.players.search import SearchPlayer
from red7_desktop.games.red7.players.simple import (
    FirstLegalPlayer,
    RandomPlayer,
    TastePlayer,
    formula,
    greedy,
    thrifty,
)
from red7_desktop.tabletop.player import Level

if TYPE_CHECKING:
    from red7_desktop.tabletop.player import Player


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "newcomer",
        "Tomás",
        "Loves to change the rule, and spends big cards early.",
        0,
        lambda: TastePlayer(Taste(9, 3, 2, 2, change=2, spend=1), 0.4),
    ),
    Level(
        "casual",
        "Amaka",
        "Hoards cards, and looks at the table more than at what comes next.",
        0,
        lambda: TastePlayer(Taste(12, 3, 2, 2), 0.4),
    ),
    Level(
        "steady",
        "Linnea",
        "Keeps many rules open and seldom wastes a card.",
        0,
        lambda: greedy(0.04),
    ),
    Level(
        "sharp",
        "Ravi",
        "Thinks a few turns ahead, and knows when to let a round go.",
        400,
        lambda: SearchPlayer(5),
    ),
    Level(
        "expert",
        "Hana",
        "Counts the cards, weighs every reply, and plays for the match.",
        48_000,
        lambda: SearchPlayer(24),
    ),
)
"""The levels, from a child's partner to the strongest. Each beats the one before it more often
than not; docs/opponents.md says by how much."""

SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "first_legal": FirstLegalPlayer,
    "thrifty": thrifty,
    "formula": formula,
    "greedy": greedy,
}
"""Players to measure against, by name."""


class NoSuchPlayer(ValueError):
    """No player has this name."""

    def __init__(self, name: str) -> None:
        names = [level.key for level in LEVELS] + list(SIMPLE)
        super().__init__(f"no player is called {name!r}; there are {', '.join(names)}")
        self.name = name


def level_of(key: str) -> Level:
    """Give a level by its key. Raises NoSuchPlayer."""
    for level in LEVELS:
        if level.key == key:
            return level
    raise NoSuchPlayer(key)


def player_of(name: str) -> Player:
    """Make a player by the key of its level or its name. Raises NoSuchPlayer."""
    if name in SIMPLE:
        return SIMPLE[name]()
    return level_of(name).make()
