"""A zone on the screen: the place where cards lie and are dropped."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import Final

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.table.arrange import Placement, Style, arrange, find_insertion_index
from red7_desktop.table.card_node import CardNode, CardPose, MarkLayer, build_pose
from red7_desktop.table.looks import MarkLook
from red7_desktop.table.parting import make_room_at
from red7_desktop.table.spec import Layout, LayoutError, ZoneSpec
from red7_desktop.tabletop.zones import Face, place_name, zone_of

_GROWTH: Final = 0.07
"""A card that has risen may have grown, and wear a frame: this part of its height, at its top."""


_NARROW, _SHARE = 48.0, 0.5
"""The width of a gap beside which cards can still be clicked, and how much of the way from card to
card it has at most."""


_LINES: Final = frozenset({"row", "fan"})
"""The arrangements in which cards lie side by side."""


class GapNode(Node):
    """A place in a zone where the held card may be put in; lies above the cards beside it.

    zone: its id. place: before which of its cards.
    """

    def __init__(self, zone: str, place: int, area: Rect) -> None:
        super().__init__(
            name=f"gap {place_name(zone, place)}",
            position=area.position,
            size=area.size,
            interactive=True,
            focusable=True,
        )
        self.zone = zone
        self.place = place
        self._inside = Node(name="inside", size=area.size)
        self._marks = MarkLayer(self._inside)
        self.add(self._inside)

    def mark(self, styles: Iterable[tuple[str, MarkLook]], aside: float = 0.0) -> None:
        """Carry exactly these marks, so far to the right of the gap's own place."""
        self._inside.position = Vec(aside, 0.0)
        self._marks.set(styles)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the marks that the gap carries."""
        return self._marks.names


class ZoneNode(Node):
    """One zone that holds cards; its box is the layout's rectangle.

    id: the zone's id in snapshots.  card: the size of its cards.
    """

    def __init__(self, zone_id: str, layout: Layout, spec: ZoneSpec) -> None:
        super().__init__(
            name=f"zone {zone_id}",
            position=spec.area.position,
            size=spec.area.size,
            interactive=True,
        )
        self.id = zone_id
        self.spec = spec
        self.card: Size = layout.card_size(spec)
        self._style = spec.style or Style()
        self._marks = MarkLayer(self)
        self._layout = layout
        self._close: frozenset[int] = frozenset()
        self._placements: dict[int, tuple[Placement, ...]] = {}
        self._rooms: dict[int, tuple[float, ...]] = {}

    @property
    def is_pile(self) -> bool:
        """Whether the top card stands for all."""
        return self._style.arrangement == "stack"

    def draw_together(self, close: frozenset[int]) -> None:
        """Let exactly the cards at these places keep close to their left neighbours."""
        if close != self._close:
            self._close = close
            self._placements.clear()
            self._rooms.clear()

    def placements(self, count: int) -> tuple[Placement, ...]:
        """Give where `count` cards lie, in the layout's units."""
        if count not in self._placements:
            area, card = self.spec.area, self.card
            self._placements[count] = arrange(area, card, count, self._style, self._close)
        return self._placements[count]

    def poses_behind(self, count: int, cards: Sequence[CardNode]) -> dict[CardNode, CardPose]:
        """Give where cards of any size would lie behind `count` others."""
        places = self.placements(count + len(cards))[count:]
        return {
            card: build_pose(place._replace(scale=place.scale * self.card.w / card.size.w), ())
            for card, place in zip(cards, places, strict=True)
        }

    def parted(self, count: int, place: int) -> tuple[Placement, ...]:
        """Give where `count` cards lie that make room, inside the zone, for one before a place."""
        places, area = self.placements(count), self.spec.area
        half = self.card.w / 2 * min([each.scale for each in places], default=1.0)
        return make_room_at(places, place, self.card.w, (area.left + half, area.right - half))

    def moved_aside(self, count: int, gap: int, place: int) -> float:
        """Tell how far a gap lies aside while `count` cards make room before a place."""
        before, now = self.placements(count), self.parted(count, place)
        beside = [now[nth].x - before[nth].x for nth in (gap - 1, gap) if 0 <= nth < count]
        return sum(beside) / len(beside) if beside else 0.0

    def rooms(self, count: int) -> tuple[float, ...]:
        """Give how far each of `count` cards may rise: words above it stay clear."""
        if count not in self._rooms:
            self._rooms[count] = tuple([self._room(place) for place in self.placements(count)])
        return self._rooms[count]

    def _room(self, place: Placement) -> float:
        size = self.card.scaled(place.scale)
        room = self._layout.room_above(Rect.centred(Vec(place.x, place.y), size))
        return max(0.0, room - _GROWTH * size.h)

    def index_at(self, point: Vec, count: int) -> int:
        """Tell before which of `count` cards one dropped at a point of the layout comes."""
        return find_insertion_index(self.placements(count), point, self._style)

    def gaps(self, count: int, *, is_narrow: bool = False) -> tuple[Rect, ...]:
        """Give the rectangles, in the layout's units, before, between and behind `count` cards.

        There are none where the cards do not lie side by side. is_narrow: the middles of the cards
        stay free.
        """
        if self._style.arrangement not in _LINES:
            return ()
        area, places = self.spec.area, self.placements(count)
        wide = self.card.w * (places[0].scale if places else 0.5)
        first, last = (places[0].x, places[-1].x) if places else (area.centre.x,) * 2
        inner = [place.x for place in places]
        edges = [max(area.left, first - wide), *inner, min(area.right, last + wide)]
        gaps = [Rect(left, area.y, right - left, area.h) for left, right in pairwise(edges)]
        if not is_narrow:
            return tuple(gaps)
        return tuple(
            Rect.centred(gap.centre, Size(min(_NARROW, gap.w * _SHARE), gap.h)) for gap in gaps
        )

    def face_shown(self, face: Face) -> Face:
        """Give what a card of this face shows here."""
        return None if self.spec.faces == "down" else face

    def mark(self, styles: Iterable[tuple[str, MarkLook]]) -> None:
        """Carry exactly these marks."""
        self._marks.set(styles)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the marks that the zone carries."""
        return self._marks.names


def make_zone_nodes(layout: Layout, viewer: int) -> dict[str, ZoneNode]:
    """Make a node for every zone that holds cards, by zone id, as one seat sees the table."""
    nodes = {}
    for spec in layout.zones:
        if spec.style is not None:
            zone_id = zone_id_of(spec, layout.seats, viewer)
            nodes[zone_id] = ZoneNode(zone_id, layout, spec)
    return nodes


def check_zones(zones: Iterable[str], known: Container[str], layout: Layout) -> None:
    """Raise LayoutError when the layout has no zone for one of these."""
    for zone in zones:
        if zone not in known:
            raise LayoutError(layout.where, f"has no zone that shows the cards of {zone!r}")


def zone_id_of(spec: ZoneSpec, seats: int, viewer: int) -> str:
    """Give the snapshot's id for a layout's zone, as one seat sees the table."""
    if spec.seat is None:
        return spec.kind
    return zone_of(spec.kind, (viewer + spec.seat) % seats)
