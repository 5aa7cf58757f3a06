"""The table's layouts as they came with the program, without the ones that are damaged."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.table.spec import Layout

_LOG: Final = logging.getLogger(__name__)


class ShippedLayouts:
    """Reads the layouts of a folder when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._layouts: tuple[Layout, ...] | None = None

    def load(self) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        """Give the layouts, and once, the names of the files that are left out.

        A table takes another of the same number of seats, in a shape that fits less well.
        """
        if self._layouts is not None:
            return self._layouts, ()
        from red7_desktop.table.layout import load_layout
        from red7_desktop.table.spec import LayoutError

        layouts: list[Layout] = []
        damaged: list[str] = []
        for path in sorted(self._folder.glob("*.tmx")):
            try:
                layouts.append(load_layout(path))
            except LayoutError as error:
                _LOG.warning("a layout is left out: %s", error)
                damaged.append(path.name)
        self._layouts = tuple(layouts)
        return self._layouts, tuple(damaged)
