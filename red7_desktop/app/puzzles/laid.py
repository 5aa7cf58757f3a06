"""A puzzle made ready for the table: everything that takes time is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from red7_desktop.tabletop.match import Entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.app.puzzles.progress import PuzzleProgress
    from red7_desktop.kit.storage.worker import BackgroundTask
    from red7_desktop.tabletop.puzzle import Opened, Puzzle, Puzzles, PuzzleVerdict
    from red7_desktop.tabletop.reasons import Reason


class PuzzleSource(StrEnum):
    """Where a puzzle comes from, and so which one follows it."""

    GRADE = "grade"
    ALL = "all"
    ANY = "any"
    ENDLESS = "endless"
    OWN = "own"


class ChosenPuzzle(NamedTuple):
    """A puzzle and where it comes from. place, many: its number of how many; 0 without an end."""

    puzzle: Puzzle
    source: PuzzleSource
    place: int = 0
    many: int = 0


@dataclass(frozen=True)
class PreparedPuzzle:
    """A puzzle on the table: as its game opens it, its hints, and its right turn."""

    chosen: ChosenPuzzle
    opened: Opened
    hints: tuple[Reason, Reason, Reason]
    answer: tuple[Entry, ...]


def prepare_puzzle(chosen: ChosenPuzzle, puzzles: Puzzles) -> PreparedPuzzle:
    """Make a puzzle ready. Raises the errors of `tabletop.errors` for a damaged one."""
    puzzle = chosen.puzzle
    opened = puzzles.opened(puzzle)
    steps = puzzles.answer(puzzle)
    answer = tuple([Entry(puzzle.seat, opened.game.text_of(step)) for step in steps])
    return PreparedPuzzle(chosen, opened, puzzles.hints(puzzle), answer)


@dataclass(frozen=True)
class PuzzleWays:
    """What the foot of a puzzle asks for.

    judge: has the steps of a turn judged in the background. note: keeps what came of the puzzle,
    and how many hints it took. progress: how far the person is. following: goes to the next puzzle.
    leave: goes back to the list.
    """

    judge: Callable[[tuple[Any, ...]], BackgroundTask[PuzzleVerdict]]
    note: Callable[[str, int], None]
    progress: Callable[[], PuzzleProgress]
    following: Callable[[], None]
    leave: Callable[[], None]
