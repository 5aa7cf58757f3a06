"""Shows zones of cards and animates their changes; knows no game."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from red7_desktop.scene.animation import Animator
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pointer import find_hit
from red7_desktop.table.arrange import Placement
from red7_desktop.table.card_nodes import (
    IN_THE_AIR,
    PLAIN_MARKS,
    CardNode,
    CardPainter,
    GapNode,
    MarkLooks,
    MotionTimes,
    ZoneNode,
    build_pose,
    check_zones,
    make_zone_nodes,
    measure_hover_rise,
)
from red7_desktop.table.drag import DragKind, Drops, Selection
from red7_desktop.table.layout import Layout, OpenCards
from red7_desktop.table.tracking import (
    CardNodes,
    Marks,
    NewPlace,
    join_marks,
    list_close_places,
    open_clip,
)
from red7_desktop.tabletop.game import DragMove, Face, SeenMove, Zones


class TableView:
    """The table: give it snapshots with `show`, and hear of the player's hands by callbacks.

    What a snapshot says is true at once: every card belongs to its zone and knows where it lies;
    animations only draw the lag, and `snap` ends them. `root` is the node to put on a stage. Its
    space is the layout's, so an app can lay its own panels into it, by the layout's rectangles;
    z -1 and more is where zones and cards are.

    A card is named by its face, or, where that is not known or not the only one, by its place:
    the zone's id for the top card (`deck`), `zone#n` for the n-th from 0 (`hand:B#2`).

    Callbacks:
        on_pick: a card was picked up, by name, or put back (None).
        on_drop: the held card was dropped on another zone, by drag, click-click or key alike, and
            is no longer held; afterwards cards that the state has not moved glide home.
        on_gather: a hand reaches for a card that may be picked for a step of several, by its place:
            tells whether it is picked so. Else it is taken up by itself.
        on_refuse: a card was clicked that has nowhere to go, by name.
        on_aim: where the held card would go if let go now: card, zone, None for nowhere, and the
            place there, None for any.
        on_look: the card that the pointer rests on or presses long, or None.
        on_focus: the focus has come to a card, by name, or left the cards (None).
    """

    def __init__(
        self,
        *,
        faces: CardPainter,
        animator: Animator,
        layout: Layout,
        viewer: int,
        visible: Rect,
        looks: MarkLooks = PLAIN_MARKS,
        pace: MotionTimes | None = None,
    ) -> None:
        self.on_pick: Callable[[str | None], None] | None = None
        self.on_drop: Callable[[DragMove], None] | None = None
        self.on_gather: Callable[[str, DragKind], bool] | None = None
        self.on_refuse: Callable[[str], None] | None = None
        self.on_aim: Callable[[str, str | None, int | None], None] | None = None
        self.on_look: Callable[[CardNode | None], None] | None = None
        self.on_focus: Callable[[str | None], None] | None = None
        self.pace = pace or MotionTimes()
        self.cast = CardNodes()
        self.marks = Marks(looks)
        self.grip = Selection(self, animator)
        self._animator = animator
        self._faces = faces
        self._numbers = count(1)
        self._zone_nodes: dict[str, ZoneNode] = {}
        self._leaving: dict[CardNode, _Departure] = {}
        self._waits = 0
        self._is_unsettled = False
        self.root = Node(name="table")
        # Cards come first in the order of the tree, for that is the order of the focus.
        self._cards = Node(name="cards")
        self._zones = Node(name="zones", z=-1.0)
        self._gaps = Node(name="gaps", z=1.0)
        self.root.add(self._cards, self._zones, self._gaps)
        self.place(layout, viewer, visible)

    # -- the table as a whole --------------------------------------------------------------

    def place(self, layout: Layout, viewer: int, visible: Rect) -> None:
        """Lay the table out anew, in another layout, window or from another seat, at once.

        visible: all that the window shows, in the space of the root's parent.

        Raises LayoutError when the layout has no zone for a zone with cards; nothing changes then.
        """
        zone_nodes = make_zone_nodes(layout, viewer)
        check_zones(self.cast.rows, zone_nodes, layout)
        self.grip.let_go()
        self.layout, self.viewer = layout, viewer
        self.root.scale = layout.fit(visible.size)
        middle = Vec(layout.size.w / 2, layout.size.h / 2)
        self.root.position = visible.centre - middle * self.root.scale
        for node in self._zone_nodes.values():
            self.marks.forget(node)
            node.detach()
        self._zone_nodes = zone_nodes
        self._zones.add(*zone_nodes.values())
        for node in zone_nodes.values():
            self.grip.attach_zone(node)
        for card in self.cast:
            self._dress(card)
        self._order_cards()
        self.grip.refresh()
        self.snap()

    def show(self, zones: Zones, moves: Sequence[SeenMove] = (), *, at_once: bool = False) -> None:
        """Make a snapshot true; the moves, as far as they may be known, tell what travelled.

        at_once: as `snap` does, and at no more cost. Raises LayoutError for a zone that the layout
        does not have; nothing changes then.
        """
        check_zones(zones, self._zone_nodes, self.layout)
        change = self.cast.recast(zones, moves, self._make_card)
        for card in change.gone:
            self.marks.forget(card)
            card.vanish(self._animator, self.pace.fade)
        self._leaving = {
            card: _Departure(nth * self.pace.stagger, change.newcomers.get(card, card.zone))
            for nth, card in enumerate(change.travellers)
        }
        for card in self.cast:
            self._dress(card)
        self._order_cards()
        self.grip.refresh()
        (self.snap if at_once else self.settle)()

    def snap(self) -> None:
        """End every animation of the table and every drag: all is where the snapshot says."""
        self.grip.let_go()
        self._settle()
        present = set(self.cast)
        for node in self._cards.children:
            if isinstance(node, CardNode) and node in present:
                node.snap(self._animator)
            else:
                self._animator.cancel(node)
                node.detach()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send cards where they belong once for all that is done inside, at its end."""
        self._waits += 1
        try:
            yield
        finally:
            self._waits -= 1
            if self._is_unsettled:
                self.settle()

    def settle(self) -> None:
        """Send every card to where it belongs, with its marks on; a refused drop glides home."""
        if self._waits:
            self._is_unsettled = True
        else:
            self._settle()

    def _settle(self) -> None:
        self._is_unsettled = False
        leaving, self._leaving = self._leaving, {}
        self.grip.mark_gaps()
        waiting = self.grip.poses_waiting()
        for zone, node in self._zone_nodes.items():
            node.mark(self.marks.on_zone(node, zone))
            row = self.cast.rows.get(zone, [])
            marked = [self.marks.on_card(card, self.cast.names(card)) for card in row]
            node.draw_together(list_close_places(marked))
            places, rooms = self._places(node, len(row)), node.rooms(len(row))
            if not self.grip.carried:
                marked = join_marks(open_clip(marked, [card in waiting for card in row]), places)
            for card, styles, placement, room in zip(row, marked, places, rooms, strict=True):
                card.mark(styles)
                card.hit_margin = measure_hover_rise(styles, room)
                card.pose = build_pose(placement, [look for _, look in styles], room)
                card.pose = waiting.get(card, card.pose)
                if card not in self.grip.carried:
                    self._send(card, leaving.get(card))

    def _places(self, node: ZoneNode, count: int) -> Sequence[Placement]:
        """Give where the cards of a zone lie: apart at the place that the held card would take."""
        places = node.placements(count + self.grip.makes_room(node.id))[:count]
        zone, place = self.grip.aim or (None, None)
        if zone != node.id or place is None:
            return places
        return node.parted(count, place)

    # -- what may be done, and what is marked ----------------------------------------------

    def offer(self, drops: Drops) -> None:
        """Return which cards can be picked up and where each may go: by card name, then zone id."""
        self.grip.offer(drops)
        self.settle()

    def pick(self, name: str | None) -> None:
        """Pick a card up as a click on it would, or put back what is held (None).

        Raises KeyError when no card has that name.
        """
        found = [] if name is None else self.cast.named(name)
        if name is not None and not found:
            raise KeyError(f"no card on the table is {name!r}")
        self.grip.pick(found[0] if found else None)

    def drop(self, zone: str, place: int | None = None) -> None:
        """Drop the held card on a zone, as a click there would; nothing when none is held."""
        self.grip.drop(zone, place)

    def mark(self, style: str, cards: Iterable[str] = (), zones: Iterable[str] = ()) -> None:
        """Put a style's mark on exactly these cards and zones, now and in later snapshots.

        zones: those of gaps, too, each by the place before which it is (`hand:A#2`).

        Raises KeyError for a style without a look.
        """
        if self.marks.put(style, cards, zones):
            self.settle()

    # -- finding things --------------------------------------------------------------------

    @property
    def zones(self) -> dict[str, tuple[Face, ...]]:
        """The snapshot that the cards on the table make."""
        return self.cast.zones

    def zone_node(self, zone: str) -> ZoneNode:
        """Return the node of a zone; KeyError for one that the layout lacks."""
        return self._zone_nodes[zone]

    def zone_nodes(self) -> tuple[ZoneNode, ...]:
        """Return the nodes of all zones that hold cards."""
        return tuple(self._zone_nodes.values())

    @property
    def gaps(self) -> tuple[GapNode, ...]:
        """The places between cards where the held card may be put in."""
        return tuple(node for node in self._gaps.children if isinstance(node, GapNode))

    def open_gaps(
        self, places: Mapping[str, Sequence[int]], narrow: Container[str] = ()
    ) -> tuple[GapNode, ...]:
        """Open exactly these places between the cards of zones, by zone id; give their nodes.

        A zone whose cards do not lie side by side has none. narrow: zones whose cards stay free.
        """
        wanted: dict[tuple[str, int], Rect] = {}
        for zone, those in places.items():
            count, is_narrow = len(self.cast.rows.get(zone, [])), zone in narrow
            areas = self._zone_nodes[zone].gaps(count, is_narrow=is_narrow)
            wanted |= {(zone, place): areas[place] for place in those if areas}
        for node in self.gaps:
            if wanted.get((node.zone, node.place)) != Rect(*node.position, *node.size):
                self.marks.forget(node)
                node.detach()
        there = {(node.zone, node.place) for node in self.gaps}
        for (zone, place), area in wanted.items():
            if (zone, place) not in there:
                self._gaps.add(GapNode(zone, place, area))
        return self.gaps

    def is_own_hand(self, zone: str) -> bool:
        """Whether a zone is the hand of the seat whose view this is."""
        spec = self._zone_nodes[zone].spec
        return spec.kind == "hand" and spec.seat == 0

    def can_be_looked_at(self, card: CardNode) -> bool:
        """Whether the focus may go to a card that can go nowhere: its zone says so."""
        opens = self.layout.kinds[self._zone_nodes[card.zone].spec.kind].opens
        is_on_top = self.cast.rows[card.zone][-1] is card
        return opens is OpenCards.ALL or (opens is OpenCards.TOP and is_on_top)

    def zone_at(self, point: Vec) -> str | None:
        """Return the id of the zone under a point of the stage, or None."""
        place = self.root.to_local(point)
        if place is None:
            return None
        nodes = self._zone_nodes.items()
        return next((zone for zone, node in nodes if node.spec.area.holds(place)), None)

    def card_at(self, point: Vec) -> CardNode | None:
        """Return the topmost card under a point of the stage, or None."""
        found = find_hit(self._cards, point)
        return found if isinstance(found, CardNode) else None

    # -- inside ----------------------------------------------------------------------------

    def _make_card(self, zone: str, face: Face, place: NewPlace) -> CardNode:
        """Make a card; one that comes out of another zone shows its back till it arrives."""
        node = self._zone_nodes[zone]
        origin = self._zone_nodes.get(place.source or "")
        shown = node.face_shown(face) if origin is None else None
        card = CardNode(next(self._numbers), node.card, self._faces.picture(shown, node.card.w))
        card.shown = shown
        if origin is not None:
            card.position = origin.spec.area.centre
            card.scale = origin.card.w / node.card.w
        self.grip.attach_card(card)
        self._cards.add(card)
        return card

    def _dress(self, card: CardNode) -> None:
        """Bring size and picture up to date with the card's zone and face.

        A card turns over near the end of its way; but what nobody may see there is not shown on
        the way either.
        """
        zone = self._zone_nodes[card.zone]
        if card.size != zone.card:
            card.resize(zone.card)
            card.dress(self._faces.picture(card.shown, zone.card.w))
        before, card.shown = card.shown, zone.face_shown(card.face)
        if before == card.shown:
            return
        picture = self._faces.picture(card.shown, zone.card.w)
        departure = self._leaving.get(card)
        hides_on_the_way = departure is not None and card.shown is None
        if hides_on_the_way or not self.pace.glides:
            card.dress(picture)
        else:
            wait = departure.delay + self.pace.nearest / 2 if departure else 0.0
            card.turn_over(self._animator, picture, self.pace.turn, wait)

    def _order_cards(self) -> None:
        """Keep the tree, and with it the focus, in the order of the cards, the own ones first."""
        own = [zone for zone in self.cast.rows if self._zone_nodes[zone].spec.seat == 0]
        others = [zone for zone in self.cast.rows if zone not in own]
        wanted: list[Node] = [card for zone in own + others for card in self.cast.rows[zone]]
        present = set(wanted)
        wanted += [node for node in self._cards.children if node not in present]
        if wanted == list(self._cards.children):
            return
        for node in self._cards.children:
            node.detach()
        self._cards.add(*wanted)

    def _send(self, card: CardNode, departure: _Departure | None) -> None:
        """Send one card to its pose: through the air from another zone, else with a nudge."""
        pace, delay = self.pace, departure.delay if departure else 0.0
        if departure and departure.source not in self._zone_nodes:
            card.appear(self._animator, pace.fade, delay)
        elif departure is None and card.z < IN_THE_AIR:
            card.go(self._animator, pace.nudge if pace.glides else 0.0)
        elif pace.glides:
            way = math.dist(card.position, card.pose.position) / math.hypot(*self.layout.size)
            card.go(self._animator, pace.of_way(way), delay, aloft=True)
        else:
            card.appear(self._animator, pace.fade, delay)


class _Departure(NamedTuple):
    """How a card comes into its zone: after how many seconds, and from which zone if from any."""

    delay: float
    source: str | None
