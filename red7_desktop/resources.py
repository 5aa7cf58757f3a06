"""Paths of the files that are shipped with the program: cards, fonts, layouts, sounds, themes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class MissingAsset(FileNotFoundError):
    """Raised if a shipped file or folder doesn't exist; the message names it."""


class DamagedAsset(Exception):
    """Raised if a shipped file can't be read or parsed; the message names it."""


def asset_path(*parts: str) -> Path:
    """Return the path of a shipped file or folder.

    An installed or frozen program has the files inside the package, a source checkout beside it.

    Raises:
        MissingAsset: The file doesn't exist in either place; the message names the path.

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
    """Provide the path of a shipped file to a block that reads it.

    The block should only read and parse the file, because all of its errors are converted.

    Raises:
        MissingAsset: The file doesn't exist.
        DamagedAsset: The block raised an error.

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
