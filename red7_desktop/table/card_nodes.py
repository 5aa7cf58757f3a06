"""Nodes for cards, zones and gaps, and the marks drawn on them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.scene.animation import Animator
from red7_desktop.scene.geometry import CENTRE, JoinMarkPosition, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Picture
from red7_desktop.scene.popups import FORBIDDEN_WEIGHT
from red7_desktop.scene.widgets.widget import put
from red7_desktop.table.arrange import (
    Arrangement,
    Placement,
    arrange,
    bounds_of,
    find_insertion_index,
    make_room_at,
    split_lines,
)
from red7_desktop.table.layout import Layout, LayoutError, ZoneSpec
from red7_desktop.tabletop.game import Face, card_name, zone_of


@dataclass(frozen=True, slots=True)
class FramePosition:
    """A mark's position: the whole card or zone, plus a margin.

    Attributes:
        margin: Margin on each side.
        wider: Additional width at the right, to cover neighbouring cards.
    """

    margin: float = 0.0
    wider: float = 0.0

    def __call__(self, size: Size) -> Rect:
        return Rect(0, 0, size.w + self.wider, size.h).inflated(self.margin)


@dataclass(frozen=True, slots=True)
class BelowEdge:
    """A mark's position: a horizontal strip below the card.

    Attributes:
        gap: Distance below the card's lower edge.
        height: Height of the strip.
        inset: Length by which the strip is shorter than the card at each end.
    """

    gap: float
    height: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        return Rect(self.inset, size.h + self.gap, max(0.0, size.w - 2 * self.inset), self.height)


@dataclass(frozen=True, slots=True)
class TopEdge:
    """A mark's position: a square whose centre is the middle of the card's upper edge."""

    side: float

    def __call__(self, size: Size) -> Rect:
        return Rect((size.w - self.side) / 2, -self.side / 2, self.side, self.side)


@dataclass(frozen=True, slots=True)
class Centre:
    """A mark's position: a vertical strip in the middle of the card.

    Attributes:
        width: Width of the strip.
        inset: Distance from the card's upper and lower edges.
    """

    width: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        height = max(0.0, size.h - 2 * self.inset)
        return Rect((size.w - self.width) / 2, self.inset, self.width, height)


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """The appearance of a mark and its effect on a card; all parts are optional.

    Attributes:
        picture: Picture of the mark, or None.
        where: Computes the mark's rectangle from the size of the card or zone.
        behind: Whether it is drawn below the card.
        frames: Whether it is a frame. Of several frames, a card or zone shows only the one drawn
            last.
        lift: Design units by which the card rises from its position.
        zoom: Scale factor of the card.
        straight: Whether the card isn't rotated.
        nearer: Whether the card is drawn above its neighbours. The style `HOVERED` doesn't use
            this: in a crowded hand the hovered card would cover a neighbour completely, and the
            pointer couldn't reach it any more.
        joins: Whether neighbouring cards with the mark share one picture around all of them.
        close: Whether the card stays close to its left neighbour in a row.
    """

    picture: Picture | None = None
    where: FramePosition | BelowEdge | TopEdge | Centre | JoinMarkPosition = FramePosition()
    behind: bool = False
    frames: bool = False
    lift: float = 0.0
    zoom: float = 1.0
    straight: bool = False
    nearer: bool = False
    joins: bool = False
    close: bool = False


HOVERED = "hovered"
"""Name of the mark style of the card under the pointer."""
FOCUSED = "focused"
"""Name of the mark style of the card that has the keyboard focus."""
HELD = "held"
"""Name of the mark style of the card that is dragged or picked up by keys."""
TARGET = "target"
"""Name of the mark style of the zones where the held card may be dropped."""
AIMED = "aimed"
"""Name of the mark style of the zone where the held card would be dropped now."""
GAP = "gap"
"""Name of the mark style of the gap between two cards where the held card would be dropped now."""
PICKED = "picked"
"""Name of the mark style of the cards that are picked for a multi-card step."""
RINGED = "ringed"
"""Name of the mark style of the card or zone around which the focus ring is drawn.

