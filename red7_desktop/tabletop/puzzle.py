"""Puzzles: a game's interface for them, their file format, difficulty grades, and collections.

A puzzle is a position as text, a kind (the question), and the only right turn. In some puzzles no
turn is right, and the user has to find that out. Each game opens positions as states of a match,
judges turns, shows why a turn is wrong by continuing the round, gives hints, and generates puzzles.
The game's view makes sentences of reasons and hints.

The format of a file:

    puzzles 1 GAME
    GRADE KIND SEAT [FIGURE=N ...] | ANSWER [; ANSWER ...] | POSITION

The answer `-` means that no turn is right.

Lines that begin with `#` are comments. docs/puzzles.md has an example.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import ceil
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from red7_desktop.tabletop.files import hash_text
from red7_desktop.tabletop.game import SEAT_LETTERS, AnyGame, Options, Reason, make_reason
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.player import Level, ShouldStop, never_stop
from red7_desktop.tabletop.records import list_lines, raise_invalid

EntryT = TypeVar("EntryT")
GRADES: Final = range(1, 6)
"""The grades of puzzles: levels of difficulty, 1 for the easiest puzzles."""
Numbers: TypeAlias = tuple[tuple[str, int], ...]
"""Numbers in the question of a puzzle (such as the turns it allows), by name."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a question about it, and the turn that answers the question.

    Attributes:
        game: Name of the game.
        kind: The question, a key of the game's `PuzzleSupport.kinds_of_puzzles`.
        figures: Numbers in the question by name, such as the number of turns in which to win.
        grade: Difficulty, one of `GRADES`.
        seat: The seat that has to find the turn.
        position: The position as text.
        answers: The right turn as text. If the turn can be written in several equivalent ways, all
            are listed, and the first one is shown. Empty if no turn is right.
    """

    game: str
    kind: str
    figures: Numbers
    grade: int
    seat: int
    position: str
    answers: tuple[str, ...]

    @property
    def key(self) -> str:
        """A short digest that identifies the puzzle."""
        return _digest(f"{self.game} {self.kind} {self.position}")

    @property
    def goal(self) -> Reason:
        """The puzzle's question as a message that the view translates.

        The message's code is the key of the kind of puzzle. Its data are the numbers in the
        question, such as the points to win.
        """
        return Reason(self.kind, self.figures)

    @property
    def is_empty(self) -> bool:
        """Whether no turn solves the puzzle. The right answer is then the button "Nothing here"."""
        return not self.answers


@cache
def _digest(question: str) -> str:
    return hash_text(question, 5)


class OpenedPuzzle(NamedTuple):
    """A puzzle as the start of a match: `Match(game, options, 0, dealt=state)`.

    Attributes:
        game: Rules by which the user tries turns. They may allow turns that are illegal in a match,
            so that the legal steps don't give the answer away.
        options: Options of the match.
        state: The puzzle's position as a state of the match.
        open_hands: True if every seat sees all hands in `state`.
    """

    game: AnyGame
    options: Options
    state: Any
    open_hands: bool


class PuzzleVerdict(NamedTuple):
    """The verdict on a turn that was tried as the solution of a puzzle.

    Attributes:
        is_right: True if the turn solves the puzzle.
        reason: Why the turn is right or wrong.
        line: A continuation of the round after the turn that demonstrates the reason, as steps of
            all seats. Empty if the reason is visible directly after the turn.
    """

    is_right: bool
    reason: Reason
    line: tuple[Entry, ...] = ()


class SearchStopped(Exception):
    """Raised if a search was stopped, or reached its limit, before it found the answer."""


NO_LIMIT: Final = 1 << 40
"""Maximum number of visited positions for a search that shouldn't be limited."""
STOP_INTERVAL: Final = 16
"""Number of positions that a search visits between two calls of `should_stop`.

Visiting so many positions takes about a millisecond.
"""


