"""The command `legal`: every play and every draw of the seat that leads or follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.legality import build_legal_answer
from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.lab.command import Answer, PositionCommand

if TYPE_CHECKING:
    from argparse import Namespace


def answer_legal(text: str, arguments: Namespace) -> Answer:
    """List the plays and draws. Raises InvalidPosition, and IllegalTurn for a hidden hand."""
    return build_legal_answer(parse_position(text))


def show(answer: Answer) -> str:
    """Write who may do what, a line for each play and draw."""
    if not answer["seat"]:
        return f"{answer['position']}\nNobody leads or follows."
    moves = [*answer["plays"], *answer["draws"]]
    head = f"Seat {answer['seat']}: {len(answer['plays'])} plays, {len(answer['draws'])} draws"
    return "\n".join([answer["position"], head, *[f"  {move}" for move in moves]])


COMMAND: Final = PositionCommand(
    name="legal",
    summary="list the plays and draws of the seat that leads or follows",
    details="""\
Lists every combination that the seat to move may play, and its ways to draw. Both are empty in
the middle of a turn and before the first trick.

  python -m red7_desktop.lab legal --json \\
      "spring / table 3 :B / deck 3 9 1 / discard / A> 7 5 5 2 : 4 9 : 3 / B 1 8 : : 0"
""",
    answer=answer_legal,
    show=show,
)
