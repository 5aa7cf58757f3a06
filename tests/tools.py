"""System programs that some tests run."""

from __future__ import annotations

import os
import shutil
import sys

import pytest


def needs(*names: str) -> None:
    """Skip the test if a program is missing; on a build server, let it fail instead.

    `.ci/run` installs every program that tests need. If one is missing there, a skipped test would
    hide a mistake.

    Args:
        names: Programs to look up in PATH.
    """
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        lacking(f"{' and '.join(missing)} not installed")


def lacking(reason: str) -> None:
    """Skip the test because this machine lacks something; on a build server, let it fail instead.

    Build servers for Windows and macOS don't have these programs and still skip.
    """
    if os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(f"{reason}, and a build server (CI is set) must have it")
    pytest.skip(reason)
