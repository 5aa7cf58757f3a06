"""Starts the lab: `python -m red7_desktop.lab COMMAND`."""

from __future__ import annotations

import sys


def start() -> int:
    """Run the command in the arguments of this process; return its exit status."""
    try:
        from red7_desktop.lab.command_line import main
    except KeyboardInterrupt:  # Ctrl-C during the import; once `main` runs, it handles Ctrl-C
        return 130
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(start())
