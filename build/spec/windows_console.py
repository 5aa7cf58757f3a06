"""Runtime hook on Windows that connects the windowed executable to the console it was started from.

Such an executable has no standard output, so `--help` and `--version` would print nothing. If it is
started from the desktop, there is no console, and nothing changes.
"""

from __future__ import annotations

import ctypes
import sys

_PARENT = -1

if sys.platform == "win32" and sys.stdout is None and ctypes.windll.kernel32.AttachConsole(_PARENT):
    sys.stdout = open("CONOUT$", "w", encoding="utf-8", errors="replace")  # noqa: SIM115
    sys.stderr = sys.stdout
