"""What the table is given to look like: card faces, marks on cards and zones, and its pace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeAlias

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.paint.pictures import Picture
from red7_desktop.tabletop.zones import Face


class CardPainter(Protocol):
    """Paints cards. The table knows no colours and no numbers, only these pictures."""

    def picture(self, face: Face, width: float) -> Picture:
        """Give the picture of a face, None for the back, for a card of a width in design units."""


@dataclass(frozen=True, slots=True)
class FramePlace:
    """The place of a mark: the whole card or zone, and a margin around it.

    wider: by how much it goes on to the right, over what lies there.
    """

    margin: float = 0.0
    wider: float = 0.0

    def __call__(self, size: Size) -> Rect:
        """Give the mark's box in the space of what it marks."""
        return Rect(0, 0, size.w + self.wider, size.h).inflated(self.margin)


@dataclass(frozen=True, slots=True)
class BelowEdge:
    """The place of a mark: a strip under the lower edge, shorter at both ends by `inset`."""

    gap: float
    height: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        """Give the mark's box in the space of what it marks."""
        return Rect(self.inset, size.h + self.gap, max(0.0, size.w - 2 * self.inset), self.height)


@dataclass(frozen=True, slots=True)
class TopEdge:
    """The place of a mark: a square whose middle is that of the upper edge."""

    side: float

    def __call__(self, size: Size) -> Rect:
        """Give the mark's box in the space of what it marks."""
        return Rect((size.w - self.side) / 2, -self.side / 2, self.side, self.side)


@dataclass(frozen=True, slots=True)
class Centre:
    """The place of a mark: an upright strip in the middle, shorter at both ends by `inset`."""

    width: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        """Give the mark's box in the space of what it marks."""
        high = max(0.0, size.h - 2 * self.inset)
        return Rect((size.w - self.width) / 2, self.inset, self.width, high)


@dataclass(frozen=True, slots=True)
class LeftJoint:
    """The place of a mark that joins a card to its left neighbour: a box around the left edge.

    All are parts of the card's sides, so that it grows with the card: the box's width and height
    of the card's width, and of its height, how far down the middle of the box lies. aside: how far
    it lies beyond the edge, of the width, where cards have a gap between them.
    """

    width: float
    height: float
    down: float = 0.5
    aside: float = 0.0

    def __call__(self, size: Size) -> Rect:
        """Give the mark's box in the space of what it marks."""
        box = Size(self.width * size.w, self.height * size.w)
        return Rect.centred(Vec(-self.aside * size.w, self.down * size.h), box)


@dataclass(frozen=True, slots=True)
class MarkLook:
    """How one style of mark shows; every part is optional.

    picture, where: what is drawn, and in which place.  behind: it lies under the card.
    lift: design units by which a card rises out of its zone's arrangement.  zoom: the factor by
    which it grows.  straight: it stops leaning.  nearer: it covers its neighbours (not for
    `hovered`, or the pointer could not go on to a neighbour in a crowded hand).  joins: cards that
    lie side by side have one picture around them all.  close: in a row the card keeps close to its
    left neighbour.
    """

    picture: Picture | None = None
    where: FramePlace | BelowEdge | TopEdge | Centre | LeftJoint = FramePlace()
    behind: bool = False
    lift: float = 0.0
    zoom: float = 1.0
    straight: bool = False
    nearer: bool = False
    joins: bool = False
    close: bool = False


HOVERED, FOCUSED, HELD, TARGET, AIMED = "hovered", "focused", "held", "target", "aimed"

GAP, PICKED = "gap", "picked"

OWN_STYLES = frozenset({HOVERED, FOCUSED, HELD, TARGET, AIMED, GAP, PICKED})
"""The styles that the table sets itself: on the card under the pointer, on what has the focus, on
the card picked up, on the zones where it may go, on the one where it would go now, on the gap
between two cards that it would go into, and on the cards picked for a step of several."""


MarkLooks: TypeAlias = Mapping[str, MarkLook]


PLAIN_MARKS: MarkLooks = MappingProxyType(
    {
        HOVERED: MarkLook(lift=14),
        FOCUSED: MarkLook(lift=14, nearer=True),
        PICKED: MarkLook(lift=22),
        HELD: MarkLook(lift=22, zoom=1.05, straight=True, nearer=True),
    }
)
"""The table's own styles as movement alone, without colours."""


@dataclass(frozen=True, slots=True)
class MotionTimes:
    """How long things take, in seconds.

    nearest, farthest: a card's way to a place next to it, and across the whole table.
    turn: turning a card over.  nudge: rising, leaning, making room.  stagger: between two cards
    that set off together.  fade: a card that appears or goes.
    glides: false lets cards fade in at their new place instead of travelling (reduced motion).
    """

    nearest: float = 0.22
    farthest: float = 0.32
    turn: float = 0.2
    nudge: float = 0.12
    stagger: float = 0.035
    fade: float = 0.12
    glides: bool = True

    def of_way(self, part: float) -> float:
        """Give the time for a way that is a part, 0..1, of the longest on the table."""
        return self.nearest + (self.farthest - self.nearest) * min(max(part, 0.0), 1.0)
