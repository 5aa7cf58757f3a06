"""Which turns are worth thinking about, the most appealing first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.players.afterstate import aftermaths, looked_at
from red7_desktop.games.red7.players.heuristic import GREEDY, appeal
from red7_desktop.games.red7.rules.cards import bits
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.red7.rules.engine.turns import Turns


def promising(turns: Turns, should_stop: ShouldStop = keep_on) -> list[int]:
    """List the indices of all turns that stay in, the one that greed likes best first.

    A discard that earns a draw is listed with the draw only: a card more never hurts. Told to stop,
    it leaves out the turns that it has not looked at.
    """
    rule = turns.position.rule
    looked = looked_at(aftermaths(turns), should_stop)
    appeals = [appeal(GREEDY, left, rule) for left in looked]
    listed = [index for index in _without_refused_draws(turns) if index < len(appeals)]
    return sorted(listed, key=lambda index: -appeals[index])


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
