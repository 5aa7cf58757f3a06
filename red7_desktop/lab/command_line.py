"""The laboratory's command line: finds the command, prints its answers, ends with a status.

Status 0: all went well. 1: what was found could not be written. 2: bad input, with a message on
standard error after everything that was good has been written. 130: interrupted. 141: whoever
read the output has gone.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TextIO

from red7_desktop import __version__
from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.red7.words import in_columns

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from red7_desktop.lab.command import Command

COMMANDS: Final = (
    "legal",
    "play",
    "standings",
    "score",
    "perft",
    "deal",
    "replay",
    "choose",
    "arena",
    "calibrate",
    "bench",
)
"""The commands in the order of the help. Each is a module beside this one that has a `COMMAND`."""

PROGRAM: Final = "python -m red7_desktop.lab"

UNWRITTEN: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
READER_GONE: Final = 141


def command_named(name: str) -> Command:
    """Load a command."""
    command: Command = import_module(f"red7_desktop.lab.{name}").COMMAND
    return command


def parser_for(words: Sequence[str]) -> ArgumentParser:
    """Make the parser for some words.

    Only the command that the words name is loaded, so that `legal` need not wait for `arena`;
    without one, in the help for all, every command is.
    """
    named = words[0] if words and words[0] in COMMANDS else ""
    loaded = {name: command_named(name) for name in COMMANDS if not named or name == named}
    parser = ArgumentParser(
        prog=PROGRAM,
        formatter_class=RawDescriptionHelpFormatter,
        description="Looks into the rules of Red7, into rounds and into the engine's speed.\n\n"
        + "\n".join(in_columns([["", name, each.summary] for name, each in loaded.items()])),
        epilog="""\
Positions and turns are written as docs/notation.md describes. COMMAND --help shows examples;
docs/lab.md describes what each command prints.""",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Red7 Desktop {__version__}")
    parsers = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, help="one of those above"
    )
    for name, command in loaded.items():
        _add_command(parsers.add_parser(name, **_HELP, description=command.details), command)
    return parser


_HELP: Final[dict[str, Any]] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "allow_abbrev": False,
}


def _add_command(parser: ArgumentParser, command: Command) -> None:
    command.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.set_defaults(run=command)


def main(words: Sequence[str]) -> int:
    """Run the command that the words ask for; give its exit status."""
    if sys.stdout is None:
        _complain("standard output is closed")
        return UNWRITTEN
    with suppress(AttributeError):  # a stand-in for the stream may be of a simpler kind
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        return _flushed(words)
    except BrokenPipeError:
        return _silenced(READER_GONE)
    except OSError as error:
        _complain(f"cannot write: {error.strerror or error}")
        return _silenced(UNWRITTEN)
    except KeyboardInterrupt:
        return _silenced(INTERRUPTED)


def _flushed(words: Sequence[str]) -> int:
    """Run the command, and write out what it has printed even when it is interrupted."""
    status = INTERRUPTED
    with suppress(KeyboardInterrupt):
        status = _answered(words)
    sys.stdout.flush()
    return status


def _complain(message: str, command: str = "") -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{f'{PROGRAM} {command}'.strip()}: error: {message}\n")


def _answered(words: Sequence[str]) -> int:
    """Run the command; the errors of writing are the caller's."""
    try:
        arguments = parser_for(words).parse_args(words)
    except SystemExit as end:  # help and version too
        return int(end.code or 0)
    try:
        _print_answers(arguments, sys.stdout)
    except BadInput as error:
        sys.stdout.flush()
        _complain(str(error), arguments.command)
        return BAD_INPUT
    return 0


def _print_answers(arguments: Namespace, out: TextIO) -> None:
    """Print answers as they come; Python flushes every line when a terminal reads them."""
    command: Command = arguments.run
    stdin = None if sys.stdin is None else sys.stdin.buffer
    for nth, answer in enumerate(command.answers(arguments, stdin)):
        text = json.dumps(answer) if arguments.json else command.show(answer)
        out.write(f"\n{text}\n" if nth and command.apart and not arguments.json else f"{text}\n")


def _silenced(status: int) -> int:
    """Point standard output nowhere, so that Python does not try it again at the end."""
    with suppress(OSError, ValueError):  # a stand-in for the stream has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
