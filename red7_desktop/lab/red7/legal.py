"""The command `legal`: every turn that the seat to move may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS, SEATS
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.standings import judge_rule
from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, PositionCommand
from red7_desktop.lab.red7.turn_words import list_turn_texts
from red7_desktop.lab.red7.words import (
    format_count,
    format_standing,
    letter_of,
    name_of_rule,
    to_plain_standings,
)

if TYPE_CHECKING:
    from argparse import Namespace

    from red7_desktop.games.red7.rules.position import Position

WIDTH: Final = 100
"""Lists of turns are broken into lines of this length."""


def answer_legal(text: str, arguments: Namespace) -> Answer:
    """Return who stands where under the rule in force, and what the mover may do.

    Raises InvalidPosition, and IllegalTurn when the mover's hand is hidden.
    """
    position = parse_position(text)
    verdict = judge_rule(position, position.rule)
    return {
        "position": str(position),
        "rule": LETTERS[position.rule],
        "winner": letter_of(verdict.leader),
        "standings": to_plain_standings(verdict),
        "turns": list_turn_texts(position),
    }


def show_legal(answer: Answer) -> str:
    """Write the answer for people: standings as a table, turns by the card they begin with."""
    position = parse_position(answer["position"])
    lines = [answer["position"], f"Rule in force: {name_of_rule(position.rule)}"]
    rows = [_build_seat_row(answer, position, seat) for seat in range(position.seats)]
    lines += [f"  {line}" for line in format_columns(rows)]
    if position.is_over:
        return "\n".join([*lines, f"The round is over: seat {SEATS[position.live[0]]} has won it."])
    lines.append(f"Seat {SEATS[position.mover]} has {format_count(len(answer['turns']), 'turn')}:")
    return "\n".join([*lines, *[f"  {line}" for line in _wrap_turns(answer["turns"])]])


def _build_seat_row(answer: Answer, position: Position, seat: int) -> list[str]:
    name = SEATS[seat]
    standing = answer["standings"].get(name)
    if standing is None:
        return [name, "out", ""]
    marks = ["winning"] if answer["winner"] == name else []
    marks += ["to move"] if position.mover == seat else []
    return [name, format_standing(standing), ", ".join(marks)]


def _wrap_turns(turns: list[str]) -> list[str]:
    """Break a list of turns into lines; each first card begins a line of its own."""
    lines: list[str] = []
    before = None
    for turn in turns:
        begins = turn[:2] if turn[:1] != "@" else "@"
        if begins == before and len(lines[-1]) + 3 + len(turn) <= WIDTH - 2:
            lines[-1] += f"   {turn}"
        else:
            lines.append(turn)
        before = begins
    return lines


COMMAND: Final = PositionCommand(
    name="legal",
    summary="list the turns that the seat to move may choose",
    details="""\
Lists every turn that the seat to move may choose, `pass` last, with the standings under
the rule in force. A turn that reaches the draw of a 3 is listed up to it: O3(+).

  python -m red7_desktop.lab legal "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : :"
""",
    answer=answer_legal,
    show=show_legal,
)
