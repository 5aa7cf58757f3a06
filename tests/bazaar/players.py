"""Bazaar's players: a level that takes what comes first, and one to measure against."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Final

from red7_desktop.tabletop.player import (
    Choice,
    Level,
    NothingToChoose,
    Players,
    ShouldStop,
    keep_on,
)
from tests.bazaar.rules import View


class Unthinking(ABC):
    """Takes one of the legal steps, whatever it comes to."""

    def choose(
        self, observation: View, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        """Choose as `player.Player` says."""
        if not observation.legal:
            raise NothingToChoose(f"seat {observation.viewer} has no step to choose")
        return Choice((self.pick(observation.legal, seed),))

    @abstractmethod
    def pick(self, legal: tuple[str, ...], seed: int) -> str:
        """Give one of the steps."""


class TakesFirst(Unthinking):
    """Takes the step that is listed first."""

    def pick(self, legal: tuple[str, ...], seed: int) -> str:
        """Give the first."""
        return legal[0]


class TakesAny(Unthinking):
    """Takes any step."""

    def pick(self, legal: tuple[str, ...], seed: int) -> str:
        """Give what the seed says."""
        return random.Random(seed).choice(legal)


PLAYERS: Final = Players(
    (Level("trader", "Tess", 0, TakesFirst),),
    spare=TakesFirst,
    moment=repr,
    simple={"random": TakesAny},
)
