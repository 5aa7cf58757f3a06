"""The five levels that a seat can be given, as a table, and all that a program asks of players."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.heuristic import Weights
from red7_desktop.games.red7.players.match_value import value_settled_round
from red7_desktop.games.red7.players.measured import MEASURED
from red7_desktop.games.red7.players.review import appraise_steps
from red7_desktop.games.red7.players.search import SearchPlayer
from red7_desktop.games.red7.players.simple import (
    FirstLegalPlayer,
    HeuristicPlayer,
    RandomPlayer,
    make_formula_player,
    make_greedy_player,
    make_thrifty_player,
)
from red7_desktop.tabletop.player import Daily, Level, Players

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.player import Player


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "newcomer",
        "Tomás",
        0,
        lambda: HeuristicPlayer(Weights(9, 3, 2, 2, change=2, spend=1), 0.4),
    ),
    Level(
        "casual",
        "Amaka",
        0,
        lambda: HeuristicPlayer(Weights(12, 3, 2, 2), 0.4),
    ),
    Level(
        "steady",
        "Linnea",
        0,
        lambda: make_greedy_player(0.04),
    ),
    Level(
        "sharp",
        "Ravi",
        400,
        lambda: SearchPlayer(5),
    ),
    Level(
        "expert",
        "Hana",
        48_000,
        lambda: SearchPlayer(24),
        cap=0.95,
    ),
)
"""The levels, from a child's partner to the strongest. Each beats the one before it more often
than not; docs/opponents.md says by how much. Budgets are spent long before the caps on all but the
slowest machines."""


SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "first_legal": FirstLegalPlayer,
    "thrifty": make_thrifty_player,
    "formula": make_formula_player,
    "greedy": make_greedy_player,
}
"""Players to measure against, by name."""


def name_moment(observation: Red7Observation) -> str:
    """Tell an observation from the others of its match: the round, the turn, whose eyes."""
    return f"{observation.round_number}.{len(observation.turns)}.{observation.viewer}"


PLAYERS: Final = Players(
    LEVELS,
    spare=make_greedy_player,
    moment=name_moment,
    simple=SIMPLE,
    measured=MEASURED,
    adviser=LEVELS[-1].key,
    appraise=appraise_steps,
    settled=value_settled_round,
    daily=Daily(LEVELS[-1].key, {"rules": "advanced@1.3", "target": 20}),
)
"""Red7's players: the one value that the rest of the program knows."""
