"""What a puzzle is; files, grades, collections of them.

A puzzle is a position as text, a kind (what is asked) and the one turn that does it. Its game opens
the position as the state of a match, judges the turns that people try there, plays out why a wrong
one is wrong, gives hints, and makes new puzzles. All of it is data: words are the face's business.

puzzles 1 GAME
    GRADE KIND SEAT [FIGURE=N ...] | ANSWER [; ANSWER ...] | POSITION

Lines that begin with `#` are comments. docs/puzzles.md has an example.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import ceil
from operator import attrgetter
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from red7_desktop.tabletop.files import make_digest
from red7_desktop.tabletop.game import SEAT_LETTERS, AnyGame, Options, Reason
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.player import Level, ShouldStop, keep_on
from red7_desktop.tabletop.records import list_lines, refuse

EntryT = TypeVar("EntryT")
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
        return _digest(f"{self.game} {self.kind} {self.position}")

    @property
    def goal(self) -> Reason:
        """What is asked: the kind and its figures, as a code with data."""
        return Reason(self.kind, self.figures)


@cache
def _digest(asked: str) -> str:
    return make_digest(asked, 5)


class Opened(NamedTuple):
    """A puzzle laid on the table: `Match(game, options, 0, dealt=state)` begins there.

    game: the rules to try it by; they may allow turns that a match would refuse at once, so that
    what may be touched gives nothing away. open_hands: whether all hands lie open, as everyone
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


class Unsolved(Exception):
    """A search was stopped before it was sure."""


NO_LIMIT: Final = 1 << 40
ASKED_EVERY: Final = 16
"""How many positions are opened between two questions whether to stop: a millisecond's work."""


class Lookout:
    """Looks ahead for a seat and counts the positions that it opens.

    limit: how many may be opened. Raises Unsolved where that is not enough, or `should_stop` said
    stop.
    """

    def __init__(self, seat: int, limit: int = NO_LIMIT, should_stop: ShouldStop = keep_on) -> None:
        self.seat: Final = seat
        self.work = 0
        self._limit = limit
        self._should_stop: Final = should_stop

    def _count(self) -> None:
        self.work += 1
        if self.work > self._limit or (not self.work % ASKED_EVERY and self._should_stop()):
            raise Unsolved


class TurnPath(NamedTuple):
    """A turn, or its beginning up to a draw: its steps, and the position that they lead to."""

    steps: tuple[Any, ...]
    position: Any


def entries_of(line: Iterable[tuple[int, TurnPath]]) -> tuple[Entry, ...]:
    """Return the steps of turns by seats, as a verdict has them."""
    return tuple([Entry(seat, str(step)) for seat, way in line for step in way.steps])


def name_anew(entries: tuple[EntryT, ...], first: int) -> tuple[EntryT, ...]:
    """Return what is told by seat with the seats named anew, clockwise from one of them.

    >>> name_anew((1, 2, 3), 2)
    (3, 1, 2)
    """
    return entries[first:] + entries[:first]


class Solution(NamedTuple):
    """The one right turn of a position.

    ways: all ways to write it, which lead to the same. figure: what it comes to, in what the kind
    counts. rest: what the other turns come to.
    """

    ways: Sequence[TurnPath]
    figure: int = 0
    rest: Sequence[int] = ()


class PuzzleKind(ABC):
    """One thing that can be asked.

    name: its word. counted: what the figure counts, "" where there is none. game: the rules to try
    it by. is_open: whether all hands lie open. limit: so many positions are looked at to make a
    puzzle: some tenths of a second.
    """

    name: str
    game: AnyGame
    counted = ""
    is_open = True
    limit = NO_LIMIT

    def figures_of(self, found: Solution) -> Figures:
        if self.counted:
            return ((self.counted, found.figure),)
        return ()

    @abstractmethod
    def propose(self, chance: Random) -> Iterator[Any]:
        """Deal positions by lot, of which the one that makes the hardest puzzle is taken."""

    @abstractmethod
    def solve(
        self, position: Any, limit: int = NO_LIMIT, should_stop: ShouldStop = keep_on
    ) -> Solution | None:
        """Find the right turn; None where none is, or several are. Raises Unsolved."""

    @abstractmethod
    def grade(
        self, position: Any, found: Solution, wanted: Container[int], should_stop: ShouldStop
    ) -> int:
        """Grade a puzzle; 0 for one that is none, or where none of the wanted grades can be."""


