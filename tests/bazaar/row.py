"""Catalogue entry of Bazaar for tests; importable by other processes."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.registry import GameEntry
from red7_desktop.kit.game_view import GameView
from red7_desktop.tabletop import game, player


def rules() -> game.AnyGame:
    from tests.bazaar.rules import Bazaar

    return Bazaar()


def players() -> player.Players:
    from tests.bazaar.players import PLAYERS

    return PLAYERS


def face() -> GameView:
    from tests.bazaar.face import FACE

    return FACE


ROW: Final = GameEntry("bazaar", rules, players, face, ((r"\b[1-9][abc]\b", "[card]"),))
