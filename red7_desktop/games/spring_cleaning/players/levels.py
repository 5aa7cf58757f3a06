"""The five levels that a seat can be given, as a table, and all that a program asks of players."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.costs import GREEDY
from red7_desktop.games.spring_cleaning.players.measured import MEASURED
from red7_desktop.games.spring_cleaning.players.review import appraise_steps, value_settled_round
from red7_desktop.games.spring_cleaning.players.search import SearchPlayer, Width
from red7_desktop.games.spring_cleaning.players.simple import (
    HeuristicPlayer,
    RandomPlayer,
    make_formula_player,
)
from red7_desktop.games.spring_cleaning.players.worlds import EvidenceWeights
from red7_desktop.tabletop.player import Daily, Level, Players

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.tabletop.player import Player

LEVELS: Final[tuple[Level, ...]] = (
    # Plays whatever can be played, big numbers first, and lets others use what lies about.
    Level(
        "newcomer",
        "Tomás",
        0,
        lambda: HeuristicPlayer(GREEDY._replace(per_number=60, draw=900, help=0), 0.45),
    ),
    # Loves to collect: draws for a longer row sooner than break up a short one.
    Level(
        "casual",
        "Amaka",
        0,
        lambda: HeuristicPlayer(GREEDY._replace(pair=600, two=560, draw=60, help=50), 0.22),
    ),
    # Keeps a tidy hand and gets rid of loose cards in time.
    Level(
        "steady",
        "Linnea",
        0,
        lambda: HeuristicPlayer(GREEDY, 0.12),
    ),
    # Thinks the round through a few times before every turn.
    Level(
        "sharp",
        "Ravi",
        400,
        lambda: SearchPlayer(Width(4, 1, 5)),
    ),
    # Reckons with every hand that others may hold, and knows what to leave lying.
    Level(
        "expert",
        "Hana",
        14_000,
        lambda: SearchPlayer(belief=EvidenceWeights()),
        cap=0.95,
    ),
)
"""The levels, from a child's partner to the strongest. Each beats the one before it more often
than not; docs/opponents.md says by how much. Budgets are spent before the caps on all but slow
machines."""


SIMPLE: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "eager": lambda: RandomPlayer(eager=True),
    "formula": make_formula_player,
    "greedy": HeuristicPlayer,
}
"""Players to measure against, by name."""


def name_moment(observation: SpringObservation) -> str:
    """Tell an observation from the others of its match: the round, the turn, its part, whose."""
    turns, steps = len(observation.turns), len(observation.steps)
    return f"{observation.round_number}.{turns}.{steps}.{observation.viewer}"


PLAYERS: Final = Players(
    LEVELS,
    spare=HeuristicPlayer,
    moment=name_moment,
    simple=SIMPLE,
    measured=MEASURED,
    adviser=LEVELS[-1].key,
    appraise=appraise_steps,
    settled=value_settled_round,
    daily=Daily(LEVELS[-1].key, {}),
)
"""Spring Cleaning's players: the one value that the rest of the program knows."""
