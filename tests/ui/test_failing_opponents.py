"""An opponent that fails: the match goes on, and whoever looks hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play import ai as opponents
from red7_desktop.scene.widgets.dialog import ToastRack
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.setups import red7_setup
from tests.ui.pilot import Pilot


def broken(*_: Any) -> tuple[Any, ...]:
    raise RuntimeError("out of ideas")


def texts_shown(pilot: Pilot) -> str:
    shown = [node for node in pilot.program.kit.stage.root.walk() if node.is_shown]
    return "\n".join([node.shown_text for node in shown if isinstance(node, RunsLabel)])


AIS = (SeatPlan(level="casual"), SeatPlan(level="expert"))
SETUPS = {
    "red7": red7_setup(AIS, seed=11),
    "spring": GameSetup("spring", AIS, {"pickup": "at_once"}, seed=11),
}


@pytest.mark.parametrize("game", SETUPS)
def test_a_round_goes_on_with_a_simple_player_and_toast_and_log_say_so(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(opponents, "make_choosers", lambda *_: {"expert": broken, "casual": broken})
    told: list[str] = []
    show = ToastRack.show

    def told_too(self: ToastRack, message: str, **options: Any) -> Any:
        told.append(message)
        return show(self, message, **options)

    monkeypatch.setattr(ToastRack, "show", told_too)
    pilot.play(SETUPS[game])
    pilot.wait_for_me()
    assert pilot.session.is_waiting_for_table
    assert sorted(message.split()[0] for message in told) == ["Amaka", "Hana"]
    assert all("simple player" in message for message in told)
    pilot.press("log")
    shown = texts_shown(pilot)
    assert "Round 1, turn 1:" in shown
