"""Finds the node of each card in a new snapshot, and stores the marks (such as frames) on cards.

Also defines the base class of the table's view with its callbacks.

A snapshot is the cards of all zones at one moment. The view keeps one node per card. For each
position in a new snapshot, it must find the node that moves there. It knows some of the moves; the
remaining cards are matched by zone and value, see `_MATCHERS`.
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
from red7_desktop.tabletop.game import DragMove, Face, ObservedMove, Zones, card_name


class TrackedCard(NamedTuple):
    """A card of the table before a new snapshot is shown; input of `match_cards`.

    Attributes:
        number: Number by which the view identifies the card.
        face: The card's code, such as "R7", None if it is unknown.
    """

    number: int
    face: Face


class CardOrigin(NamedTuple):
    """The origin of the card at one position of a new snapshot; result of `match_cards`.

    Attributes:
        number: Number of the card on the table that moves to the position, None for a new card.
        source: Id of the zone from which a new card comes, None if it is unknown.
    """

    number: int | None
    source: str | None = None


class _UnplacedCard(NamedTuple):
    """A card on the table that hasn't been matched to a position of the new snapshot yet.

    Attributes:
        card: The card.
        zone: Id of the card's zone after all moves.
        was: Id of the card's zone, and the card's index there, before the moves.
        nth: Index at which a move has inserted the card in its new zone. None if the card wasn't
            moved, or if the move has no index.
    """

    card: TrackedCard
    zone: str
    was: tuple[str, int]
    nth: int | None = None


class _EmptyPlace(NamedTuple):
    """A position in the new snapshot to which no card on the table has been matched yet.

    Attributes:
        zone: Id of the zone.
        nth: Index in the zone.
        face: Code of the card that the snapshot has there, such as "R7", None if it is unknown.
    """

    zone: str
    nth: int
    face: Face


_Matcher: TypeAlias = Callable[[_UnplacedCard, _EmptyPlace], bool]


def _matches_move(loose: _UnplacedCard, place: _EmptyPlace) -> bool:
    before = loose.card.face
    after = place.face
    is_same = before == after or _is_turned_over(before, after)
    return (loose.zone, loose.nth) == (place.zone, place.nth) and is_same


_MATCHERS: tuple[_Matcher, ...] = (
    lambda loose, place: loose.zone == place.zone and loose.card.face == place.face,
    lambda loose, place: loose.card.face == place.face is not None,
    lambda loose, place: loose.zone == place.zone and _is_turned_over(loose.card.face, place.face),
    lambda loose, place: loose.card.face is None and place.face is None,
    lambda loose, place: _is_turned_over(loose.card.face, place.face),
)
"""Tests whether a card of the old snapshot can be the card at a position of the new snapshot.

