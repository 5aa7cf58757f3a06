"""What may lie below a table and drive it in the place of hands, as a timeline does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.hud.model import TableModel
    from red7_desktop.play.session import Change
    from red7_desktop.scene.geometry import Rect


class Foot:
    """Lies in `node`, across the window, below the table, which gives way to it; this one is empty.

    The table calls `attach` once, `height` and `settle` when anything about the layout has changed,
    `shown` when the table has, `handle` with every event before it looks at it itself, `tick` once
    a frame, and `closed` at the end.
    """

    def __init__(self, node: Node) -> None:
        self.node = node

    def attach(self, hud: Hud, relay: Callable[[], None]) -> None:
        """Hear of the table; `relay` has it laid out anew."""

    def height(self, width: float) -> float:
        """Tell how high it is in a width."""
        return 0.0

    def settle(self, visible: Rect) -> None:
        """Lie at the bottom of what the window shows, in the present look and words."""

    def shown(self, model: TableModel) -> TableModel:
        """Show the table as it is now; give what stands around the cards, with its own buttons."""
        return model

    def find(self, asked: str) -> Callable[[], object] | None:
        """Give what does what is asked for; None where it is not about this."""
        return None

    def handle(self, event: pygame.Event) -> bool:
        """Take an event."""
        return False

    def lets_hear(self, change: Change) -> bool:
        """Tell whether a change of the table is heard."""
        return True

    def tick(self, now: float) -> None:
        """Do what the time asks for."""

    @property
    def is_waiting(self) -> bool:
        """Whether `tick` has something to do soon."""
        return False

    def closed(self) -> None:
        """Stop what was started."""
