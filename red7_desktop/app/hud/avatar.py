"""The sign of a seat: its initial in a ring of the seat's colour, with a crown while it leads."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from red7_desktop.app.hud.ink import Ink
from red7_desktop.app.hud.part import Part
from red7_desktop.app.icons import icon
from red7_desktop.games.red7.steps import SEATS
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.run_lines import Span
from red7_desktop.scene.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_CROWN: Final = 0.48
"""The crown's side as a part of the disc's width."""


class Sign(NamedTuple):
    """What an avatar shows."""

    seat: int
    initial: str
    is_leading: bool


class Avatar(Part[Sign]):
    """A disc as wide as its box, which is a square."""

    def __init__(self, look: Look, ink: Ink, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._letter = RunsLabel(look, "", "hud_initial", align=Align.CENTRE, least=0.5)
        self._crown = Node(name="crown")
        self.add(self._letter, self._crown)

    def compose(self, value: Sign) -> None:
        """Draw the ring in the seat's colour."""
        theme, side = self.look.theme, self.size.w
        colour = theme.swatch("seats", SEATS[value.seat])
        fill = theme.colour("avatar").mixed(colour, 0.10)
        self.picture = BoxPicture(fill, side / 2, colour, max(2.0, side * 0.055))
        letter = (Span(value.initial, colour=colour),)
        self._letter.write(letter, Rect(0.0, 0.0, side, side))
        crown = side * _CROWN
        self._crown.visible = value.is_leading
        self._crown.picture = icon("crown", theme.colour("accent"))
        self._crown.size = Size(crown, crown)
        self._crown.position = Vec((side - crown) / 2, -crown * 0.76)
