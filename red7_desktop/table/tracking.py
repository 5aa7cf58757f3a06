"""Which node is which card; marks on cards; the board that a hand meets.

The view keeps one thing on the screen for every card. When the state changes it must know, for
each place of the new state, which of these to move there. What travelled is told by moves as far
as the viewer may know them; whatever they leave open is matched by what looks most natural.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum, auto
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.table import arrange, card_nodes
from red7_desktop.table.layout import Layout
from red7_desktop.tabletop.game import DragMove, Face, SeenMove, Zones, place_name


class OldCard(NamedTuple):
    """One card on the table before the change: the view's own number for it, and its face."""

    number: int
    face: Face


class NewPlace(NamedTuple):
    """What one place of the new snapshot gets.

    number: of the card that comes here, or None for a card that was not on the table.
    source: the zone that such a new card comes out of, or None when nothing is known of it.
    """

    number: int | None
    source: str | None = None


class _Loose(NamedTuple):
    """A card that has no place yet, and the zone in which the moves have left it.

    nth: its place there where a move tells it; was: where it lay before all moves.
    """

    card: OldCard
    zone: str
    was: tuple[str, int]
    nth: int | None = None


class _Open(NamedTuple):
    """A place that has no card yet."""

    zone: str
    nth: int
    face: Face


_Likeness: TypeAlias = Callable[[_Loose, _Open], bool]


def _is_told(loose: _Loose, place: _Open) -> bool:
    before = loose.card.face
    after = place.face
    is_same = before == after or _is_turned_over(before, after)
    return (loose.zone, loose.nth) == (place.zone, place.nth) and is_same


_LIKENESSES: tuple[_Likeness, ...] = (
    lambda loose, place: loose.zone == place.zone and loose.card.face == place.face,
    lambda loose, place: loose.card.face == place.face is not None,
    lambda loose, place: loose.zone == place.zone and _is_turned_over(loose.card.face, place.face),
    lambda loose, place: loose.card.face is None and place.face is None,
    lambda loose, place: _is_turned_over(loose.card.face, place.face),
)
"""Reasons to take a card for the one in a place where no move tells it, the best first: it lies
there already; it is known by its face; it was turned over where it lay; both are backs; it was
turned over on the way. A card never becomes another card whose face differs."""


def match_cards(
    held: Mapping[str, Sequence[OldCard]], zones: Zones, moves: Sequence[SeenMove] = ()
) -> dict[str, tuple[NewPlace, ...]]:
    """Give, for every zone of the new snapshot, what each of its places gets, in order.

    held: the cards on the table before, by zone id; each number occurs once. Cards that no place
    gets have left the table.

    >>> moves = [SeenMove("R7", "deck", "hand:A")]
    >>> match_cards({"deck": [OldCard(1, None)]}, {"hand:A": ["R7"]}, moves)
    {'hand:A': (NewPlace(number=1, source=None),)}
    """
    loose, newcomers = _carry_cards(held, moves)
    places = {zone: [NewPlace(None)] * len(faces) for zone, faces in zones.items()}
    unfilled = [
        _Open(zone, nth, face) for zone, faces in zones.items() for nth, face in enumerate(faces)
    ]
    told = [card for card in loose if card.nth is not None]
    unfilled = [place for place in unfilled if not _fill_place(place, told, _is_told, places)]
    loose = [card for card in loose if card.nth is None or card in told]
    for is_alike in _LIKENESSES:
        unfilled = [place for place in unfilled if not _fill_place(place, loose, is_alike, places)]
    for place in unfilled:
        places[place.zone][place.nth] = NewPlace(None, _find_source(place, newcomers))
    return {zone: tuple(row) for zone, row in places.items()}


