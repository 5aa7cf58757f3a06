"""Table layouts: the zones (areas) of a table, kinds of zones, and the choice of a layout.

Lengths and positions are in the layout's own units, called design units elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias

from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.popups import FORBIDDEN_WEIGHT, HEAVY_WEIGHT
from red7_desktop.table.arrange import Arrangement


class LayoutError(ValueError):
    """Raised for a mistake in a layout; the message names the file, the zone and the property.

    Attributes:
        source: Name of the layout's file.
        problem: Description of the mistake.
        zone: Name of the zone with the mistake, None if the mistake isn't in a zone.
        property_name: Name of the wrong property of the zone or the file, None if the mistake isn't
            in a property.
    """

    def __init__(
        self, where: str, problem: str, zone: str | None = None, prop: str | None = None
    ) -> None:
        self.source = where
        self.problem = problem
        self.zone = zone
        self.property_name = prop
        parts = [where]
        if zone is not None:
            parts.append(f"zone {zone!r}")
        if prop is not None:
            parts.append(f"property {prop!r}")
        super().__init__(": ".join([*parts, problem]))


class OpenCards(Enum):
    """The cards of a zone that the user can look at in a close-up: none, the top one, or all."""

    NONE = auto()
    TOP = auto()
    ALL = auto()


@dataclass(frozen=True)
class ZoneKind:
    """The common properties of all zones of a kind, such as all hands or the deck.

    Attributes:
        owned: True if each seat has a zone of the kind, named "kind.seat". False if all seats share
            one zone, whose name is that of the kind.
        style: Default arrangement of the zone's cards, None for a zone without cards.
        required: True if every layout must have the zone (for an owned kind, one for every seat).
        encloses: Kinds of zones that may be inside the zone. Zones of another seat may not.
        is_frame: True if all other zones of the zone's seat may be inside the zone.
        floats: True if the zone is drawn above other zones and may overlap them.
        weight: Cost of covering the zone with a popup, per square unit, see `scene.popups`. 0 if
            popups may cover it freely.
        opens: The cards of the zone that the user can look at in a close-up, even if they can't be
            moved.
        catches: True if a card dropped on the zone is dropped on the smaller zone inside it.
        is_public: True if the zone's face-up cards stay visible while the screen is handed to
            another player.
        hides_refusal: Setting for zones on which the held card can't be dropped. True marks the
            zone as forbidden only while the card is over it, False during the whole drag.
        broom_symbol: Symbol drawn on the broom that sweeps cards onto this pile, "" for no broom.
    """

    owned: bool = False
    style: Arrangement | None = None
    required: bool = False
    encloses: frozenset[str] = frozenset()
    is_frame: bool = False
    floats: bool = False
    weight: float = 0.0
    opens: OpenCards = OpenCards.NONE
    catches: bool = False
    is_public: bool = False
    hides_refusal: bool = False
    broom_symbol: str = ""


ZoneKinds: TypeAlias = Mapping[str, ZoneKind]
"""The kinds of zones in a game's layouts, by name."""
PILE: Final = Arrangement("stack", gap=0.0)
"""Default arrangement of a pile, such as the deck: cards on top of each other."""

COMMON_KINDS: Final[ZoneKinds] = {
    "hand": ZoneKind(owned=True, style=Arrangement("fan"), required=True, weight=4.0),
    "panel": ZoneKind(owned=True, required=True, is_frame=True, weight=HEAVY_WEIGHT),
    "name": ZoneKind(owned=True, required=True),
    "count": ZoneKind(owned=True),
    "points": ZoneKind(owned=True),
    "notes": ZoneKind(owned=True),
    "deck": ZoneKind(style=PILE, weight=2.0),
    "discard": ZoneKind(style=PILE),
    "supply": ZoneKind(weight=HEAVY_WEIGHT),
    "message": ZoneKind(required=True, weight=FORBIDDEN_WEIGHT),
    "actions": ZoneKind(required=True, weight=FORBIDDEN_WEIGHT),
    "title": ZoneKind(required=True, weight=2.0),
    "tools": ZoneKind(required=True, weight=2.0),
    "log": ZoneKind(),
    "chips": ZoneKind(weight=1.5),
    "hint": ZoneKind(floats=True),
}
"""Kinds of zones that the tables of all games may have; each game adds its own.

The weight of the log (the cost of covering it with a popup) is 0, because the log's text is hidden
while a popup covers it."""
_GROWTH_GAP = 12.0
"""Minimum distance, in the layout's units, between a zone extended upwards and the zones above."""
_MIN_WIDENING = 1.02
"""Minimum factor by which a layout is widened to fill a wider window."""
_MAX_WIDENING = 1.4
"""Maximum factor by which a layout is widened to fill a wider window.

If the window is even wider, the layout isn't widened at all, because its left and right parts would
be too far apart.
"""
FACE_RULES = ("known", "down")
"""Values of `ZoneSpec.faces`: "known" shows known cards face up, "down" the back of every card."""


