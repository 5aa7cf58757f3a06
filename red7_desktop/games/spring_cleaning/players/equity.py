"""What the trash of a round is worth in its match: how far it brings a seat towards winning that.

All seats are taken to be alike strong, and every order in which they may go out of a round to be
alike likely. With two seats a round is won or lost; with more, second place may be as good as the
first, or as bad as the last.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from red7_desktop.games.spring_cleaning.rules.ranking import LIMITS, find_winners, is_match_over

Trash = tuple[int, ...]


def _list_orders(seats: int) -> tuple[Trash, ...]:
    """List what a round may give: each order once.

    Of five seats those twenty in which any two of them get any two places once: enough, and quick.
    """
    if seats < 5:
        return tuple(permutations(range(seats)))
    return tuple(
        [
            tuple([(step * seat + first) % 5 for seat in range(5)])
            for step in range(1, 5)
            for first in range(5)
        ]
    )


ORDERS: Final[dict[int, tuple[Trash, ...]]] = {seats: _list_orders(seats) for seats in LIMITS}
"""By number of seats."""

_KNOWN: Final[dict[Trash, float]] = {}


def win_chance(trash: Trash) -> float:
    """Give the chance that the first of some seats wins a match, from the trash that all have."""
    first, *rivals = trash
    rivals.sort()
    key = (first, *rivals)
    known = _KNOWN.get(key)
    if known is None:
        orders = ORDERS[len(trash)]
        known = _KNOWN[key] = sum([chance_after(key, given) for given in orders]) / len(orders)
    return known


def chance_after(trash: Trash, given: Trash) -> float:
    """Give the first seat's chance to win the match after a round has given trash.

    >>> after((0, 0), (0, 1)), after((1, 3, 3), (1, 0, 2)), after((2, 4, 2), (1, 2, 0))
    (0.6875, 1.0, 0.0)
    """
    total = tuple([had + more for had, more in zip(trash, given, strict=True)])
    if not is_match_over(total):
        return win_chance(total)
    winners = find_winners(total, given)
    return 1.0 / len(winners) if 0 in winners else 0.0


def round_worth(trash: Trash, given: Trash, seat: int) -> float:
    """Give what a round is worth to a seat: 0 if it is the worst that may come of it, 1 the best.

    Between these it is as near to the one or the other as its chance to win the match. Where that
    no longer depends on the round, it goes by the trash that the seat takes.

    >>> [round(worth((0, 0, 0), given, 0), 2) for given in ((0, 1, 2), (1, 0, 2), (2, 0, 1))]
    [1.0, 0.38, 0.0]
    """
    mine = trash[seat:] + trash[:seat]
    got = given[seat:] + given[:seat]
    chances = [chance_after(mine, each) for each in ORDERS[len(trash)]]
    least, most = min(chances), max(chances)
    if least == most:
        return 1.0 - got[0] / (len(got) - 1)
    return min(max((chance_after(mine, got) - least) / (most - least), 0.0), 1.0)
