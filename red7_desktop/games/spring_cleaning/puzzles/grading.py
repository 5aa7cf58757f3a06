"""How hard a puzzle with open hands is; docs/puzzles.md says how the figures make a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.costs import GREEDY, Costs
from red7_desktop.games.spring_cleaning.players.levels import LEVELS
from red7_desktop.games.spring_cleaning.players.options import options_of, spot_of
from red7_desktop.games.spring_cleaning.puzzles.opening import state_at
from red7_desktop.games.spring_cleaning.rules.observation import observe
from red7_desktop.games.spring_cleaning.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.puzzles.turns import Way
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.tabletop.player import Level

TRIES: Final = 5
"""So often a level is asked that does not look ahead; one that does is as sure as it gets."""
ALIKE: Final = (1, 4, 10)
"""Each of these numbers of other turns that look as good makes a puzzle harder."""
GRADES: Final = (1, 2, 3, 3, 4, 5, 5, 5, 5)
"""By levels that miss it and what else makes it harder."""
COSTS: Final = Costs(GREEDY)


def grade_of(position: Position, answers: list[Way], should_stop: ShouldStop = keep_on) -> int:
    """Grade a puzzle by the levels that miss it and the turns that look as good at first sight."""
    seen = observe(state_at(position, open_hands=True), position.mover)
    right = {text_of_turn(way.steps) for way in answers}
    looks = looks_as_good(seen, right)
    missed = sum([_misses(level, seen, right, should_stop) for level in LEVELS])
    return GRADES[missed + sum([looks >= many for many in ALIKE])]


def _misses(
    level: Level, seen: SpringObservation, right: set[str], should_stop: ShouldStop
) -> bool:
    """Whether a level finds a right turn in fewer than half of its tries."""
    tries = 1 if level.budget else TRIES
    player = level.make()
    chosen = [player.choose(seen, level.budget, seed, should_stop).steps for seed in range(tries)]
    return 2 * sum([text_of_turn(steps) in right for steps in chosen]) < tries


def looks_as_good(seen: SpringObservation, right: set[str]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    options = options_of(spot_of(seen, COSTS), COSTS)
    own = [option.cost for option in options if text_of_turn(option.steps) in right]
    wrong = [option.cost for option in options if text_of_turn(option.steps) not in right]
    return sum([cost <= min(own) for cost in wrong]) if own else len(wrong)