They are used for cards that no move mentions, and are tried in this order: same zone and value;
same value; turned over in the same zone; both unknown; turned over while changing zones. A card is
never matched to a card with another known value.
"""


def match_cards(
    held: Mapping[str, Sequence[TrackedCard]], zones: Zones, moves: Sequence[ObservedMove] = ()
) -> dict[str, tuple[CardOrigin, ...]]:
    """Find out which card on the table moves to each position of a new snapshot.

    Args:
        held: The cards on the table by zone id. Each has a different `TrackedCard.number`.
        zones: The new snapshot.
        moves: Card moves between the last snapshot and the new one, as far as they are known.

    Returns:
        For each zone id, the origin of the card at each position. If the number of a card in `held`
        doesn't occur in the result, the card has left the table.

    >>> moves = [ObservedMove("R7", "deck", "hand:A")]
    >>> match_cards({"deck": [TrackedCard(1, None)]}, {"hand:A": ["R7"]}, moves)
    {'hand:A': (CardOrigin(number=1, source=None),)}
    """
    loose, newcomers = _carry_cards(held, moves)
    places = {zone: [CardOrigin(None)] * len(faces) for zone, faces in zones.items()}
    unfilled = [
        _EmptyPlace(zone, nth, face)
        for zone, faces in zones.items()
        for nth, face in enumerate(faces)
    ]
    moved = [card for card in loose if card.nth is not None]
    unfilled = [place for place in unfilled if not _fill_place(place, moved, _matches_move, places)]
    loose = [card for card in loose if card.nth is None or card in moved]
    for is_alike in _MATCHERS:
        unfilled = [place for place in unfilled if not _fill_place(place, loose, is_alike, places)]
    for place in unfilled:
        places[place.zone][place.nth] = CardOrigin(None, _find_source(place, newcomers))
    return {zone: tuple(row) for zone, row in places.items()}


def _carry_cards(
    held: Mapping[str, Sequence[TrackedCard]], moves: Iterable[ObservedMove]
) -> tuple[list[_UnplacedCard], list[ObservedMove]]:
    """Apply moves to the cards on the table.

    Returns:
        All cards with their zones after the moves, and the moves for which no card was found.
    """
    piles = {
        zone: [_UnplacedCard(card, zone, (zone, nth)) for nth, card in enumerate(cards)]
        for zone, cards in held.items()
    }
    unmatched = []
    for move in moves:
        pile = piles.get(move.source, [])
        found = _pick_card(pile, move)
        if found is None:
            unmatched.append(move)
            continue
        pile.remove(found)
        if move.card is None:
            card = found.card
        else:
            card = found.card._replace(face=move.card)
        arrived = _UnplacedCard(card, move.target, found.was, move.target_place)
        piles.setdefault(move.target, []).append(arrived)
    return [loose for pile in piles.values() for loose in pile], unmatched


def _pick_card(pile: Sequence[_UnplacedCard], move: ObservedMove) -> _UnplacedCard | None:
    """Find the card that a move moves, among the cards of the zone from which it is moved.

    The first of these cards that exists is returned:

    1. the card at the move's index
    2. the topmost card with the move's value
    3. the topmost unknown card
    4. if the move's card is unknown, the topmost card

    Returns:
        The card, or None if none of these exists.
    """
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
    place: _EmptyPlace,
    loose: list[_UnplacedCard],
    is_alike: _Matcher,
    places: dict[str, list[CardOrigin]],
) -> bool:
    """Assign the first card of `loose` that passes a test to an empty position.

    Args:
        place: The empty position.
        loose: Cards that haven't been assigned yet. The assigned card is removed from this list.
        is_alike: The test, `_matches_move` or one of `_MATCHERS`.
        places: Origins of cards by zone and index, to which that of the assigned card is added.

    Returns:
        True if a card passed the test and was assigned.
    """
    for position, candidate in enumerate(loose):
        if is_alike(candidate, place):
            places[place.zone][place.nth] = CardOrigin(candidate.card.number)
            del loose[position]
            return True
    return False


def _is_turned_over(before: Face, after: Face) -> bool:
    return (before is None) != (after is None)


def _find_source(place: _EmptyPlace, newcomers: list[ObservedMove]) -> str | None:
    for move in newcomers:
        if move.target == place.zone and move.card in (place.face, None):
            newcomers.remove(move)
            return move.source
    return None


MakeCard: TypeAlias = Callable[[str, Face, CardOrigin], card_nodes.CardNode]
"""A function that creates the node of a new card.

