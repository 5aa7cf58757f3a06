"""All that a program asks about Red7's puzzles: the one value that others know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.afterstate import list_aftermaths
from red7_desktop.games.red7.players.heuristic import GREEDY, rate_turn
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.puzzles import forced, stay
from red7_desktop.games.red7.puzzles.lookout import build_hints
from red7_desktop.games.red7.puzzles.open_search import OpenSearch
from red7_desktop.games.red7.puzzles.trial import TrialRed7
from red7_desktop.games.red7.rules.engine.turns import build_turns, list_steps
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.observation import observe
from red7_desktop.games.red7.rules.rounds import build_state_at
from red7_desktop.games.red7.rules.steps import THE_PASS
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.games.red7.rules.text.turn_text import parse_turn, text_of_turn
from red7_desktop.tabletop import puzzle_grading
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import GRADES, Opened, Puzzle, PuzzleVerdict, Unsolved

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
        state = build_state_at(position, open_hands=is_open)
        game = Red7() if is_open else TrialRed7()
        return Opened(game, state.options.to_plain(), state, is_open)

    def judge(
        self, puzzle: Puzzle, steps: Sequence[Step], should_stop: ShouldStop = keep_on
    ) -> PuzzleVerdict:
        """Judge the steps of a whole turn."""
        position = parse_position(puzzle.position)
        if puzzle.kind == STAY:
            return stay.judge_stay(position, steps)
        return forced.judge_forced(position, steps, puzzle.kind == POINTS, should_stop)

    def answer(self, puzzle: Puzzle) -> tuple[Step, ...]:
        """Give the steps of the right turn."""
        return parse_turn(puzzle.answers[0])

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = keep_on) -> tuple[str, ...]:
        """Find the right turn anew."""
        position, for_points = parse_position(puzzle.position), puzzle.kind == POINTS
        if puzzle.kind == STAY:
            answer = stay.solve_stay(position)
        else:
            search = OpenSearch(puzzle.seat, for_points=for_points, should_stop=should_stop)
            solved = forced.solve_forced(position, search)
            right = solved and _build_figures(solved, for_points=for_points) == puzzle.figures
            answer = solved.steps if solved and right else None
        return (text_of_turn(answer),) if answer else ()

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Give three hints."""
        return build_hints(parse_position(puzzle.position), parse_turn(puzzle.answers[0]))

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
            position = stay.propose_stay(chance)
            return None if position is None else _to_stay(position, grades)
        position = forced.propose_forced(chance, for_points=kind == POINTS)
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
            position = stay.find_seen_start(observe(state, seat))
            found = None if position is None else _to_stay(position, GRADES)
        if found or not _is_lost(match.state, state.round_number, seat):
            return found
        dealt = forced.find_turn_start(state, seat)
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
    answer = stay.solve_stay(position)
    grade = 0 if answer is None else stay.grade_stay(position, answer)
    if answer is None or grade not in grades:
        return None
    return _build_puzzle(STAY, (), grade, position, answer)


def _to_win(
    kind: str, position: Position, grades: Container[int], should_stop: ShouldStop
) -> Puzzle | None:
    for_points = kind == POINTS
    search = OpenSearch(
        position.mover, for_points=for_points, limit=forced.LIMIT, should_stop=should_stop
    )
    try:
        solved = forced.solve_forced(position, search)
    except Unsolved:
        return None
    if solved is None or not forced.is_worthwhile(solved, for_points=for_points):
        return None
    grade = grade_of(position, solved.steps, grades, should_stop)
    if grade not in grades or should_stop():
        return None
    figures = _build_figures(solved, for_points=for_points)
    return _build_puzzle(kind, figures, grade, position, solved.steps)


def _build_figures(solved: forced.ForcedWin, *, for_points: bool) -> Figures:
    return (("points", solved.gain),) if for_points else (("turns", solved.turns),)


def _build_puzzle(
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
    return puzzle_grading.grade_puzzle(
        count_tempting_turns(position, answer),
        LEVELS,
        observe(build_state_at(position, open_hands=True), position.mover),
        answer.__eq__,
        BY_SUM,
        wanted,
        should_stop,
    )


def count_tempting_turns(position: Position, answer: tuple[Step, ...]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    turns = build_turns(position)
    appeals = [rate_turn(GREEDY, left, position.rule) for left in list_aftermaths(turns)]
    own = next(nth for nth in range(turns.count) if list_steps(turns, nth) == answer)
    return sum([each >= appeals[own] for each in appeals]) - 1
