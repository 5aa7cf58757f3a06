"""The lessons of Red7: positions, what is to be reached there, and by which steps it can be."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.course.lesson_words import LessonText, build_lesson_texts
from red7_desktop.games.red7.rules.cards import (
    BLUE,
    GREEN,
    INDIGO,
    ORANGE,
    RED,
    VIOLET,
    YELLOW,
    worth_of,
)
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.rounds import build_state_at
from red7_desktop.games.red7.rules.rules import find_qualifying_set
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.state import MATCH_OVER, TURN, MatchState
from red7_desktop.games.red7.rules.steps import BURY, DRAW, FETCH, SHED, TAKE, THE_END
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, runs_of
from red7_desktop.kit.models.course import Counsel, LessonProgress, LessonRow, LessonTask
from red7_desktop.play.exercise import ExerciseMatch

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.tabletop.match import Match


def _make_is_under(rule: int) -> Callable[[MatchState], bool]:
    return lambda state: state.position.rule == rule


def _make_did(kind: int) -> Callable[[MatchState], bool]:
    return lambda state: kind in [step.kind for step in state.turns[0].steps]


def _accepts_all(state: MatchState) -> bool:
    return True


def _make_would_score(least: int) -> Callable[[MatchState], bool]:
    def is_met(state: MatchState) -> bool:
        position = state.position
        return worth_of(find_qualifying_set(position.rule, position.palettes[0])) >= least

    return is_met


CHEAP: Final = "out on purpose"
"""The lesson in which going out is right."""


BASIC, ADVANCED, ACTIONS = "basic@1.3", "advanced@1.3", "basic+actions@1.3"


ROWS: Final = (
    LessonRow(
        "red",
        f"red7 {BASIC} / canvas / deck Y1 / A> G5 : B7 O6 R2 : / B V7 : O4 Y3 :",
        ("B7", "end"),
        _make_is_under(RED),
    ),
    LessonRow(
        "orange",
        f"red7 {BASIC} / canvas O1 / deck Y1 / A> G4 Y4 : R7 Y5 B4 : / B R6 I6 : O4 Y3 :",
        ("B4", "end"),
        _make_is_under(ORANGE),
    ),
    LessonRow(
        "yellow",
        f"red7 {BASIC} / canvas Y2 / deck Y1 / A> B3 B5 : R7 V4 B1 : / B G6 G2 : O4 Y3 :",
        ("B1", "end"),
        _make_is_under(YELLOW),
    ),
    LessonRow(
        "green",
        f"red7 {BASIC} / canvas G1 / deck Y1 / A> O2 V4 : R7 Y5 I2 : / B R6 B2 : O4 Y3 :",
        ("I2", "end"),
        _make_is_under(GREEN),
    ),
    LessonRow(
        "blue",
        f"red7 {BASIC} / canvas B4 / deck Y1 / A> R1 G3 I4 : R6 G6 V1 : / B Y7 B5 O2 : O4 Y3 :",
        ("V1", "end"),
        _make_is_under(BLUE),
    ),
    LessonRow(
        "indigo",
        f"red7 {BASIC} / canvas I1 / deck Y1 / A> R3 G5 : R7 Y6 B4 : / B O6 V7 : O4 Y3 :",
        ("B4", "end"),
        _make_is_under(INDIGO),
    ),
    LessonRow(
        "violet",
        f"red7 {BASIC} / canvas V6 / deck Y1 / A> G2 B1 : R7 O5 V3 : / B Y3 O1 : O4 Y2 :",
        ("V3", "end"),
        _make_is_under(VIOLET),
    ),
    LessonRow(
        "ties",
        f"red7 {BASIC} / canvas G1 / deck Y1 / A> O2 : G6 V6 R4 : / B B6 V4 : O4 Y3 :",
        ("G6", "end"),
        _make_is_under(GREEN),
    ),
    LessonRow(
        "draw",
        f"red7 {ADVANCED} / canvas / deck V3 Y1 / A> R2 G4 : G5 V5 G2 : / B B6 : O4 Y3 :",
        ("@G5", "+", "end"),
        _make_did(DRAW),
    ),
    LessonRow(
        "points",
        f"red7 {ADVANCED} / canvas Y2 / deck Y1 / A> R7 R5 : R6 O5 V3 R1 : / B B3 G6 : O4 :",
        ("R6", "end"),
        _make_would_score(18),
    ),
    LessonRow(
        "one",
        f"red7 {ACTIONS} / canvas / deck O5 / A> B6 G4 : V5 Y1 : / B R7 V3 O2 : O4 Y3 :",
        ("Y1", "(B:R7)", "end"),
        _make_did(TAKE),
    ),
    LessonRow(
        "three",
        f"red7 {ACTIONS} / canvas / deck G6 O5 / A> O4 V2 : B3 : / B R7 Y5 I3 : O6 Y3 :",
        ("B3", "(+)", "@G6", "end"),
        _make_did(FETCH),
    ),
    LessonRow(
        "five",
        f"red7 {ACTIONS} / canvas B4 / deck O3 / A> G4 B2 : V6 Y5 : / B R7 O2 I6 : O4 Y3 :",
        ("Y5", "V6", "end"),
        _accepts_all,
    ),
    LessonRow(
        "seven",
        f"red7 {ACTIONS} / canvas V4 / deck O3 / A> R4 O6 : V5 G7 : / B V1 V2 : O4 Y3 :",
        ("G7", "(@R4)", "end"),
        lambda state: _make_did(SHED)(state) or _make_did(BURY)(state),
    ),
    LessonRow(
        CHEAP,
        f"red7 {ADVANCED} / canvas / deck Y1 V1 / A> G4 : B7 : O3 Y5 G5 / "
        "B O6 R3 : R7 G2 : V7 O7 Y7 G7 B5",
        ("pass",),
        lambda state: state.stage not in {TURN, MATCH_OVER},
    ),
)
"""In order. Where only one card helps, its rule is what the lesson is about."""


def set_up_task(key: str) -> LessonTask:
    """Lay a lesson on the table. Raises StopIteration where none has that key."""
    row = next(row for row in ROWS if row.key == key)
    return LessonTask(begin_lesson(row), row.answer, partial(coach_lesson, row))


def begin_lesson(row: LessonRow) -> ExerciseMatch:
    """Give a match that stands at a lesson's position."""
    state = build_state_at(parse_position(row.position))
    return ExerciseMatch(Red7(), state.options.to_plain(), state)


