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


class Command(NamedTuple):
    """One command.

    summary: a line for the list of commands. details: paragraphs for its own help; wrapped lines
    are kept. add_arguments: adds its own arguments to a parser. answers: gives answers one by one
    as the input comes in; raises BadInput. show: writes an answer as text, without the last line
    end. apart: whether an empty line stands between two answers in text.
    """

    name: str
    summary: str
    details: str
    add_arguments: Callable[[ArgumentParser], None]
    answers: Callable[[Namespace, Input], Iterator[Answer]]
    show: Callable[[Answer], str]
    apart: bool = False
