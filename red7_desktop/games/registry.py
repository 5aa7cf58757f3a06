"""The games in the box, by the names that saves know them by."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.game import Red7

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.tabletop.game import AnyGame

RED7 = Red7()
GAMES: Mapping[str, AnyGame] = MappingProxyType({RED7.name: RED7})
