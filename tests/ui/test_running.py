"""The program over time: it opens in steps, rests, works once, keeps its memory."""

from __future__ import annotations

import gc
import math
import platform
import re
import signal
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pygame
import pytest

from red7_desktop.app import window
from red7_desktop.app.features import PuzzleFeature
from red7_desktop.app.puzzles.sources import PuzzleRequest
from red7_desktop.games.red7.rules import game, turns
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene import stage
from red7_desktop.scene.geometry import Vec
from tests.setups import red7_setup
from tests.soak import matches
from tests.soak.test_nothing_lost import press_everything
from tests.ui.pilot import GuardedPilot, Pilot

PILOT = Pilot

PAIR = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=3)


def seen(pilot: Pilot) -> bytes:
    return pygame.image.tobytes(pilot.surface, "RGB")


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every step of an opening have a frame of its own."""
    monkeypatch.setattr(stage, "BUILD_SECONDS", 0.0)


def test_time_of_a_tick_without_events_counts_for_its_frame(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.wait(1.0)
    program = pilot.program
    spent: list[float] = []

    def note_time(surface: pygame.Surface, seconds: float) -> list[pygame.Rect]:
        spent.append(seconds)
        return []

    monkeypatch.setattr(program.ui.stage, "draw", note_time)
    monkeypatch.setattr(program.writes, "tick", lambda: pilot.clock.step(0.005))

    program.tick()
    program.draw(pilot.surface)

    assert spent == [pytest.approx(0.005)]


@pytest.mark.usefixtures("one_by_one")
def test_window_shows_the_old_screen_until_the_table_is_ready(pilot: Pilot) -> None:
    pilot.wait(1.0)
    before, program = seen(pilot), pilot.program
    program.play(PAIR)
    steps = len(program.screen.opening())
    for x in range(steps - 1):
        pilot.post(pygame.MOUSEMOTION, pos=(640 + x, 280), rel=(1, 0), buttons=(0, 0, 0))
        pilot.step_frame()
        assert seen(pilot) == before
        assert program.idle_for == 0.0
    pilot.wait(1.0)
    pilot.wait(1.0)  # the first frame of a table is still the picture before it
    assert seen(pilot) != before
    assert program.ui.stage.pointer.hovered is not None


def test_table_built_in_steps_looks_like_one_built_at_once(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = []
    for limit in (stage.BUILD_SECONDS, 0.0):
        monkeypatch.setattr(stage, "BUILD_SECONDS", limit)
        pilot.program.play(PAIR)
        pilot.wait(0.5)
        pilot.program.ui.stage.finish_motions()
        pilot.step_frame()
        pictures.append(seen(pilot))
        pilot.program.show_title()
    assert pictures[0] == pictures[1]


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize(
    "happen",
    [
        lambda pilot: pilot.post(pygame.WINDOWEXPOSED),
        lambda pilot: pilot.program.resize((1600, 900)),
        lambda pilot: (pilot.session.take(pilot.seen.legal[0]), pilot.wait(1.0)),
    ],
    ids=["an event", "another size", "a step"],
)
def test_table_built_in_steps_is_completed_at_once_by_an_event(
    pilot: Pilot, happen: Callable[[Pilot], object]
) -> None:
    pilot.program.play(red7_setup((SeatPlan(), SeatPlan()), seed=3))
    assert not pilot.view.zones
    happen(pilot)
    assert pilot.view.zones == pilot.seen.zones


# == When the window sleeps and wakes.

SETUP = red7_setup((SeatPlan(), SeatPlan(level="newcomer")), advanced=True, seed=3)


@pytest.fixture(name="resting")
def at_rest(pilot: Pilot) -> Pilot:
    """A table at which the person is to play, and nothing has moved for a while."""
    pilot.play_to_me(SETUP, 5.0)
    assert pilot.program.idle_for == math.inf
    return pilot


def move_a_card(pilot: Pilot) -> None:
    node = pilot.view.cards.rows["palette:A"][0]
    pilot.program.ui.stage.animator.animate(node, "position", node.position + Vec(5, 0), 0.5)


def ask_for_a_hint(pilot: Pilot) -> None:
    thinker = pilot.table._hints._adviser._thinker
    thinker.poll = lambda: None  # type: ignore[method-assign]  # it is still thinking
    pilot.press("hint")
    pilot.wait(2.0)


STIRS: dict[str, Any] = {
    "a card moves": move_a_card,
    "a button is held": lambda pilot: pilot.take_hold(
        pilot.place_of(pilot.view.cards.rows["hand:A"][0].shown or "")
    ),
    "an arrow is held": lambda pilot: pilot.hold_pad(pygame.CONTROLLER_BUTTON_DPAD_LEFT),
    "an AI player's turn": lambda pilot: (
        pilot.session.take(pilot.seen.legal[-1]),
        pilot.step_frame(),
    ),
    "a hint": ask_for_a_hint,
    "the settings": lambda pilot: (pilot.program.show_settings(), pilot.wait(2.0)),
    "another size": lambda pilot: pilot.program.ui.stage.resize((1000, 700)),
}


@pytest.mark.parametrize("stir", STIRS.values(), ids=STIRS)
def test_background_activity_ends_the_idle_state(
    resting: Pilot, stir: Callable[[Pilot], object]
) -> None:
    stir(resting)
    assert resting.program.idle_for == 0.0


def test_idle_loop_waits_only_until_the_next_timer(resting: Pilot) -> None:
    called: list[float] = []
    resting.program.ui.stage.timers.after(3.0, lambda: called.append(resting.clock.now()))
    assert resting.program.idle_for == pytest.approx(3.0)
    resting.wait(3.1)
    assert len(called) == 1
    assert resting.program.idle_for == math.inf


def test_idle_loop_waits_only_until_the_next_switch_scanning_step(resting: Pilot) -> None:
    scanner = resting.program.inputs.scanner
    scanner.interval, scanner.is_on = 2.0, True
    resting.step_frame()
    assert 0.0 < resting.program.idle_for <= 2.0


def test_crash_page_lets_the_main_loop_idle(guarded: GuardedPilot, tmp_path: Path) -> None:
    guarded.guard._handle_crash(RuntimeError("a fault"))
    assert guarded.guard.idle_for == math.inf


def test_sound_device_is_suspended_when_idle_and_resumed_by_a_key(
    resting: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    audio = resting.program.ui.audio
    monkeypatch.setattr(audio, "suspend", lambda: heard.append("rest"))
    monkeypatch.setattr(audio, "resume", lambda: heard.append("wake"))
    resting.key(pygame.K_F9)
    heard.clear()
    resting.step_frame()  # The time of rest begins when all has been drawn.
    resting.wait(window.SUSPEND_AUDIO_AFTER - 0.5)
    assert set(heard) == {"wake"}
    resting.wait(1.0)
    assert heard[-1] == "rest"
    heard.clear()
    resting.hold_key(pygame.K_F9)
    assert heard == []
    resting.step_frame()
    assert heard == ["wake"]


# == Number of rules computations per step and drag.

COUNTED = {game.Red7.observe.__code__: "observe", turns.build_turns.__code__: "turns_of"}
MOST = {"observe": 2, "turns_of": 3}
"""One observation is the viewer's, one the next AI seat's."""


def test_legal_drags_are_computed_once(pilot: Pilot) -> None:
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in COUNTED:
            calls[COUNTED[frame.f_code]] += 1

    pilot.play_to_me(red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=11), 2.0)
    # A play of a hand card to the palette.
    step = next(each for each in pilot.seen.legal if len(str(each)) == 2)
    sys.setprofile(note)
    try:
        pilot.drag(str(step), "palette:A")
        pilot.step_frame()
    finally:
        sys.setprofile(None)
    assert str(step) in pilot.seen.zones["palette:A"]
    assert {name: calls[name] for name in MOST if calls[name] > MOST[name]} == {}


# == Memory over several matches.

MEGABYTE = 1_000_000


def test_random_input_on_all_screens_causes_no_crash(tmp_path: Path) -> None:
    press_everything(tmp_path, 100)


def test_closed_program_leaves_no_threads_or_fonts(tmp_path: Path) -> None:
    threads, left = threading.active_count(), []
    for _ in range(2):
        pilot = Pilot(tmp_path)
        pilot.play(PAIR)
        puzzles = pilot.program.feature(PuzzleFeature).service
        puzzles.generator.want(PuzzleRequest("red7", 1))
        left.append(weakref.ref(pilot.program.ui.stage.look.text))
        pilot.close()
        assert threading.active_count() <= threads
    gc.collect()
    assert left[0]() is None


COLLECT_ALL_GARBAGE = window.collect_all_garbage
TRIM_HEAP = window.trim_heap
"""What other tests do without, see `rare_collection`."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="asks glibc")
def test_garbage_collection_returns_freed_memory_to_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window, "trim_heap", TRIM_HEAP)
    # Searching the frozen objects of the earlier tests would take two seconds.
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    pictures = [pygame.Surface((160, 100), pygame.SRCALPHA) for _ in range(1_000)]  # 64 MB
    kept = pictures[::10]
    pictures.clear()
    before = matches.resident()
    COLLECT_ALL_GARBAGE()
    assert before - matches.resident() > 20 * MEGABYTE
    assert len(kept) == 100


