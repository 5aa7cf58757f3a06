"""Prints what CHANGELOG.md says of a version: `python build/spec/release_notes.py VERSION`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

CHANGELOG: Final = Path(__file__).resolve().parents[2] / "CHANGELOG.md"


def notes_of(version: str, changelog: str) -> str:
    r"""Return the section about a version, without its heading. Raises SystemExit without one.

    >>> log = "# Log\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- New.\n\n## [1.0.0]\n\n- Old.\n"
    >>> notes_of("1.1.0", log)
    '### Added\n\n- New.\n'
    >>> notes_of("1.1", log)
    Traceback (most recent call last):
    SystemExit: CHANGELOG.md says nothing of 1.1
    """
    headed = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(headed, changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md says nothing of {version}")
    return f"{found[1].strip()}\n"


if __name__ == "__main__":
    print(notes_of(sys.argv[1], CHANGELOG.read_text("utf-8")), end="")
