"""The laboratory's command line: finds the command, prints its answers, ends with a status.

Status 0: all went well. 1: what was found could not be written. 2: bad input, with a message on
standard error after everything that was good has been written. 130: interrupted. 141: whoever
read the output has gone.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, TextIO

from red7_desktop import PRODUCT, __version__
from red7_desktop.games.registry import BOX, Box
from red7_desktop.lab.bad_input import BadInput, blame_input
from red7_desktop.lab.catalogue import Catalogue
from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, AnyLabCommand, LabCommand, PositionCommand
from red7_desktop.lab.reading import add_positions, list_given_lines

PROGRAM: Final = "python -m red7_desktop.lab"


UNWRITTEN: Final = 1


BAD_INPUT: Final = 2


INTERRUPTED: Final = 130


READER_GONE: Final = 141


def make_parser(words: Sequence[str], catalogue: Catalogue) -> ArgumentParser:
    """Make the parser for some words, of the game that they ask for.

    Only the command that the words name is loaded, so that `legal` need not wait for `arena`;
    without one, in the help for all, every command is.
    """
    game = catalogue.game_in(words)
    modules = catalogue.modules(game)
    named = next((word for word in words if word in modules), "")
    loaded = {name: catalogue.command(game, name) for name in modules if named in {"", name}}
    parser = ArgumentParser(
        prog=PROGRAM,
        formatter_class=RawDescriptionHelpFormatter,
        description="Looks into the rules of card games, into rounds and into the engines' speed."
        "\n\n"
        + "\n".join(format_columns([["", name, each.summary] for name, each in loaded.items()])),
        epilog="""\
Positions and turns are written as docs/notation.md describes. COMMAND --help shows examples;
docs/lab.md describes what each command prints.""",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PRODUCT} {__version__}")
    _add_game(parser, catalogue)
    parsers = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, help="one of those above"
    )
    for name, command in loaded.items():
        own = parsers.add_parser(name, **_HELP, description=command.details)
        own.set_defaults(run=command, of=game)
        if isinstance(command, PositionCommand):
            add_positions(own)
        command.add_arguments(own)
        _add_game(own, catalogue)
        own.add_argument("--json", action="store_true", help="print one JSON object a line")
    return parser


_HELP: Final[dict[str, Any]] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "allow_abbrev": False,
}


def _add_game(parser: ArgumentParser, catalogue: Catalogue) -> None:
    parser.add_argument(
        "--game",
        choices=catalogue.games,
        help="whose command it is; without this that of the position, or of the first game",
    )


def main(words: Sequence[str], box: Box = BOX) -> int:
    """Run the command that the words ask for, of a game of the box; give its exit status."""
    if sys.stdout is None:
        _complain("standard output is closed")
        return UNWRITTEN
    with suppress(AttributeError):  # a stand-in for the stream may be of a simpler kind
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        return _run_and_flush(words, Catalogue(box))
    except BrokenPipeError:
        return _silence_output(READER_GONE)
    except OSError as error:
        _complain(f"cannot write: {error.strerror or error}")
        return _silence_output(UNWRITTEN)
    except KeyboardInterrupt:
        return _silence_output(INTERRUPTED)


def _run_and_flush(words: Sequence[str], catalogue: Catalogue) -> int:
    """Run the command, and write out what it has printed even when it is interrupted."""
    status = INTERRUPTED
    with suppress(KeyboardInterrupt):
        status = _run_command(words, catalogue)
    sys.stdout.flush()
    return status


def _complain(message: str, command: str = "") -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{f'{PROGRAM} {command}'.strip()}: error: {message}\n")


def _run_command(words: Sequence[str], catalogue: Catalogue) -> int:
    """Run the command; the errors of writing are the caller's."""
    try:
        arguments = make_parser(words, catalogue).parse_args(words)
    except SystemExit as end:  # help and version too
        return int(end.code or 0)
    try:
        _print_answers(arguments, catalogue, sys.stdout)
    except BadInput as error:
        sys.stdout.flush()
        _complain(str(error), arguments.command)
        return BAD_INPUT
    return 0


def _print_answers(arguments: Namespace, catalogue: Catalogue, out: TextIO) -> None:
    """Print answers as they come; Python flushes every line when a terminal reads them."""
    for nth, (command, answer) in enumerate(_iterate_answers(arguments, catalogue)):
        text = json.dumps(answer) if arguments.json else command.show(answer)
        out.write(f"\n{text}\n" if nth and command.apart and not arguments.json else f"{text}\n")


def _iterate_answers(
    arguments: Namespace, catalogue: Catalogue
) -> Iterator[tuple[AnyLabCommand, Answer]]:
    command: AnyLabCommand = arguments.run
    stdin = None if sys.stdin is None else sys.stdin.buffer
    if isinstance(command, LabCommand):
        for answer in command.answers(arguments, stdin):
            yield command, answer
        return
    for place, text in list_given_lines(arguments.positions, stdin):
        with blame_input(place):
            own = catalogue.command_at(text, command.name, arguments.of)
            if not isinstance(own, PositionCommand):
                raise BadInput("", f"{command.name!r} takes no positions of this game")
            answer = own.answer(text, arguments)
        yield own, answer


def _silence_output(status: int) -> int:
    """Point standard output nowhere, so that Python does not try it again at the end."""
    with suppress(OSError, ValueError):  # a stand-in for the stream has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
