"""A search that is told to stop does so at once: little work lies between two questions.

Counted in work, not in seconds: on a slow machine a simulated turn takes some 0.1 ms, so that the
limit below lies under a twentieth of a second.
"""

from __future__ import annotations

import random

import pytest

from red7_desktop.ai.aftermath import AT_ONCE
from red7_desktop.ai.candidates import promising
from red7_desktop.ai.forecast import SMALL, SOLVED_AT_MOST, Forecast
from red7_desktop.ai.habit import Habit
from red7_desktop.ai.levels import LEVELS, Level, level_of
from red7_desktop.ai.line import Line
from red7_desktop.ai.search import LUCK
from red7_desktop.ai.settling import turns_to_choose_from
from red7_desktop.ai.stakes import Stakes
from red7_desktop.ai.taste import GREEDY
from red7_desktop.ai.worlds import Worlds
from red7_desktop.games.red7.notation import parse_position
from red7_desktop.games.red7.observation import Red7Observation
from red7_desktop.games.red7.turns import Turns, steps_of, turns_of
from red7_desktop.lab.choose import observation_of
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


MANY_FIVES = (
    "red7 advanced+actions@1.3 / canvas V4 / deck V2 ?19 / A> R6 : R5 O5 Y5 G5 B5 I5 R7 : / "
    "B Y6 G6 G2 : ?4 : / C I6 V6 : ?4 : / D Y4 O4 : ?4 :"
)


def test_ranking_many_turns_asks_again_and_again() -> None:
    turns = turns_of(parse_position(MANY_FIVES))
    asked = 0

    def keep_on() -> bool:
        nonlocal asked
        asked += 1
        return False

    promising(turns, keep_on)
    assert asked == (turns.count - 1) // AT_ONCE > 5


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_a_player_that_is_stopped_while_ranking_chooses_of_what_it_has_seen(level: Level) -> None:
    assert 0 < len(promising(turns_of(parse_position(MANY_FIVES)), lambda: True)) <= AT_ONCE
    seen = observation_of(parse_position(MANY_FIVES))
    assert level.make().choose(seen, 1000, 1, lambda: True).steps


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
