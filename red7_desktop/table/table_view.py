"""Shows zones of cards and animates their changes; knows no game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count, zip_longest
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.scene import animation, geometry
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Picture
from red7_desktop.table import arrange, card_nodes, drag, layout, tracking
from red7_desktop.tabletop.game import Face, SeenMove, Zones, zone_of

_SettledRow: TypeAlias = tuple[
    tuple[card_nodes.CardNode, ...],
    Sequence[tracking.Styled],
    Sequence[arrange.Placement],
    Sequence[bool],
    Sequence[card_nodes.CardPose | None],
]
"""What decides where the cards of a zone lie: the cards, their marks, the places, and of each
whether it is carried and where it waits."""


DEALT: Final = 0.82
"""Seconds until the last card of a deal has landed."""
_FIRST = 0.08
_SPREAD = 0.351
_FLIGHT = 0.2
_TURN = 0.09
"""When the first card sets off, how much later the last one does, their flight, and their turn."""
_OPEN = 0.64
_OPENS = 0.18
"""When the cards set off that are dealt open and all at once, and their flight."""
_SQUARES_UP = 1.06
_LEAN = 6.0
_ASIDE: Final = 6.0
"""So far the neighbours of a card below the pointer give way."""
_APART: Final = 0.03
"""Seconds between cards of a zone that turn over where they lie."""
_GATHERING = 0.14
_WAY = 0.2
_OVERLAP = 0.1
"""Seconds in which what has lain there sets off to the deck, its way, and how much earlier the deal
begins."""
SWEPT: Final = 0.45
"""Seconds in which a broom passes."""
_BROOM = 1.2
_LEANS = 14.0
_GOES = 0.08
"""Its side, in heights of the pile's cards, how far it leans, in degrees, and the seconds in which
it goes."""


class TableView(tracking.CardBoard):
    """The table: give it snapshots with `show`, and hear of the player's hands by callbacks.

    What a snapshot says is true at once: every card belongs to its zone and knows where it lies;
    animations only draw the lag, and `snap` ends them. `root` is the node to put on a stage. Its
    space is the layout's, so an app can lay its own panels into it, by the layout's rectangles;
    z -1 and more is where zones and cards are. picture: of a face, None for the back, for a card of
    a width in design units.
    """

    def __init__(
        self,
        *,
        picture: Callable[[Face, float], Picture],
        animator: animation.Animator,
        layout: layout.Layout,
        viewer: int,
        visible: geometry.Rect,
        looks: card_nodes.MarkLooks = card_nodes.PLAIN_MARKS,
        pace: card_nodes.MotionTimes | None = None,
    ) -> None:
        super().__init__(looks, pace or card_nodes.MotionTimes())
        self.selection = drag.Selection(self, animator)
        self.brooms: Mapping[str, Picture] = {}
        """What sweeps cards to a pile, by the pile's zone."""
        self._animator = animator
        self._picture = picture
        self._numbers = count(1)
        self._leaving: dict[card_nodes.CardNode, _Departure] = {}
        self._settled: dict[str, _SettledRow] = {}
        self.place(layout, viewer, visible)

    # -- the table as a whole --------------------------------------------------------------

    def place(self, layout: layout.Layout, viewer: int, visible: geometry.Rect) -> None:
        """Lay the table out anew, in another layout, window or from another seat, at once.

        visible: all that the window shows, in the space of the root's parent.

        Raises LayoutError when the layout has no zone for a zone with cards; nothing changes then.
        """
        zone_nodes = card_nodes.make_zone_nodes(layout, viewer)
        card_nodes.check_zones(self.cast.rows, zone_nodes, layout)
        self.selection.let_go()
        self.layout = layout
        self.viewer = viewer
        self.root.scale = layout.fit(visible.size)
        middle = geometry.Vec(layout.size.w / 2, layout.size.h / 2)
        self.root.position = visible.centre - middle * self.root.scale
        for node in self.by_zone.values():
            self.marks.forget(node)
            node.detach()
        self.by_zone = zone_nodes
        self._settled.clear()
        self.zone_layer.add(*zone_nodes.values())
        for node in zone_nodes.values():
            self.selection.attach_zone(node)
        for card in self.cast:
            self._dress(card)
        self._order_cards()
        self.selection.refresh()
        self.snap()

    def show(self, zones: Zones, moves: Sequence[SeenMove] = (), *, at_once: bool = False) -> float:
        """Make a snapshot true; the moves, as far as they may be known, tell what travelled.

        Return the seconds in which a broom passes, 0 for none. at_once: as `snap` does, and at no
        more cost. Raises LayoutError for a zone that the layout does not have; nothing changes
        then.
        """
        card_nodes.check_zones(zones, self.by_zone, self.layout)
        change = self.cast.recast(zones, moves, self._make_card)
        for card in change.gone:
            self.marks.forget(card)
            card.vanish(self._animator, self.pace.fade)
        self._leaving = {
            card: _Departure(nth * self.pace.stagger, change.newcomers.get(card, card.zone))
            for nth, card in enumerate(change.travellers)
        }
        for zone, row in self.cast.rows.items():
            node = self.by_zone[zone]
            is_down = node.spec.faces == "down"
            for card in row:
                if card.size != node.card or card.shown != (None if is_down else card.face):
                    self._dress(card)
        self._order_cards()
        self.selection.refresh()
        (self.snap if at_once else self.settle)()
        is_swept = any(card.zone in self.brooms for card in change.travellers)
        if is_swept and self.pace.glides and not at_once:
            return SWEPT
        return 0.0

    def deal(self, zones: Zones, kinds: Sequence[str], first: int) -> float:
        """Make the snapshot of a new round true; the cards are dealt. Return the seconds it takes.

        What has lain there slides to the deck, seat by seat. kinds: of the zones that get cards,
        one by one in turn, from the seat `first` on; to the last of several all at once, open.
        """
        before = self.zones
        old = [
            [card.leave_picture() for card in row if card.visible]
            for zone, row in self.cast.rows.items()
            if zone != "deck"
            and (zone.partition(":")[0] in kinds or before[zone] != zones.get(zone))
            and before != zones
        ]
        self.show(zones, at_once=True)
        if not self.pace.glides or not zones.get("deck"):
            for card in self.cast:
                card.appear(self._animator, self.pace.fade, 0.0)
            return self.pace.fade
        begins = self._gather([row for row in old if row])
        pile = self.cast.rows["deck"]
        start = pile[-1].pose
        for card in pile:
            card.scale *= _SQUARES_UP
            self._animator.to(card, "scale", card.pose.scale, _FIRST, delay=begins)
        seats = [(first + nth) % self.layout.seats for nth in range(self.layout.seats)]
        if len(kinds) > 1:
            in_turn = kinds[:-1]
            together = kinds[-1:]
        else:
            in_turn = kinds
            together = ()
        hands = [self.cast.rows[zone_of(kind, seat)] for kind in in_turn for seat in seats]
        cards = [card for turn in zip_longest(*hands) for card in turn if card is not None]
        for nth, card in enumerate(cards):
            at = begins + _FIRST + _SPREAD * nth / max(1, len(cards) - 1)
            lies = self._from(start, card, (-1) ** nth * _LEAN)
            card.come_from(self._animator, lies, at, _FLIGHT)
            if card.shown is not None:  # it lies face down until it has landed
                front = self._picture(card.shown, card.size.w)
                wide = card.size.w
                card.dress(self._picture(None, wide))
                card.turn_over(self._animator, front, _TURN, at + _FLIGHT)
        for kind in together:
            for seat in seats:
                for card in self.cast.rows[zone_of(kind, seat)]:
                    card.come_from(self._animator, self._from(start, card), begins + _OPEN, _OPENS)
        return begins + DEALT

    def _gather(self, old: Sequence[Sequence[Node]]) -> float:
        """Let pictures of what has lain there slide to the deck; return when they are there."""
        deck = self.by_zone["deck"]
        for nth, row in enumerate(old):
            for ghost in row:
                self.card_layer.add(ghost)
                at = _GATHERING * nth / len(old)
                goal = deck.spec.area.centre
                scale = deck.card.w / ghost.size.w
                back = self._picture(None, ghost.size.w)
                self._animator.to(ghost, "scale", scale, _WAY, delay=at, ease="in_quad")
                self._animator.after(ghost, at + _WAY / 2, partial(setattr, ghost, "picture", back))
                self._animator.to(
                    ghost, "position", goal, _WAY, delay=at, ease="in_quad", done=ghost.detach
                )
        if old:
            return _GATHERING + _WAY - _OVERLAP
        return 0.0

    def _from(
        self, start: card_nodes.CardPose, card: card_nodes.CardNode, lean: float = 0.0
    ) -> card_nodes.CardPose:
        scale = start.scale * self.by_zone["deck"].card.w / card.size.w
        return start._replace(scale=scale, rotation=card.pose.rotation + lean)

    def snap(self) -> None:
        """End every animation of the table and every drag: all is where the snapshot says."""
        self.selection.let_go()
        self.settle_now()
        present = set(self.cast)
        for node in self.card_layer.children:
            if isinstance(node, card_nodes.CardNode) and node in present:
                node.snap(self._animator)
            else:
                self._animator.cancel(node)
                node.detach()

    def settle_now(self) -> None:
        leaving, self._leaving = self._leaving, {}
        self.selection.mark_gaps()
        waiting = self.selection.poses_waiting()
        carried = self.selection.carried
        styles = self.draw_together()
        hovered = next((card.zone for card in self.marks.hovered), None)
        for zone, node in self.by_zone.items():
            row = self.cast.rows.get(zone, [])
            marked = [styles.get(card, tracking.NO_MARKS) for card in row]
            if node in styles or node.marks:
                node.mark(styles.get(node, tracking.NO_MARKS))
            taken = [card in carried for card in row]
            poses = [waiting.get(card) for card in row]
            places = self._places(node, taken, poses)
            if zone == hovered and self.selection.held is None and not node.is_pile:
                places = _make_room_beside(places, marked)
            settled = (tuple(row), marked, places, taken, poses)
            # Most of what is done touches one zone: what lies as it lay is left alone.
            if settled != self._settled.get(zone) or not leaving.keys().isdisjoint(row):
                self._settled[zone] = settled
                self._settle_row(node, settled, leaving)
        for zone, picture in self.brooms.items():
            swept = [card for card in leaving if card.zone == zone]
            if swept and self.pace.glides:
                self._sweep(self.by_zone[zone], picture, swept)

    def _sweep(
        self, pile: card_nodes.ZoneNode, picture: Picture, swept: Sequence[card_nodes.CardNode]
    ) -> None:
        """Let a broom pass once, from behind the cards to their pile: each goes as it comes."""
        goal = pile.spec.area.centre
        side = _BROOM * pile.card.h
        animator = self._animator
        ways = {card: (goal - card.position).length for card in swept}
        first = max(swept, key=lambda card: ways[card])
        whole = ways[first] + first.size.w * first.scale / 2
        start = goal + (first.position - goal) * (whole / max(ways[first], 1.0))
        lean = math.copysign(_LEANS, goal.x - start.x)
        broom = Node(
            name="broom",
            anchor=geometry.CENTRE,
            picture=picture,
            size=geometry.Size(side, side),
            position=start,
            rotation=lean,
            z=2 * card_nodes.IN_THE_AIR,
        )
        self.card_layer.add(broom)
        for card, way in ways.items():
            at = SWEPT * math.acos(2 * min(1.0, way / whole) - 1) / math.pi
            animator.cancel(card)
            card.go(animator, SWEPT - at, at, aloft=True)
        animator.to(broom, "rotation", -lean, SWEPT, ease="in_out_sine")
        animator.to(broom, "position", goal, SWEPT, ease="in_out_sine")
        animator.to(broom, "alpha", 0.0, _GOES, delay=SWEPT, done=broom.detach)

    def _settle_row(
        self,
        node: card_nodes.ZoneNode,
        settled: _SettledRow,
        leaving: Mapping[card_nodes.CardNode, _Departure],
    ) -> None:
        row, marked, places, taken, poses = settled
        if any(marked):
            aim, gap = self.selection.aim or (None, None)
            # Of cards that wait elsewhere the marks know.
            marked = tracking.open_clip(marked, taken, gap if aim == node.id else None)
            if not self.selection.carried:
                marked = tracking.join_marks(marked, places)
        for card, styles, placement, room, is_carried, pose in zip(
            row, marked, places, node.rooms(len(row)), taken, poses, strict=True
        ):
            card.mark(styles)
            if styles:
                card.hit_margin = card_nodes.measure_hover_rise(styles, room)
            else:
                card.hit_margin = 0.0
            card.pose = pose or card_nodes.build_pose(placement, [look for _, look in styles], room)
            if not is_carried:
                self._send(card, leaving.get(card))

    def _places(
        self,
        node: card_nodes.ZoneNode,
        taken: Sequence[bool],
        poses: Sequence[card_nodes.CardPose | None],
    ) -> Sequence[arrange.Placement]:
        """Return where the cards of a zone lie: apart at the place that the held card would take.

        They close up over those that are away, carried or waiting elsewhere, unless these may be
        put in among them again.
        """
        count = len(taken)
        selection = self.selection
        zone, place = selection.aim or (None, None)
        if zone == node.id and place is not None:
            return node.parted(count, place)
        lead = selection.dragged
        away = [is_carried or bool(pose) for is_carried, pose in zip(taken, poses, strict=True)]
        if any(away) and (lead is None or node.id not in selection.targets(lead)):
            return node.closed_up(away, taken)
        return node.placements(count + selection.makes_room(node.id))[:count]

    # -- what may be done, and what is marked ----------------------------------------------

    def offer(self, drops: drag.Drops) -> None:
        """Take over which cards can be picked up, and where to: by card name, then zone id."""
        self.selection.offer(drops)
        self.settle()

    def pick(self, name: str | None) -> None:
        """Pick a card up as a click on it would, or put back what is held (None).

        Raises KeyError when no card has that name.
        """
        if name is None:
            found = []
        else:
            found = self.cast.named(name)
        if name is not None and not found:
            raise KeyError(f"no card on the table is {name!r}")
        self.selection.pick(found[0] if found else None)

    def drop(self, zone: str, place: int | None = None) -> None:
        """Drop the held card on a zone, as a click there would; nothing when none is held."""
        self.selection.drop(zone, place)

    def mark(self, style: str, cards: Iterable[str] = (), zones: Iterable[str] = ()) -> None:
        """Put a style's mark on exactly these cards and zones, now and in later snapshots.

        zones: those of gaps, too, each by the place before which it is (`hand:A#2`).

        Raises KeyError for a style without a look.
        """
        if self.marks.put(style, cards, zones):
            self.settle()

    # -- inside ----------------------------------------------------------------------------

    def _make_card(self, zone: str, face: Face, place: tracking.NewPlace) -> card_nodes.CardNode:
        """Make a card; one that comes out of another zone shows its back until it arrives."""
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

    def _dress(self, card: card_nodes.CardNode) -> None:
        """Bring size and picture up to date with the card's zone and face.

        A card turns over near the end of its way; but what nobody may see there is not shown on
        the way either.
        """
        zone = self.by_zone[card.zone]
        if card.size != zone.card:
            card.resize(zone.card)
            card.dress(self._picture(card.shown, zone.card.w))
        shown = zone.face_shown(card.face)
        if shown == card.shown:
            return
        card.shown = shown
        picture = self._picture(card.shown, zone.card.w)
        departure = self._leaving.get(card)
        hides_on_the_way = departure is not None and card.shown is None
        if hides_on_the_way or not self.pace.glides:
            card.dress(picture)
        else:
            if departure:
                wait = departure.delay + self.pace.nearest / 2
            else:
                wait = card.nth * _APART
            card.turn_over(self._animator, picture, self.pace.turn, wait)

    def _order_cards(self) -> None:
        own = [zone for zone in self.cast.rows if self.by_zone[zone].spec.seat == 0]
        others = [zone for zone in self.cast.rows if zone not in own]
        wanted: list[Node] = [card for zone in own + others for card in self.cast.rows[zone]]
        present = set(wanted)
        wanted += [node for node in self.card_layer.children if node not in present]
        if wanted != list(self.card_layer.children):
            self.card_layer.order(wanted)

    def _send(self, card: card_nodes.CardNode, departure: _Departure | None) -> None:
        """Send one card to its pose: through the air from another zone, else with a nudge."""
        pace = self.pace
        delay = departure.delay if departure else 0.0
        if departure and departure.source not in self.by_zone:
            card.appear(self._animator, pace.fade, delay)
        elif departure is None and card.z < card_nodes.IN_THE_AIR:
            card.go(self._animator, pace.nudge if pace.glides else 0.0)
        elif pace.glides:
            way = math.dist(card.position, card.pose.position) / math.hypot(*self.layout.size)
            card.go(self._animator, pace.of_way(way), delay, aloft=True)
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
    for nth, by in ((at - 1, -_ASIDE), (at + 1, _ASIDE)):
        if not 0 <= nth < len(found):
            continue
        is_on_line = (places[nth].x - places[at].x) * by > 0
        if is_on_line and max(nth, at) not in close:
            found[nth] = found[nth]._replace(x=found[nth].x + by)
    return tuple(found)


class _Departure(NamedTuple):
    """How a card comes into its zone: after how many seconds, and from which zone if from any."""

    delay: float
    source: str | None
