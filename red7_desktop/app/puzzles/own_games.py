"""Puzzles of turns that cost somebody much in matches of their own: found, and kept in a file."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from red7_desktop.play.timeline import Timeline
from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    make_folder_for,
    read_text,
    write_atomically,
)
from red7_desktop.tabletop.puzzle import Unsolved
from red7_desktop.tabletop.puzzle_file import read_puzzles, text_of_puzzles
from red7_desktop.tabletop.record_lines import InvalidRecord

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.player import ShouldStop
    from red7_desktop.tabletop.puzzle import Puzzle, Puzzles

_LOG: Final = logging.getLogger(__name__)


MOST_OWN_PUZZLES: Final = 30
"""So many are kept of a game; the oldest go first."""

_OF_A_MATCH: Final = 3
"""No match gives more."""

_LONGEST_PUZZLES_FILE: Final = 200_000
"""A file of them is never longer, in bytes."""


def make_puzzles_from_match(
    match: Match, seats: Collection[int], puzzles: Puzzles, should_stop: ShouldStop
) -> Iterator[Puzzle]:
    """Make puzzles of the turns of seats that missed the best one, the last of the match first."""
    ends = Timeline(match).turns
    found = 0
    for begin in reversed([0, *ends]):
        to_act = match.game.to_act(match.state_at(begin))
        if len(to_act) != 1 or to_act[0] not in seats or begin == match.revision:
            continue
        if should_stop() or found == _OF_A_MATCH:
            return
        try:
            puzzle = puzzles.from_turn(match, to_act[0], begin, should_stop)
        except Unsolved:
            return
        if puzzle is not None:
            found += 1
            yield puzzle


class OwnPuzzles:
    """Keeps puzzles in a folder, a file for each game. For one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, game: str) -> tuple[Puzzle, ...]:
        """Give those of a game, the newest first; a file that cannot be read has none."""
        path = self._path(game)
        if not path.exists():
            return ()
        try:
            return read_puzzles(read_text(path, _LONGEST_PUZZLES_FILE), game)[:MOST_OWN_PUZZLES]
        except (CannotRead, InvalidRecord) as error:
            _LOG.warning("Puzzles of own games are left out: %s", error)
            return ()

    def add(self, game: str, puzzles: Iterable[Puzzle]) -> None:
        """Keep more of them; a full disk costs these alone."""
        kept = {puzzle.key: puzzle for puzzle in (*puzzles, *self.read(game))}
        path = self._path(game)
        try:
            make_folder_for(path)
            write_atomically(path, text_of_puzzles(game, list(kept.values())[:MOST_OWN_PUZZLES]))
        except CannotWrite as error:
            _LOG.warning("Puzzles of own games are not kept: %s", error)

    def _path(self, game: str) -> Path:
        return self._folder / f"{game}.txt"
