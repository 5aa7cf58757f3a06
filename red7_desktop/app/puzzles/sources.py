"""Sources of puzzles: a generator, and the user's own matches.

A match is searched for puzzles as soon as it ends. If the program is closed before the search is
finished, the program searches the match's stored record after its next start.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from red7_desktop.app.feature import Navigator
from red7_desktop.app.library import matches
from red7_desktop.app.library.library import Library
from red7_desktop.app.matches.match_desk import list_players
from red7_desktop.kit.storage import BackgroundTask, Worker
from red7_desktop.play import replay, session
from red7_desktop.tabletop import player, records
from red7_desktop.tabletop.match import HUMAN, Match, RecordedMatch
from red7_desktop.tabletop.puzzle import (
    Puzzle,
    PuzzleSupport,
    SearchStopped,
    format_head,
    iterate_endless_attempts,
    read_puzzles,
    text_of_puzzle,
)
from red7_desktop.tabletop.rounds import read_record

UNSOLVABLE_ONE_IN: Final = 7
"""On average, one in this many generated puzzles has no right turn."""
PREGENERATED_COUNT: Final = 2
"""Number of puzzles that are generated in advance."""
_REST: Final = 0.002
"""Seconds to sleep between two slices of work, about as long as a slice, so that the UI goes first.
"""


class PuzzleRequest(NamedTuple):
    """A request for puzzles of one grade of a game."""

    game: str
    grade: int


def yield_to_others() -> None:
    """Sleep for a moment, so that the UI thread can run."""
    time.sleep(_REST)


class PuzzleGenerator:
    """Generates puzzles for a request in the background, up to `PREGENERATED_COUNT` in advance.

    Puzzles of other grades are kept for later requests.

    Args:
        load: Loads a game's puzzle support, in the generator's thread.
        new_number: Returns a random number below its argument.
    """

    def __init__(
        self, load: Callable[[str], PuzzleSupport], new_number: Callable[[int], int]
    ) -> None:
        self._load = load
        self._new_number = new_number
        # A deque is thread-safe: the worker only appends, and `take` only pops.
        self._ready: defaultdict[PuzzleRequest, deque[Puzzle]] = defaultdict(deque)
        self._worker = Worker("puzzle mill")
        self._making = BackgroundTask.done(None)
        self._is_closing = False
        self.wanted: PuzzleRequest | None = None

    def want(self, wanted: PuzzleRequest) -> None:
        self.wanted = wanted
        self._go_on()

    def take(self) -> Puzzle | None:
        """Return a generated puzzle of the wanted game and grade; None while none is ready."""
        ready = self._ready[self.wanted] if self.wanted is not None else ()
        puzzle = ready.popleft() if ready else None
        self._go_on()
        return puzzle

    def close(self) -> None:
        self._is_closing = True
        self._worker.close()

    @property
    def _is_enough(self) -> bool:
        return self.wanted is None or len(self._ready[self.wanted]) >= PREGENERATED_COUNT

    def _go_on(self) -> None:
        """Start the worker, unless it is running or enough puzzles are ready."""
        if self._is_closing or self._is_enough or self.wanted is None or not self._making.is_done:
            return
        self._making.result()  # If the previous run failed, raise its error here.
        game = self.wanted.game
        seed = str(self._new_number(1 << 31))
        self._making = self._worker.submit(lambda: self._work(game, seed))

    def _work(self, game: str, seed: str) -> None:
        def should_stop() -> bool:
            yield_to_others()
            return self._is_closing or self.wanted is None or self.wanted.game != game

        puzzles = self._load(game)
        rng = Random(seed)
        is_empty = not rng.randrange(UNSOLVABLE_ONE_IN)
        for each in iterate_endless_attempts(puzzles.kinds, seed):
            wanted = self.wanted
            if wanted is None or self._is_enough or should_stop():
                return
            if is_empty and not puzzles.kinds_of_puzzles[each.kind].may_be_empty:
                continue
            grades = (wanted.grade,)
            puzzle = puzzles.attempt(each.kind, each.seed, grades, should_stop, is_empty=is_empty)
            if puzzle is not None:
                self._ready[PuzzleRequest(game, puzzle.grade)].append(puzzle)
                is_empty = not rng.randrange(UNSOLVABLE_ONE_IN)


_LOG: Final = logging.getLogger(__name__)
MOST_OWN_PUZZLES: Final = 30
"""Maximum number of stored puzzles from the user's own matches, per game.

