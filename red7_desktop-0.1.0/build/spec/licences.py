"""Gathers the licences that go with an executable into one folder.

Those of Python packages are taken from where they are installed, so that they fit what is shipped;
those of libraries inside them are in `licences/` next to this file, for no package carries them.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
PROJECT: Final = HERE.parents[1]

PACKAGES: Final = {
    "mypy": "engine-mypyc.txt",  # what mypyc puts into every module that it compiles
    "platformdirs": "platformdirs.txt",
    "pyinstaller": "pyinstaller.txt",
    "pytmx": "pytmx.txt",
}
"""The packages whose licence lies with their metadata, and its name among the licences."""
_LICENCE_NAMES: Final = ("LICENSE", "LICENCE", "COPYING")


class NoLicence(Exception):
    """Something would be shipped without its licence."""


def gather(folder: Path) -> Path:
    """Copy all licences into a folder, which is emptied first. Raises NoLicence."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source, name in sources():
        shutil.copyfile(source, folder / name)
        (folder / name).chmod(0o644)
    return folder


def sources() -> Iterator[tuple[Path, str]]:
    """Return each licence's file with the name it is shipped under."""
    yield PROJECT / "LICENSE", "LICENSE"
    yield PROJECT / "NOTICE", "NOTICE"
    for font in sorted((PROJECT / "assets" / "fonts").glob("OFL-*.txt")):
        yield font, font.name
    for text in sorted((HERE / "licences").glob("*.txt")):
        yield text, text.name
    for package, name in PACKAGES.items():
        yield _licence_of(package), name
    yield _pygame_licence(), "pygame-ce.txt"
    yield _python_licence(), "python.txt"


def _licence_of(package: str) -> Path:
    for file in distribution(package).files or ():
        if file.stem.upper() in _LICENCE_NAMES and ".dist-info" in str(file):
            return Path(str(file.locate()))
    raise NoLicence(f"{package} is installed without its licence")


def _pygame_licence() -> Path:
    found = sorted(
        Path(str(file.locate()))
        for file in distribution("pygame-ce").files or ()
        if file.name == "LGPL.txt"
    )
    if not found:
        raise NoLicence("pygame-ce is installed without its licence")
    return found[0]


def _python_licence() -> Path:
    base = Path(sys.base_prefix)
    library = base / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    debian = Path("/usr/share/doc", library.name, "copyright")
    for path in (library / "LICENSE.txt", base / "LICENSE.txt", base / "LICENSE", debian):
        if path.is_file():
            return path
    raise NoLicence(f"Python in {base} is installed without its licence")
