"""What the winner of a round takes, and when a match is won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import number_of
from red7_desktop.games.red7.rules.rules import list_largest_sets

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position

TARGETS: Final = {2: 40, 3: 35, 4: 30}
"""Points that end a match, by number of seats, unless the players set another target."""


def list_takings(position: Position, seat: int) -> tuple[int, ...]:
    """List the sets that a seat may take under the rule in force, the proposed one first.

    Proposed is the set worth most. Empty where no card of the palette qualifies.
    """
    return list_largest_sets(position.rule, position.palettes[seat])


def points_of(scores: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Give the points of every score pile."""
    return tuple([sum([number_of(card) for card in pile]) for pile in scores])


def leaders_of(points: tuple[int, ...]) -> tuple[int, ...]:
    """List the seats with the highest score; equal scores share."""
    return tuple([seat for seat, own in enumerate(points) if own == max(points)])
