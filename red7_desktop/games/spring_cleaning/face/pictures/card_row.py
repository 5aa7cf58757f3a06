"""A row of cards in order, clips between those that hang together, wider gaps between blocks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.pictures.clips import (
    SEAM,
    clip_picture,
    find_clip_between,
)
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from red7_desktop.kit.look.faces import CardArt

CLOSE: Final = 0.02

APART: Final = 0.17
"""Between two cards that hang together, and two that do not, in card widths."""


def measure_row_width(cards: Sequence[int], *, has_clips: bool = True) -> float:
    """Tell how wide a row is, in card widths.

    >>> round(width_of((3, 3, 5)), 2)
    3.19
    """
    return len(cards) + sum(_measure_gaps(cards, has_clips))


def build_card_row(
    faces: CardArt,
    cards: Sequence[int],
    width: float,
    *,
    lit: Collection[int] = (),
    has_clips: bool = True,
) -> list[Node]:
    """Give a node for each card, so wide, from (0, 0) on, each with its clip on it.

    cards: numbers, 0 for a back. lit: places of cards whose clips are lit, on both sides.
    """
    nodes: list[Node] = []
    x = 0.0
    for place, (card, gap) in enumerate(
        zip(cards, (0.0, *_measure_gaps(cards, has_clips)), strict=True)
    ):
        x += gap * width
        face = str(card) if card else None
        node = Node(
            name=f"card {face or 'back'}",
            size=faces.size(width),
            position=Vec(x, 0.0),
            # Clips lie where a full face has its band.
            picture=faces.picture(face, width, "small" if has_clips else ""),
        )
        kind = find_clip_between(cards[place - 1], card) if place and has_clips else None
        if kind:
            box = SEAM(node.size)
            is_lit = place in lit or place - 1 in lit
            picture = clip_picture(kind, is_lit=is_lit)
            node.add(Node(name="clip", position=box.position, size=box.size, picture=picture))
        nodes.append(node)
        x += width
    return nodes


def _measure_gaps(cards: Sequence[int], has_clips: bool) -> list[float]:
    if not has_clips:
        return [0.6 * APART] * (len(cards) - 1)
    return [CLOSE if find_clip_between(left, right) else APART for left, right in pairwise(cards)]
