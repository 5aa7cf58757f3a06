"""What a game shows of itself on the title."""

from __future__ import annotations

from red7_desktop.scene.node import Node


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
