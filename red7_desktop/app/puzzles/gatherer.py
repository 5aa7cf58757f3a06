"""Looks through matches for turns that cost somebody much, one after the other, in the background.

What a match gives is found as soon as it is over. Where the program ends before, the record that is
kept of it is looked at when the program runs again.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.match.autosave import HUMAN
from red7_desktop.app.puzzles.looked_at import SearchedRecords, compute_mark
from red7_desktop.app.puzzles.mill import yield_to_others
from red7_desktop.app.puzzles.own_games import make_puzzles_from_match
from red7_desktop.app.replay.kept_records import EXTENSION, LONGEST_FILE
from red7_desktop.kit.storage.worker import Worker
from red7_desktop.tabletop.files import CannotRead, read_text
from red7_desktop.tabletop.record_lines import InvalidRecord, read_head
from red7_desktop.tabletop.recorded import RecordedMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from red7_desktop.app.around import Services
    from red7_desktop.play.session import Session
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.puzzle import Puzzle, Puzzles

_LOG: Final = logging.getLogger(__name__)


AT_A_START: Final = 5
"""So many records are looked at in a run of the program, the newest first."""


class PuzzleFinder:
    """Finds puzzles in matches of one's own. Nothing waits for it, and it lets the screen go first.

    load: gives a game's puzzles. found: hears of those that a match gives, in this thread.
    """

    def __init__(
        self,
        around: Services,
        load: Callable[[str], Puzzles],
        found: Callable[[str, list[Puzzle]], None],
    ) -> None:
        self._around = around
        self._load = load
        self._found = found
        self._looked = SearchedRecords(around.paths.puzzles / "looked-at.txt")
        self._worker = Worker("puzzles of own games")
        self._is_closing = False

    def gather(self, session: Session) -> None:
        """Look through a match that is over."""
        game, seats = session.match.game.name, session.seats
        names, players = [seat.name for seat in seats], [seat.player or HUMAN for seat in seats]
        match, day = RecordedMatch(session.match), self._around.today()
        face = self._around.box[game].face()

        def look() -> None:
            self._look_through(game, match, players)
            if not self._is_closing:
                self._looked.add(compute_mark(face.record(session.match, names, players, day)))

        self._worker.do(look)

    def catch_up(self) -> None:
        """Look through kept records that nobody has looked through."""
        if self._around.paths.played.is_dir():
            self._worker.do(partial(self._catch_up, AT_A_START))

    def wait(self) -> None:
        """Wait till what was asked for up to now has been done."""
        self._worker.do(lambda: None).result()

    def close(self) -> None:
        """Stop: what is left is looked at another time."""
        self._is_closing = True
        self._worker.close()

    # -- in the background -------------------------------------------------------------------

    def _catch_up(self, left: int) -> None:
        """Look through the newest that is left; the next one after what was asked for meanwhile."""
        for file in sorted(self._around.paths.played.glob(f"*{EXTENSION}"), reverse=True):
            if self._should_stop():
                return
            try:
                text = read_text(file, LONGEST_FILE)
            except CannotRead:
                continue
            if self._looked.has(compute_mark(text)):
                continue
            self._look_at(text)
            if left > 1:
                self._worker.do(partial(self._catch_up, left - 1))
            return

    def _look_at(self, text: str) -> None:
        """Look through a record, and never again, whatever comes of it."""
        try:
            row = self._around.box[read_head(text).game]
            if row.puzzles is not None:
                match, seats, _ = row.face().replay(text, row.rules())
                self._look_through(row.name, match, [seat.player for seat in seats])
        except (InvalidRecord, KeyError) as error:
            _LOG.info("A record gives no puzzles: %s", error)
        if not self._is_closing:
            self._looked.add(compute_mark(text))

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
