"""Runs the laboratory, in this process or its own, and checks the shape of what it writes."""

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
from red7_desktop.games.registry import BOX, Box
from red7_desktop.lab.command_line import main

# == running ===============================================================================
# Runs the laboratory, in this process or as one of its own, and keeps what it writes.


BESIDE = Path(red7_desktop.__file__).resolve().parent.parent
"""The folder that the program is imported from: the checkout, or where a wheel was installed."""


class Ran(NamedTuple):
    """What a run of the laboratory came to."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()

    @property
    def answers(self) -> list[Any]:
        """The JSON value of every line of standard output."""
        return [json.loads(line) for line in self.lines]


def lab(*words: str, given: str | bytes = b"", box: Box = BOX) -> Ran:
    """Run a command in this process, with something on standard input."""
    data = given.encode() if isinstance(given, str) else given
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(data))
    with patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        status = main(list(words), box)
    return Ran(status, out.getvalue(), err.getvalue())


def one_answer(*words: str) -> Any:
    """Run a command that must go well and answer once; give the answer."""
    ran = lab(*words, "--json")
    assert (ran.status, ran.err) == (0, "")
    (answer,) = ran.answers
    return answer


def command_of(*words: str) -> list[str]:
    """Give the command that starts the laboratory as its own process."""
    return [sys.executable, "-m", "red7_desktop.lab", *words]


def environment() -> dict[str, str]:
    """Give the environment in which that process finds the program."""
    return {**os.environ, "PYTHONPATH": str(BESIDE)}


def lab_process(*words: str, given: bytes = b"") -> Ran:
    """Run a command as its own process."""
    ran = subprocess.run(
        command_of(*words), input=given, capture_output=True, env=environment(), check=False
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


# == schema ================================================================================
# Checks plain values against shapes.
#
# A shape is a type, a tuple of shapes (any of them will do), a list with the one shape of all its
# items, or a dict from the names of keys to shapes; the key `...` stands for all other keys. None
# stands for itself.


def faults(value: Any, shape: Any, place: str = "$") -> list[str]:
    """List where a value is not of a shape; empty where it is."""
    if isinstance(shape, tuple):
        return [] if any(not faults(value, one) for one in shape) else [f"{place}: {value!r}"]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{place}: {value!r} is no list"]
        return [
            bad for n, item in enumerate(value) for bad in faults(item, shape[0], f"{place}[{n}]")
        ]
    if isinstance(shape, dict):
        return _dict_faults(value, shape, place)
    if shape is None:
        return [] if value is None else [f"{place}: {value!r} is not null"]
    return [] if type(value) is shape else [f"{place}: {value!r} is no {shape.__name__}"]


def _dict_faults(value: Any, shape: dict[Any, Any], place: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place}: {value!r} is no object"]
    missing = [f"{place}: no {key!r}" for key in shape if key is not ... and key not in value]
    found = []
    for key, item in value.items():
        if key in shape or ... in shape:
            found += faults(item, shape.get(key, shape.get(...)), f"{place}.{key}")
        else:
            found.append(f"{place}: what is {key!r}?")
    return missing + found
