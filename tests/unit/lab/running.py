"""Runs commands of the laboratory, in this process or another, and captures their output."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import red7_desktop
from red7_desktop.games.registry import CATALOGUE, Catalogue
from red7_desktop.lab.command_line import main

BESIDE = Path(red7_desktop.__file__).resolve().parent.parent
"""The folder that contains the imported package: the checkout, or a wheel's installation."""


class Ran(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def answers(self) -> list[Any]:
        """The JSON values of the lines of standard output."""
        return [json.loads(line) for line in self.lines]


def lab(*words: str, given: str | bytes = b"", catalogue: Catalogue = CATALOGUE) -> Ran:
    """Run a command in this process, with text on standard input."""
    data = given.encode() if isinstance(given, str) else given
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(data))
    with patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        status = main(list(words), catalogue)
    return Ran(status, out.getvalue(), err.getvalue())


def one_answer(*words: str) -> Any:
    """Run a command that must succeed with one answer; return the answer."""
    ran = lab(*words, "--json")
    assert (ran.status, ran.err) == (0, "")
    (answer,) = ran.answers
    return answer


def command_of(*words: str) -> list[str]:
    """Return the command line that starts the laboratory as a process."""
    return [sys.executable, "-m", "red7_desktop.lab", *words]


def environment() -> dict[str, str]:
    """Return the environment in which that process can import the program."""
    return {**os.environ, "PYTHONPATH": str(BESIDE)}


def lab_process(*words: str, given: bytes = b"") -> Ran:
    ran = subprocess.run(
        command_of(*words), input=given, capture_output=True, env=environment(), check=False
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())
