"""Looks ahead: plays ways of taking a turn on in many worlds and keeps to those that do best.

Every way meets the same worlds and the same luck, so that their differences are their own. The
budget is shared by sequential halving: all get a little, the better half gets as much again, and so
on. What a way costs at first sight counts a little too, for samples are few.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.cheapest import Policy
from red7_desktop.games.spring_cleaning.players.costs import GREEDY, Costs, Weights
from red7_desktop.games.spring_cleaning.players.line import Line, candidates_of
from red7_desktop.games.spring_cleaning.players.options import (
    Option,
    complete_turn,
    find_decision_point,
    list_options,
)
from red7_desktop.games.spring_cleaning.players.worlds import Determinizations, EvidenceWeights
from red7_desktop.games.spring_cleaning.rules.engine.position import SEALED
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, PLAY, TAKE
from red7_desktop.tabletop.player import Choice, ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation

TEMPERATURE: Final = 0.05
"""How freely all seats choose in its head."""

FIRST_LOOK: Final = 16
"""After so many worlds, and after twice as many each time, what is surely worse is given up."""


SETTLING: Final = 80
"""So many turns of the budget pay for swapping each hidden card a tenth of once more at first."""


class Width(NamedTuple):
    """How many ways are tried: plays, draws from offers, and pairs of a place and an offer."""

    plays: int = 5
    takes: int = 2
    pairs: int = 6


WIDTH: Final = Width()


class SearchPlayer:
    """Plays turns on in its head and takes the one that does best."""

    def __init__(
        self,
        width: Width = WIDTH,
        taste: Weights = GREEDY,
        temperature: float = TEMPERATURE,
        belief: EvidenceWeights | None = None,
    ) -> None:
        self._belief: Final = belief
        self._width: Final = width
        self._costs: Final = Costs(taste)
        self._habit: Final = Policy(self._costs, temperature)

    def choose(
        self,
        observation: SpringObservation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        spot = find_decision_point(observation, self._costs)
        if spot.is_done:
            return Choice(spot.laid)
        options = list_promising(list_options(spot, self._costs), self._width)
        if len(options) == 1:
            return Choice(complete_turn(spot, options[0].steps, self._costs))
        lines = [
            Line(complete_turn(spot, option.steps, self._costs), option.cost) for option in options
        ]
        belief = self._belief
        if belief:
            belief = belief._replace(first=min(belief.first, budget // SETTLING))
        worlds = Determinizations(observation, self._habit, Random(seed).random, belief)
        lines = search_lines(worlds, lines, budget, should_stop)
        return Choice(lines[0].steps, candidates_of(lines))


def list_promising(options: list[Option], width: Width) -> list[Option]:
    """Keep the ways that cost least, so many of each kind, the cheapest first."""
    left = {PLAY: width.plays, TAKE: width.takes, DRAW: 1}
    kept: list[Option] = []
    for option in sorted(options, key=_get_cost):
        kind = option.steps[0].kind
        room = left.setdefault(kind, width.pairs)
        if room:
            left[kind] = room - 1
            kept.append(option)
    return kept


def _get_cost(option: Option) -> int:
    return option.cost


def search_lines(
    worlds: Determinizations, lines: list[Line], budget: int, should_stop: ShouldStop
) -> list[Line]:
    """Share the budget over the lines; list them all, the best first."""
    running, dropped = lines[:], list[Line]()
    stages = max(1, (len(running) - 1).bit_length())
    work, met, look = 0, 0, FIRST_LOOK
    for stage in range(stages):
        until = budget * (stage + 1) // stages
        while work < until and len(running) > 1 and not should_stop():
            work += try_in_a_world(worlds, running, should_stop)
            met += 1
            if met == look:
                look *= 2
                _drop(running, dropped, len(running))
        is_last = stage == stages - 1
        _drop(running, dropped, len(running) if is_last else (len(running) + 1) // 2)
    return running + dropped


def _drop(running: list[Line], dropped: list[Line], most: int) -> None:
    """Sort lines, the best first, and drop those that are surely worse and those beyond `most`."""
    running.sort(key=_get_merit, reverse=True)
    best = running[0]
    kept = [line for line in running[:most] if line is best or not line.is_surely_worse(best)]
    dropped[:0] = [line for line in running if line not in kept]
    running[:] = kept


def _get_merit(line: Line) -> float:
    return line.merit


def try_in_a_world(
    worlds: Determinizations, lines: list[Line], should_stop: ShouldStop = keep_on
) -> int:
    """Try lines in the next world, all of them with the same luck; give the turns that took."""
    position, before = worlds.position, worlds.work
    world = worlds.deal(should_stop)
    work = worlds.work - before
    for line in lines:
        if line is not lines[0] and should_stop():
            break
        table = worlds.open(world)
        over = False
        for step in line.steps:
            over = table.take(step)
        if position.phase == SEALED:
            table.mover = position.mover
        elif not over:
            table.pass_on()
        trash = table.end() if over else table.play_out(should_stop)
        if not trash:
            break
        line.record(worlds.worth(trash), not trash[worlds.seat])
        work += table.turns + 1
    return work
