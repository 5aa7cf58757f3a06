"""A row of small cards that overlap as far as they must to fit a width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from red7_desktop.kit.look.faces import CardArt
    from red7_desktop.tabletop.zones import Face

_GAP = 0.12
"""Between two cards that have room, in card widths."""


def build_mini_cards(
    faces: CardArt, cards: Sequence[Face], room: Rect, *, share: float = 0.0, most: float = 400.0
) -> list[Node]:
    """Give nodes of cards in a row inside a rectangle, as high as it is; each shows its corner.

    cards: faces, None for a back. share: where the row stands when the room is wider, 0 at the left
    to 1 at the right. most: no card is wider.
    """
    if not cards:
        return []
    width = min(room.h / faces.size(1.0).h, room.w, most)
    size = faces.size(width)
    step = width * (1 + _GAP)
    if len(cards) > 1:
        step = min(step, (room.w - width) / (len(cards) - 1))
    whole = width + step * (len(cards) - 1)
    left = room.x + (room.w - whole) * share
    top = room.y + (room.h - size.h) / 2
    return [
        Node(
            name=f"card {face}",
            picture=faces.picture(face, width),
            position=Vec(left + nth * step, top),
            size=size,
        )
        for nth, face in enumerate(cards)
    ]
