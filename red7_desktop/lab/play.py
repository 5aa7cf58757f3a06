"""The command `play`, which a game makes of its own way to play a turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from red7_desktop.lab.bad_input import BadInput, blaming
from red7_desktop.lab.command import Command
from red7_desktop.lab.reading import given_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from red7_desktop.lab.command import Answer, Input

    Parse: TypeAlias = Callable[[str], Any]
    Play: TypeAlias = Callable[[Any, str], tuple[Answer, Any]]

SEPARATOR: Final = ";"
"""Stands between a position and its turns in a line of standard input."""


LONGEST_SHOWN: Final = 60
"""A turn is shown in messages up to so many characters."""


def play_command(parse: Parse, play: Play, show: Callable[[Answer], str], details: str) -> Command:
    """Make the command of a game.

    parse: reads a position. play: plays a turn, given as text, from a position; gives the answer
    and the position after it. Both raise the errors of `tabletop.errors`.
    """
    return Command(
        name="play",
        summary="play turns from a position",
        details=details,
        add_arguments=_add_arguments,
        answers=partial(_answers, parse, play),
        show=show,
    )


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("position", nargs="?", metavar="POSITION", help="a position, in quotes")
    parser.add_argument(
        "turns", nargs="*", metavar="TURN", help="a turn; in quotes where it has spaces"
    )


def _answers(parse: Parse, play: Play, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer for every turn. Raises BadInput."""
    if arguments.position is not None:
        yield from _played_out(parse, play, "", arguments.position, arguments.turns)
        return
    for place, line in given_lines((), stdin):
        text, *turns = line.split(SEPARATOR)
        yield from _played_out(parse, play, place, text, turns)


def _played_out(
    parse: Parse, play: Play, place: str, text: str, turns: Sequence[str]
) -> Iterator[Answer]:
    with blaming(place):
        position = parse(text)
    if not turns:
        raise BadInput(place, "turn: there is no turn to play after the position")
    for nth, turn in enumerate(turns, 1):
        turn = turn.strip()
        where = f"turn {nth} ({turn[:LONGEST_SHOWN]!r})"
        with blaming(f"{place}, {where}" if place else where):
            answer, position = play(position, turn)
        yield answer