def _carry_cards(
    held: Mapping[str, Sequence[OldCard]], moves: Iterable[SeenMove]
) -> tuple[list[_Loose], list[SeenMove]]:
    """Carry the cards along the moves; return all of them, and the moves that found no card."""
    piles = {
        zone: [_Loose(card, zone, (zone, nth)) for nth, card in enumerate(cards)]
        for zone, cards in held.items()
    }
    unmet = []
    for move in moves:
        pile = piles.get(move.source, [])
        found = _pick_card(pile, move)
        if found is None:
            unmet.append(move)
            continue
        pile.remove(found)
        if move.card is None:
            card = found.card
        else:
            card = found.card._replace(face=move.card)
        arrived = _Loose(card, move.target, found.was, move.target_place)
        piles.setdefault(move.target, []).append(arrived)
    return [loose for pile in piles.values() for loose in pile], unmet


def _pick_card(pile: Sequence[_Loose], move: SeenMove) -> _Loose | None:
    """Pick the card that a move means: by its place, by its face, or else the topmost back."""
    for loose in pile:
        if loose.was == (move.source, move.source_place):
            return loose
    for wanted in dict.fromkeys((move.card, None)):
        for loose in reversed(pile):
            if loose.card.face == wanted:
                return loose
    if pile and move.card is None:
        return pile[-1]
    return None


def _fill_place(
    place: _Open, loose: list[_Loose], is_alike: _Likeness, places: dict[str, list[NewPlace]]
) -> bool:
    """Put the first loose card that is alike into a place; tell whether there was one."""
    for position, candidate in enumerate(loose):
        if is_alike(candidate, place):
            places[place.zone][place.nth] = NewPlace(candidate.card.number)
            del loose[position]
            return True
    return False


def _is_turned_over(before: Face, after: Face) -> bool:
    return (before is None) != (after is None)


def _find_source(place: _Open, newcomers: list[SeenMove]) -> str | None:
    for move in newcomers:
        if move.target == place.zone and move.card in (place.face, None):
            newcomers.remove(move)
            return move.source
    return None


MakeCard: TypeAlias = Callable[[str, Face, NewPlace], card_nodes.CardNode]
"""Makes the node for a card that was not on the table: its zone, its face, where it comes from."""


class SnapshotDiff(NamedTuple):
    """What another snapshot did.

    travellers: the cards that came into another zone, new ones included, in the order of setting
    off.  newcomers: the new ones, each with the zone that it comes out of, or None.  gone: the
    cards that left the table.
    """

    travellers: tuple[card_nodes.CardNode, ...]
    newcomers: Mapping[card_nodes.CardNode, str | None]
    gone: tuple[card_nodes.CardNode, ...]


class CardNodes:
    """The cards on the table, zone by zone."""

    def __init__(self) -> None:
        self.rows: dict[str, list[card_nodes.CardNode]] = {}
        self._named: dict[str, list[card_nodes.CardNode]] = {}

    def __iter__(self) -> Iterator[card_nodes.CardNode]:
        return chain.from_iterable(self.rows.values())

    @property
    def zones(self) -> dict[str, tuple[Face, ...]]:
        return {zone: tuple([card.face for card in row]) for zone, row in self.rows.items()}

    def recast(self, zones: Zones, moves: Sequence[SeenMove], make: MakeCard) -> SnapshotDiff:
        """Return every card its place in another snapshot, keeping identities where possible."""
        touched = {zone for move in moves for zone in (move.source, move.target)}
        # Most of what is done touches few zones: in the others each card stays that it is.
        before = self.zones
        still = {
            zone
            for zone, faces in zones.items()
            if zone not in touched and before.get(zone) == faces
        }
        changed = {zone: row for zone, row in self.rows.items() if zone not in still}
        left = {card.number: card for row in changed.values() for card in row}
        held = {
            zone: [OldCard(card.number, card.face) for card in row] for zone, row in changed.items()
        }
        wanted = {zone: faces for zone, faces in zones.items() if zone not in still}
        matched = match_cards(held, wanted, moves)
        travellers: list[card_nodes.CardNode] = []
        newcomers: dict[card_nodes.CardNode, str | None] = {}
        rows: dict[str, list[card_nodes.CardNode]] = {}
        for zone, faces in zones.items():
            if zone in still:
                rows[zone] = self.rows[zone]
                continue
            row = rows[zone] = []
            for nth, (place, face) in enumerate(zip(matched[zone], faces, strict=True)):
                if place.number is None:
                    card = make(zone, face, place)
                    newcomers[card] = place.source
                else:
                    card = left.pop(place.number)
                if card.zone != zone:
                    travellers.append(card)
                if (card.zone, card.nth, card.face) != (zone, nth, face):
                    card.zone = zone
                    card.nth = nth
                    card.face = face
                row.append(card)
        self.rows = rows
        self._named = {}
        for zone, row in rows.items():
            for card in row:
                self._named.setdefault(place_name(zone, card.nth), []).append(card)
                if card.face is not None:
                    self._named.setdefault(card.face, []).append(card)
            self._named[zone] = row[-1:]
        return SnapshotDiff(tuple(travellers), newcomers, tuple(left.values()))

    def named(self, name: str) -> list[card_nodes.CardNode]:
        """Return the cards that a name may mean; [] when there is none."""
        return self._named.get(name, [])

    def names(self, card: card_nodes.CardNode) -> tuple[str, ...]:
        """Return the names of a card, the one that fits it alone first.

        `zone#n` for the n-th card of a zone, from 0; its face when that is known; the zone's id
        for the last card of a zone, the top one of a pile.
        """
        names = [place_name(card.zone, card.nth)]
        if card.face is not None:
            names.append(card.face)
        if card is self.rows[card.zone][-1]:
            names.append(card.zone)
        return tuple(names)


