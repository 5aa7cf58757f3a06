"""What may drive a table besides hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from red7_desktop.kit.hud.part import Part, TextStyler
from red7_desktop.play.session import Change
from red7_desktop.scene import geometry, theme
from red7_desktop.scene.node import Node
from red7_desktop.tabletop.game import Zones

if TYPE_CHECKING:
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.table_model import Hint, TableModel
    from red7_desktop.table.table_view import TableView


class NextStep(NamedTuple):
    """What leads on from the end of a match that was played for something: words for a button."""

    words: str
    open: Callable[[], None]


class TableHandle(NamedTuple):
    """What a mode may ask of its table.

    view: its cards. relay: has it laid out anew. present: has what stands around the cards shown
    anew. hint: shows a hint, with its cards marked; None for none.
    """

    hud: Hud
    view: TableView
    relay: Callable[[], None]
    present: Callable[[], None]
    hint: Callable[[Hint | None], None]


class TableMode:
    """Lies in `node`, at an edge of the window that the table leaves to it; this one is empty.

    The table asks for its `panel` and calls `attach` once, `room` and `settle` when anything about
    the layout has changed, `shown` when the table has, `handle` with every event before it looks at
    it itself, `tick` once a frame, and `closed` at the end.
    """

    leave: Callable[[], None] | None = None
    """Leads away from the table, None where the title is next."""
    title = ""
    """What is on the table where no number of a deal says it: the menu tells it."""
    assists = True
    """Whether the table may tell which cards do what, where people want that."""
    menu: Sequence[tuple[str, str, Callable[[], None]]] = ()
    """Further lines of the menu: names of buttons, their words, and what they do."""
    around: TableHandle
    """What it may ask of its table, from `attach` on."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def panel(self, look: theme.Look, ink: TextStyler) -> Part[Any] | None:
        """Make what stands in the place of the viewer's panel; None for that itself.

        It is shown the panel of that name which `shown` gives.
        """
        return None

    def attach(self, around: TableHandle) -> None:
        self.around = around

    def opened(self) -> None:
        """Hear that the table is there."""

    def room(self, visible: geometry.Rect) -> geometry.Rect:
        return visible

    def settle(self, visible: geometry.Rect) -> None:
        """Lie at the edge of what the window shows, in the present look and words."""

    def shown(self, model: TableModel) -> TableModel:
        """Show the table as it is now; give what stands around the cards, with its own buttons."""
        return model

    def laid(self, zones: Zones) -> Zones:
        """Return which zones' cards lie on the table: those that it leaves uncovered."""
        return zones

    def find(self, asked: str) -> Callable[[], object] | None:
        """Return what does what is asked for; None where it is not about this."""
        return None

    def handle(self, event: pygame.Event) -> bool:
        return False

    def lets_hear(self, change: Change) -> bool:
        return True

    def tick(self, now: float) -> None:
        """Do what the time asks for."""

    @property
    def is_waiting(self) -> bool:
        """Whether `tick` has something to do soon."""
        return False

    def closed(self) -> None:
        """Stop what was started."""
