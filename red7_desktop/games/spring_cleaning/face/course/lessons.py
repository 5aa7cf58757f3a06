"""The lessons of Spring Cleaning: positions, what is to be reached there, and by which steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.course.lesson_words import build_lesson_texts
from red7_desktop.games.spring_cleaning.rules import steps
from red7_desktop.games.spring_cleaning.rules.combinations import length_of, owners_of
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.rounds import build_state_at
from red7_desktop.games.spring_cleaning.rules.state import TURN, MatchState
from red7_desktop.games.spring_cleaning.rules.text.notation import parse_position
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.models.course import Counsel, LessonProgress, LessonRow, LessonTask
from red7_desktop.play.exercise import ExerciseMatch

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.tabletop.match import Match


def _find_last_step(state: MatchState) -> steps.Step:
    return next(turn for turn in state.turns if turn.seat == 0).steps[-1]


def _make_plays(count: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        step = _find_last_step(state)
        return step.kind == steps.PLAY and length_of(step.what) == count

    return is_met


def _make_plays_offer_of(seat: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        step = _find_last_step(state)
        return step.kind == steps.PLAY and seat in owners_of(step.what)

    return is_met


def _has_row(*row: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        hand, n = state.position.hands[0], len(row)
        return row in [hand[at : at + n] for at in range(len(hand))]

    return is_met


def _is_out(state: MatchState) -> bool:
    return state.stage != TURN and not state.rounds[-1].left[0]


def _has_fewer_than(seat: int) -> Callable[[MatchState], bool]:
    return lambda state: state.position.card_count(0) < state.position.card_count(seat)


ROWS: Final = (
    LessonRow(
        "lead",
        "spring / table / deck 1 7 / discard / A> 6 2 3 4 9 : 8 : 0 / B 5 8 1 7 : 2 : 0",
        ("2 3 4 @2",),
        _make_plays(3),
    ),
    LessonRow(
        "higher",
        "spring / table 5 5 :B / deck 1 2 / discard / A> 3 7 7 1 8 : : 0 / B 2 9 4 : : 0",
        ("7 7 @2",),
        _make_plays(2),
    ),
    LessonRow(
        "longer",
        "spring / table 9 :B / deck 1 2 / discard / A> 2 4 5 1 8 : : 0 / B 2 6 6 4 : : 0",
        ("4 5 @2",),
        _make_plays(2),
    ),
    LessonRow(
        "row",
        "spring / table 8 8 8 :B / deck 5 1 / discard / A> 9 4 6 2 : : 0 / B 3 7 : : 0",
        ("draw", "insert 3", "offer 5"),
        _has_row(4, 5, 6),
    ),
    LessonRow(
        "sealed",
        "spring / table / deck 5 1 4 / discard / A>? 3 3 8 3 5 6 : : 0 / B=2 1 2 9 4 7 4 : : 0",
        ("offer 3",),
        _has_row(3, 3, 3),
    ),
    LessonRow(
        "own offer",
        "spring / table 6 7 :B / deck 1 2 / discard / A> 8 2 4 : 9 : 0 / B 3 5 1 : : 0",
        ("8 9(A) @1",),
        _make_plays_offer_of(0),
    ),
    LessonRow(
        "their offer",
        "spring / table 3 3 :B / deck 1 2 / discard / A> 4 1 7 : : 0 / B 2 9 6 : 4 : 0",
        ("4 4(B) @1",),
        _make_plays_offer_of(1),
    ),
    LessonRow(
        "between",
        "spring / table 6 6 :B / deck 1 2 / discard / A> 3 5 9 1 : : 0 / B 2 8 : 4 : 0",
        ("3 4(B) 5 @1",),
        _make_plays(3),
    ),
    LessonRow(
        "fetch",
        "spring / table 9 9 9 :B / deck 1 2 / discard / A> 3 5 8 : : 0 / B 2 2 : 4 : 0",
        ("draw(B:4)", "insert 2", "offer 4"),
        _has_row(3, 4, 5),
    ),
    LessonRow(
        "pick up",
        "spring / table / deck 1 2 / discard / A> : 4 5 6 : 0 / B 3 8 9 9 : 2 : 0",
        ("order(4)", "order(5)", "order(6)", "4 5 6 @1"),
        _is_out,
    ),
    LessonRow(
        "trash",
        "spring / table 4 :C / deck 1 1 / discard / A> 5 6 7 2 : : 0 / B 9 : : 0 / C 3 8 2 : : 0",
        ("6 7 @2",),
        _has_fewer_than(2),
    ),
)
"""In order."""


def set_up_task(key: str) -> LessonTask:
    """Lay a lesson on the table. Raises StopIteration where none has that key."""
    row = next(row for row in ROWS if row.key == key)
    return LessonTask(begin_lesson(row), row.answer, partial(coach_lesson, row))


def begin_lesson(row: LessonRow) -> ExerciseMatch:
    """Give a match that stands at a lesson's position."""
    state = build_state_at(parse_position(row.position))
    return ExerciseMatch(SpringCleaning(), state.options.to_plain(), state)


def coach_lesson(row: LessonRow, words: SpringWords, match: Match, seat: int) -> Counsel:
    """Say what is to be reached, and in the end whether it was."""
    said = build_lesson_texts(words.texts, words)[row.key]
    states = (match.state_at(each) for each in range(match.revision + 1))
    # What somebody does after the turn that was asked for changes nothing about it.
    state: MatchState | None = next((each for each in states if each.turns), None)
    if state is None:
        return Counsel(Hint(said.goal, said.why))
    if row.is_met(state):
        return Counsel(Hint(said.done, said.learned), LessonProgress.REACHED)
    return Counsel(Hint(said.missed, said.why[:1]), LessonProgress.MISSED)