The ring is drawn separately, so the style has no picture. The style still counts as a frame that
replaces all other frames of the card or zone, so that no frame is drawn inside the ring."""
OWN_STYLES = frozenset({HOVERED, FOCUSED, HELD, TARGET, AIMED, GAP, PICKED, RINGED})
"""Names of the mark styles that the table sets itself. All others are set by a game's view."""
MarkStyles: TypeAlias = Mapping[str, MarkStyle]

PLAIN_MARKS: MarkStyles = {
    HOVERED: MarkStyle(lift=14),
    FOCUSED: MarkStyle(lift=14, nearer=True),
    PICKED: MarkStyle(lift=22),
    HELD: MarkStyle(lift=22, zoom=1.05, straight=True, nearer=True),
}
"""Default appearance of the styles that move a card, such as a hovered one: it rises, and some make
it larger or upright. These styles have no picture."""


@dataclass(frozen=True, slots=True)
class MotionTimes:
    """Durations of movements, in seconds.

    Attributes:
        nearest: Shortest flight of a card, to a neighbouring position.
        farthest: Longest flight, across the whole table.
        turn: Turning a card over.
        nudge: Small movements such as rising or making room.
        stagger: Delay from the start of one card's movement to the start of the next card's, if a
            step moves several cards.
        fade: Appearing or disappearing.
        glides: False if cards fade in at new positions instead of flying (reduced motion).
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

    def compute_duration(self, part: float) -> float:
        """Return the duration in seconds of a card's flight.

        Args:
            part: Distance as a share of the table's diagonal, 0 to 1.
        """
        return self.nearest + (self.farthest - self.nearest) * min(max(part, 0.0), 1.0)


FLYING_Z = 1000.0
"""Added to the z of a flying card, so that it is drawn above resting ones."""


class CardPose(NamedTuple):
    """Position and appearance of a card at rest, with the effects of its marks.

    Attributes:
        position: Centre, in the layout's units.
        rotation: Degrees clockwise.
        scale: Scale factor of the card.
        z: Drawing order; a card with a higher value covers others.
        shown: False for a card inside a pile that isn't drawn.
    """

    position: Vec
    rotation: float
    scale: float
    z: float
    shown: bool


_FLYING_SCALE = 1.05
"""Factor by which a card is enlarged while it flies."""
_LANDING_SECONDS = 0.06
"""Seconds in which a flying card lands."""
_ARC: Final = 24.0
"""Height, in design units, of the curve on which cards fly from the deck when they are dealt."""
NO_POSE = CardPose(Vec(0, 0), 0.0, 1.0, 0.0, True)
_NEARER_Z = 100.0
"""Added to the z of a card with a `nearer` mark; larger than the number of cards in a zone."""


def build_pose(placement: Placement, looks: Iterable[MarkStyle], room: float = inf) -> CardPose:
    """Return the pose of a card at a placement, changed by its marks.

    Args:
        placement: The placement.
        looks: Styles of the card's marks, which may lift, enlarge and straighten the card.
        room: Largest length by which it may rise.
    """
    x, y, rotation, scale, order, shown = placement
    lift = 0.0
    nearer = False
    for look in looks:
        lift = max(lift, look.lift)
        scale = scale * look.zoom
        rotation = 0.0 if look.straight else rotation
        nearer = nearer or look.nearer
    rise = Vec(0.0, -min(lift, room)).rotated(rotation)
    return CardPose(Vec(x, y) + rise, rotation, scale, order + _NEARER_Z * nearer, shown)


def measure_hover_rise(styles: Iterable[tuple[str, MarkStyle]], room: float = inf) -> float:
    """Return by how much hovering raises a card, beyond the rise that its other styles cause.

    The area that reacts to the pointer is extended downwards by this length. Otherwise the card
    would rise away from the pointer, fall back, and flicker.

    Args:
        styles: The card's styles, with that of a hovered card.
        room: Upper limit of the card's whole rise.
    """
    lifts = {style: min(look.lift, room) for style, look in styles}
    others = max((lift for style, lift in lifts.items() if style != HOVERED), default=0.0)
    return max(0.0, lifts.get(HOVERED, 0.0) - others)


class MarkedNode(Node):
    """A node on which marks can be drawn: a card, gap or zone.

    Attributes:
        wearer: The node to which the marks are added as children; by default this node.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.wearer: Node = self
        self._looks: dict[str, MarkStyle] = {}
        self._marks: dict[str, Node] = {}

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(self._looks)

    @property
    def overlay_child(self) -> Node | None:
        edged = (name for name, look in self._looks.items() if isinstance(look.where, TopEdge))
        return next((self._marks[name] for name in edged), None)

    def mark(self, styles: Iterable[tuple[str, MarkStyle]]) -> None:
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
                if name in self._marks:
                    self._marks.pop(name).detach()
                continue
            node = self._marks.get(name)
            if node is None:
                node = self._marks[name] = Node(name=f"mark {name}")
                self.wearer.add(node)
            put(node, self._place_mark(look), look.picture)
            if look.behind:
                node.z = -order
            else:
                node.z = order

    def _place_mark(self, look: MarkStyle) -> Rect:
        return look.where(self.wearer.size)


