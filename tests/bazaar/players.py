"""Bazaar's players: one that plays at random, and a row of the box for tests to put the game in."""

from __future__ import annotations

import random
from typing import Final

from red7_desktop.games.registry import GameRow
from red7_desktop.kit.game_face import AnyFace
from red7_desktop.tabletop.game import AnyGame
from red7_desktop.tabletop.player import (
    Choice,
    Level,
    NothingToChoose,
    Players,
    ShouldStop,
    keep_on,
)
from tests.bazaar.rules import Bazaar, View


class RandomPlayer:
    """Takes any step."""

    def choose(
        self, observation: View, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        """Choose as `player.Player` says."""
        if not observation.legal:
            raise NothingToChoose(f"seat {observation.viewer} has no step to choose")
        return Choice((random.Random(seed).choice(observation.legal),))


class TakesFirst(RandomPlayer):
    """Takes the step that is listed first."""

    def choose(
        self, observation: View, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        """Choose as `player.Player` says."""
        if not observation.legal:
            raise NothingToChoose(f"seat {observation.viewer} has no step to choose")
        return Choice(observation.legal[:1])


PLAYERS: Final = Players(
    (Level("trader", "Tia", "Takes what comes.", 0, RandomPlayer),),
    spare=TakesFirst,
    moment=repr,
    simple={"first": TakesFirst},
)


def rules() -> AnyGame:
    """Give the rules: a function of a module, so that other processes can have the row too."""
    return Bazaar()


def players() -> Players:
    """Give the players."""
    return PLAYERS


def no_face() -> AnyFace:
    """Say that there is none yet."""
    raise NotImplementedError


ROW: Final = GameRow("bazaar", rules, players, no_face)
