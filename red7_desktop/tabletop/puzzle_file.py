"""Puzzles as text: a file of them, a puzzle a line, and reading it with errors that name the line.

    puzzles 1 GAME
    GRADE KIND SEAT [FIGURE=N ...] | ANSWER [; ANSWER ...] | POSITION

Lines that begin with `#` are comments. docs/puzzles.md has an example.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from red7_desktop.tabletop.puzzle import GRADES, Puzzle
from red7_desktop.tabletop.record_lines import list_lines, refuse
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from red7_desktop.tabletop.puzzle import Figures

VERSION: Final = 1
"""Of the format, in the first line of a file."""

_BAR: Final = " | "

_OR: Final = " ; "

_FIGURE: Final = re.compile(r"([a-z_]+)=([0-9]{1,4})", re.ASCII)

_KIND: Final = re.compile(r"[a-z_]+", re.ASCII)


def text_of_puzzles(game: str, puzzles: Iterable[Puzzle]) -> str:
    """Write a file of puzzles."""
    return "\n".join([head_of(game), *map(text_of_puzzle, puzzles), ""])


def head_of(game: str) -> str:
    """Write the first line of a file."""
    return f"puzzles {VERSION} {game}"


def text_of_puzzle(puzzle: Puzzle) -> str:
    """Write the line of a puzzle."""
    figures = [f"{name}={value}" for name, value in puzzle.figures]
    asked = [str(puzzle.grade), puzzle.kind, SEAT_LETTERS[puzzle.seat], *figures]
    return _BAR.join([" ".join(asked), _OR.join(puzzle.answers), puzzle.position])


def read_puzzles(text: str, game: str) -> tuple[Puzzle, ...]:
    """Read a file of a game's puzzles. Raises InvalidRecord, which names the line.

    Whether positions and answers are what they should be is not looked at: that takes time.
    """
    lines = list_lines(text)
    head = lines[0].text if lines else ""
    if head != head_of(game):
        refuse(1, "head", head, f"must be {head_of(game)!r}")
    puzzles: dict[str, Puzzle] = {}
    for number, line in lines[1:]:
        if not line:
            continue
        puzzle = _read(number, line, game)
        if puzzle.key in puzzles:
            refuse(number, "position", puzzle.position, "this puzzle has been on another line")
        puzzles[puzzle.key] = puzzle
    return tuple(puzzles.values())


def _read(number: int, line: str, game: str) -> Puzzle:
    fields = line.split(_BAR)
    if len(fields) != 3:
        refuse(number, "puzzle", line, "needs what is asked, answers and position between '|'")
    words = fields[0].split(" ")
    if len(words) < 3:
        refuse(number, "puzzle", fields[0], "must begin with grade, kind and seat")
    grade, kind, seat, *figures = words
    if grade not in map(str, GRADES):
        refuse(number, "grade", grade, f"must be {GRADES[0]} to {GRADES[-1]}")
    if not _KIND.fullmatch(kind):
        refuse(number, "kind", kind, "must be a word")
    if len(seat) != 1 or seat not in SEAT_LETTERS:
        refuse(number, "seat", seat, f"must be one of {', '.join(SEAT_LETTERS)}")
    answers = tuple(fields[1].split(_OR))
    is_bare = any(not each or ";" in each for each in answers)
    if is_bare or len(set(answers)) < len(answers):
        refuse(number, "answers", fields[1], "each must be a turn, and another one")
    return Puzzle(
        game,
        kind,
        _read_figures(number, figures),
        int(grade),
        SEAT_LETTERS.index(seat),
        fields[2],
        answers,
    )


def _read_figures(number: int, words: list[str]) -> Figures:
    figures: dict[str, int] = {}
    for word in words:
        found = _FIGURE.fullmatch(word)
        if not found or found[1] in figures:
            refuse(number, "figure", word, "must be NAME=N, each name once")
        figures[found[1]] = int(found[2])
    return tuple(figures.items())
