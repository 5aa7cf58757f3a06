"""Where the executable begins: the same as `python -m red7_desktop`, but for how it ends.

A thread that no one waits for may still be at work then: the one that loads what will be wanted
soon, say. PyInstaller takes Python's library out of memory at the end, and whatever such a thread
does next is a fault. So the process ends at once, when `main` has closed and kept everything. SDL
does not end before: it would unload Wine's XInput, whose own thread may still be in it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from red7_desktop.__main__ import main

try:
    status = main()
except SystemExit as asked:  # of the reader of the command line
    status = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
for stream in (sys.stdout, sys.stderr):
    if stream is not None:  # as in a window of Windows
        with suppress(OSError, ValueError):  # no one reads it any more
            stream.flush()
os._exit(status)
