"""Compiles PyInstaller's bootloader, with which the executable starts, from locked sources.

The bootloader in PyInstaller's wheel is part of many programs, malware included, so that virus
scanners often report it. A self-compiled one is unknown to them; and it is built from sources whose
hash is locked, like everything else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

LOCK: Final = Path(__file__).with_name("bootloader.lock")

MINGW: Final[Mapping[str, str]] = MappingProxyType(
    {
        "CC": "x86_64-w64-mingw32-gcc",
        "AR": "x86_64-w64-mingw32-ar",
        "WINRC": "x86_64-w64-mingw32-windres",
        "LINKFLAGS": "-static-libgcc -Wl,--no-insert-timestamp",
    }
)
"""Environment for compiling for Windows on Linux."""

_PROGRAMS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "Darwin-64bit": ("run", "runw"),
        "Linux-64bit-arm": ("run",),
        "Linux-64bit-intel": ("run",),
        "Windows-64bit-intel": ("run.exe", "runw.exe"),
    }
)
"""Folders and names of the bootloaders in PyInstaller, by system."""


class NotCompiled(Exception):
    """The bootloader could not be compiled."""


def compile_into(
    package: Path, source: Path, scratch: Path, tools: Mapping[str, str]
) -> list[Path]:
    """Compile the bootloader, and replace the one in an installed PyInstaller.

    Args:
        package: Folder of the installed PyInstaller.
        source: Archive of its sources.
        scratch: Folder for the sources, which is emptied first.
        tools: Environment variables for cross-compiling, empty for this system.

    Returns:
        The replaced files.

    Raises:
        NotCompiled: It doesn't compile.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    with tarfile.open(source) as packed:
        packed.extractall(scratch, filter="data")
    (unpacked,) = scratch.iterdir()
    made = unpacked / "PyInstaller" / "bootloader"
    shutil.rmtree(made, ignore_errors=True)  # delete the compiled ones in the archive
    # zlib is linked statically from the same archive, so that no headers have to be installed.
    command = [sys.executable, "waf", "configure", "all", "--static-zlib"]
    ended = subprocess.run(
        command,
        cwd=unpacked / "bootloader",
        env=os.environ | dict(tools),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
    )
    if ended.returncode:
        raise NotCompiled(f"the bootloader does not compile:\n{ended.stdout}")
    return replace(made, package / "bootloader")


def replace(made: Path, installed: Path) -> list[Path]:
    """Replace installed bootloaders by compiled ones; return the replaced files.

    Raises:
        NotCompiled: There is none to replace.
    """
    replaced = []
    for system, names in _PROGRAMS.items():
        for name in names:
            ours, theirs = made / system / name, installed / system / name
            if ours.is_file() and theirs.is_file():
                shutil.copyfile(ours, theirs)
                replaced.append(theirs)
    if not replaced:
        raise NotCompiled(f"no bootloader was made for the PyInstaller in {installed}")
    return replaced
