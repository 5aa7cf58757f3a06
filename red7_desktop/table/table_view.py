"""The table's view: shows the cards of all zones and animates changes, for any card game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import count, zip_longest
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.scene import animation, geometry
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Picture
from red7_desktop.table import arrange, card_nodes, drag, layout, tracking
from red7_desktop.tabletop.game import Face, ObservedMove, Zones, zone_of

_RowState: TypeAlias = tuple[
    tuple[card_nodes.CardNode, ...],
    Sequence[tracking.Styled],
    Sequence[arrange.Placement],
    Sequence[bool],
    Sequence[card_nodes.CardPose | None],
]
"""Everything on which the positions and pictures of one zone's cards depend.

A zone is laid out again only if one of these items has changed. Each item has one value per card:
the card's node, its marks, its placement, whether it is dragged, and its pose if it is drawn in
another zone until a step is confirmed (otherwise None).
"""


DEAL_SECONDS: Final = 0.82
"""Duration, in seconds, of the animation of a deal, until the last card has landed."""
_FIRST_AT = 0.08
"""Seconds from the start of a deal's animation to the flight of its first card."""
_DEAL_SECONDS = 0.351
"""Seconds between the starts of the first and the last card of a deal."""
_FLIGHT_SECONDS = 0.2
"""Seconds of a dealt card's flight."""
_TURN_SECONDS = 0.09
"""Seconds in which a dealt card turns over."""
_OPEN_AT = 0.64
"""Seconds from the start of a deal's animation until all face-up cards are dealt together."""
_OPEN_FLIGHT = 0.18
"""Seconds of the flight of a card that is dealt face up."""
_DECK_SCALE = 1.06
_DEAL_TILT = 6.0
_HOVER_SHIFT: Final = 6.0
"""Length, in design units, by which each neighbour of a hovered card moves aside."""
_TURN_DELAY: Final = 0.03
"""Delay, in seconds, between two neighbouring cards of a zone that turn over."""
_GATHER_SECONDS = 0.14
"""Seconds, before a deal, between the first and the last of the old cards that fly to the deck."""
_GATHER_FLIGHT = 0.2
"""Duration, in seconds, of a card's flight to the deck before a new deal."""
_OVERLAP = 0.1
"""Seconds by which the animation of a deal starts before all old cards have reached the deck."""
SWEEP_SECONDS: Final = 0.45
"""Duration, in seconds, of the animation in which a broom sweeps cards onto a pile."""
_BROOM_SIZE = 1.2
"""Side of the square picture of a broom that sweeps cards onto a pile, in card heights."""
_BROOM_TILT = 14.0
"""Tilt, in degrees, of the broom: the picture that sweeps cards onto a pile."""
_BROOM_FADE = 0.08
"""Seconds in which the broom, the picture that sweeps cards onto a pile, fades out."""


