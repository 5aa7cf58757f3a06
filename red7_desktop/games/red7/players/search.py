"""Looks ahead: plays candidate turns on in many worlds and keeps to the ones that do best.

Every candidate meets the same worlds and the same luck, so that their differences are their own.
The budget is shared by sequential halving: all candidates get a little, the better half gets as
much again, and so on.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.afterstate import iterate_until_stopped, list_aftermaths
from red7_desktop.games.red7.players.candidate_stats import Line, candidates_of
from red7_desktop.games.red7.players.determinizations import Determinizations
from red7_desktop.games.red7.players.forced_choice import find_turns_or_choice
from red7_desktop.games.red7.players.forecast import Forecast
from red7_desktop.games.red7.players.heuristic import GREEDY, rate_turn
from red7_desktop.games.red7.players.match_value import Stakes
from red7_desktop.games.red7.players.playout_policy import Policy
from red7_desktop.games.red7.rules.cards import bits
from red7_desktop.games.red7.rules.engine.position import find_next_live
from red7_desktop.games.red7.rules.engine.turns import list_steps
from red7_desktop.tabletop.player import Choice, ShouldStop, keep_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.engine.turns import Turns
    from red7_desktop.games.red7.rules.observation import Red7Observation

LUCK: Final = 48
"""Numbers drawn for the turns of one world."""

TEMPERATURE: Final = 0.3
"""How freely all seats choose in its head."""

SHORT: Final = 3
"""Where rivals hold no more cards than this in all, the first look says too little about a turn."""

PER_LINE: Final = 400
"""The work that each line needs at least where every turn is to be weighed."""

SURELY: Final = 3.0
"""A line that is so many standard errors behind the best one is given up, however far it got."""


class SearchPlayer:
    """Plays turns on in its head and takes the one that does best.

    width: how many turns it considers, the most appealing ones; near the end of a round as many as
    the budget allows. temperature: how freely all seats choose in its head.
    """

    def __init__(self, width: int, temperature: float = TEMPERATURE) -> None:
        self._width: Final = width
        self._habit: Final = Policy(GREEDY, temperature)

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose as `player.Player` says."""
        turns = find_turns_or_choice(observation)
        if isinstance(turns, Choice):
            return turns
        position = turns.position
        stakes = Stakes(observation.options, position.scores, position.mover)
        forecast = Forecast(position, self._habit, stakes, should_stop)
        width = self._width if _is_long(position) else max(self._width, budget // PER_LINE)
        shortlist = list_promising(turns, should_stop)[:width]
        lines = [forecast.line_of(list_steps(turns, index)) for index in shortlist]
        if turns.may_pass and (position.rules.advanced or not lines):
            lines.append(forecast.line_of(list_steps(turns, turns.count - 1)))
        lines = _search_lines(forecast, turns, lines, budget, random.Random(seed), should_stop)
        following = find_next_live(position.seats, position.out, position.mover)
        return Choice(lines[0].steps, candidates_of(lines, following))


def _is_long(position: Position) -> bool:
    """Whether the mover's rivals still hold more than a few cards."""
    rivals = [seat for seat in position.live if seat != position.mover]
    return sum([position.hand_count(seat) for seat in rivals]) > SHORT


def _search_lines(
    forecast: Forecast,
    turns: Turns,
    lines: list[Line],
    budget: int,
    chance: random.Random,
    should_stop: ShouldStop,
) -> list[Line]:
    """Share the budget over the lines; list them all, the best first."""
    worlds = Determinizations(turns.position, chance.random)
    running, dropped = lines[:], list[Line]()
    stages = max(1, (len(running) - 1).bit_length())
    for stage in range(stages):
        until = budget * (stage + 1) // stages
        while forecast.work < until and not should_stop():
            try_in_a_world(forecast, worlds, running, chance, should_stop)
        running.sort(key=_rank_merit, reverse=True)
        kept = len(running) if stage == stages - 1 else (len(running) + 1) // 2
        kept = min(kept, sum([not _is_surely_worse(line, running[0]) for line in running]))
        dropped = running[kept:] + dropped
        del running[kept:]
        if kept == 1:
            break
    return running + dropped


def _is_surely_worse(line: Line, best: Line) -> bool:
    """Whether a line is so far behind the best one that more samples will not change it."""
    behind = best.worth - line.worth
    return behind > 0.0 and behind * behind > SURELY**2 * (line.variance + best.variance)


def try_in_a_world(
    forecast: Forecast,
    worlds: Determinizations,
    lines: list[Line],
    chance: random.Random,
    should_stop: ShouldStop = keep_on,
) -> None:
    """Try lines in the next world, all of them with the same luck."""
    hands, deck = worlds.deal()
    luck = [chance.random() for _ in range(LUCK)]
    for line in lines:
        if should_stop():
            return
        forecast.try_line(line, hands[:], deck[:], luck)


def _rank_merit(line: Line) -> tuple[float, float]:
    """Rank lines by value; of equal ones, such as sure wins, the one that leaves least to reply."""
    return line.worth, line.silence


def list_promising(turns: Turns, should_stop: ShouldStop = keep_on) -> list[int]:
    """List the indices of all turns that stay in, the one that greed likes best first.

    A discard that earns a draw is listed with the draw only: a card more never hurts. Told to stop,
    it leaves out the turns that it has not looked at.
    """
    rule = turns.position.rule
    looked = iterate_until_stopped(list_aftermaths(turns), should_stop)
    appeals = [rate_turn(GREEDY, left, rule) for left in looked]
    listed = [index for index in _skip_refused_draws(turns) if index < len(appeals)]
    return sorted(listed, key=lambda index: -appeals[index])


def _skip_refused_draws(turns: Turns) -> Iterator[int]:
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
