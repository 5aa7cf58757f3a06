"""What a command of the laboratory is: arguments, answers, and how an answer reads as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

Answer: TypeAlias = dict[str, Any]
"""What a command has found out, as plain JSON values; `--json` prints it as it is."""


Input: TypeAlias = IO[bytes] | None
"""Standard input, as bytes; None where it is closed."""


class LabCommand(NamedTuple):
    """One command, of one game.

    summary: a line for the list of commands. details: paragraphs for its own help; wrapped lines
    are kept. add_arguments: adds its own arguments to a parser. show: writes an answer as text,
    without the last line end. answers: gives answers one by one as the input comes in; raises
    BadInput. apart: whether an empty line stands between two answers in text.
    """

    name: str
    summary: str
    details: str
    add_arguments: Callable[[ArgumentParser], None]
    answers: Callable[[Namespace, Input], Iterator[Answer]]
    show: Callable[[Answer], str]
    apart: bool = False


class PositionCommand(NamedTuple):
    """A command that answers about positions, whichever game each of them belongs to.

    answer: reads the text of a position and answers about it; raises the errors of
    `tabletop.errors`, or BadInput. The rest is as in `LabCommand`, but `add_arguments` leaves the
    positions to the laboratory.
    """

    name: str
    summary: str
    details: str
    answer: Callable[[str, Namespace], Answer]
    show: Callable[[Answer], str]
    add_arguments: Callable[[ArgumentParser], None] = lambda parser: None
    apart: bool = True


AnyLabCommand: TypeAlias = LabCommand | PositionCommand
