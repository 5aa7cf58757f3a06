"""Layouts of a table: zones, kinds, choosing one."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias

from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.popups import KEPT, NEVER
from red7_desktop.table.arrange import Style


class LayoutError(ValueError):
    """Says what is wrong with a layout, and where: file, then object, then property.

    where: the file name.  zone, prop: the object's and the property's name, or None.
    """

    def __init__(
        self, where: str, problem: str, zone: str | None = None, prop: str | None = None
    ) -> None:
        self.where = where
        self.problem = problem
        self.zone = zone
        self.prop = prop
        parts = [where]
        if zone is not None:
            parts.append(f"zone {zone!r}")
        if prop is not None:
            parts.append(f"property {prop!r}")
        super().__init__(": ".join([*parts, problem]))


class OpenCards(Enum):
    """Which cards of a zone can be looked at: none, the top one, all."""

    NONE = auto()
    TOP = auto()
    ALL = auto()


@dataclass(frozen=True)
class ZoneKind:
    """What every zone of one kind has in common.

    owned: there is one per seat, named `kind.seat`; a shared zone is named by its kind alone.
    style: how its cards lie unless the layout says otherwise; None for a zone without cards.
    required: a layout without it is refused (for an owned kind: without one for every seat).
    encloses: kinds of zones (of the same seat, or shared) that may lie inside it.
    is_frame: whatever else its seat owns may lie inside it.
    floats: it is drawn over the rest, so it may overlap anything.
    weight: what it costs a popup to cover it, for each square unit (see `scene.popups`); 0 where
    that does not matter.
    opens: which of its cards can be looked at although they can go nowhere.
    catches: what is dropped on it comes to the zone of cards that it encloses.
    is_public: its open cards are shown while the screen is passed on to the next player.
    hides_refusal: it shows that a card may not go there only while the card is over it.
    broom: symbol of the game's cards that sweeps cards onto this pile, "" for none.
    """

    owned: bool = False
    style: Style | None = None
    required: bool = False
    encloses: frozenset[str] = frozenset()
    is_frame: bool = False
    floats: bool = False
    weight: float = 0.0
    opens: OpenCards = OpenCards.NONE
    catches: bool = False
    is_public: bool = False
    hides_refusal: bool = False
    broom: str = ""


ZoneKinds: TypeAlias = Mapping[str, ZoneKind]
"""The kinds of zones that a game's layouts may have, by name."""
PILE: Final = Style("stack", gap=0.0)
"""How cards lie in a pile."""

COMMON_KINDS: Final[ZoneKinds] = {
    "hand": ZoneKind(owned=True, style=Style("fan"), required=True, weight=4.0),
    "panel": ZoneKind(owned=True, required=True, is_frame=True, weight=KEPT),
    "name": ZoneKind(owned=True, required=True),
    "count": ZoneKind(owned=True),
    "points": ZoneKind(owned=True),
    "notes": ZoneKind(owned=True),
    "deck": ZoneKind(style=PILE, weight=2.0),
    "discard": ZoneKind(style=PILE),
    "supply": ZoneKind(weight=1.0),
    "message": ZoneKind(required=True, weight=NEVER),
    "actions": ZoneKind(required=True, weight=NEVER),
    "title": ZoneKind(required=True, weight=2.0),
    "tools": ZoneKind(required=True, weight=2.0),
    "log": ZoneKind(),
    "chips": ZoneKind(weight=1.5),
    "hint": ZoneKind(floats=True),
}
"""The kinds that the table of any game may have. The last turns make way by themselves. Each game
adds its own."""
_BETWEEN = 12.0
"""Space between a zone that has grown and the next."""
_WIDER = 1.02
"""A layout that is narrower than its room by less than this factor stays as it is."""
_WIDEST = 1.4
"""No layout is drawn out to a window by more than this factor: its sides would lie far apart."""
FACES = ("known", "down")
"""Whether a zone shows the faces that are known, or the back of every card."""


