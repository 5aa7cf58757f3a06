"""Counts steps ahead with the naive reference: `python -m tests.reference.spring_perft`.

Every file of tests/perft/spring_cleaning is read for its title, position and depth, and written
back with its counts. To add a table, write a file with these three and run this. `--check` writes
nothing and tells which files differ.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.reference import spring_naive as naive
from tests.reference.make_perft import main

FOLDER = Path(__file__).parent.parent / "perft" / "spring_cleaning"


def perft(text: str, depth: int) -> int:
    """Count the sequences of exactly so many steps, the first seat that is asked acting."""
    if depth == 0:
        return 1
    asked = naive.acting(naive.read(text))
    if not asked:
        return 0
    steps = naive.steps(text, asked[0])
    return sum(perft(naive.after(text, asked[0], step), depth - 1) for step in steps)


def divide(text: str, depth: int) -> dict[str, int]:
    """Map every first step to the number of sequences that begin with it."""
    asked = naive.acting(naive.read(text))
    if not asked:
        return {}
    return {
        step: perft(naive.after(text, asked[0], step), depth - 1)
        for step in sorted(naive.steps(text, asked[0]))
    }


def counted(table: dict[str, Any]) -> dict[str, Any]:
    """Fill in the counts of a table down to its depth, and the divide of depth 2."""
    position, depth = table["position"], table["depth"]
    return {
        "title": table["title"],
        "position": position,
        "depth": depth,
        "perft": {str(n): perft(position, n) for n in range(1, depth + 1)},
        "divide": divide(position, 2),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], FOLDER, counted))
