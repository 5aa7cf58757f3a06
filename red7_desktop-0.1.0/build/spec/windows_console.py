"""Runs before the program on Windows: lets a windowed executable speak to the console it came from.

Such an executable has no standard output of its own, so `--help` and `--version` would say nothing.
Started from the desktop there is no console to be had, and all stays as it was.
"""

from __future__ import annotations

import ctypes
import sys

_PARENT = -1

if sys.platform == "win32" and sys.stdout is None and ctypes.windll.kernel32.AttachConsole(_PARENT):
    sys.stdout = open("CONOUT$", "w", encoding="utf-8", errors="replace")  # noqa: SIM115
    sys.stderr = sys.stdout