def coach_lesson(row: LessonRow, words: Words, match: Match, seat: int) -> Counsel:
    """Say what is to be reached, how far the turn has come, and in the end whether it was."""
    state: MatchState = match.state
    said = build_lesson_texts(words.texts, words)[row.key]
    if not state.turns:
        return Counsel(_say_progress(words, match, seat, said))
    is_in = not state.position.out & 1
    if row.is_met(state) and is_in != (row.key == CHEAP):
        return Counsel(Hint(said.done, said.learned), LessonProgress.REACHED)
    if not is_in and row.key != CHEAP:
        why = runs_of(words.texts("There is a way to stay in."))
        return Counsel(Hint(runs_of(words.texts("You are out")), (why,)), LessonProgress.MISSED)
    return Counsel(Hint(said.missed, said.why[:1]), LessonProgress.MISSED)


def _say_progress(words: Words, match: Match, seat: int, said: LessonText) -> Hint:
    """Say the goal; in the middle of the turn, how things stand as well."""
    seen = match.game.observe(match.state, seat)
    if not seen.steps:
        return Hint(said.goal, said.why)
    position = position_of(seen)
    now: Runs = words.why(judge_rule(position, position.rule))
    next_one = runs_of(words.texts("You are in the lead: end your turn"))
    return Hint(said.goal, (now, next_one) if THE_END in seen.legal else (now,))
