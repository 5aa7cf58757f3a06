"""The command `play`: what a position becomes, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import SEATS
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.lab.bad_input import BadInput, blame_input
from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.reading import list_given_lines
from red7_desktop.lab.red7.turn_words import play_steps, read_turn, text_of
from red7_desktop.lab.red7.words import letter_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.red7.rules.position import Position

SEPARATOR: Final = ";"
"""Stands between a position and its turns in a line of standard input."""


LONGEST_SHOWN: Final = 60
"""A turn is shown in messages up to so many characters."""


def add_play_arguments(parser: ArgumentParser) -> None:
    """Add a position and its turns."""
    parser.add_argument("position", nargs="?", metavar="POSITION", help="a position, in quotes")
    parser.add_argument(
        "turns", nargs="*", metavar="TURN", help="a turn; in quotes where it has spaces"
    )


def answer_play(arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer for every turn. Raises BadInput."""
    if arguments.position is not None:
        yield from _play_turns("", arguments.position, arguments.turns)
        return
    for place, line in list_given_lines((), stdin):
        text, *turns = line.split(SEPARATOR)
        yield from _play_turns(place, text, turns)


def _play_turns(place: str, text: str, turns: Sequence[str]) -> Iterator[Answer]:
    with blame_input(place):
        position = parse_position(text)
    if not turns:
        raise BadInput(place, "turn: there is no turn to play after the position")
    for nth, turn in enumerate(turns, 1):
        turn = turn.strip()
        where = f"turn {nth} ({turn[:LONGEST_SHOWN]!r})"
        with blame_input(f"{place}, {where}" if place else where):
            answer, position = answer_turn(position, turn)
        yield answer


def answer_turn(position: Position, turn: str) -> tuple[Answer, Position]:
    """Play a turn: give what it leads to, and the position after it.

    Raises InvalidTurn or IllegalTurn.
    """
    steps = read_turn(position, turn)
    after = play_steps(position, steps)
    mover = position.mover
    answer = {
        "position": str(position),
        "seat": SEATS[mover],
        "turn": text_of(position, steps),
        "after": str(after),
        "went_out": bool(after.out >> mover & 1),
        "round_winner": letter_of(after.live[0]) if after.is_over else None,
    }
    return answer, after


def show_play(answer: Answer) -> str:
    """Write the turn and the position after it."""
    goes_out = " and is out" if answer["went_out"] else ""
    lines = [f"{answer['seat']} {answer['turn']}{goes_out}", f"  {answer['after']}"]
    if answer["round_winner"]:
        lines.append(f"  Seat {answer['round_winner']} has won the round.")
    return "\n".join(lines)


COMMAND: Final = LabCommand(
    name="play",
    summary="play turns from a position",
    details="""\
Plays turns one after another and prints the position after each. A turn that stops at the
draw of a 3, O3(+), ends there, and the seat is out if it is not winning then.

  python -m red7_desktop.lab play "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :" \\
      "V7 @B2" pass

On standard input every line is a position and its turns, separated by semicolons:

  red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 : ; V7 @B2 ; pass
""",
    add_arguments=add_play_arguments,
    answers=answer_play,
    show=show_play,
)
