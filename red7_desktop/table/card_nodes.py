"""Cards and zones on the screen, and how they look."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.scene.animation import Animator
from red7_desktop.scene.geometry import CENTRE, LeftJoint, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Picture
from red7_desktop.scene.widgets.widget import put
from red7_desktop.table.arrange import (
    Placement,
    Style,
    arrange,
    find_insertion_index,
    make_room_at,
    split_lines,
)
from red7_desktop.table.layout import Layout, LayoutError, ZoneSpec
from red7_desktop.tabletop.game import Face, place_name, zone_of


@dataclass(frozen=True, slots=True)
class FramePlace:
    """The place of a mark: the whole card or zone, and a margin around it.

    wider: by how much it goes on to the right, over what lies there.
    """

    margin: float = 0.0
    wider: float = 0.0

    def __call__(self, size: Size) -> Rect:
        return Rect(0, 0, size.w + self.wider, size.h).inflated(self.margin)


@dataclass(frozen=True, slots=True)
class BelowEdge:
    """The place of a mark: a strip under the lower edge, shorter at both ends by `inset`."""

    gap: float
    height: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        return Rect(self.inset, size.h + self.gap, max(0.0, size.w - 2 * self.inset), self.height)


@dataclass(frozen=True, slots=True)
class TopEdge:
    """The place of a mark: a square whose middle is that of the upper edge."""

    side: float

    def __call__(self, size: Size) -> Rect:
        return Rect((size.w - self.side) / 2, -self.side / 2, self.side, self.side)


@dataclass(frozen=True, slots=True)
class Centre:
    """The place of a mark: an upright strip in the middle, shorter at both ends by `inset`."""

    width: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        high = max(0.0, size.h - 2 * self.inset)
        return Rect((size.w - self.width) / 2, self.inset, self.width, high)


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


HOVERED = "hovered"
FOCUSED = "focused"
HELD = "held"
TARGET = "target"
AIMED = "aimed"
GAP = "gap"
PICKED = "picked"
OWN_STYLES = frozenset({HOVERED, FOCUSED, HELD, TARGET, AIMED, GAP, PICKED})
"""The styles that the table sets itself: on the card under the pointer, on what has the focus, on
the card picked up, on the zones where it may go, on the one where it would go now, on the gap
between two cards that it would go into, and on the cards picked for a step of several."""
MarkLooks: TypeAlias = Mapping[str, MarkLook]

PLAIN_MARKS: MarkLooks = {
    HOVERED: MarkLook(lift=14),
    FOCUSED: MarkLook(lift=14, nearer=True),
    PICKED: MarkLook(lift=22),
    HELD: MarkLook(lift=22, zoom=1.05, straight=True, nearer=True),
}
"""The table's own styles as movement alone, without colours."""


@dataclass(frozen=True, slots=True)
class MotionTimes:
    """How long things take, in seconds.

    nearest, farthest: a card's way to a place next to it, and across the whole table.
    turn: turning a card over.  nudge: rising, leaning, making room.  stagger: between two cards
    that set off together.  fade: a card that appears or goes.
    glides: false lets cards fade in at their new place instead of travelling (reduced motion).
    """

    nearest: float = 0.16
    farthest: float = 0.24
    turn: float = 0.2
    nudge: float = 0.09
    stagger: float = 0.035
    fade: float = 0.12
    glides: bool = True

    @property
    def landing(self) -> float:
        if self.glides:
            return self.farthest
        return self.fade

    def of_way(self, part: float) -> float:
        """Return the time for a way that is a part, 0..1, of the longest on the table."""
        return self.nearest + (self.farthest - self.nearest) * min(max(part, 0.0), 1.0)


IN_THE_AIR = 1000.0
"""Added to the order of a card that travels, so that it passes over everything that lies."""


class CardPose(NamedTuple):
    """Where a card lies when it is at rest; see arrange.Placement."""

    position: Vec
    rotation: float
    scale: float
    z: float
    shown: bool