Its arguments are the id of the card's zone, the card's code such as "R7" (None if unknown), and the
card's origin.
"""


class SnapshotDiff(NamedTuple):
    """The difference between two snapshots of the cards on the table.

    Attributes:
        moved: Cards that changed their zone, and new cards, by new zone and index.
        added: For each new card, the id of the zone from which it comes, None if unknown.
        removed: Cards that left the table.
    """

    moved: tuple[card_nodes.CardNode, ...]
    added: Mapping[card_nodes.CardNode, str | None]
    removed: tuple[card_nodes.CardNode, ...]


class CardNodes:
    """The nodes of all cards on the table, with methods to find them by zone or by name.

    Attributes:
        rows: For each zone id, the nodes of the zone's cards.
    """

    def __init__(self) -> None:
        self.rows: dict[str, list[card_nodes.CardNode]] = {}
        self._named: dict[str, list[card_nodes.CardNode]] = {}

    def __iter__(self) -> Iterator[card_nodes.CardNode]:
        return chain.from_iterable(self.rows.values())

    @property
    def zones(self) -> dict[str, tuple[Face, ...]]:
        return {zone: tuple([card.face for card in row]) for zone, row in self.rows.items()}

    def update(self, zones: Zones, moves: Sequence[ObservedMove], make: MakeCard) -> SnapshotDiff:
        """Match the card nodes to a new snapshot, and return the difference to the last one.

        Args:
            zones: The new snapshot.
            moves: Card moves between the last snapshot and the new one, as far as they are known.
            make: Creates the node of a new card.
        """
        touched = {zone for move in moves for zone in (move.source, move.target)}
        # Most changes affect few zones; the others keep their nodes.
        old_zones = self.zones
        unchanged = {
            zone
            for zone, faces in zones.items()
            if zone not in touched and old_zones.get(zone) == faces
        }
        changed = {zone: row for zone, row in self.rows.items() if zone not in unchanged}
        remaining = {card.number: card for row in changed.values() for card in row}
        held = {
            zone: [TrackedCard(card.number, card.face) for card in row]
            for zone, row in changed.items()
        }
        wanted = {zone: faces for zone, faces in zones.items() if zone not in unchanged}
        matched = match_cards(held, wanted, moves)
        travellers: list[card_nodes.CardNode] = []
        newcomers: dict[card_nodes.CardNode, str | None] = {}
        rows: dict[str, list[card_nodes.CardNode]] = {}
        for zone, faces in zones.items():
            if zone in unchanged:
                rows[zone] = self.rows[zone]
                continue
            row = rows[zone] = []
            for nth, (place, face) in enumerate(zip(matched[zone], faces, strict=True)):
                if place.number is None:
                    card = make(zone, face, place)
                    newcomers[card] = place.source
                else:
                    card = remaining.pop(place.number)
                if card.zone != zone:
                    travellers.append(card)
                if (card.zone, card.index, card.face) != (zone, nth, face):
                    card.zone = zone
                    card.index = nth
                    card.face = face
                row.append(card)
        self.rows = rows
        self._named = {}
        for zone, row in rows.items():
            for card in row:
                self._named.setdefault(card_name(zone, card.index), []).append(card)
                if card.face is not None:
                    self._named.setdefault(card.face, []).append(card)
            self._named[zone] = row[-1:]
        return SnapshotDiff(tuple(travellers), newcomers, tuple(remaining.values()))

    def find_named(self, name: str) -> list[card_nodes.CardNode]:
        """Return the cards with a given name, see `names`; [] if there is none."""
        return self._named.get(name, [])

    def names(self, card: card_nodes.CardNode) -> tuple[str, ...]:
        """Return the names of a card.

        The first name is unique: `zone#n` for the card with index n in a zone. A known card also
        has its code (such as "R7") as a name. The last card of a zone, which is on top of a pile,
        also has the zone's id as a name.
        """
        names = [card_name(card.zone, card.index)]
        if card.face is not None:
            names.append(card.face)
        if card is self.rows[card.zone][-1]:
            names.append(card.zone)
        return tuple(names)


Styled: TypeAlias = list[tuple[str, card_nodes.MarkStyle]]
"""The marks (highlights) of a card or zone in drawing order, as pairs of name and style."""


NO_MARKS: Final[Styled] = []


class _MarkedItems(NamedTuple):
    """The cards and zones that are marked (highlighted) in one style.

    Attributes:
        cards: Names of the marked cards, if the style is set by the game's view.
        zones: Ids of the marked zones, if the style is set by the game's view.
        nodes: Nodes of the marked cards, zones and gaps, if the style is set by the table itself,
            such as `HOVERED`.
    """

    cards: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    nodes: frozenset[Node] = frozenset()


_NOTHING_MARKED = _MarkedItems()


class Marks:
    """Stores the marks (highlights such as frames) of cards and zones on the table.

    Args:
        looks: All styles of marks by name, in drawing order.
    """

    def __init__(self, looks: card_nodes.MarkStyles) -> None:
        self.styles = looks
        self._marked_items: dict[str, _MarkedItems] = {}
        self._in_use: tuple[tuple[str, card_nodes.MarkStyle, _MarkedItems], ...] = ()

    def set_by_name(self, style: str, cards: Iterable[str], zones: Iterable[str]) -> bool:
        """Set the cards and zones that are marked in a style; marks on all others are removed.

        Args:
            style: Name of the style.
            cards: Names of the cards.
            zones: Ids of the zones.

        Returns:
            True if any mark has changed.

        Raises:
            KeyError: There is no style of this name.
        """
        if style not in self.styles and style not in card_nodes.OWN_STYLES:
            raise KeyError(f"no mark looks like {style!r}")
        return self._set_marked_items(style, _MarkedItems(frozenset(cards), frozenset(zones)))

    def set_nodes(self, style: str, nodes: Iterable[Node]) -> bool:
        """Set the nodes that are marked in a style; return True if any mark has changed."""
        return self._set_marked_items(style, _MarkedItems(nodes=frozenset(nodes)))

    @property
    def hovered(self) -> Iterator[card_nodes.CardNode]:
        nodes = self._marked_items.get(card_nodes.HOVERED, _NOTHING_MARKED).nodes
        return (node for node in nodes if isinstance(node, card_nodes.CardNode))

    def forget(self, node: Node) -> None:
        for style, wanted in tuple(self._marked_items.items()):
            if node in wanted.nodes:
                self._set_marked_items(style, _MarkedItems(nodes=wanted.nodes - {node}))

    def find_node_marks(self, cards: CardNodes, zones: Mapping[str, Node]) -> dict[Node, Styled]:
        """Return the marks of each marked card or zone, by the node of the card or zone.

        If a card or zone has several marks that are frames, only the picture of the frame that is
        drawn last remains. All marks keep their other effects, such as raising the card.

        Args:
            cards: The cards on the table.
            zones: The nodes of the zones, by id.
        """
        found: dict[Node, Styled] = {}
        for style, look, wanted in self._in_use:
            marked = set(wanted.nodes)
            for name in wanted.cards:
                marked.update(cards.find_named(name))
            marked.update([zones[name] for name in wanted.zones if name in zones])
            for node in marked:
                styles = found.setdefault(node, [])
                if look.frames and styles:
                    _remove_frames(styles)
                styles.append((style, look))
        return found

    def find_gap_marks(self, node: Node, zone: str) -> Styled:
        return [
            (style, look)
            for style, look, wanted in self._in_use
            if node in wanted.nodes or zone in wanted.zones
        ]

    def _set_marked_items(self, style: str, wanted: _MarkedItems) -> bool:
        if self._marked_items.get(style, _NOTHING_MARKED) == wanted:
            return False
        if wanted == _NOTHING_MARKED:
            del self._marked_items[style]
        else:
            self._marked_items[style] = wanted
        # Store the few styles that are in use, because `find_node_marks` is called often.
        known = self._marked_items
        self._in_use = tuple([(s, look, known[s]) for s, look in self.styles.items() if s in known])
        return True


def _remove_frames(styles: Styled) -> None:
    """Remove the pictures of all frames in a node's marks.

    This is done before another frame is added, because a node shows only one frame.
    """
    for nth, (style, look) in enumerate(styles):
        if look.frames and look.picture is not None:
            styles[nth] = style, replace(look, picture=None)


def list_close_places(row: Sequence[Styled]) -> frozenset[int]:
    """Return the indices of the cards that are drawn close to their left neighbours.

    These are the cards with a mark whose style has `MarkStyle.close`.

    Args:
        row: For each card of a zone, its marks.
    """
    return frozenset(
        [nth for nth, styles in enumerate(row) if nth and any(look.close for _, look in styles)]
    )


def remove_separated_marks(
    row: Sequence[Styled], away: Sequence[bool], gap: int | None = None
) -> Sequence[Styled]:
    """Remove the marks that connect two cards of a row that aren't side by side now.

    A mark whose style has `MarkStyle.close` connects a card to its left neighbour. The mark is
    removed if one of the two cards is drawn elsewhere, or if there is a gap between them.

    Args:
        row: For each card of a zone, its marks.
        away: For each card, True if it is drawn elsewhere, for example because it is dragged.
        gap: Index at which the row makes room for a dragged card, None if there is no gap.

    Returns:
        The remaining marks of each card.
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
    """Replace the frames of neighbouring cards by one frame around all of them.

    This is done for marks whose style has `MarkStyle.joins`. The first of the neighbouring cards
    gets the wide frame, and the same mark of the other cards loses its picture.

    Args:
        row: For each card of a zone, its marks.
        places: Placements of the cards.

    Returns:
        The new marks of each card.
    """
    return [
        [
            (style, _joined_look(style, look, nth, row, places) if look.joins else look)
            for style, look in styles
        ]
        for nth, styles in enumerate(row)
    ]


