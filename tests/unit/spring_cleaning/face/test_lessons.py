"""The lessons of Spring Cleaning say what the rules give."""

from __future__ import annotations

from typing import Any

from red7_desktop.games.spring_cleaning.face.explanations import SpringCourse
from red7_desktop.kit.course import LessonTask
from red7_desktop.kit.texts import Texts, to_plain

LESSONS = SpringCourse()
YOU, NEXT, OTHER = 0, 1, 2


def take(task: LessonTask, state: Any, seat: int, line: tuple[Any, ...]) -> Any:
    """Return the state after a seat has taken the steps of a line."""
    for step in line:
        state = task.match.game.apply(state, seat, step).state
    return state


def test_trash_lesson_text_names_the_trash_that_every_answer_gives() -> None:
    (row,) = [row for row in LESSONS.rows if row.key == "trash"]
    task = LESSONS.set_up(row)
    game = task.match.game
    words = LESSONS.words_outside_match(Texts())
    said = to_plain(LESSONS.write_lesson(row, words).done)
    lines = task.list_lines(task.match.state)

    ends = []
    for line in lines:
        after = take(task, task.match.state, YOU, line)
        answers = [game.apply(after, NEXT, step).state for step in game.legal_steps(after, NEXT)]
        ends.append([state.rounds[0].trash for state in answers if state.rounds])

    assert said == "Right: 1 trash for you, 2 for Amaka"
    assert lines
    assert [set(trash) for trash in ends] == [{(1, 0, 2)}] * len(lines)
