"""What lies open above a table, so that another one can open it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.pages import TablePages

PageOpener: TypeAlias = "Callable[[TablePages], object]"
"""How to open a page."""


class OpenPages(NamedTuple):
    """What lies open above a table, so that another one can open it again.

    told: the revision of the end of a round or match that was told last. pages: how to open each,
    from the lowest, and the name of what has the focus there. focus: that of what has it at the
    table itself.
    """

    told: int | None = None
    pages: tuple[tuple[PageOpener, str], ...] = ()
    focus: str = ""