def _joined_look(
    style: str,
    look: card_nodes.MarkStyle,
    nth: int,
    row: Sequence[Styled],
    places: Sequence[arrange.Placement],
) -> card_nodes.MarkStyle:
    def continues(left: int) -> bool:
        """Return True if the frame around the card at index `left` also surrounds the next card.

        That is the case if both cards have the mark `style` and are side by side in the same line.
        """
        if not 0 <= left < len(row) - 1:
            return False
        one = places[left]
        other = places[left + 1]
        is_level = (one.y, one.rotation, one.scale) == (other.y, other.rotation, other.scale)
        return is_level and all(style in dict(styles) for styles in row[left : left + 2])

    if continues(nth - 1):
        return replace(look, picture=None)
    last = nth
    while continues(last):
        last += 1
    wider = (places[last].x - places[nth].x) / places[nth].scale
    if isinstance(look.where, card_nodes.FramePosition):
        margin = look.where.margin
    else:
        margin = 0.0
    return replace(look, where=card_nodes.FramePosition(margin, wider))


class PickGesture(Enum):
    """A user's click or drag of a card that can be picked for a step with several cards."""

    CLICK = auto()
    """A click, which picks the card or deselects it."""
    DRAG = auto()
    """The start of a drag of the card together with all picked cards."""
    DRAG_ALONE = auto()
    """The start of a drag of the card alone, without the picked cards."""
    CANCEL = auto()
    """The end of a drag in which the card wasn't dropped on a zone."""


