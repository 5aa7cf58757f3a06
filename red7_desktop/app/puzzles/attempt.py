"""An attempt at a puzzle, and the progress of a profile.

This module draws nothing and contains no texts. The table shows the attempt in its bottom panel;
several attempts can follow each other on one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Any, Final, NamedTuple

from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.kit.storage import BackgroundTask
from red7_desktop.play.session import Change, ExerciseSession
from red7_desktop.tabletop import game, match
from red7_desktop.tabletop.puzzle import (
    OpenedPuzzle,
    Puzzle,
    PuzzleSupport,
    PuzzleVerdict,
    SearchStopped,
)

NEXT = "puzzle next"
"""Command of the button that opens the next puzzle."""
ANSWER = "puzzle answer"
"""Command of the button that shows the answer of the puzzle."""
NOTHING_HERE = "puzzle nothing"
"""Command of the button with which the player answers that no turn is right."""
LIST = "puzzle list"
"""Command of the button that opens the list of puzzles."""
RUSH_AGAIN = "puzzle rush"
"""Command of the button that begins another rush, a timed series of puzzles."""


class AttemptPhase(Enum):
    """The phase of an attempt at a puzzle.

    Attributes:
        TRYING: The player is looking for the turn.
        JUDGING: The player's turn is being judged.
        WRONG: The outcome of a wrong turn is shown.
        SHOWN: The outcome of the right turn is shown, because the player asked for it.
        SOLVED: The puzzle is solved.
    """

    TRYING = auto()
    JUDGING = auto()
    WRONG = auto()
    SHOWN = auto()
    SOLVED = auto()


PUZZLE_KIND: Final = "puzzle"
"""Kind of the profile's events about puzzles."""
SOLVED = "solved"
"""Stored outcome of a puzzle that the player solved."""
MISSED = "missed"
"""Stored outcome of a puzzle for which all tries of the player were wrong."""
SHOWN = "shown"
"""Stored outcome of a puzzle whose answer the player asked for."""
SKIPPED = "skipped"
"""Stored outcome of a puzzle that the player left unsolved for the next puzzle."""
TRIES: Final = 3
"""Number of wrong turns after which a puzzle counts as missed."""
GIVEN_AWAY: Final = 3
"""A puzzle that is solved with this many hints or more doesn't extend the streak of solved
puzzles."""
LIGHTS: Final = 7
"""Number of lights that show the streak; each puzzle solved in a row turns on one light."""


class PuzzleProgress(NamedTuple):
    """A profile's progress in the puzzles of a game.

    Attributes:
        solved: Keys of the solved puzzles.
        tried: Keys of the puzzles with any outcome.
        streak: Number of puzzles solved in a row.
    """

    solved: frozenset[str] = frozenset()
    streak: int = 0
    tried: frozenset[str] = frozenset()

    @property
    def lit(self) -> int:
        """Number of the streak's lights that are on, from 0 to `LIGHTS`.

        After a puzzle that turned on the last light, the next one starts again with one light.
        """
        if self.streak:
            return (self.streak - 1) % LIGHTS + 1
        return 0


def sum_up_progress(events: Iterable[ProfileEvent], game: str) -> PuzzleProgress:
    """Compute a profile's progress in a game from its events, the oldest first.

    A puzzle that was solved before doesn't extend the streak, and neither does one with
    `GIVEN_AWAY` or more hints. A missed puzzle or a shown answer ends the streak. A skipped puzzle
    doesn't change it.
    """
    solved: set[str] = set()
    tried: set[str] = set()
    streak = 0
    for event in events:
        if event.kind != PUZZLE_KIND or event.game != game:
            continue
        tried.add(event.key)
        if event.outcome == SOLVED:
            streak += event.key not in solved and event.value < GIVEN_AWAY
            solved.add(event.key)
        elif event.outcome in (MISSED, SHOWN):
            streak = 0
    return PuzzleProgress(frozenset(solved), streak, frozenset(tried))


