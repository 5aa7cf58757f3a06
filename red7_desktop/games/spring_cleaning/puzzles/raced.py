"""The kinds with open hands: `out`, going out in time by force; `hold`, letting nobody else out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.puzzles.race import NO_LIMIT, RaceSolver
from red7_desktop.games.spring_cleaning.puzzles.turns import (
    TurnPath,
    group_by_outcome,
    list_turn_paths,
)
from red7_desktop.games.spring_cleaning.rules.cards import SEATS
from red7_desktop.games.spring_cleaning.rules.steps import DRAW
from red7_desktop.tabletop.match import Entry
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import PuzzleVerdict
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position

LIMIT: Final = 4_000
"""So many positions are looked at to make a puzzle: some tenths of a second."""

LONGEST: Final = 3
"""Turns, the first one included, in which a seat goes out by force."""

FEWEST: Final = 5
"""Ways to take the turn, counting those that come to the same once; with fewer it is no puzzle."""


class RaceSolution(NamedTuple):
    """The one solution: all ways to write it, and the turns that it takes, the first included."""

    ways: list[TurnPath]
    turns: int


def solve_race(
    position: Position, *, holds: bool, limit: int = NO_LIMIT, should_stop: ShouldStop = keep_on
) -> RaceSolution | None:
    """Give the one turn that does it, whatever is drawn; None where there are none or several.

    Every other turn fails as the deck lies, so that it can be shown. Raises Unsolved.
    """
    outcomes = group_by_outcome(list_turn_paths(position))
    if len(outcomes) < FEWEST:
        return None
    seat = position.mover
    lying = RaceSolver(seat, holds=holds, limit=limit, should_stop=should_stop)
    for turns in range(1, 2 if holds else LONGEST + 1):
        right = [each for each in outcomes if lying.wins(each, turns - 1)]
        if len(right) > 1:
            return None
        if right:
            ways = outcomes[right[0]]
            drawn = any(step.kind == DRAW for way in ways for step in way.steps)
            sure = RaceSolver(seat, holds=holds, by_luck=True, limit=limit, should_stop=should_stop)
            return (
                RaceSolution(ways, turns) if not drawn and sure.wins(right[0], turns - 1) else None
            )
    return None


def judge_race(
    position: Position,
    seat: int,
    turns: int,
    *,
    holds: bool,
    is_right: bool,
    should_stop: ShouldStop = keep_on,
) -> PuzzleVerdict:
    """Play on from after a turn, and say what it came to. Raises Unsolved."""
    race = RaceSolver(seat, holds=holds, should_stop=should_stop)
    line = race.line(position, turns - 1)
    plies = [Entry(mover, str(step)) for mover, way in line for step in way.steps]
    end = line[-1][1].position if line else position
    return PuzzleVerdict(
        is_right, _explain_verdict(end, seat, turns, holds=holds, is_right=is_right), tuple(plies)
    )


def _explain_verdict(
    end: Position, seat: int, turns: int, *, holds: bool, is_right: bool
) -> Reason:
    if is_right:
        return make_reason("held") if holds else make_reason("out", turns=turns)
    first = [each for each in range(end.seats) if each != seat and not end.card_count(each)]
    if first:
        return make_reason("beaten", seat=SEATS[first[0]])
    return make_reason("too_slow", turns=turns)
