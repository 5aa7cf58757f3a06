"""Asks a game's adviser in the background: for hints, and what it thinks of turns that were taken.

The adviser is a level of the game (`Players.adviser`). It gets what the seat may know, or could
know then, and nothing else; the table never waits for it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from red7_desktop.play.opponents import limit_time

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.play.thinker import Thinker
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.player import Choice, Level, Players


class Adviser:
    """Asks what the adviser would do in a seat's place.

    players: a game's; without an adviser among them no answer ever comes. now: gives the time in
    seconds. is_there: there is one. is_busy: an answer is still to come.
    """

    def __init__(self, players: Players, thinker: Thinker, now: Callable[[], float]) -> None:
        self._level = players.level_of(players.adviser) if players.adviser else None
        self._thinker = thinker
        self._now = now
        self.is_there = bool(players.adviser)
        self.is_busy = False

    def ask(self, revision: int, observation: Any) -> None:
        """Begin to think about an observation."""
        if self._level is not None:
            self.is_busy = True
            advise = partial(self._advice, self._level)
            self._thinker.ask(revision, observation.viewer or 0, advise, observation)

    def poll(self) -> Choice | None:
        """Give the advice when it has come, once."""
        found = self._thinker.poll()
        if found is None:
            return None
        self.is_busy = False
        if not found.steps:
            return None
        choice: Choice = found.steps[0]
        return choice

    def forget(self) -> None:
        """Drop what was asked."""
        self.is_busy = False
        self._thinker.cancel()

    def _advice(
        self, level: Level, observation: Any, should_stop: Callable[[], bool]
    ) -> tuple[Choice]:
        in_time = limit_time(level.cap, self._now, should_stop)
        return (level.make().choose(observation, level.budget, 0, in_time),)


class Judged(Protocol):
    """A choice that a seat had: what it knew then, and the steps it took."""

    @property
    def seat(self) -> int:
        """Whose choice it was."""

    @property
    def observation(self) -> Any:
        """What the seat knew."""

    @property
    def taken(self) -> tuple[Any, ...]:
        """What it did."""


class Reviewer:
    """Judges one moment after the other, with the adviser's eyes.

    players: of a game that can appraise. budget: the work for a moment, the level's own without it.
    No clock cuts it short: nobody waits for it at the table, and a busy machine is to find out the
    same. level: whose eyes these are.
    """

    def __init__(self, players: Players, thinker: Thinker, budget: int | None = None) -> None:
        self.level = players.level_of(players.adviser)
        self._appraise = players.appraise
        self._thinker = thinker
        self._budget = self.level.budget if budget is None else budget
        self._asked: int | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._asked is not None

    def ask(self, number: int, moment: Judged) -> None:
        """Begin to judge a moment, in place of the one asked before; the answer has its number."""
        self._asked = number
        judge = partial(self._judge, moment)
        self._thinker.ask(number, moment.seat, judge, moment.observation)

    def poll(self) -> tuple[int, Appraisal | None] | None:
        """Give a moment's number and what was found, if anything, once the answer has come."""
        found = self._thinker.poll()
        if found is None or found.revision != self._asked:
            return None
        self._asked = None
        return found.revision, found.steps[0] if found.steps else None

    def forget(self) -> None:
        """Judge no more."""
        self._asked = None
        self._thinker.cancel()

    def _judge(
        self, moment: Judged, observation: Any, should_stop: Callable[[], bool]
    ) -> tuple[Appraisal | None]:
        if self._appraise is None:
            return (None,)
        player = self.level.make()
        return (self._appraise(player, observation, moment.taken, self._budget, 0, should_stop),)
