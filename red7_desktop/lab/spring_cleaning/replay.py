"""The command `replay`: plays a game record again and checks every line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.notation import (
    EXTENSION,
    Record,
    RecordedTurn,
)
from red7_desktop.lab.replay import Replaying, make_replay_command
from red7_desktop.tabletop.rounds import RecordedRound

if TYPE_CHECKING:
    from red7_desktop.lab.command import Answer

EVENTS: Final = {RecordedRound: "deal", RecordedTurn: "turn"}


def _write_title(answer: Answer, names: str) -> str:
    return f"{answer['seats']} seats ({names}), offers picked up: {answer['pickup']}"


COMMAND: Final = make_replay_command(
    Replaying(EXTENSION, Record.read, lambda cause: EVENTS[type(cause)], _write_title),
    details="""\
Checks a game record from its header to its result, and prints the position after every deal and
turn. Nothing is printed of a record that does not go by the rules, but its first bad line is named.

  python -m red7_desktop.lab replay --game spring match.spring
""",
)
