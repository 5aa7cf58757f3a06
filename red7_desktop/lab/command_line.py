"""The lab's command line: parses arguments, runs the command, prints its answers.

Exit status 0: success. 1: the output could not be written. 2: bad input, with a message on standard
error after the output for good input. 130: interrupted. 141: the reader of the output has closed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

from red7_desktop import PRODUCT, __version__
from red7_desktop.games.registry import CATALOGUE, Catalogue, GameEntry
from red7_desktop.lab.arena import Arena
from red7_desktop.lab.calibrate import Calibrate
from red7_desktop.lab.climb import ClimbCommand
from red7_desktop.lab.command import (
    Answer,
    Command,
    InputError,
    PositionCommand,
    iterate_input_lines,
    load_workbench,
)
from red7_desktop.lab.commands import Bench, DailyCommand, MakePuzzles
from red7_desktop.tabletop.files import truncate
from red7_desktop.tabletop.game import IllegalStep, InvalidPosition, InvalidStep, truncate_word

PROGRAM: Final = "python -m red7_desktop.lab"
EXIT_UNWRITTEN: Final = 1
EXIT_BAD_INPUT: Final = 2
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141


def list_commands(row: GameEntry) -> dict[str, Command]:
    """Return a game's commands by name: its own, and those that every game has."""
    puzzles = (MakePuzzles,) if row.puzzles else ()
    climb = (ClimbCommand,) if row.goals else ()
    kinds = (
        *load_workbench(row.name).commands,
        Arena,
        Calibrate,
        *climb,
        DailyCommand,
        *puzzles,
        Bench,
    )
    return {kind.name: kind(row) for kind in kinds}


def game_of(position: str, catalogue: Catalogue) -> str:
    """Return the name of the game with which a position's text begins.

    Return "" if the text doesn't begin with the name of a game.

    >>> game_of("spring@once / table / deck / discard / A> 7 : : 0 / B 1 : : 0", CATALOGUE)
    'spring'
    """
    name = position.strip().partition(" ")[0].partition("@")[0]
    if name in catalogue:
        return name
    return ""


class _Parser(ArgumentParser):
    def __init__(self, **options: Any) -> None:
        raw = RawDescriptionHelpFormatter
        super().__init__(allow_abbrev=False, formatter_class=raw, **options)

    def error(self, message: str) -> NoReturn:
        super().error(_shorten_message(message))


def read_arguments(words: Sequence[str], catalogue: Catalogue) -> Namespace:
    """Parse the command line.

    Each game has its own commands. The game is chosen by the option `--game`. Without this option,
    it is the game of the first position among the arguments; without a position, it is the first
    game of the catalogue.

    Args:
        words: The command line without the program's name.
        catalogue: All games.

    Returns:
        The parsed arguments; the attribute `run` is the chosen `Command`.

    Raises:
        SystemExit: For bad arguments, and for help and version.
    """
    general = _Parser(prog=PROGRAM, add_help=False)
    general.add_argument(
        "--game",
        choices=tuple(catalogue),
        help="whose command it is; without this that of the position, or of the first game",
    )
    named, rest = general.parse_known_args(words)
    positions = filter(None, [game_of(word, catalogue) for word in rest])
    commands = list_commands(catalogue[named.game or next(positions, next(iter(catalogue)))])
    parser = _Parser(
        prog=PROGRAM,
        parents=[general],
        description="Looks into the rules of card games, into rounds and into the engines' speed.",
        epilog="""\
Positions and turns are written as docs/notation.md describes. COMMAND --help shows examples;
docs/lab.md describes what each command prints.""",
    )
    parser.add_argument("--version", action="version", version=f"{PRODUCT} {__version__}")
    parsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in commands.items():
        own = parsers.add_parser(
            name, help=command.summary, description=command.details, parents=[general]
        )
        own.set_defaults(run=command)
        own.add_argument("--json", action="store_true", help="print one JSON object a line")
        # Only the chosen command needs its arguments. Adding them loads the players, which takes
        # time that the general help doesn't need.
        if name in rest:
            command.add_arguments(own)
    return parser.parse_args(words)


def main(words: Sequence[str], catalogue: Catalogue = CATALOGUE) -> int:
    """Run a command line; return the exit status."""
    if sys.stdout is None:
        _print_error("standard output is closed")
        return EXIT_UNWRITTEN
    with suppress(AttributeError):  # an object in place of stdout may lack `reconfigure`
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = EXIT_INTERRUPTED
        with suppress(KeyboardInterrupt):
            status = _run_command(words, catalogue)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        return _silence_output(EXIT_BROKEN_PIPE)
    except OSError as error:
        _print_error(f"cannot write: {error.strerror or error}")
        return _silence_output(EXIT_UNWRITTEN)
    except KeyboardInterrupt:
        return _silence_output(EXIT_INTERRUPTED)


def _print_error(message: str, command: str = "") -> None:
    if sys.stderr is not None:
        whole = f"{f'{PROGRAM} {command}'.strip()}: error: {_shorten_message(message)}"
        sys.stderr.write(f"{whole}\n")


def _shorten_message(message: str) -> str:
    """Shorten an error message: first each long word in it, then the whole message.

    Long words are usually those that the user has typed.
    """
    words = _LONG_WORD.sub(lambda word: truncate_word(word[0]), message)
    return truncate(words, _LONGEST_MESSAGE)


_LONG_WORD: Final = re.compile(r"\S{61,}")
_LONGEST_MESSAGE: Final = 520
"""Maximum length of an error message, without the name of the program before it."""


def _run_command(words: Sequence[str], catalogue: Catalogue) -> int:
    """Parse and run a command; return the exit status. The caller handles errors while writing."""
    try:
        arguments = read_arguments(words, catalogue)
    except SystemExit as end:  # argparse raises SystemExit for errors, --help and --version.
        return int(end.code or 0)
    try:
        # Print answers as they come; Python flushes each line to a terminal.
        for nth, (command, answer) in enumerate(_iterate_answers(arguments, catalogue)):
            if arguments.json:
                text = json.dumps(answer)
            else:
                text = command.format_answer(answer)
            is_apart = nth and command.is_apart and not arguments.json
            sys.stdout.write(f"\n{text}\n" if is_apart else f"{text}\n")
    except InputError as error:
        sys.stdout.flush()
        _print_error(str(error), arguments.command)
        return EXIT_BAD_INPUT
    return 0


def _iterate_answers(
    arguments: Namespace, catalogue: Catalogue
) -> Iterator[tuple[Command, Answer]]:
    command: Command = arguments.run
    if not isinstance(command, PositionCommand):
        for answer in command.run(arguments):
            yield command, answer
        return
    stdin = None if sys.stdin is None else sys.stdin.buffer
    for place, text in iterate_input_lines(arguments.positions, stdin):
        row = catalogue[game_of(text, catalogue) or command.row.name]
        own = list_commands(row).get(command.name)
        if not isinstance(own, PositionCommand):
            raise InputError(place, f"there is no {command.name!r} for positions of {row.name!r}")
        try:
            answer = own.answer(text, arguments)
        except IllegalStep as error:
            raise InputError(place, f"{error.step!r} is not legal: {error.reason}") from error
        except (InvalidPosition, InvalidStep, InputError) as error:
            raise InputError(place, str(error)) from error
        yield own, answer


def _silence_output(status: int) -> int:
    with suppress(OSError, ValueError):  # an object in place of stdout may have no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
