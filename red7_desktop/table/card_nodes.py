"""Scene nodes of the table: cards, zones and gaps between cards, and the marks drawn on them.

A mark is a highlight, such as a frame around a card. Lengths are in design units, which are those
of the table's layout.
"""

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
        margin: Margin on each side, in design units.
        wider: Additional width on the right, in design units, so that one frame can surround
            several neighbouring cards.
    """

    margin: float = 0.0
    wider: float = 0.0

    def __call__(self, size: Size) -> Rect:
        return Rect(0, 0, size.w + self.wider, size.h).inflated(self.margin)


@dataclass(frozen=True, slots=True)
class BelowEdge:
    """A mark's position: a horizontal strip below the card.

    Attributes:
        gap: Distance of the strip from the card's lower edge, in design units.
        height: Height of the strip, in design units.
        inset: Length by which the strip is shorter than the card at each end, in design units.
    """

    gap: float
    height: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        return Rect(self.inset, size.h + self.gap, max(0.0, size.w - 2 * self.inset), self.height)


@dataclass(frozen=True, slots=True)
class TopEdge:
    """A mark's position: a square whose centre is the middle of the card's upper edge.

    Attributes:
        side: Length of the square's sides, in design units.
    """

    side: float

    def __call__(self, size: Size) -> Rect:
        return Rect((size.w - self.side) / 2, -self.side / 2, self.side, self.side)


@dataclass(frozen=True, slots=True)
class Centre:
    """A mark's position: a vertical strip in the middle of the card.

    Attributes:
        width: Width of the strip, in design units.
        inset: Distance of the strip from the card's upper and lower edges, in design units.
    """

    width: float
    inset: float = 0.0

    def __call__(self, size: Size) -> Rect:
        height = max(0.0, size.h - 2 * self.inset)
        return Rect((size.w - self.width) / 2, self.inset, self.width, height)


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """The appearance of a mark, and its effect on the card; all parts are optional.

    A mark is a highlight of a card, gap or zone, such as a frame.

    Attributes:
        picture: Picture of the mark, or None.
        where: Computes the picture's rectangle from the size of the card or zone.
        behind: True to draw the picture below the card.
        frames: True if the picture is a frame. If a card or zone has several frames, it shows only
            the frame that is drawn last.
        lift: Design units by which the card rises from its position.
        zoom: Factor by which the card is enlarged.
        straight: True to draw the card upright, even if it is tilted in its zone.
        nearer: True to draw the card above its neighbours. The style `HOVERED` doesn't use this: in
            a crowded hand, the hovered card would cover a neighbour completely, so that the pointer
            couldn't reach the neighbour any more.
        joins: True if neighbouring cards with the mark share one picture around all of them.
        close: True if the card stays close to its left neighbour in a row.
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

The ring is drawn separately, so the style has no picture. The style counts as a frame, which
replaces all other frames of the card or zone. So no frame is drawn inside the ring.
"""
OWN_STYLES = frozenset({HOVERED, FOCUSED, HELD, TARGET, AIMED, GAP, PICKED, RINGED})
"""Names of the mark styles that the table sets itself; a game's view sets all other styles."""
MarkStyles: TypeAlias = Mapping[str, MarkStyle]

PLAIN_MARKS: MarkStyles = {
    HOVERED: MarkStyle(lift=14),
    FOCUSED: MarkStyle(lift=14, nearer=True),
    PICKED: MarkStyle(lift=22),
    HELD: MarkStyle(lift=22, zoom=1.05, straight=True, nearer=True),
}
"""Default styles for hovered, focused, picked and held cards.

They raise the card, and some of them enlarge it or draw it upright. They have no picture.
"""


@dataclass(frozen=True, slots=True)
class MotionTimes:
    """Durations of movements, in seconds.

    Attributes:
        nearest: Duration of a card's shortest flight, to a neighbouring position.
        farthest: Duration of a card's longest flight, across the whole table.
        turn: Duration of turning a card over.
        nudge: Duration of small movements, such as rising or making room.
        stagger: If a step moves several cards, the delay between the starts of two cards.
        fade: Duration of a card's appearing or disappearing.
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
            part: Length of the flight as a share of the table's diagonal, from 0 to 1.
        """
        return self.nearest + (self.farthest - self.nearest) * min(max(part, 0.0), 1.0)


