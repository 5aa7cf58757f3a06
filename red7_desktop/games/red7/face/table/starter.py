"""The card that the canvas starts with, which means Red: it lies under the pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.face.pictures.card_design import STARTER
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Meaning, Part
from red7_desktop.scene.geometry import CENTRE, NO_SIZE
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.table.spec import Layout, ZoneSpec

_BURIED: Final = 4
"""Below so many cards nothing of it is to be seen."""


class Starter(Part[int]):
    """The starter card in the middle of the canvas's zone, below so many cards."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._card = Node(name="starter card", anchor=CENTRE)
        self.add(self._card)
        self._card_size = NO_SIZE

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Lie in the canvas's zone, as large as its cards are."""
        self._card_size = layout.card_size(spec)
        super().settle(layout, spec)
        self.refresh()

    def compose(self, value: int) -> None:
        """Show the card while something of it can be seen."""
        self._card.visible = value < _BURIED
        self._card.picture = self.ink.card_face(STARTER, self._card_size.w, "full")
        self._card.size = self._card_size
        self._card.position = self.box.centre

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the canvas begins with."""
        told = texts("The canvas begins red: the highest card wins till somebody discards.")
        yield Meaning(self._card, told)
