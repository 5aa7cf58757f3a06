"""The program in a real window: started as people start it, played with a real mouse."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from red7_desktop.games.red7.rules.rounds import ROUND_OVER
from tests.e2e.following import Hands
from tests.e2e.playing import ROUNDS
from tests.e2e.real_window import PATIENCE, SIZE, Running, Screen, wait_until
from tests.ui.pilot import Pilot, middle_of


@pytest.mark.slow
@pytest.mark.parametrize("game", ROUNDS)
def test_a_whole_round_is_played_with_the_mouse(screen: Screen, tmp_path: Path, game: str) -> None:
    running = Running(screen, tmp_path / "home", "--play", "--game", game, *ROUNDS[game])
    assert running.announcement.startswith("first frame after"), running.end()
    hands = Hands(screen, running, tmp_path)
    hands.play_round()
    assert hands.match().game.name == game
    assert hands.match().state.stage == ROUND_OVER
    pilot = hands.look_at_the_end()
    hands.press(pilot, "next")
    pilot.close()
    wait_until(lambda: hands.match().state.round_number == 2, "the next round is dealt")
    running.kill()


def test_a_match_goes_on_after_the_program_was_killed(screen: Screen, tmp_path: Path) -> None:
    home = tmp_path / "home"
    running = Running(screen, home, "--play", "--seats", "3", "--deal", "5")
    hands = Hands(screen, running, tmp_path)
    step = hands.wait_for_me().game.observe(hands.match().state, 0).legal[0]
    hands.act(step)
    before = hands.match()
    running.kill()
    again = Running(screen, home)
    assert again.announcement.startswith("first frame after")
    screen.key("Return")
    Hands(screen, again, tmp_path).wait_for_me()
    after = hands.match()
    assert after.log[: before.revision] == before.log
    again.kill()


def test_the_quit_button_ends_the_program_with_status_0(screen: Screen, tmp_path: Path) -> None:
    running = Running(screen, tmp_path / "home")
    pilot = Pilot(tmp_path / "look", SIZE)
    pilot.program.show_title()
    pilot.wait(1.0)
    screen.click(pilot.pixel(middle_of(pilot.nodes("quit")[0])))
    pilot.close()
    assert running.end() == (0, "")


def test_without_a_display_the_program_says_so_and_ends_with_status_2(tmp_path: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        kept.pop(name, None)
    command = [sys.executable, "-m", "red7_desktop", "--home", str(tmp_path)]
    ended = subprocess.run(
        command, env=kept, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert ended.returncode == 2
    assert "needs a screen" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_version_and_help_need_no_display() -> None:
    for option in ("--version", "--help"):
        command = [sys.executable, "-m", "red7_desktop", option]
        ended = subprocess.run(command, env={}, capture_output=True, text=True, check=True)
        assert "red7" in ended.stdout.lower()
