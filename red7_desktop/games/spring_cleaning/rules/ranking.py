"""Ranks the seats at the end of a round and of a match. Trash is bad: the least of it wins."""

from __future__ import annotations

from typing import Final

LIMITS: Final = {2: 3, 3: 5, 4: 7, 5: 9}
"""By number of seats: the trash at which a match ends."""


def compute_trash_given(left: tuple[int, ...], actor: int) -> tuple[int, ...]:
    """Give the trash that each seat takes for a round, from the cards that each has left.

    Seats with as few as anybody are out and take none: those with no cards, or in a round that was
    stopped those with the fewest. actor: the seat that took the last turn.

    >>> trash_given((0, 5, 2, 5), actor=0)
    (0, 2, 1, 3)
    """
    seats, fewest = len(left), min(left)
    # Of two that went out at once, the one whose turn it was comes first, or the next after it.
    first_out = next(seat for seat in _list_clockwise(actor, seats) if left[seat] == fewest)
    others = [seat for seat in _list_clockwise(first_out, seats) if left[seat] > fewest]
    trash = [0] * seats
    for rank, seat in enumerate(sorted(others, key=left.__getitem__), 1):
        trash[seat] = rank
    return tuple(trash)


def _list_clockwise(first: int, seats: int) -> list[int]:
    """List all seats, clockwise from one."""
    return [(first + nth) % seats for nth in range(seats)]


def is_match_over(trash: tuple[int, ...]) -> bool:
    """Whether a seat has so much trash that the match ends."""
    return max(trash) >= LIMITS[len(trash)]


def find_winners(trash: tuple[int, ...], last: tuple[int, ...]) -> tuple[int, ...]:
    """Give the seats that win a match: least trash, of these least in the last round."""
    best = min(zip(trash, last, strict=True))
    return tuple([seat for seat, had in enumerate(zip(trash, last, strict=True)) if had == best])


def find_next_leader(trash: tuple[int, ...], leader: int) -> int:
    """Give the seat that leads the next round: of those with most trash the next after the leader.

    The seat that led the round before comes last.

    >>> leader_after((1, 0, 1), leader=0), leader_after((2, 0, 1), leader=0)
    (2, 0)
    """
    seats, most = len(trash), max(trash)
    return next(seat for seat in _list_clockwise(leader + 1, seats) if trash[seat] == most)
