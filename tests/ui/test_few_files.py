"""A program may have a few files open only, 256 on some systems, and sometimes none more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame
import pytest

from tests.ui.faults import SETUP, at_a_table, break_the_table
from tests.ui.guarded import GuardedPilot

OPEN = Path("/proc/self/fd")
pytestmark = pytest.mark.skipif(not OPEN.is_dir(), reason="this system does not tell")
ROOM = 3
"""So many files more may be open after much has been done."""


def open_files() -> int:
    return len(os.listdir(OPEN))


@contextmanager
def no_more_files() -> Iterator[None]:
    """Let no file be opened besides those that are."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(name) for name in os.listdir(OPEN))
    fillers: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, before[1]))
    try:
        with suppress(OSError):
            while True:
                fillers.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for filler in fillers:
            os.close(filler)


def resize(pilot: GuardedPilot, width: int, height: int) -> None:
    pilot.surface = pygame.Surface((width, height))
    pilot.frame()
    pilot.frame()


def test_many_sizes_of_the_window_open_no_files(tmp_path: Path) -> None:
    pilot = GuardedPilot(tmp_path)
    pilot.start()
    pilot.play(SETUP)
    pilot.wait_for_me()
    before = open_files()
    for step in range(12):
        resize(pilot, 960 + 77 * step, 600 + 37 * step)
    assert pilot.guard.page is None
    assert open_files() <= before + ROOM
    pilot.keeper.close()


def test_a_fault_is_told_though_no_file_can_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = GuardedPilot(tmp_path)
    pilot.start()
    at_a_table(pilot)
    pilot.keeper.flush()
    with no_more_files():
        break_the_table(pilot, monkeypatch)
        pilot.frame()
        assert pilot.page.boxes
        assert "could not be written" in pilot.page.lead
    pilot.keeper.close()
