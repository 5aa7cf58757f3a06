"""Courses: a game's first match with a coach, and its lessons.

A course is a file in `assets/lessons`. It starts with the first match, step by step; the lessons
follow in chapters:

    ! step                     the next step of the first match
    == words                   a chapter; the lines below are defaults for its lessons
    # key | title              a lesson
    ! position -> step, step   the starting position, and the steps that reach the goal
    > words                    what to do
    words                      a reason, on one or more lines
    + words                    shown if the goal was reached
    * words                    what was learned; without this line, the first reason is shown
    - words                    shown if the turn missed the goal

Every text is translated. It may contain the names of seats in braces, and further values in braces.
Such a value is defined at the end of the line, after a bar: `{card} helps | card=R7`.
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
from red7_desktop.kit.texts import Runs, Texts, Tone, Value, apply_tone, fill_template
from red7_desktop.play.session import ExerciseMatch
from red7_desktop.resources import reading_asset
from red7_desktop.tabletop import game, match, player

_LINE: Final = re.compile(r"^(?:([!>+*-]) )?(.+)$", re.MULTILINE)
TextsByMark: TypeAlias = Mapping[str, tuple[str, ...]]
"""Texts of a step or lesson, by the character with which their line begins in the file.

The module's docstring lists these characters. Lines that begin with none of them have the key
""."""


class LessonProgress(StrEnum):
    """The state of a lesson: still open, goal reached, or goal missed."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


class CoachAdvice(NamedTuple):
    """The coach's advice for the current position.

    Attributes:
        hint: Hint to show; None for no hint, for example while others play.
        progress: Whether the lesson's goal is still open, reached or missed.
        step: The recommended step; None if the choice is left to the player.
        lost: Hint that explains the learner's mistake. It replaces `hint` as soon as the steps made
            in this turn can't reach the goal any more.
        question: Set if this advice is incomplete. Let an AI player choose a turn for this
            observation, and pass the choice to `Course.advise_off_script`.
    """

    hint: table_model.Hint | None
    progress: LessonProgress = LessonProgress.OPEN
    step: Any = None
    lost: table_model.Hint | None = None
    question: Any = None


Coach: TypeAlias = Callable[[Any, "match.Match", int], CoachAdvice]
"""Function that returns the advice for a seat; takes a `phrases.SeatWords`, the match and the seat.

A coach must keep no state of its own and depend only on the match, so that its advice is also right
after an undo or when a saved match is continued.
"""