def collect_at_rest(
    patch: pytest.MonkeyPatch,
    changes: Callable[[int], int],
    rests: Callable[[int], bool],
    piled_up: int = 0,
) -> list[int]:
    """Return in which of a hundred seconds garbage is collected."""
    found, now, tidying = list[int](), 0, window.IdleGc(pause=10.0)
    patch.setattr(gc, "get_count", lambda: (0, 0, piled_up))
    patch.setattr(gc, "collect", lambda: found.append(now))
    patch.setattr(window, "collect_all_garbage", gc.collect)
    for now in range(100):
        tidying.tick(float(now), changes=changes(now), is_resting=rests(now))
    return found


def test_garbage_is_collected_when_idle_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    found = collect_at_rest(monkeypatch, lambda now: now // 5, lambda now: now >= 25)
    assert found == list(range(25 + int(window.STILL_SECONDS), 100, 10))


def test_garbage_is_collected_as_soon_as_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = collect_at_rest(monkeypatch, lambda now: now, lambda now: now % 2 == 1, 99)
    assert found == list(range(11, 100, 10))


def test_no_garbage_is_collected_without_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(collect_at_rest(monkeypatch, lambda now: now // 50, lambda now: True)) == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system doesn't tell")
def test_program_under_test_does_not_catch_the_terminate_signal(pilot: Pilot) -> None:
    pilot.show_title()
    (caught,) = re.findall(r"SigCgt:\s*(\w+)", Path("/proc/self/status").read_text("ascii"))
    assert not int(caught, 16) & 1 << (signal.SIGTERM - 1)
