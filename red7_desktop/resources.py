"""Finds the files that ship with the program: cards, fonts, layouts, sounds, themes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class MissingAsset(FileNotFoundError):
    """A file or folder that ships with the program is not there; names it."""


class DamagedAsset(Exception):
    """A file that ships with the program can't be read or makes no sense; names it."""


def asset_path(*parts: str) -> Path:
    """Return the path of a shipped file or folder.

    An installed or frozen program carries the files inside the package; a source checkout has
    them beside it.

    Raises MissingAsset, naming the path, when it is in neither place.

    >>> asset_path("fonts", "OFL-figtree.txt").name
    'OFL-figtree.txt'
    """
    for root in (_PACKAGE / "assets", _PACKAGE.parent / "assets"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise MissingAsset(f"shipped file not found: {'/'.join(('assets', *parts))}")


@contextmanager
def reading_asset(*parts: str) -> Iterator[Path]:
    """Give the path of a shipped file to a block that reads it.

    Raises MissingAsset where there is no such file, and DamagedAsset for whatever goes wrong in the
    block, which must do nothing but read the file and what it says.

    >>> with reading_asset("fonts", "OFL-figtree.txt") as path:
    ...     raise ValueError("no number")
    Traceback (most recent call last):
    red7_desktop.resources.DamagedAsset: assets/fonts/OFL-figtree.txt is damaged: no number
    """
    path = asset_path(*parts)
    try:
        yield path
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise DamagedAsset(f"{'/'.join(('assets', *parts))} is damaged: {error}") from error
