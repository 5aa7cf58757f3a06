"""A review says what would have been better, and calls good what was."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.players import levels as review
from red7_desktop.games.red7.players.levels import PLAYERS, appraise_steps
from red7_desktop.games.red7.rules.cards import THE_PASS, Step, parse_step
from red7_desktop.games.red7.rules.game import Red7Observation, position_of
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.turns import build_turns, list_all_turns
from red7_desktop.lab.red7.choose import observe_position
from red7_desktop.tabletop.player import Appraisal, ShouldStop, keep_on
from tests.unit.red7.players.seen import observations

WINS_AT_ONCE = (
    "red7 basic@1.3 / canvas I4 Y6 R7 Y4 / deck ?33"
    " / A> O3 G2 R4 O2 : O7 V5 O4 : / B I1 R3 G7 R6 : ?1 :"
)
"""Only O7, without a discard, leaves the other seat without a reply, whatever it holds."""


def seen(position: str) -> Red7Observation:
    return observe_position(parse_position(position), target=1)


def judged(
    observation: Red7Observation,
    taken: tuple[Step, ...],
    budget: int = 3_000,
    should_stop: ShouldStop = keep_on,
) -> Appraisal | None:
    return appraise_steps(PLAYERS.player_of("expert"), observation, taken, budget, 1, should_stop)


def steps(text: str) -> tuple[Step, ...]:
    return tuple(parse_step(word) for word in text.split())


def test_the_turn_that_wins_at_once_cannot_be_bettered() -> None:
    found = judged(seen(WINS_AT_ONCE), steps("O7 end"))
    assert found is not None
    assert found.is_same
    assert found.loss == 0.0
    assert found.taken.win_chance == 1.0


def test_who_misses_the_turn_that_wins_is_told_of_it_and_of_what_it_cost() -> None:
    found = judged(seen(WINS_AT_ONCE), (THE_PASS,))
    assert found is not None
    assert found.proposed.steps == steps("O7 end")
    assert found.taken.steps == (THE_PASS,)
    assert found.taken.value == 0.0
    assert found.loss == 1.0


@pytest.mark.parametrize(
    "mode", [("basic@1.3", 2), ("advanced@1.3", 4), ("advanced+actions@1.3", 3)], ids=str
)
def test_every_turn_that_can_be_taken_can_be_judged(
    mode: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "WORLDS", 12)  # how sure it is does not matter here
    judgements = 0
    for observation in observations(*mode, 4, seed=3):
        if observation.stage != "turn":
            continue
        turns = build_turns(position_of(observation))
        for taken in list_all_turns(turns)[:: max(1, turns.count // 2)]:
            found = judged(observation, taken, 60)
            if turns.count > 1:
                assert found is not None
                assert found.taken.steps == taken
                for each in (found.taken, *found.others):
                    assert found.proposed.value >= each.value - 2 * each.error
                judgements += 1
            else:
                assert found is None
    assert judgements > 2


def test_the_same_turn_is_judged_the_same() -> None:
    observation = seen(WINS_AT_ONCE)
    assert judged(observation, (THE_PASS,), 200) == judged(observation, (THE_PASS,), 200)


def test_a_review_that_is_stopped_at_once_says_nothing() -> None:
    assert judged(seen(WINS_AT_ONCE), (THE_PASS,), 10**9, lambda: True) is None
