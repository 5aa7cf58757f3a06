"""Measures what the engine costs before its first answer, in interpreters started for this."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import red7_desktop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from red7_desktop.lab.command import Answer

# The imports go in this order: what the tables need is loaded before them and not counted.
SCRIPT: Final = """
import json, sys
from time import perf_counter
sys.path.insert(0, sys.argv[1])
import red7_desktop.games.red7.rules.cards
began = perf_counter()
import red7_desktop.games.red7.rules.engine.strength
import red7_desktop.games.red7.rules.engine.endings
tables = perf_counter() - began
judge = red7_desktop.games.red7.rules.engine.strength.judge
began = perf_counter()
judge(12345678901)
first = perf_counter() - began
began = perf_counter()
import red7_desktop.games.red7.rules.engine.legal
import red7_desktop.games.red7.rules.text.notation
print(json.dumps([1e3 * tables, 1e6 * first, 1e3 * (tables + perf_counter() - began)]))
"""

TITLES: Final = (
    ("import-tables", "import of the tables, fresh interpreter", "milliseconds"),
    ("judge-first", "first strength after that", "microseconds"),
    ("import-engine", "import of tables, turns and notation", "milliseconds"),
)
"""Name, title and unit of what the script prints, in its order."""


def start_once() -> list[float]:
    """Start an interpreter; give the figures in the order of `TITLES`.

    Raises RuntimeError when there is no interpreter to start, or it fails.
    """
    root = Path(red7_desktop.__file__).resolve().parent.parent
    if not sys.executable:
        raise RuntimeError("there is no interpreter to start")
    try:
        started = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(root)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"a fresh interpreter failed: {error}") from error
    figures: list[float] = json.loads(started.stdout)
    return figures


def fresh_answers(repeats: int, start: Callable[[], list[float]] = start_once) -> Iterator[Answer]:
    """Answer for everything that is measured in fresh interpreters; median None with a reason."""
    why = ""
    starts: list[list[float]] = []
    try:
        start()  # the first one may still have to compile and cache the modules
        starts = [start() for _ in range(repeats)]
    except RuntimeError as error:
        why = str(error)
    for nth, (name, title, unit) in enumerate(TITLES):
        figures = [found[nth] for found in starts]
        yield {
            "measure": name,
            "title": title,
            "unit": unit,
            "median": median(figures) if figures else None,
            "lowest": min(figures, default=None),
            "highest": max(figures, default=None),
            "repeats": len(figures),
            "required": None,
            "met": None,
        } | ({"why": why} if why else {})