class LessonTask(NamedTuple):
    """A lesson that is being played.

    Attributes:
        match: A match at the lesson's position.
        answer: The steps that reach the goal, in the game's notation.
        coach: Function that returns the coach's advice for the match's current state.
        is_reached: Function from a state of the match to True (goal reached) or False (goal
            missed). It returns None as long as the learner's turn isn't over.
        seat: The learner's seat, which is to move.
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
            for rest in self.list_lines(game.apply(state, self.seat, step).state)
        ]


class LessonRow(NamedTuple):
    """A lesson as read from its file.

    Attributes:
        key: Identifier of the lesson.
        chapter: Title of the chapter that contains the lesson.
        title: Title of the lesson, "" for the game's default title.
        position: The position at the start, in the game's notation.
        answer: The steps of the solution, in the game's notation.
        texts_by_mark: Texts of the lesson, grouped by the character that begins their line in the
            file, such as ">"; the module's docstring lists these characters. If no line of the
            lesson begins with a character, the chapter's texts for that character are used.
    """

    key: str
    chapter: str
    title: str
    position: str
    answer: tuple[str, ...]
    texts_by_mark: TextsByMark


def read_course(game: str) -> tuple[tuple[TextsByMark, ...], tuple[LessonRow, ...]]:
    """Read a game's course for beginners from its file in `assets/lessons`.

    Returns:
        The texts of each step of the first match, and the lessons in order.

    Raises:
        MissingAsset: The file doesn't exist.
        DamagedAsset: The file can't be parsed.
    """
    with reading_asset("lessons", f"{game}.txt") as path:
        text = path.read_text("utf-8")
        story, *chapters = re.split(r"^== ", text, flags=re.MULTILINE)
        rows = []
        for chapter in chapters:
            common, *lessons = re.split(r"^# ", chapter, flags=re.MULTILINE)
            title, _, lines = common.partition("\n")
            for lesson in lessons:
                head, _, own = lesson.partition("\n")
                key, _, name = head.partition(" | ")
                said = group_lines_by_mark(lines) | group_lines_by_mark(own)
                position, _, answer = said["!"][0].partition(" -> ")
                rows.append(LessonRow(key, title, name, position, tuple(answer.split(", ")), said))
        steps = [group_lines_by_mark(f"! {step}") for step in story.split("! ")[1:]]
        if not (steps and rows):
            raise ValueError("it has no first game or no lessons")
        return tuple(steps), tuple(rows)


def group_lines_by_mark(text: str) -> dict[str, tuple[str, ...]]:
    r"""Group lines by their mark, the character with which they begin ("" for none).

    >>> group_lines_by_mark("> Lead\nThey rise.\nBy one.")
    {'>': ('Lead',), '': ('They rise.', 'By one.')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for mark, words in _LINE.findall(text):
        found[mark] = (*found.get(mark, ()), words)
    return found


def list_sentences(game: str) -> list[str]:
    """Return every text of a game's course that has to be translated."""
    steps, rows = read_course(game)
    groups = [
        *steps,
        *[
            {**row.texts_by_mark, "": (row.chapter, row.title, *row.texts_by_mark[""])}
            for row in rows
        ],
    ]
    lines = [each for said in groups for mark in sorted({*said} - {"!"}) for each in said[mark]]
    return [line.partition(" | ")[0] for line in lines]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson in the list of lessons.

    Attributes:
        key: Identifier that is stored and never changes.
        chapter: Title of the lesson's chapter.
        title: Title of the lesson.
        begin: Function that starts the lesson and returns its match, solution and coach. It imports
            the modules that only lessons need, so that the list of lessons is shown without delay.
        card: Text form of the card shown in the list, or None.
    """

    key: str
    chapter: str
    title: Runs
    begin: Callable[[], LessonTask]
    card: game.Face = None


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of the scripted first match.

    Attributes:
        step: The step in the game's notation.
        title: The coach's instruction.
        why: The coach's reasons, one line each.
    """

    step: str
    title: Runs
    why: tuple[Runs, ...] = ()


def list_own_steps(match: match.Match, seat: int) -> tuple[str, ...]:
    """Return all steps that a seat has made, each in the game's notation."""
    return tuple([entry.step for entry in match.log if entry.seat == seat])


def find_next_script_step(
    beats: Sequence[ScriptStep], match: match.Match, seat: int
) -> ScriptStep | None:
    """Return the next step of the scripted first match.

    Returns:
        The step; None if the script is finished, or if the seat has made other steps than planned.
    """
    taken = list_own_steps(match, seat)
    planned = tuple([beat.step for beat in beats])
    if len(taken) >= len(planned) or taken != planned[: len(taken)]:
        return None
    game = match.game
    state = match.state
    beat = beats[len(taken)]
    if game.parse_step(beat.step) in game.legal_steps(state, seat):
        return beat
    return None


class LessonText(NamedTuple):
    """The texts of a lesson in the user's language.

    Attributes:
        title: Title in the list of lessons.
        goal: Task of the learner.
        why: Explanation of the goal, shown below it; one item for each line.
        done: Praise, shown if the goal was reached.
        learned: Summary of the lesson, shown below `done`; one item for each line.
        missed: Shown if the turn missed the goal.
    """

    title: Runs
    goal: Runs
    why: tuple[Runs, ...]
    done: Runs
    learned: tuple[Runs, ...]
    missed: Runs = ()


class Course(ABC):
    """A game's course for beginners: a first match with a script, and lessons of one turn each.

    Attributes:
        file: Name of the course's file in `assets/lessons`, without suffix.
        setup: Options of the first match. Its seed selects the deal that the script was written
            for.
        goal_tests: Functions by lesson key. Each takes the state after seat A's turn and returns
            True if the lesson's goal is reached.
        ai_seed: Seed of the AI players' random numbers in the first match.
    """

    file: ClassVar[str]

    setup: ClassVar[GameSetup]

    goal_tests: ClassVar[Mapping[str, Callable[[Any], bool]]]

    ai_seed: ClassVar[int] = 7

    def __init__(self) -> None:
        self._story, self.rows = read_course(self.file)

    @abstractmethod
    def describe(self, texts: Texts) -> str:
        """Return one sentence that describes the first match before it is started."""

    @abstractmethod
    def words_outside_match(self, texts: Texts) -> Any:
        """Return the object that builds the game's sentences, for texts that aren't about a match.

        Such a text is, for example, the title of a lesson in the list of lessons. The object is a
        `phrases.SeatWords`.
        """

    def find_value(self, words: Any, mark: str) -> Value:
        """Return the value of a placeholder, given the definition at the end of a lesson's text.

        The text "{card} helps | card=R7" defines the placeholder {card}. A game can return the name
        of the card instead of "R7"; the default returns the definition's right-hand side.

        Args:
            words: Builds the game's texts; names cards in the user's language.
            mark: Right-hand side of the definition, "R7" in the example.
        """
        return mark

    def find_values(self, words: Any, row: LessonRow) -> Mapping[str, Value]:
        """Return the values of the placeholders that all texts of a lesson may use, by name."""
        return {}

    def say(self, words: Any, values: Mapping[str, Value], line: str) -> Runs:
        """Translate a text of the course and fill its placeholders.

        Args:
            words: Builds the game's texts; provides translations and the seats' names.
            values: Values of placeholders by name.
            line: The text in English. After a bar it may define further values, see the module's
                docstring.
        """
        template, _, marks = line.partition(" | ")
        own = (each.split("=") for each in marks.split(", ") if each)
        names = dict(zip(("name", "other"), words.names[1:], strict=False))
        found = {key: self.find_value(words, mark) for key, mark in own}
        return fill_template(words.texts(template), **{**names, **values, **found})

    def write_lesson(self, row: LessonRow, words: Any) -> LessonText:
        say = partial(self.say, words, self.find_values(words, row))
        title = say(row.title or "{title}")
        why = tuple(map(say, row.texts_by_mark[""]))
        learned = tuple(map(say, row.texts_by_mark.get("*", ()))) or why[:1]
        goal, done, missed = [say(row.texts_by_mark[mark][0]) for mark in (">", "+", "-")]
        return LessonText(title, goal, why, done, learned, missed)

    def list_script_steps(self, words: Any) -> tuple[ScriptStep, ...]:
        """Return the steps of the scripted first match."""
        say = partial(self.say, words, {})
        return tuple(
            [
                ScriptStep(told["!"][0], say(told[">"][0]), tuple(map(say, told[""])))
                for told in self._story
            ]
        )

    def find_card(self, row: LessonRow) -> game.Face:
        """Return the playing card drawn beside a lesson in the list of lessons.

        None, the default, draws no card.
        """
        return None

    @abstractmethod
    def begin(self, row: LessonRow) -> ExerciseMatch:
        """Return a match at a lesson's position."""

    @abstractmethod
    def has_won(self, match: match.Match, seat: int) -> bool | None:
        """Return whether a seat has won the first match; None until the match is over."""

    @abstractmethod
    def hint(self, words: Any, seen: Any, choice: player.Choice) -> table_model.Hint:
        """Return a hint that recommends the turn that an AI player would choose for the viewer.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            seen: The viewer's observation.
            choice: The turn that an AI player would choose in the viewer's place.
        """

    @abstractmethod
    def advise_off_script(
        self, words: Any, match: match.Match, seat: int, choice: player.Choice | None = None
    ) -> CoachAdvice:
        """Return advice for a position of the first match that isn't part of its script.

        Args:
            words: Builds the table's sentences, see `phrases.SeatWords`.
            match: The first match.
            seat: The learner's seat, which acts.
            choice: The turn that an AI player, the adviser, would choose in the learner's place.
                None if the adviser hasn't chosen yet.

        Returns:
            Advice with a hint, if the game needs no adviser (for example if only one step is legal)
            or if `choice` is given. Otherwise advice without a hint, whose `question` is the
            observation to send to the adviser.
        """

    def coach_lesson(
        self, row: LessonRow, words: Any, match: match.Match, seat: int
    ) -> CoachAdvice:
        """Return the coach's advice in a lesson.

        During the learner's turn, the hint names the lesson's goal. After the turn, the hint says
        whether the goal was reached, and `CoachAdvice.progress` is REACHED or MISSED.
        """
        said = self.write_lesson(row, words)
        # Only the first turn decides whether the goal is reached, so find the state after it.
        states = (match.state_at(each) for each in range(match.revision + 1))
        state = next((each for each in states if each.turns), None)
        if state is None:
            wrong = self.say_wrong(row, said, words, match, seat)
            lost = table_model.Hint(said.goal, (*wrong, *said.why))
            return CoachAdvice(self.say_progress(row, said, words, match, seat), lost=lost)
        if self.is_reached(row, state):
            return CoachAdvice(table_model.Hint(said.done, said.learned), LessonProgress.REACHED)
        return CoachAdvice(self.say_missed(row, said, words, state), LessonProgress.MISSED)

    def say_progress(
        self, row: LessonRow, said: LessonText, words: Any, match: match.Match, seat: int
    ) -> table_model.Hint:
        """Return the hint for the learner's turn: the lesson's goal, and why it is a good goal.

        A game may replace this explanation, for example by a line that says who is winning.
        """
        return table_model.Hint(said.goal, said.why)

    def say_wrong(
        self, row: LessonRow, said: LessonText, words: Any, match: match.Match, seat: int
    ) -> tuple[Runs, ...]:
        """Return lines that explain why the unfinished turn can't reach the lesson's goal any more.

        The default returns the lesson's text for a missed goal, without a reason.
        """
        return (apply_tone(said.missed, Tone.BAD),)

    def say_missed(
        self, row: LessonRow, said: LessonText, words: Any, state: Any
    ) -> table_model.Hint:
        """Return the hint that explains why a turn has missed a lesson's goal.

        Args:
            row: The lesson as read from its file.
            said: The lesson's texts in the user's language.
            words: Builds further sentences for the table, see `phrases.SeatWords`.
            state: The state after the turn.
        """
        return table_model.Hint(said.missed, said.why[:1])

    def list_lessons(self, texts: Texts) -> tuple[Lesson, ...]:
        words = self.words_outside_match(texts)
        lessons = []
        for row in self.rows:
            title = self.write_lesson(row, words).title
            set_up = partial(self.set_up, row)
            card = self.find_card(row)
            lessons.append(Lesson(row.key, texts(row.chapter), title, set_up, card))
        return tuple(lessons)

    def set_up(self, row: LessonRow) -> LessonTask:
        coach = partial(self.coach_lesson, row)
        is_reached = partial(self.is_reached, row)
        return LessonTask(self.begin(row), row.answer, coach, is_reached)

    def is_reached(self, row: LessonRow, state: Any) -> bool | None:
        """Return whether the learner's turn has reached a lesson's goal.

        Args:
            row: The lesson.
            state: The state of the lesson's match.

        Returns:
            True or False once the learner's turn is over, None before.
        """
        if state.turns:
            return self.goal_tests[row.key](state)
        return None

    def coach_first_game(self, words: Any, match: match.Match, seat: int) -> CoachAdvice:
        """Return the coach's advice in the first match.

        As long as the learner follows the script, the advice is the script's next step.
        """
        has_won = self.has_won(match, seat)
        if has_won is not None:
            return CoachAdvice(None, LessonProgress.REACHED if has_won else LessonProgress.MISSED)
        if seat not in match.game.to_act(match.state):
            return CoachAdvice(None)
        seen = match.game.observe(match.state, seat)
        beat = find_next_script_step(self.list_script_steps(words), match, seat)
        if beat is None:
            return self.advise_off_script(words, match, seat)
        step = match.game.parse_step(beat.step)
        shown = self.hint(words, seen, player.Choice((step,)))
        return CoachAdvice(replace(shown, title=beat.title, why=beat.why), step=step)
