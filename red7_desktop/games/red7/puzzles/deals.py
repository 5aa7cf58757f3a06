"""Deals positions to make puzzles of: rounds played by lot, stopped somewhere on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from red7_desktop.games.red7.rules.deal import deal_round
from red7_desktop.games.red7.rules.engine.advance import apply_turn, replace_fields
from red7_desktop.games.red7.rules.engine.position import START
from red7_desktop.games.red7.rules.engine.turns import build_turns

if TYPE_CHECKING:
    from random import Random

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.ruleset import Ruleset

EntryT = TypeVar("EntryT")


def deal_by_lot(rules: Ruleset, seats: int, chance: Random, most: int) -> Position | None:
    """Play a round by lot till the mover's hand has at most so many cards; its seat becomes A.

    None where somebody has to go out before.
    """
    position = deal_round(rules, ((),) * seats, int(chance.random() * 2**32), 1)
    while position.phase != START or position.hand_count(position.mover) > most:
        turns = build_turns(position)
        stays = turns.count - 1 if turns.may_pass else turns.count
        if not stays:
            return None
        position = apply_turn(turns, int(chance.random() * stays))
    return _put_mover_first(position)


def _put_mover_first(position: Position) -> Position:
    """Give the position with the seats named anew, clockwise from the mover; nobody is out."""
    mover = position.mover

    def turned(entries: tuple[EntryT, ...]) -> tuple[EntryT, ...]:
        return entries[mover:] + entries[:mover]

    return replace_fields(
        position,
        hands=turned(position.hands),
        unseen=turned(position.unseen),
        rows=turned(position.rows),
        scores=turned(position.scores),
        mover=0,
    )
