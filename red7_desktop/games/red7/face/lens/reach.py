"""Which rules a seat could lead by a turn of its own, and how; asks the engine, knows no rule.

Only what the seat may know goes in: its own hand and what lies open. A turn that still depends on
a card not yet drawn promises nothing and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import COLOURS, cards_in, colour_of
from red7_desktop.games.red7.rules.engine.advance import apply_step, replace_fields
from red7_desktop.games.red7.rules.engine.legal import get_cached_turns
from red7_desktop.games.red7.rules.engine.position import DISCARDED, DONE, START
from red7_desktop.games.red7.rules.engine.strength import END_GUARD
from red7_desktop.games.red7.rules.engine.turns import Turns
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DISCARDS, PLAYS, Step

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.observation import Red7Observation

Turn = tuple[Step, ...]


MOST_WITH_ACTIONS: Final = 6
"""Of turns with actions, of which there can be thousands, so many are kept for each rule."""


@dataclass(frozen=True, slots=True)
class RuleReach:
    """The turns that end with a seat in the lead under one rule, the shortest first.

    rule: as a colour rank. turns: their steps without draws and the end; () stands for ending the
    turn as it is. Empty when there is no such turn.
    """

    rule: int
    turns: tuple[Turn, ...]


def find_reaches(observation: Red7Observation) -> tuple[RuleReach, ...]:
    """Give what the viewer can reach under every rule, by colour rank.

    On the viewer's turn from where it stands; else, and once nothing more can be played, as if a
    turn of theirs began now. () for a spectator, for a seat that is out, and between rounds.
    """
    position = _position_as_mover(observation)
    if position is None:
        return ()
    found: dict[int, list[Turn]] = {rule: [] for rule in COLOURS}
    turns = get_cached_turns(position)
    for rule, turn in _list_plain_turns(turns):
        found[rule].append(turn)
    plain = {rule: len(each) for rule, each in found.items()}
    for rule, turn in _list_turns_with_actions(turns):
        if len(found[rule]) - plain[rule] < MOST_WITH_ACTIONS:
            found[rule].append(turn)
    return tuple([RuleReach(rule, tuple(sorted(each, key=len))) for rule, each in found.items()])


def _position_as_mover(observation: Red7Observation) -> Position | None:
    """Give the position with the viewer to move, None where it cannot be."""
    viewer = observation.viewer
    if viewer is None or observation.stage != TURN or observation.out >> viewer & 1:
        return None
    position = position_of(observation)
    if position.mover == viewer and position.phase not in {DISCARDED, DONE}:
        return position
    return replace_fields(position, mover=viewer, phase=START)


def _list_plain_turns(turns: Turns) -> Iterator[tuple[int, Turn]]:
    """List the turns of at most one played card, each with the rule that it ends under."""
    for play, ways in zip(turns.plays, turns.endings, strict=True):
        opening = (PLAYS[play.bit_length() - 1],) if play else ()
        if ways & END_GUARD:
            yield turns.position.rule, opening
        for card in cards_in(ways & ~END_GUARD):
            yield colour_of(card), (*opening, DISCARDS[card])


def _list_turns_with_actions(turns: Turns) -> Iterator[tuple[int, Turn]]:
    """List turns with actions, the short ones first: one for each rule after each way of playing.

    Ways that stop at a draw are left out.
    """
    for branch in sorted(turns.branches, key=lambda each: len(each.steps)):
        if branch.stops:
            continue
        if branch.endings & END_GUARD:
            position = turns.position
            for step in branch.steps:
                position = apply_step(position, step)
            yield position.rule, branch.steps
        by_rule = {colour_of(card): card for card in cards_in(branch.endings & ~END_GUARD)}
        for rule, card in by_rule.items():
            yield rule, (*branch.steps, DISCARDS[card])
