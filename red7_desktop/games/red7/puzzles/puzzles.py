"""All that a program asks about Red7's puzzles: the one value that others know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.afterstate import aftermaths
from red7_desktop.games.red7.players.heuristic import GREEDY, appeal
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.puzzles import forced, stay
from red7_desktop.games.red7.puzzles.lookout import hints_at
from red7_desktop.games.red7.puzzles.open_search import OpenSearch
from red7_desktop.games.red7.puzzles.trial import TrialRed7
from red7_desktop.games.red7.rules.engine.turns import steps_of, turns_of
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.observation import observe
from red7_desktop.games.red7.rules.rounds import state_at
from red7_desktop.games.red7.rules.steps import THE_PASS
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.games.red7.rules.text.turn_text import parse_turn, text_of_turn
from red7_desktop.tabletop import puzzle_grading
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import GRADES, Opened, Puzzle, Unsolved, Verdict

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.state import MatchState
    from red7_desktop.games.red7.rules.steps import Step
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.puzzle import Figures
    from red7_desktop.tabletop.reasons import Reason

STAY: Final = "stay"
FORCE: Final = "force"
POINTS: Final = "points"


class Red7Puzzles:
    """Red7's puzzles; each member is told in `Puzzles`."""

    kinds = (STAY, FORCE, POINTS)

    def opened(self, puzzle: Puzzle) -> Opened:
        """Lay a puzzle on the table."""
        position = parse_position(puzzle.position)
        is_open = puzzle.kind != STAY
        state = state_at(position, open_hands=is_open)
        game = Red7() if is_open else TrialRed7()
        return Opened(game, state.options.to_plain(), state, is_open)

    def judge(
        self, puzzle: Puzzle, steps: Sequence[Step], should_stop: ShouldStop = keep_on
    ) -> Verdict:
        """Judge the steps of a whole turn."""
        position = parse_position(puzzle.position)
        if puzzle.kind == STAY:
            return stay.verdict_on(position, steps)
        return forced.verdict_on(position, steps, puzzle.kind == POINTS, should_stop)

    def answer(self, puzzle: Puzzle) -> tuple[Step, ...]:
        """Give the steps of the right turn."""
        return parse_turn(puzzle.answers[0])

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = keep_on) -> tuple[str, ...]:
        """Find the right turn anew."""
        position, for_points = parse_position(puzzle.position), puzzle.kind == POINTS
        if puzzle.kind == STAY:
            answer = stay.solution(position)
        else:
            search = OpenSearch(puzzle.seat, for_points=for_points, should_stop=should_stop)
            solved = forced.solution(position, search)
            right = solved and _figures(solved, for_points=for_points) == puzzle.figures
            answer = solved.steps if solved and right else None
        return (text_of_turn(answer),) if answer else ()

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Give three hints."""
        return hints_at(parse_position(puzzle.position), parse_turn(puzzle.answers[0]))

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        """Try to make a puzzle."""
        chance = Random(f"{kind} {seed}")
        if kind == STAY:
            position = stay.proposed(chance)
            return None if position is None else _to_stay(position, grades)
        position = forced.proposed(chance, for_points=kind == POINTS)
        return None if position is None else _to_win(kind, position, grades, should_stop)

    def from_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> Puzzle | None:
        """Make a puzzle of a turn that cost the round.

        The seat went out although one turn kept it in; or one turn would have won by force, seen
        with open hands, as the record has them.
        """
        state: MatchState = match.state_at(revision)
        found = None
        if match.log[revision].step == str(THE_PASS):
            position = stay.as_seen(observe(state, seat))
            found = None if position is None else _to_stay(position, GRADES)
        if found or not _is_lost(match.state, state.round_number, seat):
            return found
        dealt = forced.as_played(state, seat)
        found = None if dealt is None else _to_win(FORCE, dealt, GRADES, should_stop)
        if found is None:
            return None
        answer = [str(step) for step in self.answer(found)]
        taken = [entry.step for entry in match.log[revision : revision + len(answer)]]
        return None if taken == answer else found


def _is_lost(end: MatchState, number: int, seat: int) -> bool:
    """Whether somebody else has won a round, by its number from 1."""
    return number <= len(end.rounds) and end.rounds[number - 1].winner != seat


def _to_stay(position: Position, grades: Container[int]) -> Puzzle | None:
    answer = stay.solution(position)
    grade = 0 if answer is None else stay.grade_of(position, answer)
    if answer is None or grade not in grades:
        return None
    return _puzzle(STAY, (), grade, position, answer)


def _to_win(
    kind: str, position: Position, grades: Container[int], should_stop: ShouldStop
) -> Puzzle | None:
    for_points = kind == POINTS
    search = OpenSearch(
        position.mover, for_points=for_points, limit=forced.LIMIT, should_stop=should_stop
    )
    try:
        solved = forced.solution(position, search)
    except Unsolved:
        return None
    if solved is None or not forced.is_worthwhile(solved, for_points=for_points):
        return None
    grade = grade_of(position, solved.steps, grades, should_stop)
    if grade not in grades or should_stop():
        return None
    figures = _figures(solved, for_points=for_points)
    return _puzzle(kind, figures, grade, position, solved.steps)


def _figures(solved: forced.Solved, *, for_points: bool) -> Figures:
    return (("points", solved.gain),) if for_points else (("turns", solved.turns),)


def _puzzle(
    kind: str, figures: Figures, grade: int, position: Position, answer: tuple[Step, ...]
) -> Puzzle:
    texts = (text_of_turn(answer),)
    return Puzzle(Red7.name, kind, figures, grade, position.mover, str(position), texts)


PUZZLES: Final = Red7Puzzles()
"""Red7's puzzles: the one value that the rest of the program knows."""


BY_SUM: Final = (1, 1, 2, 3, 3, 4, 5, 5, 5)
"""By levels that miss it and what else makes it harder."""


def grade_of(
    position: Position,
    answer: tuple[Step, ...],
    wanted: Container[int],
    should_stop: ShouldStop = keep_on,
) -> int:
    """Grade a puzzle, 0 where none of the wanted grades can come of it."""
    return puzzle_grading.grade_of(
        looks_as_good(position, answer),
        LEVELS,
        observe(state_at(position, open_hands=True), position.mover),
        answer.__eq__,
        BY_SUM,
        wanted,
        should_stop,
    )


def looks_as_good(position: Position, answer: tuple[Step, ...]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    turns = turns_of(position)
    appeals = [appeal(GREEDY, left, position.rule) for left in aftermaths(turns)]
    own = next(nth for nth in range(turns.count) if steps_of(turns, nth) == answer)
    return sum([each >= appeals[own] for each in appeals]) - 1
