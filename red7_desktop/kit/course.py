"""A course: the first game and the lessons, whose coach says what to do and whether it was done.

Its file in `assets/lessons` begins with the first game, step by step; lessons follow in chapters:

    ! step                     the next step of the first game
    == words                   a chapter; lines below it stand in for those that a lesson lacks
    # key | title              a lesson
    ! position -> step, step   where it begins, and the steps that reach its goal
    > words                    what to do
    words                      why, in a line or more
    + words                    said in the end where the goal is reached
    * words                    what was learned, if not the first reason
    - words                    said where the turn went elsewhere

Words are sentences to translate. Names of seats stand in their braces, and what the line says
behind them: `{card} helps | card=R7`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from red7_desktop.kit import table_model
from red7_desktop.kit.setup import GameSetup
from red7_desktop.kit.texts import Runs, Texts, Tone, Value, apply_tone, weave
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.resources import reading_asset
from red7_desktop.tabletop import game, match, player

_LINE: Final = re.compile(r"^(?:([!>+*-]) )?(.+)$", re.MULTILINE)
Told: TypeAlias = Mapping[str, tuple[str, ...]]
"""Lines by what begins them: a mark, or "" for none."""


class LessonProgress(StrEnum):
    """How far someone is: still at it, there, or past it without having got there."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


class Counsel(NamedTuple):
    """What the coach says now. hint: None where there is nothing to say, as while others play.

    step: the one that is advised, None where that is left to the person. lost: what is wrong with
    the steps of this turn, said once they can't lead to a lesson's goal any more.
    """

    hint: table_model.Hint | None
    progress: LessonProgress = LessonProgress.OPEN
    step: Any = None
    lost: table_model.Hint | None = None


Coach: TypeAlias = Callable[[Any, "match.Match", int], Counsel]
"""What is said to a seat of a match, in the words of its table. It follows from the match alone,
so that a match which is left and taken up again, or goes back, has its coach where it stands."""


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
        game = self.match.game
        is_reached = self.is_reached(state)
        if is_reached is not None:
            if is_reached:
                return [()]
            return []
        return [
            (step, *rest)
            for step in game.legal_steps(state, self.seat)
            for rest in self.list_lines(game.take(state, self.seat, step).state)
        ]


class LessonRow(NamedTuple):
    """A lesson as data. said: lines by what begins them, of the chapter where it has none."""

    key: str
    chapter: str
    title: str
    position: str
    answer: tuple[str, ...]
    said: Told


def read_course(game: str) -> tuple[tuple[Told, ...], tuple[LessonRow, ...]]:
    """Return what is told step by step in the first game, and the lessons, in order.

    Raises MissingAsset, DamagedAsset.
    """
    with reading_asset("lessons", f"{game}.txt") as path:
        told = path.read_text("utf-8")
        story, *chapters = re.split(r"^== ", told, flags=re.MULTILINE)
        rows = []
        for chapter in chapters:
            common, *lessons = re.split(r"^# ", chapter, flags=re.MULTILINE)
            title, _, lines = common.partition("\n")
            for lesson in lessons:
                head, _, own = lesson.partition("\n")
                key, _, name = head.partition(" | ")
                said = gather_lines(lines) | gather_lines(own)
                position, _, answer = said["!"][0].partition(" -> ")
                rows.append(LessonRow(key, title, name, position, tuple(answer.split(", ")), said))
        steps = [gather_lines(f"! {step}") for step in story.split("! ")[1:]]
        if not (steps and rows):
            raise ValueError("it has no first game or no lessons")
        return tuple(steps), tuple(rows)


