"""Memory stays where it is, match after match."""

from __future__ import annotations

import gc
import platform
import sys
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.window import STILL, IdleGc, give_back_early, tidy
from red7_desktop.kit.setup import SeatPlan
from tests.setups import red7_setup
from tests.soak.memory import resident
from tests.ui.pilot import LONG_FRAME, Pilot
from tests.ui.shared import Shared

MEGABYTE = 1_000_000


def play_match(pilot: Pilot, seed: int) -> None:
    levels = ("newcomer", "casual", "steady", "casual")
    pilot.program.play(red7_setup(tuple(SeatPlan(level=level) for level in levels), seed=seed))
    pilot.session.pause = 0.2
    while pilot.session.to_act:
        pilot.frame(LONG_FRAME)
        if pilot.session.is_waiting_for_table:
            pilot.session.go_on()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_does_not_grow_from_match_to_match(
    tmp_path: Path,
    shared: Shared,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared, "keeps", False)
    give_back_early()
    pilot = Pilot(tmp_path, (1920, 1080))
    after = []
    for seed in range(7):
        play_match(pilot, seed)
        tidy()
        after.append(resident())
    pilot.close()
    assert max(after[3:]) - after[1] < 12 * MEGABYTE


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="asks glibc")
def test_tidying_gives_holes_back() -> None:
    pictures = [pygame.Surface((160, 100), pygame.SRCALPHA) for _ in range(1_000)]  # 64 MB
    kept = pictures[::10]
    pictures.clear()
    before = resident()
    tidy()
    assert before - resident() > 20 * MEGABYTE
    assert len(kept) == 100


def test_garbage_is_collected_at_rest_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[float] = []
    now = 0.0
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda: collected.append(now))
    tidying = IdleGc(pause=10.0)
    for second in range(100):
        now = float(second)
        tidying.tick(now, changes=second // 5, is_resting=second >= 25)
    assert collected[0] == 25 + STILL
    assert [later - earlier for earlier, later in pairwise(collected)] == [10.0] * (
        len(collected) - 1
    )


def test_what_has_piled_up_is_collected_as_soon_as_all_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collected: list[float] = []
    now = 0.0
    monkeypatch.setattr(gc, "collect", lambda: collected.append(now))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 99))
    tidying = IdleGc(pause=10.0)
    for second in range(30):
        now = float(second)
        tidying.tick(now, changes=second, is_resting=second % 2 == 1)
    assert collected == [11.0, 21.0]


def test_nothing_is_collected_where_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    tidying = IdleGc(pause=10.0)
    for second in range(100):
        tidying.tick(float(second), changes=second // 50, is_resting=True)
    assert len(collected) == 2
