"""The command `deal`: the position at the start of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.rounds import STARTERS, deal_round
from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.lab.red7.workbench import add_rules

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_deal_arguments(parser: ArgumentParser) -> None:
    """Add what a deal follows from."""
    parser.add_argument(
        "--seed", required=True, type=read_whole_from(), metavar="S", help="any whole number"
    )
    parser.add_argument(
        "--seats", type=int, choices=(2, 3, 4), default=2, help="2 to 4; 2 without this"
    )
    add_rules(parser)
    parser.add_argument(
        "--starter",
        choices=STARTERS,
        default=STARTERS[0],
        help="who starts: the seat after the highest palette card (without this) or the one with "
        "the lowest",
    )
    parser.add_argument(
        "--rounds",
        type=read_whole_from(1),
        default=1,
        metavar="N",
        help="deal the first N rounds of the seed, each as if no card had been scored; 1 without "
        "this",
    )
    parser.add_argument(
        "--count",
        type=read_whole_from(1),
        default=1,
        metavar="N",
        help="deal for N seeds, S and those that follow; 1 without this",
    )


def answer_deals(arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer for every round of every seed."""
    scores: tuple[tuple[int, ...], ...] = ((),) * arguments.seats
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        for number in range(1, arguments.rounds + 1):
            dealt = deal_round(arguments.rules, scores, seed, number, arguments.starter)
            yield {
                "seed": seed,
                "round": number,
                "seats": arguments.seats,
                "rules": str(arguments.rules),
                "starter": arguments.starter,
                "position": str(dealt),
            }


def show_deal(answer: Answer) -> str:
    """Write the position alone, so that it can be given to the other commands."""
    text: str = answer["position"]
    return text


COMMAND: Final = LabCommand(
    name="deal",
    summary="deal a round",
    details="""\
Prints the position of a round as it is dealt. The same seed always gives the same deal.

  python -m red7_desktop.lab deal --seed 7 --seats 4 --rules advanced+actions@1.3
  python -m red7_desktop.lab deal --seed 1 --count 1000 | python -m red7_desktop.lab legal --json
""",
    add_arguments=add_deal_arguments,
    answers=answer_deals,
    show=show_deal,
)
