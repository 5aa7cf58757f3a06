"""All that a program asks about Spring Cleaning's puzzles: the one value that others know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.puzzles import alone, grading, raced
from red7_desktop.games.spring_cleaning.puzzles.deals import PLAYERS, dealt_by_lot
from red7_desktop.games.spring_cleaning.puzzles.lookout import hints_at
from red7_desktop.games.spring_cleaning.puzzles.opening import state_at
from red7_desktop.games.spring_cleaning.puzzles.turns import Way
from red7_desktop.games.spring_cleaning.rules.engine.advance import after
from red7_desktop.games.spring_cleaning.rules.engine.legal import take_turn, why_not
from red7_desktop.games.spring_cleaning.rules.engine.position import INSERT, START
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.observation import observe
from red7_desktop.games.spring_cleaning.rules.redealing import redeal
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.text.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.text.turn_text import parse_steps, text_of_turn
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import Opened, Puzzle, Unsolved, Verdict
from red7_desktop.tabletop.reasons import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
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
SEATS: Final = (2, 2, 3)
"""Of the rounds that positions are of, one as likely as the other."""
HANDS: Final = {OUT: (3, 6), HOLD: (4, 8), SHED: (5, 9), TIDY: (5, 9)}
"""By kind the most cards that the hand has which looks for the turn: between these two."""


class SpringPuzzles:
    """Spring Cleaning's puzzles; each member is told in `Puzzles`."""

    kinds = (OUT, HOLD, SHED, TIDY)

    def opened(self, puzzle: Puzzle) -> Opened:
        """Lay a puzzle on the table."""
        is_open = _is_open(puzzle.kind, puzzle.figures)
        state = state_at(parse_position(puzzle.position), open_hands=is_open)
        return Opened(SpringCleaning(), state.options.to_plain(), state, is_open)

    def judge(
        self, puzzle: Puzzle, steps: Sequence[Step], should_stop: ShouldStop = keep_on
    ) -> Verdict:
        """Judge the steps of a whole turn."""
        position = parse_position(puzzle.position)
        reached = position
        for step in steps:
            problem = why_not(reached, step)
            if problem:
                return Verdict(False, problem)
            reached = after(reached, step)
        right = take_turn(position, parse_steps(puzzle.answers[0]))
        is_right, seat = reached == right, puzzle.seat
        if puzzle.kind in _HOLDS:
            return raced.verdict_on(
                reached,
                seat,
                dict(puzzle.figures).get("turns", 1),
                holds=_HOLDS[puzzle.kind],
                is_right=is_right,
                should_stop=should_stop,
            )
        if puzzle.kind == SHED:
            left, best = reached.card_count(seat), right.card_count(seat)
            return Verdict(is_right, reason("leaves", left=left, best=best))
        count, fewest = [alone.combinations_in(each.hands[seat]) for each in (reached, right)]
        return Verdict(is_right, reason("combinations", count=count, best=fewest))

    def answer(self, puzzle: Puzzle) -> tuple[Step, ...]:
        """Give the steps of the right turn."""
        return parse_steps(puzzle.answers[0])

    def hints(self, puzzle: Puzzle) -> tuple[Reason, Reason, Reason]:
        """Give three hints."""
        position = parse_position(puzzle.position)
        steps = parse_steps(puzzle.answers[0])
        return hints_at(position, Way(steps, take_turn(position, steps)))

    def attempt(self, kind: str, seed: str, should_stop: ShouldStop = keep_on) -> Puzzle | None:
        """Try to make a puzzle."""
        chance = Random(f"{kind} {seed}")
        phase = INSERT if kind == TIDY else START
        player = PLAYERS[int(chance.random() * len(PLAYERS))]
        seats = SEATS[int(chance.random() * len(SEATS))]
        low, high = HANDS[kind]
        most = low + int(chance.random() * (high + 1 - low))
        position = dealt_by_lot(player, seats, chance, phase, most)
        if position is None:
            return None
        if kind in _HOLDS:
            return _race(kind, position, should_stop)
        return _alone(kind, position)

    def from_turn(
        self, match: Match, seat: int, revision: int, should_stop: ShouldStop = keep_on
    ) -> Puzzle | None:
        """Make a puzzle of a turn in which the seat could have gone out by one play."""
        seen = observe(match.state_at(revision), seat)
        if seen.stage != TURN or seen.position.mover != seat or seen.position.phase != START:
            return None
        found = alone.fewest_left(seen.position)
        taken = match.log[revision].step
        if found is None or found.figure or taken in [str(way.steps[0]) for way in found.ways]:
            return None
        return _out_now(redeal(seen, Random(revision)))


def _is_open(kind: str, figures: Figures) -> bool:
    """Whether what the others hold matters."""
    return kind in _HOLDS and dict(figures).get("turns") != 1


def _race(kind: str, position: Position, should_stop: ShouldStop) -> Puzzle | None:
    try:
        solved = raced.solution(
            position, holds=_HOLDS[kind], limit=raced.LIMIT, should_stop=should_stop
        )
    except Unsolved:
        return None
    if solved is None:
        return None
    if kind == OUT and solved.turns == 1:
        return _out_now(position)
    grade = grading.grade_of(position, solved.ways, should_stop)
    figures = (("turns", solved.turns),) if kind == OUT else ()
    return None if should_stop() else _puzzle(kind, figures, grade, position, solved.ways)


def _out_now(position: Position) -> Puzzle | None:
    """Make a puzzle of going out at once, if just one play does that."""
    found = alone.fewest_left(position)
    grade = alone.grade_of_play(position, found) if found and not found.figure else 0
    return _puzzle(OUT, (("turns", 1),), grade, position, found.ways) if found and grade else None


def _alone(kind: str, position: Position) -> Puzzle | None:
    found = (alone.tidiest if kind == TIDY else alone.fewest_left)(position)
    if found is None or not (found.figure or kind == TIDY):
        return None
    grade = (alone.grade_of_tidy if kind == TIDY else alone.grade_of_play)(position, found)
    name = "count" if kind == TIDY else "left"
    return _puzzle(kind, ((name, found.figure),), grade, position, found.ways) if grade else None


def _puzzle(kind: str, figures: Figures, grade: int, position: Position, ways: list[Way]) -> Puzzle:
    texts = tuple(sorted([text_of_turn(way.steps) for way in ways]))
    return Puzzle(SpringCleaning.name, kind, figures, grade, position.mover, str(position), texts)


PUZZLES: Final = SpringPuzzles()
"""Spring Cleaning's puzzles: the one value that the rest of the program knows."""
