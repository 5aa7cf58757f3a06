"""Reads positions from arguments or, one a line, from standard input, and says where one is bad.

Input is UTF-8. Empty lines and lines that start with `#` are skipped. Lines are read one at a
time, so that input of any length takes the same memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from red7_desktop.lab.bad_input import BadInput

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from red7_desktop.lab.command import Input

LONGEST_LINE: Final = 20_000
"""In bytes. The longest position takes about 300."""


LARGEST_FILE: Final = 4_000_000
"""In bytes. A record of a long match takes a few thousand."""


class InputLine(NamedTuple):
    """A line of input and where it stands, for messages ("" needs no naming)."""

    place: str
    text: str


def add_positions(parser: ArgumentParser) -> None:
    """Add the positional argument `positions`."""
    parser.add_argument(
        "positions",
        nargs="*",
        metavar="POSITION",
        help="a position, in quotes; without any they are read from standard input, one a line",
    )


def list_given_lines(words: Sequence[str], stdin: Input) -> Iterator[InputLine]:
    """Return the arguments or, without any, the lines of standard input. Raises BadInput."""
    if not words:
        yield from _read_lines(stdin)
    for nth, word in enumerate(words, 1):
        yield InputLine(f"position {nth}" if len(words) > 1 else "", word)


def _read_lines(stdin: Input) -> Iterator[InputLine]:
    if stdin is None:
        raise BadInput("standard input", "it is closed; give a position as an argument")
    if stdin.isatty():
        print("Reading positions, one a line, to the end of the input.", file=sys.stderr)
    for number, data in enumerate(_read_raw_lines(stdin), 1):
        place = f"standard input, line {number}"
        if len(data) > LONGEST_LINE:
            raise BadInput(place, f"longer than {LONGEST_LINE} bytes")
        text = decode_utf8(data, place).strip()
        if text and not text.startswith("#"):
            yield InputLine(place, text)


def _read_raw_lines(stdin: IO[bytes]) -> Iterator[bytes]:
    try:
        while data := stdin.readline(LONGEST_LINE + 1):
            yield data
    except OSError as error:
        raise BadInput("standard input", error.strerror or str(error)) from error


def decode_utf8(data: bytes, place: str) -> str:
    """Decode UTF-8, with or without a mark at its start. Raises BadInput, naming the byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = f"byte 0x{data[error.start]:02x} at {error.start + 1}"
        raise BadInput(place, f"{bad}: not UTF-8 text") from error


def read_file(name: str) -> str:
    """Read a text file. Raises BadInput, naming the file."""
    try:
        with Path(name).open("rb") as file:
            return _read_all(file, name)
    except OSError as error:
        raise BadInput(name, error.strerror or str(error)) from error
    except ValueError as error:  # a name that no file can have
        raise BadInput(repr(name), str(error)) from error


def read_input(stdin: Input) -> str:
    """Read standard input to its end. Raises BadInput."""
    if stdin is None:
        raise BadInput("standard input", "it is closed")
    try:
        return _read_all(stdin, "standard input")
    except OSError as error:
        raise BadInput("standard input", error.strerror or str(error)) from error


def _read_all(file: IO[bytes], name: str) -> str:
    data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise BadInput(name, f"longer than {LARGEST_FILE} bytes")
    return decode_utf8(data, name)
