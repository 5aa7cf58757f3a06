"""The command `replay`, which a game makes of its way to read and replay records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.reading import read_file, read_input
from red7_desktop.tabletop.game import SEAT_LETTERS
from red7_desktop.tabletop.records import InvalidRecord
from red7_desktop.tabletop.rounds import MatchRecord

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

STANDARD_INPUT: Final = "-"


class Replaying(NamedTuple):
    """How a game's records are read and played again.

    extension: of their files. read: reads a record. event_of: names what the cause of a moment is;
    "deal" begins a round. title: says what was played; gets the answer about the header, and its
    names in a line.
    """

    extension: str
    read: Callable[[str], MatchRecord]
    event_of: Callable[[Any], str]
    title: Callable[[Answer, str], str]


def make_replay_command(replaying: Replaying, details: str) -> LabCommand:
    """Make the command of a game."""
    return LabCommand(
        name="replay",
        summary="play a game record again and check it",
        details=details,
        add_arguments=partial(_add_replay_arguments, replaying),
        answers=partial(_answer_replay, replaying),
        show=partial(show_replay, replaying),
    )


def _add_replay_arguments(replaying: Replaying, parser: ArgumentParser) -> None:
    help_text = f"a game record ({replaying.extension}), or - for input"
    parser.add_argument("file", metavar="FILE", help=help_text)


def _answer_replay(replaying: Replaying, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    name = arguments.file
    if name == STANDARD_INPUT:
        name, text = "standard input", read_input(stdin)
    else:
        text = read_file(name)
    try:
        record = replaying.read(text)
        moments = record.replay().moments
    except InvalidRecord as error:
        raise BadInput(name, str(error)) from error
    yield answer_header(record)
    number = 0
    for moment in moments:
        event = replaying.event_of(moment.cause)
        number += event == "deal"
        yield {
            "event": event,
            "round": number,
            "line": moment.cause.line,
            "text": "" if event == "deal" else str(moment.cause),
            "position": str(moment.state.position),
        }


def answer_header(record: MatchRecord) -> Answer:
    """Return what the match was."""
    return {
        "event": "record",
        **record.options.to_plain(),
        "names": {SEAT_LETTERS[at]: seat.name for at, seat in enumerate(record.seats)},
        "players": {SEAT_LETTERS[at]: seat.player for at, seat in enumerate(record.seats)},
        "seed": record.seed,
        "date": record.date.isoformat(),
        "result": record.result,
    }


def show_replay(replaying: Replaying, answer: Answer) -> str:
    """Write what happened, and the position under it."""
    if answer["event"] == "record":
        names = ", ".join(f"{letter} {name}" for letter, name in answer["names"].items())
        return (
            f"{replaying.title(answer, names)}\n"
            f"seed {answer['seed']}, {answer['date']}, result {answer['result']}: replays exactly"
        )
    if answer["event"] == "deal":
        return f"\nRound {answer['round']}\n  {answer['position']}"
    return f"{answer['text']}\n  {answer['position']}"
