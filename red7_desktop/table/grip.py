"""The player's grip on the cards: picking up, dragging, dropping; no rule is known here.

What may be done is handed in as `drops`. A drag, a click on a card and then on a zone, and the same
with keys or a pad all end in one call of the view's `on_drop`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from red7_desktop.scene.geometry import ORIGIN, Vec
from red7_desktop.scene.input.gesture import Gesture, Kind, Pointer, Reason
from red7_desktop.scene.motion.tween import Animator
from red7_desktop.table.card_node import IN_THE_AIR, CardNode
from red7_desktop.table.looks import AIMED, FOCUSED, GAP, HELD, HOVERED, TARGET
from red7_desktop.table.zone_node import GapNode, ZoneNode
from red7_desktop.tabletop.zones import Handling

if TYPE_CHECKING:
    from red7_desktop.table.table_view import TableView

Drops: TypeAlias = Mapping[str, Mapping[str, Collection[int | None]]]
"""Where each card may go: by card name, then zone id, the places there (None: any will do)."""

_TILT = 0.35
"""Degrees by which a dragged card leans for each design unit of a movement."""
_MOST_TILT = 6.0
_LEAN, _STRAIGHTEN = 0.08, 0.2
"""Seconds in which a dragged card leans into a movement, and stands up after it."""
_ENOUGH = 0.5
"""The part of a dragged card that must lie over a zone to mean it when the pointer does not."""


class Grip:
    """Holds at most one card: `held` is picked up, `dragged` is it while it follows a pointer."""

    def __init__(self, view: TableView, animator: Animator) -> None:
        self._view = view
        self._animator = animator
        self._drops: Drops = {}
        self._offset = ORIGIN
        self._held_from = ""
        self._aim: tuple[str, int | None] | None = None
        self.held: CardNode | None = None
        self.dragged: CardNode | None = None
        self._focused: CardNode | None = None
        self._gestures: Mapping[Kind, Callable[[CardNode, Gesture], bool]] = {
            Kind.HOVER_ENTER: self._enter,
            Kind.HOVER_LEAVE: self._leave,
            Kind.PRESS: self._press,
            Kind.LONG_PRESS: self._press_long,
            Kind.RELEASE: self._release,
            Kind.DRAG_START: self._start,
            Kind.DRAG_MOVE: self._move,
            Kind.DRAG_END: self._end,
            Kind.DRAG_CANCEL: self._cancel,
        }

    # -- what may be done ------------------------------------------------------------------

    def offer(self, drops: Drops) -> None:
        """Take over what may be done now; a held card that may no longer go anywhere goes back."""
        self._drops = drops
        if self.held is not None and not self.targets(self.held):
            self.pick(None)
        self.refresh()

    def targets(self, card: CardNode) -> Mapping[str, Collection[int | None]]:
        """Give the zones where a card may go, with the places in each."""
        for name in self._view.cast.names(card):
            if name in self._drops:
                return self._drops[name]
        return {}

    def refresh(self) -> None:
        """Bring cards and zones up to date after a change of what is where or may be done."""
        held = self.held
        if held is not None and (held.zone != self._held_from or held not in set(self._view.cast)):
            self.pick(None)
        for card in self._view.cast:
            card.draggable = bool(self.targets(card))
            card.in_order = card.draggable or self._view.is_own_hand(card.zone)
        self._mark_targets()

    def attach_card(self, card: CardNode) -> None:
        """Listen to a new card."""
        card.holdable = True
        card.on_gesture = partial(self._on_gesture, card)
        card.on_activate = partial(self._activate_card, card)
        card.on_focus = partial(self._focus_card, card)

    def attach_zone(self, zone: ZoneNode) -> None:
        """Listen to a new zone."""
        zone.on_activate = partial(self._activate_zone, zone)
        zone.on_focus = partial(self._focus_zone, zone)

    def let_go(self) -> None:
        """Put back what is held and end the drag; what was hovered is no longer marked."""
        self._view.marks.pin(HOVERED, ())
        self.pick(None)

    # -- picking up and dropping -----------------------------------------------------------

    def pick(self, card: CardNode | None) -> None:
        """Pick a card up, or put back what is held (None); the view's `on_pick` hears of it."""
        if card is self.held:
            return
        self.held, self._held_from = card, "" if card is None else card.zone
        if card is not self.dragged:
            self.dragged = None
        self._aim = None
        view = self._view
        view.marks.pin(AIMED, ())
        view.marks.pin(GAP, ())
        view.marks.pin(HELD, () if card is None else (card,))
        self._mark_targets()
        view.settle()
        if view.on_pick is not None:
            view.on_pick(None if card is None else self._name(card))

    def drop(self, zone: str, place: int | None = None) -> None:
        """Drop what is held on a zone, whether it may go there or not; nothing held, nothing done.

        place: before which card of the zone it comes, None for anywhere. On the zone that it
        comes from it is put back, unless a place there is given.
        """
        card, view = self.held, self._view
        if card is None:
            return
        if zone == card.zone and place is None:
            self.pick(None)
            return
        handling = Handling(card.face, card.zone, zone, card.nth, place)
        self.held = self.dragged = self._aim = None
        for style in (HELD, AIMED, GAP):
            view.marks.pin(style, ())
        self._mark_targets()
        if view.on_drop is not None:
            view.on_drop(handling)
        view.settle()

    @property
    def pondered(self) -> str | None:
        """The name of the card that is held, or else has the focus; None when there is none."""
        card = self.held or self._focused
        return None if card is None or card not in set(self._view.cast) else self._name(card)

    def _name(self, card: CardNode) -> str:
        """Give the name by which a card is spoken of: as the drops do, else its face or place."""
        names = self._view.cast.names(card)
        return next((name for name in names if name in self._drops), card.face or names[0])

    def _mark_targets(self) -> None:
        view = self._view
        targets = {} if self.held is None else self.targets(self.held)
        gaps = view.open_gaps({zone: _numbered(places) for zone, places in targets.items()})
        for gap in gaps:
            gap.on_activate = partial(self.drop, gap.zone, gap.place)
            gap.on_focus = partial(self._focus_gap, gap)
        opened = {gap.zone for gap in gaps}
        for node in view.zone_nodes():
            node.focusable = node.id in targets and node.id not in opened
        for card in view.cast:
            # A place that the held card may go to stands for the cards that lie there.
            is_free = card.in_order or view.can_be_looked_at(card)
            card.focusable = is_free and (card is self.held or card.zone not in targets)
        view.marks.pin(TARGET, [node for node in view.zone_nodes() if node.id in targets])

    def _take_aim(self, zone: str | None, place: int | None = None) -> None:
        aim = None if zone is None else (zone, place)
        if aim == self._aim or self.held is None:
            return
        before, self._aim = self._aim, aim
        view = self._view
        view.marks.pin(AIMED, () if zone is None else (view.zone_node(zone),))
        view.marks.pin(GAP, [gap for gap in view.gaps if (gap.zone, gap.place) == aim])
        view.settle()
        if view.on_aim is not None and (before and before[0]) != zone:
            view.on_aim(self._name(self.held), zone)

    # -- clicks, keys and focus ------------------------------------------------------------

    def _activate_card(self, card: CardNode) -> None:
        held = self.held
        if card is held:
            self.pick(None)
        elif self.targets(card):
            self.pick(card)
        elif held is not None and card.zone in self.targets(held):
            self.drop(card.zone)
        elif self._view.on_refuse is not None:
            self._view.on_refuse(self._name(card))

    def _activate_zone(self, zone: ZoneNode) -> None:
        if self.held is not None:
            self.drop(zone.id)
            return
        row = self._view.cast.rows.get(zone.id)
        if row and self.targets(row[-1]):
            self.pick(row[-1])

    def _focus_card(self, card: CardNode, has_focus: bool) -> None:
        self._focused = card if has_focus else None
        if self._view.marks.pin(FOCUSED, (card,) if has_focus else ()):
            self._view.settle()
        if self._view.on_focus is not None:
            self._view.on_focus(self._name(card) if has_focus else None)

    def _focus_zone(self, zone: ZoneNode, has_focus: bool) -> None:
        self._take_aim(zone.id if has_focus else None)

    def _focus_gap(self, gap: GapNode, has_focus: bool) -> None:
        if has_focus:
            self._take_aim(gap.zone, gap.place)
        else:
            self._take_aim(None)

    # -- gestures --------------------------------------------------------------------------

    def _on_gesture(self, card: CardNode, gesture: Gesture) -> bool:
        act = self._gestures.get(gesture.kind)
        return act is not None and act(card, gesture)

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
        return False

    def _press_long(self, card: CardNode, _gesture: Gesture) -> bool:
        self._look(card)
        return True

    def _release(self, card: CardNode, gesture: Gesture) -> bool:
        if gesture.pointer is Pointer.TOUCH:
            self._look(None)
        elif gesture.over is card and gesture.button == 1 and gesture.reason is Reason.NONE:
            # A slow click is a click all the same; only a finger rests to look closer.
            self._activate_card(card)
        return True

    def _look(self, card: CardNode | None) -> None:
        if self._view.on_look is not None:
            self._view.on_look(card)

    def _start(self, card: CardNode, gesture: Gesture) -> bool:
        self.dragged = card
        self._animator.cancel(card)
        card.alpha, card.visible, card.z = 1.0, True, 2 * IN_THE_AIR
        card.position = self._place(gesture) + self._offset
        if card is not self.held:
            self.pick(card)
        else:
            self._view.settle()
        pose, nudge = card.pose, self._view.pace.nudge
        self._animator.to(card, "scale", pose.scale, nudge)
        self._animator.to(card, "rotation", 0.0, nudge)
        self._aim_at(card, gesture)
        return True

    def _move(self, card: CardNode, gesture: Gesture) -> bool:
        if card is not self.dragged:
            return True
        card.position = self._place(gesture) + self._offset
        if self._view.pace.glides:
            lean = min(max(gesture.step.x * _TILT, -_MOST_TILT), _MOST_TILT)
            self._animator.to(card, "rotation", lean, _LEAN, done=partial(self._stand_up, card))
        self._aim_at(card, gesture)
        return True

    def _aim_at(self, card: CardNode, gesture: Gesture) -> None:
        zone = self._landing(card, gesture)
        self._take_aim(zone, None if zone is None else self._gap_at(card, zone, gesture))

    def _gap_at(self, card: CardNode, zone: str, gesture: Gesture) -> int | None:
        """Give the place in a zone that is nearest to the pointer, None where any will do."""
        places = _numbered(self.targets(card).get(zone, ()))
        if not places:
            return None
        node, row = self._view.zone_node(zone), self._view.cast.rows.get(zone, [])
        at = node.index_at(self._place(gesture), len(row))
        return min(places, key=lambda place: (abs(place - at), place))

    def _end(self, card: CardNode, gesture: Gesture) -> bool:
        if card is not self.dragged:
            return True
        self._move(card, gesture)
        self._animator.cancel(card, "rotation")
        if self._aim is None:
            self.pick(None)
        else:
            self.drop(*self._aim)
        return True

    def _cancel(self, card: CardNode, _gesture: Gesture) -> bool:
        if card is self.dragged:
            self.pick(None)
        return True

    def _stand_up(self, card: CardNode) -> None:
        if card is self.dragged:
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
        if zone is not None and (zone != card.zone or zone in self.targets(card)):
            return zone
        box = card.local.bounds(card.box)
        best, most = None, _ENOUGH * box.area
        for each in self.targets(card):
            shared = view.zone_node(each).spec.area.intersection(box).area
            if shared >= most:
                best, most = each, shared
        return best


def _numbered(places: Collection[int | None]) -> tuple[int, ...]:
    """List the places that differ from each other."""
    return tuple(sorted(place for place in places if place is not None))
