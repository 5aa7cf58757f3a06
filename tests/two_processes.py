"""A script run by two processes whose hashes differ: what they print is to be the same."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

BY_CHOICES = pytest.mark.skipif(
    sys.platform == "win32",
    reason="make dist-windows-test compares tests.choices",
)
"""For tests of what players choose, which Windows has a way of its own to compare."""


def lines_of_both(script: str) -> list[str]:
    """Give the lines that both print. Raises AssertionError, with what they said."""
    ended = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=False,
        )
        for salt in ("1", "2")
    ]
    assert [run.returncode for run in ended] == [0, 0], [run.stderr for run in ended]
    one, other = (run.stdout.splitlines() for run in ended)
    assert one == other
    return one
