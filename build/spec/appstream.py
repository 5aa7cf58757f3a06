"""Checks metadata for software centres with AppStream's validator: `appstream.py FILE ...`.

The developer's name is in the file twice, because AppStream 0.16 and 1.0 read different tags. Each
of them remarks on the other's tag; every other remark is an error.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

EXPECTED: Final = ("unknown-tag developer", "developer-name-tag-deprecated")
"""Remarks of AppStream 0.16 (Debian 12) and AppStream 1.0 (Debian 13) to ignore."""
COMMAND: Final = ("appstreamcli", "validate", "--strict", "--no-net", "--no-color")


def complaints(printed: str) -> list[str]:
    r"""Return the errors, warnings and remarks in the validator's output, except expected ones.

    >>> complaints("I: the.id:10: unknown-tag developer\nP: the.id:3: cid-contains-uppercase\n")
    []
    >>> complaints("E: the.id:~: tag-missing name\n\nValidation failed: errors: 1\n")
    ['E: the.id:~: tag-missing name']
    """
    remarks = [line for line in printed.splitlines() if line.startswith(("E: ", "W: ", "I: "))]
    return [line for line in remarks if not line.rstrip().endswith(EXPECTED)]


def check(file: Path) -> list[str]:
    """Return the validator's complaints about a file; empty if it is valid."""
    ran = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, check=False)
    printed = ran.stdout + ran.stderr
    # Exit status 0: valid; 3: invalid, with the reasons in the output.
    return complaints(printed) if ran.returncode in {0, 3} else [printed]


def main(names: list[str]) -> None:
    """Check files, and exit with the complaints as the message."""
    found = [line for name in names for line in check(Path(name))]
    if found:
        raise SystemExit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
