"""Makes puzzles by a seed: tries without end, and a collection for a file."""

from __future__ import annotations

from collections import Counter
from itertools import count
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.tabletop.puzzle import GRADES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from red7_desktop.tabletop.puzzle import Puzzle

SHARE: Final = 0.5
"""Of the puzzles of one grade in a collection, no kind makes more than this part, if it can be."""


class PuzzleTry(NamedTuple):
    """One try to make a puzzle: of which kind, from which seed, and of what grades."""

    kind: str
    seed: str
    grades: tuple[int, ...] = tuple(GRADES)


def iterate_tries(kinds: Sequence[str], seed: str) -> Iterator[PuzzleTry]:
    """Give tries without end, of one kind after the other."""
    for nth in count():
        for kind in kinds:
            yield PuzzleTry(kind, f"{seed}.{nth}")


class Collection:
    """Gathers puzzles till every grade is full; no kind makes more of a grade than its share.

    many: how many there shall be in all. kinds: which there are.
    """

    def __init__(self, many: int, kinds: tuple[str, ...]) -> None:
        self.kinds: Final = kinds
        self._share: Final = max(SHARE, 1 / len(kinds))
        self._wanted: Final = {
            grade: many // len(GRADES) + (nth < many % len(GRADES))
            for nth, grade in enumerate(GRADES)
        }
        self._found: Final[dict[str, Puzzle]] = {}
        self._grades: Final[Counter[int]] = Counter()
        self._kinds: Final[Counter[tuple[int, str]]] = Counter()

    @property
    def is_full(self) -> bool:
        """Whether nothing is missing."""
        return self._grades.total() == sum(self._wanted.values())

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """What has been gathered: by grade, then as they came."""
        return tuple(sorted(self._found.values(), key=lambda puzzle: puzzle.grade))

    @property
    def counts(self) -> str:
        """How many there are of each grade, in words."""
        return " ".join([str(self._grades[grade]) for grade in GRADES])

    def lacks(self, kind: str) -> tuple[int, ...]:
        """List the grades in which there is room for a kind."""
        return tuple([grade for grade in GRADES if self._has_room(grade, kind)])

    def wanted(self, seed: str) -> Iterator[PuzzleTry]:
        """Give tries of what is missing at the moment at which each is asked for.

        A pool of processes asks ahead, in a thread of its own, while puzzles are added: the tries
        end with the last puzzle, or that thread would look for something missing for ever.
        """
        for each in iterate_tries(self.kinds, seed):
            if self.is_full:
                return
            if lacks := self.lacks(each.kind):
                yield each._replace(grades=lacks)

    def _has_room(self, grade: int, kind: str) -> bool:
        wanted = self._wanted[grade]
        most = ceil(wanted * self._share)
        return self._grades[grade] < wanted and self._kinds[grade, kind] < most

    def add(self, puzzle: Puzzle) -> bool:
        """Take a puzzle in, if there is room for it and it is another one; tell whether."""
        if puzzle.key in self._found or not self._has_room(puzzle.grade, puzzle.kind):
            return False
        self._found[puzzle.key] = puzzle
        self._grades[puzzle.grade] += 1
        self._kinds[puzzle.grade, puzzle.kind] += 1
        return True
