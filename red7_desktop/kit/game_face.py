"""The contract of what a game shows: all that screens know of a game beside its rules and players.

A game gives one value of a class of these. What a simple game can do without has an answer here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


class GameFace(ABC):
    """What a game shows of itself.

    It knows the game's own observations and steps; whoever calls it passes them through unseen.
    """

    # -- what the game is called -------------------------------------------------------------

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Give the game's name as players read it."""

    # -- its cards and emblem ----------------------------------------------------------------

    # -- setting up a game -------------------------------------------------------------------

    # -- its opponents in words --------------------------------------------------------------

    # -- its table ---------------------------------------------------------------------------

    # -- telling: words for steps, refusals, rounds, matches, cards --------------------------

    # -- its pages ---------------------------------------------------------------------------
