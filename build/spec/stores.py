"""Fills the templates for winget, the AUR and itch.io: `stores.py VERSION SHA256SUMS FOLDER`.

The templates are in `build/spec/store_pages`; its README says where each page goes.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from contents import HOME_PAGE, NAME

TEMPLATES: Final = Path(__file__).with_name("store_pages")
DOWNLOADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "SHA256_SETUP": f"{NAME}-{{}}-setup.exe",
        "SHA256_LINUX_X86_64": f"{NAME}-{{}}-linux-x86_64.tar.xz",
        "SHA256_LINUX_ARM64": f"{NAME}-{{}}-linux-arm64.tar.xz",
    }
)
"""The fields for checksums, each with its download."""


def checksums(text: str) -> dict[str, str]:
    r"""Parse SHA256SUMS; return the checksums by file name.

    >>> checksums("00ff  a.zip\n")
    {'a.zip': '00ff'}
    """
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return {name.removeprefix("*"): checksum for checksum, name in lines}


def fields_of(version: str, sums: Mapping[str, str], date: float) -> dict[str, str]:
    """Return the values for the @FIELDS@.

    Args:
        version: The version.
        sums: Checksum of each download.
        date: When it is released, in seconds since 1970.

    Raises:
        SystemExit: A download has no checksum.
    """
    fields = {
        "DAY": time.strftime("%Y-%m-%d", time.gmtime(date)),
        "HOME_PAGE": HOME_PAGE,
        "VERSION": version,
    }
    for field, name in DOWNLOADS.items():
        file = name.format(version)
        if file not in sums:
            raise SystemExit(f"SHA256SUMS doesn't have {file}")
        fields[field] = sums[file].upper() if field == "SHA256_SETUP" else sums[file]
    return fields


def fill(folder: Path, fields: Mapping[str, str]) -> None:
    """Write all pages into a folder.

    Args:
        folder: The folder.
        fields: Values for the @FIELDS@.

    Raises:
        KeyError: A field has no value.
    """
    for source in sorted(TEMPLATES.glob("*/*")):
        target = folder / source.relative_to(TEMPLATES)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".png":
            shutil.copyfile(source, target)
            continue
        text = source.read_text("utf-8")
        filled = re.sub(r"@([A-Z][A-Z0-9_]*)@", lambda found: fields[found[1]], text)
        target.write_text(filled, "utf-8", newline="\n")


def main(version: str, sums: str, folder: str) -> None:
    """Fill the pages for a version that is released today."""
    read = checksums(Path(sums).read_text("utf-8"))
    fill(Path(folder), fields_of(version, read, time.time()))


if __name__ == "__main__":
    main(*sys.argv[1:])