_ALOFT = 1.05
_TOUCHES = 0.06
"""How large a card is in the air, and the seconds in which it lands."""
_ARC: Final = 24.0
"""How high a card rises above the straight way when it is dealt."""
NOWHERE = CardPose(Vec(0, 0), 0.0, 1.0, 0.0, True)
_NEARER = 100.0
"""Added to the order of a card whose mark brings it nearer; more than any zone has cards."""


def build_pose(placement: Placement, looks: Iterable[MarkLook], room: float = inf) -> CardPose:
    """Return the pose of a card in a placement that carries marks; it rises up to `room`."""
    x, y, rotation, scale, order, shown = placement
    lift = 0.0
    nearer = False
    for look in looks:
        lift = max(lift, look.lift)
        scale = scale * look.zoom
        rotation = 0.0 if look.straight else rotation
        nearer = nearer or look.nearer
    rise = Vec(0.0, -min(lift, room)).turned(rotation)
    return CardPose(Vec(x, y) + rise, rotation, scale, order + _NEARER * nearer, shown)


def measure_hover_rise(styles: Iterable[tuple[str, MarkLook]], room: float = inf) -> float:
    """Return how much further the hover's mark alone makes a card rise, up to `room`.

    Its target must reach down as far again: else the card would rise away from under the pointer,
    fall back below it, and so on.
    """
    lifts = {style: min(look.lift, room) for style, look in styles}
    others = max((lift for style, lift in lifts.items() if style != HOVERED), default=0.0)
    return max(0.0, lifts.get(HOVERED, 0.0) - others)


