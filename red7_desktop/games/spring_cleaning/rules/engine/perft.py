"""Counts the steps that lie ahead of a position: a test of the rules, and of their speed.

Counted are sequences of exactly so many steps, by whoever acts; a round that ends earlier gives
none. While offers are sealed the seats pick in their order, from A on. Draws follow the deck; an
empty one is the discarded cards as they lie, the oldest first. All cards must be known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.deal import restock_deck
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_legal_steps, to_act
from red7_desktop.games.spring_cleaning.rules.steps import DRAW
from red7_desktop.tabletop.errors import InvalidPosition

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


def count_sequences(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` steps; 1 for depth 0.

    Raises InvalidPosition when a card is hidden, ValueError for a depth below 0.
    """
    _refuse(position, depth, 0)
    return _count(position, depth)


def count_by_first_step(position: Position, depth: int) -> dict[str, int]:
    """Map every first step to the number of sequences of `depth` steps that begin with it.

    Raises InvalidPosition when a card is hidden, ValueError for a depth below 1.
    """
    _refuse(position, depth, 1)
    return {text: _count(reached, depth - 1) for text, reached in _follow_steps(position)}


def _refuse(position: Position, depth: int, least: int) -> None:
    if depth < least:
        raise ValueError(f"depth {depth}: must be at least {least}")
    if not position.is_fully_known():
        raise InvalidPosition("position", "?", "steps can be counted only with all cards known")


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1 and not position.is_over:
        return len(list_legal_steps(position, to_act(position)[0]))
    return sum([_count(reached, depth - 1) for _, reached in _follow_steps(position)])


def _follow_steps(position: Position) -> list[tuple[str, Position]]:
    """List every step of the seat that acts, by its text, with the position it leads to."""
    if position.is_over:
        return []
    seat = to_act(position)[0]
    followed = []
    for step in list_legal_steps(position, seat):
        before = position
        if step.kind == DRAW and not position.deck:
            before = restock_deck(position, position.discard)
        followed.append((str(step), apply_step(before, step, seat)))
    return followed
