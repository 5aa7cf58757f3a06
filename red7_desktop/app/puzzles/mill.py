"""Makes puzzles without end, in a thread that lets the screen go first."""

from __future__ import annotations

import threading
import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.tabletop.puzzle_making import iterate_tries

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.tabletop.puzzle import Puzzle, Puzzles

AHEAD: Final = 2
"""So many are made ahead."""

_REST: Final = 0.002
"""Seconds of rest between two slices of work: half of the time, and the screen goes first."""


class PuzzleRequest(NamedTuple):
    """What is made: of a game, of a grade."""

    game: str
    grade: int


def yield_to_others() -> None:
    """Let others go first, for a moment."""
    time.sleep(_REST)


class PuzzleGenerator:
    """Makes puzzles of what is wanted till so many lie ready, and goes on as they are taken.

    What has been made of a grade is kept for when that is wanted again.

    load: gives a game's puzzles, in the mill's thread. new_number: gives a number below its
    argument, at random.
    """

    def __init__(self, load: Callable[[str], Puzzles], new_number: Callable[[int], int]) -> None:
        self._load = load
        self._new_number = new_number
        # The mill's thread only appends, and this one only takes.
        self._ready: defaultdict[PuzzleRequest, deque[Puzzle]] = defaultdict(deque)
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self.wanted: PuzzleRequest | None = None

    def want(self, wanted: PuzzleRequest) -> None:
        """Make puzzles of a game and grade from now on."""
        self.wanted = wanted
        self._go_on()

    def take(self) -> Puzzle | None:
        """Give a puzzle of what is wanted; None while none is ready."""
        if self.wanted is None or not self._ready[self.wanted]:
            self._go_on()
            return None
        puzzle = self._ready[self.wanted].popleft()
        self._go_on()
        return puzzle

    def close(self) -> None:
        """Stop."""
        self._is_closing = True

    @property
    def _is_enough(self) -> bool:
        return self.wanted is None or len(self._ready[self.wanted]) >= AHEAD

    def _go_on(self) -> None:
        """Work in a fresh thread, unless one is at it or enough lie ready."""
        is_at_work = self._thread is not None and self._thread.is_alive()
        if self._is_closing or is_at_work or self._is_enough or self.wanted is None:
            return
        game, seed = self.wanted.game, str(self._new_number(1 << 31))
        self._thread = threading.Thread(
            target=lambda: self._work(game, seed), name="puzzle mill", daemon=True
        )
        self._thread.start()

    def _work(self, game: str, seed: str) -> None:
        def should_stop() -> bool:
            yield_to_others()
            return self._is_closing or self.wanted is None or self.wanted.game != game

        puzzles = self._load(game)
        for each in iterate_tries(puzzles.kinds, seed):
            wanted = self.wanted
            if wanted is None or self._is_enough or should_stop():
                return
            puzzle = puzzles.attempt(each.kind, each.seed, (wanted.grade,), should_stop)
            if puzzle is not None:
                self._ready[PuzzleRequest(game, puzzle.grade)].append(puzzle)
