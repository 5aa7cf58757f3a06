"""All that a seat can do with its turn, every step of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.spring_cleaning.rules.engine.advance import after
from red7_desktop.games.spring_cleaning.rules.engine.legal import legal_steps

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.steps import Step


class Way(NamedTuple):
    """A whole turn: its steps, and the position that they lead to."""

    steps: tuple[Step, ...]
    position: Position


def ways_of(position: Position) -> list[Way]:
    """List all turns of the mover from where it is; draws from the deck as its cards lie there."""
    mover = position.mover
    found: list[Way] = []
    begun = [Way((), position)]
    while begun:
        way = begun.pop()
        for step in legal_steps(way.position, mover):
            then = Way((*way.steps, step), after(way.position, step))
            (begun if then.position.mover == mover else found).append(then)
    return found


def by_outcome(ways: list[Way]) -> dict[Position, list[Way]]:
    """Sort turns by where they lead: those that come to the same are one solution."""
    outcomes: dict[Position, list[Way]] = {}
    for way in ways:
        outcomes.setdefault(way.position, []).append(way)
    return outcomes