FLYING_Z = 1000.0
"""Added to the z of a flying card, so that it is drawn above resting cards."""


class CardPose(NamedTuple):
    """Position, scale and drawing order of a card at rest, including the effects of its marks.

    Attributes:
        position: Centre of the card, in the layout's units.
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
"""Added to the z of a card with a mark that has `MarkStyle.nearer`.

It is larger than the number of cards in a zone, so that the card is drawn above all others.
"""


def build_pose(placement: Placement, looks: Iterable[MarkStyle], room: float = inf) -> CardPose:
    """Return the pose of a card at rest, as changed by its marks.

    Args:
        placement: The card's placement in its zone, without marks.
        looks: Styles of the card's marks, which may lift, enlarge and straighten the card.
        room: Maximum length by which the card may rise.
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
    """Return the additional length by which a card rises because the pointer is over it.

    The area of the card that reacts to the pointer is extended downwards by this length. Otherwise
    the card would rise away from the pointer, fall back, and flicker.

    Args:
        styles: Names and styles of all marks of the card. Without the style `HOVERED`, the result
            is 0.
        room: Maximum length by which the card may rise.
    """
    lifts = {style: min(look.lift, room) for style, look in styles}
    others = max((lift for style, lift in lifts.items() if style != HOVERED), default=0.0)
    return max(0.0, lifts.get(HOVERED, 0.0) - others)


class MarkedNode(Node):
    """A node on which marks (highlights such as frames) can be drawn: a card, gap or zone.

    Attributes:
        mark_parent: The node to which the marks' nodes are added; by default this node itself.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.mark_parent: Node = self
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
                self.mark_parent.add(node)
            put(node, self._place_mark(look), look.picture)
            if look.behind:
                node.z = -order
            else:
                node.z = order

    def _place_mark(self, look: MarkStyle) -> Rect:
        return look.where(self.mark_parent.size)


class CardNode(MarkedNode):
    """The scene node of a card; its size is that of the cards in its zone.

    A child node draws the card's picture.

    Attributes:
        number: Number by which the table identifies the card.
        face: The card's code, such as "R7", None if it is unknown.
        shown: Code of the card's picture that is shown now, None while the back is shown.
        zone: Id of the card's zone.
        index: The card's index in its zone.
        pose: The card's pose at rest; the card may still be flying to it.
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
        """Change the node's size without a visible effect, by changing its scale inversely.

        Needed when the card moves to a zone whose cards have another size. The scale is then
        animated to that of the new pose.
        """
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
        """Animate the card to its pose; do nothing if it is there or already moving to it.

        Args:
            animator: Animates the movement.
            seconds: Duration of the movement.
            delay: Seconds until the movement starts.
            aloft: True if the card flies above other cards.
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

        The card is invisible until the flight starts, `at` seconds from now.
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
        """Return a copy of the card's picture, for an animation after the card is removed."""
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
"""Space to keep free above a raised card, in card heights.

A frame may be drawn there, and the card may be enlarged.
"""
_NARROW_GAP = 48.0
"""Maximum width, in design units, of the drop target between two cards if it must be narrow.

Narrow drop targets leave room for clicks on the cards.
"""
_MAX_GAP_SHARE = 0.5
"""Maximum width of a narrow drop target between two cards, as a share of the usual width.

The usual width is the distance between the centres of the two cards. Narrow drop targets leave room
for clicks on the cards.
"""
_RING_WIDTH: Final = 22.0
"""Maximum width, in design units, of the focus ring around the drop target between two cards."""
_LINE_ARRANGEMENTS: Final = frozenset({"row", "fan"})
"""Arrangements in which cards are side by side."""
_WORDS_GAP: Final = 3.0
"""Minimum distance, in design units, of a zone's frame from texts that must stay visible."""


