"""What a course must keep: its first game is won by who does what is said, its lessons can be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from red7_desktop.games.registry import BOX, GameRow
from red7_desktop.kit.match_model import Counsel, Course, Lesson, LessonProgress, LessonTask
from red7_desktop.kit.setup import seat_players
from red7_desktop.kit.texts import Texts
from red7_desktop.play.ai import make_choosers
from red7_desktop.tabletop.match import Match

TEXTS = Texts()
TAUGHT = [row for row in BOX.values() if row.face().course is not None]


def course_of(row: GameRow) -> Course:
    make = row.face().course
    assert make is not None
    return make(TEXTS)


LESSONS = [(row, lesson) for row in TAUGHT for lesson in course_of(row).lessons]


@pytest.fixture(params=TAUGHT, ids=[row.name for row in TAUGHT])
def row(request: pytest.FixtureRequest) -> GameRow:
    found: GameRow = request.param
    return found


@pytest.fixture(params=LESSONS, ids=[f"{row.name}-{lesson.key}" for row, lesson in LESSONS])
def lesson(request: pytest.FixtureRequest) -> tuple[GameRow, Lesson]:
    found: tuple[GameRow, Lesson] = request.param
    return found


# -- the first game --------------------------------------------------------------------------


class FirstGameTable:
    """The first game with its opponents, and the person's seat for whoever uses this."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.first = course_of(row).first
        setup, players = self.first.setup, row.players()
        self.names = {level.key: level.name for level in players.levels}
        self.seats = seat_players(setup, TEXTS, self.names)
        assert setup.seed is not None
        self.match = Match(row.rules(), row.face().to_options(setup), setup.seed)
        self.choosers = make_choosers(players, self.first.ai_seed, lambda: 0.0)
        self.words = row.face().words(TEXTS, self.seats, 0)

    def counsels(self) -> Iterator[Counsel]:
        """Give what is said each time the person is asked, while the coach says something."""
        game, match = self.row.rules(), self.match
        while True:
            asked = game.to_act(match.state)
            others = [seat for seat in asked if seat > 0]
            counsel = self.first.coach(self.words, match, 0)
            if 0 in asked:
                if counsel.hint is None:
                    return
                yield counsel
            elif others:
                choose = self.choosers[self.seats[others[0]].player or ""]
                seen = game.observe(match.state, others[0])
                for step in choose(seen, lambda: False):
                    match.take(others[0], step)
            else:
                return

    @property
    def progress(self) -> LessonProgress:
        return self.first.coach(self.words, self.match, 0).progress


def test_the_first_game_is_won_by_whoever_does_what_the_coach_says(row: GameRow) -> None:
    table = FirstGameTable(row)
    game, said = row.rules(), []
    for counsel in table.counsels():
        seen = game.observe(table.match.state, 0)
        assert counsel.hint is not None
        assert set(counsel.hint.zones) <= set(seen.zones)
        said.append(counsel.hint.title)
        table.match.take(0, counsel.step)
    assert table.progress is LessonProgress.REACHED
    assert len(said) == sum(entry.seat == 0 for entry in table.match.log)


@pytest.mark.parametrize("nth", [0, 1, 3])
def test_the_coach_goes_on_with_people_who_do_something_else(row: GameRow, nth: int) -> None:
    table = FirstGameTable(row)
    game = row.rules()
    for place, counsel in enumerate(table.counsels()):
        steps = game.legal_steps(table.match.state, 0)
        others = [step for step in steps if step != counsel.step]
        strays = place == nth and bool(others)
        assert counsel.step in steps
        table.match.take(0, others[0] if strays else counsel.step)
    assert table.progress is not LessonProgress.OPEN


def test_a_step_taken_back_has_the_coach_where_it_was(row: GameRow) -> None:
    table = FirstGameTable(row)
    for counsel in table.counsels():
        table.match.take(0, counsel.step)
        if table.match.why_no_undo(0) is None:
            table.match.undo(0)
            assert table.first.coach(table.words, table.match, 0) == counsel
            return
    raise AssertionError("nothing can be taken back")


# -- lessons ---------------------------------------------------------------------------------


def progress_of(row: GameRow, task: LessonTask) -> LessonProgress:
    match = task.match
    seats = len([zone for zone in row.rules().observe(match.state, 0).zones if "hand:" in zone])
    person, rival = seat_players(course_of(row).first.setup, TEXTS, {})
    words = row.face().words(TEXTS, (person, *[rival] * (seats - 1)), task.seat)
    counsel = task.coach(words, match, task.seat)
    assert counsel.hint is not None
    assert counsel.hint.title
    return counsel.progress


def test_a_lessons_own_answer_reaches_its_goal(lesson: tuple[GameRow, Lesson]) -> None:
    row, task = lesson[0], lesson[1].begin()
    for step in task.answer:
        assert progress_of(row, task) is LessonProgress.OPEN
        task.match.take_text(task.seat, step)
    assert progress_of(row, task) is LessonProgress.REACHED
    for other in row.rules().legal_steps(task.match.state, task.seat)[:1]:
        task.match.take(task.seat, other)
        assert progress_of(row, task) is LessonProgress.REACHED


def test_a_lesson_can_be_missed(lesson: tuple[GameRow, Lesson]) -> None:
    row, task = lesson[0], lesson[1].begin()
    answer = row.rules().parse_step(task.answer[0])
    while progress_of(row, task) is LessonProgress.OPEN:
        steps = row.rules().legal_steps(task.match.state, task.seat)
        others = (step for step in reversed(steps) if step != answer)
        task.match.take(task.seat, next(others, steps[-1]))
    assert progress_of(row, task) is LessonProgress.MISSED


def test_no_two_lessons_have_the_same_name(row: GameRow) -> None:
    lessons = course_of(row).lessons
    assert len({lesson.key for lesson in lessons}) == len(lessons)
    assert all(lesson.title and lesson.chapter for lesson in lessons)
