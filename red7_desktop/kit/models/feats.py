"""Feats: what only one game has that is fun to have done."""

from __future__ import annotations

from typing import NamedTuple


class Feat(NamedTuple):
    """A feat in words: `key`, a short name, what has to be done in a line, and an emblem's name."""

    key: str
    title: str
    line: str
    emblem: str
