"""Par of a deal: what the strongest player makes of it, by work and not by time.

One match says little, because a deal may turn on one close choice. Par is therefore the middle of
three matches, in which only the strongest player's own chance differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from red7_desktop.play.ai import choose_by_work
from red7_desktop.tabletop.game import TABLE, Result
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Choice, Players, ShouldStop, keep_on

TRIES: Final = 3
"""Matches that par is the middle of; an odd number."""
_STRIDE: Final = 1_000_003
"""Distance between the seeds of two tries."""


def find_par(
    deal: Match,
    players: Players,
    seats: Mapping[int, str],
    seat: int,
    budget: int,
    should_stop: ShouldStop = keep_on,
) -> Match | None:
    """Play a deal with the strongest level on one seat, and return the match that is par.

    Args:
        deal: A match in which nobody has taken a step. It is left alone.
        players: The game's players.
        seats: Keys of the levels on the other seats. Their chance has the seed of the deal.
        seat: The seat that par is computed for.
        budget: Most simulated turns for a choice.
        should_stop: Gives up.

    Returns:
        A match that is over; None if it was told to stop.
    """
    tries: list[Match] = []
    everyone = {**seats, seat: players.levels[-1].key}
    for nth in range(TRIES):
        match = Match(deal.game, deal.options, deal.seed)
        seeds = dict.fromkeys(everyone, deal.seed)
        seeds[seat] += nth * _STRIDE
        choosers = {
            each: partial(_choose, players, key, seeds[each], budget)
            for each, key in everyone.items()
        }
        if not play_out(match, choosers, should_stop):
            return None
        tries.append(match)
    return sorted(tries, key=partial(_rank, seat))[TRIES // 2]


def play_out(
    match: Match, choosers: Mapping[int, Callable[[Any, ShouldStop], Choice]], stop: ShouldStop
) -> bool:
    """Play a match to its end; return False if it was told to stop.

    Args:
        match: The match; steps are taken in it.
        choosers: How each seat chooses, from its observation.
        stop: Gives up. A choice that was cut short is not played.
    """
    told_to_stop = False

    def should_stop() -> bool:
        nonlocal told_to_stop
        told_to_stop = told_to_stop or stop()
        return told_to_stop

    while acting := match.game.to_act(match.state):
        seat = acting[0]
        if seat == TABLE:
            match.take(seat, match.game.legal_steps(match.state, seat)[0])
            continue
        choice = choosers[seat](match.game.observe(match.state, seat), should_stop)
        if should_stop():
            return False
        for step in choice.steps:
            match.take(seat, step)
    return True


def _choose(
    players: Players, key: str, seed: int, budget: int, observation: Any, stop: ShouldStop
) -> Choice:
    level = players.level_of(key)
    return choose_by_work(players, level, observation, seed, budget, stop)


def _rank(seat: int, match: Match) -> int:
    """Sort matches from the worst to the best for a seat."""
    result = match.game.result(match.state)
    if result is None:
        raise ValueError("the match is not over")
    return measure_lead(result, seat)


def measure_lead(result: Result, seat: int) -> int:
    """Return by how much a seat has won a match; negative if it lost, 0 if the win was shared.

    A match won or lost with level points counts 1 or -1.
    """
    others = [score for other, score in enumerate(result.scores) if other != seat]
    gap = max(1, min(abs(result.scores[seat] - score) for score in others))
    if seat not in result.winners:
        return -gap
    if len(result.winners) > 1:
        return 0
    return gap
