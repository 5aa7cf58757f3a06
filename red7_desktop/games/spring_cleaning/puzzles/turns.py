"""All that a seat can do with its turn, every step of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_legal_steps

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.steps import Step


class TurnPath(NamedTuple):
    """A whole turn: its steps, and the position that they lead to."""

    steps: tuple[Step, ...]
    position: Position


def list_turn_paths(position: Position) -> list[TurnPath]:
    """List all turns of the mover from where it is; draws from the deck as its cards lie there."""
    mover = position.mover
    found: list[TurnPath] = []
    begun = [TurnPath((), position)]
    while begun:
        way = begun.pop()
        for step in list_legal_steps(way.position, mover):
            then = TurnPath((*way.steps, step), apply_step(way.position, step))
            (begun if then.position.mover == mover else found).append(then)
    return found


def group_by_outcome(ways: list[TurnPath]) -> dict[Position, list[TurnPath]]:
    """Sort turns by where they lead: those that come to the same are one solution."""
    outcomes: dict[Position, list[TurnPath]] = {}
    for way in ways:
        outcomes.setdefault(way.position, []).append(way)
    return outcomes
