"""The title's row: six cards with clips in the light of a window, one block of them raised."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.pictures.card_row import (
    build_card_row,
    measure_row_width,
)
from red7_desktop.games.spring_cleaning.face.pictures.window_light import build_window_light
from red7_desktop.kit.look.emblem import RISE, CardEmblem, find_caption_room
from red7_desktop.kit.pages.rules_blocks import OVERVIEW
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.geometry import Rect

ROW: Final = (3, 3, 4, 5, 6, 8)


BLOCKS: Final = (range(2), range(1, 5), range(5, 6))
"""The cards of the row that make a play, each."""


_LARGEST: Final = 190.0

_ROW_HEIGHT: Final = 1.4 + 0.5
"""How much height the row needs with what rises above it, in card widths."""

_LIFT: Final = 0.2

_STAGGER: Final = 0.07

_LIGHT: Final = Size(8.2, 3.9)
"""The size of the light behind the row, in card widths."""


def list_captions(texts: Texts) -> tuple[str, ...]:
    """Say what each block is."""
    return (
        texts("Equal numbers side by side are a set."),
        texts("Numbers that rise by one are a run."),
        texts("A card alone is the weakest play."),
    )


class TitleRow(CardEmblem):
    """The row in a room of the window; a click on a card opens the rules."""

    def __init__(self, kit: Ui, room: Rect, show_rules: Callable[[str], None]) -> None:
        super().__init__(kit, BLOCKS, _STAGGER, name="row of cards")
        self._show_rules = show_rules
        self._lay_out(room)
        self._raise(1, glide=False)

    def deal(self) -> None:
        """Hide the cards, and the light, which comes with the second: it takes time to paint."""
        super().deal()
        self._light.visible = False

    def _bring_in(self, place: int) -> None:
        card, coming = self._cards[place], [self._cards[place]]
        if place == 1:
            coming.append(self._light)
        for node in coming:
            node.visible = True
        if self._moves:
            animator, goal = self._kit.stage.animator, card.position
            card.position = goal + Vec(0.6 * self._width, 0.0)
            animator.to(card, "position", goal, RISE)
            for node in coming:
                node.alpha = 0.0
                animator.to(node, "alpha", 1.0, RISE / 2)

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self, room: Rect) -> None:
        theme, faces = self._kit.stage.look.theme, self._kit.faces
        inner = room.inflated(-theme.sizes.safe_margin)
        words = find_caption_room(self._kit.stage.look, inner.h, 90.0, _ROW_HEIGHT)
        wide = measure_row_width(ROW)
        self._width = max(40.0, min(inner.w / wide, (inner.h - words) / _ROW_HEIGHT, _LARGEST))
        high = faces.size(self._width).h
        left = inner.centre.x - wide * self._width / 2
        top = inner.centre.y - (high + words) / 2
        self._light = Node(
            name="light",
            size=_LIGHT.scaled(self._width),
            anchor=CENTRE,
            position=Vec(inner.centre.x, top + high / 2),
            picture=build_window_light(),
        )
        self._cards = build_card_row(faces, ROW, self._width)
        for place, card in enumerate(self._cards):
            self._listen(place, partial(self._show_rules, OVERVIEW))
            card.position = Vec(left + card.position.x, top)
        self._homes = [card.position for card in self._cards]
        self._lifts = [Vec(0.0, -_LIFT * self._width)] * len(ROW)
        self._room = inner.w
        y = top + high + 0.3 * self._width + words / 3
        self._caption = Node(name="caption", position=Vec(inner.centre.x, y), visible=words > 0)
        self.add(self._light, *self._cards, self._caption)

    def _show(self, part: int) -> tuple[Node, ...]:
        label = Label(self._kit.stage.look, list_captions(self._kit.texts)[part], "heading")
        label.position = Vec(-label.size.w / 2, 0.0)
        return (label,) if label.size.w <= self._room else ()