class MarkedNode(Node):
    """A card, a gap or a zone, which wears marks: each is a node among the children of `wearer`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.wearer: Node = self
        self._looks: dict[str, MarkLook] = {}
        self._marks: dict[str, Node] = {}

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(self._looks)

    @property
    def crest(self) -> Node | None:
        edged = (name for name, look in self._looks.items() if isinstance(look.where, TopEdge))
        return next((self._marks[name] for name in edged), None)

    def mark(self, styles: Iterable[tuple[str, MarkLook]]) -> None:
        looks = dict(styles)
        if looks == self._looks:
            return
        self._looks = looks
        for name in set(self._marks) - set(looks):
            self._marks.pop(name).detach()
        self._fit_marks()

    def _fit_marks(self) -> None:
        for order, (name, look) in enumerate(self._looks.items(), start=1):
            if look.picture is None:
                continue
            node = self._marks.get(name)
            if node is None:
                node = self._marks[name] = Node(name=f"mark {name}")
                self.wearer.add(node)
            put(node, look.where(self.wearer.size), look.picture)
            if look.behind:
                node.z = -order
            else:
                node.z = order


class CardNode(MarkedNode):
    """One card: its box is the card's size in its zone, its picture a node inside.

    number: the table's own number for the card.  face: what the snapshot says, None for unknown.
    shown: the face that is shown, None for the back.  zone, nth: where it belongs.  pose: where it
    lies, or is on its way to.
    """

    def __init__(self, number: int, size: Size, picture: Picture) -> None:
        super().__init__(name=f"card {number}", size=size, anchor=CENTRE, interactive=True)
        self.number = number
        self.face: Face = None
        self.shown: Face = None
        self.zone = ""
        self.nth = 0
        self.pose = NOWHERE
        self._front = Node(name="front", anchor=CENTRE, picture=picture)
        self._coming = picture
        self.add(self._front)
        self._fit_front()

    # -- looks -----------------------------------------------------------------------------

    def resize(self, size: Size) -> None:
        """Become a card of another size, scaled so that it looks as large as before."""
        if size == self.size:
            return
        self.scale *= self.size.w / size.w
        self.size = size
        self._fit_front()
        self._fit_marks()

    def dress(self, picture: Picture) -> None:
        if self._front.picture == self._coming:
            self._front.picture = picture
        self._coming = picture

    def turn_over(self, animator: Animator, picture: Picture, seconds: float, delay: float) -> None:
        front = self._front
        self._coming = picture
        if front.flip != 1.0:
            delay = 0.0  # It is turning already and must not stop half way.
        animator.turn_over(front, self._show_coming, seconds, delay)

    def _show_coming(self) -> None:
        self._front.picture = self._coming

    @property
    def picture_shown(self) -> Picture | None:
        return self._front.picture

    # -- moving ----------------------------------------------------------------------------

    def go(
        self, animator: Animator, seconds: float, delay: float = 0.0, *, aloft: bool = False
    ) -> None:
        """Set off to the pose; what is there, or on its way there, is left alone.

        aloft: the card passes over the others until it lands.
        """
        pose = self.pose
        flies = aloft and animator.target(self, "position") != pose.position
        if flies:
            scale = pose.scale * _ALOFT
        else:
            scale = pose.scale
        for name, target in (("rotation", pose.rotation), ("scale", scale)):
            if animator.target(self, name) != target:
                animator.to(self, name, target, seconds, delay=delay)
        if flies:
            self.take_off()
            down = partial(self._touch_down, animator)
            animator.to(self, "position", pose.position, seconds, delay=delay, done=down)
        elif animator.target(self, "position") != pose.position:
            animator.to(self, "position", pose.position, seconds, delay=delay, done=self.land)
        if self.z < IN_THE_AIR or not animator.is_running(self, "position"):
            self.land()

    def _touch_down(self, animator: Animator) -> None:
        self.land()
        animator.to(self, "scale", self.pose.scale, _TOUCHES)

    def appear(self, animator: Animator, seconds: float, delay: float) -> None:
        self.snap(animator)
        self.alpha = 0.0
        animator.to(self, "alpha", 1.0, seconds, delay=delay, ease="linear")

    def take_off(self) -> None:
        self.z = IN_THE_AIR + self.pose.z
        self.visible = True

    def come_from(self, animator: Animator, start: CardPose, at: float, seconds: float) -> None:
        """Fly from somewhere else to the pose, and be seen from the moment of setting off."""
        self.take_off()
        self.visible = False
        animator.after(self, at, self.take_off)
        self.position = start.position
        self.rotation = start.rotation
        self.scale = start.scale
        for name, target in (("rotation", self.pose.rotation), ("scale", self.pose.scale)):
            animator.to(self, name, target, seconds, delay=at)
        animator.to(
            self, "position", self.pose.position, seconds, delay=at, arc=_ARC, done=self.land
        )

    def leave_picture(self) -> Node:
        """Return a picture of the card where it is now, which nothing can be done with."""
        return Node(
            name="ghost",
            anchor=CENTRE,
            picture=self.picture_shown,
            size=self.size,
            position=self.position,
            rotation=self.rotation,
            scale=self.scale,
            z=IN_THE_AIR + self.z,
        )

    def land(self) -> None:
        self.z = self.pose.z
        self.visible = self.pose.shown

    def snap(self, animator: Animator) -> None:
        """Be at rest: in the pose, right side up, wholly visible."""
        for thing in (self, self._front):
            animator.cancel(thing)
        self._front.flip = 1.0
        self._front.picture = self._coming
        self.position, self.rotation = self.pose.position, self.pose.rotation
        self.scale = self.pose.scale
        self.alpha = 1.0
        self.land()

    def vanish(self, animator: Animator, seconds: float) -> None:
        for thing in (self, self._front):
            animator.cancel(thing)
        self.interactive = self.focusable = self.draggable = False
        self.on_gesture = self.on_activate = self.on_focus = None
        animator.to(self, "alpha", 0.0, seconds, ease="linear", done=self.detach)

    def _fit_front(self) -> None:
        self._front.size = self.size
        self._front.position = self.box.centre


_GROWTH: Final = 0.07
"""A card that has risen may have grown, and wear a frame: this part of its height, at its top."""
_NARROW = 48.0
_SHARE = 0.5
"""The width of a gap beside which cards can still be clicked, and how much of the way from card to
card it has at most."""
_RING: Final = 22.0
"""The width of what the focus goes around in a gap."""
_LINES: Final = frozenset({"row", "fan"})
"""The arrangements in which cards lie side by side."""


class GapNode(MarkedNode):
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
        self._inside = self.wearer = Node(name="inside", size=area.size)
        self.add(self._inside)

    @property
    def reach(self) -> Rect:
        """Where it lies on the table while cards make room."""
        return Rect(*self.position, *self.size).moved(self._inside.position)

    @property
    def focus_box(self) -> Rect:
        middle = self.box.centre + self._inside.position
        return Rect.centred(middle, Size(min(_RING, self.size.w), self.size.h))

    def mark(self, styles: Iterable[tuple[str, MarkLook]], aside: float = 0.0) -> None:
        self._inside.position = Vec(aside, 0.0)
        super().mark(styles)


class ZoneNode(MarkedNode):
    """One zone that holds cards; its box is where a drop means it.

    id: the zone's id in snapshots.  card: the size of its cards.  reach: its box on the table.
    """

    def __init__(self, zone_id: str, layout: Layout, spec: ZoneSpec) -> None:
        self.reach = layout.reach(spec)
        super().__init__(
            name=f"zone {zone_id}",
            position=self.reach.position,
            size=self.reach.size,
            interactive=True,
        )
        self.id = zone_id
        self.spec = spec
        self.card: Size = layout.card_size(spec)
        self._style = spec.style or Style()
        self._layout = layout
        self._close: frozenset[int] = frozenset()
        self._placements: dict[int, tuple[Placement, ...]] = {}
        self._rooms: dict[int, tuple[float, ...]] = {}

    @property
    def is_pile(self) -> bool:
        return self._style.arrangement == "stack"

    def draw_together(self, close: frozenset[int]) -> None:
        if close != self._close:
            self._close = close
            self._placements.clear()
            self._rooms.clear()

    def placements(self, count: int) -> tuple[Placement, ...]:
        """Return where `count` cards lie, in the layout's units."""
        if count not in self._placements:
            area = self.spec.area
            card = self.card
            self._placements[count] = arrange(area, card, count, self._style, self._close)
        return self._placements[count]

    def poses_behind(self, count: int, cards: Sequence[CardNode]) -> dict[CardNode, CardPose]:
        """Return where cards of any size would lie behind `count` others."""
        places = self.placements(count + len(cards))[count:]
        return {
            card: build_pose(place._replace(scale=place.scale * self.card.w / card.size.w), ())
            for card, place in zip(cards, places, strict=True)
        }

    def parted(self, count: int, place: int) -> tuple[Placement, ...]:
        """Return where `count` cards lie that make room in the zone for one before a place."""
        places = self.placements(count)
        area = self.spec.area
        half = self.card.w / 2 * min([each.scale for each in places], default=1.0)
        return make_room_at(places, place, self.card.w, (area.left + half, area.right - half))

    def closed_up(self, away: Sequence[bool], carried: Sequence[bool]) -> tuple[Placement, ...]:
        """Return where cards lie that close up over those away; these keep their places.

        Nothing keeps close to one that is carried.
        """
        places = list(self.placements(len(away)))
        if not self.is_pile:
            here = [nth for nth, is_away in enumerate(away) if not is_away]
            close = [
                now for now, nth in enumerate(here) if nth in self._close and not carried[nth - 1]
            ]
            found = arrange(self.spec.area, self.card, len(here), self._style, close)
            for nth, place in zip(here, found, strict=True):
                places[nth] = place
        return tuple(places)

    def moved_aside(self, count: int, gap: int, place: int) -> float:
        """Return how far a gap lies aside while `count` cards make room before a place."""
        before = self.placements(count)
        now = self.parted(count, place)
        start, end = next((line for line in self._lines(count) if gap < line[1]), (0, count))
        beside = [now[nth].x - before[nth].x for nth in (gap - 1, gap) if start <= nth < end]
        if gap == place and len(beside) == 1:
            # The room at an end is as wide as a card, and the gap lay at the edge of the last one.
            wide = self.card.w * now[0].scale / 2
            return beside[0] + (wide if gap else -wide)
        if beside:
            return sum(beside) / len(beside)
        return 0.0

    def rooms(self, count: int) -> tuple[float, ...]:
        """Return how far each of `count` cards may rise: words above it stay clear."""
        if count not in self._rooms:
            self._rooms[count] = tuple([self._room(place) for place in self.placements(count)])
        return self._rooms[count]

    def _room(self, place: Placement) -> float:
        size = self.card.scaled(place.scale)
        room = self._layout.room_above(Rect.centred(Vec(place.x, place.y), size))
        return max(0.0, room - _GROWTH * size.h)

    def index_at(self, point: Vec, count: int) -> int:
        """Return before which of `count` cards one dropped at a point of the layout comes."""
        return find_insertion_index(self.placements(count), point, self._style)

    def _lines(self, count: int) -> list[tuple[int, int]]:
        if count == 0:
            return []
        return split_lines(self.placements(count))

    def gaps(self, count: int, *, is_narrow: bool = False) -> tuple[Rect, ...]:
        """Return the rectangles, in the layout's units, before, between and behind `count` cards.

        There are none where the cards do not lie side by side. is_narrow: the middles of the cards
        stay free.
        """
        if self._style.arrangement not in _LINES:
            return ()
        area = self.spec.area
        places = self.placements(count)
        wide = self.card.w * (places[0].scale if places else 0.5)
        if not places:
            middle = area.centre.x
            edges = [max(area.left, middle - wide), min(area.right, middle + wide)]
            gaps = [Rect(left, area.y, right - left, area.h) for left, right in pairwise(edges)]
        else:
            gaps = []
        lines = self._lines(count)
        for start, end in lines:
            inner = [place.x for place in places[start:end]]
            edges = [max(area.left, inner[0] - wide), *inner, min(area.right, inner[-1] + wide)]
            if len(lines) > 1:
                high = self.card.h * places[start].scale
                top = places[start].y - high / 2
            else:
                top, high = area.y, area.h
            found = [Rect(left, top, right - left, high) for left, right in pairwise(edges)]
            # A place between two lines has its gap before the first card of the second.
            gaps += found if end == count else found[:-1]
        if not is_narrow:
            return tuple(gaps)
        return tuple(
            Rect.centred(gap.centre, Size(min(_NARROW, gap.w * _SHARE), gap.h)) for gap in gaps
        )

    def face_shown(self, face: Face) -> Face:
        if self.spec.faces == "down":
            return None
        return face


def make_zone_nodes(layout: Layout, viewer: int) -> dict[str, ZoneNode]:
    """Make a node for every zone that holds cards, by zone id, as one seat sees the table."""
    nodes = {}
    for spec in layout.zones:
        if spec.style is not None:
            # The snapshot's id for the layout's zone, as the viewer sees the table.
            if spec.seat is None:
                seat = None
            else:
                seat = (viewer + spec.seat) % layout.seats
            if seat is None:
                zone_id = spec.kind
            else:
                zone_id = zone_of(spec.kind, seat)
            nodes[zone_id] = ZoneNode(zone_id, layout, spec)
    return nodes


def check_zones(zones: Iterable[str], known: Container[str], layout: Layout) -> None:
    """Raise LayoutError when the layout has no zone for one of these."""
    for zone in zones:
        if zone not in known:
            raise LayoutError(layout.where, f"has no zone that shows the cards of {zone!r}")
