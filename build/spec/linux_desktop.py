"""Installs the game's desktop integration on Linux: menu entry, icons, file type.

The Debian package contains it under `/usr/share`. The archive contains it with the script
`linux/install`, which copies it to the data folder of one user.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from archives import in_order
from contents import (
    APPLICATION_ID,
    HOME_PAGE,
    NAME,
    PICTURES,
    RECORD_ENDING,
    RECORD_NAMES,
    RECORD_TYPE,
)

SOURCES: Final = Path(__file__).resolve().parent / "linux"
PROJECT: Final = SOURCES.parents[2]
ICON_SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
LIST: Final = "files.txt"
"""List of installed files. Only these are deleted when the program is removed."""


def fields_of(version: str, date: int) -> dict[str, str]:
    """Return the values for the @FIELDS@ in the templates.

    Args:
        version: Version of the program.
        date: Date of the version, in seconds since 1970.

    >>> fields_of("1.2.3", 0)["DAY"]
    '1970-01-01'
    """
    return {
        "APPLICATION_ID": APPLICATION_ID,
        "DEVELOPER_ID": APPLICATION_ID.rpartition(".")[0],
        "DAY": time.strftime("%Y-%m-%d", time.gmtime(date)),
        "HOME_PAGE": HOME_PAGE,
        "PICTURES": PICTURES.format(version=version),
        "RECORD_ENDING": RECORD_ENDING,
        "RECORD_TYPE": RECORD_TYPE,
        "VERSION": version,
        **{f"RECORD_{language.upper()}": name for language, name in RECORD_NAMES.items()},
    }


def fill_template(name: str, fields: Mapping[str, str]) -> str:
    """Return a template with values for its @FIELDS@.

    Raises:
        KeyError: A field has no value.
    """
    text = (SOURCES / name).read_text("utf-8")
    return re.sub(r"@([A-Z_]+)@", lambda found: fields[found[1]], text)


def install_desktop_files(share: Path, fields: Mapping[str, str]) -> None:
    """Write the menu entry, the file type, the metadata for software centres, and the icons."""
    write(share / "applications" / f"{NAME}.desktop", fill_template(f"{NAME}.desktop", fields))
    write(share / "mime/packages" / f"{NAME}.xml", fill_template("mime.xml", fields))
    write(
        share / "metainfo" / f"{APPLICATION_ID}.metainfo.xml", fill_template("metainfo.xml", fields)
    )
    icons = share / "icons/hicolor"
    drawn = PROJECT / "assets" / "icon"
    for size in ICON_SIZES:
        copy(drawn / f"red7_{size}.png", icons / f"{size}x{size}/apps/{NAME}.png")
    copy(drawn / "red7.svg", icons / f"scalable/apps/{NAME}.svg")


def lay_out_archive(app: Path, folder: Path, version: str, date: int) -> Path:
    """Lay out the archive: the application, and files to install it for one user."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(app, folder, symlinks=True)
    install_desktop_files(folder / "share", fields_of(version, date))
    copy(SOURCES / "install", folder / "install")
    (folder / "install").chmod(0o755)
    names = [path.relative_to(folder) for path in in_order(folder) if not path.is_dir()]
    write(folder / LIST, "".join(f"{name.as_posix()}\n" for name in names))
    return folder


def write(path: Path, text: str) -> None:
    """Write a text file, creating its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def copy(source: Path, target: Path) -> None:
    """Copy a file without its permissions, creating folders."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