Styled: TypeAlias = list[tuple[str, card_nodes.MarkLook]]
"""The marks of one card, with their looks, the lowest first."""


NO_MARKS: Final[Styled] = []


class _Wanted(NamedTuple):
    """What carries one style: cards and zones by name, and nodes, wherever these go."""

    cards: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    nodes: frozenset[Node] = frozenset()


_NOTHING = _Wanted()


class Marks:
    """The marks on the table; the styles' order in `looks` is their order on a card."""

    def __init__(self, looks: card_nodes.MarkLooks) -> None:
        self.looks = looks
        self._wanted: dict[str, _Wanted] = {}
        self._in_use: tuple[tuple[str, card_nodes.MarkLook, _Wanted], ...] = ()

    def put(self, style: str, cards: Iterable[str], zones: Iterable[str]) -> bool:
        """Put a style on exactly the cards and zones of these names; tell if that is a change.

        Raises KeyError for a style without a look.
        """
        if style not in self.looks and style not in card_nodes.OWN_STYLES:
            raise KeyError(f"no mark looks like {style!r}")
        return self._want(style, _Wanted(frozenset(cards), frozenset(zones)))

    def pin(self, style: str, nodes: Iterable[Node]) -> bool:
        """Put one of the table's own styles on exactly these nodes; tell if that is a change."""
        return self._want(style, _Wanted(nodes=frozenset(nodes)))

    @property
    def hovered(self) -> Iterator[card_nodes.CardNode]:
        nodes = self._wanted.get(card_nodes.HOVERED, _NOTHING).nodes
        return (node for node in nodes if isinstance(node, card_nodes.CardNode))

    def forget(self, node: Node) -> None:
        for style, wanted in tuple(self._wanted.items()):
            if node in wanted.nodes:
                self._want(style, _Wanted(nodes=wanted.nodes - {node}))

    def on_nodes(self, cards: CardNodes, zones: Mapping[str, Node]) -> dict[Node, Styled]:
        """Return the marks of all cards and zones that carry any. zones: their nodes, by id."""
        found: dict[Node, Styled] = {}
        for style, look, wanted in self._in_use:
            marked = set(wanted.nodes)
            for name in wanted.cards:
                marked.update(cards.named(name))
            marked.update([zones[name] for name in wanted.zones if name in zones])
            for node in marked:
                found.setdefault(node, []).append((style, look))
        return found

    def on_gap(self, node: Node, zone: str) -> Styled:
        return [
            (style, look)
            for style, look, wanted in self._in_use
            if node in wanted.nodes or zone in wanted.zones
        ]

    def _want(self, style: str, wanted: _Wanted) -> bool:
        if self._wanted.get(style, _NOTHING) == wanted:
            return False
        if wanted == _NOTHING:
            del self._wanted[style]
        else:
            self._wanted[style] = wanted
        # Few styles are carried by something, and every card is asked about them.
        known = self._wanted
        self._in_use = tuple([(s, look, known[s]) for s, look in self.looks.items() if s in known])
        return True


