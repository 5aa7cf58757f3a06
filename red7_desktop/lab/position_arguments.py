"""The argument that most commands share: the positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_positions(parser: ArgumentParser) -> None:
    """Add the positional argument `positions`."""
    parser.add_argument(
        "positions",
        nargs="*",
        metavar="POSITION",
        help="a position, in quotes; without any they are read from standard input, one a line",
    )
