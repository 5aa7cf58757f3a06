"""A course: the first game and the lessons, whose coach says what to do and whether it was done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeAlias

from red7_desktop.kit import table_model
from red7_desktop.kit.setup import GameSetup
from red7_desktop.kit.texts import Runs, Texts, Value, runs_of, weave
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.tabletop import game, match, player


class LessonProgress(StrEnum):
    """How far someone is: still at it, there, or past it without having got there."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


class Counsel(NamedTuple):
    """What the coach says now. hint: None where there is nothing to say, as while others play.

    step: the one that is advised, None where that is left to the person.
    """

    hint: table_model.Hint | None
    progress: LessonProgress = LessonProgress.OPEN
    step: Any = None


Coach: TypeAlias = Callable[[Any, "match.Match", int], Counsel]
"""What is said to a seat of a match, in the words of its table. It follows from the match alone,
so that a match which is left and taken up again, or goes back, has its coach where it stands."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The first game: a deal that can be won by doing what the coach says.

    setup: with the number of the deal, and one person. ai_seed: what the others' chance comes from.
    about: what it is, in a sentence.
    """

    setup: GameSetup
    ai_seed: int
    about: str
    coach: Coach


class LessonTask(NamedTuple):
    """A lesson on the table.

    match: stands at the position. seat: whose turn it is, and who learns. answer: the texts of that
    seat's steps which reach the goal. is_reached: whether it is in a state, None during the turn.
    """

    match: ExerciseMatch
    answer: tuple[str, ...]
    coach: Coach
    is_reached: Callable[[Any], bool | None]
    seat: int = 0

    def list_lines(self, state: Any) -> list[tuple[Any, ...]]:
        game, is_reached = self.match.game, self.is_reached(state)
        if is_reached is not None:
            return [()] if is_reached else []
        return [
            (step, *rest)
            for step in game.legal_steps(state, self.seat)
            for rest in self.list_lines(game.take(state, self.seat, step).state)
        ]


class LessonRow(NamedTuple):
    """A lesson as data. is_met: of the state after the turn of seat A, whether it is reached."""

    key: str
    position: str
    answer: tuple[str, ...]
    is_met: Callable[[Any], bool]


def read_rows(
    head: str, laid: str, is_met: Mapping[str, Callable[[Any], bool]]
) -> tuple[LessonRow, ...]:
    """Read a line for each lesson, its key, its position and its answer: `key | position | steps`.

    head: with which all positions begin. is_met: by key.
    """
    lines = [line.split(" | ") for line in laid.strip().splitlines()]
    return tuple(
        [
            LessonRow(key, head + position, tuple(steps.split(", ")), is_met[key])
            for key, position, steps in lines
        ]
    )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a position, and something to be reached there.

    key: stays the same for ever. chapter, title, card: for the list. begin: lays it on the table,
    and may import what that takes: the list is shown before.
    """

    key: str
    chapter: str
    title: Runs
    begin: Callable[[], LessonTask]
    card: game.Face = None


@dataclass(frozen=True, slots=True)
class Course:
    """All that there is to be learned of a game, in order."""

    first: FirstGame
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that the coach of a first game lets be done: a step, as text, and why."""

    step: str
    title: Runs
    why: tuple[Runs, ...] = ()


def list_own_steps(match: match.Match, seat: int) -> tuple[str, ...]:
    """Return the texts of all steps that a seat has taken."""
    return tuple([entry.step for entry in match.log if entry.seat == seat])


def find_next_beat(beats: Sequence[Beat], match: match.Match, seat: int) -> Beat | None:
    """Give the beat that comes next; None where the seat has done other things, or all are done."""
    taken = list_own_steps(match, seat)
    told = tuple([beat.step for beat in beats])
    if len(taken) >= len(told) or taken != told[: len(taken)]:
        return None
    game, state, beat = match.game, match.state, beats[len(taken)]
    return beat if game.parse_step(beat.step) in game.legal_steps(state, seat) else None


class LessonText(NamedTuple):
    """What is said in one lesson.

    title: in the list. goal, why: at the beginning. done, learned: in the end. missed: where the
    turn went elsewhere.
    """

    title: Runs
    goal: Runs
    why: tuple[Runs, ...]
    done: Runs
    learned: tuple[Runs, ...]
    missed: Runs = ()


LessonWords: TypeAlias = tuple[Value, ...]
"""Title, goal, a line or more of why, done, what was learned and what was missed: sentences, or
templates."""


def write_lesson(said: LessonWords, **values: Value) -> LessonText:
    """Return what is said in a lesson, with values in the braces of its templates."""

    def write(line: Value) -> Runs:
        return weave(line, **values) if isinstance(line, str) else runs_of(line)

    title, goal, *why, done, learned, missed = map(write, said)
    return LessonText(title, goal, tuple(why), done, (learned,), missed)


