"""Seats AI players: gives the session a way to choose for every level of a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from red7_desktop.play.thinker import Choose
    from red7_desktop.tabletop.player import Level, Players


def make_choosers(players: Players, seed: int, now: Callable[[], float]) -> Mapping[str, Choose]:
    """Give the choosing functions of all levels, by key.

    The seed is for the players' own chance and has nothing to do with the deal. With the same
    seed, a player chooses the same in the same situation, unless the time cap cuts it short.
    now: gives the time in seconds.
    """
    return {level.key: partial(_choose, players, level, seed, now) for level in players.levels}


def _choose(
    players: Players,
    level: Level,
    seed: int,
    now: Callable[[], float],
    observation: Any,
    should_stop: Callable[[], bool],
) -> tuple[Any, ...]:
    in_time = limit_time(level.cap, now, should_stop)
    own = f"{seed}.{players.moment(observation)}"
    chance = int.from_bytes(own.encode(), "big") % (1 << 61)
    return level.make().choose(observation, level.budget, chance, in_time).steps


def make_spare_chooser(players: Players) -> Choose:
    """Give how to choose at once in the place of a player that has failed."""
    return lambda observation, should_stop: (
        players.spare().choose(observation, 0, 0, should_stop).steps
    )


def limit_time(
    cap: float, now: Callable[[], float], should_stop: Callable[[], bool]
) -> Callable[[], bool]:
    """Give a function that says to stop after so many seconds, and whenever it was said before."""
    until = now() + cap
    return lambda: should_stop() or now() >= until