class CardBoard:
    """Base class of the table's view: the cards, zones and gaps, and callbacks for user actions.

    In the callbacks, a card has the name that `Selection.name` returns. Usually this is its code,
    such as "R7". Other cards are named by zone and index, such as `hand:B#2`. The top card of a
    pile may be named by the pile's zone id, such as "deck".

    Attributes:
        on_pick: Called with the name of the card that the user has picked up, or None if the card
            was put back.
        on_drop: Called when the user has dropped the held card on a zone by drag, clicks or keys.
            The card is no longer held then. The callback should show a new snapshot in which the
            card has moved; otherwise the card flies back.
        on_pick_gesture: Called when the user clicks or drags a card that can be picked for a step
            with several cards. The arguments are the card's name and the kind of gesture. Returns
            True if it has handled the gesture, False if the card should be moved by itself.
        on_hidden: Called with the name of a clicked face-down card. Returns True if the card must
            not move yet, because the user has to confirm by a second click.
        on_refuse: Called with the name of a clicked card that can't be moved.
        on_refuse_place: Called when the user clicks a zone where no card can be dropped or picked
            up now.
        on_aim: Called with the held card's name, and the zone and index where it would be dropped.
            The zone is None if the card is over no zone. The index is None if the card may have any
            index in the zone.
        on_look: Called with the card under the pointer, or with a card that is pressed long by
            touch. Called with None when that ends.
        on_focus: Called with the name of the focused card, None if it loses the focus.
        timing: Durations of movements.
        cards: The card nodes.
        marks: The marks (highlights) of cards, gaps and zones.
        by_zone: Zone nodes by zone id.
        root: Node that contains the nodes of all cards, gaps and zones.
    """

    layout: Layout

    def __init__(self, looks: card_nodes.MarkStyles, pace: card_nodes.MotionTimes) -> None:
        self.on_pick: Callable[[str | None], None] | None = None
        self.on_drop: Callable[[DragMove], None] | None = None
        self.on_pick_gesture: Callable[[str, PickGesture], bool] | None = None
        self.on_hidden: Callable[[str], bool] | None = None
        self.on_refuse: Callable[[str], None] | None = None
        self.on_refuse_place: Callable[[], None] | None = None
        self.on_aim: Callable[[str, str | None, int | None], None] | None = None
        self.on_look: Callable[[card_nodes.CardNode | None], None] | None = None
        self.on_focus: Callable[[str | None], None] | None = None
        self.timing = pace
        self.cards = CardNodes()
        self.marks = Marks(looks)
        self.by_zone: dict[str, card_nodes.ZoneNode] = {}
        self.root = Node(name="table")
        # Add the cards before the zones, because the Tab key follows the order of children.
        self.card_layer = Node(name="cards")
        self.zone_layer = Node(name="zones", z=-1.0)
        self.gap_layer = Node(name="gaps", z=1.0)
        self.root.add(self.card_layer, self.zone_layer, self.gap_layer)
        self._depth = 0
        self._needs_layout = False

    @contextmanager
    def batch_relayout(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._needs_layout:
                self.relayout()

    def relayout(self) -> None:
        """Move every card to its position, and update the marks drawn on cards, gaps and zones.

        A card that was dropped without a change of the match flies back. Inside the context manager
        `batch_relayout`, the call is postponed.
        """
        self._needs_layout = self._depth > 0
        if not self._needs_layout:
            self.relayout_now()

    def relayout_now(self) -> None:
        raise NotImplementedError

    def update_spacing(self) -> dict[Node, Styled]:
        """Update the cards that each zone's node places close to their left neighbours.

        These are the cards with a mark whose style has `MarkStyle.close`.

        Returns:
            The marks of all cards and zones, which were collected for that.
        """
        styles = self.marks.find_node_marks(self.cards, self.by_zone)
        for zone, node in self.by_zone.items():
            marked = [styles.get(card, NO_MARKS) for card in self.cards.rows.get(zone, ())]
            node.set_close_cards(list_close_places(marked) if any(marked) else frozenset())
        return styles

    @property
    def zones(self) -> dict[str, tuple[Face, ...]]:
        return self.cards.zones

    @property
    def gaps(self) -> tuple[card_nodes.GapNode, ...]:
        """The drop targets between cards."""
        return tuple(
            [node for node in self.gap_layer.children if isinstance(node, card_nodes.GapNode)]
        )

    def open_gaps(
        self, places: Mapping[str, Sequence[int]], narrow: Container[str] = ()
    ) -> tuple[card_nodes.GapNode, ...]:
        """Create the drop targets between cards, and remove those that are no longer wanted.

        A zone whose cards aren't side by side gets no drop targets between its cards.

        Args:
            places: For each zone id, the indices at which a card may be inserted.
            narrow: Ids of the zones with narrow drop targets, between which the cards can still be
                clicked.

        Returns:
            The nodes of all drop targets between cards.
        """
        if places:
            # Update the spacing of cards first, because the gaps' rectangles depend on it.
            self.update_spacing()
        wanted: dict[tuple[str, int], Rect] = {}
        for zone, indices in places.items():
            count = len(self.cards.rows.get(zone, []))
            is_narrow = zone in narrow
            areas = self.by_zone[zone].gaps(count, is_narrow=is_narrow)
            wanted |= {(zone, place): areas[place] for place in indices if areas}
        for node in self.gaps:
            if wanted.get((node.zone, node.place)) != Rect(*node.position, *node.size):
                self.marks.forget(node)
                node.detach()
        existing = {(node.zone, node.place) for node in self.gaps}
        for (zone, place), area in wanted.items():
            if (zone, place) not in existing:
                self.gap_layer.add(card_nodes.GapNode(zone, place, area))
        return self.gaps

    def is_own_hand(self, zone: str) -> bool:
        spec = self.by_zone[zone].spec
        return spec.kind == "hand" and spec.seat == 0

    def zones_at(self, point: Vec) -> list[str]:
        place = self.root.to_local(point)
        if place is None:
            return []
        found = [zone for zone, node in self.by_zone.items() if node.drop_area.contains(place)]
        return sorted(found, key=lambda zone: not self.cards.rows.get(zone))
