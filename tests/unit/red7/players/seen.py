"""Observations for the tests of computer players: many, from all modes, in the middle of play."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from red7_desktop.games.red7.players.levels import LEVELS, PLAYERS, SIMPLE
from red7_desktop.games.red7.rules.game import Red7Observation, observe
from red7_desktop.games.red7.rules.rounds import SCORE, TURN, MatchState
from red7_desktop.tabletop.player import Player
from tests.random_matches import MODES, begin, play_on

NAMES: Final = tuple([level.key for level in LEVELS] + list(SIMPLE))
"""Everybody who can be asked to play, by name."""
SEARCHERS: Final = ("sharp", "expert")


@cache
def states(rules: str, seats: int, number: int, seed: int = 0) -> tuple[MatchState, ...]:
    """Give states in which a seat has to choose: mostly turns, also in their middle."""
    chance = random.Random(f"{rules} {seats} {seed}")
    found: list[MatchState] = []
    while len(found) < number:
        match = begin(rules, seats, chance.randrange(10**6), target=25)
        while len(found) < number and match.game.to_act(match.state):
            play_on(match, chance, 1 + chance.randrange(4))
            asked = match.game.to_act(match.state)
            if asked and asked[0] >= 0:
                found.append(match.state)
    return tuple(found)


def scoring_states(number: int) -> list[MatchState]:
    """Give states in which a round's winner chooses its points."""
    found: list[MatchState] = []
    seed = 0
    while len(found) < number:
        seed += 1
        match = begin("advanced@1.3", 2 + seed % 3, seed)
        chance = random.Random(seed)
        while match.game.to_act(match.state):
            play_on(match, chance, 1)
            if match.state.stage == SCORE:
                found.append(match.state)
    return found


def observations(rules: str, seats: int, number: int, seed: int = 0) -> list[Red7Observation]:
    """Give what the seat that has to choose sees in such states."""
    found = states(rules, seats, number, seed)
    return [observe(state, actor_of(state)) for state in found]


def actor_of(state: MatchState) -> int:
    """Give the seat that has to choose."""
    return state.position.mover if state.stage == TURN else state.round_winner


def of_all_modes(each: int, seed: int = 0) -> list[Red7Observation]:
    """Give so many observations of every mode."""
    return [seen for mode in MODES for seen in observations(*mode, each, seed)]


def made(name: str) -> Player:
    """Make a player."""
    return PLAYERS.player_of(name)
