"""A mode drives a table besides the player's hands, as a lesson, a puzzle or a replay does."""

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
    """A button on the end page of a match that leads on, as to the next lesson.

    Attributes:
        words: Title of the button.
        open: What it does.
        note: A line below the title, "" for none.
        others: Further buttons, each with a name, its title, and what it does.
        is_instead: Whether all of this stands in place of a rematch.
    """

    words: str
    open: Callable[[], None]
    note: str = ""
    others: tuple[tuple[str, str, Callable[[], None]], ...] = ()
    is_instead: bool = False


class TableHandle(NamedTuple):
    """What a mode can do with its table.

    Attributes:
        hud: Everything around the cards.
        view: The cards.
        relay: Lays out the whole table again.
        present: Shows everything around the cards again.
        hint: Shows a hint and marks its cards; None hides it.
    """

    hud: Hud
    view: TableView
    relay: Callable[[], None]
    present: Callable[[], None]
    hint: Callable[[Hint | None], None]


class TableMode:
    """Drives a table; this one does nothing.

    `node` lies at an edge of the window, where the table leaves room for it. The table calls
    `panel` and `attach` once, `room` and `settle` when the layout changes, `shown` when
    the table changes, `handle` with every event before it looks at it itself, `tick` once a
    frame, and `closed` at the end.

    Attributes:
        node: Everything that the mode shows outside the table.
    """

    leave: Callable[[], None] | None = None
    """Leaves the table. None if the title comes next."""
    title = ""
    """What the table is about, for the menu; "" if the number of the deal says it."""
    assists = True
    """Whether the table may give advice. A lesson or a puzzle says no: its goal is not the game's,
    and nothing may lead away from it or give the way away."""
    menu: Sequence[tuple[str, str, Callable[[], None]]] = ()
    """Further lines of the menu: the name of a button, its words, and what it does."""
    around: TableHandle
    """The table, from `attach` on."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def panel(self, look: theme.ResolvedTheme, ink: TextStyler) -> Part[Any] | None:
        """Make a part that takes the place of the viewer's panel; None keeps that.

        It shows the panel of that name in the model that `shown` returns.
        """
        return None

    def attach(self, around: TableHandle) -> None:
        """Take over the table."""
        self.around = around

    def opened(self) -> None:
        """Begin: the table is shown."""

    def room(self, visible: geometry.Rect) -> geometry.Rect:
        """Return the part of the window that the table gets."""
        return visible

    def settle(self, visible: geometry.Rect) -> None:
        """Lay `node` out at the edge of the window, in the present look and language."""

    def shown(self, model: TableModel) -> TableModel:
        """Return the model that the table shows, as with other buttons."""
        return model

    def laid(self, zones: Zones) -> Zones:
        """Return the zones whose cards lie on the table, without those that the mode covers."""
        return zones

    def find(self, asked: str) -> Callable[[], object] | None:
        """Return what carries out a command; None if the command isn't the mode's."""
        return None

    def handle(self, event: pygame.Event) -> bool:
        """Take an event. Return whether nobody else gets it."""
        return False

    def lets_hear(self, change: Change) -> bool:
        """Whether a change has its usual sounds."""
        return True

    def tick(self, now: float) -> None:
        """Advance timers and animations."""

    @property
    def is_waiting(self) -> bool:
        """Whether `tick` has something to do soon."""
        return False

    def closed(self) -> None:
        """Stop what was started: the table closes."""
