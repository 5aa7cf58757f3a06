"""Where a round or match turned: from who led after each turn; pure, no pygame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Turning(NamedTuple):
    """Since when the winner has led, as a place in the list of leaders; how often the lead changed.

    at: None for who never led.
    """

    at: int | None
    changes: int


def find_turning(leaders: Sequence[int | None], winner: int) -> Turning:
    """Find where a winner took the lead for good. leaders: a seat or None by turn.

    That nobody leads for a while changes nothing.

    >>> turning_of([0, 1, None, 0, 0], 0)
    Turning(at=3, changes=2)
    >>> turning_of([0, 0], 1)
    Turning(at=None, changes=0)
    """
    at: int | None = None
    changes, last = 0, None
    for place, leader in enumerate(leaders):
        if leader is None or leader == last:
            continue
        changes += last is not None
        at, last = place, leader
    return Turning(at if last == winner else None, changes)
