"""Red7's players: the one value that the rest of the program knows."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.tabletop.player import Players

PLAYERS: Final = Players(levels=LEVELS)
