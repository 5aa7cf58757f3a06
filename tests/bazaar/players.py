"""Bazaar's players: a level that takes what comes first, and one to measure against."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Final

from red7_desktop.tabletop import player
from tests.bazaar.rules import View


class Unthinking(ABC):
    """Takes one of the legal steps, whatever it comes to."""

    def choose(
        self,
        observation: View,
        budget: int,
        seed: int,
        should_stop: player.ShouldStop = player.keep_on,
    ) -> player.Choice:
        if not observation.legal:
            raise player.NothingToChoose(f"seat {observation.viewer} has no step to choose")
        return player.Choice((self.pick(observation.legal, seed),))

    @abstractmethod
    def pick(self, legal: tuple[str, ...], seed: int) -> str:
        """Return one of the steps."""


class TakesFirst(Unthinking):
    def pick(self, legal: tuple[str, ...], seed: int) -> str:
        return legal[0]


class TakesAny(Unthinking):
    def pick(self, legal: tuple[str, ...], seed: int) -> str:
        return random.Random(seed).choice(legal)


PLAYERS: Final = player.Players(
    (player.Level("trader", "Tess", 0, TakesFirst),),
    spare=TakesFirst,
    moment=repr,
    simple={"random": TakesAny},
)
