from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.play.ai import Choose, Seat, Thinker
from red7_desktop.play.session import Session
from red7_desktop.tabletop.match import Match

MakeSession = Callable[..., Session]


def first_step(observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
    """Choose the first legal step."""
    return (observation.legal[0],)


@pytest.fixture
def make_session() -> MakeSession:
    """A factory of Red7 sessions: a human at seat A, AI players at the other seats."""

    def make(
        seats: tuple[Seat, ...] = (Seat("Ada"), Seat("Bo", "first")),
        *,
        seed: int = 1,
        rules: str = "basic",
        choose: Choose = first_step,
        thinker: Thinker | None = None,
        pause: float = 0.5,
        timeout: float = 10.0,
    ) -> Session:
        match = Match(Red7(), {"rules": rules, "seats": len(seats)}, seed)
        return Session(match, seats, {"first": choose}, thinker or Thinker(), pause, timeout)

    return make
