"""The command `score`: what the round's winner may take out of the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS, SEATS, texts_of, worth_of
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.rounds import list_takings, points_of
from red7_desktop.games.red7.rules.standings import find_winner
from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, PositionCommand
from red7_desktop.lab.red7.words import letter_of, name_of_rule

if TYPE_CHECKING:
    from argparse import Namespace


def answer_score(text: str, arguments: Namespace) -> Answer:
    """List the sets that the round's winner may take, the proposed one first.

    In a round that goes on, `round_over` is false and the seat is the one now winning. Nothing can
    be taken in a basic game, or where no card of the seat counts. Raises InvalidPosition.
    """
    position = parse_position(text)
    seat = position.live[0] if position.is_over else find_winner(position)
    advanced = position.rules.advanced
    sets = list_takings(position, seat) if advanced and seat >= 0 else ()
    points = points_of(position.scores)
    return {
        "position": str(position),
        "rule": LETTERS[position.rule],
        "round_over": position.is_over,
        "seat": letter_of(seat),
        "scoring": advanced,
        "choices": [{"cards": texts_of(cards), "worth": worth_of(cards)} for cards in sets],
        "scores": {SEATS[number]: own for number, own in enumerate(points)},
    }


def show_score(answer: Answer) -> str:
    """Write who takes what, a line for each choice."""
    rule = name_of_rule(LETTERS.index(answer["rule"]))
    lines = [answer["position"], _write_headline(answer, rule)]
    rows = [
        [f"{choice['worth']:>3}", " ".join(choice["cards"]), "" if nth else "proposed"]
        for nth, choice in enumerate(answer["choices"])
    ]
    return "\n".join([*lines, *format_columns(rows)]) if rows else "\n".join(lines)


def _write_headline(answer: Answer, rule: str) -> str:
    seat = answer["seat"]
    if seat is None:
        return f"The round goes on: nobody is winning under {rule}, so nobody would take anything."
    if not answer["scoring"]:
        won = "has won" if answer["round_over"] else "is winning"
        return f"Seat {seat} {won}; a basic game has no scoring."
    if not answer["round_over"]:
        return f"The round goes on: seat {seat} is winning under {rule} and would take:"
    if not answer["choices"]:
        return f"Seat {seat} has won the round and takes nothing: no card counts under {rule}."
    return f"Seat {seat} has won the round and may take, under {rule}:"


COMMAND: Final = PositionCommand(
    name="score",
    summary="list what the round's winner may take",
    details="""\
Lists the sets of cards that the winner of a finished round may take under the rule in force,
with their worth, the one worth most first. For a round that goes on it lists what the seat
now winning would take, and says so ("round_over": false). A basic game has no scoring.

  python -m red7_desktop.lab score \\
      "red7 advanced / canvas O1 / deck / Ax G2 : : / B R2 O2 V7 I7 : :"
""",
    answer=answer_score,
    show=show_score,
)
