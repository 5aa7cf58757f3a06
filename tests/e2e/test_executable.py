"""The built executable, as people get it: in a real window, played with a real mouse.

RED7_EXECUTABLE names it; without it these tests are skipped. RED7_KILLS says how often the
program is killed (3), RED7_KILL_SEED by which chance (7).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from red7_desktop.app.new_game.kept_setups import KeptSetups
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules.state import ROUND_OVER
from red7_desktop.games.registry import BOX, rules_of
from red7_desktop.kit.settings import Settings, settings_file
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.save import read_match
from tests.e2e.following import Hands
from tests.e2e.pictures import Camera, keep, share_that_differs
from tests.e2e.real_window import PATIENCE, SIZE, Running, Screen, wait_until
from tests.setups import red7_setup
from tests.ui.pilot import Pilot, middle_of

PROGRAM = os.environ.get("RED7_EXECUTABLE", "")
KILLS = int(os.environ.get("RED7_KILLS", "3"))
KILL_SEED = int(os.environ.get("RED7_KILL_SEED", "7"))

ROOMY = (1600, 1000)
ODD_NAME = "Spiele für Łukasz ☃ (1)"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not PROGRAM, reason="RED7_EXECUTABLE names no executable: make dist builds one"
    ),
]


@pytest.fixture
def executable() -> Path:
    """The executable; one that is named must be there."""
    path = Path(PROGRAM).resolve()
    assert path.is_file(), f"RED7_EXECUTABLE names {path}, which is no file"
    return path


@pytest.fixture
def start(screen: Screen, executable: Path) -> Iterator[Callable[..., Running]]:
    """Starts the executable, on the screen unless on another; ends all that are left."""
    started: list[Running] = []

    def begin(home: Path, *arguments: str, on: Screen = screen) -> Running:
        running = Running(on, home, *arguments, program=(str(executable),))
        started.append(running)
        assert running.announcement.startswith("first frame after"), running.end()
        return running

    yield begin
    for running in started:
        if running.process.poll() is None:
            running.kill()


@pytest.fixture
def large_frames(tmp_path: Path) -> Path:
    """The folder in which the larger screen keeps its pixels."""
    folder = tmp_path / "large frames"
    folder.mkdir()
    return folder


@pytest.fixture
def roomy(screen: Screen, large_frames: Path) -> Iterator[Screen]:
    """A larger virtual screen; skipped with the other one."""
    opened = Screen(ROOMY, large_frames)
    yield opened
    opened.close()


# -- where it runs -------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_it_speaks_with_nothing_in_its_environment(executable: Path, option: str) -> None:
    ended = subprocess.run(
        [executable, option], env={}, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "red7" in ended.stdout.lower()
    assert ended.stderr == ""


def test_without_a_screen_it_says_so_and_ends_with_status_2(
    executable: Path, tmp_path: Path
) -> None:
    ended = subprocess.run(
        [executable, "--home", tmp_path],
        env={},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 2
    assert "needs a screen" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_it_runs_from_a_read_only_folder_with_an_odd_name(
    screen: Screen, executable: Path, tmp_path: Path
) -> None:
    folder = tmp_path / ODD_NAME
    shutil.copytree(executable.parent, folder, symlinks=True)
    set_rights(folder, 0o555, 0o444)
    before = contents(folder)
    running = subprocess.Popen(
        [folder / executable.name, "--announce"],
        env={"DISPLAY": screen.display},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("first frame after")
        libraries = loaded_files(running.pid)
    finally:
        running.kill()
        running.communicate(timeout=PATIENCE)
        set_rights(folder, 0o755, 0o755)
    assert contents(folder) == before
    of_python = [path for path in libraries if "python" in path or "SDL" in path]
    assert of_python
    assert all(path.startswith(str(folder)) for path in of_python)


def set_rights(folder: Path, folders: int, files: int) -> None:
    """Set the rights of all in a folder; what can be run stays so."""
    for path in [*folder.rglob("*"), folder]:
        if not path.is_symlink():
            runs = path.is_file() and os.access(path, os.X_OK)
            path.chmod(folders if path.is_dir() or runs else files)


def contents(folder: Path) -> list[tuple[str, int]]:
    """List what is in a folder, with sizes."""
    return sorted((str(path), path.lstat().st_size) for path in folder.rglob("*"))


def loaded_files(process: int) -> set[str]:
    """List the files that a process has mapped into its memory."""
    lines = Path("/proc", str(process), "maps").read_text("utf-8").splitlines()
    return {fields[5] for line in lines if len(fields := line.split(maxsplit=5)) == 6}


# -- how it is played ----------------------------------------------------------------------


def test_a_whole_round_is_dragged_and_then_left_and_gone_on_with(
    screen: Screen, camera: Camera, start: Callable[..., Running], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    arguments = ("--play", "--seats", "2", "--deal", "11", "--rules", "advanced")
    running = start(home, *arguments)
    hands = Hands(screen, running, tmp_path)
    hands.play_round()
    assert hands.match().state.stage == ROUND_OVER
    pilot = hands.look()
    pilot.wait(3.0)
    screen.xdotool("sleep", 3)  # The page about the round comes once the cards have landed.
    camera.keep("a round played by dragging", SIZE)
    hands.press(pilot, "next")
    pilot.close()
    wait_until(lambda: hands.match().state.round_number == 2, "the next round is dealt")
    before = hands.wait_for_me()

    leave(screen, camera, hands, tmp_path / "at the title", home)
    assert running.end() == (0, "")
    assert kept_match(home).log == before.log

    again = Hands(screen, start(home), tmp_path / "again")
    (tmp_path / "again").mkdir()
    screen.key("Return")  # the title offers to continue first
    step = again.match().game.observe(before.state, 0).legal[0]
    again.act(step)
    assert again.match().log[: before.revision] == before.log
    camera.keep("gone on with", SIZE)


def leave(screen: Screen, camera: Camera, hands: Hands, scratch: Path, home: Path) -> None:
    """Go from the table to the title, and from there out of the program."""
    pilot = hands.look()
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(1.0)
    screen.key("Escape")
    screen.xdotool("sleep", 1)
    hands.press(pilot, "title")
    pilot.close()
    screen.xdotool("sleep", 1)
    shutil.copytree(home, scratch)
    pilot = Pilot(scratch, SIZE)
    pilot.program.show_title()
    pilot.wait(1.0)
    camera.keep("about to be left", SIZE)
    screen.click(pilot.pixel(middle_of(pilot.nodes("quit")[0])))
    pilot.close()


def test_it_goes_on_at_the_last_step_after_it_was_killed_at_any_moment(
    screen: Screen, camera: Camera, start: Callable[..., Running], tmp_path: Path
) -> None:
    home, chance = tmp_path / "home", Random(KILL_SEED)
    let_four_ai_players_play(home)
    before = None
    for number in range(KILLS + 1):  # It is opened once more after the last of them.
        which = f"kill {number} of seed {KILL_SEED}"
        if before is None or is_waiting(before):
            for left in (home / "saves").glob("match.json*"):
                left.unlink()
            running, reached = start(home, "--play", "--deal", str(number)), 0
        else:
            running, reached = start(home), before.revision
            assert kept_match(home).log == before.log, f"{which}: opening it changes the match"
            screen.key("Return")
        reached = watch(home, reached, chance.uniform(0.0, 2.0))
        picture = camera.take(SIZE)
        running.kill()
        keep(picture, f"kill {number:02}")
        after = kept_match(home)
        assert after.revision >= reached, f"{which} lost a step"
        if before is not None and not is_waiting(before):
            assert after.log[: before.revision] == before.log, which
        before = after


def let_four_ai_players_play(home: Path) -> None:
    """Set up a match without people, at the fastest pace that is still seen."""
    keys = [level.key for level in LEVELS]
    seats = tuple(SeatPlan(level=keys[number % 2]) for number in range(4))
    (home / "config").mkdir(parents=True)
    assert KeptSetups(home / "config" / "setup.json", BOX).keep(red7_setup(seats)) is None
    settings_file(home / "config" / "settings.json").save(Settings(speed=4.0))


def watch(home: Path, start: int, seconds: float) -> int:
    """Wait till a match has gone on, and some seconds more; give the last step that was seen."""
    reached = start

    def has_gone_on() -> bool:
        nonlocal reached
        reached = kept_match(home).revision
        return reached > start or is_waiting(kept_match(home))

    wait_until((home / "saves" / "match.json").exists, "a match is kept")
    wait_until(has_gone_on, f"the match goes on from step {start}")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        reached = kept_match(home).revision
    return reached


def kept_match(home: Path) -> Match:
    """Read the match as it is on disk: whole, at any moment."""
    return read_match((home / "saves" / "match.json").read_text("utf-8"), rules_of(BOX)).match


def is_waiting(match: Match) -> bool:
    """Tell whether a match goes on only when somebody presses a button, or not at all."""
    to_act = match.game.to_act(match.state)
    return not to_act or to_act[0] == TABLE


# -- how it fills its window ---------------------------------------------------------------


def test_it_fills_a_window_that_is_resized_then_the_screen_then_the_window_again(
    roomy: Screen, large_frames: Path, start: Callable[..., Running], tmp_path: Path
) -> None:
    arguments = ("--play", "--seats", "2", "--deal", "11", "--rules", "advanced")
    running = start(tmp_path / "home", *arguments, on=roomy)
    Hands(roomy, running, tmp_path).wait_for_me()
    window = ("search", "--class", "red7-desktop")
    roomy.xdotool(*window, "windowmove", 0, 0, "mousemove", ROOMY[0] - 1, ROOMY[1] - 1)
    roomy.xdotool(*window, "windowsize", 1100, 800)
    shows_the_table(Camera(large_frames), "resized", (1100, 800), running)
    roomy.key("F11")
    roomy.xdotool("sleep", 1, *window, "windowmove", 0, 0)  # no window manager does it here
    shows_the_table(Camera(large_frames), "fullscreen", ROOMY, running, after_a_key=True)
    roomy.key("F11")
    roomy.xdotool("sleep", 1, *window, "windowmove", 0, 0)
    camera = Camera(large_frames)
    shows_the_table(camera, "back in a window", (1100, 800), running, after_a_key=True)


def shows_the_table(
    camera: Camera,
    name: str,
    size: tuple[int, int],
    running: Running,
    *,
    after_a_key: bool = False,
) -> None:
    """Check that the window shows, at a size, just what the program draws at this size.

    after_a_key: the keyboard was used last, and the caps on the buttons are for it.
    """
    copy = running.home.with_name(f"copy for {name}")
    shutil.copytree(running.home, copy)
    pilot = Pilot(copy, size)
    pilot.program.resume()
    if after_a_key:
        pilot.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode="", scancode=0)
    pilot.wait(3.0)
    try:
        wait_until(
            lambda: share_that_differs(camera.take(size), pilot.surface) < 0.001,
            f"the window is like the table at {size}",
        )
    finally:
        camera.keep(name, size)
        pilot.close()
