"""How hard a puzzle with open hands is; docs/puzzles.md says how the figures make a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.afterstate import aftermaths
from red7_desktop.games.red7.players.heuristic import GREEDY, appeal
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.puzzles.opening import state_at
from red7_desktop.games.red7.rules.engine.turns import steps_of, turns_of
from red7_desktop.games.red7.rules.observation import observe
from red7_desktop.tabletop.player import ShouldStop, keep_on

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.steps import Step
    from red7_desktop.tabletop.player import Level

TRIES: Final = 5
"""So often a level is asked that does not look ahead; one that does is as sure as it gets."""
ALIKE: Final = (1, 4, 10)
"""Each of these numbers of other turns that look as good makes a puzzle harder."""
GRADES: Final = (1, 1, 2, 2, 3, 4, 4, 5, 5)
"""By levels that miss it and what else makes it harder."""


def grade_of(
    position: Position, answer: tuple[Step, ...], should_stop: ShouldStop = keep_on
) -> int:
    """Grade a puzzle by the levels that miss it and the turns that look as good at first sight."""
    looks = looks_as_good(position, answer)
    harder = levels_that_miss(position, answer, should_stop)
    return GRADES[harder + sum([looks >= many for many in ALIKE])]


def levels_that_miss(
    position: Position, answer: tuple[Step, ...], should_stop: ShouldStop = keep_on
) -> int:
    """Count the levels of opponents that find a turn in fewer than half of their tries."""
    seen = observe(state_at(position, open_hands=True), position.mover)
    return sum([_misses(level, seen, answer, should_stop) for level in LEVELS])


def _misses(
    level: Level, seen: Red7Observation, answer: tuple[Step, ...], should_stop: ShouldStop
) -> bool:
    tries = 1 if level.budget else TRIES
    player = level.make()
    found = [
        player.choose(seen, level.budget, seed, should_stop).steps == answer
        for seed in range(tries)
    ]
    return 2 * sum(found) < tries


def looks_as_good(position: Position, answer: tuple[Step, ...]) -> int:
    """Count the other turns that a look without foresight likes as well as the right one."""
    turns = turns_of(position)
    appeals = [appeal(GREEDY, left, position.rule) for left in aftermaths(turns)]
    own = next(nth for nth in range(turns.count) if steps_of(turns, nth) == answer)
    return sum([each >= appeals[own] for each in appeals]) - 1
