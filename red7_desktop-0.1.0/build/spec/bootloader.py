"""Compiles what the executable begins with, PyInstaller's bootloader, from its locked sources.

The one in PyInstaller's wheel begins everyone's programs, harmful ones too, so that virus scanners
know it as a mark of those. One of our own is known to no one; and it was made here, from sources
whose hash is locked, like all the rest.
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
"""The tools that make it for Windows, on Linux."""

_PROGRAMS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "Darwin-64bit": ("run", "runw"),
        "Linux-64bit-arm": ("run",),
        "Linux-64bit-intel": ("run",),
        "Windows-64bit-intel": ("run.exe", "runw.exe"),
    }
)
"""Where PyInstaller keeps them, by system, and those that the game may begin with."""


class NotCompiled(Exception):
    """There is no bootloader of our own; says why."""


def compile_into(
    package: Path, source: Path, scratch: Path, tools: Mapping[str, str]
) -> list[Path]:
    """Compile it, and put it into an installed PyInstaller in place of the one that came with it.

    package: PyInstaller's folder among the packages. source: the archive of its sources. tools:
    what compiles for another system, none for this one. Gives what was replaced. Raises
    NotCompiled.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    with tarfile.open(source) as packed:
        packed.extractall(scratch, filter="data")
    (unpacked,) = scratch.iterdir()
    made = unpacked / "PyInstaller" / "bootloader"
    shutil.rmtree(made, ignore_errors=True)  # what the archive brings compiled is not ours
    # zlib is compiled in, from the same archive: no system has to bring its headers.
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
    """Put programs in the place of those that are installed; give them. Raises NotCompiled."""
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
