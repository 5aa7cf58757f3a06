"""Checks metadata for software centres with AppStream's validator: `appstream.py FILE ...`.

The name of the developer is in the file twice, because the two generations of AppStream that are in
use read different tags. Each generation remarks on the other's tag; every other remark is an error.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

EXPECTED: Final = ("unknown-tag developer", "developer-name-tag-deprecated")
"""What AppStream 0.16 (Debian 12) and AppStream 1.0 (Debian 13) remark on."""
COMMAND: Final = ("appstreamcli", "validate", "--strict", "--no-net", "--no-color")


def complaints(printed: str) -> list[str]:
    r"""Return the errors, warnings and remarks that the validator has printed, less the expected.

    >>> complaints("I: the.id:10: unknown-tag developer\nP: the.id:3: cid-contains-uppercase\n")
    []
    >>> complaints("E: the.id:~: tag-missing name\n\nValidation failed: errors: 1\n")
    ['E: the.id:~: tag-missing name']
    """
    remarks = [line for line in printed.splitlines() if line.startswith(("E: ", "W: ", "I: "))]
    return [line for line in remarks if not line.rstrip().endswith(EXPECTED)]


def check(file: Path) -> list[str]:
    """Return what the validator has against a file; an empty list if it is valid."""
    ran = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, check=False)
    printed = ran.stdout + ran.stderr
    # 0: valid; 3: not valid, for one of the reasons that it prints.
    return complaints(printed) if ran.returncode in {0, 3} else [printed]


def main(names: list[str]) -> None:
    """Check files, and exit with what is wrong with them."""
    found = [line for name in names for line in check(Path(name))]
    if found:
        raise SystemExit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
