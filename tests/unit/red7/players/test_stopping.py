"""A search that is told to stop does so at once: little work lies between two questions.

Counted in work, not in seconds: on a slow machine a simulated turn takes some 0.1 ms, so that the
limit below lies under a twentieth of a second.
"""

from __future__ import annotations

import random

import pytest

from red7_desktop.games.red7.players.evaluation import (
    AT_ONCE,
    GREEDY,
    Stakes,
    iterate_until_stopped,
    list_aftermaths,
)
from red7_desktop.games.red7.players.levels import LEVELS, PLAYERS
from red7_desktop.games.red7.players.rollout import Policy
from red7_desktop.games.red7.players.search import (
    LUCK,
    OPENED_AT_ONCE,
    SMALL,
    SOLVED_AT_MOST,
    Determinizations,
    Forecast,
    Line,
    OutOfWork,
    Solver,
    list_promising,
)
from red7_desktop.games.red7.rules.game import Red7Observation, find_turns_or_choice, position_of
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from red7_desktop.lab.red7.choose import observe_position
from red7_desktop.tabletop.player import Level, ShouldStop, keep_on
from tests.random_matches import MODES
from tests.unit.red7.players.seen import SEARCHERS, observations
from tests.unit.red7.rules.laid import laid

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

            choice = PLAYERS.level_of(key).make().choose(seen, 10**9, seed, should_stop)
            assert sum(each.samples for each in choice.candidates) <= patience


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode[0]} {mode[1]}")
def test_one_sample_is_little_work(mode: Mode) -> None:
    for seed, seen in enumerate(observations(*mode, 12, seed=9)):
        turns = find_turns_or_choice(seen)
        if isinstance(turns, Turns):
            assert max(works_of_samples(seen, turns, seed)) <= MOST


def test_a_small_round_is_given_up_before_solving_it_takes_long() -> None:
    assert SOLVED_AT_MOST < MOST
    solved = 0
    for seed, seen in enumerate(observations("basic@1.3", 2, 120, seed=9)):
        turns = find_turns_or_choice(seen)
        if isinstance(turns, Turns) and sum(seen.hand_counts) <= SMALL:
            works = works_of_samples(seen, turns, seed)
            solved += max(works) > 8
            assert max(works) <= MOST
    assert solved


def test_solving_asks_again_and_again_and_is_given_up_at_once() -> None:
    at = laid("A> B2 B7 R1 : G5 Y2 Y4 V1", "B B4 R5 Y5 : O3 O2 G1 Y6")
    (hand, other_hand), (palette, other) = at.hands, at.palettes
    opened: list[int] = []

    def should_stop() -> bool:
        opened.append(solver.work)
        return len(opened) == patience

    patience = 0
    solver = Solver(10**6, should_stop)
    found = solver.wins(hand, palette, at.rule, other_hand, other)
    assert opened == list(range(OPENED_AT_ONCE, solver.work + 1, OPENED_AT_ONCE))
    assert len(opened) > 3
    assert found == Solver(10**6).wins(hand, palette, at.rule, other_hand, other)
    opened, patience = [], 2
    solver = Solver(10**6, should_stop)
    with pytest.raises(OutOfWork):
        solver.wins(hand, palette, at.rule, other_hand, other)
    assert solver.work == 2 * OPENED_AT_ONCE


def test_solving_in_a_sample_asks_and_what_it_comes_to_is_the_same() -> None:
    seen = observe_position(
        parse_position(
            "red7 basic / canvas / deck ?35 / A> B2 B7 R1 : G5 Y2 Y4 V1 : / B B4 R5 Y5 : ?4 :"
        )
    )
    turns = build_turns(position_of(seen))
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert works_of_samples(seen, turns, 1) == works_of_samples(seen, turns, 1, count)
    assert asked


MANY_FIVES = (
    "red7 advanced+actions@1.3 / canvas V4 / deck V2 ?19 / A> R6 : R5 O5 Y5 G5 B5 I5 R7 : / "
    "B Y6 G6 G2 : ?4 : / C I6 V6 : ?4 : / D Y4 O4 : ?4 :"
)


def test_ranking_many_turns_asks_again_and_again() -> None:
    turns = build_turns(parse_position(MANY_FIVES))
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    list_promising(turns, count)
    assert asked == (turns.count - 1) // AT_ONCE > 5


def test_what_many_turns_leave_is_made_as_it_is_looked_at() -> None:
    turns = build_turns(parse_position(MANY_FIVES))
    made = list_aftermaths(turns)
    assert len(list(iterate_until_stopped(made, lambda: True))) == AT_ONCE
    assert len(list(made)) == turns.count - 1 - AT_ONCE


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_a_player_that_is_stopped_while_ranking_chooses_of_what_it_has_seen(level: Level) -> None:
    assert 0 < len(list_promising(build_turns(parse_position(MANY_FIVES)), lambda: True)) <= AT_ONCE
    seen = observe_position(parse_position(MANY_FIVES))
    assert level.make().choose(seen, 1000, 1, lambda: True).steps


def works_of_samples(
    seen: Red7Observation, turns: Turns, seed: int, should_stop: ShouldStop = keep_on
) -> list[int]:
    """Play each promising turn on in two worlds; give the work of each time."""
    chance = random.Random(seed)
    position = turns.position
    stakes = Stakes(seen.options, position.scores, position.mover)
    forecast = Forecast(position, Policy(GREEDY, 0.3), stakes, should_stop)
    worlds = Determinizations(position, chance.random)
    works = [0]
    for index in list_promising(turns)[:8]:
        for _ in range(2):
            hands, deck = worlds.deal()
            luck = [chance.random() for _ in range(LUCK)]
            before = forecast.work
            forecast.try_line(Line(list_steps(turns, index)), hands, deck, luck)
            works.append(forecast.work - before)
    return works
