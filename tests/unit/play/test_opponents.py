"""Opponents at the table: how long they may think, and who steps in where one fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.play.ai import Adviser, InlineThinker, make_choosers, make_spare_chooser
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.tabletop.player import Choice, Players, ShouldStop, keep_on
from tests.unit.red7.players.seen import of_all_modes

LONGEST = {"newcomer": 0.15, "casual": 0.15, "steady": 0.15, "sharp": 0.15, "expert": 1.0}
"""Seconds that each level may think for a turn."""


class Ponderer:
    """A player that thinks until it is told to stop: a hundredth of a second for each question."""

    def __init__(self, clock: SteppedClock) -> None:
        self._clock = clock

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        while not should_stop():
            self._clock.step(0.01)
        return Choice((observation.legal[0],))


def ponderers(clock: SteppedClock) -> Players:
    """Give the levels as they are, but every one thinks for ever."""
    levels = [level._replace(make=lambda: Ponderer(clock)) for level in PLAYERS.levels]
    return replace(PLAYERS, levels=tuple(levels))


@pytest.mark.parametrize("key", LONGEST)
def test_a_level_is_told_to_stop_before_its_time_is_up(key: str) -> None:
    clock = SteppedClock(100.0)
    seen, choose = of_all_modes(1)[0], make_choosers(ponderers(clock), 1, clock.now)[key]
    for _ in range(2):
        before = clock.now()
        assert choose(seen, keep_on)
        assert 0.8 * LONGEST[key] < clock.now() - before <= LONGEST[key]


def test_a_level_stops_when_it_is_told_and_not_only_when_time_is_up() -> None:
    clock = SteppedClock(100.0)
    assert make_choosers(ponderers(clock), 1, clock.now)["expert"](of_all_modes(1)[0], lambda: True)
    assert clock.now() == 100.0


def test_advice_keeps_to_the_time_of_the_strongest_level() -> None:
    asked = 0

    def late_after_the_first_question() -> float:
        nonlocal asked
        asked += 1
        return 0.0 if asked < 3 else 100.0

    adviser = Adviser(PLAYERS, InlineThinker(), late_after_the_first_question)
    seen = next(seen for seen in of_all_modes(2) if len(seen.legal) > 2)
    adviser.ask(1, seen)
    found = adviser.poll()
    assert found is not None
    assert sum(each.samples for each in found.candidates) <= 3


def test_with_the_same_seed_an_opponent_chooses_the_same() -> None:
    def still() -> float:
        return 0.0

    for seen in of_all_modes(1)[::4]:
        first, second = (
            make_choosers(PLAYERS, 3, still)["sharp"],
            make_choosers(PLAYERS, 3, still)["sharp"],
        )
        assert first(seen, keep_on) == second(seen, keep_on)


def test_who_steps_in_always_has_a_legal_step_and_asks_nothing() -> None:
    def never(*_: object) -> bool:
        raise AssertionError("there is no time for questions")

    should_stop: Callable[[], bool] = never
    for seen in of_all_modes(5):
        assert make_spare_chooser(PLAYERS)(seen, should_stop)[0] in seen.legal


def test_players_without_an_adviser_give_no_hints() -> None:
    adviser = Adviser(replace(PLAYERS, adviser=""), InlineThinker(), lambda: 0.0)
    adviser.ask(0, of_all_modes(1)[0])
    assert (adviser.is_there, adviser.is_busy, adviser.poll()) == (False, False, None)
