"""Cards in zones, as plain data between a game and whoever shows it.

A zone id is a kind, and for zones that belong to a seat a colon and the seat's letter: `deck`,
`hand:A`, `offer:B`. A face is a card's short text, or None for a card face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Face: TypeAlias = str | None
"""A card's short text, such as "R7", or None for a card that only shows its back."""


Zones: TypeAlias = Mapping[str, tuple[Face, ...]]
"""A snapshot: the faces in every zone, by zone id; in a pile the top card is last."""


SEAT_LETTERS: Final = "ABCDE"
"""Letters of the seats, clockwise."""


def zone_of(kind: str, seat: int) -> str:
    """Give the id of a seat's zone.

    >>> zone_of("offer", 1)
    'offer:B'
    """
    return f"{kind}:{SEAT_LETTERS[seat]}"


def place_name(zone: str, nth: int) -> str:
    """Give the name of the n-th card of a zone, counted from 0, whatever its face.

    >>> place_name("hand:B", 2)
    'hand:B#2'
    """
    return f"{zone}#{nth}"


@dataclass(frozen=True, slots=True)
class SeenMove:
    """One card that travelled: its text if it may be known, and the ids of two zones.

    source_place and target_place are indices into the zones, as they are before and after the whole
    step: which of two equal cards went, and between which others it came to lie. None where the
    order means nothing, or nobody may know.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None


@dataclass(frozen=True, slots=True)
class CardMove:
    """One card that travelled, with who saw its face: None for everyone, else the seats that did.

    This is the game's own account; what leaves the game is a `Move`, made by `seen_by`. The places
    are as in a move, and seen by everybody.
    """

    card: str
    source: str
    target: str
    witnesses: frozenset[int] | None = None
    source_place: int | None = None
    target_place: int | None = None

    def seen_by(self, seat: int | None) -> SeenMove:
        """Give the move as a seat (None: a spectator) may know it."""
        known = self.witnesses is None or seat in self.witnesses
        card = self.card if known else None
        return SeenMove(card, self.source, self.target, self.source_place, self.target_place)


@dataclass(frozen=True, slots=True)
class DragMove:
    """How a step is done by hand: which card goes from where to where.

    `card` is None for a card that cannot be named yet (the top of a deck). The places are indices:
    of the card in its zone now, and where it is put in; None where any will do. others: cards that
    go with it, as zones and places there. is_gathered: the cards are picked first, one by one; so
    are those of steps with others, and single ones to the same zone. waits: brought there, they
    wait till the step is confirmed; they are picked as gathered ones are.
    """

    card: Face
    source: str
    target: str
    source_place: int | None = None
    target_place: int | None = None
    others: tuple[tuple[str, int], ...] = ()
    is_gathered: bool = False
    waits: bool = False

    @property
    def name(self) -> str:
        """What the card goes by: its place, else its face, else the zone on top of which it lies.

        >>> Handling("7", "hand:A", "offer:A", 2).name, Handling(None, "deck", "hand:A").name
        ('hand:A#2', 'deck')
        """
        if self.source_place is not None:
            return place_name(self.source, self.source_place)
        return self.card or self.source

    @property
    def names(self) -> tuple[str, ...]:
        """What all its cards go by, the first one's name first.

        >>> Handling("7", "hand:A", "table", 2, others=(("offer:B", 0),)).names
        ('hand:A#2', 'offer:B#0')
        """
        return (self.name, *[place_name(zone, nth) for zone, nth in self.others])
