"""The card that the canvas starts with, which means Red: it lies under the pile."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from red7_desktop.games.red7.face.pictures.card_design import STARTER
from red7_desktop.kit.hud.ink import Ink
from red7_desktop.kit.hud.part import Part
from red7_desktop.scene.geometry import CENTRE, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look

_BURIED: Final = 4
"""Below so many cards nothing of it is to be seen."""


class Pile(NamedTuple):
    """How many cards lie on the starter, and the size of a card there."""

    cards: int
    card: Size


class Starter(Part[Pile]):
    """The starter card in the middle of the canvas's zone."""

    def __init__(self, look: Look, ink: Ink, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._card = Node(name="starter card", anchor=CENTRE)
        self.add(self._card)

    def compose(self, value: Pile) -> None:
        """Show the card while something of it can be seen."""
        self._card.visible = value.cards < _BURIED
        self._card.picture = self.ink.card_face(STARTER, value.card.w)
        self._card.size = value.card
        self._card.position = self.box.centre