class PositionCounter:
    """Base class of searches for a seat's best turn, which stop after a number of positions.

    Attributes:
        seat: The seat for which a turn is searched.
        work: Number of positions visited so far.
    """

    def __init__(
        self, seat: int, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> None:
        """Create a search that has visited no position yet.

        Args:
            seat: The seat for which a turn is searched.
            limit: Maximum number of visited positions.
            should_stop: Returns True to stop the search.
        """
        self.seat: Final = seat
        self.work = 0
        self._limit = limit
        self._should_stop: Final = should_stop

    def _count(self) -> None:
        """Count a visited position.

        Raises:
            SearchStopped: The limit is exceeded, or `should_stop` returned True.
        """
        self.work += 1
        if self.work > self._limit or (not self.work % STOP_INTERVAL and self._should_stop()):
            raise SearchStopped


class TurnPath(NamedTuple):
    """A sequence of steps within one turn, and the position after the steps.

    The sequence reaches to the end of the turn, or only to a step that draws a card.
    """

    steps: tuple[Any, ...]
    position: Any


def entries_of(line: Iterable[tuple[int, TurnPath]]) -> tuple[Entry, ...]:
    """Convert a line of play (several turns in a row) to entries of a match's log, one per step.

    Args:
        line: For each turn, the seat that takes it and the turn's steps.
    """
    return tuple([Entry(seat, str(step)) for seat, way in line for step in way.steps])


def rotate_seats(entries: tuple[EntryT, ...], first: int) -> tuple[EntryT, ...]:
    """Rotate a tuple with one value for each seat, so that seat `first` becomes seat 0.

    >>> rotate_seats((1, 2, 3), 2)
    (3, 1, 2)
    """
    return entries[first:] + entries[:first]


class Solution(NamedTuple):
    """The only right turn in the position of a puzzle.

    Attributes:
        ways: The turn as sequences of steps. There are several if the steps can be taken in another
            order.
        figure: Number that the puzzle's question asks for, for example the points that the turn
            gains (see `PuzzleKind.counted`). 0 if the question has no number.
        rest: The same number for each other turn of the position.
    """

    ways: Sequence[TurnPath]
    figure: int = 0
    rest: Sequence[int] = ()


class Refutation(NamedTuple):
    """The result of a proof that no turn in the position of a puzzle is right.

    Attributes:
        figure: Number in the puzzle's question, for example the number of turns in which to win
            (see `PuzzleKind.counted`). 0 if the question has no number.
        grade: Difficulty of the puzzle, one of `GRADES`.
    """

    figure: int
    grade: int


class PuzzleKind(ABC):
    """A kind of puzzle, such as "win this turn".

    Attributes:
        name: Key of the kind.
        game: Rules by which the user tries turns.
        counted: Name of the number in the puzzle's question, such as "points" if the user has to
            find the turn with the most points. "" if the question has no number.
        is_open: True if all hands are visible in puzzles of this kind.
        may_be_empty: True if there are puzzles of this kind in which no turn is right.
        limit: Maximum number of positions that one search visits while puzzles are generated. A
            search up to this limit takes some tenths of a second.
    """

    name: str
    game: AnyGame
    counted = ""
    is_open = True
    may_be_empty = False
    limit = NO_LIMIT

    def figures_of(self, found: Solution | Refutation) -> Numbers:
        if self.counted:
            return ((self.counted, found.figure),)
        return ()

    @abstractmethod
    def propose(self, rng: Random) -> Iterator[Any]:
        """Yield random positions that may be suitable for a puzzle.

        The caller tries to make a puzzle of each position and keeps the hardest puzzle.
        """

    @abstractmethod
    def solve(
        self, position: Any, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Solution | None:
        """Find the only right turn in a position.

        Returns:
            None if no turn is right, or if several turns are right.

        Raises:
            SearchStopped: The search was stopped or reached the limit.
        """

    def refute(
        self, position: Any, limit: int = NO_LIMIT, should_stop: ShouldStop = never_stop
    ) -> Refutation | None:
        """Prove that no turn in a position is right, for a puzzle whose answer is "no turn".

        Returns:
            The puzzle's grade, and the number in its question, such as 3 in "Win in 3 turns". None
            if a turn is right, or if the position makes no good puzzle because no wrong turn looks
            right at first sight. This default for kinds without such puzzles always returns None.

        Raises:
            SearchStopped: The search was stopped or reached the limit.
        """
        return None

    @abstractmethod
    def grade(
        self, position: Any, found: Solution, wanted: Container[int], should_stop: ShouldStop
    ) -> int:
        """Grade a puzzle.

        Args:
            position: The puzzle's position.
            found: The puzzle's solution.
            wanted: Acceptable grades. Grading ends as soon as no acceptable grade is possible.
            should_stop: Called often; once it returns True, the search ends without a result.

        Returns:
            The grade, one of `GRADES`. 0 if the position makes no good puzzle, or if grading ended
            early.
        """


class PuzzleSupport(ABC):
    """A game's support for puzzles: its kinds, and how to generate, judge and parse puzzles.

    `docs/puzzles.md` lists the kinds, reasons and hints.

    Attributes:
        kinds_of_puzzles: Kinds of puzzles by name.
        themes: Keys of the themes, in the order in which they are listed. A theme is the idea of a
            right turn, see `find_themes`.
        parse_position: Parses a position; raises InvalidPosition.
        parse_turn: Parses a turn; raises InvalidTurn.
        text_of_turn: Formats a turn as text.
        state_at: Returns the state of a match that starts from a position. Its argument
            `open_hands` says whether every seat knows all cards.
    """

    kinds_of_puzzles: Mapping[str, PuzzleKind]
    themes: tuple[str, ...] = ()

    # -- defined by each game ------------------------------------------------------------------

    parse_position: Callable[[str], Any]
    parse_turn: Callable[[str], tuple[Any, ...]]
    text_of_turn: Callable[[Iterable[Any]], str]
    state_at: Callable[..., Any]

    @abstractmethod
    def judge(
        self, puzzle: Puzzle, steps: Sequence[Any], should_stop: ShouldStop = never_stop
    ) -> PuzzleVerdict:
        """Judge a whole turn that the user has tried as the solution of a puzzle.

        This method may take a second and is thread-safe. If the turn is illegal, it is wrong and
        the reason says why it is illegal. If the puzzle's answer is that no turn is right, every
        turn is wrong.

        Raises:
            SearchStopped: `should_stop` stopped the search.
        """

    @abstractmethod
    def find_hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Return three hints for a puzzle with a right turn.

        The first hint names the rule that matters, the second a card of the right turn, and the
        third the right turn with its reason.
        """

    @abstractmethod
    def find_themes(self, puzzle: Puzzle) -> Collection[str]:
        """Return the keys of a puzzle's themes.

        A theme is the idea of the right turn, for example "decided by a tie-break". The method is
        only called for puzzles in which a turn is right; `list_themes` handles all others.
        """

    @abstractmethod
    def make_from_missed_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = never_stop
    ) -> Puzzle | None:
        """Make a puzzle of a position in a match in which a seat missed the only right turn.

        While the round goes on, the puzzle shows only cards that the seat knew. Once the round is
        over, it may show all hands.

        Args:
            match: The match.
            seat: The seat that missed the right turn.
            revision: Number of steps in the match before the turn.
            should_stop: Called often; once it returns True, the search ends without a puzzle.

        Returns:
            None if the search doesn't prove that a single turn is right, or if the seat took the
            right turn.
        """

    def kind_of(self, puzzle: Puzzle) -> PuzzleKind:
        return self.kinds_of_puzzles[puzzle.kind]

    # -- shared by all games ---------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.kinds_of_puzzles)

    def open(self, puzzle: Puzzle) -> OpenedPuzzle:
        """Convert a puzzle to the start of a match, in which the user can try turns.

        Raises:
            InvalidPosition: The puzzle's position is damaged.
        """
        kind = self.kind_of(puzzle)
        state = self.state_at(self.parse_position(puzzle.position), open_hands=kind.is_open)
        return OpenedPuzzle(kind.game, state.options.to_plain(), state, kind.is_open)

    def answer(self, puzzle: Puzzle) -> tuple[Any, ...]:
        """Return the steps of the right turn; () if no turn is right."""
        if puzzle.is_empty:
            return ()
        return self.parse_turn(puzzle.answers[0])

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Return three hints, from vague to specific."""
        if puzzle.is_empty:
            return EMPTY_HINTS
        return self.find_hints(puzzle)

    def list_themes(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the themes of a puzzle, in the order of `themes`."""
        if puzzle.is_empty:
            return (NO_SOLUTION,)
        found = self.find_themes(puzzle)
        return tuple([theme for theme in self.themes if theme in found])

    def judge_nothing(self, puzzle: Puzzle) -> PuzzleVerdict:
        """Judge the user's answer "no turn is right".

        The reason in the verdict is `NO_SOLUTION` or `HAS_SOLUTION`.
        """
        return PuzzleVerdict(
            puzzle.is_empty, make_reason(NO_SOLUTION if puzzle.is_empty else HAS_SOLUTION)
        )

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = never_stop) -> tuple[str, ...]:
        """Search for the right turn of a puzzle, without using its stored answers.

        The search examines all turns, which may take seconds.

        Returns:
            The right turn as texts, as in `Puzzle.answers`. Empty if no turn is right, or if
            several turns are right that aren't equivalent.

        Raises:
            SearchStopped: `should_stop` stopped the search.
        """
        kind = self.kind_of(puzzle)
        found = kind.solve(self.parse_position(puzzle.position), should_stop=should_stop)
        is_right = found is not None and kind.figures_of(found) == puzzle.figures
        if found and is_right:
            return self._list_answers(found)
        return ()

    def is_proven(self, puzzle: Puzzle, should_stop: ShouldStop = never_stop) -> bool:
        """Search a puzzle again, and return True if the result is equal to its stored answers.

        For a puzzle without a right turn, return True if the search finds none.

        Raises:
            SearchStopped: `should_stop` stopped the search.
        """
        if not puzzle.is_empty:
            return self.solve(puzzle, should_stop) == puzzle.answers
        kind = self.kind_of(puzzle)
        found = kind.refute(self.parse_position(puzzle.position), should_stop=should_stop)
        return found is not None and kind.figures_of(found) == puzzle.figures

    def _list_answers(self, found: Solution) -> tuple[str, ...]:
        return tuple(sorted([self.text_of_turn(way.steps) for way in found.ways]))

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = never_stop,
        *,
        is_empty: bool = False,
    ) -> Puzzle | None:
        """Try to generate a puzzle from random positions.

        Args:
            kind: Name of the kind of puzzle.
            seed: Seed of the random positions; the same seed gives the same puzzle.
            grades: Acceptable grades of difficulty.
            should_stop: Called often; once it returns True, the work stops.
            is_empty: True to generate a puzzle in which no turn is right.

        Returns:
            None if no position makes a good puzzle of an acceptable grade (as in most attempts), or
            if the work was stopped.
        """
        chosen = self.kinds_of_puzzles[kind]
        dealt = chosen.propose(Random(f"{kind} {seed}"))
        if is_empty:
            made = [self._make_empty(chosen, position, should_stop) for position in dealt]
        else:
            made = [self.make(chosen, position, grades, should_stop) for position in dealt]
        hardest = max(filter(None, made), key=attrgetter("grade"), default=None)
        if hardest and hardest.grade in grades:
            return hardest
        return None

    def make(
        self,
        kind: PuzzleKind,
        position: Any,
        wanted: Container[int] = GRADES,
        should_stop: ShouldStop = never_stop,
    ) -> Puzzle | None:
        """Make a puzzle of a position.

        Args:
            kind: The kind of puzzle.
            position: The position.
            wanted: Grades that the caller can use. The work is given up early if the puzzle can't
                have one of these grades. But the returned puzzle may still have another grade.
            should_stop: Called often; once it returns True, the work ends without a puzzle.

        Returns:
            None if the position makes no good puzzle, or if the work ended early.
        """
        try:
            found = kind.solve(position, kind.limit, should_stop)
        except SearchStopped:
            return None
        if found:
            grade = kind.grade(position, found, wanted, should_stop)
        else:
            grade = 0
        if not found or grade not in GRADES or should_stop():
            return None
        figures = kind.figures_of(found)
        answers = self._list_answers(found)
        text = str(position)
        return Puzzle(kind.game.name, kind.name, figures, grade, position.mover, text, answers)

    def _make_empty(
        self, kind: PuzzleKind, position: Any, should_stop: ShouldStop
    ) -> Puzzle | None:
        try:
            found = kind.refute(position, kind.limit, should_stop)
        except SearchStopped:
            return None
        if found is None or should_stop():
            return None
        figures = kind.figures_of(found)
        text = str(position)
        return Puzzle(kind.game.name, kind.name, figures, found.grade, position.mover, text, ())


NO_SOLUTION: Final = "nothing"
"""Code of the reason why the answer "no turn solves it" is right.

It is also the key of the theme of puzzles in which no turn is right.
"""
HAS_SOLUTION: Final = "something"
"""Code of the reason why the answer "no turn solves it" is wrong: a turn solves the puzzle."""
DOUBT_HINT: Final = "doubt"
"""Code of the first hint of a puzzle in which no turn is right; it suggests that possibility."""
EMPTY_HINTS: Final = (make_reason(DOUBT_HINT), make_reason(NO_SOLUTION), make_reason(NO_SOLUTION))
"""Hints of puzzles in which no turn is right; they are the same for all games."""

VERSION: Final = 1
"""Version of the format of puzzle files, which is in the first line of a file."""
_FIELD_SEPARATOR: Final = " | "
_ANSWER_SEPARATOR: Final = " ; "
_NO_ANSWER: Final = "-"
_FIGURE: Final = re.compile(r"([a-z_]+)=([0-9]{1,4})", re.ASCII)
_KIND: Final = re.compile(r"[a-z_]+", re.ASCII)


def text_of_puzzles(game: str, puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file of puzzles, one puzzle per line."""
    return "\n".join([format_head(game), *map(text_of_puzzle, puzzles), ""])


def format_head(game: str) -> str:
    """Return the first line of a file of puzzles: format, version and game."""
    return f"puzzles {VERSION} {game}"


def text_of_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of a puzzle file."""
    figures = [f"{name}={value}" for name, value in puzzle.figures]
    question = [str(puzzle.grade), puzzle.kind, SEAT_LETTERS[puzzle.seat], *figures]
    answers = _ANSWER_SEPARATOR.join(puzzle.answers) or _NO_ANSWER
    return _FIELD_SEPARATOR.join([" ".join(question), answers, puzzle.position])


def read_puzzles(text: str, game: str) -> tuple[Puzzle, ...]:
    """Parse a file of a game's puzzles.

    Positions and answers are not checked, because that takes time.

    Raises:
        InvalidRecord: A line can't be parsed, or two lines have the same puzzle.
    """
    lines = list_lines(text)
    head = lines[0].text if lines else ""
    if head != format_head(game):
        raise_invalid(1, "head", head, f"must be {format_head(game)!r}")
    puzzles: dict[str, Puzzle] = {}
    for number, line in lines[1:]:
        if not line:
            continue
        puzzle = _read(number, line, game)
        if puzzle.key in puzzles:
            raise_invalid(
                number, "position", puzzle.position, "this puzzle has been on another line"
            )
        puzzles[puzzle.key] = puzzle
    return tuple(puzzles.values())


def _read(number: int, line: str, game: str) -> Puzzle:
    fields = line.split(_FIELD_SEPARATOR)
    if len(fields) != 3:
        raise_invalid(
            number, "puzzle", line, "needs what is asked, answers and position between '|'"
        )
    words = fields[0].split(" ")
    if len(words) < 3:
        raise_invalid(number, "puzzle", fields[0], "must begin with grade, kind and seat")
    grade, kind, seat, *named = words
    if grade not in map(str, GRADES):
        raise_invalid(number, "grade", grade, f"must be {GRADES[0]} to {GRADES[-1]}")
    if not _KIND.fullmatch(kind):
        raise_invalid(number, "kind", kind, "must be a word")
    if len(seat) != 1 or seat not in SEAT_LETTERS:
        raise_invalid(number, "seat", seat, f"must be one of {', '.join(SEAT_LETTERS)}")
    figures: dict[str, int] = {}
    for word in named:
        found = _FIGURE.fullmatch(word)
        if not found or found[1] in figures:
            raise_invalid(number, "figure", word, "must be NAME=N, each name once")
        figures[found[1]] = int(found[2])
    answers = tuple(fields[1].split(_ANSWER_SEPARATOR))
    is_none = answers == (_NO_ANSWER,)
    is_bad = any(not each or ";" in each for each in answers) or len(set(answers)) < len(answers)
    if is_bad or (_NO_ANSWER in answers and not is_none):
        raise_invalid(number, "answers", fields[1], "each must be a turn, and another one")
    if is_none:
        answers = ()
    return Puzzle(
        game, kind, tuple(figures.items()), int(grade), SEAT_LETTERS.index(seat), fields[2], answers
    )


MAX_TRIES: Final = 5
"""Number of times that an AI player without search tries to solve a puzzle, to grade the puzzle.

Such a player's turns are partly random. A player with search tries only once, because it always
chooses the same turn.
"""
MAX_WORK: Final = 4_000
"""Maximum number of turns that an AI player may simulate to solve a puzzle, to grade the puzzle.

All hands are visible, so a larger number would hardly improve the player's choice.
"""
SIMILAR_THRESHOLDS: Final = (1, 4, 10)
"""Thresholds for the number of wrong turns that look as good as the right turn.

A puzzle gets one point of difficulty for each threshold that this number reaches.
"""


def grade_puzzle(
    alike: int,
    levels: Sequence[Level],
    seen: Any,
    is_right: Callable[[tuple[Any, ...]], bool],
    by_sum: Sequence[int],
    wanted: Container[int],
    should_stop: ShouldStop,
) -> int:
    """Grade a puzzle; docs/puzzles.md explains the calculation.

    Args:
        alike: Number of wrong turns that look as good as the right turn.
        levels: AI levels that try to solve the puzzle, the quickest first.
        seen: The observation from which the AI levels choose.
        is_right: Returns True if chosen steps solve the puzzle.
        by_sum: The grade for each number of points. A puzzle gets one point for each threshold in
            `SIMILAR_THRESHOLDS` that `alike` reaches, and one for each AI level that fails in more
            than half of its attempts.
        wanted: Acceptable grades.
        should_stop: Returns True to stop the search of an AI level.

    Returns:
        The grade. 0 if no acceptable grade is possible; grading then ends early.
    """
    harder = sum([alike >= many for many in SIMILAR_THRESHOLDS])
    for nth, level in enumerate(levels):
        if not any(grade in wanted for grade in by_sum[harder : harder + len(levels) - nth + 1]):
            return 0
        tries = 1 if level.budget else MAX_TRIES
        player = level.create()
        budget = min(level.budget, MAX_WORK)
        chosen = [player.choose(seen, budget, seed, should_stop) for seed in range(tries)]
        harder += 2 * sum([is_right(choice.steps) for choice in chosen]) < tries
    return by_sum[harder]


MAX_KIND_SHARE: Final = 0.5
"""Maximum share of one kind of puzzle among the puzzles of a grade in a collection.

If there are so few kinds that these shares don't add up to 1, all kinds get equal shares instead.
"""


class PuzzleAttempt(NamedTuple):
    """One attempt to generate a puzzle: arguments for `PuzzleSupport.attempt`.

    Attributes:
        kind: Name of the kind of puzzle.
        seed: Seed of the random positions from which the puzzle is made.
        grades: Acceptable levels of difficulty, a part of `GRADES`.
    """

    kind: str
    seed: str
    grades: tuple[int, ...] = tuple(GRADES)


def iterate_endless_attempts(kinds: Sequence[str], seed: str) -> Iterator[PuzzleAttempt]:
    """Yield attempts to generate puzzles without end, for each kind of puzzle in turn.

    Args:
        kinds: Names of the kinds of puzzles.
        seed: First part of each attempt's seed; a number is appended to it.
    """
    for nth in count():
        for kind in kinds:
            yield PuzzleAttempt(kind, f"{seed}.{nth}")


class PuzzleCollection:
    """Collects puzzles until it has the wanted number of each grade."""

    def __init__(self, many: int, kinds: tuple[str, ...], share: float = MAX_KIND_SHARE) -> None:
        """Create an empty collection.

        Args:
            many: Number of puzzles to collect, over all grades.
            kinds: Names of the kinds of puzzles to collect.
            share: Maximum share of one kind among the puzzles of a grade, from 0 to 1. If there are
                too few kinds for it, all kinds get equal shares.
        """
        self.kinds: Final = kinds
        self._share: Final = max(share, 1 / len(kinds))
        self._wanted: Final = {
            grade: many // len(GRADES) + (nth < many % len(GRADES))
            for nth, grade in enumerate(GRADES)
        }
        self._found: Final[dict[str, Puzzle]] = {}
        self._grades: Final[Counter[int]] = Counter()
        self._kinds: Final[Counter[tuple[int, str]]] = Counter()

    @property
    def is_full(self) -> bool:
        return self._grades.total() == sum(self._wanted.values())

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The collected puzzles sorted by grade; within a grade, in the order of collection."""
        return tuple(sorted(self._found.values(), key=lambda puzzle: puzzle.grade))

    @property
    def counts(self) -> str:
        """Number of puzzles in each grade, for progress messages."""
        return " ".join([str(self._grades[grade]) for grade in GRADES])

    def list_missing_grades(self, kind: str) -> tuple[int, ...]:
        """Return the grades in which the collection still needs puzzles of a kind.

        Args:
            kind: Name of the kind of puzzle.
        """
        return tuple([grade for grade in GRADES if self._has_room(grade, kind)])

    def iterate_attempts(self, seed: str) -> Iterator[PuzzleAttempt]:
        """Yield attempts to generate the puzzles that are missing, until the collection is full.

        An attempt accepts only the grades (levels of difficulty) in which puzzles of its kind are
        still missing when the attempt is yielded.

        The iterator ends when the collection is full. It must not be endless, because a process
        pool reads attempts ahead in a thread, and this thread would then run forever.

        Args:
            seed: First part of each attempt's seed; a number is appended to it.
        """
        for each in iterate_endless_attempts(self.kinds, seed):
            if self.is_full:
                return
            if missing := self.list_missing_grades(each.kind):
                yield each._replace(grades=missing)

    def _has_room(self, grade: int, kind: str) -> bool:
        wanted = self._wanted[grade]
        most = ceil(wanted * self._share)
        return self._grades[grade] < wanted and self._kinds[grade, kind] < most

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle to the collection.

        Returns:
            False if it wasn't added: it is a duplicate, or the collection has enough puzzles of its
            grade, or of its kind in this grade.
        """
        if puzzle.key in self._found or not self._has_room(puzzle.grade, puzzle.kind):
            return False
        self._found[puzzle.key] = puzzle
        self._grades[puzzle.grade] += 1
        self._kinds[puzzle.grade, puzzle.kind] += 1
        return True
