"""Turns that were tried are compared by one rule, which calls nothing better by chance."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.players.search import Line, candidates_of
from red7_desktop.games.red7.rules.cards import Step, parse_step
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.lab.red7.choose import observe_position
from red7_desktop.tabletop.player import Candidate, compare_gain, is_winning_less_often
from tests.unit.red7.players.seen import observations

NO_REPLY = -1


def steps(text: str) -> tuple[Step, ...]:
    return tuple(parse_step(word) for word in text.split())


def line(turn: str, *values: float, points: int = 0) -> Line:
    tried = Line(steps(turn))
    for value in values:
        tried.record(value, value > 0.5, points, NO_REPLY)
    return tried


def candidate(value: float, error: float = 0.01, **known: float) -> Candidate:
    return Candidate(steps("R1 end"), value, known.get("wins", value), 400, error=error)


@pytest.mark.parametrize(
    ("ahead", "error", "is_better"),
    [
        (0.05, 0.01, True),
        (0.05, 0.03, False),  # within twice its error
        (0.005, 0.001, False),  # sure, and too little to be felt
        (-0.05, 0.01, False),
        (0.0, 0.0, False),
    ],
)
def test_a_turn_is_better_only_beyond_the_error(
    ahead: float, error: float, is_better: bool
) -> None:
    found = compare_gain(candidate(0.5), candidate(0.5 - ahead, error))
    assert found == pytest.approx(ahead if is_better else 0.0)


def test_rounds_are_won_less_often_only_beyond_the_error() -> None:
    assert is_winning_less_often(candidate(0.6, wins=0.3), candidate(0.5, wins=0.5))
    assert not is_winning_less_often(candidate(0.6, wins=0.48), candidate(0.5, wins=0.5))
    assert not is_winning_less_often(candidate(0.6, wins=0.5), candidate(0.5, wins=0.3))


def test_turns_that_win_in_the_same_worlds_are_told_apart_by_the_rest() -> None:
    """Both swing from world to world, and the one is a little better in each of them."""
    swings = [0.2, 0.9] * 50
    best, other = candidates_of(
        [line("R1 end", *swings), line("G2 end", *(value - 0.1 for value in swings))], 1
    )
    assert other.value == pytest.approx(best.value - 0.1)
    assert other.error == pytest.approx(0.01, abs=0.002)
    assert best.error > 0.03
    assert compare_gain(best, other) == pytest.approx(0.1)


def test_a_turn_given_up_early_is_valued_by_the_worlds_that_the_best_has_met_too() -> None:
    """The first worlds were lucky ones: 0.8 there is worse than 0.55 in all of them."""
    best = line("R1 end", *[0.9] * 20, *[0.2] * 20)
    given_up = line("G2 end", *[0.8] * 20)
    first, second = candidates_of([best, given_up], 1)
    assert first.value == pytest.approx(0.55)
    assert second.value == pytest.approx(0.45)


def test_a_few_tries_that_agree_prove_little() -> None:
    best, other = candidates_of([line("R1 end", 1.0, 1.0), line("G2 end", 0.5, 0.5)], 1)
    assert compare_gain(best, other) == 0.0
    best, other = candidates_of([line("R1 end", *[1.0] * 200), line("G2 end", *[0.5] * 200)], 1)
    assert compare_gain(best, other) == pytest.approx(0.5)


def test_a_turn_that_was_never_tried_is_not_worse() -> None:
    best, other = candidates_of([line("R1 end", *[1.0] * 9), line("G2 end")], 1)
    assert other.samples == 0
    assert compare_gain(best, other) == 0.0


def test_points_are_those_of_the_rounds_won() -> None:
    tried = line("R1 end", 1.0, 1.0, points=12)
    tried.record(0.1, False, 30, NO_REPLY)
    (found,) = candidates_of([tried], 1)
    assert found.points == 12.0
    (lost,) = candidates_of([line("R1 end", 0.0)], 1)
    assert lost.points == 0.0


@pytest.mark.parametrize("mode", [("advanced@1.3", 2), ("basic@1.3", 3)], ids=str)
def test_no_figure_is_above_that_of_the_turn_chosen(mode: tuple[str, int]) -> None:
    """By their means, each over its own worlds, some were."""
    for observation in observations(*mode, 40, seed=5):
        if observation.stage == "turn":
            choice = PLAYERS.player_of("sharp").choose(observation, 400, 1)
            values = [each.value for each in choice.candidates]
            assert values == sorted(values, reverse=True)


def test_a_position_whose_round_is_worth_points_tells_them() -> None:
    position = "red7 advanced / canvas / deck ?32 / A> R6 : G4 R7 O2 : / B O5 : ?3 :"
    chosen = PLAYERS.player_of("expert").choose(
        observe_position(parse_position(position)), 2_000, 1
    )
    assert chosen.candidates[0].points > 3
