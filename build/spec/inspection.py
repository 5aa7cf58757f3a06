"""Checks that built files keep the project's promises: size, contents, and that they run."""

from __future__ import annotations

import os
import re
import subprocess
import zipfile
from itertools import zip_longest
from pathlib import Path
from typing import Final

from contents import is_asset_shipped

FOLDER_AT_MOST: Final = 60_000_000
ARCHIVE_AT_MOST: Final = 24_000_000
SETUP_AT_MOST: Final = 18_000_000
"""Maximum sizes in bytes, as promised in docs/packaging.md. Archives are tar.xz, zip and .deb."""
SIZE_RESERVE: Final = 1_000_000
"""Minimum bytes between a size and its promised maximum, because the build tools of a release may
produce slightly larger files."""

GLIBC_AT_MOST: Final = "2.34"
"""Newest glibc that the Linux executable may need, as promised in README and docs/packaging.md."""

UNWANTED: Final = (
    *("api-ms-win", "ucrtbase", "libcrypto", "libssl", "libstdc++", "tcl86", "tk86"),
    *("hypothesis", "mypy", "numpy", "pytest"),
)
"""Prefixes of files that don't belong into an application."""


class InspectionError(Exception):
    """A built file breaks a promise."""


def size_of(folder: Path) -> int:
    """Return the bytes of all files in a folder, without symbolic links.

    >>> size_of(Path(__file__)) == 0
    True
    """
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def check_wheel(wheel: Path, assets: Path) -> None:
    """Check that a wheel contains the program, and no files that tools left in the checkout.

    Args:
        wheel: The wheel.
        assets: Folder of the assets in the sources; every folder in it must be in the wheel.

    Raises:
        InspectionError: It doesn't.
    """
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    hidden = [name for name in names if any(part.startswith(".") for part in name.split("/"))]
    if hidden:
        raise InspectionError(
            f"{wheel.name} holds what a tool has left in the checkout: {hidden[0]}"
        )
    for folder in folders_of(assets):
        if not any(name.startswith(f"red7_desktop/assets/{folder}/") for name in names):
            raise InspectionError(f"{wheel.name} holds no {folder}")


def folders_of(assets: Path) -> list[str]:
    """Return the names of the folders of assets that contain files to ship.

    >>> "cards" in folders_of(Path(__file__).resolve().parents[2] / "assets")
    True
    """
    return sorted(
        path.name for path in assets.iterdir() if any(map(is_asset_shipped, path.rglob("*")))
    )


def check_folder(folder: Path, assets: Path, *, must_be_compiled: bool) -> None:
    """Check that a one-folder application has all assets and its engine.

    Raises:
        InspectionError: It doesn't.
    """
    compiled = is_compiled(folder)
    engine = "compiled" if compiled else "plain Python"
    print(f"dist: {folder.name} has {size_of(folder) / 1e6:.1f} MB, its engine is {engine}")
    there = {path.name for path in folder.rglob("red7_desktop/assets/*") if path.is_dir()}
    missing = sorted(set(folders_of(assets)) - there)
    if missing:
        raise InspectionError(f"{folder} lacks assets: {', '.join(missing)}")
    if must_be_compiled and not compiled:
        raise InspectionError("the engine was not compiled")


def is_compiled(folder: Path) -> bool:
    """Return whether an application contains the compiled engine and search."""
    modules = ("games/red7/rules/cards", "games/red7/players/search")
    return all(
        any(path.suffix in {".so", ".pyd"} for path in folder.rglob(f"red7_desktop/{module}.*"))
        for module in modules
    )


def check_contents(folder: Path) -> None:
    """Check the size of an application, and that it contains nothing unwanted.

    Raises:
        InspectionError: It is too large, or contains an unwanted file.
    """
    check_size(folder, size_of(folder), FOLDER_AT_MOST)
    slipped_in = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.name.lower().startswith(UNWANTED)
    )
    if slipped_in:
        raise InspectionError(f"not wanted in {folder}: {', '.join(slipped_in)}")


def check_version_output(said: str, version: str) -> None:
    """Check an application's output for `--version`.

    Raises:
        InspectionError: It doesn't contain the version.
    """
    if version not in said:
        raise InspectionError(f"--version: {said!r}")


def compare_choices(here: str, there: str) -> None:
    r"""Check that AI players on two systems have made the same choices, line by line.

    Raises:
        InspectionError: Two choices differ.

    >>> compare_choices("a\nb\n", "a\nc\n")
    Traceback (most recent call last):
    inspection.InspectionError: line 2 of 2: here 'b', there 'c'
    """
    ours, theirs = here.splitlines(), there.splitlines()
    for number, (one, other) in enumerate(zip_longest(ours, theirs, fillvalue=""), start=1):
        if one != other:
            raise InspectionError(f"line {number} of {len(ours)}: here {one!r}, there {other!r}")
    print(f"dist: {len(ours)} choices are the same here and there")


def check_download(path: Path, at_most: int) -> None:
    """Check the size of a download.

    Raises:
        InspectionError: It is too large.
    """
    size = path.stat().st_size
    print(f"dist: {path.name} has {size / 1e6:.1f} MB")
    check_size(path, size, at_most)


def check_size(what: Path, size: int, at_most: int) -> None:
    """Check that a size is at least `SIZE_RESERVE` below its promised maximum.

    Raises:
        InspectionError: It isn't.

    >>> check_size(Path("app"), SETUP_AT_MOST - SIZE_RESERVE, SETUP_AT_MOST)
    >>> check_size(Path("app"), SETUP_AT_MOST - SIZE_RESERVE + 1, SETUP_AT_MOST)
    Traceback (most recent call last):
    inspection.InspectionError: app has 17,000,001 bytes, less than 1,000,000 below the ... 18 MB
    """
    if size > at_most - SIZE_RESERVE:
        promise = f"{SIZE_RESERVE:,} below the promised {at_most // 1_000_000} MB"
        raise InspectionError(f"{what} has {size:,} bytes, less than {promise}")


def least_glibc(folder: Path) -> str:
    """Return the oldest version of glibc that every program in a folder runs with.

    Needs readelf.

    Raises:
        InspectionError: No program names a version.
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
        raise InspectionError(f"no program in {folder} names a C library")
    return max(named, key=lambda name: [int(part) for part in name.split(".")])
