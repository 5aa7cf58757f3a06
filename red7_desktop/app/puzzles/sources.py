"""Puzzles made without end, and from own matches.

What a match gives is found as soon as it is over. Where the program ends before, the record that is
kept of it is looked at when the program runs again.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Final, NamedTuple

from red7_desktop.app.feature import Navigator
from red7_desktop.app.matches.match_store import HUMAN, list_players
from red7_desktop.app.replay.replays import EXTENSION, LONGEST_FILE
from red7_desktop.kit.storage import BackgroundTask, Worker, lock_out_others
from red7_desktop.play import replay, session
from red7_desktop.tabletop import files, player, records
from red7_desktop.tabletop.match import Match, RecordedMatch
from red7_desktop.tabletop.puzzle import (
    Puzzle,
    Puzzles,
    Unsolved,
    iterate_tries,
    read_puzzles,
    text_of_puzzles,
)

AHEAD: Final = 2
"""How many are made ahead."""
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
    """Makes puzzles of what is wanted until this many lie ready, and goes on as they are taken.

    What has been made of a grade is kept for when that is wanted again.

    load: gives a game's puzzles, in its own thread. new_number: gives a number below its
    argument, at random.
    """

    def __init__(self, load: Callable[[str], Puzzles], new_number: Callable[[int], int]) -> None:
        self._load = load
        self._new_number = new_number
        # The generator's thread only appends, and this one only takes.
        self._ready: defaultdict[PuzzleRequest, deque[Puzzle]] = defaultdict(deque)
        self._worker = Worker("puzzle mill")
        self._making = BackgroundTask.done(None)
        self._is_closing = False
        self.wanted: PuzzleRequest | None = None

    def want(self, wanted: PuzzleRequest) -> None:
        self.wanted = wanted
        self._go_on()

    def take(self) -> Puzzle | None:
        """Return a puzzle of what is wanted; None while none is ready."""
        ready = self._ready[self.wanted] if self.wanted is not None else ()
        puzzle = ready.popleft() if ready else None
        self._go_on()
        return puzzle

    def close(self) -> None:
        self._is_closing = True
        self._worker.close()

    @property
    def _is_enough(self) -> bool:
        return self.wanted is None or len(self._ready[self.wanted]) >= AHEAD

    def _go_on(self) -> None:
        """Work in the background, unless that goes on or enough lie ready."""
        if self._is_closing or self._is_enough or self.wanted is None or not self._making.is_done:
            return
        self._making.result()  # what has gone wrong in the mill is a fault of the program
        game, seed = self.wanted.game, str(self._new_number(1 << 31))
        self._making = self._worker.do(lambda: self._work(game, seed))

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


_LOG: Final = logging.getLogger(__name__)
MOST_MARKS: Final = 2000
"""How many marks are kept, several times the records that are: the oldest go first."""
_MARK: Final = 8
"""The bytes of one."""
_LONGEST_MARKS_FILE: Final = 100 * MOST_MARKS


class SearchedRecords:
    """Keeps a mark of each record, which a copy of it has too. For one thread.

    A full disk costs only that records are looked at again.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _marks(self) -> dict[str, None]:
        try:
            return dict.fromkeys(files.read_text(self._file, _LONGEST_MARKS_FILE).split())
        except files.CannotRead as error:
            if error.code != "missing":
                _LOG.warning("Which records were looked at cannot be read: %s", error)
            return {}

    def has(self, record: str) -> bool:
        return files.make_digest(record, _MARK) in self._marks

    def add(self, record: str) -> None:
        self._marks[files.make_digest(record, _MARK)] = None
        kept = list(self._marks)[-MOST_MARKS:]
        try:
            files.write_atomically(self._file, "\n".join([*kept, ""]))
        except files.CannotWrite as error:
            _LOG.warning("Which records were looked at is not kept: %s", error)


MOST_OWN_PUZZLES: Final = 30
"""How many are kept of a game; the oldest go first."""
_OF_A_MATCH: Final = 3
"""No match gives more."""
_LONGEST_PUZZLES_FILE: Final = 200_000
"""A file of them is never longer, in bytes."""


