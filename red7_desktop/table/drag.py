"""What pointers do with cards: pressing, resting on them, dragging one or a block of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.scene.geometry import ORIGIN, Vec
from red7_desktop.scene.input.gesture import CancelReason, Gesture, GestureKind, Pointer
from red7_desktop.table.card_node import IN_THE_AIR, CardNode
from red7_desktop.table.looks import HOVERED

if TYPE_CHECKING:
    from red7_desktop.scene.motion.tween import Animator
    from red7_desktop.table.grip import Selection
    from red7_desktop.table.table_view import TableView

_TILT: Final = 0.35
"""Degrees by which a dragged card leans for each design unit of a movement."""

_MOST_TILT: Final = 6.0

_LEAN, _STRAIGHTEN = 0.08, 0.2
"""Seconds in which a dragged card leans into a movement, and stands up after it."""

_ENOUGH: Final = 0.5
"""The part of a dragged card that must lie over a zone to mean it when the pointer does not."""

_WIDEST: Final = 3.0
"""A dragged block is at most so many of its cards wide, beside the first one."""


class DragKind(Enum):
    """How a hand reaches for a card: a click, or a drag with those picked beside it, or without.

    BACK: such a drag has ended nowhere.
    """

    CLICK = auto()
    DRAG = auto()
    ALONE = auto()
    BACK = auto()


class DragController:
    """Reads the gestures of cards for a grip.

    lead: the card that is dragged. cards: that one and all that go with it, from left to right.
    """

    def __init__(self, view: TableView, grip: Selection, animator: Animator) -> None:
        self._view = view
        self._grip = grip
        self._animator = animator
        self._offset = ORIGIN
        self._peels = False
        self.lead: CardNode | None = None
        self.cards: tuple[CardNode, ...] = ()
        self._gestures: Mapping[GestureKind, Callable[[CardNode, Gesture], bool]] = {
            GestureKind.HOVER_ENTER: self._enter,
            GestureKind.HOVER_LEAVE: self._leave,
            GestureKind.PRESS: self._press,
            GestureKind.LONG_PRESS: self._press_long,
            GestureKind.RELEASE: self._release,
            GestureKind.DRAG_START: self._start,
            GestureKind.DRAG_MOVE: self._move,
            GestureKind.DRAG_END: self._end,
            GestureKind.DRAG_CANCEL: self._cancel,
        }

    def take(self, card: CardNode, gesture: Gesture) -> bool:
        """Take a gesture on a card; tell whether it means something here."""
        act = self._gestures.get(gesture.kind)
        return act is not None and act(card, gesture)

    def end(self) -> None:
        """Let go: nothing follows the pointer any more."""
        self.lead, self.cards = None, ()

    def _enter(self, card: CardNode, _gesture: Gesture) -> bool:
        if card.focusable and self._view.marks.pin(HOVERED, (card,)):
            self._view.settle()
        self._look(card)
        return True

    def _leave(self, _card: CardNode, _gesture: Gesture) -> bool:
        if self._view.marks.pin(HOVERED, ()):
            self._view.settle()
        self._look(None)
        return True

    def _press(self, card: CardNode, gesture: Gesture) -> bool:
        # Noted here, so that the spot that was grabbed stays under the pointer however far the
        # first movement goes, even when the card itself is on its way somewhere.
        self._offset = card.position - self._place(gesture)
        self._peels = False
        return False

    def _press_long(self, card: CardNode, gesture: Gesture) -> bool:
        # A mouse may rest before it goes on; a finger has no other way to take one card alone.
        self._peels = gesture.pointer is Pointer.TOUCH
        self._look(card)
        return True

    def _release(self, card: CardNode, gesture: Gesture) -> bool:
        if gesture.pointer is Pointer.TOUCH:
            self._look(None)
        elif gesture.over is card and gesture.button == 1 and gesture.reason is CancelReason.NONE:
            # A slow click is a click all the same; only a finger rests to look closer.
            self._grip.activate(card)
        return True

    def _look(self, card: CardNode | None) -> None:
        if self._view.on_look is not None:
            self._view.on_look(card)

    def _start(self, card: CardNode, gesture: Gesture) -> bool:
        grip = self._grip
        reach = DragKind.ALONE if self._peels or gesture.with_shift else DragKind.DRAG
        together = grip.reach_for(card, reach)
        self.lead = card
        self.cards = grip.block if together and card in grip.block else (card,)
        for each in self.cards:
            self._animator.cancel(each)
            each.alpha, each.visible, each.z = 1.0, True, 2 * IN_THE_AIR + self.cards.index(each)
        card.position = self._place(gesture) + self._offset
        if card is not grip.held:
            grip.pick(card)
        else:
            self._view.settle()
        nudge = self._view.pace.nudge
        for each in self.cards:
            self._animator.to(each, "scale", card.pose.scale * card.size.w / each.size.w, nudge)
            self._animator.to(each, "rotation", 0.0, nudge)
        self._bring_along(card)
        self._aim_at(card, gesture)
        return True

    def _move(self, card: CardNode, gesture: Gesture) -> bool:
        if card is not self.lead:
            return True
        card.position = self._place(gesture) + self._offset
        self._bring_along(card)
        if self._view.pace.glides:
            lean = min(max(gesture.step.x * _TILT, -_MOST_TILT), _MOST_TILT)
            self._animator.to(card, "rotation", lean, _LEAN, done=partial(self._stand_up, card))
        self._aim_at(card, gesture)
        return True

    def _bring_along(self, card: CardNode) -> None:
        """Keep the others beside the dragged card, in their order."""
        if len(self.cards) == 1:
            return
        mine, wide = self.cards.index(card), card.size.w * card.pose.scale
        step = min(wide, _WIDEST * wide / (len(self.cards) - 1))
        for nth, each in enumerate(self.cards):
            if each is not card:
                place = card.position + Vec((nth - mine) * step, 0.0)
                seconds = _LEAN if self._view.pace.glides else 0.0
                self._animator.to(each, "position", place, seconds)

    def _aim_at(self, card: CardNode, gesture: Gesture) -> None:
        zone = self._landing(card, gesture)
        self._grip.take_aim(zone, None if zone is None else self._gap_at(card, zone, gesture))

    def _gap_at(self, card: CardNode, zone: str, gesture: Gesture) -> int | None:
        """Give the place in a zone that is nearest to the pointer, None where any will do."""
        places = list_distinct_places(self._grip.targets(card).get(zone, ()))
        if not places:
            return None
        node, row = self._view.zone_node(zone), self._view.cast.rows.get(zone, [])
        at = node.index_at(self._place(gesture), len(row))
        return min(places, key=lambda place: (abs(place - at), place))

    def _end(self, card: CardNode, gesture: Gesture) -> bool:
        if card is not self.lead:
            return True
        self._move(card, gesture)
        self._animator.cancel(card, "rotation")
        if self._grip.aim is None:
            self._put_back(card)
        else:
            self._grip.drop(*self._grip.aim)
        return True

    def _cancel(self, card: CardNode, _gesture: Gesture) -> bool:
        if card is self.lead:
            self._put_back(card)
        return True

    def _put_back(self, card: CardNode) -> None:
        self._grip.pick(None)
        self._grip.reach_for(card, DragKind.BACK)

    def _stand_up(self, card: CardNode) -> None:
        if card is self.lead:
            self._animator.to(card, "rotation", 0.0, _STRAIGHTEN)

    def _place(self, gesture: Gesture) -> Vec:
        """Give the pointer's place in the layout's space."""
        return self._view.root.to_local(gesture.position) or ORIGIN

    def _landing(self, card: CardNode, gesture: Gesture) -> str | None:
        """Give the zone that letting go would mean: under the pointer, or under most of the card.

        The pointer in the zone where the card comes from means nothing by itself, for a large card
        may be held by its corner.
        """
        view = self._view
        zone = view.zone_at(gesture.position)
        if zone is not None and (zone != card.zone or zone in self._grip.targets(card)):
            return zone
        box = card.local.bounds(card.box)
        best, most = None, _ENOUGH * box.area
        for each in self._grip.targets(card):
            shared = view.zone_node(each).spec.area.intersection(box).area
            if shared >= most:
                best, most = each, shared
        return best


def list_distinct_places(places: Collection[int | None]) -> tuple[int, ...]:
    """List the places that differ from each other."""
    return tuple(sorted(place for place in places if place is not None))
