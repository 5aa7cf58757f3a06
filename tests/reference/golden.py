"""Reads the golden positions; the format is described in tests/golden/README.md."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden"


@dataclass(frozen=True)
class Block:
    """One golden position: where it stands and its `key: value` lines in order."""

    file: str
    line: int
    entries: tuple[tuple[str, str], ...]

    def get(self, key: str) -> str:
        """Get the value of a key that must be there once."""
        (value,) = (value for own, value in self.entries if own == key)
        return value

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def read_golden(folder: Path = FOLDER) -> list[Block]:
    """Read every block of every text file in `folder`."""
    blocks = []
    for path in sorted(folder.glob("*.txt")):
        blocks += read_blocks(path.name, path.read_text(encoding="utf-8"))
    return blocks


def read_blocks(file: str, text: str) -> list[Block]:
    """Split a text into blocks; raises ValueError on a line that is no entry."""
    blocks: list[Block] = []
    entries: list[tuple[str, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if line.startswith(" ") and entries:
            key, value = entries[-1]
            entries[-1] = (key, f"{value} {line.strip()}")
        elif line:
            key, colon, value = line.partition(":")
            if not colon:
                raise ValueError(f"{file}:{number}: no 'key: value': {line!r}")
            entries.append((key, value.strip()))
        elif entries:
            blocks.append(Block(file, number - 1, tuple(entries)))
            entries = []
    return blocks


def split_list(value: str) -> list[str]:
    """Split a value at its commas; `none` is the empty list."""
    return [] if value == "none" else [item.strip() for item in value.split(",")]
