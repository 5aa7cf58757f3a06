"""How Spring Cleaning is learned: the first game and the lessons, in order.

What a table takes is imported when one is laid: the title tells of lessons before anybody learns.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.course.lesson_words import (
    build_lesson_texts,
    name_chapters,
)
from red7_desktop.games.spring_cleaning.rules.options import PICKUP
from red7_desktop.kit.models.course import Counsel, Course, FirstGame, Lesson, LessonTask
from red7_desktop.kit.setup import GameSetup, SeatPlan

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match

DEAL: Final = 700_000_489
"""It was looked for: see `first_game`."""

AI_SEED: Final = 7

RIVAL: Final = "newcomer"


SETUP: Final = GameSetup(
    "spring",
    (SeatPlan(), SeatPlan(level=RIVAL)),
    {PICKUP.key: PICKUP.default},
    DEAL,
)


def build_course(texts: Texts) -> Course:
    """Give all that there is to be learned."""
    about = texts("A round against {name}, with a coach beside you.", name="Tomás")
    titles = {key: said.title for key, said in build_lesson_texts(texts).items()}
    lessons = [
        Lesson(key, chapter, titles[key], partial(_get_task, key))
        for key, chapter in name_chapters(texts).items()
    ]
    return Course(FirstGame(SETUP, AI_SEED, about, _get_counsel), tuple(lessons))


def _get_counsel(words: SpringWords, match: Match, seat: int) -> Counsel:
    from red7_desktop.games.spring_cleaning.face.course.first_game import coach_first_game

    return coach_first_game(words, match, seat)


def _get_task(key: str) -> LessonTask:
    from red7_desktop.games.spring_cleaning.face.course.lessons import set_up_task

    return set_up_task(key)
