"""How hard a puzzle with open hands is; docs/puzzles.md says how the figures make a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.afterstate import aftermaths
from red7_desktop.games.red7.players.heuristic import GREEDY, appeal
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules.engine.turns import steps_of, turns_of
from red7_desktop.games.red7.rules.observation import observe
from red7_desktop.games.red7.rules.rounds import state_at
from red7_desktop.tabletop import puzzle_grading
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from collections.abc import Container

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.steps import Step

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