def gather_lines(told: str) -> dict[str, tuple[str, ...]]:
    r"""Return lines by what begins them.

    >>> gather_lines("> Lead\nThey rise.\nBy one.")
    {'>': ('Lead',), '': ('They rise.', 'By one.')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for mark, words in _LINE.findall(told):
        found[mark] = (*found.get(mark, ()), words)
    return found


def list_sentences(game: str) -> list[str]:
    """Return everything that a course says, to be translated."""
    steps, rows = read_course(game)
    told = [*steps, *[{**row.said, "": (row.chapter, row.title, *row.said[""])} for row in rows]]
    lines = [each for said in told for mark in sorted({*said} - {"!"}) for each in said[mark]]
    return [line.partition(" | ")[0] for line in lines]


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
class Beat:
    """One thing that the coach of a first game lets be done: a step, as text, and why."""

    step: str
    title: Runs
    why: tuple[Runs, ...] = ()


def list_own_steps(match: match.Match, seat: int) -> tuple[str, ...]:
    """Return the texts of all steps that a seat has taken."""
    return tuple([entry.step for entry in match.log if entry.seat == seat])


def find_next_beat(beats: Sequence[Beat], match: match.Match, seat: int) -> Beat | None:
    """Return the next beat; None where the seat has done other things, or all are done."""
    taken = list_own_steps(match, seat)
    told = tuple([beat.step for beat in beats])
    if len(taken) >= len(told) or taken != told[: len(taken)]:
        return None
    game = match.game
    state = match.state
    beat = beats[len(taken)]
    if game.parse_step(beat.step) in game.legal_steps(state, seat):
        return beat
    return None


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


class Lessons(ABC):
    """How a game is learned: the first game follows a story, and each lesson asks for a turn."""

    file: ClassVar[str]
    """The name of its file in `assets/lessons`."""

    setup: ClassVar[GameSetup]
    """The first game, with the number of its deal, which was looked for."""

    is_met: ClassVar[Mapping[str, Callable[[Any], bool]]]
    """By lesson: whether it is reached in the state after the turn of seat A."""

    ai_seed: ClassVar[int] = 7
    """What the others' chance comes from in it."""

    def __init__(self) -> None:
        self._story, self.rows = read_course(self.file)

    @abstractmethod
    def describe(self, texts: Texts) -> str:
        """Return in a sentence what the first game is."""

    @abstractmethod
    def to_no_one(self, texts: Texts) -> Any:
        """Return the words of no table in particular, for the list of lessons."""

    def find_value(self, words: Any, mark: str) -> Value:
        """Return what a mark of a line puts into its braces."""
        return mark

    def find_values(self, words: Any, row: LessonRow) -> Mapping[str, Value]:
        """Return what every line of a lesson can put into its braces, besides seats' names."""
        return {}

    def say(self, words: Any, values: Mapping[str, Value], line: str) -> Runs:
        """Return a line in words, with values in its braces: names, these, and those behind it."""
        template, _, marks = line.partition(" | ")
        own = (each.split("=") for each in marks.split(", ") if each)
        names = dict(zip(("name", "other"), words.names[1:], strict=False))
        found = {key: self.find_value(words, mark) for key, mark in own}
        return weave(words.texts(template), **{**names, **values, **found})

    def write_lesson(self, row: LessonRow, words: Any) -> LessonText:
        say = partial(self.say, words, self.find_values(words, row))
        title = say(row.title or "{title}")
        why = tuple(map(say, row.said[""]))
        learned = tuple(map(say, row.said.get("*", ()))) or why[:1]
        goal, done, missed = [say(row.said[mark][0]) for mark in (">", "+", "-")]
        return LessonText(title, goal, why, done, learned, missed)

    def list_beats(self, words: Any) -> tuple[Beat, ...]:
        """Return the story of the first game, step by step."""
        say = partial(self.say, words, {})
        return tuple(
            [
                Beat(told["!"][0], say(told[">"][0]), tuple(map(say, told[""])))
                for told in self._story
            ]
        )

    def find_card(self, row: LessonRow) -> game.Face:
        """Return the card that a lesson is about, None for none."""
        return None

    @abstractmethod
    def begin(self, row: LessonRow) -> ExerciseMatch:
        """Return a match that stands at a lesson's position."""

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
        said = self.write_lesson(row, words)
        # What somebody does after the turn that was asked for changes nothing about it.
        states = (match.state_at(each) for each in range(match.revision + 1))
        state = next((each for each in states if each.turns), None)
        if state is None:
            wrong = self.say_wrong(row, said, words, match, seat)
            lost = table_model.Hint(said.goal, (*wrong, *said.why[:1]))
            return Counsel(self.say_progress(row, said, words, match, seat), lost=lost)
        if self.is_reached(row, state):
            return Counsel(table_model.Hint(said.done, said.learned), LessonProgress.REACHED)
        return Counsel(self.say_missed(row, said, words, state), LessonProgress.MISSED)

    def say_progress(
        self, row: LessonRow, said: LessonText, words: Any, match: match.Match, seat: int
    ) -> table_model.Hint:
        """Return what is to be reached, before a lesson's turn has ended."""
        return table_model.Hint(said.goal, said.why)

    def say_wrong(
        self, row: LessonRow, said: LessonText, words: Any, match: match.Match, seat: int
    ) -> tuple[Runs, ...]:
        """Return what is wrong with steps, in the middle of a turn, that can't reach the goal."""
        return (apply_tone(said.missed, Tone.BAD),)

    def say_missed(
        self, row: LessonRow, said: LessonText, words: Any, state: Any
    ) -> table_model.Hint:
        """Return how a turn missed what was to be reached; state: in which it ended."""
        return table_model.Hint(said.missed, said.why[:1])

    def list_lessons(self, texts: Texts) -> tuple[Lesson, ...]:
        words = self.to_no_one(texts)
        return tuple(
            [
                Lesson(
                    *(row.key, texts(row.chapter), self.write_lesson(row, words).title),
                    partial(self.set_up, row),
                    self.find_card(row),
                )
                for row in self.rows
            ]
        )

    def set_up(self, row: LessonRow) -> LessonTask:
        coach = partial(self.coach_lesson, row)
        is_reached = partial(self.is_reached, row)
        return LessonTask(self.begin(row), row.answer, coach, is_reached)

    def is_reached(self, row: LessonRow, state: Any) -> bool | None:
        """Whether a lesson's goal is reached in a state; None until its turn has ended."""
        if state.turns:
            return self.is_met[row.key](state)
        return None

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
