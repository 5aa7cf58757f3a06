"""The turns of AI seats: asks players, plays what they choose, and goes on without one that fails.

A player may raise, never answer, or choose what makes no sense. The seat then plays the steps of a
spare player, and where that fails too the first legal step; the log says so. One that has not
answered is not asked again in this match, because its thread may still be at work.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.tabletop.game import TABLE

if TYPE_CHECKING:
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.thinker import Choose, Thinker
    from red7_desktop.tabletop.match import Match

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayerFailure:
    """A player that has failed. revision: of the match, when it was asked. why: in English."""

    revision: int
    seat: int
    why: str


class AiTurns:
    """Takes the turns of the AI seats of a match.

    choosers: for every AI key in the seats, how it chooses. spare: chooses quickly for a player
    that has failed. take: takes a step for a seat. patience: seconds after which a player that has
    not answered is given up.
    """

    def __init__(
        self,
        match: Match,
        seats: tuple[Seat, ...],
        choosers: Mapping[str, Choose],
        spare: Choose | None,
        thinker: Thinker,
        take: Callable[[int, Any], None],
        patience: float,
    ) -> None:
        self._match = match
        self._seats = seats
        self._choosers = choosers
        self._spare = spare
        self._thinker = thinker
        self._take = take
        self._patience = patience
        self._planned: list[Any] = []
        self._planner = TABLE
        self._asked_at: float | None = None
        self._next_at = 0.0
        self._is_hurried = False
        self._given_up: set[int] = set()
        self._troubles: list[PlayerFailure] = []

    @property
    def is_asked(self) -> bool:
        """Whether it is the turn of an AI seat."""
        return self._waiting() is not None

    @property
    def troubles(self) -> tuple[PlayerFailure, ...]:
        """What has gone wrong in this match, in its order."""
        return tuple(self._troubles)

    def tick(self, now: float, pause: float) -> None:
        """Let AI seats think and play. pause: seconds before each step; `now` never goes back."""
        seat = self._waiting()
        if seat is None:
            self._is_hurried = False
            self.forget()
        elif self._planned and self._planner == seat:
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is None:
            self._ask(seat, now, pause)
        else:
            self._look_for_answer(seat, now, pause)

    def hurry(self) -> None:
        """Play without pauses until no AI seat is asked; told again, answer without more ado."""
        if self._is_hurried:
            self._thinker.hurry()
        self._is_hurried = True
        self._next_at = 0.0

    def forget(self) -> None:
        """Drop what was asked and planned."""
        if self._asked_at is not None:
            self._thinker.cancel()
        self._asked_at = None
        self._planned.clear()

    def close(self) -> None:
        """Stop thinking for good."""
        self.forget()
        self._thinker.close()

    # -- thinking ----------------------------------------------------------------------------

    def _waiting(self) -> int | None:
        for seat in self._match.game.to_act(self._match.state):
            if seat != TABLE and not self._seats[seat].is_person:
                return seat
        return None

    def _ask(self, seat: int, now: float, pause: float) -> None:
        self._next_at = max(self._next_at, now + (0.0 if self._is_hurried else pause))
        choose = self._choosers.get(self._seats[seat].player or "")
        if seat in self._given_up:
            self._plan(seat, self._spare_steps(seat))
        elif choose is None:
            self._given_up.add(seat)
            self._fail(seat, f"there is no player called {self._seats[seat].player!r}")
        else:
            self._asked_at = now
            observation = self._match.game.observe(self._match.state, seat)
            self._thinker.ask(self._match.revision, seat, choose, observation)

    def _look_for_answer(self, seat: int, now: float, pause: float) -> None:
        found = self._thinker.poll()
        if found is not None and found.revision == self._match.revision:
            self._asked_at = None
            if found.steps:
                self._plan(seat, found.steps)
            else:
                self._fail(seat, found.error)
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is not None and now - self._asked_at > self._patience:
            self._thinker.cancel()
            self._asked_at = None
            self._given_up.add(seat)
            self._fail(seat, f"no answer in {self._patience:g} seconds")

    def _plan(self, seat: int, steps: tuple[Any, ...]) -> None:
        self._planner, self._planned = seat, list(steps)

    # -- playing -----------------------------------------------------------------------------

    def _play_planned(self, seat: int, now: float, pause: float) -> None:
        step = self._planned.pop(0)
        refused = self._why_not(seat, step)
        if refused:
            self._fail(seat, f"it chose {step!r}: {refused}")
            step = self._planned.pop(0)
        self._next_at = now + (0.0 if self._is_hurried else pause)
        self._take(seat, step)

    def _why_not(self, seat: int, step: Any) -> str:
        """Say why a seat may not take a step, which may be anything at all; "" where it may."""
        game, state = self._match.game, self._match.state
        try:
            if step in game.legal_steps(state, seat):
                return ""
            return str(game.why_not(state, seat, step) or "it is not legal")
        except Exception as error:  # what a failing player gives need not be a step
            return f"it is no step ({error!r})"

    def _fail(self, seat: int, why: str) -> None:
        """Go on with a spare player's steps, and say so in the log."""
        name = self._seats[seat].name
        _LOG.error("The AI player %s has failed and a simple one plays on: %s", name, why)
        self._troubles.append(PlayerFailure(self._match.revision, seat, why))
        self._plan(seat, self._spare_steps(seat))

    def _spare_steps(self, seat: int) -> tuple[Any, ...]:
        """Give the spare player's steps, the first of which is legal."""
        game, state = self._match.game, self._match.state
        if self._spare is not None:
            try:
                steps = tuple(self._spare(game.observe(state, seat), lambda: True))
            except Exception:  # somebody has to play on
                _LOG.exception("The spare player has failed too")
                steps = ()
            if steps and not self._why_not(seat, steps[0]):
                return steps
        return (game.legal_steps(state, seat)[0],)
