"""The command `perft`: counts the turns that lie ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.engine.perft import divide, perft
from red7_desktop.lab.bad_input import BadInput, blaming
from red7_desktop.lab.command import Command
from red7_desktop.lab.numbers import whole_from
from red7_desktop.lab.position_arguments import add_positions
from red7_desktop.lab.reading import given_positions

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.lab.command import Answer, Input


def add_arguments(parser: ArgumentParser) -> None:
    """Add the positions, the depth and whether to divide."""
    add_positions(parser)
    parser.add_argument(
        "--depth",
        required=True,
        type=whole_from(0),
        metavar="N",
        help="how many turns, by all seats together",
    )
    parser.add_argument(
        "--divide", action="store_true", help="count separately for every first turn"
    )


def answers(arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer for every position given. Raises BadInput."""
    if arguments.divide and not arguments.depth:
        raise BadInput("--depth", "'0': --divide needs a depth of at least 1")
    for place, position in given_positions(arguments.positions, stdin):
        with blaming(place):
            answer = perft_answer(position, arguments.depth, divided=arguments.divide)
        yield answer


def perft_answer(position: Position, depth: int, *, divided: bool) -> Answer:
    """Count sequences of turns. Raises InvalidPosition where a card is hidden."""
    answer: Answer = {"position": str(position), "depth": depth}
    if divided:
        answer["divide"] = divide(position, depth)
        return answer | {"count": sum(answer["divide"].values())}
    return answer | {"count": perft(position, depth)}


def show(answer: Answer) -> str:
    """Write the count alone, or a line for every first turn and the total."""
    if "divide" not in answer:
        return str(answer["count"])
    lines = [f"{turn}: {count}" for turn, count in answer["divide"].items()]
    return "\n".join([*lines, f"total: {answer['count']}"])


COMMAND: Final = Command(
    name="perft",
    summary="count the sequences of turns of some length",
    details="""\
Counts the sequences of exactly N turns, by all seats in order. A round that ends earlier has
none. All cards must be known, since draws follow the deck; a turn that draws by a 3 splits into
all its ways to go on. --divide prints a line for every first turn, then the total.

  python -m red7_desktop.lab perft --depth 2 --divide \\
      "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
""",
    add_arguments=add_arguments,
    answers=answers,
    show=show,
)
