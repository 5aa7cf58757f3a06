"""Picking up, dragging and dropping cards.

The caller sets the allowed drop targets. A card can be moved by a drag, by clicks on the card and
then on a zone, or in the same two steps with keys or a pad. Each way ends in one call of the view's
callback `on_drop`. Some steps of a game move several cards. The cards picked for such a step stay
in place until they are dropped together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Final, TypeAlias

from red7_desktop.scene import animation, geometry
from red7_desktop.scene.node import Gesture, GestureKind, Pointer
from red7_desktop.table import card_nodes, layout
from red7_desktop.table.tracking import CardBoard, PickGesture
from red7_desktop.tabletop.game import DragMove, card_name

_TILT: Final = 0.35
"""Degrees of tilt of a dragged card per design unit of movement."""
_MAX_TILT: Final = 6.0
_TILT_SECONDS = 0.08
"""Seconds in which a dragged card tilts."""
_STRAIGHTEN_SECONDS = 0.2
"""Seconds in which a tilted card straightens."""
_MIN_COVERED: Final = 0.5
"""Minimum share of a dragged card's area that must be over a zone to drop the card there.

This is used if the pointer itself isn't over a zone.
"""
_MAX_BLOCK_WIDTH: Final = 3.0
"""Maximum distance, in card widths, between the first and the last card of a multi-card drag."""


class DragController:
    """Turns pointer gestures on cards into drags and clicks.

    Attributes:
        lead: The dragged card under the pointer, None if no card is dragged.
        cards: All cards that are dragged together, including `lead`, from left to right.
    """

    def __init__(self, view: CardBoard, selection: Selection, animator: animation.Animator) -> None:
        self._view = view
        self._selection = selection
        self._animator = animator
        self._offset = geometry.ORIGIN
        self._takes_one = False
        self.lead: card_nodes.CardNode | None = None
        self.cards: tuple[card_nodes.CardNode, ...] = ()
        self._gestures: Mapping[GestureKind, Callable[[card_nodes.CardNode, Gesture], bool]] = {
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

    def handle(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        """Handle a gesture on a card; return True if it was handled."""
        act = self._gestures.get(gesture.kind)
        return act is not None and act(card, gesture)

    def end(self) -> None:
        self.lead = None
        self.cards = ()

    def _enter(self, card: card_nodes.CardNode, _gesture: Gesture) -> bool:
        if card.focusable and self._view.marks.set_nodes(card_nodes.HOVERED, (card,)):
            self._view.relayout()
        self._notify_look(card)
        return True

    def _leave(self, _card: card_nodes.CardNode, _gesture: Gesture) -> bool:
        if self._view.marks.set_nodes(card_nodes.HOVERED, ()):
            self._view.relayout()
        self._notify_look(None)
        return True

    def _press(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        # Stored at the press, so that the grabbed point stays under the pointer, however far the
        # first movement goes and even if the card is moving.
        self._offset = card.position - self._to_table(gesture)
        self._takes_one = False
        return False

    def _press_long(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        # After a long press with touch, a drag takes this card without the picked cards. With a
        # mouse, a long press doesn't change the drag.
        self._takes_one = gesture.pointer is Pointer.TOUCH
        self._notify_look(card)
        return True

    def _release(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        if gesture.pointer is Pointer.TOUCH:
            self._notify_look(None)
        elif gesture.over is card and gesture.button == 1 and not gesture.is_cancelled:
            # With a mouse a slow click counts as a click; with touch it shows a close-up.
            self._selection.activate(card)
        return True

    def _notify_look(self, card: card_nodes.CardNode | None) -> None:
        if self._view.on_look is not None:
            self._view.on_look(card)

    def _start(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        selection = self._selection
        if self._takes_one or gesture.with_shift:
            kind = PickGesture.DRAG_ALONE
        else:
            kind = PickGesture.DRAG
        with_picked = selection.ask_to_pick(card, kind)
        self.lead = card
        if with_picked and card in selection.picked_cards:
            self.cards = selection.picked_cards
        else:
            self.cards = (card,)
        for each in self.cards:
            self._animator.cancel(each)
            each.alpha = 1.0
            each.visible = True
            each.z = 2 * card_nodes.FLYING_Z + self.cards.index(each)
        card.position = self._to_table(gesture) + self._offset
        if card is not selection.held:
            selection.pick(card)
        else:
            self._view.relayout()
        nudge = self._view.timing.nudge
        for each in self.cards:
            self._animator.animate(
                each, "scale", card.pose.scale * card.size.w / each.size.w, nudge
            )
            self._animator.animate(each, "rotation", 0.0, nudge)
        self._move_block(card)
        self._update_aim(card, gesture)
        return True

    def _move(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        if card is not self.lead:
            return True
        card.position = self._to_table(gesture) + self._offset
        self._move_block(card)
        if self._view.timing.glides:
            tilt = min(max(gesture.delta.x * _TILT, -_MAX_TILT), _MAX_TILT)
            self._animator.animate(
                card, "rotation", tilt, _TILT_SECONDS, done=partial(self._straighten, card)
            )
        self._update_aim(card, gesture)
        return True

    def _move_block(self, card: card_nodes.CardNode) -> None:
        if len(self.cards) == 1:
            return
        mine = self.cards.index(card)
        width = card.size.w * card.pose.scale
        step = min(width, _MAX_BLOCK_WIDTH * width / (len(self.cards) - 1))
        for nth, each in enumerate(self.cards):
            if each is not card:
                place = card.position + geometry.Vec((nth - mine) * step, 0.0)
                if self._view.timing.glides:
                    seconds = _TILT_SECONDS
                else:
                    seconds = 0.0
                self._animator.animate(each, "position", place, seconds)

    def _update_aim(self, card: card_nodes.CardNode, gesture: Gesture) -> None:
        zone = self._find_drop_zone(card, gesture)
        self._selection.set_aim(zone, None if zone is None else self.find_gap(card, zone, gesture))

    def find_gap(self, card: card_nodes.CardNode, zone: str, gesture: Gesture) -> int | None:
        """Return the index in a zone at which a card dropped at the pointer would be inserted.

        If only some indices are allowed, return the allowed index nearest to the pointer. Return
        None if the card may have any index.
        """
        places = list_distinct_places(self._selection.targets(card).get(zone, ()))
        if not places:
            return None
        node = self._view.by_zone[zone]
        row = self._view.cards.rows.get(zone, [])
        at = node.index_at(self._to_table(gesture), len(row))
        return min(places, key=lambda place: (abs(place - at), place))

    def _end(self, card: card_nodes.CardNode, gesture: Gesture) -> bool:
        if card is not self.lead:
            return True
        self._move(card, gesture)
        self._animator.cancel(card, "rotation")
        if self._selection.aim is None:
            self._put_back(card)
        else:
            self._selection.drop(*self._selection.aim)
        return True

    def _cancel(self, card: card_nodes.CardNode, _gesture: Gesture) -> bool:
        if card is self.lead:
            self._put_back(card)
        return True

    def _put_back(self, card: card_nodes.CardNode) -> None:
        self._selection.pick(None)
        self._selection.ask_to_pick(card, PickGesture.CANCEL)

    def _straighten(self, card: card_nodes.CardNode) -> None:
        if card is self.lead:
            self._animator.animate(card, "rotation", 0.0, _STRAIGHTEN_SECONDS)

    def _to_table(self, gesture: Gesture) -> geometry.Vec:
        return self._view.root.to_local(gesture.position) or geometry.ORIGIN

    def _find_drop_zone(self, card: card_nodes.CardNode, gesture: Gesture) -> str | None:
        """Return the zone where a dragged card would be dropped, None if there is none.

        Usually this is the zone under the pointer; allowed drop targets have priority. If the
        pointer is outside all zones, or still in the card's own zone (the user may hold a large
        card by its corner), it is the drop target that the card covers most. The card must cover it
        with at least the share `_MIN_COVERED` of its area.
        """
        view = self._view
        targets = self._selection.targets(card)
        zones = view.zones_at(gesture.position)
        meant = next((zone for zone in zones if zone in targets), None)
        if meant is not None or card.zone not in zones[:1]:
            meant = meant or next(iter(zones), None)
            if meant is not None:
                return meant
        box = card.local.bounds(card.box)
        best = None
        most = _MIN_COVERED * box.area
        for each in targets:
            shared = view.by_zone[each].drop_area.intersection(box).area
            if shared >= most:
                best = each
                most = shared
        return best


def list_distinct_places(places: Collection[int | None]) -> tuple[int, ...]:
    """Return the indices at which a card may be inserted, in ascending order.

    None, which means any index, is left out.
    """
    return tuple(sorted(place for place in places if place is not None))


DropTargets: TypeAlias = Mapping[str, Mapping[str, Collection[int | None]]]
"""Allowed drop targets: by card name and zone id, the indices at which the card may be inserted.