def find_next_puzzle(
    puzzles: Sequence[Puzzle], solved: frozenset[str], after: str = ""
) -> Puzzle | None:
    """Return the next unsolved puzzle, wrapping around at the end of the list.

    Args:
        puzzles: The puzzles in order.
        solved: Keys of the solved puzzles.
        after: Key of the puzzle to start after, "" for the beginning.

    Returns:
        The next puzzle in order if all are solved; None if there are no puzzles.
    """
    keys = [puzzle.key for puzzle in puzzles]
    first = keys.index(after) + 1 if after in keys else 0
    row = [*puzzles[first:], *puzzles[:first]]
    return next((puzzle for puzzle in row if puzzle.key not in solved), row[0] if row else None)


class TriedTurn(NamedTuple):
    """A turn that the player tried.

    Attributes:
        turn: The steps of the turn; () for the answer that no turn is right.
        verdict: The verdict on the turn.
    """

    turn: tuple[match.Entry, ...]
    verdict: PuzzleVerdict


class Attempt:
    """The player's attempt at one puzzle, with all tries, hints and the outcome.

    Each turn that the player ends is judged in the background. Then the attempt plays the steps
    that show why the turn is right or wrong.

    Args:
        session: The session in which the player tries turns.
        prepared: The puzzle.
        judge: Starts judging the steps of a turn in the background.
        store_outcome: Stores the puzzle's outcome and the number of hints.
        rate: Stores whether the first try solved the puzzle without hints.
        go_on: Opens the next puzzle.

    Attributes:
        stage: Current phase.
        wrong: The wrong turns so far.
        last: The turn that was judged last, None before the first verdict.
        hints: Number of hints given.
        is_stored: Whether an outcome has been stored.
        on_stage: Called with the new `AttemptPhase` whenever `stage` changes.
    """

    def __init__(
        self,
        session: ExerciseSession,
        prepared: PreparedPuzzle,
        judge: Callable[[tuple[Any, ...]], BackgroundTask[PuzzleVerdict]],
        store_outcome: Callable[[str, int], None],
        rate: Callable[[bool], None],
        go_on: Callable[[], None],
    ) -> None:
        self.session = session
        self.prepared = prepared
        self._judge = judge
        self._keep = store_outcome
        self._keep_rated = rate
        self._is_rated = False
        self._go_on = go_on
        self.stage = AttemptPhase.TRYING
        self.wrong: list[TriedTurn] = []
        self.last: TriedTurn | None = None
        self.hints = 0
        self.is_stored = False
        self.on_stage: Callable[[AttemptPhase], None] | None = None
        self._judging: BackgroundTask[PuzzleVerdict] | None = None
        session.add_listener(self._changed)

    @property
    def is_rated(self) -> bool:
        """Whether the first try has been rated."""
        return self._is_rated

    @property
    def needs_tick(self) -> bool:
        return self._judging is not None

    def tick(self) -> None:
        if self._judging is not None and self._judging.is_done:
            judging, self._judging = self._judging, None
            self._hear(judging)

    def _changed(self, change: Change) -> None:
        session = self.session
        seat = self.prepared.chosen.puzzle.seat
        if self.stage is not AttemptPhase.TRYING or not change.is_step or session.to_act == (seat,):
            return
        game = session.match.game
        steps = tuple([game.parse_step(entry.step) for entry in session.match.log])
        self.stage = AttemptPhase.JUDGING
        self._judging = self._judge(steps)

    def _hear(self, judging: BackgroundTask[PuzzleVerdict]) -> None:
        if isinstance(judging.error, SearchStopped):
            self.reset()
            return
        self._take_verdict(judging.result())

    def answer_nothing(self) -> None:
        """Answer that no turn is right. Does nothing in puzzles that always have a right turn."""
        if self.stage is AttemptPhase.TRYING and self.prepared.on_nothing is not None:
            self.session.undo_to()
            self._take_verdict(self.prepared.on_nothing)

    def _take_verdict(self, verdict: PuzzleVerdict) -> None:
        self.last = TriedTurn(self.session.match.log, verdict)
        self._rate(is_won=verdict.is_right)
        if verdict.is_right:
            self._store_outcome(SOLVED)
        else:
            self.wrong.append(self.last)
            if len(self.wrong) == TRIES:
                self._store_outcome(MISSED)
        if not verdict.line and not verdict.is_right and self.session.match.revision > 1:
            # The verdict contains no replies of the opponents to show. Undo the end of the turn, so
            # that the table shows the position just before the turn ended.
            self.session.undo_to(self.session.match.revision - 1)
        self.session.demonstrate(verdict.line)
        self._be(AttemptPhase.SOLVED if verdict.is_right else AttemptPhase.WRONG)

    def reset(self) -> None:
        self._judging = None
        self.session.is_locked = False
        self.session.undo_to()
        self._be(AttemptPhase.TRYING)

    def take_hint(self) -> int:
        """Reset the turn and return the number of the next hint, from 1 to the number of hints."""
        self._rate(is_won=False)
        self.session.undo_to()
        self.hints = min(self.hints + 1, len(self.prepared.hints))
        return self.hints

    def show_answer(self) -> None:
        """Play the right turn. The puzzle can't be solved any more."""
        if self.stage is AttemptPhase.SOLVED:
            return
        self._rate(is_won=False)
        self._store_outcome(SHOWN)
        self._judging = None
        self.session.undo_to()
        self.session.demonstrate(self.prepared.answer)
        self._be(AttemptPhase.SHOWN)

    def skip(self) -> None:
        # If an outcome is already stored, for example because the player has asked for the answer,
        # `_store_outcome` ignores this one.
        self._store_outcome(SKIPPED)
        self._go_on()

    def _rate(self, *, is_won: bool) -> None:
        """Store the rated result of the puzzle once; later calls do nothing.

        The first try decides. A hint or the answer before the first try counts as a loss.
        """
        if not self._is_rated:
            self._is_rated = True
            self._keep_rated(is_won)

    def _store_outcome(self, outcome: str) -> None:
        """Store an outcome. After the first outcome of the attempt, only `SOLVED` is stored."""
        was_stored, self.is_stored = self.is_stored, True
        if not was_stored:
            self._keep(outcome, self.hints)
        elif outcome == SOLVED:
            self._keep(outcome, GIVEN_AWAY)

    def _be(self, stage: AttemptPhase) -> None:
        self.stage = stage
        self.session.is_locked = stage is not AttemptPhase.TRYING
        if self.on_stage is not None:
            self.on_stage(stage)


