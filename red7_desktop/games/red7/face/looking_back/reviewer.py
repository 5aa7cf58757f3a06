"""Looks back at turns in the background, with the eyes of the strongest player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.players.levels import level_of
from red7_desktop.games.red7.players.review import Appraisal, appraise

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.looking_back.review_model import Moment
    from red7_desktop.play.thinker import Thinker

LEVEL: Final = "expert"
"""Whose eyes these are."""


class Reviewer:
    """Judges one moment after the other; each gets what the seat could know then, nothing else.

    budget: the work for a moment, the level's own without it. No clock cuts it short: nobody waits
    for it at the table, and a busy machine is to find out the same.
    """

    def __init__(self, thinker: Thinker, budget: int | None = None) -> None:
        self._thinker = thinker
        self._budget = level_of(LEVEL).budget if budget is None else budget
        self._asked: int | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._asked is not None

    def ask(self, number: int, moment: Moment) -> None:
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
        self, moment: Moment, observation: Any, should_stop: Callable[[], bool]
    ) -> tuple[Appraisal | None]:
        player = level_of(LEVEL).make()
        return (appraise(player, observation, moment.taken, self._budget, 0, should_stop),)
