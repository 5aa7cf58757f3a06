"""The sign of a seat: a face or an initial in a ring of the seat's colour, crowned in the lead."""

from __future__ import annotations

from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.seats.portraits import portrait
from red7_desktop.kit.language.seat_words import SeatSign
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.tabletop.zones import SEAT_LETTERS

_CROWN: Final = 0.48
"""The crown's side as a part of the disc's width."""

_EDGE: Final = 0.05
"""The least room beside letters, as a part of the disc's width."""

_FACE: Final = 0.86
"""A portrait's side as a part of the disc's width."""


class Avatar(Part[SeatSign]):
    """A disc as wide as its box, which is a square."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._letter = RunsLabel(look, "", "hud_initial", align=Align.CENTRE)
        self._face = Node(name="portrait")
        self._crown = Node(name="crown")
        self.add(self._letter, self._face, self._crown)

    def compose(self, value: SeatSign) -> None:
        """Draw the ring in the seat's colour."""
        theme, side = self.look.theme, self.size.w
        colour = theme.swatch("seats", SEAT_LETTERS[value.seat])
        fill = theme.colour("avatar").mixed(colour, 0.10)
        self.picture = BoxPicture(fill, side / 2, colour, max(2.0, side * 0.055))
        self._face.picture = portrait(value.portrait)
        self._face.visible = self._face.picture is not None
        face = side * _FACE
        self._face.size = Size(face, face)
        self._face.position = Vec((side - face) / 2, (side - face) / 2)
        self._letter.visible = not self._face.visible
        letter = (Span(value.initial, colour=colour),)
        inner = Rect(_EDGE * side, 0.0, (1.0 - 2 * _EDGE) * side, side)
        self._letter.write(letter, inner)
        crown = side * _CROWN
        self._crown.visible = value.is_leading
        self._crown.picture = build_icon("crown", theme.colour("accent"))
        self._crown.size = Size(crown, crown)
        self._crown.position = Vec((side - crown) / 2, -crown * 0.76)
