"""Recomputes the perft tables with the naive reference: `python -m tests.reference.make_perft`.

It reads the title, position and depth of each file of tests/perft and writes the file back with its
counts. To add a table, write a file with these three and run this. `--check` writes nothing and
lists the files that differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.reference.naive import divide, perft

FOLDER = Path(__file__).parent.parent / "perft"
Table = dict[str, Any]


def fill(table: Table, perft: Callable[[str, int], int], divided: object) -> Table:
    """Return a table with computed counts up to its depth, and with its divided counts."""
    position, depth = table["position"], table["depth"]
    return {
        "title": table["title"],
        "position": position,
        "depth": depth,
        "perft": {str(n): perft(position, n) for n in range(1, depth + 1)},
        "divide": divided,
    }


def counted(table: Table) -> Table:
    depths = range(1, min(table["depth"], 2) + 1)
    return fill(table, perft, {str(n): divide(table["position"], n) for n in depths})


def main(arguments: list[str], folder: Path, counted: Callable[[Table], Table]) -> int:
    """Compute every table of a folder; return 1 if `--check` found a difference, else 0."""
    different = 0
    for path in sorted(folder.glob("*.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        after = counted(table)
        if after == table:
            print(f"{path.name}: the same")
            continue
        different = 1
        print(f"{path.name}: different, {after['perft']}")
        if "--check" not in arguments:
            path.write_text(json.dumps(after, indent=1) + "\n", encoding="utf-8")
    return different if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], FOLDER, counted))
