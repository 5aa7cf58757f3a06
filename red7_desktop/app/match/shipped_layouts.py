"""The table's layouts as they came with the program, without the ones that are damaged."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.table.spec import Kinds, Layout

_LOG: Final = logging.getLogger(__name__)


class ShippedLayouts:
    """Reads the layouts of a folder when they are first asked for, or before, in any thread.

    kinds: gives the kinds of zones that a game's layouts have.
    """

    def __init__(self, folder: Path, kinds: Callable[[], Kinds]) -> None:
        self._folder = folder
        self._kinds = kinds
        self._lock = threading.Lock()
        self._layouts: tuple[Layout, ...] | None = None
        self._damaged: tuple[str, ...] = ()

    def load(self) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        """Give the layouts, and once, the names of the files that are left out.

        A table takes another of the same number of seats, in a shape that fits less well.
        """
        layouts = self.read()
        damaged, self._damaged = self._damaged, ()
        return layouts, damaged

    def read(self) -> tuple[Layout, ...]:
        """Give the layouts, which are read only once."""
        with self._lock:
            if self._layouts is None:
                self._layouts = self._read()
            return self._layouts

    def _read(self) -> tuple[Layout, ...]:
        from red7_desktop.table.layout import load_layout
        from red7_desktop.table.spec import LayoutError

        layouts: list[Layout] = []
        damaged: list[str] = []
        for path in sorted(self._folder.glob("*.tmx")):
            try:
                layouts.append(load_layout(path, self._kinds()))
            except LayoutError as error:
                _LOG.warning("a layout is left out: %s", error)
                damaged.append(path.name)
        self._damaged = tuple(damaged)
        return tuple(layouts)