class CardNode(MarkedNode):
    """One card; its box has the size of the zone's cards, its picture is a child.

    Attributes:
        number: Number by which the table identifies the card.
        face: Text form in the snapshot, None if unknown.
        shown: Text form that is shown, None for the back.
        zone: Id of its zone.
        index: Index in the zone.
        pose: Resting position; the card may still be flying to it.
    """

    def __init__(self, number: int, size: Size, picture: Picture) -> None:
        super().__init__(name=f"card {number}", size=size, anchor=CENTRE, interactive=True)
        self.number = number
        self.face: Face = None
        self.shown: Face = None
        self.zone = ""
        self.index = 0
        self.pose = NO_POSE
        self._front = Node(name="front", anchor=CENTRE, picture=picture)
        self._next_picture = picture
        self.add(self._front)
        self._fit_front()

    @property
    def resting_area(self) -> Rect:
        """Bounding box of the card at its resting position, in the layout's units."""
        pose = self.pose
        placement = Placement(pose.position.x, pose.position.y, pose.rotation, pose.scale)
        return bounds_of(placement, self.size)

    # -- appearance ------------------------------------------------------------------------

    def resize(self, size: Size) -> None:
        """Change the size of the card's box, and its scale so that it looks as large as before."""
        if size == self.size:
            return
        self.scale *= self.size.w / size.w
        self.size = size
        self._fit_front()
        self._fit_marks()

    def set_picture(self, picture: Picture) -> None:
        if self._front.picture == self._next_picture:
            self._front.picture = picture
        self._next_picture = picture

    def turn_over(self, animator: Animator, picture: Picture, seconds: float, delay: float) -> None:
        front = self._front
        self._next_picture = picture
        if front.flip != 1.0:
            delay = 0.0  # The card is turning over already. A delay would stop it half way.
        animator.turn_over(front, self._show_next_picture, seconds, delay)

    def _show_next_picture(self) -> None:
        self._front.picture = self._next_picture

    @property
    def picture_shown(self) -> Picture | None:
        return self._front.picture

    # -- moving ----------------------------------------------------------------------------

    def move_to_pose(
        self, animator: Animator, seconds: float, delay: float = 0.0, *, aloft: bool = False
    ) -> None:
        """Move to the pose; do nothing if the card is there or on its way.

        Args:
            animator: Animates the movement.
            seconds: Duration.
            delay: Seconds until it starts.
            aloft: Whether it flies above other cards.
        """
        pose = self.pose
        flies = aloft and animator.target(self, "position") != pose.position
        if flies:
            scale = pose.scale * _FLYING_SCALE
        else:
            scale = pose.scale
        for name, target in (("rotation", pose.rotation), ("scale", scale)):
            if animator.target(self, name) != target:
                animator.animate(self, name, target, seconds, delay=delay)
        if flies:
            self.take_off()
            down = partial(self._touch_down, animator)
            animator.animate(self, "position", pose.position, seconds, delay=delay, done=down)
        elif animator.target(self, "position") != pose.position:
            animator.animate(self, "position", pose.position, seconds, delay=delay, done=self.land)
        if self.z < FLYING_Z or not animator.is_running(self, "position"):
            self.land()

    def _touch_down(self, animator: Animator) -> None:
        self.land()
        animator.animate(self, "scale", self.pose.scale, _LANDING_SECONDS)

    def appear(self, animator: Animator, seconds: float, delay: float) -> None:
        self.snap(animator)
        self.alpha = 0.0
        animator.animate(self, "alpha", 1.0, seconds, delay=delay, ease="linear")

    def take_off(self) -> None:
        self.z = FLYING_Z + self.pose.z
        self.visible = True

    def fly_from(self, animator: Animator, start: CardPose, at: float, seconds: float) -> None:
        """Animate the card from another pose to its own.

        It is invisible until the flight starts, `at` seconds from now.
        """
        self.take_off()
        self.visible = False
        animator.after(self, at, self.take_off)
        self.position = start.position
        self.rotation = start.rotation
        self.scale = start.scale
        for name, target in (("rotation", self.pose.rotation), ("scale", self.pose.scale)):
            animator.animate(self, name, target, seconds, delay=at)
        animator.animate(
            self, "position", self.pose.position, seconds, delay=at, arc=_ARC, done=self.land
        )

    def leave_picture(self) -> Node:
        """Return a node that looks like the card, for an animation after the card is removed."""
        return Node(
            name="ghost",
            anchor=CENTRE,
            picture=self.picture_shown,
            size=self.size,
            position=self.position,
            rotation=self.rotation,
            scale=self.scale,
            z=FLYING_Z + self.z,
        )

    def land(self) -> None:
        self.z = self.pose.z
        self.visible = self.pose.shown

    def snap(self, animator: Animator) -> None:
        """End all animations: put the card in its pose, with its picture, fully opaque."""
        for thing in (self, self._front):
            animator.cancel(thing)
        self._front.flip = 1.0
        self._front.picture = self._next_picture
        self.position, self.rotation = self.pose.position, self.pose.rotation
        self.scale = self.pose.scale
        self.alpha = 1.0
        self.land()

    def fade_out(self, animator: Animator, seconds: float) -> None:
        for thing in (self, self._front):
            animator.cancel(thing)
        self.interactive = self.focusable = self.draggable = False
        self.on_gesture = self.on_activate = self.on_focus = None
        animator.animate(self, "alpha", 0.0, seconds, ease="linear", done=self.detach)

    def _fit_front(self) -> None:
        self._front.size = self.size
        self._front.position = self.box.centre


