"""Finds the files that ship with the program: cards, fonts, layouts, sounds, themes."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class MissingAsset(FileNotFoundError):
    """A file or folder that ships with the program is not there; names it."""


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
