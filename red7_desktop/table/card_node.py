"""A card on the screen: one node that keeps its identity from hand to table to pile."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.motion.tween import Animator
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Picture
from red7_desktop.table.arrange import Placement
from red7_desktop.table.looks import HOVERED, MarkLook
from red7_desktop.tabletop.zones import Face

IN_THE_AIR = 1000.0
"""Added to the order of a card that travels, so that it passes over everything that lies."""


class CardPose(NamedTuple):
    """Where a card lies when it is at rest; see arrange.Placement."""

    position: Vec
    rotation: float
    scale: float
    z: float
    shown: bool


NOWHERE = CardPose(Vec(0, 0), 0.0, 1.0, 0.0, True)


_NEARER = 100.0
"""Added to the order of a card whose mark brings it nearer; more than any zone has cards."""


def build_pose(placement: Placement, looks: Iterable[MarkLook], room: float = inf) -> CardPose:
    """Give the pose of a card that lies in a placement and carries marks; it rises up to `room`."""
    x, y, rotation, scale, order, shown = placement
    lift, nearer = 0.0, False
    for look in looks:
        lift, scale = max(lift, look.lift), scale * look.zoom
        rotation = 0.0 if look.straight else rotation
        nearer = nearer or look.nearer
    rise = Vec(0.0, -min(lift, room)).turned(rotation)
    return CardPose(Vec(x, y) + rise, rotation, scale, order + _NEARER * nearer, shown)


def measure_hover_rise(styles: Iterable[tuple[str, MarkLook]], room: float = inf) -> float:
    """Give how much further the hover's mark alone makes a card rise, up to `room`.

    Its target must reach down as far again: else the card would rise away from under the pointer,
    fall back below it, and so on.
    """
    lifts = {style: min(look.lift, room) for style, look in styles}
    others = max((lift for style, lift in lifts.items() if style != HOVERED), default=0.0)
    return max(0.0, lifts.get(HOVERED, 0.0) - others)


class CardNode(Node):
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
        self._marks = MarkLayer(self)
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
        self._marks.refit()

    def dress(self, picture: Picture) -> None:
        """Show another picture of the same side at once."""
        if self._front.picture == self._coming:
            self._front.picture = picture
        self._coming = picture

    def turn_over(self, animator: Animator, picture: Picture, seconds: float, delay: float) -> None:
        """Turn to a side with another picture, which shows from the middle of the turn on."""
        front = self._front
        self._coming = picture
        if front.flip != 1.0:
            delay = 0.0  # It is turning already and must not stop half way.

        def show_other_side() -> None:
            front.picture = self._coming
            animator.to(front, "flip", 1.0, seconds / 2, ease="out_quad")

        animator.to(
            front, "flip", 0.0, seconds / 2, ease="in_quad", delay=delay, done=show_other_side
        )

    def mark(self, styles: Iterable[tuple[str, MarkLook]]) -> None:
        """Carry exactly these marks."""
        self._marks.set(styles)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the marks that the card carries, drawn or not."""
        return self._marks.names

    @property
    def picture_shown(self) -> Picture | None:
        """The picture that is to be seen at this moment."""
        return self._front.picture

    # -- moving ----------------------------------------------------------------------------

    def go(
        self, animator: Animator, seconds: float, delay: float = 0.0, *, aloft: bool = False
    ) -> None:
        """Set off to the pose; what is there, or on its way there, is left alone.

        aloft: the card passes over the others until it lands.
        """
        pose = self.pose
        for name, target in (("rotation", pose.rotation), ("scale", pose.scale)):
            if animator.target(self, name) != target:
                animator.to(self, name, target, seconds, delay=delay)
        if animator.target(self, "position") != pose.position:
            if aloft:
                self.visible, self.z = True, IN_THE_AIR + pose.z
            animator.to(self, "position", pose.position, seconds, delay=delay, done=self.land)
        if self.z < IN_THE_AIR or not animator.is_running(self, "position"):
            self.land()

    def appear(self, animator: Animator, seconds: float, delay: float) -> None:
        """Fade in at the pose."""
        self.snap(animator)
        self.alpha = 0.0
        animator.to(self, "alpha", 1.0, seconds, delay=delay, ease="linear")

    def land(self) -> None:
        """Take the order among the others that the pose gives."""
        self.z, self.visible = self.pose.z, self.pose.shown

    def snap(self, animator: Animator) -> None:
        """Be at rest: in the pose, right side up, wholly visible."""
        for thing in (self, self._front):
            animator.cancel(thing)
        self._front.flip = 1.0
        self._front.picture = self._coming
        self.position, self.rotation = self.pose.position, self.pose.rotation
        self.scale, self.alpha = self.pose.scale, 1.0
        self.land()

    def vanish(self, animator: Animator, seconds: float) -> None:
        """Fade out and leave the tree; input no longer finds the card."""
        for thing in (self, self._front):
            animator.cancel(thing)
        self.interactive = self.focusable = self.draggable = False
        self.on_gesture = self.on_activate = self.on_focus = None
        animator.to(self, "alpha", 0.0, seconds, ease="linear", done=self.detach)

    def _fit_front(self) -> None:
        self._front.size = self.size
        self._front.position = self.box.centre


class MarkLayer:
    """The marks on one card or zone, each a node among its children."""

    def __init__(self, owner: Node) -> None:
        self._owner = owner
        self._looks: dict[str, MarkLook] = {}
        self._nodes: dict[str, Node] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the marks, the lowest first."""
        return tuple(self._looks)

    def set(self, styles: Iterable[tuple[str, MarkLook]]) -> None:
        """Have exactly these marks, the later ones on top."""
        looks = dict(styles)
        if looks == self._looks:
            return
        self._looks = looks
        for name in set(self._nodes) - set(looks):
            self._nodes.pop(name).detach()
        self.refit()

    def refit(self) -> None:
        """Bring the marks' places up to date with their owner's size."""
        for order, (name, look) in enumerate(self._looks.items(), start=1):
            if look.picture is None:
                continue
            node = self._nodes.get(name)
            if node is None:
                node = self._nodes[name] = Node(name=f"mark {name}")
                self._owner.add(node)
            box = look.where(self._owner.size)
            node.position, node.size, node.picture = box.position, box.size, look.picture
            node.z = -order if look.behind else order
