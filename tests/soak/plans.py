"""Which matches the soak plays: every mode of every game in turn, with mixed players."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from red7_desktop.games.red7.face.turn_words import parse_ruleset_values
from red7_desktop.games.red7.rules.rounds import STARTERS
from red7_desktop.games.registry import BOX
from red7_desktop.games.spring_cleaning.rules.rounds import PICKUPS
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.tabletop.player import Player
from tests.random_matches import MODES as RED7_MODES
from tests.setups import red7_setup

RANDOM: Final = "random"
BUDGETS: Final = {
    "red7": {"sharp": 200, "expert": 600},
    "spring": {"sharp": 20, "expert": 60},
}
"""Turns or rounds played on in the head for a choice: far fewer than in the app, where a match
takes minutes; the same code runs."""
TARGETS: Final = (8, 15, 25)

MODES: Final = (
    *[("red7", rules, seats) for rules, seats in RED7_MODES],
    *[("spring", pickup, seats) for pickup in PICKUPS for seats in (2, 3, 4, 5)],
)
"""Every way to play every game, with every number of seats; in turn, so that all have a share."""


@dataclass(frozen=True)
class Plan:
    """One match: its number, of which game, how it is played, by whom, with which chance."""

    number: int
    game: str
    mode: str
    players: tuple[str, ...]
    starter: str
    target: int
    seed: int

    @property
    def options(self) -> dict[str, Any]:
        """The options for the game."""
        own: dict[str, dict[str, Any]] = {
            "red7": {"rules": self.mode, "starter": self.starter, "target": self.target},
            "spring": {"pickup": self.mode},
        }
        return {"seats": len(self.players), **own[self.game]}

    @property
    def setup(self) -> GameSetup:
        """The same for the app: a person on the first seat, on the second too in every fifth."""
        people = 2 if self.number % 5 == 4 else 1
        levels = BOX[self.game].players().levels
        seats = tuple(
            SeatPlan() if seat < people else SeatPlan(level=levels[(self.seed + seat) % 3].key)
            for seat in range(len(self.players))
        )
        if self.game == "spring":
            return GameSetup(self.game, seats, {"pickup": self.mode}, self.seed)
        return red7_setup(
            seats,
            target=min(self.target, TARGETS[0]),
            starter=self.starter,
            seed=self.seed,
            **parse_ruleset_values(self.mode),
        )


def plan_of(number: int, seed: int) -> Plan:
    """Plan the match of a number: the modes take turns, the rest is drawn."""
    chance = Random(f"{seed} {number}")
    game, mode, seats = MODES[number % len(MODES)]
    keys = [level.key for level in BOX[game].players().levels] + [RANDOM]
    return Plan(
        number,
        game,
        mode,
        tuple(chance.choice(keys) for _ in range(seats)),
        chance.choice(STARTERS),
        chance.choice(TARGETS),
        chance.randrange(1_000_000),
    )


def player_for(game: str, name: str) -> tuple[Player, int]:
    """Give the player of a name in a game and the budget that it gets here."""
    players = BOX[game].players()
    if name == RANDOM:
        return players.player_of(RANDOM), 0
    level = next(level for level in players.levels if level.key == name)
    return level.make(), BUDGETS[game].get(name, level.budget)
