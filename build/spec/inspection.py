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

from contents import NAME

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


def check_wheel(wheel: Path) -> None:
    """Check that a wheel holds the program and nothing that tools left beside it. Raises Unfit."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    hidden = [name for name in names if any(part.startswith(".") for part in name.split("/"))]
    if hidden:
        raise Unfit(f"{wheel.name} holds what a tool has left in the checkout: {hidden[0]}")
    for folder in ("cards", "fonts", "icon", "layouts", "themes"):
        if not any(name.startswith(f"red7_desktop/assets/{folder}/") for name in names):
            raise Unfit(f"{wheel.name} holds no {folder}")


def check_folder(folder: Path, version: str) -> None:
    """Check a one-folder application; what is in it, on Linux only. Raises Unfit."""
    size = size_of(folder)
    print(f"dist: {folder.name} has {size / 1e6:.1f} MB")
    if sys.platform == "linux":
        _check_contents(folder, size)
    _check_that_it_speaks(folder, version)


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
