"""Measures what the engine costs before its first answer, in interpreters started for this."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import red7_desktop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from red7_desktop.lab.command import Answer
    from red7_desktop.lab.workbench import FreshStart


def started(script: str) -> list[float]:
    """Let a fresh interpreter run a script; give the figures that it prints.

    Raises RuntimeError when there is no interpreter to start, or it fails.
    """
    root = Path(red7_desktop.__file__).resolve().parent.parent
    if not sys.executable:
        raise RuntimeError("there is no interpreter to start")
    try:
        started = subprocess.run(
            [sys.executable, "-c", script, str(root)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"a fresh interpreter failed: {error}") from error
    figures: list[float] = json.loads(started.stdout)
    return figures


def fresh_answers(
    fresh: FreshStart, repeats: int, start: Callable[[str], list[float]] = started
) -> Iterator[Answer]:
    """Answer for everything that is measured in fresh interpreters; median None with a reason."""
    why = ""
    starts: list[list[float]] = []
    try:
        start(fresh.script)  # the first one may still have to compile and cache the modules
        starts = [start(fresh.script) for _ in range(repeats)]
    except RuntimeError as error:
        why = str(error)
    for nth, (name, title, unit) in enumerate(fresh.titles):
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
