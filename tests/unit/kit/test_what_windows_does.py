"""What Windows does differently, told by stand-ins, so that every system tests it."""

from __future__ import annotations

import errno
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from red7_desktop.__main__ import _prepare_sdl
from red7_desktop.app import window as window_module
from red7_desktop.app.window import Window
from red7_desktop.kit import storage
from red7_desktop.kit import storage as instance_lock
from red7_desktop.kit.pages.notices import SystemClipboard

LOCK, UNLOCK = 3, 0


# -- locks ---------------------------------------------------------------------------------


class OtherLocks(ModuleType):
    """Stands in for `msvcrt`: locks belong to files, and go when they are given back."""

    LK_NBLCK, LK_UNLCK = LOCK, UNLOCK

    def __init__(self, reason: int) -> None:
        super().__init__("msvcrt")
        self.reason = reason
        self.locked: set[int] = set()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        file = os.fstat(descriptor).st_ino
        if mode == UNLOCK:
            self.locked.remove(file)
        elif file in self.locked:
            raise OSError(self.reason, os.strerror(self.reason))
        else:
            self.locked.add(file)


@pytest.mark.parametrize("reason", [errno.EACCES, errno.EEXIST])
def test_windows_file_locks_are_respected_and_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: int
) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", OtherLocks(reason))
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("of_windows", instance_lock.__file__)
    assert spec is not None
    assert spec.loader is not None
    theirs = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "of_windows", theirs)
    spec.loader.exec_module(theirs)
    paths = storage.Paths(tmp_path / "config", tmp_path / "saves", tmp_path / "logs")
    first, second = theirs.reserve_instance_number(paths), theirs.reserve_instance_number(paths)
    assert (first.number, second.number) == (1, 2)
    first.release()
    assert theirs.reserve_instance_number(paths).number == 1


# -- consoles, clipboard -------------------------------------------------------------------


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252"])
def test_console_with_a_limited_encoding_causes_no_error(encoding: str) -> None:
    for arguments, status in ((["--help"], 0), (["--rules", "żółć ☃"], 2)):
        ended = subprocess.run(
            [sys.executable, "-m", "red7_desktop", *arguments],
            env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
            capture_output=True,
            check=False,
        )
        assert ended.returncode == status
        assert b"Traceback" not in ended.stderr
        assert b"red7" in (ended.stdout or ended.stderr).lower()


def test_busy_clipboard_reads_empty_and_ignores_writes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> str:
        raise pygame.error("Couldn't open clipboard")

    for name in ("put_text", "get_text"):
        monkeypatch.setattr(pygame.scrap, name, refuse)
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: True)
    assert SystemClipboard().paste() == ""
    assert not SystemClipboard().copy("Red 7")


# -- screens -------------------------------------------------------------------------------


def test_window_is_dpi_aware_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {})
    _prepare_sdl()
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"


@pytest.mark.filterwarnings("ignore:Please use Window:DeprecationWarning")
@pytest.mark.parametrize(("left", "returns"), [(((800, 600),), False), (None, True)])
def test_window_does_not_return_to_a_missing_monitor(
    monkeypatch: pytest.MonkeyPatch, left: tuple[tuple[int, int], ...] | None, *, returns: bool
) -> None:
    moved: list[tuple[int, int]] = []
    monkeypatch.setattr(window_module, "_move_back", lambda _, place: moved.append(place))
    window = Window((960, 600))
    try:
        window.set_fullscreen(True)
        if left is not None:
            monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: list(left))
        window.set_fullscreen(False)
    finally:
        pygame.display.quit()
    assert bool(moved) == returns
