"""How hard a puzzle with open hands is: by opponents that miss it, and by what looks as good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from red7_desktop.tabletop.player import Level, ShouldStop

TRIES: Final = 5
"""So often a level is asked that does not look ahead; one that does is as sure as it gets."""

MOST_WORK: Final = 4_000
"""No level works more than this for a choice: where all hands lie open, more tells it little."""

ALIKE: Final = (1, 4, 10)
"""Each of these numbers of other turns that look as good as the right one makes it harder."""


def grade_puzzle(
    alike: int,
    levels: Sequence[Level],
    seen: Any,
    is_right: Callable[[tuple[Any, ...]], bool],
    by_sum: Sequence[int],
    wanted: Container[int],
    should_stop: ShouldStop,
) -> int:
    """Grade a puzzle; docs/puzzles.md says how the figures make a grade.

    alike: how many other turns look as good. levels: the opponents, who are asked one by one, the
    quickest first. seen: what they are to choose from. is_right: whether steps that were chosen
    solve it. by_sum: the grade, by what makes it harder. Gives 0 as soon as none of the wanted
    grades can come of it.
    """
    harder = sum([alike >= many for many in ALIKE])
    for nth, level in enumerate(levels):
        if not any(grade in wanted for grade in by_sum[harder : harder + len(levels) - nth + 1]):
            return 0
        harder += _misses_turn(level, seen, is_right, should_stop)
    return by_sum[harder]


def _misses_turn(
    level: Level, seen: Any, is_right: Callable[[tuple[Any, ...]], bool], should_stop: ShouldStop
) -> bool:
    """Whether a level finds the right turn in fewer than half of its tries."""
    tries = 1 if level.budget else TRIES
    player = level.make()
    budget = min(level.budget, MOST_WORK)
    chosen = [player.choose(seen, budget, seed, should_stop) for seed in range(tries)]
    return 2 * sum([is_right(choice.steps) for choice in chosen]) < tries