class GapNode(MarkedNode):
    """A drop target between two cards of a zone, drawn above the cards.

    Attributes:
        zone: Id of the zone.
        place: Index in the zone at which the held card would be inserted.
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
        self._inside = self.mark_parent = Node(name="inside", size=area.size)
        self.add(self._inside)

    @property
    def drop_area(self) -> Rect:
        """The rectangle of this drop target between two cards, on the table.

        It moves along while the two cards make room for a dragged card.
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
    """A zone of the table that holds cards; cards can be dropped on it.

    Attributes:
        id: The zone's id in snapshots, such as "hand:A".
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

    def set_close_cards(self, close: frozenset[int]) -> None:
        if close != self._close:
            self._close = close
            self._placements.clear()
            self._headrooms.clear()

    def placements(self, count: int) -> tuple[Placement, ...]:
        """Return the placements of the zone's cards if it has `count` cards."""
        if count not in self._placements:
            area = self.spec.area
            card = self.card
            self._placements[count] = arrange(area, card, count, self._style, self._close)
        return self._placements[count]

    def poses_after(self, count: int, cards: Sequence[CardNode]) -> dict[CardNode, CardPose]:
        """Return the poses that cards of other zones would have at the end of this zone.

        Args:
            count: Number of the zone's own cards.
            cards: The cards of other zones. The returned poses scale them to the size of this
                zone's cards.
        """
        places = self.placements(count + len(cards))[count:]
        return {
            card: build_pose(place._replace(scale=place.scale * self.card.w / card.size.w), ())
            for card, place in zip(cards, places, strict=True)
        }

    def placements_with_gap(self, count: int, place: int) -> tuple[Placement, ...]:
        """Return the placements of the zone's cards, with room for a dragged card.

        Args:
            count: Number of cards in the zone, without the dragged card.
            place: Index at which the dragged card would be inserted.
        """
        places = self.placements(count)
        area = self.spec.area
        half = self.card.w / 2 * min([each.scale for each in places], default=1.0)
        return make_room_at(places, place, self.card.w, (area.left + half, area.right - half))

    def placements_without(
        self, away: Sequence[bool], carried: Sequence[bool]
    ) -> tuple[Placement, ...]:
        """Return the placements of a zone's cards while some of them are drawn elsewhere.

        The remaining cards close up. For the absent cards, the usual placements are returned.

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
        """Return how far the drop target between two cards moves to the right.

        It moves because the cards make room where a dragged card would be inserted.

        Args:
            count: Number of cards in the zone.
            gap: The drop target, as the index of the card to its right.
            place: Index at which the dragged card would be inserted.

        Returns:
            The distance in design units.
        """
        before = self.placements(count)
        now = self.placements_with_gap(count, place)
        start, end = next((line for line in self._lines(count) if gap < line[1]), (0, count))
        beside = [now[nth].x - before[nth].x for nth in (gap - 1, gap) if start <= nth < end]
        if gap == place and len(beside) == 1:
            # At either end of a line, the gap has only one neighbour. Centre the gap where the
            # dragged card would be: a card's width away from its neighbour, instead of half a
            # card's width.
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
        """Return the drop targets before, between and after the zone's cards.

        Args:
            count: Number of cards.
            is_narrow: False if drop targets reach from the middle of one card to the middle of the
                next. True to make them narrower, so that the middles of cards can be clicked.

        Returns:
            One rectangle for each drop target, from left to right, in the layout's units. () if the
            zone's cards aren't side by side.
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
            # The end of a line and the start of the next line are the same index. Add only the gap
            # at the start of the next line.
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
    """Create the nodes of all zones that hold cards, by zone id.

    Args:
        layout: The table's layout.
        viewer: The seat at the bottom of the table.
    """
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
        layout: The layout, whose file is named in the error message.

    Raises:
        LayoutError: A zone is missing.
    """
    for zone in zones:
        if zone not in known:
            raise LayoutError(layout.source, f"has no zone that shows the cards of {zone!r}")