@dataclass(frozen=True)
class ZoneSpec:
    """One zone of a layout: an area of the table for cards, text or buttons.

    Attributes:
        name: Name made of kind and seat, such as "hand.1", see `zone_name`.
        kind: Name of the zone's kind, such as "hand"; a key of `Layout.kinds`.
        area: Rectangle of the zone, in the layout's units.
        seat: Seat to which the zone belongs, counted clockwise from the viewer (0). None for a zone
            that all seats share.
        style: Arrangement of the zone's cards, None for a zone without cards.
        card_width: Width of the zone's cards in the layout's units, None for a zone without cards.
        faces: "known" shows cards face up if the viewer knows them, "down" shows the backs of all
            cards.
    """

    name: str
    kind: str
    area: Rect
    seat: int | None = None
    style: Arrangement | None = None
    card_width: float | None = None
    faces: str = "known"


@dataclass(frozen=True)
class Layout:
    """A validated layout: the zones of a table for one number of seats and one window shape.

    Attributes:
        source: Name of the layout's file.
        seats: Number of seats.
        size: Width and height of the table, in the layout's units.
        zones: The zones.
        card_ratio: Height of a card divided by its width.
        text_zoom: Maximum factor by which text can be enlarged in this layout.
        has_viewer: True if seat 0 is the viewer, whose hand is at the bottom. False if all seats
            are shown alike, because the players see their hands elsewhere, such as on phones.
        kinds: Allowed kinds of zones, by name.
    """

    source: str
    seats: int
    size: Size
    zones: tuple[ZoneSpec, ...]
    card_ratio: float = 1.4
    text_zoom: float = 1.25
    has_viewer: bool = True
    kinds: ZoneKinds = field(default_factory=lambda: COMMON_KINDS, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_names(self)
        _check_places(self)
        _check_overlaps(self)

    @cached_property
    def by_name(self) -> Mapping[str, ZoneSpec]:
        return {spec.name: spec for spec in self.zones}

    @cached_property
    def _text_areas(self) -> Sequence[Rect]:
        """Areas of the zones without cards that cards must not cover."""
        return [
            spec.area
            for spec in self.zones
            if spec.style is None and not self.kinds[spec.kind].floats
        ]

    def zone(self, kind: str, seat: int | None = None) -> ZoneSpec:
        """Return the shared zone of a kind or, if `seat` is given, the seat's zone of the kind.

        Raises:
            LayoutError: The layout has no such zone.
        """
        name = zone_name(kind, seat)
        if name not in self.by_name:
            raise LayoutError(self.source, "the layout has no such zone", name)
        return self.by_name[name]

    def card_size(self, spec: ZoneSpec) -> Size:
        """Return the size of a zone's cards, in the layout's units.

        Raises:
            LayoutError: The zone is of a kind that never holds cards.
        """
        if spec.card_width is None:
            raise LayoutError(self.source, "the zone holds no cards", spec.name)
        return Size(spec.card_width, spec.card_width * self.card_ratio)

    def drop_area(self, spec: ZoneSpec) -> Rect:
        """Return the rectangle in which a card must be dropped to be dropped on a zone.

        Usually this is the zone's area. If the zone is inside another one whose kind has
        `ZoneKind.catches`, it is the area of the outer zone.
        """
        catching = [
            each.area
            for each in self.zones
            if self.kinds[each.kind].catches and _may_lie_in(self, spec, each)
        ]
        if catching:
            return catching[0]
        return spec.area

    def fit(self, room: tuple[float, float]) -> float:
        return min(room[0] / self.size.w, room[1] / self.size.h)

    def widened(self, room: tuple[float, float]) -> Layout:
        width = round(room[0] / self.fit(room))
        factor = width / self.size.w
        if factor < _MIN_WIDENING:
            return self

        def drawn_out(area: Rect) -> Rect:
            left = round(area.left * factor)
            return Rect(left, area.y, round(area.right * factor) - left, area.h)

        zones = tuple([replace(spec, area=drawn_out(spec.area)) for spec in self.zones])
        return replace(self, size=Size(width, self.size.h), zones=zones)

    def _list_above(self, area: Rect) -> list[ZoneSpec]:
        return [
            each
            for each in self.zones
            if _is_above(each.area, area) and not self.kinds[each.kind].floats
        ]

    def room_above(self, card: Rect) -> float:
        """Return how far a card can rise without covering text above it.

        All zones without cards count as text.
        """
        written = [area.bottom for area in self._text_areas if _is_above(area, card)]
        return card.top - max(written, default=0.0)

    def measure_clearance(self, area: Rect, weight: float) -> float:
        """Return the distance of a rectangle from the nearest zone that popups must not cover.

        Args:
            area: The rectangle, in the layout's units.
            weight: Minimum `ZoneKind.weight` of the zones to which the distance is measured.

        Returns:
            The distance in the layout's units. 0 if the rectangle overlaps such a zone, infinity if
            there is no such zone.
        """
        others = [spec.area for spec in self.zones if self.kinds[spec.kind].weight >= weight]

        def measure_distance(other: Rect) -> float:
            across = max(other.left - area.right, area.left - other.right)
            down = max(other.top - area.bottom, area.top - other.bottom)
            return max(0.0, across, down)

        return min(map(measure_distance, others), default=math.inf)

    def grow_up(self, spec: ZoneSpec, most: float, over: Collection[str] = ()) -> Rect:
        """Return a zone's area, extended upwards as far as no other zone is in the way.

        Args:
            spec: The zone.
            most: Maximum height of the extended area, in the layout's units.
            over: Kinds of zones that the extended area may cover.
        """
        x, y, w, _ = area = spec.area
        lying = [each.area.bottom for each in self._list_above(area) if each.kind not in over]
        above = [bottom + _GROWTH_GAP for bottom in lying]
        top = min(y, max([area.bottom - most, *above]))
        return Rect(x, top, w, area.bottom - top)

    def grow_aside(self, spec: ZoneSpec, most: float) -> Rect:
        """Return a zone's area widened on both sides until it would touch a neighbouring zone.

        The area grows by the same length on the left and the right. Shared zones that may contain
        other zones don't count as neighbours: they are drawn as discs, so their corners are free.

        Args:
            spec: The zone.
            most: Maximum length by which each side grows, in the layout's units.
        """
        area = spec.area
        length = most
        for each in self.zones:
            other = each.area
            is_level = other.top < area.bottom and other.bottom > area.top
            kind = self.kinds[each.kind]
            if each is spec or not is_level or kind.floats or (kind.encloses and not kind.owned):
                continue
            length = min(length, max(other.left - area.right, area.left - other.right))
        length = max(0.0, length)
        return Rect(area.x - length, area.y, area.w + 2 * length, area.h)


def is_inside(inner: Rect, outer: Rect) -> bool:
    """Return whether a rectangle is entirely inside another; edges may touch."""
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def zone_name(kind: str, seat: int | None = None) -> str:
    """Return the name that a zone must have in a layout, given its kind and seat.

    Args:
        kind: Name of the zone's kind.
        seat: Seat counted clockwise from the viewer (0), None for a shared zone.

    >>> zone_name("hand", 1), zone_name("deck")
    ('hand.1', 'deck')
    """
    if seat is None:
        return kind
    return f"{kind}.{seat}"


def _check_names(layout: Layout) -> None:
    seen: set[str] = set()
    for spec in layout.zones:
        if spec.name in seen:
            raise LayoutError(layout.source, "two objects have this name", spec.name)
        seen.add(spec.name)
        _check_identity(layout, spec)
    for name, kind in layout.kinds.items():
        for seat in range(layout.seats) if kind.owned else (None,):
            if kind.required and zone_name(name, seat) not in seen:
                raise LayoutError(layout.source, "this zone is missing", zone_name(name, seat))


def _check_identity(layout: Layout, spec: ZoneSpec) -> None:
    def wrong(prop: str | None, problem: str) -> LayoutError:
        return LayoutError(layout.source, problem, spec.name, prop)

    kind = layout.kinds.get(spec.kind)
    if kind is None:
        raise wrong(
            "kind", f"{spec.kind!r} is no kind of zone; known are {', '.join(layout.kinds)}"
        )
    if kind.owned and spec.seat is None:
        raise wrong("seat", f"a {spec.kind} belongs to a seat, so this must say which")
    if not kind.owned and spec.seat is not None:
        raise wrong("seat", f"a {spec.kind} is shared and has no seat")
    if spec.seat is not None and not 0 <= spec.seat < layout.seats:
        raise wrong("seat", f"must be 0 to {layout.seats - 1}, is {spec.seat}")
    if spec.name != zone_name(spec.kind, spec.seat):
        expected = zone_name(spec.kind, spec.seat)
        raise wrong(None, f"by its kind and seat this zone must be named {expected!r}")
    if (kind.style is None) != (spec.style is None) or (kind.style is None) != (
        spec.card_width is None
    ):
        says = "must" if kind.style else "must not"
        raise wrong("card_width", f"a {spec.kind} {says} have a card width and a style")


def _check_places(layout: Layout) -> None:
    whole = Rect(0, 0, *layout.size)
    for spec in layout.zones:
        if not all(math.isfinite(number) for number in spec.area):
            raise LayoutError(layout.source, "position and size must be numbers", spec.name)
        if spec.area.w <= 0 or spec.area.h <= 0:
            raise LayoutError(layout.source, "has no size: draw it as a rectangle", spec.name)
        if not is_inside(spec.area, whole):
            problem = f"lies outside of the map, which is {whole.w:g} x {whole.h:g}"
            raise LayoutError(layout.source, problem, spec.name)


def _check_overlaps(layout: Layout) -> None:
    solid = [spec for spec in layout.zones if not layout.kinds[spec.kind].floats]
    for one, other in combinations(solid, 2):
        if not one.area.overlaps(other.area):
            continue
        if not (_may_lie_in(layout, one, other) or _may_lie_in(layout, other, one)):
            raise LayoutError(layout.source, f"overlaps the zone {other.name!r}", one.name)


def _is_above(area: Rect, other: Rect) -> bool:
    """Return whether an area is completely above another one and overlaps its width."""
    return area.bottom <= other.top and area.left < other.right and area.right > other.left


def _may_lie_in(layout: Layout, inner: ZoneSpec, outer: ZoneSpec) -> bool:
    kind = layout.kinds[outer.kind]
    is_meant = inner.kind in kind.encloses or (kind.is_frame and inner.kind != outer.kind)
    return is_meant and inner.seat == outer.seat and is_inside(inner.area, outer.area)


def choose_layout(
    layouts: Iterable[Layout],
    window: tuple[float, float],
    seats: int,
    zoom: float = 1.0,
    *,
    has_viewer: bool = True,
) -> Layout:
    """Choose a game's table layout for a window.

    The best layouts are, in this order of criteria:

    1. those with enough room for text enlarged by `zoom`
    2. those with the smallest `Layout.text_zoom`
    3. the one whose aspect ratio is most similar to the window's

    If the window is somewhat wider than the chosen layout, the layout is widened.

    Args:
        layouts: The layouts of a game.
        window: Width and height of the window in pixels.
        seats: Number of seats.
        zoom: Factor by which text is enlarged.
        has_viewer: Prefer layouts with this value of `Layout.has_viewer`.

    Raises:
        LayoutError: There is no layout for that number of seats.
    """
    # A minimised window may report size 0.
    room = (max(window[0], 1), max(window[1], 1))
    aspect = math.log(room[0] / room[1])

    def rank(layout: Layout) -> tuple[float, float, float, str]:
        missing_zoom = max(0.0, zoom - layout.text_zoom)
        stretch = abs(math.log(layout.size.w / layout.size.h) - aspect)
        return missing_zoom, layout.text_zoom, stretch, layout.source

    chosen = min(_list_layouts_for(layouts, seats, has_viewer=has_viewer), key=rank)
    if room[0] / chosen.fit(room) > _MAX_WIDENING * chosen.size.w:
        return chosen
    return chosen.widened(room)


def choose_for_part(
    layouts: Iterable[Layout],
    room: tuple[float, float],
    seats: int,
    zoom: float = 1.0,
    *,
    has_viewer: bool = True,
) -> Layout:
    """Choose and widen a layout for a table that fills only a part of the window.

    Of the layouts with enough room for text enlarged by `zoom`, those with the smallest
    `Layout.text_zoom` are considered. Of these layouts, the one that fits into the part of the
    window at the largest scale is chosen.

    Args:
        layouts: The layouts to choose from.
        room: Width and height of the part of the window, in pixels.
        seats: Number of seats.
        zoom: Factor by which text is enlarged.
        has_viewer: Prefer layouts with this value of `Layout.has_viewer`.

    Raises:
        LayoutError: There is no layout for that number of seats.
    """

    def rank(layout: Layout) -> tuple[float, float, float, float]:
        scale = layout.fit(room)
        missing_zoom = max(0.0, zoom / min(1.0, scale) - layout.text_zoom)
        return missing_zoom, layout.text_zoom, -round(scale, 2), -layout.size.w

    chosen = min(_list_layouts_for(layouts, seats, has_viewer=has_viewer), key=rank)
    return chosen.widened(room)


def _list_layouts_for(layouts: Iterable[Layout], seats: int, *, has_viewer: bool) -> list[Layout]:
    fitting = [layout for layout in layouts if layout.seats == seats]
    if not fitting:
        raise LayoutError("layouts", f"there is none for {seats} seats")
    wanted = [layout for layout in fitting if layout.has_viewer == has_viewer]
    return wanted or fitting