def list_close_places(row: Sequence[Styled]) -> frozenset[int]:
    """Return the places of cards that keep close to their left neighbours. row: as in joined."""
    return frozenset(
        [nth for nth, styles in enumerate(row) if nth and any(look.close for _, look in styles)]
    )


def open_clip(
    row: Sequence[Styled], away: Sequence[bool], gap: int | None = None
) -> Sequence[Styled]:
    """Leave out what keeps a card close to its left neighbour where one of them is elsewhere now.

    row: as in joined. away: which of its cards are. gap: the card before which the row is open.
    """
    if gap is None and not any(away):
        return row
    return [
        [
            (style, look)
            for style, look in styles
            if not look.close or not (nth == gap or any(away[max(nth - 1, 0) : nth + 1]))
        ]
        for nth, styles in enumerate(row)
    ]


def join_marks(row: Sequence[Styled], places: Sequence[arrange.Placement]) -> list[Styled]:
    """Let cards that lie side by side wear one picture, where a style joins them.

    The first of them has it for all. row: the marks of a zone's cards, which lie in these places.
    """
    return [
        [
            (style, _look_around_all(style, look, nth, row, places) if look.joins else look)
            for style, look in styles
        ]
        for nth, styles in enumerate(row)
    ]


def _look_around_all(
    style: str,
    look: card_nodes.MarkLook,
    nth: int,
    row: Sequence[Styled],
    places: Sequence[arrange.Placement],
) -> card_nodes.MarkLook:
    def goes_on(left: int) -> bool:
        """Whether the style is on a card and on its right neighbour, on one line."""
        if not 0 <= left < len(row) - 1:
            return False
        one = places[left]
        other = places[left + 1]
        is_level = (one.y, one.rotation, one.scale) == (other.y, other.rotation, other.scale)
        return is_level and all(style in dict(styles) for styles in row[left : left + 2])

    if goes_on(nth - 1):
        return replace(look, picture=None)
    last = nth
    while goes_on(last):
        last += 1
    wider = (places[last].x - places[nth].x) / places[nth].scale
    if isinstance(look.where, card_nodes.FramePlace):
        margin = look.where.margin
    else:
        margin = 0.0
    return replace(look, where=card_nodes.FramePlace(margin, wider))


class DragKind(Enum):
    """How a hand reaches for a card: a click, or a drag with those picked beside it, or without.

    BACK: such a drag has ended nowhere.
    """

    CLICK = auto()
    DRAG = auto()
    ALONE = auto()
    BACK = auto()