def make_puzzles_from_match(
    match: Match, seats: Collection[int], puzzles: Puzzles, should_stop: player.ShouldStop
) -> Iterator[Puzzle]:
    """Make puzzles of the turns of seats that missed the best one, the last of the match first."""
    ends = replay.Timeline(match).turns
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
        """Return those of a game, the newest first; a damaged file has none, and is set aside."""
        path = self._path(game)
        if not path.exists():
            return ()
        try:
            return read_puzzles(files.read_text(path, _LONGEST_PUZZLES_FILE), game)[
                :MOST_OWN_PUZZLES
            ]
        except (files.CannotRead, records.InvalidRecord) as error:
            _LOG.warning("Puzzles of own games are left out: %s", error)
            if not isinstance(error, files.CannotRead) or error.code in ("not_text", "too_large"):
                with suppress(files.CannotWrite):
                    files.move_aside(path)
            return ()

    def add(self, game: str, puzzles: Iterable[Puzzle]) -> None:
        """Keep more of them, beside those of other copies; a full disk costs these alone."""
        path = self._path(game)
        try:
            with lock_out_others(path):
                kept = {puzzle.key: puzzle for puzzle in (*puzzles, *self.read(game))}
                text = text_of_puzzles(game, list(kept.values())[:MOST_OWN_PUZZLES])
                files.write_atomically(path, text)
        except files.CannotWrite as error:
            _LOG.warning("Puzzles of own games are not kept: %s", error)

    def _path(self, game: str) -> Path:
        return self._folder / f"{game}.txt"


AT_A_START: Final = 5
"""How many records are looked at in a run of the program, the newest first."""


class PuzzleFinder:
    """Finds puzzles in matches of one's own. Nothing waits for it, and it lets the screen go first.

    load: gives a game's puzzles. found: hears of those that a match gives, in this thread.
    """

    def __init__(
        self,
        navigator: Navigator,
        load: Callable[[str], Puzzles],
        found: Callable[[str, list[Puzzle]], object],
    ) -> None:
        self._navigator = navigator
        self._load = load
        self._found = found
        self._looked = SearchedRecords(navigator.paths.puzzles / "looked-at.txt")
        self.worker = Worker("puzzles of own games")
        self._is_closing = False

    def gather(self, session: session.Session) -> None:
        game, seats = session.match.game.name, session.seats
        names, players = list_players(seats)
        match, day = RecordedMatch(session.match), self._navigator.today()
        face = self._navigator.box[game].face()

        def look() -> None:
            self._look_through(game, match, players)
            if not self._is_closing:
                self._looked.add(face.story.record(session.match, names, players, day))

        self.worker.do(look)

    def catch_up(self) -> None:
        if self._navigator.paths.played.is_dir():
            self.worker.do(partial(self._catch_up, AT_A_START))

    def close(self) -> None:
        self._is_closing = True
        self.worker.close()

    # -- in the background -------------------------------------------------------------------

    def _catch_up(self, left: int) -> None:
        """Look through the newest that is left; the next one after what was asked for meanwhile."""
        for file in sorted(self._navigator.paths.played.glob(f"*{EXTENSION}"), reverse=True):
            if self._should_stop():
                return
            try:
                text = files.read_text(file, LONGEST_FILE)
            except files.CannotRead:
                continue
            if self._looked.has(text):
                continue
            self._look_at(text)
            if left > 1:
                self.worker.do(partial(self._catch_up, left - 1))
            return

    def _look_at(self, text: str) -> None:
        try:
            row = self._navigator.box[records.read_head(text).game]
            if row.puzzles is not None:
                match, seats, _ = row.face().story.replay(text, row.rules())
                self._look_through(row.name, match, [seat.player for seat in seats])
        except (records.InvalidRecord, KeyError) as error:
            _LOG.info("A record gives no puzzles: %s", error)
        if not self._is_closing:
            self._looked.add(text)

    def _look_through(self, game: str, match: Match, players: Sequence[str]) -> None:
        people = [seat for seat, player in enumerate(players) if player == HUMAN]
        try:
            found = list(
                make_puzzles_from_match(match, people, self._load(game), self._should_stop)
            )
        except Exception:  # it costs puzzles only
            _LOG.exception("A match cannot be looked through for puzzles")
            return
        if found:
            self._found(game, found)

    def _should_stop(self) -> bool:
        """Let the screen go first; stop when the program does."""
        yield_to_others()
        return self._is_closing
