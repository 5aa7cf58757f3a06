"""What a game shows of itself on the title."""

from __future__ import annotations

from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look


class Emblem(Node):
    """Lies in a room of the window; what moves in it asks for `tick`."""

    def set_motion(self, moves: bool) -> None:
        """Let it move by itself, or leave that to the person."""

    @property
    def is_moving(self) -> bool:
        """Whether anything in it comes or goes without anybody's doing."""
        return False

    def deal(self) -> None:
        """Come in, the first time that the title is shown."""

    def tick(self, now: float) -> None:
        """Do what the time asks for; `now` in seconds from the stage's clock."""


def caption_room(look: Look, height: float, wanted: float, high: float) -> float:
    """Give the room for words below an emblem's cards; 0 where these would be too small to hit.

    height: that there is. wanted: by the words, at the theme's zoom 1. high: how much room the
    cards need, in card widths.
    """
    room = wanted * look.theme.zoom
    return room if (height - room) / high >= look.theme.sizes.target else 0.0
