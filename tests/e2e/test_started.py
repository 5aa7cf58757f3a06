"""The program as people start it, where something is amiss; none of this needs a window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from red7_desktop.app.games import GAMES
from red7_desktop.app.own_place import take_place
from red7_desktop.app.paths import paths_from
from red7_desktop.tabletop.save import read_match
from tests.e2e.real_window import PATIENCE

PROBE = """
import sys
import pygame
from red7_desktop import __main__
from red7_desktop.app import launch
from red7_desktop.app.audio import Audio
from red7_desktop.scene.widgets.toast import ToastRack

show = ToastRack.show

def told(rack, message, **more):
    print(message, flush=True)
    return show(rack, message, **more)

def fail(*_):
    raise ZeroDivisionError("Wilhelmina's R7")

ToastRack.show = told
launch._announce = lambda began: pygame.time.set_timer(pygame.QUIT, 700, 2)
if "--broken-thread" in sys.argv:
    sys.argv.remove("--broken-thread")
    Audio._open = fail
if "--broken-icon" in sys.argv:
    sys.argv.remove("--broken-icon")
    launch.asset = lambda *parts: __main__.__file__
sys.exit(__main__.main())
"""
"""Runs the program for some moments after its first frame, and prints every toast."""


def run(home: Path, *arguments: str, **environment: str) -> str:
    """Run the program; give the toasts that it has shown. It must end well."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
    silent = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-c", PROBE, "--announce", "--home", str(home), *arguments]
    ended = subprocess.run(
        command,
        env=kept | silent | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stdout


def log_of(home: Path) -> str:
    return (home / "logs" / "red7.log").read_text("utf-8")


def reports_of(home: Path) -> list[str]:
    return [path.read_text("utf-8") for path in (home / "logs").glob("crash-*.txt")]


def leave(home: Path, name: str, text: str) -> None:
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_without_a_sound_device_it_runs_in_silence_and_the_log_says_so(tmp_path: Path) -> None:
    run(tmp_path, SDL_AUDIODRIVER="no such driver")
    assert "There is no sound" in log_of(tmp_path)
    assert reports_of(tmp_path) == []


def test_damaged_settings_are_told_at_the_start(tmp_path: Path) -> None:
    leave(tmp_path, "config/settings.json", "{")
    assert "The file settings.json was damaged" in run(tmp_path)
    assert "settings.json: damaged" in log_of(tmp_path)
    assert "damaged" not in run(tmp_path)


def test_without_its_icon_the_window_opens_and_the_log_says_so(tmp_path: Path) -> None:
    run(tmp_path, "--broken-icon")
    assert "the window goes without its icon" in log_of(tmp_path)
    assert reports_of(tmp_path) == []


@pytest.mark.skipif(not Path("/sys").is_dir(), reason="there is no such folder on this system")
def test_in_a_home_that_can_only_be_read_it_runs_and_says_what_it_cannot_keep() -> None:
    told = run(Path("/sys/red7-desktop"), "--play", "--seats", "2", "--deal", "11")
    assert "The match cannot be saved: there is no permission for it" in told


def test_a_second_copy_says_so_and_leaves_the_first_ones_match_alone(tmp_path: Path) -> None:
    first = take_place(paths_from({"RED7_HOME": str(tmp_path)}))
    first.match.write_text("the match of the first copy", "utf-8")
    told = run(tmp_path, "--play", "--seats", "2", "--deal", "7")
    assert "Red7 is open in another window too" in told
    assert first.match.read_text("utf-8") == "the match of the first copy"
    second = tmp_path / "saves" / "match-2.json"
    assert read_match(second.read_text("utf-8"), GAMES).match.seed == 7
    first.release()


def test_a_fault_in_a_thread_is_reported_and_neither_log_nor_report_names_anybody(
    tmp_path: Path,
) -> None:
    seats = '[{"name": "Wilhelmina"}, {"level": "casual"}]'
    leave(tmp_path, "config/setup.json", f'{{"seats": {seats}}}')
    run(tmp_path, "--play", "--deal", "11", "--broken-thread")
    (report,) = reports_of(tmp_path)
    for text in (report, log_of(tmp_path)):
        assert "ZeroDivisionError: [player]'s [card]" in text
        assert "Wilhelmina" not in text
        assert str(tmp_path) not in text
        assert str(Path.home()) not in text
    assert "(as A sees it; person, casual)" in report
