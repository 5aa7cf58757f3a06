"""Builds the setup program for Windows from the one-folder application. Needs makensis."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

import icons
from archives import in_order
from contents import HOME_PAGE, NAME, PRODUCT, RECORD_ENDING, RECORD_NAMES
from descriptions import COPYRIGHT, four_numbers
from inspection import InspectionError, size_of

HERE: Final = Path(__file__).resolve().parent
PROJECT: Final = HERE.parents[1]
LIST: Final = "files.txt"
"""List of installed files beside the program. The next version deletes only these."""
BEFORE: Final = HERE / "windows" / "before.txt"
"""List of files installed by versions that had no such list."""
RECORD_ID: Final = "Red7Desktop.Record"
"""Registry key of the file type of match records."""


def make(app: Path, target: Path, scratch: Path, version: str, date: int, python: Path) -> Path:
    """Build the setup program.

    Args:
        app: Folder of the application.
        target: Path of the setup program.
        scratch: Folder for intermediate files.
        version: Version of the program.
        date: Date of every file, in seconds since 1970.
        python: An interpreter with pygame, which draws the pictures.

    Raises:
        CalledProcessError: A command fails.
        Unfit: A file name can't be listed.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    icon = icons.write_icon(PROJECT / "assets" / "icon", scratch / "red7.ico")
    subprocess.run([python, HERE / "windows" / "pictures.py", scratch], check=True)
    names = [path.relative_to(app).as_posix() for path in in_order(app) if not path.is_dir()]
    before = [line for line in BEFORE.read_text("utf-8").splitlines() if line[:1] != "#"]
    (scratch / LIST).write_text(format_file_list(names), "ascii", newline="\r\n")
    os.utime(scratch / LIST, (date, date))
    lists = {
        "BEFORE": make_delete_lines(before),
        "FILES": make_install_lines(app) + f'SetOutPath "$INSTDIR"\nFile "{scratch / LIST}"\n',
        "OURS": make_delete_lines([*names, LIST]),
    }
    for key, lines in lists.items():
        (scratch / f"{key}.nsh").write_text(lines, "utf-8")
    definitions = {
        "COPYRIGHT": COPYRIGHT,
        "HOME_PAGE": HOME_PAGE,
        "ICON": icon,
        "NAME": NAME,
        "NUMBERS": ".".join(map(str, four_numbers(version))),
        "PICTURES": scratch,
        "RECORD_ENDING": RECORD_ENDING,
        "RECORD_ID": RECORD_ID,
        "SIZE": size_of(app) // 1024,
        "TARGET": target,
        "VERSION": version,
        "PRODUCT": PRODUCT,
        **{f"RECORD_{language.upper()}": name for language, name in RECORD_NAMES.items()},
        **{key: scratch / f"{key}.nsh" for key in lists},
    }
    options = [f"-D{key}={value}" for key, value in definitions.items()]
    command = ["makensis", "-V2", "-INPUTCHARSET", "UTF8", *options, HERE / "windows" / "setup.nsi"]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(date)}
    subprocess.run(command, env=environment, check=True)
    return target


def make_install_lines(app: Path) -> str:
    """Return the NSIS lines that install every file, in a fixed order."""
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


def folders_of(names: Iterable[str]) -> list[str]:
    """Return all parent folders of files, inner folders first.

    >>> folders_of(["a/b/c.txt", "a/d.txt", "e.txt"])
    ['a/b', 'a']
    """
    folders = {str(folder) for name in names for folder in PurePosixPath(name).parents} - {"."}
    return sorted(folders, reverse=True)


def make_delete_lines(names: Iterable[str]) -> str:
    r"""Return the NSIS lines that delete files, and folders that are empty afterwards.

    >>> print(make_delete_lines(["a/b.txt"]), end="")
    Delete "$INSTDIR\a\b.txt"
    RMDir "$INSTDIR\a"
    """
    files = list(names)
    lines = [f'Delete "$INSTDIR\\{PureWindowsPath(name)}"' for name in files]
    lines += [f'RMDir "$INSTDIR\\{PureWindowsPath(name)}"' for name in folders_of(files)]
    return "".join(f"{line}\n" for line in lines)


def format_file_list(names: Iterable[str]) -> str:
    r"""Return the list of installed files and folders; folders end with a backslash.

    Raises:
        Unfit: A name can't be read back from the list.

    >>> format_file_list(["a/b.txt"])
    'a\\b.txt\na\\\n'
    """
    files = list(names)
    odd = [name for name in files if not name.isascii() or ".." in name]
    if odd:
        raise InspectionError(f"the setup program cannot list {odd[0]!r}")
    lines = [str(PureWindowsPath(name)) for name in files]
    lines += [f"{PureWindowsPath(name)}\\" for name in folders_of(files)]
    return "".join(f"{line}\n" for line in lines)