class Puzzles(ABC):
    """What a game gives for puzzles. `docs/puzzles.md` lists kinds, reasons and hints.

    every_kind: what can be asked, by name. parse_position, parse_turn, text_of_turn: of the game's
    notation, with its errors. state_at: makes the state of a match that begins at a position;
    `open_hands` says whether all know every card.
    """

    every_kind: Mapping[str, PuzzleKind]

    # -- what each game does in its own way --------------------------------------------------

    parse_position: Callable[[str], Any]
    parse_turn: Callable[[str], tuple[Any, ...]]
    text_of_turn: Callable[[Iterable[Any]], str]
    state_at: Callable[..., Any]

    @abstractmethod
    def judge(
        self, puzzle: Puzzle, steps: Sequence[Any], should_stop: ShouldStop = keep_on
    ) -> PuzzleVerdict:
        """Judge the steps of a whole turn of the puzzle's seat.

        It may take a second, and can be done in any thread. A turn that the rules refuse is wrong,
        for the reason that they give. Raises Unsolved where `should_stop` stopped it.
        """

    @abstractmethod
    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Return three hints, each more than the last: which rule, which card, the turn and why."""

    @abstractmethod
    def from_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> Puzzle | None:
        """Make a puzzle of a turn of a match: `seat` began it at a revision, and missed the best.

        Only what the seat could know goes into it, or of a round that is over what its record
        tells of all hands. None where that does not prove one turn right, or the turn taken was
        that one.
        """

    def kind_of(self, puzzle: Puzzle) -> PuzzleKind:
        return self.every_kind[puzzle.kind]

    # -- what is alike -------------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.every_kind)

    def opened(self, puzzle: Puzzle) -> Opened:
        """Lay a puzzle on the table. Raises InvalidPosition for a damaged one."""
        kind = self.kind_of(puzzle)
        state = self.state_at(self.parse_position(puzzle.position), open_hands=kind.is_open)
        return Opened(kind.game, state.options.to_plain(), state, kind.is_open)

    def answer(self, puzzle: Puzzle) -> tuple[Any, ...]:
        return self.parse_turn(puzzle.answers[0])

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = keep_on) -> tuple[str, ...]:
        """Find the texts of the right turn anew, as they should stand in the puzzle.

        Empty where none is right, or several are that do not come to the same. All turns are looked
        at, which may take seconds. Raises Unsolved where `should_stop` stopped it.
        """
        kind = self.kind_of(puzzle)
        found = kind.solve(self.parse_position(puzzle.position), should_stop=should_stop)
        is_right = found is not None and kind.figures_of(found) == puzzle.figures
        if found and is_right:
            return self._list_answers(found)
        return ()

    def _list_answers(self, found: Solution) -> tuple[str, ...]:
        return tuple(sorted([self.text_of_turn(way.steps) for way in found.ways]))

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        """Try to make a puzzle of a kind: deal positions by the seed, prove and grade them.

        None where no position is a good puzzle, which is so most of the time, or of none of the
        grades that are wanted, or `should_stop` stopped it. The same seed gives the same puzzle.
        """
        asked = self.every_kind[kind]
        dealt = asked.propose(Random(f"{kind} {seed}"))
        made = [self.make(asked, position, grades, should_stop) for position in dealt]
        hardest = max(filter(None, made), key=attrgetter("grade"), default=None)
        if hardest and hardest.grade in grades:
            return hardest
        return None

    def make(
        self,
        kind: PuzzleKind,
        position: Any,
        wanted: Container[int] = GRADES,
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        """Make a puzzle of a position; None where it is none, or `should_stop` stopped it.

        It may have another grade than those that are wanted.
        """
        try:
            found = kind.solve(position, kind.limit, should_stop)
        except Unsolved:
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


VERSION: Final = 1
"""Of the format, in the first line of a file."""
_BAR: Final = " | "
_OR: Final = " ; "
_FIGURE: Final = re.compile(r"([a-z_]+)=([0-9]{1,4})", re.ASCII)
_KIND: Final = re.compile(r"[a-z_]+", re.ASCII)


def text_of_puzzles(game: str, puzzles: Iterable[Puzzle]) -> str:
    """Write a file of puzzles."""
    return "\n".join([head_of(game), *map(text_of_puzzle, puzzles), ""])


def head_of(game: str) -> str:
    """Write the first line of a file."""
    return f"puzzles {VERSION} {game}"


def text_of_puzzle(puzzle: Puzzle) -> str:
    """Write the line of a puzzle."""
    figures = [f"{name}={value}" for name, value in puzzle.figures]
    asked = [str(puzzle.grade), puzzle.kind, SEAT_LETTERS[puzzle.seat], *figures]
    return _BAR.join([" ".join(asked), _OR.join(puzzle.answers), puzzle.position])


def read_puzzles(text: str, game: str) -> tuple[Puzzle, ...]:
    """Read a file of a game's puzzles. Raises InvalidRecord, which names the line.

    Whether positions and answers are what they should be is not looked at: that takes time.
    """
    lines = list_lines(text)
    head = lines[0].text if lines else ""
    if head != head_of(game):
        refuse(1, "head", head, f"must be {head_of(game)!r}")
    puzzles: dict[str, Puzzle] = {}
    for number, line in lines[1:]:
        if not line:
            continue
        puzzle = _read(number, line, game)
        if puzzle.key in puzzles:
            refuse(number, "position", puzzle.position, "this puzzle has been on another line")
        puzzles[puzzle.key] = puzzle
    return tuple(puzzles.values())


def _read(number: int, line: str, game: str) -> Puzzle:
    fields = line.split(_BAR)
    if len(fields) != 3:
        refuse(number, "puzzle", line, "needs what is asked, answers and position between '|'")
    words = fields[0].split(" ")
    if len(words) < 3:
        refuse(number, "puzzle", fields[0], "must begin with grade, kind and seat")
    grade, kind, seat, *named = words
    if grade not in map(str, GRADES):
        refuse(number, "grade", grade, f"must be {GRADES[0]} to {GRADES[-1]}")
    if not _KIND.fullmatch(kind):
        refuse(number, "kind", kind, "must be a word")
    if len(seat) != 1 or seat not in SEAT_LETTERS:
        refuse(number, "seat", seat, f"must be one of {', '.join(SEAT_LETTERS)}")
    figures: dict[str, int] = {}
    for word in named:
        found = _FIGURE.fullmatch(word)
        if not found or found[1] in figures:
            refuse(number, "figure", word, "must be NAME=N, each name once")
        figures[found[1]] = int(found[2])
    answers = tuple(fields[1].split(_OR))
    if any(not each or ";" in each for each in answers) or len(set(answers)) < len(answers):
        refuse(number, "answers", fields[1], "each must be a turn, and another one")
    return Puzzle(
        game, kind, tuple(figures.items()), int(grade), SEAT_LETTERS.index(seat), fields[2], answers
    )


TRIES: Final = 5
"""So often a level is asked that does not look ahead; one that does is as sure as it gets."""
MOST_WORK: Final = 4_000
"""No level works more than this for a choice: where all hands lie open, more tells it little."""
ALIKE: Final = (1, 4, 10)
"""Each of these numbers of other turns that look as good as the right one makes it harder."""


def grade_puzzle(
    alike: int,
    levels: Sequence[Level],
    seen: Any,
    is_right: Callable[[tuple[Any, ...]], bool],
    by_sum: Sequence[int],
    wanted: Container[int],
    should_stop: ShouldStop,
) -> int:
    """Grade a puzzle; docs/puzzles.md says how the figures make a grade.

    alike: how many other turns look as good. levels: the opponents, who are asked one by one, the
    quickest first. seen: what they are to choose from. is_right: whether steps that were chosen
    solve it. by_sum: the grade, by what makes it harder. Gives 0 as soon as none of the wanted
    grades can come of it.
    """
    harder = sum([alike >= many for many in ALIKE])
    for nth, level in enumerate(levels):
        if not any(grade in wanted for grade in by_sum[harder : harder + len(levels) - nth + 1]):
            return 0
        tries = 1 if level.budget else TRIES
        player = level.make()
        budget = min(level.budget, MOST_WORK)
        chosen = [player.choose(seen, budget, seed, should_stop) for seed in range(tries)]
        harder += 2 * sum([is_right(choice.steps) for choice in chosen]) < tries
    return by_sum[harder]


SHARE: Final = 0.5
"""Of the puzzles of one grade in a collection, no kind makes more than this part, if it can be."""


class PuzzleTry(NamedTuple):
    """One try to make a puzzle: of which kind, from which seed, and of what grades."""

    kind: str
    seed: str
    grades: tuple[int, ...] = tuple(GRADES)


def iterate_tries(kinds: Sequence[str], seed: str) -> Iterator[PuzzleTry]:
    """Return tries without end, of one kind after the other."""
    for nth in count():
        for kind in kinds:
            yield PuzzleTry(kind, f"{seed}.{nth}")


class Collection:
    """Gathers puzzles until every grade is full; no kind makes more of a grade than its share.

    many: how many there shall be in all. kinds: which there are.
    """

    def __init__(self, many: int, kinds: tuple[str, ...]) -> None:
        self.kinds: Final = kinds
        self._share: Final = max(SHARE, 1 / len(kinds))
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
        """What has been gathered: by grade, then as they came."""
        return tuple(sorted(self._found.values(), key=lambda puzzle: puzzle.grade))

    @property
    def counts(self) -> str:
        return " ".join([str(self._grades[grade]) for grade in GRADES])

    def lacks(self, kind: str) -> tuple[int, ...]:
        return tuple([grade for grade in GRADES if self._has_room(grade, kind)])

    def wanted(self, seed: str) -> Iterator[PuzzleTry]:
        """Return tries of what is missing at the moment at which each is asked for.

        A pool of processes asks ahead, in a thread of its own, while puzzles are added: the tries
        end with the last puzzle, or that thread would look for something missing for ever.
        """
        for each in iterate_tries(self.kinds, seed):
            if self.is_full:
                return
            if lacks := self.lacks(each.kind):
                yield each._replace(grades=lacks)

    def _has_room(self, grade: int, kind: str) -> bool:
        wanted = self._wanted[grade]
        most = ceil(wanted * self._share)
        return self._grades[grade] < wanted and self._kinds[grade, kind] < most

    def add(self, puzzle: Puzzle) -> bool:
        """Take a puzzle in, if there is room for it and it is another one; tell whether."""
        if puzzle.key in self._found or not self._has_room(puzzle.grade, puzzle.kind):
            return False
        self._found[puzzle.key] = puzzle
        self._grades[puzzle.grade] += 1
        self._kinds[puzzle.grade, puzzle.kind] += 1
        return True
