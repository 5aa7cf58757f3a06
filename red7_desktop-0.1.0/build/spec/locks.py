"""Reads the locks: which version of a package is meant, and which hashes its files may have."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_BLOCK: Final = re.compile(
    r"^([a-z0-9-]+)==([^\s;]+)[^\n\\]*((?:\\\n +--hash=\S+ *)+)", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Pin:
    """A package as a lock names it: the version, and the hashes of the files that will do."""

    name: str
    version: str
    hashes: frozenset[str]

    def __str__(self) -> str:
        lines = (f" \\\n    --hash=sha256:{each}" for each in sorted(self.hashes))
        return f"{self.name}=={self.version}{''.join(lines)}\n"


def pins(lock: str) -> dict[str, Pin]:
    r"""Return what a lock pins, whatever system it is meant for.

    >>> found = pins("a==1 ; x == 'y' \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nb==2\n")
    >>> found["a"].version, sorted(found["a"].hashes), len(found)
    ('1', ['ab', 'cd'], 1)
    """
    return {
        name: Pin(name, version, frozenset(re.findall(r"sha256:([0-9a-f]+)", hashes)))
        for name, version, hashes in _BLOCK.findall(lock)
    }


def is_pinned(file: Path, pin: Pin) -> bool:
    """Whether a file is one of those that a lock names for a package."""
    return hash_of(file) in pin.hashes


def hash_of(file: Path) -> str:
    """Return the hash of a file as locks have it."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
