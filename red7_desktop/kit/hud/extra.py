"""What a game alone has above its table, shown and put away by a button and a key of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.hud.tools import Tool


class ExtraPanel(ABC):
    """Something that lies in `node`, above the table; `tool` is its button.

    The table calls `handle` with every event first, `tick` once a frame, `refresh` when it has
    changed, `resized` when window, theme, words or cards have, and `close` before a page opens.
    """

    def __init__(self, tool: Tool, node: Node) -> None:
        self.tool = tool
        self.node = node

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether it is to be seen."""

    @abstractmethod
    def toggle(self) -> None:
        """Open or close it, as its button does."""

    @abstractmethod
    def close(self) -> None:
        """Take it away."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the table as it is now."""

    @abstractmethod
    def resized(self) -> None:
        """Fit into the window, with the words and cards of now."""

    def handle(self, event: pygame.Event) -> bool:
        """Take an event; True for one that was about this."""
        return False

    @abstractmethod
    def tick(self, now: float) -> None:
        """Do what the time asks for."""
