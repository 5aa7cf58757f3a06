"""Which turns are worth thinking about, the most appealing first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.ai.aftermath import aftermaths
from red7_desktop.ai.taste import GREEDY, appeal
from red7_desktop.games.red7.cards import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.red7.turns import Turns


def promising(turns: Turns) -> list[int]:
    """List the indices of all turns that stay in, the one that greed likes best first.

    A discard that earns a draw is listed with the draw only: a card more never hurts.
    """
    rule = turns.position.rule
    lefts = aftermaths(turns)
    listed = list(_without_refused_draws(turns))
    return sorted(listed, key=lambda index: -appeal(GREEDY, lefts[index], rule))


def _without_refused_draws(turns: Turns) -> Iterator[int]:
    index = 0
    ways = [
        (ends, ends & turns.earning_of(play))
        for play, ends in zip(turns.plays, turns.endings, strict=True)
    ]
    for branch in turns.branches:
        ways.append((1, 0) if branch.stops else (branch.endings, branch.earning))
    for ends, earning in ways:
        rest = ends
        while rest:
            if not rest & -rest & earning:
                yield index
            rest &= rest - 1
            index += 1
        yield from range(index, index + bits(earning))
        index += bits(earning)
