"""Keeps account of the marks: which style is on which cards and zones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from red7_desktop.scene.node import Node
from red7_desktop.table.arrange import Placement
from red7_desktop.table.looks import OWN_STYLES, FramePlace, MarkLook, MarkLooks

Styled: TypeAlias = list[tuple[str, MarkLook]]
"""The marks of one card, with their looks, the lowest first."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What carries one style: cards and zones by name, and nodes, wherever these go."""

    cards: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    nodes: frozenset[Node] = frozenset()


_NOTHING = _Wanted()


class Marks:
    """The marks on the table; the styles' order in `looks` is their order on a card."""

    def __init__(self, looks: MarkLooks) -> None:
        self.looks = looks
        self._wanted: dict[str, _Wanted] = {}
        self._in_use: tuple[tuple[str, MarkLook, _Wanted], ...] = ()

    def put(self, style: str, cards: Iterable[str], zones: Iterable[str]) -> bool:
        """Put a style on exactly the cards and zones of these names; tell if that is a change.

        Raises KeyError for a style without a look.
        """
        if style not in self.looks and style not in OWN_STYLES:
            raise KeyError(f"no mark looks like {style!r}")
        return self._want(style, _Wanted(frozenset(cards), frozenset(zones)))

    def pin(self, style: str, nodes: Iterable[Node]) -> bool:
        """Put one of the table's own styles on exactly these nodes; tell if that is a change."""
        return self._want(style, _Wanted(nodes=frozenset(nodes)))

    def forget(self, node: Node) -> None:
        """Let go of a node that has left the table."""
        for style, wanted in self._wanted.items():
            if node in wanted.nodes:
                self._wanted[style] = _Wanted(nodes=wanted.nodes - {node})
        self._sort()

    def on_card(self, node: Node, names: Collection[str]) -> Styled:
        """Give the marks of a card, by its names."""
        return [
            (style, look)
            for style, look, wanted in self._in_use
            if node in wanted.nodes or not wanted.cards.isdisjoint(names)
        ]

    def on_zone(self, node: Node, zone: str) -> Styled:
        """Give the marks of a zone."""
        return [
            (style, look)
            for style, look, wanted in self._in_use
            if node in wanted.nodes or zone in wanted.zones
        ]

    def _want(self, style: str, wanted: _Wanted) -> bool:
        if self._wanted.get(style, _NOTHING) == wanted:
            return False
        self._wanted[style] = wanted
        self._sort()
        return True

    def _sort(self) -> None:
        """List the styles that something carries, which are few: every card is asked about them."""
        self._in_use = tuple(
            (style, look, wanted)
            for style, look in self.looks.items()
            if (wanted := self._wanted.get(style, _NOTHING)) != _NOTHING
        )


def list_close_places(row: Sequence[Styled]) -> frozenset[int]:
    """Give the places of the cards that keep close to their left neighbours. row: as in joined."""
    return frozenset(
        [nth for nth, styles in enumerate(row) if nth and any(look.close for _, look in styles)]
    )


def open_clip(row: Sequence[Styled], away: Sequence[bool]) -> Sequence[Styled]:
    """Leave out what keeps a card close to its left neighbour where one of them is elsewhere now.

    row: as in joined. away: which of its cards do.
    """
    if not any(away):
        return row
    return [
        [
            (style, look)
            for style, look in styles
            if not look.close or not any(away[max(nth - 1, 0) : nth + 1])
        ]
        for nth, styles in enumerate(row)
    ]


def join_marks(row: Sequence[Styled], places: Sequence[Placement]) -> list[Styled]:
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
    style: str, look: MarkLook, nth: int, row: Sequence[Styled], places: Sequence[Placement]
) -> MarkLook:
    """Give the look of a style on the n-th card of a row, where others beside it have it too."""

    def goes_on(left: int) -> bool:
        """Tell whether the style is on a card and on its right neighbour, on one line."""
        if not 0 <= left < len(row) - 1:
            return False
        one, other = places[left], places[left + 1]
        is_level = (one.y, one.rotation, one.scale) == (other.y, other.rotation, other.scale)
        return is_level and all(style in dict(styles) for styles in row[left : left + 2])

    if goes_on(nth - 1):
        return replace(look, picture=None)
    last = nth
    while goes_on(last):
        last += 1
    wider = (places[last].x - places[nth].x) / places[nth].scale
    margin = look.where.margin if isinstance(look.where, FramePlace) else 0.0
    return replace(look, where=FramePlace(margin, wider))
