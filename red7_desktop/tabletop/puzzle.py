"""What a puzzle is, and what a game gives for puzzles: positions with one turn that is right.

A puzzle is a position as text, a kind (what is asked) and the one turn that does it. Its game opens
the position as the state of a match, judges the turns that people try there, plays out why a wrong
one is wrong, gives hints, and makes new puzzles. All of it is data: words are the face's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from red7_desktop.tabletop.game import AnyGame, Options
    from red7_desktop.tabletop.match import Entry, Match

GRADES: Final = range(1, 6)
"""How hard puzzles are, from the easiest on."""


Figures: TypeAlias = tuple[tuple[str, int], ...]
"""What a goal counts, as pairs of name and value."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle.

    game: the game's name. kind: what is asked, a word of the game's `Puzzles.kinds`; figures: what
    belongs to it, such as the number of turns. grade: one of `GRADES`. seat: who is to find the
    turn. position: as text. answers: the texts of the right turn; where it can be written in
    several ways, which all come to the same, the first is the one to show.
    """

    game: str
    kind: str
    figures: Figures
    grade: int
    seat: int
    position: str
    answers: tuple[str, ...]

    @property
    def key(self) -> str:
        """A short name that stays the same whatever the puzzle's grade or place in a file."""
        asked = f"{self.game} {self.kind} {self.position}"
        return blake2b(asked.encode(), digest_size=5).hexdigest()

    @property
    def goal(self) -> Reason:
        """What is asked: the kind and its figures, as a code with data."""
        return Reason(self.kind, self.figures)


class Opened(NamedTuple):
    """A puzzle laid on the table: `Match(game, options, 0, dealt=state)` begins there.

    game: the rules to try it by; they may allow turns that a match would refuse at once, so that
    what may be touched gives nothing away. open_hands: whether all hands lie open, as everybody
    knows them in `state`.
    """

    game: AnyGame
    options: Options
    state: Any
    open_hands: bool


class PuzzleVerdict(NamedTuple):
    """What is thought of a turn. is_right: whether it solves the puzzle.

    why: a reason, with what speaks for the right turn or against the wrong one. line: what follows
    the turn until that is seen, the seats with their steps as text, to be taken one by one from
    where the turn ends; empty where nothing has to follow.
    """

    is_right: bool
    why: Reason
    line: tuple[Entry, ...] = ()


class Puzzles(Protocol):
    """What a game gives for puzzles.

    kinds: words for what can be asked. `docs/puzzles.md` lists them with the reasons and hints of
    every game.
    """

    @property
    def kinds(self) -> tuple[str, ...]:
        """Words for what can be asked."""

    def opened(self, puzzle: Puzzle) -> Opened:
        """Lay a puzzle on the table. Raises the errors of `tabletop.errors` for a damaged one."""

    def judge(
        self, puzzle: Puzzle, steps: Sequence[Any], should_stop: ShouldStop = keep_on
    ) -> PuzzleVerdict:
        """Judge the steps of a whole turn of the puzzle's seat.

        It may take a second, and can be done in any thread. A turn that the rules refuse is wrong,
        for the reason that they give. Raises Unsolved where `should_stop` stopped it.
        """

    def answer(self, puzzle: Puzzle) -> tuple[Any, ...]:
        """Give the steps of the right turn, to be shown."""

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = keep_on) -> tuple[str, ...]:
        """Find the texts of the right turn anew, as they should stand in the puzzle.

        Empty where none is right, or several are that do not come to the same. All turns are looked
        at, which may take seconds. Raises Unsolved where `should_stop` stopped it.
        """

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Give three hints, each more than the last: which rule, which card, the turn and why."""

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        """Try to make a puzzle of a kind: deal a position by the seed, prove it and grade it.

        None where the position is no good puzzle, which is so most of the time, or of none of the
        grades that are wanted, or `should_stop` stopped it. The same seed gives the same puzzle.
        """

    def from_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> Puzzle | None:
        """Make a puzzle of a turn of a match: `seat` began it at a revision, and missed the best.

        Only what the seat could know goes into it, or of a round that is over what its record
        tells of all hands. None where that does not prove one turn right, or the turn taken was
        that one.
        """


class Unsolved(Exception):
    """A search was stopped before it was sure."""
