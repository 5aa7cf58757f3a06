"""All that a program asks about Spring Cleaning's puzzles: the one value that others know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.costs import GREEDY, Costs
from red7_desktop.games.spring_cleaning.players.levels import LEVELS
from red7_desktop.games.spring_cleaning.players.options import find_decision_point, list_options
from red7_desktop.games.spring_cleaning.puzzles import alone, raced
from red7_desktop.games.spring_cleaning.puzzles.deals import PLAYERS, play_positions_by_lot
from red7_desktop.games.spring_cleaning.puzzles.lookout import build_hints
from red7_desktop.games.spring_cleaning.puzzles.turns import TurnPath
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.engine.legal import explain_illegal, take_turn
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_INSERT, START
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.observation import observe
from red7_desktop.games.spring_cleaning.rules.redealing import redeal
from red7_desktop.games.spring_cleaning.rules.rounds import build_state_at
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.text.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.text.turn_text import parse_steps, text_of_turn
from red7_desktop.tabletop import puzzle_grading
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import GRADES, Opened, Puzzle, PuzzleVerdict, Unsolved
from red7_desktop.tabletop.reasons import make_reason

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.state import MatchState
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.puzzle import Figures
    from red7_desktop.tabletop.reasons import Reason

OUT: Final = "out"

HOLD: Final = "hold"

SHED: Final = "shed"

TIDY: Final = "tidy"


_HOLDS: Final = {OUT: False, HOLD: True}
"""The kinds in which others are raced against."""

_COUNTED: Final = {OUT: "turns", SHED: "left", TIDY: "count"}
"""By kind what its figure counts."""

LIKELY: Final = 0.25
"""How likely a round is stopped at a position in which others are raced against."""

SEATS_TO_TRY: Final = (2, 2, 3)
"""Of the rounds that positions are of, one as likely as the other."""

HANDS: Final = {OUT: (3, 5), HOLD: (4, 6), SHED: (5, 9), TIDY: (5, 9)}
"""By kind the most cards that the hand has which looks for the turn: between these two."""


class SpringPuzzles:
    """Spring Cleaning's puzzles; each member is told in `Puzzles`."""

    kinds = (OUT, HOLD, SHED, TIDY)

    def opened(self, puzzle: Puzzle) -> Opened:
        """Lay a puzzle on the table."""
        is_open = _is_open(puzzle.kind, puzzle.figures)
        state = build_state_at(parse_position(puzzle.position), open_hands=is_open)
        return Opened(SpringCleaning(), state.options.to_plain(), state, is_open)

    def judge(
        self, puzzle: Puzzle, steps: Sequence[Step], should_stop: ShouldStop = keep_on
    ) -> PuzzleVerdict:
        """Judge the steps of a whole turn."""
        position = parse_position(puzzle.position)
        reached = position
        for step in steps:
            problem = explain_illegal(reached, step)
            if problem:
                return PuzzleVerdict(False, problem)
            reached = apply_step(reached, step)
        right = take_turn(position, parse_steps(puzzle.answers[0]))
        is_right, seat = reached == right, puzzle.seat
        if puzzle.kind in _HOLDS:
            return raced.judge_race(
                reached,
                seat,
                dict(puzzle.figures).get("turns", 1),
                holds=_HOLDS[puzzle.kind],
                is_right=is_right,
                should_stop=should_stop,
            )
        if puzzle.kind == SHED:
            left, best = reached.card_count(seat), right.card_count(seat)
            return PuzzleVerdict(is_right, make_reason("leaves", left=left, best=best))
        count, fewest = [alone.count_combinations(each.hands[seat]) for each in (reached, right)]
        return PuzzleVerdict(is_right, make_reason("combinations", count=count, best=fewest))

    def answer(self, puzzle: Puzzle) -> tuple[Step, ...]:
        """Give the steps of the right turn."""
        return parse_steps(puzzle.answers[0])

    def solve(self, puzzle: Puzzle, should_stop: ShouldStop = keep_on) -> tuple[str, ...]:
        """Find the right turn anew."""
        position, kind = parse_position(puzzle.position), puzzle.kind
        if _is_open(kind, puzzle.figures):
            solved = raced.solve_race(position, holds=_HOLDS[kind], should_stop=should_stop)
            figures, ways = (
                (_build_figures(kind, solved.turns), solved.ways) if solved else ((), [])
            )
        else:
            found = _solve_solo(kind, position)
            figures, ways = (_build_figures(kind, found.figure), found.ways) if found else ((), [])
        return _list_texts(ways) if figures == puzzle.figures else ()

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Give three hints."""
        position = parse_position(puzzle.position)
        steps = parse_steps(puzzle.answers[0])
        return build_hints(position, TurnPath(steps, take_turn(position, steps)))

    def attempt(
        self,
        kind: str,
        seed: str,
        grades: Container[int] = GRADES,
        should_stop: ShouldStop = keep_on,
    ) -> Puzzle | None:
        """Try to make a puzzle."""
        chance = Random(f"{kind} {seed}")
        phase = OWES_INSERT if kind == TIDY else START
        player = PLAYERS[int(chance.random() * len(PLAYERS))]
        seats = SEATS_TO_TRY[int(chance.random() * len(SEATS_TO_TRY))]
        low, high = HANDS[kind]
        most = low + int(chance.random() * (high + 1 - low))
        positions = play_positions_by_lot(player, seats, chance, phase, most)
        if kind in _HOLDS:
            stopped = (each for each in positions if chance.random() < LIKELY)
            position = next(stopped, None)
            return _make_race_puzzle(kind, position, grades, should_stop) if position else None
        made = [puzzle for each in positions if (puzzle := _make_solo_puzzle(kind, each, GRADES))]
        hardest = max(made, key=lambda puzzle: puzzle.grade, default=None)
        return hardest if hardest and hardest.grade in grades else None

    def from_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> Puzzle | None:
        """Make a puzzle of a turn in which the seat could have gone out by one play.

        Or of one in a round that it lost, seen with open hands, as the record has them: it could
        have gone out by force in a few turns, or let nobody out before it acted again.
        """
        state: MatchState = match.state_at(revision)
        position = state.position
        if state.stage != TURN or position.mover != seat or position.phase != START:
            return None
        found = alone.solve_fewest_left(position)
        taken = match.log[revision].step
        if found is not None and not found.figure:
            if taken in [str(way.steps[0]) for way in found.ways]:
                return None
            return _make_solo_puzzle(OUT, redeal(observe(state, seat), Random(revision)), GRADES)
        if not _is_lost(match.state, state.round_number, seat):
            return None
        for kind in _HOLDS:
            if len(position.hands[seat]) > HANDS[kind][1]:
                continue
            puzzle = _make_race_puzzle(kind, position, GRADES, should_stop)
            if puzzle and not _is_taken(match, revision, puzzle):
                return puzzle
        return None


def _is_lost(end: MatchState, number: int, seat: int) -> bool:
    """Whether a seat took trash in a round that is over, by its number from 1."""
    return number <= len(end.rounds) and end.rounds[number - 1].trash[seat] > 0


def _is_taken(match: Match, revision: int, puzzle: Puzzle) -> bool:
    """Whether the turn that began at a revision came to the same as the right one."""
    right = take_turn(parse_position(puzzle.position), parse_steps(puzzle.answers[0]))
    end = revision
    while end < match.revision and match.log[end].seat == puzzle.seat:
        end += 1
    return bool(match.state_at(end).position == right)


def _is_open(kind: str, figures: Figures) -> bool:
    """Whether what the others hold matters."""
    return kind in _HOLDS and dict(figures).get("turns") != 1


def _make_race_puzzle(
    kind: str, position: Position, grades: Container[int], should_stop: ShouldStop
) -> Puzzle | None:
    try:
        solved = raced.solve_race(
            position, holds=_HOLDS[kind], limit=raced.LIMIT, should_stop=should_stop
        )
    except Unsolved:
        return None
    if solved is None:
        return None
    if kind == OUT and solved.turns == 1:
        return _make_solo_puzzle(OUT, position, grades)
    grade = grade_of(position, solved.ways, grades, should_stop)
    if grade not in grades or should_stop():
        return None
    return _build_puzzle(kind, _build_figures(kind, solved.turns), grade, position, solved.ways)


def _make_solo_puzzle(kind: str, position: Position, grades: Container[int]) -> Puzzle | None:
    """Make a puzzle of a kind in which nobody else matters, going out at once among them."""
    found = _solve_solo(kind, position)
    if found is None:
        return None
    grade = (alone.grade_of_tidy if kind == TIDY else alone.grade_of_play)(position, found)
    if grade not in grades:
        return None
    return _build_puzzle(kind, _build_figures(kind, found.figure), grade, position, found.ways)


def _solve_solo(kind: str, position: Position) -> alone.SoloSolution | None:
    """Find the one solution; of going out at once the figure is the one turn that it takes."""
    found = (alone.solve_tidiest if kind == TIDY else alone.solve_fewest_left)(position)
    if found is None or kind == TIDY:
        return found
    if kind == OUT:
        return None if found.figure else found._replace(figure=1)
    return found if found.figure else None


def _build_figures(kind: str, figure: int) -> Figures:
    return ((_COUNTED[kind], figure),) if kind in _COUNTED else ()


def _build_puzzle(
    kind: str, figures: Figures, grade: int, position: Position, ways: list[TurnPath]
) -> Puzzle:
    seat, text = position.mover, str(position)
    return Puzzle(SpringCleaning.name, kind, figures, grade, seat, text, _list_texts(ways))


def _list_texts(ways: list[TurnPath]) -> tuple[str, ...]:
    return tuple(sorted([text_of_turn(way.steps) for way in ways]))


PUZZLES: Final = SpringPuzzles()
"""Spring Cleaning's puzzles: the one value that the rest of the program knows."""


BY_SUM: Final = (1, 2, 3, 3, 4, 5, 5, 5, 5)
"""By levels that miss it and what else makes it harder."""

COSTS: Final = Costs(GREEDY)


def grade_of(
    position: Position,
    answers: list[TurnPath],
    wanted: Container[int],
    should_stop: ShouldStop = keep_on,
) -> int:
    """Grade a puzzle, 0 where none of the wanted grades can come of it."""
    seen = observe(build_state_at(position, open_hands=True), position.mover)
    right = {text_of_turn(way.steps) for way in answers}
    return puzzle_grading.grade_puzzle(
        count_tempting_turns(seen, right),
        LEVELS,
        seen,
        lambda steps: text_of_turn(steps) in right,
        BY_SUM,
        wanted,
        should_stop,
    )


def count_tempting_turns(seen: SpringObservation, right: set[str]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    options = list_options(find_decision_point(seen, COSTS), COSTS)
    own = [option.cost for option in options if text_of_turn(option.steps) in right]
    wrong = [option.cost for option in options if text_of_turn(option.steps) not in right]
    return sum([cost <= min(own) for cost in wrong]) if own else len(wrong)
