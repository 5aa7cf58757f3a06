"""Whether memory stays flat: the slope of what a process holds, match after match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression

ENOUGH = 120
"""With fewer matches than this a slope says nothing."""
WARM = 0.35
"""So much of a run, at its start, is left out: caches fill, modules are imported."""
PAGE = 4096


def resident() -> int:
    """Give the bytes of memory that this process has, 0 where the system does not tell."""
    if not sys.platform.startswith("linux"):
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def slope_of(memory: Sequence[int]) -> float | None:
    """Give by how many bytes a match memory grows, after the start; None for too few matches."""
    warm = list(memory[int(len(memory) * WARM) :])
    if len(memory) < ENOUGH or not all(warm):
        return None
    return linear_regression(range(len(warm)), warm).slope
