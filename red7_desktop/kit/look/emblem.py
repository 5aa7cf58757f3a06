"""What a game shows of itself on the title."""

from __future__ import annotations

from collections.abc import Callable

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.button import Button


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


class NamePlate(Emblem):
    """The emblem of a game that has no other: its name, which opens its rules."""

    def __init__(self, look: Look, room: Rect, words: str, on_press: Callable[[], None]) -> None:
        super().__init__(name="emblem")
        button = Button(look, words, on_press, name="name plate")
        place = Rect.centred(room.centre, Size(button.size.w, button.size.h))
        button.position = Vec(place.x, place.y)
        self.add(button)
