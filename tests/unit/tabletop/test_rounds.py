"""What games with and without rounds have in common."""

from __future__ import annotations

from red7_desktop.tabletop import rounds


class Seen(rounds.SingleRoundObservation):
    to_act = (0,)


def test_observation_without_turns_has_none_finished() -> None:
    assert Seen().turns == ()
    assert Seen().stage == rounds.TURN
