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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, TextIO

from red7_desktop import PRODUCT, __version__
from red7_desktop.games.registry import BOX, Box
from red7_desktop.lab.command import (
    WORKBENCHES,
    Answer,
    AnyLabCommand,
    BadInput,
    LabCommand,
    PositionCommand,
    add_positions,
    blame_input,
    format_columns,
    list_given_lines,
    load_workbench,
)

OF_ANY_GAME: Final = {
    "arena": "arena:make_arena_command",
    "daily": "commands:make_daily_command",
    "bench": "bench:make_bench_command",
}
"""Where the commands lie that a game has because it is in the box, see `Workbench`."""
OF_GAMES_WITH_PUZZLES: Final = {"puzzles": "commands:make_puzzles_command"}
"""And of those that it has because its row gives puzzles."""


class Catalogue:
    """Finds commands; the modules of each are loaded when it is asked for."""

    def __init__(self, box: Box) -> None:
        self._box: Final = box
        self.games: Final = tuple(dict.fromkeys([*box, *WORKBENCHES]))

    def modules(self, game: str) -> Mapping[str, str]:
        """Return where a game's commands lie, by name, in the order of the help."""
        row = self._box.get(game)
        any_game = OF_ANY_GAME if row else {}
        puzzles = OF_GAMES_WITH_PUZZLES if row and row.puzzles else {}
        return {**load_workbench(game).commands, **any_game, **puzzles}

    def command(self, game: str, name: str) -> AnyLabCommand:
        module, _, wanted = self.modules(game)[name].partition(":")
        found = getattr(import_module(f"red7_desktop.lab.{module}"), wanted)
        command: AnyLabCommand = found(self._box[game]) if callable(found) else found
        return command

    def command_at(self, position: str, name: str, game: str) -> AnyLabCommand:
        """Load the command for a position's text: its own game's, or else that of `game`.

        Raises BadInput where its game does not have it.
        """
        own = self.game_of(position) or game
        if name not in self.modules(own):
            raise BadInput("", f"there is no command {name!r} for positions of {own!r}")
        return self.command(own, name)

    def game_of(self, position: str) -> str:
        """Return the game that the text of a position begins with, "" for none in the box.

        >>> from red7_desktop.games.registry import BOX
        >>> Catalogue(BOX).game_of("spring@once / table / deck / discard / A> 7 : : 0 / B 1 : : 0")
        'spring'
        """
        first = position.split(maxsplit=1)[:1]
        name = first[0].partition("@")[0] if first else ""
        return name if name in self.games else ""

    def game_in(self, words: Sequence[str]) -> str:
        """Return the game that a command line asks for.

        It is named by `--game`, or by the first word of a position; else it is the box's first.
        """
        for nth, word in enumerate(words):
            name = words[nth + 1] if word == "--game" and nth + 1 < len(words) else word[7:]
            if word.startswith("--game") and name in self.games:
                return name
        positions = [self.game_of(word) for word in words if " " in word.strip()]
        return next(filter(None, positions), next(iter(self._box)))


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
    """Run the command that the words ask for, of a game of the box; return its exit status."""
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
    with suppress(OSError, ValueError):  # a stand-in for the stream has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
