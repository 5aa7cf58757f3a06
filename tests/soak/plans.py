"""Which matches the soak plays: every mode in turn, with mixed players, each by its number."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from red7_desktop.games.red7.face.setup import values_in
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.players.simple import RandomPlayer
from red7_desktop.games.red7.rules.deal import STARTERS
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.tabletop.player import Player
from tests.random_matches import MODES
from tests.setups import red7_setup

RANDOM: Final = "random"
BUDGETS: Final = {"sharp": 200, "expert": 600}
"""Turns played on in the head for a choice: far fewer than in the app, where a match takes
minutes; the same code runs."""
TARGETS: Final = (8, 15, 25)


@dataclass(frozen=True)
class Plan:
    """One match: its number, how it is played, by whom, with which chance."""

    number: int
    rules: str
    players: tuple[str, ...]
    starter: str
    target: int
    seed: int

    @property
    def options(self) -> dict[str, Any]:
        """The options for the game."""
        return {
            "rules": self.rules,
            "seats": len(self.players),
            "starter": self.starter,
            "target": self.target,
        }

    @property
    def setup(self) -> GameSetup:
        """The same for the app: a person on the first seat, on the second too in every fifth."""
        people = 2 if self.number % 5 == 4 else 1
        seats = [
            SeatPlan() if seat < people else SeatPlan(level=LEVELS[(self.seed + seat) % 3].key)
            for seat in range(len(self.players))
        ]
        return red7_setup(
            seats,
            target=min(self.target, TARGETS[0]),
            starter=self.starter,
            seed=self.seed,
            **values_in(self.rules),
        )


def plan_of(number: int, seed: int) -> Plan:
    """Plan the match of a number: the modes take turns, the rest is drawn."""
    chance = Random(f"{seed} {number}")
    rules, seats = MODES[number % len(MODES)]
    keys = [level.key for level in LEVELS] + [RANDOM]
    return Plan(
        number,
        rules,
        tuple(chance.choice(keys) for _ in range(seats)),
        chance.choice(STARTERS),
        chance.choice(TARGETS),
        chance.randrange(1_000_000),
    )


def player_for(name: str) -> tuple[Player, int]:
    """Give the player of a name and the budget that it gets here."""
    if name == RANDOM:
        return RandomPlayer(), 0
    level = next(level for level in LEVELS if level.key == name)
    return level.make(), BUDGETS.get(name, level.budget)
