"""The command `puzzles`: makes a file of puzzles by a seed, the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from red7_desktop.lab.command import Answer, Input, LabCommand
from red7_desktop.lab.jobs import run_in_order
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.lab.progress import ProgressBar
from red7_desktop.tabletop.puzzle import Collection, Puzzle, PuzzleTry, head_of, text_of_puzzle

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.registry import GameRow

AT_ONCE: Final = 600
"""So many tries are handed to other processes at once."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add how many puzzles, and from which seed."""
    parser.add_argument(
        "--count",
        type=read_whole_from(1),
        default=50,
        metavar="N",
        help="how many; 50 without this",
    )
    parser.add_argument(
        "--seed",
        type=read_whole_from(),
        default=1,
        metavar="S",
        help="any whole number; 1 without this",
    )
    parser.add_argument(
        "--jobs",
        type=read_whole_from(1),
        default=1,
        metavar="J",
        help="processes to use; 1 without",
    )


def answer_puzzles(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer with the head of a file, then with every puzzle, by grade."""
    assert row.puzzles is not None
    collection = Collection(arguments.count, row.puzzles().kinds)
    interrupted = False
    try:
        with ProgressBar(arguments.count, sys.stderr) as progress:
            _fill(collection, row, arguments, progress)
    except KeyboardInterrupt:
        interrupted = True
    yield {"game": row.name, "line": head_of(row.name)}
    for puzzle in collection.puzzles:
        yield {
            "game": puzzle.game,
            "key": puzzle.key,
            "kind": puzzle.kind,
            "figures": dict(puzzle.figures),
            "grade": puzzle.grade,
            "seat": puzzle.seat,
            "position": puzzle.position,
            "answers": list(puzzle.answers),
            "line": text_of_puzzle(puzzle),
        }
    if interrupted:
        raise KeyboardInterrupt


def _fill(
    collection: Collection, row: GameRow, arguments: Namespace, progress: ProgressBar
) -> None:
    """Try till nothing is missing. Which process has tried what makes no difference."""
    wanted = collection.wanted(str(arguments.seed))
    while True:
        batch = islice(wanted, AT_ONCE)
        with run_in_order(partial(_attempt_puzzle, row), batch, arguments.jobs) as found:
            for puzzle in found:
                if puzzle is not None and collection.add(puzzle):
                    progress.show(len(collection.puzzles), collection.counts)
                if collection.is_full:
                    return


def _attempt_puzzle(row: GameRow, task: PuzzleTry) -> Puzzle | None:
    assert row.puzzles is not None
    return row.puzzles().attempt(*task)


def show_puzzle(answer: Answer) -> str:
    """Write the line of a file."""
    line: str = answer["line"]
    return line


def command_for(row: GameRow) -> LabCommand:
    """Make the command for a game that has puzzles."""
    return LabCommand(
        name="puzzles",
        summary="make puzzles, proven and graded",
        details="""\
Prints a file of puzzles as docs/puzzles.md describes: as many of every grade, of all kinds, each
with exactly one solution. The same seed and count give the same file, however many jobs make it.
It takes about a second for each puzzle. Ctrl+C ends it early; it still prints what was found.

  python -m red7_desktop.lab puzzles --count 50 --seed 7 --jobs 2 > puzzles.txt
""",
        add_arguments=add_arguments,
        answers=partial(answer_puzzles, row),
        show=show_puzzle,
    )