class TableView(tracking.CardBoard):
    """The view of a card table: `show` displays a snapshot, callbacks report the user's actions.

    A snapshot is the cards of all zones at one moment. When it is shown, the zone and the pose of
    every card are set at once. Animations then move the cards on the screen; `snap` finishes all
    animations. The app may add panels of its own to `root`, at the rectangles that the layout
    reserves for them. Zones and cards have z -1 and above.

    Args:
        picture: Returns the picture of a card, given the card's code (None for the back) and a
            width in design units.
        animator: Animates movements.
        layout: The table's layout.
        viewer: Seat at the bottom of the table.
        visible: Rectangle that the table should fill, in the coordinates of the parent of `root`.
        looks: Styles of marks (such as a frame around a card), by name.
        pace: Durations of movements, None for the defaults.

    Attributes:
        root: The node of the whole table, to be added to a stage. Its coordinates are in the
            layout's units.
        selection: The card that the user holds, and the cards picked for a multi-card step.
        sweep_pictures: By the zone id of a pile, the picture of a broom. In the animation of cards
            that move to the pile, the broom sweeps them there.
    """

    def __init__(
        self,
        *,
        picture: Callable[[Face, float], Picture],
        animator: animation.Animator,
        layout: layout.Layout,
        viewer: int,
        visible: geometry.Rect,
        looks: card_nodes.MarkStyles = card_nodes.PLAIN_MARKS,
        pace: card_nodes.MotionTimes | None = None,
    ) -> None:
        super().__init__(looks, pace or card_nodes.MotionTimes())
        self.selection = drag.Selection(self, animator)
        self.sweep_pictures: Mapping[str, Picture] = {}
        self._animator = animator
        self._picture = picture
        self._numbers = count(1)
        self._leaving: dict[card_nodes.CardNode, _Departure] = {}
        self._row_states: dict[str, _RowState] = {}
        self.set_layout(layout, viewer, visible)

    # -- the table as a whole --------------------------------------------------------------

    def set_layout(self, layout: layout.Layout, viewer: int, visible: geometry.Rect) -> None:
        """Lay out the table for another layout, window or viewer, without animation.

        Args:
            layout: The layout.
            viewer: Seat at the bottom of the table.
            visible: Rectangle that the table should fill, in the coordinates of the parent of
                `root`.

        Raises:
            LayoutError: The layout lacks a zone that has cards. Nothing was changed.
        """
        zone_nodes = card_nodes.make_zone_nodes(layout, viewer)
        card_nodes.check_zones(self.cards.rows, zone_nodes, layout)
        self.selection.release()
        self.layout = layout
        self.viewer = viewer
        self.root.scale = layout.fit(visible.size)
        middle = geometry.Vec(layout.size.w / 2, layout.size.h / 2)
        self.root.position = visible.centre - middle * self.root.scale
        for node in self.by_zone.values():
            self.marks.forget(node)
            node.detach()
        self.by_zone = zone_nodes
        self._row_states.clear()
        self.zone_layer.add(*zone_nodes.values())
        for node in zone_nodes.values():
            self.selection.attach_zone(node)
        for card in self.cards:
            self._update_picture(card)
        self._order_cards()
        self.selection.refresh()
        self.snap()

    def show(
        self, zones: Zones, moves: Sequence[ObservedMove] = (), *, at_once: bool = False
    ) -> float:
        """Show a snapshot: move all cards to their zones in it.

        Args:
            zones: The snapshot, as the cards of each zone.
            moves: Card moves since the last snapshot, as far as the viewer may know them.
            at_once: True shows the snapshot without animation.

        Returns:
            Seconds until all animations have ended: the last card has landed, and the broom that
            sweeps cards onto a pile has gone.

        Raises:
            LayoutError: The layout lacks a zone of the snapshot. Nothing was changed.
        """
        card_nodes.check_zones(zones, self.by_zone, self.layout)
        change = self.cards.update(zones, moves, self._make_card)
        for card in change.removed:
            self.marks.forget(card)
            card.fade_out(self._animator, self.timing.fade)
        self._leaving = {
            card: _Departure(nth * self.timing.stagger, change.added.get(card, card.zone))
            for nth, card in enumerate(change.moved)
        }
        for zone, row in self.cards.rows.items():
            node = self.by_zone[zone]
            is_down = node.spec.faces == "down"
            for card in row:
                if card.size != node.card or card.shown != (None if is_down else card.face):
                    self._update_picture(card)
        self._order_cards()
        self.selection.refresh()
        (self.snap if at_once else self.relayout)()
        if at_once or not change.moved:
            return 0.0
        landing = self.timing.stagger * (len(change.moved) - 1) + self.timing.landing
        if self.timing.glides and any(card.zone in self.sweep_pictures for card in change.moved):
            return max(landing, SWEEP_SECONDS)
        return landing

    def deal(self, zones: Zones, kinds: Sequence[str], first: int) -> float:
        """Show the snapshot of a new round with a deal animation.

        The cards of the last round fly to the deck first, zone by zone.

        Args:
            zones: The snapshot, as the cards of each zone.
            kinds: Kinds of zones to which cards are dealt, one card per seat in turn. If there are
                several kinds, zones of the last kind get their cards face up and all at once.
            first: Seat that gets the first card.

        Returns:
            Duration of the animation in seconds.
        """
        before = self.zones
        old = [
            [card.leave_picture() for card in row if card.visible]
            for zone, row in self.cards.rows.items()
            if zone != "deck"
            and (zone.partition(":")[0] in kinds or before[zone] != zones.get(zone))
            and before != zones
        ]
        self.show(zones, at_once=True)
        if not self.timing.glides or not zones.get("deck"):
            for card in self.cards:
                card.appear(self._animator, self.timing.fade, 0.0)
            return self.timing.fade
        begins = self._gather([row for row in old if row])
        pile = self.cards.rows["deck"]
        start = pile[-1].pose
        for card in pile:
            card.scale *= _DECK_SCALE
            self._animator.animate(card, "scale", card.pose.scale, _FIRST_AT, delay=begins)
        seats = [(first + nth) % self.layout.seats for nth in range(self.layout.seats)]
        if len(kinds) > 1:
            in_turn = kinds[:-1]
            together = kinds[-1:]
        else:
            in_turn = kinds
            together = ()
        hands = [self.cards.rows[zone_of(kind, seat)] for kind in in_turn for seat in seats]
        cards = [card for turn in zip_longest(*hands) for card in turn if card is not None]
        for nth, card in enumerate(cards):
            at = begins + _FIRST_AT + _DEAL_SECONDS * nth / max(1, len(cards) - 1)
            start_pose = self._deck_pose(start, card, (-1) ** nth * _DEAL_TILT)
            card.fly_from(self._animator, start_pose, at, _FLIGHT_SECONDS)
            if card.shown is not None:  # Show the card's back until it has landed.
                front = self._picture(card.shown, card.size.w)
                width = card.size.w
                card.set_picture(self._picture(None, width))
                card.turn_over(self._animator, front, _TURN_SECONDS, at + _FLIGHT_SECONDS)
        for kind in together:
            for seat in seats:
                for card in self.cards.rows[zone_of(kind, seat)]:
                    card.fly_from(
                        self._animator,
                        self._deck_pose(start, card),
                        begins + _OPEN_AT,
                        _OPEN_FLIGHT,
                    )
        return begins + DEAL_SECONDS

    def _gather(self, old: Sequence[Sequence[Node]]) -> float:
        """Animate the cards of the last round to the deck.

        Args:
            old: Copies of the cards' pictures, see `CardNode.leave_picture`, zone by zone.

        Returns:
            Seconds until the animation of the new deal can start.
        """
        deck = self.by_zone["deck"]
        for nth, row in enumerate(old):
            for ghost in row:
                self.card_layer.add(ghost)
                at = _GATHER_SECONDS * nth / len(old)
                goal = deck.spec.area.centre
                scale = deck.card.w / ghost.size.w
                back = self._picture(None, ghost.size.w)
                self._animator.animate(
                    ghost, "scale", scale, _GATHER_FLIGHT, delay=at, ease="in_quad"
                )
                self._animator.after(
                    ghost, at + _GATHER_FLIGHT / 2, partial(setattr, ghost, "picture", back)
                )
                self._animator.animate(
                    ghost,
                    "position",
                    goal,
                    _GATHER_FLIGHT,
                    delay=at,
                    ease="in_quad",
                    done=ghost.detach,
                )
        if old:
            return _GATHER_SECONDS + _GATHER_FLIGHT - _OVERLAP
        return 0.0

    def _deck_pose(
        self, start: card_nodes.CardPose, card: card_nodes.CardNode, lean: float = 0.0
    ) -> card_nodes.CardPose:
        scale = start.scale * self.by_zone["deck"].card.w / card.size.w
        return start._replace(scale=scale, rotation=card.pose.rotation + lean)

    def snap(self) -> None:
        """Finish all animations and end a drag, so that the screen shows the last snapshot."""
        self.selection.release()
        self.relayout_now()
        present = set(self.cards)
        for node in self.card_layer.children:
            if isinstance(node, card_nodes.CardNode) and node in present:
                node.snap(self._animator)
            else:
                self._animator.cancel(node)
                node.detach()

    def relayout_now(self) -> None:
        departures, self._leaving = self._leaving, {}
        self.selection.mark_gaps()
        waiting = self.selection.poses_waiting()
        carried = self.selection.carried
        styles = self.update_spacing()
        hovered = next((card.zone for card in self.marks.hovered), None)
        for zone, node in self.by_zone.items():
            row = self.cards.rows.get(zone, [])
            marked = [styles.get(card, tracking.NO_MARKS) for card in row]
            if node in styles or node.marks:
                node.mark(styles.get(node, tracking.NO_MARKS))
            carried_flags = [card in carried for card in row]
            poses = [waiting.get(card) for card in row]
            places = self._places(node, carried_flags, poses)
            if zone == hovered and self.selection.held is None and not node.is_pile:
                places = _make_room_beside(places, marked)
            state = (tuple(row), marked, places, carried_flags, poses)
            # Most changes affect one zone, so unchanged zones are skipped.
            if state != self._row_states.get(zone) or not departures.keys().isdisjoint(row):
                self._row_states[zone] = state
                self._layout_row(node, state, departures)
        for zone, picture in self.sweep_pictures.items():
            swept = [card for card in departures if card.zone == zone]
            if swept and self.timing.glides:
                self._sweep(self.by_zone[zone], picture, swept)

    def _sweep(
        self, pile: card_nodes.ZoneNode, picture: Picture, swept: Sequence[card_nodes.CardNode]
    ) -> None:
        """Animate a broom that moves over the cards towards a pile and takes each card along.

        Args:
            pile: The pile to which the cards move.
            picture: Picture of the broom.
            swept: The cards that the broom takes along.
        """
        goal = pile.spec.area.centre
        side = _BROOM_SIZE * pile.card.h
        animator = self._animator
        distances = {card: (goal - card.position).length for card in swept}
        first = max(swept, key=lambda card: distances[card])
        total = distances[first] + first.size.w * first.scale / 2
        start = goal + (first.position - goal) * (total / max(distances[first], 1.0))
        lean = math.copysign(_BROOM_TILT, goal.x - start.x)
        broom = Node(
            name="broom",
            anchor=geometry.CENTRE,
            picture=picture,
            size=geometry.Size(side, side),
            position=start,
            rotation=lean,
            z=2 * card_nodes.FLYING_Z,
        )
        self.card_layer.add(broom)
        for card, way in distances.items():
            at = SWEEP_SECONDS * math.acos(2 * min(1.0, way / total) - 1) / math.pi
            animator.cancel(card)
            card.move_to_pose(animator, SWEEP_SECONDS - at, at, aloft=True)
        animator.animate(broom, "rotation", -lean, SWEEP_SECONDS, ease="in_out_sine")
        animator.animate(broom, "position", goal, SWEEP_SECONDS, ease="in_out_sine")
        animator.animate(broom, "alpha", 0.0, _BROOM_FADE, delay=SWEEP_SECONDS, done=broom.detach)

    def _layout_row(
        self,
        node: card_nodes.ZoneNode,
        state: _RowState,
        departures: Mapping[card_nodes.CardNode, _Departure],
    ) -> None:
        row, marked, places, carried_flags, poses = state
        if any(marked):
            aim, gap = self.selection.aim or (None, None)
            # Remove marks that connect a dragged card, or a card beside the gap, to a neighbour.
            marked = tracking.remove_separated_marks(
                marked, carried_flags, gap if aim == node.id else None
            )
            if not self.selection.carried:
                marked = tracking.join_marks(marked, places)
        for card, styles, placement, room, is_carried, pose in zip(
            row, marked, places, node.compute_headrooms(len(row)), carried_flags, poses, strict=True
        ):
            card.mark(styles)
            if styles:
                card.hit_margin = card_nodes.measure_hover_rise(styles, room)
            else:
                card.hit_margin = 0.0
            card.pose = pose or card_nodes.build_pose(placement, [look for _, look in styles], room)
            if not is_carried:
                self._move_to_pose(card, departures.get(card))

    def _places(
        self,
        node: card_nodes.ZoneNode,
        carried_flags: Sequence[bool],
        poses: Sequence[card_nodes.CardPose | None],
    ) -> Sequence[arrange.Placement]:
        """Return the placements of a zone's cards.

        If the held card would be dropped between two cards, they leave a gap for it. Otherwise, the
        cards close up if one of them is missing: the user drags it, or it is shown in another zone
        until the user confirms the step. Exception: while the user drags a card that may be dropped
        in this zone, the cards don't close up.
        """
        count = len(carried_flags)
        selection = self.selection
        zone, place = selection.aim or (None, None)
        if zone == node.id and place is not None:
            return node.placements_with_gap(count, place)
        lead = selection.dragged
        away = [
            is_carried or bool(pose) for is_carried, pose in zip(carried_flags, poses, strict=True)
        ]
        if any(away) and (lead is None or node.id not in selection.targets(lead)):
            return node.placements_without(away, carried_flags)
        return node.placements(count + selection.count_waiting_in(node.id))[:count]

    # -- what may be done, and what is marked ----------------------------------------------

    def set_drop_targets(self, drops: drag.DropTargets) -> None:
        """Set the zones where each card may be dropped, see `drag.DropTargets`."""
        self.selection.set_drop_targets(drops)
        self.relayout()

    def pick(self, name: str | None) -> None:
        """Pick up the card with a given name, as if the user did; None puts the held card back.

        Raises:
            KeyError: No card has this name.
        """
        if name is None:
            found = []
        else:
            found = self.cards.find_named(name)
        if name is not None and not found:
            raise KeyError(f"no card on the table is {name!r}")
        self.selection.pick(found[0] if found else None)

    def drop(self, zone: str, place: int | None = None) -> None:
        """Drop the held card on a zone, as if the user did; do nothing if no card is held."""
        self.selection.drop(zone, place)

    def list_row_areas(self) -> list[tuple[str, geometry.Rect]]:
        """Return the areas of the table that are covered by cards at rest, for each zone.

        Returns:
            Pairs of a zone's name in the layout and the rectangle around the zone's cards, in the
            layout's units. Zones without cards are left out.
        """
        found = []
        for zone, row in self.cards.rows.items():
            areas = [card.resting_area for card in row if card.pose.shown]
            if areas:
                found.append((self.by_zone[zone].spec.name, reduce(geometry.Rect.union, areas)))
        return found

    def mark(self, style: str, cards: Iterable[str] = (), zones: Iterable[str] = ()) -> None:
        """Set the cards and zones that are marked (highlighted) in a style.

        Marks of this style on other cards and zones are removed.

        Args:
            style: Name of the style.
            cards: Names of cards.
            zones: Ids of zones. The gap between two cards also has an id: `hand:A#2` is the gap
                before the card with index 2.

        Raises:
            KeyError: There is no style with this name.
        """
        if self.marks.set_by_name(style, cards, zones):
            self.relayout()

    # -- inside ----------------------------------------------------------------------------

    def _make_card(self, zone: str, face: Face, place: tracking.CardOrigin) -> card_nodes.CardNode:
        """Create the node of a card; if the card comes from another zone, the back is shown."""
        node = self.by_zone[zone]
        origin = self.by_zone.get(place.source or "")
        shown = None
        if origin is None:
            shown = node.face_shown(face)
        card = card_nodes.CardNode(
            next(self._numbers), node.card, self._picture(shown, node.card.w)
        )
        card.shown = shown
        if origin is not None:
            card.position = origin.spec.area.centre
            card.scale = origin.card.w / node.card.w
        self.selection.attach_card(card)
        self.card_layer.add(card)
        return card

    def _update_picture(self, card: card_nodes.CardNode) -> None:
        """Adapt a card to its zone: its size, and the side of the card that is shown.

        If the shown side changes, the card turns over. A flying card turns over during its flight.
        If it will be face down in its new zone, its back is shown from the start of the flight.
        """
        zone = self.by_zone[card.zone]
        if card.size != zone.card:
            card.resize(zone.card)
            card.set_picture(self._picture(card.shown, zone.card.w))
        shown = zone.face_shown(card.face)
        if shown == card.shown:
            return
        card.shown = shown
        picture = self._picture(card.shown, zone.card.w)
        departure = self._leaving.get(card)
        hides_on_the_way = departure is not None and card.shown is None
        if hides_on_the_way or not self.timing.glides:
            card.set_picture(picture)
        else:
            if departure:
                wait = departure.delay + self.timing.nearest / 2
            else:
                wait = card.index * _TURN_DELAY
            card.turn_over(self._animator, picture, self.timing.turn, wait)

    def _order_cards(self) -> None:
        own = [zone for zone in self.cards.rows if self.by_zone[zone].spec.seat == 0]
        others = [zone for zone in self.cards.rows if zone not in own]
        wanted: list[Node] = [card for zone in own + others for card in self.cards.rows[zone]]
        present = set(wanted)
        wanted += [node for node in self.card_layer.children if node not in present]
        if wanted != list(self.card_layer.children):
            self.card_layer.order(wanted)

    def _move_to_pose(self, card: card_nodes.CardNode, departure: _Departure | None) -> None:
        """Animate a card to its pose: it flies from another zone, or slides within its own zone.

        Instead of flying, the card fades in at its pose if animations are reduced, or if its old
        zone isn't on the table.
        """
        pace = self.timing
        delay = departure.delay if departure else 0.0
        if departure and departure.source not in self.by_zone:
            card.appear(self._animator, pace.fade, delay)
        elif departure is None and card.z < card_nodes.FLYING_Z:
            card.move_to_pose(self._animator, pace.nudge if pace.glides else 0.0)
        elif pace.glides:
            way = math.dist(card.position, card.pose.position) / math.hypot(*self.layout.size)
            card.move_to_pose(self._animator, pace.compute_duration(way), delay, aloft=True)
        else:
            card.appear(self._animator, pace.fade, delay)


def _make_room_beside(
    places: Sequence[arrange.Placement], row: Sequence[tracking.Styled]
) -> Sequence[arrange.Placement]:
    hovered = [nth for nth, marks in enumerate(row) if card_nodes.HOVERED in dict(marks)]
    if not hovered:
        return places
    at = hovered[0]
    close = tracking.list_close_places(row)
    found = list(places)
    for nth, by in ((at - 1, -_HOVER_SHIFT), (at + 1, _HOVER_SHIFT)):
        if not 0 <= nth < len(found):
            continue
        is_on_line = (places[nth].x - places[at].x) * by > 0
        if is_on_line and max(nth, at) not in close:
            found[nth] = found[nth]._replace(x=found[nth].x + by)
    return tuple(found)


class _Departure(NamedTuple):
    """The planned flight of a card to another zone.

    Attributes:
        delay: Seconds until the flight starts.
        source: For a card that is new on the table, the id of the zone from which it comes, None if
            unknown. For any other card, the id of its new zone.
    """

    delay: float
    source: str | None
