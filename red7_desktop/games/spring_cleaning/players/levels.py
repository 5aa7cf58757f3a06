"""The five levels that a seat can be given, as a table, and every player by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.costs import GREEDY
from red7_desktop.games.spring_cleaning.players.search import SearchPlayer, Width
from red7_desktop.games.spring_cleaning.players.simple import RandomPlayer, TastePlayer
from red7_desktop.tabletop.player import Level

if TYPE_CHECKING:
    from red7_desktop.tabletop.player import Player

LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "newcomer",
        "Tomás",
        "Plays whatever can be played, big numbers first, and lets others use what lies about.",
        0,
        lambda: TastePlayer(GREEDY._replace(per_number=60, draw=900, help=0), 1.0),
    ),
    Level(
        "casual",
        "Amaka",
        "Loves to collect: draws for a longer row sooner than break up a short one.",
        0,
        lambda: TastePlayer(GREEDY._replace(pair=600, two=560, draw=60, help=50), 0.6),
    ),
    Level(
        "steady",
        "Linnea",
        "Keeps a tidy hand and gets rid of loose cards in time.",
        0,
        lambda: TastePlayer(GREEDY, 0.15),
    ),
    Level(
        "sharp",
        "Ravi",
        "Thinks the round through a few times before every turn.",
        1_000,
        lambda: SearchPlayer(Width(4, 1, 5)),
    ),
    Level(
        "expert",
        "Hana",
        "Reckons with every hand that others may hold, and knows what to leave lying.",
        16_000,
        SearchPlayer,
    ),
)
"""The levels, from a child's partner to the strongest. Each beats the one before it more often
than not; docs/opponents.md says by how much."""

SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "eager": lambda: RandomPlayer(eager=True),
    "greedy": TastePlayer,
}
"""Players to measure against, by name."""


class NoSuchPlayer(ValueError):
    """No player has this name."""

    def __init__(self, name: str) -> None:
        names = [level.key for level in LEVELS] + list(SIMPLE)
        super().__init__(f"no player is called {name!r}; there are {', '.join(names)}")
        self.name = name


def player_of(name: str) -> Player:
    """Make a player by the key of its level or its name. Raises NoSuchPlayer."""
    if name in SIMPLE:
        return SIMPLE[name]()
    for level in LEVELS:
        if level.key == name:
            return level.make()
    raise NoSuchPlayer(name)