The index None means that the card may have any index in the zone.
"""


class Selection:
    """The card that the user is moving, and the cards picked for a multi-card step.

    Attributes:
        aim: Zone and index where the held card would be dropped now. None if it would be dropped
            nowhere, or if no card is held.
        held: The card that the user has picked up by pointer or keys, None if there is none.
        picked_cards: Cards that the user has picked for a step with several cards.
    """

    def __init__(self, view: CardBoard, animator: animation.Animator) -> None:
        self._view = view
        self._drag = DragController(view, self, animator)
        self._drops: DropTargets = {}
        self._held_from = ""
        self._target_zone: str | None = None
        self._pickable: frozenset[str] = frozenset()
        self.aim: tuple[str, int | None] | None = None
        self.held: card_nodes.CardNode | None = None
        self.picked_cards: tuple[card_nodes.CardNode, ...] = ()
        self._is_waiting = False
        self._focused: card_nodes.CardNode | None = None
        self._focused_in = ""

    @property
    def dragged(self) -> card_nodes.CardNode | None:
        return self._drag.lead

    @property
    def carried(self) -> tuple[card_nodes.CardNode, ...]:
        return self._drag.cards

    @property
    def is_off_target(self) -> bool:
        """Whether cards are dragged, but not over the zone that accepts all picked cards."""
        return bool(self.carried) and (self.aim is None or self.aim[0] != self._target_zone)

    @property
    def waiting(self) -> tuple[card_nodes.CardNode, ...]:
        """The picked cards that are already drawn in their target zone, before confirmation.

        The user confirms the step with a button. For a step that needs no confirmation, the picked
        cards stay in their zone and this property is empty.
        """
        if self._is_waiting:
            return self.picked_cards
        return ()

    def poses_waiting(self) -> Mapping[card_nodes.CardNode, card_nodes.CardPose]:
        """Return the poses of the cards in `waiting`, after the cards of their target zone."""
        view = self._view
        goal = self._target_zone
        if goal is None:
            return {}
        return view.by_zone[goal].poses_after(len(view.cards.rows.get(goal, ())), self.waiting)

    def count_waiting_in(self, zone: str) -> int:
        if zone == self._target_zone:
            return len(self.waiting)
        return 0

    @property
    def displaced_focus(self) -> card_nodes.CardNode | None:
        """The focused card, if it has moved to another zone since it got the focus.

        None if no card has the focus, or if the card hasn't moved or has moved to the user's hand.
        """
        card = self._focused
        if card is not None and not self._is_in_place(card):
            return card
        return None

    # -- what may be done ------------------------------------------------------------------

    def set_drop_targets(self, drops: DropTargets) -> None:
        """Set the allowed drop targets; put the held card back if it has no drop target now."""
        self._drops = drops
        if self.held is not None and not self.targets(self.held):
            self.pick(None)
        self.refresh()

    def set_picked(
        self,
        picked: Iterable[str],
        goal: str | None = None,
        cards: Collection[str] = (),
        *,
        waits: bool = False,
    ) -> None:
        """Set the cards picked for a multi-card step.

        Args:
            picked: Names of the picked cards.
            goal: Id of the target zone, where the picked cards may be dropped together. None if
                they can't be dropped yet.
            cards: Names of all cards that can be picked. Clicks on these cards and drags of them
                are reported to the view's callback `on_pick_gesture`.
            waits: True to draw the picked cards in the target zone already, although the user
                hasn't confirmed the step yet.
        """
        named = (self._view.cards.find_named(name) for name in picked)
        picked_cards = tuple([found[0] for found in named if found])
        gathers = frozenset(cards)
        gathered = picked_cards, goal, gathers, waits
        if gathered == (self.picked_cards, self._target_zone, self._pickable, self._is_waiting):
            return
        self.picked_cards, self._target_zone, self._pickable, self._is_waiting = gathered
        self._view.marks.set_nodes(card_nodes.PICKED, picked_cards)
        self._mark_targets()
        self._view.relayout()

    def ask_to_pick(self, card: card_nodes.CardNode, action: PickGesture) -> bool:
        """Offer a click or drag of a card to the view's callback `on_pick_gesture`.

        The callback is called for the cards that can be picked for a multi-card step. While cards
        are picked, it is also called for clicks on all other cards, so that it can explain why they
        can't be picked too.

        Returns:
            True if the callback has handled the click or drag. False if the card should be moved by
            itself.
        """
        name = card_name(card.zone, card.index)
        asks = self._view.on_pick_gesture
        is_asked = name in self._pickable or (
            bool(self.picked_cards) and action is PickGesture.CLICK
        )
        return is_asked and asks is not None and asks(name, action)

    def targets(self, card: card_nodes.CardNode) -> Mapping[str, Collection[int | None]]:
        """Return the zones where a card may be dropped, with the allowed indices in each zone.

        A card that is dragged together with others may only be dropped in the zone that accepts all
        dragged cards. The result is empty if the card may be dropped nowhere.
        """
        carried = self._drag.cards
        if len(carried) > 1 and card in carried:
            if self._target_zone is not None:
                return {self._target_zone: (None,)}
            return {}
        for name in self._view.cards.names(card):
            if name in self._drops:
                return self._drops[name]
        return {}

    def refresh(self) -> None:
        """Update cards and zones after a change of the state or of drop targets."""
        held = self.held
        if held is not None and (held.zone != self._held_from or held not in set(self._view.cards)):
            self.pick(None)
        if self.picked_cards and not set(self.picked_cards) <= set(self._view.cards):
            self.set_picked(())
        if self._focused is not None and self._focused.zone != self._focused_in:
            self._raise_focused(self._focused)
        free = {card for name in self._drops for card in self._view.cards.find_named(name)}
        for zone, row in self._view.cards.rows.items():
            is_own = bool(row) and self._view.is_own_hand(zone)
            for card in row:
                is_free = card in free and bool(self.targets(card))
                if card.draggable is not is_free:
                    card.draggable = is_free
                if card.is_tab_stop is not (is_free or is_own):
                    card.is_tab_stop = is_free or is_own
        self._mark_targets()

    def attach_card(self, card: card_nodes.CardNode) -> None:
        card.holdable = True
        card.on_gesture = partial(self._drag.handle, card)
        card.on_activate = partial(self.activate, card)
        card.on_focus = partial(self._focus_card, card)

    def attach_zone(self, zone: card_nodes.ZoneNode) -> None:
        zone.on_activate = partial(self._activate_zone, zone)
        zone.on_gesture = partial(self._click_zone, zone)
        zone.on_focus = partial(self._focus_zone, zone)

    def release(self) -> None:
        """Put the held card back, end the drag and remove the hover mark."""
        self._view.marks.set_nodes(card_nodes.HOVERED, ())
        self.pick(None)

    # -- picking up and dropping -----------------------------------------------------------

    def pick(self, card: card_nodes.CardNode | None) -> None:
        """Pick up a card and call the view's callback `on_pick`; None puts the held card back."""
        if card is self.held:
            return
        self.held = card
        if card is None:
            self._held_from = ""
        else:
            self._held_from = card.zone
        if card is not self.dragged:
            self._drag.end()
        self.aim = None
        view = self._view
        view.marks.set_nodes(card_nodes.AIMED, ())
        view.marks.set_nodes(card_nodes.GAP, ())
        view.marks.set_nodes(card_nodes.HELD, () if card is None else (card,))
        self._mark_targets()
        with view.batch_relayout():
            view.relayout()
            if view.on_pick is not None:
                view.on_pick(None if card is None else self.name(card))

    def drop(self, zone: str, place: int | None = None) -> None:
        """Drop the held card on a zone, even if that isn't allowed; ignored if no card is held.

        Args:
            zone: Id of the zone. If it is the card's own zone and `place` is None, the card is put
                back.
            place: Index at which the card is inserted in the zone, None for any index.
        """
        card = self.held
        if card is None:
            return
        if zone == card.zone and place is None:
            self.pick(None)
            return
        self._drop_cards(card, [each for each in self.carried if each is not card], zone, place)

    def _drop_cards(
        self,
        card: card_nodes.CardNode,
        others: Iterable[card_nodes.CardNode],
        zone: str,
        place: int | None,
    ) -> None:
        view = self._view
        beside = tuple([(each.zone, each.index) for each in others])
        drag_move = DragMove(card.face, card.zone, zone, card.index, place, beside)
        self.held = self.aim = None
        self._drag.end()
        for style in (card_nodes.HELD, card_nodes.AIMED, card_nodes.GAP):
            view.marks.set_nodes(style, ())
        self._mark_targets()
        with view.batch_relayout():
            view.relayout()
            if view.on_drop is not None:
                view.on_drop(drag_move)

    @property
    def considered_card(self) -> str | None:
        """Name of the held card; if no card is held, of the focused card; None if there is none."""
        card = self.held or self._focused
        if card is None or card not in set(self._view.cards):
            return None
        return self.name(card)

    def name(self, card: card_nodes.CardNode) -> str:
        """Return a name that identifies a card, for the view's callbacks.

        It is the first of the following names that the card has:

        1. the name with which it is listed in the drop targets
        2. its card code, such as "R7", if no other card on the table has the same code
        3. its zone and index, such as `hand:B#2`
        """
        cast = self._view.cards
        names = cast.names(card)
        face = None
        if card.face is not None and len(cast.find_named(card.face)) == 1:
            face = card.face
        return next((name for name in names if name in self._drops), face or names[0])

    def _mark_targets(self) -> None:
        view = self._view
        targets = {} if self.held is None else self.targets(self.held)
        clicked: set[str] = set()
        # If the held card can be part of a multi-card step, the user may want to click further
        # cards to pick them. Zones with pickable cards get narrow gaps, so that the cards can still
        # be clicked.
        if self.held is not None and card_name(self.held.zone, self.held.index) in self._pickable:
            clicked = {name.partition("#")[0] for name in self._pickable}
        places = {zone: list_distinct_places(places) for zone, places in targets.items()}
        gaps = view.open_gaps(places, clicked)
        for gap in gaps:
            gap.on_activate = partial(self.drop, gap.zone, gap.place)
            gap.on_focus = partial(self._focus_gap, gap)
            gap.on_gesture = partial(self._hover_gap, gap)
        opened = {gap.zone for gap in gaps}
        goals = {*targets, self._target_zone, *(zone for zone, _ in self._list_single_drops())}
        for node in view.by_zone.values():
            is_reached = node.id in goals and node.id not in opened
            if node.focusable is not is_reached:
                node.focusable = is_reached
        for zone, row in view.cards.rows.items():
            # If the held card may be dropped on a zone, the zone takes the focus, not its cards.
            is_goal = zone in goals
            opens = view.layout.kinds[view.by_zone[zone].spec.kind].opens
            for card in row:
                may_join = bool(self._pickable) and card_name(zone, card.index) in self._pickable
                is_open = card is self.held or may_join or not is_goal
                can_be_looked_at = opens is layout.OpenCards.ALL or (
                    opens is layout.OpenCards.TOP and card is row[-1]
                )
                is_reached = is_open and (card.is_tab_stop or can_be_looked_at)
                if card.focusable is not is_reached:
                    card.focusable = is_reached
        view.marks.set_nodes(
            card_nodes.TARGET, [node for node in view.by_zone.values() if node.id in goals]
        )

    def set_aim(self, zone: str | None, place: int | None = None) -> None:
        """Mark the zone and the gap where the held card would be dropped now.

        Args:
            zone: Id of the zone, None if the card would be dropped nowhere.
            place: Index at which the card would be inserted, None for any index.
        """
        aim = None if zone is None else (zone, place)
        if aim == self.aim or self.held is None:
            return
        self.aim = aim
        view = self._view
        view.marks.set_nodes(card_nodes.AIMED, () if zone is None else (view.by_zone[zone],))
        view.marks.set_nodes(
            card_nodes.GAP, [gap for gap in view.gaps if (gap.zone, gap.place) == aim]
        )
        view.relayout()
        if view.on_aim is not None:
            view.on_aim(self.name(self.held), zone, place)

    def mark_gaps(self) -> None:
        """Update the marks and positions of the gaps, which are the drop targets between cards.

        While cards move apart to make room for a dragged card, the gaps between them move along.
        """
        view = self._view
        zone, place = self.aim or (None, None)
        for gap in view.gaps:
            styles = view.marks.find_gap_marks(gap, card_name(gap.zone, gap.place))
            aside = 0.0
            if place is not None and gap.zone == zone:
                count = len(view.cards.rows.get(zone, []))
                aside = view.by_zone[zone].compute_gap_shift(count, gap.place, place)
            # Don't mark the gap below the dragged card: the card hides it.
            is_filled = self.carried and self.aim == (gap.zone, gap.place)
            gap.mark(() if is_filled else styles, aside)

    # -- clicks, keys and focus ------------------------------------------------------------

    def activate(self, card: card_nodes.CardNode) -> None:
        held = self.held
        if self.ask_to_pick(card, PickGesture.CLICK):
            return
        if card is held:
            self.pick(None)
        elif self.targets(card):
            self._pick_or_draw(card)
        elif self._drop_block(card.zone):
            return
        elif held is not None and card.zone in self.targets(held):
            self.drop(card.zone)
        elif self._view.on_refuse is not None:
            self._view.on_refuse(self.name(card))

    def _activate_zone(self, zone: card_nodes.ZoneNode) -> None:
        if self._drop_block(zone.id):
            return
        alone = dict(self._list_single_drops())
        if self.held is None and zone.id in alone:
            self.pick(alone[zone.id])
        if self.held is not None:
            self.drop(zone.id)
            return
        row = self._view.cards.rows.get(zone.id)
        # A click on a pile's area picks up its top card. In a row only the cards can be clicked.
        if row and zone.is_pile and self.targets(row[-1]):
            self._pick_or_draw(row[-1])
        elif self._view.on_refuse_place is not None:
            self._view.on_refuse_place()

    def _click_zone(self, zone: card_nodes.ZoneNode, gesture: Gesture) -> bool:
        """Handle a click beside the cards of a zone: drop the held card into the nearest gap.

        Returns:
            True if the card was dropped. If False, `_activate_zone` handles the click.
        """
        is_click = gesture.kind is GestureKind.CLICK and gesture.button == 1
        if (
            not is_click
            or self.held is None
            or (self.picked_cards and zone.id == self._target_zone)
        ):
            return False
        gap = self._drag.find_gap(self.held, zone.id, gesture)
        if gap is None:
            return False
        self.drop(zone.id, gap)
        return True

    def _list_single_drops(self) -> list[tuple[str, card_nodes.CardNode]]:
        """List the zones where picked cards may be dropped alone, as pairs of zone and card.

        Left out are picked cards in the user's hand, and the zone where all picked cards can be
        dropped together.
        """
        return [
            (zone, card)
            for card in self.picked_cards
            if not self._is_waiting and not self._view.is_own_hand(card.zone)
            for zone in self.targets(card)
            if zone != self._target_zone
        ]

    def _pick_or_draw(self, card: card_nodes.CardNode) -> None:
        """Pick up a clicked card, or draw a face-down card at once.

        A face-down card has only one drop target, so that the user needn't choose. The view's
        callback `on_hidden` may demand a second click first.
        """
        on_hidden = self._view.on_hidden
        if card.shown is None and on_hidden is not None and on_hidden(self.name(card)):
            return
        self.pick(card)
        if card.shown is None:
            self.drop(next(iter(self.targets(card))))

    def _drop_block(self, zone: str) -> bool:
        """Drop all picked cards together on a zone, if they may be dropped there.

        Returns:
            True if the cards were dropped. False if no card is picked, or if the picked cards have
            another target zone.
        """
        if not self.picked_cards or zone != self._target_zone:
            return False
        self._drop_cards(self.picked_cards[0], self.picked_cards[1:], zone, None)
        return True

    def _focus_card(self, card: card_nodes.CardNode, has_focus: bool) -> None:
        if has_focus:
            self._focused = card
            self._focused_in = card.zone
        else:
            self._focused = None
            self._focused_in = ""
        self._raise_focused(self._focused)
        if self._view.on_focus is not None:
            self._view.on_focus(self.name(card) if has_focus else None)

    def _raise_focused(self, card: card_nodes.CardNode | None) -> None:
        """Set the mark `FOCUSED`, which raises a card, on the focused card only.

        The mark is removed if no card has the focus, or if the card has left the zone in which it
        got the focus for a zone other than the user's hand.

        Args:
            card: The focused card, None if there is none.
        """
        is_here = card is not None and self._is_in_place(card)
        if self._view.marks.set_nodes(
            card_nodes.FOCUSED, (card,) if card is not None and is_here else ()
        ):
            self._view.relayout()

    def _is_in_place(self, card: card_nodes.CardNode) -> bool:
        return card.zone == self._focused_in or self._view.is_own_hand(card.zone)

    def _focus_zone(self, zone: card_nodes.ZoneNode, has_focus: bool) -> None:
        self.set_aim(zone.id if has_focus else None)

    def _hover_gap(self, gap: card_nodes.GapNode, gesture: Gesture) -> bool:
        if gesture.kind in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE):
            self._focus_gap(gap, gesture.kind is GestureKind.HOVER_ENTER)
        return False

    def _focus_gap(self, gap: card_nodes.GapNode, has_focus: bool) -> None:
        if has_focus:
            self.set_aim(gap.zone, gap.place)
        else:
            self.set_aim(None)