class CardBoard:
    """The cards, zones and gaps on the screen: what a hand finds there, and who hears of it.

    A card is named by its face, or, where that is not known or not the only one, by its place:
    the zone's id for the top card (`deck`), `zone#n` for the n-th from 0 (`hand:B#2`).

    Callbacks:
        on_pick: a card was picked up, by name, or put back (None).
        on_drop: the held card was dropped on another zone, by drag, click-click or key alike, and
            is no longer held; afterwards cards that the state has not moved glide home.
        on_gather: a hand reaches for a card that may be picked for a step of several, by its place:
            tells whether it is picked so. Else it is taken up by itself.
        on_hidden: a card that lies face down was clicked, by name: return True to leave it there.
        on_refuse: a card was clicked that has nowhere to go, by name.
        on_aim: where the held card would go if let go now: card, zone, None for nowhere, and the
            place there, None for any.
        on_look: the card that the pointer rests on or presses long, or None.
        on_focus: the focus has come to a card, by name, or left the cards (None).
    """

    layout: Layout

    def __init__(self, looks: card_nodes.MarkLooks, pace: card_nodes.MotionTimes) -> None:
        self.on_pick: Callable[[str | None], None] | None = None
        self.on_drop: Callable[[DragMove], None] | None = None
        self.on_gather: Callable[[str, DragKind], bool] | None = None
        self.on_hidden: Callable[[str], bool] | None = None
        self.on_refuse: Callable[[str], None] | None = None
        self.on_aim: Callable[[str, str | None, int | None], None] | None = None
        self.on_look: Callable[[card_nodes.CardNode | None], None] | None = None
        self.on_focus: Callable[[str | None], None] | None = None
        self.pace = pace
        self.cast = CardNodes()
        self.marks = Marks(looks)
        self.by_zone: dict[str, card_nodes.ZoneNode] = {}
        self.root = Node(name="table")
        # Cards come first in the order of the tree, for that is the order of the focus.
        self.card_layer = Node(name="cards")
        self.zone_layer = Node(name="zones", z=-1.0)
        self.gap_layer = Node(name="gaps", z=1.0)
        self.root.add(self.card_layer, self.zone_layer, self.gap_layer)
        self._depth = 0
        self._is_unsettled = False

    @contextmanager
    def together(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._is_unsettled:
                self.settle()

    def settle(self) -> None:
        """Send every card to where it belongs, with its marks on; a refused drop glides home."""
        self._is_unsettled = self._depth > 0
        if not self._is_unsettled:
            self.settle_now()

    def settle_now(self) -> None:
        raise NotImplementedError

    def draw_together(self) -> dict[Node, Styled]:
        """Let cards keep as close to each other as their marks say; return the marks of all."""
        styles = self.marks.on_nodes(self.cast, self.by_zone)
        for zone, node in self.by_zone.items():
            marked = [styles.get(card, NO_MARKS) for card in self.cast.rows.get(zone, ())]
            node.draw_together(list_close_places(marked) if any(marked) else frozenset())
        return styles

    @property
    def zones(self) -> dict[str, tuple[Face, ...]]:
        return self.cast.zones

    @property
    def gaps(self) -> tuple[card_nodes.GapNode, ...]:
        """The places between cards where the held card may be put in."""
        return tuple(
            [node for node in self.gap_layer.children if isinstance(node, card_nodes.GapNode)]
        )

    def open_gaps(
        self, places: Mapping[str, Sequence[int]], narrow: Container[str] = ()
    ) -> tuple[card_nodes.GapNode, ...]:
        """Open exactly these places between the cards of zones, by zone id; return their nodes.

        A zone whose cards do not lie side by side has none. narrow: zones whose cards stay free.
        """
        if places:
            self.draw_together()  # Else gaps would lie where the cards lay before they are settled.
        wanted: dict[tuple[str, int], Rect] = {}
        for zone, those in places.items():
            count = len(self.cast.rows.get(zone, []))
            is_narrow = zone in narrow
            areas = self.by_zone[zone].gaps(count, is_narrow=is_narrow)
            wanted |= {(zone, place): areas[place] for place in those if areas}
        for node in self.gaps:
            if wanted.get((node.zone, node.place)) != Rect(*node.position, *node.size):
                self.marks.forget(node)
                node.detach()
        there = {(node.zone, node.place) for node in self.gaps}
        for (zone, place), area in wanted.items():
            if (zone, place) not in there:
                self.gap_layer.add(card_nodes.GapNode(zone, place, area))
        return self.gaps

    def is_own_hand(self, zone: str) -> bool:
        spec = self.by_zone[zone].spec
        return spec.kind == "hand" and spec.seat == 0

    def zones_at(self, point: Vec) -> list[str]:
        place = self.root.to_local(point)
        if place is None:
            return []
        found = [zone for zone, node in self.by_zone.items() if node.reach.holds(place)]
        return sorted(found, key=lambda zone: not self.cast.rows.get(zone))
