"""Entry point of the executable. Like `python -m red7_desktop`, except for how it exits.

When `main` has saved and closed everything, daemon threads may still run, such as the one that
preloads modules. PyInstaller then unloads Python's library, and such a thread would crash. So the
process exits at once with `os._exit`. SDL isn't shut down first, because that would unload Wine's
XInput while its own thread may still run in it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from red7_desktop.__main__ import main

try:
    status = main()
except SystemExit as asked:  # raised by argparse
    status = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
for stream in (sys.stdout, sys.stderr):
    if stream is not None:  # it is None in a windowed executable
        with suppress(OSError, ValueError):  # the reader of the stream may be gone
            stream.flush()
os._exit(status)
