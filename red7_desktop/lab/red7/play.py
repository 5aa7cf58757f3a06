"""The command `play`: what a position becomes, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.lab.play import play_command
from red7_desktop.lab.red7.turn_words import played, read_turn, text_of
from red7_desktop.lab.red7.words import letter_of

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.lab.command import Answer


def turn_answer(position: Position, turn: str) -> tuple[Answer, Position]:
    """Play a turn: give what it leads to, and the position after it.

    Raises InvalidTurn or IllegalTurn.
    """
    steps = read_turn(position, turn)
    after = played(position, steps)
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


def show(answer: Answer) -> str:
    """Write the turn and the position after it."""
    goes_out = " and is out" if answer["went_out"] else ""
    lines = [f"{answer['seat']} {answer['turn']}{goes_out}", f"  {answer['after']}"]
    if answer["round_winner"]:
        lines.append(f"  Seat {answer['round_winner']} has won the round.")
    return "\n".join(lines)


COMMAND: Final = play_command(
    parse_position,
    turn_answer,
    show,
    details="""\
Plays turns one after another and prints the position after each. A turn that stops at the
draw of a 3, O3(+), ends there, and the seat is out if it is not winning then.

  python -m red7_desktop.lab play "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :" \\
      "V7 @B2" pass

On standard input every line is a position and its turns, separated by semicolons:

  red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 : ; V7 @B2 ; pass
""",
)
