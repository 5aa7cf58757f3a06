"""Keeps account of the cards on the table: which node is which card, and in which zone it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from red7_desktop.table.card_node import CardNode
from red7_desktop.table.follow import NewPlace, OldCard, match_cards
from red7_desktop.tabletop.zones import Face, SeenMove, Zones, place_name

MakeCard: TypeAlias = Callable[[str, Face, NewPlace], CardNode]
"""Makes the node for a card that was not on the table: its zone, its face, where it comes from."""


class SnapshotDiff(NamedTuple):
    """What another snapshot did.

    travellers: the cards that came into another zone, new ones included, in the order of setting
    off.  newcomers: the new ones, each with the zone that it comes out of, or None.  gone: the
    cards that left the table.
    """

    travellers: tuple[CardNode, ...]
    newcomers: Mapping[CardNode, str | None]
    gone: tuple[CardNode, ...]


class CardNodes:
    """The cards on the table, zone by zone."""

    def __init__(self) -> None:
        self.rows: dict[str, list[CardNode]] = {}

    def __iter__(self) -> Iterator[CardNode]:
        for row in self.rows.values():
            yield from row

    @property
    def zones(self) -> dict[str, tuple[Face, ...]]:
        """The snapshot that the cards make."""
        return {zone: tuple([card.face for card in row]) for zone, row in self.rows.items()}

    def recast(self, zones: Zones, moves: Sequence[SeenMove], make: MakeCard) -> SnapshotDiff:
        """Give every card its place in another snapshot, keeping identities where possible."""
        left = {card.number: card for card in self}
        held = {
            zone: [OldCard(card.number, card.face) for card in row]
            for zone, row in self.rows.items()
        }
        travellers: list[CardNode] = []
        newcomers: dict[CardNode, str | None] = {}
        rows: dict[str, list[CardNode]] = {}
        for zone, places in match_cards(held, zones, moves).items():
            row = rows[zone] = []
            for nth, (place, face) in enumerate(zip(places, zones[zone], strict=True)):
                if place.number is None:
                    card = make(zone, face, place)
                    newcomers[card] = place.source
                else:
                    card = left.pop(place.number)
                if card.zone != zone:
                    travellers.append(card)
                card.zone, card.nth, card.face = zone, nth, face
                row.append(card)
        self.rows = rows
        return SnapshotDiff(tuple(travellers), newcomers, tuple(left.values()))

    def named(self, name: str) -> list[CardNode]:
        """Give the cards that a name may mean; [] when there is none."""
        return [card for card in self if name in self.names(card)]

    def names(self, card: CardNode) -> tuple[str, ...]:
        """Give the names of a card, the one that fits it alone first.

        `zone#n` for the n-th card of a zone, from 0; its face when that is known; the zone's id
        for the last card of a zone, the top one of a pile.
        """
        names = [place_name(card.zone, card.nth)]
        if card.face is not None:
            names.append(card.face)
        if card is self.rows[card.zone][-1]:
            names.append(card.zone)
        return tuple(names)
