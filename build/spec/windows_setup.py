"""Makes the setup program for Windows from the one-folder application. Needs makensis."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path, PureWindowsPath
from typing import Final

import icons
from archives import in_order
from contents import NAME, WINDOW_NAME
from descriptions import COPYRIGHT, four_numbers
from inspection import size_of

HERE: Final = Path(__file__).resolve().parent
PROJECT: Final = HERE.parents[1]


def make(app: Path, target: Path, scratch: Path, version: str, date: int) -> Path:
    """Make the setup program. scratch: for intermediate files. date: of every file.

    Raises CalledProcessError.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    icon = icons.write_icon(PROJECT / "assets" / "icon", scratch / "red7.ico")
    (scratch / "files.nsh").write_text(files_to_install(app), "utf-8")
    defined = {
        "APP": app,
        "COPYRIGHT": COPYRIGHT,
        "FILES": scratch / "files.nsh",
        "ICON": icon,
        "NAME": NAME,
        "NUMBERS": ".".join(map(str, four_numbers(version))),
        "SIZE": size_of(app) // 1024,
        "TARGET": target,
        "VERSION": version,
        "WINDOW_NAME": WINDOW_NAME,
    }
    options = [f"-D{key}={value}" for key, value in defined.items()]
    command = ["makensis", "-V2", "-INPUTCHARSET", "UTF8", *options, HERE / "windows" / "setup.nsi"]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(date)}
    subprocess.run(command, env=environment, check=True)
    return target


def files_to_install(app: Path) -> str:
    """Give the lines that install every file, in an order that no disk has a say in."""
    lines, present = [], None
    for path in in_order(app):
        if path.is_dir():
            continue
        folder = path.parent.relative_to(app)
        if folder != present:
            place = "" if folder == Path() else f"\\{PureWindowsPath(folder)}"
            lines.append(f'SetOutPath "$INSTDIR{place}"')
            present = folder
        lines.append(f'File "{path}"')
    return "".join(f"{line}\n" for line in lines)
