"""The tables' layouts as they came with the program, without the ones that are damaged."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.table.spec import Layout

_LOG: Final = logging.getLogger(__name__)


class ShippedLayouts:
    """Reads the layouts of a game when they are first asked for, or before, in any thread.

    box: the games that there are. asset: finds what came with the program.
    """

    def __init__(self, box: Box, asset: Callable[..., Path]) -> None:
        self._box = box
        self._asset = asset
        self._lock = threading.Lock()
        self._layouts: dict[str, tuple[Layout, ...]] = {}
        self._damaged: dict[str, tuple[str, ...]] = {}

    def load(self, game: str) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        """Give a game's layouts, and once, the names of the files that are left out.

        A table takes another of the same number of seats, in a shape that fits less well.
        """
        layouts = self._read(game)
        return layouts, self._damaged.pop(game, ())

    def read(self) -> None:
        """Read the layouts of all games."""
        for game in self._box:
            self._read(game)

    def _read(self, game: str) -> tuple[Layout, ...]:
        with self._lock:
            if game not in self._layouts:
                self._layouts[game], self._damaged[game] = self._files(self._box[game].face())
            return self._layouts[game]

    def _files(self, face: AnyFace) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        from red7_desktop.table.layout import load_layout
        from red7_desktop.table.spec import LayoutError

        layouts: list[Layout] = []
        damaged: list[str] = []
        for path in sorted(face.layouts(self._asset).glob("*.tmx")):
            try:
                layouts.append(load_layout(path, face.zone_kinds))
            except LayoutError as error:
                _LOG.warning("a layout is left out: %s", error)
                damaged.append(path.name)
        return tuple(layouts), tuple(damaged)