class Lessons(ABC):
    """How a game is learned: the first game follows a story, and each lesson asks for a turn."""

    setup: ClassVar[GameSetup]
    """The first game, with the number of its deal, which was looked for."""

    rows: ClassVar[tuple[LessonRow, ...]]

    ai_seed: ClassVar[int] = 7

    @abstractmethod
    def describe(self, texts: Texts) -> str:
        """Return in a sentence what the first game is."""

    @abstractmethod
    def name_chapters(self, texts: Texts) -> Mapping[str, str]:
        """Return the part of the course to which each lesson belongs, by its key."""

    @abstractmethod
    def write_lessons(self, texts: Texts, words: Any = None) -> Mapping[str, LessonText]:
        """Return what is said, by the lessons' keys; without a table's words, to no one special."""

    def find_card(self, row: LessonRow) -> game.Face:
        """Return the card that a lesson is about, None for none."""
        return None

    @abstractmethod
    def begin(self, row: LessonRow) -> ExerciseMatch:
        """Return a match that stands at a lesson's position."""

    @abstractmethod
    def list_beats(self, words: Any) -> tuple[Beat, ...]:
        """Return the story of the first game, step by step."""

    @abstractmethod
    def has_won(self, match: match.Match, seat: int) -> bool | None:
        """Whether a seat has won the first game; None while the coach stays."""

    @abstractmethod
    def hint(self, words: Any, seen: Any, choice: player.Choice) -> table_model.Hint:
        """Return what a player would do in the viewer's place, and why."""

    @abstractmethod
    def advise_aside(self, words: Any, seen: Any, match: match.Match, seat: int) -> Counsel:
        """Return what can be done where the story has been left."""

    def coach_lesson(self, row: LessonRow, words: Any, match: match.Match, seat: int) -> Counsel:
        """Return what is to be reached in a lesson, and in the end whether it was."""
        said = self.write_lessons(words.texts, words)[row.key]
        # What somebody does after the turn that was asked for changes nothing about it.
        states = (match.state_at(each) for each in range(match.revision + 1))
        state = next((each for each in states if each.turns), None)
        if state is None:
            return Counsel(self.say_progress(row, said, words, match, seat))
        if self.is_reached(row, state):
            return Counsel(table_model.Hint(said.done, said.learned), LessonProgress.REACHED)
        return Counsel(self.say_missed(row, said, words, state), LessonProgress.MISSED)

    def say_progress(
        self, row: LessonRow, said: LessonText, words: Any, match: match.Match, seat: int
    ) -> table_model.Hint:
        """Return what is to be reached, before a lesson's turn has ended."""
        return table_model.Hint(said.goal, said.why)

    def say_missed(
        self, row: LessonRow, said: LessonText, words: Any, state: Any
    ) -> table_model.Hint:
        """Return how a turn missed what was to be reached; state: in which it ended."""
        return table_model.Hint(said.missed, said.why[:1])

    def course(self, texts: Texts) -> Course:
        """Return the first game and the lessons, in words."""
        said, chapters = self.write_lessons(texts), self.name_chapters(texts)
        lessons = [
            Lesson(
                *(row.key, chapters[row.key], said[row.key].title, partial(self.set_up, row)),
                self.find_card(row),
            )
            for row in self.rows
        ]
        first = FirstGame(self.setup, self.ai_seed, self.describe(texts), self.coach_first_game)
        return Course(first, tuple(lessons))

    def set_up(self, row: LessonRow) -> LessonTask:
        coach, is_reached = partial(self.coach_lesson, row), partial(self.is_reached, row)
        return LessonTask(self.begin(row), row.answer, coach, is_reached)

    def is_reached(self, row: LessonRow, state: Any) -> bool | None:
        """Whether a lesson's goal is reached in a state; None until its turn has ended."""
        return row.is_met(state) if state.turns else None

    def coach_first_game(self, words: Any, match: match.Match, seat: int) -> Counsel:
        """Return what to do now: the next thing of the story or, next to it, what is as good."""
        has_won = self.has_won(match, seat)
        if has_won is not None:
            return Counsel(None, LessonProgress.REACHED if has_won else LessonProgress.MISSED)
        if seat not in match.game.to_act(match.state):
            return Counsel(None)
        seen = match.game.observe(match.state, seat)
        beat = find_next_beat(self.list_beats(words), match, seat)
        if beat is None:
            return self.advise_aside(words, seen, match, seat)
        step = match.game.parse_step(beat.step)
        shown = self.hint(words, seen, player.Choice((step,)))
        return Counsel(replace(shown, title=beat.title, why=beat.why), step=step)
