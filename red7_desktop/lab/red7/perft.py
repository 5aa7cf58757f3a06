"""The command `perft`: counts the turns that lie ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.engine.perft import divide, perft
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.command import PositionCommand
from red7_desktop.lab.numbers import whole_from

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.lab.command import Answer


def add_arguments(parser: ArgumentParser) -> None:
    """Add the depth and whether to divide."""
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


def perft_answer(text: str, arguments: Namespace) -> Answer:
    """Count sequences of turns. Raises InvalidPosition, also where a card is hidden, BadInput."""
    depth = arguments.depth
    if arguments.divide and not depth:
        raise BadInput("--depth", "'0': --divide needs a depth of at least 1")
    position = parse_position(text)
    answer: Answer = {"position": str(position), "depth": depth}
    if arguments.divide:
        answer["divide"] = divide(position, depth)
        return answer | {"count": sum(answer["divide"].values())}
    return answer | {"count": perft(position, depth)}


def show(answer: Answer) -> str:
    """Write the count alone, or a line for every first turn and the total."""
    if "divide" not in answer:
        return str(answer["count"])
    lines = [f"{turn}: {count}" for turn, count in answer["divide"].items()]
    return "\n".join([*lines, f"total: {answer['count']}"])


COMMAND: Final = PositionCommand(
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
    answer=perft_answer,
    show=show,
    apart=False,
)
