"""How hard a puzzle with open hands is; docs/puzzles.md says how the figures make a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.costs import GREEDY, Costs
from red7_desktop.games.spring_cleaning.players.levels import LEVELS
from red7_desktop.games.spring_cleaning.players.options import options_of, spot_of
from red7_desktop.games.spring_cleaning.rules.observation import observe
from red7_desktop.games.spring_cleaning.rules.rounds import state_at
from red7_desktop.games.spring_cleaning.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop import puzzle_grading
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from collections.abc import Container

    from red7_desktop.games.spring_cleaning.puzzles.turns import Way
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation

BY_SUM: Final = (1, 2, 3, 3, 4, 5, 5, 5, 5)
"""By levels that miss it and what else makes it harder."""
COSTS: Final = Costs(GREEDY)


def grade_of(
    position: Position,
    answers: list[Way],
    wanted: Container[int],
    should_stop: ShouldStop = keep_on,
) -> int:
    """Grade a puzzle, 0 where none of the wanted grades can come of it."""
    seen = observe(state_at(position, open_hands=True), position.mover)
    right = {text_of_turn(way.steps) for way in answers}
    return puzzle_grading.grade_of(
        looks_as_good(seen, right),
        LEVELS,
        seen,
        lambda steps: text_of_turn(steps) in right,
        BY_SUM,
        wanted,
        should_stop,
    )


def looks_as_good(seen: SpringObservation, right: set[str]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    options = options_of(spot_of(seen, COSTS), COSTS)
    own = [option.cost for option in options if text_of_turn(option.steps) in right]
    wrong = [option.cost for option in options if text_of_turn(option.steps) not in right]
    return sum([cost <= min(own) for cost in wrong]) if own else len(wrong)
