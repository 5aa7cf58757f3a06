"""Random rounds, perft; compiled.

This is the yardstick for the engine's speed and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the engine: a
loop around `find_leads` in plain Python would cost more than the compiled work inside.

Counted are sequences of exactly this many turns, by all seats in order; a round that ends earlier
gives none. Draws follow the deck, so all cards must be known. A turn that draws by a 3 splits into
all its ways to go on. In the middle of a turn, what is left of it counts as the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.advance import apply_step, apply_turn
from red7_desktop.games.red7.rules.cards import DRAW, FETCH, Step
from red7_desktop.games.red7.rules.notation import text_of_rest, text_of_turn
from red7_desktop.games.red7.rules.position import DREW, START, Position
from red7_desktop.games.red7.rules.standings import find_leads
from red7_desktop.games.red7.rules.turns import Turns, build_turns, list_steps
from red7_desktop.tabletop.game import InvalidPosition

if TYPE_CHECKING:
    from random import Random


def walk_random_round(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    A 3's draw leaves a position inside its turn. Raises InvalidPosition for a position with hidden
    cards, whose legal turns are not all known.
    """
    if not position.is_fully_known():
        hidden = sum(position.unseen) + sum([card < 0 for card in position.deck])
        raise InvalidPosition("position", f"?{hidden}", "hidden cards cannot be played out")
    passed = [position]
    draw = chance.random
    while position.mover >= 0:
        turns = build_turns(position)
        position = apply_turn(turns, int(draw() * turns.count))
        passed.append(position)
    return passed


def count_sequences(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` turns; 1 for depth 0.

    Raises InvalidPosition when a card is hidden, ValueError for a depth below 0.
    """
    _refuse(position, depth, 0)
    return _count(position, depth)


def count_by_first_turn(position: Position, depth: int) -> dict[str, int]:
    """Map every first turn to the number of sequences of `depth` turns that begin with it.

    Turns are texts with the cards named that they draw. Raises InvalidPosition when a card is
    hidden, ValueError for a depth below 1.
    """
    _refuse(position, depth, 1)
    text = text_of_turn if position.phase == START else text_of_rest
    return {text(steps): _count(end, depth - 1) for steps, end in _follow_turns(position)}


def _refuse(position: Position, depth: int, least: int) -> None:
    if depth < least:
        raise ValueError(f"depth {depth}: must be at least {least}")
    if not position.is_fully_known():
        raise InvalidPosition("position", "?", "turns can be counted only with all cards known")


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if position.is_over:
        return 0
    turns = build_turns(position)
    if depth == 1:
        stops = list(_list_draw_stops(turns))
        return turns.count - len(stops) + sum([_count(drawn, 1) for drawn in stops])
    whole = 0
    for index in range(turns.count):
        reached = apply_turn(turns, index)
        whole += _count(reached, depth if reached.phase == DREW else depth - 1)
    return whole


def _list_draw_stops(turns: Turns) -> Iterator[Position]:
    """List the positions, still in the turn, to which a 3's draw leads."""
    before = len(turns.able)
    for nth, branch in enumerate(turns.branches):
        if branch.stops:
            yield apply_turn(turns, turns.upto[before + nth] - 1)


def _follow_turns(
    position: Position, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[tuple[Step, ...], Position]]:
    if position.is_over:
        return
    turns = build_turns(position)
    for index in range(turns.count):
        taken, reached = steps, position
        for step in list_steps(turns, index):
            named = Step(step.kind, reached.deck[0]) if step.kind in {DRAW, FETCH} else step
            reached = apply_step(reached, named)
            taken = (*taken, named)
        if reached.phase == DREW:
            yield from _follow_turns(reached, taken)
        else:
            yield taken, reached


def rank_each(tables: list[tuple[int, ...]]) -> int:
    """Find who leads under all seven rules on every table (palettes); sum what 255 leaves."""
    total = 0
    for palettes in tables:
        total += find_leads(palettes)[0] % 255
    return total