_HEADROOM: Final = 0.07
"""Space to keep free above a raised card, for its enlargement and a frame, in card heights."""
_NARROW_GAP = 48.0
"""Maximum width, in design units, of a narrow gap.

A gap is the drop target between two cards. A narrow one leaves room to click the cards beside it.
"""
_MAX_GAP_SHARE = 0.5
"""Maximum width of a narrow gap, as a share of the width of a usual gap.

A usual gap reaches from the centre of one card to the centre of the next."""
_RING_WIDTH: Final = 22.0
"""Width, in design units, of the rectangle around which the focus ring is drawn if a gap between
two cards has the focus."""
_LINE_ARRANGEMENTS: Final = frozenset({"row", "fan"})
"""Arrangements in which cards are side by side."""
_WORDS_GAP: Final = 3.0
"""Least distance, in design units, of a zone's frame from texts that must stay visible."""


class GapNode(MarkedNode):
    """A drop target between two cards of a zone, drawn above them.

    Attributes:
        zone: Id of the zone.
        place: Index of the card before which the held card would be inserted.
    """

    def __init__(self, zone: str, place: int, area: Rect) -> None:
        super().__init__(
            name=f"gap {card_name(zone, place)}",
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
    def drop_area(self) -> Rect:
        """The rectangle, on the table, of this gap between two cards.

        The gap moves along while the cards beside it make room for a dragged card.
        """
        return Rect(*self.position, *self.size).moved(self._inside.position)

    @property
    def focus_box(self) -> Rect:
        middle = self.box.centre + self._inside.position
        return Rect.centred(middle, Size(min(_RING_WIDTH, self.size.w), self.size.h))

    def mark(self, styles: Iterable[tuple[str, MarkStyle]], aside: float = 0.0) -> None:
        self._inside.position = Vec(aside, 0.0)
        super().mark(styles)


class ZoneNode(MarkedNode):
    """A zone of the table with cards in it; its rectangle is a drop target.

    Attributes:
        id: The zone's id in snapshots.
        spec: The zone's description in the layout.
        card: Size of the zone's cards.
        drop_area: The rectangle, on the table, in which cards can be dropped on the zone.
    """

    def __init__(self, zone_id: str, layout: Layout, spec: ZoneSpec) -> None:
        self.drop_area = layout.drop_area(spec)
        super().__init__(
            name=f"zone {zone_id}",
            position=self.drop_area.position,
            size=self.drop_area.size,
            interactive=True,
        )
        self.id = zone_id
        self.spec = spec
        self.card: Size = layout.card_size(spec)
        self._style = spec.style or Arrangement()
        self._layout = layout
        self._clearance = layout.measure_clearance(self.drop_area, FORBIDDEN_WEIGHT)
        self._close: frozenset[int] = frozenset()
        self._placements: dict[int, tuple[Placement, ...]] = {}
        self._headrooms: dict[int, tuple[float, ...]] = {}

    def _place_mark(self, look: MarkStyle) -> Rect:
        where = look.where
        if look.frames and isinstance(where, FramePosition):
            # Make the margin smaller if the frame would touch a text such as the status line.
            margin = min(where.margin, self._clearance - _WORDS_GAP)
            where = replace(where, margin=margin)
        return where(self.size)

    @property
    def is_pile(self) -> bool:
        return self._style.arrangement == "stack"

    def draw_together(self, close: frozenset[int]) -> None:
        if close != self._close:
            self._close = close
            self._placements.clear()
            self._headrooms.clear()

    def placements(self, count: int) -> tuple[Placement, ...]:
        """Return the placements of `count` cards, in the layout's units."""
        if count not in self._placements:
            area = self.spec.area
            card = self.card
            self._placements[count] = arrange(area, card, count, self._style, self._close)
        return self._placements[count]

    def poses_after(self, count: int, cards: Sequence[CardNode]) -> dict[CardNode, CardPose]:
        """Return poses for cards of other zones as if they were appended to this zone.

        Args:
            count: Number of the zone's own cards.
            cards: Cards to append. Their poses scale them to the size of this zone's cards.
        """
        places = self.placements(count + len(cards))[count:]
        return {
            card: build_pose(place._replace(scale=place.scale * self.card.w / card.size.w), ())
            for card, place in zip(cards, places, strict=True)
        }

    def placements_with_gap(self, count: int, place: int) -> tuple[Placement, ...]:
        """Return the placements of `count` cards that leave a gap before the index `place`."""
        places = self.placements(count)
        area = self.spec.area
        half = self.card.w / 2 * min([each.scale for each in places], default=1.0)
        return make_room_at(places, place, self.card.w, (area.left + half, area.right - half))

    def placements_without(
        self, away: Sequence[bool], carried: Sequence[bool]
    ) -> tuple[Placement, ...]:
        """Return the placements of a zone's cards while some of them are drawn elsewhere.

        The remaining cards close up. The absent cards keep their placements.

        Args:
            away: For each card, whether it is drawn elsewhere: dragged, or shown in another zone
                until the step is confirmed.
            carried: For each card, whether it is dragged. The left and the right neighbour of a
                dragged card aren't drawn close together, even if the right neighbour has a mark
                with `MarkStyle.close`.
        """
        places = list(self.placements(len(away)))
        if not self.is_pile:
            present = [nth for nth, is_away in enumerate(away) if not is_away]
            close = [
                now
                for now, nth in enumerate(present)
                if nth in self._close and not carried[nth - 1]
            ]
            found = arrange(self.spec.area, self.card, len(present), self._style, close)
            for nth, place in zip(present, found, strict=True):
                places[nth] = place
        return tuple(places)

    def compute_gap_shift(self, count: int, gap: int, place: int) -> float:
        """Return how far a gap between two cards moves to the right while the cards make room.

        The cards make room where a dragged card would be inserted, and shift other gaps too.

        Args:
            count: Number of cards in the zone.
            gap: The gap to measure, as the index of the card to its right.
            place: Index at which the dragged card would be inserted.

        Returns:
            The distance in design units.
        """
        before = self.placements(count)
        now = self.placements_with_gap(count, place)
        start, end = next((line for line in self._lines(count) if gap < line[1]), (0, count))
        beside = [now[nth].x - before[nth].x for nth in (gap - 1, gap) if start <= nth < end]
        if gap == place and len(beside) == 1:
            # At either end of a line, only one card moves to make room. The gap moves half a card's
            # width further than that card, to the middle of the room for the dragged card.
            width = self.card.w * now[0].scale / 2
            return beside[0] + (width if gap else -width)
        if beside:
            return sum(beside) / len(beside)
        return 0.0

    def compute_headrooms(self, count: int) -> tuple[float, ...]:
        """Return how far each of `count` cards can rise without covering text above."""
        if count not in self._headrooms:
            self._headrooms[count] = tuple(
                [self._headroom(place) for place in self.placements(count)]
            )
        return self._headrooms[count]

    def _headroom(self, place: Placement) -> float:
        size = self.card.scaled(place.scale)
        room = self._layout.room_above(Rect.centred(Vec(place.x, place.y), size))
        return max(0.0, room - _HEADROOM * size.h)

    def index_at(self, point: Vec, count: int) -> int:
        """Return the index at which a card dropped at a point would be inserted."""
        return find_insertion_index(self.placements(count), point, self._style)

    def _lines(self, count: int) -> list[tuple[int, int]]:
        if count == 0:
            return []
        return split_lines(self.placements(count))

    def gaps(self, count: int, *, is_narrow: bool = False) -> tuple[Rect, ...]:
        """Return the gaps before, between and after `count` cards, in the layout's units.

        Args:
            count: Number of cards.
            is_narrow: Whether gaps cover only the edges of cards, so that their middles stay
                clickable. Otherwise they reach from the middle of a card to that of the next.

        Returns:
            One rectangle for each gap, from left to right; () if the cards aren't side by side.
        """
        if self._style.arrangement not in _LINE_ARRANGEMENTS:
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
            # The gap after a line's last card is the one before the next line's first card. Only
            # the latter is added.
            gaps += found if end == count else found[:-1]
        if not is_narrow:
            return tuple(gaps)
        return tuple(
            Rect.centred(gap.centre, Size(min(_NARROW_GAP, gap.w * _MAX_GAP_SHARE), gap.h))
            for gap in gaps
        )

    def face_shown(self, face: Face) -> Face:
        if self.spec.faces == "down":
            return None
        return face


def make_zone_nodes(layout: Layout, viewer: int) -> dict[str, ZoneNode]:
    """Create a node for each zone that holds cards, by zone id, from a seat's point of view."""
    nodes = {}
    for spec in layout.zones:
        if spec.style is not None:
            # Layouts count seats clockwise from the viewer, snapshots from the first seat.
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
    """Check that a layout contains all zones of a snapshot.

    Args:
        zones: Ids of the snapshot's zones.
        known: Ids of the layout's zones.
        layout: The layout, for the error message.

    Raises:
        LayoutError: A zone is missing.
    """
    for zone in zones:
        if zone not in known:
            raise LayoutError(layout.source, f"has no zone that shows the cards of {zone!r}")
