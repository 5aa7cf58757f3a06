"""Checks what was built against what is promised: sizes, what is in it, that it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from contents import NAME, ships

FOLDER_AT_MOST: Final = 40_000_000
ARCHIVE_AT_MOST: Final = 14_000_000
"""Bytes; promised for Linux, where they were measured."""

UNWANTED: Final = ("numpy", "libcrypto", "libssl", "libstdc++", "pytest", "mypy", "hypothesis")
"""Beginnings of names that show that something has slipped in."""


class Unfit(Exception):
    """What was built is not what is promised."""


def size_of(folder: Path) -> int:
    """Give the bytes of all files in a folder; links count nothing.

    >>> size_of(Path(__file__)) == 0
    True
    """
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def check_wheel(wheel: Path, assets: Path) -> None:
    """Check that a wheel holds the program and nothing that tools left beside it. Raises Unfit.

    assets: the folder in the sources; every folder in it must be in the wheel.
    """
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    hidden = [name for name in names if any(part.startswith(".") for part in name.split("/"))]
    if hidden:
        raise Unfit(f"{wheel.name} holds what a tool has left in the checkout: {hidden[0]}")
    for folder in folders_of(assets):
        if not any(name.startswith(f"red7_desktop/assets/{folder}/") for name in names):
            raise Unfit(f"{wheel.name} holds no {folder}")


def folders_of(assets: Path) -> list[str]:
    """Name the folders of assets that have something to ship.

    >>> "cards" in folders_of(Path(__file__).resolve().parents[2] / "assets")
    True
    """
    return sorted(path.name for path in assets.iterdir() if any(map(ships, path.rglob("*"))))


def check_folder(folder: Path, assets: Path, version: str, *, must_be_compiled: bool) -> None:
    """Check a one-folder application; sizes and libraries, on Linux only. Raises Unfit."""
    size, compiled = size_of(folder), is_compiled(folder)
    engine = "compiled" if compiled else "plain Python"
    print(f"dist: {folder.name} has {size / 1e6:.1f} MB, its engine is {engine}")
    there = {path.name for path in folder.rglob("red7_desktop/assets/*") if path.is_dir()}
    missing = sorted(set(folders_of(assets)) - there)
    if missing:
        raise Unfit(f"{folder} lacks assets: {', '.join(missing)}")
    if must_be_compiled and not compiled:
        raise Unfit("the engine was not compiled")
    if sys.platform == "linux":
        _check_contents(folder, size)
    _check_that_it_speaks(folder, version)


def is_compiled(folder: Path) -> bool:
    """Tell whether an application has the compiled engine and search."""
    modules = ("games/red7/rules/cards", "games/red7/players/search")
    return all(
        any(path.suffix in {".so", ".pyd"} for path in folder.rglob(f"red7_desktop/{module}.*"))
        for module in modules
    )


def _check_contents(folder: Path, size: int) -> None:
    if size > FOLDER_AT_MOST:
        raise Unfit(f"{folder} has more than {FOLDER_AT_MOST / 1e6:.0f} MB")
    slipped_in = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.name.startswith(UNWANTED)
    )
    if slipped_in:
        raise Unfit(f"not wanted in {folder}: {', '.join(slipped_in)}")


def _check_that_it_speaks(folder: Path, version: str) -> None:
    """Let the executable say its version with nothing in its environment."""
    if sys.platform == "win32":  # a windowed executable has no output to read
        return
    with tempfile.TemporaryDirectory() as elsewhere:
        said = subprocess.run(
            [folder / NAME, "--version"], env={}, cwd=elsewhere, capture_output=True, check=False
        )
    if said.returncode != 0 or version not in said.stdout.decode(errors="replace"):
        raise Unfit(f"{folder / NAME} --version: {said}")


def check_archive(archive: Path) -> None:
    """Check a packed application. Raises Unfit."""
    size = archive.stat().st_size
    print(f"dist: {archive.name} has {size / 1e6:.1f} MB")
    if size > ARCHIVE_AT_MOST and sys.platform == "linux":
        raise Unfit(f"{archive} has more than {ARCHIVE_AT_MOST / 1e6:.0f} MB")


def least_glibc(folder: Path) -> str:
    """Give the oldest version of the C library that every program in a folder runs with.

    Needs readelf. Raises Unfit where nothing in the folder says.
    """
    named: set[str] = set()
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or path.read_bytes()[:4] != b"\x7fELF":
            continue
        read = subprocess.run(
            ["readelf", "--version-info", "--wide", path],
            env=os.environ | {"LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        )
        named |= set(re.findall(r"Name: GLIBC_(\d+(?:\.\d+)+)", read.stdout))
    if not named:
        raise Unfit(f"no program in {folder} names a C library")
    return max(named, key=lambda name: [int(part) for part in name.split(".")])
