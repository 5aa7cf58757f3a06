"""Keeps account of the marks: which style is on which cards and zones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from red7_desktop.scene.node import Node
from red7_desktop.table.looks import OWN_STYLES, MarkLook, MarkLooks


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

    def on_card(self, node: Node, names: Collection[str]) -> list[tuple[str, MarkLook]]:
        """Give the marks of a card, by its names."""
        return [
            (style, look)
            for style, look in self.looks.items()
            if node in (wanted := self._wanted.get(style, _NOTHING)).nodes
            or not wanted.cards.isdisjoint(names)
        ]

    def on_zone(self, node: Node, zone: str) -> list[tuple[str, MarkLook]]:
        """Give the marks of a zone."""
        return [
            (style, look)
            for style, look in self.looks.items()
            if node in (wanted := self._wanted.get(style, _NOTHING)).nodes or zone in wanted.zones
        ]

    def _want(self, style: str, wanted: _Wanted) -> bool:
        if self._wanted.get(style, _NOTHING) == wanted:
            return False
        self._wanted[style] = wanted
        return True
