"""At rest the table asks for nothing; whatever goes on by itself says so."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.window import QUIET
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.geometry import Vec
from tests.setups import red7_setup
from tests.ui.guarded import GuardedPilot
from tests.ui.pilot import Pilot

SETUP = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), advanced=True, seed=3)


@pytest.fixture(name="resting")
def at_rest(pilot: Pilot) -> Pilot:
    """A table at which the person is to play, and nothing has moved for a while."""
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.wait(5.0)
    assert pilot.program.idle_for == math.inf
    return pilot


def move_a_card(pilot: Pilot) -> None:
    node = pilot.view.cast.rows["palette:A"][0]
    pilot.program.kit.stage.animator.to(node, "position", node.position + Vec(5, 0), 0.5)


def hold_the_button(pilot: Pilot) -> None:
    at = pilot.pixel(pilot.place_of(pilot.view.cast.rows["hand:A"][0].shown or ""))
    pilot.post(pygame.MOUSEBUTTONDOWN, pos=at, button=1)


def hold_an_arrow(pilot: Pilot) -> None:
    button = pygame.CONTROLLER_BUTTON_DPAD_LEFT
    pilot.post(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=button)


def let_ai_play(pilot: Pilot) -> None:
    legal = pilot.session.observe().legal
    pilot.session.take(legal[-1])
    pilot.frame()


def ask_for_a_hint(pilot: Pilot) -> None:
    thinker = pilot.program.screen._hints._adviser._thinker  # type: ignore[attr-defined]
    thinker.poll = lambda: None  # it is still thinking
    pilot.press("hint")
    pilot.wait(2.0)


def open_settings(pilot: Pilot) -> None:
    pilot.program.show_settings()
    pilot.wait(2.0)


def change_the_look(pilot: Pilot) -> None:
    pilot.program.kit.stage.resize((1000, 700))


@pytest.mark.parametrize(
    "stir",
    [
        move_a_card,
        hold_the_button,
        hold_an_arrow,
        let_ai_play,
        ask_for_a_hint,
        open_settings,
        change_the_look,
    ],
)
def test_what_goes_on_by_itself_ends_the_rest(
    resting: Pilot, stir: Callable[[Pilot], None]
) -> None:
    stir(resting)
    assert resting.program.idle_for == 0.0


def test_a_timer_is_waited_for_as_long_as_it_takes(resting: Pilot) -> None:
    called: list[float] = []
    resting.program.kit.stage.timers.after(3.0, lambda: called.append(resting.clock.now()))
    assert resting.program.idle_for == pytest.approx(3.0)
    resting.wait(3.1)
    assert len(called) == 1
    assert resting.program.idle_for == math.inf


def test_scanning_is_waited_for_from_stop_to_stop(resting: Pilot) -> None:
    scanner = resting.program.inputs.scanner
    scanner.interval, scanner.is_on = 2.0, True
    resting.frame()
    assert 0.0 < resting.program.idle_for <= 2.0


def test_the_page_about_a_fault_rests(guarded: GuardedPilot, tmp_path: Path) -> None:
    guarded.guard._meet(RuntimeError("a fault"))
    assert guarded.guard.idle_for == math.inf


def test_the_sound_device_rests_after_a_while_and_wakes_a_frame_after_the_press(
    resting: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    audio = resting.program.kit.audio
    monkeypatch.setattr(audio, "rest", lambda: heard.append("rest"))
    monkeypatch.setattr(audio, "wake", lambda: heard.append("wake"))
    resting.key(pygame.K_F9)
    heard.clear()
    resting.wait(QUIET - 0.5)
    assert set(heard) == {"wake"}
    resting.wait(1.0)
    assert heard[-1] == "rest"
    heard.clear()
    resting.post(pygame.KEYDOWN, key=pygame.K_F9, mod=0, unicode="", scancode=0)
    assert heard == []
    resting.frame()
    assert heard == ["wake"]
