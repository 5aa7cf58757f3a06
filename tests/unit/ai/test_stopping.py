"""A search that is told to stop does so at once: little work lies between two questions.

Counted in work, not in seconds: on a slow machine a simulated turn takes some 0.1 ms, so that the
limit below lies under a twentieth of a second.
"""

from __future__ import annotations

import random

import pytest

from red7_desktop.ai.candidates import promising
from red7_desktop.ai.forecast import SMALL, SOLVED_AT_MOST, Forecast
from red7_desktop.ai.habit import Habit
from red7_desktop.ai.levels import level_of
from red7_desktop.ai.line import Line
from red7_desktop.ai.search import LUCK
from red7_desktop.ai.settling import turns_to_choose_from
from red7_desktop.ai.stakes import Stakes
from red7_desktop.ai.taste import GREEDY
from red7_desktop.ai.worlds import Worlds
from red7_desktop.games.red7.observation import Red7Observation
from red7_desktop.games.red7.turns import Turns, steps_of
from tests.random_matches import MODES
from tests.unit.ai.seen import SEARCHERS, observations

Mode = tuple[str, int]
MOST = 400
"""Work between two questions: a small round is solved, then played on to its end."""


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode[0]} {mode[1]}")
@pytest.mark.parametrize("key", SEARCHERS)
def test_between_two_questions_lies_one_sample_at_most(key: str, mode: Mode) -> None:
    for seed, seen in enumerate(observations(*mode, 4, seed=9)):
        for patience in (1, 7, 40):
            asked = 0

            def should_stop(patience: int = patience) -> bool:
                nonlocal asked
                asked += 1
                return asked > patience

            choice = level_of(key).make().choose(seen, 10**9, seed, should_stop)
            assert sum(each.samples for each in choice.candidates) <= patience


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode[0]} {mode[1]}")
def test_one_sample_is_little_work(mode: Mode) -> None:
    for seed, seen in enumerate(observations(*mode, 12, seed=9)):
        turns = turns_to_choose_from(seen)
        if isinstance(turns, Turns):
            assert max(works_of_samples(seen, turns, seed)) <= MOST


def test_a_small_round_is_given_up_before_solving_it_takes_long() -> None:
    assert SOLVED_AT_MOST < MOST
    solved = 0
    for seed, seen in enumerate(observations("basic@1.3", 2, 120, seed=9)):
        turns = turns_to_choose_from(seen)
        if isinstance(turns, Turns) and sum(seen.hand_counts) <= SMALL:
            works = works_of_samples(seen, turns, seed)
            solved += max(works) > 8
            assert max(works) <= MOST
    assert solved


def works_of_samples(seen: Red7Observation, turns: Turns, seed: int) -> list[int]:
    """Play each promising turn on in two worlds; give the work of each time."""
    chance = random.Random(seed)
    position = turns.position
    stakes = Stakes(seen.options, position.scores, position.mover)
    forecast = Forecast(position, Habit(GREEDY, 0.3), stakes)
    worlds = Worlds(position, chance.random)
    works = [0]
    for index in promising(turns)[:8]:
        for _ in range(2):
            hands, deck = worlds.deal()
            luck = [chance.random() for _ in range(LUCK)]
            before = forecast.work
            forecast.try_line(Line(steps_of(turns, index)), hands, deck, luck)
            works.append(forecast.work - before)
    return works
