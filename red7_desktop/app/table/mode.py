"""Base class of modes: objects that adapt a table to a lesson, a puzzle, a replay and so on."""

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


class FollowUp(NamedTuple):
    """A button on the end page of a match that leads on, such as to the next lesson.

    Attributes:
        words: Title of the button.
        open: Called when the button is pressed.
        note: Line below the title, "" to leave it out.
        others: Further buttons: name, title and action of each.
        is_instead: Whether these buttons replace the button for a rematch.
        missed_goals: Sentence about goals that the match missed, "" to leave it out.
    """

    words: str
    open: Callable[[], None]
    note: str = ""
    others: tuple[tuple[str, str, Callable[[], None]], ...] = ()
    is_instead: bool = False
    missed_goals: str = ""


class TableHandle(NamedTuple):
    """Functions and parts of a table that the table passes to its mode.

    Attributes:
        hud: Everything around the cards: seats, buttons, title and messages.
        view: Draws the cards and their zones.
        relayout: Lays out the whole table again.
        present: Updates the HUD from the state of the match.
        hint: Shows a hint and marks its cards; None hides it.
    """

    hud: Hud
    view: TableView
    relayout: Callable[[], None]
    present: Callable[[], None]
    hint: Callable[[Hint | None], None]


class TableMode:
    """Adapts the table to a lesson, puzzle or replay. The methods of this base class do nothing.

    A mode can show its own panel, `node`, at an edge of the window: `room` returns the part of the
    window that the panel leaves for the table. The table calls:

    - `panel` and `attach` once, and `opened` when the table is shown,
    - `room` and `layout` when the layout changes,
    - `adapt_model` when the state of the match changes,
    - `handle` with every event, before its own handlers,
    - `tick` once a frame,
    - `closed` at the end.

    Attributes:
        node: The mode's own panel beside the table, such as the controls of a replay.
    """

    leave: Callable[[], None] | None = None
    """Function that leaves the table; None to return to the title screen."""
    title = ""
    """Line about the match in the table's menu. If "", the menu shows the number of the deal."""
    assists = True
    """Whether the table may give advice.

    False for a lesson or a puzzle: its goal differs from the game's, and advice would mislead the
    player or reveal the solution."""
    menu: Sequence[tuple[str, str, Callable[[], None]]] = ()
    """Further buttons of the table's menu: name of the node, title and action of each."""
    table_handle: TableHandle
    """Gives this mode access to the table's nodes, and to functions that update them. Set by
    `attach`."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def panel(self, look: theme.ResolvedTheme, ink: TextStyler) -> Part[Any] | None:
        """Return a widget that replaces the viewer's panel; None to keep the game's panel.

        The widget must draw the viewer's entry in `TableModel.panels`. The mode fills this entry in
        `adapt_model`.
        """
        return None

    def attach(self, table_handle: TableHandle) -> None:
        """Store the object through which the mode accesses and updates the table.

        Called once, before the table is shown.

        Args:
            table_handle: The table's nodes, and functions that update them.
        """
        self.table_handle = table_handle

    def opened(self) -> None:
        """Start the mode after the table is shown."""

    def room(self, visible: geometry.Rect) -> geometry.Rect:
        """Return the part of the window that is left for the table."""
        return visible

    def layout(self, visible: geometry.Rect) -> None:
        """Lay out `node` at the edge of the window, in the current theme and language."""

    def adapt_model(self, model: TableModel) -> TableModel:
        """Return the model that the table shows in place of `model`, such as with other buttons."""
        return model

    def adapt_zones(self, zones: Zones) -> Zones:
        """Return the zones that the table shows, with their cards. A mode can leave out zones."""
        return zones

    def find(self, asked: str) -> Callable[[], object] | None:
        """Return the action of a command; None if it isn't a command of this mode."""
        return None

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; return True to consume it."""
        return False

    def is_audible(self, change: Change) -> bool:
        """Whether the table plays the usual sounds of a change."""
        return True

    def tick(self, now: float) -> None:
        """Advance timers and animations."""

    @property
    def needs_tick(self) -> bool:
        """Whether the mode waits for a timer or a worker, so that `tick` must run every frame.

        If False, the program may sleep until the next input.
        """
        return False

    def closed(self) -> None:
        """Stop all activity, because the table closes."""


class OccasionMode(TableMode):
    """Table mode of a match that was started for a special occasion, such as a challenge.

    The title of the table is the name of the occasion. The title's tooltip and the menu explain the
    occasion.

    Args:
        occasion: Name of the occasion, for example "Challenge".
        meaning: Explanation, such as the goals of the match.
    """

    def __init__(self, occasion: str, meaning: str) -> None:
        super().__init__(Node(name="occasion"))
        self._occasion = occasion
        self._meaning = meaning
        self.title = f"{occasion}. {meaning}"

    def adapt_model(self, model: TableModel) -> TableModel:
        return model.with_occasion(self._occasion, self._meaning)
