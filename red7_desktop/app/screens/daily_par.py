"""Par of daily deals: the result of the strongest AI player.

The AI player's thinking is limited by a number of simulated turns, not by a time. One match says
little, because a deal may depend on one close choice. Par is therefore the median of three matches,
which differ only in the AI player's random choices.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from typing import Any, Final

from red7_desktop.app.profile.daily_score import DailyScore
from red7_desktop.games.registry import Catalogue
from red7_desktop.kit.present import story
from red7_desktop.kit.storage import BackgroundTask, Worker
from red7_desktop.play.ai import choose_within_budget
from red7_desktop.tabletop.game import TABLE, Result
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import DAILY_SEAT, Choice, Players, ShouldStop, never_stop

_LOG: Final = logging.getLogger(__name__)
TRIES: Final = 3
"""Number of matches that AI players play to compute par, the result to compare the user's with.

Par is the median of their results. The number is odd, so that the median is one of the results."""
_STRIDE: Final = 1_000_003
"""Par is the median of several AI matches. The seed of AI players' random choices is larger by this
number in each further match."""


def find_par(
    deal: Match,
    players: Players,
    seats: Mapping[int, str],
    seat: int,
    budget: int,
    should_stop: ShouldStop = never_stop,
) -> Match | None:
    """Play a deal several times with the strongest level on one seat; return the median match.

    Args:
        deal: A match without steps; it isn't changed.
        players: The game's players.
        seats: Level keys of the other seats. Their random choices use the number of the deal as
            seed.
        seat: The seat that par is computed for.
        budget: Largest number of simulated turns for a choice.
        should_stop: Returns True to cancel the computation.

    Returns:
        The finished match; None if the computation was cancelled.
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
    """Play a match to its end; return False if it was cancelled.

    Args:
        match: The match, which is changed.
        choosers: Function for each seat that chooses steps from an observation.
        stop: Returns True to cancel. A choice that was cut short is not played.
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
    return choose_within_budget(players, level, observation, seed, budget, stop)


def _rank(seat: int, match: Match) -> int:
    """Return a sort key for finished matches: the larger, the better for the seat.

    Raises:
        ValueError: The match isn't over.
    """
    result = match.game.result(match.state)
    if result is None:
        raise ValueError("the match is not over")
    return measure_lead(result, seat)


def measure_lead(result: Result, seat: int) -> int:
    """Return by how many points a seat is better than the best opponent at the end of a match.

    The number is negative after a loss and 0 after a shared win. It is 1 or -1 if the points were
    equal but the match has a single winner.
    """
    others = [score for other, score in enumerate(result.scores) if other != seat]
    gap = max(1, min(abs(result.scores[seat] - score) for score in others))
    if seat not in result.winners:
        return -gap
    if len(result.winners) > 1:
        return 0
    return gap


_PAUSE: Final = 0.05
"""Seconds between two checks whether the paused computation of par may continue."""


class ParFinder:
    """Computes the par of daily deals in a background thread, one day after another.

    Par is the strongest AI player's result with the user's cards. The thread pauses while an AI
    player at the table thinks, so that turns don't take longer.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._worker = Worker("par")
        self._tasks: dict[tuple[str, date], BackgroundTask[DailyScore | None]] = {}
        self._may_continue = threading.Event()
        self._may_continue.set()
        self._is_closing = False

    def request(self, game: str, day: date, deal: Match) -> None:
        """Queue the computation of the par of a daily deal, unless it is queued already.

        Args:
            game: Name of the game.
            day: The day.
            deal: The day's match, without steps.
        """
        if (game, day) not in self._tasks:
            self._tasks[game, day] = self._worker.submit(partial(self._find, game, day, deal))

    def is_pending(self, game: str, day: date) -> bool:
        """Return whether the par of a daily deal was requested, but not yet taken by `take_found`.

        Par is the strongest AI player's result with the user's cards. It may be queued, being
        computed, or ready.
        """
        return (game, day) in self._tasks

    def set_paused(self, *, is_paused: bool) -> None:
        """Pause or continue the computation."""
        if is_paused:
            self._may_continue.clear()
        else:
            self._may_continue.set()

    def take_found(self) -> Iterator[tuple[str, date, DailyScore]]:
        """Yield the pars of daily deals that have been computed since the last call.

        Yields:
            Name of the game, day, and the strongest AI player's points.
        """
        for key, task in list(self._tasks.items()):
            if not task.is_done:
                continue
            del self._tasks[key]
            found = None
            if task.error is None:
                found = task.result()
            else:
                _LOG.error("par of %s on %s can't be computed: %s", *key, task.error)
            if found is not None:
                yield (*key, found)

    def close(self) -> None:
        """Cancel the remaining computations."""
        self._is_closing = True
        self._may_continue.set()
        self._worker.close()

    def _find(self, game: str, day: date, deal: Match) -> DailyScore | None:
        row = self._catalogue[game]
        players = row.players()
        daily = players.daily
        if daily is None or self._is_closing:
            return None
        rivals = {1 - DAILY_SEAT: daily.rival_on(day)}
        found = find_par(deal, players, rivals, DAILY_SEAT, daily.par_budget, self._should_stop)
        if found is None:
            return None
        return DailyScore(story.list_round_gains(row.view(), found, DAILY_SEAT))

    def _should_stop(self) -> bool:
        time.sleep(0)  # Lets the UI thread run.
        while not self._is_closing and not self._may_continue.wait(_PAUSE):
            pass
        return self._is_closing
