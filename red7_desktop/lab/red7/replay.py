"""The command `replay`: plays a game record again and checks every line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.record import InvalidRecord, RecordedRound, RecordedTurn
from red7_desktop.games.red7.rules.text.record_reading import read_record
from red7_desktop.games.red7.rules.text.replay import replay
from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.command import Command
from red7_desktop.lab.reading import file_text, whole_input

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from red7_desktop.games.red7.rules.text.record import Record
    from red7_desktop.games.red7.rules.text.replay import Moment
    from red7_desktop.lab.command import Answer, Input

STANDARD_INPUT: Final = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the file."""
    parser.add_argument("file", metavar="FILE", help="a game record (.red7), or - for input")


def answers(arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer with the record's header, then for every deal, turn and score. Raises BadInput."""
    name = arguments.file
    if name == STANDARD_INPUT:
        name, text = "standard input", whole_input(stdin)
    else:
        text = file_text(name)
    try:
        record = read_record(text)
        moments = replay(record)
    except InvalidRecord as error:
        raise BadInput(name, str(error)) from error
    yield header_answer(record)
    number = 0
    for moment in moments:
        number += isinstance(moment.cause, RecordedRound)
        yield moment_answer(moment, number)


def header_answer(record: Record) -> Answer:
    """Say what the match was."""
    return {
        "event": "record",
        **record.options.to_plain(),
        "names": {SEATS[at]: seat.name for at, seat in enumerate(record.seats)},
        "players": {SEATS[at]: seat.player for at, seat in enumerate(record.seats)},
        "seed": record.seed,
        "date": record.date.isoformat(),
        "result": record.result,
    }


def moment_answer(moment: Moment, number: int) -> Answer:
    """Say what happened at a line of the record in round `number`, and the position after it."""
    cause = moment.cause
    if isinstance(cause, RecordedRound):
        event, text = "deal", ""
    else:
        event, text = ("turn" if isinstance(cause, RecordedTurn) else "score"), str(cause)
    return {
        "event": event,
        "round": number,
        "line": cause.line,
        "text": text,
        "position": str(moment.state.position),
    }


def show(answer: Answer) -> str:
    """Write what happened, and the position under it."""
    if answer["event"] == "record":
        return _header_lines(answer)
    if answer["event"] == "deal":
        return f"\nRound {answer['round']}\n  {answer['position']}"
    return f"{answer['text']}\n  {answer['position']}"


def _header_lines(answer: Answer) -> str:
    names = ", ".join(f"{letter} {name}" for letter, name in answer["names"].items())
    return (
        f"{answer['rules']}, {answer['seats']} seats ({names}), to {answer['target']} points\n"
        f"seed {answer['seed']}, {answer['date']}, result {answer['result']}: replays exactly"
    )


COMMAND: Final = Command(
    name="replay",
    summary="play a game record again and check it",
    details="""\
Checks a game record from its header to its result, and prints the position after every deal,
turn and score. Nothing is printed of a record that does not go by the rules, but its first
bad line is named.

  python -m red7_desktop.lab replay match.red7
""",
    add_arguments=add_arguments,
    answers=answers,
    show=show,
)
