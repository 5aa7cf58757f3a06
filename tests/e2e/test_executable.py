"""What was built, as people get it: the executable is played with, the wheel installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pygame
import pytest

import red7_desktop
from tests.e2e.real_window import (
    KILLS,
    PATIENCE,
    ROUNDS,
    Camera,
    Hands,
    Running,
    Screen,
    check_without_a_screen,
    drag_a_round_leave_and_go_on,
    kill_and_go_on,
    share_that_differs,
    wait_until,
)
from tests.tools import needs
from tests.ui.pilot import Pilot

# == The built executable in a real window, played with a real mouse.
#
# RED7_EXECUTABLE names it; without it these tests are skipped.

pytestmark = pytest.mark.slow
PROGRAM = os.environ.get("RED7_EXECUTABLE", "")
ROOMY = (1600, 1000)
ODD_NAME = "Spiele für Łukasz ☃ (1)"
only_for_executable = pytest.mark.skipif(
    not PROGRAM, reason="RED7_EXECUTABLE names no executable: make dist builds one"
)


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


@only_for_executable
def test_executable_runs_with_an_empty_environment(executable: Path, tmp_path: Path) -> None:
    check_without_a_screen([executable], tmp_path, {})


@only_for_executable
@pytest.mark.skipif(sys.platform != "linux", reason="it is about Linux's C library")
def test_executable_needs_no_glibc_newer_than_the_documented_one(
    executable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("readelf")
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "build" / "spec"))
    inspection = import_module("inspection")

    needed = inspection.least_glibc(executable.parent)

    assert tuple(map(int, needed.split("."))) <= tuple(
        map(int, inspection.GLIBC_AT_MOST.split("."))
    )


@only_for_executable
def test_executable_runs_from_a_read_only_folder_with_an_odd_name(
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
    return sorted((str(path), path.lstat().st_size) for path in folder.rglob("*"))


def loaded_files(process: int) -> set[str]:
    """Return the files that a process has mapped into its memory."""
    lines = Path("/proc", str(process), "maps").read_text("utf-8").splitlines()
    return {fields[5] for line in lines if len(fields := line.split(maxsplit=5)) == 6}


# -- how it is played ----------------------------------------------------------------------


@only_for_executable
@pytest.mark.parametrize("game", ROUNDS)
def test_round_is_played_by_dragging_and_resumed_after_leaving_it(
    screen: Screen, camera: Camera, start: Callable[..., Running], tmp_path: Path, game: str
) -> None:
    drag_a_round_leave_and_go_on(screen, camera, start, tmp_path, game)


@only_for_executable
@pytest.mark.parametrize("game", ROUNDS)
def test_match_resumes_at_its_last_step_after_a_kill(
    screen: Screen, camera: Camera, start: Callable[..., Running], tmp_path: Path, game: str
) -> None:
    kills = -(-KILLS // len(ROUNDS))
    kill_and_go_on(screen, camera, start, tmp_path / "home", game, kills=kills)


# -- how it fills its window ---------------------------------------------------------------


@only_for_executable
def test_table_fills_the_window_after_resizing_and_full_screen(
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
    camera: Camera, name: str, size: tuple[int, int], running: Running, *, after_a_key: bool = False
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
            lambda: share_that_differs(camera.take(size), pilot.surface) < Screen.differs,
            f"the window is like the table at {size}",
        )
    finally:
        camera.keep(name, size)
        pilot.close()


# == The built Debian package, installed by dpkg in a temporary folder.
#
# RED7_DEB names it. dpkg doesn't look at what the package depends on then, because none of it is
# installed there; the workflows install the package into a whole system too.

DEB = os.environ.get("RED7_DEB", "")


def dpkg(root: Path, *arguments: str | Path) -> None:
    """Run dpkg for the packages below a folder, as any user."""
    told = ("--log=/dev/null", "--force-not-root", "--force-depends", "--force-script-chrootless")
    command = ["dpkg", f"--root={root}", *told, *arguments]
    subprocess.run(command, capture_output=True, check=True)


@pytest.mark.skipif(not DEB, reason="RED7_DEB names no package: make dist builds one")
def test_debian_package_is_installed_played_and_removed(
    screen: Screen, camera: Camera, tmp_path: Path
) -> None:
    needs("dpkg")
    root = tmp_path / "root"
    for folder in ("info", "updates"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    started: list[Running] = []

    def start(home: Path, *arguments: str) -> Running:
        program = str(root / "usr/games/red7-desktop")
        started.append(Running(screen, home, *arguments, program=(program,)))
        assert started[-1].announcement.startswith("first frame after"), started[-1].end()
        return started[-1]

    dpkg(root, "--install", Path(DEB).resolve())
    try:
        drag_a_round_leave_and_go_on(screen, camera, start, tmp_path, "red7")
    finally:
        for running in started:
            if running.process.poll() is None:
                running.kill()
    dpkg(root, "--remove", "red7-desktop")

    left = [path for path in root.rglob("*") if not path.is_dir()]
    assert [path for path in left if not path.is_relative_to(root / "var/lib/dpkg")] == []


# == The built wheel, installed in an empty environment.
#
# RED7_WHEEL names it; without it these tests are skipped. Its dependencies, locked, come from
# wherever pip takes packages.

WHEEL = os.environ.get("RED7_WHEEL", "")
LOCK = Path(__file__).resolve().parents[2] / "requirements.lock"
ASSETS = """
import red7_desktop, red7_desktop.resources as resources
print(red7_desktop.__file__, *map(resources.asset_path, ("cards", "sounds", "locale")))
"""

only_for_wheel = pytest.mark.skipif(
    not WHEEL, reason="RED7_WHEEL names no wheel: make dist builds one"
)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the wheel and what it needs."""
    wheel = Path(WHEEL).resolve()
    assert wheel.is_file(), f"RED7_WHEEL names {wheel}, which is no file"
    home = tmp_path_factory.mktemp("environment") / "with a space"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    programs = home / ("Scripts" if sys.platform == "win32" else "bin")
    pip: list[str | Path] = [
        programs / "python",
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "install",
    ]
    subprocess.run([*pip, "--no-deps", "--require-hashes", "-r", LOCK], check=True)
    subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True)
    return programs


def alone(**more: str) -> dict[str, str]:
    """Return an environment that points to no other Python."""
    return {"PATH": os.defpath, **more}


@only_for_wheel
def test_installed_command_prints_its_version(scripts: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [scripts / "red7-desktop", "--version"]
    said = subprocess.run(
        command, env=alone(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert red7_desktop.__version__ in said.stdout


@only_for_wheel
def test_installed_wheel_contains_the_assets(scripts: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [scripts / "python", "-c", ASSETS]
    said = subprocess.run(
        command, env=alone(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said.stdout.count(str(scripts.parent)) == 4


@only_for_wheel
def test_installed_wheel_opens_its_window(scripts: Path, screen: Screen, tmp_path: Path) -> None:
    running = subprocess.Popen(
        [scripts / "red7-desktop", "--announce", "--home", tmp_path / "home"],
        env=alone(DISPLAY=screen.display, SDL_AUDIODRIVER="dummy"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("first frame after")
    finally:
        running.kill()
        running.communicate(timeout=PATIENCE)
