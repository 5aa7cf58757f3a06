"""What the seat to move may do next, why not, and the way in for every step and turn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import cards_in, number_of
from red7_desktop.games.red7.rules.engine.advance import after
from red7_desktop.games.red7.rules.engine.refusals import hidden_hand, refusal, wrong_draw
from red7_desktop.games.red7.rules.engine.strength import END
from red7_desktop.games.red7.rules.engine.turns import Turns, all_turns, turns_of
from red7_desktop.games.red7.rules.steps import (
    DISCARDS,
    DRAW,
    FETCH,
    PLAYS,
    THE_END,
    THE_PASS,
    Step,
)
from red7_desktop.tabletop.errors import IllegalTurn

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.actions import Branch
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.tabletop.reasons import Reason


def legal_turns(position: Position) -> list[tuple[Step, ...]]:
    """List the steps of every turn the mover may choose, `pass` last; empty when the round is over.

    A turn runs to its end, or to a 3's draw. Of turns that differ in nothing but the order of the
    5s that are played, one is listed. Raises IllegalTurn when the mover's hand is hidden.
    """
    if position.is_over:
        return []
    return all_turns(_turns(position))


def legal_steps(position: Position) -> tuple[Step, ...]:
    """List the steps that the mover may take next: the first steps of the legal turns."""
    if position.is_over:
        return ()
    turns = _turns(position)
    steps: dict[Step, None] = {}
    for play, ways in zip(turns.plays, turns.endings, strict=True):
        steps.update(dict.fromkeys([PLAYS[play.bit_length() - 1]] if play else _closings(ways)))
    opening: set[Step] = set()
    for branch in turns.branches:
        opening.update(_first_plays(branch))
        if not branch.plays:
            steps.update(dict.fromkeys(branch.action or _closings(branch.endings)))
    steps.update(dict.fromkeys(sorted(opening)))
    return (*steps, THE_PASS) if turns.may_pass else tuple(steps)


def _first_plays(branch: Branch) -> tuple[Step, ...]:
    """List the cards that a branch can begin with: any of its 5s, whose order does not matter."""
    fives = tuple([step for step in branch.plays if number_of(step.card) == 5])
    return fives or branch.plays[:1]


def _closings(ways: int) -> list[Step]:
    steps = [DISCARDS[card] for card in cards_in(ways & ~END)][::-1]
    return [*steps, THE_END] if ways & END else steps


def _turns(position: Position) -> Turns:
    hidden = hidden_hand(position)
    if hidden:
        raise IllegalTurn("", hidden)
    return kept_turns(position)


@lru_cache(maxsize=8)
def kept_turns(position: Position) -> Turns:
    """List the legal turns as `turns_of` does, once for a position that is asked about again.

    One step makes many ask: whether it is legal, what a seat may do then, what would come of it.
    """
    return turns_of(position)


def why_not(position: Position, step: Step) -> Reason | None:
    """Say why a step is not legal now, None where it is."""
    if not position.is_over and not hidden_hand(position) and _plain(step) in legal_steps(position):
        return wrong_draw(position, step)
    return refusal(position, step)


def _plain(step: Step) -> Step:
    """Give the step as the list of legal ones has it: without the card that a draw turns up."""
    return Step(step.kind) if step.kind in {DRAW, FETCH} else step


def take_step(position: Position, step: Step) -> Position:
    """Give the position after one legal step.

    Raises IllegalTurn with the reason for any other.
    """
    problem = why_not(position, step)
    if problem:
        raise IllegalTurn(str(step), problem)
    return after(position, step)


def take_turn(position: Position, steps: tuple[Step, ...]) -> Position:
    """Give the position after a whole turn, as `parse_turn` reads it.

    A turn that stops at a 3's draw is tried as it stands: it ends there, and a seat that is then
    not winning is out. Raises IllegalTurn, naming the step and the reason, when one is not legal.
    """
    for step in steps:
        position = take_step(position, step)
    if steps[-1].kind != FETCH:
        return position
    return take_step(position, THE_END if THE_END in legal_steps(position) else THE_PASS)
