"""A puzzle being tried; progress.

It knows no picture and no word; the table's foot shows it, and there may be several of these one
after the other.
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
from red7_desktop.tabletop.puzzle import OpenedPuzzle, Puzzle, Puzzles, PuzzleVerdict, SearchStopped

NEXT = "puzzle next"
ANSWER = "puzzle answer"
LIST = "puzzle list"
"""What buttons ask for."""


class AttemptPhase(Enum):
    """The phase of an attempt at a puzzle.

    Attributes:
        TRYING: The person looks for the turn.
        JUDGING: A turn is being judged.
        WRONG: The outcome of a wrong turn is shown.
        SHOWN: The outcome of the right turn is shown, because the person asked for it.
        SOLVED: The puzzle is solved.
    """

    TRYING = auto()
    JUDGING = auto()
    WRONG = auto()
    SHOWN = auto()
    SOLVED = auto()


KIND: Final = "puzzle"
"""Of the events that tell of puzzles."""
SOLVED = "solved"
MISSED = "missed"
SHOWN = "shown"
SKIPPED = "skipped"
"""What may come of a puzzle: the turn was found, missed in all tries, asked for, or put off."""
TRIES: Final = 3
"""After this many wrong turns a puzzle counts as missed."""
GIVEN_AWAY: Final = 3
"""From this value on, a solved puzzle was no feat: the hints gave the turn away."""
LIGHTS: Final = 7
"""How many in a row light the ring."""


class PuzzleProgress(NamedTuple):
    """What somebody has done. solved, tried: by key. streak: how many were found in a row."""

    solved: frozenset[str] = frozenset()
    streak: int = 0
    tried: frozenset[str] = frozenset()

    @property
    def lit(self) -> int:
        """How many of the ring's lights are on; all are while the streak has just filled it."""
        if self.streak:
            return (self.streak - 1) % LIGHTS + 1
        return 0


def sum_up_progress(events: Iterable[ProfileEvent], game: str) -> PuzzleProgress:
    """Add up the events of a person, the oldest first.

    A puzzle that was solved before adds nothing to a streak, nor does one whose hints gave the turn
    away; a missed one and one whose answer was asked for end it, and one put off leaves it.
    """
    solved: set[str] = set()
    tried: set[str] = set()
    streak = 0
    for event in events:
        if event.kind != KIND or event.game != game:
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
    """Return the next puzzle that is not solved, after the one of a key, from the beginning again.

    Where all are solved, the next one; None where there are none.
    """
    keys = [puzzle.key for puzzle in puzzles]
    first = keys.index(after) + 1 if after in keys else 0
    row = [*puzzles[first:], *puzzles[:first]]
    return next((puzzle for puzzle in row if puzzle.key not in solved), row[0] if row else None)


class TriedTurn(NamedTuple):
    """A turn that was tried, and what was thought of it."""

    turn: tuple[match.Entry, ...]
    verdict: PuzzleVerdict


class Attempt:
    """Listens to a session, has turns judged, and shows their outcome there.

    wrong: the turns that were no solution; last: the turn that was judged last. hints: how many
    have been given. is_noted: whether it is decided what the puzzle has come to. on_stage: hears of
    every new stage. judge: has the steps of a turn judged in the background. note: keeps the
    outcome of the puzzle, and how many hints it took. go_on: goes to the next puzzle.
    """

    def __init__(
        self,
        session: ExerciseSession,
        laid: PreparedPuzzle,
        judge: Callable[[tuple[Any, ...]], BackgroundTask[PuzzleVerdict]],
        note: Callable[[str, int], None],
        go_on: Callable[[], None],
    ) -> None:
        self.session = session
        self.laid = laid
        self._judge = judge
        self._keep = note
        self._go_on = go_on
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
        return self._judging is not None

    def tick(self) -> None:
        if self._judging is not None and self._judging.is_done:
            judging, self._judging = self._judging, None
            self._hear(judging)

    def _changed(self, change: Change) -> None:
        session = self.session
        seat = self.laid.chosen.puzzle.seat
        if self.stage is not AttemptPhase.TRYING or not change.is_step or session.to_act == (seat,):
            return
        game = session.match.game
        steps = tuple([game.parse_step(entry.step) for entry in session.match.log])
        self.stage = AttemptPhase.JUDGING
        self._judging = self._judge(steps)

    def _hear(self, judging: BackgroundTask[PuzzleVerdict]) -> None:
        if isinstance(judging.error, SearchStopped):
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
        # A puzzle that came to nothing yet is put off, not missed.
        self._note(SKIPPED)
        self._go_on()

    def _note(self, outcome: str) -> None:
        """Keep the outcome: the first one, and its being solved after all."""
        was_noted, self.is_noted = self.is_noted, True
        if not was_noted:
            self._keep(outcome, self.hints)
        elif outcome == SOLVED:
            self._keep(outcome, GIVEN_AWAY)

    def _be(self, stage: AttemptPhase) -> None:
        self.stage = stage
        self.session.is_held = stage is not AttemptPhase.TRYING
        if self.on_stage is not None:
            self.on_stage(stage)


class PuzzleSource(StrEnum):
    """Where a puzzle comes from, and so which one follows it."""

    GRADE = "grade"
    ALL = "all"
    ANY = "any"
    ENDLESS = "endless"
    OWN = "own"


class ChosenPuzzle(NamedTuple):
    """A puzzle and where it comes from. place, many: its number of how many; 0 without an end."""

    puzzle: Puzzle
    source: PuzzleSource
    place: int = 0
    many: int = 0


@dataclass(frozen=True)
class PreparedPuzzle:
    """A puzzle on the table: as its game opens it, its hints, and its right turn."""

    chosen: ChosenPuzzle
    opened: OpenedPuzzle
    hints: tuple[game.Reason, game.Reason, game.Reason]
    answer: tuple[match.Entry, ...]


def prepare_puzzle(chosen: ChosenPuzzle, puzzles: Puzzles) -> PreparedPuzzle:
    """Make a puzzle ready. Raises InvalidPosition for a damaged one."""
    puzzle = chosen.puzzle
    opened = puzzles.opened(puzzle)
    steps = puzzles.answer(puzzle)
    answer = tuple([match.Entry(puzzle.seat, opened.game.text_of(step)) for step in steps])
    return PreparedPuzzle(chosen, opened, puzzles.hints(puzzle), answer)
