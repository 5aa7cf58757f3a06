"""What games with and without rounds have in common."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from red7_desktop.tabletop import game, rounds


class Seen(rounds.SingleRoundObservation):
    to_act = (0,)


def test_observation_without_turns_is_in_the_turn_stage_with_none_listed() -> None:
    assert Seen().turns == ()
    assert Seen().stage == game.TURN


@pytest.mark.parametrize(
    ("stage", "viewer", "why"),
    [
        (game.TURN, 0, "not_your_turn (seat=B)"),
        (game.TURN, 1, None),
        (game.TURN, None, "only_watching"),
        (rounds.ROUND_OVER, 1, "round_over"),
        (rounds.MATCH_OVER, 1, "match_over"),
    ],
)
def test_reason_for_waiting_names_the_stage_or_the_seat_to_move(
    stage: str, viewer: int | None, why: str | None
) -> None:
    seen = SimpleNamespace(stage=stage, viewer=viewer, to_act=(1,))

    reason = rounds.explain_wait(seen)

    assert (reason and str(reason)) == why