@dataclass(frozen=True)
class ZoneSpec:
    """One zone of a layout, in the layout's own units.

    seat: counted clockwise from the viewer, who is 0; None for a shared zone.
    style, card_width: None for a zone that holds no cards.  faces: one of FACES.
    """

    name: str
    kind: str
    area: Rect
    seat: int | None = None
    style: Style | None = None
    card_width: float | None = None
    faces: str = "known"


@dataclass(frozen=True)
class Layout:
    """A checked layout: the zones of one table for one number of seats and one shape of window.

    where: the file it came from.  size: width and height of the design.  card_ratio: the height
    of a card for a width of 1.  text_zoom: how much larger than designed words have room to be.
    kinds: those that it may have.
    """

    where: str
    seats: int
    size: Size
    zones: tuple[ZoneSpec, ...]
    card_ratio: float = 1.4
    text_zoom: float = 1.25
    kinds: ZoneKinds = field(default_factory=lambda: COMMON_KINDS, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_names(self)
        _check_places(self)
        _check_overlaps(self)

    @cached_property
    def by_name(self) -> Mapping[str, ZoneSpec]:
        return {spec.name: spec for spec in self.zones}

    def zone(self, kind: str, seat: int | None = None) -> ZoneSpec:
        """Return the zone of a kind, of a seat if it is owned.

        Raises LayoutError when the layout has no such zone.
        """
        name = zone_name(kind, seat)
        if name not in self.by_name:
            raise LayoutError(self.where, "the layout has no such zone", name)
        return self.by_name[name]

    def card_size(self, spec: ZoneSpec) -> Size:
        """Return the size of a card in a zone, in the layout's units.

        Raises LayoutError for a zone that holds no cards.
        """
        if spec.card_width is None:
            raise LayoutError(self.where, "the zone holds no cards", spec.name)
        return Size(spec.card_width, spec.card_width * self.card_ratio)

    def reach(self, spec: ZoneSpec) -> Rect:
        """Return where a drop means a zone: in all of one around it that catches for it."""
        around = [
            each.area
            for each in self.zones
            if self.kinds[each.kind].catches and _may_lie_in(self, spec, each)
        ]
        if around:
            return around[0]
        return spec.area

    def fit(self, room: tuple[float, float]) -> float:
        return min(room[0] / self.size.w, room[1] / self.size.h)

    def drawn_out(self, room: tuple[float, float]) -> Layout:
        width = round(room[0] / self.fit(room))
        by = width / self.size.w
        if by < _WIDER:
            return self

        def drawn_out(area: Rect) -> Rect:
            left = round(area.left * by)
            return Rect(left, area.y, round(area.right * by) - left, area.h)

        zones = tuple([replace(spec, area=drawn_out(spec.area)) for spec in self.zones])
        return replace(self, size=Size(width, self.size.h), zones=zones)

    def _list_above(self, area: Rect) -> list[ZoneSpec]:
        return [
            each
            for each in self.zones
            if each.area.bottom <= area.top
            and each.area.left < area.right
            and each.area.right > area.left
            and not self.kinds[each.kind].floats
        ]

    def room_above(self, card: Rect) -> float:
        """Return how far a card may rise before it covers what is written on the table.

        Words stand in the zones that hold no cards.
        """
        written = [spec.area.bottom for spec in self._list_above(card) if spec.style is None]
        return card.top - max(written, default=0.0)

    def reach_up(self, spec: ZoneSpec, most: float, over: Collection[str] = ()) -> Rect:
        """Return the area of a zone grown upwards, to a height at most, as far as it's free.

        over: kinds of zones that it may grow over.
        """
        x, y, w, _ = area = spec.area
        lying = [each.area.bottom for each in self._list_above(area) if each.kind not in over]
        above = [bottom + _BETWEEN for bottom in lying]
        top = min(y, max([area.bottom - most, *above]))
        return Rect(x, top, w, area.bottom - top)


def lies_in(inner: Rect, outer: Rect) -> bool:
    """Whether one rectangle lies wholly inside another; their edges may touch."""
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def zone_name(kind: str, seat: int | None = None) -> str:
    """Return the name that a zone of this kind and relative seat has in every layout.

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
            raise LayoutError(layout.where, "two objects have this name", spec.name)
        seen.add(spec.name)
        _check_identity(layout, spec)
    for name, kind in layout.kinds.items():
        for seat in range(layout.seats) if kind.owned else (None,):
            if kind.required and zone_name(name, seat) not in seen:
                raise LayoutError(layout.where, "this zone is missing", zone_name(name, seat))


def _check_identity(layout: Layout, spec: ZoneSpec) -> None:
    def wrong(prop: str | None, problem: str) -> LayoutError:
        return LayoutError(layout.where, problem, spec.name, prop)

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
            raise LayoutError(layout.where, "position and size must be numbers", spec.name)
        if spec.area.w <= 0 or spec.area.h <= 0:
            raise LayoutError(layout.where, "has no size: draw it as a rectangle", spec.name)
        if not lies_in(spec.area, whole):
            problem = f"lies outside of the map, which is {whole.w:g} x {whole.h:g}"
            raise LayoutError(layout.where, problem, spec.name)


def _check_overlaps(layout: Layout) -> None:
    solid = [spec for spec in layout.zones if not layout.kinds[spec.kind].floats]
    for one, other in combinations(solid, 2):
        if not one.area.overlaps(other.area):
            continue
        if not (_may_lie_in(layout, one, other) or _may_lie_in(layout, other, one)):
            raise LayoutError(layout.where, f"overlaps the zone {other.name!r}", one.name)


def _may_lie_in(layout: Layout, inner: ZoneSpec, outer: ZoneSpec) -> bool:
    kind = layout.kinds[outer.kind]
    is_meant = inner.kind in kind.encloses or (kind.is_frame and inner.kind != outer.kind)
    return is_meant and inner.seat == outer.seat and lies_in(inner.area, outer.area)


def choose_layout(
    layouts: Iterable[Layout], window: tuple[float, float], seats: int, zoom: float = 1.0
) -> Layout:
    """Choose the layout for a number of seats whose shape is nearest to the window's.

    Nearest is by the ratio of the aspects, so that half as wide and twice as wide are equally far.
    It has room for words of a zoom, if any has, and not for much larger ones. In a window that is
    somewhat wider than the layout, the layout is drawn out to use all of its width.

    Raises LayoutError when there is none for that number of seats.
    """
    # A window being minimised may report no size at all.
    room = (max(window[0], 1), max(window[1], 1))
    aspect = math.log(room[0] / room[1])
    chosen = min(
        _list_layouts_for(layouts, seats),
        key=lambda each: (
            max(0.0, zoom - each.text_zoom),
            each.text_zoom,
            abs(math.log(each.size.w / each.size.h) - aspect),
            each.where,
        ),
    )
    if room[0] / chosen.fit(room) > _WIDEST * chosen.size.w:
        return chosen
    return chosen.drawn_out(room)


def choose_beside(
    layouts: Iterable[Layout], room: tuple[float, float], seats: int, zoom: float = 1.0
) -> Layout:
    """Choose the layout for what another thing leaves of the window, and draw it out to fill that.

    Of those that have room for words of a zoom, as large as in the window, it is the one that is
    shown largest.

    Raises LayoutError when there is none for that number of seats.
    """
    chosen = min(
        _list_layouts_for(layouts, seats),
        key=lambda each: (
            max(0.0, zoom / min(1.0, each.fit(room)) - each.text_zoom),
            each.text_zoom,
            -round(each.fit(room), 2),
            -each.size.w,
        ),
    )
    return chosen.drawn_out(room)


def _list_layouts_for(layouts: Iterable[Layout], seats: int) -> list[Layout]:
    fitting = [layout for layout in layouts if layout.seats == seats]
    if not fitting:
        raise LayoutError("layouts", f"there is none for {seats} seats")
    return fitting
