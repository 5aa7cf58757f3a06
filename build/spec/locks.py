"""Parses lock files: the pinned version of each package, and the allowed hashes of its files."""

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
    """A pinned package.

    Attributes:
        name: Name of the package.
        version: The version.
        hashes: SHA-256 hashes of the allowed files.
    """

    name: str
    version: str
    hashes: frozenset[str]

    def __str__(self) -> str:
        lines = (f" \\\n    --hash=sha256:{each}" for each in sorted(self.hashes))
        return f"{self.name}=={self.version}{''.join(lines)}\n"


def pins(lock: str) -> dict[str, Pin]:
    r"""Return all packages that a lock pins, for any system.

    >>> found = pins("a==1 ; x == 'y' \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nb==2\n")
    >>> found["a"].version, sorted(found["a"].hashes), len(found)
    ('1', ['ab', 'cd'], 1)
    """
    return {
        name: Pin(name, version, frozenset(re.findall(r"sha256:([0-9a-f]+)", hashes)))
        for name, version, hashes in _BLOCK.findall(lock)
    }


def is_pinned(file: Path, pin: Pin) -> bool:
    """Return whether a file has one of a package's pinned hashes."""
    return hash_of(file) in pin.hashes


def hash_of(file: Path) -> str:
    """Return the SHA-256 hash of a file, as in locks."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
