"""The wheel that was built, installed where nothing else of ours is, as pip users get it.

RED7_WHEEL names it; without it these tests are skipped. Its dependencies, locked, come from
wherever pip takes packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import red7_desktop
from tests.e2e.real_window import PATIENCE, Screen

WHEEL = os.environ.get("RED7_WHEEL", "")
LOCK = Path(__file__).resolve().parents[2] / "requirements.lock"
ASSETS = """
import red7_desktop, red7_desktop.resources as resources
print(red7_desktop.__file__, *(resources.asset(name) for name in ("cards", "sounds", "locale")))
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not WHEEL, reason="RED7_WHEEL names no wheel: make dist builds one"),
]


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
    subprocess.run([*pip, "--require-hashes", "-r", LOCK], check=True)
    subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True)
    return programs


def alone(**more: str) -> dict[str, str]:
    """Give an environment that points to no other Python."""
    return {"PATH": os.defpath, **more}


def test_the_command_it_installs_says_its_version(scripts: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [scripts / "red7-desktop", "--version"]
    said = subprocess.run(
        command, env=alone(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert red7_desktop.__version__ in said.stdout


def test_it_brings_its_own_assets(scripts: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [scripts / "python", "-c", ASSETS]
    said = subprocess.run(
        command, env=alone(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said.stdout.count(str(scripts.parent)) == 4


def test_it_opens_its_window(scripts: Path, screen: Screen, tmp_path: Path) -> None:
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