class PuzzleSource(StrEnum):
    """The list that a puzzle was opened from, which determines the next puzzle."""

    GRADE = "grade"
    ALL = "all"
    ANY = "any"
    ENDLESS = "endless"
    OWN = "own"
    RUSH = "rush"


class ChosenPuzzle(NamedTuple):
    """A puzzle and the list that it was opened from.

    Attributes:
        place: Number of the puzzle in its grade, from 1; 0 if it isn't in a list.
        many: Number of puzzles in its grade.
        theme: Theme that the list is limited to, "" if it isn't limited.
    """

    puzzle: Puzzle
    source: PuzzleSource
    place: int = 0
    many: int = 0
    theme: str = ""


@dataclass(frozen=True)
class PreparedPuzzle:
    """A puzzle that is ready for the table.

    Attributes:
        opened: The game, options and state to start from.
        hints: The three hints.
        answer: The right turn; () if no turn is right.
        themes: Themes of the puzzle.
        on_nothing: Verdict on the answer that no turn is right; None if every puzzle of the kind
            has a right turn.
    """

    chosen: ChosenPuzzle
    opened: OpenedPuzzle
    hints: tuple[game.Reason, game.Reason, game.Reason]
    answer: tuple[match.Entry, ...]
    themes: tuple[str, ...] = ()
    on_nothing: PuzzleVerdict | None = None


def prepare_puzzle(chosen: ChosenPuzzle, puzzles: PuzzleSupport) -> PreparedPuzzle:
    """Collect the parts of a puzzle that the table shows: start, hints, answer and themes.

    Raises:
        InvalidPosition: The puzzle is damaged.
    """
    puzzle = chosen.puzzle
    opened = puzzles.open(puzzle)
    steps = puzzles.answer(puzzle)
    answer = tuple([match.Entry(puzzle.seat, opened.game.text_of(step)) for step in steps])
    on_nothing = None
    if puzzles.kind_of(puzzle).may_be_empty:
        on_nothing = puzzles.judge_nothing(puzzle)
    themes = puzzles.list_themes(puzzle)
    return PreparedPuzzle(chosen, opened, puzzles.hints(puzzle), answer, themes, on_nothing)
