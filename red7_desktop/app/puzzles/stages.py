"""What goes on with a puzzle on the table, and what its buttons ask for."""

from __future__ import annotations

from enum import Enum, auto

AGAIN, NEXT, ANSWER, LIST = "puzzle again", "puzzle next", "puzzle answer", "puzzle list"
"""What buttons ask for."""


class AttemptPhase(Enum):
    """What goes on: the person tries; a turn is judged; it is shown what comes of a wrong one, or
    of the right one that was asked for; the puzzle is solved.
    """

    TRYING = auto()
    JUDGING = auto()
    WRONG = auto()
    SHOWN = auto()
    SOLVED = auto()
