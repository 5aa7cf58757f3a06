"""A puzzle being tried: what stage it is at, the turns that were tried, the hints used.

It knows no picture and no word; the table's foot shows it, and there may be several of these one
after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.app.puzzles.progress import GIVEN_AWAY, MISSED, SHOWN, SKIPPED, SOLVED, TRIES
from red7_desktop.app.puzzles.stages import AttemptPhase
from red7_desktop.tabletop.puzzle import Unsolved

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.app.puzzles.laid import PreparedPuzzle, PuzzleWays
    from red7_desktop.kit.storage.worker import BackgroundTask
    from red7_desktop.play.exercise import ExerciseSession
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.match import Entry
    from red7_desktop.tabletop.puzzle import PuzzleVerdict


class TriedTurn(NamedTuple):
    """A turn that was tried, and what was thought of it."""

    turn: tuple[Entry, ...]
    verdict: PuzzleVerdict


class Attempt:
    """Listens to a session, has turns judged, and shows what comes of them there.

    wrong: the turns that were no solution; last: the turn that was judged last. hints: how many
    have been given. is_noted: whether it is decided what the puzzle has come to. on_stage: hears of
    every new stage.
    """

    def __init__(self, session: ExerciseSession, laid: PreparedPuzzle, ways: PuzzleWays) -> None:
        self.session = session
        self.laid = laid
        self.ways = ways
        self.stage = AttemptPhase.TRYING
        self.wrong: list[TriedTurn] = []
        self.last: TriedTurn | None = None
        self.hints = 0
        self.is_noted = False
        self.on_stage: Callable[[AttemptPhase], None] | None = None
        self._judging: BackgroundTask[PuzzleVerdict] | None = None
        session.listen(self._changed)

    @property
    def is_waiting(self) -> bool:
        """Whether a turn is being judged."""
        return self._judging is not None

    def tick(self) -> None:
        """Hear of a verdict."""
        if self._judging is not None and self._judging.is_done:
            judging, self._judging = self._judging, None
            self._hear(judging)

    def _changed(self, change: Change) -> None:
        """Have a turn judged as soon as it is over."""
        session, seat = self.session, self.laid.chosen.puzzle.seat
        if self.stage is not AttemptPhase.TRYING or not change.is_step or session.to_act == (seat,):
            return
        game = session.match.game
        steps = tuple([game.parse_step(entry.step) for entry in session.match.log])
        self.stage = AttemptPhase.JUDGING
        self._judging = self.ways.judge(steps)

    def _hear(self, judging: BackgroundTask[PuzzleVerdict]) -> None:
        """Take a verdict, and have shown what follows the turn."""
        if isinstance(judging.error, Unsolved):
            self.set_back()
            return
        verdict = judging.result()
        self.last = TriedTurn(self.session.match.log, verdict)
        if verdict.is_right:
            self._note(SOLVED)
        else:
            self.wrong.append(self.last)
            if len(self.wrong) == TRIES:
                self._note(MISSED)
        if not verdict.line and not verdict.is_right and self.session.match.revision > 1:
            # Nothing follows: it is seen best what is wrong before the turn was ended.
            self.session.back_to(self.session.match.revision - 1)
        self.session.show(verdict.line)
        self._be(AttemptPhase.SOLVED if verdict.is_right else AttemptPhase.WRONG)

    def set_back(self) -> None:
        """Put the table back as the puzzle has it, to be tried again."""
        self._judging = None
        self.session.is_held = False
        self.session.back_to()
        self._be(AttemptPhase.TRYING)

    def take_hint(self) -> int:
        """Count one more of the hints, from the beginning of the turn; give which it is, from 1."""
        self.session.back_to()
        self.hints = min(self.hints + 1, len(self.laid.hints))
        return self.hints

    def show_answer(self) -> None:
        """Play the right turn: the puzzle is none any more."""
        if self.stage is AttemptPhase.SOLVED:
            return
        self._note(SHOWN)
        self._judging = None
        self.session.back_to()
        self.session.show(self.laid.answer)
        self._be(AttemptPhase.SHOWN)

    def skip(self) -> None:
        """Go on to the next puzzle: one that came to nothing yet is put off."""
        self._note(SKIPPED)
        self.ways.following()

    def _note(self, outcome: str) -> None:
        """Keep what has come of it: the first thing that does, and its being solved after all."""
        was_noted, self.is_noted = self.is_noted, True
        if not was_noted:
            self.ways.note(outcome, self.hints)
        elif outcome == SOLVED:
            self.ways.note(outcome, GIVEN_AWAY)

    def _be(self, stage: AttemptPhase) -> None:
        self.stage = stage
        self.session.is_held = stage is not AttemptPhase.TRYING
        if self.on_stage is not None:
            self.on_stage(stage)