The oldest puzzles are deleted."""
_OF_A_MATCH: Final = 3
"""Maximum number of puzzles from one match."""


def make_puzzles_from_match(
    match: Match, seats: Collection[int], puzzles: PuzzleSupport, should_stop: player.ShouldStop
) -> Iterator[Puzzle]:
    """Yield puzzles from turns in which a seat missed the best move, the last turn first."""
    ends = replay.Timeline(match).turns
    found = 0
    for begin in reversed([0, *ends]):
        to_act = match.game.to_act(match.state_at(begin))
        if len(to_act) != 1 or to_act[0] not in seats or begin == match.revision:
            continue
        if should_stop() or found == _OF_A_MATCH:
            return
        try:
            puzzle = puzzles.make_from_missed_turn(match, to_act[0], begin, should_stop)
        except SearchStopped:
            return
        if puzzle is not None:
            found += 1
            yield puzzle


def read_own_puzzles(library: Library, game: str) -> tuple[Puzzle, ...]:
    """Load the puzzles that were found in the user's own matches of a game, the newest first."""
    nothing: list[str] = []
    found: list[Puzzle] = []
    for text in library.read(partial(matches.list_puzzles, game=game), nothing):
        try:
            found += read_puzzles(f"{format_head(game)}\n{text}\n", game)
        except records.InvalidRecord as error:
            _LOG.warning("A puzzle of an own match is left out: %s", error)
    return tuple(found)


def keep_own_puzzles(library: Library, game: str, puzzles: Sequence[Puzzle]) -> None:
    """Store puzzles that were found in one of the user's own matches.

    Args:
        library: Library to write to.
        game: The game's name.
        puzzles: The puzzles in the order in which the list shows them, newest first.
    """
    texts = [(puzzle.key, text_of_puzzle(puzzle)) for puzzle in puzzles]
    library.write_with_retry(
        partial(matches.put_puzzles, game=game, puzzles=texts, most=MOST_OWN_PUZZLES)
    )


MAX_SEARCHED_AT_START: Final = 5
"""Maximum number of records searched for puzzles after the program starts, newest first."""


class PuzzleFinder:
    """Finds puzzles in the user's own matches, in a background thread of low priority.

    Args:
        navigator: Provides the library and the games.
        load: Loads the object that opens and judges a game's puzzles.
        found: Called in the background thread with the game and the puzzles of a match.
    """

    def __init__(
        self,
        navigator: Navigator,
        load: Callable[[str], PuzzleSupport],
        found: Callable[[str, list[Puzzle]], object],
    ) -> None:
        self._navigator = navigator
        self._load = load
        self._found = found
        self._library = navigator.library
        self.worker = Worker("puzzles of own games")
        self._is_closing = False

    def search_match(self, session: session.Session, uid: str) -> None:
        """Search a match that has just ended for puzzles, in a background thread.

        Args:
            session: Session of the match.
            uid: Id of the match in the library, where it is then marked as searched.
        """
        game = session.match.game.name
        _, players = list_players(session.seats)
        match = RecordedMatch(session.match)

        def look() -> None:
            self._look_through(game, match, players)
            self._note_searched(uid)

        self.worker.submit(look)

    def catch_up(self) -> None:
        """Look for puzzles in matches that ended shortly before the program was last closed."""
        self.worker.submit(partial(self._catch_up, MAX_SEARCHED_AT_START))

    def close(self) -> None:
        self._is_closing = True
        self.worker.close()

    # -- in the background -------------------------------------------------------------------

    def _note_searched(self, uid: str) -> None:
        if not self._is_closing:
            self._library.write_with_retry(partial(matches.mark_searched, uid=uid))

    def _catch_up(self, left: int) -> None:
        """Search one recorded match for puzzles, and queue the search of another match.

        The match is the newest one that hasn't been searched. The queued search comes after all
        other requests.

        Args:
            left: Number of matches to search, this one included.
        """
        if self._should_stop():
            return
        self._library.flush()
        nothing: matches.MatchRow | None = None
        found = self._library.read(matches.find_unsearched, nothing)
        if found is None or self._library.is_unsaved:
            return
        self._look_at(found)
        if left > 1:
            self.worker.submit(partial(self._catch_up, left - 1))

    def _look_at(self, played: matches.MatchRow) -> None:
        try:
            row = self._navigator.catalogue[records.read_head(played.text).game]
            if row.puzzles is not None:
                form = row.view().story.record_form
                match, seats, _ = read_record(form, played.text, row.rules())
                self._look_through(row.name, match, [seat.player for seat in seats])
        except (records.InvalidRecord, KeyError) as error:
            _LOG.info("A record gives no puzzles: %s", error)
        self._note_searched(played.uid)

    def _look_through(self, game: str, match: Match, players: Sequence[str]) -> None:
        people = [seat for seat, player in enumerate(players) if player == HUMAN]
        try:
            found = list(
                make_puzzles_from_match(match, people, self._load(game), self._should_stop)
            )
        except Exception:  # A bug must not stop the search: only this match's puzzles are lost.
            _LOG.exception("A match cannot be looked through for puzzles")
            return
        if found:
            self._found(game, found)

    def _should_stop(self) -> bool:
        """Let the UI thread run; return whether the program is closing."""
        yield_to_others()
        return self._is_closing
