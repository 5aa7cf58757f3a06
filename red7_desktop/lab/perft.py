"""The command `perft`, which a game makes of its own way to count what lies ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.command import Answer, PositionCommand
from red7_desktop.lab.numbers import read_whole_from

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def make_perft_command(
    parse: Callable[[str], Any],
    perft: Callable[[Any, int], int],
    divide: Callable[[Any, int], dict[str, int]],
    unit: str,
    details: str,
) -> PositionCommand:
    """Make the command of a game.

    parse: reads a position. perft, divide: count the sequences of some length, all together or by
    what they begin with; they raise InvalidPosition where a card is hidden. unit: what is counted.
    """
    return PositionCommand(
        name="perft",
        summary=f"count the sequences of {unit}s of some length",
        details=details,
        answer=partial(_answer_perft, parse, perft, divide),
        show=show_perft,
        add_arguments=partial(_add_perft_arguments, unit),
        apart=False,
    )


def _add_perft_arguments(unit: str, parser: ArgumentParser) -> None:
    parser.add_argument(
        "--depth",
        required=True,
        type=read_whole_from(0),
        metavar="N",
        help=f"how many {unit}s, by all seats together",
    )
    parser.add_argument(
        "--divide", action="store_true", help=f"count separately for every first {unit}"
    )


def _answer_perft(
    parse: Callable[[str], Any],
    perft: Callable[[Any, int], int],
    divide: Callable[[Any, int], dict[str, int]],
    text: str,
    arguments: Namespace,
) -> Answer:
    depth = arguments.depth
    if arguments.divide and not depth:
        raise BadInput("--depth", "'0': --divide needs a depth of at least 1")
    position = parse(text)
    answer: Answer = {"position": str(position), "depth": depth}
    if arguments.divide:
        answer["divide"] = divide(position, depth)
        return answer | {"count": sum(answer["divide"].values())}
    return answer | {"count": perft(position, depth)}


def show_perft(answer: Answer) -> str:
    """Write the count alone, or a line for every first turn and the total."""
    if "divide" not in answer:
        return str(answer["count"])
    lines = [f"{turn}: {count}" for turn, count in answer["divide"].items()]
    return "\n".join([*lines, f"total: {answer['count']}"])
